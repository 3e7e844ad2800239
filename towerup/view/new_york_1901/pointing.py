"""What somebody who points at a thing on the table might want to do with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

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
from towerup.rulesets.new_york_1901.box.placements import Placement
from towerup.rulesets.new_york_1901.play import legal_actions
from towerup.rulesets.new_york_1901.state import State
from towerup.rulesets.new_york_1901.technology import technology_of
from towerup.view.parts import Attempt

POINTS = {"cell": ("lot", "cells"), "land": ("land",), "tile": ("tile",), "card": ("action",)}
"""What one can point at, and the choices in a menu that such a thing can be."""

_CARDS: dict[str, Action] = {"boom": Boom(), "shift": Shift(), "grab": Grab()}


def about(state: State, action: Action) -> frozenset[tuple[str, str]]:
    """The things that a player's action has to do with: cells, the land card, the tile, the action card."""
    board = state.setup.board
    if isinstance(action, Build | Rebuild):
        return frozenset([("tile", action.tile), *(("cell", cell) for cell in action.cells)])
    if isinstance(action, Acquire | Give):
        things = [("cell", cell) for cell in board.lots[action.lot]]
        if isinstance(action, Acquire):
            things.append(("land", board.card_of[action.lot]))
        return frozenset(things)
    return frozenset(("card", card) for card, one in _CARDS.items() if one == action)


def attempts(state: State, what: str, which: str) -> tuple[Attempt, ...]:
    """On a cell: to acquire its lot; on one's own, to build, rebuild, or give it back. With a card or a tile: to use it."""
    setup = state.setup
    board = setup.board
    if what == "cell" and which in board.places:
        return tuple(_with_cell(state, which))
    if what == "land" and which in board.cards:
        taken = {lot for player in state.players for lot in player.lots}
        lots = sorted((lot for lot, card in board.card_of.items() if card == which), key=taken.__contains__)
        return tuple(_first(state, "acquire a lot", map(Acquire, lots)))
    if what == "tile" and which in setup.edition.tiles:
        return tuple(_with_placements(state, [one for one in setup.placements.all if one.tile == which]))
    if what == "card" and which in _CARDS:
        return (Attempt("use it", _CARDS[which]),)
    return ()


def _with_cell(state: State, cell: str) -> Iterator[Attempt]:
    lot = state.setup.board.lot_of[cell]
    if lot not in state.player.lots:
        yield Attempt("acquire", Acquire(lot))
        return
    yield from _with_placements(state, [one for one in state.setup.placements.all if cell in one.area])
    if lot in state.bare_lots(state.seat):
        yield Attempt("give back", Give(lot))


def _with_placements(state: State, placements: Sequence[Placement]) -> Iterator[Attempt]:
    """To build and to rebuild: a legal way if there is one, else what has the least against it."""
    kinds: tuple[tuple[str, type[Build | Rebuild], bool], ...] = (
        ("build", Build, False),
        ("rebuild", Rebuild, True),
    )
    for label, kind, over in kinds:
        ordered = sorted(placements, key=_against(state, over=over))
        yield from _first(state, label, (kind(one.tile, one.cells) for one in ordered))


def _first(state: State, label: str, actions: Iterable[Action]) -> Iterator[Attempt]:
    """The first of several actions that is legal; if none is, the first."""
    offered = list(actions)
    legal = set(legal_actions(state)) if type(state.actor) is int else set()
    chosen = next((one for one in offered if one in legal), offered[0] if offered else None)
    if chosen is not None:
        yield Attempt(label, chosen)


def _against(state: State, *, over: bool) -> Callable[[Placement], tuple[int, ...]]:
    """How much is against a placement, roughly: to be quick among many."""
    player, technology = state.player, technology_of(state, state.seat)
    own, ready = {*player.lots}, {*player.tiles, *state.legendaries}
    standing = {cell for one in player.buildings for cell in one.cells}

    def key(one: Placement) -> tuple[int, ...]:
        covers = not one.area.isdisjoint(standing)
        return (
            len(one.lots - own),
            int(covers is not over),
            int(one.technology > technology),
            int(one.tile not in ready),
            int(not one.fronts),
        )

    return key
