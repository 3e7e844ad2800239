"""Games to draw."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from . import plain as tu

ROOT = Path(__file__).parents[2]


@cache
def played(players: int, seed: int, edition: str = "reconstruction") -> list[tuple[tu.State, tu.Action | None]]:
    """Every state of a game in which players like to found, with the action that led to it."""
    chooser = random.Random(seed)
    state = tu.new_game(players, edition=edition)
    states: list[tuple[tu.State, tu.Action | None]] = [(state, None)]
    while state.actor is not None:
        if state.actor is tu.CHANCE:
            action = chooser.choices(tu.legal_actions(state), tu.chance_weights(state))[0]
        else:
            legal = tu.legal_actions(state)
            foundings = [one for one in legal if isinstance(one, tu.Found)]
            action = chooser.choice(foundings if foundings and chooser.random() < 0.7 else legal)
        state = tu.apply(state, action)
        states.append((state, action))
    return states
