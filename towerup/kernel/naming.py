"""Naming: the names in what a user hands in, an action or a table, as the numbers of things; every one that is not known is told.

Which things a game has, and which rule asks for known names, is its own.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from .rules import Finding

AnySetup = TypeVar("AnySetup")
AnyNames = TypeVar("AnyNames", bound="ActionNames[Any]")
AnyMove = TypeVar("AnyMove")


class Lookup(Generic[AnySetup]):
    """Looks up names, and remembers which it does not know."""

    rule: ClassVar[str]
    """The rule that every name must be known."""

    def __init__(self, setup: AnySetup) -> None:
        self.setup = setup
        self.wrong: list[Finding] = []

    def note(self, message: str) -> None:
        self.wrong.append(Finding(self.rule, message))


class ActionNames(Lookup[AnySetup]):
    """The names in an action."""

    def find(self, name: object, names: Sequence[str], what: str) -> int:
        """The number of a name among those known; 0 after noting that there is none such."""
        if isinstance(name, str) and name in names:
            return names.index(name)
        near = difflib.get_close_matches(name, names, n=3) if isinstance(name, str) else []
        hint = f"near it: {', '.join(near)}" if near else f"there is {', '.join(names[:6])}"
        hint += ", …" if not near and len(names) > 6 else ""
        self.note(f"there is no {what} {shown(name)} in this edition; {hint}")
        return 0


def meant(
    action: object, names: AnyNames, readers: Mapping[type[Any], Callable[[AnyNames, Any], AnyMove]], rule: str
) -> AnyMove | list[Finding]:
    """The move that an action means, read by the reader of its type; or why it means none. `rule` is that it must be an action."""
    read = readers.get(type(action))
    if read is None:
        known = ", ".join(kind.__name__ for kind in readers)
        return [Finding(rule, f"{shown(action)} is not an action; an action is one of {known}")]
    made = read(names, action)
    return list(dict.fromkeys(names.wrong)) or made


def shown(thing: object) -> str:
    """Anything in words, also what cannot be shown."""
    try:
        return repr(thing)
    except Exception:  # noqa: BLE001  # it may be anything, and it must still be refused in words
        return f"something of type {type(thing).__name__}"


class TableNames(Lookup[AnySetup]):
    """The names and numbers on a table."""

    def number(self, name: object, names: Sequence[str], where: str) -> int:
        """The number of a name among those known; 0 after noting that there is none such."""
        if isinstance(name, str) and name in names:
            return list(names).index(name)
        self.note(f"{where}: {name!r:.60} is not known; known are {', '.join(names) or 'none'}")
        return 0

    def whole(self, value: object, least: int, most: int, where: str) -> int:
        """A whole number within its limits."""
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.note(f"{where}: {value!r:.60} is not a number from {least} to {most}")
            return least
        return value
