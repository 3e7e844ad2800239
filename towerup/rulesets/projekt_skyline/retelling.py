"""What the laws look at: the rulebook's ideas told once more, apart from the code that plays.

Here a move is a number of columns and rows, a group grows in all four directions at once until it grows no more, and
whether anything can be built is found by trying every cell. None of it is used to play.
"""

from __future__ import annotations

from functools import lru_cache

from .board import Board
from .cards import Kind
from .setup import Setup
from .state import NO_CARD, State


def far(board: Board, one: int, other: int) -> int:
    """How many cells it is from one to the other, along columns and rows."""
    across = one % board.columns - other % board.columns
    down = one // board.columns - other // board.columns
    return abs(across) + abs(down)


@lru_cache(maxsize=64)
def _edges(board: Board) -> tuple[int, int]:
    """All cells but those of the first column, and all but those of the last."""
    cells = range(board.columns * board.rows)
    first = sum(1 << cell for cell in cells if cell % board.columns)
    last = sum(1 << cell for cell in cells if (cell + 1) % board.columns)
    return first, last


def around(board: Board, cells: int) -> int:
    """The cells beside these, across a side."""
    but_first, but_last = _edges(board)
    return (cells & but_last) << 1 | (cells & but_first) >> 1 | cells << board.columns | cells >> board.columns


def estate(setup: Setup, owned: int, cell: int) -> int:
    """The cells that rent is paid for: the one beside the pawn, and what is connected to it or adjoins it."""
    group = 1 << cell
    grown = (group | around(setup.board, group)) & owned
    if setup.rulings.rent == "adjacent":
        return grown
    while grown != group:
        group, grown = grown, (grown | around(setup.board, grown)) & owned
    return group


def rent_due(state: State, owner: int, cell: int) -> int:
    """The rent for the construction of an owner on a cell."""
    group = estate(state.setup, state.owned[owner], cell)
    one, two, tower = state.setup.edition.rents
    return (
        one * (group & state.ones).bit_count()
        + two * (group & state.twos).bit_count()
        + tower * (group & state.towers).bit_count()
    )


def owner_of(state: State, cell: int) -> int | None:
    """Whose construction stands on a cell; None if it is empty."""
    for seat, cells in enumerate(state.owned):
        if cells & 1 << cell:
            return seat
    return None


def debt_at(state: State, who: int, space: int) -> tuple[int, int] | None:
    """What a pawn that has come to a space owes: to whom, and how much; None if nothing is owed."""
    cell = cell_beside(state.setup.board, space)
    owner = None if cell is None else owner_of(state, cell)
    if cell is None or owner is None or owner == who:
        return None
    return owner, rent_due(state, owner, cell)


@lru_cache(maxsize=1024)
def cell_beside(board: Board, space: int) -> int | None:
    """The cell beside a space; None beside a round one, and off the street. Sides are walked along clockwise, from the top
    left.
    """
    columns, rows = board.columns, board.rows
    sides = (columns, rows, columns, rows)
    if space < 0:
        return None
    for side, length in enumerate(sides):
        if space == 0:
            return None
        if space <= length:
            along = space - 1
            return (
                along,
                along * columns + columns - 1,
                rows * columns - 1 - along,
                (rows - 1 - along) * columns,
            )[side]
        space -= length + 1
    return None


def floors_of(state: State, seat: int) -> int:
    """The floors of a player on the board."""
    own = state.owned[seat]
    return (own & state.ones).bit_count() + (own & state.twos).bit_count() * 2


def borrowed(state: State) -> int:
    """How many floors are on the board that their owners had to borrow."""
    mine = state.setup.edition.floors
    return sum(max(0, floors_of(state, seat) - mine) for seat in range(len(state.owned)))


def has_floor_left(state: State, seat: int) -> bool:
    """Whether a player can take one more floor from anywhere."""
    setup, edition = state.setup, state.setup.edition
    if setup.rulings.out_of_floors == "as_many_as_needed" or floors_of(state, seat) < edition.floors:
        return True
    return borrowed(state) < edition.floors * (len(edition.colours) - len(setup.seats))


def height(state: State, cell: int) -> int:
    """How many floors stand on a cell; 3 is a skyscraper."""
    bit = 1 << cell
    return 1 if state.ones & bit else 2 if state.twos & bit else 3 if state.towers & bit else 0


def may_be_razed(state: State, seat: int, start: int, floors: int, cell: int) -> bool:
    """Whether so many floors of a player may move from a cell to another and raze what is there."""
    owner = owner_of(state, cell)
    return (
        far(state.setup.board, start, cell) == floors
        and owner is not None
        and owner != seat
        and height(state, cell) < min(floors, 3)
        and cell != state.architect
    )


def may_join(state: State, seat: int, start: int, cell: int) -> bool:
    """Whether one floor of a player that has just grown to two may join what stands on another cell."""
    setup = state.setup
    return (
        setup.expert
        and height(state, start) == 1
        and far(setup.board, start, cell) == 2
        and owner_of(state, cell) == seat
        and height(state, cell) == 1
        and (cell != state.architect or setup.rulings.architect_joined == "allowed")
    )


def may_grow(state: State, seat: int, cell: int) -> bool:
    """Whether an own construction could raze something if it grew."""
    cells = range(state.setup.board.columns * state.setup.board.rows)
    floors = height(state, cell) + 1
    if floors > 3:
        return False
    if any(may_be_razed(state, seat, cell, floors, raze) for raze in cells):
        return True
    return any(
        may_join(state, seat, cell, join) and any(may_be_razed(state, seat, join, 3, raze) for raze in cells)
        for join in cells
    )


def may_build(state: State, seat: int, die: int) -> bool:
    """Whether a player can build anything with this black die."""
    if not has_floor_left(state, seat):
        return False
    board = state.setup.board
    for cell in range(board.columns * board.rows):
        if far(board, state.architect, cell) == die:
            owner = owner_of(state, cell)
            if owner is None or (owner == seat and may_grow(state, seat, cell)):
                return True
    return False


def may_follow(state: State, seat: int, kind: Kind) -> bool:
    """Whether there is anything with which a player could follow a card of this kind."""
    board = state.setup.board
    cells = range(board.columns * board.rows)
    there = {cell: owner for cell in cells if (owner := owner_of(state, cell)) is not None}
    open_to_cards = {cell: owner for cell, owner in there.items() if cell != state.architect}
    small = {cell: owner for cell, owner in open_to_cards.items() if height(state, cell) < 3}
    full = len(there) == len(cells)
    if kind is Kind.LEADER:
        return any(height(state, cell) == 3 and owner in leaders(state) for cell, owner in open_to_cards.items())
    if kind is Kind.SWAP:
        return seat in small.values() and any(owner != seat for owner in small.values())
    if kind is Kind.FLOOR:
        return not full and has_floor_left(state, seat)
    if kind is Kind.SWAP_OTHERS:
        return len({*open_to_cards.values()} - {seat}) > 1
    if kind is Kind.SHIFT:
        return seat in small.values() and not full
    if kind is Kind.RAZE:
        return bool(small)
    if kind is Kind.REMOVE:
        return seat in open_to_cards.values()
    return True


def leaders(state: State) -> list[int]:
    """The players with the most skyscrapers on the board."""
    numbers = [(cells & state.towers).bit_count() for cells in state.owned]
    return [seat for seat, number in enumerate(numbers) if number == max(numbers)]


def fortunes(state: State) -> list[int]:
    """How rich each player is, where that matters to a card."""
    towers = [(cells & state.towers).bit_count() for cells in state.owned]
    worth = state.setup.edition.bonus if state.setup.rulings.richest == "fortune" else 0
    return [cash + worth * number for cash, number in zip(state.cash, towers, strict=True)]


def kind_drawn(state: State) -> Kind | None:
    """The kind of the card that is being followed."""
    return None if state.card == NO_CARD else state.setup.edition.cards[state.card].kind


def seat_of(setup: Setup, colour: str) -> int | None:
    """The seat of a colour; None if nobody plays it."""
    return setup.seats.index(colour) if colour in setup.seats else None
