"""Land cards: the market, the pile in its layers, and what chance deals.

FR “Installation”, “Tour de jeu”, “Cartes Action / Market Shift”.
"""

from __future__ import annotations

from .ending import next_turn
from .setup import Setup
from .space import DealMove
from .state import Contents, Phase, State, made_of

_OPEN, _TURN, _RENEW, _FILL = Phase.OPEN, Phase.TURN, Phase.RENEW, Phase.FILL


def without(cards: bytes, card: int) -> bytes:
    """The cards but one of this kind."""
    return cards[:card] + bytes((cards[card] - 1,)) + cards[card + 1 :]


def with_one(cards: bytes, card: int) -> bytes:
    """The cards and one more of this kind."""
    return cards[:card] + bytes((cards[card] + 1,)) + cards[card + 1 :]


def deal(state: State, move: DealMove) -> State:
    """The card on top of the pile comes into the market."""
    card, pile, setup = move.card, state.pile, state.setup
    contents = state.__dict__.copy()
    # NY-BOX-05: what lies deeper comes when all above it has come.
    top = without(pile[0], card)
    pile = (top, *pile[1:]) if any(top) else pile[1:]
    contents["market"] = market = with_one(state.market, card)
    contents["pile"] = pile
    # NY-SETUP-04, NY-CARD-02, NY-TURN-07
    if pile and sum(market) < setup.edition.market:
        return made_of(contents)
    phase = state.phase
    if phase is _FILL:
        next_turn(setup, contents)
    elif phase is _RENEW or not _take_starting_cards(setup, contents):
        contents["phase"] = _TURN
    return made_of(contents)


def _take_starting_cards(setup: Setup, contents: Contents) -> bool:
    """Where starting cards come from the market: they are taken once it lies there. Whether cards are to be dealt again."""
    # NY-SETUP-02
    market, pile = contents["market"], contents["pile"]
    cards = sum(market) + sum(map(sum, pile))
    if cards == sum(setup.deck) - len(setup.starts):
        return False
    for one in setup.starts:
        card = setup.board.card_of[one.lots.bit_length() - 1]
        if market[card]:
            market = without(market, card)
        else:
            # Nobody knows the order of the pile, before as after.
            pile = (without(pile[0], card),)
    # In a small box the pile may be empty then.
    pile = tuple(layer for layer in pile if any(layer))
    contents["market"], contents["pile"] = market, pile
    return bool(pile) and sum(market) < setup.edition.market


def fill_market(setup: Setup, contents: Contents) -> None:
    """The turn is over: the market is filled, if it lacks cards and there are any; then it is the next player's turn."""
    # NY-TURN-07
    contents["grab"] = False
    if contents["pile"] and sum(contents["market"]) < setup.edition.market:
        contents["phase"] = _FILL
    else:
        next_turn(setup, contents)
