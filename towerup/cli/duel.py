"""`towerup duel`: whole games against an implementation under test, and the first difference told so that it can be mended."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Annotated

import attrs
import typer
from rich.markup import escape
from rich.table import Table

from towerup.kernel.canonical import encode
from towerup.kernel.parallel import ParallelError
from towerup.kernel.ruleset import AnyRuleset
from towerup.oracle.duel_report import record_of, result_to_json, side_by_side, vectors_of
from towerup.oracle.dueling import Duel, Result
from towerup.oracle.implementations import (
    TIMEOUT,
    CannotStart,
    Implementation,
    ProcessImplementation,
    PythonImplementation,
    factory,
)
from towerup.oracle.matches import Difference, Kind
from towerup.oracle.vectors import written
from towerup.verify.faults import FaultError
from towerup.view import picture

from .common import FAULT, console, refuse, rules_for, with_progress, write_whole
from .duel_faults import duel_with_all
from .games import GameOfEdition
from .interruption import count_of, interruptible
from .number_options import number_option, seconds_option
from .plans import AnyEdition, AnyRulings, Players, Seed, plan_of, terms_of

DEFAULT_GAMES = 100
LONG, MOST_ROWS, MOST_RULES = 60, 16, 4

_FAILED = {
    Kind.HANG: "The implementation hangs",
    Kind.CRASH: "The implementation crashes",
    Kind.GARBAGE: "The implementation talks garbage",
}


def duel(
    command: Annotated[
        list[str] | None, typer.Argument(metavar="-- CMD…", help="The implementation under test, as it is started.")
    ] = None,
    python: Annotated[
        str | None, typer.Option(help="Instead of CMD: an implementation in Python, as module:factory.")
    ] = None,
    game: GameOfEdition = None,
    games: Annotated[int, number_option(min=1, help="How many games to play.")] = DEFAULT_GAMES,
    players: Players = "",
    seed: Seed = 1,
    edition: AnyEdition = None,
    rulings: AnyRulings = None,
    timeout: Annotated[
        float, seconds_option(min=0.01, help="How many seconds an answer may take; the first one three times as long.")
    ] = TIMEOUT,
    slow: Annotated[
        float | None, seconds_option(min=0.001, help="An answer that takes more seconds is told; half of the timeout.")
    ] = None,
    reasons: Annotated[
        bool, typer.Option("--reasons", help="Compare the rules too that a refusal names as broken.")
    ] = False,
    faults: Annotated[
        bool,
        typer.Option("--faults", help="Duel with every planted fault of ours as a foreign process, to see it found."),
    ] = False,
    fault: Annotated[list[str] | None, typer.Option(help="As --faults, with this one alone (repeatable).")] = None,
    jobs: Annotated[int, number_option(min=0, help="With --faults: how many duels at once; 0: one a core.")] = 0,
    to: Annotated[Path, typer.Option(help="The folder for the game and the test vector of a difference.")] = Path(),
    json: Annotated[Path | None, typer.Option(help="Write the report to this file as JSON too.")] = None,
) -> None:
    """Play whole games against another implementation of the game, and find the first difference.

    The implementation speaks the protocol of specs/protocol.md on standard input and output. Compared are the legal
    actions of every position, the state after every action, and the outcome; and it has to refuse what is illegal. Exit
    code 0 if there is no difference, 1 if there is one, or a failure to answer, 2 if the duel could not begin.
    """
    rules = rules_for(game, edition)
    plan = plan_of(rules, games, players, seed, edition, rulings or [])
    if faults or fault:
        if command or python:
            refuse("--faults duels with faulty rules of our own: name no implementation")
        try:
            found = duel_with_all(rules, plan, fault or [], jobs or os.cpu_count() or 1, json)
        except (FaultError, ParallelError) as error:
            refuse(str(error))
        raise typer.Exit(0 if found else FAULT)
    terms = attrs.evolve(terms_of(rules, plan), reasons=reasons)
    if not to.is_dir():
        refuse(f"there is no folder {to}")
    began = time.monotonic()
    running: list[Duel] = []

    def so_far() -> str:
        result = running[0].result if running else Result()
        return f"{count_of(result.games, games, 'game')} played, {result.steps:,} steps; no difference so far."

    try:
        with interruptible(so_far), _implementation(command or [], python, timeout, slow) as other:
            running.append(Duel(rules, other, terms))
            result = with_progress("playing", games, running[0].run)
    except CannotStart as error:
        refuse(str(error))
    _tell(rules, result, time.monotonic() - began)
    if result.difference is not None:
        _keep(result.difference, to / f"towerup-duel-{seed}-{result.difference.game}")
    if json is not None:
        write_whole(json, encode({"game": rules.name, "seed": seed} | result_to_json(result)) + b"\n")
        console.print(f"The report is in {escape(str(json))}.", soft_wrap=True)
    if not result.ok:
        raise typer.Exit(FAULT)


def _implementation(command: list[str], python: str | None, timeout: float, slow: float | None) -> Implementation:
    if bool(command) == bool(python):
        refuse("name one implementation under test: `towerup duel -- CMD …`, or --python module:factory")
    if python is None:
        return ProcessImplementation(command, timeout, slow)
    try:
        return PythonImplementation(factory(python), timeout, slow)
    except CannotStart as error:
        refuse(f"--python {error}")


# --- the report


def _tell(rules: AnyRuleset, result: Result, seconds: float) -> None:
    console.print(
        f"{rules.title}: {result.games:,} games, {result.steps:,} steps, {result.compared:,} answers compared, "
        f"{result.illegal:,} of them to something illegal, in {seconds:.0f} s.",
        soft_wrap=True,
    )
    played = [
        ", ".join(f"{count:,} with {name}" for name, count in result.editions.most_common()),
        ", ".join(f"{count:,} of {number} players" for number, count in sorted(result.players.items())),
        ", ".join(f"{count:,} under {name}" for name, count in result.rulings.most_common()) or "usual readings only",
        f"{result.setups:,} impossible setups tried",
    ]
    console.print(f"[dim]Games: {escape('; '.join(played))}.[/]", soft_wrap=True)
    for one in result.fleeting:
        console.print(
            f"[bold red]{_FAILED[one.kind]}[/] in game {one.game + 1:,} after {len(one.record.actions)} actions "
            f"(the same game, played again, went well): {escape(one.what)}",
            soft_wrap=True,
        )
    if result.slow:
        method, took = result.slowest
        console.print(
            f"[bold red]Slow:[/] {result.slow:,} of {result.answers:,} answers; the slowest, to {escape(method)}, took {took:.1f} s.",
            soft_wrap=True,
        )
    if result.difference is not None:
        _tell_difference(rules, result.difference)
    elif result.ok:
        console.print("[bold green]No difference.[/]")


def _tell_difference(rules: AnyRuleset, one: Difference) -> None:
    title = _FAILED.get(one.kind) or f"A difference: {one.kind.value}"
    console.print(f"\n[bold red]{title}[/] (game {one.game + 1:,})")
    console.print(escape(one.what), soft_wrap=True)
    known = rules.catalogue().rules
    named = [known[id] for id in one.rules if id in known]
    if named:
        certain = one.kind in (Kind.TOO_MANY, Kind.ACCEPTED)
        console.print(
            "The rule:" if certain and len(named) == 1 else "The rules that it may be about, the likeliest first:"
        )
        for rule in named[:MOST_RULES]:
            cited = "; ".join(map(str, rule.citations))
            console.print(
                f"  [bold]{rule.id}[/] {escape(rule.title)}: {escape(rule.statement)} [dim]({escape(cited)})[/]",
                soft_wrap=True,
            )
        if len(named) > MOST_RULES:
            console.print(f"  and {', '.join(rule.id for rule in named[MOST_RULES:])}", soft_wrap=True)
    rows = list(side_by_side(one))
    table = Table("", "the rules", "the implementation", box=None, pad_edge=False)
    for row in rows[:MOST_ROWS]:
        table.add_row(*map(escape, row))
    console.print(table)
    if len(rows) > MOST_ROWS:
        console.print(f"  … and {len(rows) - MOST_ROWS:,} more")
    _tell_game(one)


def _tell_game(one: Difference) -> None:
    actions = [str(action) for action in one.record.actions]
    if not one.again:
        console.print("The same game, played again, did not show it: this is the game as it was.")
    console.print(f"The shortest game found has {len(actions)} actions before it{':' if actions else '.'}")
    if len(actions) > LONG:
        console.print(f"  … {len(actions) - LONG} actions, then")
    for number, action in enumerate(actions, start=1):
        if number > len(actions) - LONG:
            console.print(f"  {number:3} {escape(action)}", soft_wrap=True)
    if one.attempts:
        console.print(
            f"On the way {len(one.attempts)} illegal actions were tried and refused; without them it does not show."
        )
    console.print("The table then:")
    for line in picture(one.state, colour=False).splitlines():
        console.print(f"  {escape(line)}", soft_wrap=True)


def _keep(one: Difference, path: Path) -> None:
    game, vector = path.with_name(path.name + ".jsonl"), path.with_name(path.name + ".json")
    write_whole(game, record_of(one))
    write_whole(vector, written(vectors_of(one)))
    console.print(f"The game is in {escape(str(game))}, the test vector in {escape(str(vector))}.", soft_wrap=True)
