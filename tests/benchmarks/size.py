"""What one state costs in bytes beyond what it shares with the state before it.

Counted is every object that can be reached from the new state, could not be reached from the old one, and was
created by the step itself: an action or a card that was made once for the whole edition is nobody's cost.
`tracemalloc` knows which objects are new. What `legal_actions` may leave behind on the new state is counted
too, since a state that is played from has been asked for its moves.
"""

from __future__ import annotations

import gc
import sys
import tracemalloc
from collections import Counter
from collections.abc import Collection, Iterator
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from common import (
    PLAYER_COUNTS,
    Check,
    Contender,
    Report,
    conclude,
    drawer,
    options,
    random_game,
    table,
    towerup,
)

GAMES, QUICK_GAMES = 10, 1
MEAN_BYTES = 3_072
# Code is shared by all states; walking into it would lead through the whole interpreter.
SKIPPED = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType)


def referents(thing: object) -> Iterator[object]:
    """Yield what an object refers to; an instance's attribute dictionary may not be an object yet, so ask."""
    yield from gc.get_referents(thing)
    attributes = getattr(thing, "__dict__", None)
    if isinstance(attributes, dict):
        yield attributes


def reachable(root: object, known: Collection[int] = ()) -> dict[int, object]:
    """Walk from an object to all it reaches, without entering what is known already."""
    found: dict[int, object] = {}
    waiting = [root]
    while waiting:
        thing = waiting.pop()
        if id(thing) in found or id(thing) in known or isinstance(thing, SKIPPED):
            continue
        found[id(thing)] = thing
        waiting.extend(referents(thing))
    return found


def bytes_by_type(contender: Contender, old: object, move: object) -> Counter[str]:
    """Take one step and weigh what it made, type by type."""
    known = reachable(old)
    tracemalloc.start()
    # A full collection empties the interpreter's free lists; memory taken from those would look old.
    gc.collect()
    new = contender.apply(old, move)
    contender.legal(new)
    weights: Counter[str] = Counter()
    for thing in reachable(new, known).values():
        if tracemalloc.get_object_traceback(thing) is not None:
            weights[type(thing).__name__] += sys.getsizeof(thing)
    tracemalloc.stop()
    return weights


def weigh_games(contender: Contender, start: object, seed: int, number: int) -> list[Counter[str]]:
    """Weigh every step of several random games."""
    return [
        bytes_by_type(contender, state, move)
        for game in range(number)
        for state, move in random_game(contender, start, drawer("size", seed, game))
    ]


def measure(*, quick: bool = False) -> Report:
    """Weigh games of all player counts; what exists before is frozen, so that collecting stays quick."""
    contender = towerup()
    number = QUICK_GAMES if quick else GAMES
    gc.collect()
    gc.freeze()
    steps = {
        players: weigh_games(contender, start, players, number)
        for players, start in zip(PLAYER_COUNTS, contender.starts, strict=True)
    }
    gc.unfreeze()
    return report(steps, number)


def report(steps: dict[int, list[Counter[str]]], number: int) -> Report:
    """Turn weights into a mean, a maximum and a promise; player counts weigh alike."""
    found = {f"{players} players": facts(weights) for players, weights in steps.items()}
    mean = sum(each["mean_bytes"] for each in found.values()) / len(found)
    largest = max(each["max_bytes"] for each in found.values())
    check = Check("a state beyond its predecessor, mean", mean, "at most", MEAN_BYTES, "bytes")
    rows = [
        (
            name,
            f"{each['steps']:,}",
            f"{each['mean_bytes']:,.0f}",
            f"{each['max_bytes']:,}",
            largest_types(each),
        )
        for name, each in found.items()
    ]
    shown = table(
        f"Bytes a state beyond its predecessor: {number} random games for each player count",
        "game",
        "steps",
        "mean",
        "maximum",
        "most of the mean",
        rows=rows,
    )
    data = {"games_each": number, "mean_bytes": mean, "max_bytes": largest, "players": found}
    return Report("size", (check,), (shown,), data, (f"The largest state of all added {largest:,} bytes.",))


def facts(weights: list[Counter[str]]) -> dict[str, Any]:
    """Gather one player count's numbers."""
    totals = [sum(each.values()) for each in weights]
    types: Counter[str] = Counter()
    for each in weights:
        types.update(each)
    return {
        "steps": len(totals),
        "mean_bytes": sum(totals) / len(totals),
        "max_bytes": max(totals),
        "mean_bytes_by_type": {name: total / len(totals) for name, total in types.most_common()},
    }


def largest_types(found: dict[str, Any]) -> str:
    """Name the three types that weigh most: where to look when the mean is too high."""
    types = list(found["mean_bytes_by_type"].items())[:3]
    return ", ".join(f"{name} {weight:,.0f}" for name, weight in types)


def main() -> int:
    """Run the weighing alone."""
    chosen = options(__doc__).parse_args()
    return conclude([measure(quick=chosen.quick)], chosen.json)


if __name__ == "__main__":
    sys.exit(main())
