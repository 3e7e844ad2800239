"""The reports of `towerup verify`: on the terminal to read, and as plain values for JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.markup import escape
from rich.table import Table

from towerup.kernel.replays import import_line
from towerup.kernel.ruleset import AnyRuleset
from towerup.verify.campaign import STEP_BOUND, Breach, applied
from towerup.verify.hunting import Hunt
from towerup.verify.parallel import Report

from .common import console, errors

LONG = 60
"""A game with more actions than this is not printed whole."""


def print_report(rules: AnyRuleset, report: Report, seconds: float, of: int | None = None) -> None:
    """What a campaign did, how its games ended, and what it has shown of every rule.

    `of` is the number of games that were asked for, if the campaign did not get to its end.
    """
    tally = report.tally
    laws = len(rules.claims)
    console.print(_summary(report))
    if report.breach is None and of is None:
        console.print(_coverage(rules, report))
        console.print(_events(rules, report))
    done = (
        f"{rules.title}: {tally.games:,} {'games' if of is None else f'of {of:,} games'}, {tally.steps:,} steps, {laws} properties asked {tally.checks:,} times, "
        f"{tally.judged:,} actions judged and compared with the move generator, "
        f"in {seconds:.0f} s."
    )
    console.print(done)
    if report.breach is not None:
        console.print("[bold red]A law was broken.[/]")
        return
    if of is not None:
        console.print("[bold green]All laws kept[/] so far.")
        return
    console.print("[bold green]All laws kept.[/]")
    zero = never_met(rules, report)
    if zero:
        console.print(
            f"[bold red]Never shown in these games: {escape(', '.join(zero))}.[/] More games may show it (--games)."
        )
    else:
        console.print("Every rule was applied, every rule that can forbid has forbidden, every rare event happened.")


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
    errors.print(f"\n[bold red]{escape(breach.rule or 'broken')}[/] {escape(rule.title if rule else '')}")
    laws = {claim.name: claim.statement for claim in rules.claims}
    if breach.law in laws:
        errors.print(f"The law: {escape(laws[breach.law])}")
    errors.print(f"What is wrong: {escape(breach.message)}")
    actions = [str(action) for action in breach.record.actions]
    errors.print(f"The shortest game found has {len(actions)} actions:")
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
        "judged": tally.judged,
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
            "law": breach.law,
            "message": breach.message,
            "game": breach.game,
            "actions": [str(action) for action in breach.record.actions],
            "replay": breach.record.replay_call(),
        },
    }


def print_hunts(rules: AnyRuleset, hunts: Sequence[Hunt], seconds: float, of: int | None = None) -> None:
    """Fault by fault: found or not, after how many games, by which law, and how short a game shows it.

    `of` is the number of faults that were to be hunted, if not all were.
    """
    table = Table(
        "fault", "the wrong rule", "breaks", title="Planted faults", title_justify="left", box=None, pad_edge=False
    )
    table.add_column("found after", justify="right")
    table.add_column("shortest game", justify="right")
    table.add_column("by the law")
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
            f"[bold red]Not found: {escape(', '.join(missed))}.[/] A law is missing, or more games are needed."
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
            "law": hunt.law,
            "rule": hunt.rule,
            "message": hunt.message,
            "length": hunt.length,
            "game": list(hunt.game),
        }
        for hunt in hunts
    ]
