"""The start of a game: starting buildings, the pile, and the first market.

FR “Installation”, “Installation à 2 joueurs”, “Règle expert”, and the note under “Terrains” about the starting card.
"""

from __future__ import annotations

from attrs import evolve

from towerup.kernel.frozen import Counts

from .box.edition import START
from .state import Building, Card, Phase, Player, Setup, State
from .technology import open_technology


def first_state(setup: Setup) -> State:
    """The table before the market is dealt."""
    edition = setup.edition
    deck = setup.box.deck
    # The starting cards are set aside, or taken from the market once it lies there (NY-SETUP-02).
    if setup.rulings.starting_card == "before_the_market":
        deck -= starting_cards(setup)
    return State(
        setup=setup,
        phase=Phase.OPEN,
        seat=0,  # NY-SETUP-06
        technology=open_technology(setup, 0),
        players=tuple(_player(setup, seat) for seat in range(len(setup.seats))),
        legendaries=tuple(tile.id for tile in edition.legendaries),
        market=Counts(),
        pile=(deck,),  # NY-SETUP-04
    )


def _player(setup: Setup, seat: int) -> Player:
    """What a player begins with (NY-SETUP-01, NY-BOX-01, NY-BOX-06)."""
    # A lot with the starting building on it; experts have neither (NY-SETUP-02, NY-EXPERT-01).
    lots = () if setup.expert else (setup.starting_lot(seat),)
    return Player(
        colour=setup.seats[seat],
        points=0,
        lots=lots,
        buildings=[Building(START, setup.board.lots[lot]) for lot in lots],
        tiles=tuple(tile.id for tile in setup.edition.own),
        cards=tuple(Card),
    )


def starting_cards(setup: Setup) -> Counts:
    """The land cards of the starting lots."""
    seats = () if setup.expert else range(len(setup.seats))
    return Counts.of(setup.board.card_of[setup.starting_lot(seat)] for seat in seats)


def take_starting_cards(state: State) -> State:
    """Where starting cards come from the market they are taken once it lies there, or else from the pile (NY-SETUP-02)."""
    setup, cards = state.setup, starting_cards(state.setup)
    # Before they are taken there is a card for every lot in play.
    if state.market.total + state.cards_in_pile < setup.box.deck.total:
        return state
    there = Counts({card: min(count, state.market[card]) for card, count in cards.items()})
    # Nobody knows the order of the pile, before as after. In a small box it may be empty then.
    pile = [layer - (cards - there) for layer in state.pile]
    return evolve(state, market=state.market - there, pile=[layer for layer in pile if layer])
