"""What one state costs in bytes beyond what it shares with the state before it.

Counted is every object that can be reached from the new state, could not be reached from the old one, and was
created by the step itself: an action or a card that was made once for the whole edition is nobody's cost.
What `legal_actions` may leave behind on the new state is counted too, since a state that is played from has
been asked for its moves.

The same games are weighed twice. The first time a step may also fill tables that all later states share, and
is charged for them; the second time only what belongs to the state is left. The target holds for the first.
"""

from __future__ import annotations

import gc
import sys
import tracemalloc
from collections import Counter
from collections.abc import Set as AbstractSet
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from common import (
    PLAYER_COUNTS,
    Check,
    Contender,
    Move,
    Position,
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


def reachable(root: object, known: AbstractSet[int] = frozenset()) -> dict[int, object]:
    """Walk from an object to all it reaches, without entering what is known already."""
    found: dict[int, object] = {}
    waiting = [root]
    while waiting:
        thing = waiting.pop()
        if id(thing) in found or id(thing) in known or isinstance(thing, SKIPPED):
            continue
        found[id(thing)] = thing
        waiting.extend(gc.get_referents(thing))
    return found


def created(thing: object, young: AbstractSet[int]) -> bool:
    """Tell whether the step made an object.

    `tracemalloc` overlooks instances with an attribute dictionary in Python 3.11, the collector's youngest
    generation has no plain numbers and strings: together they see all.
    """
    return id(thing) in young or tracemalloc.get_object_traceback(thing) is not None


def weight(thing: object) -> int:
    """Give an object's own bytes, an instance's attribute dictionary included."""
    attributes = getattr(thing, "__dict__", None)
    return sys.getsizeof(thing) + (sys.getsizeof(attributes) if isinstance(attributes, dict) else 0)


def bytes_by_type(contender: Contender, old: Position, move: Move, shared: AbstractSet[int]) -> Counter[str]:
    """Take one step and weigh what it made, type by type; `shared` is known to be older than the game."""
    known = shared | reachable(old, shared).keys()
    tracemalloc.start()
    # A full collection empties the interpreter's free lists (memory taken from those would look old) and the
    # youngest generation; switched off, the collector leaves there what the step makes.
    gc.collect()
    gc.disable()
    new = contender.apply(old, move)
    contender.legal(new)
    young = {id(thing) for thing in gc.get_objects(generation=0)}
    made = [thing for thing in reachable(new, known).values() if created(thing, young)]
    dictionaries = {id(attributes) for thing in made if (attributes := getattr(thing, "__dict__", None))}
    weights: Counter[str] = Counter()
    for thing in made:
        if id(thing) not in dictionaries:
            weights[type(thing).__name__] += weight(thing)
    gc.enable()
    tracemalloc.stop()
    return weights


def weigh_games(contender: Contender, start: Position, seed: int, number: int) -> list[Counter[str]]:
    """Weigh every step of several random games."""
    shared = frozenset(reachable(start))
    return [
        bytes_by_type(contender, state, move, shared)
        for game in range(number)
        for state, move in random_game(contender, start, drawer("size", seed, game))
    ]


def weigh_all(contender: Contender, number: int) -> dict[str, dict[str, Any]]:
    """Weigh games of all player counts."""
    return {
        f"{players} players": facts(weigh_games(contender, start, players, number))
        for players, start in zip(PLAYER_COUNTS, contender.starts, strict=True)
    }


def measure(*, quick: bool = False) -> Report:
    """Weigh all games twice; what exists before is frozen, so that collecting at every step stays quick."""
    contender = towerup()
    number = QUICK_GAMES if quick else GAMES
    gc.collect()
    gc.freeze()
    first, again = weigh_all(contender, number), weigh_all(contender, number)
    gc.unfreeze()
    return report(first, again, number)


def overall(found: dict[str, dict[str, Any]]) -> tuple[float, int]:
    """Give the mean, in which player counts weigh alike, and the maximum."""
    means = [each["mean_bytes"] for each in found.values()]
    return sum(means) / len(means), max(each["max_bytes"] for each in found.values())


def report(first: dict[str, dict[str, Any]], again: dict[str, dict[str, Any]], number: int) -> Report:
    """Turn weights into means, maxima and a promise."""
    mean, largest = overall(first)
    mean_again, largest_again = overall(again)
    check = Check("a state beyond its predecessor, mean", mean, "at most", MEAN_BYTES, "bytes")
    rows = [(name, *cells(first[name]), *cells(again[name]), largest_types(again[name])) for name in first]
    shown = table(
        f"Bytes a state beyond its predecessor: {number} random games for each player count",
        "game",
        "mean",
        "maximum",
        "played again: mean",
        "maximum",
        "most of that mean",
        rows=rows,
    )
    data = {
        "games_each": number,
        "first": {"mean_bytes": mean, "max_bytes": largest, "players": first},
        "again": {"mean_bytes": mean_again, "max_bytes": largest_again, "players": again},
    }
    note = (
        f"A state added {largest:,} bytes at most; {largest_again:,} with all shared tables filled "
        f"(mean {mean_again:,.0f})."
    )
    return Report("size", (check,), (shown,), data, (note,))


def cells(found: dict[str, Any]) -> tuple[str, str]:
    """Write mean and maximum."""
    return f"{found['mean_bytes']:,.0f}", f"{found['max_bytes']:,}"


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
