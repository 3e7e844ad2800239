"""Reading the usable parts of an edition file that may have mistakes in it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from typing import Any

from towerup.kernel.shapes import UNUSABLE, Notes, Path


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


def colours_of(notes: Notes, data: Any) -> list[str]:
    """The colours of floors, also those that are there with a wrong number: which was told, and need not be again."""
    told = [str(path[2]) for path, _ in notes.found if path[:2] == ("floors", "colours") and len(path) == 3]
    return list(dict.fromkeys([*get(data, "floors", "colours", default={}), *told]))


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
