"""The rulebooks, one package each, and how to find one by name."""

from __future__ import annotations

from towerup.kernel.ruleset import Ruleset

NAMES = ("tower-up",)
"""The games whose rules are here."""


def ruleset(name: str = "tower-up") -> Ruleset:
    """The rules of a game by its name."""
    if name == "tower-up":
        from .tower_up.ruleset import TOWER_UP

        return TOWER_UP
    raise ValueError(f"there are no rules for {name!r}; there are for {', '.join(NAMES)}")
