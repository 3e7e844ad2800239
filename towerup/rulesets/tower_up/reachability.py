"""Laws of positions: could any game have come here?

States that come of play need not be asked this; a state built by hand or read from a file must. The laws of states are
asked first. What is asked here besides: whether the buildings have a history, and whether what is marked about the end,
the cones and the vehicles can have come about together. How many cards a player has taken cannot be seen, so a stock is
not checked against that.
"""

from __future__ import annotations

from itertools import permutations

from towerup.kernel.invariants import StateLaws, Told
from towerup.kernel.rules import Finding

from .retelling import own_roofs, roofs_on_board, roofs_on_top
from .setup import ANY_COLOUR
from .state import EXTRA, Cause, Phase, State, floors_of, roof_at
from .state_laws import STATE_LAWS

REACHABILITY_LAWS: StateLaws[State] = StateLaws()

_law = REACHABILITY_LAWS.law

SEARCH_BOUND = 20_000
"""How many sets of buildings the search for a history looks at; beyond it a position gets the benefit of the doubt."""


def impossibilities(state: State) -> list[Finding]:
    """Every reason why no game can reach this state, as far as the laws know."""
    found = [finding for law in STATE_LAWS for finding in law.broken_by(state)]
    # A history is looked for only where every single building makes sense.
    return found or [finding for law in REACHABILITY_LAWS for finding in law.broken_by(state)]


@_law("TU-FOUND-02", "TU-FOUND-05", "TU-ROOF-01")
def the_buildings_have_a_history(state: State) -> Told:
    """The buildings can have been founded in some order: each beside an older one, each paying every older neighbour a
    floor, each with one roof on one of the floors then placed.
    """
    return () if has_history(state) else ["in no order of founding do these floors and roofs come about"]


def has_history(state: State) -> bool:
    """Whether the buildings can be taken away again, the youngest first, until the starting floors are left.

    The youngest building has one floor; with it goes the top floor of each neighbour; and just one roof.
    """
    towers = state.towers
    alive = sum(1 << site for site, tower in enumerate(towers) if tower)
    started = alive.bit_count() - sum(roofs_on_board(state))
    return _undone(state, alive, [floors_of(tower) for tower in towers], started, set())


def _undone(state: State, alive: int, heights: list[int], started: int, seen: set[int]) -> bool:
    if alive.bit_count() == started:
        return all(heights[site] == 1 for site in range(len(heights)) if alive >> site & 1)
    if alive in seen or len(seen) > SEARCH_BOUND:
        return len(seen) > SEARCH_BOUND
    seen.add(alive)
    towers, neighbours = state.towers, state.setup.neighbours
    for site, height in enumerate(heights):
        if height != 1 or not alive >> site & 1:
            continue
        paid = [neighbour for neighbour in neighbours[site] if alive >> neighbour & 1]
        roofs = sum(1 for place in (site, *paid) if roof_at(towers[place], heights[place]))
        if not paid or roofs != 1 or any(heights[neighbour] < 2 for neighbour in paid):
            continue
        before = list(heights)
        before[site] = 0
        for neighbour in paid:
            before[neighbour] -= 1
        if _undone(state, alive & ~(1 << site), before, started, seen):
            return True
    return False


@_law("TU-MOVE-01", "TU-MOVE-03")
def roofs_have_moved_vehicles(state: State) -> Told:
    """A roof at a level was placed on a building of so many floors, and moved the vehicle of its colour as many steps."""
    setup, colours = state.setup, state.setup.edition.colours
    end = len(setup.edition.worth) - 1
    wrong: list[str] = []
    for seat, player in enumerate(state.players):
        steps = [0] * len(colours)
        present, levels = own_roofs(state, seat)
        for site, colour in present.items():
            steps[colour] += sum(levels(site))
        wrong += [
            f"the {colour} vehicle of {setup.seats[seat]} has moved {moved} steps, but the roofs on {colour} "
            f"buildings moved it {min(least, end)}"
            for colour, least, moved in zip(colours, steps, player.vehicles, strict=True)
            if moved < min(least, end)
        ]
    return wrong


@_law("TU-END-08", "TU-END-07")
def cones_count_at_least_what_is_on_top(state: State) -> Told:
    """After a player has counted, roofs of theirs can be covered but none is placed: the count is not below what shows."""
    wrong: list[str] = []
    for seat, player in enumerate(state.players):
        shows = min(roofs_on_top(state, seat), len(state.setup.edition.cone))
        if player.cone is not None and player.cone < shows:
            wrong.append(f"the cone of {state.setup.seats[seat]} counts {player.cone} roofs, but {shows} are on top")
    return wrong


@_law("TU-END-03", "TU-END-05")
def the_last_player_was_the_last(state: State) -> Told:
    """When the game is over it was last the turn of the one on the right of who placed the last roof, or of the one who
    caused the shortage.
    """
    ending = state.ending
    if state.phase is not Phase.OVER or ending is None:
        return ()
    last = (ending.seat - (ending.cause is Cause.LAST_ROOF)) % len(state.players)
    if state.seat == last:
        return ()
    return [f"{state.setup.seats[state.seat]} is said to have played last, but that was {state.setup.seats[last]}"]


@_law("TU-END-01", "TU-END-04", "TU-STAR-01")
def the_end_was_brought_about_in_this_run(state: State) -> Told:
    """Who has just brought the end about, before anyone had a last turn, is still in that turn or in an extra one."""
    ending = state.ending
    if ending is None or state.is_over or state.run & EXTRA or state.seat != ending.seat:
        return ()
    if any(player.cone is not None for seat, player in enumerate(state.players) if seat != ending.seat):
        return ()
    if ending.cause is Cause.SHORTAGE and state.phase is not Phase.TURN:
        return ()
    return [f"{state.setup.seats[state.seat]} has brought the end about and begins a turn that is no extra turn"]


@_law("TU-SETUP-03")
def starting_floors_come_from_the_market(state: State) -> Told:
    """The starting floors to be placed are at the bottoms of cards in the market, where no further card was revealed."""
    setup, edition = state.setup, state.setup.edition
    if state.phase is not Phase.PLACE or setup.starting_floors > edition.market:
        return ()
    bottoms = [{card.bottom for card in edition.cards if card.kind == edition.kinds[kind]} for kind in state.market]
    wanted = ["any" if colour == ANY_COLOUR else edition.colours[colour] for colour in state.starting]
    fits = any(
        all(colour in bottom for colour, bottom in zip(wanted, order, strict=False)) for order in permutations(bottoms)
    )
    return () if fits else [f"no cards in the market have the bottoms {', '.join(wanted)}"]
