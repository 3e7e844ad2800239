"""States are plain frozen values; positions made by hand are checked; games are replayed from notation."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import attrs
import networkx as nx
import pytest

from rulesets.playing import played
from towerup.kernel.rules import IllegalAction, ImpossiblePosition
from towerup.rulesets.new_york_1901.box.tiles import Technology
from towerup.rulesets.new_york_1901.positions import position, problems
from towerup.rulesets.new_york_1901.replay import replay
from towerup.rulesets.new_york_1901.ruleset import NEW_YORK_1901 as RULES
from towerup.rulesets.new_york_1901.setup import new_game
from towerup.rulesets.new_york_1901.state import Building, Phase, State


def test_a_state_has_plain_values_by_name() -> None:
    state = position("standard", 2, lots={"brown": ["R5"]}, buildings={"brown": {"bronze-row-3": "a1 b1 c1"}})
    brown = state.players[0]
    assert (brown.colour, brown.points, brown.lots) == ("brown", 3, ("R1", "R5", "R12"))
    assert brown.buildings == (Building("bronze-row-3", ["a1", "b1", "c1"]), Building("start", ["b3", "c3"]))
    assert (state.phase, state.technology, state.market.total) == (Phase.TURN, Technology.BRONZE, 4)
    assert (state.free_workers(0), state.bare_lots(0)) == (3, ["R5"])


def test_the_board_is_a_frozen_graph() -> None:
    board = new_game(2).board
    assert board.nodes["b3"]["lot"] == "R12"
    assert "cedar" in board.nodes["b3"]["streets"]
    assert nx.is_frozen(board)
    assert set(board["b3"]) >= {"a3", "c3"}


@pytest.mark.parametrize("edition", ["tiny", "corner", "standard"])
def test_states_copy_pickle_and_compare(edition: str) -> None:
    for _, _, state in [*played(RULES, 5, edition, 60)][::7]:
        for again in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state), attrs.evolve(state)):
            assert again == state
            assert hash(again) == hash(state)
            assert RULES.state_key(again) == RULES.state_key(state)
        assert RULES.state_from_json(RULES.state_to_json(state)) == state


def test_no_state_that_a_game_reaches_has_problems() -> None:
    for edition in ("tiny", "corner", "quarter"):
        for _, _, state in played(RULES, 8, edition, 200):
            assert not problems(state), state


def test_a_state_with_a_wrong_type_is_refused() -> None:
    state = new_game(2)
    with pytest.raises(TypeError, match="seat is '0'"):
        attrs.evolve(state, seat="0")  # type: ignore[arg-type]  # that is the mistake
    with pytest.raises(ValueError, match="'later' is not a valid Phase"):
        attrs.evolve(state, phase="later")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seat": 2}, "seat: 2 is not a number from 0 to 1"),
        ({"market": {"red-4": 1}}, "market: 'red-4' is not known"),
        ({"legendaries": ["singer", "singer"]}, "legendaries: 'singer' is there twice"),
        ({"technology": Technology.START}, "technology: start is not one of bronze, silver, gold"),
        ({"players": new_game(3).players}, "seats: 3 of them, but the game is set up for 2"),
    ],
)
def test_what_is_not_in_the_game_is_named(changes: dict[str, Any], words: str) -> None:
    found = problems(attrs.evolve(new_game(2), **changes))
    assert any(words in one.message for one in found), found


def test_a_building_that_cannot_lie_so_is_named() -> None:
    with pytest.raises(ImpossiblePosition, match="it cannot cover just a1 c1"):
        position("standard", 2, buildings={"brown": {"bronze-row-2": "a1 c1"}})
    with pytest.raises(ImpossiblePosition, match="'pink' does not play; the players are brown, green"):
        position("standard", 2, lots={"pink": ["R5"]})


def test_workers_in_json_follow_from_the_rest() -> None:
    """A table that says otherwise is refused."""
    value = json.loads(RULES.state_to_json(position("standard", 2, lots={"brown": ["R5"]})))
    value["table"]["seats"][0]["workers"] = 4
    with pytest.raises(ImpossiblePosition, match="brown has 3 free workers, not 4"):
        RULES.state_from_json(json.dumps(value))


def test_a_game_is_replayed_from_notation() -> None:
    state = replay(
        "standard", 2, "deal red-2; deal red-2; deal blue-2; deal yellow-3; acquire R8; build bronze-row-2 b2 c2"
    )
    assert (state.players[0].points, state.phase) == (2, Phase.AFTER)
    assert isinstance(state, State)
    with pytest.raises(IllegalAction, match="NY-LAND-01"):
        replay("standard", 2, "deal red-2; deal red-2; deal blue-2; deal yellow-3; acquire G7")
