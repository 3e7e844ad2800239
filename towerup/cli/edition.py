"""`towerup edition`: the boxes, and checking one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from towerup.kernel.editions import Box, EditionError, game_of
from towerup.kernel.ruleset import AnyRuleset
from towerup.rulesets import NAMES, every_ruleset

from .common import FAULT, console, errors, refuse, the_rules
from .games import OptionalGame

edition = typer.Typer(
    help="The box as data: list the shipped editions, look into one, check your own.", no_args_is_help=True
)


@edition.command("list")
def list_editions(game: OptionalGame = None) -> None:
    """List the editions that come with the library."""
    for number, rules in enumerate(every_ruleset() if game is None else [the_rules(game)]):
        if number:
            console.print()
        _print_shelf(rules)


def _print_shelf(rules: AnyRuleset) -> None:
    boxes = [rules.editions.shipped(name) for name in rules.editions.names]
    table = Table(box=None, pad_edge=False, title=rules.title, title_justify="left", title_style="bold")
    columns = ["name", "title", *boxes[0].summary(), "digest"]
    for column in columns:
        table.add_column(column)
    for box in boxes:
        table.add_row(f"[bold]{box.name}[/]", escape(box.title), *box.summary().values(), box.digest)
    console.print(table)


@edition.command()
def show(
    name: Annotated[str, typer.Argument(help="A shipped edition's name, or a TOML file.")], game: OptionalGame = None
) -> None:
    """Show what is in an edition, and where each part comes from."""
    try:
        box = _wanted(name, game)
    except EditionError as error:
        _print_problems(error)
        raise typer.Exit(FAULT) from None
    except ValueError as error:
        refuse(str(error))
    _print_edition(box)


def _wanted(name: str, game: str | None) -> Box:
    """The edition of this name, of the game that is named, or of the first that has one; or that of a file."""
    if game is not None:
        box: Box = the_rules(game).editions.load(name)
        return box
    if Path(name).suffix == ".toml":
        return _read(Path(name))
    known = [*every_ruleset()]
    for rules in known:
        if name in rules.editions.names:
            found: Box = rules.editions.shipped(name)
            return found
    shipped = "; ".join(f"{', '.join(rules.editions.names)} ({rules.title})" for rules in known)
    raise ValueError(f"no edition is called {name!r}; shipped are {shipped}; a file may be named by its path")


def _read(file: Path) -> Box:
    """The edition in a file, of the game that it says it is for."""
    box: Box = the_rules(game_of(file) or NAMES[0]).editions.read(file)
    return box


@edition.command()
def check(files: Annotated[list[Path], typer.Argument(help="Edition files (TOML).")]) -> None:
    """Check edition files: every mistake at once, at its place."""
    wrong = False
    for file in files:
        try:
            box = _read(file)
        except EditionError as error:
            _print_problems(error)
            wrong = True
        else:
            console.print(f"[green]ok[/] {escape(str(file))}: {escape(box.title)} ({box.name} {box.digest})")
    if wrong:
        raise typer.Exit(FAULT)


def _print_problems(error: EditionError) -> None:
    count = len(error.problems)
    errors.print(f"[bold red]{escape(error.source)}[/]: {count} mistake{'s' if count > 1 else ''}")
    for problem in error.problems:
        where = f"{error.source}:{problem.place.line}" if problem.place else error.source
        path = f"[dim]{escape(problem.path)}[/] " if problem.path else ""
        errors.print(f"  [bold]{escape(where)}[/] {path}{escape(problem.message)}", soft_wrap=True)


def _print_edition(box: Box) -> None:
    console.print(f"[bold]{escape(box.title)}[/]  {box.name} {box.digest}\n")
    table = Table(box=None, pad_edge=False)
    table.add_column("part", style="bold")
    table.add_column("contents")
    table.add_column("from")
    for part, words in box.contents().items():
        table.add_row(part, escape(words), box.provenance[part])
    console.print(table)
