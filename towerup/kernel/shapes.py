"""Shapes: what a data file written by people must look like, checked with every mistake named at its place.

A shape takes a value and its path, notes what is wrong with it, and gives back the value with the unusable parts left
out, so that one mistake does not hide the next.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

Path: TypeAlias = tuple[str | int, ...]


class Notes:
    """The mistakes found so far: what is wrong, and the path of the value."""

    def __init__(self) -> None:
        self.found: list[tuple[Path, str]] = []
        self.meant: set[Path] = set()
        """The paths that are not there, but that a misspelt key seems to mean."""

    def add(self, path: Path, message: str) -> None:
        self.found.append((path, message))

    def within(self, *path: str | int) -> bool:
        """Whether anything was told already of the value at this path, or of a value inside it."""
        return path in self.meant or any(where[: len(path)] == path for where, _ in self.found)


class _Unusable:
    def __repr__(self) -> str:
        return "UNUSABLE"


UNUSABLE: Final = _Unusable()
"""Stands in a list for an element that is wrong, so that the others keep their places."""

Shape: TypeAlias = Callable[[Notes, Path, Any], Any]


def said(value: object) -> str:
    """A value as its writer would recognise it, cut short if it is long."""
    if isinstance(value, bool):
        shown = str(value).lower()
    elif isinstance(value, int) and abs(value) >= 10**30:
        shown = "a number of more than 30 digits"  # Python refuses to write out the longest ones
    elif isinstance(value, list | dict):
        shown = "a list" if isinstance(value, list) else "a table"
    else:
        shown = repr(value) if isinstance(value, str) else str(value)
    return shown if len(shown) <= 60 else shown[:57] + "…"


def text(notes: Notes, path: Path, value: Any) -> Any:
    """Any text but an empty one."""
    if isinstance(value, str) and value.strip():
        return value
    notes.add(path, f"a text is wanted, not {said(value)}")
    return UNUSABLE


def name(notes: Notes, path: Path, value: Any) -> Any:
    """A name that can be typed as one word: letters, digits, hyphens."""
    if isinstance(value, str) and re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*", value):
        return value
    notes.add(path, f"a name of plain letters, digits and hyphens is wanted, not {said(value)}")
    return UNUSABLE


def truth(notes: Notes, path: Path, value: Any) -> Any:
    """True or false."""
    if isinstance(value, bool):
        return value
    notes.add(path, f"true or false is wanted, not {said(value)}")
    return UNUSABLE


def number(least: int, most: int) -> Shape:
    """A whole number within limits."""

    def shape(notes: Notes, path: Path, value: Any) -> Any:
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        notes.add(path, f"a whole number from {least} to {most} is wanted, not {said(value)}")
        return UNUSABLE

    return shape


def one_of(*offered: str | int) -> Shape:
    """One of a few values."""

    def shape(notes: Notes, path: Path, value: Any) -> Any:
        if any(value == one and type(value) is type(one) for one in offered):
            return value
        notes.add(path, f"{said(value)} is not offered; choose {' or '.join(said(one) for one in offered)}")
        return UNUSABLE

    return shape


def list_of(element: Shape, least: int = 0, most: int | None = None) -> Shape:
    """A list, each element of one shape."""

    def shape(notes: Notes, path: Path, value: Any) -> Any:
        if not isinstance(value, list):
            notes.add(path, f"a list is wanted, not {said(value)}")
            return UNUSABLE
        if len(value) < least or (most is not None and len(value) > most):
            limits = f"{least}" if least == most else f"at least {least}" if most is None else f"{least} to {most}"
            notes.add(
                path, f"{limits} {'entry is' if limits == 'at least 1' else 'entries are'} wanted, not {len(value)}"
            )
            return UNUSABLE
        return [element(notes, (*path, index), one) for index, one in enumerate(value)]

    return shape


def map_of(key: Shape, element: Shape) -> Shape:
    """A table from free keys to values of one shape; wrong entries are left out."""

    def shape(notes: Notes, path: Path, value: Any) -> Any:
        if not isinstance(value, dict):
            notes.add(path, f"a table is wanted, not {said(value)}")
            return UNUSABLE
        made = {
            one: element(notes, (*path, one), item)
            for one, item in value.items()
            if key(notes, (*path, one), one) is not UNUSABLE
        }
        return {one: item for one, item in made.items() if item is not UNUSABLE}

    return shape


def table(required: Mapping[str, Shape], optional: Mapping[str, Shape] | None = None) -> Shape:
    """A table with known keys; missing and unknown ones are told (a misspelt one once), wrong entries are left out."""
    known = {**required, **(optional or {})}

    def shape(notes: Notes, path: Path, value: Any) -> Any:
        if not isinstance(value, dict):
            notes.add(path, f"a table is wanted, not {said(value)}")
            return UNUSABLE
        for key in value:
            if key not in known:
                near = difflib.get_close_matches(key, [one for one in known if one not in value], n=1)
                hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"
                notes.add((*path, key), f"{key!r} means nothing here; {hint}")
                notes.meant.update((*path, one) for one in near)
        for key in required:
            if key not in value and (*path, key) not in notes.meant:
                notes.add(path, f"{key!r} is missing")
        made = {key: known[key](notes, (*path, key), item) for key, item in value.items() if key in known}
        return {key: item for key, item in made.items() if item is not UNUSABLE}

    return shape
