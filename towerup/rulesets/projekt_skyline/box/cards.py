"""Action cards: what a kind of card asks for, and what an edition must say of it.

FR “Explications des cartes Action”. The thirteen kinds are rules, and so is what each of them does (`following.py`); how
many there are of each, and the sums and steps that they name, is data.
"""

from __future__ import annotations

from enum import StrEnum

import attrs


class Kind(StrEnum):
    """What a card asks for, in the order of the rulebook; the values are the words of edition files."""

    THROW = "throw"
    """The white die once more."""
    RICHEST = "richest"
    """The pawn of a richest player moves some steps."""
    POOREST = "poorest"
    """The bank pays the poorest."""
    DICE = "dice"
    """The bank pays for a roll of the dice."""
    TAX = "tax"
    """A player of one's choice is taxed."""
    OWN_TAX = "own-tax"
    """The player who drew it is taxed."""
    LEADER = "leader"
    """The leader loses a skyscraper."""
    SWAP = "swap"
    """An own construction and an opponent's change places."""
    FLOOR = "floor"
    """A floor is placed."""
    SWAP_OTHERS = "swap-others"
    """Constructions of two opponents change places."""
    SHIFT = "shift"
    """An own construction is moved."""
    RAZE = "raze"
    """A small construction goes back to its owner."""
    REMOVE = "remove"
    """An own construction goes back to the reserve."""


PARAMETERS: dict[Kind, str] = {
    Kind.RICHEST: "steps",
    Kind.POOREST: "amount",
    Kind.DICE: "amount",
    Kind.TAX: "amount",
    Kind.OWN_TAX: "amount",
}
"""What an edition must say of a card of some kinds: the steps offered, or the sum."""

ALWAYS_FOLLOWED = (Kind.THROW, Kind.RICHEST, Kind.POOREST, Kind.DICE, Kind.TAX, Kind.OWN_TAX)
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
