"""Cards and stocks: what a card gives, where cards go, the ten-floor cap."""

from __future__ import annotations

from towerup.kernel.frozen import Counts

from ..actions import Action, Back, Deal, Decline, Found, Place, Reveal, Take
from ..state import Phase, State
from .collection import always, step
from .facts import SETUP, given_by, lacking_for

# --- states


@always("TU-BOX-03", "TU-SETUP-02", "TU-SETUP-11")
def no_card_gets_lost(state: State) -> bool:
    """Every card is in the pile, in the market or among the discards, which are empty before the first turn."""
    if state.phase in (Phase.DEAL, Phase.REVEAL_START):
        return True
    cards = state.pile + Counts.of(state.market) + state.discards
    return cards == state.setup.edition.deck and not (state.discards and state.phase is Phase.PLACE)


@always("TU-SETUP-02", "TU-SETUP-03", "TU-BOX-03")
def until_the_starting_floors_are_known_the_pile_has_what_was_not_revealed(state: State) -> bool:
    """The printed cards missing from the pile were revealed: their bottoms are the starting floors, and they are in the market."""
    if state.phase not in (Phase.DEAL, Phase.REVEAL_START):
        return True
    printed = state.setup.edition.bottoms
    revealed = [printed[id] for id in (state.setup.edition.printed_deck - state.pile).names()]
    bottoms, shown = Counts.of(one.bottom for one in revealed), Counts.of(one.card.id for one in revealed)
    return bottoms == Counts.of(state.starting) and Counts.of(state.market) <= shown and not state.discards


@always("TU-TAKE-05", "TU-SETUP-02")
def the_market_is_full_unless_a_card_is_due(state: State) -> bool:
    """The market lacks a card only while it waits for one: in setup it grows by a card for each starting floor."""
    if state.phase in (Phase.DEAL, Phase.REVEAL_START):
        return len(state.market) == min(len(state.starting), state.setup.edition.market)
    return len(state.market) == state.setup.edition.market - (state.phase is Phase.REVEAL)


@always("TU-TAKE-06")
def the_pile_has_a_card_when_one_is_due(state: State) -> bool:
    """While a card is to be revealed the draw pile is not empty."""
    return state.phase not in (Phase.REVEAL_START, Phase.REVEAL) or bool(state.pile)


@always("TU-BOX-05")
def the_market_gives_no_order_away(state: State) -> bool:
    """The market lies in the order of the edition's cards, not in the order in which its cards came."""
    places = [[*state.setup.edition.cards].index(card) for card in state.market]
    return places == sorted(places)


@always("TU-STOCK-01", "TU-STOCK-03")
def ten_floor_cap(state: State) -> bool:
    """Nobody has more floors than the limit, except during their own turn; floors are put back only if there are too many."""
    limit, whole_run = state.setup.edition.stock_limit, state.setup.rulings.stock_limit == "whole_run"
    over = [seat for seat, player in enumerate(state.players) if player.stock.total > limit]
    if state.phase is Phase.BACK:
        return over == [state.seat] and not (whole_run and state.another_turn)
    during_turn = state.phase is Phase.REVEAL or (whole_run and state.extra_turn and state.phase is Phase.TURN)
    return over in ([], [state.seat] if during_turn else [])


@always("TU-STOCK-01")
def no_stock_outgrows_the_cards_of_a_turn(state: State) -> bool:
    """A stock is over the limit by no more floors than a card shows, or a card for each turn in a row where these count as one."""
    turns = 1 + (len(state.setup.edition.stars) if state.setup.rulings.stock_limit == "whole_run" else 0)
    most = state.setup.edition.stock_limit + turns * max(card.icons for card in state.setup.edition.cards.values())
    return all(player.stock.total <= most for player in state.players)


# --- steps


@step("TU-TAKE-02", "TU-TAKE-03", "TU-TAKE-09", "TU-BOX-01", on=(Take,))
def a_card_gives_its_own_colours_and_the_chosen_floors(before: State, action: Take, after: State) -> bool:
    """The stock gains the card's own colours, where the container has them, and the chosen floors. The container loses the same."""
    floors = given_by(before, action.card) + Counts.of(action.floors)
    stock = after.players[before.seat].stock
    return stock == before.player.stock + floors and after.container + floors == before.container


@step("TU-TAKE-03", "TU-TAKE-08", on=(Take,))
def a_floor_is_chosen_for_each_multicolour_and_each_lacking_one(before: State, action: Take, after: State) -> bool:
    """As many floors are chosen as the card has multicolour and lacking ones, while there are any. Replacements can be
    declined under that ruling.
    """
    multicolour, missing = before.setup.edition.cards[action.card].multicolour, lacking_for(before, action.card)
    left = before.container.total - given_by(before, action.card).total
    due = multicolour if before.setup.rulings.replacement == "may_decline" else multicolour + missing
    return min(due, left) <= len(action.floors) <= min(multicolour + missing, left)


@step("TU-TAKE-01", "TU-TAKE-05", "TU-TAKE-07", on=(Take,))
def one_card_leaves_the_market(before: State, action: Take, after: State) -> bool:
    """The card taken was in the market, and one such card is gone from it."""
    return sorted((*after.market, action.card)) == sorted(before.market)


@step("TU-TAKE-05", "TU-TAKE-06", "TU-BOX-03", on=(Take,))
def the_card_taken_is_discarded(before: State, action: Take, after: State) -> bool:
    """The card goes to the discards. Only if the pile is empty they become the pile, this card among them."""
    discards = before.discards + {action.card: 1}
    return (after.pile, after.discards) == ((before.pile, discards) if before.pile else (discards, {}))


@step("TU-TAKE-05", "TU-TAKE-07", "TU-BOX-03", on=(Reveal,))
def a_card_from_the_pile_refills_the_market(before: State, action: Reveal, after: State) -> bool:
    """In play a card comes from the pile into the market, and the discards stay."""
    if before.phase in SETUP:
        return True
    market = sorted(after.market) == sorted((*before.market, action.card))
    return market and after.pile + {action.card: 1} == before.pile and after.discards == before.discards


@step("TU-BOX-03", "TU-TAKE-05", on=(Place, Back, Found, Decline))
def cards_stay_where_they_are(before: State, action: Action, after: State) -> bool:
    """Nothing but taking and revealing moves a card."""
    return (after.market, after.pile, after.discards) == (before.market, before.pile, before.discards)


@step("TU-STOCK-02", "TU-BOX-01", on=(Back,))
def floors_put_back_leave_the_stock_at_the_limit(before: State, action: Back, after: State) -> bool:
    """The floors put back go from the player's stock into the container, and the stock is then just at the limit."""
    floors, stock = Counts.of(action.floors), after.players[before.seat].stock
    moved = stock + floors == before.player.stock and before.container + floors == after.container
    return moved and stock.total == before.setup.edition.stock_limit


@step("TU-BOX-01", on=(Deal, Reveal, Decline))
def floors_stay_where_they_are(before: State, action: Action, after: State) -> bool:
    """Neither chance nor declining a turn moves a floor."""
    stocks = all(old.stock == new.stock for old, new in zip(before.players, after.players, strict=True))
    return stocks and after.container == before.container
