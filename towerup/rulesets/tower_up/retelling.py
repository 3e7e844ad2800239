"""What the laws see on the table, told from towers and players as they are: roofs, their levels, places for chips; and what
actions name, looked up in the box.
"""

from __future__ import annotations

from collections.abc import Iterable

from towerup.kernel import counts
from towerup.kernel.counts import WIDTH

from .cards import Kind
from .objectives import OwnRoofs
from .setup import Setup
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


def floors_named(setup: Setup, packed: int) -> str:
    """Floors by colour, in words."""
    held = zip(setup.edition.colours, counts.unpack(packed, setup.colours), strict=True)
    return ", ".join(f"{count} {colour}" for colour, count in held if count) or "nothing"


def packed_floors(setup: Setup, floors: tuple[str, ...]) -> int:
    """Floors told by colour, counted."""
    colours = setup.edition.colours
    packed = 0
    for colour in floors:
        packed += 1 << (WIDTH * colours.index(colour))
    return packed


def kind_of(setup: Setup, card: str) -> Kind:
    edition = setup.edition
    return edition.kinds[edition.kind_numbers[card]]
