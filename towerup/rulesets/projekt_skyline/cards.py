"""Action cards: what a kind of card asks for, and what must be told of it in an edition.

FR “Explications des cartes Action”. The thirteen kinds are rules, and so is what each of them does (`following.py`); how
many there are of each, and the sums and steps that they name, is data.
"""

from __future__ import annotations

from enum import IntEnum

import attrs


class Kind(IntEnum):
    """What a card asks for, in the order of the rulebook."""

    THROW = 0
    """The white die once more."""
    RICHEST = 1
    """The pawn of a richest player moves some steps."""
    POOREST = 2
    """The bank pays the poorest."""
    DICE = 3
    """The bank pays for a roll of the dice."""
    TAX = 4
    """A player of one's choice is taxed."""
    OWN_TAX = 5
    """Who drew it is taxed."""
    LEADER = 6
    """The leader loses a skyscraper."""
    SWAP = 7
    """An own construction and an opponent's change places."""
    FLOOR = 8
    """A floor is placed."""
    SWAP_OTHERS = 9
    """Constructions of two opponents change places."""
    SHIFT = 10
    """An own construction is moved."""
    RAZE = 11
    """A small construction goes back to its owner."""
    REMOVE = 12
    """An own construction goes back to the reserve."""

    @property
    def word(self) -> str:
        """The name in an edition file."""
        return self.name.lower().replace("_", "-")


KINDS: dict[str, Kind] = {kind.word: kind for kind in Kind}
"""The kinds of card by their names in an edition file."""

TELLS: dict[Kind, str] = {
    Kind.RICHEST: "steps",
    Kind.POOREST: "amount",
    Kind.DICE: "amount",
    Kind.TAX: "amount",
    Kind.OWN_TAX: "amount",
}
"""What an edition must tell of a card of some kinds: the steps offered, or the sum."""

ALWAYS_FOLLOWED = frozenset((Kind.THROW, Kind.RICHEST, Kind.POOREST, Kind.DICE, Kind.TAX, Kind.OWN_TAX))
"""The kinds that can be followed whatever stands on the board."""


@attrs.frozen
class Card:
    """An action card: its kind, how many there are of it, and the sum or the steps that it names."""

    id: str
    title: str
    kind: Kind
    count: int
    amount: int = 0
    steps: tuple[int, ...] = ()
