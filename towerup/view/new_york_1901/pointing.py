"""What somebody who points at a thing on the table might want to do with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from towerup.rulesets.new_york_1901.actions import (
    Acquire,
    Action,
    Boom,
    Build,
    Give,
    Grab,
    Rebuild,
    Shift,
)
from towerup.rulesets.new_york_1901.board import numbers_of
from towerup.rulesets.new_york_1901.generating import legal_actions
from towerup.rulesets.new_york_1901.placing import Placement, Placements
from towerup.rulesets.new_york_1901.state import State
from towerup.view.parts import Attempt

from .words import level_of

POINTS = {"cell": ("lot", "cells"), "land": ("land",), "tile": ("tile",), "card": ("action",)}
"""What one can point at, and the choices in a menu that such a thing can be."""

_CARDS: dict[str, Action] = {"boom": Boom(), "shift": Shift(), "grab": Grab()}


def about(state: State, action: Action) -> frozenset[tuple[str, str]]:
    """The things that a player's action has to do with: cells, the land card, the tile, the action card."""
    board = state.setup.board
    if isinstance(action, Build | Rebuild):
        return frozenset([("tile", action.tile), *(("cell", cell) for cell in action.cells)])
    if isinstance(action, Acquire | Give):
        lot = board.lot_index[action.lot]
        things = [("cell", cell) for cell in board.cells(board.lot_cells[lot])]
        if isinstance(action, Acquire):
            things.append(("land", board.cards[board.card_of[lot]]))
        return frozenset(things)
    return frozenset(("card", card) for card, one in _CARDS.items() if one == action)


def attempts(state: State, what: str, which: str) -> tuple[Attempt, ...]:
    """On a cell: to acquire its lot; on one's own, to build, rebuild, or give it back. With a card or a tile: to use it."""
    setup = state.setup
    board = setup.board
    if what == "cell" and which in board.index:
        return tuple(_with_cell(state, board.index[which]))
    if what == "land" and which in board.cards:
        lots = [board.lots[lot] for lot in numbers_of(board.card_lots[board.cards.index(which)])]
        taken = sum(state.lots)
        lots.sort(key=lambda lot: taken >> board.lot_index[lot] & 1)
        return tuple(_first(state, "acquire a lot", map(Acquire, lots)))
    if what == "tile" and which in setup.edition.tile_index:
        tile = setup.edition.tile_index[which]
        return tuple(_with_placements(state, setup.space.placements.by_tile[tile]))
    if what == "card" and which in _CARDS:
        return (Attempt("use it", _CARDS[which]),)
    return ()


def _with_cell(state: State, cell: int) -> Iterator[Attempt]:
    board = state.setup.board
    lot = board.lot_of[cell]
    if not state.lots[state.seat] >> lot & 1:
        yield Attempt("acquire", Acquire(board.lots[lot]))
        return
    yield from _with_placements(state, _over_cells(state.setup.space.placements, len(board.names))[cell])
    if not state.touched[state.seat] >> lot & 1:
        yield Attempt("give back", Give(board.lots[lot]))


def _with_placements(state: State, placements: Iterable[Placement]) -> Iterator[Attempt]:
    """To build and to rebuild: a legal way if there is one, else what has the least against it."""
    # The starting building is never built.
    offered = [one for one in placements if one.tile < len(state.setup.edition.tiles) - 1]
    for label, actions, over in (
        ("build", state.setup.space.builds, False),
        ("rebuild", state.setup.space.rebuilds, True),
    ):
        against = _against(state, over=over)
        yield from _first(state, label, (actions[one.number] for one in sorted(offered, key=against)))


def _first(state: State, label: str, actions: Iterable[Action]) -> Iterator[Attempt]:
    """The first of several actions that is legal; if none is, the first."""
    offered = list(actions)
    legal = set(legal_actions(state)) if type(state.actor) is int else set()
    chosen = next((one for one in offered if one in legal), offered[0] if offered else None)
    if chosen is not None:
        yield Attempt(label, chosen)


def _against(state: State, *, over: bool) -> Callable[[Placement], tuple[int, ...]]:
    """How much is against a placement, roughly: to be quick among many."""
    seat = state.seat
    own, level, left = state.lots[seat], level_of(state, seat), state.left[seat] | state.legends
    standing = 0
    for number in state.placed[seat]:
        standing |= state.setup.placements[number].cells

    def key(one: Placement) -> tuple[int, ...]:
        covers = bool(one.cells & standing)
        return (
            (one.lots & ~own).bit_count(),
            int(covers is not over),
            int(one.technology > level),
            int(not left >> one.tile & 1),
            int(not one.fronts),
        )

    return key


@lru_cache(maxsize=16)
def _over_cells(placements: Placements, cells: int) -> tuple[tuple[Placement, ...], ...]:
    """For each cell the placements over it."""
    over: list[list[Placement]] = [[] for _ in range(cells)]
    for one in placements.all:
        for cell in numbers_of(one.cells):
            over[cell].append(one)
    return tuple(map(tuple, over))
