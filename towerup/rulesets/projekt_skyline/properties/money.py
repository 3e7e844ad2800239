"""Pawns and money: how far they go, rent, the bank."""

from __future__ import annotations

from math import gcd

from ..actions import Action, Build, Corner, Draw, Grow, Pass, Place, Remove, Roll, Shift, Swap, Tax, Walk
from ..box.cards import Kind
from ..state import Cause, Ending, Phase, State
from .collection import always, step
from .facts import SETUP, card_of, fortunes, is_round, rent_due, street, taxed, walker

# --- states


@always("PS-BOX-07", "PS-RENT-02")
def money_comes_in_whole_notes(state: State) -> bool:
    """Nobody has less than nothing, and all sums are multiples of the smallest that the box names."""
    edition = state.setup.edition
    note = gcd(edition.money, *edition.rents, *(card.amount for card in edition.cards)) or 1
    return all(player.cash >= 0 and player.cash % note == 0 for player in state.players)


@always("PS-BOX-07")
def money_changes_only_by_cards_of_the_bank(state: State) -> bool:
    """All money together is what was dealt, unless the game has cards that bring or take some."""
    edition, players = state.setup.edition, len(state.players)
    dealt, now = edition.money * players, sum(player.cash for player in state.players)
    kinds = {card.kind for card in edition.cards if card.amount}
    brings, takes = kinds & {Kind.POOREST, Kind.DICE}, kinds & {Kind.TAX, Kind.OWN_TAX}
    return (now <= dealt or bool(brings)) and (now >= dealt or bool(takes))


@always("PS-BOX-05", "PS-PAWN-03", "PS-PAWN-01")
def pawns_are_on_the_street(state: State) -> bool:
    """In play every pawn is on the street. Whoever draws or follows a card is on a round space; whoever builds is not."""
    if state.phase in SETUP:
        return True
    spaces = street(state)
    builder_off = state.phase is not Phase.BUILD or not is_round(state.players[state.seat].pawn)
    drawer_on = state.drawer is None or is_round(state.players[state.drawer].pawn)
    return all(player.pawn in spaces for player in state.players) and builder_off and drawer_on


# --- steps


@step("PS-PAWN-01", "PS-BOX-05", on=(Roll, Walk))
def a_pawn_goes_as_far_as_it_is_sent(before: State, action: Roll | Walk, after: State) -> bool:
    """One pawn moves clockwise along the street as far as the white die or the card says, and no other pawn moves."""
    sent, spaces = walker(before, action), street(before)
    right = [player.pawn or "" for player in before.players]
    if sent is not None:
        seat, steps = sent
        right[seat] = spaces[(spaces.index(right[seat]) + steps) % len(spaces)]
    return [player.pawn for player in after.players] == right


@step("PS-PAWN-01", on=(Place, Build, Grow, Pass, Draw, Tax, Remove, Swap, Shift))
def no_other_action_moves_a_pawn(before: State, action: Action, after: State) -> bool:
    """Pawns move by dice and by the card for the richest only."""
    return [player.pawn for player in after.players] == [player.pawn for player in before.players]


@step("PS-ACTION-02", "PS-CARD-07", on=(Walk,))
def a_richest_player_is_moved(before: State, action: Walk, after: State) -> bool:
    """The pawn that a card moves is that of a player than whom nobody is richer, by a number of steps on the card."""
    rich, card = fortunes(before), card_of(before)
    seat = before.setup.seats.index(action.player)
    return card is not None and card.kind is Kind.RICHEST and action.steps in card.steps and rich[seat] == max(rich)


@step("PS-RENT-01", "PS-PAWN-02", "PS-BOX-07", on=(Roll, Walk))
def rent_is_paid_where_a_pawn_ends(before: State, action: Roll | Walk, after: State) -> bool:
    """Next to an opponent's construction the owner of the pawn pays its owner the rent of the estate, and elsewhere nothing.

    If the money is too little, nothing is paid and the game is over.
    """
    sent = walker(before, action)
    if sent is None:
        return True
    seat, cash = sent[0], [player.cash for player in before.players]
    owed = rent_due(before, seat, after.players[seat].pawn or "")
    if owed is not None and owed[1] > cash[seat]:
        if after.ending != Ending(Cause.UNPAID_RENT, seat, owed[1], owed[0]):
            return False
    elif owed is not None:
        cash[seat] -= owed[1]
        cash[owed[0]] += owed[1]
    return [player.cash for player in after.players] == cash


@step("PS-BOX-07", on=(Corner, Place, Roll, Build, Grow, Pass, Draw, Tax, Remove, Swap, Shift))
def the_bank_pays_and_is_paid_what_a_card_says(before: State, action: Action, after: State) -> bool:
    """The bank gives and takes what a card says, and otherwise no money changes hands but rent."""
    if walker(before, action) is not None:
        return True
    cash, card = [player.cash for player in before.players], card_of(before, action)
    due, rich = taxed(before, action), fortunes(before)
    if isinstance(action, Roll) and card is not None and before.drawer is not None:
        cash[before.drawer] += card.amount * (action.white + (action.black or 0))
    elif isinstance(action, Draw) and card is not None and card.kind is Kind.POOREST:
        cash = [has + card.amount * (own == min(rich)) for has, own in zip(cash, rich, strict=True)]
    elif due is not None and (due[1] <= cash[due[0]] or before.setup.rulings.unpaid_tax == "pays_what_there_is"):
        cash[due[0]] = max(0, cash[due[0]] - due[1])
    return [player.cash for player in after.players] == cash
