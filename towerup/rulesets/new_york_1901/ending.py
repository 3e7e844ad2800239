"""The end of the game: what triggers it, and the last turns.

FR “Fin du jeu”.
"""

from __future__ import annotations

from attrs import evolve

from .state import Cause, Ending, State
from .technology import legendary_of


def end_by_tiles(state: State) -> State:
    """A player who has only a few tiles left to build triggers the end (NY-END-01)."""
    left = len(state.player.tiles)
    if state.setup.rulings.legendary_unbuilt == "counted" and legendary_of(state, state.player):
        left -= 1
    if state.ending or left > state.setup.edition.unbuilt:
        return state
    return evolve(state, ending=Ending(Cause.TILES, state.seat))


def end_by_market(state: State) -> State:
    """A market that cannot be filled when a turn ends triggers the end (NY-END-02)."""
    if state.ending or state.market.total >= state.setup.edition.market:
        return state
    return evolve(state, ending=Ending(Cause.MARKET, state.seat))


def triggered_by(state: State, seat: int) -> bool:
    """Whether this player has triggered the end."""
    return state.ending is not None and state.ending.seat == seat
