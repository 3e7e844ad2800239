"""`towerup verify`: whole games, every law after every action, and a report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from towerup.kernel.canonical import encode
from towerup.kernel.ruleset import Ruleset
from towerup.verify.campaign import STEP_BOUND, Plan, Report, run

from .common import FAULT, console, errors, refuse, the_rules, write_whole


def verify(
    game: Annotated[str, typer.Argument(help="The game whose rules are verified.")] = "tower-up",
    games: Annotated[int, typer.Option(min=1, help="How many games to play.")] = 300,
    players: Annotated[
        str, typer.Option(help="The numbers of players to play with, as 2,3,4; all that the edition is for.")
    ] = "",
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    edition: Annotated[str, typer.Option(help="A shipped edition's name, or a TOML file.")] = "reconstruction",
    ruling: Annotated[list[str] | None, typer.Option(help="A ruling, as extra_turn=optional; may be repeated.")] = None,
    only: Annotated[
        int | None, typer.Option(min=0, help="Play only the game with this number, to see it again.")
    ] = None,
    json: Annotated[Path | None, typer.Option(help="Write the report to this file as JSON too.")] = None,
) -> None:
    """Play whole games, check every law after every action, and report."""
    rules = the_rules(game)
    plan = _plan(rules, games, players, seed, edition, ruling or [])
    report = _with_progress(rules, plan, only)
    _print_report(rules, report)
    if json is not None:
        write_whole(json, encode(_plain(report)) + b"\n")
        console.print(f"The report is in {escape(str(json))}.")
    if report.breach is not None:
        _print_breach(report, plan)
        raise typer.Exit(FAULT)


def _plan(rules: Ruleset, games: int, players: str, seed: int, edition: str, ruling: list[str]) -> Plan:
    try:
        offered = rules.player_counts(edition)
        chosen = _numbers(players, offered)
        rulings = rules.rulings(dict(_pair(one) for one in ruling))
        plan = Plan(games, chosen, seed, {"edition": edition, "rulings": rulings})
        rules.new_game(chosen[0], **plan.options)
    except ValueError as error:
        refuse(str(error))
    return plan


def _numbers(players: str, offered: tuple[int, ...]) -> tuple[int, ...]:
    if not players:
        return offered
    words = players.replace(",", " ").split()
    if not words or any(not word.isdigit() or int(word) not in offered for word in words):
        raise ValueError(
            f"--players {players!r}: the edition is for {', '.join(map(str, offered))} players; write 2,3 or so"
        )
    return tuple(int(word) for word in words)


def _pair(ruling: str) -> tuple[str, str]:
    name, equals, reading = ruling.partition("=")
    if not equals:
        raise ValueError(f"--ruling {ruling!r}: write NAME=READING, as extra_turn=optional")
    return name.strip(), reading.strip()


def _with_progress(rules: Ruleset, plan: Plan, only: int | None) -> Report:
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("games", total=plan.games if only is None else 1)
        return run(rules, plan, only, lambda: bar.advance(task))


def _print_report(rules: Ruleset, report: Report) -> None:
    mark = "[bold red]broken[/]" if report.breach else "[bold green]kept[/]"
    laws = len(rules.state_laws) + len(rules.transition_laws)
    console.print(
        f"{rules.title}: {report.games:,} games, {report.steps:,} steps, {report.law_checks:,} checks of {laws} laws, "
        f"{report.judged:,} actions judged and compared with the move generator. All {mark}."
        if not report.breach
        else f"{rules.title}: after {report.games:,} games and {report.steps:,} steps a law was {mark}."
    )
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="bold")
    table.add_column()
    table.add_row("players", _counts({f"{n} players": count for n, count in sorted(report.by_players.items())}))
    table.add_row("ended by", _counts(report.by_ending) or "—")
    if report.unfinished:
        table.add_row("unfinished", f"{report.unfinished} games reached the bound of {STEP_BOUND:,} steps")
    table.add_row("actions", _counts(report.by_action))
    table.add_row("forbidden", _counts(report.forbidden_by))
    console.print(table)


def _counts(counts: Any) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in sorted(counts.items(), key=lambda one: -one[1]))


def _print_breach(report: Report, plan: Plan) -> None:
    breach = report.breach
    assert breach is not None
    file = Path(f"towerup-breach-{plan.seed}-{breach.game}.jsonl")
    write_whole(file, b"".join(breach.record.lines()))
    errors.print(f"\n[bold red]{breach.rule}[/] {escape(breach.message)}")
    errors.print(
        f"The game, {len(breach.record.actions)} actions, is in {file}. To see it again, run the same command with"
    )
    errors.print(f"  --seed {plan.seed} --only {breach.game}")


def _plain(report: Report) -> dict[str, Any]:
    breach = report.breach
    return {
        "seed": report.seed,
        "games": report.games,
        "steps": report.steps,
        "law_checks": report.law_checks,
        "judged": report.judged,
        "players": {str(number): count for number, count in report.by_players.items()},
        "actions": dict(report.by_action),
        "endings": dict(report.by_ending),
        "forbidden": dict(report.forbidden_by),
        "unfinished": report.unfinished,
        "breach": breach and {"rule": breach.rule, "message": breach.message, "game": breach.game},
    }
