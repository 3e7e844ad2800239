"""`towerup play`: a game at the terminal, with other people or against players of the lab; and a look at recorded games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from towerup.kernel.records import RecordError
from towerup.kernel.ruleset import AnyRuleset
from towerup.lab.entrants import entrant
from towerup.lab.players import Player
from towerup.lab.sessions import Session

from .common import refuse, rules_for, the_edition
from .games import GameOfPosition
from .plans import Seed, readings
from .play_at_table import AtTable
from .positions import games_to_follow
from .sources import lines_of

ME = "me"
USUAL_OPPONENT = "mcts:300"


def play(
    record: Annotated[Path | None, typer.Argument(help="Go on with, or look through, this recorded game.")] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            help=f"Who plays, in turn order: {ME} for a person here, else as in a tournament; as {ME},{USUAL_OPPONENT}. "
            f"In a new game if not given: {ME} against {USUAL_OPPONENT}; in a recorded one: persons."
        ),
    ] = None,
    seed: Seed = 1,
    edition: Annotated[str | None, typer.Option(help="A shipped edition's name, or a TOML file.")] = None,
    rulings: Annotated[list[str] | None, typer.Option(help="Of a new game: rulings, as extra_turn=optional.")] = None,
    varied: Annotated[
        bool, typer.Option("--varied", help="A new game has a setup of its own, drawn by the seed; else the usual one.")
    ] = False,
    ask_chance: Annotated[
        bool, typer.Option("--ask-chance", help="Ask what chance brings, as for cards turned over on a real table.")
    ] = False,
    game: GameOfPosition = None,
) -> None:
    """Play a game here: against players of the lab, or several persons in turn; or look through a recorded game.

    You see the table and type your move, by its number or in notation; `help` tells what else there is: all legal moves,
    why a move is not legal, a hint, back and forth, save and load. A record that is broken can be gone through to its first error.
    """
    if record is None:
        rules = rules_for(game, edition)
        players = _players(rules, seats or f"{ME},{USUAL_OPPONENT}")
        session = Session(_new(rules, len(players), seed, edition, rulings or [], varied))
    else:
        session = _loaded(game, record, edition)
        rules = session.state.ruleset
        count = len(rules.seats(session.state))
        players = _players(rules, seats or ",".join([ME] * count))
        if len(players) != count:
            refuse(f"--seats: {count} players sit at this table, not {len(players)}")
    box = the_edition(edition)
    # Records that are loaded later name their editions themselves; only a file's cannot be known without it.
    AtTable(session, players, seed, None if isinstance(box, str) else box, ask_chance=ask_chance).run()


def _players(rules: AnyRuleset, seats: str) -> list[tuple[str, Player | None]]:
    """Who sits where, by name; None for a person."""
    named = [word.strip() for word in seats.split(",")]
    try:
        return [(name, None if name == ME else entrant(name, rules)) for name in named]
    except ValueError as error:
        refuse(f"--seats: {error}; or {ME} for a person here")


def _new(rules: AnyRuleset, players: int, seed: int, edition: str | None, rulings: list[str], varied: bool) -> Any:
    import random

    try:
        box = the_edition(edition) or rules.usual_edition
        chosen = rules.rulings.by_name(dict(readings(rulings) or ()))
        if players not in rules.player_counts(box):
            offered = ", ".join(map(str, rules.player_counts(box)))
            refuse(f"--seats: the edition is for {offered} players, not {players}")
        if varied:
            return rules.random_game(random.Random(f"{seed}/setup"), players, box, chosen)
        return rules.new_game(players, edition=box, rulings=chosen)
    except ValueError as error:
        refuse(str(error))


def _loaded(game: str | None, record: Path, edition: str | None) -> Session:
    try:
        with lines_of(record) as lines:
            return Session.loaded(lines, games_to_follow(game), the_edition(edition))
    except OSError as error:
        refuse(f"{record} cannot be read: {error.strerror}")
    except RecordError as error:
        refuse(f"{record}, {error}")
