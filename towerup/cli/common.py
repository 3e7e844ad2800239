"""What the commands share: the console, and how a user's mistake is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import typer
from rich.console import Console

from towerup.kernel.ruleset import Ruleset
from towerup.rulesets import ruleset

Done = TypeVar("Done")

console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)

FAULT = 1
"""The exit code when something was found wrong with what was checked."""
MISUSE = 2
"""The exit code when the command itself was given something wrong."""


def refuse(message: str) -> NoReturn:
    """Ends the command with a sentence about the user's mistake."""
    errors.print(f"[bold red]towerup:[/] {_plain(message)}", soft_wrap=True)
    raise typer.Exit(MISUSE)


def _plain(message: str) -> str:
    from rich.markup import escape

    return escape(message)


def the_rules(game: str) -> Ruleset:
    """The rules of a game by name, or an end with the names there are."""
    try:
        return ruleset(game)
    except ValueError as error:
        refuse(str(error))


def the_edition(file: str | None, game: str = "tower-up") -> Any:
    """The edition in a file, or None if no file is named; an end if it is not in order."""
    if file is None:
        return None
    try:
        return the_rules(game).edition_from_text(Path(file).read_text(encoding="utf-8"), file)
    except (OSError, UnicodeDecodeError) as error:
        refuse(f"{file} cannot be read: {error}")
    except ValueError as error:
        refuse(str(error))


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all: beside it first, then in its place."""
    beside = path.with_name(path.name + ".part")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        refuse(f"{path} cannot be written: {error.strerror}")


def with_progress(doing: str, total: int, do: Callable[[Callable[[int], None]], Done]) -> Done:
    """What something gives that takes its time, with a bar that shows how far it is."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn(doing), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("left:"), TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task(doing, total=total)
        return do(lambda more: bar.advance(task, more))
