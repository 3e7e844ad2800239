"""`towerup check`: recorded games judged, from files, folders and standard input."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from towerup.kernel.canonical import encode
from towerup.kernel.spaces import Spaces
from towerup.oracle.checking import MOST_FLAWS, Flaw, Verdict, check, verdict_to_json
from towerup.rulesets import ruleset
from towerup.view import picture

from .common import FAULT, MISUSE, console, errors, the_edition
from .interruption import count_of, interruptible
from .sources import WHAT, lines_of, name_of, reading_bar, sources


def check_games(
    files: Annotated[
        list[Path],
        typer.Argument(help=WHAT),
    ],
    edition: Annotated[
        str | None, typer.Option(help="The edition file of the games, if it is not one that comes with the library.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="For machines: one JSON line a file.")] = False,
) -> None:
    """Judge recorded games: each action, each chance outcome, the final outcome.

    Says ok, or the first wrong step of a game and why. Exit code 0 if all games are in order, 1 if one is not, 2 if
    something could not be read.
    """
    box = the_edition(edition)
    judged = list(sources(files))
    spaces = Spaces()
    unreadable = wrong = False
    done = 0

    def so_far() -> str:
        words = "some of them wrong" if wrong or unreadable else "all in order"
        return f"{count_of(done, len(judged), 'file')} checked, {words}."

    with interruptible(so_far), reading_bar("checking", judged, busy=json) as advance:
        for source in judged:
            try:
                with lines_of(source, advance) as lines:
                    verdict = check(lines, ruleset, box, spaces)
            except OSError as error:
                errors.print(f"[bold red]towerup:[/] {escape(str(source))} cannot be read: {error.strerror or error}")
                unreadable = True
                continue
            wrong |= not verdict.ok
            _tell(verdict, name_of(source), json)
            done += 1
    if unreadable or wrong:
        raise typer.Exit(MISUSE if unreadable else FAULT)


def _tell(verdict: Verdict, name: str, json: bool) -> None:
    if json:
        print(encode(verdict_to_json(verdict, name)).decode(), flush=True)
        return
    if verdict.ok:
        console.print(f"[green]ok[/] {escape(name)}: {_counts(verdict)}", soft_wrap=True)
        return
    console.print(f"[bold red]wrong[/] {escape(name)}: {_counts(verdict)}", soft_wrap=True)
    for flaw in verdict.flaws:
        _tell_flaw(flaw, name, verdict.games)
    if verdict.wrong > len(verdict.flaws):
        console.print(
            f"  … and {verdict.wrong - len(verdict.flaws):,} more wrong games; {MOST_FLAWS} are told of a file"
        )


def _counts(verdict: Verdict) -> str:
    parts = [_many(verdict.games, "game"), _many(verdict.steps, "action")]
    parts += [f"{verdict.wrong:,} wrong"] if verdict.wrong and verdict.games > 1 else []
    parts += [f"{verdict.unfinished:,} unfinished"] if verdict.unfinished else []
    parts += [f"{verdict.without_outcome:,} over, but without an outcome line"] if verdict.without_outcome else []
    return ", ".join(parts)


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _tell_flaw(flaw: Flaw, name: str, games: int) -> None:
    place = f"line {flaw.line:,}" if flaw.column is None else f"line {flaw.line:,}, column {flaw.column:,}"
    which = f"game {flaw.game:,}, " if games > 1 else ""
    console.print(f"  [bold]{escape(name)}, {place}[/] ({which}action {flaw.step:,})", soft_wrap=True)
    for line in flaw.why.splitlines():
        console.print(f"  {escape(line)}", soft_wrap=True)
    for violation in flaw.violations:
        cited = "; ".join(map(str, violation.citations))
        console.print(
            f"    [bold]{violation.id}[/] {escape(violation.title)}: {escape(violation.message)} [dim]({escape(cited)})[/]",
            soft_wrap=True,
        )
    if flaw.near:
        console.print(f"  legal and near it, of {flaw.legal:,}:")
        for one in flaw.near:
            console.print(f"    {escape(str(one))}", soft_wrap=True)
    if flaw.state is not None:
        console.print("  the table then:")
        for line in picture(flaw.state, colour=False).splitlines():
            console.print(f"    {escape(line)}", soft_wrap=True)
