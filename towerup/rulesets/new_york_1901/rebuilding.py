"""Demolishing buildings and building one in their place.

FR “Démolir et reconstruire”, “Règles des différentes technologies”.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import networkx as nx

from towerup.kernel.rules import Objection, Objections

from .actions import Rebuild
from .box.placements import Placement
from .box.tiles import Technology
from .building import (
    buildings_under,
    fitting,
    objections_to_building,
    objections_to_site,
    objections_to_tile,
    placement_of,
    put_up,
    title_of,
)
from .state import Building, Phase, State
from .turns import not_now
from .words import number_of


def rebuild(state: State, action: Rebuild) -> State:
    """All buildings under the new one go out of the game. Workers go on lots that nothing touches any more (NY-REBUILD-01, -04)."""
    kept = [one for one in state.player.buildings if {*action.cells}.isdisjoint(one.cells)]
    return put_up(state, action.tile, action.cells, kept)


def objections_to_rebuild(state: State, action: Rebuild, seat: int) -> Objections:
    """What speaks against this rebuilding."""
    if state.phase is Phase.BOOM:
        yield Objection("NY-CARD-06", "nothing is demolished with Construction Boom")
    elif state.phase is Phase.AFTER:
        yield Objection("NY-CARD-06", "a second building in a turn takes Construction Boom, and demolishes nothing")
    elif state.phase is Phase.BUILD:
        yield Objection("NY-TURN-02", "after acquiring a lot nothing is demolished in this turn")
    elif state.phase is not Phase.TURN:
        yield not_now(state)
    else:
        yield from objections_to_rebuilding(state, placement_of(state, action.tile, action.cells), seat)


def objections_to_rebuilding(state: State, placement: Placement, seat: int) -> Objections:
    """What speaks against a rebuilding here by this player, whenever it is."""
    tiles, under = state.setup.edition.tiles, buildings_under(state, placement, seat)
    yield from objections_to_tile(state, placement, seat)
    yield from objections_to_site(state, placement, seat)
    if not under:
        yield Objection("NY-REBUILD-01", f"no building of {state.setup.seats[seat]} stands there")
    for one in under:
        if tiles[one.tile].technology is Technology.GOLD:
            yield Objection("NY-REBUILD-03", f"{one.tile} is gold or legendary and is never demolished")
        elif tiles[one.tile].technology >= placement.technology:
            yield Objection("NY-REBUILD-02", f"{title_of(one.tile)} is not older than {placement.tile}")
    if state.setup.rulings.demolished == "adjacent_only" and under and not _in_one_piece(state, under):
        yield Objection("NY-REBUILD-01", "the buildings under it do not adjoin each other (ruling demolished)")
    built = placement.lots.union(
        state.setup.board.lot_of[cell]
        for one in state.players[seat].buildings
        if one not in under
        for cell in one.cells
    )
    uncovered = [lot for lot in state.players[seat].lots if lot not in built]
    workers = state.setup.edition.workers
    if len(uncovered) > workers:
        without = f"{number_of(len(uncovered), 'lot')} would be without a building"
        yield Objection("NY-REBUILD-04", f"{without}, but there are {number_of(workers, 'worker')}")


def _in_one_piece(state: State, buildings: Sequence[Building]) -> bool:
    """Whether these buildings adjoin each other, from one to the next (NY-REBUILD-01)."""
    board = state.setup.board
    joined: nx.Graph[Building] = nx.Graph()
    joined.add_nodes_from(buildings)
    for one in buildings:
        around = board.around(one.cells)
        joined.add_edges_from((one, other) for other in buildings if not around.isdisjoint(other.cells))
    connected: bool = nx.is_connected(joined)
    return connected


def rebuilds(state: State) -> Iterator[Rebuild]:
    """Every tile wherever it fits in place of older buildings of one's own, and on free cells beside them."""
    edition, player, lot_of = state.setup.edition, state.player, state.setup.board.lot_of
    adjacent_only = state.setup.rulings.demolished == "adjacent_only"
    technology = {one: edition.tiles[one.tile].technology for one in player.buildings}
    # Gold is never demolished (NY-REBUILD-03).
    gold = {cell for one in player.buildings if technology[one] is Technology.GOLD for cell in one.cells}
    own = {cell for lot in player.lots for cell in state.setup.board.lots[lot]}
    older = [one for one in player.buildings if technology[one] < state.technology]
    for placement in fitting(state, own - gold) if older else ():
        gone = [one for one in player.buildings if not placement.area.isdisjoint(one.cells)]
        # At least one building goes, and all that go are older (NY-REBUILD-01, NY-REBUILD-02).
        if not gone or any(technology[one] >= placement.technology for one in gone):
            continue
        kept = {lot_of[cell] for one in player.buildings if one not in gone for cell in one.cells}
        # NY-REBUILD-04
        uncovered = len({*player.lots} - kept - placement.lots)
        if uncovered <= edition.workers and not (adjacent_only and not _adjoin(state, gone)):
            yield Rebuild(placement.tile, placement.cells)


def _adjoin(state: State, gone: Sequence[Building]) -> bool:
    """Whether one can walk over sides from each of these buildings to all others without leaving them."""
    first, *rest = [{*one.cells} for one in gone]
    while rest:
        near = [cells for cells in rest if not state.setup.board.around(first).isdisjoint(cells)]
        if not near:
            return False
        first = first.union(*near)
        rest = [cells for cells in rest if cells not in near]
    return True


def could_build(state: State, seat: int, *, rebuilding: bool = True) -> bool:
    """Whether a player could build something now; or, if asked so, rebuild something. For objections: it asks what speaks against it."""
    lots, player = {*state.players[seat].lots}, state.players[seat]
    first = state.setup.placements.by_first_lot
    for placement in (one for lot in lots for one in first.get(lot, ()) if one.lots <= lots):
        if placement.tile not in player.tiles and placement.tile not in state.legendaries:
            continue
        if not any(objections_to_building(state, placement, seat)):
            return True
        if rebuilding and not any(objections_to_rebuilding(state, placement, seat)):
            return True
    return False
