"""The start of a game: starting buildings, the pile, and the market to be dealt.

FR “Installation”, “Installation à 2 joueurs”, “Règle expert”, and the note under “Terrains” about the starting card.
"""

from __future__ import annotations

from functools import lru_cache

from .dealing import without
from .ending import level_at
from .setup import Setup
from .state import ALL_CARDS, Phase, State


@lru_cache(maxsize=512)
def first_state(setup: Setup) -> State:
    """The table before the market is dealt."""
    players = len(setup.seats)
    starts = setup.starts
    deck = setup.deck
    # NY-SETUP-02
    if setup.rulings.starting_card == "before_the_market":
        deck = without_starting_cards(setup, deck)
    every_tile = (1 << len(setup.edition.own)) - 1
    return State(
        setup=setup,
        phase=Phase.OPEN,
        # NY-SETUP-06
        seat=0,
        level=level_at(setup, 0),
        grab=False,
        # NY-SETUP-02, NY-EXPERT-01
        lots=tuple(one.lots for one in starts) or (0,) * players,
        placed=tuple((one.number,) for one in starts) or ((),) * players,
        free=(0,) * players,
        touched=tuple(one.lots for one in starts) or (0,) * players,
        # NY-SETUP-01, NY-BOX-01
        left=(every_tile,) * players,
        legends=setup.legendaries,
        points=(0,) * players,
        # NY-BOX-06
        cards=(ALL_CARDS,) * players,
        # NY-SETUP-04
        market=bytes(len(deck)),
        pile=(deck,),
        ending=None,
    )


def without_starting_cards(setup: Setup, deck: bytes) -> bytes:
    """The cards without those that the players have for their starting lots."""
    for one in setup.starts:
        deck = without(deck, setup.board.card_of[one.lots.bit_length() - 1])
    return deck
