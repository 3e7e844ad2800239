"""Turns: what follows what, who is next, and the end."""

from __future__ import annotations

from ..actions import Acquire, Action, Boom, Build, Deal, End, Give, Grab, Rebuild, Shift
from ..state import Cause, Ending, Phase, State
from .collection import always, step
from .facts import ended_by, idle_workers, shown, small_card_shown, tiles_left

COURSE: dict[type[Action], tuple[Phase, ...]] = {
    Deal: (Phase.OPEN, Phase.RENEW, Phase.FILL),
    Shift: (Phase.TURN,),
    Grab: (Phase.TURN, Phase.BUILD),
    Acquire: (Phase.TURN, Phase.GRAB, Phase.BUILD, Phase.AFTER),
    Build: (Phase.TURN, Phase.BUILD, Phase.BOOM),
    Rebuild: (Phase.TURN,),
    Boom: (Phase.AFTER,),
    Give: (Phase.TURN,),
    End: (Phase.TURN, Phase.BUILD, Phase.AFTER, Phase.BOOM),
}
"""When an action of each kind can be due."""

# --- states


@always("NY-SETUP-06")
def the_first_seat_begins(state: State) -> bool:
    """Until the market lies there it is the first seat's turn."""
    return state.phase is not Phase.OPEN or state.seat == 0


@always("NY-END-01")
def few_tiles_trigger_the_end(state: State) -> bool:
    """Nobody has only a few tiles left unless the end has been triggered; and who triggered it by that has so few."""
    few = [seat for seat in range(len(state.players)) if tiles_left(state, seat) <= state.setup.edition.unbuilt]
    if state.ending is None:
        return not few
    return state.ending.cause is not Cause.TILES or state.ending.seat in few


@always("NY-END-02")
def a_market_that_lacks_cards_triggers_the_end(state: State) -> bool:
    """No turn begins with too few cards unless the end has been triggered; and who triggered it by that has no more turn."""
    lacks = shown(state) < state.setup.edition.market and not state.pile
    if state.ending is None:
        return not (state.phase is Phase.TURN and lacks)
    return state.ending.cause is not Cause.MARKET or state.ending.seat != state.seat


@always("NY-END-03", "NY-TURN-08")
def everybody_else_has_one_more_turn(state: State) -> bool:
    """Who triggered the end begins no other turn, and the game is over exactly when it would be theirs."""
    following = (state.seat + 1) % len(state.players)
    if state.phase is Phase.OVER:
        return ended_by(state, following)
    return not ended_by(state, state.seat) or state.phase in (Phase.AFTER, Phase.FILL)


# --- steps


@step("NY-SETUP-01")
def the_setup_stays(before: State, action: Action, after: State) -> bool:
    """What was agreed for the game stays."""
    return before.setup is after.setup or before.setup == after.setup


@step("NY-TURN-02", "NY-TURN-08")
def only_what_is_due_is_done(before: State, action: Action, after: State) -> bool:
    """An action is done only when the table waits for such a one."""
    return before.phase in COURSE[type(action)]


def _goes_on(before: State, action: Action, after: State) -> tuple[Phase, bool] | None:
    """What follows in the same turn, and whether a second lot waits; None if the turn is over."""
    lacks = shown(after) < before.setup.edition.market and bool(after.pile)
    if isinstance(action, Deal) and (lacks or before.phase is not Phase.FILL):
        return (before.phase if lacks else Phase.TURN), False
    if isinstance(action, Shift | Boom):
        return (Phase.RENEW if isinstance(action, Shift) else Phase.BOOM), False
    if isinstance(action, Grab):
        return (Phase.GRAB, False) if before.phase is Phase.TURN else (Phase.BUILD, True)
    if isinstance(action, Acquire) and before.phase is not Phase.AFTER:
        return Phase.BUILD, before.phase is Phase.GRAB
    if isinstance(action, Build | Rebuild | Acquire) and before.phase is not Phase.BOOM:
        second = (
            before.second_lot
            and not isinstance(action, Acquire)
            and before.setup.rulings.land_grab == "freed_worker"
            and small_card_shown(after)
            and idle_workers(after, before.seat) > 0
        )
        if second or ("boom" in after.players[before.seat].cards and not ended_by(after, before.seat)):
            return Phase.AFTER, second
    return None


@step("NY-CARD-06", "NY-CARD-07", "NY-CARD-08")
def a_turn_goes_on_exactly_while_it_may(before: State, action: Action, after: State) -> bool:
    """A turn goes on after a lot, and after a building for Construction Boom or a second lot; otherwise it is over."""
    due = _goes_on(before, action, after)
    if due is not None:
        return after.phase is due[0]
    return after.phase in (Phase.FILL, Phase.TURN, Phase.OVER) and (
        after.phase is Phase.FILL or after.seat != before.seat or after.phase is Phase.OVER
    )


@step("NY-CARD-05")
def a_second_lot_waits_exactly_while_it_may(before: State, action: Action, after: State) -> bool:
    """A second lot waits after the first of a Land Grab, and after the building while there is a worker and a card for it."""
    due = _goes_on(before, action, after)
    return after.second_lot == (due is not None and due[1])


@step("NY-TURN-07", "NY-TURN-06")
def the_market_is_filled_after_a_turn(before: State, action: Action, after: State) -> bool:
    """When a turn is over cards are dealt exactly if the market lacks some and the pile has some."""
    lacks = shown(after) < before.setup.edition.market and bool(after.pile)
    return _goes_on(before, action, after) is not None or (after.phase is Phase.FILL) == lacks


@step("NY-TURN-01")
def turns_pass_clockwise(before: State, action: Action, after: State) -> bool:
    """A new turn is that of the next seat, and otherwise the seat stays."""
    passes = after.phase is Phase.TURN and _goes_on(before, action, after) is None
    return after.seat == (before.seat + passes) % len(before.players)


@step("NY-TURN-01")
def an_action_touches_only_the_player_on_turn(before: State, action: Action, after: State) -> bool:
    """What belongs to the other players stays as it is."""
    pairs = zip(before.players, after.players, strict=True)
    return all(old is new or old == new for seat, (old, new) in enumerate(pairs) if seat != before.seat)


@step("NY-END-03", "NY-TURN-08")
def the_game_is_over_when_the_last_turn_is(before: State, action: Action, after: State) -> bool:
    """When a turn is over and the next seat has triggered the end, the game is over; and only then."""
    over = _goes_on(before, action, after) is None and after.phase is not Phase.FILL
    return (after.phase is Phase.OVER) == (over and ended_by(after, (before.seat + 1) % len(before.players)))


@step("NY-END-01", on=(Build, Rebuild))
def a_building_that_leaves_few_tiles_triggers_the_end(before: State, action: Build | Rebuild, after: State) -> bool:
    """The end is triggered by the builder exactly if only a few tiles are left; an end that was triggered stays."""
    few = tiles_left(after, before.seat) <= before.setup.edition.unbuilt
    if before.ending is None and few:
        return after.ending == Ending(Cause.TILES, before.seat)
    return after.ending == before.ending or (after.ending is not None and after.ending.cause is Cause.MARKET)


@step("NY-END-02", "NY-END-03")
def a_turn_that_leaves_a_short_market_triggers_the_end(before: State, action: Action, after: State) -> bool:
    """The end is triggered when a turn is over and the market could not be filled; an end that was triggered stays."""
    over = _goes_on(before, action, after) is None and after.phase is not Phase.FILL
    if before.ending is not None:
        return after.ending == before.ending
    by_market = after.ending is not None and after.ending.cause is Cause.MARKET
    by_tiles = after.ending is not None and after.ending.cause is Cause.TILES
    short = over and not by_tiles and shown(after) < before.setup.edition.market
    builds = isinstance(action, Build | Rebuild)
    return by_market == short and (not by_market or ended_by(after, before.seat)) and (builds or not by_tiles)
