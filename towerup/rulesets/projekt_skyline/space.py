"""The action space: every action that a box can ever ask for, in a stable order. An action's number is its place in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from .actions import Action, Build, Corner, Draw, Grow, Pass, Place, Remove, Roll, Shift, Swap, Tax, Walk
from .box.board import CORNERS
from .box.edition import Edition
from .state import State


def action_space(state: State) -> tuple[Action, ...]:
    """Every action of the state's edition, whoever plays, in the order of their numbers."""
    return _actions(state.setup.edition, state.setup.expert)


@lru_cache(maxsize=16)
def _actions(edition: Edition, expert: bool) -> tuple[Action, ...]:
    return tuple(_every_action(edition, expert))


def _every_action(edition: Edition, expert: bool) -> Iterator[Action]:
    board, (white, black) = edition.board, edition.faces
    cells, reach = board.cells, board.reach
    yield from map(Corner, CORNERS)
    yield from map(Place, cells)
    yield from (Roll(one, other) for one in white for other in black)
    yield from map(Roll, white)
    yield from map(Build, cells)
    for cell in cells:
        yield from (Grow(cell, raze) for raze in cells if raze in (*reach[cell][2], *reach[cell][3]))
    for cell in cells if expert else ():
        yield from (Grow(cell, raze, join) for join in reach[cell][2] for raze in reach[join][3] if raze != cell)
    yield Pass()
    yield from (Draw(card.id) for card in edition.cards)
    yield from (Walk(colour, steps) for colour in edition.colours for steps in edition.steps)
    yield from map(Tax, edition.colours)
    yield from map(Remove, cells)
    yield from map(Swap, combinations(cells, 2))
    yield from (Shift(cell, to) for cell in cells for to in cells if to != cell)
