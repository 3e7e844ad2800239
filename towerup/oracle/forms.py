"""What the oracle says, as JSON values: the same words in a report, in a reply and in a test vector."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from towerup.kernel.rules import Violation


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
