"""What the oracle says, as JSON values: the same words in a report, in a reply and in a test vector."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from towerup.kernel.canonical import encode
from towerup.kernel.rules import Violation
from towerup.kernel.ruleset import AnyRuleset

_ENOUGH = 200


def violation_to_json(violation: Violation) -> dict[str, Any]:
    """A broken rule: its id and title, what is wrong here, and where the rule stands."""
    return {
        "rule": violation.id,
        "title": violation.title,
        "message": violation.message,
        "citations": [{"text": one.text, "heading": one.heading} for one in violation.citations],
    }


def violations_to_json(violations: Iterable[Violation]) -> list[dict[str, Any]]:
    """Broken rules, in their order."""
    return [violation_to_json(one) for one in violations]


def notation(rules: AnyRuleset, value: Any) -> str:
    """How an action in JSON is written down; what is no action, as JSON."""
    try:
        return str(rules.action_from_json(value))
    except (TypeError, ValueError):
        return text(value)


def text(value: Any) -> str:
    """A JSON value for people to read: a long one is cut."""
    whole = encode(value).decode()
    return whole if len(whole) <= _ENOUGH else whole[: _ENOUGH - 1] + "…"
