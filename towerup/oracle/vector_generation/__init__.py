"""Generates test vectors: picks from random games what shows a rule best. The same seed gives the same bytes.

It knows no game by name. The ruleset's coverage says which rules a step applies, and its judge says which rules forbid an
action. Rules that forbid nothing but say what follows need *mutants*: rulesets that have such a rule wrong, given by the
caller.
"""

from __future__ import annotations

from .maker import Maker
from .mutants import Mutant, Mutants

__all__ = ["Maker", "Mutant", "Mutants"]
