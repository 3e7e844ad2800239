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
from .space import NOT_JOINED, BuildMove, GrowMove, PassMove, PlaceMove, RemoveMove, ShiftMove, SwapMove, TaxMove
from .state import State

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
        # Growths come last among what can be built, and are few: those at the end are looked at first.
        for number in range(span) if span <= HANDFUL else [span - 1, *(int(draw() * span) for _ in range(HANDFUL - 1))]:
            liked = self.liking(state, moves[legal[number]]) + draw() / 1_000
            if liked > most:
                best, most = legal[number], liked
        return best


# --- what can be liked


def _mine(state: State) -> int:
    """The cells of the one who decides."""
    return state.owned[state.actor] if type(state.actor) is int else 0


def _beside_mine(state: State, cell: int) -> int:
    """How many neighbours of a cell are one's own."""
    return (state.setup.neighbour_masks[cell] & _mine(state)).bit_count()


def _at_the_edge(state: State, cell: int) -> int:
    """How many spaces of the street are beside a cell."""
    return state.setup.beside.count(cell)


def _estate(state: State, move: Any) -> float:
    """A landlord: a large estate along the street, of which nothing is given away."""
    if isinstance(move, BuildMove | PlaceMove):
        return 2 * _beside_mine(state, move.cell) + _at_the_edge(state, move.cell)
    if isinstance(move, GrowMove):
        return 1 + 2 * _beside_mine(state, move.raze) + _at_the_edge(state, move.raze)
    if isinstance(move, ShiftMove):
        return 2 * _beside_mine(state, move.to) + _at_the_edge(state, move.to) - _beside_mine(state, move.cell)
    if isinstance(move, RemoveMove):
        return -2.0 * (_mine(state) >> move.cell & 1)
    if isinstance(move, PassMove):
        return -9
    return 0


def _tower(state: State, move: Any) -> float:
    """A climber: skyscrapers as fast as can be."""
    if isinstance(move, GrowMove):
        return 9 if move.join != NOT_JOINED or state.twos >> move.cell & 1 else 4
    if isinstance(move, RemoveMove):
        return -9.0 * (_mine(state) & (state.towers | state.twos) >> move.cell & 1)
    if isinstance(move, BuildMove | PlaceMove):
        # Near opponents' small constructions, which can then be razed.
        others = (state.ones | state.twos) & ~_mine(state)
        return (state.setup.reach[move.cell][2] & others).bit_count()
    return 0


def _spread(state: State, move: Any) -> float:
    """A settler: one floor on every empty cell, and no growth."""
    if isinstance(move, GrowMove):
        return -9
    if isinstance(move, BuildMove | PlaceMove):
        return -_beside_mine(state, move.cell)
    return 0


def _double(state: State, move: Any) -> float:
    """A hoarder of floors: growths to two floors, never to three, so that floors run out."""
    if isinstance(move, GrowMove):
        return -5 if move.join != NOT_JOINED or state.twos >> move.cell & 1 else 6
    if isinstance(move, RemoveMove):
        return -3.0 * (_mine(state) >> move.cell & 1)
    return 0


def _raze(state: State, move: Any) -> float:
    """A vandal: others' constructions down, the tall ones first, and the leader taxed."""
    if isinstance(move, GrowMove):
        return 5 + (state.twos >> move.raze & 1)
    if isinstance(move, RemoveMove):
        return 5.0 * (~_mine(state) >> move.cell & 1) + (state.twos >> move.cell & 1)
    if isinstance(move, TaxMove):
        seat = state.setup.seat_of[move.colour]
        return 0 if seat < 0 else (state.owned[seat] & state.towers & ~_mine(state)).bit_count()
    return 0


def _idle(state: State, move: Any) -> float:
    """An idler: passes if that is allowed, and harms nobody, least of all others."""
    if isinstance(move, PassMove):
        return 9
    if isinstance(move, GrowMove):
        return -3
    if isinstance(move, RemoveMove):
        return 3.0 * (_mine(state) >> move.cell & 1)
    if isinstance(move, SwapMove):
        return _at_the_edge(state, move.one)
    return 0


POLICIES: Mapping[str, Policy[State, Action]] = {
    "random": _at_random,
    "landlord": Character(_estate),
    "climber": Character(_tower),
    "settler": Character(_spread),
    "hoarder": Character(_double),
    "vandal": Character(_raze),
    "idler": Character(_idle),
}
"""The policies by name."""
