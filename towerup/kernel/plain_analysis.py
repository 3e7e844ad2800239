"""Analysis of a game that says nothing about it: tables and menus from the fields of actions, points from the outcome."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from .analysis import Analysis, Choice, Column, Points, Value
from .plain_actions import verb
from .plain_values import plain, word

if TYPE_CHECKING:
    from .ruleset import AnyRuleset


def plain_analysis(
    rules: AnyRuleset, evaluate: Callable[[Any], tuple[float, ...]] | None = None, spread: float = 1.0
) -> Analysis[Any, Any, Any]:
    """What the classes of a game tell. `evaluate` says how promising a position looks to each seat; else nothing is known."""
    names = tuple(dict.fromkeys(field.name for kind in rules.action_types for field in attrs.fields(kind)))

    def columns(state: Any) -> tuple[Column, ...]:
        kinds = ", ".join(map(verb, rules.action_types))
        return (
            Column("type", str, f"what is done: {kinds}", in_notation=True),
            *(Column(name, str, f"the {name.replace('_', ' ')} of the action", in_notation=True) for name in names),
            Column("ends_game", bool, "whether the game is over after it"),
        )

    def describe(state: Any, action: Any) -> Mapping[str, Value | Mapping[str, int]]:
        fields = {name: word(getattr(action, name)) if hasattr(action, name) else None for name in names}
        over = rules.apply(state, action).actor is None
        return {"type": verb(type(action)), **fields, "ends_game": over}

    def expected(state: Any) -> tuple[float, ...]:
        result = rules.outcome(state)
        if result is not None:
            return tuple(float(one[0]) for one in points_of(result, len(rules.seats(state))))
        return evaluate(state) if evaluate else (0.0,) * len(rules.seats(state))

    return Analysis(columns, describe, choices_of, points_of, expected, spread)


def choices_of(state: Any, action: Any) -> tuple[Choice, ...]:
    """What to do, and then each field."""
    fields = [Choice(field.name, word(getattr(action, field.name))) for field in attrs.fields(type(action))]
    return Choice("action", verb(type(action))), *fields


def points_of(outcome: Any, seats: int | None = None) -> tuple[Points, ...]:
    """The points of every seat: the outcome's scores, each a number or something with a `total`; else 1 for a winner."""
    scores = getattr(outcome, "scores", None)
    if scores is None:
        count = seats or 1 + max(outcome.winners, default=0)
        return tuple((int(seat in outcome.winners),) for seat in range(count))
    return tuple((plain(getattr(score, "total", score)),) for score in scores)
