"""Evaluation: how many points each player may be expected to come to. An opinion for players, no rule.

Counted are the points of the track and of unused cards, streets and challenge as they stand, and with weights that were
found by playing: room to build on, most of all where free cells lie together, and the technology that is open.
"""

from __future__ import annotations

from .objectives import challenge_points, street_points
from .scoring import scores
from .state import Phase, State
from .technology import open_technology

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
    streets, challenge = street_points(state), challenge_points(state)
    values = []
    for seat, player in enumerate(state.players):
        # How much of the game is still to come, from 1 down to 0.
        left = len(player.tiles) / len(setup.edition.own)
        value: float = player.points + setup.edition.unused_card * len(player.cards) + challenge[seat]
        value += STREETS * streets[seat]
        value += left * (_room(state, seat) + TECHNOLOGY * open_technology(setup, player.points))
        values.append(value)
    return tuple(values)


def _room(state: State, seat: int) -> float:
    """What the free cells of a player are worth: the more, the closer they lie together."""
    board, player = state.setup.board, state.players[seat]
    covered = {cell for one in player.buildings for cell in one.cells}
    free = {cell for lot in player.lots for cell in board.lots[lot]} - covered
    # Row by row, so that rounding is the same everywhere.
    return sum(ROOM + TOGETHER * len(board.neighbours[cell] & free) for cell in board.in_order(free))
