"""The end: what triggers it, the last turns, the cones."""

from __future__ import annotations

from ..actions import Action, Found, Take
from ..state import Cause, Phase, State
from .collection import always, step
from .facts import falls_short, roofs_on_top, turns_end

# --- states


@always("TU-END-01", "TU-END-09")
def a_last_roof_is_the_end(state: State) -> bool:
    """The end is coming when somebody has no roof left, and a last roof is its cause only if its player has none."""
    if state.ending is None:
        return all(player.roofs for player in state.players)
    ruled = state.setup.rulings.second_trigger == "shortage_adds_turn"
    placed = state.ending.cause is Cause.SHORTAGE or not state.players[state.ending.seat].roofs
    return placed and (ruled or state.ending.cause is not Cause.BOTH)


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
def cones_of_those_who_have_played_their_last_turn(state: State) -> bool:
    """A cone is set for exactly those who have no turn left. After a shortage that a last roof preceded, its player's cone can
    be set before that last turn.
    """
    counted, ending, players = [player.cone is not None for player in state.players], state.ending, len(state.players)
    if ending is None:
        return not any(counted)
    to_come = [(state.seat + turn) % players for turn in range(ending.turns_left)]
    open_question = ending.seat if ending.cause is Cause.BOTH and to_come else None
    return all(counted[seat] == (seat not in to_come) for seat in range(players) if seat != open_question)


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
    """A later trigger changes nothing, but for a shortage after a last roof where it adds a turn."""
    if before.ending is None or after.ending is None:
        return before.ending is None
    short = isinstance(action, Take) and falls_short(before, action.card)
    adds = (
        short and before.ending.cause is Cause.LAST_ROOF and before.setup.rulings.second_trigger == "shortage_adds_turn"
    )
    cause = Cause.BOTH if adds else before.ending.cause
    return (after.ending.cause, after.ending.seat) == (cause, before.ending.seat)


@step("TU-END-03", "TU-END-05", "TU-END-09", "TU-END-10")
def last_turns_run_out_one_by_one(before: State, action: Action, after: State) -> bool:
    """A trigger leaves the present turn and one for every opponent, a shortage one more. When a player's turns end, extra
    turns included, there is one less.
    """
    if after.ending is None:
        return True
    shortage = after.ending.cause is not Cause.LAST_ROOF
    if before.ending is None:
        turns = len(before.players) + shortage
    else:
        turns = before.ending.turns_left + (after.ending.cause is not before.ending.cause)
    return after.ending.turns_left == turns - turns_end(before, after)


@step("TU-END-08")
def a_cone_once_set_stays(before: State, action: Action, after: State) -> bool:
    """What a player has counted is not counted again."""
    return all(old.cone in (None, new.cone) for old, new in zip(before.players, after.players, strict=True))


@step("TU-END-02", "TU-END-03", "TU-END-05", "TU-END-07", "TU-END-10")
def a_cone_is_set_when_its_player_has_played_the_last_turn(before: State, action: Action, after: State) -> bool:
    """A player whose turns end, and who has no other to come, counts the roofs on top, up to the last place of the row."""
    old, new, ending = before.player, after.players[before.seat], after.ending
    if old.cone is not None or ending is None or not turns_end(before, after):
        return new.cone == old.cone
    if ending.seat == before.seat and ending.cause is not Cause.LAST_ROOF and ending.turns_left:
        return new.cone is None
    return new.cone == min(roofs_on_top(after, new.roof), len(before.setup.edition.cone))
