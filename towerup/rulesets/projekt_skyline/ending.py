"""The end of the game: a last skyscraper, a rent or a tax that cannot be paid.

FR “(end)”; FR-S “Fin de partie et décompte”.
"""

from __future__ import annotations

from attrs import evolve

from .state import Cause, Ending, Phase, State


def end(state: State, ending: Ending) -> State:
    """The game is over, at once (PS-TURN-03)."""
    return evolve(state, phase=Phase.OVER, ending=ending, die=None, drawer=None)


def has_built_all(state: State, seat: int) -> bool:
    """Whether a player has built the last skyscraper (PS-END-01)."""
    return state.players[seat].skyscrapers == 0


def ended_by_last_skyscraper(state: State, seat: int) -> State:
    """A last skyscraper ends the game (PS-END-01)."""
    return end(state, Ending(Cause.LAST_SKYSCRAPER, seat))


def ended_by_rent(state: State, seat: int, debt: int, creditor: int) -> State:
    """A rent that cannot be paid ends the game; nothing is paid before the final count (PS-END-02)."""
    return end(state, Ending(Cause.UNPAID_RENT, seat, debt, creditor))


def ended_by_tax(state: State, seat: int, debt: int) -> State:
    """A tax that cannot be paid ends the game, where the ruling `unpaid_tax` says so (PS-CARD-08)."""
    return end(state, Ending(Cause.UNPAID_TAX, seat, debt))
