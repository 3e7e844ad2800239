"""Plots: an empty site together with what stands around it.

All that founding asks of the board is told by a plot: the price (one floor for each neighbouring building, of its
colour), the colours that no neighbour has, and the foundings on offer. The foundings depend only on which neighbours
are built on (the roof may go on any of them) and are made once for each such set; generating moves then only compares
prices with a stock.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from towerup.kernel import counts

from .actions import Found
from .board import Board

Options: TypeAlias = Mapping[int, tuple[Found, ...]]
"""The foundings on a site by the set of colours they may have; a set is a mask of the colours' guard bits (`counts`)."""


Plot: TypeAlias = tuple[int, int, Options]
"""An empty site that neighbours at least one building: the price, the colours allowed (as a set), what is on offer.

A bare tuple: a founding makes a few of them, and naming their parts would cost more than all else about them."""


class Plots:
    """The foundings of a board, made when they are first wanted."""

    def __init__(self, board: Board, colours: int, founds: Mapping[tuple[int, int, int], Found]) -> None:
        self._around = board.neighbour_masks
        self._bits = tuple(counts.GUARD * counts.unit(colour) for colour in range(colours))
        self.others = tuple(sum(self._bits) - bit for bit in self._bits)
        self._units = tuple(counts.unit(colour) for colour in range(colours))
        self._founds = founds
        self.options: tuple[dict[int, Options], ...] = tuple({} for _ in board.sites)

    def beside(self, plot: Plot | None, site: int, colour: int, occupied: int) -> Plot:
        """The plot on `site` (None: nothing stood around it) once a building of this colour stands beside it.

        `occupied` is the mask of all sites with a building, the new one among them.
        """
        built = occupied & self._around[site]
        options = self.options[site].get(built) or self.made(site, built)
        if plot is None:
            return self._units[colour], self.others[colour], options
        return plot[0] + self._units[colour], plot[1] & self.others[colour], options

    def made(self, site: int, built: int) -> Options:
        """The foundings on a site where these neighbours are built on, made for the first time."""
        roofs = [roof for roof in range(len(self.options)) if roof == site or (built >> roof) & 1]
        options: dict[int, tuple[Found, ...]] = {0: ()}
        for colour, bit in enumerate(self._bits):
            here = tuple(self._founds[site, colour, roof] for roof in roofs)
            # Colours come in ascending order, so each set's foundings stay in the order of the action space.
            options |= {chosen | bit: (*founds, *here) for chosen, founds in options.items()}
        self.options[site][built] = options
        return options
