"""Checking: all properties of a game, in a state or across a step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

from .actors import CHANCE
from .properties import Property
from .rules import Objection
from .ruleset import AnyRuleset


class Checker:
    """The properties of a game, checked state by state and step by step. `checks` counts each time one was asked."""

    def __init__(self, rules: AnyRuleset) -> None:
        self.rules = rules
        self.properties = rules.properties
        self.checks = 0

    def state(self, state: Any) -> list[Objection]:
        """Every property that does not hold in this state."""
        self.checks += len(self.properties.of_states) + len(self.properties.of_outcomes)
        broken = self.properties.broken_in(state)
        return _objections(broken + self.properties.broken_by_outcome(state, self.rules.outcome(state)))

    def judged(self, state: Any) -> list[Objection]:
        """The same, and every property of what is on offer that does not hold."""
        return self.state(state) + self._offer(state, self.rules.legal_actions(state))

    def step(self, before: Any, action: Any, after: Any, legal: Sequence[Any] | None = None) -> list[Objection]:
        """Every property that does not hold across this step, in the state after it, or for what is legal there."""
        self.checks += sum(one.speaks_of(action) for one in self.properties.of_steps)
        broken = _objections(self.properties.broken_by(before, action, after))
        return broken + self.state(after) + ([] if legal is None else self._offer(after, legal))

    def every_breach(self, before: Any | None, action: Any, after: Any) -> list[Objection]:
        """Every property that does not hold across a step that somebody else made; before is None for a first state."""
        return self.state(after) if before is None else self.step(before, action, after)

    def _offer(self, state: Any, legal: Sequence[Any]) -> list[Objection]:
        properties, weights = self.properties, self.rules.chance_weights(state)
        self.checks += len(properties.of_offers)
        broken = properties.broken_by_offer(state, legal)
        if weights or state.actor is CHANCE:
            self.checks += len(properties.of_chances)
            # An action without a weight, or a weight without an action, is paired with None: no property allows that.
            broken += properties.broken_by_chances(state, tuple(zip_longest(legal, weights)))
        return _objections(broken)


def _objections(broken: Iterable[Property]) -> list[Objection]:
    return [Objection(one.rules[0], f"{one.name}: {one.statement}") for one in broken]
