"""Random play-outs of towerup beside other rules libraries, in one process and one run.

A step is one call for the legal moves and one checked application that leaves the old position as it was;
chance is a step like any other. The contenders take turns round by round, so that a machine that slows down
slows all of them, and each round gives one ratio. The garbage collector is on, as users have it, with its
default thresholds, and is emptied before each turn.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import attrs
from common import (
    PLAYER_COUNTS,
    STEP_BOUND,
    Check,
    Contender,
    Move,
    Position,
    Report,
    Spread,
    Track,
    advance,
    conclude,
    drawer,
    options,
    require,
    spread,
    table,
    towerup,
    tracks_of,
    whole,
)

ROUNDS = 21
QUICK_ROUNDS = 3
ROUND_SECONDS = 0.4
QUICK_SECONDS = 0.1
# Random chess games wander on for hundreds of plies with few pieces; a plain bound costs chess nothing,
# while asking it for draws at each ply would be charged to it.
CHESS_BOUND = 200


def chess() -> Contender:
    """python-chess on copies without history; `push` trusts its move, so chess is not charged for a check."""
    library = require("chess")

    def legal(board: Position) -> list[Move]:
        return list(board.legal_moves)

    def apply(board: Position, move: Move) -> Position:
        after = board.copy(stack=False)
        after.push(move)
        return after

    return Contender("chess", legal, apply, (library.Board(),), CHESS_BOUND)


def catanatron() -> Contender:
    """Catanatron on copies; it generates the next legal moves inside `execute`, which checks its move."""
    library = require("catanatron.game")
    models = require("catanatron.models.player")
    colours = list(models.Color)

    def start(players: int) -> Position:
        return library.Game([models.RandomPlayer(colour) for colour in colours[:players]], seed=players)

    def legal(game: Position) -> Sequence[Move]:
        # A won game still offers moves, so the winner has to be asked for: about one part in a hundred.
        return () if game.winning_color() is not None else game.state.playable_actions

    def apply(game: Position, action: Move) -> Position:
        after = game.copy()
        after.execute(action)
        return after

    return Contender("catanatron", legal, apply, tuple(map(start, PLAYER_COUNTS)), STEP_BOUND)


PEERS: dict[str, tuple[Callable[[], Contender], float]] = {
    "chess": (chess, 0.5),
    "catanatron": (catanatron, 1.0),
}
"""How to set up each peer, and how many times as fast towerup promises to be."""


@attrs.define
class Runner:
    """A contender with its tracks, the steps it plays a round, and its rates so far."""

    contender: Contender
    tracks: list[Track]
    steps: int
    rates: list[float] = attrs.Factory(list)

    @property
    def name(self) -> str:
        """The contender's name."""
        return self.contender.name


def timed(runner: Runner, steps: int, draw: Callable[[], float]) -> float:
    """Play steps, in equal parts on all tracks, and give the steps a second of processor time."""
    each = max(1, steps // len(runner.tracks))
    gc.collect()
    begin = time.process_time()
    for track in runner.tracks:
        advance(runner.contender, track, each, draw)
    return each * len(runner.tracks) / (time.process_time() - begin)


def calibrated(contender: Contender, seconds: float) -> Runner:
    """Find the number of steps that fills a round; it stays fixed, and finding it warms the code up."""
    runner = Runner(contender, tracks_of(contender), steps=0)
    steps = 300
    rate = timed(runner, steps, drawer("warm", contender.name))
    while steps < rate * seconds / 2:
        steps *= 2
        rate = timed(runner, steps, drawer("warm", contender.name, steps))
    runner.steps = max(1, round(rate * seconds))
    return runner


def play_rounds(runners: Sequence[Runner], rounds: int) -> None:
    """Let every runner play each round, another one first each time."""
    for number in range(rounds):
        first = number % len(runners)
        for runner in (*runners[first:], *runners[:first]):
            runner.rates.append(timed(runner, runner.steps, drawer(runner.name, number)))


def ratios(subject: Runner, peer: Runner) -> list[float]:
    """Compare rates within each round, never across rounds."""
    return [own / other for own, other in zip(subject.rates, peer.rates, strict=True)]


def games(runner: Runner) -> dict[str, Any]:
    """Count what the rounds played, and how many games the bound cut off."""
    ended = sum(track.finished + track.bounded for track in runner.tracks)
    return {
        "finished": sum(track.finished for track in runner.tracks),
        "bounded": sum(track.bounded for track in runner.tracks),
        "bound": runner.contender.bound,
        "mean_steps": sum(track.steps for track in runner.tracks) / ended if ended else None,
    }


def measure(*, peers: Sequence[str] = tuple(PEERS), rounds: int = ROUNDS, quick: bool = False) -> Report:
    """Play towerup against its peers."""
    seconds = QUICK_SECONDS if quick else ROUND_SECONDS
    contenders = [towerup(), *(PEERS[name][0]() for name in peers)]
    runners = [calibrated(contender, seconds) for contender in contenders]
    play_rounds(runners, QUICK_ROUNDS if quick else rounds)
    return report(runners[0], runners[1:])


def report(subject: Runner, peers: Sequence[Runner]) -> Report:
    """Turn rates into ratios, promises and a table."""
    compared = {peer.name: ratios(subject, peer) for peer in peers}
    spreads = {name: spread(values) for name, values in compared.items()}
    checks = tuple(
        Check(f"play-outs beside {name}", spreads[name].median, "at least", PEERS[name][1], "times")
        for name in compared
    )
    data = {
        "rounds": len(subject.rates),
        "clock": "time.process_time",
        "collector": {"enabled": gc.isenabled(), "threshold": gc.get_threshold()},
        "contenders": {runner.name: facts(runner) for runner in (subject, *peers)},
        "ratios": {name: {**attrs.asdict(spreads[name]), "rounds": compared[name]} for name in compared},
    }
    rows = [row(runner, spreads.get(runner.name)) for runner in (subject, *peers)]
    shown = table(
        f"Random play-outs: {len(subject.rates)} rounds, median (quartiles)",
        "library",
        "steps a second",
        "µs a step",
        "towerup is … times as fast",
        "games",
        "steps a game",
        rows=rows,
    )
    return Report("playouts", checks, (shown,), data, notes(subject, peers))


def facts(runner: Runner) -> dict[str, Any]:
    """Gather one contender's numbers for the file."""
    rates = {**attrs.asdict(spread(runner.rates)), "rounds": runner.rates}
    return {"steps_a_round": runner.steps, "steps_a_second": rates, "games": games(runner)}


def row(runner: Runner, ratio: Spread | None) -> tuple[str, ...]:
    """Write one contender's line of the table."""
    rate, played = spread(runner.rates), games(runner)
    length = played["mean_steps"]
    return (
        runner.name,
        f"{rate.median:,.0f} ({rate.lower:,.0f} to {rate.upper:,.0f})",
        f"{1e6 / rate.median:.1f}",
        str(ratio) if ratio else "",
        f"{played['finished'] + played['bounded']:,}",
        f"{length:,.0f}" if length is not None else "",
    )


def notes(subject: Runner, peers: Sequence[Runner]) -> tuple[str, ...]:
    """Say how it was measured, and name every game that a bound cut off."""
    state = "on" if gc.isenabled() else "off"
    cut = [
        f"{runner.name}: {count:,} games were cut off at the bound of {runner.contender.bound:,} steps."
        for runner in (subject, *peers)
        if (count := games(runner)["bounded"])
    ]
    return (f"Processor time; garbage collector {state}, the same for all.", *cut)


def peer_names(text: str) -> list[str]:
    """Read a list of peers from the command line."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    unknown = sorted(set(names) - set(PEERS))
    if unknown or not names:
        message = f"choose from {', '.join(PEERS)}; not known: {', '.join(unknown) or 'none given'}"
        raise argparse.ArgumentTypeError(message)
    return names


def add_options(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Add the play-outs' own options; `run.py` has them too."""
    parser.add_argument("--rounds", type=whole, default=ROUNDS, help="rounds to take the median of")
    parser.add_argument("--peers", type=peer_names, default=list(PEERS), help="chess, catanatron or both")
    return parser


def main() -> int:
    """Run the play-outs alone."""
    chosen = add_options(options(__doc__)).parse_args()
    found = measure(peers=chosen.peers, rounds=chosen.rounds, quick=chosen.quick)
    return conclude([found], chosen.json)


if __name__ == "__main__":
    sys.exit(main())
