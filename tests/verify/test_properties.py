"""The rules hold for any box: properties over random editions, games, states and actions, of every game."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from towerup.kernel.actors import CHANCE
from towerup.kernel.canonical import decode
from towerup.kernel.checking import Checker
from towerup.rulesets import ruleset
from towerup.verify import strategies
from towerup.verify.boxes import drawn_games

FEW = settings(max_examples=8) if os.environ.get("TOWERUP_PROFILE", "dev") == "dev" else settings()
"""At the desk some games of each kind are enough; CI plays more."""


def every_game(test: Callable[..., None]) -> Callable[..., None]:
    """The test for each game that boxes are drawn of."""
    each: Callable[..., None] = pytest.mark.parametrize("game", drawn_games())(FEW(test))
    return each


def games(game: str) -> st.SearchStrategy[Any]:
    """Games about to begin, with boxes made up on the spot and with ours."""
    return strategies.new_games(st.one_of(strategies.editions(game), strategies.shipped_editions(game)), game)


def broken_laws(before: Any, action: Any, after: Any) -> list[Any]:
    """Everything that the laws find wrong with a step."""
    return Checker(after.ruleset).every_breach(before, action, after)


@every_game
@given(data=st.data())
def test_every_step_of_every_game_keeps_every_law(game: str, data: st.DataObject) -> None:
    """Whatever the box, the players and the rulings, no step breaks a law of states or of transitions."""
    checker = Checker(ruleset(game))
    played = data.draw(strategies.steps(games(game)))
    for step in played:
        assert not broken_laws(step.before, step.action, step.after), step.action
        assert not checker.step(step.before, step.action, step.after), step.action
    result = ruleset(game).outcome(played[-1].after) if played else None
    event(f"ended by {result.cause}" if result else "not over")


@every_game
@given(data=st.data())
def test_offers_and_objections_agree_over_the_whole_action_space(game: str, data: st.DataObject) -> None:
    """An action is offered exactly if there is no objection to it; and the properties hold of what is offered."""
    rules, state = ruleset(game), data.draw(strategies.states(games(game)))
    legal = rules.legal_actions(state)
    generated = set(legal)
    assert len(generated) == len(legal)
    for action in rules.action_space(state):
        broken = rules.objections(state, action)
        assert (action in generated) == (not broken), (str(action), broken)
    assert not Checker(rules).judged(state)


@every_game
@given(data=st.data())
def test_legal_actions_are_in_the_order_of_the_space(game: str, data: st.DataObject) -> None:
    """The order is the same wherever an action is legal."""
    rules, state = ruleset(game), data.draw(strategies.states(games(game)))
    numbers = {action: number for number, action in enumerate(rules.action_space(state))}
    order = [numbers[action] for action in rules.legal_actions(state)]
    assert order == sorted(order)


@every_game
@given(data=st.data())
def test_actions_beyond_the_space_are_refused(game: str, data: st.DataObject) -> None:
    """Whatever names things far away, too many of them or none that there are is refused with a rule."""
    rules, state = ruleset(game), data.draw(strategies.states(games(game)))
    strange: st.SearchStrategy[Any] = st.sampled_from([None, 7, "take", (), [], {}, object()])
    action = data.draw(strategies.any_actions(state) | strange)
    broken = rules.explain(state, action)
    assert (broken == ()) == (action in rules.legal_actions(state))
    assert all(one.rule == rules.catalogue()[one.id] and one.message for one in broken)


@every_game
@given(data=st.data())
def test_states_survive_json_and_pickle(game: str, data: st.DataObject) -> None:
    """A state read back is the same state, with the same bytes, the same hash, the same key and the same legal actions."""
    rules, state = ruleset(game), data.draw(strategies.states(games(game)))
    text = rules.state_to_json(state)
    back = rules.state_from_json(text, state.setup.edition)
    copy = pickle.loads(pickle.dumps(state))
    for other in (back, copy):
        assert other == state
        assert hash(other) == hash(state)
        assert rules.state_to_json(other) == text
        assert rules.state_key(other) == rules.state_key(state)
        assert rules.legal_actions(other) == rules.legal_actions(state)


@every_game
@given(data=st.data())
def test_setups_survive_json(game: str, data: st.DataObject) -> None:
    """What a record's header holds is enough to begin the same game."""
    rules, state = ruleset(game), data.draw(games(game))
    assert rules.game_from_setup(rules.setup_to_json(state), state.setup.edition) == state


@every_game
@given(data=st.data())
def test_actions_survive_json_and_notation(game: str, data: st.DataObject) -> None:
    """Every legal action can be written and read back, as JSON and as a person would type it."""
    rules, state = ruleset(game), data.draw(strategies.states(games(game)))
    for action in rules.legal_actions(state)[:40]:
        assert rules.action_from_json(rules.action_to_json(action)) == action
        assert rules.parse_action(state, str(action)) == action
        assert rules.parse_action(state, f"  {str(action).upper()} ") == action


@every_game
@given(data=st.data())
def test_apply_is_pure_and_repeatable(game: str, data: st.DataObject) -> None:
    """Applying an action leaves the old state as it was, and doing it again gives an equal state."""
    rules = ruleset(game)
    for step in data.draw(strategies.steps(games(game)))[::5]:
        before = (hash(step.before), rules.state_to_json(step.before))
        assert rules.apply(step.before, step.action) == step.after
        # An action made anew is as good as the one from the list.
        assert rules.apply(step.before, pickle.loads(pickle.dumps(step.action))) == step.after
        assert (hash(step.before), rules.state_to_json(step.before)) == before


@every_game
@given(data=st.data())
def test_weights_belong_to_the_chances(game: str, data: st.DataObject) -> None:
    """Where chance acts every outcome has a weight, and nobody else has weights."""
    rules, state = ruleset(game), data.draw(strategies.states(games(game)))
    weights = rules.chance_weights(state)
    assert all(weight > 0 for weight in weights)
    assert len(weights) == (len(rules.legal_actions(state)) if state.actor is CHANCE else 0)


@every_game
@given(data=st.data())
def test_seats_that_are_not_to_act_are_refused(game: str, data: st.DataObject) -> None:
    """A legal action is legal for the one who is to act and for nobody else."""
    rules, (state, action) = ruleset(game), data.draw(strategies.moments(strategies.states(games(game))))
    assert rules.explain(state, action, by=state.actor) == ()
    for other in [*range(len(state.setup.seats)), CHANCE]:
        if other != state.actor:
            broken = rules.explain(state, action, by=other)
            assert "TURN-01" in broken[0].id


@every_game
@given(data=st.data())
def test_an_outcome_can_be_written_and_settles_who_won(game: str, data: st.DataObject) -> None:
    """There is one exactly when nobody is to act; some seats have won; as JSON it has just the fields that rules settle."""
    rules, state = ruleset(game), data.draw(strategies.states(games(game)))
    result = rules.outcome(state)
    assert (result is not None) == (state.actor is None)
    if result is not None:
        assert {*result.winners} <= {*range(len(state.setup.seats))}
        assert result.winners
        written: dict[str, Any] = rules.outcome_to_json(result)
        assert {*written, *written["scores"][0]} == {*rules.outcome_rules}
        assert decode(rules.state_to_json(state))
