"""What all tests share: Hypothesis profiles, and games to start from."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

import towerup as tu

# Explaining a failure takes Hypothesis longer than finding it; the shrunk example says enough.
_PHASES = [Phase.explicit, Phase.reuse, Phase.generate, Phase.target, Phase.shrink]
_COMMON: dict[str, Any] = {
    "deadline": None,
    "phases": _PHASES,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large],
}

settings.register_profile("dev", max_examples=20, **_COMMON)
settings.register_profile("ci", max_examples=80, **_COMMON)
settings.register_profile("campaign", max_examples=5_000, **_COMMON)
settings.load_profile(os.environ.get("TOWERUP_PROFILE", "dev"))


@pytest.fixture(scope="session")
def drawn() -> Callable[..., tu.Record]:
    """A function that plays a varied game to its end, the same for the same seed; small boxes are quick."""

    def play(seed: int, edition: str = "small", most: int = 400) -> tu.Record:
        chooser = random.Random(seed)
        rules = tu.TOWER_UP
        players = chooser.choice(rules.player_counts(edition))
        start = state = rules.drawn_game(chooser, players, edition)
        tempers = [chooser.choice(list(rules.tempers.values())) for _ in range(players)]
        actions: list[tu.Action] = []
        while (legal := tu.legal_actions(state)) and len(actions) < most:
            choose = None if state.actor is tu.CHANCE else tempers[state.seat]
            actions.append(choose(state, legal, chooser) if choose else chooser.choice(legal))
            state = tu.apply(state, actions[-1])
        return tu.Record(start, tuple(actions))

    return play
