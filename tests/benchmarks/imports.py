"""How long loading Tower Up takes beyond attrs and networkx, which most users of it have loaded anyway.

`import towerup` loads no game, so the package of the rules is what is timed.

Every measurement is a fresh interpreter. It times the base first and towerup after it, inside the process, so
that starting Python is not counted; bare rounds without towerup alternate with them and show how steady the
base is.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from tempfile import TemporaryDirectory

import attrs
from common import Check, Report, Spread, conclude, options, require, spread, table, whole

ROUNDS, QUICK_ROUNDS = 11, 3
LIMIT_MS = 150.0
BASE = ("attrs", "networkx")
GAME = "towerup.rulesets.tower_up"
CLOCK = "from time import perf_counter as clock"


def surroundings(bytecode: str) -> dict[str, str]:
    """Give the interpreters a place for bytecode: where none may be written, compiling would be measured."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": bytecode}


def milliseconds(bytecode: str, *stages: Sequence[str]) -> list[float]:
    """Import modules stage by stage in a fresh interpreter, and give the time of each stage."""
    lines = [CLOCK, "times = [clock()]"]
    for modules in stages:
        lines += [f"import {', '.join(modules)}", "times.append(clock())"]
    lines.append("print(*(1000 * (after - before) for before, after in zip(times, times[1:])))")
    # -P keeps the working directory out of the search path: only what is installed is measured.
    command = [sys.executable, "-P", "-c", "\n".join(lines)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=surroundings(bytecode))
    return [float(word) for word in done.stdout.split()]


def measure(*, rounds: int = ROUNDS, quick: bool = False) -> Report:
    """Time fresh interpreters with and without towerup, in turn."""
    for module in (*BASE, GAME):
        require(module)
    base: list[float] = []
    beyond: list[float] = []
    with TemporaryDirectory() as bytecode:
        # The first import compiles; it is not counted.
        milliseconds(bytecode, BASE, (GAME,))
        for _ in range(QUICK_ROUNDS if quick else rounds):
            base += milliseconds(bytecode, BASE)
            beyond += milliseconds(bytecode, BASE, (GAME,))[1:]
    return report(base, beyond)


def report(base: list[float], beyond: list[float]) -> Report:
    """Turn times into a promise and a table."""
    spreads: dict[str, Spread] = {", ".join(BASE): spread(base), "towerup beyond them": spread(beyond)}
    check = Check("import beyond attrs and networkx", spread(beyond).median, "at most", LIMIT_MS, "ms")
    rows = [(name, str(each)) for name, each in spreads.items()]
    shown = table(
        f"Import: {len(beyond)} fresh interpreters each, median (quartiles)",
        "modules",
        "ms",
        rows=rows,
    )
    data = {
        "rounds": len(beyond),
        "base_ms": {**attrs.asdict(spread(base)), "rounds": base},
        "beyond_ms": {**attrs.asdict(spread(beyond)), "rounds": beyond},
    }
    return Report("imports", (check,), (shown,), data)


def main() -> int:
    """Run the import timing alone."""
    parser = options(__doc__)
    parser.add_argument("--rounds", type=whole, default=ROUNDS, help="fresh interpreters of each kind")
    chosen = parser.parse_args()
    return conclude([measure(rounds=chosen.rounds, quick=chosen.quick)], chosen.json)


if __name__ == "__main__":
    sys.exit(main())
