"""Laws of steps about turns: what comes after what, and who is next."""

from __future__ import annotations

from typing import Any, Final

from towerup.kernel.counts import FIELD
from towerup.kernel.invariants import Told, TransitionLaws

from .actions import Action, Back, Deal, Decline, Found, Place, Reveal, Take
from .state import EXTRA, Phase, State
from .vehicle_step_laws import another_turn_earned

TURN_STEP_LAWS: TransitionLaws[State, Action] = TransitionLaws()

_law = TURN_STEP_LAWS.law

_DEAL, _REVEAL_START, _PLACE, _TURN, _REVEAL, _BACK, _OVER = Phase

_COURSE: Final[dict[tuple[Phase, type[Any]], tuple[Phase, ...]]] = {
    (_DEAL, Deal): (_REVEAL_START,),
    (_REVEAL_START, Reveal): (_REVEAL_START, _PLACE, _TURN),
    (_PLACE, Place): (_PLACE, _TURN),
    (_TURN, Take): (_REVEAL,),
    (_TURN, Found): (_TURN, _BACK, _OVER),
    (_TURN, Decline): (_TURN, _BACK, _OVER),
    (_REVEAL, Reveal): (_TURN, _BACK, _OVER),
    (_BACK, Back): (_TURN, _OVER),
}
"""What an action can lead to, by what was wanted."""


@_law("TU-TURN-05", "TU-TURN-02", "TU-TAKE-05", "TU-STOCK-03")
def the_course_of_a_turn(before: State, action: Action, after: State) -> Told:
    """Only what is wanted is done: an action of its kind, and what comes next is what can come of it."""
    course = _COURSE.get((before.phase, type(action)), ())
    if after.phase in course:
        return ()
    kind = type(action).__name__
    if not course:
        return [("TU-TURN-02", f"{kind} was done when {before.phase.name} was wanted")]
    rule = "TU-STOCK-03" if after.phase is _BACK else "TU-TAKE-05" if type(action) is Take else "TU-TURN-05"
    return [(rule, f"{after.phase.name} comes after {kind} when {before.phase.name} was wanted")]


@_law("TU-TURN-01", "TU-TURN-02", "TU-SETUP-14")
def turns_pass_clockwise(before: State, action: Action, after: State) -> Told:
    """The first player begins. The turn passes to the left when it is over and stays where it is otherwise."""
    if before.phase < _TURN:
        return [("TU-SETUP-14", "the first player does not begin")] if after.seat != 0 else ()
    wanted = before.seat
    if after.phase is _TURN and not after.run & EXTRA:
        wanted = (wanted + 1) % len(before.players)
    if after.seat != wanted:
        return [f"the turn went from {before.setup.seats[before.seat]} to seat {after.seat}"]
    return ()


@_law("TU-STOCK-03", "TU-TURN-05", on=(Found, Reveal, Back, Decline))
def floors_are_put_back_in_time(before: State, action: Action, after: State) -> Told:
    """At the end of a turn floors are put back if there are too many, and only then."""
    if before.phase < _TURN:
        return ()
    setup = before.setup
    held = after.players[before.seat].stock % FIELD
    too_many = held > setup.edition.stock_limit and (
        setup.rulings.stock_limit == "every_turn" or not another_turn_earned(before, action, after)
    )
    if (after.phase is _BACK) != too_many:
        return [f"{setup.seats[before.seat]} has {held} floors, and {after.phase.name} comes next"]
    return ()
