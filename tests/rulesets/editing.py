"""Edition files with something else in them, and what is told of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from towerup.kernel.editions import Problem

Edit: TypeAlias = tuple[str, str]
"""A piece of text that a file has once, and what is written instead."""
Told: TypeAlias = tuple[str | None, str]
"""A piece of the line where a mistake is told (None: it is told of the file as a whole), and what is said of it."""


def edited(text: str, *edits: Edit) -> str:
    """The text with each of these pieces replaced."""
    for old, new in edits:
        assert text.count(old) == 1, f"{text.count(old)} times in the file: {old}"
        text = text.replace(old, new)
    return text


def line_of(text: str, piece: str | None) -> int | None:
    """The number of the first line with this piece of text in it."""
    return next((n for n, line in enumerate(text.splitlines(), start=1) if piece and piece in line), None)


def lines_told(problems: Sequence[Problem]) -> list[tuple[int | None, str]]:
    """The lines and words of mistakes."""
    return [(one.place.line if one.place else None, one.message) for one in problems]


def just_these(text: str, problems: Sequence[Problem], *expected: Told) -> None:
    """These mistakes are found, in this order, each at the line with its piece of text, and no others."""
    for piece, _ in expected:
        assert piece is None or line_of(text, piece), f"no line has {piece}"
    assert lines_told(problems) == [(line_of(text, piece), message) for piece, message in expected]
