"""Founding a building: the new floor, the price, the roof, the score.

FR “FONDER 1 NOUVEAU BÂTIMENT”, “POSER 1 TOIT”, “SCORER”; PL “POSTAW 1 NOWY BUDYNEK”, “UMIEŚĆ 1 DACH”, “ZAPUNKTUJ”.
"""

from __future__ import annotations

from towerup.kernel.counts import FIELD
from towerup.kernel.states import blank, fill

from .ending import after_action, with_last_roof
from .space import FoundMove
from .stars import moved_on
from .state import ANOTHER, COLOUR, FLOOR, FLOORS, MOST_FLOORS, ROOF_BITS, ROOFS, Player, State

_FIRST_ROOF = ROOFS - ROOF_BITS


def found(state: State, move: FoundMove) -> State:
    """A building is founded and paid for, a roof is placed, its building scored, and fulfilled objectives rewarded."""
    setup = state.setup
    seat = state.seat
    site, colour, roof = move.site, move.colour, move.roof
    paint, known_plots = setup.paint, setup.space.plots

    # The new floor, and a floor on every neighbouring building.
    towers = list(state.towers)
    plots = list(state.plots)
    towers[site] = FLOOR | (colour + 1)
    plots[site] = None
    painted = list(state.painted)
    painted[colour] |= 1 << site
    # TU-FOUND-04, TU-BOX-01
    spent = one = paint[colour + 1]
    others, bare = known_plots.others[colour], known_plots.bare
    # TU-FOUND-05, TU-ROOF-03: what is under the new floor stays as it is.
    for neighbour in setup.neighbours[site]:
        tower = towers[neighbour]
        if tower:
            towers[neighbour] = tower + FLOOR
            spent += paint[tower & COLOUR]
            continue
        # As `Plots.beside` does, written out: this is done more often than anything else here.
        plot = plots[neighbour]
        try:
            if plot:
                price, allowed, (_, onward) = plot
                plots[neighbour] = price + one, allowed & others, onward[site]
            else:
                plots[neighbour] = one, others, bare[neighbour][1][site]
        except KeyError:
            plots[neighbour] = known_plots.beside(plot, neighbour, site, colour, towers)

    # The roof, and the score of the building it is on.
    # TU-ROOF-01, TU-ROOF-02, TU-BOX-02
    tower = towers[roof]
    height = (tower >> FLOORS) & MOST_FLOORS
    towers[roof] = tower | (seat + 1) << (_FIRST_ROOF + ROOF_BITS * height)
    # TU-MOVE-01, TU-MOVE-02, TU-MOVE-03
    old = state.players[seat]
    vehicles = list(old.vehicles)
    scored = (tower & COLOUR) - 1
    column = vehicles[scored] + height
    vehicles[scored] = min(setup.track_end, column)
    now_vehicles = tuple(vehicles)

    # Fulfilled objectives.
    # TU-GOAL-04
    bit = 1 << roof
    present, doubled, levels = old.present | bit, old.doubled | (old.present & bit), old.levels | (1 << height)
    chips = old.chips
    # TU-GOAL-01, TU-GOAL-02, TU-GOAL-03
    for number, goal in setup.goals_by_need[old.roofs]:
        if not chips[number] and goal(present, doubled, levels, painted):
            chips = (*chips[:number], _highest_chip_left(state, number), *chips[number + 1 :])

    # TU-STAR-01, TU-STAR-04
    run = state.run
    # Unless the vehicle that moved has itself reached a star column, there is no need to look at the others.
    stars = setup.stars_by_column
    if stars[now_vehicles[scored]] > stars[old.vehicles[scored]] and moved_on(setup, old.vehicles, now_vehicles):
        run |= ANOTHER
    stock = old.stock - spent
    # TU-BOX-01, TU-BOX-02
    belongings = old.__dict__.copy()
    belongings["stock"] = stock
    belongings["vehicles"] = now_vehicles
    belongings["roofs"] = old.roofs - 1
    belongings["chips"] = chips
    belongings["present"] = present
    belongings["doubled"] = doubled
    belongings["levels"] = levels
    player = blank(Player)
    fill(player, "__dict__", belongings)
    players = list(state.players)
    players[seat] = player
    now_players = tuple(players)
    now_towers = tuple(towers)
    contents = state.__dict__.copy()
    contents["towers"] = now_towers
    contents["plots"] = tuple(plots)
    contents["painted"] = tuple(painted)
    contents["players"] = now_players
    # TU-END-01
    ending = state.ending if old.roofs > 1 else with_last_roof(state.ending, seat)
    # TU-TURN-01, TU-TURN-04
    if ending is None and run < ANOTHER and stock % FIELD <= setup.stock_limit:
        # What `after_action` says when nothing is out of the ordinary: the next player's turn.
        contents["seat"] = setup.following[seat]
        contents["run"] = 0
    else:
        contents["ending"] = ending
        contents["phase"], contents["seat"], contents["run"], contents["players"] = after_action(
            setup, now_towers, seat, run, now_players, ending
        )
    after = blank(State)
    fill(after, "__dict__", contents)
    return after


def _highest_chip_left(state: State, objective: int) -> int:
    """The chips of an objective are handed out from the highest: as many are gone as players hold one."""
    # TU-GOAL-02
    gone = sum(player.chips[objective] > 0 for player in state.players)
    return state.setup.chips[gone]
