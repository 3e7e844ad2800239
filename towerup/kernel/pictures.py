"""Who draws a state: `print(state)` and a notebook ask here, and the drawing is done elsewhere.

Drawing lies above the rules, so a state cannot import it. Instead whoever puts the library together (the package `towerup`
itself) says here who draws, as a function that imports it; that happens when the first picture is wanted, and not before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class Artist(Protocol):
    """What can draw the states of any game."""

    def picture(self, state: Any) -> str:
        """A picture for the terminal."""

    def svg(self, state: Any) -> str:
        """A picture for a page."""


_who_draws: list[Callable[[], Artist]] = []


def drawn_by(fetch: Callable[[], Artist]) -> None:
    """From now on states are drawn by what this brings."""
    _who_draws[:] = [fetch]


def printed(state: Any) -> str:
    """The state as a terminal shows it; its one line where nobody draws."""
    return _who_draws[0]().picture(state) if _who_draws else repr(state)


def svg(state: Any) -> str | None:
    """The state as a notebook shows it; None where nobody draws."""
    return _who_draws[0]().svg(state) if _who_draws else None
