"""What all benchmarks share: finding packages, random play, spreads, targets, tables and files.

The benchmarks are scripts, not part of the package: each can be run on its own, `run.py` runs them all.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import importlib.util
import os
import platform
import statistics
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, Literal, TypeAlias

INSTALL = "pip install -e '.[bench]'"
PLAYER_COUNTS = (2, 3, 4)
# An endless game is possible (players may only ever take cards), so every play-out has a bound.
STEP_BOUND = 2_000
PACKAGES = ("towerup", "attrs", "networkx", "chess", "catanatron")
MISSED, UNUSABLE = 1, 2
LOG_WIDTH = 120


class MissingPackageError(SystemExit):
    """Ends a script with a sentence instead of a traceback: a missing package is not a fault of the code."""

    def __init__(self, package: str) -> None:
        """Say what is missing and what to type."""
        print(f"The benchmarks need the package '{package}': {INSTALL}", file=sys.stderr)
        super().__init__(UNUSABLE)


def require(module: str) -> ModuleType:
    """Import a module by name, or end with the command that installs it."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as missing:
        raise MissingPackageError(missing.name or module) from None


def beside(file: str, name: str) -> ModuleType:
    """Load the script of that name beside a file, whatever other module has the name."""
    spec = importlib.util.spec_from_file_location(f"benchmarks_{name}", Path(file).with_name(f"{name}.py"))
    if spec is None or spec.loader is None:
        raise FileNotFoundError(name)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


try:
    import attrs
    import orjson
    from rich.console import Console
    from rich.table import Table
except ModuleNotFoundError as missing:
    raise MissingPackageError(missing.name or "rich") from None


Position: TypeAlias = Any
Move: TypeAlias = Any
"""Each library has its own positions and moves, and the peers have no types."""


# --- random play ------------------------------------------------------------------------------------------


@attrs.frozen
class Contender:
    """A rules library reduced to what a play-out needs; a position is never changed, only replaced."""

    name: str
    legal: Callable[[Position], Sequence[Move]]
    apply: Callable[[Position, Move], Position]
    starts: tuple[Position, ...]
    """One starting position for each kind of game that is played in equal parts."""
    bound: int


@attrs.define
class Track:
    """One endless row of random games.

    A track goes on where the last round stopped, so that openings are not measured more often than endings.
    """

    start: Position
    state: Position
    step: int = 0
    finished: int = 0
    bounded: int = 0
    """Games cut off by the bound: reported, never silent."""
    steps: int = 0
    """Steps in finished or bounded games."""

    def close(self, *, by_rule: bool) -> None:
        """Book the game that has just ended."""
        if by_rule:
            self.finished += 1
        else:
            self.bounded += 1
        self.steps += self.step
        self.state, self.step = self.start, 0


def tracks_of(contender: Contender) -> list[Track]:
    """Lay one track for each kind of game, so that each kind gets the same number of steps."""
    return [Track(start, start) for start in contender.starts]


def advance(contender: Contender, track: Track, steps: int, draw: Callable[[], float]) -> None:
    """Play exactly so many random steps on a track: this loop is what the clock sees, for every contender."""
    legal, apply, bound = contender.legal, contender.apply, contender.bound
    # The position and the count are kept in local variables: the clock is to see the libraries, not this loop.
    state, left = track.state, bound - track.step
    for _ in range(steps):
        moves = legal(state)
        if not moves or not left:
            track.step = bound - left
            track.close(by_rule=not moves)
            state, left = track.state, bound
            moves = legal(state)
        state = apply(state, moves[int(draw() * len(moves))])
        left -= 1
    track.state, track.step = state, bound - left


def towerup() -> Contender:
    """Tower Up with two, three and four players; its functions are called directly, without a wrapper."""
    tu = require("towerup")
    starts = tuple(tu.new_game(players=players) for players in PLAYER_COUNTS)
    return Contender("towerup", tu.legal_actions, tu.apply, starts, STEP_BOUND)


def random_game(
    contender: Contender,
    start: Position,
    draw: Callable[[], float],
) -> Iterator[tuple[Position, Move]]:
    """Yield each position of one game with the move drawn in it; used where every step is looked at alone."""
    state = start
    for _ in range(contender.bound):
        moves = contender.legal(state)
        if not moves:
            return
        move = moves[int(draw() * len(moves))]
        yield state, move
        state = contender.apply(state, move)


def drawer(*seed: object) -> Callable[[], float]:
    """Make a source of uniform numbers that is the same in every run and shares nothing with a peer's own."""
    return Random(repr(seed)).random


# --- numbers ----------------------------------------------------------------------------------------------


@attrs.frozen
class Spread:
    """The middle of many measurements and how far they lie apart."""

    lower: float
    median: float
    upper: float

    def __str__(self) -> str:
        """Show the median with its quartiles."""
        return f"{self.median:,.2f} ({self.lower:,.2f} to {self.upper:,.2f})"


def spread(values: Sequence[float]) -> Spread:
    """Take median and quartiles: a mean would follow the one round in which the machine was busy."""
    if len(values) == 1:
        return Spread(values[0], values[0], values[0])
    lower, median, upper = statistics.quantiles(values, n=4, method="inclusive")
    return Spread(lower, median, upper)


# --- results ----------------------------------------------------------------------------------------------


@attrs.frozen
class Check:
    """One promise about speed or size, and what was measured."""

    name: str
    value: float
    side: Literal["at least", "at most"]
    target: float
    unit: str

    @property
    def passed(self) -> bool:
        """Whether the promise is kept."""
        return self.value >= self.target if self.side == "at least" else self.value <= self.target


@attrs.frozen
class Report:
    """What one benchmark found: promises, tables for people, plain data for files."""

    name: str
    checks: tuple[Check, ...]
    tables: tuple[Table, ...]
    data: dict[str, Any]
    notes: tuple[str, ...] = ()


def table(title: str, *columns: str, rows: Iterable[Sequence[str]]) -> Table:
    """Build a table whose first column is words and whose other columns are numbers."""
    made = Table(title=title, title_justify="left")
    for index, column in enumerate(columns):
        made.add_column(column, justify="right" if index else "left")
    for row in rows:
        made.add_row(*row)
    return made


def summary(reports: Iterable[Report]) -> Table:
    """Set every promise beside its result."""
    rows = [
        (
            check.name,
            f"{check.side} {check.target:,g} {check.unit}",
            f"{check.value:,.2f} {check.unit}",
            "[green]pass[/]" if check.passed else "[red]FAIL[/]",
        )
        for report in reports
        for check in report.checks
    ]
    return table("Targets", "what", "target", "result", "", rows=rows)


def machine() -> dict[str, Any]:
    """Describe the machine as far as it explains numbers, and no further: no host name, no user."""
    return {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "system": platform.system(),
        "architecture": platform.machine(),
        "cpus": os.cpu_count(),
        "packages": dict(installed(PACKAGES)),
    }


def installed(packages: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the version of each package that is there: a peer's numbers mean nothing without it."""
    for package in packages:
        try:
            yield package, importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue


def as_json(reports: Iterable[Report]) -> bytes:
    """Write reports as one JSON document."""
    document = {
        "machine": machine(),
        "benchmarks": {
            report.name: {
                "checks": [attrs.asdict(check) | {"passed": check.passed} for check in report.checks],
                "notes": report.notes,
                **report.data,
            }
            for report in reports
        },
    }
    return orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


# --- scripts ----------------------------------------------------------------------------------------------


def options(description: str | None) -> argparse.ArgumentParser:
    """Start a command line with what every benchmark understands."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all numbers to this file")
    parser.add_argument("--quick", action="store_true", help="few and short rounds: to try, not to quote")
    return parser


def whole(text: str) -> int:
    """Read a count of at least one from the command line."""
    number = int(text)
    if number < 1:
        message = f"{text} is not a count of at least 1"
        raise argparse.ArgumentTypeError(message)
    return number


def alone(description: str | None, measure: Callable[..., Report], rounds: int) -> int:
    """Run a benchmark that goes by rounds, of which the median is taken, on its own."""
    parser = options(description)
    parser.add_argument("--rounds", type=whole, default=rounds, help="rounds to take the median of")
    chosen = parser.parse_args()
    return conclude([measure(rounds=chosen.rounds, quick=chosen.quick)], chosen.json)


def conclude(reports: Sequence[Report], file: Path | None) -> int:
    """Show reports, write them if asked, and give the exit code: 1 if a target is missed."""
    console = Console()
    if not console.is_terminal:
        # A log has no width of its own, and eighty columns would break the tables.
        console = Console(width=LOG_WIDTH)
    for report in reports:
        console.print(*report.tables, *report.notes, sep="\n", highlight=False)
    if any(report.checks for report in reports):
        console.print(summary(reports))
    if file is not None:
        file.write_bytes(as_json(reports))
    missed = any(not check.passed for report in reports for check in report.checks)
    return MISSED if missed else 0
