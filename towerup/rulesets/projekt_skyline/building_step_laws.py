"""Laws of steps about building: what is built, grown and razed, and that nothing else changes the board."""

from __future__ import annotations

from towerup.kernel.invariants import Told, TransitionLaws

from .actions import Action, Build, Corner, Draw, Grow, Pass, Roll, Tax, Walk
from .retelling import far, has_floor_left, height, may_be_razed, may_join, owner_of
from .state import State

BUILDING_STEP_LAWS: TransitionLaws[State, Action] = TransitionLaws()

_law = BUILDING_STEP_LAWS.law

_BOARD = ("owned", "ones", "twos", "towers")


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
