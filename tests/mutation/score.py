"""The score of the last mutation run: by module, with each survivor and why it may live.

Killed are mutants that a test failed on, or that ran for ever. The score is killed / all that were tried. Survivors that
`survivors.toml` explains are listed apart; they still count against the score.
"""

from __future__ import annotations

import json
import os
import sys
import tomllib
from collections import Counter, defaultdict
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
WORK = HERE.parent.parent / "build" / "mutation" / "work"
TARGET = 95.0
KILLED = {"killed", "timeout"}


class Family(NamedTuple):
    """Survivors that are alike wherever they are: `replace` has become one of `by`, and nothing else has changed."""

    replace: str
    by: list[str]
    why: str

    def has(self, change: Change) -> bool:
        pieces = change.was.split(self.replace)
        return any(
            change.now == self.replace.join(pieces[:cut]) + new + self.replace.join(pieces[cut:])
            for cut in range(1, len(pieces))
            for new in self.by
        )


class Change(NamedTuple):
    """A mutant by what it changes, which outlives the numbers that mutmut gives."""

    module: str
    function: str
    was: str
    now: str


class Explanations:
    """What `survivors.toml` says."""

    def __init__(self) -> None:
        told = tomllib.loads((HERE / "survivors.toml").read_text())
        self.families = [Family(**one) for one in told["family"]]
        self.single = {
            Change(one["module"], one["function"], one["was"], one["now"]): one["why"] for one in told["survivor"]
        }

    def why(self, change: Change) -> str | None:
        """Why this survivor may live, if that is known."""
        of_family = (family.why for family in self.families if family.has(change))
        return self.single.get(change) or next(of_family, None)


def results() -> dict[str, tuple[Path, str]]:
    """Of each mutant its module's file and what became of it."""
    from mutmut.stats import status_by_exit_code

    found = {}
    for meta in sorted(Path("mutants").rglob("*.py.meta")):
        source = Path(str(meta).removesuffix(".meta")).relative_to("mutants")
        for name, code in json.loads(meta.read_text())["exit_code_by_key"].items():
            found[name] = source, status_by_exit_code[code]
    return found


def change_of(name: str, source: Path) -> Change:
    from mutmut.mutation.diff_apply import get_diff_for_mutant

    lines = get_diff_for_mutant(name, path=source).splitlines()[2:]
    was = " ".join(line[1:].strip() for line in lines if line.startswith("-"))
    now = " ".join(line[1:].strip() for line in lines if line.startswith("+"))
    function = name.rpartition(".")[2].rpartition("__mutmut_")[0]
    function = function.removeprefix("x_") if function.startswith("x_") else function[2:].replace("ǁ", ".")
    return Change(source.stem, function, was, now)


def main() -> int:
    explanations = Explanations()
    os.chdir(WORK)
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    living: list[tuple[str, Change, str | None]] = []
    for name, (source, status) in results().items():
        kinds[source.stem][status] += 1
        if status not in KILLED | {"not checked"}:
            change = change_of(name, source)
            living.append((name, change, explanations.why(change)))
    known = Counter(change.module for _, change, why in living if why)

    print(f"{'module':16} {'tried':>6} {'killed':>7} {'timeout':>8} {'survived':>9} {'explained':>10} {'score':>8}")
    whole: Counter[str] = Counter()
    for module, count in sorted(kinds.items()):
        count["explained"] = known[module]
        whole += count
        print(row(module, count))
    print(row("all", whole))
    if whole["not checked"]:
        print(f"{whole['not checked']} more mutants were not tried.")
    for title, wanted in (("Survivors that are explained", True), ("Survivors NOT explained", False)):
        print(f"\n{title}:")
        for name, change, why in living:
            if bool(why) is wanted:
                print(f"  {change.module}.{change.function}  ({name.rpartition('.')[2]})")
                print(f"    - {change.was}\n    + {change.now}")
                if why:
                    print(f"    {why}")
    tried_modules = {module for module, count in kinds.items() if tried(count)}
    for change in sorted(explanations.single.keys() - {change for _, change, _ in living}):
        if change.module in tried_modules:
            print(f"\nExplained, but no survivor: {change}")
    return 0 if score(whole) >= TARGET else 1


def tried(count: Counter[str]) -> int:
    return count.total() - count["not checked"] - count["explained"]


def score(count: Counter[str]) -> float:
    return 100 * (count["killed"] + count["timeout"]) / tried(count) if tried(count) else 100.0


def row(name: str, count: Counter[str]) -> str:
    alive = tried(count) - count["killed"] - count["timeout"]
    return (
        f"{name:16} {tried(count):6} {count['killed']:7} {count['timeout']:8} {alive:9} {count['explained']:10} "
        f"{score(count):7.1f}%"
    )


if __name__ == "__main__":
    sys.exit(main())
