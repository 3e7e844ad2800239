"""Placements: every way in which a tile can lie on the board, made once for an edition, with what follows from it.

FR “Construction d'1 gratte-ciel”. A placement is a tile and the cells under it, whichever way it is turned for that. It has a
number; what is built in a game is a list of these numbers. A tile lies on cells alone, so it does not reach over a street, but
where the ruling `street_spanning` takes streets for lines.
"""

from __future__ import annotations

from functools import lru_cache

import attrs

from .board import Board, numbers_of
from .edition import Edition
from .tiles import Tile, turned, turned_over


@attrs.frozen(eq=False, slots=False)
class Placement:
    """A tile on cells: what is asked of it again and again."""

    number: int
    tile: int
    cells: int
    """The mask of the cells under it."""
    lots: int
    """The mask of the lots that it touches."""
    technology: int
    points: int
    fronts: bool
    """Whether a side of it is on a street or a park."""
    mirrored: bool
    """Whether the tile must be turned over for it."""
    spans: bool
    """Whether it reaches over a street."""
    streets: int
    """The mask of the streets that it is on."""
    districts: int
    """The mask of the districts that it is in."""
    around: int
    """The cells beside it."""
    size: int
    irregular: bool
    height: int
    """Of a legendary, its height; else 0."""


class Placements:
    """The placements of an edition by number, and the numbers by tile and cells."""

    def __init__(self, edition: Edition, across: bool) -> None:
        self.across = across
        self.all: list[Placement] = []
        self.by_tile: list[tuple[Placement, ...]] = []
        board = edition.board
        starts = [board.lot_cells[board.lot_index[district.start]] for district in board.districts]
        for number, tile in enumerate(edition.tiles):
            masks = cells_under(board, tile, across)
            if tile is edition.start:
                # NY-SETUP-02
                masks = dict.fromkeys(starts, False)
            # Block by block, so that what is generated block by block is in order.
            ordered = sorted(masks, key=lambda mask: (board.block_of[_lowest(mask)], [*numbers_of(mask)]))
            made = [
                _placement(board, len(self.all) + place, number, tile, mask, masks[mask])
                for place, mask in enumerate(ordered)
            ]
            self.all += made
            self.by_tile.append(tuple(made))
        self.numbers = {(one.tile, one.cells): one.number for one in self.all}
        self.legendary = frozenset(one.number for one in self.all if one.height)
        self.by_lot = _by_lot(board, self.all)
        """The placements under the first of the lots that they touch: all these lots, and for each tile its mask and where."""


def _by_lot(board: Board, placements: list[Placement]) -> list[list[tuple[int, list[tuple[int, list[Placement]]]]]]:
    found: list[dict[int, dict[int, list[Placement]]]] = [{} for _ in board.lots]
    for one in placements:
        by_tile = found[_lowest(one.lots)].setdefault(one.lots, {})
        by_tile.setdefault(1 << one.tile, []).append(one)
    return [[(lots, [*by_tile.items()]) for lots, by_tile in groups.items()] for groups in found]


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def cells_under(board: Board, tile: Tile, across: bool) -> dict[int, bool]:
    """The masks of the cells that a tile can lie on, and whether it must be turned over for that."""
    # NY-BUILD-08
    at = board.folded if across else board.at
    # NY-BUILD-02
    masks: dict[int, bool] = {}
    over = turned_over(tile.shape)
    for ways, mirrored in ((turned(tile.shape), False), (turned(over), True)):
        for shape in ways:
            first = min(shape, key=lambda square: (square[1], square[0]))
            for column, row in at:
                squares = [(column + x - first[0], row + y - first[1]) for x, y in shape]
                if all(square in at for square in squares):
                    masks.setdefault(sum(1 << at[square] for square in squares), mirrored)
    return masks


def _placement(board: Board, number: int, tile_number: int, tile: Tile, mask: int, mirrored: bool) -> Placement:
    lots = districts = 0
    for cell in numbers_of(mask):
        lot = board.lot_of[cell]
        lots |= 1 << lot
        districts |= 1 << board.district_of[lot]
    return Placement(
        number=number,
        tile=tile_number,
        cells=mask,
        lots=lots,
        technology=int(tile.technology),
        points=tile.points,
        # NY-BUILD-03
        fronts=bool(mask & board.frontage),
        mirrored=mirrored,
        # NY-BUILD-08
        spans=bool(mask & ~board.blocks[board.block_of[_lowest(mask)]]),
        # NY-FINAL-01
        streets=sum(1 << street for street, cells in enumerate(board.street_cells) if cells & mask),
        districts=districts,
        around=board.around(mask),
        size=tile.size,
        irregular=tile.irregular,
        height=tile.height,
    )


@lru_cache(maxsize=64)
def placements_for(edition: Edition, across: bool) -> Placements:
    """The placements of an edition, over streets or not, made once."""
    return Placements(edition, across)
