"""Expectimax: every line of play to a small depth, chance by its weights.

Each seat is taken to play for its own lead (max^n: with two players that is minimax; with more, nobody is taken to play
against one player alone, as the paranoid reading has it). What chance can bring is averaged in full. Depth counts the decisions of
players, not what chance does in between; where it is used up, the position is evaluated as it is.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import attrs

from towerup.kernel.actors import CHANCE

from .players import best, lead


@attrs.frozen
class Expectimax:
    """Looks so many decisions ahead, its own among them. Depth 1 is what the greedy player does."""

    depth: int = attrs.field(validator=attrs.validators.ge(1))

    def __call__(self, state: Any, legal: Sequence[Any], chooser: random.Random) -> Any:
        if len(legal) == 1:
            return legal[0]
        apply, seat = state.ruleset.apply, state.actor
        return best(legal, [lead(value(apply(state, action), self.depth - 1), seat) for action in legal], chooser)

    def __str__(self) -> str:
        return f"expectimax:{self.depth}"


def value(state: Any, depth: int) -> tuple[float, ...]:
    """What each seat may be expected to come to, if all look so many decisions ahead."""
    rules, actor = state.ruleset, state.actor
    if depth == 0 or actor is None:
        worth: tuple[float, ...] = rules.analysis.evaluate(state)
        return worth
    actions, apply = rules.legal_actions(state), rules.apply
    if actor is CHANCE:
        weights = rules.chance_weights(state)
        values = [value(apply(state, action), depth) for action in actions]
        total = sum(weights)
        return tuple(
            sum([weight * one for weight, one in zip(weights, seat, strict=True)]) / total
            for seat in zip(*values, strict=True)
        )
    most, chosen = float("-inf"), tuple[float, ...]()
    for action in actions:
        worth = value(apply(state, action), depth - 1)
        ahead = lead(worth, actor)
        if ahead > most:
            most, chosen = ahead, worth
    return chosen
