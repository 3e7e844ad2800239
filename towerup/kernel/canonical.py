"""Canonical JSON: the same value, the same bytes; and strict reading with the place of a mistake."""

from __future__ import annotations

import hashlib
from typing import Any

import orjson


class JsonError(ValueError):
    """Text that is not the JSON that was expected: every problem, with its place."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__(problems)
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(self.problems)


def encode(value: Any) -> bytes:
    """Canonical bytes: keys sorted, no white space, UTF-8."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def decode(data: bytes | str) -> Any:
    """The value of a JSON text; a mistake in it is told with line and column."""
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise JsonError((f"not JSON: {error}",)) from None


def digest(value: Any) -> str:
    """A short name for a value: the first 16 hexadecimal digits of the SHA-256 of its canonical bytes."""
    return hashlib.sha256(encode(value)).hexdigest()[:16]
