"""The state machine plays entire games."""

from __future__ import annotations

import os

from hypothesis import settings

import towerup as tu
from towerup.verify import strategies
from towerup.verify.machine import game_machine

# A whole game on a random small box takes some 30 to 150 steps; the quick profile looks at beginnings, the others at ends.
_STEPS = 40 if os.environ.get("TOWERUP_PROFILE", "dev") == "dev" else 200

TestGames = game_machine(tu.TOWER_UP, strategies.new_games()).TestCase
TestGames.settings = settings(settings.default, stateful_step_count=_STEPS, max_examples=10)
