"""Placements: every way in which a tile can lie on the board.

FR “Construction d'1 gratte-ciel”. A tile lies on cells alone, so it does not reach over a street, except where the ruling
`street_spanning` takes streets for lines.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property

import attrs

from towerup.kernel.frozen import FrozenDict

from .board import Board
from .tiles import Technology, Tile, turned, turned_over


@attrs.frozen(eq=False)
class Placement:
    """A tile on cells: the cells row by row, the lots that it touches, and whether the tile must be turned over for it."""

    number: int
    """Its place among all placements of the edition: offers are in this order."""
    tile: str
    technology: Technology
    cells: tuple[str, ...]
    area: frozenset[str]
    lots: frozenset[str]
    fronts: bool
    """Whether a side of it is on a street or a park (NY-BUILD-03)."""
    mirrored: bool


@attrs.frozen(eq=False, slots=False)
class Placements:
    """All placements of the tiles that can be built: tile by tile, block by block."""

    all: tuple[Placement, ...]

    @cached_property
    def by_site(self) -> FrozenDict[tuple[str, frozenset[str]], Placement]:
        """The placements by tile and cells."""
        return FrozenDict({(one.tile, one.area): one for one in self.all})

    @cached_property
    def by_first_cell(self) -> FrozenDict[str, tuple[Placement, ...]]:
        """For each cell the placements that begin with it."""
        return FrozenDict(_grouped((one.cells[0], one) for one in self.all))

    @cached_property
    def by_first_lot(self) -> FrozenDict[str, tuple[Placement, ...]]:
        """For each lot the placements that touch it and no lot that is named before it."""
        return FrozenDict(_grouped((min(one.lots), one) for one in self.all))


def _grouped(pairs: Iterable[tuple[str, Placement]]) -> dict[str, tuple[Placement, ...]]:
    found: dict[str, list[Placement]] = {}
    for key, one in pairs:
        found.setdefault(key, []).append(one)
    return {key: tuple(ones) for key, ones in found.items()}


def every_placement(board: Board, tiles: Collection[Tile], across: bool) -> Placements:
    """The placements of these tiles; across streets, too, if these are lines."""
    found: list[Placement] = []
    for tile in tiles:
        ways = cells_under(board, tile, across)
        ordered = sorted(
            map(board.in_order, ways), key=lambda cells: (board.block_of[cells[0]], _numbers(board, cells))
        )
        for cells in ordered:
            area = frozenset(cells)
            lots = frozenset(board.lot_of[cell] for cell in cells)
            fronts = not area.isdisjoint(board.frontage)
            found.append(Placement(len(found), tile.id, tile.technology, cells, area, lots, fronts, ways[area]))
    return Placements(tuple(found))


def _numbers(board: Board, cells: tuple[str, ...]) -> list[tuple[int, int]]:
    return [(row, column) for column, row in map(board.places.__getitem__, cells)]


def cells_under(board: Board, tile: Tile, across: bool) -> dict[frozenset[str], bool]:
    """The cells that a tile can lie on, and whether it must be turned over for that (NY-BUILD-02)."""
    at = board.folded if across else board.cell_at  # NY-BUILD-08
    ways: dict[frozenset[str], bool] = {}
    for shapes, mirrored in ((turned(tile.shape), False), (turned(turned_over(tile.shape)), True)):
        for shape in shapes:
            first = min(shape, key=lambda square: (square[1], square[0]))
            for column, row in at:
                squares = [(column + x - first[0], row + y - first[1]) for x, y in shape]
                if all(square in at for square in squares):
                    ways.setdefault(frozenset(at[square] for square in squares), mirrored)
    return ways
