"""Laws of steps about pawns and money: how far they go, rent, the bank."""

from __future__ import annotations

from towerup.kernel.invariants import Told, TransitionLaws

from .actions import Action, Build, Corner, Draw, Grow, Pass, Place, Remove, Roll, Shift, Swap, Tax, Walk
from .cards import Kind
from .retelling import debt_at, fortunes, kind_drawn, seat_of
from .state import Cause, Ending, Phase, State

PAWN_STEP_LAWS: TransitionLaws[State, Action] = TransitionLaws()

_law = PAWN_STEP_LAWS.law

_ROLL, _THROW = Phase.ROLL, Phase.THROW
_OF_CARDS = (Place, Roll, Walk, Tax, Remove, Swap, Shift)
"""The actions with which a card can be followed."""


def who_walks(before: State, action: Action) -> tuple[int, int] | None:
    """Whose pawn an action moves, and how far."""
    if type(action) is Roll:
        if before.phase is _ROLL:
            return before.seat, action.white
        if before.phase is _THROW and kind_drawn(before) is Kind.THROW:
            return before.drawer, action.white
    elif type(action) is Walk:
        who = seat_of(before.setup, action.player)
        return None if who is None else (who, action.steps)
    return None


@_law(
    "PS-PAWN-01", "PS-ACTION-01", "PS-ACTION-02", "PS-BOX-05", on=(Place, Roll, Build, Grow, Pass, Draw, *_OF_CARDS[2:])
)
def pawns_move_as_far_as_they_are_sent(before: State, action: Action, after: State) -> Told:
    """A pawn moves along the street as far as the white die or a card says, and no other pawn moves."""
    walker = who_walks(before, action)
    if walker is None:
        return ["a pawn has moved"] if before.pawns != after.pawns else ()
    who, steps = walker
    board = before.setup.board
    wanted = [*before.pawns]
    wanted[who] = (wanted[who] + steps) % (2 * board.columns + 2 * board.rows + 4)
    if [*after.pawns] == wanted:
        return ()
    rule = "PS-PAWN-01" if before.phase is _ROLL else "PS-ACTION-02" if type(action) is Walk else "PS-ACTION-01"
    return [(rule, f"pawns went from {before.pawns} to {after.pawns}, not {wanted}")]


@_law("PS-ACTION-02", "PS-CARD-07", on=(Walk,))
def a_richest_player_is_moved(before: State, action: Walk, after: State) -> Told:
    """The pawn that a card moves is that of a player than whom nobody is richer, by a number of steps on the card."""
    who, rich = seat_of(before.setup, action.player), fortunes(before)
    if who is None:
        return [f"nobody plays {action.player}"]
    wrong: list[str | tuple[str, str]] = []
    if rich[who] < max(rich):
        wrong.append(("PS-CARD-07", f"{action.player} has {rich[who]} and is not the richest of {rich}"))
    if kind_drawn(before) is not Kind.RICHEST or action.steps not in before.setup.edition.cards[before.card].steps:
        wrong.append(f"{action.steps} steps are not on the card")
    return wrong


@_law(
    "PS-RENT-01", "PS-RENT-02", "PS-RENT-03", "PS-PAWN-02", "PS-BOX-04", "PS-BOX-07", "PS-CARD-06", "PS-END-02",
    on=(Roll, Walk),
)  # fmt: skip
def rent_is_paid_where_a_pawn_ends(before: State, action: Roll | Walk, after: State) -> Told:
    """Next to an opponent's construction the owner of the pawn pays its owner the rent of the estate; nothing elsewhere. If
    there is too little money the game is over, and nothing is paid.
    """
    walker = who_walks(before, action)
    if walker is None:
        return ()
    who, cash = walker[0], [*before.cash]
    owed = debt_at(before, who, after.pawns[who])
    if owed is not None:
        creditor, due = owed
        if due > cash[who]:
            if after.ending != Ending(Cause.RENT, who, due, creditor):
                return [("PS-END-02", f"{before.setup.seats[who]} owes {due} of {cash[who]}, and the game goes on")]
        else:
            cash[who] -= due
            cash[creditor] += due
    if [*after.cash] == cash:
        return ()
    rule = "PS-PAWN-02" if owed is None else "PS-CARD-06" if before.phase is not _ROLL else "PS-RENT-03"
    return [(rule, f"money went from {before.cash} to {after.cash}, not {tuple(cash)}")]


@_law(
    "PS-BOX-07", "PS-ACTION-03", "PS-ACTION-04", "PS-ACTION-05", "PS-ACTION-06", "PS-CARD-07", "PS-CARD-08",
    on=(Corner, Place, Roll, Build, Grow, Pass, Draw, Tax, Remove, Swap, Shift),
)  # fmt: skip
def the_bank_pays_and_is_paid(before: State, action: Action, after: State) -> Told:
    """The bank gives and takes what a card says, and otherwise no money changes hands but rent."""
    if who_walks(before, action) is not None:
        return ()
    cash, rule = [*before.cash], "PS-BOX-07"
    cards = before.setup.edition.cards
    if type(action) is Roll:
        rule = "PS-ACTION-04"
        cash[before.drawer] += cards[before.card].amount * (action.white + (action.black or 0))
    elif type(action) is Tax:
        rule, who = "PS-ACTION-05", seat_of(before.setup, action.player)
        if who is None:
            return [(rule, f"nobody plays {action.player}")]
        cash = _taxed(before, who, cards[before.card].amount)
    elif type(action) is Draw:
        card = next(card for card in cards if card.id == action.card)
        if card.kind is Kind.POOREST:
            rule, rich = "PS-ACTION-03", fortunes(before)
            cash = [has + card.amount * (own == min(rich)) for has, own in zip(cash, rich, strict=True)]
        elif card.kind is Kind.OWN_TAX:
            rule = "PS-ACTION-06"
            cash = _taxed(before, before.drawer, card.amount)
    if [*after.cash] == cash:
        return ()
    return [(rule, f"money went from {before.cash} to {after.cash}, not {tuple(cash)}")]


def _taxed(before: State, who: int, amount: int) -> list[int]:
    """Everybody's money once a player has been taxed; nothing is paid where the game ends for it."""
    due = amount * (before.owned[who] & before.towers).bit_count()
    cash = [*before.cash]
    if due <= cash[who] or before.setup.rulings.unpaid_tax == "pays_what_there_is":
        cash[who] = max(0, cash[who] - due)
    return cash
