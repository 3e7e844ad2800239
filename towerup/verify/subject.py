"""What is verified: the rules of a game by name, as they are or with a fault planted.

A subject is plain data, so that another process, or another machine, can find the same rules by it.
"""

from __future__ import annotations

import attrs

from towerup.kernel.ruleset import AnyRuleset
from towerup.rulesets import ruleset

from .faults import is_planted, plant


@attrs.frozen
class Subject:
    """The name of a game, and of the fault planted into its rules, if any."""

    game: str
    fault: str | None = None

    def rules(self) -> AnyRuleset:
        """The rules themselves; a planted copy is made once, and anew only if somebody has uprooted it."""
        rules = ruleset(self.game)
        if self.fault is None:
            return rules
        planted = _PLANTED.get(self)
        if planted is None or not is_planted(rules.package, self.fault):
            _PLANTED.clear()
            planted = _PLANTED[self] = plant(rules.package, self.fault)
        return planted


_PLANTED: dict[Subject, AnyRuleset] = {}
"""The last one: a copy of the rules takes a few megabytes."""
