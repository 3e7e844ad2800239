"""Policies: players who choose among the legal actions, each with a taste of their own.

None of them plays well. Together they reach what people reach in many evenings: full boards, floors that run out, bankrupts.
A choice must cost about as much as a step, so a policy looks at a few of the actions, drawn at random, and takes the one it
likes best. The same state, actions and generator give the same choice.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import attrs

from towerup.kernel.ruleset import Policy

from .actions import Action, Build, Grow, Pass, Place, Remove, Shift, Swap, Tax
from .state import SKYSCRAPER, State

SAMPLE_SIZE = 6
"""How many actions a policy compares."""
RANDOM_SHARE = 0.1
"""The share of choices made at random. A policy that always follows its taste can keep a game going for ever."""

Preference: TypeAlias = Callable[[State, Any], float]
"""How much an action is liked: the more, the better."""


def _at_random(state: State, legal: Sequence[Action], rng: random.Random) -> Action:
    """Every legal action is as likely."""
    return legal[int(rng.random() * len(legal))]


@attrs.frozen(eq=False)
class Character:
    """A player with a taste."""

    preference: Preference

    def __call__(self, state: State, legal: Sequence[Action], rng: random.Random) -> Action:
        draw, number = rng.random, len(legal)
        if number == 1 or draw() < RANDOM_SHARE:
            return legal[int(draw() * number)]
        # Growths come last among what can be built, and are few: the last action is always looked at.
        few: Sequence[int] = range(number)
        if number > SAMPLE_SIZE:
            few = [number - 1, *(int(draw() * number) for _ in range(SAMPLE_SIZE - 1))]
        return max((legal[one] for one in few), key=lambda action: self.preference(state, action) + draw() / 1_000)


# --- what is asked of the board


def _colour(state: State) -> str:
    """The colour of the player who decides."""
    assert isinstance(state.actor, int)
    return state.setup.seats[state.actor]


def _is_own(state: State, cell: str) -> bool:
    return cell in state.constructions and state.constructions[cell].owner == _colour(state)


def _floors(state: State, cell: str) -> int:
    return state.constructions[cell].floors if cell in state.constructions else 0


def _own_neighbours(state: State, cell: str) -> int:
    """How many neighbours of a cell are one's own."""
    return sum(_is_own(state, one) for one in state.setup.board.neighbours[cell])


def _spaces_beside(state: State, cell: str) -> int:
    """How many spaces of the street are beside a cell."""
    return len(state.board.nodes[cell]["spaces"])


def _makes_skyscraper(state: State, action: Grow) -> bool:
    return action.join is not None or _floors(state, action.cell) == 2


# --- the preferences


def _estate(state: State, action: Action) -> float:
    """A large estate along the street, of which nothing is given away."""
    if isinstance(action, Build | Place):
        return 2 * _own_neighbours(state, action.cell) + _spaces_beside(state, action.cell)
    if isinstance(action, Grow):
        return 1 + 2 * _own_neighbours(state, action.raze) + _spaces_beside(state, action.raze)
    if isinstance(action, Shift):
        there = 2 * _own_neighbours(state, action.to) + _spaces_beside(state, action.to)
        return there - _own_neighbours(state, action.cell)
    if isinstance(action, Remove):
        return -2.0 * _is_own(state, action.cell)
    return -9 if isinstance(action, Pass) else 0


def _skyscrapers(state: State, action: Action) -> float:
    """Skyscrapers as fast as possible."""
    if isinstance(action, Grow):
        return 9 if _makes_skyscraper(state, action) else 4
    if isinstance(action, Remove):
        return -9.0 * (_is_own(state, action.cell) and _floors(state, action.cell) > 1)
    if isinstance(action, Build | Place):
        # Near opponents' low constructions, which can then be razed.
        near = state.setup.board.reach[action.cell][2]
        return sum(0 < _floors(state, cell) < SKYSCRAPER and not _is_own(state, cell) for cell in near)
    return 0


def _spread(state: State, action: Action) -> float:
    """One floor on every empty cell, and no growth."""
    if isinstance(action, Grow):
        return -9
    return -_own_neighbours(state, action.cell) if isinstance(action, Build | Place) else 0


def _two_floors(state: State, action: Action) -> float:
    """Growths to two floors, never to three, so that floors run out."""
    if isinstance(action, Grow):
        return -5 if _makes_skyscraper(state, action) else 6
    return -3.0 * _is_own(state, action.cell) if isinstance(action, Remove) else 0


def _destruction(state: State, action: Action) -> float:
    """Others' constructions down, the tall ones first, and the leader taxed."""
    if isinstance(action, Grow):
        return 5 + (_floors(state, action.raze) == 2)
    if isinstance(action, Remove):
        return 5.0 * (not _is_own(state, action.cell)) + (_floors(state, action.cell) == 2)
    if isinstance(action, Tax) and action.player != _colour(state):
        own = [one.floors for one in state.constructions.values() if one.owner == action.player]
        return own.count(SKYSCRAPER)
    return 0


def _idleness(state: State, action: Action) -> float:
    """Passes if that is allowed, and harms nobody, least of all others."""
    if isinstance(action, Pass):
        return 9
    if isinstance(action, Grow):
        return -3
    if isinstance(action, Remove):
        return 3.0 * _is_own(state, action.cell)
    if isinstance(action, Swap):
        return _spaces_beside(state, min(action.cells, key=state.setup.board.cells.index))
    return 0


POLICIES: Mapping[str, Policy[State, Action]] = {
    "random": _at_random,
    "landlord": Character(_estate),
    "climber": Character(_skyscrapers),
    "settler": Character(_spread),
    "hoarder": Character(_two_floors),
    "vandal": Character(_destruction),
    "idler": Character(_idleness),
}
"""The policies by name."""
