"""Policies: players who choose among the legal actions each in their own way.

None of them plays well; together they bring about what a table of people brings about in many evenings. A choice must
cost no more than a step of the game, so a policy looks at a handful of the actions on offer, drawn at random, and takes
the one it likes best. The generator is all the chance there is: the same state and generator, the same choice.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import attrs

from towerup.kernel.ruleset import Policy

from .actions import Action
from .space import AcquireMove, BoomMove, BuildMove, EndMove, GrabMove, RebuildMove, ShiftMove
from .state import Phase, State

HANDFUL = 6
"""So many of the actions on offer are looked at."""
WHIM = 0.1
"""How often a choice is made without looking: a policy that is never untrue to itself can keep a game going for ever."""

Liking: TypeAlias = Callable[[State, Any], float]
"""How much a move is liked: the more, the better."""


def _at_random(state: State, legal: Sequence[Action], chooser: random.Random) -> Action:
    """Every legal action is as likely."""
    return legal[int(chooser.random() * len(legal))]


@attrs.frozen(eq=False)
class Character:
    """What a player likes; what is not liked or disliked is chosen at random."""

    liking: Liking

    def __call__(self, state: State, legal: Sequence[Action], chooser: random.Random) -> Action:
        draw, span = chooser.random, len(legal)
        if span == 1 or draw() < WHIM:
            return legal[int(draw() * span)]
        moves = state.setup.space.moves
        best, most = legal[0], -1e9
        # Action cards come first and rebuilding last among what can be done: both ends are looked at.
        few = [0, span - 1, *(int(draw() * span) for _ in range(HANDFUL - 2))]
        for number in range(span) if span <= HANDFUL else few:
            liked = self.liking(state, moves[legal[number]]) + draw() / 1_000
            if liked > most:
                best, most = legal[number], liked
        return best


# --- what can be liked


def _beside_own(state: State, lot: int) -> int:
    """How many of one's own free cells a lot adjoins."""
    board = state.setup.board
    return (board.around(board.lot_cells[lot]) & state.free[state.seat]).bit_count()


def _grow(state: State, move: Any) -> float:
    """A developer: the most points for every building, on lots that lie together."""
    if isinstance(move, BuildMove | RebuildMove):
        return 2 + move.placement.points
    if isinstance(move, AcquireMove):
        return _beside_own(state, move.lot)
    return -1 if isinstance(move, EndMove) else 0


def _renew(state: State, move: Any) -> float:
    """A renewer: old buildings down, new ones up, with as many at a time as can be."""
    if isinstance(move, RebuildMove):
        return 9 + move.placement.size
    if isinstance(move, BuildMove):
        return 6 - move.placement.technology
    return 2 if isinstance(move, BoomMove) else 0


def _keep(state: State, move: Any) -> float:
    """A baron: small bronze and silver everywhere, and nothing of it ever demolished."""
    if isinstance(move, RebuildMove):
        return -9
    if isinstance(move, BuildMove):
        return 9 - 2 * move.placement.technology - move.placement.size
    return 0


def _hoard(state: State, move: Any) -> float:
    """A speculator: lots and more lots, and buildings only where nothing else can be done."""
    if isinstance(move, GrabMove | AcquireMove):
        return 5
    if isinstance(move, EndMove):
        return 4
    if isinstance(move, BuildMove | RebuildMove):
        return -move.placement.points
    return 0


def _spend(state: State, move: Any) -> float:
    """A gambler: gathers room, and then uses action cards one upon the other."""
    room = state.free[state.seat].bit_count()
    if isinstance(move, ShiftMove | BoomMove):
        return 9
    if isinstance(move, GrabMove):
        return 9 if room >= 4 else -1
    if isinstance(move, AcquireMove):
        # A second lot waits until something is built, and then for Construction Boom.
        return 1 if state.phase is Phase.BUILD else 2 + _beside_own(state, move.lot) / 4
    if isinstance(move, BuildMove):
        return 3 if state.grab or state.phase is not Phase.BUILD or room >= 6 else -1
    return 0


def _tower(state: State, move: Any) -> float:
    """A climber: as fast as can be to gold and to the tallest legendary, with large estates for it."""
    if isinstance(move, BuildMove | RebuildMove):
        return 3 * move.placement.technology + 4 * move.placement.height + move.placement.points / 4
    if isinstance(move, AcquireMove):
        return _beside_own(state, move.lot)
    return -2 if isinstance(move, EndMove) else 0


def _hurry(state: State, move: Any) -> float:
    """A finisher: buildings of any size, nothing demolished, no second building; Land Grab only with the last of them."""
    if isinstance(move, GrabMove):
        return 9 if state.left[state.seat].bit_count() <= state.setup.edition.unbuilt + 1 else -5
    if isinstance(move, BuildMove):
        return 5 - move.placement.size / 4
    if isinstance(move, AcquireMove):
        return 4 if state.phase is not Phase.TURN else _beside_own(state, move.lot)
    return -4 if isinstance(move, RebuildMove | BoomMove | ShiftMove) else 0


POLICIES: Mapping[str, Policy[State, Action]] = {
    "random": _at_random,
    "developer": Character(_grow),
    "renewer": Character(_renew),
    "baron": Character(_keep),
    "speculator": Character(_hoard),
    "gambler": Character(_spend),
    "climber": Character(_tower),
    "finisher": Character(_hurry),
}
"""The policies by name."""
