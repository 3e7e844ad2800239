"""The rulings: where the texts are silent or differ, a named switch with a default."""

from __future__ import annotations

from towerup.rulesets.tower_up.rulings import DEFAULTS, EVERY_RULING, Rulings

__all__ = ["DEFAULTS", "EVERY_RULING", "Rulings"]
