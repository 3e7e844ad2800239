"""The end: what triggers it, the last turns, the cones."""

from __future__ import annotations

from ..actions import Action, Found, Take
from ..state import Cause, Phase, State
from .collection import always, step
from .facts import falls_short, roofs_on_top, seats_to_come, turns_end

# --- states


@always("TU-END-01", "TU-END-09")
def a_last_roof_is_the_end(state: State) -> bool:
    """The end is coming when somebody has no roof left, and a last roof is its cause only if its player has none."""
    if state.ending is None:
        return all(player.roofs for player in state.players)
    no_roof = [seat for seat, player in enumerate(state.players) if not player.roofs]
    if state.ending.cause is Cause.BOTH and state.setup.rulings.second_trigger == "shortage_adds_round":
        return bool(no_roof)
    ruled = state.ending.cause is not Cause.BOTH or state.setup.rulings.second_trigger == "shortage_adds_turn"
    return ruled and (state.ending.cause is Cause.SHORTAGE or state.ending.seat in no_roof)


@always("TU-END-03", "TU-END-05")
def last_turns_go_round_once(state: State) -> bool:
    """Last turns begin to the left of the player who triggered the end, and go round: to that player too after a shortage."""
    if state.ending is None:
        return True
    turns = len(state.players) + (state.ending.cause is not Cause.LAST_ROOF)
    played = turns - state.ending.turns_left - (state.phase is Phase.OVER)
    return 0 <= played < turns and state.seat == (state.ending.seat + played) % len(state.players)


@always("TU-TURN-03")
def the_game_is_over_exactly_when_no_turn_is_left(state: State) -> bool:
    """The game goes on until the last turns are played, and no longer."""
    return (state.phase is Phase.OVER) == (state.ending is not None and state.ending.turns_left == 0)


@always("TU-END-02", "TU-END-03", "TU-END-05", "TU-END-10", "TU-SETUP-07")
def cones_are_set_when_nothing_is_left_to_count(state: State) -> bool:
    """Whoever has no turn left has a cone, and so has a player whose last roof was placed in an earlier turn. The others have
    none, but for a player who had counted before a shortage added turns.
    """
    if state.ending is None:
        return all(player.cone is None for player in state.players)
    to_come = seats_to_come(state)
    at_once = state.setup.rulings.last_roof_cone == "at_once"
    for_all = state.setup.rulings.second_trigger == "shortage_adds_round"
    for seat, player in enumerate(state.players):
        last_roof = at_once and not player.roofs
        must = seat not in to_come or (last_roof and seat != state.seat)
        may = must or last_roof or (state.ending.cause is Cause.BOTH and (for_all or seat == state.ending.seat))
        if not must <= (player.cone is not None) <= may:
            return False
    return True


@always("TU-END-07")
def a_cone_counts_no_more_than_roofs_and_places(state: State) -> bool:
    """A cone is within its row, and counts no more roofs than its player has placed."""
    edition = state.setup.edition
    return all(0 <= (one.cone or 0) <= min(len(edition.cone), edition.roofs - one.roofs) for one in state.players)


# --- steps


@step("TU-END-01", "TU-END-04")
def a_last_roof_or_a_shortage_triggers_the_end(before: State, action: Action, after: State) -> bool:
    """The end is triggered by the player who places a last roof or takes a card that the container cannot give, and by nothing else."""
    if before.ending is not None:
        return True
    last_roof = isinstance(action, Found) and before.player.roofs == 1
    short = isinstance(action, Take) and falls_short(before, action.card)
    triggered = after.ending and (after.ending.cause, after.ending.seat)
    return triggered == (
        (Cause.LAST_ROOF if last_roof else Cause.SHORTAGE, before.seat) if last_roof or short else None
    )


@step("TU-END-09")
def the_first_trigger_decides(before: State, action: Action, after: State) -> bool:
    """A later trigger changes nothing, but for a shortage after a last roof where it adds a turn, or a turn for everyone."""
    if before.ending is None or after.ending is None:
        return before.ending is None
    cause, seat, ruling = before.ending.cause, before.ending.seat, before.setup.rulings.second_trigger
    short = isinstance(action, Take) and falls_short(before, action.card)
    if short and cause is Cause.LAST_ROOF and ruling != "first_decides":
        cause, seat = Cause.BOTH, before.seat if ruling == "shortage_adds_round" else seat
    return (after.ending.cause, after.ending.seat) == (cause, seat)


@step("TU-END-03", "TU-END-05", "TU-END-09", "TU-END-10")
def last_turns_run_out_one_by_one(before: State, action: Action, after: State) -> bool:
    """A trigger leaves the present turn and one for every opponent, a shortage one more. When a player's turns end, extra
    turns included, there is one less.
    """
    if after.ending is None:
        return True
    anew = before.ending is not None and before.ending.cause is not after.ending.cause
    if before.ending is None or (anew and before.setup.rulings.second_trigger == "shortage_adds_round"):
        turns = len(before.players) + (after.ending.cause is not Cause.LAST_ROOF)
    else:
        turns = before.ending.turns_left + anew
    return after.ending.turns_left == turns - turns_end(before, after)


@step("TU-END-08")
def a_cone_once_set_stays(before: State, action: Action, after: State) -> bool:
    """What a player has counted is not counted again."""
    return all(old.cone in (None, new.cone) for old, new in zip(before.players, after.players, strict=True))


@step("TU-END-02", "TU-END-03", "TU-END-05", "TU-END-07", "TU-END-10")
def a_cone_is_set_after_the_last_roof_or_the_last_turn(before: State, action: Action, after: State) -> bool:
    """A player whose turns end, and who has no roof left or no turn to come, counts the roofs on top, up to the last place."""
    old, new = before.player, after.players[before.seat]
    if old.cone is not None or after.ending is None or not turns_end(before, after):
        return new.cone == old.cone
    last_roof = not new.roofs and before.setup.rulings.last_roof_cone == "at_once"
    if before.seat in seats_to_come(after) and not last_roof:
        return new.cone is None
    return new.cone == min(roofs_on_top(after, new.roof), len(before.setup.edition.cone))
