"""What stands on the board: tiles, lots, workers, building and rebuilding."""

from __future__ import annotations

from ..actions import Acquire, Action, Boom, Build, Deal, End, Give, Grab, Rebuild, Shift
from ..state import Phase, State
from .collection import always, step
from .facts import (
    GOLD,
    card_for,
    fronts,
    idle_workers,
    in_one_piece,
    is_legendary,
    lots_in_play,
    lots_under,
    newest_open,
    technology,
    touch,
    under,
    ways,
)  # fmt: skip

# --- states


@always("NY-BOX-01")
def no_tile_stands_twice(state: State) -> bool:
    """No tile of a player stands twice, and nobody has tiles ready that are not theirs."""
    own = {tile.id for tile in state.setup.edition.own}
    standing = [[one.tile for one in player.buildings] for player in state.players]
    return all(len({*tiles}) == len(tiles) for tiles in standing) and all({*one.tiles} <= own for one in state.players)


@always("NY-BUILD-07", "NY-BOX-01")
def a_tile_is_built_once(state: State) -> bool:
    """What stands does not lie ready to be built."""
    return not any(one.tile in player.tiles for player in state.players for one in player.buildings)


@always("NY-TECH-02", "NY-BOX-01")
def a_legendary_stands_once(state: State) -> bool:
    """Each legendary lies ready or stands with one player, and nobody has two."""
    setup = state.setup
    built = [[one.tile for one in player.buildings if is_legendary(setup, one.tile)] for player in state.players]
    every = sorted(one.id for one in setup.edition.legendaries)
    return sorted(sum(built, [*state.legendaries])) == every and all(len(ones) < 2 for ones in built)


@always("NY-BOX-02", "NY-REBUILD-04", "NY-LAND-04")
def a_worker_for_every_bare_lot(state: State) -> bool:
    """No player has more lots without a building than workers."""
    return all(idle_workers(state, seat) >= 0 for seat in range(len(state.players)))


@always("NY-LAND-02")
def a_lot_has_one_owner(state: State) -> bool:
    """No lot belongs to two players."""
    owned = [lot for player in state.players for lot in player.lots]
    return len({*owned}) == len(owned)


@always("NY-SETUP-03")
def nobody_has_a_lot_out_of_play(state: State) -> bool:
    """No lot of a district that is left out belongs to anybody."""
    in_play = lots_in_play(state.setup.edition, len(state.setup.seats))
    return all({*player.lots} <= in_play for player in state.players)


@always("NY-BUILD-01")
def buildings_stand_on_lots_of_their_owner(state: State) -> bool:
    """All cells under a building belong to lots of its owner."""
    board = state.setup.board
    return all(lots_under(board, one.cells) <= {*player.lots} for player in state.players for one in player.buildings)


@always("NY-BUILD-04", "NY-REBUILD-01")
def no_building_stands_on_another(state: State) -> bool:
    """No cell is under two buildings."""
    covered = [cell for player in state.players for one in player.buildings for cell in one.cells]
    return len({*covered}) == len(covered)


@always("NY-BUILD-03")
def buildings_have_a_side_on_a_street_or_park(state: State) -> bool:
    """Every building that a player has built has a side on a street or a park."""
    built = [one for player in state.players for one in player.buildings if technology(state.setup, one.tile)]
    return all(fronts(state.setup.board, one.cells) for one in built)


@always("NY-BUILD-08", "NY-BUILD-02")
def buildings_lie_as_their_tile_can(state: State) -> bool:
    """A building covers cells as its tile can be turned, without a street between them; over it only where the ruling allows that."""
    built = [one for player in state.players for one in player.buildings if technology(state.setup, one.tile)]
    return all((one.tile, frozenset(one.cells)) in ways(state.setup) for one in built)


@always("NY-BUILD-02")
def no_tile_is_turned_over_where_it_may_not_be(state: State) -> bool:
    """Where tiles are only rotated none lies on its other side."""
    built = [one for player in state.players for one in player.buildings if technology(state.setup, one.tile)]
    return state.setup.rulings.mirrored == "allowed" or not any(
        ways(state.setup)[one.tile, frozenset(one.cells)] for one in built
    )


def _start(state: State, seat: int) -> str:
    """The lot where a player starts."""
    return {one.id: one.start for one in state.setup.board.districts}[state.setup.characters[seat]]


@always("NY-SETUP-02", "NY-EXPERT-01")
def starting_buildings_stand_where_they_started(state: State) -> bool:
    """A starting building covers the lot of its owner's character; experts have none."""
    board = state.setup.board
    return all(
        not state.setup.expert and lots_under(board, one.cells) == {_start(state, seat)}
        for seat, player in enumerate(state.players)
        for one in player.buildings
        if not technology(state.setup, one.tile)
    )


@always("NY-SETUP-01", "NY-BOX-01")
def nobody_has_points_or_built_tiles_at_the_start(state: State) -> bool:
    """Until the market lies there nobody has points, and all have all their tiles."""
    own = tuple(tile.id for tile in state.setup.edition.own)
    return state.phase is not Phase.OPEN or all(one.points == 0 and one.tiles == own for one in state.players)


@always("NY-SETUP-02", "NY-EXPERT-01")
def everybody_starts_with_a_lot_and_a_building(state: State) -> bool:
    """Until the market lies there everybody has the lot of their character with the starting building; experts have nothing."""
    each = 0 if state.setup.expert else 1
    return state.phase is not Phase.OPEN or all(
        [*player.lots] == [_start(state, seat)] * each and len(player.buildings) == each
        for seat, player in enumerate(state.players)
    )


@always("NY-TECH-01", "NY-TECH-03", "NY-EXPERT-02")
def the_technology_is_that_of_the_points(state: State) -> bool:
    """The newest technology is that of the points of the player on turn; after a building it may lag behind, as ruled."""
    newest = newest_open(state.setup, state.player.points)
    late = state.phase in (Phase.AFTER, Phase.BOOM, Phase.FILL, Phase.OVER)
    lags = state.setup.rulings.technology == "next_turn" and late
    return 1 <= state.technology <= newest if lags else state.technology == newest


# --- steps: building


@step("NY-BUILD-04", on=(Build,))
def building_covers_nothing(before: State, action: Build, after: State) -> bool:
    """Nothing of one's own stood on the cells of a new building."""
    return not under(before, action)


@step("NY-REBUILD-01", "NY-TURN-02", on=(Rebuild,))
def rebuilding_demolishes_something(before: State, action: Rebuild, after: State) -> bool:
    """At least one building is demolished; where only adjacent ones are, they adjoin each other."""
    gone = under(before, action)
    apart = before.setup.rulings.demolished == "adjacent_only" and not in_one_piece(before.setup.board, gone)
    return bool(gone) and not apart


@step("NY-REBUILD-02", "NY-TECH-01", on=(Rebuild,))
def only_older_buildings_are_demolished(before: State, action: Rebuild, after: State) -> bool:
    """Everything that is demolished is of an older technology than what is built."""
    setup = before.setup
    return all(technology(setup, one.tile) < technology(setup, action.tile) for one in under(before, action))


@step("NY-REBUILD-03", "NY-TECH-02", on=(Rebuild,))
def gold_is_never_demolished(before: State, action: Rebuild, after: State) -> bool:
    """No gold building and no legendary goes."""
    return not any(technology(before.setup, one.tile) == GOLD for one in under(before, action))


@step("NY-REBUILD-04", "NY-BUILD-05", "NY-BOX-02", on=(Rebuild,))
def a_demolition_leaves_a_worker_for_every_bare_lot(before: State, action: Rebuild, after: State) -> bool:
    """Lots that nothing touches any more need a worker each."""
    return idle_workers(after, before.seat) >= 0


@step("NY-BUILD-05", "NY-BOX-02", on=(Build,))
def workers_come_back_from_built_lots(before: State, action: Build, after: State) -> bool:
    """As many workers come back as lots under the new building had no building of their owner."""
    fresh = lots_under(before.setup.board, action.cells)
    for one in before.player.buildings:
        fresh -= lots_under(before.setup.board, one.cells)
    return idle_workers(after, before.seat) == idle_workers(before, before.seat) + len(fresh)


@step("NY-TURN-03", "NY-TURN-04", "NY-TURN-02", on=(Build,))
def a_turn_with_a_free_worker_begins_with_a_lot(before: State, action: Build, after: State) -> bool:
    """Who begins a turn by building has no free worker."""
    return before.phase is not Phase.TURN or idle_workers(before, before.seat) == 0


@step("NY-TECH-01", "NY-TECH-03", on=(Build, Rebuild))
def only_open_technologies_are_built(before: State, action: Build | Rebuild, after: State) -> bool:
    """A tile that is built is no newer than the points of its builder allow."""
    new = technology(before.setup, action.tile)
    return new <= before.technology and new <= newest_open(before.setup, before.player.points)


@step("NY-BUILD-07", "NY-BOX-01", "NY-TECH-02", on=(Build, Rebuild))
def a_tile_that_is_built_lay_ready(before: State, action: Build | Rebuild, after: State) -> bool:
    """It was the builder's own, or a legendary that nobody had built; it alone is ready no more."""
    seat, tile = before.seat, action.tile
    ready = [*before.player.tiles, *before.legendaries]
    left = [*after.players[seat].tiles, *after.legendaries]
    return ready.count(tile) == 1 and left == [one for one in ready if one != tile]


@step("NY-BUILD-01", "NY-BUILD-02", "NY-BUILD-03", "NY-BUILD-08", "NY-BOX-04", on=(Build, Rebuild))
def the_new_building_stands_and_those_under_it_do_not(before: State, action: Build | Rebuild, after: State) -> bool:
    """Afterwards the builder has the new building, and of those before all that were not under it."""
    kept = {(one.tile, frozenset(one.cells)) for one in before.player.buildings if one not in under(before, action)}
    stand = [(one.tile, frozenset(one.cells)) for one in after.players[before.seat].buildings]
    return sorted(stand, key=str) == sorted([*kept, (action.tile, frozenset(action.cells))], key=str)


@step("NY-BUILD-06", on=(Build,))
def a_building_scores_its_points(before: State, action: Build, after: State) -> bool:
    """Who builds scores the points of the tile, and with Gold Prestige those for older neighbours."""
    return after.players[before.seat].points == before.player.points + _points(before, action)


@step("NY-REBUILD-05", "NY-BUILD-06", on=(Rebuild,))
def a_rebuilding_loses_no_points(before: State, action: Rebuild, after: State) -> bool:
    """Who rebuilds scores the same, and loses nothing for what is demolished."""
    return after.players[before.seat].points == before.player.points + _points(before, action)


def _points(state: State, action: Build | Rebuild) -> int:
    return {one.id: one.points for one in state.setup.edition.tiles.values()}[action.tile] + prestige(state, action)


def prestige(state: State, action: Build | Rebuild) -> int:
    """The points that Gold Prestige gives for a new building: for each older building of others that it touches."""
    setup = state.setup
    worth = [one.points for one in setup.edition.challenges if one.id == "gold-prestige" == setup.challenge]
    if not worth or technology(setup, action.tile) < GOLD:
        return 0
    others = [one for seat, player in enumerate(state.players) if seat != state.seat for one in player.buildings]
    older = [one for one in others if technology(setup, one.tile) < GOLD]
    return worth[0] * sum(touch(setup.board, action.cells, one.cells) for one in older)


@step("NY-CHALLENGE-04")
def points_are_scored_by_building_alone(before: State, action: Action, after: State) -> bool:
    """Nobody but a builder scores in play, with Gold Prestige for every older neighbour of gold."""
    seat = before.seat if isinstance(action, Build | Rebuild) else None
    expected = [one.points for one in before.players]
    if isinstance(action, Build | Rebuild) and seat is not None:
        expected[seat] += _points(before, action)
    return [one.points for one in after.players] == expected


@step("NY-BUILD-04", "NY-BOX-01", on=(Deal, Shift, Grab, Acquire, Boom, Give, End))
def only_building_changes_what_stands(before: State, action: Action, after: State) -> bool:
    """Nothing else changes a building, or which tiles lie ready."""
    old = [(one.buildings, one.tiles) for one in before.players]
    return old == [(one.buildings, one.tiles) for one in after.players] and before.legendaries == after.legendaries


@step("NY-TECH-03", "NY-TECH-01", "NY-EXPERT-02")
def a_technology_opens_when_it_is_reached(before: State, action: Action, after: State) -> bool:
    """At once, or where the ruling says so when the next turn of the player begins."""
    waits = after.seat == before.seat and before.setup.rulings.technology == "next_turn"
    newest = newest_open(before.setup, after.players[after.seat].points)
    return after.technology == (before.technology if waits else newest)


# --- steps: lots


@step("NY-LAND-03", "NY-BOX-02", "NY-BOX-03", "NY-BOX-04", on=(Acquire,))
def a_lot_is_acquired_for_its_card(before: State, action: Acquire, after: State) -> bool:
    """A card of the lot's district and size leaves the market, nothing else does; the lot goes to the player, and needs a worker."""
    card = card_for(before.setup.board, action.lot)
    market = {**before.market, card: before.market.get(card, 0) - 1}
    gained = {*after.players[before.seat].lots} == {*before.player.lots, action.lot}
    left = {name: count for name, count in market.items() if count}
    return gained and left == {**after.market} and after.pile == before.pile


@step("NY-LAND-01", on=(Acquire,))
def the_market_shows_a_card_for_the_lot(before: State, action: Acquire, after: State) -> bool:
    """A card for its district and size was in the market."""
    return before.market.get(card_for(before.setup.board, action.lot), 0) > 0


@step("NY-LAND-02", "NY-SETUP-03", on=(Acquire,))
def a_lot_that_is_acquired_was_free(before: State, action: Acquire, after: State) -> bool:
    """It belonged to nobody, and is in play."""
    free = not any(action.lot in player.lots for player in before.players)
    return free and action.lot in lots_in_play(before.setup.edition, len(before.players))


@step("NY-LAND-04", "NY-BOX-02", on=(Acquire,))
def a_lot_takes_a_free_worker(before: State, action: Acquire, after: State) -> bool:
    """Who acquires a lot had a free worker, and has one less."""
    return idle_workers(before, before.seat) - 1 == idle_workers(after, before.seat) >= 0


@step("NY-TURN-06", "NY-BOX-05", "NY-BOX-02", on=(Give,))
def a_lot_goes_back_and_its_card_under_the_pile(before: State, action: Give, after: State) -> bool:
    """The lot is nobody's, its card lies below all others, and the market stays."""
    lots = [one for one in before.player.lots if one != action.lot]
    pile = (*before.pile, {card_for(before.setup.board, action.lot): 1})
    return [*after.players[before.seat].lots] == lots and after.pile == pile and after.market == before.market


@step("NY-TURN-05", on=(Give,))
def only_a_bare_lot_is_given_back_by_who_has_no_worker(before: State, action: Give, after: State) -> bool:
    """It was the player's, no building touched it, and all workers were on lots."""
    unbuilt = not any(action.lot in lots_under(before.setup.board, one.cells) for one in before.player.buildings)
    return action.lot in before.player.lots and unbuilt and idle_workers(before, before.seat) == 0


@step("NY-LAND-03", "NY-LAND-02", on=(Deal, Shift, Grab, Build, Rebuild, Boom, End))
def lots_change_hands_by_nothing_else(before: State, action: Action, after: State) -> bool:
    """Nothing but acquiring and giving back changes whose a lot is."""
    return [one.lots for one in before.players] == [one.lots for one in after.players]
