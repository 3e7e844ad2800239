"""Tables of legal moves: a row for each, with what the game can tell of it; of one position, or of all those of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from towerup.kernel.actors import CHANCE
from towerup.kernel.analysis import Column, Value
from towerup.kernel.records import Record

from . import frames

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

Row: TypeAlias = dict[str, Value]
"""A value for each single column, by its name."""

ACTION = Column("action", str, "the action in notation")
WEIGHT = Column("weight", int, "where chance is to act: how many cards, or whatever it draws, are such")
OF_GAME = (
    Column("step", int, "how many actions came before"),
    Column("seat", int, "who is to decide; nothing where chance is to act"),
    Column("who", str, "the name of the one to decide, or chance"),
)
CHOSEN = Column("chosen", bool, "whether the game went on with this action; nothing if it did not go on")


@attrs.frozen(repr=False)
class Moves:
    """A table of moves. `print` shows it; `to_polars`, `to_pandas` and `to_arrow` make a frame of it."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the single columns, in order."""
        return tuple(name for column in self.columns for name in column.names)

    def to_polars(self) -> pl.DataFrame:
        """A Polars frame (extra `frames`)."""
        return frames.to_polars(self.columns, self.rows)

    def to_pandas(self) -> pd.DataFrame:
        """A pandas frame, of types that know missing values (extra `frames`)."""
        return frames.to_pandas(self.columns, self.rows)

    def to_arrow(self) -> pa.Table:
        """An Arrow table (extra `frames`)."""
        return frames.to_arrow(self.columns, self.rows)

    def shown(self) -> list[list[str]]:
        """The table for people: a heading and a line for each move.

        What the notation says already, and what is said of no move, is left out; numbers by part are told together.
        """
        cells_by_column = []
        for column in self.columns:
            cells = [_shown(column, row) for row in self.rows]
            if not column.in_notation and any(cells):
                cells_by_column.append([column.name.replace("_", " "), *cells])
        return [list(line) for line in zip(*cells_by_column, strict=True)]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __repr__(self) -> str:
        return f"<{len(self.rows):,} moves, {len(self.names)} columns>"

    def __str__(self) -> str:
        lines = self.shown()
        if not lines:
            return "no moves"
        numbers = [all(cell.isdecimal() or not cell for cell in cells[1:]) for cells in zip(*lines, strict=True)]
        widths = [max(map(len, cells)) for cells in zip(*lines, strict=True)]
        return "\n".join(
            "  ".join(
                cell.rjust(width) if right else cell.ljust(width)
                for cell, width, right in zip(line, widths, numbers, strict=True)
            ).rstrip()
            for line in lines
        )


def _shown(column: Column, row: Row) -> str:
    """The cell of a column, empty where there is nothing to say."""
    if column.parts:
        numbers = ((part, row[name]) for part, name in zip(column.parts, column.names, strict=True))
        return ", ".join(f"{number} {part}" for part, number in numbers if number)
    value = row[column.name]
    if isinstance(value, bool):
        return "yes" if value else ""
    return str(value) if value or (value == 0 and column in OF_GAME) else ""


def moves(state: Any) -> Moves:
    """The legal actions of a state; where chance is to act, what it can bring and how likely."""
    return Moves(columns_of(state), tuple(rows_of(state)))


def moves_of(record: Record, chance: bool = False) -> Moves:
    """The legal actions of every position of a game, with which of them was chosen; those of chance, if wanted."""
    rows: list[Row] = []
    for step, (state, action) in enumerate(zip_longest(record.states(), record.actions)):
        if chance or state.actor is not CHANCE:
            rows += game_rows(state, step, action)
    return Moves(columns_of_game(record.start), tuple(rows))


def columns_of(state: Any) -> tuple[Column, ...]:
    """The columns of a table of one position."""
    return (ACTION, WEIGHT, *state.ruleset.analysis.columns(state))


def columns_of_game(state: Any) -> tuple[Column, ...]:
    """The columns of a table of many positions of a game."""
    return (*OF_GAME, *columns_of(state), CHOSEN)


def united(tables: Iterable[Sequence[Column]]) -> tuple[Column, ...]:
    """The columns of several tables together, so that one table can hold the rows of all of them.

    A column that several tables have is there once, with the parts of all of them. If it is text in one table and a number
    in another, it is text.
    """
    found: list[Column] = []
    for columns in tables:
        at = 0
        for column in columns:
            same = [
                n for n, one in enumerate(found) if (one.name, bool(one.parts)) == (column.name, bool(column.parts))
            ]
            if same:
                at = same[0]
                found[at] = _both(found[at], column)
            else:
                found.insert(at, column)
            at += 1
    return tuple(found)


def _both(one: Column, other: Column) -> Column:
    parts = tuple(dict.fromkeys((*one.parts, *other.parts)))
    return attrs.evolve(one, parts=parts, kind=one.kind if one.kind is other.kind else str)


def aligned(row: Row, columns: Iterable[Column]) -> Row:
    """A row with just these columns: nothing in those that it does not have."""
    return {name: _as(column.kind, row.get(name)) for column in columns for name in column.names}


def _as(kind: type, value: Value) -> Value:
    return value if value is None or kind is not str or isinstance(value, str) else str(value).lower()


def rows_of(state: Any) -> Iterator[Row]:
    """A row for each legal action of a state."""
    rules = state.ruleset
    actions: Sequence[Any] = rules.legal_actions(state)
    weights: Iterable[int | None] = rules.chance_weights(state) or (None,) * len(actions)
    columns, describe = rules.analysis.columns(state), rules.analysis.describe
    for action, weight in zip(actions, weights, strict=True):
        yield {"action": str(action), "weight": weight, **_flat(columns, describe(state, action))}


def game_rows(state: Any, step: int, chosen: Any) -> Iterator[Row]:
    """The same for a position of a game after so many actions; `chosen` is the action that came next, if one did."""
    actor = state.actor
    seat = None if actor is CHANCE else actor
    who = "chance" if seat is None else state.ruleset.seats(state)[seat]
    taken = None if chosen is None else str(chosen)
    for row in rows_of(state):
        yield {
            "step": step,
            "seat": seat,
            "who": who,
            **row,
            "chosen": None if taken is None else row["action"] == taken,
        }


def _flat(columns: Iterable[Column], cells_by_column: Mapping[str, Any]) -> Row:
    row: Row = {}
    for column in columns:
        value = cells_by_column[column.name]
        if column.parts:
            row |= {name: value.get(part, 0) for part, name in zip(column.parts, column.names, strict=True)}
        else:
            row[column.name] = value
    return row
