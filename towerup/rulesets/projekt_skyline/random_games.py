"""Random games: varied games about to begin, for campaigns and tests."""

from __future__ import annotations

import random
from pathlib import Path

from towerup.kernel.random_games import random_rulings

from .box.edition import Edition, load_edition
from .rulings import DEFAULTS, Rulings
from .setup import new_game
from .state import State

STRESS_EDITIONS = ("hamlet", "square", "village")
"""Small boxes made for tests. They often show what the whole game shows hardly ever, or never: full boards, floors that
run out, cards with which nothing can be done, a known order of the pile."""


def random_game(
    rng: random.Random,
    players: int,
    edition: str | Path | Edition = "standard",
    rulings: Rulings | None = None,
) -> State:
    """A game about to begin with random colours, with or without the variant, and random rulings if none are given."""
    box = load_edition(edition)
    seats, expert = rng.sample(box.colours, players), rng.random() < 0.4
    if rulings is None:
        # Small boxes are for what is rare, and other readings are rare, too.
        rulings = random_rulings(rng, DEFAULTS, 1 / 2 if box.name in STRESS_EDITIONS else 1 / 3)
    return new_game(seats, edition=box, expert=expert, rulings=rulings)
