"""The games that are specified, for tests that are about every one of them."""

from __future__ import annotations

import os

import pytest

from towerup.kernel.ruleset import AnyRuleset
from towerup.oracle import specs
from towerup.rulesets import NAMES, ruleset

GAMES: tuple[AnyRuleset, ...] = tuple(map(ruleset, specs.specified(NAMES)))
every_game = pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
quick = os.environ.get("TOWERUP_PROFILE", "dev") == "dev"
usual_game_and_others_in_time = pytest.mark.parametrize(
    "rules",
    [
        pytest.param(rules, id=rules.name, marks=pytest.mark.thorough if number else ())
        for number, rules in enumerate(GAMES)
    ],
)
"""For what takes a while: one game while writing, every game in CI."""
