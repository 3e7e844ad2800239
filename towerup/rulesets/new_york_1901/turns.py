"""The turn: its end, the market that is filled then, and who is next.

FR “Tour de jeu”.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from towerup.kernel.rules import Objection, Objections

from .actions import Deal, End
from .ending import end_by_market
from .starting import take_starting_cards
from .state import DEALING, Phase, State, must_take_second_lot, prompt
from .technology import open_technology
from .words import number_of


def end_turn(state: State) -> State:
    """The turn is over: chance fills the market, if it lacks cards and there are any (NY-TURN-07)."""
    state = evolve(state, second_lot=False)
    return evolve(state, phase=Phase.FILL) if needs_cards(state) else next_turn(state)


def needs_cards(state: State) -> bool:
    """Whether the market is to be filled, and can be."""
    return bool(state.pile) and state.market.total < state.setup.edition.market


def next_turn(state: State) -> State:
    """Turns pass clockwise, until it would be the turn of whoever has triggered the end (NY-TURN-01, NY-END-03)."""
    state = end_by_market(state)
    following = (state.seat + 1) % len(state.players)
    if state.ending and state.ending.seat == following:
        return evolve(state, phase=Phase.OVER)  # NY-TURN-08
    technology = open_technology(state.setup, state.players[following].points)
    return evolve(state, phase=Phase.TURN, seat=following, technology=technology)


def not_now(state: State) -> Objection:
    """The objection to an action of a kind that the table does not wait for."""
    if state.phase is Phase.OVER:
        return Objection("NY-TURN-08", "the game is over")
    return Objection("NY-TURN-02", f"something else comes first: the table waits for {prompt(state)}")


# --- land cards that are dealt


def deal(state: State, action: Deal) -> State:
    """The card on top of the pile comes into the market. What lies deeper comes after all above it (NY-BOX-05)."""
    top = state.pile[0] - {action.card: 1}
    pile = (top, *state.pile[1:]) if top else state.pile[1:]
    state = evolve(state, market=state.market + {action.card: 1}, pile=pile)
    if needs_cards(state):
        return state
    if state.phase is Phase.FILL:
        return next_turn(state)
    if state.phase is Phase.OPEN:
        # Starting cards may be taken from the market, which is then filled again (NY-SETUP-02, NY-SETUP-04).
        state = take_starting_cards(state)
        if needs_cards(state):
            return state
    return evolve(state, phase=Phase.TURN)


def objections_to_deal(state: State, action: Deal, seat: int) -> Objections:
    """What speaks against this card coming into the market."""
    if state.phase not in DEALING:
        yield not_now(state)
    elif not any(layer[action.card] for layer in state.pile):
        yield Objection("NY-BOX-03", f"there is no {action.card} in the pile")
    elif not state.pile[0][action.card]:
        yield Objection("NY-BOX-05", f"every {action.card} lies under other cards that come first")


def deals(state: State) -> Iterator[Deal]:
    """Every card that can lie on top of the pile."""
    for card in state.setup.board.cards:
        if card in state.pile[0]:
            yield Deal(card)


# --- ending a turn


def end(state: State, action: End) -> State:
    """Nothing more is done in this turn."""
    return end_turn(state)


def objections_to_end(state: State, action: End, seat: int, can_build: bool) -> Objections:
    """What speaks against ending the turn now. `can_build` says whether the player could build or rebuild something."""
    rulings, workers = state.setup.rulings, state.free_workers(seat)
    if state.phase in (Phase.BUILD, Phase.AFTER):
        if must_take_second_lot(state, seat):
            yield Objection("NY-CARD-09", "the second lot can still be acquired, and must be (ruling second_lot)")
    elif state.phase is Phase.BOOM:
        if rulings.empty_boom == "not_playable":
            yield Objection("NY-CARD-07", "Construction Boom has been used: build with it")
    elif state.phase is Phase.GRAB:
        yield Objection("NY-CARD-05", "Land Grab has been used: acquire a lot")
    elif state.phase is not Phase.TURN:
        yield not_now(state)
    elif workers > 0:
        yield Objection("NY-TURN-03", f"{state.setup.seats[seat]} has {number_of(workers, 'free worker')}")
    elif not can_build:
        yield Objection("NY-TURN-05", "nothing can be built: a lot must be given back")
    elif rulings.no_worker == "must_build":
        yield Objection("NY-TURN-04", "build or rebuild something without a free worker (ruling no_worker)")
