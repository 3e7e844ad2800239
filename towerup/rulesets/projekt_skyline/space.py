"""The action space: every action that an edition can ever ask for, made once, each with a number.

A *move* is an action with its names looked up: cells, spaces, cards and colours as numbers. The rules work on moves; users
see actions. The space does not depend on who plays: it has the actions about players of every colour of the edition.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

import attrs

from towerup.kernel.action_spaces import ActionSpace

from .actions import Action, Build, Corner, Draw, Grow, Pass, Place, Remove, Roll, Shift, Swap, Tax, Walk
from .edition import Edition

NOT_JOINED = -1
"""In a growth that joins nothing on the way."""


@attrs.frozen(eq=False)
class CornerMove:
    space: int


@attrs.frozen(eq=False)
class PlaceMove:
    cell: int


@attrs.frozen(eq=False)
class RollMove:
    white: int
    black: int


@attrs.frozen(eq=False)
class ThrowMove:
    """The white die alone."""

    white: int


@attrs.frozen(eq=False)
class BuildMove:
    cell: int


@attrs.frozen(eq=False)
class GrowMove:
    cell: int
    raze: int
    join: int


@attrs.frozen(eq=False)
class PassMove:
    pass


@attrs.frozen(eq=False)
class DrawMove:
    card: int


@attrs.frozen(eq=False)
class WalkMove:
    """`colour` is a number among the edition's colours; which seat plays it, the setup says."""

    colour: int
    steps: int


@attrs.frozen(eq=False)
class TaxMove:
    colour: int


@attrs.frozen(eq=False)
class RemoveMove:
    cell: int


@attrs.frozen(eq=False)
class SwapMove:
    one: int
    other: int


@attrs.frozen(eq=False)
class ShiftMove:
    cell: int
    to: int


Move: TypeAlias = (
    CornerMove | PlaceMove | RollMove | ThrowMove | BuildMove | GrowMove | PassMove | DrawMove | WalkMove | TaxMove
    | RemoveMove | SwapMove | ShiftMove
)  # fmt: skip


def cells_of(mask: int) -> Iterator[int]:
    """The numbers of the cells of a mask, in order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


class Space(ActionSpace[Action, Move]):
    """All actions of an edition; those that join only for the variant for experts.

    They are arranged as the generator wants them.
    """

    def __init__(self, edition: Edition, expert: bool) -> None:
        super().__init__()
        self.edition = edition
        board = edition.board
        names, reach, cells = board.names, board.reach, range(len(board.names))
        white, black = edition.faces
        steps = sorted({one for card in edition.cards for one in card.steps})

        self.corners = tuple(self._add(Corner(board.spaces[n]), CornerMove(n)) for n in board.corners)
        self.places = tuple(self._add(Place(names[cell]), PlaceMove(cell)) for cell in cells)
        self.rolls = tuple(self._add(Roll(one, other), RollMove(one, other)) for one in white for other in black)
        self.throws = tuple(self._add(Roll(one), ThrowMove(one)) for one in white)
        self.builds = tuple(self._add(Build(names[cell]), BuildMove(cell)) for cell in cells)
        # For each cell, by the cell that is razed: two cells away, or three.
        self.grows = tuple(
            {
                raze: self._add(Grow(names[cell], names[raze]), GrowMove(cell, raze, NOT_JOINED))
                for raze in cells_of(reach[cell][2] | reach[cell][3])
            }
            for cell in cells
        )
        # For each cell, by the cell that is joined two cells away, by the one that is razed three cells from there.
        self.joins = tuple(
            {
                join: {
                    raze: self._add(Grow(names[cell], names[raze], names[join]), GrowMove(cell, raze, join))
                    for raze in cells_of(reach[join][3] & ~(1 << cell))
                }
                for join in cells_of(reach[cell][2] if expert else 0)
            }
            for cell in cells
        )
        self.passing = self._add(Pass(), PassMove())
        self.draws = tuple(self._add(Draw(card.id), DrawMove(n)) for n, card in enumerate(edition.cards))
        self.walks = tuple(
            {one: self._add(Walk(colour, one), WalkMove(n, one)) for one in steps}
            for n, colour in enumerate(edition.colours)
        )
        self.taxes = tuple(self._add(Tax(colour), TaxMove(n)) for n, colour in enumerate(edition.colours))
        self.removes = tuple(self._add(Remove(names[cell]), RemoveMove(cell)) for cell in cells)
        self.swaps = tuple(
            {other: self._add(Swap((names[cell], names[other])), SwapMove(cell, other)) for other in cells[cell + 1 :]}
            for cell in cells
        )
        self.shifts = tuple(
            {to: self._add(Shift(names[cell], names[to]), ShiftMove(cell, to)) for to in cells if to != cell}
            for cell in cells
        )
        self._number()

    def known(self, action: object) -> Move | None:
        """The move of an action that equals one of the space's own; None for anything else."""
        # To Python 1, 1.0 and True are equal; on a die, or as a number of steps, only the first is one.
        if type(action) is Roll and not (_is_whole(action.white) and _is_whole(action.black)):
            return None
        if type(action) is Walk and not _is_whole(action.steps):
            return None
        return ActionSpace.known(self, action)


def _is_whole(number: object) -> bool:
    return not issubclass(type(number), bool | float)


@cache
def space_for(edition: Edition, expert: bool) -> Space:
    """The action space, made once."""
    return Space(edition, expert)
