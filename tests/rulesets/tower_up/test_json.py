"""States and actions there and back in JSON, with the keys of specs/tower-up/values.md."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import towerup as tu
from towerup.kernel import canonical
from towerup.kernel.canonical import JsonError
from towerup.kernel.dealers import Dealer
from towerup.kernel.rules import ImpossiblePosition
from towerup.rulesets.tower_up.box.edition import SHELF

from .support import changed_edition, random_steps
from .support import town as small_town
from .test_state import GAMES

to_json, from_json = tu.TOWER_UP.state_to_json, tu.TOWER_UP.state_from_json


def town(**named: Any) -> tu.State:
    """Blue's turn in the small town: blue has a roof on white A2."""
    return small_town("A2 white blue", stocks={"blue": {"grey": 1}}, market=("bgw", "xx"), **named)


# --- states


@pytest.mark.parametrize("start", GAMES.values(), ids=list(GAMES))
def test_every_state_of_a_game_comes_back_from_json(start: Callable[[], tu.State]) -> None:
    """From the first state to the last, with its roofs, chips and cones: equal values, hashes and bytes."""
    phases = set()
    for number, (_, _, state) in enumerate(random_steps(start(), seed=3)):
        phases.add(state.phase)
        if number % 5 == 0 or state.is_over:
            data = to_json(state)
            again = from_json(data)
            assert (again, hash(again), to_json(again)) == (state, hash(state), data)
    assert state.is_over
    assert tu.outcome(again) == tu.outcome(state)
    assert {tu.Phase.PLACE, tu.Phase.TURN, tu.Phase.REVEAL, tu.Phase.OVER} <= phases


def test_all_shipped_editions_are_played_here() -> None:
    """The relatives of `tiny` are there to be explored, and are like it."""
    assert {start().setup.edition.name for start in GAMES.values()} == {
        one for one in SHELF.names if "tiny-" not in one
    }


def test_the_json_of_a_state_can_be_read_by_people() -> None:
    """Everything is called by its name, and roofs by their levels."""
    value = json.loads(to_json(town()))
    assert (value["format"], value["version"], value["game"]) == ("towerup-state", 1, "tower-up")
    assert value["setup"]["edition"] == {"name": "small", "digest": tu.load_edition("small").digest}
    assert value["table"]["buildings"]["A2"] == {"colour": "white", "floors": 1, "roofs": {"1": "blue"}}
    assert value["table"]["market"] == ["bgw", "xx"]
    assert value["table"]["seats"][0] == {
        "roof": "blue", "stock": {"grey": 1}, "vehicles": {"black": 0, "grey": 0, "white": 1, "brown": 0}, "roofs": 3,
        "chips": {}, "cone": None,
    }  # fmt: skip
    ended = json.loads(to_json(town(ending=("shortage", "blue"), turn="yellow")))
    assert ended["table"]["ending"] == {"cause": "shortage", "seat": 0}


def test_the_bytes_are_canonical() -> None:
    """Keys are sorted and there is no white space; JSON written otherwise is the same state with the same bytes."""
    data = to_json(town())
    value = json.loads(data)
    assert data == json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    turned = {key: value[key] for key in reversed(value)}
    turned["table"] = {key: value["table"][key] for key in reversed(value["table"])} | {"market": ["xx", "bgw"]}
    for text in (json.dumps(turned, indent=2), json.dumps(turned).encode()):
        assert (from_json(text), to_json(from_json(text))) == (town(), data)


def test_what_has_a_default_can_be_left_out() -> None:
    """Discards, marks, an end that is not coming and roofs that are not there."""
    value = json.loads(to_json(town()))
    for key in ("discards", "extra_turn", "another_turn", "ending", "starting"):
        del value["table"][key]
    del value["table"]["buildings"]["A1"]["roofs"]
    del value["table"]["seats"][1]["cone"], value["table"]["seats"][1]["chips"]
    assert from_json(json.dumps(value)) == town()


def changed(*path: str | int, to: Any) -> str:
    """The JSON of the town with one value put in, changed, or (to Ellipsis) taken out."""
    value = json.loads(to_json(town()))
    inside = value
    for key in path[:-1]:
        inside = inside[key]
    if to is ...:
        del inside[path[-1]]
    else:
        inside[path[-1]] = to
    return json.dumps(value)


ROOFS = ("table", "buildings", "A2", "roofs")

WRONG_FORMS = [
    (("format",), "towerup-record", "$.format", '"towerup-state"'),
    (("format",), ..., "$.format", '"towerup-state"'),
    (("game",), "chess", "$.game", '"tower-up"'),
    (("version",), 2, "$.version", "not 1"),
    (("version",), "1", "$.version", "not 1"),
    (("version",), 1.0, "$.version", "whole number"),
    (("version",), True, "$.version", "whole number"),
    (("table", "market"), "xx", "$.table.market", "not a list"),
    (("table", "market"), {"xx": 1, "bgw": 1}, "$.table.market", "not a list"),
    (("table", "market"), None, "$.table.market", "not a list"),
    (("table", "market"), ["bgw", 5], "$.table.market[1]", "not a text"),
    (("table", "seats"), {}, "$.table.seats", "not a list"),
    (("table", "seats"), "blue", "$.table.seats", "not a list"),
    (("table", "seats", 0), [], "$.table.seats[0]", "object"),
    (("table", "seats", 0), None, "$.table.seats[0]", "object"),
    (("table", "seats", 0, "stock"), ["grey"], "$.table.seats[0].stock", "object"),
    (("table", "seats", 0, "stock"), {"grey": "1"}, "$.table.seats[0].stock['grey']", "whole number"),
    (("table", "seats", 0, "stock"), {"grey": 1.0}, "$.table.seats[0].stock['grey']", "whole number"),
    (("table", "seats", 0, "cone"), False, "$.table.seats[0].cone", "whole number"),
    (("table", "seats", 0, "vehicles"), ..., "$.table.seats[0].vehicles", "missing"),
    (("table", "seats", 0, "money"), 3, "$.table.seats[0]", "money"),
    (("table", "buildings"), [], "$.table.buildings", "object"),
    (("table", "buildings"), "A1", "$.table.buildings", "object"),
    (("table", "buildings", "A1"), "black", "$.table.buildings['A1']", "object"),
    (("table", "buildings", "A1", "colour"), ..., "$.table.buildings['A1'].colour", "missing"),
    (("table", "buildings", "A1", "height"), 2, "$.table.buildings['A1']", "height"),
    (("table", "buildings", "A1", "floors"), "2", "$.table.buildings['A1'].floors", "whole number"),
    (ROOFS, {"01": "blue"}, "$.table.buildings['A2'].roofs", "'01'"),
    (ROOFS, {"x": "blue"}, "$.table.buildings['A2'].roofs", "'x'"),
    (ROOFS, {"": "blue"}, "$.table.buildings['A2'].roofs", "''"),
    (ROOFS, {"-1": "blue"}, "$.table.buildings['A2'].roofs", "'-1'"),
    (ROOFS, {"1.0": "blue"}, "$.table.buildings['A2'].roofs", "'1.0'"),
    (ROOFS, {" 1": "blue"}, "$.table.buildings['A2'].roofs", "' 1'"),
    (ROOFS, {"²": "blue"}, "$.table.buildings['A2'].roofs", "'²'"),
    (ROOFS, {"١": "blue"}, "$.table.buildings['A2'].roofs", "'١'"),
    (ROOFS, {"1": 1}, "$.table.buildings['A2'].roofs", "colour of the roof"),
    (ROOFS, ["blue"], "$.table.buildings['A2'].roofs", "object"),
    (ROOFS, "blue", "$.table.buildings['A2'].roofs", "object"),
    (("table", "ending"), "shortage", "$.table.ending", "object"),
    (("table", "ending"), {"cause": "shortage"}, "$.table.ending.seat", "missing"),
    (("table", "extra_turn"), 1, "$.table.extra_turn", "true or false"),
    (("table", "phase"), 3, "$.table.phase", "not a text"),
    (("table", "seat"), True, "$.table.seat", "whole number"),
    (("table", "weather"), "fine", "$.table", "weather"),
    (("table", "pile"), ..., "$.table.pile", "missing"),
    (("table",), ..., "$.table", "missing"),
    (("table",), [], "$.table", "object"),
    (("weather",), "fine", "$", "weather"),
    (("setup",), ..., "$.setup", "missing"),
    (("setup", "edition"), "small", "$.setup.edition", "object"),
    (("setup", "edition", "digest"), "0" * 16, "$.setup", "'0000000000000000' is wanted"),
    (("setup", "edition", "name"), "tiny", "$.setup", "is wanted, but 'tiny'"),
    (("setup", "edition", "name"), "huge", "$.setup", "shipped are hamlet, reconstruction, rush, small, tiny, "),
    (("setup", "players"), 2, "$.setup.players", "not a list"),
    (("setup", "players"), "blue", "$.setup.players", "not a list"),
    (("setup", "players"), ["blue"], "$.setup", "2, 3, 4 players"),
    (("setup", "players"), ["blue", "pink"], "$.setup", "roof colours are blue, yellow, orange, green"),
    (("setup", "objectives"), ["sea", "lake"], "$.setup", "the objectives are"),
    (("setup", "starting_floors"), 9, "$.setup", "2 to 4 starting floors"),
    (("setup", "rulings"), [], "$.setup.rulings", "object"),
    (("setup", "rulings"), {"weather": "fine"}, "$.setup", "there is no ruling 'weather'"),
    (("setup", "rulings"), {"extra_turn": "maybe"}, "$.setup", "compulsory, optional"),
]


@pytest.mark.parametrize(
    ("path", "to", "place", "said"),
    WRONG_FORMS,
    ids=[f"{'.'.join(map(str, path))} {'left out' if to is ... else to!r}" for path, to, _, _ in WRONG_FORMS],
)
def test_a_wrong_form_is_refused_at_its_place(path: tuple[str | int, ...], to: Any, place: str, said: str) -> None:
    """Text for a list, an object for a list, a list for an object, keys too many or too few."""
    with pytest.raises(JsonError) as caught:
        from_json(changed(*path, to=to))
    [problem] = caught.value.problems
    assert problem.endswith(f" @ {place}")
    assert said in problem


def test_every_mistake_is_named_at_once() -> None:
    """Two mistakes in two places are two problems, and both are in the message."""
    value = json.loads(changed("table", "market", to="xx"))
    value["table"]["seats"][1]["roofs"] = "four"
    with pytest.raises(JsonError) as caught:
        from_json(json.dumps(value))
    assert len(caught.value.problems) == 2
    assert "$.table.market" in str(caught.value)
    assert "$.table.seats[1].roofs" in str(caught.value)


@pytest.mark.parametrize("data", ["", "{", "state", '{"format": NaN}', b"\xff\xfe", None, 5, []], ids=repr)
def test_what_is_no_json_is_refused_as_such(data: Any) -> None:
    """Broken text, bytes that are no text, and what is neither."""
    with pytest.raises(JsonError, match=r"^not JSON: "):
        from_json(data)


@pytest.mark.parametrize("data", ["[]", "null", "5", '"state"', "{}"])
def test_json_that_is_no_state_is_refused_as_such(data: str) -> None:
    """The message says what a state begins with."""
    with pytest.raises(JsonError, match=r'^not a state: format is .*, not "towerup-state" @ \$\.format$'):
        from_json(data)


@pytest.mark.parametrize(
    ("path", "to", "rule"),
    [
        (("table", "container", "black"), 9, "TU-BOX-01"),
        (("table", "container", "black"), -1, "TU-FORM-02"),
        (("table", "pile", "gwn"), 9, "TU-BOX-03"),
        (("table", "seats"), [], "TU-FORM-02"),
        (("table", "seats", 0, "roofs"), 4, "TU-BOX-02"),
        (("table", "seats", 0, "vehicles"), {}, "TU-FORM-02"),
        (("table", "seats", 0, "vehicles", "white"), 0, "TU-MOVE-01"),
        (("table", "seats", 0, "roof"), "yellow", "TU-FORM-02"),
        (("table", "seats", 0, "stock", "pink"), 1, "TU-FORM-02"),
        (("table", "buildings", "A2", "roofs"), {"0": "blue"}, "TU-ROOF-02"),
        (("table", "buildings", "A2", "roofs"), {"2": "blue"}, "TU-ROOF-02"),
        (("table", "buildings", "A2", "roofs"), {"1": "green"}, "TU-FORM-02"),
        (("table", "buildings", "A1", "floors"), 10**9, "TU-FORM-02"),
        (("table", "buildings", "Z9"), {"colour": "black"}, "TU-FORM-02"),
        (("table", "phase"), "lunch", "TU-FORM-02"),
        (("table", "seat"), 2, "TU-FORM-02"),
        (("table", "ending"), {"cause": "boredom", "seat": 0}, "TU-FORM-02"),
        (("table", "ending"), {"cause": "shortage", "seat": 7}, "TU-FORM-02"),
    ],
    ids=lambda value: ".".join(map(str, value)) if isinstance(value, tuple) else str(value),
)
def test_a_state_no_game_can_reach_is_refused_though_its_form_is_right(
    path: tuple[str | int, ...], to: Any, rule: str
) -> None:
    """A table read from JSON is checked like one built by hand."""
    with pytest.raises(ImpossiblePosition) as caught:
        from_json(changed(*path, to=to))
    assert rule in {one.id for one in caught.value.violations}


def test_a_state_of_an_edition_of_ones_own_needs_that_edition() -> None:
    """The edition is given when reading; another one with the same name is noticed by its digest."""
    edition = changed_edition("small", ("black = 9", "black = 10"))
    state = Dealer(3).settle(tu.new_game(2, edition=edition))
    data = to_json(state)
    assert from_json(data, edition=edition) == state
    for other in (None, "small", "tiny"):
        with pytest.raises(JsonError, match=f"edition 'small' '{edition.digest}'"):
            from_json(data, edition=other)


# --- setups and outcomes


def test_a_game_comes_back_from_its_setup() -> None:
    """Rulings are written where they differ from the default."""
    start = tu.new_game(
        ["green", "blue"], edition="small", starting_floors=3, rulings=tu.Rulings(extra_turn="optional")
    )
    value = tu.TOWER_UP.setup_to_json(start)
    assert (value["rulings"], value["players"]) == ({"extra_turn": "optional"}, ["green", "blue"])
    assert tu.TOWER_UP.game_from_setup(value) == start


# --- actions


@pytest.mark.parametrize(("edition", "players"), [("tiny", 2), ("small", 4), ("reconstruction", 2)])
def test_every_action_comes_back_from_json(edition: str, players: int) -> None:
    """Each action of an edition's action space is itself again, and no two are written alike."""
    space = tu.action_space(tu.new_game(players, edition=edition))
    written = set()
    for action in space:
        value = tu.TOWER_UP.action_to_json(action)
        assert value["type"] == type(action).__name__.lower()
        written.add(canonical.encode(value))
        assert tu.TOWER_UP.action_from_json(value) == action
    assert len(written) == len(space)


def test_the_json_of_actions() -> None:
    """A type and the fields of the action; free choices in one order."""
    take = {"type": "take", "card": "xx", "floors": ["black", "white"]}
    assert tu.TOWER_UP.action_to_json(tu.Take("xx", ["white", "black"])) == take
    assert tu.TOWER_UP.action_to_json(tu.Decline()) == {"type": "decline"}
    assert tu.TOWER_UP.action_from_json({"type": "take", "card": "bgw"}) == tu.Take("bgw")


@pytest.mark.parametrize(
    "value",
    [None, 5, "take", [], {}, ["take"], {"card": "xx"}, {"type": "grab"}, {"type": "Take"}, {"type": ["take"]}],
    ids=repr,
)
def test_what_is_no_action_in_json_is_answered_with_the_types_there_are(value: Any) -> None:
    """Seven of them."""
    with pytest.raises(JsonError, match=r"deal, reveal, place, take, back, found, decline"):
        tu.TOWER_UP.action_from_json(value)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"type": "take"}, "required field missing @ $.card"),
        ({"type": "take", "card": 5}, "5 is not a text @ $.card"),
        ({"type": "take", "card": "xx", "floors": "black"}, '"black" is not a list @ $.floors'),
        ({"type": "take", "card": "xx", "floors": {"black": 1}}, '{"black":1} is not a list @ $.floors'),
        ({"type": "take", "card": "xx", "floors": ["black", 1]}, "1 is not a text @ $.floors[1]"),
        ({"type": "take", "card": "xx", "roof": "A1"}, "extra fields found (roof) @ $"),
        ({"type": "back", "floors": None}, "null is not a list @ $.floors"),
        ({"type": "found", "site": "A1", "colour": "black"}, "required field missing @ $.roof"),
        ({"type": "found", "site": None, "colour": "black", "roof": "A1"}, "null is not a text @ $.site"),
        ({"type": "deal", "objectives": "lake"}, '"lake" is not a list @ $.objectives'),
        ({"type": "decline", "why": "tired"}, "extra fields found (why) @ $"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_an_action_of_a_wrong_form_in_json_is_named_at_its_place(value: dict[str, Any], said: str) -> None:
    """A field that is missing, too many or of the wrong kind."""
    with pytest.raises(JsonError) as caught:
        tu.TOWER_UP.action_from_json(value)
    assert caught.value.problems == (said,)
