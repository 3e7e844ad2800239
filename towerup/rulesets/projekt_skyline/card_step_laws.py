"""Laws of steps about action cards: what they do to the board, where they are drawn and where they go."""

from __future__ import annotations

from collections.abc import Mapping

from towerup.kernel.invariants import Told, TransitionLaws

from .actions import Action, Build, Corner, Draw, Grow, Pass, Place, Remove, Roll, Shift, Swap, Tax, Walk
from .cards import Kind
from .pawn_step_laws import who_walks
from .retelling import cell_beside, has_floor_left, height, kind_drawn, leaders, may_follow, owner_of
from .state import NO_CARD, Phase, State

CARD_STEP_LAWS: TransitionLaws[State, Action] = TransitionLaws()

_law = CARD_STEP_LAWS.law

_CORNER, _PLACE, _ROLL, _BUILD, _DRAW, _CARD, _THROW, _OVER = Phase
_OF_CARDS = (Place, Roll, Walk, Tax, Remove, Swap, Shift)
"""The actions with which a card can be followed."""


@_law(
    "PS-ACTION-07", "PS-ACTION-08", "PS-ACTION-09", "PS-ACTION-10", "PS-ACTION-11", "PS-ACTION-12", "PS-ACTION-13",
    "PS-CARD-02", "PS-CARD-04", "PS-BOX-01", "PS-BOX-02", "PS-BUILD-07", "PS-TOWER-02",
    on=(Place, Remove, Swap, Shift),
)  # fmt: skip
def what_cards_do_to_the_board(before: State, action: Place | Remove | Swap | Shift, after: State) -> Told:
    """A card removes, moves, swaps or places what it says and nothing else, and never what the architect stands on."""
    if before.phase is not _CARD:
        return ()
    kind = kind_drawn(before)
    board, names = _standing(before), before.setup.board.names
    touched = [names.index(cell) for cell in _cells_of(action)]
    rule = _RULE_OF_CARD.get(kind) if kind is not None else None
    if rule is None or not _is_allowed(before, kind, action, touched):
        return [(rule or "PS-CARD-02", f"{action} is not what the card {kind and kind.word} asks for")]
    wrong: list[str | tuple[str, str]] = []
    if before.architect in touched:
        wrong.append(("PS-CARD-04", f"the architect stands on {names[before.architect]}"))
    if type(action) is Place:
        board[touched[0]] = (before.drawer, 1)
        if not has_floor_left(before, before.drawer):
            wrong.append(("PS-BUILD-07", "there was no floor left to place"))
    elif type(action) is Remove:
        board.pop(touched[0], None)
    else:
        one, other = touched
        moved = {other: board.pop(one, None), one: board.pop(other, None)}
        board |= {cell: what for cell, what in moved.items() if what is not None}
    if (after.owned, after.ones, after.twos, after.towers) != _masks(board, len(before.owned)):
        wrong.append((rule, f"{action} did not do just what the card says"))
    if after.architect != before.architect:
        wrong.append(("PS-CARD-04", "the architect has moved"))
    return wrong


_RULE_OF_CARD: dict[Kind, str] = {
    Kind.LEADER: "PS-ACTION-07",
    Kind.SWAP: "PS-ACTION-08",
    Kind.FLOOR: "PS-ACTION-09",
    Kind.SWAP_OTHERS: "PS-ACTION-10",
    Kind.SHIFT: "PS-ACTION-11",
    Kind.RAZE: "PS-ACTION-12",
    Kind.REMOVE: "PS-ACTION-13",
}


def _standing(state: State) -> dict[int, tuple[int, int]]:
    """What stands on the board: by cell the owner and the floors."""
    cells = range(state.setup.board.columns * state.setup.board.rows)
    return {cell: (owner, height(state, cell)) for cell in cells if (owner := owner_of(state, cell)) is not None}


def _masks(board: Mapping[int, tuple[int, int]], players: int) -> tuple[tuple[int, ...], int, int, int]:
    """The same as a state has it: by owner and by size the cells."""
    owned, sizes = [0] * players, [0, 0, 0]
    for cell, (owner, floors) in board.items():
        owned[owner] |= 1 << cell
        sizes[floors - 1] |= 1 << cell
    return tuple(owned), sizes[0], sizes[1], sizes[2]


def _cells_of(action: Place | Remove | Swap | Shift) -> tuple[str, ...]:
    if isinstance(action, Swap):
        return action.cells
    return (action.cell, action.to) if isinstance(action, Shift) else (action.cell,)


def _is_allowed(before: State, kind: Kind | None, action: Action, cells: list[int]) -> bool:
    """Whether the card asks for just this, the architect aside."""
    seat = before.drawer
    owners, floors = [owner_of(before, cell) for cell in cells], [height(before, cell) for cell in cells]
    if type(action) is Place:
        return kind is Kind.FLOOR and owners == [None]
    if type(action) is Remove:
        if kind is Kind.LEADER:
            return floors == [3] and owners[0] in leaders(before)
        if kind is Kind.RAZE:
            return floors[0] in (1, 2)
        return kind is Kind.REMOVE and owners == [seat]
    if type(action) is Shift:
        return kind is Kind.SHIFT and owners == [seat, None] and floors[0] in (1, 2)
    if None in owners or owners[0] == owners[1]:
        return False
    if kind is Kind.SWAP:
        return seat in owners and 3 not in floors
    return kind is Kind.SWAP_OTHERS and seat not in owners


@_law("PS-CARD-01", "PS-BOX-06", "PS-BOX-03", "PS-CARD-03", "PS-CARD-05", "PS-CARD-02", on=(Draw,))
def cards_are_drawn_from_the_top(before: State, action: Draw, after: State) -> Told:
    """An unseen card is drawn, or when there is none the one that has lain under the pile longest. It is followed if it can
    be; it goes under the pile when that is done, or if nothing can be done with it.
    """
    setup, cards = before.setup, before.setup.edition.cards
    number = next(n for n, card in enumerate(cards) if card.id == action.card)
    unseen, used = [*before.unseen], [*before.used]
    if any(unseen):
        unseen[number] -= 1
    elif used[:1] == [number]:
        del used[0]
    else:
        return [f"{action.card} was drawn, but {cards[used[0]].id if used else 'nothing'} was on top"]
    if min(unseen) < 0:
        return [f"{action.card} was drawn, but every one of it has been seen"]
    kind, wrong = cards[number].kind, list[str | tuple[str, str]]()
    if kind in (Kind.THROW, Kind.DICE):
        held, wanted = number, _THROW
    elif kind in (Kind.POOREST, Kind.OWN_TAX):
        held, wanted = NO_CARD, _OVER if after.ending is not None else _ROLL
    elif may_follow(before, before.drawer, kind):
        held, wanted = number, _CARD
    else:
        held, wanted = NO_CARD, _DRAW if setup.rulings.no_target == "draw_another" else _ROLL
    if held == NO_CARD:
        used.append(number)
    if after.phase is not wanted:
        wrong.append(("PS-CARD-03", f"{after.phase.name} comes after {action.card}, not {wanted.name}"))
    elif wanted in (_CARD, _THROW, _DRAW) and after.drawer != before.drawer:
        wrong.append(("PS-CARD-02", "another than the one who drew it follows the card"))
    if after.card != held:
        wrong.append(("PS-CARD-05", f"card {after.card} is being followed, not {held}"))
    if [*after.unseen] != unseen or [*after.used] != used:
        wrong.append(("PS-BOX-06", "the pile is not what it was but for the card drawn"))
    return wrong


@_law(
    "PS-CARD-05", "PS-BOX-03", "PS-BOX-06",
    on=(Corner, Place, Roll, Build, Grow, Pass, Walk, Tax, Remove, Swap, Shift),
)  # fmt: skip
def a_card_goes_under_the_pile(before: State, action: Action, after: State) -> Told:
    """A card that has been followed is put under the pile, and no other card moves."""
    if before.card == NO_CARD == after.card and before.used is after.used and before.unseen is after.unseen:
        return ()
    used = [*before.used]
    if before.card != NO_CARD:
        used.append(before.card)
    if after.card != NO_CARD or [*after.used] != used or after.unseen != before.unseen:
        return [f"cards under the pile went from {[*before.used]} to {[*after.used]}, not {used}"]
    return ()


@_law("PS-CARD-05", "PS-CARD-06", "PS-CARD-02", on=_OF_CARDS)
def after_a_card_the_turn_is_over(before: State, action: Action, after: State) -> Told:
    """Once a card has been followed the turn is over; only where the ruling says so, the owner of a pawn that it moved onto a
    round space draws another.
    """
    if before.card == NO_CARD:
        return ()
    if after.card != NO_CARD:
        return ["the card is still being followed"]
    walker = who_walks(before, action)
    board = before.setup.board
    draws = (
        walker is not None
        and before.setup.rulings.corner_by_card == "owner_draws"
        and cell_beside(board, after.pawns[walker[0]]) is None
    )
    if draws != (after.phase is _DRAW):
        return [("PS-CARD-06", f"{after.phase.name} comes after {action}")]
    if draws and walker is not None and after.drawer != walker[0]:
        return [("PS-CARD-06", f"seat {after.drawer} draws, but the pawn of seat {walker[0]} was moved")]
    return ()
