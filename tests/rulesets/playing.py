"""Games to look at, of any ruleset, by players of every temper."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from towerup.kernel.ruleset import Ruleset

Moment = tuple[Any, Any, Any]
"""The state before, the action, the state after."""


def played(rules: Ruleset, seed: object, edition: str, most: int = 120) -> Iterator[Moment]:
    """A drawn game, step by step, the same for the same seed."""
    chooser = random.Random(f"{edition}/{seed}")
    state = rules.drawn_game(chooser, chooser.choice(rules.player_counts(edition)), edition)
    tempers = [chooser.choice([*rules.tempers.values()]) for _ in state.setup.seats]
    for _ in range(most):
        legal = rules.legal_actions(state)
        if not legal:
            return
        action = rules.decided(state, legal, tempers, chooser)
        after = rules.apply(state, action)
        yield state, action, after
        state = after


def reached(rules: Ruleset, seed: int, edition: str) -> Any:
    """A state of a drawn game, anywhere in it."""
    steps = [*played(rules, seed, edition)]
    return steps[seed % len(steps)][2]
