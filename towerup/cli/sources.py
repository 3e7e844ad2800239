"""Recorded games from files, folders and standard input, with a bar that shows how far the reading is."""

from __future__ import annotations

import io
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import IO, Any

from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from towerup.kernel.lines import bounded_lines, unpacked
from towerup.kernel.records import MOST_LINE

from .common import console, errors, refuse

Advance = Callable[[int], None]
"""Tells of so many more bytes."""

STDIN = Path("-")
PATTERNS = ("*.jsonl", "*.jsonl.gz")
WHAT = "Records (JSON lines, maybe gzip), folders of *.jsonl and *.jsonl.gz, or - for standard input."
_CHUNK = 1_048_576
_TELL_EVERY = 2_048
"""The progress bar is told of so many lines at once."""


def sources(files: list[Path]) -> Iterator[Path]:
    """What to read: folders are gone through in the order of their names."""
    for file in files:
        if file == STDIN or file.is_file():
            yield file
        elif file.is_dir():
            inside = sorted({one for pattern in PATTERNS for one in file.rglob(pattern) if one.is_file()})
            if not inside:
                refuse(f"there is no {' or '.join(PATTERNS)} in {file}")
            yield from inside
        elif file.exists():
            yield file  # a named pipe, as a shell makes them
        else:
            refuse(f"there is no file {file}")


def name_of(source: Path) -> str:
    """What to call a source."""
    return "standard input" if source == STDIN else str(source)


@contextmanager
def lines_of(source: Path, advance: Advance | None = None) -> Iterator[Iterator[bytes]]:
    """The lines of a source, unpacked if it is packed; raises CannotRead."""
    if source == STDIN:
        given: Any = sys.stdin.buffer
        yield _lines(given if isinstance(given, io.BufferedReader) else io.BufferedReader(given), advance)
        return
    with _opened(source) as stream:
        yield _lines(stream, advance)


class Rereader:
    """Reads sources as often as needed. What can be read only once is kept in a temporary file without a name."""

    def __init__(self) -> None:
        self._kept: dict[Path, IO[bytes]] = {}
        self._files = ExitStack()

    def close(self) -> None:
        """Lets go of what was kept."""
        self._files.close()

    @contextmanager
    def lines_of(self, source: Path, advance: Advance | None = None) -> Iterator[Iterator[bytes]]:
        """The same as the function of this name."""
        if source != STDIN and source.is_file():
            with lines_of(source, advance) as lines:
                yield lines
            return
        if source not in self._kept:
            self._kept[source] = self._keep(source)
        kept = self._kept[source]
        kept.seek(0)
        with os.fdopen(os.dup(kept.fileno()), "rb") as stream:
            yield _lines(stream, advance)

    def _keep(self, source: Path) -> IO[bytes]:
        file = self._files.enter_context(tempfile.TemporaryFile())  # noqa: SIM115  # closed with the others
        with nullcontext(sys.stdin.buffer) if source == STDIN else _opened(source) as stream:
            for chunk in _readable(iter(partial(stream.read, _CHUNK), b"")):
                file.write(chunk)
        return file


class CannotRead(OSError):
    """A source that cannot be read. An error of what is written meanwhile is another."""


def _opened(source: Path) -> io.BufferedReader:
    try:
        return source.open("rb")
    except OSError as error:
        raise CannotRead(error.errno, error.strerror, str(source)) from None


def _readable(parts: Iterator[bytes]) -> Iterator[bytes]:
    try:
        yield from parts
    except OSError as error:
        raise CannotRead(error.errno, error.strerror) from None


def _unpacked_lines(stream: io.BufferedReader) -> Iterator[bytes]:
    yield from bounded_lines(unpacked(stream), MOST_LINE)


def _lines(stream: io.BufferedReader, advance: Advance | None) -> Iterator[bytes]:
    lines = _readable(_unpacked_lines(stream))
    return _watched(lines, stream, advance) if advance is not None and stream.seekable() else lines


def _watched(lines: Iterator[bytes], stream: io.BufferedReader, advance: Advance) -> Iterator[bytes]:
    """The lines, telling how many bytes of the file (packed, if it is) they have taken so far."""
    reported = 0
    for number, line in enumerate(lines):
        yield line
        if number % _TELL_EVERY == 0:
            now = stream.tell()
            advance(now - reported)
            reported = now
    advance(stream.tell() - reported)


@contextmanager
def reading_bar(doing: str, read: list[Path], busy: bool) -> Iterator[Advance | None]:
    """A progress bar over the bytes of all files, where there is a terminal to show it on and nothing that it disturbs.

    `busy` says that standard output is for other programs.
    """
    where = console if console.is_terminal else errors  # on one terminal, only one of them may draw
    if not where.is_terminal or (busy and console.is_terminal):
        yield None
        return
    columns = (TextColumn(doing), BarColumn(), DownloadColumn(), TextColumn("left:"), TimeRemainingColumn())
    with Progress(*columns, console=where, transient=True) as progress:
        total = sum(one.stat().st_size for one in read if one != STDIN)
        task = progress.add_task(doing, total=total or None)
        yield lambda more: progress.advance(task, more)
