"""`towerup rules --report`: what there is about each rule, and what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.markup import escape
from rich.table import Table

from towerup.verify.traceability import Spot, Trace, Traces

from .common import console


def print_report(found: Traces, chosen: Sequence[Trace]) -> None:
    """A line for each rule: its code, its properties, its tests, its faults; holes in red; and a summary."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), expand=True)
    table.add_column("id", style="bold", no_wrap=True, width=max(len(one.rule.id) for one in chosen))
    for title, ratio in (
        ("rule", 4),
        ("code", 4),
        ("properties", 4),
        ("allowed by", 5),
        ("forbidden by", 5),
        ("faults", 3),
    ):
        table.add_column(title, ratio=ratio, no_wrap=True)
    for one in chosen:
        table.add_row(
            one.rule.id,
            escape(one.rule.title),
            _cell([f"{spot.file.rpartition('/')[2]}:{spot.line} {spot.name}" for spot in one.code], "NO CODE"),
            _cell(
                None if one.properties is None else [one_property.name for one_property in one.properties],
                "NO PROPERTY",
            ),
            _cell(_names(one.allowing), "NO TEST"),
            _cell(_names(one.forbidding), "NO TEST"),
            _cell(None if one.faults is None else [fault.id for fault in one.faults], "NO FAULT"),
        )
    # Lines are cut to a terminal's width; where a file or a pipe takes them there is room.
    table.width = None if console.is_terminal else max(console.width, 200)
    console.print(table, crop=False)
    console.print()
    _print_summary(found, chosen)


def _cell(names: list[str] | None, hole: str) -> str:
    """How many there are, and the first: the rest are in the report of the one rule."""
    if names is None:
        return "[dim]—[/]"
    return f"{len(names):>2} {escape(names[0])}" if names else f"[bold red]{hole}[/]"


def _names(tests: tuple[Spot, ...] | None) -> list[str] | None:
    return None if tests is None else [test.name for test in tests]


def _print_summary(found: Traces, chosen: Sequence[Trace]) -> None:
    holes = [(one.rule.id, hole) for one in chosen for hole in one.holes]
    for id, hole in holes:
        console.print(f"[bold red]HOLE[/] {id} has no {hole}")
    for stray in found.strays:
        console.print(f"[bold red]STRAY[/] {escape(stray)}", soft_wrap=True)
    if found.tests is None:
        console.print("[yellow]Tests were not looked at:[/] they are in the repository, not in the installed package.")
    if not found.has_faults:
        console.print("[yellow]Planted faults were not looked at:[/] this ruleset has no faults.toml.")
    mark = f"[bold red]{len(holes)} holes[/]" if holes else "[bold green]no holes[/]"
    rules = f"{len(chosen)} rule{'' if len(chosen) == 1 else 's'}"
    more = f"; one in full: [bold]towerup rules {chosen[0].rule.id} --report[/]" if len(chosen) > 1 else ""
    console.print(f"{rules}, {mark}{more}", soft_wrap=True)


def print_trace(found: Traces, one: Trace) -> None:
    """Everything about one rule."""
    rule = one.rule
    console.print(f"[bold]{rule.id}[/]  {escape(rule.title)}  [dim]({rule.kind})[/]\n")
    console.print(f"{escape(rule.statement)}\n")
    _print_part("code", [escape(str(spot)) for spot in one.code])
    properties = one.properties or ()
    _print_part(
        "properties",
        [
            f"{one_property.name} [dim]({one_property.about})[/] {escape(one_property.statement)}"
            for one_property in properties
        ],
    )
    _print_part("allowed by", one.allowing and [escape(str(spot)) for spot in one.allowing])
    _print_part("forbidden by", one.forbidding and [escape(str(spot)) for spot in one.forbidding])
    _print_part("faults", one.faults and [f"{escape(fault.id)} {escape(fault.title)}" for fault in one.faults])
    _print_summary(found, [one])


def _print_part(title: str, lines: Sequence[Any] | None) -> None:
    if lines is None:
        return
    console.print(f"[bold]{title}[/]" if lines else f"[bold]{title}[/] [bold red]NONE[/]")
    for line in lines:
        console.print(f"  {line}", soft_wrap=True)
    console.print()


def plain(found: Traces, chosen: Sequence[Trace]) -> dict[str, Any]:
    """All of it, for programs. What could not be looked at is null."""
    import attrs

    return {
        "rules": [
            {
                "id": one.rule.id,
                "title": one.rule.title,
                "kind": one.rule.kind,
                **{
                    part: None if value is None else [attrs.asdict(item) for item in value]
                    for part in ("code", "properties", "allowing", "forbidding", "faults")
                    for value in [getattr(one, part)]
                },
                "holes": list(one.holes),
            }
            for one in chosen
        ],
        "strays": list(found.strays),
        "tests": None if found.tests is None else str(found.tests),
        "has_faults": found.has_faults,
    }
