"""Acquiring lots, giving one back, and the action cards Market Shift and Land Grab.

FR “Tour de jeu”, “Acquisition d'un terrain”, “Cartes Action”.
"""

from __future__ import annotations

from .dealing import fill_market, with_one, without
from .setup import Setup
from .space import AcquireMove, EndMove, GiveMove, GrabMove, ShiftMove
from .state import BOOM_CARD, GRAB_CARD, SHIFT_CARD, Contents, Phase, State, made_of

_TURN, _RENEW, _GRAB, _BUILD, _AFTER = Phase.TURN, Phase.RENEW, Phase.GRAB, Phase.BUILD, Phase.AFTER


def workers_free(setup: Setup, lots: int, touched: int) -> int:
    """How many workers of a player stand on no lot."""
    # NY-BOX-02
    return setup.edition.workers - (lots & ~touched).bit_count()


def acquire(state: State, move: AcquireMove) -> State:
    """A land card is taken, and a worker goes on the lot."""
    setup, seat, lot = state.setup, state.seat, move.lot
    contents = state.__dict__.copy()
    # NY-LAND-03
    contents["market"] = without(state.market, setup.board.card_of[lot])
    lots, free = [*state.lots], [*state.free]
    lots[seat] |= 1 << lot
    free[seat] |= setup.board.lot_cells[lot]
    contents["lots"], contents["free"] = tuple(lots), tuple(free)
    phase = state.phase
    # NY-CARD-05
    contents["grab"] = phase is _GRAB
    if phase is not _AFTER:
        contents["phase"] = _BUILD
    elif not may_boom(setup, contents, seat):
        fill_market(setup, contents)
    return made_of(contents)


def may_boom(setup: Setup, contents: Contents, seat: int) -> bool:
    """Whether a player who has built has the card Construction Boom, and may still use it."""
    ending = contents["ending"]
    # NY-CARD-06, NY-CARD-08
    return bool(contents["cards"][seat] & BOOM_CARD) and (ending is None or ending.seat != seat)


def give(state: State, move: GiveMove) -> State:
    """A lot is given back: its worker is free, its card goes under the pile, and the turn is over."""
    setup, seat, lot = state.setup, state.seat, move.lot
    contents = state.__dict__.copy()
    # NY-TURN-06
    lots, free = [*state.lots], [*state.free]
    lots[seat] &= ~(1 << lot)
    free[seat] &= ~setup.board.lot_cells[lot]
    contents["lots"], contents["free"] = tuple(lots), tuple(free)
    contents["pile"] = (*state.pile, with_one(bytes(len(state.market)), setup.board.card_of[lot]))
    fill_market(setup, contents)
    return made_of(contents)


def shift(state: State, move: ShiftMove) -> State:
    """Market Shift: the market goes under the pile, in an order that nobody knows, and is dealt anew."""
    contents = use_card(state, SHIFT_CARD)
    # NY-CARD-02
    contents["pile"] = (*state.pile, state.market)
    contents["market"] = bytes(len(state.market))
    contents["phase"] = _RENEW
    return made_of(contents)


def grab(state: State, move: GrabMove) -> State:
    """Land Grab: two lots are to be acquired."""
    contents = use_card(state, GRAB_CARD)
    # NY-CARD-10
    if state.phase is _TURN:
        contents["phase"] = _GRAB
    else:
        contents["grab"] = True
    return made_of(contents)


def use_card(state: State, card: int) -> Contents:
    """The state's contents with an action card used, which goes out of the game."""
    # NY-CARD-01
    contents = state.__dict__.copy()
    cards = [*state.cards]
    cards[state.seat] &= ~card
    contents["cards"] = tuple(cards)
    return contents


def end_turn(state: State, move: EndMove) -> State:
    """Nothing more is done in this turn."""
    contents = state.__dict__.copy()
    fill_market(state.setup, contents)
    return made_of(contents)


def second_lot(setup: Setup, contents: Contents, seat: int) -> bool:
    """Whether the second lot of a Land Grab can be acquired after a building."""
    # NY-CARD-05
    if not contents["grab"] or not setup.freed_worker:
        return False
    market = contents["market"]
    if not any(market[card] for card in setup.small_cards):
        return False
    return workers_free(setup, contents["lots"][seat], contents["touched"][seat]) > 0
