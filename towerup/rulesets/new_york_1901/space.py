"""The action space: every action that an edition can ever ask for, made once, each with a number.

A *move* is an action with its names looked up: cards, lots and placements by number. The rules work on moves; users see
actions. The space does not depend on who plays, nor on the rulings, but for tiles that reach over streets: there are too many
of them to have them where they are never legal. What another ruling forbids is judged.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import attrs

from towerup.kernel.action_spaces import ActionSpace

from .actions import Acquire, Action, Boom, Build, Deal, End, Give, Grab, Rebuild, Shift
from .edition import Edition
from .placing import Placement, placements_for


@attrs.frozen(eq=False)
class DealMove:
    card: int


@attrs.frozen(eq=False)
class ShiftMove:
    pass


@attrs.frozen(eq=False)
class GrabMove:
    pass


@attrs.frozen(eq=False)
class AcquireMove:
    lot: int


@attrs.frozen(eq=False)
class BuildMove:
    placement: Placement


@attrs.frozen(eq=False)
class RebuildMove:
    placement: Placement


@attrs.frozen(eq=False)
class BoomMove:
    pass


@attrs.frozen(eq=False)
class GiveMove:
    lot: int


@attrs.frozen(eq=False)
class EndMove:
    pass


Move: TypeAlias = (
    DealMove | ShiftMove | GrabMove | AcquireMove | BuildMove | RebuildMove | BoomMove | GiveMove | EndMove
)


class Space(ActionSpace[Action, Move]):
    """All actions of an edition.

    They are arranged as the generator wants them: `builds` and `rebuilds` by the number of the placement.
    """

    def __init__(self, edition: Edition, across: bool) -> None:
        super().__init__()
        self.edition = edition
        board, placements = edition.board, placements_for(edition, across)
        self.placements = placements
        lots = list(enumerate(board.lots))

        self.deals = tuple(self._add(Deal(card), DealMove(n)) for n, card in enumerate(board.cards))
        self.shift = self._add(Shift(), ShiftMove())
        self.grab = self._add(Grab(), GrabMove())
        self.acquires = tuple(self._add(Acquire(name), AcquireMove(n)) for n, name in lots)
        self.cells = {mask: board.cells(mask) for mask in {one.cells for one in placements.all}}
        tiles = [tile.id for tile in edition.tiles]
        # The starting building comes last and is never built.
        movable = [one for one in placements.all if one.tile < len(tiles) - 1]
        self.builds = tuple(self._add(Build(tiles[one.tile], self.cells[one.cells]), BuildMove(one)) for one in movable)
        self.rebuilds = tuple(
            self._add(Rebuild(tiles[one.tile], self.cells[one.cells]), RebuildMove(one)) for one in movable
        )
        self.boom = self._add(Boom(), BoomMove())
        self.gives = tuple(self._add(Give(name), GiveMove(n)) for n, name in lots)
        self.end = self._add(End(), EndMove())
        self._number()


@lru_cache(maxsize=64)
def space_for(edition: Edition, across: bool) -> Space:
    """The action space, made once; with tiles over streets or without."""
    return Space(edition, across)
