"""Invalid inputs: things that are illegal in every state."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import attrs

from towerup.kernel.invalid_inputs import Unhashable

from .actions import Acquire, Action, Boom, Build, Deal, End, Give, Grab, Rebuild, Shift
from .play import legal_actions
from .state import State


class _Ending(End):
    """A class of the user's own is no action of ours, whatever it inherits."""


_NO_ACTIONS: tuple[object, ...] = (
    None, True, 7, float("nan"), "end", "acquire R1", b"", Acquire, End, ("acquire", "R1"),
    {"type": "end"}, [End()], State, Unhashable(), _Ending(),
)  # fmt: skip
"""Things that have not the form of an action (NY-FORM-01)."""

_NO_NAMES: tuple[Any, ...] = (
    "", "z99", "A1", "a0", "r1", "R0", "R99", "red-4", "Red-2", "green", "woolwort", " end", None, 7, -1, True, ("a1",), ["a1"],
)  # fmt: skip
"""Things that are not the name of a cell, a lot, a tile or a card in any edition."""


def _misnamed(name: Any, cell: str, tile: str) -> tuple[Action, ...]:
    """Every action with an unknown name in one place and good names in the others (NY-FORM-02)."""
    return (
        Deal(name), Acquire(name), Give(name), Build(name, [cell]), Build(tile, [cell, name]), Rebuild(name, [cell]),
        Rebuild(tile, [name]),
    )  # fmt: skip


def _shouted(action: Action) -> Action:
    """The same action with a name in small letters or capitals, whichever is wrong; of one without names, another thing."""
    if isinstance(action, Shift | Grab | Boom | End):
        return Acquire(str(action))
    field = attrs.fields(type(action))[0].name
    return attrs.evolve(action, **{field: getattr(action, field).swapcase()})


def _over_a_street(chooser: random.Random, state: State) -> list[Action]:
    """A tile that would reach over a street, where none may (NY-BUILD-08)."""
    setup = state.setup
    over = [one for one in setup.edition.placements_across.all if len({*map(setup.board.block_of.get, one.cells)}) > 1]
    if setup.rulings.street_spanning == "across" or not over:
        return []
    one = chooser.choice(over)
    return [Build(one.tile, one.cells)]


def invalid_inputs(chooser: random.Random, state: State) -> Sequence[object]:
    """A few things that cannot be done, whatever the state: what is no action, unknown names, cells that no tile can cover."""
    setup, edition = state.setup, state.setup.edition
    cells = setup.board.cells
    cell, tile = chooser.choice(cells), chooser.choice((*edition.own, *edition.legendaries)).id
    legal, lot = legal_actions(state), chooser.choice([*setup.board.lots])
    return [
        None,
        *map(str, legal[-1:]),
        chooser.choice(_NO_ACTIONS),
        # All names must be known, and in the right case.
        *map(_shouted, legal[-1:]),
        *_misnamed(chooser.choice(_NO_NAMES), cell, tile),
        # There are few actions without a tile, so that they are hardly ever drawn among all.
        *(one for one in (Shift(), Grab(), Acquire(lot), Boom(), Give(lot), End()) if one not in legal),
        # No tile is a single cell, lies on one twice, covers none, or reaches from corner to corner of the board.
        Build(tile, [cell]),
        Build(tile, [cell, cell]),
        Rebuild(tile, []),
        Rebuild(tile, [cells[0], cells[-1]]),
        *_over_a_street(chooser, state),
        Build(edition.start.id, next(iter(setup.board.lots.values()))),
    ]
