"""Which position a command is about: of a record, in a file, or a new table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from towerup.kernel.dealers import Dealer
from towerup.kernel.ruleset import Ruleset

from .common import refuse

StateFile = Annotated[Path | None, typer.Option("--state", help="The state in this JSON file, not a record.")]
NewTable = Annotated[int | None, typer.Option("--new", help="A new table for so many players, not a record.")]
TableSeed = Annotated[int, typer.Option("--seed", help="Of the cards on a new table.")]
AnEdition = Annotated[str | None, typer.Option("--edition", help="An edition's name, or its TOML file.")]


def read(file: Path) -> bytes:
    """What is in a file, or an end with a sentence."""
    try:
        return file.read_bytes()
    except OSError as error:
        refuse(f"{file} cannot be read: {error.strerror}")


def new_table(rules: Ruleset, players: int | None, seed: int, edition: str | None) -> Any:
    """A new table, dealt until somebody must decide; raises ValueError if there is none such."""
    return Dealer(seed).settle(rules.new_game(players, edition=edition or rules.usual_edition))


def position_of(rules: Ruleset, state: Path | None, new: int | None, seed: int, edition: str | None) -> Any:
    """The state in a file or on a new table; an end with a sentence if it is not in order."""
    try:
        return (
            rules.state_from_json(read(state), edition) if state is not None else new_table(rules, new, seed, edition)
        )
    except ValueError as error:
        refuse(str(error))
