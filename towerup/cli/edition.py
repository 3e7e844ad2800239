"""`towerup edition`: the boxes, and checking one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from towerup.rulesets.tower_up.edition import SHIPPED, Edition, EditionError, load_edition, read_edition

from .common import FAULT, console, errors, refuse

edition = typer.Typer(
    help="The box as data: list the shipped editions, look into one, check your own.", no_args_is_help=True
)


@edition.command("list")
def list_editions() -> None:
    """List the editions that come with the library."""
    table = Table(box=None, pad_edge=False)
    for column in ("name", "title", "players", "sites", "cards", "digest"):
        table.add_column(column)
    for name in SHIPPED:
        box = load_edition(name)
        sites = " and ".join(str(len(board.sites)) for board in box.boards)
        players = ", ".join(map(str, sorted(box.chips)))
        table.add_row(f"[bold]{name}[/]", box.title, players, sites, str(box.deck_size), box.digest)
    console.print(table)


@edition.command()
def show(name: Annotated[str, typer.Argument(help="A shipped edition's name, or a TOML file.")]) -> None:
    """Show what is in an edition, and where each part comes from."""
    try:
        box = load_edition(name)
    except EditionError as error:
        _print_problems(error)
        raise typer.Exit(FAULT) from None
    except ValueError as error:
        refuse(str(error))
    _print_edition(box)


@edition.command()
def check(files: Annotated[list[Path], typer.Argument(help="Edition files (TOML).")]) -> None:
    """Check edition files: every mistake at once, at its place."""
    wrong = False
    for file in files:
        try:
            box = read_edition(file)
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


def _print_edition(box: Edition) -> None:
    console.print(f"[bold]{escape(box.title)}[/]  {box.name} {box.digest}\n")
    table = Table(box=None, pad_edge=False)
    table.add_column("part", style="bold")
    table.add_column("contents")
    table.add_column("from")
    contents = {
        "floors": ", ".join(f"{count} {colour}" for colour, count in zip(box.colours, box.floors, strict=True)),
        "roofs": f"{box.roofs} each of {', '.join(box.roof_colours)}",
        "stock": f"{box.stock_limit} floors at most",
        "market": f"{box.market} cards",
        "track": f"worth {' '.join(map(str, box.worth))}; stars at {', '.join(map(str, box.stars)) or 'none'}",
        "cone": f"worth {' '.join(map(str, box.cone))}",
        "chips": "; ".join(f"{n} players {'-'.join(map(str, chips))}" for n, chips in sorted(box.chips.items())),
        "starting_floors": "; ".join(
            f"{n} players {box.market} to {most}" for n, most in sorted(box.most_starting_floors.items())
        ),
        "objectives": ", ".join(one.id + ("*" if one.start else "") for one in box.objectives) + "  (*: START)",
        "deck": f"{box.deck_size} cards of {len(box.kinds)} kinds",
    } | {
        f"boards.{board.name}": f"{len(board.sites)} sites, {len(board.roads)} roads, {len(board.districts)} districts, "
        f"{len(board.borders)} borders, {board.park_mask.bit_count()} park and {board.lake_mask.bit_count()} lake sites; "
        f"for {' or '.join(map(str, board.players))} players"
        for board in box.boards
    }
    for part, words in contents.items():
        table.add_row(part, words, box.provenance[part])
    console.print(table)
