"""Laws of steps about founding: what it builds and what it costs."""

from __future__ import annotations

from towerup.kernel import counts
from towerup.kernel.counts import WIDTH
from towerup.kernel.invariants import Told, TransitionLaws

from .actions import Action, Back, Deal, Decline, Found, Reveal, Take
from .retelling import floors_named
from .state import COLOUR, FLOORS, MOST_FLOORS, ROOF_BITS, ROOFS, State, floors_of

FOUNDING_STEP_LAWS: TransitionLaws[State, Action] = TransitionLaws()

_law = FOUNDING_STEP_LAWS.law


@_law(
    "TU-FOUND-01", "TU-FOUND-02", "TU-FOUND-05", "TU-ROOF-01", "TU-ROOF-03", "TU-TURN-04", "TU-BOX-04",
    on=(Found,),
)  # fmt: skip
def what_founding_builds(before: State, action: Found, after: State) -> Told:
    """A founding puts one floor on an empty site, one on every building joined to it by a road (there is at least one),
    and one roof on one of these; every older floor and roof stays.
    """
    setup, own = before.setup, before.seat + 1
    index = setup.board.index
    old, new = before.towers, after.towers
    site, roofed = index[action.site], index[action.roof]
    placed = [site, *[neighbour for neighbour in setup.neighbours[site] if old[neighbour]]]
    wrong: list[str | tuple[str, str]] = []
    if old[site]:
        wrong.append(f"{action.site} was not empty")
    if len(placed) == 1:
        wrong.append(("TU-FOUND-02", f"{action.site} touches no older building"))
    if roofed not in placed:
        wrong.append(("TU-ROOF-01", f"no floor was placed on {action.roof}"))
    wanted = [*old]
    wanted[site] = setup.edition.colours.index(action.colour) + 1
    for number in placed:
        wanted[number] += 1 << FLOORS
    wanted[roofed] += own << (ROOFS + ROOF_BITS * (((wanted[roofed] >> FLOORS) & MOST_FLOORS) - 1))
    if tuple(wanted) != new:
        wrong += [
            (_rule_of_wrong_building(was, now, should), f"the building on {name} is not what the founding makes of it")
            for name, was, now, should in zip(setup.board.names, old, new, wanted, strict=True)
            if now != should
        ]
    return wrong


def _rule_of_wrong_building(was: int, now: int, wanted: int) -> str:
    """What is wrong about a building after a founding: its floors, its colour, an older roof, or the roof just placed."""
    if (was & COLOUR and was & COLOUR != now & COLOUR) or floors_of(now) != floors_of(wanted):
        return "TU-FOUND-05"
    if now & COLOUR != wanted & COLOUR:
        return "TU-FOUND-01"
    older = (1 << (ROOF_BITS * floors_of(was))) - 1
    return "TU-ROOF-03" if (now >> ROOFS) & older != (was >> ROOFS) & older else "TU-ROOF-01"


@_law("TU-TURN-04", "TU-BOX-02", on=(Deal, Reveal, Take, Back, Decline), about=("towers",))
def only_foundings_build(before: State, action: Action, after: State) -> Told:
    """Nothing but a founding, or a starting floor, changes the board."""
    return ["the board has changed without a founding"] if before.towers != after.towers else ()


@_law("TU-FOUND-05", "TU-FOUND-04", "TU-FOUND-06", "TU-FOUND-07", on=(Found,))
def what_founding_costs(before: State, action: Found, after: State) -> Told:
    """A founding costs the new floor, a floor of its colour for each neighbouring building, and a roof, all the founder's."""
    setup, seat, towers = before.setup, before.seat, before.towers
    old, new = before.players[seat], after.players[seat]
    price = 1 << (WIDTH * setup.edition.colours.index(action.colour))
    for neighbour in setup.neighbours[setup.board.index[action.site]]:
        if towers[neighbour]:
            price += 1 << (WIDTH * ((towers[neighbour] & COLOUR) - 1))
    wrong: list[str | tuple[str, str]] = []
    if old.stock - new.stock != price:
        now, then = floors_named(setup, new.stock), floors_named(setup, old.stock)
        wrong.append(f"the stock was {then} and is {now}, the price is {floors_named(setup, price)}")
    elif not counts.covers(old.stock, price, setup.guard):
        wrong.append(("TU-FOUND-06", f"{floors_named(setup, price)} was paid out of {floors_named(setup, old.stock)}"))
    if new.roofs != old.roofs - 1 or old.roofs < 1:
        wrong.append(("TU-FOUND-07", f"roofs in hand went from {old.roofs} to {new.roofs}"))
    if before.container != after.container:
        wrong.append(("TU-FOUND-04", "the container has changed"))
    return wrong
