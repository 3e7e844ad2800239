"""Understanding: from anything a user hands in to a move, or to what is wrong with its form and its names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from towerup.kernel.naming import ActionNames, meant
from towerup.kernel.rules import Finding

from .actions import Acquire, Boom, Build, Deal, End, Give, Grab, Rebuild, Shift
from .placing import Placement, placements_for
from .setup import Setup
from .space import (
    AcquireMove,
    BoomMove,
    BuildMove,
    DealMove,
    EndMove,
    GiveMove,
    GrabMove,
    Move,
    RebuildMove,
    ShiftMove,
)


def understand(setup: Setup, action: object) -> Move | list[Finding]:
    """The move that this action names, or why it names none."""
    move = setup.space.known(action)
    # NY-FORM-01
    return meant(action, _Names(setup), _READERS, "NY-FORM-01") if move is None else move


class _Names(ActionNames[Setup]):
    """Lots and placements of tiles."""

    # NY-FORM-02
    rule = "NY-FORM-02"

    def lot(self, name: object) -> int:
        return self.find(name, self.setup.board.lots, "lot")

    def placement(self, action: Build | Rebuild) -> Placement:
        """The tile on the cells that an action names."""
        edition, board = self.setup.edition, self.setup.board
        tiles = [tile.id for tile in edition.tiles[:-1]]
        tile = self.find(action.tile, tiles, "tile")
        mask = 0
        for name in action.cells:
            if isinstance(name, str) and name in board.grounds:
                told = f"{name} is on {board.grounds[name]}: streets and parks are not built on"
                self.wrong.append(Finding("NY-BUILD-08", told))
            else:
                mask |= 1 << self.find(name, board.names, "cell")
        placements = self.setup.space.placements
        number = placements.numbers.get((tile, mask))
        if number is not None and mask.bit_count() == len(action.cells):
            return placements.all[number]
        if not self.wrong:
            cells = " ".join(action.cells)
            if (tile, mask) in placements_for(edition, True).numbers and mask.bit_count() == len(action.cells):
                told = f"{tiles[tile]} would reach over a street (ruling street_spanning is never)"
                self.wrong.append(Finding("NY-BUILD-08", told))
                return placements.all[0]
            self.wrong.append(
                Finding("NY-BUILD-02", f"{tiles[tile]} cannot be turned so that it covers just {cells or 'no cell'}")
            )
        return placements.all[0]


def _read_deal(names: _Names, action: Deal) -> Move:
    return DealMove(names.find(action.card, names.setup.board.cards, "land card"))


def _read_shift(names: _Names, action: Shift) -> Move:
    return ShiftMove()


def _read_grab(names: _Names, action: Grab) -> Move:
    return GrabMove()


def _read_acquire(names: _Names, action: Acquire) -> Move:
    return AcquireMove(names.lot(action.lot))


def _read_build(names: _Names, action: Build) -> Move:
    return BuildMove(names.placement(action))


def _read_rebuild(names: _Names, action: Rebuild) -> Move:
    return RebuildMove(names.placement(action))


def _read_boom(names: _Names, action: Boom) -> Move:
    return BoomMove()


def _read_give(names: _Names, action: Give) -> Move:
    return GiveMove(names.lot(action.lot))


def _read_end(names: _Names, action: End) -> Move:
    return EndMove()


_READERS: dict[type[Any], Callable[[_Names, Any], Move]] = {
    Deal: _read_deal,
    Shift: _read_shift,
    Grab: _read_grab,
    Acquire: _read_acquire,
    Build: _read_build,
    Rebuild: _read_rebuild,
    Boom: _read_boom,
    Give: _read_give,
    End: _read_end,
}
