"""Steps gone wrong, in any game: ways to spoil the state after an action, as a wrong implementation might.

Some ways there are in every game. What else can go wrong in a game is in the module `tampering` beside its own tests.
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import attrs

from towerup.kernel.ruleset import AnyRuleset

from .playing import BaseState

Tamper = Callable[[random.Random, Any, Any], Any]
"""Given the states before and after an action, another state after it: spoilt, or by chance as good as it was."""


def again(state: Any) -> Any:
    """The same state, no object of it the same."""
    return pickle.loads(pickle.dumps(state))


def _old(name: str) -> Tamper:
    """The field is as it was before the action."""
    return lambda chance, before, after: attrs.evolve(after, **{name: getattr(before, name)})


def _passed_on(name: str) -> Tamper:
    """What each player has, the one before them has."""

    def tamper(chance: random.Random, before: Any, after: Any) -> Any:
        first, *others = getattr(after, name)
        return attrs.evolve(after, **{name: (*others, first)})

    return tamper


def tampers_of_any_game(rules: AnyRuleset) -> dict[str, Tamper]:
    """Each field as it was; what lies before the players, passed on; and nothing at all."""
    state = rules.new_game(rules.player_counts(rules.usual_edition)[0])
    fields = [field.name for field in attrs.fields(type(state)) if field.init and field.name != "setup"]
    seats = len(state.setup.seats)
    theirs = [one for one in fields if type(getattr(state, one)) is tuple and len(getattr(state, one)) == seats]
    return {
        **{f"old {name}": _old(name) for name in fields},
        **{f"{name} passed on": _passed_on(name) for name in theirs},
        "nothing": lambda chance, before, after: again(after),
    }


@attrs.frozen
class Spoiling:
    """How steps of a game are spoilt, and which."""

    rules: AnyRuleset
    tampers: Mapping[str, Tamper]
    steps: Callable[[], Iterator[BaseState]]
    """Steps enough to show what can go wrong."""
    is_rare: Callable[[Any, Any, Any], bool]
    """Whether something happens that happens only once a game, or in setup: it is then spoilt in every way."""
    unbroken: frozenset[str]
    """Laws that no step spoilt in such a way breaks; they have tests of their own."""
    every: int
    """Of how many steps one is looked at closely, to see what the laws read."""
    out_of_place: Any
    """An action that hardly ever is the right one."""

    def spoilt(self, chance: random.Random, before: Any, after: Any) -> tuple[list[str], Any]:
        """The state after a step, spoilt in one way or a few, and in which."""
        ways = chance.choices(list(self.tampers), k=chance.choice((1, 1, 1, 2, 3)))
        state = after
        for way in ways:
            state = self.tampers[way](chance, before, state)
        return ways, state

    def all_findings(self, before: Any, action: Any, after: Any) -> list[Any]:
        """What all laws find wrong with a step, each asked in full."""
        found = [one for law in self.rules.transition_laws for one in law.broken_by(before, action, after)]
        return found + [one for law in self.rules.state_laws for one in law.broken_by(after)]


def laws_in(findings: list[Any]) -> set[str]:
    """The names of the laws that these findings are of."""
    return {finding.message.split(":")[0] for finding in findings}
