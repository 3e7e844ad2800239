"""The form of an action: it is one of the kinds of action, and every name in it exists in this game."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection
from typing import Any

from towerup.kernel.naming import shown
from towerup.kernel.rules import Objection, Objections

from .actions import TYPES, Back, Deal, Decline, Found, Place, Reveal, Take
from .state import State


def objections_to_form(state: State, action: object) -> Objections:
    """What is no action of this game, or names something that is not in it (TU-FORM-01, TU-FORM-02)."""
    names = _NAMES.get(type(action))
    if names is None:
        kinds = ", ".join(kind.__name__ for kind in TYPES.values())
        yield Objection("TU-FORM-01", f"{shown(action)} is not an action; an action is one of {kinds}")
        return
    seen: set[str] = set()
    for what, name in names(action):
        known = _KNOWN[what](state)
        if isinstance(name, str) and name in known:
            continue
        message = _unknown(what, name, known)
        if message not in seen:
            seen.add(message)
            yield Objection("TU-FORM-02", message)


def _unknown(what: str, name: object, known: Collection[str]) -> str:
    near = difflib.get_close_matches(name, known, n=3) if isinstance(name, str) else []
    some = [*known][:6]
    hint = f"near it: {', '.join(near)}" if near else f"there is {', '.join(some)}{', …' if len(known) > 6 else ''}"
    return f"there is no {what.removeprefix('printed ')} {shown(name)} in this edition; {hint}"


_KNOWN: dict[str, Callable[[State], Collection[str]]] = {
    "site": lambda state: state.box.neighbours,
    "colour": lambda state: state.setup.edition.colours,
    "card": lambda state: state.setup.edition.cards,
    "printed card": lambda state: state.setup.edition.bottoms,
    "objective": lambda state: state.setup.edition.objectives_by_id,
}
"""What an action can name, and where it is known from."""

_NAMES: dict[type[Any], Callable[[Any], list[tuple[str, object]]]] = {
    Deal: lambda action: [("objective", id) for id in action.objectives],
    Reveal: lambda action: [(_kind_of_card(action.card), action.card)],
    Place: lambda action: [("site", action.site), ("colour", action.colour)],
    Take: lambda action: [("card", action.card), *(("colour", colour) for colour in action.floors)],
    Found: lambda action: [("site", action.site), ("colour", action.colour), ("site", action.roof)],
    Back: lambda action: [("colour", colour) for colour in action.floors],
    Decline: lambda action: [],
}
"""The names in each kind of action."""


def _kind_of_card(card: object) -> str:
    """In setup a card is named with its bottom, as `bgw/black`."""
    return "printed card" if isinstance(card, str) and "/" in card else "card"
