"""What lies where: for each square of the board its lot, its owner, its building. What both pictures draw from."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import attrs

from towerup.rulesets.new_york_1901.box.board import PARK, Street
from towerup.rulesets.new_york_1901.box.tiles import Tile
from towerup.rulesets.new_york_1901.state import State

from .geometry import Square

_LOT = "lot "


def lot_place(lot: str) -> str:
    """A lot as a place to mark: a cell may have the same name."""
    return f"{_LOT}{lot}"


def lot_in(place: str) -> str | None:
    """The lot that a place to mark names; None if it names a cell."""
    return place.removeprefix(_LOT) if place.startswith(_LOT) else None


@attrs.frozen
class Standing:
    """A building on the board: whose it is, its tile, and the cells under it."""

    owner: str
    tile: Tile
    cells: tuple[str, ...]


@attrs.frozen(slots=False)
class Plan:
    """The board of a state, square by square."""

    state: State

    @cached_property
    def buildings(self) -> tuple[Standing, ...]:
        """Every building, seat by seat."""
        setup = self.state.setup
        return tuple(
            Standing(player.colour, setup.edition.tiles[one.tile], one.cells)
            for player in self.state.players
            for one in player.buildings
        )

    @cached_property
    def on(self) -> dict[str, Standing]:
        """The building on each cell that has one."""
        return {cell: one for one in self.buildings for cell in one.cells}

    @cached_property
    def owner(self) -> dict[str, str]:
        """The owner of each lot that belongs to somebody."""
        return {lot: player.colour for player in self.state.players for lot in player.lots}

    @cached_property
    def workers(self) -> dict[str, str]:
        """Whose worker is on each lot that has one: a lot without a building of its owner."""
        seats = enumerate(self.state.setup.seats)
        return {lot: colour for seat, colour in seats for lot in self.state.bare_lots(seat)}

    @cached_property
    def left_out(self) -> str | None:
        """The district that is not played with."""
        return self.state.box.left_out

    @cached_property
    def streets(self) -> dict[str, Street]:
        """The streets by their signs."""
        return {one.sign: one for one in self.state.setup.board.streets}

    def district(self, lot: str) -> str:
        """The name of the district of a lot."""
        return self.state.setup.board.district_of[lot]

    def free(self, lot: str) -> list[str]:
        """The cells of a lot with no building on them."""
        return [cell for cell in self.state.setup.board.lots[lot] if cell not in self.on]

    def ground(self, cells: Iterable[str]) -> list[Square]:
        """The squares under a building: its cells, and those of streets between them, if it lies over any."""
        board = self.state.setup.board
        squares = {board.places[cell] for cell in cells}
        for dx, dy in ((1, 0), (0, 1)):
            for x, y in sorted(squares):
                way, at = [], (x + dx, y + dy)
                while board.squares.get(at) in self.streets:
                    way.append(at)
                    at = at[0] + dx, at[1] + dy
                if way and at in squares:
                    squares.update(way)
        return sorted(squares)

    def runs(self, sign: str) -> list[list[Square]]:
        """The squares of a street in straight stretches, along the way that it mostly goes."""
        squares = [square for square, word in self.state.setup.board.squares.items() if word == sign]
        across = len({row for _, row in squares}) <= len({column for column, _ in squares})
        ordered = sorted(squares, key=lambda square: (square[1], square[0]) if across else square)
        step = (1, 0) if across else (0, 1)
        runs: list[list[Square]] = []
        for square in ordered:
            if runs and (runs[-1][-1][0] + step[0], runs[-1][-1][1] + step[1]) == square:
                runs[-1].append(square)
            else:
                runs.append([square])
        return runs

    def is_wide(self, column: int) -> bool:
        """Whether a column has more in it than streets."""
        return self._has_ground(words[column] for words in self.state.setup.board.plan)

    def is_high(self, row: int) -> bool:
        """Whether a row has more in it than streets."""
        return self._has_ground(self.state.setup.board.plan[row])

    def _has_ground(self, words: Iterable[str]) -> bool:
        lots = self.state.setup.board.lots
        return any(word == PARK or word in lots for word in words)
