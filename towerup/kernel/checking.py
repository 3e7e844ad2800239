"""Checking: all laws of a ruleset, on a state or across a step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import Any, TypeAlias

import attrs

from .actors import CHANCE
from .invariants import Told
from .properties import Property
from .rules import Finding, Objection
from .ruleset import AnyRuleset

_Same: TypeAlias = tuple[Any, ...]
"""Field by field, whether it is the same object; at the end the same of parts, for each field that has some and is not."""

_Comparer: TypeAlias = Callable[[Any, Any], tuple[bool, ...]]

_Plan: TypeAlias = Callable[[Any, Any, Any, Any], object]
"""All that must be asked of a step (the state before, the action, the state after, its legal actions or None), given the
type of the action and which fields have changed: true if anything may be wrong."""


@attrs.frozen
class _Parts:
    """A field of the state that holds several things, such as players, of whose own fields laws speak."""

    field: str
    place: int
    """Where the field stands among those compared."""
    names: tuple[str, ...]
    compare: _Comparer

    def same(self, before: Any, after: Any) -> tuple[bool, ...]:
        """For each of the things that is not the same object, which of its parts are."""
        olds, news = getattr(before, self.field), getattr(after, self.field)
        same: tuple[bool, ...] = () if len(olds) == len(news) else (False,) * len(self.names)
        for old, new in zip(olds, news):  # noqa: B905  # asked at every step
            if old is not new:
                same += self.compare(old, new)
        return same

    def changed(self, same: tuple[bool, ...]) -> set[str]:
        """The parts that have changed, as `same` tells, by their dotted names."""
        step = len(self.names)
        return {f"{self.field}.{name}" for place, name in enumerate(self.names) if not all(same[place::step])}


class PropertyChecker:
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


def checker_for(rules: AnyRuleset) -> PropertyChecker | Checker:
    """What checks the games of a ruleset: its properties or, for a game that has none yet, its laws."""
    return PropertyChecker(rules) if any(rules.properties) else Checker(rules)


class Checker:
    """The laws of a ruleset, ready to be checked step by step. `checks` counts each time one was asked."""

    def __init__(self, rules: AnyRuleset) -> None:
        self.rules = rules
        declared = [law.reads for law in rules.state_laws] + [law.about for law in rules.transition_laws]
        named = dict.fromkeys(name for names in declared for name in names or ())
        self._fields = tuple(dict.fromkeys(name.partition(".")[0] for name in named))
        self._compare = _comparer(self._fields)
        self._parts = tuple(
            _Parts(field, place, parts, _comparer(parts))
            for place, field in enumerate(self._fields)
            if (parts := tuple(name.partition(".")[2] for name in named if name.startswith(f"{field}.")))
        )
        self._plans: dict[type[Any], dict[_Same, tuple[_Plan, int]]] = {}
        self.checks = 0

    def state(self, state: Any) -> list[Finding]:
        """Every breach of a law in this state."""
        self.checks += len(self.rules.state_laws)
        return [finding for law in self.rules.state_laws for finding in law.broken_by(state)]

    def judged(self, state: Any) -> list[Finding]:
        """Every breach in this state, also of the laws over what is on offer: for states that are looked at closely."""
        return self.state(state) + [finding for law in self.rules.offer_laws for finding in law.broken_by(state)]

    def step(self, before: Any, action: Any, after: Any, legal: Sequence[Any] | None = None) -> list[Finding]:
        """Every breach across this step and in the state after it, given that the state before keeps all laws.

        What cannot have been broken is not asked: a law of steps that does not bear on this one; a law of states that reads
        nothing which this step has changed, or that follows from the laws of steps. `legal` are the legal actions of
        the state after, if the caller has them.
        """
        same: _Same = self._compare(before, after)
        for parts in self._parts:
            if not same[parts.place]:
                same += (parts.same(before, after),)
        try:
            plan, asked = self._plans[type(action)][same]
        except KeyError:
            plan, asked = self._plan(type(action), same)
        self.checks += asked
        return self._told(before, action, after) if plan(before, action, after, legal) else []

    def every_breach(self, before: Any | None, action: Any, after: Any) -> list[Finding]:
        """Every breach across a step that somebody else made, law by law; before is None for a first state."""
        return self.state(after) if before is None else self._told(before, action, after)

    def _told(self, before: Any, action: Any, after: Any) -> list[Finding]:
        """Every breach, law by law in full: something is wrong, so time no longer matters."""
        found = [one for law in self.rules.transition_laws for one in law.broken_by(before, action, after)]
        return found + self.state(after)

    def _plan(self, action: type[Any], same: _Same) -> tuple[_Plan, int]:
        changed = self._changed(same)
        calls: list[tuple[str, Callable[..., Told]]] = [
            ("{}(before, action, after)", law.check)
            for law in self.rules.transition_laws
            if law.bears_on(action) and (law.about is None or not changed.isdisjoint(law.about))
        ]
        for law in self.rules.state_laws:
            if action in law.follows_on or (law.reads is not None and changed.isdisjoint(law.reads)):
                continue
            if action in law.after:
                calls.append(("{}(before, action, after)", law.after[action]))
            elif law.of_offer:
                calls.append(("(legal is None and {}(after))", law.check))
                calls.append(("(legal is not None and {}(after, legal))", law.of_offer))
            else:
                calls.append(("{}(after)", law.check))
        # Of the two forms of a law about what is on offer, one is asked.
        asked = len(calls) - sum(law.of_offer in {call for _, call in calls} for law in self.rules.state_laws)
        plan = self._plans.setdefault(action, {})[same] = _one_after_another(calls), asked
        return plan

    def _changed(self, same: _Same) -> set[str]:
        """The fields and parts that have changed, as `step` found them, by name."""
        changed = {field for field, kept in zip(self._fields, same, strict=False) if not kept}
        parted = [parts for parts in self._parts if parts.field in changed]
        for parts, kept in zip(parted, same[len(self._fields) :], strict=True):
            changed |= parts.changed(kept)
        return changed


# Two functions are written out as source and compiled, as attrs does it with the methods of its classes, because every
# step of a campaign runs through them. All names in the source are identifiers of our own.


def _comparer(names: Iterable[str]) -> _Comparer:
    """Tells of two things, field by field, whether they have the same object in it: in half of the time of a loop."""
    source = "".join(f"old.{name} is new.{name}, " for name in names if name.isidentifier())
    compare: _Comparer = eval(f"lambda old, new: ({source})")  # noqa: S307  # source of our own, as said above
    return compare


def _one_after_another(calls: Sequence[tuple[str, Callable[..., Told]]]) -> _Plan:
    """Makes these calls until one tells that something is wrong.

    The interpreter learns for each place in the code which function is called there, so calling twenty functions at
    twenty places takes less time than calling them all at one place, in a loop.
    """
    functions = {f"law_{number}": function for number, (_, function) in enumerate(calls)}
    source = " or ".join(call.format(name) for (call, _), name in zip(calls, functions, strict=True)) or "()"
    written = f"lambda before, action, after, legal: {source}"
    plan: _Plan = eval(written, dict[str, Any](functions))  # noqa: S307  # source of our own, as said above
    return plan
