"""`towerup tournament`: players against each other, and what the games say about their strength."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import attrs
import cattrs
import typer
from rich.markup import escape
from rich.table import Table

from towerup.kernel.canonical import encode
from towerup.kernel.parallel import ParallelError
from towerup.kernel.resume_files import ResumeFile
from towerup.kernel.ruleset import AnyRuleset
from towerup.lab.entrants import entrant
from towerup.lab.games import STEP_BOUND
from towerup.lab.tournaments import Game as Played
from towerup.lab.tournaments import Pair, Plan, Report, game_from_json, game_to_json, names, report, report_to_json
from towerup.lab.tournaments import tournament as play
from towerup.rulesets import ruleset
from towerup.view import intervals
from towerup.view.ink import can_write

from .common import console, make_folder, refuse, rules_for, the_rules, with_progress, write_whole
from .games import GameOfEdition
from .number_options import number_option
from .plans import Seed, edition_of, readings
from .resuming import Resume, Run, asked_before, continued_later, refuse_other_options, run_of

DEFAULT_GAMES = 200
SURELY = 0.05
"""What would be so unlikely by chance is told as a difference."""
INDEX = "tournament.json"


def tournament(
    context: typer.Context,
    players: Annotated[
        list[str] | None,
        typer.Argument(
            help="Who plays: random, greedy, expectimax:DEPTH, mcts:ITERATIONS, mcts:SECONDSs, a policy of the game "
            "(as builder), or one's own as module:name."
        ),
    ] = None,
    games: Annotated[
        int, number_option(min=1, help="How many games at least: as many more as make whole deals.")
    ] = DEFAULT_GAMES,
    seats: Annotated[
        int | None, number_option(help="How many sit at a table; the fewest that the edition is for.")
    ] = None,
    seed: Seed = 1,
    jobs: Annotated[int, number_option(min=0, help="How many processes play; 0: one for each core.")] = 0,
    cluster: Annotated[
        str | None, typer.Option(help="Play on a Dask cluster: its scheduler's address, as tcp://host:8786.")
    ] = None,
    edition: Annotated[str | None, typer.Option(help="A shipped edition's name, or a TOML file.")] = None,
    rulings: Annotated[list[str] | None, typer.Option(help="Rulings, as extra_turn=optional.")] = None,
    varied: Annotated[
        bool, typer.Option("--varied", help="Each deal has a setup of its own, drawn; else all have the usual one.")
    ] = False,
    json: Annotated[Path | None, typer.Option(help="Write the report to this file as JSON too.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Draw the ratings into this file as SVG.")] = None,
    records: Annotated[
        Path | None, typer.Option(help="Keep the games as records in this folder, new or empty.")
    ] = None,
    resume: Resume = None,
    game: GameOfEdition = None,
) -> None:
    """Let players play against each other, and report who is how strong and how sure that is.

    Each deal has its own luck, and is played by every line-up with every player in every seat, so that luck and seats are
    alike for all. The same seed plays the same games, whatever the number of processes (but for players with a time budget).
    On Ctrl-C it reports the games so far, and prints the command that continues.
    """
    before = asked_before(resume, "tournament")
    if before is None:
        plan = _plan(rules_for(game, edition), players or [], games, seats, seed, edition, rulings or [])
        plan = attrs.evolve(plan, varied=varied, records=records is not None)
        asked = Asked(plan, None if records is None else str(records.absolute()))
    else:
        asked = _asked_before(before)
        plan = asked.plan
        try:
            box, chosen = edition_of(edition), readings(rulings or []) or ()
        except ValueError as error:
            refuse(str(error))
        given = {
            "game": game, "players": tuple(players or ()), "games": -(-games // plan.games_a_deal), "seats": seats,
            "seed": seed, "edition": box, "rulings": chosen, "varied": varied,
            "records": None if records is None else str(records.absolute()),
        }  # fmt: skip
        refuse_other_options(context, before, given, asked.options())
    folder = None if asked.folder is None else _folder(Path(asked.folder), new=before is None)
    jobs = jobs or os.cpu_count() or 1
    run = run_of(
        "tournament", attrs.asdict(asked), resume, before, {"--cluster": cluster, "--json": json, "--svg": svg}
    )
    try:
        played = _play(plan, run, jobs, cluster, folder)
    except ParallelError as error:
        refuse(str(error))
    run.finish()
    result = report(plan, played)
    _print(result, run.elapsed())
    data = encode(report_to_json(result) | {"results": [_result(plan, game) for game in played]}) + b"\n"
    if folder is not None:
        write_whole(folder / INDEX, data)
        console.print(f"The {plan.games:,} games are in {escape(str(folder))}, listed in {INDEX}.", soft_wrap=True)
    if json is not None:
        write_whole(json, data)
        console.print(f"The report is in {escape(str(json))}.", soft_wrap=True)
    if svg is not None:
        write_whole(svg, _drawn(result).encode())
        console.print(f"The picture is in {escape(str(svg))}.", soft_wrap=True)


@attrs.frozen
class Asked:
    """What is played, and the folder for the records if there is one; all that a resume file has to know."""

    plan: Plan
    folder: str | None

    def options(self) -> dict[str, Any]:
        """The options of the command that say it."""
        plan = self.plan
        return {
            "game": plan.game, "players": plan.entrants, "games": plan.deals, "seats": plan.seats, "seed": plan.seed,
            "edition": (plan.edition, plan.edition_text), "rulings": plan.rulings, "varied": plan.varied,
            "records": self.folder,
        }  # fmt: skip


def _asked_before(file: ResumeFile) -> Asked:
    """What the tournament that is continued was asked."""
    try:
        before: Asked = cattrs.structure(file.asked, Asked)
        the_rules(before.plan.game)
    except cattrs.BaseValidationError:
        refuse(f"{file.path} does not say which games are played")
    return before


def _plan(
    rules: AnyRuleset,
    players: list[str],
    games: int,
    seats: int | None,
    seed: int,
    edition: str | None,
    rulings: list[str],
) -> Plan:
    if len(players) < 2:
        refuse("a tournament takes two players at least, as `towerup tournament random greedy`")
    try:
        for name in players:
            entrant(name, rules)
        named, text = edition_of(edition)
        box = (named or rules.usual_edition) if text is None else rules.editions.from_toml(text, str(edition))
        offered = rules.player_counts(box)
        chosen = readings(rulings) or ()
        rules.rulings.by_name(dict(chosen))
    except ValueError as error:
        refuse(str(error))
    if seats is not None and seats not in offered:
        refuse(f"--seats {seats}: the edition is for {', '.join(map(str, offered))} players")
    plan = Plan(rules.name, tuple(players), seats or offered[0], 1, seed, named, text, chosen)
    return attrs.evolve(plan, deals=-(-games // plan.games_a_deal))


def _folder(folder: Path, *, new: bool) -> Path:
    """A folder for records, made if it is not there; a new one must be empty, so that no two tournaments mix."""
    make_folder(folder)
    try:
        if new and any(folder.iterdir()):
            refuse(f"{folder} is not empty; name a new folder for the games")
    except OSError as error:
        refuse(f"{folder} cannot be used as a folder: {error.strerror}")
    return folder


def _play(plan: Plan, run: Run, jobs: int, cluster: str | None, folder: Path | None) -> list[Played]:
    """Plays all games, with a bar that shows how far it is; each is kept as it comes in."""
    games: list[Played] = run.structured(game_from_json)
    known = tuple(games)

    def playing(tell: Callable[[int], None]) -> list[Played]:
        def keep(game: Played) -> None:
            if folder is not None and game.record is not None:
                write_whole(folder / _file(plan, len(games) + 1), game.record)
            games.append(game)
            run.add(game_to_json(game))
            tell(1)

        tell(len(known))
        return play(plan, ruleset, jobs, cluster, keep, known)

    def tell_so_far() -> None:
        # A rating needs whole deals: only there has everyone had every seat.
        whole = len(games) - len(games) % plan.games_a_deal
        if whole:
            _print(report(attrs.evolve(plan, deals=whole // plan.games_a_deal), games[:whole]), run.elapsed())
        console.print(f"{len(games):,} of {plan.games:,} games were played.", soft_wrap=True)

    with continued_later(run, tell_so_far):
        return with_progress("playing", plan.games, playing)


def _file(plan: Plan, number: int) -> str:
    return f"game-{number:0{len(str(plan.games))}}.jsonl"


def _result(plan: Plan, game: Played) -> dict[str, object]:
    """A game as it is listed: who sat where, and how it ended."""
    result = names(plan)
    return {
        "deal": game.deal,
        "seats": [result[number] for number in game.seating],
        "points": game.points,
        "steps": game.steps,
    }


# --- the report


def _print(result: Report, seconds: float) -> None:
    plan = result.plan
    order = sorted(range(len(result.standings)), key=lambda number: -result.standings[number].elo.value)
    console.print(_standings(result, order))
    console.print()
    console.print("[bold]Elo with 95 % intervals; 0 is the average of these players[/]", soft_wrap=True)
    unicode = can_write("├┤●─")
    print(intervals.text(_bars(result, order), _scale(result), min(console.width, 100), unicode))
    console.print()
    console.print(
        "[bold]How often the player of a row ended ahead of that of a column[/] (* not by chance)", soft_wrap=True
    )
    console.print(_matrix(result, order))
    console.print()
    for line in _verdicts(result, order):
        console.print(line, soft_wrap=True)
    each = (
        f"{_many(plan.games_a_deal, 'game')} each: {_many(len(plan.line_ups), 'line-up')}, every player in every seat"
    )
    console.print(
        f"\n{plan.games:,} games of {plan.seats}, {_many(plan.deals, 'deal')} of {each}; {result.steps:,} actions in {seconds:.0f} s. "
        f"The first seat won {result.first:.0%}.",
        soft_wrap=True,
    )
    if result.unfinished:
        console.print(f"{result.unfinished:,} games reached the bound of {STEP_BOUND:,} actions and count as shared.")


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _standings(result: Report, order: list[int]) -> Table:
    table = Table("player", box=None, pad_edge=False)
    for heading in ("Elo", "95 %", "games", "won", "95 %", "points"):
        table.add_column(heading, justify="right", no_wrap=True)
    for number in order:
        one = result.standings[number]
        points = "—" if one.points is None else f"{one.points:.1f}"
        table.add_row(
            escape(one.name), _signed(one.elo.value), f"{_signed(one.elo.low)} to {_signed(one.elo.high)}",
            f"{one.games:,}", f"{one.rate.value:.1%}", f"{one.rate.low:.1%} to {one.rate.high:.1%}", points,
        )  # fmt: skip
    return table


def _signed(value: float) -> str:
    return f"{round(value):+}" if round(value) else "0"


def _bars(result: Report, order: list[int]) -> list[intervals.Bar]:
    return [
        intervals.Bar(one.name, one.elo.value, one.elo.low, one.elo.high, _signed(one.elo.value))
        for one in (result.standings[number] for number in order)
    ]


def _scale(result: Report) -> intervals.Scale:
    return intervals.Scale.of(_bars(result, [*range(len(result.standings))]))


def _drawn(result: Report) -> str:
    order = sorted(range(len(result.standings)), key=lambda number: -result.standings[number].elo.value)
    title = f"{the_rules(result.plan.game).title}: {result.plan.games:,} games of {result.plan.seats}"
    return intervals.svg(title, _bars(result, order), _scale(result), "Elo, with 95 % intervals")


def _between(result: Report) -> dict[tuple[int, int], tuple[float, Pair]]:
    """For a player and another: the first one's share of what they played against each other."""
    shares = {(pair.one, pair.other): (pair.share, pair) for pair in result.pairs}
    return shares | {(pair.other, pair.one): (1 - pair.share, pair) for pair in result.pairs}


def _matrix(result: Report, order: list[int]) -> Table:
    between = _between(result)
    table = Table("", box=None, pad_edge=False)
    for number in order:
        table.add_column(escape(result.standings[number].name), justify="right", no_wrap=True)
    for row in order:
        cells = []
        for column in order:
            share, pair = between.get((row, column), (None, None))
            certain = pair is not None and pair.chance < SURELY
            cells.append("—" if share is None else f"{share:.1%}{'*' if certain else ' '}")
        table.add_row(escape(result.standings[row].name), *cells)
    return table


def _verdicts(result: Report, order: list[int]) -> Iterator[str]:
    """For each two neighbours of the ranking, whether the better one is better."""
    between = _between(result)
    for better, worse in pairwise(order):
        share, pair = between[better, worse]
        one, other = (escape(result.standings[number].name) for number in (better, worse))
        certain = pair.chance < SURELY and share > 0.5
        verdict = f"[bold]{one}[/] beats [bold]{other}[/]" if certain else f"{one} and {other} may be equal"
        yield f"{verdict}: ahead in {share:.1%}; if they were equal, p {_odds(pair.chance)}."


def _odds(chance: float) -> str:
    return f"= {chance:.3f}" if chance >= 0.001 else f"= {chance:.0e}"
