"""`towerup check`: recorded games judged, from files, folders and standard input."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from towerup.kernel.canonical import encode
from towerup.kernel.records import MOST_LINE
from towerup.kernel.spaces import Spaces
from towerup.oracle.checking import MOST_FLAWS, Flaw, Verdict, check, verdict_to_json
from towerup.oracle.lines import bounded_lines, unpacked
from towerup.rulesets import ruleset
from towerup.view import picture

from .common import FAULT, MISUSE, console, errors, refuse, the_edition

Advance = Callable[[int], None]
"""Tells of so many more bytes."""

STDIN = Path("-")
PATTERNS = ("*.jsonl", "*.jsonl.gz")
_TELL_EVERY = 2_048
"""The progress bar is told of so many lines at once."""


def check_games(
    files: Annotated[
        list[Path],
        typer.Argument(
            help="Records (JSON lines, maybe gzip), folders of *.jsonl and *.jsonl.gz, or - for standard input."
        ),
    ],
    edition: Annotated[
        str | None, typer.Option(help="The edition file of the games, if it is not one that comes with the library.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="For machines: one JSON line a file.")] = False,
) -> None:
    """Judge recorded games: each action, each chance outcome, the final outcome.

    Says ok, or the first wrong step of a game and why. Exit code 0 if all games are in order, 1 if one is not, 2 if
    something could not be read.
    """
    box = the_edition(edition)
    sources = list(_sources(files))
    spaces = Spaces()
    unreadable = wrong = False
    with _bar(sources, json) as advance:
        for source in sources:
            try:
                verdict = _judged(source, box, spaces, advance)
            except OSError as error:
                errors.print(f"[bold red]towerup:[/] {escape(str(source))} cannot be read: {error.strerror or error}")
                unreadable = True
                continue
            wrong |= not verdict.ok
            _tell(verdict, source, json)
    if unreadable or wrong:
        raise typer.Exit(MISUSE if unreadable else FAULT)


def _sources(files: list[Path]) -> Iterator[Path]:
    """What to judge: folders are gone through in the order of their names."""
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


def _judged(source: Path, box: Any, spaces: Spaces, advance: Advance | None) -> Verdict:
    if source == STDIN:
        given: Any = sys.stdin.buffer
        stream = given if isinstance(given, io.BufferedReader) else io.BufferedReader(given)
        return _judged_stream(stream, box, spaces, advance)
    with source.open("rb") as stream:
        return _judged_stream(stream, box, spaces, advance)


def _judged_stream(stream: io.BufferedReader, box: Any, spaces: Spaces, advance: Advance | None) -> Verdict:
    lines = bounded_lines(unpacked(stream), MOST_LINE)
    if advance is not None and stream.seekable():
        lines = _watched(lines, stream, advance)
    return check(lines, ruleset, box, spaces)


def _watched(lines: Iterator[bytes], stream: io.BufferedReader, advance: Advance) -> Iterator[bytes]:
    """The lines, telling how many bytes of the file (packed, if it is) they have taken so far."""
    told = 0
    for number, line in enumerate(lines):
        yield line
        if number % _TELL_EVERY == 0:
            now = stream.tell()
            advance(now - told)
            told = now
    advance(stream.tell() - told)


@contextmanager
def _bar(sources: list[Path], json: bool) -> Iterator[Advance | None]:
    """A progress bar over the bytes of all files, where there is a terminal to show it on and nothing that it disturbs."""
    where = console if console.is_terminal else errors  # on one terminal, only one of them may draw
    if not where.is_terminal or (json and console.is_terminal):
        yield None
        return
    columns = (TextColumn("checking"), BarColumn(), DownloadColumn(), TextColumn("left:"), TimeRemainingColumn())
    with Progress(*columns, console=where, transient=True) as progress:
        total = sum(one.stat().st_size for one in sources if one != STDIN)
        task = progress.add_task("checking", total=total or None)
        yield lambda more: progress.advance(task, more)


def _tell(verdict: Verdict, source: Path, json: bool) -> None:
    name = "standard input" if source == STDIN else str(source)
    if json:
        print(encode(verdict_to_json(verdict, name)).decode(), flush=True)
        return
    if verdict.ok:
        console.print(f"[green]ok[/] {escape(name)}: {_counts(verdict)}", soft_wrap=True)
        return
    console.print(f"[bold red]wrong[/] {escape(name)}: {_counts(verdict)}", soft_wrap=True)
    for flaw in verdict.flaws:
        _tell_flaw(flaw, name, verdict.games)
    if verdict.wrong > len(verdict.flaws):
        console.print(
            f"  … and {verdict.wrong - len(verdict.flaws):,} more wrong games; {MOST_FLAWS} are told of a file"
        )


def _counts(verdict: Verdict) -> str:
    parts = [_many(verdict.games, "game"), _many(verdict.steps, "action")]
    parts += [f"{verdict.wrong:,} wrong"] if verdict.wrong and verdict.games > 1 else []
    parts += [f"{verdict.unfinished:,} unfinished"] if verdict.unfinished else []
    parts += [f"{verdict.without_outcome:,} over, but without an outcome line"] if verdict.without_outcome else []
    return ", ".join(parts)


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _tell_flaw(flaw: Flaw, name: str, games: int) -> None:
    place = f"line {flaw.line:,}" if flaw.column is None else f"line {flaw.line:,}, column {flaw.column:,}"
    which = f"game {flaw.game:,}, " if games > 1 else ""
    console.print(f"  [bold]{escape(name)}, {place}[/] ({which}action {flaw.step:,})", soft_wrap=True)
    for line in flaw.why.splitlines():
        console.print(f"  {escape(line)}", soft_wrap=True)
    for violation in flaw.violations:
        cited = "; ".join(map(str, violation.citations))
        console.print(
            f"    [bold]{violation.id}[/] {escape(violation.title)}: {escape(violation.message)} [dim]({escape(cited)})[/]",
            soft_wrap=True,
        )
    if flaw.near:
        console.print(f"  legal and near it, of {flaw.legal:,}:")
        for one in flaw.near:
            console.print(f"    {escape(str(one))}", soft_wrap=True)
    if flaw.state is not None:
        console.print("  the table then:")
        for line in picture(flaw.state, colour=False).splitlines():
            console.print(f"    {escape(line)}", soft_wrap=True)
