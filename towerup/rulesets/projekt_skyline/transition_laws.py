"""Laws that hold from every state to the next.

A second telling of what each action does, from the rulebook and the edition, beside the code that plays.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from towerup.kernel.invariants import Told, TransitionLaws

from .actions import Action, Build, Corner, Draw, Grow, Pass, Place, Remove, Roll, Shift, Swap, Tax, Walk
from .cards import Kind
from .retelling import (
    cell_beside,
    debt_at,
    far,
    fortunes,
    has_floor_left,
    height,
    leaders,
    may_be_razed,
    may_build,
    may_follow,
    may_join,
    owner_of,
)
from .setup import Setup
from .state import BANK, NO_CARD, NOWHERE, Cause, Ending, Phase, State
from .state_laws import _placing, skyscrapers_taken

TRANSITION_LAWS: TransitionLaws[State, Action] = TransitionLaws()

_law = TRANSITION_LAWS.law

_CORNER, _PLACE, _ROLL, _BUILD, _DRAW, _CARD, _THROW, _OVER = Phase
_BOARD = ("owned", "ones", "twos", "towers")
_OF_CARDS = (Place, Roll, Walk, Tax, Remove, Swap, Shift)
"""The actions with which a card can be followed."""


def _kind(state: State) -> Kind | None:
    """The kind of the card that is being followed."""
    return None if state.card == NO_CARD else state.setup.edition.cards[state.card].kind


def _seat_of(setup: Setup, colour: str) -> int | None:
    """The seat of a colour; None if nobody plays it."""
    return setup.seats.index(colour) if colour in setup.seats else None


# --- setup


@_law("PS-SETUP-01", about=("setup",))
def the_setup_stays(before: State, action: Action, after: State) -> Told:
    """What was agreed for the game stays."""
    return ["the setup has changed"] if before.setup != after.setup else ()


@_law("PS-SETUP-03", "PS-SETUP-06", on=(Corner,))
def round_spaces_are_chosen(before: State, action: Corner, after: State) -> Told:
    """The pawn of the one who chooses goes on that round space; then the next in the order of placing chooses or places."""
    board, seat = before.setup.board, before.seat
    wrong: list[str | tuple[str, str]] = []
    pawns = [*before.pawns]
    if pawns[seat] != NOWHERE:
        wrong.append(f"the pawn of {before.setup.seats[seat]} was on the board already")
    pawns[seat] = board.spaces.index(action.corner)
    if [*after.pawns] != pawns or cell_beside(board, pawns[seat]) is not None:
        wrong.append(f"not just the pawn of {before.setup.seats[seat]} was put on {action.corner}")
    waiting = pawns.count(NOWHERE)
    order = [*_placing(before.setup)]
    if after.seat != order[(len(pawns) - waiting) % len(pawns)]:
        wrong.append(("PS-SETUP-06", f"seat {after.seat} comes next"))
    return wrong


@_law(
    "PS-SETUP-04", "PS-SETUP-05", "PS-SETUP-06", "PS-SETUP-07", "PS-SETUP-08", "PS-BOX-02", "PS-BOX-01",
    on=(Place,),
)  # fmt: skip
def pieces_are_placed_for_the_start(before: State, action: Place, after: State) -> Told:
    """In setup one piece goes on a free cell: a skyscraper in the centre first, then floors anywhere. The architect goes on
    the last of them, and then the game begins with whose turn is first.
    """
    if before.phase is not _PLACE:
        return ()
    setup, board, seat = before.setup, before.setup.board, before.seat
    cell = board.names.index(action.cell)
    bit, placed, order = 1 << cell, (before.ones | before.towers).bit_count(), [*_placing(setup)]
    wrong: list[str | tuple[str, str]] = []
    first = placed < len(setup.seats)
    rule = "PS-SETUP-04" if first else "PS-SETUP-05"
    if owner_of(before, cell) is not None or (first and action.cell not in board.centre):
        wrong.append((rule, f"{action.cell} was not free, or not in the centre"))
    owned = [cells | bit if number == seat else cells for number, cells in enumerate(before.owned)]
    sizes = (
        (before.ones, before.twos, before.towers | bit) if first else (before.ones | bit, before.twos, before.towers)
    )
    if ([*after.owned], (after.ones, after.twos, after.towers)) != (owned, sizes):
        wrong.append((rule, f"not just one {'skyscraper' if first else 'floor'} was placed on {action.cell}"))
    last = placed + 1 == len(order)
    if after.architect != (cell if last else NOWHERE):
        wrong.append(("PS-SETUP-07", f"the architect is on cell {after.architect} after piece {placed + 1}"))
    if last:
        begins = order[-1] if setup.rulings.who_begins == "last_placer" else order[0]
        if after.seat != begins:
            wrong.append(("PS-SETUP-08", f"{setup.seats[after.seat]} begins, not {setup.seats[begins]}"))
    elif after.seat != order[placed + 1]:
        wrong.append(("PS-SETUP-06", f"{setup.seats[after.seat]} places next, not {setup.seats[order[placed + 1]]}"))
    return wrong


# --- turns

_COURSE: Final[dict[tuple[Phase, type[Any]], tuple[Phase, ...]]] = {
    (_CORNER, Corner): (_CORNER, _PLACE),
    (_PLACE, Place): (_PLACE, _ROLL),
    (_ROLL, Roll): (_ROLL, _BUILD, _DRAW, _OVER),
    (_BUILD, Build): (_ROLL,),
    (_BUILD, Grow): (_ROLL, _OVER),
    (_BUILD, Pass): (_ROLL,),
    (_DRAW, Draw): (_CARD, _THROW, _ROLL, _DRAW, _OVER),
    (_THROW, Roll): (_ROLL, _DRAW, _OVER),
    (_CARD, Walk): (_ROLL, _DRAW, _OVER),
    (_CARD, Tax): (_ROLL, _OVER),
    (_CARD, Remove): (_ROLL,),
    (_CARD, Swap): (_ROLL,),
    (_CARD, Shift): (_ROLL,),
    (_CARD, Place): (_ROLL,),
}
"""What an action can lead to, by what was wanted."""


@_law("PS-TURN-02", "PS-PAWN-03", "PS-CARD-02", "PS-SETUP-05", "PS-TURN-03")
def the_course_of_a_turn(before: State, action: Action, after: State) -> Told:
    """Only what is wanted is done: an action of its kind, and what comes next is what can come of it."""
    course = _COURSE.get((before.phase, type(action)), ())
    if after.phase in course:
        return ()
    kind = type(action).__name__
    if not course:
        rule = "PS-TURN-03" if before.phase is _OVER else "PS-CARD-02" if before.phase is _CARD else "PS-TURN-02"
        return [(rule, f"{kind} was done when {before.phase.name} was wanted")]
    return [f"{after.phase.name} comes after {kind} when {before.phase.name} was wanted"]


@_law("PS-TURN-04", "PS-ACTION-01", "PS-ACTION-04", on=(Roll,))
def the_dice_that_are_asked_for(before: State, action: Roll, after: State) -> Told:
    """Both dice are rolled in a turn and for the card that pays for them, the white one alone for the card that asks for it."""
    kind = _kind(before)
    if (action.black is None) == (kind is Kind.THROW):
        return ()
    rule = {Kind.THROW: "PS-ACTION-01", Kind.DICE: "PS-ACTION-04"}.get(kind) if kind is not None else None
    return [(rule or "PS-TURN-04", f"{action} is not what is to be rolled")]


@_law("PS-PAWN-03", "PS-CARD-06", "PS-BUILD-06", "PS-BUILD-05", "PS-TURN-04", on=(Roll,))
def what_follows_the_dice(before: State, action: Roll, after: State) -> Told:
    """After the dice of a turn a card is drawn on a round space, else the architect moves as far as the black die says, if
    anything can be built; if not, the turn is over.
    """
    if before.phase is not _ROLL or after.phase is _OVER:
        return ()
    seat = before.seat
    if cell_beside(before.setup.board, after.pawns[seat]) is None:
        if after.phase is not _DRAW or after.drawer != seat:
            return [f"the pawn of {before.setup.seats[seat]} is on a round space, and {after.phase.name} comes next"]
        return ()
    if after.phase is _DRAW:
        return [f"a card is drawn, but the pawn of {before.setup.seats[seat]} is on no round space"]
    if after.phase is _BUILD:
        if after.die != action.black:
            return [("PS-TURN-04", f"the black die shows {action.black}, and {after.die} is marked")]
        # That something can be built then is plain from what is legal.
        return ()
    if action.black is not None and may_build(before, seat, action.black):
        return [("PS-BUILD-06", f"{before.setup.seats[seat]} could build with a black {action.black}")]
    return ()


@_law("PS-TURN-01", "PS-SETUP-08", "PS-SETUP-06", "PS-TURN-02")
def turns_pass_clockwise(before: State, action: Action, after: State) -> Told:
    """The turn passes to the left when it is over and stays where it is otherwise."""
    if before.phase < _ROLL:
        return ()  # the laws about the start say who is next
    wanted = before.seat
    if after.phase is _ROLL:
        wanted = (wanted + 1) % len(before.owned)
    if after.seat != wanted:
        return [f"the turn went from {before.setup.seats[before.seat]} to seat {after.seat}"]
    if after.drawer != after.seat and after.phase not in (_DRAW, _CARD, _THROW):
        return [("PS-TURN-02", "somebody draws when no card is drawn")]
    return ()


# --- pawns and money


def _walker(before: State, action: Action) -> tuple[int, int] | None:
    """Whose pawn an action moves, and how far."""
    if type(action) is Roll:
        if before.phase is _ROLL:
            return before.seat, action.white
        if before.phase is _THROW and _kind(before) is Kind.THROW:
            return before.drawer, action.white
    elif type(action) is Walk:
        who = _seat_of(before.setup, action.player)
        return None if who is None else (who, action.steps)
    return None


@_law(
    "PS-PAWN-01", "PS-ACTION-01", "PS-ACTION-02", "PS-BOX-05", on=(Place, Roll, Build, Grow, Pass, Draw, *_OF_CARDS[2:])
)
def pawns_move_as_far_as_they_are_sent(before: State, action: Action, after: State) -> Told:
    """A pawn moves along the street as far as the white die or a card says, and no other pawn moves."""
    walker = _walker(before, action)
    if walker is None:
        return ["a pawn has moved"] if before.pawns != after.pawns else ()
    who, steps = walker
    board = before.setup.board
    wanted = [*before.pawns]
    wanted[who] = (wanted[who] + steps) % (2 * board.columns + 2 * board.rows + 4)
    if [*after.pawns] == wanted:
        return ()
    rule = "PS-PAWN-01" if before.phase is _ROLL else "PS-ACTION-02" if type(action) is Walk else "PS-ACTION-01"
    return [(rule, f"pawns went from {before.pawns} to {after.pawns}, not {wanted}")]


@_law("PS-ACTION-02", "PS-CARD-07", on=(Walk,))
def a_richest_player_is_moved(before: State, action: Walk, after: State) -> Told:
    """The pawn that a card moves is that of a player than whom nobody is richer, by a number of steps on the card."""
    who, rich = _seat_of(before.setup, action.player), fortunes(before)
    if who is None:
        return [f"nobody plays {action.player}"]
    wrong: list[str | tuple[str, str]] = []
    if rich[who] < max(rich):
        wrong.append(("PS-CARD-07", f"{action.player} has {rich[who]} and is not the richest of {rich}"))
    if _kind(before) is not Kind.RICHEST or action.steps not in before.setup.edition.cards[before.card].steps:
        wrong.append(f"{action.steps} steps are not on the card")
    return wrong


@_law(
    "PS-RENT-01", "PS-RENT-02", "PS-RENT-03", "PS-PAWN-02", "PS-BOX-04", "PS-BOX-07", "PS-CARD-06", "PS-END-02",
    on=(Roll, Walk),
)  # fmt: skip
def rent_is_paid_where_a_pawn_ends(before: State, action: Roll | Walk, after: State) -> Told:
    """Next to an opponent's construction the owner of the pawn pays its owner the rent of the estate; nothing elsewhere. If
    there is too little money the game is over, and nothing is paid.
    """
    walker = _walker(before, action)
    if walker is None:
        return ()
    who, cash = walker[0], [*before.cash]
    owed = debt_at(before, who, after.pawns[who])
    if owed is not None:
        creditor, due = owed
        if due > cash[who]:
            if after.ending != Ending(Cause.RENT, who, due, creditor):
                return [("PS-END-02", f"{before.setup.seats[who]} owes {due} of {cash[who]}, and the game goes on")]
        else:
            cash[who] -= due
            cash[creditor] += due
    if [*after.cash] == cash:
        return ()
    rule = "PS-PAWN-02" if owed is None else "PS-CARD-06" if before.phase is not _ROLL else "PS-RENT-03"
    return [(rule, f"money went from {before.cash} to {after.cash}, not {tuple(cash)}")]


@_law(
    "PS-BOX-07", "PS-ACTION-03", "PS-ACTION-04", "PS-ACTION-05", "PS-ACTION-06", "PS-CARD-07", "PS-CARD-08",
    on=(Corner, Place, Roll, Build, Grow, Pass, Draw, Tax, Remove, Swap, Shift),
)  # fmt: skip
def the_bank_pays_and_is_paid(before: State, action: Action, after: State) -> Told:
    """The bank gives and takes what a card says, and otherwise no money changes hands but rent."""
    if _walker(before, action) is not None:
        return ()
    cash, rule = [*before.cash], "PS-BOX-07"
    cards = before.setup.edition.cards
    if type(action) is Roll:
        rule = "PS-ACTION-04"
        cash[before.drawer] += cards[before.card].amount * (action.white + (action.black or 0))
    elif type(action) is Tax:
        rule, who = "PS-ACTION-05", _seat_of(before.setup, action.player)
        if who is None:
            return [(rule, f"nobody plays {action.player}")]
        cash = _taxed(before, who, cards[before.card].amount)
    elif type(action) is Draw:
        card = next(card for card in cards if card.id == action.card)
        if card.kind is Kind.POOREST:
            rule, rich = "PS-ACTION-03", fortunes(before)
            cash = [has + card.amount * (own == min(rich)) for has, own in zip(cash, rich, strict=True)]
        elif card.kind is Kind.OWN_TAX:
            rule = "PS-ACTION-06"
            cash = _taxed(before, before.drawer, card.amount)
    if [*after.cash] == cash:
        return ()
    return [(rule, f"money went from {before.cash} to {after.cash}, not {tuple(cash)}")]


def _taxed(before: State, who: int, amount: int) -> list[int]:
    """Everybody's money once a player has been taxed; nothing is paid where the game ends for it."""
    due = amount * (before.owned[who] & before.towers).bit_count()
    cash = [*before.cash]
    if due <= cash[who] or before.setup.rulings.unpaid_tax == "pays_what_there_is":
        cash[who] = max(0, cash[who] - due)
    return cash


# --- building


@_law("PS-BUILD-04", "PS-BUILD-01", "PS-BUILD-02", "PS-BUILD-03", "PS-BUILD-07", "PS-BOX-01", on=(Build,))
def what_building_builds(before: State, action: Build, after: State) -> Told:
    """A floor of the builder's is put on an empty cell, as far from the architect as the black die says; the architect stands
    there, and all else stays.
    """
    seat, board = before.seat, before.setup.board
    cell = board.names.index(action.cell)
    wrong: list[str | tuple[str, str]] = []
    if far(board, before.architect, cell) != before.die:
        wrong.append(
            ("PS-BUILD-01", f"the architect went {far(board, before.architect, cell)} cells with a {before.die}")
        )
    if owner_of(before, cell) is not None:
        rule = "PS-BUILD-03" if height(before, cell) == 3 else "PS-BUILD-02"
        wrong.append((rule, f"{action.cell} was not empty"))
    if not has_floor_left(before, seat):
        wrong.append(("PS-BUILD-07", f"{before.setup.seats[seat]} had no floor left"))
    owned = [*before.owned]
    owned[seat] |= 1 << cell
    if (after.owned, after.ones) != (tuple(owned), before.ones | 1 << cell) or (after.twos, after.towers) != (
        before.twos,
        before.towers,
    ):
        wrong.append(f"not just one floor of {before.setup.seats[seat]} was built on {action.cell}")
    if after.architect != cell:
        wrong.append(f"the architect is not on {action.cell}")
    return wrong


@_law(
    "PS-GROW-01", "PS-GROW-02", "PS-GROW-03", "PS-GROW-04", "PS-GROW-05", "PS-TOWER-01", "PS-TOWER-02", "PS-EXPERT-01",
    "PS-EXPERT-02", "PS-EXPERT-03", "PS-BUILD-01", "PS-BUILD-02", "PS-BUILD-03", "PS-BUILD-07", "PS-BOX-02",
    on=(Grow,),
)  # fmt: skip
def what_growing_does(before: State, action: Grow, after: State) -> Told:
    """An own construction of one or two floors, as far from the architect as the black die says, moves with one floor more to
    a lower one of an opponent's and takes its place, with the architect; three floors are a skyscraper then. In the
    variant it may take in an own floor on the way.
    """
    setup, seat, board = before.setup, before.seat, before.setup.board
    cell, raze = board.names.index(action.cell), board.names.index(action.raze)
    floors = height(before, cell) + 1
    wrong: list[str | tuple[str, str]] = []
    if far(board, before.architect, cell) != before.die:
        wrong.append(
            ("PS-BUILD-01", f"the architect went {far(board, before.architect, cell)} cells with a {before.die}")
        )
    if owner_of(before, cell) != seat:
        wrong.append(("PS-BUILD-02", f"{action.cell} is not of {setup.seats[seat]}"))
    if floors not in (2, 3):
        wrong.append(("PS-BUILD-03" if floors > 3 else "PS-GROW-01", f"{action.cell} has grown to {floors} floors"))
    if not has_floor_left(before, seat):
        wrong.append(("PS-BUILD-07", f"{setup.seats[seat]} had no floor left"))
    start, gone, distance = cell, 1 << cell, "PS-GROW-01"
    if action.join is not None:
        join = board.names.index(action.join)
        if not may_join(before, seat, cell, join):
            rule = "PS-EXPERT-03" if join == before.architect else "PS-EXPERT-01"
            wrong.append((rule, f"what grew on {action.cell} may not join {action.join}"))
        start, gone, floors, distance = join, gone | 1 << join, 3, "PS-EXPERT-02"
    if not may_be_razed(before, seat, start, floors, raze):
        rule = distance if far(board, start, raze) != floors else _why_not_razed(before, seat, raze)
        wrong.append((rule, f"{action.raze} was razed by {floors} floors"))
    rest, there = ~(gone | 1 << raze), 1 << raze
    owned = [cells & rest for cells in before.owned]
    owned[seat] |= there
    sizes = [before.ones & rest, before.twos & rest, before.towers & ~gone]
    sizes[min(floors, 3) - 1] |= there
    if [*after.owned] != owned:
        wrong.append(("PS-GROW-05", f"not just what grew on {action.cell} took the place of what was on {action.raze}"))
    if [after.ones, after.twos, after.towers] != sizes:
        rule = "PS-TOWER-01" if floors == 3 else "PS-GROW-05"
        wrong.append(
            (rule, f"what moved to {action.raze} with {floors} floors is not what stands there, or more has changed")
        )
    if after.architect != raze:
        wrong.append(("PS-GROW-05", f"the architect is not on {action.raze}"))
    return wrong


def _why_not_razed(before: State, seat: int, raze: int) -> str:
    """The rule against razing what is on a cell that is as far away as it should be."""
    if owner_of(before, raze) in (None, seat):
        return "PS-GROW-02"
    if raze == before.architect:
        return "PS-GROW-04"
    return "PS-TOWER-02" if height(before, raze) == 3 else "PS-GROW-03"


@_law("PS-BUILD-05", on=(Pass,))
def passing_is_a_ruling(before: State, action: Pass, after: State) -> Told:
    """Nobody passes but under the ruling that allows it."""
    allowed = before.setup.rulings.futile_growth == "may_pass"
    return () if allowed else ["somebody has passed who could build"]


@_law(
    "PS-TURN-02", "PS-CARD-04", "PS-TOWER-02",
    on=(Corner, Roll, Pass, Draw, Walk, Tax), about=(*_BOARD, "architect"),
)  # fmt: skip
def only_building_and_cards_change_the_board(before: State, action: Action, after: State) -> Told:
    """Nothing on the board changes but by building, growing, and the cards that say so."""
    same = (before.owned, before.ones, before.twos, before.towers) == (
        after.owned,
        after.ones,
        after.twos,
        after.towers,
    )
    wrong: list[str | tuple[str, str]] = [] if same else ["something on the board has changed"]
    if before.architect != after.architect:
        wrong.append(("PS-CARD-04", "the architect has moved"))
    return wrong


# --- action cards


@_law(
    "PS-ACTION-07", "PS-ACTION-08", "PS-ACTION-09", "PS-ACTION-10", "PS-ACTION-11", "PS-ACTION-12", "PS-ACTION-13",
    "PS-CARD-02", "PS-CARD-04", "PS-BOX-01", "PS-BOX-02", "PS-BUILD-07", "PS-TOWER-02",
    on=(Place, Remove, Swap, Shift),
)  # fmt: skip
def what_cards_do_to_the_board(before: State, action: Place | Remove | Swap | Shift, after: State) -> Told:
    """A card removes, moves, swaps or places what it says and nothing else, and never what the architect stands on."""
    if before.phase is not _CARD:
        return ()
    kind = _kind(before)
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
    walker = _walker(before, action)
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


# --- the end


@_law("PS-END-01", "PS-END-02", "PS-CARD-08", "PS-TURN-03")
def the_game_ends_when_it_must(before: State, action: Action, after: State) -> Told:
    """The game is over exactly when somebody has just built the last skyscraper, owes a rent that is too much, or, where a
    ruling says so, a tax.
    """
    if after.phase is not _OVER:
        if after.ending is not None:
            return ["an end is marked, but the game goes on"]
        if type(action) is Grow:
            built = (after.owned[before.seat] & after.towers).bit_count()
            if built >= skyscrapers_taken(before.setup):
                return [f"{before.setup.seats[before.seat]} has built all skyscrapers, and the game goes on"]
        elif type(action) is Tax or type(action) is Draw:
            taxed = _tax_owed(before, action)
            if taxed is not None:
                return [("PS-CARD-08", f"seat {taxed[0]} owes a tax of {taxed[1]}, and the game goes on")]
        return ()
    ending = after.ending
    if ending is None:
        return [("PS-TURN-03", "the game is over without a cause")]
    if ending.cause is Cause.LAST_SKYSCRAPER:
        return () if type(action) is Grow and ending.seat == before.seat else ["no skyscraper was built just now"]
    if ending.cause is Cause.RENT:
        walker = _walker(before, action)
        if walker is None or walker[0] != ending.seat:
            return [("PS-END-02", "a rent is owed by somebody whose pawn was not moved")]
        return ()
    owed = _tax_owed(before, action)
    if owed is None or (ending.seat, ending.debt, ending.creditor) != (*owed, BANK):
        return [("PS-CARD-08", f"a tax of {ending.debt} is said to have ended the game")]
    return ()


def _tax_owed(before: State, action: Action) -> tuple[int, int] | None:
    """Who owes a tax that cannot be paid, and how much, where the ruling ends the game for it."""
    cards = before.setup.edition.cards
    if before.setup.rulings.unpaid_tax != "ends_the_game":
        return None
    if type(action) is Tax:
        who, amount = _seat_of(before.setup, action.player), cards[before.card].amount
    elif type(action) is Draw:
        card = next(card for card in cards if card.id == action.card)
        who, amount = before.drawer, card.amount if card.kind is Kind.OWN_TAX else 0
    else:
        return None
    if who is None:
        return None
    due = amount * (before.owned[who] & before.towers).bit_count()
    return (who, due) if due > before.cash[who] else None
