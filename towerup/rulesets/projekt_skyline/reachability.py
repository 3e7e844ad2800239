"""Laws of positions: could any game have come here?

States that come of play need not be asked this; a state built by hand or read from a file must. The laws of states are
asked first. What is asked here besides: whether what is missing from the board can have gone. How many turns were played
cannot be seen, so what stands on the board is not checked against that.
"""

from __future__ import annotations

from towerup.kernel.invariants import StateLaws, Told
from towerup.kernel.rules import Finding

from .board import CORNERS, NO_CELL
from .cards import Kind
from .state import Cause, Phase, State
from .state_laws import STATE_LAWS

REACHABILITY_LAWS: StateLaws[State] = StateLaws()

_law = REACHABILITY_LAWS.law


def impossibilities(state: State) -> list[Finding]:
    """Every reason why no game can reach this state, as far as the laws know."""
    found = [finding for law in STATE_LAWS for finding in law.broken_by(state)]
    # What can have come about is asked only where the table itself makes sense.
    return found or [finding for law in REACHABILITY_LAWS for finding in law.broken_by(state)]


def _kinds_drawn(state: State) -> set[Kind]:
    """The kinds of card that somebody has drawn and followed, as far as can be told."""
    drawn = [*state.used]
    if state.card >= 0 and not any(state.unseen):
        drawn.append(state.card)  # maybe not for the first time
    return {state.setup.edition.cards[number].kind for number in drawn}


@_law("PS-TOWER-02", "PS-ACTION-07", "PS-ACTION-13", "PS-SETUP-04")
def skyscrapers_go_only_by_cards(state: State) -> Told:
    """Every player has had a skyscraper on the board since the start, and only a card that has been used can have removed it."""
    if state.phase < Phase.ROLL or _kinds_drawn(state) & {Kind.LEADER, Kind.REMOVE}:
        return ()
    return [
        f"{colour} has no skyscraper on the board, and no card has been used that removes one"
        for colour, cells in zip(state.setup.seats, state.owned, strict=True)
        if not cells & state.towers
    ]


@_law("PS-TOWER-02", "PS-ACTION-10", "PS-SETUP-04")
def the_first_skyscrapers_stand_in_the_centre(state: State) -> Told:
    """Where no card has been used that removes or swaps skyscrapers, every player still has one in the centre."""
    if state.phase < Phase.ROLL or _kinds_drawn(state) & {Kind.LEADER, Kind.REMOVE, Kind.SWAP_OTHERS}:
        return ()
    centre = state.setup.board.centre_mask
    return [
        f"{colour} has no skyscraper in the centre, and no card has been used that removes or moves one"
        for colour, cells in zip(state.setup.seats, state.owned, strict=True)
        if not cells & state.towers & centre
    ]


@_law("PS-BOX-07", "PS-ACTION-03", "PS-ACTION-04", "PS-ACTION-05", "PS-ACTION-06")
def money_came_by_cards_that_were_used(state: State) -> Told:
    """All money together differs from what was dealt only if a card of the bank has been used."""
    dealt, now, kinds = state.setup.edition.money * len(state.cash), sum(state.cash), _kinds_drawn(state)
    if now > dealt and not kinds & {Kind.POOREST, Kind.DICE}:
        return [f"the players have {now}, but {dealt} was dealt and no card has been used that brings money"]
    if now < dealt and not kinds & {Kind.TAX, Kind.OWN_TAX}:
        return [f"the players have {now}, but {dealt} was dealt and no card has been used that takes money"]
    return ()


@_law("PS-CARD-06", "PS-CARD-08", "PS-END-02")
def a_debt_came_by_the_last_card(state: State) -> Told:
    """Who goes bankrupt in the turn of another was moved by a card, and a tax was asked for by a card: it was used last, and by
    somebody on a round space.
    """
    ending, setup = state.ending, state.setup
    if ending is None or ending.cause is Cause.LAST_SKYSCRAPER:
        return ()
    who, turn = setup.seats[ending.seat], setup.seats[state.seat]
    last = setup.edition.cards[state.used[-1]] if state.used else None
    chained = setup.rulings.corner_by_card == "owner_draws"
    if ending.cause is Cause.RENT:
        moving = (Kind.RICHEST, Kind.THROW) if chained else (Kind.RICHEST,)
        if ending.seat != state.seat and (last is None or last.kind not in moving):
            return [f"{who} owes a rent in the turn of {turn}, and no card was used last that moves a pawn"]
        return ()
    towers = (state.owned[ending.seat] & state.towers).bit_count()
    if last is None or last.kind not in (Kind.TAX, Kind.OWN_TAX) or last.amount * towers != ending.debt:
        return [("PS-CARD-08", f"{who} owes a tax of {ending.debt} that the card used last does not ask for")]
    if not chained and setup.board.beside[state.pawns[state.seat]] != NO_CELL:
        return [("PS-CARD-08", f"a tax is owed, but the pawn of {turn}, who drew the card, is on no round space")]
    if not chained and last.kind is Kind.OWN_TAX and ending.seat != state.seat:
        return [("PS-CARD-08", f"{who} owes the tax of a card that {turn} drew and had to pay")]
    return ()


@_law("PS-PAWN-03", "PS-BOX-03", "PS-SETUP-03")
def cards_were_drawn_on_round_spaces(state: State) -> Told:
    """Before any card has been drawn, a pawn on a round space is where it started, or where its owner is to draw now."""
    setup, board = state.setup, state.setup.board
    if state.used or state.card >= 0 or setup.rulings.starting_corner == "own":
        return ()
    corners = {board.spaces.index(name) for name in CORNERS}
    start = board.spaces.index(board.start)
    return [
        f"the pawn of {setup.seats[seat]} is on {board.spaces[pawn]}, but no card has been drawn"
        for seat, pawn in enumerate(state.pawns)
        if pawn in corners and pawn != start and not (state.phase is Phase.DRAW and seat == state.drawer)
    ]
