"""Which game: the option that names it, the same in every command."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from towerup.rulesets import NAMES

_NAMES = ", ".join(NAMES)

Game: TypeAlias = Annotated[str, typer.Option(help=f"The game: {_NAMES}.")]
OptionalGame: TypeAlias = Annotated[str | None, typer.Option(help=f"The game: {_NAMES}; any, if not named.")]
GameFirst: TypeAlias = Annotated[str, typer.Argument(help=f"The game: {_NAMES}.", metavar="[GAME]")]
USUAL = NAMES[0]
"""The game that is meant where none is named."""
