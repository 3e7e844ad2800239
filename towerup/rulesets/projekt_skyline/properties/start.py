"""Setup: what the players start with, the round spaces, the pieces placed, the architect."""

from __future__ import annotations

from ..actions import Action, Build, Corner, Draw, Grow, Pass, Place, Remove, Roll, Shift, Swap, Tax, Walk
from ..box.cards import Kind
from ..state import Construction, Phase, State
from .collection import always, step
from .facts import SETUP, is_round, own_cells, placing

# --- states


@always("PS-SETUP-01")
def every_player_has_another_colour(state: State) -> bool:
    """The players have different colours of the box, in the order of the seats, and are as many as the box is for."""
    colours, edition = [player.colour for player in state.players], state.setup.edition
    known = {*colours} <= {*edition.colours} and len(colours) in edition.skyscrapers
    return tuple(colours) == state.setup.seats and len({*colours}) == len(colours) and known


@always("PS-SETUP-02")
def until_the_first_turn_everyone_has_the_money_of_the_start(state: State) -> bool:
    """Before the first turn everyone has the money of the start."""
    return state.phase not in SETUP or {player.cash for player in state.players} == {state.setup.edition.money}


@always("PS-SETUP-09", "PS-BOX-03", "PS-BOX-06")
def until_the_first_turn_no_card_has_been_seen(state: State) -> bool:
    """Before the first turn all cards are unseen, but for the one that is out with two players."""
    out = [Kind.SWAP_OTHERS] if len(state.players) == 2 else []
    deck = {card.id: card.count for card in state.setup.edition.cards if card.kind not in out}
    return state.phase not in SETUP or (state.unseen, state.used) == (deck, ())


@always("PS-SETUP-03")
def until_the_first_turn_pawns_are_on_their_round_spaces(state: State) -> bool:
    """Before the first turn all pawns are on the round space of the start or, as ruled, on those their owners chose in turn."""
    if state.phase not in SETUP:
        return True
    if state.setup.rulings.starting_corner == "together":
        start = state.setup.edition.board.start
        return state.phase is Phase.PLACE and {player.pawn for player in state.players} == {start}
    chosen = {seat for seat, player in enumerate(state.players) if player.pawn is not None}
    all_round = all(is_round(state.players[seat].pawn) for seat in chosen)
    if state.phase is Phase.PLACE:
        return all_round and len(chosen) == len(state.players)
    order = placing(state.setup)
    return all_round and chosen == {*order[: len(chosen)]} and state.seat == order[len(chosen)]


@always("PS-SETUP-06", "PS-SETUP-05")
def until_the_first_turn_pieces_are_placed_in_order(state: State) -> bool:
    """Before the first turn everyone has placed as many pieces as their turns, and the next in order is to place one."""
    if state.phase is not Phase.PLACE:
        return state.phase is not Phase.CORNER or not state.constructions
    order, placed = placing(state.setup), len(state.constructions)
    owners = [construction.owner for construction in state.constructions.values()]
    as_many = all(owners.count(colour) == order[:placed].count(seat) for seat, colour in enumerate(state.setup.seats))
    return placed < len(order) and as_many and state.seat == order[placed]


@always("PS-SETUP-04", "PS-SETUP-05")
def until_the_first_turn_there_is_a_skyscraper_each_in_the_centre(state: State) -> bool:
    """Before the first turn each player's first piece is a skyscraper in the centre, and the others are single floors."""
    centre = state.setup.edition.board.centre
    return state.phase not in SETUP or all(
        len(own_cells(state, colour, 3)) == min(1, len(own_cells(state, colour)))
        and {*own_cells(state, colour, 3)} <= {*centre}
        and not own_cells(state, colour, 2)
        for colour in state.setup.seats
    )


@always("PS-SETUP-07", "PS-BUILD-04", "PS-GROW-05", "PS-CARD-04")
def the_architect_stands_on_a_construction(state: State) -> bool:
    """The architect comes with the last floor of the start. From then on it stands on a construction."""
    return state.architect is None if state.phase in SETUP else state.architect in state.constructions


# --- steps


@step("PS-SETUP-01", on=(Corner, Place, Roll, Build, Grow, Pass, Draw, Walk, Tax, Remove, Swap, Shift))
def what_was_agreed_stays(before: State, action: Action, after: State) -> bool:
    """Edition, seats, variant and rulings stay as agreed."""
    return after.setup is before.setup or after.setup == before.setup


@step("PS-SETUP-03", "PS-SETUP-06", on=(Corner,))
def a_round_space_is_chosen(before: State, action: Corner, after: State) -> bool:
    """One more pawn is on the board, on the round space that its owner chose; nothing else has changed."""
    old, new = before.players[before.seat], after.players[before.seat]
    others = all(
        a == b for seat, (a, b) in enumerate(zip(before.players, after.players, strict=True)) if seat != before.seat
    )
    return old.pawn is None and new.pawn == action.corner and others and after.constructions == before.constructions


@step("PS-SETUP-04", "PS-SETUP-05", "PS-SETUP-02", "PS-BOX-01", "PS-BOX-02", on=(Place,))
def a_piece_of_the_start_goes_on_a_free_cell(before: State, action: Place, after: State) -> bool:
    """In setup a skyscraper goes on a free cell of the centre, and a floor on any free cell; nothing else is built."""
    if before.phase is not Phase.PLACE:
        return True
    first = len(before.constructions) < len(before.players)
    in_place = action.cell not in before.constructions and (
        not first or action.cell in before.setup.edition.board.centre
    )
    piece = Construction(before.setup.seats[before.seat], 3 if first else 1)
    return in_place and after.constructions == {**before.constructions, action.cell: piece}


@step("PS-SETUP-07", "PS-SETUP-08", "PS-SETUP-06", on=(Place,))
def after_the_last_floor_of_the_start_play_begins(before: State, action: Place, after: State) -> bool:
    """The architect goes on the last floor of the start, and then the player begins who is to begin as ruled."""
    order = placing(before.setup)
    if before.phase is not Phase.PLACE or len(before.constructions) + 1 < len(order):
        return before.phase is not Phase.PLACE or after.phase is Phase.PLACE
    begins = order[-1] if before.setup.rulings.who_begins == "last_placer" else order[0]
    return (after.phase, after.seat, after.architect) == (Phase.ROLL, begins, action.cell)
