"""The games that are specified, for tests that are about every one of them."""

from __future__ import annotations

import pytest

from towerup.kernel.ruleset import Ruleset
from towerup.oracle import specs
from towerup.rulesets import NAMES, ruleset

GAMES: tuple[Ruleset, ...] = tuple(map(ruleset, specs.specified(NAMES)))
every_game = pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
