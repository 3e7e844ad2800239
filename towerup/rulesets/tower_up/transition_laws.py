"""Laws that hold from every state to the next.

A second telling of what each action does, from the rulebook and the edition, beside the code that plays.
"""

from __future__ import annotations

from towerup.kernel.invariants import Told, TransitionLaws

from .actions import Action, Back, Decline, Found, Place, Reveal, Take
from .chip_step_laws import CHIP_STEP_LAWS
from .ending_step_laws import ENDING_STEP_LAWS
from .founding_step_laws import FOUNDING_STEP_LAWS
from .setup_step_laws import SETUP_STEP_LAWS
from .state import State
from .taking_step_laws import TAKING_STEP_LAWS
from .turn_step_laws import TURN_STEP_LAWS
from .vehicle_step_laws import VEHICLE_STEP_LAWS

TRANSITION_LAWS: TransitionLaws[State, Action] = TransitionLaws(
    [
        *SETUP_STEP_LAWS,
        *TURN_STEP_LAWS,
        *FOUNDING_STEP_LAWS,
        *TAKING_STEP_LAWS,
        *VEHICLE_STEP_LAWS,
        *CHIP_STEP_LAWS,
        *ENDING_STEP_LAWS,
    ]
)
"""What holds across every step: `law.broken_by(before, action, after)` finds each breach."""


@TRANSITION_LAWS.law("TU-TURN-01", "TU-BOX-01", on=(Reveal, Place, Take, Back, Found, Decline), about=("players",))
def the_others_are_left_alone(before: State, action: Action, after: State) -> Told:
    """Nothing before another player changes."""
    seat, olds, news = before.seat, before.players, after.players
    if olds[:seat] == news[:seat] and olds[seat + 1 :] == news[seat + 1 :]:
        return ()
    return [f"something before another player than {before.setup.seats[seat]} has changed"]
