"""Checking: all laws of a ruleset, on a state or across a step."""

from __future__ import annotations

from typing import Any

from .rules import Finding
from .ruleset import Ruleset


class Checker:
    """The laws of a ruleset, ready to be checked step by step."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def state(self, state: Any) -> list[Finding]:
        """Every breach of a law in this state."""
        return [finding for law in self.rules.state_laws for finding in law.broken_by(state)]

    def step(self, before: Any, action: Any, after: Any, legal: Any = None) -> list[Finding]:
        """Every breach across this step and in the state after it, given that the state before keeps all laws."""
        broken = [f for law in self.rules.transition_laws for f in law.broken_by(before, action, after)]
        return broken + self.state(after)
