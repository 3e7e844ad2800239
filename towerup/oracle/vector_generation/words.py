"""What vectors say in words: who does what, what is legal, what has changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from towerup.kernel.actors import CHANCE
from towerup.kernel.canonical import encode
from towerup.kernel.differences import ABSENT, Difference, differences

from .games import Step


def doing(step: Step) -> str:
    actor = step.before.actor
    return f"{'Chance' if actor is CHANCE else f'Seat {actor}'}, “{step.action}”"


def all_legal(offered: Mapping[str, Any]) -> str:
    who = "Chance" if offered["actor"] == "chance" else f"Seat {offered['actor']}"
    kinds = Counter(one["type"] for one in offered["legal"])
    count = " and ".join(f"{number} {kind}" for kind, number in kinds.items())
    return f"{who} is to act, and {count} {'actions are' if len(offered['legal']) > 1 else 'action is'} legal"


def place_of(path: Sequence[str | int]) -> str:
    """Where in a state something is, without the first step of the path, which is the same for all."""
    return Difference(tuple(path[1:]), None, None).place


def value_of(value: Any) -> str:
    text = "nothing" if value is ABSENT else value if isinstance(value, str) else encode(value).decode()
    return text if len(text) <= 60 else text[:57] + "…"


def field_of(path: Sequence[str | int]) -> tuple[Any, ...]:
    """The field of a state that a path leads to, the same for every seat."""
    return tuple(None if isinstance(step, int) else step for step in path[:4])


def changes(before: Any, after: Any, fields: frozenset[tuple[Any, ...]], most: int = 6) -> str:
    """What an action has changed: in these fields first."""
    found = list(differences(after, before))
    found.sort(key=lambda one: field_of(one.path) not in fields)
    shown = [f"{place_of(one.path)} {value_of(one.right)} → {value_of(one.given)}" for one in found[:most]]
    more = len(found) - len(shown)
    return "; ".join(shown) + (f"; and {more} more" if more else "")


def ended(led: Mapping[str, Any]) -> str:
    """The outcome, if there is one. Of values by seat, only the plain numbers."""
    parts = []
    for key, value in led.get("outcome", {}).items():
        if value and isinstance(value, list) and isinstance(value[0], dict):
            numbers = (", ".join(f"{name} {one[name]}" for name in one if type(one[name]) is int) for one in value)
            parts.append(f"{key} {' / '.join(numbers)}")
        else:
            parts.append(f"{key} {value_of(value)}")
    return f"; the game is over: {'; '.join(parts)}" if parts else ""
