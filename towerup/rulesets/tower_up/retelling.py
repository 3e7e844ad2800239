"""What the laws see on the table, told from towers and players as they are: roofs, their levels, places for chips."""

from __future__ import annotations

from collections.abc import Iterable

from .objectives import OwnRoofs
from .state import COLOUR, ROOF, ROOF_BITS, ROOFS, State, floors_of, roof_at


def roofs_on_board(state: State) -> list[int]:
    """How many roofs of each seat are on the board."""
    placed = [0] * (ROOF + 1)
    for tower in state.towers:
        roofs = tower >> ROOFS
        while roofs:
            placed[roofs & ROOF] += 1
            roofs >>= ROOF_BITS
    return placed[1 : 1 + len(state.setup.seats)]


def roofs_on_top(state: State, seat: int) -> int:
    """How many buildings have a roof of this player on top."""
    return sum(roof_at(tower, floors_of(tower)) == seat + 1 for tower in state.towers if tower)


def own_roofs(state: State, seat: int) -> OwnRoofs:
    """A player's roofs as the objectives see them."""
    towers = state.towers
    sites = [site for site, tower in enumerate(towers) if tower >> ROOFS and levels_of(tower, seat)]
    return own_roofs_on(state, seat, sites)


def own_roofs_on(state: State, seat: int, sites: Iterable[int]) -> OwnRoofs:
    """A player's roofs, which are on these sites."""
    towers = state.towers
    return {site: (towers[site] & COLOUR) - 1 for site in sites}, lambda site: levels_of(towers[site], seat)


def levels_of(tower: int, seat: int) -> list[int]:
    """The levels at which a building has a roof of this player."""
    roofs, level, levels = tower >> ROOFS, 1, []
    while roofs:
        if roofs & ROOF == seat + 1:
            levels.append(level)
        roofs >>= ROOF_BITS
        level += 1
    return levels


def places_for_chips(state: State) -> bool:
    """Whether every player has a place for a chip of each objective. If not, it is a law of setup that is broken."""
    number = len(state.setup.objectives)
    return all(len(player.chips) == number for player in state.players)
