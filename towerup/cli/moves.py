"""`towerup moves`: the legal moves of positions as a table, to read or for other programs."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Protocol, TextIO

import typer
from rich.markup import escape
from rich.table import Table

from towerup.kernel.actors import CHANCE
from towerup.kernel.analysis import Column
from towerup.kernel.canonical import encode
from towerup.kernel.output_files import output_file, output_text
from towerup.kernel.records import Find
from towerup.kernel.spaces import Spaces
from towerup.kernel.streams import Broken, followed, starts
from towerup.lab.frames import MissingLibrary, ParquetFile, library
from towerup.lab.positions import Position, at, positions
from towerup.lab.tables import Moves, Row, aligned, columns_of_game, game_rows, united
from towerup.lab.tables import moves as moves_at

from .common import FAULT, MISUSE, console, errors, refuse, rules_for, the_edition, writing
from .games import GameOfPosition
from .interruption import interruptible
from .number_options import number_option
from .positions import AnEdition, NewTable, StateFile, TableSeed, games_to_follow, position_of
from .sources import WHAT, CannotRead, Rereader, name_of, reading_bar, sources

OF_SOURCE = (
    Column("file", str, "where the game is"),
    Column("game", int, "which game of the file it is, from 1"),
)
ROWS_AT_ONCE = 20_000
"""So many rows are gathered before they go into a Parquet file, as a group."""


class Form(StrEnum):
    """How the table is written."""

    text = "text"
    jsonl = "jsonl"
    csv = "csv"
    parquet = "parquet"


def moves(
    files: Annotated[list[Path] | None, typer.Argument(metavar="RECORDS…", help=WHAT)] = None,
    at: Annotated[
        int | None,
        number_option(help="Only the position after so many actions; from the end if negative: -1 is the last."),
    ] = None,
    state: StateFile = None,
    new: NewTable = None,
    seed: TableSeed = 1,
    edition: AnEdition = None,
    chance: Annotated[
        bool, typer.Option("--chance", help="Positions too in which chance is to act, with what it can bring.")
    ] = False,
    form: Annotated[
        Form | None, typer.Option("--format", help="How to write the table; else as --to is called, or to be read.")
    ] = None,
    to: Annotated[Path | None, typer.Option(help="Write the table to this file.")] = None,
    columns: Annotated[bool, typer.Option("--columns", help="Tell what the columns mean, and nothing else.")] = False,
    game: GameOfPosition = None,
) -> None:
    """List the legal moves of a position, or of every position of recorded games, with what each of them does.

    A row for each move. Over many games it goes from position to position, and needs no more memory for more of them. Exit
    code 1 if a record cannot be followed to its end (its good positions are in the table), 2 if something could not be read.
    """
    if columns:
        _tell_columns(rules_for(game, edition), edition)
        return
    if sum((bool(files), state is not None, new is not None)) != 1:
        refuse("moves of one thing are listed: of RECORDS, --state FILE, or --new PLAYERS")
    chosen = _form(form, to)
    if not files:
        moves = moves_at(position_of(game, state, new, seed, edition))
        with _table(chosen, to, moves.columns) as table:
            table.write(moves, "")
        return
    find, own = games_to_follow(game), the_edition(edition)
    with closing(Rereader()) as reader:
        games = _Games(files, reader, find, own, at, chance or at is not None)

        def so_far() -> str:
            listed = f"The moves of {games.positions:,} positions were listed"
            return f"{listed}." if to is None else f"{listed}; {to} was not written."

        with interruptible(so_far):
            shown = () if chosen is Form.text else games.columns()
            with _table(chosen, to, shown) as table:
                games.list(table, busy=to is None and chosen is not Form.text)
    if at is not None and not games.met and not games.wrong and not games.unreadable:
        refuse(f"no game has a position --at {at}; the longest has {games.longest} actions")
    if games.unreadable or games.wrong:
        raise typer.Exit(MISUSE if games.unreadable else FAULT)


def _form(form: Form | None, to: Path | None) -> Form:
    if form is None:
        known = {f".{one.value}": one for one in Form} | {".txt": Form.text, ".json": Form.jsonl, ".ndjson": Form.jsonl}
        if to is not None and to.suffix.lower() not in known:
            refuse(f"how to write {to}? Call it *.csv, *.jsonl, *.parquet or *.txt, or say --format")
        form = Form.text if to is None else known[to.suffix.lower()]
    if form is Form.parquet and to is None:
        refuse("a Parquet file needs a name: --to moves.parquet")
    return form


def _tell_columns(rules: Any, edition: str | None) -> None:
    try:
        box = edition or rules.usual_edition
        start = rules.new_game(rules.player_counts(box)[0], edition=box)
    except ValueError as error:
        refuse(str(error))
    table = Table("column", "type", "what it tells", box=None, pad_edge=False)
    words = {str: "text", int: "number", bool: "truth"}
    for column in (*OF_SOURCE, *columns_of_game(start)):
        name = f"{column.name}_{'|'.join(column.parts)}" if column.parts else column.name
        table.add_row(escape(name), words[column.kind], escape(column.tells))
    console.print(table)


# --- over many games


class _Games:
    """The games to be gone through, and what was met on the way."""

    def __init__(
        self, files: list[Path], reader: Rereader, find: Find, edition: Any, at: int | None, chance: bool
    ) -> None:
        self.sources = list(sources(files))
        self.reader = reader
        self.find = find
        self.edition, self.at, self.chance = edition, at, chance
        self.met = self.wrong = self.unreadable = False
        self.longest = self.positions = 0

    def columns(self) -> tuple[Column, ...]:
        """The columns of all games together. The games are looked through for their beginnings, and none is played."""
        found: dict[tuple[Column, ...], None] = {}
        for source in self.sources:
            # What cannot be read is reported when the table is written.
            with suppress(CannotRead), self.reader.lines_of(source) as lines:
                found |= dict.fromkeys(columns_of_game(one) for one in starts(lines, self.find, self.edition))
        return (*OF_SOURCE, *united(found)) if found else ()

    def list(self, table: _Sink, *, busy: bool) -> None:
        """Puts the moves of every position wanted into the table."""
        spaces = Spaces()
        with reading_bar("reading", self.sources, busy=busy) as advance:
            for source in self.sources:
                name = name_of(source)
                try:
                    with self.reader.lines_of(source, advance) as lines:
                        for found in self._wanted(followed(lines, self.find, self.edition, spaces)):
                            self._list(table, name, found)
                except CannotRead as error:
                    errors.print(f"[bold red]towerup:[/] {escape(name)} cannot be read: {error.strerror or error}")
                    self.unreadable = True

    def _wanted(self, stream: Any) -> Iterator[Position | Broken]:
        found = self._measured(positions(stream))
        return found if self.at is None else at(self.at, found)

    def _measured(self, found: Iterator[Position | Broken]) -> Iterator[Position | Broken]:
        for one in found:
            if isinstance(one, Position):
                self.longest = max(self.longest, one.step)
            yield one

    def _list(self, table: _Sink, name: str, found: Position | Broken) -> None:
        if isinstance(found, Broken):
            self.wrong = True
            errors.print(f"[bold red]{escape(name)}[/], {escape(str(found.error))}", soft_wrap=True)
        elif self.chance or found.state.actor is not CHANCE:
            self.met = True
            rows = game_rows(found.state, found.step, found.chosen)
            placed = tuple({"file": name, "game": found.game, **row} for row in rows)
            moves = Moves((*OF_SOURCE, *columns_of_game(found.state)), placed)
            table.write(moves, _heading(name, found))
            self.positions += 1


def _heading(name: str, found: Position) -> str:
    actor = found.state.actor
    who = "chance" if actor is CHANCE else found.state.ruleset.seats(found.state)[actor or 0]
    waits = "the game is over" if actor is None else f"{who} is to act"
    went_on = f"; the game went on with {found.chosen}" if found.chosen is not None else ""
    return f"{name}, game {found.game}, after {found.step} actions: {waits}{went_on}"


# --- where the table goes


class _Sink(Protocol):
    def write(self, moves: Moves, heading: str) -> None:
        """Some more moves; the heading is for people."""

    def close(self) -> None:
        """All moves are there."""


@contextmanager
def _table(form: Form, to: Path | None, columns: Sequence[Column]) -> Iterator[_Sink]:
    """The table, written whole or not at all if it goes to a file."""
    if to is None:
        yield from _closed(_Text() if form is Form.text else _SINKS[form](sys.stdout, columns))
    elif form is Form.parquet:
        _need_parquet()
        with writing(to), output_file(to) as file, ParquetFile(file, columns) as parquet:
            yield from _closed(_Parquet(parquet, columns))
    else:
        with writing(to), output_text(to) as text:
            yield from _closed(_SINKS[form](text, columns))


def _need_parquet() -> None:
    try:
        library("pyarrow.parquet")
    except MissingLibrary as missing:
        refuse(str(missing))


def _closed(sink: _Sink) -> Iterator[_Sink]:
    yield sink
    sink.close()


class _Text:
    """To read, on the terminal."""

    def write(self, moves: Moves, heading: str) -> None:
        if heading:
            console.print(f"[bold]{escape(heading)}[/]", soft_wrap=True)
        lines = _for_people(moves)
        if lines:
            table = Table(box=None, pad_edge=False)
            for cells in zip(*lines, strict=True):
                right = all(cell.isdecimal() or not cell for cell in cells[1:])
                table.add_column(escape(cells[0]), justify="right" if right else "left", no_wrap=cells[0] == "action")
            for line in lines[1:]:
                table.add_row(
                    *map(escape, line), style="bold" if line[-1] == "yes" and lines[0][-1] == "chosen" else ""
                )
            console.print(table)
        if heading:
            console.print()

    def close(self) -> None:
        pass


class _TextFile:
    """To read, in a file."""

    def __init__(self, file: TextIO, _: Sequence[Column]) -> None:
        self._file = file

    def write(self, moves: Moves, heading: str) -> None:
        if heading:
            self._file.write(f"{heading}\n")
        own = Moves(tuple(column for column in moves.columns if column.name not in _IN_HEADING), moves.rows)
        self._file.write(f"{own}\n\n" if heading else f"{own}\n")

    def close(self) -> None:
        pass


_IN_HEADING = ("file", "game", "step", "seat", "who")
"""What a heading tells once need not stand beside each move."""


def _for_people(moves: Moves) -> list[list[str]]:
    return Moves(tuple(column for column in moves.columns if column.name not in _IN_HEADING), moves.rows).shown()


class _JsonLines:
    """An object a line, each with the same keys: null where a game has no such column."""

    def __init__(self, file: TextIO, columns: Sequence[Column]) -> None:
        self._file = file
        self._rows = _Rows(columns)

    def write(self, moves: Moves, heading: str) -> None:
        for row in self._rows.of(moves, heading):
            self._file.write(encode(row).decode() + "\n")

    def close(self) -> None:
        pass


class _Rows:
    """Rows with the columns of the whole table."""

    def __init__(self, columns: Sequence[Column]) -> None:
        self.columns = tuple(columns)
        self.names = [name for column in columns for name in column.names]
        self._known = {*self.names}

    def of(self, moves: Moves, heading: str) -> Iterator[Row]:
        """The rows of some moves; an end with a sentence if a file has got other games since its columns were read."""
        if not self._known.issuperset(moves.names):
            refuse(
                f"{heading}: this game was not there when the columns were read; try again once the file is complete"
            )
        return iter(moves) if moves.columns == self.columns else (aligned(row, self.columns) for row in moves)


class _Csv:
    """Comma-separated values: nothing for nothing, true and false for truth."""

    def __init__(self, file: TextIO, columns: Sequence[Column]) -> None:
        self._rows = _Rows(columns)
        self._writer = csv.writer(file, lineterminator="\n")
        if columns:
            self._writer.writerow(self._rows.names)

    def write(self, moves: Moves, heading: str) -> None:
        self._writer.writerows([_plain(value) for value in row.values()] for row in self._rows.of(moves, heading))

    def close(self) -> None:
        pass


def _plain(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


class _Parquet:
    """A Parquet file, in groups of rows."""

    def __init__(self, file: ParquetFile, columns: Sequence[Column]) -> None:
        self._rows = _Rows(columns)
        self._file = file
        self._group: list[Row] = []

    def write(self, moves: Moves, heading: str) -> None:
        self._group += self._rows.of(moves, heading)
        if len(self._group) >= ROWS_AT_ONCE:
            self._flush()

    def _flush(self) -> None:
        self._file.write(self._group)
        self._group = []

    def close(self) -> None:
        if not self._rows.columns:
            refuse("there are no moves to write")
        if self._group:
            self._flush()


_SINKS: dict[Form, Any] = {Form.text: _TextFile, Form.jsonl: _JsonLines, Form.csv: _Csv}
