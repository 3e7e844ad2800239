"""Properties: what must hold, said in another way than the rulebook says it.

A game has one collection of them, and its functions are entered by decorators:

    PROPERTIES: Properties[State, Action] = Properties()
    always, step, sometimes = PROPERTIES.always, PROPERTIES.step, PROPERTIES.sometimes

    @always("TU-BOX-01")
    def no_floor_appears_or_vanishes(state): ...

The function's name is the property's name, its docstring says in words what must hold, and the ids are the rules it speaks of.

| decorator | the function takes | must be true |
|---|---|---|
| `@always` | a state | in every state |
| `@step` | the state before, the action, the state after | for every step with such an action |
| `@offered` | a state, its legal actions | in every state |
| `@weighted` | a state, what chance can bring with weights | in every state |
| `@scored` | a state, its outcome or None | in every state |
| `@sometimes` | the state before, the action, the state after | for at least one step of enough games |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

import attrs

S = TypeVar("S")
A = TypeVar("A")
Check = TypeVar("Check", bound=Callable[..., bool])

StateCheck: TypeAlias = Callable[[S], bool]
OfferCheck: TypeAlias = Callable[[S, Sequence[A]], bool]
ChanceCheck: TypeAlias = Callable[[S, Sequence[tuple[A, int]]], bool]


@attrs.frozen
class Property:
    """A function that says whether something holds, with its name, the rules it speaks of and its statement in words."""

    name: str
    rules: tuple[str, ...]
    statement: str
    check: Callable[..., bool]
    on: tuple[type[Any], ...] = ()
    """The kinds of action that it speaks of; empty for all, and for what is no property of steps."""

    def speaks_of(self, action: object) -> bool:
        """Whether the property says anything about a step with this action."""
        return not self.on or isinstance(action, self.on)

    def holds(self, *given: object) -> bool:
        """Whether it holds. It does not where a state is too wrong to tell, as with a site that the board does not have."""
        try:
            return self.check(*given)
        except (LookupError, ValueError, StopIteration):
            return False


class Properties(Generic[S, A]):
    """The properties of a game, in the order in which they are written."""

    def __init__(self) -> None:
        self.of_states: list[Property] = []
        self.of_steps: list[Property] = []
        self.of_offers: list[Property] = []
        self.of_chances: list[Property] = []
        self.of_outcomes: list[Property] = []
        self.events: list[Property] = []
        self._kinds = (
            self.of_states, self.of_steps, self.of_offers, self.of_chances, self.of_outcomes, self.events,
        )  # fmt: skip

    def __iter__(self) -> Iterator[Property]:
        """All of them, the rare events last."""
        for kind in self._kinds:
            yield from kind

    def copy(self) -> Properties[S, A]:
        """The same properties in a collection of their own, to which others can be added."""
        copied: Properties[S, A] = Properties()
        for mine, theirs in zip(copied._kinds, self._kinds, strict=True):
            mine.extend(theirs)
        return copied

    @property
    def claims(self) -> tuple[Property, ...]:
        """Those that must always hold: all but the rare events."""
        return tuple(one for one in self if one not in self.events)

    # --- entering a property

    def always(self, *rules: str) -> Callable[[StateCheck[S]], StateCheck[S]]:
        """Enters a function of a state: true in every state."""
        return _enter(self.of_states, rules)

    def step(self, *rules: str, on: tuple[type[Any], ...] = ()) -> Callable[[Check], Check]:
        """Enters a function of a step (state before, action, state after): true for every step with an action of these kinds."""
        return _enter(self.of_steps, rules, on)

    def offered(self, *rules: str) -> Callable[[OfferCheck[S, A]], OfferCheck[S, A]]:
        """Enters a function of a state and its legal actions: true in every state."""
        return _enter(self.of_offers, rules)

    def weighted(self, *rules: str) -> Callable[[ChanceCheck[S, A]], ChanceCheck[S, A]]:
        """Enters a function of a state and what chance can bring, with weights; nothing where a player acts: true in every state."""
        return _enter(self.of_chances, rules)

    def scored(self, *rules: str) -> Callable[[Check], Check]:
        """Enters a function of a state and its outcome, None while the game goes on: true in every state."""
        return _enter(self.of_outcomes, rules)

    def sometimes(self, *rules: str, on: tuple[type[Any], ...] = ()) -> Callable[[Check], Check]:
        """Enters a function of a step: true for some step of enough games."""
        return _enter(self.events, rules, on)

    # --- asking

    def broken_in(self, state: S) -> list[Property]:
        """The properties that do not hold in this state."""
        return _broken(self.of_states, state)

    def broken_by(self, before: S, action: A, after: S) -> list[Property]:
        """The properties that do not hold for this step."""
        return _broken((one for one in self.of_steps if one.speaks_of(action)), before, action, after)

    def broken_by_offer(self, state: S, actions: Sequence[A]) -> list[Property]:
        """The properties that do not hold if these are the legal actions of this state."""
        return _broken(self.of_offers, state, actions)

    def broken_by_chances(self, state: S, chances: Sequence[tuple[A, int]]) -> list[Property]:
        """The properties that do not hold if chance can bring this, with these weights."""
        return _broken(self.of_chances, state, chances)

    def broken_by_outcome(self, state: S, outcome: object) -> list[Property]:
        """The properties that do not hold if this is the outcome of this state."""
        return _broken(self.of_outcomes, state, outcome)

    def shown_by(self, before: S, action: A, after: S) -> list[Property]:
        """The rare events that this step shows."""
        return [one for one in self.events if one.speaks_of(action) and one.check(before, action, after)]


def _enter(into: list[Property], rules: tuple[str, ...], on: tuple[type[Any], ...] = ()) -> Callable[[Check], Check]:
    def enter(check: Check) -> Check:
        into.append(Property(check.__name__, rules, " ".join((check.__doc__ or "").split()), check, on))
        return check

    return enter


def _broken(properties: Iterable[Property], *given: object) -> list[Property]:
    return [one for one in properties if not one.holds(*given)]
