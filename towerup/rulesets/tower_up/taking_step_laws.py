"""Laws of steps about cards and stocks: what a card gives, where cards go, what is put back."""

from __future__ import annotations

from towerup.kernel import counts
from towerup.kernel.counts import FIELD
from towerup.kernel.invariants import Told, TransitionLaws

from .actions import Action, Back, Decline, Found, Place, Reveal, Take
from .retelling import floors_named, packed_floors
from .state import Phase, State

TAKING_STEP_LAWS: TransitionLaws[State, Action] = TransitionLaws()

_law = TAKING_STEP_LAWS.law

_TURN = Phase.TURN


@_law("TU-TAKE-02", "TU-TAKE-01", "TU-TAKE-03", "TU-TAKE-08", "TU-TAKE-09", on=(Take,))
def what_a_card_gives(before: State, action: Take, after: State) -> Told:
    """A card gives its printed floors as far as there are any, then as many freely chosen floors as it has multicolour
    ones and printed ones that were lacking, as far as there are any (replacements may be declined under that ruling).
    """
    setup, seat, container = before.setup, before.seat, before.container
    guard, number = setup.guard, setup.edition.kind_numbers[action.card]
    kind = setup.edition.kinds[number]
    wrong: list[str | tuple[str, str]] = []
    if number not in before.market:
        wrong.append(("TU-TAKE-01", f"{action.card} was not in the market"))
    given = kind.printed
    if ((container | guard) - given) & guard != guard:
        given = counts.pack(map(min, counts.unpack(given, setup.colours), counts.unpack(container, setup.colours)))
    left = container - given
    lacking = counts.total(kind.printed) - counts.total(given) if given != kind.printed else 0
    chosen = packed_floors(setup, action.floors) if action.floors else 0
    number_chosen = len(action.floors)
    if ((left | guard) - chosen) & guard != guard:
        wrong.append(("TU-TAKE-09", f"{', '.join(action.floors)} were not all there to be chosen"))
    most = min(kind.wild + lacking, left % FIELD)
    if number_chosen != most:
        least = min(kind.wild, left % FIELD) if setup.rulings.replacement == "may_decline" else most
        if not least <= number_chosen <= most:
            rule = "TU-TAKE-08" if lacking else "TU-TAKE-03"
            wrong.append((rule, f"{number_chosen} floors were chosen, not {least} to {most}"))
    if after.players[seat].stock != before.players[seat].stock + given + chosen:
        stock = floors_named(setup, after.players[seat].stock)
        wrong.append(f"the stock is {stock}, after {floors_named(setup, given + chosen)} came to it")
    if after.container != left - chosen:
        wrong.append("the container did not give what the stock gained")
    return wrong


@_law("TU-TAKE-05", "TU-TAKE-06", "TU-TAKE-07", "TU-BOX-03", on=(Take, Reveal))
def where_cards_go(before: State, action: Take | Reveal, after: State) -> Told:
    """A card taken goes from the market to the discards, a card revealed from the pile to the market; an empty pile is made
    of the discards only when a card is wanted.
    """
    if before.phase < _TURN:
        return ()
    market, pile, discards = before.market, before.pile, before.discards
    kind = before.setup.edition.kind_numbers.get(action.card)
    if kind is None:
        return [f"{action.card} is no kind of card"]
    if type(action) is Take:
        if kind not in market:
            return ()  # another law's business
        place = market.index(kind)
        market = market[:place] + market[place + 1 :]
        discards = discards[:kind] + bytes((discards[kind] + 1,)) + discards[kind + 1 :]
        if not any(pile):
            pile, discards = discards, pile
    else:
        if not pile[kind]:
            return [f"{action.card} was revealed, but none was in the pile"]
        market = tuple(sorted((*market, kind)))
        pile = pile[:kind] + bytes((pile[kind] - 1,)) + pile[kind + 1 :]
    if market == after.market and pile == after.pile and discards == after.discards:
        return ()
    if market == after.market and type(action) is Take:
        return [("TU-TAKE-06", "pile and discards are not what taking this card makes of them")]
    return ["market, pile and discards are not what this action makes of them"]


@_law("TU-BOX-03", "TU-TAKE-06", on=(Place, Back, Found, Decline), about=("market", "pile", "discards"))
def cards_stay_otherwise(before: State, action: Action, after: State) -> Told:
    """Nothing but taking and revealing moves a card."""
    if (before.market, before.pile, before.discards) != (after.market, after.pile, after.discards):
        return ["a card has moved"]
    return ()


@_law("TU-STOCK-02", on=(Back,))
def what_is_put_back(before: State, action: Back, after: State) -> Told:
    """Floors put back go from one's own stock into the container, until the stock is just at the limit."""
    setup, seat = before.setup, before.seat
    floors = packed_floors(setup, action.floors)
    old, new = before.players[seat].stock, after.players[seat].stock
    wrong: list[str] = []
    if old - new != floors or not counts.covers(old, floors, setup.guard):
        wrong.append("the stock did not lose what was put back")
    if after.container - before.container != floors:
        wrong.append("the container did not gain what was put back")
    if counts.total(new) != setup.edition.stock_limit:
        wrong.append(f"{counts.total(new)} floors are left in stock")
    return wrong


@_law("TU-BOX-01", "TU-STOCK-02", on=(Reveal, Decline), about=("players.stock", "container"))
def floors_stay_where_they_are(before: State, action: Action, after: State) -> Told:
    """Neither a card revealed nor an extra turn declined moves a floor."""
    for old, new in zip(before.players, after.players, strict=True):
        if old is not new and old.stock != new.stock:
            return ["a stock has changed"]
    return ["the container has changed"] if before.container != after.container else ()
