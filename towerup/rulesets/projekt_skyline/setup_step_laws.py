"""Laws of steps in setup: it stays as agreed; round spaces are chosen, pieces placed."""

from __future__ import annotations

from towerup.kernel.invariants import Told, TransitionLaws

from .actions import Action, Corner, Place
from .retelling import cell_beside, owner_of
from .state import NOWHERE, Phase, State
from .state_laws import _placing

SETUP_STEP_LAWS: TransitionLaws[State, Action] = TransitionLaws()

_law = SETUP_STEP_LAWS.law

_PLACE = Phase.PLACE


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
