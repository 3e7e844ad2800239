"""The board: building cells in columns and rows, and the street around them.

FR “2. Déplacer sa figurine”, “3. Déplacer l'architecte et construire un plancher”. Cells are named as on a map: columns by
letters from the left, rows by numbers from the top. A space of the street is named by its side and the number of the
column or row beside it (`N-3` is north of column C, `E-2` east of row 2); the round spaces at the corners are NW, NE, SE and SW.
`Board.graph` is the same as a networkx graph, for thinking; the tuples and bit masks beside it are for running.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    import networkx as nx

COLUMNS = "ABCDEFGHI"
"""The letters of columns; there are no more columns or rows than this."""
MOST_STEPS = 2 * len(COLUMNS) - 2
"""From corner to corner of the largest board; no die shows more."""
CORNERS = ("NW", "NE", "SE", "SW")
NO_CELL = -1
"""Beside a round space there is no cell."""


@attrs.frozen(slots=False)
class Board:
    """The cells, numbered row by row from the top left; masks have bit n for cell n. Spaces are numbered clockwise from NW."""

    columns: int
    rows: int
    centre: tuple[str, ...]
    start: str

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each cell by its number."""
        return tuple(f"{column}{row}" for row in range(1, self.rows + 1) for column in COLUMNS[: self.columns])

    @cached_property
    def index(self) -> dict[str, int]:
        """The number of each cell by its name."""
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """The column and the row of each cell, from 0."""
        return tuple((column, row) for row in range(self.rows) for column in range(self.columns))

    @cached_property
    def everywhere(self) -> int:
        """The mask of all cells."""
        return (1 << self.columns * self.rows) - 1

    @cached_property
    def centre_mask(self) -> int:
        """The cells of the centre."""
        return self.mask(self.centre)

    @cached_property
    def neighbour_masks(self) -> tuple[int, ...]:
        """For each cell the mask of those that share a side with it."""
        # PS-BOX-04
        return tuple(reached[1] for reached in self.reach)

    @cached_property
    def reach(self) -> tuple[tuple[int, ...], ...]:
        """For each cell and each number of steps, the cells where a move of so many steps can end.

        A move goes from neighbour to neighbour, straight on or with one right-angled turn.
        """
        # PS-BUILD-01, PS-GROW-01
        return tuple(
            tuple(sum(1 << cell for cell in {*self._ends(column, row, steps)}) for steps in range(MOST_STEPS + 1))
            for column, row in self.places
        )

    def _ends(self, column: int, row: int, steps: int) -> Iterable[int]:
        """Where moves of so many steps from here can end."""
        straight = ((1, 0), (-1, 0), (0, 1), (0, -1))
        for across, down in straight:
            for before in range(1, steps + 1):
                for turned_across, turned_down in ((down, across), (-down, -across)):
                    after = steps - before
                    x = column + before * across + after * turned_across
                    y = row + before * down + after * turned_down
                    # The farthest point of the first leg must be on the board too; between two that are, all are.
                    corner = column + before * across, row + before * down
                    if self._is_on(*corner) and self._is_on(x, y):
                        yield y * self.columns + x

    def _is_on(self, column: int, row: int) -> bool:
        return 0 <= column < self.columns and 0 <= row < self.rows

    @cached_property
    def spaces(self) -> tuple[str, ...]:
        """The name of each space of the street by its number."""
        # PS-BOX-05
        columns, rows = range(1, self.columns + 1), range(1, self.rows + 1)
        return (
            "NW", *(f"N-{column}" for column in columns), "NE", *(f"E-{row}" for row in rows),
            "SE", *(f"S-{column}" for column in reversed(columns)), "SW", *(f"W-{row}" for row in reversed(rows)),
        )  # fmt: skip

    @cached_property
    def space_index(self) -> dict[str, int]:
        """The number of each space by its name."""
        return {name: number for number, name in enumerate(self.spaces)}

    @cached_property
    def beside(self) -> tuple[int, ...]:
        """For each space the cell beside it; NO_CELL for a round space."""
        # PS-BOX-05
        return tuple(NO_CELL if name in CORNERS else self._beside(name[0], int(name[2:]) - 1) for name in self.spaces)

    def _beside(self, side: str, line: int) -> int:
        """The cell at the edge on this side, in this column or row (from 0)."""
        if side in "NS":
            return line + (0 if side == "N" else (self.rows - 1) * self.columns)
        return line * self.columns + (self.columns - 1 if side == "E" else 0)

    @cached_property
    def corners(self) -> tuple[int, ...]:
        """The numbers of the round spaces, in the order of CORNERS."""
        return tuple(self.space_index[name] for name in CORNERS)

    @cached_property
    def graph(self) -> nx.Graph[str]:
        """The cells as a networkx graph: neighbours are joined; each cell has `column`, `row`, `centre` and `spaces`."""
        import networkx as nx

        graph: nx.Graph[str] = nx.Graph()
        for name, (column, row) in zip(self.names, self.places, strict=True):
            spaces = tuple(self.spaces[n] for n, cell in enumerate(self.beside) if cell == self.index[name])
            graph.add_node(name, column=column, row=row, centre=name in self.centre, spaces=spaces)
        for one, (column, row) in zip(self.names, self.places, strict=True):
            for other, (next_column, next_row) in zip(self.names, self.places, strict=True):
                if abs(column - next_column) + abs(row - next_row) == 1:
                    graph.add_edge(one, other)
        return graph

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: the fields, not what was worked out from them."""
        return {field.name: getattr(self, field.name) for field in attrs.fields(Board)}

    def __setstate__(self, fields: dict[str, Any]) -> None:
        self.__dict__.update(fields)

    def mask(self, cells: Iterable[str]) -> int:
        """The mask of these cells."""
        return sum(1 << self.index[cell] for cell in cells)

    def cells(self, mask: int) -> tuple[str, ...]:
        """The names of the cells of a mask, in order."""
        return tuple(name for number, name in enumerate(self.names) if mask >> number & 1)
