"""The state: what the table shows and what the table knows, and nothing else.

No hidden order of cards and no random generator: of the pile there are counts, layer by layer. Fields are packed for speed
(cells, lots, tiles, cards and buildings by number, sets of them as masks); `Table` in `table.py` is the same by name, for
reading, for JSON, and for building a state by hand.

Where workers are is not kept: a lot of a player has a worker on it exactly while no building of theirs touches it.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from towerup.kernel.actors import CHANCE, Actor
from towerup.kernel.states import BaseState, blank, fill

from .setup import Setup

if TYPE_CHECKING:
    from towerup.kernel.ruleset import AnyRuleset

    from .table import Table


class Phase(IntEnum):
    """What is wanted next."""

    OPEN = 0
    """Chance deals the market for the start."""
    TURN = 1
    """A player's turn begins: what to do with it."""
    RENEW = 2
    """Chance deals the market anew, for a Market Shift."""
    GRAB = 3
    """A player acquires the first lot of a Land Grab."""
    BUILD = 4
    """A lot has been acquired: a player may build."""
    AFTER = 5
    """A player has built, and may go on with an action card, or end the turn."""
    BOOM = 6
    """A player builds the second building, for a Construction Boom."""
    FILL = 7
    """The turn is over: chance fills the market."""
    OVER = 8


class Cause(IntEnum):
    """What brought about the end of the game."""

    TILES = 0
    """A player has only a few tiles left to build."""
    MARKET = 1
    """The market could not be filled."""

    @property
    def words(self) -> str:
        return ("few tiles unbuilt", "market not filled")[self]


BOOM_CARD, SHIFT_CARD, GRAB_CARD = 1, 2, 4
ALL_CARDS = BOOM_CARD | SHIFT_CARD | GRAB_CARD
"""The action cards of a player as a mask."""


@attrs.frozen
class Ending:
    """The end of the game has been brought about: why, and by which seat."""

    cause: Cause
    seat: int


@attrs.frozen(repr=False, slots=False, init=False)
class State(BaseState):
    """A moment of a game. Build one with `new_game`, with `apply`, or by hand with `position`."""

    setup: Setup
    phase: Phase
    seat: int
    """Whose turn it is."""
    level: int
    """The newest technology that the one whose turn it is may build."""
    grab: bool
    """Whether the second lot of a Land Grab may still be acquired."""
    lots: tuple[int, ...]
    """For each seat the mask of the lots that belong to it."""
    placed: tuple[tuple[int, ...], ...]
    """For each seat the numbers of the placements of its buildings, in order."""
    free: tuple[int, ...]
    """For each seat the mask of the cells of its lots with no building on them."""
    touched: tuple[int, ...]
    """For each seat the mask of the lots that a building of it touches."""
    left: tuple[int, ...]
    """For each seat the mask of its own tiles that it has not built."""
    legends: int
    """The mask of the legendaries that nobody has built."""
    points: tuple[int, ...]
    cards: tuple[int, ...]
    """For each seat the mask of the action cards that it has not used."""
    # NY-BOX-05: counts of what nobody can tell apart, and the order of what everybody has seen put down.
    market: bytes
    """How many of each kind of land card are in the market."""
    pile: tuple[bytes, ...]
    """The pile in layers from the top, of each kind of card how many; in which order a layer lies nobody knows."""
    ending: Ending | None

    def __init__(
        self,
        setup: Setup,
        phase: Phase,
        seat: int,
        level: int,
        grab: bool,
        lots: tuple[int, ...],
        placed: tuple[tuple[int, ...], ...],
        free: tuple[int, ...],
        touched: tuple[int, ...],
        left: tuple[int, ...],
        legends: int,
        points: tuple[int, ...],
        cards: tuple[int, ...],
        market: bytes,
        pile: tuple[bytes, ...],
        ending: Ending | None,
    ) -> None:
        contents = {
            "setup": setup, "phase": phase, "seat": seat, "level": level, "grab": grab, "lots": lots, "placed": placed,
            "free": free, "touched": touched, "left": left, "legends": legends, "points": points, "cards": cards,
            "market": market, "pile": pile, "ending": ending,
        }  # fmt: skip
        fill(self, "__dict__", contents)

    @property
    def actor(self) -> Actor:
        """Who decides: a seat, CHANCE, or None when the game is over."""
        return _ACTOR_OF_PHASE.get(self.phase, self.seat)

    @property
    def ruleset(self) -> AnyRuleset:
        """The rules this is a state of."""
        from .ruleset import NEW_YORK_1901

        return NEW_YORK_1901

    @property
    def table(self) -> Table:
        """The same by name, to read."""
        from .table import table_of

        return table_of(self)

    def __repr__(self) -> str:
        from .table import summary

        return summary(self)


Contents: TypeAlias = dict[str, Any]
"""The fields of a state by name: a copy of them is changed, and is the next state."""


def made_of(contents: Contents) -> State:
    """The state with these contents."""
    after = blank(State)
    fill(after, "__dict__", contents)
    return after


_ACTOR_OF_PHASE: dict[Phase, Actor] = {
    Phase.OPEN: CHANCE,
    Phase.RENEW: CHANCE,
    Phase.FILL: CHANCE,
    Phase.OVER: None,
}
