"""Lacking: how many more roofs an objective asks for at least. For evaluating a position; no rule depends on it.

Like the goals in `objectives.py` it is compiled to bit masks for one board, of the same four arguments. It is 0 exactly where the
objective is fulfilled; elsewhere it is the number of roofs that would do, if only they could be had (for adjacent buildings: if
the largest group is to grow, without looking for a site that joins two).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

from .board import Board
from .edition import Edition, Objective
from .objectives import both_sides
from .rulings import Rulings
from .setup import Setup

Lack: TypeAlias = Callable[[int, int, int, Sequence[int]], int]
"""How many roofs are lacking, of: the mask of sites with a roof of the player, the mask of those with two or more, the
mask of the roofs' levels, and for each colour the mask of sites with a building of it."""


@lru_cache(maxsize=512)
def lacks_of(setup: Setup) -> tuple[Lack, ...]:
    """For each objective in play, how to tell what it lacks."""
    edition = setup.edition
    objectives = [edition.objective(id) for id in setup.objectives]
    return tuple(_LACKS[one.kind](edition, setup.board, one, setup.rulings) for one in objectives)


def _one_in_each(groups: Sequence[int]) -> Lack:
    def lack(present: int, doubled: int, levels: int, painted: Sequence[int]) -> int:
        return [present & sites for sites in groups].count(0)

    return lack


def _so_many_of(count: int, among: int) -> Lack:
    def lack(present: int, doubled: int, levels: int, painted: Sequence[int]) -> int:
        have = (present & among).bit_count()
        return count - have if have < count else 0

    return lack


def _colours(edition: Edition, board: Board, objective: Objective, rulings: Rulings) -> Lack:
    def lack(present: int, doubled: int, levels: int, painted: Sequence[int]) -> int:
        return [present & sites for sites in painted].count(0)

    return lack


def _park(edition: Edition, board: Board, objective: Objective, rulings: Rulings) -> Lack:
    return _so_many_of(objective.count, board.park_mask)


def _lake(edition: Edition, board: Board, objective: Objective, rulings: Rulings) -> Lack:
    return _so_many_of(objective.count, board.lake_mask)


def _districts(edition: Edition, board: Board, objective: Objective, rulings: Rulings) -> Lack:
    return _one_in_each(tuple(board.district_masks.values()))


def _adjacent(edition: Edition, board: Board, objective: Objective, rulings: Rulings) -> Lack:
    count, around = objective.count, board.neighbour_masks

    def lack(present: int, doubled: int, levels: int, painted: Sequence[int]) -> int:
        largest, rest = 0, present
        while rest.bit_count() > largest:
            group = edge = rest & -rest
            while edge:
                site = edge & -edge
                fresh = around[site.bit_length() - 1] & rest & ~group
                group |= fresh
                edge = (edge ^ site) | fresh
            largest = max(largest, group.bit_count())
            rest &= ~group
        return max(0, count - largest)

    return lack


def _colour(edition: Edition, board: Board, objective: Objective, rulings: Rulings) -> Lack:
    count, index = objective.count, edition.colours.index(objective.colour or "")

    def lack(present: int, doubled: int, levels: int, painted: Sequence[int]) -> int:
        return max(0, count - (present & painted[index]).bit_count())

    return lack


def _grey(edition: Edition, board: Board, objective: Objective, rulings: Rulings) -> Lack:
    most, least = sorted(objective.counts, reverse=True)
    one, other = (board.district_masks[district.id] for district in board.districts if district.grey)

    def lack(present: int, doubled: int, levels: int, painted: Sequence[int]) -> int:
        here, there = (present & one).bit_count(), (present & other).bit_count()
        return min(
            max(0, most - here) + max(0, least - there),
            max(0, most - there) + max(0, least - here),
        )

    return lack


def _borders(edition: Edition, board: Board, objective: Objective, rulings: Rulings) -> Lack:
    count = objective.count
    pairs = tuple(
        (border, (1 << one) | (1 << other))
        for border, sides in enumerate(both_sides(board, rulings).values())
        for one, other in sides
    )

    def fewest(touched: Sequence[tuple[int, int]], present: int, still: int) -> int:
        """The roofs lacking for `still` borders, each pair of sites being touched by at least one roof, or quite new."""
        best = 2 * still
        for number, (border, pair) in enumerate(touched):
            lacking = 2 - (pair & present).bit_count()
            if lacking < min(best, 2):
                beyond = [(later, sites) for later, sites in touched[number + 1 :] if later > border]
                best = min(best, lacking + (fewest(beyond, present & ~pair, still - 1) if still > 1 else 0))
        return best

    def lack(present: int, doubled: int, levels: int, painted: Sequence[int]) -> int:
        return fewest([(border, pair) for border, pair in pairs if pair & present], present, count)

    return lack


def _double(edition: Edition, board: Board, objective: Objective, rulings: Rulings) -> Lack:
    count = objective.count

    def lack(present: int, doubled: int, levels: int, painted: Sequence[int]) -> int:
        buildings = max(0, count - doubled.bit_count())
        return buildings + max(0, buildings - (present & ~doubled).bit_count())

    return lack


def _heights(edition: Edition, board: Board, objective: Objective, rulings: Rulings) -> Lack:
    wanted = sum(1 << level for level in set(objective.levels))

    def lack(present: int, doubled: int, levels: int, painted: Sequence[int]) -> int:
        return (wanted & ~levels).bit_count()

    return lack


_LACKS: dict[str, Callable[[Edition, Board, Objective, Rulings], Lack]] = {
    "colours": _colours,
    "park": _park,
    "districts": _districts,
    "lake": _lake,
    "adjacent": _adjacent,
    "colour": _colour,
    "grey": _grey,
    "borders": _borders,
    "double": _double,
    "heights": _heights,
}
