"""The rules hold for every box that comes with the library: properties over games by players of every temper."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from towerup.kernel.actors import CHANCE
from towerup.kernel.checking import Checker
from towerup.kernel.menus import menu_of
from towerup.kernel.records import Record, read_record
from towerup.rulesets.new_york_1901.edition import SHIPPED, load_edition
from towerup.rulesets.new_york_1901.fitting import fits_for
from towerup.rulesets.new_york_1901.placing import placements_for
from towerup.rulesets.new_york_1901.reachability import impossibilities
from towerup.rulesets.new_york_1901.ruleset import NEW_YORK_1901 as RULES
from towerup.rulesets.new_york_1901.tiles import Tile, shape_of, turned, turned_over

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


@pytest.mark.parametrize("seed", range(6))
def test_judge_and_generator_agree_on_the_whole_board(seed: int) -> None:
    """The same in the whole game, in a few states."""
    state = reached(seed, "standard")
    legal = {*RULES.legal_actions(state)}
    assert {one for one in RULES.action_space(state) if not RULES.findings(state, one)} == legal


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
    """Menus lead to every legal action, columns have their values, an appraisal has a number a seat."""
    state = reached(seed, edition)
    legal = RULES.legal_actions(state)
    assert {*menu_of(RULES, state).actions()} == {*legal}
    names = [column.name for column in RULES.analysis.columns(state)]
    for action in legal[:10]:
        assert [*RULES.analysis.describe(state, action)] == names
    assert len(RULES.analysis.appraise(state)) == len(state.setup.seats)


@given(seeds, boxes)
def test_a_card_in_the_market_always_has_a_lot(seed: int, edition: str) -> None:
    """For each district and size there are as many cards in market and pile as free lots."""
    state = reached(seed, edition)
    if state.phase == 0:
        return
    board, owned = state.setup.board, 0
    for lots in state.lots:
        owned |= lots
    for card, lots in enumerate(board.card_lots):
        cards = state.market[card] + sum(layer[card] for layer in state.pile)
        assert cards == (lots & state.setup.in_play & ~owned).bit_count()


shapes = st.lists(st.text("#.", min_size=3, max_size=3), min_size=1, max_size=4).filter(
    lambda rows: "#" in "".join(rows)
)


@given(shapes)
def test_turning_a_shape(rows: list[str]) -> None:
    """Four turns lead back, turning over twice too; a shape has 1, 2 or 4 ways, and as many on its other side."""
    shape = shape_of(rows)
    ways = turned(shape)
    assert len(ways) in (1, 2, 4)
    assert {*turned(ways[-1])} == {*ways}
    assert turned_over(turned_over(shape)) == shape
    assert len(turned(turned_over(shape))) == len(ways)
    assert all(len(way) == len(shape) for way in ways)
    assert Tile("", "", RULES_BRONZE, 0, shape).irregular == (len(shape) < _box(shape))


def _box(shape: Any) -> int:
    return len({x for x, _ in shape}) * len({y for _, y in shape})


RULES_BRONZE = load_edition("standard").own[0].technology


@given(seeds, st.sampled_from(SHIPPED), st.booleans(), st.booleans())
def test_what_fits_is_what_lies_within(seed: int, edition: str, mirrored: bool, across: bool) -> None:
    """On any cells: just the placements that lie on them wholly, front a street or a park, and are not forbidden."""
    box = load_edition(edition)
    chooser = random.Random(seed)
    lots = chooser.sample(box.board.lot_cells, min(len(box.board.lots), 6))
    cells = sum(lots) & ~sum(1 << cell for cell in chooser.sample(range(len(box.board.names)), 5))
    fits = fits_for(box, mirrored, across).of(cells)
    found = sorted(placement.number for fit in fits for tile in fit.rebuilds for placement, _ in tile)
    wanted = [
        one.number
        for one in placements_for(box, across).all
        if one.fronts and one.tile < len(box.tiles) - 1 and not one.cells & ~cells and (mirrored or not one.mirrored)
    ]
    assert found == wanted
