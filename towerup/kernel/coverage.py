"""Coverage: which rules and which rare events the steps of a game have shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from .properties import Properties


@attrs.frozen
class Coverage:
    """How to tell, of a step, which rules it applied and which rare events happened.

    A rule is *applied* by a step that it decided, or that it bore on: had the rule been another, the step would have
    been another. `always` lists, by the type of action, the rules that every such action applies; `notable` tells the
    rest, step by step: the ids of rules, and the names of `events`.
    """

    always: Mapping[type[Any], tuple[str, ...]]
    notable: Callable[[Any, Any, Any], Sequence[str]]
    """Of the state before, the action and the state after: what is worth counting beside `always`."""
    events: Mapping[str, str]
    """The rare events: a name, and what happens in words."""
    only_forbidding: frozenset[str]
    """The rules that no step can apply: about what is no action at all."""
    forbidding: frozenset[str]
    """The rules that can forbid an action: those the judge can name. The others say what follows, or what is there."""


def coverage_of(properties: Properties[Any, Any], forbidding: frozenset[str]) -> Coverage:
    """The coverage that the tags of properties give: a step applies the rules of the properties that speak of it.

    A rare event applies its rules when it happens.
    """
    kinds = {kind for one in properties.of_steps for kind in one.on}
    always = {
        kind: tuple(dict.fromkeys(rule for one in properties.of_steps if kind in one.on for rule in one.rules))
        for kind in kinds
    }

    def notable(before: Any, action: Any, after: Any) -> list[str]:
        shown = properties.shown_by(before, action, after)
        return [*dict.fromkeys(rule for one in shown for rule in one.rules), *(one.name for one in shown)]

    spoken_of = {rule for one in (*properties.of_steps, *properties.events) for rule in one.rules}
    return Coverage(
        always=always,
        notable=notable,
        events={one.name: one.statement for one in properties.events},
        only_forbidding=forbidding - spoken_of,
        forbidding=forbidding,
    )
