"""The reports of `towerup verify`: on the terminal to read, and as plain values for JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.markup import escape
from rich.table import Table

from towerup.engines.compiling import INSTALL, can_compile
from towerup.kernel.replays import import_line
from towerup.kernel.ruleset import AnyRuleset
from towerup.verify.campaign import AGREEMENT, NO_ERROR, STEP_BOUND, Breach, applied
from towerup.verify.engine_games import INTERPRETED, SAME_GAME, WORTH_COMPILING
from towerup.verify.hunting import Hunt
from towerup.verify.parallel import Report

from .common import console, errors

WRONG = {
    AGREEMENT: "Offers and objections disagree",
    SAME_GAME: "The engine and the rulebook differ",
    NO_ERROR: "The rules end in an error",
}
"""What is wrong where no rule can be named."""
LONG = 60
"""A game with more actions than this is not printed whole."""


def print_report(rules: AnyRuleset, report: Report, seconds: float, of: int | None = None) -> None:
    """What a campaign did, how its games ended, and what it has shown of every rule.

    `of` is the number of games that were asked for, if the campaign did not get to its end.
    """
    tally = report.tally
    console.print(_summary(report))
    if report.breach is None and of is None:
        console.print(_coverage(rules, report))
        console.print(_events(rules, report))
    games = _of(tally.games, of, "game")
    console.print(f"{rules.title}: {games} on the rulebook, {tally.steps:,} steps, in {seconds:.0f} s.")
    console.print(
        f"Checked {len(rules.claims)} properties {tally.checks:,} times. "
        f"Compared offers and objections for {tally.judged:,} actions."
    )
    if tally.engine_games:
        console.print(_on_the_engine(report, whole=of is None))
    if report.breach is not None:
        console.print("[bold red]Something does not hold.[/]")
        return
    if of is not None:
        console.print("[bold green]All properties hold[/] so far.")
        return
    console.print("[bold green]All properties hold.[/]")
    zero = never_met(rules, report)
    if zero:
        console.print(
            f"[bold red]Never shown in these games: {escape(', '.join(zero))}.[/] More games may show it (--games)."
        )
    else:
        console.print("Every rule was applied, every rule that can forbid has forbidden, every rare event happened.")


def _of(count: int, all: int | None, noun: str) -> str:
    """How many of something there are, of how many if not all are done."""
    words = f"{count:,}" if all is None else f"{count:,} of {all:,}"
    return f"{words} {noun}" if (count if all is None else all) == 1 else f"{words} {noun}s"


def _on_the_engine(report: Report, *, whole: bool) -> str:
    """What was done on the engine, and what numba would bring if it is not installed."""
    plan, tally = report.plan, report.tally
    games = _of(tally.engine_games, None if whole or report.breach else plan.engine_games, "more game")
    words = (
        f"Played {games} on the engine ({plan.engine}), {tally.engine_steps:,} steps. "
        f"Compared {_of(tally.compared, None, 'state')} with the rulebook."
    )
    if plan.engine == INTERPRETED and plan.engine_games >= WORTH_COMPILING // 2 and not can_compile():
        words += f" With numba it would play more: {escape(INSTALL)}"
    return words


def _summary(report: Report) -> Table:
    tally = report.tally
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    table.add_row("players", _counts({f"{n} players": count for n, count in sorted(tally.players.items())}))
    table.add_row("editions", _counts(tally.editions))
    table.add_row("rulings", _counts(tally.rulings) or "the defaults")
    table.add_row("policies", _counts(tally.policies))
    table.add_row("actions", _counts(tally.actions))
    table.add_row("ended by", _counts(tally.endings) or "—")
    if tally.unfinished:
        table.add_row("unfinished", f"{tally.unfinished} games reached the bound of {STEP_BOUND:,} steps")
    return table


def _coverage(rules: AnyRuleset, report: Report) -> Table:
    table = Table("rule", "what it says", title="\nRules: how often applied, how often something was forbidden by them", title_justify="left", box=None, pad_edge=False)  # fmt: skip
    table.add_column("applied", justify="right")
    table.add_column("forbade", justify="right")
    done = applied(rules, report.tally)
    for id, rule in rules.catalogue().rules.items():
        can_forbid = id in rules.coverage.forbidding
        forbade = _number(report.tally.forbade[id]) if can_forbid else "—"
        shown = _number(done[id]) if done[id] or id not in rules.coverage.only_forbidding else "—"
        table.add_row(id, escape(rule.title), shown, forbade)
    return table


def _events(rules: AnyRuleset, report: Report) -> Table:
    table = Table("rare event", "what happens", title="\nRare events", title_justify="left", box=None, pad_edge=False)
    table.add_column("times", justify="right")
    for name, words in rules.coverage.events.items():
        table.add_row(escape(name), escape(words), _number(report.tally.notable[name]))
    return table


def never_met(rules: AnyRuleset, report: Report) -> list[str]:
    """The rows that are zero."""
    coverage, done = rules.coverage, applied(rules, report.tally)
    ids = [id for id in done if not done[id] and id not in coverage.only_forbidding]
    ids += [f"{id} forbidding" for id in sorted(coverage.forbidding) if not report.tally.forbade[id]]
    return ids + [name for name in coverage.events if not report.tally.notable[name]]


def _number(count: int) -> str:
    return f"{count:,}" if count else "[bold white on red] NEVER [/]"


def _counts(counts: Mapping[str, int]) -> str:
    return escape(", ".join(f"{name} {count:,}" for name, count in sorted(counts.items(), key=lambda one: -one[1])))


def print_breach(rules: AnyRuleset, breach: Breach) -> None:
    """The rule, what was expected, and the game."""
    rule = rules.catalogue().rules.get(breach.rule)
    title = f"[bold red]{escape(breach.rule)}[/] {escape(rule.title)}" if rule else f"[bold red]{WRONG[breach.law]}[/]"
    errors.print(f"\n{title}")
    properties = {claim.name: claim.statement for claim in rules.claims}
    if breach.law in properties:
        errors.print(f"{escape(breach.law)} does not hold: {escape(properties[breach.law])}")
    if breach.message != f"{breach.law}: {properties.get(breach.law)}":
        errors.print(f"What is wrong: {escape(breach.message)}")
    actions = [str(action) for action in breach.record.actions]
    errors.print(f"The shortest game found has {_of(len(actions), None, 'action')}:")
    if len(actions) > LONG:
        errors.print(f"  … {len(actions) - LONG} actions, then")
    for number, action in enumerate(actions, start=1):
        if number > len(actions) - LONG:
            errors.print(f"  {number:3} {escape(action)}")
    code = f"{import_line(rules)}\n  {breach.record.replay_call()}"
    errors.print(f"Its last state in Python:\n  {escape(code)}", soft_wrap=True)


def plain_report(rules: AnyRuleset, report: Report) -> dict[str, Any]:
    """A report as JSON values: the same for the same seed, whoever played."""
    tally, breach = report.tally, report.breach
    done = applied(rules, tally)
    return {
        "game": rules.name,
        "seed": report.plan.seed,
        "games": tally.games,
        "steps": tally.steps,
        "checks": tally.checks,
        "compared": tally.judged,
        "engine": _plain_engine(report),
        "players": {str(number): count for number, count in tally.players.items()},
        "editions": dict(tally.editions),
        "rulings": dict(tally.rulings),
        "policies": dict(tally.policies),
        "actions": dict(tally.actions),
        "endings": dict(tally.endings),
        "unfinished": tally.unfinished,
        "rules": {
            id: {"applied": done[id], "forbade": tally.forbade[id] if id in rules.coverage.forbidding else None}
            for id in rules.catalogue().rules
        },
        "events": {name: tally.notable[name] for name in rules.coverage.events},
        "never": never_met(rules, report),
        "breach": breach
        and {
            "rule": breach.rule,
            "property": breach.law,
            "message": breach.message,
            "game": breach.game,
            "actions": [str(action) for action in breach.record.actions],
            "replay": breach.record.replay_call(),
        },
    }


def _plain_engine(report: Report) -> dict[str, Any] | None:
    plan, tally = report.plan, report.tally
    if plan.engine is None:
        return None
    return {
        "runs": plan.engine,
        "games": tally.engine_games,
        "steps": tally.engine_steps,
        "states_compared": tally.compared,
    }


def print_hunts(rules: AnyRuleset, hunts: Sequence[Hunt], seconds: float, of: int | None = None) -> None:
    """Fault by fault: found or not, after how many games, by which property, and how short a game shows it.

    `of` is the number of faults that were to be hunted, if not all were.
    """
    table = Table(
        "fault", "the wrong rule", "breaks", title="Planted faults", title_justify="left", box=None, pad_edge=False
    )
    table.add_column("found after", justify="right")
    table.add_column("shortest game", justify="right")
    table.add_column("by the property")
    for hunt in hunts:
        found = f"{hunt.games} {'game' if hunt.games == 1 else 'games'}"
        table.add_row(
            escape(hunt.fault.id),
            escape(hunt.fault.title),
            escape(" ".join((*hunt.fault.rules, *hunt.fault.rulings))),
            found if hunt.found else "[bold white on red] NOT FOUND [/]",
            f"{hunt.length} actions" if hunt.found else "—",
            escape(hunt.law),
        )
    if hunts:
        console.print(table)
    missed = [hunt.fault.id for hunt in hunts if not hunt.found]
    console.print(f"{rules.title}: {len(hunts) - len(missed)} of {len(hunts)} planted faults found in {seconds:.0f} s.")
    if of is not None:
        console.print(f"{of - len(hunts):,} of {of:,} were not hunted to the end.")
    if missed:
        console.print(
            f"[bold red]Not found: {escape(', '.join(missed))}.[/] A property is missing, or more games are needed."
        )


def plain_hunts(hunts: Sequence[Hunt]) -> list[dict[str, Any]]:
    """The hunts as JSON values."""
    return [
        {
            "fault": hunt.fault.id,
            "title": hunt.fault.title,
            "rules": list(hunt.fault.rules),
            "rulings": list(hunt.fault.rulings),
            "found": hunt.found,
            "games": hunt.games,
            "property": hunt.law,
            "rule": hunt.rule,
            "message": hunt.message,
            "length": hunt.length,
            "game": list(hunt.game),
        }
        for hunt in hunts
    ]
