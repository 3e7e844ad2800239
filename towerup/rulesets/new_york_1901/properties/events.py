"""What happens now and then: ordinary steps that apply a rule, and rare events that enough games must show."""

from __future__ import annotations

from ..actions import Acquire, Action, Boom, Build, Deal, End, Give, Grab, Rebuild, Shift
from ..box.challenges import Kind
from ..scoring import Outcome, outcome
from ..state import Cause, Phase, State
from .board import prestige
from .collection import sometimes
from .facts import (
    built_on,
    district_of,
    ends_now,
    idle_workers,
    in_pile,
    is_legendary,
    lots_under,
    newest_open,
    shown,
    squares,
    streets_beside,
    technology,
    tiles_left,
    touch,
    under,
    ways_to_lie,
)  # fmt: skip
from .offers import must_give_back

# --- setup


@sometimes("NY-SETUP-01", "NY-SETUP-05", "NY-SETUP-06", "NY-BOX-06", on=(Deal,))
def the_first_turn_begins(before: State, action: Deal, after: State) -> bool:
    """The market lies there, and the first player begins."""
    return before.phase is Phase.OPEN and after.phase is Phase.TURN


@sometimes("NY-SETUP-03", on=(Deal,))
def two_without_a_district(before: State, action: Deal, after: State) -> bool:
    """A game begins in which a district is not used."""
    left_out = len(before.players) in before.setup.edition.without
    return left_out and before.phase is Phase.OPEN and after.phase is Phase.TURN


@sometimes("NY-EXPERT-01", "NY-EXPERT-02", on=(Deal,))
def experts(before: State, action: Deal, after: State) -> bool:
    """Experts begin, without starting buildings."""
    return before.setup.expert and before.phase is Phase.OPEN and after.phase is Phase.TURN


@sometimes("NY-SETUP-02", on=(Deal,))
def starting_buildings(before: State, action: Deal, after: State) -> bool:
    """A game begins with starting buildings."""
    return not before.setup.expert and before.phase is Phase.OPEN and after.phase is Phase.TURN


@sometimes("NY-SETUP-04", on=(Deal,))
def the_first_market_is_dealt(before: State, action: Deal, after: State) -> bool:
    """A card comes into the market before the first turn."""
    return before.phase is Phase.OPEN


@sometimes("NY-SETUP-02", on=(Deal,))
def starting_card_from_the_market(before: State, action: Deal, after: State) -> bool:
    """A starting card is taken from the market, where the ruling says so."""
    return before.phase is Phase.OPEN and shown(after) <= shown(before)


@sometimes("NY-SETUP-02", on=(Deal,))
def starting_card_from_the_pile(before: State, action: Deal, after: State) -> bool:
    """The market does not show a starting card that should come from it."""
    gone = in_pile(before) - in_pile(after) - 1
    return before.phase is Phase.OPEN and gone > 0


# --- land


@sometimes("NY-TURN-03", "NY-TURN-02", on=(Acquire,))
def a_lot_is_acquired(before: State, action: Acquire, after: State) -> bool:
    """A turn begins with a lot."""
    return before.phase is Phase.TURN


@sometimes("NY-CARD-04", "NY-CARD-05", on=(Acquire,))
def first_lot_of_a_grab(before: State, action: Acquire, after: State) -> bool:
    """The first lot of a Land Grab is acquired."""
    return before.phase is Phase.GRAB


@sometimes("NY-CARD-05", on=(Acquire,))
def second_lot(before: State, action: Acquire, after: State) -> bool:
    """Two lots are acquired in a turn."""
    return before.second_lot


@sometimes("NY-CARD-10", on=(Grab,))
def grab_after_a_first_lot(before: State, action: Grab, after: State) -> bool:
    """Land Grab is used after a lot was acquired, where the ruling allows it."""
    return before.phase is Phase.BUILD


@sometimes("NY-CARD-05", on=(Acquire,))
def second_lot_after_building(before: State, action: Acquire, after: State) -> bool:
    """The second lot of a Land Grab is acquired after the building."""
    return before.phase is Phase.AFTER


@sometimes("NY-CARD-05", on=(Acquire,))
def second_lot_with_a_freed_worker(before: State, action: Acquire, after: State) -> bool:
    """The second lot of a Land Grab is acquired with a worker that the building has freed."""
    return before.phase is Phase.AFTER and idle_workers(before, before.seat) == 1


@sometimes("NY-CARD-09", on=(End,))
def second_lot_left_out(before: State, action: End, after: State) -> bool:
    """The second lot of a Land Grab could be acquired, and is not."""
    return before.second_lot and idle_workers(before, before.seat) > 0


@sometimes("NY-CARD-09", on=(Boom,))
def second_lot_left_out_for_a_boom(before: State, action: Boom, after: State) -> bool:
    """Construction Boom is used, and leaves out the second lot of a Land Grab."""
    return before.second_lot


@sometimes("NY-CARD-05", on=(Acquire,))
def second_lot_out_of_reach(before: State, action: Acquire, after: State) -> bool:
    """There is no worker for the second lot of a Land Grab."""
    return after.second_lot and not idle_workers(after, before.seat)


@sometimes("NY-LAND-04", on=(Acquire,))
def last_worker(before: State, action: Acquire, after: State) -> bool:
    """A lot is acquired with the last free worker."""
    return not idle_workers(after, before.seat)


@sometimes("NY-TURN-02", on=(End,))
def no_building_after_acquiring(before: State, action: End, after: State) -> bool:
    """A turn ends after acquiring a lot, and nothing was built."""
    return before.phase is Phase.BUILD


@sometimes("NY-TURN-05", on=(Give,))
def lot_given_back(before: State, action: Give, after: State) -> bool:
    """Nothing else can be done, and a lot is given back."""
    return before.ending is None


@sometimes("NY-TURN-05", on=(Give,))
def lot_given_back_in_a_last_turn(before: State, action: Give, after: State) -> bool:
    """A lot is given back when the end has been triggered."""
    return before.ending is not None


@sometimes("NY-TURN-05", on=(Shift,))
def shift_before_giving_back(before: State, action: Shift, after: State) -> bool:
    """Market Shift is used in a turn in which a lot must be given back, where the ruling allows it."""
    return before.setup.rulings.given_back == "cards_first" and must_give_back(before)


@sometimes("NY-CARD-07", on=(End,))
def boom_wasted(before: State, action: End, after: State) -> bool:
    """Construction Boom is used, and nothing is built with it, where the ruling allows it."""
    return before.phase is Phase.BOOM


@sometimes("NY-TURN-04", on=(End,))
def turn_passed(before: State, action: End, after: State) -> bool:
    """A player without a free worker builds nothing, where the ruling allows it."""
    return before.phase is Phase.TURN


# --- cards


@sometimes("NY-TURN-07", on=(Deal,))
def the_market_is_filled(before: State, action: Deal, after: State) -> bool:
    """A card comes into the market after a turn."""
    return before.phase is Phase.FILL


@sometimes("NY-CARD-02", on=(Deal,))
def the_market_is_dealt_anew(before: State, action: Deal, after: State) -> bool:
    """A card comes into the market for a Market Shift."""
    return before.phase is Phase.RENEW


@sometimes("NY-BOX-05", on=(Deal,))
def deeper_layer(before: State, action: Deal, after: State) -> bool:
    """All cards above are dealt, and those that were put under the pile come."""
    return 1 < len(before.pile) > len(after.pile)


@sometimes("NY-BOX-05", on=(Deal,))
def known_card(before: State, action: Deal, after: State) -> bool:
    """The next card is known before it is dealt."""
    return len(before.pile[0]) == 1


@sometimes("NY-CARD-03", on=(Shift,))
def shift_with_a_short_pile(before: State, action: Shift, after: State) -> bool:
    """Market Shift is used with too few cards in the pile, where the ruling allows it."""
    return in_pile(before) < before.setup.edition.market


@sometimes("NY-BOX-03", on=(Deal,))
def last_card(before: State, action: Deal, after: State) -> bool:
    """The last card of the pile is dealt."""
    return not after.pile


# --- building


@sometimes("NY-BUILD-01", on=(Build, Rebuild))
def several_lots(before: State, action: Build | Rebuild, after: State) -> bool:
    """A building stands on several lots."""
    return len(lots_under(before.setup.board, action.cells)) > 1


@sometimes("NY-BUILD-01", on=(Build, Rebuild))
def several_districts(before: State, action: Build | Rebuild, after: State) -> bool:
    """A building stands in several districts."""
    board = before.setup.board
    return len({district_of(board, lot) for lot in lots_under(board, action.cells)}) > 1


@sometimes("NY-BUILD-05", on=(Build,))
def lot_shared(before: State, action: Build, after: State) -> bool:
    """A building shares a lot with another of its owner."""
    return not built_on(before, before.seat).isdisjoint(lots_under(before.setup.board, action.cells))


@sometimes("NY-BUILD-01", on=(Build, Rebuild))
def lot_not_filled(before: State, action: Build | Rebuild, after: State) -> bool:
    """A building leaves cells of its lots free."""
    board = before.setup.board
    lots = lots_under(board, action.cells)
    cells = {cell for cell in squares(board) if lots_under(board, [cell]) <= lots}
    return bool(cells - {cell for one in after.players[before.seat].buildings for cell in one.cells})


@sometimes("NY-BUILD-05", on=(Build,))
def no_worker_comes_back(before: State, action: Build, after: State) -> bool:
    """A building stands only on lots that needed no worker."""
    return idle_workers(after, before.seat) == idle_workers(before, before.seat)


@sometimes("NY-BUILD-05", on=(Build,))
def several_workers_come_back(before: State, action: Build, after: State) -> bool:
    """A building frees several workers."""
    return idle_workers(after, before.seat) > idle_workers(before, before.seat) + 1


@sometimes("NY-BUILD-08", on=(Build, Rebuild))
def over_a_street(before: State, action: Build | Rebuild, after: State) -> bool:
    """A tile lies over a street, where the ruling allows it."""
    return (action.tile, frozenset(action.cells)) not in ways_to_lie(before.setup.edition, False)


@sometimes("NY-BUILD-02", on=(Build, Rebuild))
def tile_turned_over(before: State, action: Build | Rebuild, after: State) -> bool:
    """A tile is built turned over."""
    return ways_to_lie(before.setup.edition, False).get((action.tile, frozenset(action.cells)), False)


@sometimes("NY-BUILD-03", on=(Build, Rebuild))
def beside_a_park_only(before: State, action: Build | Rebuild, after: State) -> bool:
    """A building has a side on a park, and none on a street."""
    return not streets_beside(before.setup.board, action.cells)


@sometimes("NY-FINAL-01", on=(Build, Rebuild))
def on_several_streets(before: State, action: Build | Rebuild, after: State) -> bool:
    """A building is on several streets."""
    return len(streets_beside(before.setup.board, action.cells)) > 1


@sometimes("NY-TURN-04", on=(Build,))
def building_without_a_worker(before: State, action: Build, after: State) -> bool:
    """A player without a free worker builds without acquiring a lot."""
    return before.phase is Phase.TURN


@sometimes("NY-TECH-02", on=(Build, Rebuild))
def legendary(before: State, action: Build | Rebuild, after: State) -> bool:
    """A legendary is built."""
    return is_legendary(before.setup, action.tile)


@sometimes("NY-TECH-02", on=(Build, Rebuild))
def the_tallest_legendary(before: State, action: Build | Rebuild, after: State) -> bool:
    """The tallest of all legendaries is built."""
    return action.tile in [one.id for one in before.setup.edition.legendaries][-1:]


def _opens(before: State, after: State, level: int) -> bool:
    """Whether a building brings its owner the points for a technology."""
    setup, seat = before.setup, before.seat
    old, new = before.players[seat].points, after.players[seat].points
    return newest_open(setup, old) < level <= newest_open(setup, new)


@sometimes("NY-TECH-03", on=(Build, Rebuild))
def silver_reached(before: State, action: Build | Rebuild, after: State) -> bool:
    """A building opens silver."""
    return _opens(before, after, 2)


@sometimes("NY-TECH-03", on=(Build, Rebuild))
def gold_reached(before: State, action: Build | Rebuild, after: State) -> bool:
    """A building opens gold."""
    return _opens(before, after, 3)


@sometimes("NY-TECH-03", on=(Build,))
def newly_opened_technology(before: State, action: Build, after: State) -> bool:
    """The second building of a turn is of a technology that the first has opened."""
    setup, new = before.setup, technology(before.setup, action.tile)
    # Any of the buildings that stand may have been the first; the least of them has opened it for sure.
    gained = min((setup.edition.tiles[one.tile].points for one in before.player.buildings), default=0)
    return before.phase is Phase.BOOM and newest_open(setup, before.player.points - gained) < new


@sometimes("NY-TECH-03", on=(Build, Rebuild))
def technology_opens_too_late(before: State, action: Build | Rebuild, after: State) -> bool:
    """The second building may not be of a technology that the first has opened, by the ruling."""
    opens = _opens(before, after, 2) or _opens(before, after, 3)
    return opens and before.setup.rulings.technology == "next_turn" and after.phase is Phase.AFTER


# --- rebuilding


@sometimes("NY-REBUILD-02", on=(Rebuild,))
def starting_building_replaced_by_bronze(before: State, action: Rebuild, after: State) -> bool:
    """Bronze replaces the starting building."""
    return technology(before.setup, action.tile) == 1


@sometimes("NY-REBUILD-01", on=(Rebuild,))
def several_buildings_replaced(before: State, action: Rebuild, after: State) -> bool:
    """Several buildings are demolished for one."""
    return len(under(before, action)) > 1


@sometimes("NY-REBUILD-01", on=(Rebuild,))
def buildings_apart_replaced(before: State, action: Rebuild, after: State) -> bool:
    """Buildings that do not adjoin each other are demolished for one."""
    gone, board = under(before, action), before.setup.board
    return len(gone) > 1 and not any(touch(board, one.cells, other.cells) for one in gone for other in gone)


@sometimes("NY-REBUILD-01", on=(Rebuild,))
def smaller_than_before(before: State, action: Rebuild, after: State) -> bool:
    """The new building is smaller than what was demolished for it."""
    return len(action.cells) < sum(len(one.cells) for one in under(before, action))


@sometimes("NY-REBUILD-04", on=(Rebuild,))
def workers_on_bare_lots(before: State, action: Rebuild, after: State) -> bool:
    """Workers go on lots that a demolition has laid bare."""
    return bool(built_on(before, before.seat) - built_on(after, before.seat))


@sometimes("NY-BUILD-05", on=(Rebuild,))
def workers_come_back_by_rebuilding(before: State, action: Rebuild, after: State) -> bool:
    """A rebuilding covers a lot that had a worker."""
    return bool(built_on(after, before.seat) - built_on(before, before.seat))


@sometimes("NY-TECH-02", "NY-REBUILD-02", on=(Rebuild,))
def legendary_by_rebuilding(before: State, action: Rebuild, after: State) -> bool:
    """A legendary replaces older buildings."""
    return is_legendary(before.setup, action.tile)


@sometimes("NY-CARD-06", on=(Boom,))
def boom_after_rebuilding(before: State, action: Boom, after: State) -> bool:
    """Construction Boom is used after a building for which no lot was acquired."""
    return shown(before) == before.setup.edition.market


@sometimes("NY-CARD-06", "NY-CARD-07", on=(Build,))
def second_building(before: State, action: Build, after: State) -> bool:
    """A second building is built with Construction Boom."""
    return before.phase is Phase.BOOM


# --- challenges during play


@sometimes("NY-CHALLENGE-04", on=(Build, Rebuild))
def prestige_brings_points(before: State, action: Build | Rebuild, after: State) -> bool:
    """Gold Prestige brings points."""
    return prestige(before, action) > 0


@sometimes("NY-CHALLENGE-04", on=(Build, Rebuild))
def prestige_for_a_starting_building(before: State, action: Build | Rebuild, after: State) -> bool:
    """Gold Prestige brings a point for a starting building."""
    others = [one for seat, player in enumerate(before.players) if seat != before.seat for one in player.buildings]
    starts = [one for one in others if not technology(before.setup, one.tile)]
    return prestige(before, action) > 0 and any(touch(before.setup.board, action.cells, one.cells) for one in starts)


# --- the end


@sometimes("NY-TURN-01")
def the_next_turn_begins(before: State, action: Action, after: State) -> bool:
    """The turn passes to the next seat."""
    return after.seat != before.seat


@sometimes("NY-END-01", on=(Build, Rebuild))
def end_by_tiles(before: State, action: Build | Rebuild, after: State) -> bool:
    """A player has only a few tiles left."""
    return ends_now(before, after) is Cause.TILES


@sometimes("NY-END-02")
def end_by_the_market(before: State, action: Action, after: State) -> bool:
    """The market cannot be filled."""
    return ends_now(before, after) is Cause.MARKET


@sometimes("NY-END-03")
def the_end_is_coming(before: State, action: Action, after: State) -> bool:
    """A turn is over after the end has been triggered: the others have one more, or the game is over."""
    return after.ending is not None and after.phase in (Phase.FILL, Phase.TURN, Phase.OVER)


@sometimes("NY-END-01", on=(Build, Rebuild))
def end_with_a_legendary_counted(before: State, action: Build | Rebuild, after: State) -> bool:
    """A legendary counts among what is built, by the ruling, and triggers the end."""
    own = len(after.players[before.seat].tiles)
    return ends_now(before, after) is Cause.TILES and own > before.setup.edition.unbuilt >= tiles_left(
        after, before.seat
    )


@sometimes("NY-END-01", on=(Build,))
def end_by_a_second_building(before: State, action: Build, after: State) -> bool:
    """The second building of a turn triggers the end."""
    return ends_now(before, after) is Cause.TILES and before.phase is Phase.BOOM


@sometimes("NY-CARD-08", on=(Build, Rebuild))
def boom_forbidden_by_the_end(before: State, action: Build | Rebuild, after: State) -> bool:
    """Construction Boom is not used, because the first building has triggered the end."""
    return ends_now(before, after) is Cause.TILES and before.phase is not Phase.BOOM and "boom" in before.player.cards


def _result(after: State) -> Outcome | None:
    return outcome(after) if after.phase is Phase.OVER else None


@sometimes("NY-TURN-08", "NY-FINAL-01", "NY-FINAL-02", "NY-FINAL-03")
def the_game_is_over(before: State, action: Action, after: State) -> bool:
    """The game is over, and is counted."""
    return after.phase is Phase.OVER


@sometimes("NY-FINAL-01")
def street_tied(before: State, action: Action, after: State) -> bool:
    """Nobody scores for a street in play."""
    result, setup = _result(after), after.setup
    every = setup.edition.street_points * len(setup.streets)
    return result is not None and sum(one.streets for one in result.scores) < every


@sometimes("NY-CHALLENGE-01")
def challenge_scored(before: State, action: Action, after: State) -> bool:
    """A challenge brings points at the end."""
    result = _result(after)
    return result is not None and any(one.challenge for one in result.scores)


def _counted(after: State, kind: Kind) -> bool:
    """Whether a game is over in which a challenge of this kind was in play."""
    return after.phase is Phase.OVER and after.setup.challenge == kind.word


@sometimes("NY-CHALLENGE-02", "NY-CHALLENGE-01")
def gold_tycoon_counted(before: State, action: Action, after: State) -> bool:
    """Gold Tycoon was in play."""
    return _counted(after, Kind.GOLD_TYCOON)


@sometimes("NY-CHALLENGE-03")
def master_architect_counted(before: State, action: Action, after: State) -> bool:
    """Master Architect was in play."""
    return _counted(after, Kind.MASTER_ARCHITECT)


@sometimes("NY-CHALLENGE-04")
def gold_prestige_counted(before: State, action: Action, after: State) -> bool:
    """Gold Prestige was in play."""
    return _counted(after, Kind.GOLD_PRESTIGE)


@sometimes("NY-CHALLENGE-05")
def bronze_baron_counted(before: State, action: Action, after: State) -> bool:
    """Bronze Baron was in play."""
    return _counted(after, Kind.BRONZE_BARON)


@sometimes("NY-CHALLENGE-06")
def generation_king_counted(before: State, action: Action, after: State) -> bool:
    """Generation King was in play."""
    return _counted(after, Kind.GENERATION_KING)


@sometimes("NY-CHALLENGE-07", "NY-CHALLENGE-01")
def big_developer_counted(before: State, action: Action, after: State) -> bool:
    """Big Developer was in play."""
    return _counted(after, Kind.BIG_DEVELOPER)


@sometimes("NY-CHALLENGE-08")
def silver_titan_counted(before: State, action: Action, after: State) -> bool:
    """Silver Titan was in play."""
    return _counted(after, Kind.SILVER_TITAN)


@sometimes("NY-CHALLENGE-09", "NY-CHALLENGE-01")
def real_estate_mogul_counted(before: State, action: Action, after: State) -> bool:
    """Real Estate Mogul was in play."""
    return _counted(after, Kind.REAL_ESTATE_MOGUL)


def _tied(after: State) -> list[tuple[int, int]]:
    """Of several with the most points the height of the legendary and the number of gold buildings."""
    result = _result(after)
    most = max((one.total for one in result.scores), default=0) if result else 0
    best = [(one.legendary, one.gold) for one in result.scores if one.total == most] if result else []
    return best if len(best) > 1 else []


@sometimes("NY-FINAL-04")
def tie_broken_by_a_legendary(before: State, action: Action, after: State) -> bool:
    """Of several with the most points the one with the tallest legendary wins."""
    return len({height for height, _ in _tied(after)}) > 1


@sometimes("NY-FINAL-04")
def tie_broken_by_gold(before: State, action: Action, after: State) -> bool:
    """Of several with the most points and no legendary the one with most gold wins."""
    tied = _tied(after)
    return not any(height for height, _ in tied) and len({gold for _, gold in tied}) > 1


@sometimes("NY-FINAL-04")
def shared_victory(before: State, action: Action, after: State) -> bool:
    """Several win."""
    result = _result(after)
    return result is not None and len(result.winners) > 1
