"""Action cards: where they are drawn and where they go, and what they do to the board."""

from __future__ import annotations

from towerup.kernel.frozen import Counts

from ..actions import Action, Build, Corner, Draw, Grow, Pass, Place, Remove, Roll, Shift, Swap, Tax, Walk
from ..box.cards import Kind
from ..state import Construction, Phase, State
from .collection import always, step
from .facts import card_of, is_round, walker, ways_to_follow, without


@always("PS-BOX-03", "PS-SETUP-09", "PS-BOX-06")
def no_card_gets_lost(state: State) -> bool:
    """Every card in the game is unseen, under the pile, or being followed; with two players one card is out."""
    cards = state.unseen + Counts.of([*state.used, *([] if state.card is None else [state.card])])
    two = len(state.players) == 2
    return cards == {
        one.id: one.count for one in state.setup.edition.cards if not (two and one.kind is Kind.SWAP_OTHERS)
    }


@always("PS-CARD-02", "PS-TURN-02", "PS-CARD-06")
def a_card_is_followed_while_it_lies_there(state: State) -> bool:
    """A card lies there exactly while it is followed. Dice are rolled for two kinds, and two others leave nothing to do."""
    card, card_phase = card_of(state), state.phase in (Phase.DRAW, Phase.CARD, Phase.THROW)
    if (card is not None) != (state.phase in (Phase.CARD, Phase.THROW)) or (state.drawer is not None) != card_phase:
        return False
    if state.drawer not in (None, state.seat) and state.setup.rulings.corner_by_card == "no_card":
        return False
    if card is None:
        return True
    rolled = card.kind in (Kind.THROW, Kind.DICE)
    return rolled == (state.phase is Phase.THROW) and card.kind not in (Kind.POOREST, Kind.OWN_TAX)


@step("PS-CARD-01", "PS-BOX-06", on=(Draw,))
def a_card_is_drawn_from_the_top(before: State, action: Draw, after: State) -> bool:
    """An unseen card is drawn or, when there is none, the one that has been under the pile longest."""
    lies = after.card == action.card
    used = before.used if before.unseen else before.used[1:]
    unseen = before.unseen - {action.card: 1} if before.unseen else before.unseen
    on_top = bool(before.unseen) or before.used[0] == action.card
    return on_top and after.unseen == unseen and after.used == (used if lies else (*used, action.card))


@step("PS-CARD-02", "PS-CARD-03", on=(Draw,))
def a_card_is_followed_if_it_can_be(before: State, action: Draw, after: State) -> bool:
    """Dice are rolled, or the one who drew the card chooses if there is a choice. If nothing can be done, the turn is over or
    another card is drawn, as ruled.
    """
    card = card_of(before, action)
    assert card is not None
    assert before.drawer is not None
    if card.kind in (Kind.THROW, Kind.DICE):
        right = (Phase.THROW, before.drawer)
    elif card.kind in (Kind.POOREST, Kind.OWN_TAX):
        return after.phase in (Phase.ROLL, Phase.OVER) and after.card is None
    elif ways_to_follow(before, before.drawer, card):
        right = (Phase.CARD, before.drawer)
    elif before.setup.rulings.no_target == "draw_another":
        right = (Phase.DRAW, before.drawer)
    else:
        return (after.phase, after.drawer) == (Phase.ROLL, None)
    return (after.phase, after.drawer) == right


@step("PS-CARD-05", "PS-BOX-03", on=(Corner, Place, Roll, Build, Grow, Pass, Walk, Tax, Remove, Swap, Shift))
def a_card_goes_under_the_pile_when_it_was_followed(before: State, action: Action, after: State) -> bool:
    """A card that has been followed is put under the pile, and no other card moves."""
    used = before.used if before.card is None else (*before.used, before.card)
    return (after.card, after.used, after.unseen) == (None, used, before.unseen)


@step("PS-CARD-06", "PS-CARD-05", on=(Place, Roll, Walk, Tax, Remove, Swap, Shift))
def after_a_card_the_turn_is_over(before: State, action: Action, after: State) -> bool:
    """Once a card has been followed the turn is over. Only as ruled, the owner of a pawn that it moved onto a round space draws."""
    if before.card is None:
        return True
    sent = walker(before, action)
    draws = before.setup.rulings.corner_by_card == "owner_draws"
    if sent is not None and draws and is_round(after.players[sent[0]].pawn):
        return (after.phase, after.drawer) == (Phase.DRAW, sent[0])
    return after.phase in (Phase.ROLL, Phase.OVER)


@step("PS-CARD-02", "PS-CARD-04", on=(Walk, Tax, Remove, Swap, Shift))
def only_what_the_card_asks_for_is_done(before: State, action: Action, after: State) -> bool:
    """A card is followed in one of the ways that it allows, and never touches what the architect stands on."""
    card = card_of(before)
    return card is not None and before.drawer is not None and action in ways_to_follow(before, before.drawer, card)


@step("PS-ACTION-09", "PS-BUILD-07", on=(Place,))
def a_card_places_one_floor(before: State, action: Place, after: State) -> bool:
    """A card's floor goes on an empty cell; the rest of the board and the architect stay."""
    card = card_of(before)
    if card is None or before.drawer is None:
        return before.phase is Phase.PLACE
    asked = action in ways_to_follow(before, before.drawer, card)
    floor = {action.cell: Construction(before.setup.seats[before.drawer], 1)}
    return asked and after.constructions == {**before.constructions, **floor} and after.architect == before.architect


@step("PS-BOX-01", "PS-BOX-02", on=(Remove,))
def a_card_removes_one_construction(before: State, action: Remove, after: State) -> bool:
    """What stands on the cell is gone, and everything else stays."""
    return action.cell in before.constructions and after.constructions == without(before, action.cell)


@step("PS-ACTION-08", "PS-ACTION-10", on=(Swap,))
def a_card_swaps_two_constructions(before: State, action: Swap, after: State) -> bool:
    """What stands on the two cells has changed places, owners and all, and everything else stays."""
    one, other = action.cells
    swapped = {one: before.constructions[other], other: before.constructions[one]}
    return after.constructions == {**before.constructions, **swapped}


@step("PS-ACTION-11", on=(Shift,))
def a_card_moves_one_construction(before: State, action: Shift, after: State) -> bool:
    """What stood on the cell stands on the other, and everything else stays."""
    return after.constructions == {**without(before, action.cell), action.to: before.constructions[action.cell]}
