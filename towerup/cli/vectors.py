"""`towerup vectors`: the test vectors in specs/, checked against the code or made anew."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import closing
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from towerup.kernel.canonical import encode
from towerup.kernel.parallel import ParallelError, map_unordered
from towerup.kernel.ruleset import AnyRuleset
from towerup.oracle import specs
from towerup.rulesets import NAMES, ruleset

from .common import FAULT, console, errors, make_folder, refuse, the_rules, write_whole
from .games import OptionalGame
from .interruption import interruptible
from .number_options import number_option
from .rules import catalogue_to_json, page

if TYPE_CHECKING:
    from towerup.oracle.vector_generation import Mutant, Mutants


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
    game: OptionalGame = None,
    seed: Annotated[int, number_option(help="What the games are drawn from that vectors are made of.")] = 1,
    rule: Annotated[list[str] | None, typer.Option(help="Make the vectors of this rule alone (repeatable).")] = None,
    jobs: Annotated[
        int, number_option(min=0, help="How many games are made at once, each by a process; 0: one for each core.")
    ] = 1,
    json: Annotated[bool, typer.Option("--json", help="What was found as JSON, for programs.")] = False,
) -> None:
    """Check the test vectors against the code, or make them: of every game that has a folder in specs/, or of one.

    Beside the vectors, all that is written from the code is made: the rules as a page and for programs, and the
    editions that the vectors are played with.
    """
    if check == make:
        refuse("either --check or --make is wanted")
    place = folder or specs.folder() / "vectors"
    if make:
        if place.is_file():
            refuse(f"{place} is a file; vectors are made in a folder")
        wanted = _wanted(game, [one.upper() for one in rule or ()])
        works = [(name, place, seed, only) for name, only in wanted.items()]
        done: list[str] = []
        try:
            with (
                interruptible(
                    lambda: f"Made: {', '.join(done) or 'nothing whole'}. Files that were not made anew stay."
                ),
                closing(map_unordered(_make_one, works, jobs or os.cpu_count() or 1)) as results,
            ):
                done += (works[number][0] for number, _ in results)
        except ParallelError as error:
            refuse(str(error))
    else:
        _check(place, game, json)


def _wanted(game: str | None, only: list[str]) -> dict[str, list[str]]:
    """The games whose vectors are to be made, each with the rules to which that is limited; none: all of them."""
    games = specs.specified(NAMES) if game is None else (the_rules(game).name,)
    if not only:
        return {name: [] for name in games}
    found: dict[str, list[str]] = {}
    for id in only:
        owner = next((name for name in games if id in ruleset(name).catalogue().rules), None)
        if owner is None:
            refuse(f"there is no rule {id}")
        found.setdefault(owner, []).append(id)
    return found


def _check(folder: Path, game: str | None, json: bool) -> None:
    from towerup.oracle.vectors import check

    if game is not None:
        folder /= the_rules(game).name
    if not folder.exists():
        refuse(f"there is no file or folder {folder}; name the one with the vectors, or none for the library's own")
    files: list[Path] = []
    with interruptible(lambda: f"{len(files):,} files were checked."):
        done = check(folder, ruleset, files.append)
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


def _make_one(work: tuple[str, Path, int, list[str]]) -> None:
    _make(*work)


def _make(game: str, folder: Path, seed: int, only: list[str]) -> None:
    from towerup.oracle.vector_generation import Maker
    from towerup.oracle.vectors import GAMES

    rules = ruleset(game)
    place = folder / rules.name
    make_folder(place / GAMES)
    maker = Maker(rules, mutants(rules), seed)
    made: set[str] = set()
    size = 0
    for name, data in maker.all(only):
        write_whole(place / name, data)
        made.add(name)
        size += len(data)
        errors.print(f"[dim]{rules.name}/{name}: {len(data):,} bytes[/]")
    if not only:
        for old in (place / GAMES).glob("*.jsonl"):
            if f"{GAMES}/{old.name}" not in made:  # a game of other rules, which had another name
                old.unlink()
        _make_beside(rules, folder.parent / rules.name)
    console.print(f"{size:,} bytes in {place}", soft_wrap=True)


def _make_beside(rules: AnyRuleset, place: Path) -> None:
    """What an implementer needs besides, and the code tells: the boxes that the vectors are about, and the rules."""
    make_folder(place / "editions")
    for name in (*rules.stress_editions, rules.usual_edition):
        source = resources.files(rules.package) / "editions" / f"{name}.toml"
        write_whole(place / "editions" / f"{name}.toml", source.read_bytes())
    editions_page = place / "editions.md"
    if editions_page.exists():
        write_whole(editions_page, _with_digests(rules, editions_page.read_text(encoding="utf-8")).encode())
    write_whole(place / "rules.md", page(rules.title, rules.catalogue()).encode())
    write_whole(place / "rules.json", encode(catalogue_to_json(rules.catalogue())) + b"\n")


def _with_digests(rules: AnyRuleset, text: str) -> str:
    """The page about editions with the digests as they are, in the rows of its table that name an edition."""
    for name in (*rules.stress_editions, rules.usual_edition):
        row = re.compile(rf"^(\| `{name}` \| `)[0-9a-f]{{16}}(` \|)$", re.MULTILINE)
        text = row.sub(rf"\g<1>{rules.editions.shipped(name).digest}\g<2>", text)
    return text


def mutants(rules: AnyRuleset) -> Mutants:
    """Rulesets that have a rule wrong: those with a planted fault, the faults that are mainly against the rule first."""
    from towerup.oracle.vector_generation import Mutant
    from towerup.verify.faults import plant, read_faults, uproot

    def against(rule: str) -> Iterator[Mutant]:
        faults = [fault for fault in read_faults(rules.package) if rule in fault.rules]
        for fault in sorted(faults, key=lambda fault: fault.rules.index(rule)):
            yield Mutant(fault.title, plant(rules.package, fault))
            uproot(rules.package, fault)

    return against
