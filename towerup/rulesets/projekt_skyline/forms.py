"""The form of an action: it is one of the kinds of action, and every name and number in it exists in this game."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection
from typing import Any

from towerup.kernel.naming import shown
from towerup.kernel.rules import Objection, Objections

from .actions import TYPES, Build, Corner, Draw, Grow, Pass, Place, Remove, Roll, Shift, Swap, Tax, Walk
from .box.board import CORNERS
from .state import State


def objections_to_form(state: State, action: object) -> Objections:
    """What is no action of this game, or names something that is not in it (PS-FORM-01, PS-FORM-02)."""
    parts = _PARTS.get(type(action))
    if parts is None:
        kinds = ", ".join(kind.__name__ for kind in TYPES.values())
        yield Objection("PS-FORM-01", f"{shown(action)} is not an action; an action is one of {kinds}")
        return
    wrong = [
        _unknown(what, value, _KNOWN[what](state)) for what, value in parts(action) if not _is_known(state, what, value)
    ]
    if isinstance(action, Swap) and len(action.cells) != 2:
        wrong.append(f"two cells are swapped, not {len(action.cells)}")
    for message in dict.fromkeys(wrong):
        yield Objection("PS-FORM-02", message)


def _is_known(state: State, what: str, value: object) -> bool:
    # To Python 1, 1.0 and True are equal; on a die, or as a number of steps, only the first is one.
    return type(value) is (int if what in _NUMBERS else str) and value in _KNOWN[what](state)


def _unknown(what: str, value: object, known: Collection[Any]) -> str:
    if what in _NUMBERS:
        return f"{shown(value)} is no {what}; there is {', '.join(map(str, known)) or 'none'}"
    near = difflib.get_close_matches(value, known, n=3) if isinstance(value, str) else []
    some = [*known][:6]
    hint = f"near it: {', '.join(near)}" if near else f"there is {', '.join(some)}{', …' if len(known) > 6 else ''}"
    return f"there is no {what} {shown(value)} in this edition; {hint}"


_NUMBERS = ("face of the white die", "face of the black die", "number of steps on a card")

_KNOWN: dict[str, Callable[[State], Collection[Any]]] = {
    "cell": lambda state: state.setup.board.cells,
    "round space": lambda state: CORNERS,
    "colour": lambda state: state.setup.edition.colours,
    "card": lambda state: state.setup.edition.cards_by_id,
    "face of the white die": lambda state: state.setup.edition.faces[0],
    "face of the black die": lambda state: state.setup.edition.faces[1],
    "number of steps on a card": lambda state: state.setup.edition.steps,
}
"""What an action can name, and where it is known from."""


def _dice(action: Roll) -> list[tuple[str, object]]:
    white: tuple[str, object] = ("face of the white die", action.white)
    return [white] if action.black is None else [white, ("face of the black die", action.black)]


def _cells_of_growth(action: Grow) -> list[tuple[str, object]]:
    joined = [] if action.join is None else [action.join]
    return [("cell", cell) for cell in (*joined, action.cell, action.raze)]


_PARTS: dict[type[Any], Callable[[Any], list[tuple[str, object]]]] = {
    Corner: lambda action: [("round space", action.corner)],
    Place: lambda action: [("cell", action.cell)],
    Roll: _dice,
    Build: lambda action: [("cell", action.cell)],
    Grow: _cells_of_growth,
    Pass: lambda action: [],
    Draw: lambda action: [("card", action.card)],
    Walk: lambda action: [("colour", action.player), ("number of steps on a card", action.steps)],
    Tax: lambda action: [("colour", action.player)],
    Remove: lambda action: [("cell", action.cell)],
    Swap: lambda action: [("cell", cell) for cell in action.cells],
    Shift: lambda action: [("cell", action.cell), ("cell", action.to)],
}
"""The names and numbers in each kind of action."""
