"""Could any game have come here? What is asked of positions made by hand, beside the properties of every state.

How many cards a player has taken cannot be seen, so a stock is not checked against that.
"""

from __future__ import annotations

from itertools import permutations

from towerup.kernel.rules import Objection, Objections

from .state import Building, Cause, Phase, State

SEARCH_LIMIT = 20_000
"""How many sets of buildings the search for an order of founding looks at. Beyond it a position gets the benefit of the doubt."""


def objections_to_history(state: State) -> Objections:
    """Why no game can have led here."""
    if not has_order_of_founding(state):
        yield Objection("TU-FOUND-02", "in no order of founding do these floors and roofs come about")
    yield from _too_few_starting_floors(state)
    yield from _vehicles_too_far_back(state)
    yield from _cones_too_low(state)
    yield from _ending_of_no_turn(state)
    yield from _starting_floors_of_no_card(state)


def has_order_of_founding(state: State) -> bool:
    """Whether the buildings can be taken away again, the youngest first, until the starting floors are left.

    The youngest building has one floor. With it go the top floor of each neighbour and just one roof.
    """
    heights = {site: building.floors for site, building in state.buildings.items()}
    started = len(heights) - sum(len(building.roofs) for building in state.buildings.values())
    return _can_be_undone(state, heights, started, set())


def _can_be_undone(state: State, heights: dict[str, int], started: int, seen: set[frozenset[str]]) -> bool:
    if len(heights) == started:
        return all(height == 1 for height in heights.values())
    standing = frozenset(heights)
    if standing in seen or len(seen) > SEARCH_LIMIT:
        return len(seen) > SEARCH_LIMIT
    seen.add(standing)
    for site in heights:
        before = _without(state, heights, site)
        if before is not None and _can_be_undone(state, before, started, seen):
            return True
    return False


def _without(state: State, heights: dict[str, int], site: str) -> dict[str, int] | None:
    """The heights before this building was founded; None if it cannot have been founded last."""
    paid = [neighbour for neighbour in state.box.neighbours[site] if neighbour in heights]
    roofs = sum(heights[one] in state.buildings[one].roofs for one in (site, *paid))
    if heights[site] != 1 or not paid or roofs != 1 or any(heights[neighbour] < 2 for neighbour in paid):
        return None
    return {one: height - (one in paid) for one, height in heights.items() if one != site}


def _too_few_starting_floors(state: State) -> Objections:
    """A starting floor is left out only where it has no site, or where its colour has run out."""
    setup, edition = state.setup, state.setup.edition
    if state.phase in (Phase.DEAL, Phase.REVEAL_START, Phase.PLACE):
        return
    started = len(state.buildings) - sum(len(building.roofs) for building in state.buildings.values())
    # So many have a site whatever their colours: each closes its own site and its neighbours' at most.
    closed = 1 + max(map(len, state.box.neighbours.values()))
    fit = min(setup.starting_floors, -(-len(state.box.sites) // closed))
    floors_for_all = min(edition.floors.values()) >= len(state.players) + setup.starting_floors
    if started < (fit if floors_for_all else 1):
        yield Objection("TU-SETUP-12", f"there are {started} starting floors, not {setup.starting_floors}")


def _vehicles_too_far_back(state: State) -> Objections:
    """A roof at a level was placed on a building of so many floors, and moved the vehicle of its colour as many steps."""
    end = len(state.setup.edition.worth) - 1
    for player in state.players:
        for colour, steps in player.vehicles.items():
            least = min(end, sum(map(sum, _levels(state, player.roof, colour))))
            if steps < least:
                yield Objection(
                    "TU-MOVE-01",
                    f"the {colour} vehicle of {player.roof} has moved {steps} steps, but the roofs on {colour} buildings moved it {least}",
                )


def _levels(state: State, roof: str, colour: str) -> list[list[int]]:
    """The levels of a player's roofs, building by building of this colour."""

    def levels(building: Building) -> list[int]:
        return [level for level, owner in building.roofs.items() if owner == roof]

    return [levels(building) for building in state.buildings.values() if building.colour == colour]


def _cones_too_low(state: State) -> Objections:
    """After a player has counted, roofs of theirs can be covered, but none is placed, unless everyone plays once more."""
    if (
        state.ending
        and state.ending.cause is Cause.BOTH
        and state.setup.rulings.second_trigger == "shortage_adds_round"
    ):
        return
    for player in state.players:
        on_top = sum(building.top == player.roof for building in state.buildings.values())
        if player.cone is not None and player.cone < min(on_top, len(state.setup.edition.cone)):
            yield Objection(
                "TU-END-08", f"the cone of {player.roof} counts {player.cone} roofs, but {on_top} are on top"
            )


def _ending_of_no_turn(state: State) -> Objections:
    """Whoever has just triggered the end is still in that turn or in an extra one; and the last turn is the last."""
    ending, players = state.ending, len(state.players)
    if ending is None:
        return
    who = state.setup.seats[state.seat]
    if state.phase is Phase.OVER:
        last = (ending.seat - (ending.cause is Cause.LAST_ROOF)) % players
        if state.seat != last:
            right = state.setup.seats[last]
            yield Objection("TU-END-03", f"{who} played last, but {right} should have")
        return
    by_shortage = ending.cause is Cause.SHORTAGE or state.setup.rulings.second_trigger == "shortage_adds_round"
    taken_now = by_shortage and ending.cause is not Cause.LAST_ROOF and state.phase is not Phase.TURN
    triggered_now = state.seat == ending.seat and ending.turns_left >= players
    if triggered_now and not taken_now and not state.extra_turn:
        yield Objection("TU-END-01", f"{who} has triggered the end and begins a turn that is no extra turn")


def _starting_floors_of_no_card(state: State) -> Objections:
    """The starting floors to be placed are at the bottoms of cards in the market, where no further card was revealed."""
    setup, edition = state.setup, state.setup.edition
    if state.phase is not Phase.PLACE or setup.starting_floors > edition.market:
        return
    bottoms = [{one.bottom for one in edition.printed_cards if one.card.id == card} for card in state.market]
    orders = permutations(bottoms)
    if not any(all(one in bottom for one, bottom in zip(state.starting, order, strict=False)) for order in orders):
        yield Objection("TU-SETUP-03", f"no cards in the market have the bottoms {', '.join(state.starting)}")
