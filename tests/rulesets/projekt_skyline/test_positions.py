"""Positions made by hand, replayed games, and everything that is wrong with a state."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest
from attrs import evolve

from towerup.kernel.notation import NotationError
from towerup.kernel.rules import IllegalAction, ImpossiblePosition
from towerup.rulesets.projekt_skyline import (
    PROJEKT_SKYLINE,
    Construction,
    Ending,
    Phase,
    Rulings,
    State,
    apply,
    new_game,
    parse_action,
    position,
    problems,
    replay,
)

TOWERS = {"C3": Construction("green", 3), "D3": Construction("red", 3)}


def simple(**more: Any) -> State:
    return position("standard", 2, constructions={**TOWERS, "A1": Construction("red", 2)}, architect="A1", **more)


def test_what_is_left_out_is_filled_in() -> None:
    """Reserves have what is not on the board; money, pawns and cards are those of the start."""
    green, red = simple().players
    assert (green.floors, green.skyscrapers, green.cash, green.pawn) == (13, 6, 700, "NW")
    assert (red.floors, red.skyscrapers) == (11, 6)
    state = simple(phase="card", card="tax", used=["raze"], turn="red")
    assert (state.seat, state.drawer, state.unseen["tax"], state.unseen["raze"]) == (1, 1, 1, 1)
    assert simple(phase="build", die=2).player.pawn == "N-1"


def test_a_position_is_plain_and_frozen() -> None:
    """It equals its copies, has a hash, and says in one line what it is."""
    state = simple()
    for other in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state)), evolve(state)):
        assert other == state
        assert hash(other) == hash(state)
    assert evolve(state, seat=1) != state
    assert repr(state) == "<State standard, 2 players, 3 constructions: waits for the dice to be rolled for green>"
    assert state.board.nodes["A1"] == {"column": 0, "row": 0, "centre": False, "spaces": ("N-1", "W-1")}
    assert {*state.board["B2"]} == {"A2", "B1", "B3", "C2"}
    with pytest.raises(TypeError):
        state.constructions["B1"] = Construction("red")


@pytest.mark.parametrize(
    "more, rule, words",
    [
        ({"cash": {"blue": 1}}, "PS-FORM-02", "cash: nobody plays 'blue'; the players are green, red"),
        ({"pawns": {"red": "N-9"}}, "PS-FORM-02", "seat 1 (red), pawn: 'N-9' is not known"),
        ({"used": ["fire"]}, "PS-FORM-02", "used: 'fire' is not known"),
        ({"used": ["throw", "throw"]}, "PS-BOX-03", "2 cards throw, but 1 are in the game"),
        ({"used": ["swap-others"]}, "PS-SETUP-09", "1 cards swap-others, but 0 are in the game"),
        ({"cash": {"red": 800}}, "PS-BOX-07", "the players have 1500, but 1400 was dealt"),
        ({"die": 3}, "PS-TURN-04", "not so: The black die shows one of its faces exactly while somebody builds."),
        ({"drawer": "red"}, "PS-FORM-02", "drawer: it is a seat exactly while a card is drawn or followed"),
        ({"pawns": {"red": "NE"}}, "PS-PAWN-03", "the pawn of red is on NE, but no card has been drawn"),
        ({"ending": Ending("unpaid rent", 0, 10, 1)}, "PS-TURN-03", "not so: The game is over exactly when"),
    ],
)
def test_a_position_that_no_game_can_reach_is_refused(more: dict[str, Any], rule: str, words: str) -> None:
    with pytest.raises(ImpossiblePosition) as caught:
        simple(**more)
    assert any(one.id == rule and one.message.startswith(words) for one in caught.value.violations)


def test_what_is_no_value_of_its_kind_is_refused() -> None:
    """Types are checked when a state is made."""
    wrong: Any = {"A1": "red"}
    with pytest.raises(TypeError, match="on A1 stands a Construction"):
        position("standard", 2, constructions=wrong)
    changes: dict[str, Any]
    for changes in ({"seat": "0"}, {"die": "1"}, {"architect": 7}, {"players": []}, {"used": "tax"}, {"ending": "tax"}):
        with pytest.raises(TypeError):
            evolve(simple(), **changes)
    with pytest.raises(ValueError, match="bakery"):
        evolve(simple(), phase="bakery")


def test_problems_of_a_state_changed_by_hand() -> None:
    """The state itself is not checked; `problems` finds what is wrong."""
    state = simple()
    assert problems(state) == ()
    players = state.with_player(0, evolve(state.player, floors=12))
    assert [one.id for one in problems(evolve(state, players=players))] == ["PS-BOX-01"]
    bare = evolve(state, constructions={"D3": TOWERS["D3"], "A1": Construction("red", 2)})
    assert {one.id for one in problems(bare)} == {"PS-BOX-02"}


def test_a_replay_is_the_game_that_it_writes() -> None:
    """Moves in notation, one by one, with what was agreed."""
    played = replay("tiny", 2, "place A2; place B2; place A1")
    state = new_game(2, edition="tiny")
    for move in ("place A2", "place B2", "place A1"):
        state = apply(state, parse_action(state, move))
    assert played == state
    own = replay("tiny", 2, "corner NE\ncorner NE", expert=True, rulings=Rulings(starting_corner="own"))
    assert (own.phase, own.setup.expert, own.players[1].pawn) == (Phase.PLACE, True, "NE")


def test_a_replay_names_the_move_that_cannot_be_played() -> None:
    with pytest.raises(IllegalAction) as illegal:
        replay("tiny", 2, "place A2; place A2")
    assert illegal.value.__notes__ == ["This was move 2: place A2"]
    with pytest.raises(NotationError):
        replay("tiny", 2, "plaze A2")


def test_json_with_wrong_reserves_is_refused() -> None:
    """What follows from the rest must be told as it is."""
    told = json.loads(PROJEKT_SKYLINE.state_to_json(simple()))
    assert PROJEKT_SKYLINE.state_from_json(json.dumps(told)) == simple()
    told["table"]["spare"] = 3
    with pytest.raises(ImpossiblePosition, match="26 floors are left to be borrowed, not 3"):
        PROJEKT_SKYLINE.state_from_json(json.dumps(told))
    told["table"] |= {"spare": 26, "phase": "bakery"}
    with pytest.raises(ImpossiblePosition, match="bakery"):
        PROJEKT_SKYLINE.state_from_json(json.dumps(told))
