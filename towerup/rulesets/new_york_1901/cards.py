"""The action cards: Market Shift, Land Grab, Construction Boom.

FR “Cartes Action”.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from towerup.kernel.frozen import Counts
from towerup.kernel.rules import Objection, Objections

from .actions import Boom, Grab, Shift
from .box.board import SMALL
from .building import builds
from .ending import triggered_by
from .land import may_use_boom
from .state import Card, Phase, State, can_take_second_lot, shows_small_card
from .turns import not_now
from .words import number_of


def use_card(state: State, card: Card) -> State:
    """An action card is used once, and goes out of the game (NY-CARD-01)."""
    cards = tuple(one for one in state.player.cards if one != card)
    return evolve(state, players=state.with_player(evolve(state.player, cards=cards)))


def _objections_to_using(state: State, seat: int, card: Card) -> Objections:
    if card not in state.players[seat].cards:
        yield Objection("NY-CARD-01", f"{state.setup.seats[seat]} has used {card.title} already")


# --- Market Shift


def shift(state: State, action: Shift) -> State:
    """The market goes under the pile, in an order that nobody knows, and is dealt anew (NY-CARD-02)."""
    state = use_card(state, Card.SHIFT)
    return evolve(state, phase=Phase.RENEW, market=Counts(), pile=(*state.pile, state.market))


def objections_to_shift(state: State, action: Shift, seat: int, must_give: bool) -> Objections:
    """What speaks against Market Shift. `must_give` says whether the player can do nothing but give a lot back."""
    if state.phase in (Phase.GRAB, Phase.BUILD, Phase.AFTER, Phase.BOOM):
        yield Objection("NY-CARD-02", "Market Shift is used at the start of a turn, before anything else")
        return
    if state.phase is not Phase.TURN:
        yield not_now(state)
        return
    yield from _objections_to_using(state, seat, Card.SHIFT)
    cards, market = state.cards_in_pile, state.setup.edition.market
    if state.setup.rulings.short_pile == "not_playable" and cards < market:
        yield Objection("NY-CARD-03", f"{number_of(cards, 'card')} in the pile; Market Shift needs {market}")
    elif not cards:
        yield Objection("NY-CARD-03", "the pile is empty")
    if must_give and state.setup.rulings.given_back == "nothing_else":
        yield Objection("NY-TURN-05", "a lot must be given back, and nothing else is done in this turn")


def shifts(state: State) -> Iterator[Shift]:
    """Market Shift, if there are cards for it (NY-CARD-03)."""
    least = 1 if state.setup.rulings.short_pile == "old_cards_come_round" else state.setup.edition.market
    if Card.SHIFT in state.player.cards and state.cards_in_pile >= least:
        yield Shift()


# --- Land Grab


def grab(state: State, action: Grab) -> State:
    """Two lots are acquired in this turn; where the ruling `grab_moment` allows it, one has been (NY-CARD-05, NY-CARD-10)."""
    state = use_card(state, Card.GRAB)
    return evolve(state, phase=Phase.GRAB) if state.phase is Phase.TURN else evolve(state, second_lot=True)


def objections_to_grab(state: State, action: Grab, seat: int) -> Objections:
    """What speaks against Land Grab."""
    later = state.setup.rulings.grab_moment == "also_after_a_lot"
    if state.phase is Phase.GRAB:
        yield from [*_objections_to_using(state, seat, Card.GRAB)] or [not_now(state)]
        return
    if state.phase in (Phase.AFTER, Phase.BOOM) or (state.phase is Phase.BUILD and not later):
        when = "before anything is built" if later else "at the start of a turn, before a lot is acquired"
        yield Objection("NY-CARD-10", f"Land Grab is used {when}")
        return
    if state.phase not in (Phase.TURN, Phase.BUILD):
        yield not_now(state)
        return
    yield from _objections_to_using(state, seat, Card.GRAB)
    if state.free_workers(seat) < 1:
        yield Objection("NY-CARD-04", f"{state.setup.seats[seat]} has no free worker")
    if not state.pile:
        yield Objection("NY-CARD-04", "the pile is empty")
    if not shows_small_card(state):
        yield Objection("NY-CARD-04", f"no card in the market is for a lot of {SMALL} cells")


def grabs(state: State) -> Iterator[Grab]:
    """Land Grab, if there is a worker, a pile, and a card for a small lot (NY-CARD-04)."""
    small = [card for card in state.market if card.endswith(f"-{SMALL}")]
    now = state.phase is Phase.TURN or state.setup.rulings.grab_moment == "also_after_a_lot"  # NY-CARD-10
    if now and Card.GRAB in state.player.cards and state.pile and small and state.free_workers(state.seat) > 0:
        yield Grab()


# --- Construction Boom


def boom(state: State, action: Boom) -> State:
    """A second building is built in this turn. What the last card still allowed is left out (NY-CARD-06, NY-CARD-09)."""
    return evolve(use_card(state, Card.BOOM), phase=Phase.BOOM, second_lot=False)


def objections_to_boom(state: State, action: Boom, seat: int, can_build: bool) -> Objections:
    """What speaks against Construction Boom. `can_build` says whether the player could build something without demolishing."""
    if state.phase in (Phase.TURN, Phase.GRAB, Phase.BUILD):
        yield Objection("NY-CARD-06", "Construction Boom is used after a first building")
        return
    if state.phase is Phase.FILL and triggered_by(state, seat) and Card.BOOM in state.players[seat].cards:
        yield Objection("NY-CARD-08", "the first building has triggered the end of the game")
        return
    if state.phase is not Phase.AFTER:
        yield not_now(state)
        return
    found = [*_objections_to_using(state, seat, Card.BOOM)]
    if triggered_by(state, seat):
        found.append(Objection("NY-CARD-08", "the first building has triggered the end of the game"))
    if state.setup.rulings.second_lot != "optional" and can_take_second_lot(state, seat):
        found.append(
            Objection("NY-CARD-09", "the second lot can still be acquired, and must be first (ruling second_lot)")
        )
    yield from found
    if not found and not can_build and state.setup.rulings.empty_boom == "not_playable":
        yield Objection("NY-CARD-07", "there is nothing that could be built")


def booms(state: State) -> Iterator[Boom]:
    """Construction Boom, if something can be built with it or it may be wasted (NY-CARD-06, NY-CARD-07)."""
    if may_use_boom(state) and (state.setup.rulings.empty_boom == "may_be_wasted" or any(builds(state))):
        yield Boom()
