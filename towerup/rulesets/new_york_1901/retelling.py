"""What the laws look at: the rulebook's ideas told once more, apart from the code that plays.

Here a tile is a set of squares that is turned and laid on the plan square by square, and what a building touches is read off
the words on the plan. None of it is used to play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import attrs

from towerup.kernel.numbers import is_number

from .board import PARK, Board
from .challenges import Challenge, Kind
from .edition import Edition
from .placing import Placement
from .setup import Setup
from .state import State
from .tiles import Technology, Tile

Square = tuple[int, int]


@lru_cache(maxsize=64)
def squares_of(board: Board) -> tuple[Square, ...]:
    """The square of each cell by number: those of lots, row by row."""
    return tuple(
        (column, row)
        for row, words in enumerate(board.plan)
        for column, word in enumerate(words)
        if any(word.startswith(one.sign) and is_number(word[len(one.sign) :]) for one in board.districts)
    )


@lru_cache(maxsize=64)
def _numbers(board: Board) -> dict[Square, int]:
    """The number of the cell on each square that has one."""
    return {square: number for number, square in enumerate(squares_of(board))}


def beside(square: Square) -> tuple[Square, ...]:
    """The four squares that share a side with one."""
    column, row = square
    return (column + 1, row), (column, row + 1), (column - 1, row), (column, row - 1)


def word_at(board: Board, square: Square) -> str:
    """What is on a square of the plan; nothing beyond its edges."""
    column, row = square
    inside = 0 <= row < len(board.plan) and 0 <= column < len(board.plan[row])
    return board.plan[row][column] if inside else ""


@lru_cache(maxsize=4096)
def district_of(board: Board, word: str) -> int:
    """The number of the district whose lot has this name."""
    return next(
        n for n, one in enumerate(board.districts) if word.startswith(one.sign) and is_number(word[len(one.sign) :])
    )


def footprints(tile: Tile, over: bool) -> set[frozenset[Square]]:
    """The shape in every way it can be turned, with its corner at 0, 0; turned over or not."""
    ways = set()
    squares = [(-x if over else x, y) for x, y in tile.shape]
    for _ in range(4):
        squares = [(y, -x) for x, y in squares]
        left, top = min(x for x, _ in squares), min(y for _, y in squares)
        ways.add(frozenset((x - left, y - top) for x, y in squares))
    return ways


@attrs.frozen
class Facts:
    """What follows for a building from the plan: as `Placement` holds it ready."""

    tile: int
    cells: int
    lots: int
    technology: int
    points: int
    fronts: bool
    mirrored: bool
    spans: bool
    streets: int
    districts: int
    around: int
    size: int
    irregular: bool
    height: int


def facts(edition: Edition, tile: int, squares: frozenset[Square], mirrored: bool) -> Facts:
    """What follows for a tile on these squares."""
    board, shown = edition.board, edition.tiles[tile]
    numbers = _numbers(board)
    words = {word_at(board, square) for square in squares}
    next_to = {other for square in squares for other in beside(square)} - squares
    words_beside = {word_at(board, square) for square in next_to}
    signs = [street.sign for street in board.streets]
    wide = max(x for x, _ in shown.shape) - min(x for x, _ in shown.shape) + 1
    high = max(y for _, y in shown.shape) - min(y for _, y in shown.shape) + 1
    return Facts(
        tile=tile,
        cells=sum(1 << numbers[square] for square in squares),
        lots=sum(1 << board.lots.index(word) for word in words),
        technology=int(shown.technology),
        points=shown.points,
        fronts=bool(words_beside & {PARK, *signs}),
        mirrored=mirrored,
        spans=not _one_piece(squares),
        streets=sum(1 << n for n, sign in enumerate(signs) if sign in words_beside),
        districts=sum(1 << n for n in {district_of(board, word) for word in words}),
        around=sum(1 << numbers[square] for square in next_to if square in numbers),
        size=len(squares),
        irregular=wide * high > len(squares),
        height=edition.legendaries.index(shown) + 1 if shown in edition.legendaries else 0,
    )


def _one_piece(squares: frozenset[Square]) -> bool:
    """Whether squares lie side by side, with no street between them."""
    first = min(squares)
    reached, fresh = {first}, {first}
    while fresh:
        fresh = {other for square in fresh for other in beside(square)} & squares - reached
        reached |= fresh
    return reached == squares


def _streets_between(board: Board) -> tuple[list[int], list[int]]:
    """The columns and the rows of the plan that are nothing but street."""
    signs = [street.sign for street in board.streets]
    high, wide = len(board.plan), len(board.plan[0])
    columns = [x for x in range(wide) if all(board.plan[y][x] in signs for y in range(high))]
    rows = [y for y in range(high) if all(word in signs for word in board.plan[y])]
    return columns, rows


@lru_cache(maxsize=64)
def every_placement(edition: Edition, across: bool) -> tuple[Facts, ...]:
    """Every way in which every tile can lie on the plan; found once."""
    return tuple(_every_placement(edition, across))


def _every_placement(edition: Edition, across: bool) -> Iterator[Facts]:
    """Every way in which every tile can lie on the plan; the starting building lies on starting lots alone.

    With `across`, streets that run over the whole plan are lines without width.
    """
    board = edition.board
    known = {*squares_of(board)}
    columns, rows = _streets_between(board) if across else ([], [])
    drawn_together = {(x - sum(one < x for one in columns), y - sum(one < y for one in rows)): (x, y) for x, y in known}
    for number, tile in enumerate(edition.tiles):
        if tile is edition.start:
            for district in board.districts:
                lot = frozenset(square for square in known if word_at(board, square) == district.start)
                yield facts(edition, number, lot, False)
            continue
        straight, over = footprints(tile, False), footprints(tile, True)
        for shape in straight | over:
            for column in range(max(map(len, board.plan))):
                for row in range(len(board.plan)):
                    squares = [drawn_together.get((column + x, row + y)) for x, y in shape]
                    if None not in squares:
                        under = frozenset(square for square in squares if square is not None)
                        yield facts(edition, number, under, shape not in straight)


def bits(mask: int) -> list[int]:
    """The numbers of the bits of a mask."""
    return [number for number, bit in enumerate(f"{mask:b}"[::-1]) if bit == "1"]


# --- players


def buildings(state: State, seat: int) -> list[Placement]:
    """The buildings of a player."""
    return [state.setup.placements[number] for number in state.placed[seat]]


def bare_lots(lots: int, standing: Sequence[Placement]) -> int:
    """Which of these lots none of these buildings touches: those with a worker on them."""
    for one in standing:
        lots &= ~one.lots
    return lots


def adjoin(ones: Sequence[Placement]) -> bool:
    """Whether one can go from each of these buildings to each other across sides."""
    cells = {number for one in ones for number in bits(one.cells)}
    reached = {*bits(ones[0].cells)}
    for _ in ones:
        for one in ones:
            if reached & {*bits(one.around)}:
                reached |= {*bits(one.cells)}
    return reached == cells


def idle_workers(state: State, seat: int) -> int:
    """The workers of a player that stand nowhere."""
    return state.setup.edition.workers - bare_lots(state.lots[seat], buildings(state, seat)).bit_count()


def open_technology(setup: Setup, points: int) -> int:
    """The newest technology for so many points."""
    edition = setup.edition
    thresholds = edition.expert_thresholds if setup.expert else edition.thresholds
    return int(Technology.BRONZE) + sum(points >= least for least in thresholds)


def tiles_to_build(state: State, seat: int) -> int:
    """How many tiles a player has left to build, as the end of the game counts them."""
    legendary = any(one.height for one in buildings(state, seat))
    return state.left[seat].bit_count() - (legendary and state.setup.rulings.legendary_unbuilt == "counted")


def cards_left(setup: Setup, lots: Sequence[int]) -> list[int]:
    """How many land cards of each kind market and pile must hold: one for each free lot in play."""
    board = setup.board
    out = setup.edition.without.get(len(setup.seats))
    counts = [0] * (2 * len(board.districts))
    for number, name in enumerate(board.lots):
        district = district_of(board, name)
        if board.districts[district].id != out and not any(owned >> number & 1 for owned in lots):
            counts[2 * district + sum(row.count(name) for row in board.plan) - 2] += 1
    return counts


# --- the final score


def alone_ahead(counts: Sequence[int]) -> int | None:
    """Who has more than all others."""
    return next(
        (n for n, one in enumerate(counts) if all(one > other for m, other in enumerate(counts) if m != n)), None
    )


def street_bonus(state: State) -> list[int]:
    """The points for streets, seat by seat."""
    setup, bonus = state.setup, [0] * len(state.setup.seats)
    for number, street in enumerate(setup.board.streets):
        if street.id in setup.streets:
            counts = [
                len([one for one in buildings(state, seat) if one.streets & 1 << number]) for seat in range(len(bonus))
            ]
            ahead = alone_ahead(counts)
            if ahead is not None:
                bonus[ahead] += setup.edition.street_points
    return bonus


def challenge_bonus(state: State) -> list[int]:
    """The points for the challenge at the end, seat by seat."""
    setup = state.setup
    card = next((one for one in setup.edition.challenges if one.kind.word == setup.challenge), None)
    everyones = [buildings(state, seat) for seat in range(len(setup.seats))]
    if card is None:
        return [0] * len(everyones)
    if card.kind is Kind.GENERATION_KING:
        bonus = [0] * len(everyones)
        for technology in (1, 2, 3):
            ahead = alone_ahead([len([one for one in own if one.technology == technology]) for own in everyones])
            if ahead is not None:
                bonus[ahead] += card.points
        return bonus
    return [_challenge_of_one(card, own, len(setup.board.districts)) for own in everyones]


def _challenge_of_one(card: Challenge, own: Sequence[Placement], districts: int) -> int:
    """The points of a player for a challenge that does not compare players."""
    by_district = [[one for one in own if one.districts & 1 << number] for number in range(districts)]
    if card.kind is Kind.GOLD_TYCOON:
        return card.points * len([ones for ones in by_district if _of(ones, 3) >= card.buildings])
    if card.kind is Kind.BIG_DEVELOPER:
        big = [[one for one in ones if one.size >= card.cells] for ones in by_district]
        return card.points * len([ones for ones in big if len(ones) >= card.buildings])
    if card.kind is Kind.MASTER_ARCHITECT:
        return _step(card, len([one for one in own if one.irregular]))
    if card.kind is Kind.BRONZE_BARON:
        return _step(card, _of(own, 1))
    if card.kind is Kind.SILVER_TITAN:
        return _step(card, _of(own, 2))
    if card.kind is Kind.REAL_ESTATE_MOGUL:
        return _step(card, len([ones for ones in by_district if len(ones) >= card.buildings]))
    return 0


def _of(ones: Sequence[Placement], technology: int) -> int:
    return len([one for one in ones if one.technology == technology])


def _step(card: Challenge, count: int) -> int:
    """The points of the highest step that was reached."""
    points = 0
    for least in sorted(card.steps):
        if count >= least:
            points = card.steps[least]
    return points


def prestige(state: State, seat: int, new: Placement) -> int:
    """The points that Gold Prestige gives for a new building of a player."""
    setup = state.setup
    card = next((one for one in setup.edition.challenges if one.kind is Kind.GOLD_PRESTIGE), None)
    if setup.challenge != Kind.GOLD_PRESTIGE.word or card is None or new.technology < 3:
        return 0
    others = [one for other in range(len(setup.seats)) if other != seat for one in buildings(state, other)]
    return card.points * len([one for one in others if one.technology < 3 and one.cells & new.around])
