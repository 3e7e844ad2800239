"""Plots: an empty site together with what stands around it.

All that founding asks of the board is told by a plot: the price (one floor for each neighbouring building, of its
colour), the colours that no neighbour has, and the foundings on offer. The foundings depend only on which neighbours
are built on (the roof may go on any of them) and are made once for each such set; generating moves then only compares
prices with a stock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from towerup.kernel import counts

from .actions import Found
from .board import Board

Offer: TypeAlias = "tuple[dict[int, tuple[Found, ...]], dict[int, Offer]]"
"""What is on offer on a site where certain neighbours are built on: the foundings by the set of colours they may have (a
mask of the colours' guard bits, see `counts`), and onward to the next offer by the next neighbour that is built on."""


Plot: TypeAlias = tuple[int, int, Offer]
"""An empty site that neighbours at least one building: the price, the colours allowed (as a set), what is on offer.

A bare tuple: a founding makes a few of them, and naming their parts would cost more than all else about them."""


class Plots:
    """The foundings of a board, made when they are first wanted."""

    def __init__(self, board: Board, colours: int, founds: Mapping[tuple[int, int, int], Found]) -> None:
        self._neighbours = board.neighbours
        self._bits = tuple(counts.GUARD * counts.unit(colour) for colour in range(colours))
        self._units = tuple(counts.unit(colour) for colour in range(colours))
        self._founds = founds
        self._offers: dict[tuple[int, frozenset[int]], Offer] = {}
        self.others = tuple(sum(self._bits) - bit for bit in self._bits)
        self.bare: tuple[Offer, ...] = tuple(({}, {}) for _ in board.sites)
        """The offer of each site when no neighbour is built on: nothing."""

    def beside(self, plot: Plot | None, site: int, beside: int, colour: int, towers: Sequence[int]) -> Plot:
        """The plot on `site` (None: nothing stood around it) once a building of this colour stands `beside` it.

        In `towers`, site by site, an empty site is 0 and the new building is there already.
        """
        onward = (self.bare[site] if plot is None else plot[2])[1]
        offer = onward.get(beside)
        if offer is None:
            built = frozenset(neighbour for neighbour in self._neighbours[site] if towers[neighbour])
            offer = onward[beside] = self._offer(site, built)
        if plot is None:
            return self._units[colour], self.others[colour], offer
        return plot[0] + self._units[colour], plot[1] & self.others[colour], offer

    def _offer(self, site: int, built: frozenset[int]) -> Offer:
        known = self._offers.get((site, built))
        if known is None:
            options: dict[int, tuple[Found, ...]] = {0: ()}
            for colour, bit in enumerate(self._bits):
                # TU-ROOF-01
                here = tuple(self._founds[site, colour, roof] for roof in sorted({site, *built}))
                # Colours come in ascending order, so each set's foundings stay in the order of the action space.
                options |= {chosen | bit: (*founds, *here) for chosen, founds in options.items()}
            known = self._offers[site, built] = options, {}
        return known
