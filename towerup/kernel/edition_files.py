"""Reading an edition file that may have mistakes in it: every mistake at once, at its place.

Each game says what its file looks like and how its parts bear on each other; how mistakes are found in a text, put in
order and pointed at is the same for all.
"""

from __future__ import annotations

import difflib
import json
import re
import tomllib
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from .canonical import digest
from .editions import Problem, ProblemsIn, plain
from .frozen import FrozenDict
from .numbers import whole_number
from .places import Place, nearest, places
from .shapes import UNUSABLE, Notes, Path, Shape


def problems_of(toml: str, problems_in: ProblemsIn) -> tuple[Problem, ...]:
    """Every mistake in the text of an edition file, in the order of the file."""
    if toml.startswith("\ufeff"):
        return (Problem("begins with a byte order mark: save it as UTF-8 without one", "", Place(1, 1)),)
    try:
        raw = tomllib.loads(toml)
    except ValueError as error:
        return (_not_toml(toml, str(error)),)
    except RecursionError:
        return (Problem("not TOML that can be read: too many brackets within brackets", ""),)
    return problems_in(raw, places(toml))


def mistakes(
    raw: dict[str, Any], index: Mapping[Path, Place], shape: Shape, checks: Sequence[Callable[[Notes, Any], None]]
) -> tuple[Problem, ...]:
    """Every mistake in the data of an edition: in its shape, then what the checks find in what can be used of it."""
    notes = Notes()
    data = shape(notes, (), raw)
    for check in checks:
        check(notes, data)
    found = [Problem(message, _shown(path), nearest(index, path)) for path, message in dict.fromkeys(notes.found)]
    return tuple(sorted(found, key=lambda one: (one.place.line, one.place.column) if one.place else (0, 0)))


def _not_toml(toml: str, error: str) -> Problem:
    """The one mistake of a text that is not TOML; where reading stopped is told by the place, not by the words."""
    what, at, where = error.partition(" (at ")
    if not at:  # a number too long for Python
        return Problem("not TOML that can be read: a number has too many digits", "")
    found = re.match(r"line ([0-9]+), column ([0-9]+)", where)
    last = Place(toml.rstrip().count("\n") + 1, 1)  # at the end of the file: something is not closed
    place = Place(whole_number(found[1]), whole_number(found[2])) if found else last
    return Problem(f"not TOML: {what}{'' if found else ' at the end of the file'}", "", place)


def _shown(path: Path) -> str:
    """A path as a person would point at it: `boards.full.sites, entry 3, district`."""
    shown = ""
    for step in path:
        if isinstance(step, int):
            shown += f", entry {step + 1}"
        else:
            shown += f".{step}" if shown and "entry" not in shown else f", {step}" if shown else step
    return shown


# --- the usable parts


def get(data: Any, *path: str, default: Any = None) -> Any:
    """A part of the usable data, or the default where it is missing."""
    for step in path:
        if not isinstance(data, dict) or step not in data:
            return default
        data = data[step]
    return data


def usable(entries: Any) -> Iterator[tuple[int, Any]]:
    """The entries of a list that are in order, with their places."""
    for index, entry in enumerate(entries or []):
        if entry is not UNUSABLE:
            yield index, entry


def all_read(notes: Notes, path: Path, entries: Any, *but: str) -> bool:
    """Whether a list of tables is there, and nothing is wrong in the tables but at the keys named last."""
    inside = [where[len(path) :] for where, _ in notes.found if where[: len(path)] == path]
    return entries is not None and UNUSABLE not in entries and all(step[1] in but for step in inside if len(step) > 1)


def many(count: int, what: str) -> str:
    """A number of things: `1 site`, `2 sites`."""
    return f"{count} {what}{'' if count == 1 else 's'}"


def twice(notes: Notes, path: Path, named: Iterable[tuple[Path, str]], what: str) -> None:
    """A name that is given twice is told at its second place (capitals do not tell names apart)."""
    seen: dict[str, str] = {}
    for where, one in named:
        if one.lower() in seen:
            notes.add((*path, *where), f"{what} {one!r} is there already")
        seen.setdefault(one.lower(), one)


def unknown(notes: Notes, path: Path, one: str, known: Iterable[str], what: str) -> bool:
    """Notes a name that is not known."""
    known = list(known)
    if one in known:
        return False
    near = difflib.get_close_matches(one, known, n=3)
    shown = (
        f"near it: {', '.join(near)}"
        if near
        else f"there is {', '.join(known[:8]) or 'none'}{' …' if known[8:] else ''}"
    )
    notes.add(path, f"there is no {what} {one!r}; {shown}")
    return True


def identity(raw: Mapping[str, Any], contents: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that every edition has, of its file and of what the file holds."""
    return {
        "name": raw["name"],
        "title": raw["title"],
        "provenance": FrozenDict(_provenances(raw)),
        "digest": digest(plain({**contents, "name": raw["name"]})),
        "packed_data": zlib.compress(json.dumps(raw).encode()),
    }


def _provenances(raw: Mapping[str, Any]) -> dict[str, str]:
    """Where each part of an edition comes from: the tables of the file that say so, and those one level within."""
    found: dict[str, str] = {}
    for name, part in raw.items():
        for inner, table in {"": part, **(part if isinstance(part, dict) else {})}.items():
            if isinstance(table, dict) and "provenance" in table:
                found[f"{name}.{inner}".removesuffix(".")] = table["provenance"]
    return found
