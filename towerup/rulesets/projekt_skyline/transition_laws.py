"""Laws that hold from every state to the next.

A second telling of what each action does, from the rulebook and the edition, beside the code that plays.
"""

from __future__ import annotations

from towerup.kernel.invariants import TransitionLaws

from .actions import Action
from .building_step_laws import BUILDING_STEP_LAWS
from .card_step_laws import CARD_STEP_LAWS
from .ending_step_laws import ENDING_STEP_LAWS
from .pawn_step_laws import PAWN_STEP_LAWS
from .setup_step_laws import SETUP_STEP_LAWS
from .state import State
from .turn_step_laws import TURN_STEP_LAWS

TRANSITION_LAWS: TransitionLaws[State, Action] = TransitionLaws(
    [
        *SETUP_STEP_LAWS,
        *TURN_STEP_LAWS,
        *PAWN_STEP_LAWS,
        *BUILDING_STEP_LAWS,
        *CARD_STEP_LAWS,
        *ENDING_STEP_LAWS,
    ]
)
"""What holds across every step: `law.broken_by(before, action, after)` finds each breach."""
