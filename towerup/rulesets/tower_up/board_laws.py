"""Laws of states about the board: colours of neighbours, roofs, buildings and what was paid for them."""

from __future__ import annotations

from towerup.kernel.invariants import StateLaws, Told

from .actions import Back, Deal, Decline, Found, Place, Reveal, Take
from .retelling import roofs_on_board
from .state import COLOUR, ROOF, ROOF_BITS, ROOFS, Phase, State, floors_of

BOARD_LAWS: StateLaws[State] = StateLaws()

_law, _after = BOARD_LAWS.law, BOARD_LAWS.after

_TURN = Phase.TURN


@_law("TU-FOUND-03", "TU-SETUP-06", reads=("setup", "towers"), follows_on=(Deal,))
def no_neighbours_of_one_colour(state: State) -> Told:
    """Two buildings joined by a road never have the same colour."""
    towers, neighbours = state.towers, state.setup.neighbours
    wrong: list[str] = []
    for site, tower in enumerate(towers):
        if tower:
            colour = tower & COLOUR
            for neighbour in neighbours[site]:
                if towers[neighbour] & COLOUR == colour and site < neighbour:
                    names, called = state.setup.board.names, state.setup.edition.colours
                    wrong.append(f"{names[site]} and {names[neighbour]} are both {called[colour - 1]}")
    return wrong


@_after(no_neighbours_of_one_colour, Place, Found)
def _no_new_neighbour_of_one_colour(before: State, action: Place | Found, after: State) -> Told:
    setup, towers = after.setup, after.towers
    site = setup.board.index[action.site]
    colour = towers[site] & COLOUR
    for neighbour in setup.neighbours[site]:
        if towers[neighbour] & COLOUR == colour:
            return no_neighbours_of_one_colour(after)
    return ()


# What founding builds is a floor of a colour on a site and on each neighbour, and a roof on one of them.
@_law("TU-ROOF-02", "TU-FOUND-05", reads=("setup", "towers"), follows_on=(Deal, Place, Found))
def roofs_sit_on_floors(state: State) -> Told:
    """A level has one roof at most, and no roof is above the building or a stranger's."""
    seats, colours = len(state.setup.seats), state.setup.colours
    wrong: list[str | tuple[str, str]] = []
    for site, tower in enumerate(state.towers):
        if not tower:
            continue
        height = floors_of(tower)
        name = state.setup.board.names[site]
        if not (1 <= tower & COLOUR <= colours and height):
            wrong.append(("TU-FOUND-05", f"{name} has floors of no colour, or a colour and no floors"))
        roofs = tower >> ROOFS
        if roofs >> (ROOF_BITS * height):
            wrong.append(f"{name} has a roof above its {height} floors")
        while roofs:
            if roofs & ROOF > seats:
                wrong.append(f"{name} has a roof of nobody who plays")
            roofs >>= ROOF_BITS
    return wrong


# What founding builds is one building and one roof.
@_law(
    "TU-ROOF-01",
    "TU-TURN-04",
    "TU-SETUP-12",
    reads=("setup", "phase", "towers"),
    follows_on=(Deal, Take, Back, Found, Decline),
)
def a_roof_for_every_founding(state: State) -> Told:
    """Buildings are the starting floors and one for every roof placed."""
    if state.phase < _TURN:
        return ()
    setup, edition = state.setup, state.setup.edition
    buildings = len(state.towers) - state.towers.count(0)
    started = buildings - sum(roofs_on_board(state))
    if started == setup.starting_floors:
        return ()
    # A starting floor is left out only where it has no site or its colour has run out.
    plenty = min(edition.floors) >= len(setup.seats) + setup.starting_floors
    # So many have a site whatever their colours: each closes its own and its neighbours' at most.
    fit = -(-len(state.towers) // (1 + max(map(len, setup.neighbours))))
    always_fit = min(setup.starting_floors, fit) if plenty else 1
    if not always_fit <= started <= setup.starting_floors:
        return [
            f"{buildings} buildings and {buildings - started} roofs placed, with {setup.starting_floors} starting floors"
        ]
    return ()


@_after(a_roof_for_every_founding, Reveal)
def _no_founding_by_chance(before: State, action: Reveal, after: State) -> Told:
    return a_roof_for_every_founding(after) if before.phase < _TURN else ()


# What founding builds is a floor for the site and for each neighbour built on; a starting floor is free, but then all
# buildings are starting floors.
@_law("TU-FOUND-05", "TU-FOUND-02", "TU-ROOF-03", reads=("setup", "towers"), follows_on=(Deal, Place, Found))
def floors_were_paid(state: State) -> Told:
    """A building has a floor of its own and one for each neighbour founded after it: so as many floors as buildings and
    roads between them, less the roads between two starting floors.
    """
    towers, neighbours = state.towers, state.setup.neighbours
    floors = buildings = ends = 0
    wrong: list[str] = []
    for site, tower in enumerate(towers):
        if tower:
            around = 0
            for neighbour in neighbours[site]:
                if towers[neighbour]:
                    around += 1
            height = floors_of(tower)
            floors += height
            buildings += 1
            ends += around
            if height > 1 + around:
                name = state.setup.board.names[site]
                wrong.append(f"{name} has {height} floors, but only {around} neighbours that can have paid")
    started = buildings - sum(roofs_on_board(state))
    most = buildings + ends // 2
    # Starting floors cannot be told from others, but there are few: not more roads than pairs of them are free.
    if not most - started * (started - 1) // 2 <= floors <= most:
        wrong.append(
            f"{floors} floors on the board, but {buildings} buildings and {ends // 2} roads between them make {most}"
        )
    return wrong
