"""The action space: every action that an edition's board and deck can ever ask for, made once, each with a number.

A *move* is an action with its names looked up: sites, colours and cards as numbers, floors as packed counts. The rules
work on moves; users see actions.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TypeAlias

import attrs

from towerup.kernel import counts
from towerup.kernel.action_spaces import ActionSpace

from .actions import Action, Back, Deal, Decline, Found, Place, Reveal, Take
from .board import Board
from .edition import Edition
from .plots import Plots


@attrs.frozen(eq=False)
class DealMove:
    objectives: tuple[str, ...]


@attrs.frozen(eq=False)
class RevealStartMove:
    """In setup: `card` is the number of a printed card."""

    card: int


@attrs.frozen(eq=False)
class RevealMove:
    """After setup: `card` is the number of a kind."""

    card: int


@attrs.frozen(eq=False)
class PlaceMove:
    site: int
    colour: int


@attrs.frozen(eq=False)
class TakeMove:
    kind: int
    floors: int
    size: int


@attrs.frozen(eq=False)
class BackMove:
    floors: int
    size: int


@attrs.frozen(eq=False)
class FoundMove:
    site: int
    colour: int
    roof: int


@attrs.frozen(eq=False)
class DeclineMove:
    pass


Move: TypeAlias = DealMove | RevealStartMove | RevealMove | PlaceMove | TakeMove | BackMove | FoundMove | DeclineMove


class Space(ActionSpace[Action, Move]):
    """All actions of an edition on one of its boards.

    They are arranged as the generator wants them.
    """

    def __init__(self, edition: Edition, board: Board, most_back: int) -> None:
        super().__init__()
        self.edition = edition
        self.board = board
        kinds, sites, colours = edition.kinds, range(len(board.sites)), range(len(edition.colours))

        self.deals = tuple(
            self._add(Deal(chosen), DealMove(tuple(sorted(chosen, key=order.__getitem__))))
            for order in [{objective.id: n for n, objective in enumerate(edition.objectives)}]
            for chosen in combinations(order, edition.objectives_in_play)
        )
        self.printed_reveals = tuple(
            self._add(Reveal(card.id), RevealStartMove(n)) for n, card in enumerate(edition.cards)
        )
        self.reveals = tuple(self._add(Reveal(kind.id), RevealMove(n)) for n, kind in enumerate(kinds))
        self.places = tuple(
            tuple(self._add(Place(board.names[site], edition.colours[c]), PlaceMove(site, c)) for site in sites)
            for c in colours
        )
        # For each kind and each number of free choices, the choices: packed floors and the action.
        self.takes = tuple(
            tuple(
                tuple(
                    (f, self._add(Take(kind.id, self._names(f)), TakeMove(n, f, size))) for f in self._multisets(size)
                )
                for size in range(kind.icons + 1)
            )
            for n, kind in enumerate(kinds)
        )
        # What a market offers while every colour is there in plenty, noted down as markets are met.
        self.market_takes: dict[tuple[int, ...], tuple[Take, ...]] = {}
        founds = {
            (site, c, roof): self._add(
                Found(board.names[site], edition.colours[c], board.names[roof]), FoundMove(site, c, roof)
            )
            for site in sites
            for c in colours
            for roof in sorted((site, *board.neighbours[site]))
        }
        self.backs = tuple(
            tuple((f, self._add(Back(self._names(f)), BackMove(f, size))) for f in self._multisets(size) if size)
            for size in range(most_back + 1)
        )
        self.decline = self._add(Decline(), DeclineMove())
        self._number()
        self.plots = Plots(board, len(edition.colours), founds)

    def takes_of_market(self, market: tuple[int, ...]) -> tuple[Take, ...]:
        """The ways to take a card of this market while every colour is there in plenty: just the multicolour choices."""
        kinds = self.edition.kinds
        offered = tuple(action for kind in dict.fromkeys(market) for _, action in self.takes[kind][kinds[kind].wild])
        self.market_takes[market] = offered
        return offered

    def _multisets(self, size: int) -> tuple[int, ...]:
        return tuple(counts.multisets(len(self.edition.colours), size))

    def _names(self, floors: int) -> tuple[str, ...]:
        colours = self.edition.colours
        held = counts.unpack(floors, len(colours))
        return tuple(colour for colour, count in zip(colours, held, strict=True) for _ in range(count))


@cache
def space_for(edition: Edition, board_name: str, most_back: int) -> Space:
    """The action space, made once. `most_back` is the most floors that a player can ever have to put back."""
    board = next(board for board in edition.boards if board.name == board_name)
    return Space(edition, board, most_back)
