"""Which position a command is about: of a record, in a file, or a new table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from towerup.kernel.canonical import JsonError, decode
from towerup.kernel.dealers import Dealer
from towerup.kernel.records import Find, just
from towerup.kernel.ruleset import AnyRuleset
from towerup.rulesets import ruleset

from .common import refuse, rules_for, the_rules
from .number_options import number_option

StateFile = Annotated[Path | None, typer.Option("--state", help="The state in this JSON file, not a record.")]
NewTable = Annotated[int | None, number_option("--new", help="A new table for so many players, not a record.")]
TableSeed = Annotated[int, number_option("--seed", help="Of the cards on a new table.")]
AnEdition = Annotated[str | None, typer.Option("--edition", help="An edition's name, or its TOML file.")]


def read(file: Path) -> bytes:
    """What is in a file, or an end with a sentence."""
    try:
        return file.read_bytes()
    except OSError as error:
        refuse(f"{file} cannot be read: {error.strerror}")


def new_table(rules: AnyRuleset, players: int | None, seed: int, edition: str | None) -> Any:
    """A new table, dealt until somebody must decide, for the fewest players if no number is given. Raises ValueError if there is none such."""
    number = rules.player_counts(edition)[0] if players is None else players
    return Dealer(seed).settle(rules.new_game(number, edition=edition or rules.usual_edition))


def position_of(game: str | None, state: Path | None, new: int | None, seed: int, edition: str | None) -> Any:
    """The state in a file or on a new table; an end with a sentence if it is not in order.

    A state names its game; a new table is of the game that is named, else of that which the edition is for.
    """
    try:
        if state is None:
            return new_table(rules_for(game, edition), new, seed, edition)
        data = read(state)
        return _rules_of(data, game, edition).state_from_json(data, edition)
    except ValueError as error:
        refuse(str(error))


def _rules_of(state: bytes, game: str | None, edition: str | None) -> AnyRuleset:
    """The rules of the game that a state names. If it names none, or another was wanted, those will say so."""
    try:
        value = decode(state)
    except JsonError:
        value = None
    named = value.get("game") if isinstance(value, dict) else None
    return ruleset(named) if game is None and isinstance(named, str) else rules_for(game, edition)


def games_to_follow(game: str | None) -> Find:
    """Which records are followed: those of every game, or if one is named of that alone."""
    return ruleset if game is None else just(the_rules(game))
