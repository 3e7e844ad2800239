"""What all tests share: Hypothesis profiles."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import Phase, settings

import towerup as tu
from towerup.kernel.ruleset import AnyRuleset
from towerup.verify import profiles

# pytest-xdist sets it for its workers, and a console that finds it when it is made keeps to it for ever.
os.environ.pop("COLUMNS", None)

profiles.register()
# For mutation testing: the same examples for each mutant, and no time spent on making a failure small.
settings.register_profile(
    "mutation",
    parent=settings.get_profile("dev"),
    max_examples=10,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
)
PROFILE = os.environ.get("TOWERUP_PROFILE", "dev")
settings.load_profile(PROFILE)
if os.environ.get("CI"):
    # Of one tree CI says one thing. Games nobody has seen yet are found at the desk and by campaigns.
    settings.register_profile("same-each-time", parent=settings.default, derandomize=True)
    settings.load_profile("same-each-time")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """While one is writing, what takes a while is left to CI."""
    if PROFILE not in ("ci", "campaign") and item.get_closest_marker("thorough"):
        pytest.skip("takes a while: TOWERUP_PROFILE=ci")


@pytest.fixture(scope="session")
def drawn() -> Callable[..., tu.Record]:
    """A function that plays a varied game to its end, the same for the same seed; small boxes are quick."""

    def play(seed: int, edition: str = "small", most: int = 400, rules: AnyRuleset = tu.TOWER_UP) -> tu.Record:
        chooser = random.Random(seed)
        players = chooser.choice(rules.player_counts(edition))
        start = state = rules.random_game(chooser, players, edition)
        policies = [chooser.choice(list(rules.policies.values())) for _ in range(players)]
        actions: list[Any] = []
        while (legal := rules.legal_actions(state)) and len(actions) < most:
            choose = None if state.actor is tu.CHANCE else policies[state.actor]
            actions.append(choose(state, legal, chooser) if choose else chooser.choice(legal))
            state = rules.apply(state, actions[-1])
        return tu.Record(start, tuple(actions))

    return play
