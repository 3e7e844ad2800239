"""The board and founding: floors, prices, roofs."""

from __future__ import annotations

from towerup.kernel.frozen import Counts

from ..actions import Action, Back, Deal, Decline, Found, Reveal, Take
from ..state import State
from .collection import always, step
from .facts import SETUP, built_around, colours_around, roofs_on_board

# --- states


@always("TU-FOUND-03", "TU-SETUP-06", "TU-BOX-04")
def no_same_colour_neighbours(state: State) -> bool:
    """Two buildings that a road joins never have the same colour."""
    built = {site: building.colour for site, building in state.buildings.items()}
    return not any(one in built and built[one] == built.get(other) for one, other in state.box.side.roads)


@always("TU-BOX-01")
def no_floor_appears_or_vanishes(state: State) -> bool:
    """Every floor of the box is in the container, in a stock or on the board."""
    floors = Counts.of(built.colour for built in state.buildings.values() for _ in range(built.floors))
    for player in state.players:
        floors += player.stock
    return floors + state.container == state.setup.edition.floors


@always("TU-BOX-02")
def every_roof_is_in_hand_or_on_the_board(state: State) -> bool:
    """The roofs of each player in hand and on the board are as many as the box has, and nobody else has roofs there."""
    placed = [owner for built in state.buildings.values() for owner in built.roofs.values()]
    in_all = [player.roofs + placed.count(player.roof) for player in state.players]
    return in_all == [state.setup.edition.roofs] * len(state.players) and {*placed} <= {*state.setup.seats}


@always("TU-FOUND-01", "TU-FOUND-05")
def buildings_stand_on_sites_of_the_board(state: State) -> bool:
    """A building stands on a site of the board, in a colour of the box, with a floor at least."""
    sites = {site.id for site in state.box.side.sites}
    return all(
        site in sites and built.floors >= 1 and built.colour in state.setup.edition.colours
        for site, built in state.buildings.items()
    )


@always("TU-ROOF-02")
def roofs_are_on_floors_of_their_building(state: State) -> bool:
    """A roof is on a floor that its building has."""
    return all(1 <= level <= built.floors for built in state.buildings.values() for level in built.roofs)


@always("TU-ROOF-01", "TU-TURN-04", "TU-SETUP-12")
def there_is_a_roof_for_every_founding(state: State) -> bool:
    """In play the buildings are the starting floors, of which some can be left out, and one for each roof placed."""
    started = len(state.buildings) - sum(len(built.roofs) for built in state.buildings.values())
    return state.phase in SETUP or 1 <= started <= state.setup.starting_floors


@always("TU-FOUND-05", "TU-FOUND-02")
def floors_were_paid_by_neighbours(state: State) -> bool:
    """A building has a floor of its own and one for each neighbour founded later: as many as buildings and roads between them,
    less the roads between two starting floors.
    """
    built = state.buildings
    ends = Counts.of(
        end for one, other in state.box.side.roads if one in built and other in built for end in (one, other)
    )
    started = len(built) - sum(len(one.roofs) for one in built.values())
    free = len(built) + ends.total // 2 - sum(one.floors for one in built.values())
    return 0 <= free <= started * (started - 1) // 2 and all(built[site].floors <= 1 + ends[site] for site in built)


# --- steps


@step("TU-FOUND-01", "TU-FOUND-02", "TU-FOUND-05", "TU-BOX-04", "TU-TURN-04", on=(Found,))
def a_founding_adds_a_floor_to_its_site_and_each_neighbour(before: State, action: Found, after: State) -> bool:
    """The site was empty and had a neighbour. It and all its neighbours grow by a floor, nothing else does, and no colour changes."""
    neighbours = built_around(before, action.site)
    old = {site: (built.colour, built.floors) for site, built in before.buildings.items()}
    new = {site: (built.colour, built.floors) for site, built in after.buildings.items()}
    grown = {site: (old[site][0], old[site][1] + 1) for site in neighbours}
    return action.site not in old and grown != {} and new == {**old, **grown, action.site: (action.colour, 1)}


@step("TU-ROOF-01", "TU-ROOF-02", "TU-ROOF-03", "TU-TURN-04", on=(Found,))
def a_founding_adds_one_roof_on_a_floor_just_placed(before: State, action: Found, after: State) -> bool:
    """One roof of the founder is on top of the building named, which has just got a floor. All other roofs stay where they are."""
    placed = (action.roof, after.buildings[action.roof].floors, before.player.roof)
    just_built = [action.site, *built_around(before, action.site)]
    old = roofs_on_board(before)
    return action.roof in just_built and placed not in old and roofs_on_board(after) == old | {placed}


@step("TU-FOUND-04", "TU-FOUND-05", "TU-FOUND-06", on=(Found,))
def a_founding_is_paid_from_the_stock_of_the_founder(before: State, action: Found, after: State) -> bool:
    """The founder's stock loses the new floor and a floor of its colour for each neighbour; the container stays."""
    price = Counts.of([action.colour, *colours_around(before, action.site)])
    return after.players[before.seat].stock + price == before.player.stock and after.container == before.container


@step("TU-FOUND-07", "TU-BOX-02", on=(Found,))
def a_founding_takes_a_roof_in_hand(before: State, action: Found, after: State) -> bool:
    """The founder had a roof in hand, and has one less."""
    return before.player.roofs > 0 and after.players[before.seat].roofs == before.player.roofs - 1


@step("TU-TURN-04", "TU-BOX-02", "TU-ROOF-03", on=(Deal, Reveal, Take, Back, Decline))
def only_foundings_and_starting_floors_build(before: State, action: Action, after: State) -> bool:
    """No other action changes a building, or a number of roofs in hand."""
    same_roofs = all(old.roofs == new.roofs for old, new in zip(before.players, after.players, strict=True))
    return same_roofs and (after.buildings is before.buildings or after.buildings == before.buildings)
