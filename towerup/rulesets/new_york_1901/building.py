"""Building: the tile, where it may lie, and what comes of it.

FR “Construction d'1 gratte-ciel”, “Règles des différentes technologies”.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from attrs import evolve

from towerup.kernel.rules import Objection, Objections

from .actions import Build
from .box.challenges import Kind
from .box.edition import START
from .box.placements import Placement
from .box.tiles import Technology
from .ending import end_by_tiles
from .land import may_use_boom
from .state import Building, Card, Phase, State, can_take_second_lot, must_take_second_lot, shows_small_card
from .technology import legendary_of, open_technology, technology_of, tiles_to_build
from .turns import end_turn, not_now
from .words import names_and, number_of


def build(state: State, action: Build) -> State:
    """Build a tile on free cells of one's own lots. Workers on lots that are touched now come back (NY-BUILD-05)."""
    return put_up(state, action.tile, action.cells, state.player.buildings)


def put_up(state: State, tile: str, cells: Collection[str], standing: Iterable[Building]) -> State:
    """The new building beside those that stand: its tile, its points, the technology they open; then what comes after it."""
    edition, player = state.setup.edition, state.player
    new = Building(tile, state.setup.board.in_order(cells))
    buildings = sorted((*standing, new), key=lambda one: edition.tile_order[one.tile])
    # A tile is built once; a legendary comes from those for all (NY-BOX-01, NY-TECH-02).
    player = evolve(
        player,
        # Points are never lost (NY-BUILD-06, NY-REBUILD-05).
        points=player.points + edition.tiles[tile].points + prestige(state, new),
        buildings=buildings,
        tiles=tuple(one for one in player.tiles if one != tile),
    )
    state = evolve(
        state,
        players=state.with_player(player),
        legendaries=tuple(one for one in state.legendaries if one != tile),
    )
    if state.setup.rulings.technology == "at_once":  # NY-TECH-03
        state = evolve(state, technology=open_technology(state.setup, player.points))
    return after_building(end_by_tiles(state))


def after_building(state: State) -> State:
    """The turn goes on for Construction Boom, or for the second lot of a Land Grab; or it is over (NY-CARD-05, NY-CARD-06)."""
    second_lot = (
        state.second_lot
        and state.setup.rulings.land_grab == "freed_worker"
        and state.free_workers(state.seat) > 0
        and shows_small_card(state)
    )
    # The second building of a turn is the last (NY-CARD-06).
    if state.phase is not Phase.BOOM and (second_lot or may_use_boom(state)):
        return evolve(state, phase=Phase.AFTER, second_lot=second_lot)
    return end_turn(state)


def prestige(state: State, new: Building) -> int:
    """Gold Prestige: points for each older building of others beside a new one of gold (NY-CHALLENGE-04)."""
    challenge, tiles = state.setup.challenge_card, state.setup.edition.tiles
    if challenge is None or challenge.kind is not Kind.GOLD_PRESTIGE or tiles[new.tile].technology < Technology.GOLD:
        return 0
    around = state.setup.board.around(new.cells)
    others = [one for player in state.players if player is not state.player for one in player.buildings]
    older = [one for one in others if tiles[one.tile].technology < Technology.GOLD]
    return challenge.points * sum(not around.isdisjoint(one.cells) for one in older)


# --- what speaks against it


def objections_to_build(state: State, action: Build, seat: int) -> Objections:
    """What speaks against building this tile on these cells."""
    if state.phase is Phase.AFTER:
        yield Objection("NY-CARD-06", f"a second building in a turn takes Construction Boom{_about_boom(state, seat)}")
        return
    if state.phase not in (Phase.TURN, Phase.BUILD, Phase.BOOM):
        yield not_now(state)
        return
    workers = state.free_workers(seat)
    if state.phase is Phase.TURN and workers > 0:
        has = f"{state.setup.seats[seat]} has {number_of(workers, 'free worker')}"
        yield Objection("NY-TURN-03", f"{has} and acquires a lot first")
    lot_first = state.setup.rulings.land_grab == "before_building"
    if state.phase is Phase.BUILD and lot_first and must_take_second_lot(state, seat):
        yield Objection("NY-CARD-09", "the second lot comes first: it can still be acquired (ruling second_lot)")
    yield from objections_to_building(state, placement_of(state, action.tile, action.cells), seat)


def _about_boom(state: State, seat: int) -> str:
    """What is the matter with Construction Boom, for a player who builds a second time without it."""
    if Card.BOOM not in state.players[seat].cards:
        return f", which {state.setup.seats[seat]} has used"
    if state.ending is not None and state.ending.seat == seat:
        return ", which is not used when the first building has triggered the end"
    first = state.setup.rulings.second_lot != "optional" and can_take_second_lot(state, seat)
    return ", and before that the second lot" if first else ": use boom first"


def placement_of(state: State, tile: str, cells: Iterable[str]) -> Placement:
    """The way in which a tile lies on these cells."""
    return state.setup.placements.by_site[tile, frozenset(cells)]


def objections_to_building(state: State, placement: Placement, seat: int) -> Objections:
    """What speaks against a building here by this player, whenever it is."""
    yield from objections_to_tile(state, placement, seat)
    yield from objections_to_site(state, placement, seat)
    for one in buildings_under(state, placement, seat):
        yield Objection("NY-BUILD-04", f"{title_of(one.tile)} stands there: nothing is demolished when building")


def objections_to_tile(state: State, placement: Placement, seat: int) -> Objections:
    """What speaks against building this tile at all."""
    setup, player, tile = state.setup, state.players[seat], placement.tile
    if placement.technology > technology_of(state, seat):
        yield _not_open(state, placement, seat)
    if setup.edition.tiles[tile].height:
        if tile not in state.legendaries:
            yield Objection("NY-TECH-02", f"{tile} has been built")
        if legendary_of(state, player) is not None:
            yield Objection("NY-TECH-02", f"{player.colour} has a legendary already")
    elif tile not in player.tiles:
        yield Objection("NY-BUILD-07", f"{player.colour} has built {tile} already")


def _not_open(state: State, placement: Placement, seat: int) -> Objection:
    setup, points = state.setup, state.players[seat].points
    what = f"{placement.tile} is {placement.technology.word}"
    silver, gold = setup.edition.expert_thresholds if setup.expert else setup.edition.thresholds
    least = silver if placement.technology is Technology.SILVER else gold
    if points >= least:
        return Objection("NY-TECH-03", f"{what}, which is open from the next turn on (ruling technology is next_turn)")
    return Objection("NY-TECH-01", f"{what}, which takes {least} points, not {points}")


def objections_to_site(state: State, placement: Placement, seat: int) -> Objections:
    """What speaks against a building here, whatever stands there."""
    player = state.players[seat]
    others = [lot for lot in state.setup.board.lots if lot in placement.lots and lot not in player.lots]
    if others:
        verb = "do" if len(others) > 1 else "does"
        yield Objection("NY-BUILD-01", f"{names_and(others)} {verb} not belong to {player.colour}")
    if placement.mirrored and state.setup.rulings.mirrored == "rotated_only":
        yield Objection("NY-BUILD-02", f"{placement.tile} would have to be turned over for that")
    if not placement.fronts:
        yield Objection("NY-BUILD-03", "no side of it would be on a street or a park")


def buildings_under(state: State, placement: Placement, seat: int) -> list[Building]:
    """The buildings of a player under the footprint of a new one."""
    return [one for one in state.players[seat].buildings if not placement.area.isdisjoint(one.cells)]


def title_of(tile: str) -> str:
    """A tile that stands, in words."""
    return "the starting building" if tile == START else tile


# --- what is offered


def builds(state: State) -> Iterator[Build]:
    """Every tile wherever it fits on free cells of one's own lots (NY-BUILD-01, NY-BUILD-04)."""
    player = state.player
    covered = {cell for one in player.buildings for cell in one.cells}
    free = {cell for lot in player.lots for cell in state.setup.board.lots[lot]} - covered
    for placement in fitting(state, free):
        yield Build(placement.tile, placement.cells)


def fitting(state: State, cells: set[str]) -> list[Placement]:
    """Every way to lay a tile that may be built on these cells, with a side on a street or a park, in order (NY-BUILD-03)."""
    begin, ready = state.setup.placements.by_first_cell, tiles_to_build(state)
    may_be_mirrored = state.setup.rulings.mirrored == "allowed"  # NY-BUILD-02
    found = [
        one
        for cell in cells
        for one in begin.get(cell, ())
        if one.tile in ready and one.fronts and one.area <= cells and (may_be_mirrored or not one.mirrored)
    ]
    return sorted(found, key=lambda one: one.number)
