"""The law of steps about the end."""

from __future__ import annotations

from towerup.kernel.invariants import Told, TransitionLaws

from .actions import Action, Draw, Grow, Tax
from .cards import Kind
from .pawn_step_laws import who_walks
from .retelling import seat_of
from .state import BANK, Cause, Phase, State
from .state_laws import skyscrapers_taken

ENDING_STEP_LAWS: TransitionLaws[State, Action] = TransitionLaws()

_law = ENDING_STEP_LAWS.law

_OVER = Phase.OVER


@_law("PS-END-01", "PS-END-02", "PS-CARD-08", "PS-TURN-03")
def the_game_ends_when_it_must(before: State, action: Action, after: State) -> Told:
    """The game is over exactly when somebody has just built the last skyscraper, owes a rent that is too much, or, where a
    ruling says so, a tax.
    """
    if after.phase is not _OVER:
        if after.ending is not None:
            return ["an end is marked, but the game goes on"]
        if type(action) is Grow:
            built = (after.owned[before.seat] & after.towers).bit_count()
            if built >= skyscrapers_taken(before.setup):
                return [f"{before.setup.seats[before.seat]} has built all skyscrapers, and the game goes on"]
        elif type(action) is Tax or type(action) is Draw:
            taxed = _tax_owed(before, action)
            if taxed is not None:
                return [("PS-CARD-08", f"seat {taxed[0]} owes a tax of {taxed[1]}, and the game goes on")]
        return ()
    ending = after.ending
    if ending is None:
        return [("PS-TURN-03", "the game is over without a cause")]
    if ending.cause is Cause.LAST_SKYSCRAPER:
        return () if type(action) is Grow and ending.seat == before.seat else ["no skyscraper was built just now"]
    if ending.cause is Cause.RENT:
        walker = who_walks(before, action)
        if walker is None or walker[0] != ending.seat:
            return [("PS-END-02", "a rent is owed by somebody whose pawn was not moved")]
        return ()
    owed = _tax_owed(before, action)
    if owed is None or (ending.seat, ending.debt, ending.creditor) != (*owed, BANK):
        return [("PS-CARD-08", f"a tax of {ending.debt} is said to have ended the game")]
    return ()


def _tax_owed(before: State, action: Action) -> tuple[int, int] | None:
    """Who owes a tax that cannot be paid, and how much, where the ruling ends the game for it."""
    cards = before.setup.edition.cards
    if before.setup.rulings.unpaid_tax != "ends_the_game":
        return None
    if type(action) is Tax:
        who, amount = seat_of(before.setup, action.player), cards[before.card].amount
    elif type(action) is Draw:
        card = next(card for card in cards if card.id == action.card)
        who, amount = before.drawer, card.amount if card.kind is Kind.OWN_TAX else 0
    else:
        return None
    if who is None:
        return None
    due = amount * (before.owned[who] & before.towers).bit_count()
    return (who, due) if due > before.cash[who] else None
