"""Laws of steps about the end: what brings it, cones, the last turn."""

from __future__ import annotations

from towerup.kernel.counts import FIELD
from towerup.kernel.invariants import Told, TransitionLaws

from .actions import Action, Back, Deal, Decline, Found, Place, Reveal, Take
from .retelling import kind_of, roofs_on_top
from .state import EXTRA, Cause, Ending, Phase, State

ENDING_STEP_LAWS: TransitionLaws[State, Action] = TransitionLaws()

_law = ENDING_STEP_LAWS.law

_TURN, _OVER = Phase.TURN, Phase.OVER


@_law("TU-END-01", "TU-END-04", "TU-END-09", on=(Found, Take))
def what_brings_the_end(before: State, action: Found | Take, after: State) -> Told:
    """The end is brought about by a last roof, or by a card that could not be had as printed; the first of them decides."""
    wanted = before.ending
    rule = "TU-END-09"
    if isinstance(action, Found):
        if wanted is None and not after.players[before.seat].roofs:
            wanted, rule = Ending(Cause.LAST_ROOF, before.seat), "TU-END-01"
    elif _was_short(before, action.card):
        if wanted is None:
            wanted, rule = Ending(Cause.SHORTAGE, before.seat), "TU-END-04"
        elif wanted.cause is Cause.LAST_ROOF and before.setup.rulings.second_trigger == "shortage_adds_turn":
            wanted = Ending(Cause.BOTH, wanted.seat)
    if after.ending is wanted or after.ending == wanted:
        return ()
    if wanted is None and after.ending is not None:
        rule = "TU-END-04" if after.ending.cause is Cause.SHORTAGE else "TU-END-01"
    return [(rule, f"the end is marked as {after.ending}, not {wanted}")]


@_law("TU-END-01", "TU-END-09", on=(Deal, Reveal, Place, Back, Decline), about=("ending",))
def nothing_else_brings_the_end(before: State, action: Action, after: State) -> Told:
    """Only a founding or a card taken can bring the end about; and a cause once there stays."""
    if before.ending != after.ending:
        return [
            (
                "TU-END-09" if before.ending else "TU-END-01",
                f"the end was marked as {before.ending}, and is as {after.ending}",
            )
        ]
    return ()


def _was_short(before: State, card: str) -> bool:
    """Whether the container lacked a floor that the card shows."""
    setup, container = before.setup, before.container
    kind = kind_of(setup, card)
    guard = setup.guard
    if ((container | guard) - kind.printed) & guard != guard:
        return True
    short_of_any = container % FIELD < kind.printed % FIELD + kind.wild
    return short_of_any and setup.rulings.empty_container == "shortage"


@_law("TU-END-02", "TU-END-03", "TU-END-05", "TU-END-07", "TU-END-10", on=(Reveal, Back, Found, Decline))
def cones_are_set_in_time(before: State, action: Action, after: State) -> Told:
    """When the last turn of a player is over, that player's cone is set."""
    ending = after.ending
    if ending is None or after.players[before.seat].cone is not None or not _counts_now(before, after):
        return ()
    rule = (
        "TU-END-05"
        if ending.cause is not Cause.LAST_ROOF
        else "TU-END-02"
        if ending.seat == before.seat
        else "TU-END-03"
    )
    return [(rule, f"the last turn of {before.setup.seats[before.seat]} is over, but no cone is set")]


@_law("TU-END-08", "TU-END-02", "TU-END-03", "TU-END-05", "TU-END-07", "TU-END-10", about=("players.cone",))
def cones_are_set_once(before: State, action: Action, after: State) -> Told:
    """A cone is set only when the last turn of its owner is over, at the number of roofs on top then (the row's length at
    most), and never changes.
    """
    wrong: list[tuple[str, str]] = []
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if old.cone == new.cone:
            continue
        told = f"the cone of {before.setup.seats[seat]} went from {old.cone} to {new.cone}"
        if old.cone is not None:
            wrong.append(("TU-END-08", told))
        elif seat != before.seat or not _counts_now(before, after):
            late = after.ending is not None and after.ending.cause is Cause.SHORTAGE
            wrong.append(("TU-END-05" if late else "TU-END-03", f"{told}, but no last turn is over"))
        elif new.cone != min(roofs_on_top(after, seat), len(before.setup.edition.cone)):
            wrong.append(("TU-END-07", f"{told}, with {roofs_on_top(after, seat)} roofs on top"))
    return wrong


def _counts_now(before: State, after: State) -> bool:
    """Whether the player who acted has just finished the last turn of all."""
    return after.ending is not None and _run_is_over(before, after) and not _plays_again(after, before.seat)


def _run_is_over(before: State, after: State) -> bool:
    """Whether the turns of the player who acted are over, extra turns and all."""
    return before.phase >= _TURN and (after.phase is _OVER or (after.phase is _TURN and not after.run & EXTRA))


def _plays_again(after: State, seat: int) -> bool:
    """Whether a player whose turns are just over will have another: only the one who caused a shortage, and only if nobody
    has had a last turn since.
    """
    ending = after.ending
    if ending is None or ending.cause is Cause.LAST_ROOF or ending.seat != seat:
        return False
    return all(player.cone is None for other, player in enumerate(after.players) if other != seat)


@_law("TU-TURN-03", "TU-END-03", "TU-END-05")
def the_game_ends_after_the_last_turn(before: State, action: Action, after: State) -> Told:
    """The game is over exactly when everyone has set the cone and nobody is owed a turn: after a last roof the last to play
    is the one on the right of who placed it, after a shortage the one who caused it.
    """
    if after.phase is _OVER:
        for player in after.players:
            if player.cone is None:
                return ["the game is over before everyone has set the cone"]
        ending = after.ending
        if ending is not None:
            last = (ending.seat - (ending.cause is Cause.LAST_ROOF)) % len(after.players)
            if before.seat != last:
                rule = "TU-END-03" if ending.cause is Cause.LAST_ROOF else "TU-END-05"
                return [(rule, f"the game is over after seat {before.seat} has played, but seat {last} plays last")]
        return ()
    for player in after.players:
        if player.cone is None:
            return ()
    ending = after.ending
    if ending is not None and ending.cause is Cause.BOTH and after.seat == ending.seat:
        return ()
    return ["everyone has set the cone, but the game goes on"]
