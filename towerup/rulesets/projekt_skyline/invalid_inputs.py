"""Invalid inputs: things that are illegal in every state."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import attrs

from towerup.kernel.invalid_inputs import Unhashable

from .actions import Action, Build, Corner, Draw, Grow, Pass, Place, Remove, Roll, Shift, Swap, Tax, Walk
from .box.board import COLUMNS
from .play import legal_actions
from .state import State


class _Building(Build):
    """A subclass of an action is not an action of this game."""


_NOT_ACTIONS: tuple[object, ...] = (
    None, True, 7, float("nan"), "pass", "build C4", b"", Build, Pass, ("grow", "C4", "C6"),
    {"type": "pass"}, [Pass()], State, Unhashable(), _Building("A1"),
)  # fmt: skip
"""Things without the form of an action (PS-FORM-01)."""

_NOT_NAMES: tuple[Any, ...] = (
    "", "Z99", "a1", "A0", "A10", "AA1", "N1", "greem", " green", "mauve", "tower", "nw", None, 7, -1, True, ("A1",), ["A1"],
)  # fmt: skip
"""Things that are not the name of a cell, a colour, a card or a round space in any edition."""

_NOT_NUMBERS: tuple[Any, ...] = (0, -1, 99, 1.0, True, "1", None, (1,))
"""Things that no die shows and no card has as its steps."""


def _misnamed(name: Any, cell: str, steps: int) -> tuple[Action, ...]:
    """Every kind of action with an unknown name in one place and known names in the others (PS-FORM-02)."""
    return (
        Corner(name), Place(name), Build(name), Grow(name, cell), Grow(cell, name), Draw(name), Walk(name, steps),
        Tax(name), Remove(name), Swap([cell, name]), Shift(name, cell), Shift(cell, name), Grow(cell, cell, name or "?"),
    )  # fmt: skip


def _misnumbered(number: Any, colour: str, white: int) -> tuple[Action, ...]:
    """Every kind of action with a number in it that means nothing (PS-FORM-02)."""
    walked = () if number == 99 else (Walk(colour, number),)
    rolled = () if number is None else (Roll(white, number),)
    return (Roll(number, 1), Roll(number), *walked, *rolled)


def _in_other_case(action: Action) -> Action:
    """The same action with a name in the wrong case; of dice, a face that is none."""
    if isinstance(action, Roll):
        return Roll(0, action.black)
    if isinstance(action, Pass):
        return Build("pass")
    if isinstance(action, Swap):
        return Swap([action.cells[0].lower(), action.cells[1]])
    field = attrs.fields(type(action))[0].name
    return attrs.evolve(action, **{field: getattr(action, field).swapcase()})


def invalid_inputs(rng: random.Random, state: State) -> Sequence[object]:
    """A few things that cannot be done, whatever the state: what is no action, unknown names, numbers that mean nothing."""
    setup, edition, cells = state.setup, state.setup.edition, state.setup.board.cells
    cell, colour = rng.choice(cells), rng.choice(edition.colours)
    white, black = edition.faces
    last = legal_actions(state)[-1:]
    beyond = f"{COLUMNS[setup.board.columns - 1]}{setup.board.rows + 1}"
    return [
        None,
        *map(str, last),
        rng.choice(_NOT_ACTIONS),
        *map(_in_other_case, last),
        *_misnamed(rng.choice((*_NOT_NAMES, beyond)), cell, 1),
        *_misnumbered(rng.choice((*_NOT_NUMBERS, max(white) + 1)), colour, white[0]),
        Roll(white[0], max(black) + 1),
        *(Tax(one) for one in edition.colours if one not in setup.seats),
        Swap([cell]),
        Swap([cell, cell]),
        Swap([]),
        Shift(cell, cell),
        Grow(cell, cell),
        Grow(cell, rng.choice(cells), cell),
    ]
