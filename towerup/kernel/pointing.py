"""Pointing: where in a JSON text a value stands, so that a mistake in it can be shown.

The text is gone through once more, slowly, and only when there is a mistake to tell.
"""

from __future__ import annotations

import re
from json import JSONDecoder
from typing import TypeAlias

from .numbers import whole_number

Path: TypeAlias = tuple[str | int, ...]
"""The way into a JSON value: keys and indexes, from the outside inwards."""

_SPACE = re.compile(r"[ \t\r\n]*")
_STEP = re.compile(r"\.([^.\[\]]+)|\[([0-9]{1,9})\]|\['([^']*)'\]")
_value_at = JSONDecoder(parse_int=str, parse_float=str).raw_decode  # where numbers end is enough


def column_of(text: str, path: Path) -> int:
    """The column (from 1) of the value at a path, or of the innermost value on the way that is there.

    The text must be JSON.
    """
    at = _after_space(text, 0)
    for step in path:
        inner = _member(text, at, step) if isinstance(step, str) else _element(text, at, step)
        if inner is None:
            break
        at = inner
    return at - text.rfind("\n", 0, at)


def path_in(problem: str) -> Path:
    """The path at the end of a problem's words, as in `7 is not a text @ $.floors[0]`."""
    _, found, written = problem.rpartition("@ $")
    if not found:
        return ()
    return tuple(whole_number(number) if number else name or quoted for name, number, quoted in _STEP.findall(written))


def within(key: str, problem: str) -> str:
    """A problem in a value, told from where the value is found under a key."""
    words, at, path = problem.rpartition("@ $")
    if not at:
        return f"{problem} @ $.{key}"
    return problem if path.startswith(f".{key}") else f"{words}@ $.{key}{path}"


def _after_space(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return space.end() if space else at


def _member(text: str, at: int, key: str) -> int | None:
    """Where the value of a key of the object at this place begins."""
    if text[at] != "{":
        return None
    at = _after_space(text, at + 1)
    while text[at] != "}":
        name, at = _value_at(text, at)
        at = _after_space(text, _after_space(text, at) + 1)  # past the colon
        if name == key:
            return at
        at = _past_value(text, at)
    return None


def _element(text: str, at: int, index: int) -> int | None:
    """Where an element of the list at this place begins."""
    if text[at] != "[":
        return None
    at = _after_space(text, at + 1)
    while text[at] != "]":
        if index == 0:
            return at
        index -= 1
        at = _past_value(text, at)
    return None


def _past_value(text: str, at: int) -> int:
    """Past the value at this place and the comma after it."""
    _, at = _value_at(text, at)
    at = _after_space(text, at)
    return _after_space(text, at + 1) if text[at] == "," else at
