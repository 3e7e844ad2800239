"""Where the board goes on a sheet of characters: the sites, and the parks and lakes between them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import combinations

import attrs

from towerup.rulesets.tower_up.box.board import Site
from towerup.rulesets.tower_up.box.edition import Box
from towerup.view.ink import Sheet

from .geometry import inside, middle, spacing

ANCHOR = 2.5
"""Where a site's roads meet, in columns from its left: the middle of a short name, with the sign before it."""
MOST_ROWS = 64
"""A map that would need more is not drawn: the sites are listed instead."""


@attrs.frozen
class Cell:
    """A site on the sheet: the column and row at its left upper corner, and how wide it can become."""

    site: Site
    column: int
    row: int
    width: int

    @property
    def middle(self) -> tuple[float, float]:
        return self.column + ANCHOR, self.row + 1

    def meets(self, other: Cell) -> bool:
        """Whether two sites would be written over or right beside each other."""
        return (
            abs(self.row - other.row) < 2
            and self.column <= other.column + other.width
            and other.column <= self.column + self.width
        )


def _cell_width(box: Box, site: str) -> int:
    """How wide a site can become: its name with signs around it, and the tallest building that can stand there."""
    areas = box.board.nodes[site]
    return 1 + max(len(site) + bool(areas["parks"]) + bool(areas["lakes"]), 2 + len(box.neighbours[site]))


def layout(box: Box, width: int) -> dict[str, Cell] | None:
    """Where each site goes on a sheet of this width; None if they do not fit."""
    board = box.side
    widths = [_cell_width(box, site.id) for site in board.sites]
    left, right = min(site.at[0] for site in board.sites), max(site.at[0] for site in board.sites)
    top, bottom = min(site.at[1] for site in board.sites), max(site.at[1] for site in board.sites)
    room = width - max(widths)
    if room < 1:
        return None
    # A character is about twice as high as wide. A small board need not be blown up to the whole width.
    across = min(16 / spacing(board), room / max(1, right - left), 2 * (MOST_ROWS - 2) / max(1, bottom - top))
    for stretch in (1.0, 1.15, 1.3, 1.5, 1.75, 2.0, 2.5):
        down = across / 2 * stretch
        if (bottom - top) * down + 2 > MOST_ROWS:
            return None
        cells = [
            Cell(site, round((site.at[0] - left) * across), round((site.at[1] - top) * down), wide)
            for site, wide in zip(board.sites, widths, strict=True)
        ]
        if not any(one.meets(other) for one, other in combinations(cells, 2)):
            return {cell.site.id: cell for cell in cells}
    return None


def rows_of(cells: Iterable[Cell]) -> int:
    """How many rows the sites take."""
    return max(cell.row for cell in cells) + 2


class Scale:
    """From the board's coordinates to columns and rows, as the sites were laid out."""

    def __init__(self, cells: Collection[Cell]) -> None:
        self._x = _line([(cell.site.at[0], cell.middle[0]) for cell in cells])
        self._y = _line([(cell.site.at[1], cell.middle[1]) for cell in cells])

    def point(self, x: float, y: float) -> tuple[float, float]:
        return self._x[0] + self._x[1] * x, self._y[0] + self._y[1] * y


def _line(pairs: list[tuple[float, float]]) -> tuple[float, float]:
    """Offset and slope of the line from the first to the last of the pairs."""
    (low, at_low), (high, at_high) = min(pairs), max(pairs)
    slope = (at_high - at_low) / (high - low) if high > low else 1.0
    return at_low - slope * low, slope


def fill(sheet: Sheet, outline: list[tuple[float, float]], sign: str, style: str) -> None:
    """Fills an area thinly, so that what is over it can be read."""
    if not outline:
        return
    rows = range(max(0, int(min(y for _, y in outline))), min(sheet.height, int(max(y for _, y in outline)) + 1))
    for row in rows:
        for column in range(sheet.width):
            if (column + 2 * row) % 4 == 0 and inside(outline, column + 0.5, row + 0.5):
                sheet.put(column, row, sign, style)


def write_in(sheet: Sheet, name: str, outline: list[tuple[float, float]], style: str) -> None:
    """The name of an area in it, where there is room."""
    if not outline:
        return
    across, down = middle(outline)
    rows = sorted(range(sheet.height), key=lambda row: (abs(row + 0.5 - down), row))
    column = round(across - len(name) / 2)
    for row in rows[:5]:
        fits = all(inside(outline, column + step + 0.5, row + 0.5) for step in range(len(name)))
        if fits and sheet.is_free(column - 1, row, len(name) + 2):
            sheet.write(column, row, [(name, style)])
            return
