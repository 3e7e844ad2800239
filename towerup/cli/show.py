"""`towerup show`: a position of a recorded game, in the terminal or as SVG."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import attrs
import typer
from rich.markup import escape

from towerup import view
from towerup.kernel.records import RecordError, follow
from towerup.kernel.ruleset import AnyRuleset

from .common import FAULT, console, errors, refuse, write_whole
from .games import GameOfPosition
from .number_options import number_option
from .positions import AnEdition, NewTable, StateFile, TableSeed, games_to_follow, position_of, read


def show(
    record: Annotated[Path | None, typer.Argument(help="A recorded game (JSON lines).")] = None,
    at: Annotated[
        int, number_option(help="After so many actions; from the end if negative: -1 is the last position.")
    ] = -1,
    svg: Annotated[Path | None, typer.Option(help="Write the picture to this file as SVG.")] = None,
    state: StateFile = None,
    new: NewTable = None,
    seed: TableSeed = 1,
    edition: AnEdition = None,
    legal: Annotated[
        str | None, typer.Option(help="Mark where one may build in this colour; in other games: do this, or use this.")
    ] = None,
    why: Annotated[
        str | None,
        typer.Option(
            help='Say why one may not build so: a site and a colour, as "C5 black"; in other games: an action.'
        ),
    ] = None,
    effect: Annotated[str | None, typer.Option(help='Show what an action does, as "found C4 black roof C5".')] = None,
    width: Annotated[int | None, number_option(help="Columns of the terminal picture.", min=1)] = None,
    game: GameOfPosition = None,
) -> None:
    """Show a position: the last of a recorded game or any other, a state, or a new table."""
    if sum(one is not None for one in (record, state, new)) != 1:
        refuse("one thing is shown: a RECORD, --state FILE, or --new PLAYERS")
    position = _position(game, record, at, state, new, seed, edition)
    overlays = _overlays(position.state, legal, why, effect)
    if svg is not None:
        text = view.svg(position.state, *overlays, last=position.last)
        write_whole(svg, text.encode())
        console.print(f"{escape(position.description)}: the picture is in {escape(str(svg))}.", soft_wrap=True)
    else:
        print(view.picture(position.state, *overlays, last=position.last, width=width))
    if position.wrong is not None:
        errors.print(f"[bold red]{escape(str(record))}[/], {escape(str(position.wrong))}", soft_wrap=True)
        errors.print(f"Shown is the position {escape(position.description)}.", soft_wrap=True)
        raise typer.Exit(FAULT)


@attrs.frozen
class _Position:
    """What is to be shown: a state, the action that led to it, where in the game that is, and where a record breaks off."""

    state: Any
    last: Any = None
    description: str = ""
    wrong: RecordError | None = None


def _position(
    game: str | None, record: Path | None, at: int, state: Path | None, new: int | None, seed: int, edition: str | None
) -> _Position:
    try:
        if record is not None:
            return _recorded(game, record, at, edition)
    except RecordError as error:
        # The header itself is wrong: there is nothing to show.
        errors.print(f"[bold red]{escape(str(record))}[/], {escape(str(error))}", soft_wrap=True)
        raise typer.Exit(FAULT) from None
    except ValueError as error:
        refuse(str(error))
    description = "a new table" if state is None else str(state)
    return _Position(position_of(game, state, new, seed, edition), description=description)


def _recorded(game: str | None, file: Path, at: int, edition: str | None) -> _Position:
    """The position of a record after so many actions, or the last good one where it cannot be followed so far."""
    start, steps = follow(read(file).splitlines(), games_to_follow(game), edition)
    positions: list[tuple[Any, Any]] = [(start, None)]
    wrong = None
    try:
        # No farther than is wanted: what is wrong later on does not matter to this position.
        while not 0 <= at < len(positions) and (step := next(steps, None)) is not None:
            positions.append((step.after, step.action))
    except RecordError as error:
        wrong = error
    if wrong is None and not -len(positions) <= at < len(positions):
        refuse(
            f"{file} has {len(positions) - 1} actions: --at is from 0 to {len(positions) - 1}, or from -{len(positions)} to -1"
        )
    number = at if -len(positions) <= at < len(positions) else -1
    state, last = positions[number]
    return _Position(state, last, f"after action {number % len(positions)}", wrong)


def _overlays(state: Any, legal: str | None, why: str | None, effect: str | None) -> list[view.Overlay]:
    rules: AnyRuleset = state.ruleset
    try:
        made = [view.legal_sites(state, legal)] if legal else []
        if why:
            place, _, colour = why.partition(" ")
            made.append(view.why_not(state, place, colour.strip()))
        made += [view.effect(state, rules.parse_action(state, effect))] if effect else []
    except ValueError as error:
        refuse(str(error))
    return made
