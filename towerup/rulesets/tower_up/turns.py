"""The turn: one action, what it leaves to do, and who is next.

FR “TOUR DE JEU”, PL “PRZEBIEG ROZGRYWKI I TURA GRACZA”; FR “TOUR DE JEU SUPPLÉMENTAIRE”, PL “DODATKOWA TURA”.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from towerup.kernel.rules import Objection, Objections

from .actions import Decline
from .ending import end_last_turn, on_last_turn
from .state import Phase, State, prompt


def end_action(state: State) -> State:
    """What comes after an action and the refill it asked for: floors to put back, an extra turn, or the next player."""
    # The stock limit holds at the end of every turn, or once after all turns in a row (TU-STOCK-01, TU-STOCK-03, TU-TURN-05).
    limit_applies = state.setup.rulings.stock_limit == "every_turn" or not state.another_turn
    if limit_applies and state.player.stock.total > state.setup.edition.stock_limit:
        return evolve(state, phase=Phase.BACK)
    # An extra turn follows at once; it can bring another (TU-STAR-01, TU-STAR-04, TU-TURN-04).
    if state.another_turn:
        return evolve(state, phase=Phase.TURN, extra_turn=True, another_turn=False)
    if state.ending:
        state = end_last_turn(state)
        if state.ending and not state.ending.turns_left:
            # TU-TURN-03
            return evolve(state, phase=Phase.OVER, extra_turn=False)
    # Turns pass clockwise (TU-TURN-01).
    return evolve(state, phase=Phase.TURN, seat=(state.seat + 1) % len(state.players), extra_turn=False)


def decline(state: State, action: Decline) -> State:
    """Give up an extra turn."""
    return end_action(state)


def objections_to_decline(state: State, action: Decline, seat: int) -> Objections:
    """An extra turn must be played, unless the ruling `extra_turn` makes it optional (TU-STAR-05)."""
    if state.phase is Phase.TURN and on_last_turn(state) and not state.extra_turn:
        yield Objection("TU-END-06", f"nobody passes on a last turn: {_what_to_do(state)}")
    elif state.phase is not Phase.TURN or not state.extra_turn:
        yield not_now(state)
    elif state.setup.rulings.extra_turn == "compulsory":
        yield Objection("TU-STAR-05", "an extra turn must be played (ruling extra_turn is compulsory)")


def declines(state: State) -> Iterator[Decline]:
    """Declining, where the ruling allows it in an extra turn."""
    if state.extra_turn and state.setup.rulings.extra_turn == "optional":
        yield Decline()


def not_now(state: State) -> Objection:
    """The objection to an action of a kind that the table does not wait for."""
    if state.phase is Phase.TURN:
        also = ", or decline the extra turn" if any(declines(state)) else ", nothing else"
        return Objection("TU-TURN-02", f"it is {state.player.roof}'s turn: {_what_to_do(state)}{also}")
    return Objection("TU-TURN-05", f"something else comes first: the table waits for {prompt(state)}")


def _what_to_do(state: State) -> str:
    """The two kinds of turn; a player without a roof cannot found."""
    return "take a card or found a building" if state.player.roofs else "take a card"
