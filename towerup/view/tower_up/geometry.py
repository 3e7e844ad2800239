"""Where things lie on a board: how far apart sites are, what is inside an outline, and the ground that belongs to a site."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

import attrs

from towerup.rulesets.tower_up.box.board import Board

Point: TypeAlias = tuple[float, float]
Outline: TypeAlias = Sequence[Point]


def spacing(board: Board) -> float:
    """How far apart sites are on the whole: the lower quarter of the distances to the nearest other site."""
    nearest = sorted(
        min(distance(site.at, other.at) for other in board.sites if other is not site) for site in board.sites
    )
    return nearest[len(nearest) // 4]


def distance(one: Point, other: Point) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


def sides(outline: Outline) -> Iterator[tuple[Point, Point]]:
    """The sides of an outline, one after another."""
    return zip(outline, [*outline[1:], *outline[:1]], strict=True)


def inside(outline: Outline, x: float, y: float) -> bool:
    """Whether a point lies inside an outline: a line from it to the right crosses the outline an odd number of times."""
    crossed = 0
    for (x0, y0), (x1, y1) in sides(outline):
        crossed += (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0)
    return crossed % 2 == 1


def middle(outline: Outline) -> Point:
    """The middle of an outline's corners."""
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)


@attrs.frozen
class Ground:
    """The ground of a site: all that is nearer to it than to any other site. `beyond` has, for each side of the outline,
    the number of the site on the other side of it; -1 where the board ends.
    """

    outline: tuple[Point, ...]
    beyond: tuple[int, ...]


@lru_cache(maxsize=64)
def grounds(points: tuple[Point, ...], left: float, top: float, right: float, bottom: float) -> tuple[Ground, ...]:
    """The ground of each site on a rectangle: what half of the rectangle after another leaves of it."""
    made = []
    for number, point in enumerate(points):
        outline: list[Point] = [(left, top), (right, top), (right, bottom), (left, bottom)]
        beyond = [-1, -1, -1, -1]
        for other, there in enumerate(points):
            if other != number:
                outline, beyond = _nearer(outline, beyond, point, there, other)
        made.append(Ground(tuple(outline), tuple(beyond)))
    return tuple(made)


def _nearer(
    outline: list[Point], beyond: list[int], here: Point, there: Point, number: int
) -> tuple[list[Point], list[int]]:
    """What of an outline is nearer to one point than to another, whose number is set to the side that is cut."""

    def farther(point: Point) -> float:
        return (
            (point[0] - here[0]) ** 2 + (point[1] - here[1]) ** 2
            - (point[0] - there[0]) ** 2 - (point[1] - there[1]) ** 2
        )  # fmt: skip

    kept: list[Point] = []
    sides_of: list[int] = []
    for (start, end), side in zip(sides(outline), beyond, strict=True):
        at_start, at_end = farther(start), farther(end)
        if at_start <= 0:
            kept.append(start)
            sides_of.append(side)
        if (at_start <= 0) != (at_end <= 0):
            part = at_start / (at_start - at_end)
            kept.append((start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
            # Where the outline is left begins the new side; where it comes back, the rest of the old one.
            sides_of.append(number if at_start <= 0 else side)
    return kept, sides_of


def roomiest(candidates: Iterable[Point], obstacles: Sequence[Point], wide: float) -> Point | None:
    """The candidate farthest from all obstacles, for something `wide` times as wide as high; None if there is none."""

    def room(point: Point) -> float:
        return min((((point[0] - x) / wide) ** 2 + (point[1] - y) ** 2 for x, y in obstacles), default=0.0)

    return max(candidates, key=room, default=None)
