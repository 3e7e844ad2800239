"""Outcomes: what every game's outcome tells, and one for games that need no more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import attrs


class GameOutcome(Protocol):
    """What every outcome tells: the winning seats (several share a victory), and why the game ended."""

    @property
    def winners(self) -> Sequence[int]: ...

    @property
    def cause(self) -> str: ...


@attrs.frozen
class Outcome:
    """How a game ended: the points of every seat, and why. Those with the most points win."""

    scores: tuple[int, ...]
    cause: str = "the end"
    winners: tuple[int, ...] = attrs.Factory(lambda self: _best(self.scores), takes_self=True)


def _best(scores: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat, points in enumerate(scores) if points == max(scores))
