"""The rules hold for every box that comes with the library: properties over games by players of every temper."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from towerup import view
from towerup.kernel.actors import CHANCE
from towerup.kernel.checking import Checker
from towerup.kernel.menus import menu_of
from towerup.kernel.records import Record, read_record
from towerup.rulesets.projekt_skyline.board import CORNERS, NO_CELL, Board
from towerup.rulesets.projekt_skyline.edition import SHIPPED, load_edition
from towerup.rulesets.projekt_skyline.reachability import impossibilities
from towerup.rulesets.projekt_skyline.ruleset import PROJEKT_SKYLINE as RULES

SMALL = [name for name in SHIPPED if name != "standard"]
seeds = st.integers(0, 10**6)
boxes = st.sampled_from(["standard", *SMALL])


def played(seed: int, edition: str, most: int = 120) -> Iterator[tuple[Any, Any, Any]]:
    """A drawn game, step by step: the state before, the action, the state after."""
    chooser = random.Random(seed)
    state = RULES.drawn_game(chooser, chooser.choice(RULES.player_counts(edition)), edition)
    tempers = [chooser.choice([*RULES.tempers.values()]) for _ in state.setup.seats]
    for _ in range(most):
        legal = RULES.legal_actions(state)
        if not legal:
            return
        if state.actor is CHANCE:
            action = chooser.choices(legal, RULES.chance_weights(state))[0]
        else:
            action = tempers[state.actor](state, legal, chooser)
        after = RULES.apply(state, action)
        yield state, action, after
        state = after


def reached(seed: int, edition: str) -> Any:
    """A state of a drawn game, anywhere in it."""
    steps = [*played(seed, edition)]
    return steps[seed % len(steps)][2]


@given(seeds, boxes)
def test_every_step_keeps_every_law(seed: int, edition: str) -> None:
    """Asked step by step, and in the end in full; and no state of play is an impossible position."""
    checker = Checker(RULES)
    after = None
    for before, action, after in played(seed, edition):
        assert not checker.step(before, action, after), action
        assert not impossibilities(after), action
    assert not checker.judged(after)


@given(seeds, st.sampled_from(SMALL))
def test_judge_and_generator_agree_over_the_whole_action_space(seed: int, edition: str) -> None:
    """An action is generated exactly if the judge finds nothing wrong with it."""
    state = reached(seed, edition)
    legal = RULES.legal_actions(state)
    assert len({*legal}) == len(legal)
    numbers = state.setup.space.numbers
    assert [numbers[one] for one in legal] == sorted(numbers[one] for one in legal)
    for action in RULES.action_space(state):
        assert (action in legal) == (not RULES.findings(state, action)), str(action)


@given(seeds, boxes)
def test_states_and_actions_survive_json_notation_and_pickle(seed: int, edition: str) -> None:
    """What is written is read back the same."""
    state = reached(seed, edition)
    text = RULES.state_to_json(state)
    for other in (RULES.state_from_json(text), pickle.loads(pickle.dumps(state))):
        assert other == state
        assert RULES.state_to_json(other) == text
        assert RULES.state_key(other) == RULES.state_key(state)
        assert RULES.legal_actions(other) == RULES.legal_actions(state)
    for action in RULES.legal_actions(state)[:20]:
        assert RULES.action_from_json(RULES.action_to_json(action)) == action
        assert RULES.parse_action(state, f" {str(action).upper()} ") == action


@given(seeds, boxes)
def test_records_survive(seed: int, edition: str) -> None:
    """A game is the list of its actions, with its outcome if it came to its end."""
    steps = [*played(seed, edition)]
    record = Record(steps[0][0], tuple(action for _, action, _ in steps))
    assert read_record(record.lines(), RULES) == record


@given(seeds, boxes)
def test_what_can_be_told_of_a_state_is_told(seed: int, edition: str) -> None:
    """Menus lead to every legal action, columns have their values, an appraisal has a number a seat, pictures are drawn."""
    state = reached(seed, edition)
    legal = RULES.legal_actions(state)
    assert {*menu_of(RULES, state).actions()} == {*legal}
    names = [column.name for column in RULES.analysis.columns(state)]
    for action in legal[:10]:
        assert [*RULES.analysis.describe(state, action)] == names
        assert view.effect(state, action).captions
    assert len(RULES.analysis.appraise(state)) == len(state.setup.seats)
    text = view.picture(state, colour=False, unicode=True, width=80)
    for seat in state.table.seats:
        assert seat.colour in text
    for cell in state.table.constructions:
        assert f'data-cell="{cell}"' in view.svg(state)


@pytest.mark.parametrize("columns, rows", [(2, 2), (3, 5), (6, 6), (9, 9)])
def test_on_a_full_rectangle_a_move_is_a_distance(columns: int, rows: int) -> None:
    """Exactly so many cells with one turn at most, and over none twice, ends just as far away in columns and rows."""
    board = Board(columns, rows, (), "NW")
    far = dict(nx.all_pairs_shortest_path_length(board.graph))
    for start, name in enumerate(board.names):
        for steps in range(1, columns + rows - 1):
            ends = {other for other in board.names if far[name][other] == steps}
            assert {*board.cells(board.reach[start][steps])} == ends


def test_the_street_of_the_whole_game() -> None:
    """28 spaces, the corners seven apart, and no cell beside them; nobody reaches one with the first roll."""
    board = load_edition("standard").board
    assert (len(board.spaces), board.corners) == (28, (0, 7, 14, 21))
    assert [board.beside[corner] for corner in board.corners] == [NO_CELL] * 4
    assert len({*board.names, *board.spaces}) == 36 + 28
    assert [board.names[board.beside[board.space_index[name]]] for name in ("N-3", "E-2", "S-1", "W-6")] == [
        "C1", "F2", "A6", "A6",
    ]  # fmt: skip
    assert all(name in board.spaces for name in CORNERS)
