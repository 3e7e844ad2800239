"""Properties: what must hold, said in another way than the rulebook says it.

A game has one collection of them, and its functions are entered by decorators:

    PROPERTIES: Properties[State, Action] = Properties()
    always, step, sometimes = PROPERTIES.always, PROPERTIES.step, PROPERTIES.sometimes

    @always("TU-BOX-01")
    def no_floor_appears_or_vanishes(state): ...

The function's name is the property's name, its docstring says in words what must hold, and the ids are the rules it speaks of.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeAlias, TypeVar

import attrs

S = TypeVar("S")
A = TypeVar("A")

StateCheck: TypeAlias = Callable[[S], bool]
StepCheck: TypeAlias = Callable[[S, A, S], bool]
AnyStepCheck = TypeVar("AnyStepCheck", bound=Callable[..., bool])


@attrs.frozen
class Always(Generic[S]):
    """Holds in every state."""

    name: str
    rules: tuple[str, ...]
    statement: str
    check: StateCheck[S]


@attrs.frozen
class Step(Generic[S, A]):
    """Holds for every step: the state before, the action, the state after."""

    name: str
    rules: tuple[str, ...]
    statement: str
    check: StepCheck[S, A]
    on: tuple[type[Any], ...]
    """The kinds of action that it speaks of; empty for all."""

    def speaks_of(self, action: object) -> bool:
        """Whether the property says anything about a step with this action."""
        return not self.on or isinstance(action, self.on)


@attrs.frozen
class Sometimes(Step[S, A]):
    """Something rare that a step can show. Enough games must show it at least once."""


class Properties(Generic[S, A]):
    """The properties of a game, in the order in which they are written."""

    def __init__(self) -> None:
        self.of_states: list[Always[S]] = []
        self.of_steps: list[Step[S, A]] = []
        self.events: list[Sometimes[S, A]] = []

    def always(self, *rules: str) -> Callable[[StateCheck[S]], StateCheck[S]]:
        """Enters a function of a state: true in every state."""

        def enter(check: StateCheck[S]) -> StateCheck[S]:
            self.of_states.append(Always(check.__name__, rules, _statement(check), check))
            return check

        return enter

    def step(self, *rules: str, on: tuple[type[Any], ...] = ()) -> Callable[[AnyStepCheck], AnyStepCheck]:
        """Enters a function of a step (state before, action, state after): true for every step with an action of these kinds."""

        def enter(check: AnyStepCheck) -> AnyStepCheck:
            self.of_steps.append(Step(check.__name__, rules, _statement(check), check, on))
            return check

        return enter

    def sometimes(self, *rules: str, on: tuple[type[Any], ...] = ()) -> Callable[[AnyStepCheck], AnyStepCheck]:
        """Enters a function of a step: true for some step of enough games."""

        def enter(check: AnyStepCheck) -> AnyStepCheck:
            self.events.append(Sometimes(check.__name__, rules, _statement(check), check, on))
            return check

        return enter

    def broken_in(self, state: S) -> list[Always[S]]:
        """The properties that do not hold in this state."""
        return [one for one in self.of_states if not one.check(state)]

    def broken_by(self, before: S, action: A, after: S) -> list[Step[S, A]]:
        """The properties that do not hold for this step."""
        return [one for one in self.of_steps if one.speaks_of(action) and not one.check(before, action, after)]

    def shown_by(self, before: S, action: A, after: S) -> list[Sometimes[S, A]]:
        """The rare events that this step shows."""
        return [one for one in self.events if one.speaks_of(action) and one.check(before, action, after)]


def _statement(check: Callable[..., bool]) -> str:
    return " ".join((check.__doc__ or "").split())
