"""The action space: every action that an edition can ever ask for, made once, each with a number.

A *move* is an action with its names looked up: cards, lots and placements by number. The rules work on moves; users see
actions. The space does not depend on who plays, nor on the rulings, but for tiles that reach over streets: there are too many
of them to have them where they are never legal. What another ruling forbids is judged.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias, TypeVar

import attrs

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

AnyAction = TypeVar("AnyAction", Deal, Shift, Grab, Acquire, Build, Rebuild, Boom, Give, End)


class Space:
    """All actions of an edition.

    `actions` in their stable order; `moves` and `numbers` by action. The rest are the same actions arranged as the
    generator wants them: `builds` and `rebuilds` by the number of the placement.
    """

    def __init__(self, edition: Edition, across: bool) -> None:
        self.edition = edition
        self.moves: dict[Action, Move] = {}
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
        self.actions: tuple[Action, ...] = tuple(self.moves)
        # The space keeps its actions for ever, so their identity is a key: quicker than their value, and as safe.
        self.moves_by_id = {id(action): move for action, move in self.moves.items()}
        self.numbers = {action: number for number, action in enumerate(self.actions)}

    def known(self, action: object) -> Move | None:
        """The move of an action that equals one of the space's own; None for anything else."""
        try:
            return self.moves.get(action) if type(action) in _TYPES else None  # type: ignore[call-overload]
        except Exception:  # noqa: BLE001  # its fields may be anything, and what cannot be looked up is not one of ours
            return None

    def _add(self, action: AnyAction, move: Move) -> AnyAction:
        self.moves[action] = move
        return action


_TYPES = frozenset((Deal, Shift, Grab, Acquire, Build, Rebuild, Boom, Give, End))


@lru_cache(maxsize=64)
def space_for(edition: Edition, across: bool) -> Space:
    """The action space, made once; with tiles over streets or without."""
    return Space(edition, across)
