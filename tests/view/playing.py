"""Games to draw."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import towerup as tu

ROOT = Path(__file__).parents[2]


@cache
def played(players: int, seed: int, edition: str = "reconstruction") -> list[tuple[tu.State, tu.Action | None]]:
    """Every state of a game in which players like to found, with the action that led to it."""
    chooser, dealer = random.Random(seed), tu.Dealer(seed)
    state = tu.new_game(players, edition=edition)
    states: list[tuple[tu.State, tu.Action | None]] = [(state, None)]
    while state.actor is not None:
        if state.actor is tu.CHANCE:
            action = dealer.deal(state)
        else:
            legal = tu.legal_actions(state)
            foundings = [one for one in legal if isinstance(one, tu.Found)]
            action = chooser.choice(foundings if foundings and chooser.random() < 0.7 else legal)
        state = tu.apply(state, action)
        states.append((state, action))
    return states
