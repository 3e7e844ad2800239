"""`towerup vectors`: the test vectors in specs/, checked against the code or made anew."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from towerup.kernel.canonical import encode
from towerup.kernel.ruleset import Ruleset
from towerup.oracle import specs

from .common import FAULT, console, errors, refuse, the_rules, write_whole
from .games import USUAL, Game

if TYPE_CHECKING:
    from towerup.oracle.making import Impostor, Impostors


def vectors(
    folder: Annotated[
        Path | None,
        typer.Argument(
            help="The folder with the vectors, a folder a game, or one file; the library's own if not named."
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Hold all vectors against the code; exit 1 where they disagree.")
    ] = False,
    make: Annotated[bool, typer.Option("--make", help="Make them anew, the same for the same seed.")] = False,
    game: Game = USUAL,
    seed: Annotated[int, typer.Option(help="What the games are drawn from that vectors are made of.")] = 1,
    rule: Annotated[list[str] | None, typer.Option(help="Make the vectors of this rule alone (repeatable).")] = None,
    json: Annotated[bool, typer.Option("--json", help="What was found as JSON, for programs.")] = False,
) -> None:
    """Check the test vectors against the code, or make them."""
    if check == make:
        refuse("either --check or --make is wanted")
    place = folder or specs.folder() / "vectors"
    if make:
        if place.is_file():
            refuse(f"{place} is a file; vectors are made in a folder")
        _make(the_rules(game), place, seed, [one.upper() for one in rule or ()])
    else:
        _check(place, json)


def _check(folder: Path, json: bool) -> None:
    from towerup.oracle.vectors import check
    from towerup.rulesets import ruleset

    if not folder.exists():
        refuse(f"there is no file or folder {folder}; name the one with the vectors, or none for the library's own")
    done = check(folder, ruleset)
    if json:
        problems = [one._asdict() for one in done.problems]
        print(encode({"files": done.files, "vectors": done.vectors, "problems": problems}).decode())
    else:
        for problem in done.problems:
            errors.print(f"[bold red]wrong[/] {escape(str(problem))}", soft_wrap=True)
        verdict = f"[bold red]{len(done.problems)} disagreements[/]" if done.problems else "[green]ok[/]"
        console.print(f"{verdict}: {done.vectors:,} vectors in {done.files} files")
    if not done.files:
        refuse(f"there are no vectors in {folder}")
    if done.problems:
        raise typer.Exit(FAULT)


def _make(rules: Ruleset, folder: Path, seed: int, only: list[str]) -> None:
    from towerup.oracle.making import Maker
    from towerup.oracle.vectors import GAMES

    unknown = [id for id in only if id not in rules.catalogue().rules]
    if unknown:
        refuse(f"there is no rule {unknown[0]}")
    place = folder / rules.name
    (place / GAMES).mkdir(parents=True, exist_ok=True)
    maker = Maker(rules, impostors(rules), seed)
    size = 0
    for name, data in maker.all(only):
        write_whole(place / name, data)
        size += len(data)
        errors.print(f"[dim]{name}: {len(data):,} bytes[/]")
    editions = folder.parent / "editions"
    if not only:  # the boxes that the vectors are about, to be read without Python
        editions.mkdir(exist_ok=True)
        for name in (*rules.companions, rules.usual_edition):
            source = resources.files(rules.package) / "editions" / f"{name}.toml"
            write_whole(editions / f"{name}.toml", source.read_bytes())
    console.print(f"{size:,} bytes in {place}")


def impostors(rules: Ruleset) -> Impostors:
    """Rulesets that have a rule wrong: those with a planted fault, the faults that are mainly against the rule first."""
    from towerup.oracle.making import Impostor
    from towerup.verify.faults import plant, read_faults, uproot

    def against(rule: str) -> Iterator[Impostor]:
        faults = [fault for fault in read_faults(rules.package) if rule in fault.rules]
        for fault in sorted(faults, key=lambda fault: fault.rules.index(rule)):
            yield Impostor(fault.title, plant(rules.package, fault))
            uproot(rules.package, fault)

    return against
