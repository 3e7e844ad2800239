"""Understanding: from anything a user hands in to a move, or to what is wrong with its form and its names."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from typing import Any

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
    if move is not None:
        return move
    read = _READERS.get(type(action))
    if read is None:
        known = ", ".join(kind.__name__ for kind in _READERS)
        return [Finding("PS-FORM-01", f"{_shown(action)} is not an action; an action is one of {known}")]
    names = _Names(setup)
    made = read(names, action)
    return list(dict.fromkeys(names.wrong)) or made


def _shown(thing: object) -> str:
    try:
        return repr(thing)
    except Exception:  # noqa: BLE001  # it may be anything, and it must still be refused in words
        return f"something of type {type(thing).__name__}"


class _Names:
    """Looks up names and numbers, and remembers which it does not know."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.wrong: list[Finding] = []

    def note(self, message: str) -> None:
        self.wrong.append(Finding("PS-FORM-02", message))

    def find(self, name: object, names: Sequence[str], what: str) -> int:
        """The number of a name among those known; 0 after noting that there is none such."""
        if isinstance(name, str) and name in names:
            return names.index(name)
        near = difflib.get_close_matches(name, names, n=3) if isinstance(name, str) else []
        hint = f"near it: {', '.join(near)}" if near else f"there is {', '.join(names[:6])}"
        hint += ", …" if not near and len(names) > 6 else ""
        self.note(f"there is no {what} {_shown(name)} in this edition; {hint}")
        return 0

    def cell(self, name: object) -> int:
        return self.find(name, self.setup.board.names, "cell")

    def colour(self, name: object) -> int:
        return self.find(name, self.setup.edition.colours, "colour")

    def face(self, number: object, faces: Sequence[int], what: str) -> int:
        """A number that is one of a few; the first of them after noting that it is not."""
        if type(number) is int and number in faces:
            return number
        self.note(f"{_shown(number)} is no {what}; there is {', '.join(map(str, faces)) or 'none'}")
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
