"""Numbers and names in words, for objections."""

from __future__ import annotations

from collections.abc import Sequence


def number_of(count: int, thing: str) -> str:
    """A number of things: `no lots`, `1 lot`, `2 lots`."""
    return f"{count or 'no'} {thing}{'' if count == 1 else 's'}"


def names_and(names: Sequence[str]) -> str:
    """Names in a sentence: `R1, R2 and R3`."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
