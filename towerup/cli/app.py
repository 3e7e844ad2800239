"""The commands together."""

from __future__ import annotations

from typing import Annotated

import typer

from .check import check_games
from .command_group import CommandGroup
from .duel import duel
from .edition import edition
from .explore import explore
from .explorer import explorer
from .interruption import stops_on_interrupt
from .moves import moves
from .oracle import oracle
from .perft import perft
from .play import play
from .rules import rules
from .serve import serve
from .show import show
from .tournament import tournament
from .vectors import vectors
from .verify import verify


def _print_version(wanted: bool) -> None:
    if wanted:
        import towerup

        print(towerup.__version__)
        raise typer.Exit


app = typer.Typer(
    name="towerup",
    cls=CommandGroup,
    help="A rulebook that runs: the rules of board games, and the proof that they hold.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(verify)
app.command()(explore)
app.command("check")(check_games)
app.command()(oracle)
app.command()(serve)
app.command()(explorer)
# What follows the first word of the command is its own.
app.command(context_settings={"allow_interspersed_args": False})(duel)
app.command()(stops_on_interrupt(rules))
app.command()(stops_on_interrupt(show))
app.command()(play)
app.command()(moves)
app.command()(perft)
app.command()(tournament)
app.command()(vectors)
app.add_typer(edition, name="edition")


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_print_version, help="Print the version.")
    ] = False,
) -> None:
    pass


@app.command()
def version() -> None:
    """Print the version."""
    _print_version(True)
