"""Kinds of action: for each, what is offered, what speaks against it, and what it does. Together they are how a game is played.

    PLAY = Play(
        [Kind(Roll, rolls, objections_to_roll, roll), Kind(Climb, climbs, objections_to_climb, climb)],
        form_rule="HI-FORM-01",
        turn_rule="HI-TURN-01",
        catalogue=catalogue,
    )

The functions of a kind are asked about actions of this kind only. What is no action, a field that holds something else than its
annotation says, and whoever acts out of turn are refused here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import attrs

from .actors import Actor, Chance
from .rules import Catalogue, IllegalAction, Objection, Objections, violations

S = TypeVar("S")
A = TypeVar("A")


@attrs.frozen
class Kind(Generic[S, A]):
    """A kind of action and its three functions."""

    action: type[A]
    offered: Callable[[S], Iterable[A]]
    """Of a state: every action of this kind that is legal, in a stable order."""
    objections: Callable[[S, A], Iterable[Objection]]
    """Of a state and such an action: what speaks against it, the most basic first; nothing if it is legal."""
    effect: Callable[[S, A], S]
    """Of a state and a legal action: the state after it."""


@attrs.frozen
class Play(Generic[S, A]):
    """How a game is played, kind by kind: `legal_actions`, `objections` and `apply` as `Ruleset` needs them."""

    kinds: Sequence[Kind[S, Any]]
    form_rule: str
    """The rule that is broken by what is no action of the game."""
    turn_rule: str
    """The rule that is broken by acting out of turn, and by acting after the end."""
    catalogue: Callable[[], Catalogue]

    @property
    def types(self) -> tuple[type[A], ...]:
        """The classes of the actions."""
        return tuple(kind.action for kind in self.kinds)

    @property
    def forbidding(self) -> frozenset[str]:
        """The rules that can forbid an action: those that the code of the objections names."""
        named = {text for kind in self.kinds for text in _texts(getattr(kind.objections, "__code__", None))}
        return frozenset({self.form_rule, self.turn_rule, *(id for id in self.catalogue().rules if id in named)})

    def legal_actions(self, state: S) -> tuple[A, ...]:
        """Every action that is legal now."""
        return tuple(action for kind in self.kinds for action in kind.offered(state))

    def objections(self, state: S, action: object, by: Actor | None = None) -> Objections:
        """What speaks against an action, the most basic objection first; nothing if it is legal."""
        actor: Actor = getattr(state, "actor")  # noqa: B009  # every state has one; a kind alone does not need to say so
        if actor is None:
            yield Objection(self.turn_rule, "the game is over")
        elif by is not None and (by != actor or type(by) is not type(actor)):
            yield Objection(self.turn_rule, f"{_name(by)} cannot act: it is the turn of {_name(actor)}")
        kind = next((kind for kind in self.kinds if kind.action is type(action)), None)
        if kind is None:
            known = ", ".join(one.action.__name__ for one in self.kinds)
            yield Objection(self.form_rule, f"{action!r:.80} is not an action of this game, which are {known}")
            return
        wrong = [*_wrong_fields(action)]
        yield from (Objection(self.form_rule, words) for words in wrong)
        if not wrong and actor is not None:
            yield from kind.objections(state, action)

    def apply(self, state: S, action: A, by: Actor | None = None) -> S:
        """The state after the action. Raises IllegalAction with every broken rule."""
        found = [*self.objections(state, action, by)]
        if found:
            raise IllegalAction(action, violations(self.catalogue(), found))
        effects: dict[type[Any], Callable[[S, Any], S]] = {kind.action: kind.effect for kind in self.kinds}
        return effects[type(action)](state, action)


def _texts(code: object) -> Iterable[str]:
    """Every text in the code of a function, and in the functions inside it."""
    for constant in getattr(code, "co_consts", ()):
        if isinstance(constant, str):
            yield constant
        else:
            yield from _texts(constant)


def _name(actor: object) -> str:
    if isinstance(actor, Chance):
        return "chance"
    return f"player {actor + 1}" if type(actor) is int else f"{actor!r:.40}, who is nobody here,"


@cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints.get(field.name, object) for field in attrs.fields(kind)}


def _wrong_fields(action: object) -> Iterable[str]:
    kind: Any = type(action)
    for name, hint in _hints(kind).items():
        value = getattr(action, name)
        if not fits(value, hint):
            yield f"{name} is {value!r:.60}, which it cannot be"


def fits(value: object, hint: Any) -> bool:
    """Whether a value is of an annotated type: a class (a bool is no int), a Literal, a union, or a tuple or frozenset of such."""
    origin, inside = get_origin(hint), get_args(hint)
    if hint in (Any, object):
        return True
    if origin is Literal:
        return any(type(value) is type(one) and value == one for one in inside)
    if origin in (Union, UnionType):
        return any(fits(value, one) for one in inside)
    if hint is None or hint is type(None):
        return value is None
    if origin is tuple and isinstance(value, tuple):
        if len(inside) == 2 and inside[1] is Ellipsis:
            return all(fits(one, inside[0]) for one in value)
        return len(value) == len(inside) and all(map(fits, value, inside))
    if origin is frozenset and isinstance(value, frozenset):
        return all(fits(one, inside[0]) for one in value)
    kind = origin or hint
    if isinstance(kind, type) and issubclass(kind, Enum):
        return isinstance(value, kind)
    return type(value) is kind or (kind not in (int, str, bool) and isinstance(kind, type) and isinstance(value, kind))
