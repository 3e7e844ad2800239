"""Perft: counts of ways and positions by depth, shared out among processes, and told apart by first action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from typing import Any, TypeAlias

import attrs

from towerup.kernel.actors import CHANCE
from towerup.kernel.counting import Frontier, Level, counts
from towerup.kernel.parallel import map_ordered

WORTH_SHARING = 64
"""Work is shared out once there are so many positions for each process."""
SLICES = 4
"""So many slices for each process, so that none is idle for long."""

Start: TypeAlias = tuple[Any, int, int]
"""A position to count from, with how many ways lead there and their weight."""

Tell: TypeAlias = Callable[[int, int], None]
"""Is told of a depth and how many positions are known there."""


def perft(start: Any, depth: int, jobs: int = 1, tell: Tell = lambda depth, positions: None) -> list[Level]:
    """What there is after 0 actions, after 1, and so on, up to a depth. The same whatever the number of processes."""
    frontier = Frontier(start.ruleset)
    frontier.add(start, 1, 1, keep=depth > 0)
    levels = [frontier.level()]
    tell(0, 1)
    while len(levels) <= depth:
        if jobs > 1 and len(frontier.met) >= WORTH_SHARING * jobs:
            return levels + _shared(frontier, depth - len(levels) + 1, jobs, tell)
        frontier = frontier.next(keep=len(levels) < depth)
        levels.append(frontier.level())
        tell(len(levels) - 1, len(frontier.met))
    return levels


def _shared(frontier: Frontier, depth: int, jobs: int, tell: Tell) -> list[Level]:
    """The levels beyond a frontier, by several processes."""
    starts = [(one.state, one.paths, one.weight) for one in frontier.met.values()]
    size = -(-len(starts) // (jobs * SLICES))
    slices = [starts[first : first + size] for first in range(0, len(starts), size)]
    merged = [Frontier(frontier.rules) for _ in range(depth)]
    with closing(map_ordered(partial(_counted, depth), slices, jobs)) as results:
        for found in results:
            for whole, part in zip(merged, found, strict=True):
                whole.merge(part)
            tell(depth, len(merged[-1].met))
    return [whole.level() for whole in merged]


def _counted(depth: int, starts: Sequence[Start]) -> list[dict[bytes, tuple[int, int, int, int]]]:
    """What is met 1 action, 2 and so on after these positions."""
    frontier = Frontier(starts[0][0].ruleset)
    for state, paths, weight in starts:
        frontier.add(state, paths, weight, keep=True)
    found = []
    for number in range(depth):
        frontier = frontier.next(keep=number < depth - 1)
        found.append(frontier.plain())
    return found


@attrs.frozen
class Branch:
    """What there is at a depth behind one first action; `times` is its weight where chance takes it, else 1."""

    action: Any
    times: int
    level: Level


def divide(start: Any, depth: int, jobs: int = 1, tell: Callable[[], None] = lambda: None) -> list[Branch]:
    """What there is at a depth, told apart by the first action. The ways add up to all there are, positions need not."""
    if depth < 1:
        raise ValueError(f"to divide by the first action, a depth of 1 or more is wanted, not {depth}")
    rules = start.ruleset
    actions = rules.legal_actions(start)
    times = rules.chance_weights(start) if start.actor is CHANCE else (1,) * len(actions)
    branches = []
    parts = [(start, action) for action in actions]
    with closing(map_ordered(partial(_behind, depth), parts, jobs)) as levels:
        for action, weight, level in zip(actions, times, levels, strict=True):
            branches.append(Branch(action, weight, level))
            tell()
    return branches


def _behind(depth: int, first: tuple[Any, Any]) -> Level:
    state, action = first
    rules = state.ruleset
    return counts(rules, rules.apply(state, action), depth - 1)[-1]
