"""Evaluation: how many points each player may be expected to come to. An opinion for players, no rule.

Counted are the points of the track and of unused cards, streets and challenge as they stand, and with weights that were
found by playing: room to build on, most of all where free cells lie together, and the technology that is open.
"""

from __future__ import annotations

from .board import numbers_of
from .ending import level_at
from .objectives import challenge_points, street_points
from .scoring import scores
from .setup import Setup
from .state import Phase, State

ROOM = 0.5
"""What a free cell of one's own is worth."""
TOGETHER = 0.35
"""What it is worth more if it adjoins another."""
TECHNOLOGY = 1.5
"""What a newer technology is worth beyond the points that opened it."""
STREETS = 0.6
"""How much of a street that one leads on is one's own in the middle of a game."""
SPREAD = 12.0
"""By how many points this is wrong in the middle of a game, or so."""


def evaluate(state: State) -> tuple[float, ...]:
    """For each seat the points it may come to; exactly what it has, once the game is over."""
    if state.phase is Phase.OVER:
        return tuple(float(score.total) for score in scores(state))
    setup = state.setup
    unused = setup.edition.unused_card
    streets, challenge = street_points(state), challenge_points(state)
    sizes = len(setup.edition.own)
    values = []
    for seat, points in enumerate(state.points):
        left = state.left[seat].bit_count() / sizes
        """How much of the game is still to come, from 1 down to 0."""
        value: float = points + unused * state.cards[seat].bit_count() + challenge[seat]
        value += STREETS * streets[seat]
        value += left * (_room(setup, state.free[seat]) + TECHNOLOGY * level_at(setup, points))
        values.append(value)
    return tuple(values)


def _room(setup: Setup, free: int) -> float:
    """What free cells are worth: the more, the closer they lie together."""
    neighbours, value = setup.board.neighbours, 0.0
    for cell in numbers_of(free):
        value += ROOM + TOGETHER * (neighbours[cell] & free).bit_count()
    return value
