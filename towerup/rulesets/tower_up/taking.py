"""Taking a card, refilling the market, putting floors back.

FR “PRENDRE 1 CARTE”, “PÉNURIE DE MATÉRIEL”; PL “WEŹ 1 KARTĘ”, “BRAK KOMPONENTÓW”.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from attrs import evolve

from towerup.kernel.frozen import Counts
from towerup.kernel.rules import Objection, Objections

from .actions import Back, Reveal, Take
from .box.cards import Card
from .ending import shortage
from .state import Phase, State
from .turns import end_action, not_now
from .vehicles import earns_extra_turn, moved
from .words import floors_in_words, number_of

# --- taking a card


def take(state: State, action: Take) -> State:
    """Take the floors of a market card, move the vehicles it shows, and discard it; the market then needs a card."""
    player, card = state.player, state.setup.edition.cards[action.card]

    # The printed colours first, then the chosen floors: for multicolour ones and for what has run out (TU-TAKE-02, TU-TAKE-03).
    printed, missing = printed_floors(state, card)
    floors = printed + Counts.of(action.floors)
    vehicles = moved(state, player.vehicles, card.vehicles)  # TU-TAKE-04
    another_turn = state.another_turn or earns_extra_turn(state, player.vehicles, vehicles)
    player = evolve(player, stock=player.stock + floors, vehicles=vehicles)

    # The card goes to the discards. A draw pile that is empty when a card is needed is made of them (TU-TAKE-05, TU-TAKE-06).
    market = list(state.market)
    market.remove(action.card)
    pile, discards = state.pile, state.discards + {action.card: 1}
    if not pile:
        pile, discards = discards, pile

    # A card that the container cannot provide whole is a shortage (TU-END-04).
    short_of_multicolour = len(action.floors) < card.multicolour and state.setup.rulings.empty_container == "shortage"
    state = evolve(
        state,
        phase=Phase.REVEAL,
        players=state.with_player(player),
        container=state.container - floors,
        market=tuple(market),
        pile=pile,
        discards=discards,
        another_turn=another_turn,
    )
    return shortage(state) if missing or short_of_multicolour else state


def objections_to_take(state: State, action: Take, seat: int) -> Objections:
    """What speaks against taking this card with these chosen floors."""
    if state.phase is not Phase.TURN:
        yield not_now(state)
    if action.card not in state.market:
        has = ", ".join(state.market) or "no card"
        yield Objection("TU-TAKE-01", f"{action.card} is not in the market, which has {has}")
    card, chosen = state.setup.edition.cards[action.card], Counts.of(action.floors)
    printed, missing = printed_floors(state, card)
    left = state.container - printed
    yield from _objections_to_number(state, card, len(action.floors), missing, left.total)
    if not chosen <= left:
        yield _not_available(state, card, chosen, left, missing)


def _objections_to_number(state: State, card: Card, chosen: int, missing: int, left: int) -> Objections:
    """Too many floors are chosen, or too few."""
    free = card.multicolour + missing
    due = min(free, left)
    choose = f"choose {number_of(due, 'floor')}, not {chosen}"
    if chosen > free and missing:
        yield Objection("TU-TAKE-08", f"{number_of(missing, 'floor')} of {card.id} ran out: {choose}")
    elif chosen > free:
        yield Objection("TU-TAKE-03", f"{card.id} shows {number_of(free, 'multicolour floor')}: {choose}")
    elif chosen < min(card.multicolour, left):
        yield Objection("TU-TAKE-03", f"what a card shows is taken whole: {choose}")
    elif chosen < due and state.setup.rulings.replacement == "compulsory":
        yield Objection("TU-TAKE-08", f"a floor that ran out must be replaced: {choose}")


def _not_available(state: State, card: Card, chosen: Counts, left: Counts, missing: int) -> Objection:
    """Floors are chosen that the container does not have, or no longer has after the printed ones (TU-TAKE-09)."""
    if chosen <= state.container:
        rule = "TU-TAKE-09"
    else:
        rule = "TU-TAKE-08" if missing and not card.multicolour else "TU-TAKE-03"
    has = f"after the printed floors the container has {floors_in_words(state, left)}"
    not_there = Counts({colour: count - left[colour] for colour, count in chosen.items() if count > left[colour]})
    return Objection(rule, f"{has}: {floors_in_words(state, not_there)} cannot be had")


def takes(state: State) -> Iterator[Take]:
    """Every way to take a card of the market. Two cards alike are one choice (TU-TAKE-07)."""
    edition, container = state.setup.edition, state.container
    for id in dict.fromkeys(state.market):
        card = edition.cards[id]
        left, replaced = dict(container), 0
        for colour, count in card.floors.items():
            replaced += max(0, count - container[colour])
            left[colour] = max(0, container[colour] - count)
        there = sum(left.values())
        most = min(card.multicolour + replaced, there)
        least = min(card.multicolour, there) if state.setup.rulings.replacement == "may_decline" else most
        for number in range(least, most + 1):
            for floors in combinations_with_replacement(edition.colours, number):
                if all(floors.count(colour) <= left.get(colour, 0) for colour in floors):
                    yield Take(id, floors)


def printed_floors(state: State, card: Card) -> tuple[Counts, int]:
    """The floors of the card's own colours that the container has, and how many it lacks (TU-TAKE-09)."""
    there = Counts({colour: min(count, state.container[colour]) for colour, count in card.floors.items()})
    return there, card.floors.total - there.total


# --- refilling the market


def refill(state: State, action: Reveal) -> State:
    """A card from the pile comes into the market, and the turn goes on (TU-TAKE-05, TU-BOX-03)."""
    market = sorted((*state.market, action.card), key=state.box.card_order.__getitem__)
    return end_action(evolve(state, market=tuple(market), pile=state.pile - {action.card: 1}))


def objections_to_refill(state: State, action: Reveal, seat: int) -> Objections:
    """What speaks against this card coming into the market."""
    if state.phase is not Phase.REVEAL:
        yield not_now(state)
    elif not state.pile[action.card]:
        yield Objection("TU-TAKE-05", f"no {action.card} is left in the draw pile")


def refills(state: State) -> Iterator[Reveal]:
    """Every card that chance can bring into the market."""
    for card in state.setup.edition.cards:
        if card in state.pile:
            yield Reveal(card)


# --- putting floors back


def put_back(state: State, action: Back) -> State:
    """Floors go back from the stock into the container (TU-STOCK-02)."""
    floors = Counts.of(action.floors)
    player = evolve(state.player, stock=state.player.stock - floors)
    return end_action(evolve(state, players=state.with_player(player), container=state.container + floors))


def objections_to_put_back(state: State, action: Back, seat: int) -> Objections:
    """What speaks against putting back these floors: just what is over the limit goes back (TU-STOCK-02)."""
    stock, limit, back = state.players[seat].stock, state.setup.edition.stock_limit, Counts.of(action.floors)
    over = stock.total - limit
    if state.phase is not Phase.BACK:
        yield not_now(state)
    elif over <= 0:
        yield Objection("TU-STOCK-02", f"a stock of {stock.total} is within the limit of {limit}")
    elif back.total != over:
        yield Objection(
            "TU-STOCK-02", f"a stock of {stock.total} is {over} over the limit: put back {over}, not {back.total}"
        )
    if not back <= stock:
        has, asked = floors_in_words(state, stock), floors_in_words(state, back)
        yield Objection("TU-STOCK-02", f"the stock has {has}, not {asked} to put back")


def put_backs(state: State) -> Iterator[Back]:
    """Every choice of just as many floors as are over the limit."""
    edition, stock = state.setup.edition, state.player.stock
    for floors in combinations_with_replacement(edition.colours, stock.total - edition.stock_limit):
        if Counts.of(floors) <= stock:
            yield Back(floors)
