"""What checking records costs: `towerup check` on the records of the games that a bare play-out plays.

Bare is what a player does: ask for the legal actions, draw one, apply it. Checking reads the same games from their
lines: JSON, its form, who acts, the rules, the outcome. The two take turns round by round on the same games, so that
each round gives one ratio. Every round's records are new; what is learnt of the action space is kept from round to
round, as the command keeps it from file to file.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Sequence
from io import BytesIO

from common import Check, Report, alone, drawer, random_game, spread, table
from common import towerup as contender

import towerup as tu
from towerup.kernel.lines import bounded_lines
from towerup.kernel.records import MOST_LINE
from towerup.kernel.spaces import Spaces
from towerup.oracle.checking import check
from towerup.rulesets import ruleset

ROUNDS = 21
QUICK_ROUNDS = 3
GAMES = 60
TARGET = 0.5


def bare(number: int) -> float:
    """Play a round's games and give the steps a second of processor time."""
    subject = contender()
    legal, apply = subject.legal, subject.apply
    steps = 0
    gc.collect()
    begin = time.process_time()
    for game in range(GAMES):
        state = subject.starts[game % len(subject.starts)]
        draw = drawer(number, game)
        while moves := legal(state):
            state = apply(state, moves[int(draw() * len(moves))])
            steps += 1
    return steps / (time.process_time() - begin)


def records(number: int) -> bytes:
    """The records of the same games."""
    subject = contender()
    lines: list[bytes] = []
    for game in range(GAMES):
        start = subject.starts[game % len(subject.starts)]
        played = random_game(subject, start, drawer(number, game))
        lines += tu.Record(start, tuple(move for _, move in played)).lines()
    return b"".join(lines)


def checked(data: bytes, spaces: Spaces) -> float:
    """Judge a round's records and give the steps a second of processor time."""
    gc.collect()
    begin = time.process_time()
    verdict = check(bounded_lines(BytesIO(data), MOST_LINE), ruleset, spaces=spaces)
    seconds = time.process_time() - begin
    if not verdict.ok or verdict.unfinished or verdict.without_outcome or verdict.games != GAMES:
        raise SystemExit(f"the records are not in order: {verdict}")
    return verdict.steps / seconds


def measure(*, rounds: int = ROUNDS, quick: bool = False) -> Report:
    """Play and check the same games, round by round."""
    spaces = Spaces()
    bare(-1), checked(records(-1), spaces)  # tables that games share are filled, and the code is warm
    rates: dict[str, list[float]] = {"bare": [], "checked": []}
    for number in range(QUICK_ROUNDS if quick else rounds):
        data = records(number)
        if number % 2:
            rates["checked"].append(checked(data, spaces))
            rates["bare"].append(bare(number))
        else:
            rates["bare"].append(bare(number))
            rates["checked"].append(checked(data, spaces))
    return report(rates["bare"], rates["checked"])


def report(plain: Sequence[float], judged: Sequence[float]) -> Report:
    """Turn rates into shares of the bare rate."""
    shares = [rate / other for rate, other in zip(judged, plain, strict=True)]
    rows = [
        (name, f"{spread(rates).median:,.0f}", f"{1e6 / spread(rates).median:.1f}", shown)
        for name, rates, shown in (("bare play-out", plain, ""), ("check", judged, str(spread(shares))))
    ]
    shown = table(
        f"Records checked: {len(plain)} rounds of {GAMES} games, median (quartiles)",
        "what", "steps a second", "µs a step", "share of the bare rate", rows=rows,
    )  # fmt: skip
    target = Check("check, share of the bare play-out rate", spread(shares).median, "at least", TARGET, "")
    data = {"games_a_round": GAMES, "bare": list(plain), "checked": list(judged), "shares": shares}
    return Report("checks", (target,), (shown,), data)


if __name__ == "__main__":
    sys.exit(alone(__doc__, measure, ROUNDS))
