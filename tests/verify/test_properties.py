"""The rules hold for any box: properties over random editions, games, states and actions."""

from __future__ import annotations

import pickle
from typing import Any

from hypothesis import event, given
from hypothesis import strategies as st

import towerup as tu
from towerup.rulesets.tower_up.objectives import holds
from towerup.rulesets.tower_up.state_laws import own_roofs
from towerup.verify import strategies

boxes = st.one_of(strategies.editions(), strategies.shipped_editions())
games = strategies.new_games(boxes)


def broken_laws(before: tu.State, action: tu.Action, after: tu.State) -> list[Any]:
    """Everything that the laws find wrong with a step."""
    found = [one for law in tu.STATE_LAWS for one in law.broken_by(after)]
    return found + [one for law in tu.TRANSITION_LAWS for one in law.broken_by(before, action, after)]


@given(strategies.steps(games))
def test_every_step_of_every_game_keeps_every_law(played: list[strategies.Step]) -> None:
    """Whatever the box, the players and the rulings, no step breaks a law of states or of transitions."""
    for step in played:
        assert not broken_laws(step.before, step.action, step.after), step.action
    result = tu.outcome(played[-1].after) if played else None
    event(f"ended by {result.cause}" if result else "not over")


@given(strategies.states(games))
def test_judge_and_generator_agree_over_the_whole_action_space(state: tu.State) -> None:
    """An action is generated exactly if the judge finds nothing wrong with it."""
    legal = tu.legal_actions(state)
    assert len(set(legal)) == len(legal)
    for action in tu.action_space(state):
        broken = tu.explain(state, action)
        assert (action in legal) == (broken == ()), (str(action), broken)


@given(strategies.states(games), st.data())
def test_actions_beyond_the_space_are_refused(state: tu.State, data: st.DataObject) -> None:
    """Foundings with a roof far away, too many floors, strange names: refused with a rule, whatever they are."""
    strange: st.SearchStrategy[Any] = st.sampled_from([None, 7, "take", (), [], {}, object()])
    action = data.draw(strategies.any_actions(state) | strange)
    broken = tu.explain(state, action)
    assert (broken == ()) == (action in tu.legal_actions(state))
    assert all(one.rule == tu.catalogue()[one.id] and one.message for one in broken)


@given(strategies.states(games))
def test_states_survive_json_and_pickle(state: tu.State) -> None:
    """A state read back is the same state, with the same bytes, the same hash and the same legal actions."""
    text = tu.state_to_json(state)
    back = tu.state_from_json(text, state.setup.edition)
    copy = pickle.loads(pickle.dumps(state))
    for other in (back, copy):
        assert other == state
        assert hash(other) == hash(state)
        assert tu.state_to_json(other) == text
        assert tu.legal_actions(other) == tu.legal_actions(state)


@given(strategies.states(games))
def test_actions_survive_json_and_notation(state: tu.State) -> None:
    """Every legal action can be written and read back, as JSON and as a person would type it."""
    for action in tu.legal_actions(state)[:40]:
        assert tu.action_from_json(tu.action_to_json(action)) == action
        assert tu.parse_action(state, str(action)) == action
        assert tu.parse_action(state, f"  {str(action).upper()} ") == action


@given(strategies.steps(games))
def test_apply_is_pure_and_repeatable(played: list[strategies.Step]) -> None:
    """Applying an action leaves the old state as it was, and doing it again gives an equal state."""
    for step in played[::5]:
        before = (hash(step.before), tu.state_to_json(step.before))
        assert tu.apply(step.before, step.action) == step.after
        # An action made anew is as good as the one from the list.
        assert tu.apply(step.before, pickle.loads(pickle.dumps(step.action))) == step.after
        assert (hash(step.before), tu.state_to_json(step.before)) == before


@given(strategies.states(games))
def test_objectives_mean_what_they_are_defined_to_mean(state: tu.State) -> None:
    """The masks that play uses and the definitions over the board's graph say the same of every objective."""
    from towerup.rulesets.tower_up.objectives import goal_for

    setup = state.setup
    for objective in setup.edition.objectives:
        goal = goal_for(setup.edition, setup.board, objective, setup.rulings)
        for seat, player in enumerate(state.players):
            quick = goal(player.present, player.doubled, player.levels, state.painted)
            defined = holds(setup.edition, setup.board, objective, setup.rulings, own_roofs(state, seat))
            assert quick == defined, (objective.id, seat)


@given(strategies.states(games))
def test_weights_belong_to_the_chances(state: tu.State) -> None:
    """Where chance acts every outcome has a weight, the weights are the unseen cards, and nobody else has weights."""
    chances = tu.chances(state)
    assert bool(chances) == (state.actor is tu.CHANCE)
    assert all(weight > 0 for _, weight in chances)
    if chances:
        assert tuple(action for action, _ in chances) == tu.legal_actions(state)


@given(strategies.states(games), st.randoms())
def test_seats_that_are_not_to_act_are_refused(state: tu.State, chooser: Any) -> None:
    """A legal action is legal for the one who is to act and for nobody else."""
    legal = tu.legal_actions(state)
    if not legal:
        return
    action = chooser.choice(legal)
    assert tu.explain(state, action, by=state.actor) == ()
    for other in [*range(len(state.players)), tu.CHANCE]:
        if other != state.actor:
            assert "TU-TURN-01" in {one.id for one in tu.explain(state, action, by=other)}
