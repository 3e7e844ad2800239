"""The rules hold for every box that comes with the library: properties over games by players of every policy."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from towerup import view
from towerup.kernel.checking import Checker
from towerup.kernel.menus import menu_of
from towerup.kernel.records import Record, read_record
from towerup.kernel.ruleset import AnyRuleset
from towerup.rulesets import NAMES, ruleset

from .playing import BaseState, played, reached

every_game = pytest.mark.parametrize("rules", [*map(ruleset, NAMES)], ids=NAMES)
seeds = st.integers(0, 10**6)


def games(rules: AnyRuleset) -> st.SearchStrategy[list[BaseState]]:
    """Drawn games in any box of ours, step by step."""
    return st.builds(
        lambda seed, box: [*played(rules, seed, box)], seeds, st.sampled_from(sorted(rules.editions.names))
    )


def states(rules: AnyRuleset, *, small: bool = False) -> st.SearchStrategy[Any]:
    """States of such games, or of those in small boxes alone."""
    boxes = sorted({*rules.editions.names} - {rules.usual_edition if small else ""})
    return st.builds(lambda seed, box: reached(rules, seed, box), seeds, st.sampled_from(boxes))


def impossibilities_of(rules: AnyRuleset) -> Callable[[Any], Sequence[object]]:
    """What finds every reason why no game can reach a state."""
    problems: Callable[[Any], Sequence[object]] = import_module(f"{rules.package}.positions").problems
    return problems


@every_game
@given(data=st.data())
def test_every_step_keeps_every_law(rules: AnyRuleset, data: st.DataObject) -> None:
    """Asked step by step, and in the end in full; and no state of play is an impossible position."""
    checker = Checker(rules)
    impossibilities = impossibilities_of(rules)
    after = None
    for before, action, after in data.draw(games(rules)):
        assert not checker.step(before, action, after), action
        assert not impossibilities(after), action
    assert not checker.judged(after)


@every_game
@given(data=st.data())
def test_judge_and_generator_agree_over_the_whole_action_space(rules: AnyRuleset, data: st.DataObject) -> None:
    """An action is generated exactly if the judge finds nothing wrong with it."""
    state = data.draw(states(rules, small=True))
    legal = rules.legal_actions(state)
    assert len({*legal}) == len(legal)
    numbers = {action: number for number, action in enumerate(rules.action_space(state))}
    assert [numbers[one] for one in legal] == sorted(numbers[one] for one in legal)
    for action in rules.action_space(state):
        assert (action in legal) == (not rules.objections(state, action)), str(action)


@every_game
@pytest.mark.parametrize("seed", range(6))
def test_judge_and_generator_agree_on_the_whole_board(rules: AnyRuleset, seed: int) -> None:
    """The same in the whole game, in a few states."""
    state = reached(rules, seed, rules.usual_edition)
    legal = {*rules.legal_actions(state)}
    assert {one for one in rules.action_space(state) if not rules.objections(state, one)} == legal


@every_game
@given(data=st.data())
def test_states_and_actions_survive_json_notation_and_pickle(rules: AnyRuleset, data: st.DataObject) -> None:
    """What is written is read back the same."""
    state = data.draw(states(rules))
    text = rules.state_to_json(state)
    for other in (rules.state_from_json(text), pickle.loads(pickle.dumps(state))):
        assert other == state
        assert rules.state_to_json(other) == text
        assert rules.state_key(other) == rules.state_key(state)
        assert rules.legal_actions(other) == rules.legal_actions(state)
    for action in rules.legal_actions(state)[:20]:
        assert rules.action_from_json(rules.action_to_json(action)) == action
        assert rules.parse_action(state, f" {str(action).upper()} ") == action


@every_game
@given(data=st.data())
def test_records_survive(rules: AnyRuleset, data: st.DataObject) -> None:
    """A game is the list of its actions, with its outcome if it came to its end."""
    steps = data.draw(games(rules))
    record = Record(steps[0][0], tuple(action for _, action, _ in steps))
    assert read_record(record.lines(), rules) == record


@every_game
@given(data=st.data())
def test_what_can_be_told_of_a_state_is_told(rules: AnyRuleset, data: st.DataObject) -> None:
    """Menus lead to every legal action, columns have their values, an evaluation has a number a seat, effects are told."""
    state = data.draw(states(rules))
    legal = rules.legal_actions(state)
    assert {*menu_of(rules, state).actions()} == {*legal}
    names = [column.name for column in rules.analysis.columns(state)]
    for action in legal[:10]:
        assert [*rules.analysis.describe(state, action)] == names
        assert view.effect(state, action).captions
    assert len(rules.analysis.evaluate(state)) == len(state.setup.seats)
    text = view.picture(state, colour=False, unicode=True, width=80)
    for seat in state.setup.seats:
        assert seat in text
