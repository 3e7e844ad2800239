"""What has the form of an action, and whose names belong to the game being played (TU-FORM)."""

from typing import Any

import pytest

import towerup as tu
from towerup.rulesets.tower_up.actions import TYPES

from .tables import ONE_OF_EACH, two_players

anyhow: Any = tu
"""The same actions, made of things that are no names, as a type checker would not have it."""


def other_moments() -> dict[str, tu.State]:
    """A game at each moment that waits for something else than a turn."""
    over = [{"cone": 0}, {"cone": 0}]
    tiny = {"N1": tu.Building("black")}
    return {
        "deal": tu.new_game(2, objectives="random"),
        "reveal_start": tu.new_game(2),
        "place": tu.apply(tu.new_game(2, edition="tiny"), tu.Reveal("bw/black")),
        "reveal": tu.apply(two_players(), tu.Take("bwn")),
        "back": tu.position(tu.setup(2, "tiny"), tiny, [{"stock": {"black": 2, "white": 2}}, {}], ["bw"], phase="back"),
        "over": tu.position(tu.setup(2, "tiny"), tiny, over, ["bw"], phase="over", ending=tu.EndComing("shortage", 0)),
    }


def refused(state: tu.State, action: Any, by: Any = None) -> set[str]:
    """The rules under which an action is refused, by `explain` and by `apply` alike; the refusal can be read."""
    broken = tu.explain(state, action, by=by)
    with pytest.raises(tu.IllegalAction) as caught:
        tu.apply(state, action, by=by)
    assert caught.value.violations == broken
    assert all(one.id in str(caught.value) for one in broken)
    return {one.id for one in broken}


class NotAnAction:
    """Something that no player would take for an action, though it is called like one."""

    card = "bwn"
    floors = ()


NOT_ACTIONS = [
    None, 5, 0, -1, True, 2.5, float("nan"), "take", "take bwn", "", b"take", {}, [], (), set(),
    {"type": "take", "card": "bwn", "floors": []}, ["take", "bwn"], ("bwn", ()), [tu.Take("bwn")],
    tu.Take, tu.Decline, NotAnAction(), NotAnAction, object(), Ellipsis,
]  # fmt: skip


@pytest.mark.forbids("TU-FORM-01")
@pytest.mark.parametrize("thing", NOT_ACTIONS, ids=lambda thing: f"{type(thing).__name__} {str(thing)[:20]}")
def test_anything_that_is_no_action_is_refused_as_such(thing: object) -> None:
    """Whatever is handed in that is no action, even if it cannot be hashed, is refused as no action and breaks nothing."""
    assert refused(two_players(), thing) == {"TU-FORM-01"}


class CannotBeHashed:
    """Something that fails when it is looked up."""

    def __hash__(self) -> int:
        raise RuntimeError("no hash")


class CannotBeShown:
    """Something that fails when it is to be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("no words")


class Sulks(CannotBeHashed, CannotBeShown):
    """Something that fails at everything."""


@pytest.mark.forbids("TU-FORM-01")
@pytest.mark.parametrize("kind", [CannotBeHashed, CannotBeShown, Sulks])
def test_a_thing_that_fails_when_looked_at_is_refused_all_the_same(kind: type[Any]) -> None:
    """What raises an error of its own when it is hashed or shown is no action, and its error goes no further."""
    thing = kind()
    [broken] = tu.explain(two_players(), thing)
    assert broken.id == "TU-FORM-01"
    assert kind.__name__ in broken.message
    with pytest.raises(tu.IllegalAction) as caught:
        tu.apply(two_players(), thing)
    assert caught.value.violations == (broken,)


@pytest.mark.forbids("TU-FORM-02")
@pytest.mark.parametrize("kind", [CannotBeHashed, CannotBeShown, Sulks])
def test_a_name_that_fails_when_looked_at_is_an_unknown_name(kind: type[Any]) -> None:
    """The same in the place of a name."""
    assert [one.id for one in tu.explain(two_players(), tu.Take(kind()))] == ["TU-FORM-02"]
    assert [one.id for one in tu.explain(two_players(), tu.Reveal(kind()))] == ["TU-FORM-02"]


@pytest.mark.forbids("TU-FORM-01")
@pytest.mark.parametrize("moment", other_moments())
@pytest.mark.parametrize("thing", [None, 5, "take", {}, []], ids=repr)
def test_no_action_is_no_action_at_any_moment(moment: str, thing: object) -> None:
    """Setup, refill, putting back and the end of the game answer a thing that is no action in the same way as a turn."""
    state = other_moments()[moment]
    assert state.table.phase == moment
    assert refused(state, thing) == {"TU-FORM-01"}


@pytest.mark.forbids("TU-FORM-01")
def test_the_refusal_names_the_forms_an_action_has() -> None:
    """Who hands in something else is told what an action can be."""
    (broken,) = tu.explain(two_players(), "take bwn")
    for form in ("Deal", "Reveal", "Place", "Take", "Back", "Found", "Decline"):
        assert form in broken.message
    assert "'take bwn'" in broken.message


@pytest.mark.forbids("TU-FORM-01")
def test_an_action_of_a_players_own_making_is_not_one_of_the_game() -> None:
    """A form that somebody derived from one of the game's is not a form of the game."""

    class Grab(tu.Take):
        pass

    assert refused(two_players(), Grab("bwn")) == {"TU-FORM-01"}


@pytest.mark.allows("TU-FORM-01")
@pytest.mark.parametrize(
    "action",
    [
        tu.Deal(("four-colours", "lake", "park")),
        tu.Reveal("bwn"),
        tu.Reveal("bwn/black"),
        tu.Place("A2", "white"),
        tu.Take("bwn"),
        tu.Back(("black",)),
        tu.Found("A2", "white", "A1"),
        tu.Decline(),
    ],
    ids=str,
)
def test_every_form_of_action_is_understood(action: tu.Action) -> None:
    """Each of the seven forms is understood at any moment: what may be wrong with it then is never its form."""
    assert type(action) in TYPES.values()
    for state in (two_players(), tu.new_game(2), tu.new_game(2, objectives="random")):
        assert not {one.id for one in tu.explain(state, action)} & {"TU-FORM-01", "TU-FORM-02"}


@pytest.mark.allows("TU-FORM-01", "TU-FORM-02")
def test_an_action_that_exists_and_fits_is_not_faulted() -> None:
    """An action of a known form whose names all exist breaks no rule, and is played."""
    state = two_players()
    assert tu.explain(state, tu.Take("bwn"), by=0) == ()
    assert tu.apply(state, tu.Take("bwn"), by=0).table.discards == {"bwn": 1}


@pytest.mark.forbids("TU-FORM-02")
@pytest.mark.parametrize(
    ("action", "unknown"),
    [
        (tu.Take("bwz"), ["bwz"]),
        (tu.Take("bwn/black"), ["bwn/black"]),
        (tu.Take("xx", ["black", "pink"]), ["pink"]),
        (tu.Take("xx", ["any", "any"]), ["any"]),
        (tu.Back(["gold", "gold", "pink"]), ["gold", "pink"]),
        (tu.Found("Z9", "white", "Z9"), ["Z9"]),
        (tu.Found("Z9", "white", "A1"), ["Z9"]),
        (tu.Found("A2", "purple", "A1"), ["purple"]),
        (tu.Found("A2", "white", "Z9"), ["Z9"]),
        (tu.Found("a2", "White", "a1"), ["a2", "White", "a1"]),
        (tu.Place("Z9", "red"), ["Z9", "red"]),
        (tu.Back(("gold",)), ["gold"]),
        (tu.Reveal("bwn/gold"), ["bwn/gold"]),
        (tu.Deal(("lake", "park", "money")), ["money"]),
    ],
    ids=str,
)
def test_names_that_do_not_exist_are_told_one_by_one(action: tu.Action, unknown: list[str]) -> None:
    """A site, colour, card or objective that this game does not have is refused by its name, each of them once however
    often it is named.
    """
    state = two_players()
    assert refused(state, action) == {"TU-FORM-02"}
    messages = [one.message for one in tu.explain(state, action)]
    assert len(messages) == len(unknown)
    for name, message in zip(unknown, messages, strict=True):
        assert repr(name) in message


@pytest.mark.forbids("TU-FORM-02")
@pytest.mark.parametrize(
    "action",
    [
        anyhow.Take(None),
        anyhow.Take([]),
        anyhow.Take("xx", [["black"], ["black"]]),
        anyhow.Take("xx", [1, 2]),
        anyhow.Reveal({}),
        anyhow.Reveal(3),
        anyhow.Place([], {}),
        anyhow.Found(None, None, None),
        anyhow.Found("A2", "white", ["A1"]),
    ],
    ids=repr,
)
def test_names_that_are_not_even_text_are_unknown_names(action: tu.Action) -> None:
    """Where a name is wanted, numbers, lists and nothing at all are unknown names, hashable or not; the refusal can be read
    and begins with the action as it would be written.
    """
    assert refused(two_players(), action) == {"TU-FORM-02"}
    with pytest.raises(tu.IllegalAction) as caught:
        tu.apply(two_players(), action)
    assert str(caught.value).startswith(f"{type(action).__name__.lower()} ")
    assert " is not legal here:\n  TU-FORM-02 (" in str(caught.value)


@pytest.mark.forbids("TU-FORM-02")
@pytest.mark.parametrize(
    ("action", "written"),
    [
        (anyhow.Take("xx", [2, 1]), "take xx +1 +2"),
        (anyhow.Deal([None, 5, "lake"]), "deal 5 None lake"),
        (anyhow.Back([None]), "back None"),
        (anyhow.Found(None, 3, []), "found None 3 roof []"),
        (anyhow.Place({}, 1), "place {} 1"),
        (anyhow.Reveal(b"xx"), "reveal b'xx'"),
    ],
    ids=str,
)
def test_a_refusal_can_be_read_whatever_the_names_are(action: tu.Action, written: str) -> None:
    """The message of the refusal shows names that are not text as they are."""
    with pytest.raises(tu.IllegalAction) as caught:
        tu.apply(two_players(), action)
    assert str(caught.value).startswith(f"{written} is not legal here:\n  TU-FORM-02 (")


@pytest.mark.forbids("TU-FORM-02")
@pytest.mark.parametrize(
    "action",
    [
        tu.Take("bw"),
        tu.Take("x-vw", ["white"]),
        tu.Found("N1", "black", "N2"),
        tu.Place("S3", "white"),
        tu.Reveal("w-vb"),
        tu.Reveal("bw/black"),
        tu.Deal(("pond",)),
    ],
    ids=str,
)
def test_an_action_of_another_edition_is_refused(action: tu.Action) -> None:
    """What can be done in the little edition for tests means nothing in the whole game, whose names are others."""
    assert action in tu.action_space(tu.new_game(2, edition="tiny"))
    assert refused(two_players(), action) == {"TU-FORM-02"}


@pytest.mark.forbids("TU-FORM-02")
@pytest.mark.allows("TU-FORM-02")
def test_a_site_of_the_other_side_of_the_board_does_not_exist() -> None:
    """Site A7 is on the full board only: three players know it, two players do not."""
    action = tu.Found("A7", "white", "A7")
    assert refused(two_players(), action) == {"TU-FORM-02"}
    three = tu.position(
        tu.setup(3),
        {"A4": tu.Building("black"), "C2": tu.Building("white"), "D4": tu.Building("grey")},
        [{"stock": ONE_OF_EACH}] * 3,
        ["bwn", "xx", "x-vbb"],
    )
    assert tu.explain(three, action) == ()


@pytest.mark.forbids("TU-FORM-02")
def test_a_near_name_is_suggested() -> None:
    """Who mistypes a name is shown the names that are near it."""
    (broken,) = tu.explain(two_players(), tu.Found("A2", "wite", "A1"))
    assert "white" in broken.message


@pytest.mark.forbids("TU-FORM-02", "TU-TURN-01")
def test_a_wrong_name_and_the_wrong_seat_are_both_told() -> None:
    """An action that names what does not exist, by somebody whose turn it is not, is told both."""
    assert refused(two_players(), tu.Take("bwz"), by=1) == {"TU-FORM-02", "TU-TURN-01"}


@pytest.mark.forbids("TU-FORM-02")
@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"buildings": {"Z9": tu.Building("black")}}, "Z9"),
        ({"buildings": {"A1": tu.Building("pink")}}, "pink"),
        ({"market": ["bwn", "xx", "qq"]}, "qq"),
        ({"phase": "lunch"}, "lunch"),
        ({"seat": 2}, "2"),
        ({"seats": [{"stock": {"pink": 1}}, {}]}, "pink"),
        ({"seats": [{"chips": {"lake": 7}}, {}]}, "lake"),
        ({"seats": [{"roof": "green"}, {}]}, "green"),
        ({"ending": tu.EndComing("boredom", 0)}, "boredom"),
    ],
    ids=lambda told: str(told)[:40],
)
def test_a_position_with_unknown_names_is_refused(wrong: dict[str, Any], named: str) -> None:
    """A position built by hand may only name what this game has; the refusal says which name is wrong."""
    told: dict[str, Any] = {
        "buildings": {"A1": tu.Building("black"), "C2": tu.Building("white"), "D4": tu.Building("grey")},
        "seats": [{}, {}],
        "market": ["bwn", "xx", "x-vbb"],
    }
    assert tu.position(tu.setup(2), **told).actor == 0
    with pytest.raises(tu.ImpossiblePosition) as caught:
        tu.position(tu.setup(2), **(told | wrong))
    assert {one.id for one in caught.value.violations} == {"TU-FORM-02"}
    assert named in str(caught.value)


THREE_FLOORS = {"A1": tu.Building("black"), "C2": tu.Building("white"), "D4": tu.Building("grey")}


@pytest.mark.forbids("TU-FORM-02")
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"seats": [{}, {}, {}]}, "3 of them, but the game is set up for 2"),
        ({"seats": [{}]}, "1 of them, but the game is set up for 2"),
        ({"seats": []}, "0 of them, but the game is set up for 2"),
        ({"seats": None}, "seats are a list of mappings"),
        ({"seats": "by"}, "seats are a list of mappings"),
        ({"seats": [{}, "yellow"]}, "seats are a list of mappings"),
        ({"seats": [{"money": 3}, {}]}, "seat 0: 'money' is not known; known are roof, stock, vehicles, roofs, chips"),
        ({"seats": [{}, {1: 3}]}, "seat 1: 1 is not known"),
        ({"seats": [{"stock": ["black"]}, {}]}, "seat 0: stock is a mapping from names to numbers"),
        ({"seats": [{"vehicles": None}, {}]}, "seat 0: vehicles is a mapping from names to numbers"),
        ({"seats": [{}, {"chips": 7}]}, "seat 1: chips is a mapping from names to numbers"),
        ({"seats": [{"stock": {"black": 1.5}}, {}]}, "1.5 black is not a count"),
        ({"seats": [{"stock": {"black": True}}, {}]}, "True black is not a count"),
        ({"seats": [{"stock": {"black": -1}}, {}]}, "-1 black is not a count"),
        ({"seats": [{"roofs": None}, {}]}, "None is not a number from 0 to 10"),
        ({"seats": [{"cone": "none"}, {}]}, "'none' is not a number from 0 to 10"),
        ({"buildings": {"A1": "black"}}, "buildings are a mapping from sites to Building(...)"),
        ({"buildings": {"A1": {"colour": "black"}}}, "buildings are a mapping from sites to Building(...)"),
        ({"buildings": {"A1": None}}, "buildings are a mapping from sites to Building(...)"),
        ({"buildings": ["A1"]}, "buildings are a mapping from sites to Building(...)"),
        ({"buildings": None}, "buildings are a mapping from sites to Building(...)"),
        ({"buildings": THREE_FLOORS | {5: tu.Building("brown")}}, "buildings: 5 is not known"),
        ({"buildings": THREE_FLOORS | {"A1": tu.Building("black", 0)}}, "building on A1, floors: 0 is not a number"),
        ({"seat": "0"}, "seat: '0' is not a number from 0 to 1"),
        ({"seat": True}, "seat: True is not a number from 0 to 1"),
    ],
    ids=lambda told: str(told)[:70],
)
def test_a_position_of_a_wrong_form_is_refused_in_words(wrong: dict[str, Any], said: str) -> None:
    """Too many seats, fields that no seat has, buildings that are none: an impossible position, and never another error."""
    told: dict[str, Any] = {"buildings": THREE_FLOORS, "seats": [{}, {}], "market": ["bwn", "xx", "x-vbb"]}
    with pytest.raises(tu.ImpossiblePosition) as caught:
        tu.position(tu.setup(2), **(told | wrong))
    assert {one.id for one in caught.value.violations} == {"TU-FORM-02"}
    assert said in str(caught.value)
