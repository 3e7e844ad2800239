"""`towerup verify`: whole games, every property after every action, and a report to read."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import attrs
import cattrs
import typer
from rich.markup import escape

from towerup.engines.compiling import INSTALL, can_compile
from towerup.kernel.canonical import encode
from towerup.kernel.parallel import ParallelError
from towerup.kernel.resume_files import ResumeFile
from towerup.kernel.ruleset import AnyRuleset
from towerup.verify.campaign import Breach, Plan
from towerup.verify.engine_games import COMPILED, SAME_GAME, engine_plan
from towerup.verify.evidence import transcript
from towerup.verify.faults import FaultError
from towerup.verify.hunting import Hunt, faults_of, hunt_all, hunt_from_json, hunt_to_json
from towerup.verify.parallel import Part, campaign_of, part_from_json, part_to_json, report_of
from towerup.verify.parallel import run as play
from towerup.verify.replaying import replayed
from towerup.verify.shrinking import shortest
from towerup.verify.subject import Subject

from .common import FAULT, console, errors, make_folder, refuse, the_rules, with_progress, write_whole
from .games import USUAL, GameFirst
from .number_options import number_option
from .plans import AnyEdition, AnyRulings, Players, Seed, plan_of
from .resuming import Resume, Run, asked_before, continued_later, is_given, refuse_other_options, run_of
from .verify_report import never_met, plain_hunts, plain_report, print_breach, print_hunts, print_report

DEFAULT_GAMES = 600
HUNT_GAMES = 3_000
"""The most games in which a planted fault is looked for: most are found in the first few."""
CHOOSING = ("games", "players", "seed", "edition", "rulings", "fault")
"""The options that make of the usual campaign another one."""


def verify(
    context: typer.Context,
    game: GameFirst = USUAL,
    games: Annotated[
        int,
        number_option(
            min=1,
            help="How many games to play on the rulebook. With --faults: in how many to look for each fault (default: 3,000).",
        ),
    ] = DEFAULT_GAMES,
    engine_games: Annotated[
        int | None,
        number_option(
            min=0,
            help="How many more games to play on the game's engine and compare with the rulebook in a sample of their "
            "states. If not given: 3 for each of --games, or 8 if the engine is compiled.",
        ),
    ] = None,
    compiled: Annotated[
        bool | None,
        typer.Option(
            "--compiled/--interpreted",
            help="How the engine runs. If not given: compiled if numba is installed and 2,000 games or more are played.",
        ),
    ] = None,
    players: Players = "",
    seed: Seed = 1,
    jobs: Annotated[int, number_option(min=0, help="How many processes play. 0: one for each core.")] = 0,
    cluster: Annotated[
        str | None, typer.Option(help="Play on a Dask cluster: its scheduler's address, as tcp://host:8786.")
    ] = None,
    edition: AnyEdition = None,
    rulings: AnyRulings = None,
    records: Annotated[
        Path | None,
        typer.Option(
            help="Keep every game on the rulebook as a record in this folder, which is made if it is not there."
        ),
    ] = None,
    replay: Annotated[Path | None, typer.Option(help="Play a recorded game again, and check every step of it.")] = None,
    faults: Annotated[
        bool, typer.Option("--faults", help="Plant every fault of the catalogue, and see whether it is found.")
    ] = False,
    require_coverage: Annotated[
        bool,
        typer.Option(
            "--require-coverage",
            help="Fail if a rule or a rare event was never met. So does the usual campaign of a game with properties.",
        ),
    ] = False,
    fault: Annotated[
        list[str] | None, typer.Option(help="Plant just this fault of the catalogue; with --faults may be repeated.")
    ] = None,
    resume: Resume = None,
    json: Annotated[Path | None, typer.Option(help="Write the report to this file as JSON too.")] = None,
) -> None:
    """Play whole games, check every property after every action, and report.

    In every state it also compares the actions that the rules offer with the objections to actions. If the game has an
    engine, it plays more games there, and compares the engine with the rules in a sample of states.

    On Ctrl-C it reports what it has done so far, and prints the command that continues.

    Exit codes: 0 everything holds; 1 something does not, a planted fault was not found, or a rule was never met that must
    be; 2 the command was given something wrong; 3 the processes or the cluster that play were lost; 130 interrupted.
    """
    if resume is not None and replay is not None:
        refuse("--resume continues a campaign or a hunt, and --replay plays one game: use one of them")
    command = "verify --faults" if faults else "verify"
    before = asked_before(resume, command)
    if before is not None and not is_given(context, "game"):
        game = _what_was_asked(before).game
    rules = the_rules(game)
    if faults and not is_given(context, "games"):
        games = HUNT_GAMES
    plan = plan_of(rules, games, players, seed, edition, rulings or [])
    if records is not None:
        plan = attrs.evolve(plan, records=str(_folder(records, cluster is None and not faults and replay is None)))
    if not faults and fault and len(fault) > 1:
        refuse("one --fault at a time is planted; with --faults several are, one after the other")
    if compiled and not can_compile():
        refuse(f"--compiled needs numba: {INSTALL}")
    if replay is not None:
        engine_games = 0
    plan = _with_engine(rules, plan, engine_games, compiled, planted=faults or bool(fault))
    asked = Asked(game, tuple(fault or ()), plan)
    if before is not None:
        now, asked = asked, _what_was_asked(before)
        refuse_other_options(context, before, now.options(), asked.options())
    jobs = jobs or os.cpu_count() or 1
    try:
        if replay is not None:
            _replay(asked.subject, plan, replay)
            return
        if faults:
            faults_of(the_rules(asked.game), asked.faults)
        options = {"--cluster": cluster, "--json": json}
        run = run_of(command, attrs.asdict(asked), resume, before, options)
        if faults:
            _hunt(asked, run, jobs, json)
        else:
            is_usual = any(rules.properties) and not any(map(partial(is_given, context), CHOOSING))
            _campaign(asked, run, jobs, cluster, json, must_cover=require_coverage or (is_usual and before is None))
        run.finish()
    except (ParallelError, FaultError) as error:
        refuse(str(error))


@attrs.frozen
class Asked:
    """What is verified, and with which games; all that a resume file has to know."""

    game: str
    faults: tuple[str, ...]
    plan: Plan

    @property
    def subject(self) -> Subject:
        """The rules of a campaign."""
        return Subject(self.game, self.faults[0] if self.faults else None)

    def options(self) -> dict[str, Any]:
        """The options of the command that say it."""
        plan = self.plan
        return {
            "game": self.game, "fault": self.faults, "games": plan.games, "players": plan.players, "seed": plan.seed,
            "edition": (plan.edition, plan.edition_text), "engine_games": plan.engine_games,
            "compiled": plan.engine == COMPILED, "rulings": plan.rulings, "records": plan.records,
        }  # fmt: skip


def _what_was_asked(file: ResumeFile) -> Asked:
    """What the run that is continued was asked."""
    try:
        before: Asked = cattrs.structure(file.asked, Asked)
        the_rules(before.game)
    except cattrs.BaseValidationError:
        refuse(f"{file.path} does not say which games are played")
    return before


def _folder(path: Path, ours: bool) -> Path:
    """The folder for records, made if it is not there."""
    if not ours:
        refuse("--records keeps the games of a campaign on this machine: not with --cluster, --faults or --replay")
    return make_folder(path).absolute()


def _with_engine(
    rules: AnyRuleset, plan: Plan, engine_games: int | None, compiled: bool | None, *, planted: bool
) -> Plan:
    """The plan with games on the engine. A fault is planted in the rulebook alone, so the engine has to differ from it."""
    if planted and engine_games:
        refuse("--engine-games compares the engine with the rules as they are: not with --fault or --faults")
    if rules.engine is None and engine_games:
        refuse(f"{rules.title} has no engine: leave --engine-games out")
    if planted:
        return plan
    engine, games = engine_plan(rules, plan.games, engine_games, compiled)
    return attrs.evolve(plan, engine=engine, engine_games=games)


def _campaign(asked: Asked, run: Run, jobs: int, cluster: str | None, json: Path | None, *, must_cover: bool) -> None:
    subject, plan, rules = asked.subject, asked.plan, asked.subject.rules()
    parts: list[Part] = run.structured(part_from_json)
    known = tuple(parts)

    def keep(part: Part) -> None:
        parts.append(part)
        run.add(part_to_json(part))

    def tell_so_far() -> None:
        print_report(rules, report_of(subject, plan, parts), run.elapsed(), of=plan.games)

    with continued_later(run, tell_so_far):
        report = with_progress(
            "playing",
            plan.games + plan.engine_games,
            lambda tell: play(subject, plan, jobs, cluster, tell, known, keep),
        )
        if report.breach is not None:
            with console.status("shrinking the game that shows it"):
                report.breach = shortest(campaign_of(subject, plan), report.breach)
    print_report(rules, report, run.elapsed())
    if json is not None:
        write_whole(json, encode(plain_report(rules, report)) + b"\n")
        console.print(f"The report is in {escape(str(json))}.")
    if report.breach is not None:
        run.finish()
        file = Path(f"towerup-breach-{plan.seed}-{report.breach.game}.jsonl")
        _tell(rules, subject, plan, report.breach, file)
        raise typer.Exit(FAULT)
    if must_cover and never_met(rules, report):
        run.finish()
        raise typer.Exit(FAULT)


def _tell(rules: AnyRuleset, subject: Subject, plan: Plan, breach: Breach, file: Path) -> None:
    write_whole(file, b"".join(transcript(breach.record)))
    print_breach(rules, breach)
    command = f"towerup verify {subject.game} --replay {file}"
    command += f" --edition {plan.edition}" if plan.edition_text is not None else ""
    command += f" --fault {subject.fault}" if subject.fault else ""
    command += " --compiled" if breach.law == SAME_GAME and plan.engine == COMPILED else ""
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
        console.print(f"{escape(str(file))}: {result.steps} actions, all properties [bold green]hold[/].")
        return
    print_breach(subject.rules(), result.breach)
    raise typer.Exit(FAULT)


def _hunt(asked: Asked, run: Run, jobs: int, json: Path | None) -> None:
    rules = the_rules(asked.game)
    hunts: list[Hunt] = run.structured(partial(hunt_from_json, rules))
    known = tuple(hunts)
    total = len(faults_of(rules, asked.faults))

    def keep(hunt: Hunt) -> None:
        hunts.append(hunt)
        run.add(hunt_to_json(hunt))

    def hunting(tell: Callable[[int], None]) -> list[Hunt]:
        return hunt_all(rules, asked.plan, asked.faults, jobs, lambda: tell(1), known, keep)

    with continued_later(run, lambda: print_hunts(rules, hunts, run.elapsed(), of=total)):
        done = with_progress("hunting", total, hunting)
    print_hunts(rules, done, run.elapsed())
    if json is not None:
        write_whole(json, encode(plain_hunts(done)) + b"\n")
        console.print(f"The report is in {escape(str(json))}.")
    if any(not hunt.found for hunt in done):
        run.finish()
        raise typer.Exit(FAULT)
