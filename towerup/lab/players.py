"""Players: who chooses among legal actions, and the two simplest of them.

A player is called with a state in which a seat is to decide, the legal actions there, and a generator which is all the
chance it may use; it gives back one of the actions. So the same state and generator bring the same choice; a player
remembers nothing, can be sent to another process, and any policy of a ruleset or function of one's own can be one. States
hide nothing, so a player sees what all players see.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, TypeAlias

import attrs

from towerup.kernel.ruleset import Policy

Player: TypeAlias = Policy[Any, Any]
"""Of a state and its legal actions (never none) one, with this generator as the only chance."""


def lead(values: Sequence[float], seat: int) -> float:
    """By how much a seat is ahead of the best of the others."""
    return values[seat] - max([value for other, value in enumerate(values) if other != seat])


@attrs.frozen
class Random:
    """Every legal action is as likely."""

    def __call__(self, state: Any, legal: Sequence[Any], chooser: random.Random) -> Any:
        return legal[int(chooser.random() * len(legal))]

    def __str__(self) -> str:
        return "random"


@attrs.frozen
class Greedy:
    """The action after which the lead looks best, as the game evaluates it; among equals, any."""

    def __call__(self, state: Any, legal: Sequence[Any], chooser: random.Random) -> Any:
        if len(legal) == 1:
            return legal[0]
        rules, seat = state.ruleset, state.actor
        apply, evaluate = rules.apply, rules.analysis.evaluate
        return best(legal, [lead(evaluate(apply(state, action)), seat) for action in legal], chooser)

    def __str__(self) -> str:
        return "greedy"


def best(actions: Sequence[Any], worth: Sequence[float], chooser: random.Random) -> Any:
    """The action that is worth most; among equals, any."""
    most = max(worth)
    equals = [action for action, one in zip(actions, worth, strict=True) if one == most]
    return equals[int(chooser.random() * len(equals))]
