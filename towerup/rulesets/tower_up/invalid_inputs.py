"""Invalid inputs: things that are illegal in every state."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import attrs

from towerup.kernel.invalid_inputs import Unhashable

from .actions import Action, Back, Deal, Decline, Found, Place, Reveal, Take
from .box.board import Board
from .box.edition import SHELF, Box, Edition
from .play import legal_actions
from .space import most_floors_over_limit
from .state import State


class _Taking(Take):
    """A subclass of an action is not an action of this game."""


_NOT_ACTIONS: tuple[object, ...] = (
    None, True, 7, float("nan"), "decline", "take bgw", b"", Take, Decline, ("found", "A1", "black", "A1"),
    {"type": "decline"}, [Decline()], State, Unhashable(), _Taking("bgw"),
)  # fmt: skip
"""Things without the form of an action (TU-FORM-01)."""

_NOT_NAMES: tuple[Any, ...] = (
    "", "Z99", "a1", "blak", " black", "any", "x?", "/", "bgw/", None, 7, -1, ("A1",), ["A1"],
)  # fmt: skip
"""Things that are not a name in any edition."""


@lru_cache(maxsize=16)
def _unknown_names(box: Box) -> tuple[Any, ...]:
    """Things that are not names, and names of other editions or of the other side of the board."""
    editions = [*map(SHELF.shipped, SHELF.names), box.edition]
    names = {name for edition in editions for name in _names(edition, edition.boards)}
    return (*_NOT_NAMES, *sorted(names.difference(_names(box.edition, [box.side]))))


def _names(edition: Edition, boards: Sequence[Board]) -> Iterator[str]:
    """All names of an edition, with the sites of these boards."""
    yield from edition.colours
    yield from edition.cards
    yield from edition.bottoms
    yield from edition.objectives_by_id
    for board in boards:
        yield from (site.id for site in board.sites)


def _misnamed(name: Any, site: str, colour: str, card: str) -> tuple[Action, ...]:
    """Every kind of action with an unknown name in one place and known names in the others (TU-FORM-02)."""
    return (
        Deal([name]), Reveal(name), Place(name, colour), Place(site, name), Take(name), Take(card, [name]), Back([name]),
        Found(name, colour, site), Found(site, name, site), Found(site, colour, name),
    )  # fmt: skip


def _in_capitals(action: Action) -> Action:
    """The same action with a name in capitals; for one without such a name, a deal of an unknown objective."""
    if isinstance(action, Found | Place):
        return attrs.evolve(action, colour=action.colour.upper())
    if isinstance(action, Take | Reveal):
        return attrs.evolve(action, card=action.card.upper())
    if isinstance(action, Back):
        return Back([*action.floors[1:], action.floors[0].upper()])
    return Deal(["AN UNKNOWN ONE"])


def invalid_inputs(rng: random.Random, state: State) -> Sequence[object]:
    """A few things that cannot be done, whatever the state: what is no action, unknown names, too many or too few floors."""
    box, edition = state.box, state.setup.edition
    site, colour = box.sites[rng.randrange(len(box.sites))], rng.choice(edition.colours)
    card, objective = rng.choice([*edition.cards.values()]), rng.choice(edition.objectives).id
    last = legal_actions(state)[-1:]
    invalid: list[object] = [
        None,
        *map(str, last),
        rng.choice(_NOT_ACTIONS),
        *map(_in_capitals, last),
        Deal([*[*edition.objectives_by_id][1 : edition.objectives_in_play], "an unknown one"]),
        *_misnamed(rng.choice(_unknown_names(box)), site, colour, card.id),
        Deal([objective] * (edition.objectives_in_play + 1)),
        Take(card.id, [colour] * (card.icons + 1)),
        Back([]),
        Back([colour] * (most_floors_over_limit(state.setup) + 1)),
    ]
    elsewhere = [other for other in box.sites if other not in box.around[site]]
    if elsewhere:
        invalid.append(Found(site, colour, rng.choice(elsewhere)))
    return invalid
