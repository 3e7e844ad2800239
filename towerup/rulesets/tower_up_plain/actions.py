"""Actions: what a player, or chance, can do. Plain values by name; `str(action)` is the notation."""

from __future__ import annotations

from towerup.rulesets.tower_up.actions import TYPES, Action, Back, Deal, Decline, Found, Place, Reveal, Take

__all__ = ["TYPES", "Action", "Back", "Deal", "Decline", "Found", "Place", "Reveal", "Take"]
