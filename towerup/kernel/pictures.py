"""Who draws a state: `print(state)` and a notebook ask here, and the drawing is done elsewhere.

Drawing lies above the rules, so a state cannot import it. Instead whoever puts the library together (the package `towerup`
itself) says here which module draws; it is imported when the first picture is wanted, and not before.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_who_draws: list[str] = []


def drawn_by(module: str) -> None:
    """From now on states are drawn by the functions `picture(state)` and `svg(state)` of this module."""
    _who_draws[:] = [module]


def printed(state: Any) -> str:
    """The state as a terminal shows it; its one line where nobody draws."""
    if not _who_draws:
        return repr(state)
    text: str = import_module(_who_draws[0]).picture(state)
    return text


def svg(state: Any) -> str | None:
    """The state as a notebook shows it; None where nobody draws."""
    if not _who_draws:
        return None
    text: str = import_module(_who_draws[0]).svg(state)
    return text
