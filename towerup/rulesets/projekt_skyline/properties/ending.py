"""The end, and the final count."""

from __future__ import annotations

from ..actions import Action, Draw, Grow, Roll, Tax, Walk
from ..box.cards import Kind
from ..scoring import Outcome
from ..state import Cause, Ending, Phase, State
from .collection import always, scored, step
from .facts import own_cells, rent_due, skyscrapers_taken, taxed, walker


@always("PS-TURN-03")
def an_ending_is_there_exactly_when_the_game_is_over(state: State) -> bool:
    """The game is over exactly when there is a cause for it."""
    return (state.phase is Phase.OVER) == (state.ending is not None)


@always("PS-END-01")
def the_last_skyscraper_ends_the_game(state: State) -> bool:
    """Nobody has built all skyscrapers, but for the one who has just done so and ended the game; the architect stands on the last."""
    taken, ending = skyscrapers_taken(state.setup), state.ending
    all_built = [seat for seat, colour in enumerate(state.setup.seats) if len(own_cells(state, colour, 3)) >= taken]
    if ending is None or ending.cause is not Cause.LAST_SKYSCRAPER:
        return not all_built
    just_built = state.architect in own_cells(state, state.setup.seats[state.seat], 3)
    return all_built == [ending.seat] == [state.seat] and just_built and (ending.debt, ending.creditor) == (0, None)


@always("PS-END-02", "PS-CARD-06")
def a_debt_that_ended_the_game_is_owed(state: State) -> bool:
    """A rent that ended the game is more than the debtor has, and is due where their pawn is."""
    ending = state.ending
    if ending is None or ending.cause is not Cause.UNPAID_RENT:
        return True
    debtor = state.players[ending.seat]
    by_card = any(card.kind is Kind.RICHEST for card in state.setup.edition.cards)
    chained = state.setup.rulings.corner_by_card == "owner_draws"
    owed = rent_due(state, ending.seat, debtor.pawn or "")
    return owed == (ending.creditor, ending.debt) and ending.debt > debtor.cash and (
        ending.seat == state.seat or by_card or chained
    )  # fmt: skip


@always("PS-CARD-08")
def a_tax_that_ended_the_game_is_owed(state: State) -> bool:
    """A tax ends the game only as ruled. It is that of a card for the debtor's skyscrapers, and more than the debtor has."""
    ending = state.ending
    if ending is None or ending.cause is not Cause.UNPAID_TAX:
        return True
    debtor = state.players[ending.seat]
    skyscrapers = len(own_cells(state, debtor.colour, 3))
    taxes = [card.amount for card in state.setup.edition.cards if card.kind in (Kind.TAX, Kind.OWN_TAX)]
    ruled = state.setup.rulings.unpaid_tax == "ends_the_game" and ending.creditor is None
    return ruled and ending.debt > debtor.cash and ending.debt in [tax * skyscrapers for tax in taxes]


@step("PS-END-01", on=(Grow,))
def a_growth_ends_the_game_with_the_last_skyscraper(before: State, action: Grow, after: State) -> bool:
    """A growth ends the game exactly if the builder has built all skyscrapers."""
    built = len(own_cells(after, before.setup.seats[before.seat], 3)) == skyscrapers_taken(before.setup)
    return after.ending == (Ending(Cause.LAST_SKYSCRAPER, before.seat) if built else None)


@step("PS-END-02", on=(Roll, Walk))
def a_move_ends_the_game_with_an_unpaid_rent(before: State, action: Roll | Walk, after: State) -> bool:
    """A pawn's move ends the game exactly if its owner cannot pay the rent."""
    sent = walker(before, action)
    owed = None if sent is None else rent_due(before, sent[0], after.players[sent[0]].pawn or "")
    if sent is None or owed is None or owed[1] <= before.players[sent[0]].cash:
        return after.ending is None
    return after.ending == Ending(Cause.UNPAID_RENT, sent[0], owed[1], owed[0])


@step("PS-CARD-08", on=(Draw, Tax))
def a_tax_ends_the_game_only_as_ruled(before: State, action: Action, after: State) -> bool:
    """A tax that cannot be paid ends the game where the ruling says so, and in no other case."""
    owed = taxed(before, action)
    ends = before.setup.rulings.unpaid_tax == "ends_the_game"
    if owed is None or not ends or owed[1] <= before.players[owed[0]].cash:
        return after.ending is None
    return after.ending == Ending(Cause.UNPAID_TAX, owed[0], owed[1])


@scored("PS-TURN-03", "PS-END-01", "PS-END-02")
def there_is_an_outcome_exactly_when_the_game_is_over(state: State, outcome: Outcome | None) -> bool:
    """There is an outcome when the game is over, with the cause and the seat that ended it, and none before."""
    if outcome is None or state.ending is None:
        return outcome is None and state.phase is not Phase.OVER
    return state.phase is Phase.OVER and (outcome.cause, outcome.ended_by) == (
        str(state.ending.cause),
        state.ending.seat,
    )


@scored("PS-FINAL-01", "PS-FINAL-02")
def money_is_cash_bonus_and_debts(state: State, outcome: Outcome | None) -> bool:
    """Everyone has their cash and a bonus for each skyscraper. The debtor pays at most that; the creditor gets all of the debt."""
    if outcome is None or state.ending is None:
        return True
    owed, right = state.ending, []
    for seat, player in enumerate(state.players):
        bonus = state.setup.edition.bonus * len(own_cells(state, player.colour, 3))
        money = player.cash + bonus
        left = max(0, money - owed.debt) if seat == owed.seat else money
        right.append((player.colour, player.cash, bonus, left + (owed.debt if seat == owed.creditor else 0)))
    return [(one.colour, one.cash, one.skyscrapers, one.total) for one in outcome.scores] == right


@scored("PS-FINAL-03", "PS-FINAL-04")
def the_richest_win(state: State, outcome: Outcome | None) -> bool:
    """All who have the most money win, and nobody else."""
    if outcome is None:
        return True
    totals = sorted((score.total, seat) for seat, score in enumerate(outcome.scores))
    return list(outcome.winners) == [seat for total, seat in totals if total == totals[-1][0]]
