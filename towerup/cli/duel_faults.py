"""`towerup duel --faults`: every planted fault, wrapped as a foreign process, has to be found by a duel."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import attrs
from rich.markup import escape
from rich.table import Table

from towerup.kernel.canonical import encode
from towerup.kernel.parallel import map_unordered
from towerup.kernel.ruleset import AnyRuleset
from towerup.oracle.dueling import Duel
from towerup.oracle.implementations import ProcessImplementation
from towerup.oracle.matches import Difference
from towerup.verify.campaign import Plan
from towerup.verify.faults import Fault, fault_by_id, read_faults

from .common import console, the_rules, with_progress, write_whole
from .interruption import count_of, interruptible
from .plans import terms_of


@attrs.frozen
class Caught:
    """What came of a duel with a faulty implementation."""

    fault: Fault
    found: bool
    games: int
    kind: str = ""
    named: bool = False
    """Whether the rule that the fault breaks is among those that the difference was said to be about."""
    length: int = 0
    """How many actions the shortest game found has, with the one that shows it."""
    game: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        """As JSON values."""
        result = {name: getattr(self, name) for name in ("found", "games", "kind", "named", "length")}
        return {"fault": self.fault.id, "title": self.fault.title} | result | {"game": list(self.game)}


def length(difference: Difference) -> int:
    """How many actions it takes to see a difference, the one that was played or tried last included."""
    return len(difference.record.actions) + (difference.asked == "play")


def duel_with_all(rules: AnyRuleset, plan: Plan, wanted: Sequence[str], jobs: int, json: Path | None) -> bool:
    """Duels with each fault of the catalogue, or those wanted; prints what came of it, and tells if all were found."""
    known = read_faults(rules.package)
    faults = [fault_by_id(known, id) for id in wanted] or [fault for fault in known if fault.outside]
    began = time.monotonic()

    done: dict[str, Caught] = {}

    def dueling(tell: Any) -> list[Caught]:
        with closing(map_unordered(partial(duel_with, rules.name, plan), faults, jobs)) as results:
            for _, one in results:
                done[one.fault.id] = one
                tell(1)
        return [done[fault.id] for fault in faults]

    def so_far() -> str:
        missed = [one.fault.id for one in done.values() if not one.found]
        words = f"not found: {', '.join(missed)}" if missed else "all of these were found"
        return f"Duels with {count_of(len(done), len(faults), 'fault')} are done; {words}."

    with interruptible(so_far):
        caught = with_progress("dueling", len(faults), dueling)
    _print(rules, caught, time.monotonic() - began)
    if not wanted and len(faults) < len(known):
        unseen = ", ".join(fault.id for fault in known if not fault.outside)
        console.print(f"Not tried, since nothing said over the protocol can show it: {escape(unseen)}.")
    if json is not None:
        write_whole(json, encode([one.plain() for one in caught]) + b"\n")
        console.print(f"The report is in {escape(str(json))}.", soft_wrap=True)
    return all(one.found for one in caught)


def duel_with(game: str, plan: Plan, fault: Fault) -> Caught:
    """A duel with the oracle as a process of its own, which answers by rules with this fault in them."""
    rules = the_rules(game)
    command = [sys.executable, "-m", "towerup", "oracle", "--game", game, "--fault", fault.id]
    if plan.edition_text is not None:
        command += ["--edition", str(plan.edition)]
    with ProcessImplementation(command) as other:
        result = Duel(rules, other, terms_of(rules, plan)).run()
    one = result.difference
    if one is None:
        return Caught(fault, found=False, games=result.games)
    return Caught(
        fault,
        True,
        result.games,
        one.kind.value,
        any(rule in one.rules for rule in fault.rules),
        length(one),
        tuple(map(str, one.record.actions)),
    )


def _print(rules: AnyRuleset, caught: Sequence[Caught], seconds: float) -> None:
    table = Table(
        "fault", "the wrong rule", "breaks", title="Planted faults, as foreign processes", title_justify="left",
        box=None, pad_edge=False,
    )  # fmt: skip
    table.add_column("found after", justify="right")
    table.add_column("shortest game", justify="right")
    table.add_column("as")
    for one in caught:
        table.add_row(
            escape(one.fault.id),
            escape(one.fault.title),
            escape(" ".join((*one.fault.rules, *one.fault.rulings))),
            f"{one.games} {'game' if one.games == 1 else 'games'}"
            if one.found
            else "[bold white on red] NOT FOUND [/]",
            f"{one.length} actions" if one.found else "—",
            escape(one.kind),
        )
    console.print(table)
    found = [one for one in caught if one.found]
    named = sum(one.named for one in found)
    console.print(
        f"{rules.title}: {len(found)} of {len(caught)} faults found by a duel in {seconds:.0f} s, the last after "
        f"{max((one.games for one in found), default=0)} games; of {named} the broken rule was named.",
        soft_wrap=True,
    )
    missed = [one.fault.id for one in caught if not one.found]
    if missed:
        console.print(f"[bold red]Not found: {escape(', '.join(missed))}.[/]", soft_wrap=True)
