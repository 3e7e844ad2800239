"""What has the form of an action, and whose names belong to the game being played (TU-FORM)."""

from __future__ import annotations

from typing import Any

import pytest

import towerup as tu
from towerup.kernel.rules import IllegalAction
from towerup.rulesets.tower_up.actions import TYPES

from .support import ONE_OF_EACH, half_board, objections, over, play, refused

anyhow: Any = tu
"""The same actions, made of things that are no names, as a type checker would not have it."""

FIRST_SITES = "there is A1, A2, A3, A4, A5, A6, …"
FIRST_CARDS = "there is bbgg, bbww, bbnn, ggww, ggnn, wwnn, …"


def every_phase() -> dict[str, tu.State]:
    """A game at each moment that waits for something else than a turn."""
    stocks = {"blue": {"black": 2, "white": 2}}
    return {
        "deal": tu.new_game(2, objectives="random"),
        "reveal_start": tu.new_game(2),
        "place": tu.replay("tiny", 2, "reveal bw/black"),
        "reveal": play(half_board(), "take bwn"),
        "back": tu.position("tiny", 2, buildings={"N1": "black"}, stocks=stocks, phase="back"),
        "over": over(),
    }


class NotAnAction:
    """Something that is no action, though it is called like one."""

    card = "bwn"
    floors = ()


class CannotBeHashed:
    def __hash__(self) -> int:
        raise RuntimeError("no hash")


class CannotBeShown:
    def __repr__(self) -> str:
        raise RuntimeError("no words")


class FailsAtEverything(CannotBeHashed, CannotBeShown): ...


class Grab(tu.Take):
    """A form that somebody derived from one of the game's."""


NOT_ACTIONS = [
    None, 5, 0, -1, True, 2.5, float("nan"), "take bwn", "", b"take", {}, [], (), set(), {"type": "take", "card": "bwn"},
    ["take", "bwn"], [tu.Take("bwn")], tu.Take, tu.Decline, NotAnAction(), NotAnAction, object(), Ellipsis, Grab("bwn"),
]  # fmt: skip


@pytest.mark.forbids("TU-FORM-01")
@pytest.mark.parametrize("thing", NOT_ACTIONS, ids=lambda thing: f"{type(thing).__name__} {str(thing)[:20]}")
def test_anything_that_is_no_action_is_refused_as_such(thing: object) -> None:
    """Whatever is handed in that is no action, even if it cannot be hashed, is refused and breaks nothing."""
    state = half_board()
    assert [one.id for one in tu.explain(state, thing)] == ["TU-FORM-01"]
    with pytest.raises(IllegalAction) as caught:
        anyhow.apply(state, thing)
    assert "TU-FORM-01" in str(caught.value)


@pytest.mark.forbids("TU-FORM-01", "TU-FORM-02")
@pytest.mark.parametrize("kind", [CannotBeHashed, CannotBeShown, FailsAtEverything])
def test_a_thing_that_fails_when_looked_at_is_refused_all_the_same(kind: type[Any]) -> None:
    """What raises an error of its own when it is hashed or shown is no action and no name."""
    thing = kind()
    [broken] = tu.explain(half_board(), thing)
    assert broken.id == "TU-FORM-01"
    assert kind.__name__ in broken.message
    with pytest.raises(IllegalAction) as caught:
        anyhow.apply(half_board(), thing)
    assert caught.value.violations == (broken,)
    for action in (tu.Take(kind()), tu.Reveal(kind())):
        assert [one.id for one in tu.explain(half_board(), action)] == ["TU-FORM-02"]


@pytest.mark.forbids("TU-FORM-01")
@pytest.mark.parametrize("phase", every_phase())
@pytest.mark.parametrize("thing", [None, 5, {}, []], ids=repr)
def test_no_action_is_no_action_at_any_moment(phase: str, thing: object) -> None:
    """Setup, refill, putting back and the end of the game answer in the same way as a turn."""
    state = every_phase()[phase]
    assert state.phase == phase
    assert refused(state, thing) == ["TU-FORM-01"]


@pytest.mark.forbids("TU-FORM-01")
def test_the_refusal_names_the_forms_an_action_has() -> None:
    """The message shows what was handed in, and what an action can be."""
    [broken] = tu.explain(half_board(), "take")
    kinds = "Deal, Reveal, Place, Take, Back, Found, Decline"
    assert broken.message == f"'take' is not an action; an action is one of {kinds}"


@pytest.mark.allows("TU-FORM-01")
@pytest.mark.parametrize(
    "move",
    [
        "deal four-colours lake park",
        "reveal bwn",
        "reveal bwn/black",
        "place A2 white",
        "take bwn",
        "back black",
        "found A2 white roof A1",
        "decline",
    ],
)
def test_every_form_of_action_is_understood(move: str) -> None:
    """Each of the seven forms is understood at any moment: what may be wrong with it then is never its form."""
    action = tu.parse_action(half_board(), move)
    assert type(action) in TYPES.values()
    for state in (half_board(), tu.new_game(2), tu.new_game(2, objectives="random")):
        assert not {one.id for one in tu.explain(state, action)} & {"TU-FORM-01", "TU-FORM-02"}


@pytest.mark.allows("TU-FORM-01", "TU-FORM-02")
def test_an_action_whose_names_exist_is_played() -> None:
    """It breaks no rule."""
    assert play(half_board(), "take bwn").discards == {"bwn": 1}


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
        (tu.Found("A2", "purple", "A1"), ["purple"]),
        (tu.Found("A2", "white", "Z9"), ["Z9"]),
        (tu.Found("a2", "White", "a1"), ["a2", "White", "a1"]),
        (tu.Place("Z9", "red"), ["Z9", "red"]),
        (tu.Reveal("bwn/gold"), ["bwn/gold"]),
        (tu.Deal(("lake", "park", "money")), ["money"]),
    ],
    ids=str,
)
def test_unknown_names_are_named_one_by_one(action: tu.Action, unknown: list[str]) -> None:
    """A site, colour, card or objective that this game does not have, each of them once however often it is named."""
    said = objections(half_board(), action)
    assert [rule for rule, _ in said] == ["TU-FORM-02"] * len(unknown)
    for name, (_, message) in zip(unknown, said, strict=True):
        assert f" {name!r} in this edition; " in message


@pytest.mark.forbids("TU-FORM-02")
@pytest.mark.parametrize(
    ("action", "written"),
    [
        (anyhow.Take(None), "take None"),
        (anyhow.Take([]), "take []"),
        (anyhow.Take("xx", [2, 1]), "take xx +1 +2"),
        (anyhow.Take("xx", [["black"], ["black"]]), "take xx +['black'] +['black']"),
        (anyhow.Deal([None, 5, "lake"]), "deal 5 None lake"),
        (anyhow.Back([None]), "back None"),
        (anyhow.Found(None, 3, []), "found None 3 roof []"),
        (anyhow.Place({}, 1), "place {} 1"),
        (anyhow.Reveal(b"xx"), "reveal b'xx'"),
        (anyhow.Reveal(3), "reveal 3"),
    ],
    ids=repr,
)
def test_names_that_are_not_even_text_are_unknown_names(action: tu.Action, written: str) -> None:
    """Numbers, lists and nothing at all are unknown names, hashable or not; the refusal can be read."""
    assert {one.id for one in tu.explain(half_board(), action)} == {"TU-FORM-02"}
    with pytest.raises(IllegalAction) as caught:
        tu.apply(half_board(), action)
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
        tu.Deal(("pond",)),
    ],
    ids=str,
)
def test_an_action_of_another_edition_is_refused(action: tu.Action) -> None:
    """What can be done in the tiny edition means nothing in the whole game, whose names are others."""
    assert action in tu.action_space(tu.new_game(2, edition="tiny"))
    assert set(refused(half_board(), action)) == {"TU-FORM-02"}


@pytest.mark.allows("TU-FORM-02")
@pytest.mark.forbids("TU-FORM-02")
def test_a_site_of_the_other_side_of_the_board_does_not_exist() -> None:
    """Site A7 is on the full board only: three players know it, two players do not."""
    action = tu.Found("A7", "white", "A7")
    assert refused(half_board(), action) == ["TU-FORM-02"]
    stocks = dict.fromkeys(("blue", "yellow", "orange"), ONE_OF_EACH)
    three = tu.position("reconstruction", 3, buildings={"A4": "black", "C2": "white", "D4": "grey"}, stocks=stocks)
    assert tu.explain(three, action) == ()


@pytest.mark.forbids("TU-FORM-02")
@pytest.mark.parametrize(
    ("action", "said"),
    [
        (tu.Take("bwm"), ["card 'bwm' in this edition; near it: bwn, bgw"]),
        (tu.Take("bbgw"), ["card 'bbgw' in this edition; near it: bgw, bbww, bbgg"]),
        (anyhow.Take(5), [f"card 5 in this edition; {FIRST_CARDS}"]),
        (tu.Reveal("qqqq"), [f"card 'qqqq' in this edition; {FIRST_CARDS}"]),
        (tu.Reveal("bwn/blue"), ["card 'bwn/blue' in this edition; near it: bwn/black"]),
        (tu.Found("A2", "wite", "A1"), ["colour 'wite' in this edition; near it: white"]),
        (
            tu.Place("Z9", "zzz"),
            [
                f"site 'Z9' in this edition; {FIRST_SITES}",
                "colour 'zzz' in this edition; there is black, grey, white, brown",
            ],
        ),
        (tu.Deal(("parc",)), ["objective 'parc' in this edition; near it: park"]),
    ],
    ids=str,
)
def test_near_names_are_suggested_or_the_first_six_listed(action: tu.Action, said: list[str]) -> None:
    """Who mistypes a name is shown at most three near ones."""
    assert objections(half_board(), action) == [("TU-FORM-02", f"there is no {one}") for one in said]


@pytest.mark.forbids("TU-FORM-02", "TU-TURN-01")
def test_the_wrong_player_comes_before_a_wrong_name() -> None:
    """An action that names what does not exist, by somebody whose turn it is not. Nothing else can be said of it."""
    assert refused(half_board(), tu.Take("bwz"), by=1) == ["TU-TURN-01", "TU-FORM-02"]
