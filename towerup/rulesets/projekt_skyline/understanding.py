"""Understanding: from anything a user hands in to a move, or to what is wrong with its form and its names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from towerup.kernel.naming import ActionNames, meant, shown
from towerup.kernel.rules import Finding

from .actions import Build, Corner, Draw, Grow, Pass, Place, Remove, Roll, Shift, Swap, Tax, Walk
from .board import CORNERS
from .setup import Setup
from .space import (
    NOT_JOINED,
    BuildMove,
    CornerMove,
    DrawMove,
    GrowMove,
    Move,
    PassMove,
    PlaceMove,
    RemoveMove,
    RollMove,
    ShiftMove,
    SwapMove,
    TaxMove,
    ThrowMove,
    WalkMove,
)


def understand(setup: Setup, action: object) -> Move | list[Finding]:
    """The move that this action names, or why it names none."""
    move = setup.space.known(action)
    # PS-FORM-01
    return meant(action, _Names(setup), _READERS, "PS-FORM-01") if move is None else move


class _Names(ActionNames[Setup]):
    """Cells, colours and faces of dice."""

    # PS-FORM-02
    rule = "PS-FORM-02"

    def cell(self, name: object) -> int:
        return self.find(name, self.setup.board.names, "cell")

    def colour(self, name: object) -> int:
        return self.find(name, self.setup.edition.colours, "colour")

    def face(self, number: object, faces: Sequence[int], what: str) -> int:
        """A number that is one of a few; the first of them after noting that it is not."""
        if type(number) is int and number in faces:
            return number
        self.note(f"{shown(number)} is no {what}; there is {', '.join(map(str, faces)) or 'none'}")
        return faces[0] if faces else 0


def _read_corner(names: _Names, action: Corner) -> Move:
    return CornerMove(names.setup.board.corners[names.find(action.corner, CORNERS, "round space")])


def _read_place(names: _Names, action: Place) -> Move:
    return PlaceMove(names.cell(action.cell))


def _read_roll(names: _Names, action: Roll) -> Move:
    faces = names.setup.edition.faces
    white = names.face(action.white, faces[0], "face of the white die")
    if action.black is None:
        return ThrowMove(white)
    return RollMove(white, names.face(action.black, faces[1], "face of the black die"))


def _read_build(names: _Names, action: Build) -> Move:
    return BuildMove(names.cell(action.cell))


def _read_grow(names: _Names, action: Grow) -> Move:
    join = NOT_JOINED if action.join is None else names.cell(action.join)
    return GrowMove(names.cell(action.cell), names.cell(action.raze), join)


def _read_pass(names: _Names, action: Pass) -> Move:
    return PassMove()


def _read_draw(names: _Names, action: Draw) -> Move:
    return DrawMove(names.find(action.card, [card.id for card in names.setup.cards], "card"))


def _read_walk(names: _Names, action: Walk) -> Move:
    offered = sorted({one for card in names.setup.cards for one in card.steps})
    return WalkMove(names.colour(action.player), names.face(action.steps, offered, "number of steps on a card"))


def _read_tax(names: _Names, action: Tax) -> Move:
    return TaxMove(names.colour(action.player))


def _read_remove(names: _Names, action: Remove) -> Move:
    return RemoveMove(names.cell(action.cell))


def _read_swap(names: _Names, action: Swap) -> Move:
    cells = [names.cell(cell) for cell in action.cells]
    if len(cells) != 2:
        names.note(f"two cells are swapped, not {len(cells)}")
        return SwapMove(0, 0)
    return SwapMove(cells[0], cells[1])


def _read_shift(names: _Names, action: Shift) -> Move:
    return ShiftMove(names.cell(action.cell), names.cell(action.to))


_READERS: dict[type[Any], Callable[[_Names, Any], Move]] = {
    Corner: _read_corner,
    Place: _read_place,
    Roll: _read_roll,
    Build: _read_build,
    Grow: _read_grow,
    Pass: _read_pass,
    Draw: _read_draw,
    Walk: _read_walk,
    Tax: _read_tax,
    Remove: _read_remove,
    Swap: _read_swap,
    Shift: _read_shift,
}
