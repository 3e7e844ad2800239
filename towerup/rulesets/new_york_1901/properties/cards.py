"""Land cards and action cards: the market, the pile in its layers, and what a card needs."""

from __future__ import annotations

from towerup.kernel.frozen import Counts

from ..actions import Acquire, Action, Boom, Build, Deal, End, Grab, Rebuild, Shift
from ..state import Phase, State
from .collection import always, step
from .facts import card_for, ended_by, idle_workers, in_pile, lots_in_play, shown, small_card_shown

CARD_OF: dict[type[Action], str] = {Boom: "boom", Shift: "shift", Grab: "grab"}
DEALT = (Phase.OPEN, Phase.RENEW, Phase.FILL)


def cards_of(state: State, lots: set[str]) -> Counts:
    """The cards for these lots."""
    return Counts.of(card_for(state.setup.board, lot) for lot in lots)


# --- states


@always("NY-BOX-03", "NY-SETUP-02", "NY-EXPERT-01", "NY-SETUP-04")
def there_is_a_card_for_every_free_lot(state: State) -> bool:
    """Market and pile have a card for each free lot; for starting lots, too, while these cards are still to come from the market."""
    setup = state.setup
    every = {*lots_in_play(setup.edition, len(setup.seats))}
    owned = {lot for player in state.players for lot in player.lots}
    there = sum(state.pile, state.market)
    wait = state.phase is Phase.OPEN and setup.rulings.starting_card == "from_the_market"
    return there == cards_of(state, every - owned) or (wait and there == cards_of(state, every))


@always("NY-BOX-06", "NY-CARD-01")
def nobody_has_more_than_three_action_cards(state: State) -> bool:
    """Each player has at most one of each action card; all three until the market lies there."""
    return all(
        len({*one.cards}) == len(one.cards)
        and {*one.cards} <= {"boom", "shift", "grab"}
        and (state.phase is not Phase.OPEN or len(one.cards) == 3)
        for one in state.players
    )


@always("NY-TURN-07", "NY-SETUP-04", "NY-CARD-02")
def the_market_is_as_large_as_it_can_be(state: State) -> bool:
    """A turn begins with a full market, or without a pile; chance deals only to a market that lacks cards."""
    full, pile = state.setup.edition.market, bool(state.pile)
    if state.phase in DEALT:
        return shown(state) < full and pile
    if state.phase in (Phase.TURN, Phase.GRAB):
        return shown(state) == full or (shown(state) < full and not pile)
    return shown(state) < full if state.phase is Phase.BUILD else shown(state) <= full


@always("NY-BOX-05", "NY-SETUP-04")
def the_pile_has_no_empty_layer(state: State) -> bool:
    """Each layer of the pile has cards, and before the first turn there is one layer."""
    return all(sum(layer.values()) > 0 for layer in state.pile) and (
        state.phase is not Phase.OPEN or len(state.pile) == 1
    )


@always("NY-CARD-05")
def a_second_lot_waits_only_in_a_turn(state: State) -> bool:
    """The second lot of a Land Grab waits after the first lot, and after a building only where the ruling allows that."""
    later = state.phase is Phase.AFTER and state.setup.rulings.land_grab == "freed_worker"
    return not state.second_lot or state.phase is Phase.BUILD or later


# --- steps


@step("NY-CARD-01", "NY-BOX-06")
def only_a_card_that_is_used_goes(before: State, action: Action, after: State) -> bool:
    """Using an action card takes it from the player on turn; nothing else does."""
    cards = [{*one.cards} for one in before.players]
    cards[before.seat] -= {CARD_OF.get(type(action))}
    return [{*one.cards} for one in after.players] == cards


@step("NY-CARD-01", "NY-BOX-06", on=(Shift, Grab, Boom))
def who_uses_a_card_has_it(before: State, action: Action, after: State) -> bool:
    """An action card is used once."""
    return CARD_OF[type(action)] in before.player.cards


@step("NY-CARD-03", on=(Shift,))
def a_shift_needs_cards_in_the_pile(before: State, action: Shift, after: State) -> bool:
    """As many as the market has; one at least where old cards come round."""
    rulings, full = before.setup.rulings, before.setup.edition.market
    return in_pile(before) >= (full if rulings.short_pile == "not_playable" else 1)


@step("NY-CARD-02", "NY-BOX-05", on=(Shift,))
def the_market_goes_under_the_pile(before: State, action: Shift, after: State) -> bool:
    """Its cards are a layer of their own below all others, and the market is dealt anew."""
    moved = not after.market and after.pile == (*before.pile, before.market)
    return moved and after.phase is Phase.RENEW and after.seat == before.seat


@step("NY-CARD-04", on=(Grab,))
def a_grab_needs_a_worker_a_pile_and_a_small_card(before: State, action: Grab, after: State) -> bool:
    """There was a free worker, a card in the pile, and one in the market for two cells."""
    return idle_workers(before, before.seat) > 0 and in_pile(before) > 0 and small_card_shown(before)


@step("NY-CARD-10", on=(Grab,))
def a_grab_comes_at_its_moment(before: State, action: Grab, after: State) -> bool:
    """At the start of a turn; after a first lot only where the ruling allows that."""
    later = before.phase is Phase.BUILD and before.setup.rulings.grab_moment == "also_after_a_lot"
    return before.phase is Phase.TURN or later


@step("NY-CARD-04", "NY-CARD-05", on=(Acquire,))
def lots_of_a_grab_are_small(before: State, action: Acquire, after: State) -> bool:
    """With Land Grab no lot of three cells is acquired, and after a first lot none without it."""
    small = card_for(before.setup.board, action.lot).endswith("-2")
    due = before.phase in (Phase.TURN, Phase.GRAB) or before.second_lot
    return due and (small or before.phase is Phase.TURN)


@step("NY-CARD-08", "NY-CARD-06", "NY-CARD-07", on=(Boom,))
def no_boom_after_a_building_that_triggers_the_end(before: State, action: Boom, after: State) -> bool:
    """Who has triggered the end builds no second time."""
    return not ended_by(before, before.seat)


@step("NY-CARD-07", on=(End,))
def a_boom_is_not_wasted(before: State, action: End, after: State) -> bool:
    """Something is built with Construction Boom, unless the ruling lets it be wasted."""
    return before.phase is not Phase.BOOM or before.setup.rulings.empty_boom == "may_be_wasted"


@step("NY-CARD-09", "NY-CARD-05", on=(End, Build, Boom))
def a_compulsory_second_lot_is_not_lost(before: State, action: End | Build | Boom, after: State) -> bool:
    """Where the second lot must be acquired it is not lost while it can be, or not for Construction Boom, as ruled."""
    rulings = before.setup.rulings
    loses = not isinstance(action, Build) or rulings.land_grab == "before_building"
    if rulings.second_lot == "not_for_boom":
        loses = isinstance(action, Boom)
    can = before.second_lot and small_card_shown(before) and idle_workers(before, before.seat) > 0
    return not (rulings.second_lot != "optional" and loses and can)


@step("NY-BOX-05", "NY-BOX-03", "NY-SETUP-02", on=(Deal,))
def a_card_is_dealt_from_the_top(before: State, action: Deal, after: State) -> bool:
    """A card of the top layer comes into the market; what lies deeper stays. Starting cards may then be taken from the market,
    or else from the pile.
    """
    setup, card = before.setup, Counts.of([action.card])
    if not before.pile or not card <= before.pile[0]:
        return False
    market, layers = before.market + card, [before.pile[0] - card, *before.pile[1:]]
    every = cards_of(before, {*lots_in_play(setup.edition, len(setup.seats))})
    if before.phase is Phase.OPEN and shown(before) + 1 == setup.edition.market and sum(layers, market) == every:
        for player in before.players:
            start = cards_of(before, {*player.lots})
            if start <= market:
                market -= start
            else:
                layers[0] -= start
    return after.market == market and [*after.pile] == [layer for layer in layers if layer]


@step("NY-TURN-07", "NY-BOX-03", on=(Grab, Build, Rebuild, Boom, End))
def land_cards_stay(before: State, action: Action, after: State) -> bool:
    """Land cards move by nothing but dealing, acquiring, giving back and a Market Shift."""
    return before.market == after.market and before.pile == after.pile
