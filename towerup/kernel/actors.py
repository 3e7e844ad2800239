"""Who decides next: a seat, chance, or nobody."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, TypeAlias


class Chance(Enum):
    """Chance as an actor. A class of its own, so that a type checker tells it from a seat."""

    CHANCE = "chance"

    def __repr__(self) -> str:
        return "CHANCE"

    def __str__(self) -> str:
        return "chance"


CHANCE: Final = Chance.CHANCE
"""Chance, who turns over cards: an actor like a player."""

Actor: TypeAlias = int | Chance | None
"""A seat (0 is the first player), `CHANCE`, or None when the game is over."""


def named(by: object, seats: Sequence[str]) -> str:
    """Whoever claims to act, in words; it may be anything."""
    if type(by) is int and 0 <= by < len(seats):
        return seats[by]
    return "chance" if isinstance(by, Chance) else f"{by!r}, who is nobody here,"
