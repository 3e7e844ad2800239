"""The state: what the table shows and what the table knows, and nothing else.

No hidden order of cards and no random generator: of the cards that nobody has seen there are counts, of those that have
been used the order in which they lie under the pile. Fields are packed for speed (cells, spaces, cards and seats by
number); `Table` in `table.py` is the same by name, for reading, for JSON, and for building a state by hand.

A construction is a bit in the mask of its owner and a bit in the mask of its size. What lies in the reserves follows from
what stands on the board.
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

    CORNER = 0
    """A player chooses the round space to start on."""
    PLACE = 1
    """A player places a skyscraper or a floor for the start."""
    ROLL = 2
    """Chance rolls both dice for the turn of `seat`."""
    BUILD = 3
    """A player moves the architect and builds."""
    DRAW = 4
    """Chance draws an action card for `drawer`."""
    CARD = 5
    """A player chooses how to follow the card."""
    THROW = 6
    """Chance rolls for the card: the white die, or both."""
    OVER = 7


class Cause(IntEnum):
    """What ended the game."""

    LAST_SKYSCRAPER = 0
    RENT = 1
    TAX = 2
    """A tax that could not be paid, where the ruling `unpaid_tax` ends the game for it."""

    @property
    def words(self) -> str:
        return ("last skyscraper", "unpaid rent", "unpaid tax")[self]


NOWHERE = -1
"""Where a pawn or the architect is before it has come onto the board."""
NO_CARD = -1
NO_DIE = 0
BANK = -1
"""The creditor of a tax."""


@attrs.frozen
class Ending:
    """The game has ended: why, through whom, and for a debt how much is owed and to whom (a seat, or the bank)."""

    cause: Cause
    seat: int
    debt: int = 0
    creditor: int = BANK


@attrs.frozen(repr=False, slots=False, init=False)
class State(BaseState):
    """A moment of a game. Build one with `new_game`, with `apply`, or by hand with `position`."""

    setup: Setup
    phase: Phase
    seat: int
    """Whose turn it is."""
    drawer: int
    """Who draws and follows a card: whose turn it is, but where a card has moved another's pawn onto a round space."""
    owned: tuple[int, ...]
    """For each seat the mask of the cells with a construction of theirs."""
    ones: int
    """The cells with one floor."""
    twos: int
    """The cells with two floors."""
    towers: int
    """The cells with a skyscraper."""
    cash: tuple[int, ...]
    pawns: tuple[int, ...]
    """For each seat the space of the street where the pawn is."""
    architect: int
    """The cell where the architect stands."""
    die: int
    """What the black die shows while somebody is to build."""
    card: int
    """The card that is being followed."""
    # PS-BOX-06: counts of what nobody has seen, and the order of what everybody has.
    unseen: bytes
    """How many of each card nobody has seen: they lie on top of the pile."""
    used: bytes
    """The cards under them, each by its number, the one that was put there first first."""
    ending: Ending | None

    def __init__(
        self,
        setup: Setup,
        phase: Phase,
        seat: int,
        drawer: int,
        owned: tuple[int, ...],
        ones: int,
        twos: int,
        towers: int,
        cash: tuple[int, ...],
        pawns: tuple[int, ...],
        architect: int,
        die: int,
        card: int,
        unseen: bytes,
        used: bytes,
        ending: Ending | None,
    ) -> None:
        contents = {
            "setup": setup, "phase": phase, "seat": seat, "drawer": drawer, "owned": owned, "ones": ones, "twos": twos,
            "towers": towers, "cash": cash, "pawns": pawns, "architect": architect, "die": die, "card": card,
            "unseen": unseen, "used": used, "ending": ending,
        }  # fmt: skip
        fill(self, "__dict__", contents)

    @property
    def actor(self) -> Actor:
        """Who decides: a seat, CHANCE, or None when the game is over."""
        phase = self.phase
        if phase is Phase.CARD:
            return self.drawer
        return _ACTOR_OF_PHASE.get(phase, self.seat)

    @property
    def ruleset(self) -> AnyRuleset:
        """The rules this is a state of."""
        from .ruleset import PROJEKT_SKYLINE

        return PROJEKT_SKYLINE

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
    Phase.ROLL: CHANCE,
    Phase.DRAW: CHANCE,
    Phase.THROW: CHANCE,
    Phase.OVER: None,
}
