"""Making test vectors: out of drawn games, what shows a rule best; the same bytes for the same seed.

Knows no game by name: which rules a step applies is told by the ruleset's coverage, which rules forbid by its judge. What
a broken rule looks like, where the rule says what follows and forbids nothing, is taken from impostors: rulesets that
have that rule wrong, handed in by the caller.
"""

from __future__ import annotations

from .impostors import Impostor, Impostors
from .maker import Maker

__all__ = ["Impostor", "Impostors", "Maker"]
