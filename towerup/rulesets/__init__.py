"""The rulebooks, one package each, and how to find one by name."""

from __future__ import annotations

from importlib import import_module

from towerup.kernel.ruleset import AnyRuleset

_RULESETS = {
    "tower-up": ("tower_up", "TOWER_UP"),
    "projekt-skyline": ("projekt_skyline", "PROJEKT_SKYLINE"),
    "new-york-1901": ("new_york_1901", "NEW_YORK_1901"),
}
"""For each game its package and the ruleset in it; it is imported when it is asked for."""

NAMES = tuple(_RULESETS)
"""The games whose rules are here; where none is named, the first is meant."""


def ruleset(name: str = NAMES[0]) -> AnyRuleset:
    """The rules of a game by its name."""
    if name not in _RULESETS:
        raise ValueError(f"there are no rules for {name!r}; there are for {', '.join(NAMES)}")
    package, constant = _RULESETS[name]
    rules: AnyRuleset = getattr(import_module(f"{__name__}.{package}.ruleset"), constant)
    return rules
