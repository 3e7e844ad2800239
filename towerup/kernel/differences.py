"""Differences: where two JSON values that should be the same are not, field by field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from .canonical import encode
from .pointing import Path


class _Absent:
    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = _Absent()
"""Stands for a value that is not there."""


class Difference(NamedTuple):
    """A place where the value given is not the right one; either may be ABSENT."""

    path: Path
    given: Any
    right: Any

    @property
    def place(self) -> str:
        """The path as it is written in code: `scores[0].cone`."""
        steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.path)
        return "".join(steps).removeprefix(".") or "the value"

    def __str__(self) -> str:
        if self.given is ABSENT:
            return f"{self.place} is missing; it is {_shown(self.right)}"
        if self.right is ABSENT:
            return f"{self.place} is {_shown(self.given)}, but there is nothing such"
        return f"{self.place} is {_shown(self.given)}, but should be {_shown(self.right)}"


def differences(given: Any, right: Any, path: Path = ()) -> Iterator[Difference]:
    """Every place where a JSON value is not the right one. 1, 1.0 and true are three different values."""
    if isinstance(given, dict) and isinstance(right, dict):
        for key in (*right, *(key for key in given if key not in right)):
            yield from differences(given.get(key, ABSENT), right.get(key, ABSENT), (*path, key))
    elif _listed(given) and _listed(right) and len(given) == len(right):
        for index, (one, other) in enumerate(zip(given, right, strict=True)):
            yield from differences(one, other, (*path, index))
    elif (
        type(given) is not type(right) or given != right or (isinstance(given, list) and encode(given) != encode(right))
    ):
        yield Difference(path, given, right)


def _listed(value: Any) -> bool:
    """Whether it is a list to be gone through: a list of plain values is told whole."""
    return isinstance(value, list) and any(isinstance(one, dict | list) for one in value)


def _shown(value: Any) -> str:
    text = encode(value).decode()
    return text if len(text) <= 120 else text[:117] + "…"
