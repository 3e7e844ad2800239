"""Invariants: laws that hold in every state, or across every transition, as named functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

import attrs

from .rules import Finding

S = TypeVar("S")
A = TypeVar("A")


@attrs.frozen
class StateLaw(Generic[S]):
    """A law about one state. `check` yields, in words, each way in which the state breaks it."""

    name: str
    rules: tuple[str, ...]
    statement: str
    check: Callable[[S], Iterator[str]]

    def broken_by(self, state: S) -> Iterator[Finding]:
        """Each breach, under the first of the law's rules."""
        for message in self.check(state):
            yield Finding(self.rules[0], f"{self.name}: {message}")


@attrs.frozen
class TransitionLaw(Generic[S, A]):
    """A law about a state, an action and the state after it."""

    name: str
    rules: tuple[str, ...]
    statement: str
    check: Callable[[S, A, S], Iterator[str]]

    def broken_by(self, before: S, action: A, after: S) -> Iterator[Finding]:
        """Each breach, under the first of the law's rules."""
        for message in self.check(before, action, after):
            yield Finding(self.rules[0], f"{self.name}: {message}")
