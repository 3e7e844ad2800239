"""Laws of steps about turns: what comes after what, the dice, and who is next."""

from __future__ import annotations

from typing import Any, Final

from towerup.kernel.invariants import Told, TransitionLaws

from .actions import Action, Build, Corner, Draw, Grow, Pass, Place, Remove, Roll, Shift, Swap, Tax, Walk
from .cards import Kind
from .retelling import cell_beside, kind_drawn, may_build
from .state import Phase, State

TURN_STEP_LAWS: TransitionLaws[State, Action] = TransitionLaws()

_law = TURN_STEP_LAWS.law

_CORNER, _PLACE, _ROLL, _BUILD, _DRAW, _CARD, _THROW, _OVER = Phase

_COURSE: Final[dict[tuple[Phase, type[Any]], tuple[Phase, ...]]] = {
    (_CORNER, Corner): (_CORNER, _PLACE),
    (_PLACE, Place): (_PLACE, _ROLL),
    (_ROLL, Roll): (_ROLL, _BUILD, _DRAW, _OVER),
    (_BUILD, Build): (_ROLL,),
    (_BUILD, Grow): (_ROLL, _OVER),
    (_BUILD, Pass): (_ROLL,),
    (_DRAW, Draw): (_CARD, _THROW, _ROLL, _DRAW, _OVER),
    (_THROW, Roll): (_ROLL, _DRAW, _OVER),
    (_CARD, Walk): (_ROLL, _DRAW, _OVER),
    (_CARD, Tax): (_ROLL, _OVER),
    (_CARD, Remove): (_ROLL,),
    (_CARD, Swap): (_ROLL,),
    (_CARD, Shift): (_ROLL,),
    (_CARD, Place): (_ROLL,),
}
"""What an action can lead to, by what was wanted."""


@_law("PS-TURN-02", "PS-PAWN-03", "PS-CARD-02", "PS-SETUP-05", "PS-TURN-03")
def the_course_of_a_turn(before: State, action: Action, after: State) -> Told:
    """Only what is wanted is done: an action of its kind, and what comes next is what can come of it."""
    course = _COURSE.get((before.phase, type(action)), ())
    if after.phase in course:
        return ()
    kind = type(action).__name__
    if not course:
        rule = "PS-TURN-03" if before.phase is _OVER else "PS-CARD-02" if before.phase is _CARD else "PS-TURN-02"
        return [(rule, f"{kind} was done when {before.phase.name} was wanted")]
    return [f"{after.phase.name} comes after {kind} when {before.phase.name} was wanted"]


@_law("PS-TURN-04", "PS-ACTION-01", "PS-ACTION-04", on=(Roll,))
def the_dice_that_are_asked_for(before: State, action: Roll, after: State) -> Told:
    """Both dice are rolled in a turn and for the card that pays for them, the white one alone for the card that asks for it."""
    kind = kind_drawn(before)
    if (action.black is None) == (kind is Kind.THROW):
        return ()
    rule = {Kind.THROW: "PS-ACTION-01", Kind.DICE: "PS-ACTION-04"}.get(kind) if kind is not None else None
    return [(rule or "PS-TURN-04", f"{action} is not what is to be rolled")]


@_law("PS-PAWN-03", "PS-CARD-06", "PS-BUILD-06", "PS-BUILD-05", "PS-TURN-04", on=(Roll,))
def what_follows_the_dice(before: State, action: Roll, after: State) -> Told:
    """After the dice of a turn a card is drawn on a round space, else the architect moves as far as the black die says, if
    anything can be built; if not, the turn is over.
    """
    if before.phase is not _ROLL or after.phase is _OVER:
        return ()
    seat = before.seat
    if cell_beside(before.setup.board, after.pawns[seat]) is None:
        if after.phase is not _DRAW or after.drawer != seat:
            return [f"the pawn of {before.setup.seats[seat]} is on a round space, and {after.phase.name} comes next"]
        return ()
    if after.phase is _DRAW:
        return [f"a card is drawn, but the pawn of {before.setup.seats[seat]} is on no round space"]
    if after.phase is _BUILD:
        if after.die != action.black:
            return [("PS-TURN-04", f"the black die shows {action.black}, and {after.die} is marked")]
        # That something can be built then is plain from what is legal.
        return ()
    if action.black is not None and may_build(before, seat, action.black):
        return [("PS-BUILD-06", f"{before.setup.seats[seat]} could build with a black {action.black}")]
    return ()


@_law("PS-TURN-01", "PS-SETUP-08", "PS-SETUP-06", "PS-TURN-02")
def turns_pass_clockwise(before: State, action: Action, after: State) -> Told:
    """The turn passes to the left when it is over and stays where it is otherwise."""
    if before.phase < _ROLL:
        return ()  # the laws about the start say who is next
    wanted = before.seat
    if after.phase is _ROLL:
        wanted = (wanted + 1) % len(before.owned)
    if after.seat != wanted:
        return [f"the turn went from {before.setup.seats[before.seat]} to seat {after.seat}"]
    if after.drawer != after.seat and after.phase not in (_DRAW, _CARD, _THROW):
        return [("PS-TURN-02", "somebody draws when no card is drawn")]
    return ()
