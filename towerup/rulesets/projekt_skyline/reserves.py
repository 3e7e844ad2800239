"""Reserves: what a player has left to build with, and borrowed floors.

FR “(setup)”, “Deux règles spéciales”: who has no floor left takes floors of a colour that nobody plays.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from .state import SKYSCRAPER, Construction, Player, State


def has_floor(state: State, seat: int) -> bool:
    """Whether a player can take one more floor: from the reserve, or one of a colour that nobody plays (PS-BOX-01, PS-BUILD-07)."""
    if state.players[seat].floors > 0:
        return True
    return state.spare > 0 or state.setup.rulings.out_of_floors == "as_many_as_needed"


def without_floor(player: Player) -> Player:
    """The player after taking a floor to build with: from the reserve or, if that is empty, a borrowed one (PS-BUILD-07)."""
    if player.floors:
        return evolve(player, floors=player.floors - 1)
    return evolve(player, borrowed=player.borrowed + 1)


def with_floors(player: Player, floors: int) -> Player:
    """The player with these floors back from the board. Borrowed ones are given back first (PS-BOX-01)."""
    returned = min(floors, player.borrowed)
    return evolve(player, floors=player.floors + floors - returned, borrowed=player.borrowed - returned)


def given_back(players: tuple[Player, ...], construction: Construction) -> tuple[Player, ...]:
    """The players after a construction went back to its owner's reserve (PS-BOX-01, PS-BOX-02)."""
    return tuple([_with(one, construction) if one.colour == construction.owner else one for one in players])


def _with(player: Player, construction: Construction) -> Player:
    if construction.floors == SKYSCRAPER:
        return evolve(player, skyscrapers=player.skyscrapers + 1)
    return with_floors(player, construction.floors)


def skyscrapers_on_board(state: State) -> Mapping[str, int]:
    """How many skyscrapers each player has on the board, by colour."""
    counts = dict.fromkeys(state.setup.seats, 0)
    for construction in state.constructions.values():
        if construction.floors == SKYSCRAPER:
            counts[construction.owner] += 1
    return counts
