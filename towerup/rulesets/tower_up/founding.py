"""Founding a building: the new floor, the price, the roof, the score.

FR “FONDER 1 NOUVEAU BÂTIMENT”, “POSER 1 TOIT”, “SCORER”; PL “POSTAW 1 NOWY BUDYNEK”, “UMIEŚĆ 1 DACH”, “ZAPUNKTUJ”.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from towerup.kernel.frozen import Counts, FrozenDict, covers
from towerup.kernel.rules import Objection, Objections

from .actions import Found
from .ending import last_roof_placed
from .objectives import chips_after_founding
from .state import Building, Phase, State
from .turns import end_action, not_now
from .vehicles import earns_extra_turn, moved
from .words import floors_in_words, neighbours_of_colour


def found(state: State, action: Found) -> State:
    """Found a building, pay a floor to every neighbour, put a roof on one of them, and score that building."""
    player = state.player
    neighbours = built_neighbours(state, action.site)

    # The new floor, and a floor on every neighbouring building; the roofs in them stay (TU-FOUND-05, TU-ROOF-03).
    buildings = dict(state.buildings)
    buildings[action.site] = Building(action.colour)
    for neighbour in neighbours:
        built = buildings[neighbour]
        buildings[neighbour] = Building(built.colour, built.floors + 1, built.roofs)
    # All of them come from the founder's stock (TU-FOUND-04, TU-FOUND-05, TU-BOX-01).
    stock = player.stock - price(state, neighbours) - Counts.of([action.colour])

    # One roof, on one of the floors just placed (TU-ROOF-01, TU-ROOF-02, TU-BOX-02).
    roofed = buildings[action.roof]
    roofed = evolve(roofed, roofs=roofed.roofs | {roofed.floors: player.roof})
    buildings[action.roof] = roofed

    # The vehicle of its colour moves a step for each of its floors (TU-MOVE-01).
    vehicles = moved(state, player.vehicles, {roofed.colour: roofed.floors})
    another_turn = state.another_turn or earns_extra_turn(state, player.vehicles, vehicles)

    player = evolve(player, stock=stock, vehicles=vehicles, roofs=player.roofs - 1)
    state = evolve(state, buildings=FrozenDict(buildings), players=state.with_player(player), another_turn=another_turn)
    state = chips_after_founding(state)
    if player.roofs == 0:
        state = last_roof_placed(state)
    return end_action(state)


def objections_to_found(state: State, action: Found, seat: int) -> Objections:
    """What speaks against a founding by this seat."""
    player, site, colour = state.players[seat], action.site, action.colour
    neighbours = built_neighbours(state, site)
    cost = price(state, neighbours)

    if state.phase is not Phase.TURN:
        yield not_now(state)
    if not player.roofs:
        yield Objection("TU-FOUND-07", f"{player.roof} has no roof left")
    if site in state.buildings:
        yield Objection("TU-FOUND-01", f"{site} already has a {state.buildings[site].colour} building")
    elif not neighbours:
        yield Objection("TU-FOUND-02", f"{site} neighbours no building")
    if colour in cost:
        yield Objection("TU-FOUND-03", neighbours_of_colour(state, site, colour))
    yield from _objections_to_price(state, cost, colour, player.stock)
    if action.roof != site and action.roof not in neighbours:
        places = " or ".join([site, *neighbours])
        yield Objection("TU-ROOF-01", f"no floor is placed on {action.roof}: the roof goes on {places}")


def _objections_to_price(state: State, cost: Counts, colour: str, stock: Counts) -> Objections:
    """The stock lacks the new floor, or floors of the price, or has too few for both."""
    whole = cost + Counts.of([colour])
    if whole <= stock:
        return
    has = f"the stock has {floors_in_words(state, stock)}"
    if not stock[colour]:
        yield Objection("TU-FOUND-04", f"there is no {colour} floor in the stock: {has}")
    if not cost <= stock:
        yield Objection("TU-FOUND-06", f"the price is {floors_in_words(state, cost)}; {has}")
    elif stock[colour]:
        yield Objection("TU-FOUND-06", f"new floor and price are {floors_in_words(state, whole)}; {has}")


def foundings(state: State) -> Iterator[Found]:
    """Every founding that the stock of the player allows, by site, colour and roof."""
    box, buildings, stock = state.box, state.buildings, state.player.stock
    if not state.player.roofs:
        return
    for site, neighbours in box.neighbours.items():
        if site in buildings:
            continue
        cost: dict[str, int] = {}
        for neighbour in neighbours:
            if neighbour in buildings:
                colour = buildings[neighbour].colour
                cost[colour] = cost.get(colour, 0) + 1
        if not cost or not covers(stock, cost):
            continue
        roofs = [roof for roof in box.around[site] if roof == site or roof in buildings]
        for colour in box.edition.colours:
            if colour in stock and colour not in cost:
                for roof in roofs:
                    yield Found(site, colour, roof)


def built_neighbours(state: State, site: str) -> list[str]:
    """The neighbours of a site that have a building."""
    return [neighbour for neighbour in state.box.neighbours[site] if neighbour in state.buildings]


def price(state: State, neighbours: list[str]) -> Counts:
    """The price of a founding: a floor for each of these neighbouring buildings, in its colour (TU-FOUND-05)."""
    return Counts.of(state.buildings[neighbour].colour for neighbour in neighbours)
