"""`towerup rules`: the rule catalogue."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from towerup.kernel.canonical import encode
from towerup.kernel.rules import Catalogue, Rule, UnknownRule
from towerup.kernel.ruleset import AnyRuleset
from towerup.rulesets import every_ruleset, game_names

from .common import FAULT, console, refuse, the_rules
from .games import USUAL, OptionalGame


def rules(
    rule: Annotated[
        str | None,
        typer.Argument(help="A rule's id, as TU-FOUND-03; a family, as TU-FOUND; or a game's name, for all its rules."),
    ] = None,
    game: OptionalGame = None,
    rulings: Annotated[bool, typer.Option("--rulings", help="The open questions and how they are answered.")] = False,
    json: Annotated[bool, typer.Option("--json", help="As JSON, for programs.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="All of it as a page to read.")] = False,
    report: Annotated[
        bool,
        typer.Option("--report", help="The code, properties, tests and planted faults of each rule; exit 1 on a hole."),
    ] = False,
) -> None:
    """List the rules, or show one with its citations; or report what stands behind each."""
    if game is None and rule is not None and rule in game_names():
        game, rule = rule, None
    game = game or _game_of(rule)
    catalogue = the_rules(game).catalogue()
    if report:
        if markdown or rulings:
            refuse("--report is of the rules, as a table or with --json: leave out --markdown and --rulings")
        _report(the_rules(game), rule, json)
    elif markdown:
        print(page(the_rules(game).title, catalogue), end="")
    elif json:
        _print_json(catalogue, rule)
    elif rulings:
        _print_rulings(catalogue)
    elif rule is None:
        _print_list(catalogue, list(catalogue.rules.values()))
    else:
        chosen = _family(catalogue, rule)
        if chosen:
            _print_list(catalogue, chosen)
        else:
            _print_rule(catalogue, _one(catalogue, rule))


def _game_of(rule: str | None) -> str:
    """The game whose rules begin as this one does; the first if none do."""
    head = "" if rule is None else rule.upper().partition("-")[0]
    if not head:
        return USUAL
    heads = ((rules.name, next(iter(rules.catalogue().rules), "")) for rules in every_ruleset())
    return next((name for name, first in heads if head == first.partition("-")[0]), USUAL)


def _report(game: AnyRuleset, rule: str | None, json: bool) -> None:
    from towerup.verify.faults import is_package
    from towerup.verify.traceability import trace

    from .rules_report import plain, print_report, print_trace

    if not is_package(game.package):
        refuse(f"--report reads the modules of a package, and {game.title} is the single module {game.package}")
    catalogue = game.catalogue()
    family = list(catalogue.rules.values()) if rule is None else _family(catalogue, rule)
    found = trace(game)
    chosen = [found.traces[one.id] for one in family or [_one(catalogue, rule or "")]]
    if json:
        print(encode(plain(found, chosen)).decode())
    elif family:
        print_report(found, chosen)
    else:
        print_trace(found, chosen[0])
    if found.strays or any(one.holes for one in chosen):
        raise typer.Exit(FAULT)


def _family(catalogue: Catalogue, name: str) -> list[Rule]:
    return [rule for id, rule in catalogue.rules.items() if id.startswith(f"{name.upper()}-")]


def _one(catalogue: Catalogue, id: str) -> Rule:
    try:
        return catalogue[id.upper()]
    except UnknownRule as error:
        refuse(str(error))


def _print_list(catalogue: Catalogue, chosen: list[Rule]) -> None:
    table = Table(box=None, pad_edge=False, show_edge=False)
    table.add_column("id", style="bold", no_wrap=True)
    table.add_column("rule")
    table.add_column("kind")
    for rule in chosen:
        kind = rule.kind if rule.ruling is None else f"{rule.kind} ({rule.ruling})"
        table.add_row(rule.id, rule.title, f"[yellow]{kind}[/]" if rule.kind == "ruled" else kind)
    console.print(table)
    console.print(f"\n{len(chosen)} rules. One in full: [bold]towerup rules {chosen[0].id}[/]")


def _print_rule(catalogue: Catalogue, rule: Rule) -> None:
    console.print(f"[bold]{rule.id}[/]  {escape(rule.title)}  [dim]({rule.kind})[/]\n")
    console.print(escape(rule.statement))
    for citation in rule.citations:
        text = next((text for text in catalogue.texts if text.id == citation.text), None)
        console.print(
            f"  [dim]{citation.text}[/] {escape(citation.heading)}" + (f"  [dim]{text.title}[/]" if text else "")
        )
    if rule.ruling:
        console.print()
        _print_ruling(catalogue, rule.ruling)


def _print_ruling(catalogue: Catalogue, name: str) -> None:
    ruling = catalogue.rulings[name]
    console.print(f"[bold]{ruling.name}[/]  {escape(ruling.question)}")
    for option in ruling.options:
        default = " [green](default)[/]" if option.name == ruling.default else ""
        console.print(f"  [bold]{option.name}[/]{default}: {escape(option.meaning)}")
    console.print(f"  [dim]{escape(ruling.why)}[/]")


def _print_rulings(catalogue: Catalogue) -> None:
    for name in catalogue.rulings:
        _print_ruling(catalogue, name)
        console.print()


def _print_json(catalogue: Catalogue, rule: str | None) -> None:
    chosen = None if rule is None else _family(catalogue, rule) or [_one(catalogue, rule)]
    print(encode(catalogue_to_json(catalogue, chosen)).decode())


def catalogue_to_json(catalogue: Catalogue, chosen: Sequence[Rule] | None = None) -> dict[str, Any]:
    """The catalogue as a JSON value: all rules or those chosen, the rulings, and the texts that are cited."""
    import attrs

    return {
        "rules": [attrs.asdict(one) for one in (catalogue.rules.values() if chosen is None else chosen)],
        "rulings": [attrs.asdict(one) for one in catalogue.rulings.values()],
        "texts": [attrs.asdict(one) for one in catalogue.texts],
    }


def page(title: str, catalogue: Catalogue) -> str:
    """The catalogue as a Markdown page: the rules by family, then the rulings."""
    lines = [
        f"# The rules of {title}, by name",
        "",
        "Written by `towerup rules --markdown`; a test sees that it is up to date. Each rule is told in our words; the",
        "citations name a text and the heading in it. *stated*: a rulebook says so. *ruled*: the texts are silent or differ,",
        "and a ruling decides. Numbers are those of the printed game: where a rule names one, a box of another size has its own.",
        "",
        *(f"- **{text.id}**: {text.title} ({text.language}). {text.note}".rstrip() for text in catalogue.texts),
    ]
    family = ""
    for rule in catalogue.rules.values():
        if rule.id.rsplit("-", 1)[0] != family:
            family = rule.id.rsplit("-", 1)[0]
            lines += ["", f"## {family}"]
        cited = "; ".join(map(str, rule.citations))
        ruling = f" Ruling: [{rule.ruling}](#{rule.ruling})." if rule.ruling else ""
        lines += ["", f"**{rule.id} {rule.title}** ({rule.kind}). {rule.statement}{ruling}  ", f"<sub>{cited}</sub>"]
    lines += ["", "## Rulings"]
    for open_question in catalogue.rulings.values():
        lines += ["", f"### {open_question.name}", "", f"{open_question.question} {open_question.why}", ""]
        lines += [
            f"- `{option.name}`{' (default)' if option.name == open_question.default else ''}: {option.meaning}"
            for option in open_question.options
        ]
    return "\n".join(lines) + "\n"
