"""Challenge cards: what a kind of challenge is about, and what must be told of it in an edition.

FR “Cartes Défi Bonus”, FR-M “Mini extension Cartes Défi Bonus”. What each challenge counts is a rule (`objectives.py`); the
numbers on its card are data.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

import attrs


class Kind(IntEnum):
    """What a challenge counts, in the order of the texts."""

    GOLD_TYCOON = 0
    MASTER_ARCHITECT = 1
    GOLD_PRESTIGE = 2
    BRONZE_BARON = 3
    GENERATION_KING = 4
    BIG_DEVELOPER = 5
    SILVER_TITAN = 6
    REAL_ESTATE_MOGUL = 7

    @property
    def word(self) -> str:
        """The name in an edition file."""
        return self.name.lower().replace("_", "-")


KINDS: dict[str, Kind] = {kind.word: kind for kind in Kind}
"""The kinds of challenge by their names in an edition file."""

TELLS: dict[Kind, tuple[str, ...]] = {
    Kind.GOLD_TYCOON: ("buildings", "points"),
    Kind.MASTER_ARCHITECT: ("steps",),
    Kind.GOLD_PRESTIGE: ("points",),
    Kind.BRONZE_BARON: ("steps",),
    Kind.GENERATION_KING: ("points",),
    Kind.BIG_DEVELOPER: ("buildings", "cells", "points"),
    Kind.SILVER_TITAN: ("steps",),
    Kind.REAL_ESTATE_MOGUL: ("buildings", "steps"),
}
"""What an edition must tell of a challenge of each kind."""


@attrs.frozen
class Challenge:
    """A challenge card. `steps` are the points for at least so many; `buildings` and `cells` what counts at all."""

    title: str
    kind: Kind
    points: int = 0
    buildings: int = 0
    cells: int = 0
    steps: Mapping[int, int] = attrs.field(factory=dict)

    @property
    def id(self) -> str:
        return self.kind.word

    def reached(self, count: int) -> int:
        """The points for so many, by the steps of the card."""
        return max((points for least, points in self.steps.items() if count >= least), default=0)
