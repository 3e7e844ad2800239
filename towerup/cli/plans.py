"""Which games a command plays: the options that say it, the same in every command, and what they mean."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from towerup.kernel.numbers import is_number, whole_number
from towerup.kernel.ruleset import AnyRuleset
from towerup.oracle.dueling import Terms
from towerup.verify.campaign import Plan

from .common import is_file, refuse
from .number_options import number_option

Players = Annotated[
    str, typer.Option(help="The numbers of players to play with, as 2,3,4; all that the edition is for.")
]
Seed = Annotated[int, number_option(help="The same seed plays the same games.")]
AnyEdition = Annotated[
    str | None,
    typer.Option(
        help="A shipped edition's name, or a TOML file. If not given: the usual one, and now and then others."
    ),
]
AnyRulings = Annotated[
    list[str] | None,
    typer.Option(
        help="Rulings, as extra_turn=optional,border=joined_by_road, or `default`. If not given: now and then others."
    ),
]


def plan_of(rules: AnyRuleset, games: int, players: str, seed: int, edition: str | None, rulings: list[str]) -> Plan:
    try:
        name, text = edition_of(edition)
        box = name if text is None else rules.editions.from_toml(text, str(edition))
        offered = rules.player_counts(box)
        chosen = _numbers(players, offered)
        named = readings(rulings)
        rules.rulings.by_name(dict(named or ()))
    except ValueError as error:
        refuse(str(error))
    return Plan(games, chosen, seed, name, text, named)


def terms_of(rules: AnyRuleset, plan: Plan) -> Terms:
    """The same games, for a duel."""
    box = plan.edition if plan.edition_text is None else rules.editions.from_toml(plan.edition_text, str(plan.edition))
    named = None if plan.rulings is None else rules.rulings.by_name(dict(plan.rulings))
    return Terms(plan.games, plan.players, plan.seed, box, named)


def edition_of(edition: str | None) -> tuple[str | None, str | None]:
    """The name of an edition, and its text if it is a file."""
    if edition is None or not is_file(edition):
        return edition, None
    try:
        return edition, Path(edition).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{edition} cannot be read: {error}") from None


def _numbers(players: str, offered: tuple[int, ...]) -> tuple[int, ...]:
    if not players:
        return ()
    words = players.replace(",", " ").split()
    if not words or any(not is_number(word) or whole_number(word) not in offered for word in words):
        raise ValueError(
            f"--players {players!r}: the edition is for {', '.join(map(str, offered))} players; write 2,3 or so"
        )
    return tuple(map(whole_number, words))


def readings(rulings: list[str]) -> tuple[tuple[str, str], ...] | None:
    """The rulings that words on the command line name, as a=b,c=d; None if there are no words."""
    words = [word for one in rulings for word in one.replace(",", " ").split()]
    if not words:
        return None
    return tuple(_pair(word) for word in words if word != "default")


def _pair(ruling: str) -> tuple[str, str]:
    name, equals, reading = ruling.partition("=")
    if not equals:
        raise ValueError(f"--rulings {ruling!r}: write NAME=READING, as extra_turn=optional, or default")
    return name.strip(), reading.strip()
