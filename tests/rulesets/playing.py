"""Games to look at, of any ruleset, by players of every policy."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from towerup.kernel.ruleset import AnyRuleset

BaseState = tuple[Any, Any, Any]
"""The state before, the action, the state after."""


def played(rules: AnyRuleset, seed: object, edition: str, most: int = 120) -> Iterator[BaseState]:
    """A drawn game, step by step, the same for the same seed."""
    chooser = random.Random(f"{edition}/{seed}")
    state = rules.random_game(chooser, chooser.choice(rules.player_counts(edition)), edition)
    policies = [chooser.choice([*rules.policies.values()]) for _ in state.setup.seats]
    for _ in range(most):
        legal = rules.legal_actions(state)
        if not legal:
            return
        action = rules.decide(state, legal, policies, chooser)
        after = rules.apply(state, action)
        yield state, action, after
        state = after


def reached(rules: AnyRuleset, seed: int, edition: str) -> Any:
    """A state of a drawn game, anywhere in it."""
    steps = [*played(rules, seed, edition)]
    return steps[seed % len(steps)][2]
