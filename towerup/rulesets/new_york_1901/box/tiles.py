"""Tiles: skyscrapers as shapes of squares, with their technology and points.

FR “Informations / Gratte-ciel”, “Règles des différentes technologies”. A shape is a set of squares; turned and turned over
it covers others. A tile is regular if its shape is a rectangle.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TypeAlias

import attrs

Shape: TypeAlias = frozenset[tuple[int, int]]
"""The squares of a tile, as columns and rows from 0."""


class Technology(IntEnum):
    """The technologies, older before newer; the starting building is older than all."""

    START = 0
    BRONZE = 1
    SILVER = 2
    GOLD = 3

    @property
    def word(self) -> str:
        return self.name.lower()


TECHNOLOGIES: dict[str, Technology] = {one.word: one for one in Technology if one is not Technology.START}
"""The technologies of tiles by their names in an edition file."""


@attrs.frozen
class Tile:
    """A tile: its name, technology, points and shape. A legendary has a height: 1 for the lowest; other tiles have 0."""

    id: str
    title: str
    technology: Technology
    points: int
    shape: Shape
    height: int = 0

    @property
    def size(self) -> int:
        """How many cells it covers."""
        return len(self.shape)

    @property
    def irregular(self) -> bool:
        """Whether its footprint is neither a square nor another rectangle."""
        # NY-CHALLENGE-03
        columns, rows = {column for column, _ in self.shape}, {row for _, row in self.shape}
        return len(columns) * len(rows) != len(self.shape)


def shape_of(rows: list[str]) -> Shape:
    """The shape that rows of # (a square) and . (none) draw."""
    return _moved(frozenset((x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#"))


def hangs_together(shape: Shape) -> bool:
    """Whether one can go from every square to every other across sides."""
    reached = {*list(shape)[:1]}
    while True:
        beside = {(x + a, y + b) for x, y in reached for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        more = (beside & shape) - reached
        if not more:
            return len(reached) == len(shape)
        reached |= more


def turned(shape: Shape) -> tuple[Shape, ...]:
    """The shape in each of the ways it can be turned that differ."""
    # NY-BUILD-02
    ways = [shape]
    for _ in range(3):
        ways.append(_moved(frozenset((-y, x) for x, y in ways[-1])))
    return tuple(dict.fromkeys(ways))


def turned_over(shape: Shape) -> Shape:
    """The shape seen from its other side."""
    return _moved(frozenset((-x, y) for x, y in shape))


def _moved(shape: Shape) -> Shape:
    """The shape with its corner at 0, 0."""
    left, top = min((x for x, _ in shape), default=0), min((y for _, y in shape), default=0)
    return frozenset((x - left, y - top) for x, y in shape)
