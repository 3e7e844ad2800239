"""The board: a plan of squares with lots, streets and parks.

FR “Districts”, “Terrains”, “Cartes Bonus Rues de New York”. A square of a lot is a cell, named as on a map: its column by a
small letter from the left, its row by a number from the top (`c4`). Lots are named with capitals (`R12`). Cells and lots are numbered; masks have bit n for number n.
`Board.graph` is the same as a networkx graph, for thinking; the tuples and bit masks beside it are for running.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

import attrs

from towerup.kernel.numbers import is_number

if TYPE_CHECKING:
    import networkx as nx

COLUMNS = "abcdefghijklmnopqrstuvwxyz"
"""The letters of columns; there are no more columns or rows than this."""
PARK, NOTHING = "*", "."
"""The words for a park and for nothing on a plan."""
SMALL, LARGE = 2, 3
"""The sizes of lots."""


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


def numbers_of(mask: int) -> Iterator[int]:
    """The numbers of the bits of a mask, in order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def is_lot(word: str, districts: Iterable[District]) -> bool:
    """Whether a word on the plan names a lot of one of the districts."""
    return any(word.startswith(one.sign) and is_number(word[len(one.sign) :]) for one in districts)


@attrs.frozen(slots=False, eq=False)
class Board:
    """The plan, row by row, a word a square; and the districts and streets that its words mean.

    Editions are compared, not their boards: what is remembered of a board is found by the object.
    """

    plan: tuple[tuple[str, ...], ...]
    districts: tuple[District, ...]
    streets: tuple[Street, ...]

    @cached_property
    def squares(self) -> dict[tuple[int, int], str]:
        """The word on each square, by column and row from 0."""
        return {(column, row): word for row, words in enumerate(self.plan) for column, word in enumerate(words)}

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """The column and the row of each cell."""
        return tuple(square for square, word in self.squares.items() if is_lot(word, self.districts))

    @cached_property
    def at(self) -> dict[tuple[int, int], int]:
        """The number of the cell on each square that has one."""
        return {place: number for number, place in enumerate(self.places)}

    @cached_property
    def folded(self) -> dict[tuple[int, int], int]:
        """The number of the cell on each square of a plan without the streets that run straight over the whole of it."""
        # NY-BUILD-08
        signs = {street.sign for street in self.streets}
        columns = [n for n, words in enumerate(zip(*self.plan, strict=True)) if not {*words} <= signs]
        rows = [n for n, words in enumerate(self.plan) if not {*words} <= signs]
        return {(columns.index(column), rows.index(row)): number for number, (column, row) in enumerate(self.places)}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each cell by its number."""
        return tuple(f"{COLUMNS[column]}{row + 1}" for column, row in self.places)

    @cached_property
    def index(self) -> dict[str, int]:
        """The number of each cell by its name."""
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def grounds(self) -> dict[str, str]:
        """What is on each square that is neither a cell nor nothing, by the name of the square: a street or a park."""
        titles = {street.sign: street.title for street in self.streets} | {PARK: "a park"}
        return {
            f"{COLUMNS[column]}{row + 1}": titles[word]
            for (column, row), word in self.squares.items()
            if word in titles
        }

    @cached_property
    def lots(self) -> tuple[str, ...]:
        """The name of each lot by its number: district by district."""
        words = {self.squares[place] for place in self.places}
        return tuple(sorted(words, key=lambda word: (self._district(word), int(word[len(self._of(word).sign) :]))))

    def _district(self, lot: str) -> int:
        fits = [n for n, one in enumerate(self.districts) if is_lot(lot, (one,))]
        return fits[0]

    def _of(self, lot: str) -> District:
        return self.districts[self._district(lot)]

    @cached_property
    def lot_index(self) -> dict[str, int]:
        """The number of each lot by its name."""
        return {name: number for number, name in enumerate(self.lots)}

    @cached_property
    def lot_of(self) -> tuple[int, ...]:
        """For each cell the lot it belongs to."""
        # NY-BOX-04
        return tuple(self.lot_index[self.squares[place]] for place in self.places)

    @cached_property
    def lot_cells(self) -> tuple[int, ...]:
        """For each lot the mask of its cells."""
        masks = [0] * len(self.lots)
        for cell, lot in enumerate(self.lot_of):
            masks[lot] |= 1 << cell
        return tuple(masks)

    @cached_property
    def district_of(self) -> tuple[int, ...]:
        """For each lot the number of its district."""
        return tuple(map(self._district, self.lots))

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """For each lot how many cells it has."""
        return tuple(mask.bit_count() for mask in self.lot_cells)

    @cached_property
    def card_of(self) -> tuple[int, ...]:
        """For each lot the number of the kind of land card that is good for it."""
        # NY-LAND-01
        return tuple(2 * one + size - SMALL for one, size in zip(self.district_of, self.sizes, strict=True))

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """The kinds of land card by number: district by district, small before large."""
        return tuple(f"{district.id}-{size}" for district in self.districts for size in (SMALL, LARGE))

    @cached_property
    def card_lots(self) -> tuple[int, ...]:
        """For each kind of land card the mask of its lots."""
        return tuple(
            sum(1 << lot for lot, good in enumerate(self.card_of) if good == card) for card in range(len(self.cards))
        )

    @cached_property
    def district_lots(self) -> tuple[int, ...]:
        """For each district the mask of its lots."""
        return tuple(
            sum(1 << lot for lot, one in enumerate(self.district_of) if one == district)
            for district in range(len(self.districts))
        )

    def _beside(self, place: tuple[int, int]) -> Iterator[tuple[int, int]]:
        column, row = place
        yield from ((column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1))

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """For each cell the mask of those that share a side with it."""
        # NY-BOX-04
        return tuple(
            sum(1 << self.at[other] for other in self._beside(place) if other in self.at) for place in self.places
        )

    @cached_property
    def street_cells(self) -> tuple[int, ...]:
        """For each street the mask of the cells with a side on it."""
        return tuple(self._along(street.sign) for street in self.streets)

    @cached_property
    def frontage(self) -> int:
        """The cells with a side on a street or a park."""
        # NY-BUILD-03
        mask = self._along(PARK)
        for cells in self.street_cells:
            mask |= cells
        return mask

    def _along(self, word: str) -> int:
        return sum(
            1 << number
            for number, place in enumerate(self.places)
            if any(self.squares.get(other) == word for other in self._beside(place))
        )

    @cached_property
    def blocks(self) -> tuple[int, ...]:
        """The masks of the blocks: cells that hang together, with streets and parks around them."""
        # NY-BUILD-08
        found, rest = [], (1 << len(self.places)) - 1
        while rest:
            block = rest & -rest
            while (grown := block | self.around(block)) != block:
                block = grown
            found.append(block)
            rest &= ~block
        return tuple(found)

    def around(self, cells: int) -> int:
        """The cells beside these, across a side."""
        mask = 0
        for cell in numbers_of(cells):
            mask |= self.neighbours[cell]
        return mask & ~cells

    @cached_property
    def block_of(self) -> tuple[int, ...]:
        """For each cell the number of its block."""
        return tuple(
            next(n for n, block in enumerate(self.blocks) if block >> cell & 1) for cell in range(len(self.places))
        )

    @cached_property
    def graph(self) -> nx.Graph[str]:
        """The cells as a networkx graph: neighbours are joined; each has `lot`, `district`, `streets` and `frontage`."""
        import networkx as nx

        graph: nx.Graph[str] = nx.Graph()
        for cell, name in enumerate(self.names):
            streets = tuple(
                street.id for street, cells in zip(self.streets, self.street_cells, strict=True) if cells >> cell & 1
            )
            lot = self.lot_of[cell]
            graph.add_node(
                name,
                lot=self.lots[lot],
                district=self.districts[self.district_of[lot]].id,
                streets=streets,
                frontage=bool(self.frontage >> cell & 1),
            )
        for cell, name in enumerate(self.names):
            graph.add_edges_from((name, self.names[other]) for other in numbers_of(self.neighbours[cell]))
        return graph

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: the fields, not what was worked out from them."""
        return {field.name: getattr(self, field.name) for field in attrs.fields(Board)}

    def __setstate__(self, fields: dict[str, Any]) -> None:
        self.__dict__.update(fields)

    def cells(self, mask: int) -> tuple[str, ...]:
        """The names of the cells of a mask, in order."""
        return tuple(self.names[cell] for cell in numbers_of(mask))
