"""The engine of Tower Up beside its rulebook and python-chess, in one process and one run.

Steps are those of `playouts.py`: legal moves, a draw, and a new position. The engine makes them in three ways: checked, as
`Position` does it; by its bare routines, unchecked, on a copy of the last state; and in whole play-outs inside the
engine, in place. Each is measured interpreted, and compiled if numba is installed. Compiling is not counted, and its
time is said.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Sequence
from random import Random

import attrs
import playouts
from common import (
    PLAYER_COUNTS,
    STEP_BOUND,
    Check,
    Contender,
    Position,
    Report,
    advance,
    alone,
    drawer,
    require,
    table,
    towerup,
    tracks_of,
)
from common import spread as spread_of

ROUNDS = 11
TARGETS = {
    "rulebook": 0.5,
    "interpreted, checked": 3.0,
    "interpreted, routines": 3.5,
    "compiled, checked": 18.0,
    "compiled, routines": 25.0,
    "compiled, play-outs": 157.0,
}
"""How many times the steps of python-chess each makes at least."""


@attrs.define
class Entrant:
    """Something that makes steps: `play(steps, draw)` makes at least so many and returns how many."""

    name: str
    play: Callable[[int, Callable[[], float]], int]
    steps: int = 0
    rates: list[float] = attrs.Factory(list)

    def timed(self, steps: int, *seed: object) -> float:
        """The steps a second of processor time."""
        gc.collect()
        draw, begin = drawer(self.name, *seed), time.process_time()
        return self.play(steps, draw) / (time.process_time() - begin)


def of_contender(contender: Contender) -> Entrant:
    """A library with legal moves and new positions."""
    tracks = tracks_of(contender)

    def play(steps: int, draw: Callable[[], float]) -> int:
        each = -(-steps // len(tracks))
        for track in tracks:
            advance(contender, track, each, draw)
        return each * len(tracks)

    return Entrant(contender.name, play)


def starts() -> list[Position]:
    """Games of the usual edition about to begin."""
    new_game = require("towerup.rulesets.tower_up.setup").new_game
    return [new_game(players) for players in PLAYER_COUNTS]


def rulebook() -> Entrant:
    """The rulebook over plain values."""
    rules = require("towerup.rulesets.tower_up.play")
    return of_contender(Contender("rulebook", rules.legal_actions, rules.apply, tuple(starts()), STEP_BOUND))


def packed(*, compiled: bool) -> list[Position]:
    """The same for the engine."""
    pack = require("towerup.engines.tower_up_packing").pack
    return [pack(state, compiled=compiled) for state in starts()]


def checked(name: str, *, compiled: bool) -> Entrant:
    """The engine as the public sees it."""
    kind = require("towerup.engines.positions").Position
    return of_contender(Contender(name, kind.legal.fget, kind.apply, tuple(packed(compiled=compiled)), STEP_BOUND))


def routines(name: str, *, compiled: bool) -> Entrant:
    """The engine's bare routines, each state a copy of the last."""
    starts = packed(compiled=compiled)
    states = [start._cells for start in starts]

    def play(steps: int, draw: Callable[[], float]) -> int:
        each = -(-steps // len(starts))
        for number, start in enumerate(starts):
            states[number] = _random_steps(start._runner, start._cells, states[number], each, draw)
        return each * len(starts)

    return Entrant(name, play)


def _random_steps(
    runner: Position, start: Position, cells: Position, steps: int, draw: Callable[[], float]
) -> Position:
    """The state after so many random steps; a game that is over begins again."""
    box, room, legal, play = runner.box, runner.room(), runner.routines.legal, runner.routines.play
    for _ in range(steps):
        count = legal(box, cells, room)
        if not count:
            cells = start
            count = legal(box, cells, room)
        cells = cells.copy()
        play(box, cells, room[int(draw() * count)])
    runner.give_back(room)
    return cells


def whole_games(name: str, *, compiled: bool) -> Entrant:
    """Random play-outs inside the engine: chance by weight, players at random."""
    positions, random_words = packed(compiled=compiled), require("towerup.engines.positions").random_words

    def play(steps: int, draw: Callable[[], float]) -> int:
        done, runners = 0, [start._runner for start in positions]
        words, room = runners[0].cells(random_words(Random(draw()))), max((one.room() for one in runners), key=len)
        while done < steps:
            for start, runner in zip(positions, runners, strict=True):
                done += runner.routines.playout(runner.box, runner.copy(start._cells), words, STEP_BOUND, room)
        return done

    return Entrant(name, play)


def measure(*, rounds: int = ROUNDS, quick: bool = False) -> Report:
    """Let all of them play, and compare each with python-chess within every round."""
    seconds = playouts.QUICK_SECONDS if quick else playouts.ROUND_SECONDS
    entrants = [
        of_contender(playouts.chess()),
        rulebook(),
        of_contender(towerup()),
        checked("interpreted, checked", compiled=False),
        routines("interpreted, routines", compiled=False),
        whole_games("interpreted, play-outs", compiled=False),
    ]
    if require("towerup.engines.compiling").can_compile():
        entrants += [
            checked("compiled, checked", compiled=True),
            routines("compiled, routines", compiled=True),
            whole_games("compiled, play-outs", compiled=True),
        ]
    begin = time.process_time()
    for entrant in entrants:
        entrant.timed(300, "warm")
    warm = time.process_time() - begin
    for entrant in entrants:
        rate = entrant.timed(600, "calibrated")
        entrant.steps = max(1, round(entrant.timed(round(rate * seconds / 4), "again") * seconds))
    for number in range(playouts.QUICK_ROUNDS if quick else rounds):
        first = number % len(entrants)
        for entrant in (*entrants[first:], *entrants[:first]):
            entrant.rates.append(entrant.timed(entrant.steps, number))
    return report(entrants, warm)


def report(entrants: Sequence[Entrant], warm: float) -> Report:
    """Turn rates into ratios, targets and a table."""
    chess = entrants[0]
    ratios = {
        one.name: spread_of([own / its for own, its in zip(one.rates, chess.rates, strict=True)]) for one in entrants
    }
    rates = {one.name: spread_of(one.rates) for one in entrants}
    shown = table(
        f"Engines: {len(chess.rates)} rounds, median (quartiles)",
        "what",
        "steps a second",
        "µs a step",
        "times python-chess",
        rows=[
            (one.name, f"{rates[one.name].median:,.0f}", f"{1e6 / rates[one.name].median:.2f}", str(ratios[one.name]))
            for one in entrants
        ],
    )
    checks = tuple(
        Check(f"steps: {name}", ratios[name].median, "at least", target, "times python-chess")
        for name, target in TARGETS.items()
        if name in ratios
    )
    data = {
        "rounds": len(chess.rates),
        "steps_a_second": {name: attrs.asdict(rate) for name, rate in rates.items()},
        "times_chess": {name: attrs.asdict(ratio) for name, ratio in ratios.items()},
        "warming_up": warm,
    }
    return Report(
        "engines", checks, (shown,), data, (f"Warming up, compiling or loading what was compiled: {warm:.1f} s.",)
    )


if __name__ == "__main__":
    sys.exit(alone(__doc__, measure, ROUNDS))
