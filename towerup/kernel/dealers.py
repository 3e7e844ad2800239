"""Dealers play chance: by a seeded generator, by a script, or by asking."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from .actors import CHANCE
from .ruleset import GameState

S = TypeVar("S", bound=GameState)


class _Settles:
    """What every dealer can do once it can deal."""

    def deal(self, state: Any) -> Any:
        raise NotImplementedError

    def settle(self, state: S) -> S:
        """Chance is played until a person must decide, or the game is over."""
        while state.actor is CHANCE:
            state = state.ruleset.apply(state, self.deal(state))
        return state


class Dealer(_Settles):
    """A dealer that shuffles: the same seed, the same cards for the same questions."""

    def __init__(self, seed: int | str | None = None) -> None:
        self._random = random.Random(seed)

    def deal(self, state: Any) -> Any:
        """What chance brings, drawn by weight."""
        ruleset = state.ruleset
        return self._random.choices(ruleset.legal_actions(state), ruleset.chance_weights(state))[0]


class ScriptedDealer(_Settles):
    """A dealer that brings what a script says, in its order; a script that is too short is an error."""

    def __init__(self, actions: Iterable[Any]) -> None:
        self._actions = iter(actions)

    def deal(self, state: Any) -> Any:
        """The next action of the script; one written as text is read as notation."""
        try:
            action = next(self._actions)
        except StopIteration:
            raise ValueError("the script has no more actions, but chance is to act") from None
        return state.ruleset.parse_action(state, action) if isinstance(action, str) else action


class AskingDealer(_Settles):
    """A dealer that asks: for a game on a real table, where cards are turned over by hand."""

    def __init__(self, ask: Callable[[Any], Any]) -> None:
        self._ask = ask

    def deal(self, state: Any) -> Any:
        """What the asked one says; text is read as notation."""
        answer = self._ask(state)
        return state.ruleset.parse_action(state, answer) if isinstance(answer, str) else answer
