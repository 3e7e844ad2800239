"""The board: a plan of squares with lots, streets and parks.

FR “Districts”, “Terrains”, “Cartes Bonus Rues de New York”. A square of a lot is a cell, named as on a map: its column by a
small letter from the left, its row by a number from the top (`c4`). Lots are named with capitals (`R12`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, TypeAlias

import attrs
import networkx as nx

from towerup.kernel.frozen import FrozenDict
from towerup.kernel.numbers import is_number

COLUMNS = "abcdefghijklmnopqrstuvwxyz"
"""The letters of columns; there are no more columns or rows than this."""
PARK, NOTHING = "*", "."
"""The words for a park and for nothing on a plan."""
SMALL, LARGE = 2, 3
"""The sizes of lots."""

Square: TypeAlias = tuple[int, int]
"""A column and a row, from 0."""


@attrs.frozen
class District:
    """A district: its name, the sign its lots begin with, the lot where its character starts, and who that is."""

    id: str
    sign: str
    start: str
    character: str = ""


@attrs.frozen
class Street:
    """A street: its name, its sign on the plan, and what stands on its card."""

    id: str
    sign: str
    title: str


def is_lot(word: str, districts: Iterable[District]) -> bool:
    """Whether a word on the plan names a lot of one of the districts."""
    return any(word.startswith(one.sign) and is_number(word[len(one.sign) :]) for one in districts)


def beside(square: Square) -> Iterator[Square]:
    """The four squares that share a side with this one."""
    column, row = square
    yield from ((column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1))


def square_name(square: Square) -> str:
    """The name of a square, as `c4`."""
    column, row = square
    return f"{COLUMNS[column]}{row + 1}"


@attrs.frozen(slots=False, eq=False)
class Board:
    """The plan, row by row, a word a square; and the districts and streets that its words mean.

    Everything else is worked out from the plan, and from the graph of the cells, once. Cells go row by row, lots district by
    district.
    """

    plan: tuple[tuple[str, ...], ...]
    districts: tuple[District, ...]
    streets: tuple[Street, ...]

    @cached_property
    def squares(self) -> FrozenDict[Square, str]:
        """The word on each square."""
        return FrozenDict(
            {(column, row): word for row, words in enumerate(self.plan) for column, word in enumerate(words)}
        )

    @cached_property
    def places(self) -> FrozenDict[str, Square]:
        """The square of each cell."""
        squares = (square for square, word in self.squares.items() if is_lot(word, self.districts))
        return FrozenDict({square_name(square): square for square in squares})

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """The names of the cells."""
        return tuple(self.places)

    @cached_property
    def cell_at(self) -> FrozenDict[Square, str]:
        """The cell on each square that has one."""
        return FrozenDict({square: cell for cell, square in self.places.items()})

    @cached_property
    def folded(self) -> FrozenDict[Square, str]:
        """The same on a plan without the streets that run straight over the whole of it (NY-BUILD-08)."""
        signs = {street.sign for street in self.streets}
        columns = [n for n, words in enumerate(zip(*self.plan, strict=True)) if not {*words} <= signs]
        rows = [n for n, words in enumerate(self.plan) if not {*words} <= signs]
        return FrozenDict(
            {(columns.index(column), rows.index(row)): cell for cell, (column, row) in self.places.items()}
        )

    @cached_property
    def grounds(self) -> FrozenDict[str, str]:
        """What is on each square that is neither a cell nor nothing, by the name of the square: a street or a park."""
        titles = {street.sign: street.title for street in self.streets} | {PARK: "a park"}
        return FrozenDict({square_name(at): titles[word] for at, word in self.squares.items() if word in titles})

    @cached_property
    def lots(self) -> FrozenDict[str, tuple[str, ...]]:
        """The cells of each lot (NY-BOX-04)."""
        words = {self.squares[square] for square in self.places.values()}
        signs = [district.sign for district in self.districts]
        ordered = sorted(words, key=lambda lot: (signs.index(self._district(lot).sign), self._number(lot)))
        return FrozenDict(
            {lot: tuple(cell for cell in self.cells if self.squares[self.places[cell]] == lot) for lot in ordered}
        )

    def _district(self, lot: str) -> District:
        return next(one for one in self.districts if is_lot(lot, (one,)))

    def _number(self, lot: str) -> int:
        return int(lot[len(self._district(lot).sign) :])

    @cached_property
    def lot_of(self) -> FrozenDict[str, str]:
        """The lot that each cell belongs to."""
        return FrozenDict({cell: lot for lot, cells in self.lots.items() for cell in cells})

    @cached_property
    def district_of(self) -> FrozenDict[str, str]:
        """The district of each lot."""
        return FrozenDict({lot: self._district(lot).id for lot in self.lots})

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """The kinds of land card: district by district, small before large."""
        return tuple(f"{district.id}-{size}" for district in self.districts for size in (SMALL, LARGE))

    @cached_property
    def card_of(self) -> FrozenDict[str, str]:
        """The kind of land card that is good for each lot (NY-LAND-01)."""
        return FrozenDict({lot: f"{self.district_of[lot]}-{len(cells)}" for lot, cells in self.lots.items()})

    @cached_property
    def graph(self) -> nx.Graph[str]:
        """The cells as a frozen networkx graph: neighbours are joined; each has `lot`, `district`, `streets` and `frontage`."""
        graph: nx.Graph[str] = nx.Graph()
        streets = {street.sign: street.id for street in self.streets}
        for cell, square in self.places.items():
            words = {self.squares.get(other) for other in beside(square)}
            graph.add_node(
                cell,
                lot=self.lot_of[cell],
                district=self.district_of[self.lot_of[cell]],
                streets=tuple(id for sign, id in streets.items() if sign in words),
                # NY-BUILD-03
                frontage=not words.isdisjoint({PARK, *streets}),
            )
        for cell, square in self.places.items():
            # NY-BOX-04
            graph.add_edges_from((cell, self.cell_at[other]) for other in beside(square) if other in self.cell_at)
        nx.freeze(graph)
        return graph

    @cached_property
    def neighbours(self) -> FrozenDict[str, frozenset[str]]:
        """For each cell those that share a side with it."""
        return FrozenDict({cell: frozenset(self.graph[cell]) for cell in self.cells})

    @cached_property
    def street_cells(self) -> FrozenDict[str, frozenset[str]]:
        """For each street the cells with a side on it."""
        on = nx.get_node_attributes(self.graph, "streets")
        return FrozenDict(
            {one.id: frozenset(cell for cell in self.cells if one.id in on[cell]) for one in self.streets}
        )

    @cached_property
    def frontage(self) -> frozenset[str]:
        """The cells with a side on a street or a park."""
        return frozenset(cell for cell, fronts in nx.get_node_attributes(self.graph, "frontage").items() if fronts)

    @cached_property
    def block_of(self) -> FrozenDict[str, int]:
        """The number of the block of each cell: cells that hang together, with streets and parks around them (NY-BUILD-08)."""
        blocks = enumerate(nx.connected_components(self.graph))
        return FrozenDict({cell: number for number, block in blocks for cell in block})

    def around(self, cells: Iterable[str]) -> frozenset[str]:
        """The cells beside these, across a side."""
        inside = frozenset(cells)
        return frozenset().union(*(self.neighbours[cell] for cell in inside)) - inside

    def in_order(self, cells: Iterable[str]) -> tuple[str, ...]:
        """These cells row by row."""
        return tuple(sorted(cells, key=self._order.__getitem__))

    @cached_property
    def _order(self) -> dict[str, int]:
        return {cell: place for place, cell in enumerate(self.cells)}

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: the fields, not what was worked out from them."""
        return {field.name: getattr(self, field.name) for field in attrs.fields(Board)}

    def __setstate__(self, fields: dict[str, Any]) -> None:
        for name, value in fields.items():
            object.__setattr__(self, name, value)
