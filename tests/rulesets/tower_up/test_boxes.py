"""Made-up boxes: every one can be played, and the rules answer in it as in ours."""

from __future__ import annotations

import random
from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from towerup.rulesets.tower_up.box.edition import SHELF, Edition
from towerup.rulesets.tower_up.evaluation import evaluate
from towerup.rulesets.tower_up.invalid_inputs import invalid_inputs
from towerup.rulesets.tower_up.play import explain, legal_actions
from towerup.rulesets.tower_up.policies import POLICIES
from towerup.rulesets.tower_up.setup import new_game
from towerup.rulesets.tower_up.space import action_space
from towerup.rulesets.tower_up.state import State
from towerup.verify.boxes.tower_up import editions, options, strange_actions
from towerup.verify.boxes.tower_up_data import edition_data

from .seeded_games import play_game


@st.composite
def states(draw: st.DrawFn) -> State:
    """A state of a game in a made-up box, played by random policies."""
    edition: Edition = draw(editions())
    players = draw(st.sampled_from(edition.players))
    start = new_game(players, edition=edition, **draw(options(edition, players)))
    policies = [draw(st.sampled_from([*POLICIES])) for _ in range(players)]
    steps = islice(play_game(start, policies, random.Random(draw(st.integers(0, 1000)))), draw(st.integers(0, 100)))
    return [start, *(step.after for step in steps)][-1]


@given(edition_data())
def test_the_data_of_a_made_up_edition_has_no_mistake(data: dict[str, object]) -> None:
    assert SHELF.from_data(data).name == "drawn"


@given(states(), st.randoms(use_true_random=False))
def test_games_in_made_up_boxes_refuse_invalid_inputs_and_can_be_evaluated(state: State, rng: random.Random) -> None:
    assert all(explain(state, invalid) for invalid in invalid_inputs(rng, state))
    assert len(evaluate(state)) == len(state.players)


@given(st.data())
def test_strange_actions_are_legal_exactly_where_they_are_offered(data: st.DataObject) -> None:
    state = data.draw(states())
    action = data.draw(st.sampled_from(action_space(state)) | strange_actions(state))
    assert (not explain(state, action)) == (action in legal_actions(state))
