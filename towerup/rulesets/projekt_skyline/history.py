"""Could any game have come here? What is asked of positions made by hand, beside the properties of every state.

How many turns were played cannot be seen, so what stands on the board is not checked against that.
"""

from __future__ import annotations

from towerup.kernel.rules import Objection, Objections

from .box.board import CORNERS
from .box.cards import Kind
from .state import SKYSCRAPER, Cause, Phase, State


def objections_to_history(state: State) -> Objections:
    """Why no game can have led here."""
    if state.phase not in (Phase.CORNER, Phase.PLACE):
        yield from _skyscrapers_gone(state)
        yield from _money_from_nowhere(state)
        yield from _debt_of_no_card(state)
        yield from _pawns_without_cards(state)


def _kinds_used(state: State) -> set[Kind]:
    """The kinds of card that have been used, as far as can be told."""
    # When all cards have been seen, the one that is followed may have been used before.
    used = [*state.used, *([state.card] if state.card is not None and not state.unseen else [])]
    return {state.setup.edition.cards_by_id[card].kind for card in used}


def _skyscrapers_gone(state: State) -> Objections:
    """Everyone has had a skyscraper in the centre since the start; only a card can have removed or moved it."""
    kinds, centre = _kinds_used(state), state.setup.board.centre
    if kinds & {Kind.LEADER, Kind.REMOVE}:
        return
    for colour in state.setup.seats:
        cells = [cell for cell, one in state.constructions.items() if one.owner == colour and one.floors == SKYSCRAPER]
        if not cells:
            yield Objection(
                "PS-TOWER-02", f"{colour} has no skyscraper on the board, and no card has been used that removes one"
            )
        if Kind.SWAP_OTHERS not in kinds and not {*cells} & {*centre}:
            yield Objection(
                "PS-TOWER-02",
                f"{colour} has no skyscraper in the centre, and no card has been used that removes or moves one",
            )


def _money_from_nowhere(state: State) -> Objections:
    """All money together differs from what was dealt only if a card of the bank has been used."""
    dealt = state.setup.edition.money * len(state.players)
    now, kinds = sum(player.cash for player in state.players), _kinds_used(state)
    if now > dealt and not kinds & {Kind.POOREST, Kind.DICE}:
        yield Objection(
            "PS-BOX-07", f"the players have {now}, but {dealt} was dealt and no card has been used that brings money"
        )
    if now < dealt and not kinds & {Kind.TAX, Kind.OWN_TAX}:
        yield Objection(
            "PS-BOX-07", f"the players have {now}, but {dealt} was dealt and no card has been used that takes money"
        )


def _debt_of_no_card(state: State) -> Objections:
    """A rent owed in the turn of another came by a card that moves a pawn; a tax by the card that was used last."""
    ending, setup = state.ending, state.setup
    if ending is None or ending.cause is Cause.LAST_SKYSCRAPER:
        return
    who, turn = setup.seats[ending.seat], setup.seats[state.seat]
    last = setup.edition.cards_by_id[state.used[-1]] if state.used else None
    chained = setup.rulings.corner_by_card == "owner_draws"
    if ending.cause is Cause.UNPAID_RENT:
        moving = (Kind.RICHEST, Kind.THROW) if chained else (Kind.RICHEST,)
        if ending.seat != state.seat and (last is None or last.kind not in moving):
            yield Objection(
                "PS-CARD-06", f"{who} owes a rent in the turn of {turn}, and no card was used last that moves a pawn"
            )
        return
    skyscrapers = sum(one.owner == who and one.floors == SKYSCRAPER for one in state.constructions.values())
    if last is None or last.kind not in (Kind.TAX, Kind.OWN_TAX) or last.amount * skyscrapers != ending.debt:
        yield Objection("PS-CARD-08", f"{who} owes a tax of {ending.debt} that the card used last does not ask for")
    elif not chained and state.player.pawn in setup.board.beside:
        yield Objection("PS-CARD-08", f"a tax is owed, but the pawn of {turn}, who drew the card, is on no round space")
    elif not chained and last.kind is Kind.OWN_TAX and ending.seat != state.seat:
        yield Objection("PS-CARD-08", f"{who} owes the tax of a card that {turn} drew and had to pay")


def _pawns_without_cards(state: State) -> Objections:
    """Before any card has been drawn, a pawn on a round space is where it started, or where its owner is about to draw."""
    if state.used or state.card is not None or state.setup.rulings.starting_corner == "own":
        return
    for seat, player in enumerate(state.players):
        draws_now = state.phase is Phase.DRAW and seat == state.drawer
        if player.pawn in CORNERS and player.pawn != state.setup.board.start and not draws_now:
            yield Objection(
                "PS-PAWN-03", f"the pawn of {player.colour} is on {player.pawn}, but no card has been drawn"
            )
