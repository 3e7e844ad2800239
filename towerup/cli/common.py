"""What the commands share: the console, and how a user's mistake is told."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import typer
from rich.console import Console

from towerup.kernel.editions import game_of
from towerup.kernel.output_files import ReaderGone, write_file
from towerup.kernel.ruleset import AnyRuleset
from towerup.rulesets import NAMES, every_ruleset, ruleset

Done = TypeVar("Done")

console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)

FAULT = 1
"""The exit code when something was found wrong with what was checked."""
MISUSE = 2
"""The exit code when the command itself was given something wrong."""

UNFINISHED = 3
"""The exit code when nothing wrong was found, but the work was not done to its end."""


def refuse(message: str) -> NoReturn:
    """Ends the command with a sentence about the user's mistake."""
    errors.print(f"[bold red]towerup:[/] {_plain(message)}", soft_wrap=True)
    raise typer.Exit(MISUSE)


def _plain(message: str) -> str:
    from rich.markup import escape

    return escape(message)


def the_rules(game: str) -> AnyRuleset:
    """The rules of a game by name, or an end with the names there are."""
    try:
        return ruleset(game)
    except ValueError as error:
        refuse(str(error))


def rules_for(game: str | None, edition: str | None = None) -> AnyRuleset:
    """The rules of the game that is named; else of the first that the edition is for; else the usual ones."""
    if game is None and edition is not None and is_file(edition):
        game = game_of(Path(edition))
    elif game is None and edition is not None:
        game = next((rules.name for rules in every_ruleset() if edition in rules.editions.names), None)
    return the_rules(game or NAMES[0])


def the_edition(named: str | None) -> Any:
    """A shipped edition's name as it is, the edition in a file, or None if none is named; an end if it is not in order.

    A file says which game it is for; a name is looked for among the editions of all games.
    """
    if named is None:
        return None
    rules = rules_for(None, named)
    try:
        if not is_file(named):
            rules.player_counts(named)
            return named
        return rules.editions.from_toml(Path(named).read_text(encoding="utf-8"), named)
    except (OSError, UnicodeDecodeError) as error:
        refuse(f"{named} cannot be read: {error}")
    except ValueError as error:
        refuse(str(error))


def is_file(edition: str) -> bool:
    """Whether a word names the file of an edition, and not a shipped edition."""
    return edition.endswith(".toml") or os.sep in edition


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all; an end with a sentence if that cannot be done."""
    with writing(path):
        write_file(path, data)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Ends the command with a sentence if the file cannot be written. A reader that has gone is no error."""
    try:
        yield
    except ReaderGone:
        raise
    except OSError as error:
        refuse(f"{path} cannot be written: {error.strerror or error}")


def make_folder(path: Path) -> Path:
    """Makes a folder if it is not there; an end with a sentence if that cannot be done."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        refuse(f"{path} cannot be made: it is a file")
    except OSError as error:
        refuse(f"{path} cannot be made: {error.strerror or error}")
    return path


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
