"""What comes after: the next player's turn, or the end.

FR “4. Déplacer une construction et démanteler une construction d'un adversaire”, “(end)”; FR-S “Fin de partie et décompte”.
"""

from __future__ import annotations

from .setup import Setup
from .state import BANK, NO_DIE, Cause, Contents, Ending, Phase

_ROLL, _OVER = Phase.ROLL, Phase.OVER


def next_turn(setup: Setup, contents: Contents) -> None:
    """The turn is over: dice are rolled for the player on the left."""
    # PS-TURN-01, PS-TURN-02
    contents["phase"] = _ROLL
    contents["seat"] = contents["drawer"] = setup.following[contents["seat"]]
    contents["die"] = NO_DIE


def built_all(setup: Setup, contents: Contents, seat: int) -> bool:
    """Whether a player has built the last skyscraper; then the game is over."""
    # PS-END-01
    if (contents["owned"][seat] & contents["towers"]).bit_count() < setup.skyscrapers:
        return False
    end(contents, Ending(Cause.LAST_SKYSCRAPER, seat))
    return True


def owes_rent(contents: Contents, seat: int, debt: int, creditor: int) -> None:
    """A rent cannot be paid: the game is over."""
    # PS-END-02
    end(contents, Ending(Cause.RENT, seat, debt, creditor))


def owes_tax(contents: Contents, seat: int, debt: int) -> None:
    """A tax cannot be paid, and the ruling `unpaid_tax` ends the game for it."""
    # PS-CARD-08
    end(contents, Ending(Cause.TAX, seat, debt, BANK))


def end(contents: Contents, ending: Ending) -> None:
    """The game is over, at once."""
    contents["phase"] = _OVER
    contents["drawer"] = contents["seat"]
    contents["die"] = NO_DIE
    contents["ending"] = ending
