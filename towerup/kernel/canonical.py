"""Canonical JSON: the same value, the same bytes; and strict reading with the place of a mistake."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any, TypeAlias

import orjson

MOST_DEPTH = 64
"""Lists and objects within each other, at most. Ours have 6; what is deeper can break whoever walks through it."""


class JsonError(ValueError):
    """Text that is not the JSON that was expected: every problem, with its place; `column` if the text itself is wrong."""

    def __init__(self, problems: tuple[str, ...], column: int | None = None) -> None:
        super().__init__(problems)
        self.problems = problems
        self.column = column

    def __str__(self) -> str:
        return "\n".join(self.problems)


Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
"""A JSON value."""
JsonObject: TypeAlias = dict[str, Json]
"""A JSON object."""


def encode(value: Any) -> bytes:
    """Canonical bytes: keys sorted, no white space, UTF-8."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def shown(value: Any, most: int = 60) -> str:
    """A JSON value as its writer would recognise it, cut short if it is long; what is none, as Python shows it."""
    try:
        text = encode(value).decode()
    except TypeError:
        text = repr(value)
    return text if len(text) <= most else text[: most - 3] + "…"


def decode(data: bytes | str) -> Any:
    """The value of a JSON text; a mistake in it is told with line and column.

    Strict where JSON leaves it open what is meant: a key that is there twice, or nesting without end, is a mistake.
    """
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise _not_json(data, error) from None
    # Each key has a colon after it. As many colons as keys: nothing was dropped. More: a text has one, or a key is
    # there twice; that is looked at closely.
    colons = data.count(":") if isinstance(data, str) else data.count(b":")
    keys = _keys(value)
    if keys is None:
        raise _too_deep(data)
    if keys != colons:
        _refuse_repeated_keys(data)
    return value


def _keys(value: Any) -> int | None:
    """How many keys there are in a value and all within it; None if it is nested too deep."""
    count = 0
    level = [value]
    for _ in range(MOST_DEPTH):
        deeper: list[Any] = []
        for one in level:
            if type(one) is dict:
                count += len(one)
                deeper += one.values()
            elif type(one) is list:
                deeper += one
        if not deeper:
            return count
        level = deeper
    return None if any(type(one) in (dict, list) for one in level) else count


_PARTS = re.compile(r'("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[][{}]')
"""Texts, keys among them, and the brackets outside of them."""


def _too_deep(data: bytes | str) -> JsonError:
    text = data if isinstance(data, str) else data.decode()
    depth, at = 0, 0
    for part in _PARTS.finditer(text):
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(part.group(), 0)
        if depth > MOST_DEPTH:
            at = part.start()
            break
    return _mistake(f"nested more than {MOST_DEPTH} deep", text, at)


def _refuse_repeated_keys(data: bytes | str) -> None:
    text = data if isinstance(data, str) else data.decode()
    objects: list[set[str]] = []
    for part in _PARTS.finditer(text):
        if part.group() == "{":
            objects.append(set())
        elif part.group() == "}":
            objects.pop()
        elif part.group(2):
            key = json.loads(part.group(1))
            if key in objects[-1]:
                raise _mistake(f"the key {part.group(1)[:80]} is there twice in one object", text, part.start())
            objects[-1].add(key)


def _mistake(words: str, text: str, at: int) -> JsonError:
    """A mistake at a place of the text, which is told in words too."""
    at = min(at, len(text.rstrip("\r\n")))  # what is missing at the end is missing at the end of the last line
    column = at - text.rfind("\n", 0, at)
    line = f"line {text.count(chr(10), 0, at) + 1}, " if "\n" in text.rstrip() else ""
    return JsonError((f"{words} in {line}column {column}",), column)


def _not_json(data: bytes | str, error: orjson.JSONDecodeError) -> JsonError:
    """What is wrong with the text, in words that tell what would be right."""
    if not isinstance(data, str | bytes | bytearray):
        return JsonError((f"not JSON: text or bytes are wanted, not {data!r:.60}",))
    try:
        text = data if isinstance(data, str) else data.decode()
    except UnicodeDecodeError as wrong:
        readable = wrong.object.decode(errors="replace")
        at = len(wrong.object[: wrong.start].decode())
        return _mistake(f"not JSON: not UTF-8, byte 0x{wrong.object[wrong.start]:02x}", readable, at)
    words, at = error.msg, error.pos
    if words == "depth limit exceeded":
        return _too_deep(text)
    if text.startswith("\ufeff"):
        words = "a byte order mark, but JSON is UTF-8 without one,"
    elif not text.strip():
        words = "nothing is there, but a JSON value is wanted,"
    elif text.startswith(("NaN", "Infinity"), at):
        at -= text.startswith("-", at - 1)
        words = "NaN and Infinity are no JSON numbers,"
    return _mistake(f"not JSON: {words}", text, at)


def digest(value: Any) -> str:
    """A short name for a value: the first 16 hexadecimal digits of the SHA-256 of its canonical bytes."""
    return hashlib.sha256(encode(value)).hexdigest()[:16]
