"""Which game: the option that names it, the same in every command."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from towerup.oracle import specs
from towerup.rulesets import NAMES, ruleset

from .common import refuse, the_edition

_NAMES = ", ".join(NAMES)

OptionalGame: TypeAlias = Annotated[str | None, typer.Option(help=f"The game: {_NAMES}; any, if not named.")]
GameOfPosition: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help=f"The game: {_NAMES}. If not named: that of the record, the state or the edition, else the first."
    ),
]
GameOfEdition: TypeAlias = Annotated[
    str | None, typer.Option(help=f"The game: {_NAMES}. If not named: that of the edition, else the first.")
]
GameFirst: TypeAlias = Annotated[str, typer.Argument(help=f"The game: {_NAMES}.", metavar="[GAME]")]
USUAL = NAMES[0]
"""The game that is meant where none is named."""


def games_of(edition: str | None) -> tuple[str, ...]:
    """The games that the oracle announces: all that are specified, or those that the edition is for; an end if it is for none."""
    box = the_edition(edition)
    specified = specs.specified(NAMES)
    known = tuple(name for name in specified if box is None or ruleset(name).editions.holds(box))
    if not known:
        refuse(f"{edition} is no edition of {', '.join(specified)}")
    return known
