"""The form of an action: it is one of the kinds of action, its names exist in this game, and its tile can lie like that."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterator
from typing import Any

from towerup.kernel.naming import shown
from towerup.kernel.rules import Objection, Objections

from .actions import TYPES, Acquire, Boom, Build, Deal, End, Give, Grab, Rebuild, Shift
from .state import Setup, State


def objections_to_form(state: State, action: object) -> Objections:
    """What is no action of this game, or names something that is not in it (NY-FORM-01, NY-FORM-02)."""
    names = _NAMES.get(type(action))
    if names is None:
        kinds = ", ".join(kind.__name__ for kind in TYPES.values())
        yield Objection("NY-FORM-01", f"{shown(action)} is not an action; an action is one of {kinds}")
        return
    found = list(dict.fromkeys(_unknown_names(state.setup, names(action))))
    if not found and isinstance(action, Build | Rebuild):
        found = list(_no_way_to_lie(state.setup, action))
    yield from found


def _unknown_names(setup: Setup, names: list[tuple[str, object]]) -> Iterator[Objection]:
    for what, name in names:
        known = _KNOWN[what](setup)
        if isinstance(name, str) and name in known:
            continue
        if what == "cell" and isinstance(name, str) and name in setup.board.grounds:
            ground = setup.board.grounds[name]
            yield Objection("NY-BUILD-08", f"{name} is on {ground}: streets and parks are not built on")
        else:
            yield Objection("NY-FORM-02", _unknown(what, name, known))


def _unknown(what: str, name: object, known: Collection[str]) -> str:
    near = difflib.get_close_matches(name, known, n=3) if isinstance(name, str) else []
    some = [*known][:6]
    hint = f"near it: {', '.join(near)}" if near else f"there is {', '.join(some)}{', …' if len(known) > 6 else ''}"
    return f"there is no {what} {shown(name)} in this edition; {hint}"


def _no_way_to_lie(setup: Setup, action: Build | Rebuild) -> Iterator[Objection]:
    """The tile cannot lie on just these cells, or only over a street (NY-BUILD-02, NY-BUILD-08)."""
    site = action.tile, frozenset(action.cells)
    once = len(site[1]) == len(action.cells)
    if once and site in setup.placements.by_site:
        return
    if once and site in setup.edition.placements_across.by_site:
        yield Objection("NY-BUILD-08", f"{action.tile} would reach over a street (ruling street_spanning is never)")
    else:
        cells = " ".join(action.cells) or "no cell"
        yield Objection("NY-BUILD-02", f"{action.tile} cannot be turned so that it covers just {cells}")


_KNOWN: dict[str, Callable[[Setup], Collection[str]]] = {
    "land card": lambda setup: setup.board.cards,
    "lot": lambda setup: setup.board.lots,
    "tile": lambda setup: [tile.id for tile in (*setup.edition.own, *setup.edition.legendaries)],
    "cell": lambda setup: setup.board.places,
}
"""What an action can name, and where it is known from."""


def _tile_and_cells(action: Build | Rebuild) -> list[tuple[str, object]]:
    return [("tile", action.tile), *(("cell", cell) for cell in action.cells)]


_NAMES: dict[type[Any], Callable[[Any], list[tuple[str, object]]]] = {
    Deal: lambda action: [("land card", action.card)],
    Shift: lambda action: [],
    Grab: lambda action: [],
    Acquire: lambda action: [("lot", action.lot)],
    Build: _tile_and_cells,
    Rebuild: _tile_and_cells,
    Boom: lambda action: [],
    Give: lambda action: [("lot", action.lot)],
    End: lambda action: [],
}
"""The names in each kind of action."""
