"""`towerup verify`: whole games, every law after every action, and a report to read."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import attrs
import typer
from rich.markup import escape

from towerup.kernel.canonical import encode
from towerup.kernel.crew import CrewError
from towerup.kernel.ruleset import AnyRuleset
from towerup.verify.campaign import Breach, Plan
from towerup.verify.crew import campaign_of, run
from towerup.verify.evidence import transcript
from towerup.verify.faults import FaultError, read_faults
from towerup.verify.hunting import Hunt, hunt_all
from towerup.verify.replaying import replayed
from towerup.verify.shrinking import shortest
from towerup.verify.subject import Subject

from .common import FAULT, console, errors, make_folder, refuse, the_rules, with_progress, write_whole
from .games import USUAL, GameFirst
from .number_options import number_option
from .plans import AnyEdition, AnyRulings, Players, Seed, plan_of
from .verify_report import plain_hunts, plain_report, print_breach, print_hunts, print_report

DEFAULT_GAMES = 3_000


def verify(
    game: GameFirst = USUAL,
    games: Annotated[int, number_option(min=1, help="How many games to play.")] = DEFAULT_GAMES,
    players: Players = "",
    seed: Seed = 1,
    jobs: Annotated[int, number_option(min=0, help="How many processes play; 0: one for each core.")] = 0,
    cluster: Annotated[
        str | None, typer.Option(help="Play on a Dask cluster: its scheduler's address, as tcp://host:8786.")
    ] = None,
    edition: AnyEdition = None,
    rulings: AnyRulings = None,
    records: Annotated[
        Path | None, typer.Option(help="Keep every game as a record in this folder, which is made if it is not there.")
    ] = None,
    replay: Annotated[Path | None, typer.Option(help="Play a recorded game again, and check every step of it.")] = None,
    faults: Annotated[
        bool, typer.Option("--faults", help="Plant every fault of the catalogue, and see whether it is found.")
    ] = False,
    fault: Annotated[
        list[str] | None, typer.Option(help="Plant just this fault of the catalogue; with --faults may be repeated.")
    ] = None,
    json: Annotated[Path | None, typer.Option(help="Write the report to this file as JSON too.")] = None,
) -> None:
    """Play whole games, check every law after every action, and report."""
    rules = the_rules(game)
    plan = plan_of(rules, games, players, seed, edition, rulings or [])
    jobs = jobs or os.cpu_count() or 1
    if records is not None:
        plan = attrs.evolve(plan, records=str(_folder(records, cluster is None and not faults and replay is None)))
    try:
        if faults:
            _hunt(rules, plan, fault or [], jobs, json)
        elif fault and len(fault) > 1:
            refuse("one --fault at a time is planted; with --faults several are, one after the other")
        elif replay is not None:
            _replay(Subject(game, fault[0] if fault else None), plan, replay)
        else:
            _campaign(Subject(game, fault[0] if fault else None), plan, jobs, cluster, json)
    except (CrewError, FaultError) as error:
        refuse(str(error))


def _folder(path: Path, ours: bool) -> Path:
    """The folder for records, made if it is not there."""
    if not ours:
        refuse("--records keeps the games of a campaign on this machine: not with --cluster, --faults or --replay")
    return make_folder(path)


def _campaign(subject: Subject, plan: Plan, jobs: int, cluster: str | None, json: Path | None) -> None:
    rules = subject.rules()
    began = time.monotonic()
    report = with_progress("playing", plan.games, lambda tell: run(subject, plan, jobs, cluster, tell))
    if report.breach is not None:
        with console.status("shrinking the game that shows it"):
            report.breach = shortest(campaign_of(subject, plan), report.breach)
    print_report(rules, report, time.monotonic() - began)
    if json is not None:
        write_whole(json, encode(plain_report(rules, report)) + b"\n")
        console.print(f"The report is in {escape(str(json))}.")
    if report.breach is not None:
        file = Path(f"towerup-breach-{plan.seed}-{report.breach.game}.jsonl")
        _tell(rules, subject, plan, report.breach, file)
        raise typer.Exit(FAULT)


def _tell(rules: AnyRuleset, subject: Subject, plan: Plan, breach: Breach, file: Path) -> None:
    write_whole(file, b"".join(transcript(breach.record)))
    print_breach(rules, breach)
    command = f"towerup verify {subject.game} --replay {file}"
    command += f" --edition {plan.edition}" if plan.edition_text is not None else ""
    command += f" --fault {subject.fault}" if subject.fault else ""
    errors.print(f"The game is in {escape(str(file))}. To see it again:\n  {escape(command)}", soft_wrap=True)


def _replay(subject: Subject, plan: Plan, file: Path) -> None:
    campaign = campaign_of(subject, plan)
    try:
        lines = file.read_bytes().splitlines(keepends=True)
    except OSError as error:
        refuse(f"{file} cannot be read: {error.strerror}")
    result = replayed(campaign, lines)
    if result.unreadable is not None:
        refuse(f"{file}, {result.unreadable}")
    if result.breach is None:
        console.print(f"{escape(str(file))}: {result.steps} actions, all laws [bold green]kept[/].")
        return
    print_breach(subject.rules(), result.breach)
    raise typer.Exit(FAULT)


def _hunt(rules: AnyRuleset, plan: Plan, wanted: list[str], jobs: int, json: Path | None) -> None:
    began = time.monotonic()

    def hunting(tell: Callable[[int], None]) -> list[Hunt]:
        return hunt_all(rules, plan, wanted, jobs, lambda: tell(1))

    hunts = with_progress("hunting", len(wanted) or len(read_faults(rules.package)), hunting)
    print_hunts(rules, hunts, time.monotonic() - began)
    if json is not None:
        write_whole(json, encode(plain_hunts(hunts)) + b"\n")
        console.print(f"The report is in {escape(str(json))}.")
    if any(not hunt.found for hunt in hunts):
        raise typer.Exit(FAULT)
