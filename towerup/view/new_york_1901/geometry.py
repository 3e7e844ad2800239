"""Outlines of sets of squares: of lots, of buildings, of the small shapes of tiles."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TypeAlias

from towerup.view.elements import Point, number

Square: TypeAlias = tuple[int, int]
"""A column and a row."""


def outlines(squares: Collection[Square]) -> list[list[tuple[Square, Square]]]:
    """The closed outlines of a set of squares, the squares on the right: corners, each with the way in which it is set in."""
    there = set(squares)
    ways: dict[Square, list[Square]] = {}
    for x, y in sorted(there):
        for beside, start, end in (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ):
            if beside not in there:
                ways.setdefault(start, []).append(end)
    made = []
    while ways:
        start = min(ways)
        made.append(_corners(_walk(ways, start)))
    return made


def _walk(ways: dict[Square, list[Square]], start: Square) -> list[Square]:
    """The points of one outline; its sides are taken away from those to be walked."""
    points, at, came = [start], start, (0, 0)
    while True:
        ends = ways[at]
        # Where two squares meet at a corner only, one turns right, and so stays with the same square.
        right = (at[0] - came[1], at[1] + came[0])
        after = right if right in ends else ends[0]
        ends.remove(after)
        if not ends:
            del ways[at]
        came, at = (after[0] - at[0], after[1] - at[1]), after
        if at == start and start not in ways:
            return points
        points.append(at)


def _corners(points: Sequence[Square]) -> list[tuple[Square, Square]]:
    """The points where an outline turns; and for each the way towards the inside of both its sides."""
    corners = []
    for before, here, after in zip([points[-1], *points[:-1]], points, [*points[1:], points[0]], strict=True):
        came, goes = (here[0] - before[0], here[1] - before[1]), (after[0] - here[0], after[1] - here[1])
        if came != goes:
            corners.append((here, (-came[1] - goes[1], came[0] + goes[0])))
    return corners


def path(squares: Collection[Square], at: Callable[[Square], Point], inset: float = 0) -> str:
    """The outline of squares as the data of a path, set in by so much; `at` says where a corner of the grid is."""
    data = []
    for corners in outlines(squares):
        points = []
        for corner, (dx, dy) in corners:
            x, y = at(corner)
            points.append(f"{number(x + dx * inset)} {number(y + dy * inset)}")
        data.append(f"M{'L'.join(points)}Z")
    return "".join(data)


def middle(squares: Collection[Square]) -> tuple[float, float]:
    """Where a label goes, in squares: the middle of a rectangle; of anything else, of four squares or two that make one."""
    there = set(squares)
    columns, rows = {x for x, _ in there}, {y for _, y in there}
    if len(columns) * len(rows) == len(there):
        return (min(columns) + max(columns) + 1) / 2, (min(rows) + max(rows) + 1) / 2
    ordered = sorted(there, key=lambda square: (square[1], square[0]))
    for dx, dy in ((1, 1), (1, 0), (0, 1)):
        for x, y in ordered:
            if {(x + dx, y), (x, y + dy), (x + dx, y + dy)} <= there:
                return x + (1 + dx) / 2, y + (1 + dy) / 2
    x, y = ordered[0]
    return x + 0.5, y + 0.5
