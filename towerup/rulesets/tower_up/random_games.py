"""Random games: varied games about to begin, for campaigns and tests."""

from __future__ import annotations

import random
from pathlib import Path

from towerup.kernel.random_games import random_rulings

from .box.edition import Edition, load_edition
from .rulings import DEFAULTS, Rulings
from .setup import Objectives, new_game
from .state import State

STRESS_EDITIONS = ("hamlet", "small", "tiny", "rush")
"""Small boxes made for tests. They often show what the whole game shows hardly ever, or never: a starting floor without a
site, a container without floors, a card with vehicles of two colours, a last roof after one's own shortage."""


def random_game(
    rng: random.Random,
    players: int,
    edition: str | Path | Edition = "reconstruction",
    rulings: Rulings | None = None,
) -> State:
    """A game about to begin with random roof colours, objectives and number of starting floors, and random rulings if none are given."""
    box = load_edition(edition)
    seats = rng.sample(box.roof_colours, players)
    starting_floors = rng.randint(box.market, box.most_starting_floors[players])
    named = rng.sample([objective.id for objective in box.objectives], box.objectives_in_play)
    kinds: tuple[Objectives, ...] = ("start", "random", named)
    objectives = rng.choice(kinds)
    if rulings is None:
        # Small boxes are for what is rare, and other readings are rare, too.
        rulings = random_rulings(rng, DEFAULTS, 1 / 2 if box.name in STRESS_EDITIONS else 1 / 4)
    return new_game(seats, edition=box, objectives=objectives, starting_floors=starting_floors, rulings=rulings)
