"""What happens now and then: ordinary steps that apply a rule, and rare events that enough games must show."""

from __future__ import annotations

from attrs import evolve

from ..actions import Action, Build, Corner, Draw, Grow, Pass, Place, Remove, Roll, Shift, Swap, Tax, Walk
from ..box.cards import Kind
from ..state import Cause, Phase, State
from .collection import sometimes
from .facts import (
    all_cells,
    borrowed,
    card_of,
    cell_beside,
    estate,
    far,
    fortunes,
    has_floor_left,
    is_futile,
    is_round,
    own_cells,
    rent_due,
    spare_floors,
    taxed,
    walker,
    ways_to_follow,
)  # fmt: skip


def _kind(before: State, action: Action | None = None) -> Kind | None:
    """The kind of the card that is followed or drawn."""
    card = card_of(before, action)
    return None if card is None else card.kind


def _colour(state: State) -> str:
    """The colour of the player whose turn it is."""
    return state.setup.seats[state.seat]


# --- setup


@sometimes("PS-SETUP-03", "PS-SETUP-06", on=(Corner,))
def own_starting_corner(before: State, action: Corner, after: State) -> bool:
    """A player chooses the round space to start on."""
    return True


@sometimes("PS-SETUP-01", "PS-SETUP-02", "PS-SETUP-03", on=(Place,))
def the_first_piece_is_placed(before: State, action: Place, after: State) -> bool:
    """The table is laid, and the first skyscraper is placed."""
    return not before.constructions


@sometimes("PS-SETUP-09", on=(Place,))
def a_card_is_out(before: State, action: Place, after: State) -> bool:
    """Two people play, and one card is out of the game."""
    return not before.constructions and len(before.players) == 2


@sometimes("PS-SETUP-05", on=(Place,))
def floor_in_the_centre(before: State, action: Place, after: State) -> bool:
    """A floor of the start goes on a cell of the centre."""
    later = before.phase is Phase.PLACE and len(before.constructions) >= len(before.players)
    return later and action.cell in before.setup.edition.board.centre


# --- pawns and rent


def _estate(before: State, action: Roll | Walk, after: State) -> set[str]:
    """The cells that a rent is due for after a pawn's move; none if nothing is due."""
    sent = walker(before, action)
    if sent is None or rent_due(before, sent[0], after.players[sent[0]].pawn or "") is None:
        return set()
    return estate(before, cell_beside(before, after.players[sent[0]].pawn or ""))


@sometimes("PS-PAWN-02", on=(Roll, Walk))
def no_rent(before: State, action: Roll | Walk, after: State) -> bool:
    """A pawn ends beside an empty cell or an own construction."""
    sent = walker(before, action)
    return sent is not None and not is_round(after.players[sent[0]].pawn) and not _estate(before, action, after)


@sometimes("PS-RENT-01", "PS-RENT-02", "PS-RENT-03", "PS-BOX-04", "PS-BOX-07", on=(Roll, Walk))
def rent_is_due(before: State, action: Roll | Walk, after: State) -> bool:
    """A pawn ends beside an opponent's construction."""
    return bool(_estate(before, action, after))


@sometimes("PS-RENT-03", on=(Roll, Walk))
def rent_for_a_group(before: State, action: Roll | Walk, after: State) -> bool:
    """Rent is paid for several constructions at once."""
    return len(_estate(before, action, after)) > 1


@sometimes("PS-RENT-03", on=(Roll, Walk))
def rent_of_a_chain(before: State, action: Roll | Walk, after: State) -> bool:
    """Rent is paid for a construction that does not adjoin the one beside the pawn."""
    cells, sent = _estate(before, action, after), walker(before, action)
    if not cells or sent is None:
        return False
    beside = cell_beside(before, after.players[sent[0]].pawn or "")
    return any(far(beside, cell) > 1 for cell in cells)


@sometimes("PS-RENT-02", on=(Roll, Walk))
def rent_with_a_skyscraper(before: State, action: Roll | Walk, after: State) -> bool:
    """Rent is paid for a group with a skyscraper in it."""
    return any(before.constructions[cell].floors == 3 for cell in _estate(before, action, after))


@sometimes("PS-END-02", on=(Roll, Walk))
def rent_of_the_last_money(before: State, action: Roll | Walk, after: State) -> bool:
    """A rent takes all the money that a player has."""
    sent = walker(before, action)
    return sent is not None and before.players[sent[0]].cash > 0 == after.players[sent[0]].cash


@sometimes("PS-CARD-06", on=(Roll, Walk))
def rent_owed_in_anothers_turn(before: State, action: Roll | Walk, after: State) -> bool:
    """A card moves somebody else's pawn, and its owner pays rent."""
    sent = walker(before, action)
    return sent is not None and sent[0] != before.seat and bool(_estate(before, action, after))


# --- building


@sometimes("PS-BUILD-06", on=(Roll,))
def nothing_to_build(before: State, action: Roll, after: State) -> bool:
    """The black die leads to nothing that can be built, and the turn is over."""
    return before.phase is Phase.ROLL is after.phase


@sometimes("PS-BUILD-02", on=(Roll,))
def others_in_the_way(before: State, action: Roll, after: State) -> bool:
    """Nothing can be built, and a skyscraper or a construction of somebody else is in reach."""
    own = own_cells(before, _colour(before), 1, 2)
    over = before.phase is Phase.ROLL is after.phase
    return over and any(
        cell not in own and far(cell, before.architect or cell) == action.black for cell in before.constructions
    )


@sometimes("PS-BUILD-07", on=(Roll,))
def no_floor_to_build_with(before: State, action: Roll, after: State) -> bool:
    """A player has no floor left, and none can be borrowed."""
    return before.phase is Phase.ROLL is after.phase and not has_floor_left(before, before.seat)


@sometimes("PS-BUILD-07", on=(Build, Grow, Place))
def borrowed_floor(before: State, action: Build | Grow | Place, after: State) -> bool:
    """A floor of a colour that nobody plays is built."""
    return sum(one.borrowed for one in after.players) > sum(one.borrowed for one in before.players)


@sometimes("PS-BUILD-07", on=(Build, Grow, Place))
def floor_beyond_the_box(before: State, action: Build | Grow | Place, after: State) -> bool:
    """A floor is built that the box does not have, where the ruling allows it."""
    return borrowed(after) > max(borrowed(before), spare_floors(before.setup))


@sometimes("PS-BUILD-05", on=(Roll, Build))
def growth_that_could_raze_nothing(before: State, action: Roll | Build, after: State) -> bool:
    """The architect can reach an own construction whose growth could raze nothing, and another is built on, or none."""
    if isinstance(action, Build):
        return is_futile(before, before.seat, before.die or 0)
    return before.phase is Phase.ROLL is after.phase and is_futile(before, before.seat, action.black or 0)


@sometimes("PS-BUILD-05", on=(Pass,))
def passed(before: State, action: Pass, after: State) -> bool:
    """A futile growth is chosen, and nothing is built, where the ruling allows it."""
    return True


@sometimes("PS-BUILD-02", on=(Build, Place))
def full_board(before: State, action: Build | Place, after: State) -> bool:
    """A floor is built on the last empty cell."""
    return len(after.constructions) == len(all_cells(after))


# --- growing


@sometimes("PS-GROW-03", on=(Grow,))
def two_floors_razed(before: State, action: Grow, after: State) -> bool:
    """Three floors raze a construction of two."""
    return before.constructions[action.raze].floors == 2


@sometimes("PS-GROW-04", on=(Grow,))
def razed_beside_the_architects_cell(before: State, action: Grow, after: State) -> bool:
    """Something is razed while the architect protects another construction in reach."""
    start = action.join or action.cell
    floors = 3 if action.join is not None else before.constructions[action.cell].floors + 1
    cell = before.architect
    assert cell is not None
    there = before.constructions[cell]
    return far(start, cell) == floors > there.floors and there.owner != _colour(before)


@sometimes("PS-TOWER-01", "PS-BOX-02", on=(Grow,))
def a_skyscraper_is_built(before: State, action: Grow, after: State) -> bool:
    """Three floors become a skyscraper."""
    return after.constructions[action.raze].floors == 3


@sometimes("PS-TOWER-02", on=(Grow,))
def a_skyscraper_stays(before: State, action: Grow, after: State) -> bool:
    """An opponent's skyscraper is as far away as what is razed, and stays."""
    start = action.join or action.cell
    return any(
        one.floors == 3 and one.owner != _colour(before) and far(start, cell) == far(start, action.raze)
        for cell, one in before.constructions.items()
    )


@sometimes("PS-EXPERT-01", "PS-EXPERT-02", on=(Grow,))
def skyscraper_by_joining(before: State, action: Grow, after: State) -> bool:
    """In the variant two floors join one, move on and become a skyscraper."""
    return action.join is not None


@sometimes("PS-EXPERT-01", on=(Grow,))
def not_joined_though_in_reach(before: State, action: Grow, after: State) -> bool:
    """In the variant one floor grows two cells from another of the same owner, and razes something at once."""
    grows_to_two = before.setup.expert and action.join is None and before.constructions[action.cell].floors == 1
    return grows_to_two and any(far(action.cell, cell) == 2 for cell in own_cells(before, _colour(before), 1))


@sometimes("PS-EXPERT-03", on=(Grow,))
def joined_under_the_architect(before: State, action: Grow, after: State) -> bool:
    """Two floors join the construction that the architect stands on, where the ruling allows it."""
    return action.join is not None and action.join == before.architect


@sometimes("PS-EXPERT-03", on=(Grow,))
def not_joined_for_the_architect(before: State, action: Grow, after: State) -> bool:
    """An own floor could be joined in the variant, but the architect stands on it."""
    cell, setup = before.architect, before.setup
    near = before.constructions[action.cell].floors == 1 and far(action.cell, cell or action.cell) == 2
    ruled = setup.expert and setup.rulings.architect_joined == "not_allowed"
    return ruled and near and cell in own_cells(before, _colour(before), 1)


# --- cards


@sometimes("PS-CARD-01", "PS-BOX-03", "PS-BOX-06", "PS-PAWN-03", on=(Draw,))
def a_card_is_drawn(before: State, action: Draw, after: State) -> bool:
    """A card is drawn for a player on a round space."""
    return True


@sometimes("PS-CARD-01", "PS-BOX-06", on=(Draw,))
def known_order(before: State, action: Draw, after: State) -> bool:
    """All cards have been seen, and the next one is known before it is drawn."""
    return not before.unseen


@sometimes("PS-CARD-05", on=(Draw,))
def a_card_leaves_nothing_to_do(before: State, action: Draw, after: State) -> bool:
    """A card goes under the pile as soon as it is drawn, and the turn is over."""
    return after.card is None and after.phase is not Phase.DRAW


def _has_no_target(before: State, action: Draw) -> bool:
    card = card_of(before, action)
    assert card is not None
    assert before.drawer is not None
    asks = card.kind not in (Kind.THROW, Kind.DICE, Kind.POOREST, Kind.OWN_TAX)
    return asks and not ways_to_follow(before, before.drawer, card)


@sometimes("PS-CARD-03", on=(Draw,))
def no_target(before: State, action: Draw, after: State) -> bool:
    """There is nothing with which the card could be followed."""
    return _has_no_target(before, action)


@sometimes("PS-CARD-03", on=(Draw,))
def another_card_for_want_of_a_target(before: State, action: Draw, after: State) -> bool:
    """A card cannot be followed, and another one is drawn, where the ruling says so."""
    return after.phase is Phase.DRAW and _has_no_target(before, action)


@sometimes("PS-ACTION-01", "PS-CARD-02", on=(Roll,))
def thrown_again(before: State, action: Roll, after: State) -> bool:
    """A card lets a player roll the white die once more."""
    return action.black is None


@sometimes("PS-ACTION-04", "PS-CARD-02", on=(Roll,))
def paid_by_the_dice(before: State, action: Roll, after: State) -> bool:
    """The bank pays for a roll of both dice."""
    return before.phase is Phase.THROW and action.black is not None


@sometimes("PS-CARD-06", on=(Roll, Walk))
def card_moves_a_pawn_onto_a_round_space(before: State, action: Roll | Walk, after: State) -> bool:
    """A card moves a pawn onto a round space."""
    sent = walker(before, action)
    return before.card is not None and sent is not None and is_round(after.players[sent[0]].pawn)


@sometimes("PS-CARD-06", on=(Roll, Walk))
def card_by_a_card(before: State, action: Roll | Walk, after: State) -> bool:
    """A card moves a pawn onto a round space, and its owner draws a card, where the ruling says so."""
    return before.card is not None and after.phase is Phase.DRAW


@sometimes("PS-ACTION-02", "PS-CARD-07", on=(Walk,))
def several_richest(before: State, action: Walk, after: State) -> bool:
    """A card moves one of several richest players."""
    rich = fortunes(before)
    return rich.count(max(rich)) > 1


@sometimes("PS-ACTION-02", on=(Walk,))
def richest_is_oneself(before: State, action: Walk, after: State) -> bool:
    """A card moves the pawn of the one who drew it, who is the richest."""
    return before.drawer is not None and action.player == before.setup.seats[before.drawer]


@sometimes("PS-ACTION-03", "PS-CARD-07", on=(Draw,))
def a_gift_for_the_poorest(before: State, action: Draw, after: State) -> bool:
    """The bank pays the poorest."""
    return _kind(before, action) is Kind.POOREST


@sometimes("PS-ACTION-03", on=(Draw,))
def several_poorest(before: State, action: Draw, after: State) -> bool:
    """Several poorest players receive a gift."""
    rich = fortunes(before)
    return _kind(before, action) is Kind.POOREST and rich.count(min(rich)) > 1


@sometimes("PS-ACTION-05", on=(Tax,))
def a_player_is_chosen_for_a_tax(before: State, action: Tax, after: State) -> bool:
    """A player is chosen and pays a tax."""
    return True


@sometimes("PS-ACTION-05", on=(Tax,))
def tax_on_oneself(before: State, action: Tax, after: State) -> bool:
    """The player chosen for a tax is the one who chooses."""
    return before.drawer is not None and action.player == before.setup.seats[before.drawer]


@sometimes("PS-ACTION-06", on=(Draw,))
def own_tax(before: State, action: Draw, after: State) -> bool:
    """A player pays the tax of a card that they drew."""
    return _kind(before, action) is Kind.OWN_TAX


@sometimes("PS-ACTION-05", on=(Tax, Draw))
def tax_of_nothing(before: State, action: Tax | Draw, after: State) -> bool:
    """A tax is to be paid by a player without skyscrapers."""
    due = taxed(before, action)
    return due is not None and due[1] == 0


@sometimes("PS-CARD-08", on=(Tax, Draw))
def tax_that_cannot_be_paid(before: State, action: Tax | Draw, after: State) -> bool:
    """A tax is more than the player has."""
    due = taxed(before, action)
    return due is not None and due[1] > before.players[due[0]].cash


@sometimes("PS-ACTION-07", on=(Remove,))
def the_leader_loses_a_skyscraper(before: State, action: Remove, after: State) -> bool:
    """A player with the most skyscrapers loses one."""
    return _kind(before) is Kind.LEADER


@sometimes("PS-ACTION-07", on=(Remove,))
def several_leaders(before: State, action: Remove, after: State) -> bool:
    """One of several players with the most skyscrapers loses one."""
    numbers = [len(own_cells(before, colour, 3)) for colour in before.setup.seats]
    return _kind(before) is Kind.LEADER and numbers.count(max(numbers)) > 1


@sometimes("PS-ACTION-12", on=(Remove,))
def low_construction_removed(before: State, action: Remove, after: State) -> bool:
    """A card takes a construction of one or two floors back to its owner."""
    return _kind(before) is Kind.RAZE


@sometimes("PS-ACTION-13", on=(Remove,))
def own_construction_removed(before: State, action: Remove, after: State) -> bool:
    """A player removes a construction of their own."""
    return _kind(before) is Kind.REMOVE


@sometimes("PS-ACTION-13", on=(Remove,))
def own_skyscraper_removed(before: State, action: Remove, after: State) -> bool:
    """A player removes a skyscraper of their own."""
    return _kind(before) is Kind.REMOVE and before.constructions[action.cell].floors == 3


@sometimes("PS-ACTION-08", on=(Swap,))
def swapped_with_an_opponent(before: State, action: Swap, after: State) -> bool:
    """A player swaps an own construction with an opponent's."""
    return _kind(before) is Kind.SWAP


@sometimes("PS-ACTION-10", on=(Swap,))
def swapped_between_opponents(before: State, action: Swap, after: State) -> bool:
    """Constructions of two opponents change places."""
    return _kind(before) is Kind.SWAP_OTHERS


@sometimes("PS-ACTION-08", on=(Swap,))
def unlike_constructions_swapped(before: State, action: Swap, after: State) -> bool:
    """Constructions of different size change places."""
    return len({before.constructions[cell].floors for cell in action.cells}) == 2


@sometimes("PS-ACTION-10", "PS-TOWER-02", on=(Swap,))
def skyscraper_swapped(before: State, action: Swap, after: State) -> bool:
    """A skyscraper changes places with another construction."""
    return any(before.constructions[cell].floors == 3 for cell in action.cells)


@sometimes("PS-ACTION-11", on=(Shift,))
def moved_by_a_card(before: State, action: Shift, after: State) -> bool:
    """A construction is moved to an empty cell."""
    return True


@sometimes("PS-ACTION-09", "PS-CARD-02", on=(Place,))
def floor_placed_for_a_card(before: State, action: Place, after: State) -> bool:
    """A card's floor is placed."""
    return before.phase is Phase.CARD


@sometimes("PS-CARD-04", on=(Remove, Swap, Shift))
def architect_in_the_way(before: State, action: Remove | Swap | Shift, after: State) -> bool:
    """A card could be followed in one more way if the architect were not there."""
    card, seat = card_of(before), before.drawer
    assert card is not None
    assert seat is not None
    return ways_to_follow(evolve(before, architect=None), seat, card) > ways_to_follow(before, seat, card)


# --- the end


def _ended(after: State, cause: Cause) -> bool:
    return after.ending is not None and after.ending.cause is cause


def _totals(state: State) -> list[int]:
    """What each player has in the end."""
    ending, bonus, totals = state.ending, state.setup.edition.bonus, []
    assert ending is not None
    for seat, player in enumerate(state.players):
        money = player.cash + bonus * len(own_cells(state, player.colour, 3))
        left = max(0, money - ending.debt) if seat == ending.seat else money
        totals.append(left + (ending.debt if seat == ending.creditor else 0))
    return totals


@sometimes("PS-END-01", "PS-TURN-03", "PS-FINAL-01", "PS-FINAL-03", on=(Grow,))
def end_by_last_skyscraper(before: State, action: Grow, after: State) -> bool:
    """The last skyscraper ends the game."""
    return _ended(after, Cause.LAST_SKYSCRAPER)


@sometimes("PS-END-02", "PS-TURN-03", "PS-FINAL-01", "PS-FINAL-02", "PS-FINAL-03", on=(Roll, Walk))
def end_by_unpaid_rent(before: State, action: Roll | Walk, after: State) -> bool:
    """A rent that cannot be paid ends the game."""
    return _ended(after, Cause.UNPAID_RENT)


@sometimes("PS-CARD-08", "PS-TURN-03", "PS-FINAL-01", "PS-FINAL-02", "PS-FINAL-03", on=(Tax, Draw))
def end_by_unpaid_tax(before: State, action: Tax | Draw, after: State) -> bool:
    """A tax that cannot be paid ends the game, where the ruling says so."""
    return _ended(after, Cause.UNPAID_TAX)


@sometimes("PS-FINAL-02", on=(Roll, Walk, Tax, Draw))
def bank_pays_the_rest(before: State, action: Action, after: State) -> bool:
    """Cash and bonus of the bankrupt do not cover the debt."""
    ending = after.ending
    if ending is None:
        return False
    debtor = after.players[ending.seat]
    return debtor.cash + after.setup.edition.bonus * len(own_cells(after, debtor.colour, 3)) < ending.debt


@sometimes("PS-FINAL-03", on=(Roll, Walk, Tax, Draw))
def bankrupt_wins(before: State, action: Action, after: State) -> bool:
    """The one who could not pay is the richest in the end."""
    ending = after.ending
    return ending is not None and ending.debt > 0 and _totals(after)[ending.seat] == max(_totals(after))


@sometimes("PS-FINAL-04", on=(Roll, Walk, Tax, Draw, Grow))
def shared_victory(before: State, action: Action, after: State) -> bool:
    """Several have the most money."""
    return after.ending is not None and _totals(after).count(max(_totals(after))) > 1
