"""`towerup explore`: every state that a small edition can reach, every property in each, and what play as a whole can lead to."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.live import Live
from rich.markup import escape
from rich.table import Table

from towerup.kernel.canonical import encode
from towerup.kernel.records import Record
from towerup.kernel.ruleset import AnyRuleset
from towerup.verify.explore import Endless, Plan, Progress, Report
from towerup.verify.explore import explore as walk

from .common import FAULT, UNFINISHED, console, errors, refuse, the_rules, write_whole
from .games import USUAL, GameFirst
from .interruption import INTERRUPTED, interruptible
from .number_options import number_option
from .plans import readings

TINY = "tiny"
"""The edition that is walked unless another is named: the whole game has too many states."""


def explore(
    game: GameFirst = USUAL,
    edition: Annotated[
        str | None,
        typer.Option(help="A shipped edition's name, or a TOML file: a tiny one. If not named: tiny, or the only one."),
    ] = None,
    players: Annotated[int | None, number_option(help="How many players; the fewest that the edition is for.")] = None,
    chosen: Annotated[
        list[str] | None,
        typer.Option("--set", help="What else is agreed for a game, as starting_floors=2 or expert=yes (repeatable)."),
    ] = None,
    rulings: Annotated[
        list[str] | None, typer.Option(help="Rulings, as extra_turn=optional,border=joined_by_road.")
    ] = None,
    limit: Annotated[int, number_option(min=1, help="Stop once so many states are known (exit code 3).")] = 5_000_000,
    judge_every: Annotated[
        int,
        number_option(
            min=1, help="Check every property in full, and compare offers and objections, in every N-th state only."
        ),
    ] = 1,
    judge: Annotated[bool, typer.Option("--judge/--no-judge", help="Whether to compare them at all.")] = True,
    jobs: Annotated[int, number_option(min=0, help="Processes that share the work; 0: one for each processor.")] = 0,
    json: Annotated[Path | None, typer.Option(help="Write the report to this file as JSON too.")] = None,
) -> None:
    """Walk every state that a tiny edition can reach, check every property in each, and report.

    Exit codes: 0 the whole space was walked and nothing is wrong; 1 a property does not hold, nothing can be done in some state, or
    the end can no longer be reached from one; 2 the command was given something wrong; 3 nothing wrong was found, but
    the walk stopped at the limit; 130 the walk was interrupted, and the report is about what was walked.
    """
    rules = the_rules(game)
    if edition is None:
        edition = TINY if TINY in rules.editions.names else rules.usual_edition
    options: dict[str, Any] = {"edition": edition}
    try:
        options |= dict(_agreed(rules, one) for one in chosen or ())
        options["rulings"] = rules.rulings.by_name(dict(readings(rulings or []) or ()))
        seats = min(rules.player_counts(edition)) if players is None else players
        rules.new_game(seats, **options)
    except ValueError as error:
        refuse(str(error))
    plan = Plan(seats, options, limit, judge_every if judge else 0, jobs or os.cpu_count() or 1)
    try:
        with interruptible(lambda: "Nothing was walked."):
            report = _with_progress(rules, plan)
    except ChildProcessError as error:
        refuse(f"{error}; try --jobs 1")
    _print_report(rules, plan, report)
    if json is not None:
        write_whole(json, encode(_plain(report)) + b"\n")
        console.print(f"The report is in {escape(str(json))}.")
    if not report.is_sound:
        _print_faults(report, Path(f"towerup-explore-{Path(edition).stem}"))
        raise typer.Exit(FAULT)
    if not report.exhausted:
        raise typer.Exit(INTERRUPTED if report.stopped_by == "interrupt" else UNFINISHED)


def _agreed(rules: AnyRuleset, wish: str) -> tuple[str, Any]:
    """Something that can be agreed for a game, as `starting_floors=2`."""
    name, equals, value = (part.strip() for part in wish.partition("="))
    known = rules.options
    if not equals or name not in known:
        raise ValueError(
            f"--set {wish!r}: write NAME=VALUE; for {rules.title} there is {', '.join(known) or 'nothing'}"
        )
    return name, known[name](value)


def _with_progress(rules: AnyRuleset, plan: Plan) -> Report:
    """Walks, with a line that tells how far it is. Drawn between blocks, not by a thread: processes are forked."""
    began = drawn = time.monotonic()
    with Live(console=console, transient=True, auto_refresh=False) as live:

        def tell(now: Progress) -> None:
            nonlocal drawn
            if time.monotonic() - drawn < 0.2 and now.stage == "walking":
                return
            drawn = time.monotonic()
            pace = now.states / max(drawn - began, 0.001)
            live.update(
                f"{now.stage}: [bold]{now.states:,}[/] states, {now.transitions:,} transitions, "
                f"frontier {now.frontier:,}, level {now.level}, {pace:,.0f} states a second",
                refresh=True,
            )

        return walk(rules, plan, tell)


# --- the report


def _print_report(rules: AnyRuleset, plan: Plan, report: Report) -> None:
    console.print(
        f"{rules.title}, {_which(plan)}: [bold]{report.states:,}[/] states, [bold]{report.transitions:,}[/] "
        f"transitions in {report.seconds:,.1f} s ({report.states / max(report.seconds, 0.001):,.0f} states a second)."
    )
    console.print(_verdict(report, len(rules.claims)))
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="bold")
    table.add_column()
    for name, words in _rows(report):
        table.add_row(name, escape(words))
    console.print(table)


def _which(plan: Plan) -> str:
    chosen = {name: value for name, value in plan.options.items() if name not in ("edition", "rulings")}
    words = [f"edition {plan.options['edition']}", f"{plan.players} players"]
    words += [f"{name.replace('_', ' ')} {value}" for name, value in chosen.items()]
    words += [f"{name}={value}" for name, value in plan.options["rulings"].changed.items()]
    return escape(", ".join(words))


def _verdict(report: Report, properties: int) -> str:
    if report.breach is not None:
        return "[bold red]Something does not hold[/]: see below."
    kept = f"All {properties} properties [bold green]hold[/] in every state and transition that was met."
    if report.exhausted:
        return f"The space is [bold green]exhausted[/]. {kept}"
    why = {"limit": "the limit on states was reached", "interrupt": "it was interrupted"}[report.stopped_by or "limit"]
    return f"The space is [bold yellow]not exhausted[/]: {why}. {kept}"


def _rows(report: Report) -> list[tuple[str, str]]:
    tally = report.tally
    compared = f"offers and objections for {tally.judged:,} actions"
    widest = max(report.levels, default=0)
    rows = [
        ("levels", f"{len(report.levels):,} (the widest has {widest:,} states)"),
        ("compared", f"{compared}, in {_every(report.judge_every)}" if report.judge_every else "nothing"),
        ("to act", _counts(tally.by_actor)),
        ("actions", _counts(tally.by_action)),
        ("over", f"{report.terminal:,} states: {_counts(tally.by_cause) or '—'}"),
        ("won by", _counts({_seats(seats): count for seats, count in tally.by_winners.items()}) or "—"),
        ("deadlocks", f"{report.deadlocks:,}"),
    ]
    if report.without_end is not None:
        rows.append(("no way to the end", f"from {report.without_end:,} states"))
    rows.append(("endless play", _endless(report)))
    if report.endless is not None:
        rows += _lasso(report.endless)
    rows.append(("forbade", _counts(tally.forbidden_by) or "—"))
    if report.judge_every:
        rows.append(("never forbade", ", ".join(report.never_forbade) or "none"))
    rows.append(("unreachable rules", ", ".join(report.never_applied) or "none"))
    rows.append(("never happened", ", ".join(report.never_happened) or "none"))
    return rows


def _every(number: int) -> str:
    return "every state" if number == 1 else f"one state of {number}"


def _seats(winners: tuple[int, ...]) -> str:
    return f"seat {winners[0]}" if len(winners) == 1 else f"seats {' and '.join(map(str, winners))}"


def _endless(report: Report) -> str:
    found = report.endless
    if found is not None:
        least = "" if report.exhausted else "at least "
        return f"possible from {least}{found.states:,} states; {least}{found.on_cycles:,} can come again"
    if report.longest is not None:
        return f"impossible: the longest game has {report.longest} actions"
    if report.stopped_by == "interrupt":
        return "not looked for"
    return "none found, as far as was walked"


def _lasso(found: Endless) -> list[tuple[str, str]]:
    """The way into a cycle and once round it, in notation."""
    return [
        ("  play", _moves(found.record.actions)),
        ("  then for ever", _moves(found.cycle)),
    ]


def _moves(actions: tuple[Any, ...]) -> str:
    return "; ".join(map(str, actions)) or "(nothing)"


def _counts(counts: Any) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in sorted(counts.items(), key=lambda one: -one[1]))


# --- what is wrong


def _print_faults(report: Report, stem: Path) -> None:
    if report.breach is not None:
        errors.print(f"\n[bold red]{escape(report.breach.rule)}[/] {escape(report.breach.message)}", soft_wrap=True)
        _print_game(report.breach.record, stem.with_name(stem.name + "-breach.jsonl"))
    if report.deadlock is not None:
        errors.print("\n[bold red]Deadlock[/]: the game is not over, but nothing can be done.")
        _print_game(report.deadlock, stem.with_name(stem.name + "-deadlock.jsonl"))
    if report.astray is not None:
        errors.print("\n[bold red]No way to the end[/]: from here the game can never be over.")
        _print_game(report.astray, stem.with_name(stem.name + "-no-end.jsonl"))


def _print_game(record: Record, file: Path) -> None:
    """The shortest game that shows it, in words and as a record."""
    errors.print(f"The shortest game there, {len(record.actions)} actions: {escape(_moves(record.actions))}")
    try:
        lines = b"".join(record.lines())
    except Exception as error:  # noqa: BLE001  # rules that are broken may not be able to play their own game
        errors.print(f"It cannot be written as a record: {escape(str(error))}", soft_wrap=True)
        return
    write_whole(file, lines)
    errors.print(f"It is in {escape(str(file))}.")


def _plain(report: Report) -> dict[str, Any]:
    tally, endless, breach = report.tally, report.endless, report.breach
    return {
        "exhausted": report.exhausted,
        "stopped_by": report.stopped_by,
        "states": report.states,
        "transitions": report.transitions,
        "levels": report.levels,
        "judge_every": report.judge_every,
        "judged": tally.judged,
        "to_act": dict(tally.by_actor),
        "actions": dict(tally.by_action),
        "terminal": report.terminal,
        "endings": dict(tally.by_cause),
        "winners": {_seats(seats): count for seats, count in tally.by_winners.items()},
        "deadlocks": report.deadlocks,
        "deadlock": _listed(report.deadlock),
        "without_end": report.without_end,
        "no_end": _listed(report.astray),
        "longest": report.longest,
        "endless": endless
        and {
            "states": endless.states,
            "on_cycles": endless.on_cycles,
            "way": _listed(endless.record),
            "cycle": list(map(str, endless.cycle)),
        },
        "forbidden": dict(tally.forbidden_by),
        "applied": dict(tally.applied),
        "never_forbade": report.never_forbade,
        "never_applied": report.never_applied,
        "never_happened": report.never_happened,
        "breach": breach and {"rule": breach.rule, "message": breach.message, "game": _listed(breach.record)},
        "seconds": round(report.seconds, 3),
    }


def _listed(record: Record | None) -> list[str] | None:
    return None if record is None else list(map(str, record.actions))
