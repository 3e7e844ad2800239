"""What asking the oracle over a pipe costs, beside the same call in process and a bare echo over such a pipe.

The call in process takes and gives JSON, as the oracle does: the action is read, the state or the actions are written. The echo
is a process of the same kind that sends back each line it is sent. All take turns in each position of a game, and
each game is a round: the medians of its positions give one ratio a method. (Means would follow the one time that the
machine let a process wait.)
"""

from __future__ import annotations

import gc
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import attrs
from common import Check, Report, alone, drawer, random_game, spread, table
from common import towerup as contender

import towerup as tu
from towerup.kernel.canonical import decode, encode
from towerup.kernel.records import header_of
from towerup.oracle.protocol import read_reply, request

ROUNDS = 21
QUICK_ROUNDS = 3
TIMES = 3
"""A round trip may cost so many times the call in process, and an echo besides."""
ECHO = "import sys\nfor line in sys.stdin.buffer:\n    sys.stdout.buffer.write(line)\n    sys.stdout.buffer.flush()\n"


@attrs.frozen
class Pipe:
    """A process that answers each line with a line."""

    process: subprocess.Popen[bytes]

    def ask(self, line: bytes) -> bytes:
        """One round trip."""
        asked, answered = self.process.stdin, self.process.stdout
        assert asked is not None
        assert answered is not None
        asked.write(line)
        asked.flush()
        return answered.readline()


@contextmanager
def pipe(*command: str) -> Iterator[Pipe]:
    """Start a process, and let it end when its input does."""
    with subprocess.Popen([sys.executable, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        yield Pipe(process)


Asked = tuple[Any, Any, bytes]
"""A position, what is done in it, and that as JSON."""


def played(number: int) -> list[Asked]:
    """A game of this round."""
    subject = contender()
    start = subject.starts[number % len(subject.starts)]
    return [
        (state, move, encode(tu.action_to_json(move))) for state, move in random_game(subject, start, drawer(number))
    ]


IN_PROCESS: Mapping[str, Callable[[Any, bytes], bytes]] = {
    "legal": lambda state, _: encode([tu.action_to_json(action) for action in tu.legal_actions(state)]),
    "play": lambda state, text: tu.state_to_json(tu.apply(state, tu.action_from_json(decode(text)))),
    "explain": lambda state, text: encode([one.id for one in tu.explain(state, tu.action_from_json(decode(text)))]),
    "outcome": lambda state, _: encode(tu.outcome(state)),
}
"""The same in process, by method."""


def timed(do: Callable[..., object], *given: object) -> float:
    """Give the microseconds that passed: the other process works, so the clock is the wall's."""
    begin = time.perf_counter()
    do(*given)
    return (time.perf_counter() - begin) * 1e6


Times = dict[str, dict[str, list[float]]]
"""Microseconds by method, and by way: call, echo or trip."""


def round_of(number: int, oracle: Pipe, echo: Pipe) -> Times:
    """Play one game through, each question asked in each way."""
    times: Times = {method: {"call": [], "echo": [], "trip": []} for method in IN_PROCESS}
    game = played(number)
    oracle.ask(request("start", {"game": "timed", "header": header_of(game[0][0])}, 1))
    gc.collect()
    for state, _, text in game:
        params = {"game": "timed", "action": decode(text)}
        for method in ("legal", "outcome", "explain", "play"):  # the one that changes the position comes last
            line = request(method, params if method in ("explain", "play") else {"game": "timed"}, 2)
            found, call = times[method], IN_PROCESS[method]
            found["call"].append(timed(call, state, text))
            found["echo"].append(timed(echo.ask, line))
            found["trip"].append(timed(oracle.ask, line))
    end = read_reply(oracle.ask(request("outcome", {"game": "timed"}, 3)))
    if not isinstance(end.result, dict) or end.result["outcome"] is None:
        raise SystemExit(f"the game did not come to its end: {end}")
    oracle.ask(request("end", {"game": "timed"}, 4))
    return times


def measure(*, rounds: int = ROUNDS, quick: bool = False) -> Report:
    """Ask in all ways, round by round."""
    with pipe("-m", "towerup", "oracle") as oracle, pipe("-c", ECHO) as echo:
        round_of(-1, oracle, echo)  # warms up
        return report([round_of(number, oracle, echo) for number in range(QUICK_ROUNDS if quick else rounds)])


def report(rounds: Sequence[Times]) -> Report:
    """A round trip beside what it may cost."""
    middles = {
        method: [{way: statistics.median(found[method][way]) for way in found[method]} for found in rounds]
        for method in IN_PROCESS
    }
    shares = {
        method: [one["trip"] / (TIMES * one["call"] + one["echo"]) for one in found]
        for method, found in middles.items()
    }
    rows = [
        (
            method,
            *(f"{spread([one[way] for one in middles[method]]).median:,.0f}" for way in ("call", "echo", "trip")),
            str(spread(shares[method])),
        )
        for method in middles
    ]
    shown = table(
        f"Round trips: {len(rounds)} rounds of one game, median (quartiles)",
        "method", "µs in process", "µs echo", "µs round trip", f"round trip / ({TIMES} in process + echo)", rows=rows,
    )  # fmt: skip
    checks = tuple(
        Check(f"round trip of {method} / ({TIMES} in process + echo)", spread(shares[method]).median, "at most", 1, "")
        for method in ("legal", "play", "explain")
    )
    return Report("round_trips", checks, (shown,), {"microseconds": middles, "shares": shares})


if __name__ == "__main__":
    sys.exit(alone(__doc__, measure, ROUNDS))
