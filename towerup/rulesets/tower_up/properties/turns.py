"""Turns: what follows what, who is next, vehicles, star columns and extra turns."""

from __future__ import annotations

from ..actions import Action, Back, Deal, Decline, Found, Place, Reveal, Take
from ..state import Phase, State
from .collection import always, step
from .facts import SETUP, columns_reached

COURSE: dict[tuple[Phase, type[Action]], tuple[Phase, ...]] = {
    (Phase.DEAL, Deal): (Phase.REVEAL_START,),
    (Phase.REVEAL_START, Reveal): (Phase.REVEAL_START, Phase.PLACE, Phase.TURN),
    (Phase.PLACE, Place): (Phase.PLACE, Phase.TURN),
    (Phase.TURN, Take): (Phase.REVEAL,),
    (Phase.TURN, Found): (Phase.TURN, Phase.BACK, Phase.OVER),
    (Phase.TURN, Decline): (Phase.TURN, Phase.BACK, Phase.OVER),
    (Phase.REVEAL, Reveal): (Phase.TURN, Phase.BACK, Phase.OVER),
    (Phase.BACK, Back): (Phase.TURN, Phase.OVER),
}
"""What can follow, by what the table waits for and the action."""

# --- states


@always("TU-MOVE-02")
def vehicles_are_on_their_tracks(state: State) -> bool:
    """Each player has a vehicle of each colour, between the start and the end of its track."""
    edition = state.setup.edition
    return all(
        {*player.vehicles} == {*edition.colours}
        and all(0 <= at < len(edition.worth) for at in player.vehicles.values())
        for player in state.players
    )


@always("TU-STAR-01", "TU-STAR-03", "TU-STAR-04")
def extra_turn_for_a_star_column_each(state: State) -> bool:
    """An extra turn, and another that follows it, each need a star column that all vehicles have reached."""
    return state.extra_turn + state.another_turn <= columns_reached(state, state.player)


@always("TU-TURN-05", "TU-TURN-03")
def extra_turn_waits_only_for_a_refill_or_floors_put_back(state: State) -> bool:
    """Another turn waits only while the market is refilled or floors are put back, and none is left when the game is over."""
    return not (state.another_turn and state.phase not in (Phase.REVEAL, Phase.BACK)) and not (
        state.extra_turn and state.phase is Phase.OVER
    )


# --- steps


@step("TU-TURN-02", "TU-TURN-05", "TU-TAKE-05")
def a_turn_takes_its_course(before: State, action: Action, after: State) -> bool:
    """Only what the table waits for is done, and only what can follow it follows."""
    return after.phase in COURSE.get((before.phase, type(action)), ())


@step("TU-TURN-01", "TU-TURN-02", "TU-SETUP-14")
def turns_pass_clockwise(before: State, action: Action, after: State) -> bool:
    """The first player begins. A turn that no extra turn follows passes to the next seat, and otherwise the seat stays."""
    if before.phase in SETUP:
        return after.seat == 0
    passes = after.phase is Phase.TURN and not after.extra_turn
    return after.seat == (before.seat + passes) % len(before.players)


@step("TU-TURN-01")
def an_action_touches_only_the_player_on_turn(before: State, action: Action, after: State) -> bool:
    """What lies before the other players stays as it is."""
    pairs = zip(before.players, after.players, strict=True)
    return all(old is new or old == new for seat, (old, new) in enumerate(pairs) if seat != before.seat)


@step("TU-STOCK-01", "TU-STOCK-03", "TU-TURN-05", on=(Found, Reveal, Back, Decline))
def floors_go_back_exactly_when_over_the_cap(before: State, action: Action, after: State) -> bool:
    """When a turn ends with more floors than the limit, some are put back next, at every turn or once after all turns in a
    row as ruled; and only then.
    """
    over = after.players[before.seat].stock.total > before.setup.edition.stock_limit
    applies = before.setup.rulings.stock_limit == "every_turn" or not _another_turn(before, after)
    return before.phase in SETUP or (after.phase is Phase.BACK) == (over and applies)


@step("TU-MOVE-01", "TU-MOVE-02", on=(Found,))
def a_founding_moves_the_vehicle_of_the_roofed_colour(before: State, action: Found, after: State) -> bool:
    """That vehicle moves a step for each floor of the building, up to the end of its track; the others stay."""
    roofed, end = after.buildings[action.roof], len(before.setup.edition.worth) - 1
    there = min(before.player.vehicles[roofed.colour] + roofed.floors, end)
    return after.players[before.seat].vehicles == before.player.vehicles | {roofed.colour: there}


@step("TU-TAKE-04", "TU-MOVE-02", on=(Take,))
def a_card_moves_the_vehicles_it_shows(before: State, action: Take, after: State) -> bool:
    """Each vehicle on the card is a step for the player's vehicle of that colour, up to the end of its track."""
    shown, end = before.setup.edition.cards[action.card].vehicles, len(before.setup.edition.worth) - 1
    there = {colour: min(at + shown[colour], end) for colour, at in before.player.vehicles.items()}
    return after.players[before.seat].vehicles == there


@step("TU-MOVE-03")
def vehicles_never_move_back(before: State, action: Action, after: State) -> bool:
    """No vehicle is ever behind where it was, and only a founding or a card moves one."""
    may_move = isinstance(action, Found | Take)
    return all(
        old.vehicles is new.vehicles
        or all(
            old.vehicles[colour] == at or (may_move and old.vehicles[colour] < at)
            for colour, at in new.vehicles.items()
        )
        for old, new in zip(before.players, after.players, strict=True)
    )


@step("TU-STAR-01", "TU-STAR-02", "TU-STAR-03", "TU-STAR-06", on=(Found, Take, Reveal, Back, Decline))
def extra_turn_exactly_when_earned(before: State, action: Action, after: State) -> bool:
    """A turn is earned exactly if all vehicles have reached more star columns than before the action, however many more."""
    waits = after.phase in (Phase.REVEAL, Phase.BACK)
    return before.phase in SETUP or (after.another_turn if waits else after.extra_turn) == _another_turn(before, after)


@step("TU-STAR-01", "TU-STAR-04", on=(Found, Reveal, Back))
def extra_turn_follows_at_once(before: State, action: Action, after: State) -> bool:
    """An extra turn that was earned is the next turn, of the same player."""
    follows = after.phase is Phase.BACK or (after.phase is Phase.TURN and after.extra_turn and not after.another_turn)
    return not _another_turn(before, after) or (follows and after.seat == before.seat)


@step("TU-STAR-04", on=(Take, Found, Reveal, Decline))
def extra_turn_stays_one_until_it_ends(before: State, action: Action, after: State) -> bool:
    """While the market is refilled or floors are put back, an extra turn is still one, and no other turn becomes one."""
    return after.phase not in (Phase.REVEAL, Phase.BACK) or after.extra_turn == before.extra_turn


@step("TU-STAR-05", on=(Decline,))
def extra_turn_is_declined_only_where_it_may_be(before: State, action: Decline, after: State) -> bool:
    """Only an extra turn is declined, and only under the ruling that makes it optional."""
    return before.extra_turn and before.setup.rulings.extra_turn == "optional"


def _another_turn(before: State, after: State) -> bool:
    """Whether another turn was waiting already, or this step has brought all vehicles to a star column."""
    old, new = before.player, after.players[before.seat]
    return before.another_turn or columns_reached(before, new) > columns_reached(before, old)
