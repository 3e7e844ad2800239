"""The turn: who is next, and what is not done now.

FR “4. Déplacer une construction et démanteler une construction d'un adversaire”; FR-S “Tour de jeu”.
"""

from __future__ import annotations

from attrs import evolve

from towerup.kernel.rules import Objection

from .state import Phase, State, prompt


def next_turn(state: State) -> State:
    """The turn is over: the dice are rolled for the player on the left (PS-TURN-01, PS-TURN-02)."""
    following = (state.seat + 1) % len(state.players)
    return evolve(state, phase=Phase.ROLL, seat=following, die=None, drawer=None)


def not_now(state: State) -> Objection:
    """The objection to an action of a kind that the table does not wait for."""
    if state.phase is Phase.OVER:
        return Objection("PS-TURN-03", "the game is over")
    if state.phase in (Phase.CARD, Phase.THROW):
        return Objection("PS-CARD-02", f"a card must be followed first: the table waits for {prompt(state)}")
    return Objection("PS-TURN-02", f"something else comes first: the table waits for {prompt(state)}")
