"""`towerup perft`: how many ways and positions there are at each depth, with chance told apart."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, TypeVar

import attrs
import typer
from rich.live import Live
from rich.markup import escape
from rich.table import Table

from towerup.kernel.canonical import encode
from towerup.kernel.counting import Level
from towerup.kernel.dealers import Dealer
from towerup.kernel.parallel import ParallelError
from towerup.kernel.ruleset import AnyRuleset
from towerup.kernel.streams import followed
from towerup.lab.depths import Branch, divide
from towerup.lab.depths import perft as count
from towerup.lab.positions import Position, at, positions

from .common import console, refuse, rules_for, the_edition, write_whole
from .games import GameOfPosition
from .interruption import interruptible
from .number_options import number_option
from .plans import readings
from .positions import AnEdition, StateFile, games_to_follow, position_of
from .sources import lines_of

Done = TypeVar("Done")


def perft(
    record: Annotated[Path | None, typer.Argument(help="Count from a position of this recorded game.")] = None,
    at: Annotated[
        int, number_option(help="After so many actions; from the end if negative: -1 is the last position.")
    ] = -1,
    state: StateFile = None,
    depth: Annotated[int, number_option(min=0, help="How many actions deep, chance's among them.")] = 3,
    players: Annotated[
        int | None, number_option(help="Of a new game: how many players; the fewest there can be.")
    ] = None,
    seed: Annotated[
        int | None, number_option(help="Of a new game: begin with the table as dealt by this seed, not before.")
    ] = None,
    edition: AnEdition = None,
    rulings: Annotated[list[str] | None, typer.Option(help="Of a new game: rulings, as extra_turn=optional.")] = None,
    by_first: Annotated[bool, typer.Option("--divide", help="Tell the counts apart by the first action.")] = False,
    jobs: Annotated[int, number_option(min=0, help="How many processes count; 0: one for each core.")] = 1,
    json: Annotated[Path | None, typer.Option(help="Write the counts to this file as JSON too.")] = None,
    game: GameOfPosition = None,
) -> None:
    """Count the ways to go on, and the positions they lead to, by depth.

    From the beginning of a new game, or from any position. A way is a sequence of actions; what chance does is one of
    them, told apart by who is to act next. The weight counts each way as often as chance can bring it about.
    """
    if record is not None and state is not None:
        refuse("one position is counted from: of a RECORD, or --state FILE")
    if record is not None:
        start = _recorded(game, record, at, edition)
    elif state is not None:
        start = position_of(game, state, None, 1, edition)
    else:
        start = _new(rules_for(game, edition), players, seed, edition, rulings or [])
    jobs = jobs or os.cpu_count() or 1
    began = time.monotonic()
    last: list[str] = []
    try:
        with interruptible(lambda: f"Counted so far: {last[-1] if last else 'nothing'}."):
            branches = _with_line(lambda tell: _divided(start, depth, jobs, tell), last) if by_first else None
            levels = _with_line(lambda tell: _counted(start, depth, jobs, tell), last) if branches is None else None
    except (ParallelError, ValueError) as error:
        refuse(str(error))
    if levels is not None:
        _print_levels(levels)
    if branches is not None:
        _print_branches(branches, depth)
    console.print(f"[dim]{escape(repr(start))}; {time.monotonic() - began:.1f} s[/]", soft_wrap=True)
    if json is not None:
        write_whole(json, encode(_plain(start.ruleset, start, depth, levels, branches)) + b"\n")
        console.print(f"The counts are in {escape(str(json))}.", soft_wrap=True)


def _new(rules: AnyRuleset, players: int | None, seed: int | None, edition: str | None, rulings: list[str]) -> Any:
    """A new game: before anything is dealt or, with a seed, when the first player must decide."""
    box = edition or rules.usual_edition
    try:
        chosen = rules.rulings.by_name(dict(readings(rulings) or ()))
        start = rules.new_game(rules.player_counts(box)[0] if players is None else players, edition=box, rulings=chosen)
    except ValueError as error:
        refuse(str(error))
    return start if seed is None else Dealer(seed).settle(start)


def _recorded(game: str | None, record: Path, number: int, edition: str | None) -> Any:
    """The position of a record after so many actions."""
    try:
        with lines_of(record) as lines:
            found = next(at(number, positions(followed(lines, games_to_follow(game), the_edition(edition)))), None)
    except OSError as error:
        refuse(f"{record} cannot be read: {error.strerror}")
    if not isinstance(found, Position):
        refuse(f"{record} has no position --at {number}" if found is None else f"{record}, {found.error}")
    return found.state


def _counted(start: Any, depth: int, jobs: int, tell: Callable[[str], None]) -> list[Level]:
    return count(start, depth, jobs, lambda level, met: tell(f"depth {level}: {met:,} positions"))


def _divided(start: Any, depth: int, jobs: int, tell: Callable[[str], None]) -> list[Branch]:
    done = 0
    total = len(start.ruleset.legal_actions(start))

    def one_more() -> None:
        nonlocal done
        done += 1
        tell(f"{done:,} of {total:,} first actions")

    return divide(start, depth, jobs, one_more)


def _with_line(do: Callable[[Callable[[str], None]], Done], last: list[str]) -> Done:
    """Does it, with a line that tells how far it is; the last such line is kept."""
    with Live(console=console, transient=True, auto_refresh=False) as live:

        def tell(words: str) -> None:
            last[:] = [words]
            live.update(words, refresh=True)

        return do(tell)


def _print_levels(levels: list[Level]) -> None:
    """Two tables, so that large numbers find room beside each other."""
    for title, names in _TABLES.items():
        table = Table(title=title, title_justify="left", box=None, pad_edge=False)
        table.add_column("depth", justify="right")
        for heading in names.values():
            table.add_column(heading, justify="right", overflow="fold")
        for depth, level in enumerate(levels):
            table.add_row(str(depth), *(f"{getattr(level, name):,}" for name in names))
        console.print(table)
        console.print()


_TABLES = {
    "Ways, by who is to act at their end": {
        "paths": "ways", "paths_to_chance": "chance", "paths_to_players": "a player", "paths_over": "nobody: over",
        "weight": "weight",
    },
    "Different positions, by who is to act in them": {
        "positions": "positions", "chance": "chance", "players": "a player", "over": "nobody: over",
        "choices": "legal actions there",
    },
}  # fmt: skip


def _print_branches(branches: list[Branch], depth: int) -> None:
    table = Table("first action", box=None, pad_edge=False)
    for heading in ("times", "ways", "weight", "positions"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in branches:
        level = one.level
        table.add_row(escape(str(one.action)), f"{one.times:,}", f"{level.paths:,}", f"{one.times * level.weight:,}", f"{level.positions:,}")  # fmt: skip
    ways = sum(one.level.paths for one in branches)
    weight = sum(one.times * one.level.weight for one in branches)
    table.add_row(f"[bold]{len(branches)} first actions, depth {depth}[/]", "", f"{ways:,}", f"{weight:,}", "")
    console.print(table)


def _plain(
    rules: AnyRuleset, start: Any, depth: int, levels: list[Level] | None, branches: list[Branch] | None
) -> dict[str, Any]:
    report: dict[str, Any] = {"game": rules.name, "setup": rules.setup_to_json(start), "depth": depth}
    if levels is not None:
        report["levels"] = [_numbers(level) for level in levels]
    if branches is not None:
        report["first"] = [
            {
                "notation": str(one.action),
                "action": rules.action_to_json(one.action),
                "times": one.times,
                **_numbers(one.level),
            }
            for one in branches
        ]
    return report


def _numbers(level: Level) -> dict[str, Any]:
    """Numbers that JSON readers may not hold exactly are written as text."""
    return {name: number if number < 2**53 else str(number) for name, number in attrs.asdict(level).items()}
