"""Where the time of a step goes: `legal_actions` and `apply`, for each kind of step.

A profiler slows small functions more than large ones, so each call is timed by itself in ordinary random
games, less what reading the clock costs.
"""

from __future__ import annotations

import math
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import attrs
from common import PLAYER_COUNTS, Contender, Report, conclude, drawer, options, table, towerup

STEPS, QUICK_STEPS = 30_000, 3_000
# Taking, founding and declining are answers to one question; all other actions are questions of their own.
TURN = frozenset({"Take", "Found", "Decline"})
# The slowest calls are those in which the collector or another process cut in.
TRIMMED = 200


@attrs.define
class Calls:
    """Nanoseconds of each call for one kind of action."""

    legal: list[int] = attrs.Factory(list)
    apply: list[int] = attrs.Factory(list)


def clock_cost() -> int:
    """Time the clock itself."""
    readings = [time.perf_counter_ns() for _ in range(2_001)]
    return int(statistics.median(after - before for before, after in pairwise(readings)))


def collect(contender: Contender, start: object, seed: int, steps: int) -> dict[str, Calls]:
    """Play random games for so many steps, timing both calls of each by the kind of action drawn."""
    clock, legal, apply, draw = time.perf_counter_ns, contender.legal, contender.apply, drawer("parts", seed)
    calls: defaultdict[str, Calls] = defaultdict(Calls)
    state, step = start, 0
    for _ in range(steps):
        begin = clock()
        moves = legal(state)
        asked = clock() - begin
        if not moves or step >= contender.bound:
            state, step = start, 0
            continue
        move = moves[int(draw() * len(moves))]
        begin = clock()
        state = apply(state, move)
        applied = clock() - begin
        kind = calls[type(move).__name__]
        kind.legal.append(asked)
        kind.apply.append(applied)
        step += 1
    return calls


def merged(parts: Iterable[Calls]) -> Calls:
    """Put the calls of several kinds or games together."""
    whole = Calls()
    for part in parts:
        whole.legal += part.legal
        whole.apply += part.apply
    return whole


def microseconds(calls: list[int], overhead: int) -> float:
    """Average calls without the slowest few and without the clock."""
    trimmed = math.ceil(len(calls) / TRIMMED)
    kept = sorted(calls)[: max(1, len(calls) - trimmed)]
    return max(0.0, statistics.fmean(kept) - overhead) / 1_000


def question(action: str) -> str:
    """Name the question that an action answers."""
    return "turn decision" if action in TURN else action.lower()


def facts(calls: Calls, steps: int, overhead: int) -> dict[str, Any]:
    """Gather the numbers of one kind of step."""
    return {
        "steps": len(calls.apply),
        "share_of_steps": len(calls.apply) / steps,
        "legal_actions_us": microseconds(calls.legal, overhead),
        "apply_us": microseconds(calls.apply, overhead),
    }


def measure(*, quick: bool = False) -> Report:
    """Time the parts of a step over games of all player counts."""
    contender, overhead = towerup(), clock_cost()
    each = (QUICK_STEPS if quick else STEPS) // len(PLAYER_COUNTS)
    games = [collect(contender, start, seed, each) for seed, start in enumerate(contender.starts)]
    names = sorted({name for game in games for name in game})
    actions = {name: merged(game[name] for game in games if name in game) for name in names}
    return report(actions, overhead)


def report(actions: dict[str, Calls], overhead: int) -> Report:
    """Sum actions up by the question they answer, and show both."""
    steps = sum(len(calls.apply) for calls in actions.values())
    questions: defaultdict[str, list[str]] = defaultdict(list)
    for name in actions:
        questions[question(name)].append(name)
    found = {
        asked: {
            **facts(merged(actions[name] for name in names), steps, overhead),
            "actions": {name: facts(actions[name], steps, overhead) for name in names},
        }
        for asked, names in questions.items()
    }
    time_of_all = sum(map(cost, found.values()))
    rows = [row for asked, each in found.items() for row in rows_of(asked, each, time_of_all)]
    rows.append(total(merged(actions.values()), steps, overhead))
    shown = table(
        "Where the time of a step goes",
        "step",
        "share of steps",
        "legal_actions µs",
        "apply µs",
        "both µs",
        "share of time",
        rows=rows,
    )
    return Report("parts", (), (shown,), {"steps": steps, "clock_ns": overhead, "kinds": found})


def cost(found: dict[str, Any]) -> float:
    """Give all microseconds spent on one kind of step."""
    return float(found["steps"] * (found["legal_actions_us"] + found["apply_us"]))


def rows_of(asked: str, found: dict[str, Any], time_of_all: float) -> Iterable[tuple[str, ...]]:
    """Write a kind of step, and below it its actions where there is more than one."""
    yield line(asked, found, time_of_all)
    if len(found["actions"]) > 1:
        for name, each in found["actions"].items():
            yield line(f"  {name}", each, time_of_all)


def line(name: str, found: dict[str, Any], time_of_all: float) -> tuple[str, ...]:
    """Write one line of the table."""
    legal, apply = found["legal_actions_us"], found["apply_us"]
    return (
        name,
        f"{found['share_of_steps']:.1%}",
        f"{legal:.2f}",
        f"{apply:.2f}",
        f"{legal + apply:.2f}",
        f"{cost(found) / time_of_all:.1%}",
    )


def total(calls: Calls, steps: int, overhead: int) -> tuple[str, ...]:
    """Write the last line: the average step."""
    found = facts(calls, steps, overhead)
    return line("every step", found, cost(found))


def main() -> int:
    """Run the timing of parts alone."""
    chosen = options(__doc__).parse_args()
    return conclude([measure(quick=chosen.quick)], chosen.json)


if __name__ == "__main__":
    sys.exit(main())
