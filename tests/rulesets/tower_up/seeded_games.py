"""Games played by policies from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import attrs

from towerup.kernel.actors import CHANCE
from towerup.rulesets.tower_up.actions import Action
from towerup.rulesets.tower_up.play import apply, chance_weights, legal_actions
from towerup.rulesets.tower_up.policies import POLICIES
from towerup.rulesets.tower_up.random_games import random_game
from towerup.rulesets.tower_up.state import State

MOST_STEPS = 2_000


@attrs.frozen
class Step:
    """A step of a game: the state before it, what was legal and what was done."""

    before: State
    legal: tuple[Action, ...]
    action: Action
    after: State


def play_game(start: State, policies: Sequence[str], rng: random.Random) -> Iterator[Step]:
    """The steps of a game to its end, each seat played by one of the policies."""
    state = start
    for _ in range(MOST_STEPS):
        legal = legal_actions(state)
        if not legal:
            return
        if state.actor is CHANCE:
            [action] = rng.choices(legal, chance_weights(state))
        else:
            action = POLICIES[policies[state.seat]](state, legal, rng)
        after = apply(state, action)
        yield Step(state, legal, action, after)
        state = after
    raise AssertionError(f"a game of {', '.join(policies)} does not end")


def seeded_game(policies: Sequence[str], seed: object, edition: str = "reconstruction") -> list[Step]:
    """A random game of this edition, played to its end."""
    rng = random.Random(f"{seed}")
    return [*play_game(random_game(rng, len(policies), edition), policies, rng)]
