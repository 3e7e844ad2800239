"""Fitting: which tiles fit on which cells, found once for each set of cells and remembered.

Most of what can be built follows from the free cells of a player in one block, of which a game sees the same few again and
again. A fit depends on nothing but the edition, whether tiles may be turned over or lie over streets, and the cells.
"""

from __future__ import annotations

from functools import lru_cache

import attrs

from .actions import Build, Rebuild
from .edition import Edition
from .placing import Placement
from .space import space_for

MOST_FITS = 60_000
"""So many fits are remembered; then all are forgotten."""


@attrs.frozen(eq=False)
class Fit:
    """What fits on some cells, by the number of the tile: as actions, and for rebuilding with the placements."""

    builds: tuple[tuple[Build, ...], ...]
    rebuilds: tuple[tuple[tuple[Placement, Rebuild], ...], ...]
    tiles: int
    """The mask of the tiles that fit anywhere."""


class Fits:
    """The fits of an edition."""

    def __init__(self, edition: Edition, mirrored: bool, across: bool) -> None:
        space = space_for(edition, across)
        self.mirrored, self.across = mirrored, across
        self._known: dict[int, Fit] = {}
        # Over streets everything hangs together.
        blocks = edition.board.blocks
        self.blocks = (sum(blocks),) if across else blocks
        block_of = (0,) * len(edition.board.names) if across else edition.board.block_of
        self._offered: list[list[list[tuple[Placement, Build, Rebuild]]]] = [
            [[] for _ in edition.tiles[:-1]] for _ in self.blocks
        ]
        for build, rebuild, placement in zip(space.builds, space.rebuilds, space.placements.all, strict=False):
            # NY-BUILD-02, NY-BUILD-03
            if placement.fronts and (mirrored or not placement.mirrored):
                block = block_of[placement.cells.bit_length() - 1]
                self._offered[block][placement.tile].append((placement, build, rebuild))

    def of(self, cells: int) -> list[Fit]:
        """What fits on these cells, block by block."""
        return self.beside(cells, cells)

    def beside(self, cells: int, some: int) -> list[Fit]:
        """What fits on these cells in the blocks where some of them are."""
        known, found = self._known, []
        for number, block in enumerate(self.blocks):
            if some & block:
                here = cells & block
                found.append(known.get(here) or self._find(number, here))
        return found

    def _find(self, block: int, cells: int) -> Fit:
        """What fits on these cells of a block, wholly within them."""
        # NY-BUILD-01
        outside = ~cells
        fitting = [[one for one in offered if not one[0].cells & outside] for offered in self._offered[block]]
        fit = Fit(
            tuple(tuple(build for _, build, _ in ones) for ones in fitting),
            tuple(tuple((placement, rebuild) for placement, _, rebuild in ones) for ones in fitting),
            sum(1 << tile for tile, ones in enumerate(fitting) if ones),
        )
        if len(self._known) >= MOST_FITS:
            self._known.clear()
        self._known[cells] = fit
        return fit


@lru_cache(maxsize=128)
def fits_for(edition: Edition, mirrored: bool, across: bool) -> Fits:
    """The fits of an edition, with tiles turned over or not, over streets or not."""
    return Fits(edition, mirrored, across)
