"""Which game: the option that names it, the same in every command."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from towerup.oracle import specs
from towerup.rulesets import NAMES, every_ruleset

from .common import refuse, the_edition

_NAMES = f"{', '.join(NAMES)}, or an installed one"

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
    """The games that the oracle announces, or those that the edition is for; an end if it is for none.

    Of our own games those that specs/ describes; and all that other packages bring.
    """
    box = the_edition(edition)
    unspecified = set(NAMES).difference(specs.specified(NAMES))
    announced = [rules for rules in every_ruleset() if rules.name not in unspecified]
    known = tuple(rules.name for rules in announced if box is None or rules.editions.holds(box))
    if not known:
        refuse(f"{edition} is no edition of {', '.join(rules.name for rules in announced)}")
    return known
