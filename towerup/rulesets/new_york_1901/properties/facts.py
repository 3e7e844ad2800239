"""What properties ask of a table again and again, read off the plan of the box square by square."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from towerup.kernel.numbers import is_number

from ..actions import Build, Rebuild
from ..box.board import Board
from ..box.edition import Edition
from ..box.tiles import Tile
from ..state import Building, Cause, Setup, State

Square = tuple[int, int]

GOLD = 3
"""The newest technology, counted from the starting building."""


# --- the plan


@lru_cache(maxsize=64)
def squares(board: Board) -> dict[str, Square]:
    """The square of each cell: those with the word of a lot, row by row."""
    return {
        f"{'abcdefghijklmnopqrstuvwxyz'[column]}{row + 1}": (column, row)
        for row, words in enumerate(board.plan)
        for column, word in enumerate(words)
        if any(word.startswith(one.sign) and is_number(word[len(one.sign) :]) for one in board.districts)
    }


def word_at(board: Board, square: Square) -> str:
    """What is on a square of the plan; nothing beyond its edges."""
    column, row = square
    inside = 0 <= row < len(board.plan) and 0 <= column < len(board.plan[row])
    return board.plan[row][column] if inside else ""


@lru_cache(maxsize=64)
def lot_at(board: Board) -> dict[str, str]:
    """The word of the lot on each cell."""
    return {cell: word_at(board, square) for cell, square in squares(board).items()}


def lots_under(board: Board, cells: Iterable[str]) -> set[str]:
    """The words of the lots on these cells."""
    words = lot_at(board)
    return {words[cell] for cell in cells}


def squares_beside(board: Board, cells: Iterable[str]) -> set[Square]:
    """The squares that share a side with one of these cells, without the cells."""
    inside = {squares(board)[cell] for cell in cells}
    beside = {(x + dx, y + dy) for x, y in inside for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    return beside - inside


@lru_cache(maxsize=64)
def _sides(board: Board) -> dict[str, frozenset[str]]:
    """What is on the plan on the four sides of each cell."""
    return {
        cell: frozenset(word_at(board, other) for other in squares_beside(board, [cell])) for cell in squares(board)
    }


def words_beside(board: Board, cells: Iterable[str]) -> set[str]:
    """What is on the plan on the sides of these cells, their own lots among it."""
    sides = _sides(board)
    return {word for cell in cells for word in sides[cell]}


def streets_beside(board: Board, cells: Iterable[str]) -> set[str]:
    """The streets that a side of these cells is on."""
    words = words_beside(board, cells)
    return {street.id for street in board.streets if street.sign in words}


def fronts(board: Board, cells: Iterable[str]) -> bool:
    """Whether a side of these cells is on a street or a park."""
    return bool(words_beside(board, cells) & {"*", *(street.sign for street in board.streets)})


def touch(board: Board, cells: Iterable[str], others: Iterable[str]) -> bool:
    """Whether a side of these cells is a side of one of the others."""
    at = squares(board)
    return not squares_beside(board, cells).isdisjoint(at[cell] for cell in others)


def district_of(board: Board, lot: str) -> str:
    """The district whose lot has this name."""
    return next(one.id for one in board.districts if lot.startswith(one.sign) and is_number(lot[len(one.sign) :]))


@lru_cache(maxsize=4096)
def card_for(board: Board, lot: str) -> str:
    """The land card that is good for a lot: its district, and as many cells as the plan has of it."""
    return f"{district_of(board, lot)}-{sum(row.count(lot) for row in board.plan)}"


@lru_cache(maxsize=64)
def lots_in_play(edition: Edition, players: int) -> frozenset[str]:
    """The lots of the districts that so many players use."""
    board, out = edition.board, edition.without.get(players)
    return frozenset(lot for lot in lots_under(board, squares(board)) if district_of(board, lot) != out)


# --- how tiles can lie


def _turned(tile: Tile, over: bool) -> set[frozenset[Square]]:
    """The shape in every way it can be turned, with its corner at 0, 0; turned over or not."""
    ways, shape = set(), [(-x if over else x, y) for x, y in tile.shape]
    for _ in range(4):
        shape = [(y, -x) for x, y in shape]
        left, top = min(x for x, _ in shape), min(y for _, y in shape)
        ways.add(frozenset((x - left, y - top) for x, y in shape))
    return ways


@lru_cache(maxsize=16)
def ways_to_lie(edition: Edition, across: bool) -> dict[tuple[str, frozenset[str]], bool]:
    """Every tile with all cells that it can cover, and whether it must be turned over for that.

    With `across`, streets that run over the whole plan are lines without width.
    """
    board, found = edition.board, dict[tuple[str, frozenset[str]], bool]()
    signs = [street.sign for street in board.streets]
    columns = [x for x in range(len(board.plan[0])) if across and all(row[x] in signs for row in board.plan)]
    rows = [y for y, words in enumerate(board.plan) if across and all(word in signs for word in words)]
    at = {
        (x - sum(one < x for one in columns), y - sum(one < y for one in rows)): cell
        for cell, (x, y) in squares(board).items()
    }
    for tile in (*edition.own, *edition.legendaries):
        straight = _turned(tile, False)
        for shape in straight | _turned(tile, True):
            for x, y in ((x, y) for x in range(len(board.plan[0])) for y in range(len(board.plan))):
                cells = [at.get((x + dx, y + dy)) for dx, dy in shape]
                if None not in cells:
                    found[tile.id, frozenset(cell for cell in cells if cell)] = shape not in straight
    return found


@lru_cache(maxsize=16)
def ways_by_cell(edition: Edition, across: bool) -> dict[str, list[tuple[str, frozenset[str], bool]]]:
    """Those with a side on a street or a park, by one of their cells, so that few need be tried."""
    found: dict[str, list[tuple[str, frozenset[str], bool]]] = {}
    for (tile, cells), mirrored in ways_to_lie(edition, across).items():
        if fronts(edition.board, cells):
            found.setdefault(max(cells), []).append((tile, cells, mirrored))
    return found


def ways(setup: Setup) -> dict[tuple[str, frozenset[str]], bool]:
    """The same for what was agreed."""
    return ways_to_lie(setup.edition, setup.rulings.street_spanning == "across")


# --- players


def technology(setup: Setup, tile: str) -> int:
    """How new a tile is: 0 for the starting building, 3 for gold and legendaries."""
    return int(setup.edition.tiles[tile].technology)


def is_legendary(setup: Setup, tile: str) -> bool:
    """Whether a tile is one of those for all."""
    return any(tile == one.id for one in setup.edition.legendaries)


def built_on(state: State, seat: int) -> set[str]:
    """The lots that a building of a player touches."""
    return lots_under(state.setup.board, (cell for one in state.players[seat].buildings for cell in one.cells))


def idle_workers(state: State, seat: int) -> int:
    """The workers of a player that no lot without a building needs."""
    return state.setup.edition.workers - len({*state.players[seat].lots} - built_on(state, seat))


def newest_open(setup: Setup, points: int) -> int:
    """The newest technology for so many points."""
    thresholds = setup.edition.expert_thresholds if setup.expert else setup.edition.thresholds
    return 1 + sum(points >= least for least in thresholds)


def tiles_left(state: State, seat: int) -> int:
    """How many tiles a player has left to build, as the end of the game counts them."""
    legendary = any(is_legendary(state.setup, one.tile) for one in state.players[seat].buildings)
    return len(state.players[seat].tiles) - (legendary and state.setup.rulings.legendary_unbuilt == "counted")


def under(state: State, action: Build | Rebuild) -> list[Building]:
    """The buildings of the player whose turn it is on the cells of a new one."""
    return [one for one in state.player.buildings if {*one.cells} & {*action.cells}]


def in_one_piece(board: Board, buildings: Sequence[Building]) -> bool:
    """Whether one can go from each of these buildings to each other across sides."""
    reached, cells = {*buildings[0].cells}, {cell for one in buildings for cell in one.cells}
    for _ in buildings:
        for one in buildings:
            if touch(board, reached, one.cells):
                reached |= {*one.cells}
    return reached == cells


def small_card_shown(state: State) -> bool:
    """Whether the market shows a card for two cells."""
    return any(card.endswith("-2") for card in state.market)


def in_pile(state: State) -> int:
    """How many cards the pile has."""
    return sum(sum(layer.values()) for layer in state.pile)


def shown(state: State) -> int:
    """How many cards the market has."""
    return sum(state.market.values())


def ended_by(state: State, seat: int) -> bool:
    """Whether this seat has triggered the end."""
    return state.ending is not None and state.ending.seat == seat


def ends_now(before: State, after: State) -> Cause | None:
    """What has triggered the end in this step, if anything."""
    return after.ending.cause if after.ending is not None and before.ending is None else None
