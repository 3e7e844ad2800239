"""Drawing: varied games for a campaign, and things that are no legal action whatever the state."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import attrs

from towerup.kernel.invalid_inputs import Unhashable
from towerup.kernel.random_games import random_rulings

from .actions import Action, Back, Deal, Decline, Found, Place, Reveal, Take
from .board import Board
from .edition import SHIPPED, Edition, load_edition, shipped_edition
from .generating import legal_actions
from .playing import new_game
from .rulings import DEFAULTS, Rulings
from .setup import Objectives
from .state import State

STRESS_EDITIONS = ("hamlet", "small", "tiny")
"""Small boxes, made for tests, which show often what the whole game shows hardly ever, or never: a starting floor without a
site, a container without floors, a card with vehicles of two colours."""


def random_game(
    chooser: random.Random,
    players: int,
    edition: str | Path | Edition = "reconstruction",
    rulings: Rulings | None = None,
) -> State:
    """A game about to begin, drawn: its objectives, its starting floors, its roof colours and, if none are given, its rulings."""
    box = load_edition(edition)
    seats = chooser.sample(box.roof_colours, players)
    floors = chooser.randint(box.market, box.most_starting_floors[players])
    named = [objective.id for objective in box.objectives]
    kinds: tuple[Objectives, ...] = ("start", "random", chooser.sample(named, box.objectives_in_play))
    return new_game(
        seats,
        edition=box,
        objectives=chooser.choice(kinds),
        starting_floors=floors,
        # Small boxes are there to show what is rare, other readings among it.
        rulings=random_rulings(chooser, DEFAULTS, 1 / 2 if box.name in STRESS_EDITIONS else 1 / 4)
        if rulings is None
        else rulings,
    )


# --- what is never legal


class _Taking(Take):
    """A class of the user's own is no action of ours, whatever it inherits."""


_NO_ACTIONS: tuple[object, ...] = (
    None, True, 7, float("nan"), "decline", "take bgw", b"", Take, Decline, ("found", "A1", "black", "A1"),
    {"type": "decline"}, [Decline()], State, Unhashable(), _Taking("bgw"),
)  # fmt: skip
"""Things that have not the form of an action (TU-FORM-01)."""

_NO_NAMES: tuple[Any, ...] = ("", "Z99", "a1", "blak", " black", "any", "x?", "/", "bgw/", None, 7, -1, ("A1",), ["A1"])
"""Things that are not the name of anything in any edition."""


@lru_cache(maxsize=64)
def _unknown_names(edition: Edition, board: Board) -> tuple[Any, ...]:
    """Things that are no names, and names of other editions or of the other side of the board."""
    strange = {name for other in SHIPPED for name in _names(shipped_edition(other), None)} | {*_names(edition, None)}
    return (*_NO_NAMES, *sorted(strange - {*_names(edition, board)}))


def _names(edition: Edition, board: Board | None) -> Iterator[str]:
    """All names of an edition, with the sites of this board or of all its boards."""
    yield from edition.colours
    yield from (kind.id for kind in edition.kinds)
    yield from (card.id for card in edition.cards)
    yield from (objective.id for objective in edition.objectives)
    for side in edition.boards if board is None else (board,):
        yield from side.names


def _misnamed(name: Any, site: str, colour: str, card: str) -> tuple[Action, ...]:
    """Every action with an unknown name in one place and good names in the others (TU-FORM-02)."""
    return (
        Deal([name]), Reveal(name), Place(name, colour), Place(site, name), Take(name), Take(card, [name]), Back([name]),
        Found(name, colour, site), Found(site, name, site), Found(site, colour, name),
    )  # fmt: skip


def _shouted(action: Action) -> Action:
    """The same action, with a name in capitals; decline has none."""
    if isinstance(action, Found | Place):
        return attrs.evolve(action, colour=action.colour.upper())
    if isinstance(action, Take | Reveal):
        return attrs.evolve(action, card=action.card.upper())
    if isinstance(action, Back):
        return Back([*action.floors[1:], action.floors[0].upper()])
    return Deal(["AN UNKNOWN ONE"])


def invalid_inputs(chooser: random.Random, state: State) -> Sequence[object]:
    """A few things that cannot be done, whatever the state: what is no action, unknown names, and far too much or little."""
    setup, edition, space = state.setup, state.setup.edition, state.setup.space
    site, colour = chooser.randrange(len(setup.board.sites)), chooser.choice(edition.colours)
    kind, objective = chooser.choice(edition.kinds), chooser.choice(edition.objectives).id
    names = setup.board.names
    legal = legal_actions(state)
    odd: list[object] = [
        None,
        *map(str, legal[-1:]),
        chooser.choice(_NO_ACTIONS),
        # All names must be known, and in the right case.
        *map(_shouted, legal[-1:]),
        Deal([*[one.id for one in edition.objectives][1 : edition.objectives_in_play], "an unknown one"]),
        *_misnamed(chooser.choice(_unknown_names(edition, setup.board)), names[site], colour, kind.id),
        Deal([objective] * (edition.objectives_in_play + 1)),
        Take(kind.id, [colour] * (kind.icons + 1)),
        Back([]),
        Back([colour] * len(space.backs)),
    ]
    elsewhere = {*range(len(names))} - {site, *setup.neighbours[site]}
    if elsewhere:
        odd.append(Found(names[site], colour, names[chooser.choice(sorted(elsewhere))]))
    return odd
