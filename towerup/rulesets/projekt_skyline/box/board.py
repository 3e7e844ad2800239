"""The board: building cells in columns and rows, and the street around them.

FR “2. Déplacer sa figurine”, “3. Déplacer l'architecte et construire un plancher”. Cells are named as on a map: columns by
letters from the left, rows by numbers from the top. A space of the street is named by its side and the number of the
column or row beside it (`N-3` is north of column C, `E-2` east of row 2); the round spaces at the corners are NW, NE, SE and SW.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import attrs
import networkx as nx

from towerup.kernel.frozen import FrozenDict
from towerup.kernel.graphs import frozen_graph

COLUMNS = "ABCDEFGHI"
"""The letters of columns; there are no more columns or rows than this."""
MOST_STEPS = 2 * len(COLUMNS) - 2
"""From corner to corner of the largest board; no die shows more."""
CORNERS = ("NW", "NE", "SE", "SW")
"""The round spaces. No cell is beside them."""
_DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))


@attrs.frozen(slots=False)
class Board:
    """The cells row by row from the top left, and the spaces of the street clockwise from NW."""

    columns: int
    rows: int
    centre: tuple[str, ...]
    start: str

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """The names of the cells, row by row."""
        return tuple(f"{column}{row}" for row in range(1, self.rows + 1) for column in COLUMNS[: self.columns])

    @cached_property
    def spaces(self) -> tuple[str, ...]:
        """The names of the spaces of the street, clockwise (PS-BOX-05)."""
        columns, rows = range(1, self.columns + 1), range(1, self.rows + 1)
        return (
            "NW", *(f"N-{column}" for column in columns), "NE", *(f"E-{row}" for row in rows),
            "SE", *(f"S-{column}" for column in reversed(columns)), "SW", *(f"W-{row}" for row in reversed(rows)),
        )  # fmt: skip

    @cached_property
    def beside(self) -> FrozenDict[str, str]:
        """The cell beside each space; a round space has none (PS-BOX-05)."""
        return FrozenDict({space: self._beside(space) for space in self.spaces if space not in CORNERS})

    def _beside(self, space: str) -> str:
        side, _, line = space.partition("-")
        if side in "NS":
            return f"{COLUMNS[int(line) - 1]}{1 if side == 'N' else self.rows}"
        return f"{COLUMNS[0] if side == 'W' else COLUMNS[self.columns - 1]}{line}"

    @cached_property
    def graph(self) -> nx.Graph[str]:
        """The cells as a frozen networkx graph: neighbours are joined; each cell has `column`, `row`, `centre` and `spaces`."""
        graph: nx.Graph[str] = nx.Graph()
        for cell in self.cells:
            spaces = tuple(space for space, beside in self.beside.items() if beside == cell)
            column, row = place_of(cell)
            graph.add_node(cell, column=column, row=row, centre=cell in self.centre, spaces=spaces)
        # Cells that share a side are neighbours; a corner is not enough (PS-BOX-04).
        for cell in self.cells:
            column, row = place_of(cell)
            graph.add_edges_from(
                (cell, _name(column + x, row + y)) for x, y in ((1, 0), (0, 1)) if self._has(column + x, row + y)
            )
        return frozen_graph(graph)

    @cached_property
    def neighbours(self) -> FrozenDict[str, tuple[str, ...]]:
        """The neighbours of each cell, in the order of the cells."""
        return FrozenDict({cell: tuple(one for one in self.cells if one in self.graph[cell]) for cell in self.cells})

    @cached_property
    def reach(self) -> FrozenDict[str, tuple[tuple[str, ...], ...]]:
        """For each cell and each number of steps, the cells where a move of so many steps can end.

        A move goes from neighbour to neighbour, straight on or with one right-angled turn, over no cell twice (PS-BUILD-01).
        """
        return FrozenDict(
            {
                cell: tuple(self._in_order({*self._ends(cell, steps)}) for steps in range(MOST_STEPS + 1))
                for cell in self.cells
            }
        )

    def _ends(self, cell: str, steps: int) -> Iterator[str]:
        """Where moves of so many steps from here can end."""
        column, row = place_of(cell)
        for across, down in _DIRECTIONS:
            for before in range(1, steps + 1):
                turn = column + before * across, row + before * down
                for side in (1, -1):
                    after = side * (steps - before)
                    end = turn[0] + after * down, turn[1] + after * across
                    # Between two cells of the board in one line, all are of the board.
                    if self._has(*turn) and self._has(*end):
                        yield _name(*end)

    def _has(self, column: int, row: int) -> bool:
        return 0 <= column < self.columns and 0 <= row < self.rows

    def _in_order(self, cells: set[str]) -> tuple[str, ...]:
        return tuple(cell for cell in self.cells if cell in cells)

    def __getstate__(self) -> dict[str, object]:
        """What is pickled: the fields, not what was worked out from them."""
        return {field.name: getattr(self, field.name) for field in attrs.fields(Board)}


def place_of(cell: str) -> tuple[int, int]:
    """The column and the row of a cell, from 0."""
    return COLUMNS.index(cell[0]), int(cell[1:]) - 1


def _name(column: int, row: int) -> str:
    return f"{COLUMNS[column]}{row + 1}"
