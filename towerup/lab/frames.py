"""Frames of other libraries, and Parquet files, made of tables of moves. They are imported when they are first wanted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, BinaryIO, Self

from towerup.kernel.analysis import Column, Value

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

Rows = Sequence[dict[str, Value]]


class MissingLibrary(ModuleNotFoundError):
    """A library that is not there; the message says how to install it."""


def library(name: str) -> Any:
    """A library of the extra `frames`, or an error that says how to have it."""
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name != name.partition(".")[0]:
            raise
        raise MissingLibrary(
            f"this needs {missing.name}, which is not installed: pip install 'towerup[frames]'", name=missing.name
        ) from None


def _kinds(columns: Iterable[Column]) -> dict[str, type]:
    return {name: column.kind for column in columns for name in column.names}


def to_polars(columns: Iterable[Column], rows: Rows) -> pl.DataFrame:
    """The rows as a Polars frame."""
    polars = library("polars")
    types = {str: polars.String, int: polars.Int64, bool: polars.Boolean}
    kinds = _kinds(columns)
    frame: pl.DataFrame = polars.DataFrame(
        {name: [row[name] for row in rows] for name in kinds}, {name: types[kind] for name, kind in kinds.items()}
    )
    return frame


def to_pandas(columns: Iterable[Column], rows: Rows) -> pd.DataFrame:
    """The rows as a pandas frame. Its types are those that can tell 'nothing' from 0 and from false."""
    pandas = library("pandas")
    types = {str: "string", int: "Int64", bool: "boolean"}
    kinds = _kinds(columns)
    frame: pd.DataFrame = pandas.DataFrame(
        {name: pandas.array([row[name] for row in rows], dtype=types[kind]) for name, kind in kinds.items()}
    )
    return frame


def schema(columns: Iterable[Column]) -> pa.Schema:
    """The types of the columns, as Arrow has them."""
    arrow = library("pyarrow")
    types = {str: arrow.string(), int: arrow.int64(), bool: arrow.bool_()}
    made: pa.Schema = arrow.schema([(name, types[kind]) for name, kind in _kinds(columns).items()])
    return made


def to_arrow(columns: Iterable[Column], rows: Rows) -> pa.Table:
    """The rows as an Arrow table."""
    table: pa.Table = library("pyarrow").Table.from_pylist(rows, schema=schema(columns))
    return table


class ParquetFile:
    """A Parquet file that is written piece by piece."""

    def __init__(self, file: BinaryIO, columns: Sequence[Column]) -> None:
        self._columns = columns
        self._file = library("pyarrow.parquet").ParquetWriter(file, schema(columns))

    def write(self, rows: Rows) -> None:
        """Some more rows, as a group of their own."""
        self._file.write_table(to_arrow(self._columns, rows))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Writes the end of the file, without which it cannot be read."""
        try:
            self._file.close()
        except Exception:
            self._file.is_open = False  # or it would try again when it is forgotten, and complain
            if kind is None:
                raise
