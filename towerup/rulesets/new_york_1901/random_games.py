"""Random games: varied games about to begin, for campaigns and tests."""

from __future__ import annotations

import random
from pathlib import Path

from towerup.kernel.random_games import random_rulings

from .box.edition import Edition, load_edition
from .rulings import DEFAULTS, Rulings
from .setup import new_game
from .state import State

STRESS_EDITIONS = ("quarter", "corner")
"""Small boxes made for tests. They often show what the whole game shows hardly ever: full boards, ends by the market, a known
order of the pile, ties."""


def random_game(
    chooser: random.Random,
    players: int,
    edition: str | Path | Edition = "standard",
    rulings: Rulings | None = None,
) -> State:
    """A game about to begin, drawn: colours, characters, streets, challenge, experts or not and, if none are given, rulings."""
    box = load_edition(edition)
    challenges = [None, *(one.id for one in box.challenges)]
    return new_game(
        chooser.sample(box.colours, players),
        edition=box,
        characters=chooser.sample(box.boxes[players].districts, players),
        streets=chooser.sample([one.id for one in box.board.streets], box.streets_in_play),
        challenge=chooser.choice(challenges),
        expert=chooser.random() < 0.3,
        # Small boxes are there to show what is rare, other readings among it.
        rulings=random_rulings(chooser, DEFAULTS, 1 / 2 if box.name in STRESS_EDITIONS else 1 / 3)
        if rulings is None
        else rulings,
    )
