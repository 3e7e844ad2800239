"""What is verified: the rules of a game by name, as they are or with a fault planted.

A subject is plain data, so that another process, or another machine, can find the same rules by it.
"""

from __future__ import annotations

from functools import lru_cache

import attrs

from towerup.kernel.ruleset import Ruleset
from towerup.rulesets import ruleset

from .faults import plant


@attrs.frozen
class Subject:
    """The name of a game, and of the fault planted into its rules, if any."""

    game: str
    fault: str | None = None

    def rules(self) -> Ruleset:
        """The rules themselves."""
        return _rules(self)


@lru_cache(maxsize=2)
def _rules(subject: Subject) -> Ruleset:
    rules = ruleset(subject.game)
    return rules if subject.fault is None else plant(rules.package, subject.fault)
