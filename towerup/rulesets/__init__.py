"""The rulebooks, one package each, and how to find one by name; also those that other packages bring."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module

from towerup.kernel import loading
from towerup.kernel.ruleset import AnyRuleset, Ruleset

from .installed import GameError, installed_names, installed_ruleset

__all__ = ["NAMES", "GameError", "every_ruleset", "game_names", "ruleset"]

_RULESETS = {
    "tower-up": ("tower_up", "TOWER_UP"),
    "projekt-skyline": ("projekt_skyline", "PROJEKT_SKYLINE"),
    "new-york-1901": ("new_york_1901", "NEW_YORK_1901"),
}
"""For each game its package and the ruleset in it; it is imported when it is asked for.

They are entry points like any other game, but are found here without looking: in a plain source tree nothing is installed.
"""

NAMES = tuple(_RULESETS)
"""The games that come with towerup; where none is named, the first is meant."""


def game_names() -> tuple[str, ...]:
    """The names of all games: those that come with towerup, and then those that other packages bring."""
    return (*NAMES, *(name for name in installed_names() if name not in _RULESETS))


def ruleset(name: str = NAMES[0]) -> AnyRuleset:
    """The rules of a game by its name. Raises ValueError if there is none; GameError if its package is broken."""
    if name in _RULESETS:
        package, constant = _RULESETS[name]
        rules: AnyRuleset = getattr(import_module(f"{__name__}.{package}.ruleset"), constant)
        return rules
    try:
        return installed_ruleset(name)
    except LookupError:
        own = loading.find(name)  # a game that nobody installed, but somebody has imported
        if isinstance(own, Ruleset):
            return own
        raise ValueError(f"there are no rules for {name!r}; there are for {', '.join(game_names())}") from None


def every_ruleset() -> Iterator[AnyRuleset]:
    """The rules of every game. A package that is broken is left out, so that it breaks no other game."""
    yield from map(ruleset, NAMES)
    for name in game_names()[len(NAMES) :]:
        with suppress(GameError):
            yield ruleset(name)
