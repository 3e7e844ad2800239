"""`towerup oracle`: the line protocol on standard input and output."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer
from rich.markup import escape

from towerup.kernel.records import Find
from towerup.oracle.protocol import MOST_GAMES
from towerup.oracle.server import Oracle, serve
from towerup.rulesets import ruleset

from .common import FAULT, errors, refuse, the_edition, the_rules
from .games import USUAL, games_of
from .number_options import number_option

INTERRUPTED = 130


def _planted(game: str, fault: str) -> Find:
    """The rules with a fault in them: a wrong implementation, to see whether a duel finds it."""
    from towerup.verify.faults import FaultError, plant

    try:
        rules = plant(the_rules(game).package, fault)
    except FaultError as error:
        refuse(str(error))
    return lambda name: rules if name == game else ruleset(name)


def oracle(
    edition: Annotated[
        str | None, typer.Option(help="The edition file of the games, if it is not one that comes with the library.")
    ] = None,
    games: Annotated[int, number_option(min=1, help="How many games may be open at once.")] = MOST_GAMES,
    fault: Annotated[
        str | None, typer.Option(hidden=True, help="Answer by rules with this fault of the catalogue in them.")
    ] = None,
    game: Annotated[str, typer.Option(hidden=True, help="The game whose rules have the fault.")] = USUAL,
) -> None:
    """Answer questions about the rules in any language: JSON-RPC 2.0, one message a line, on standard input and output.

    specs/protocol.md describes it. Exit code 0 when the input ends, 1 if nobody takes the answers, 130 when interrupted.
    """
    import towerup

    find = ruleset if fault is None else _planted(game, fault)
    made = Oracle(find, games_of(edition), the_edition(edition), games, towerup.__version__)
    asked, answered = sys.stdin.buffer, sys.stdout.buffer
    if sys.stdin.isatty():
        hint = '{"jsonrpc": "2.0", "id": 1, "method": "hello"}'
        errors.print(f"The oracle waits for JSON-RPC, a message a line, as {escape(hint)}; end with Ctrl-D.")
    # Nothing but replies goes to standard output, whoever prints.
    sys.stdout = sys.stderr
    try:
        serve(made, asked, answered)
    except BrokenPipeError:
        # What is still buffered cannot be written either: without this, Python would try to and complain at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), answered.fileno())
        raise typer.Exit(FAULT) from None
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
