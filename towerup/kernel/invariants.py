"""Invariants: laws that hold in every state, or across every transition, as named functions.

A law is told once, over a whole state or a whole step: that is its `check`. Verification asks every law after every
action, so a law may also say what spares asking: which fields of the state it reads, which actions it bears on, and what
is left to ask after an action that kept all laws of steps. `Checker` makes use of that. It finds a breach exactly when
asking every law in full does; that is tested with steps gone wrong in every way we could think of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

import attrs

from .rules import Finding

S = TypeVar("S")
A = TypeVar("A")

Told: TypeAlias = Iterable[str | tuple[str, str]]
"""What is wrong, in words, each way for itself: under the first of the law's rules, or with the rule that is broken. Empty
if all is well: an empty tuple takes the least time."""

Fields: TypeAlias = tuple[str, ...]
"""Names of fields of a state. A dotted name is a field of each of the things in a field (`players.stock`), and stands for
their number as well."""

Types: TypeAlias = tuple[type[Any], ...]
"""Types of actions."""


def _findings(name: str, rules: tuple[str, ...], told: Told) -> list[Finding]:
    named = ((rules[0], one) if isinstance(one, str) else one for one in told)
    return [Finding(rule, f"{name}: {message}") for rule, message in named]


@attrs.frozen
class StateLaw(Generic[S]):
    """A law about one state. `check` tells, in words, each way in which the state breaks it."""

    name: str
    rules: tuple[str, ...]
    statement: str
    check: Callable[[S], Told]
    reads: Fields | None = None
    """What the law looks at: while all of it stays the same objects, the law stays kept. None: anything."""
    follows_on: Types = ()
    """After actions of these types the law follows from the laws of steps, which say just what such an action makes of what
    this law reads."""
    after: Mapping[type[Any], Callable[[S, Any, S], Told]] = attrs.field(factory=dict)
    """By types of actions: what is left to ask after such an action, if it kept the laws of steps."""
    of_offer: Callable[[S, Sequence[Any]], Told] | None = None
    """The same as `check`, of a state and its legal actions, for whoever has them at hand already."""

    def broken_by(self, state: S) -> list[Finding]:
        """Each breach, under the rule that is broken."""
        return _findings(self.name, self.rules, self.check(state))


@attrs.frozen
class TransitionLaw(Generic[S, A]):
    """A law about a state, an action and the state after it."""

    name: str
    rules: tuple[str, ...]
    statement: str
    check: Callable[[S, A, S], Told]
    on: Types | None = None
    """The types of action that the law bears on. None: all."""
    about: Fields | None = None
    """What the law lets change or not: a step that changes nothing of it keeps the law. None: anything."""

    def bears_on(self, action: type[A]) -> bool:
        """Whether the law has anything to say of actions of this type."""
        return self.on is None or action in self.on

    def broken_by(self, before: S, action: A, after: S) -> list[Finding]:
        """Each breach, under the rule that is broken."""
        if not self.bears_on(type(action)):
            return []
        return _findings(self.name, self.rules, self.check(before, action, after))


_StateCheck: TypeAlias = Callable[[S], Told]
_OfferCheck: TypeAlias = Callable[[S, Sequence[Any]], Told]
_AnyCheck = TypeVar("_AnyCheck", bound=Callable[..., Told])


class StateLaws(list[StateLaw[S]]):
    """Laws about states, in order. Its methods are decorators: a function's name and docstring are the law's."""

    def law(
        self, *rules: str, reads: Fields | None = None, follows_on: Types = ()
    ) -> Callable[[_StateCheck[S]], _StateCheck[S]]:
        """Enters a function as a law under these rules."""

        def enter(check: _StateCheck[S]) -> _StateCheck[S]:
            self.append(StateLaw(check.__name__, rules, _statement(check), check, reads, follows_on))
            return check

        return enter

    def after(self, law: _StateCheck[S], *types: type[Any]) -> Callable[[_AnyCheck], _AnyCheck]:
        """Enters a function as what is left to ask of a law after actions of these types."""

        def enter(check: _AnyCheck) -> _AnyCheck:
            place = self._place(law)
            self[place] = attrs.evolve(self[place], after={**self[place].after, **dict.fromkeys(types, check)})
            return check

        return enter

    def of_offer(self, law: _StateCheck[S]) -> Callable[[_OfferCheck[S]], _OfferCheck[S]]:
        """Enters a function as the form of a law that is given the legal actions."""

        def enter(check: _OfferCheck[S]) -> _OfferCheck[S]:
            place = self._place(law)
            self[place] = attrs.evolve(self[place], of_offer=check)
            return check

        return enter

    def _place(self, check: _StateCheck[S]) -> int:
        return next(number for number, law in enumerate(self) if law.check is check)


class TransitionLaws(list[TransitionLaw[S, A]]):
    """Laws about steps, in order. Its method is a decorator: a function's name and docstring are the law's."""

    def law(
        self, *rules: str, on: Types | None = None, about: Fields | None = None
    ) -> Callable[[_AnyCheck], _AnyCheck]:
        """Enters a function as a law under these rules. It may ask for actions of the types it bears on."""

        def enter(check: _AnyCheck) -> _AnyCheck:
            self.append(TransitionLaw(check.__name__, rules, _statement(check), check, on, about))
            return check

        return enter


def _statement(check: Callable[..., Told]) -> str:
    return " ".join((check.__doc__ or "").split())
