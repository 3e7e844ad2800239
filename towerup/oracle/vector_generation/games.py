"""The games that vectors are chosen from: random, by number, the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from towerup.kernel.ruleset import AnyRuleset

MOST_STEPS = 300
"""A game that goes on for longer shows nothing new."""
USUAL_EVERY = 7
"""One game in this many has the usual edition. The others have stress editions, whose positions are smaller."""


class Step(NamedTuple):
    """A step of a random game."""

    game: int
    number: int
    before: Any
    action: Any
    after: Any
    notable: frozenset[str]


class Game(NamedTuple):
    """A random game: where it started, and its steps."""

    number: int
    start: Any
    setup: Mapping[str, Any]
    steps: Sequence[Step]
    notable: frozenset[str]
    """All that is notable about any step."""

    @property
    def end(self) -> Any:
        return self.steps[-1].after

    @property
    def edition(self) -> str:
        """What the game is played with, by name."""
        return str(self.setup["edition"]["name"])

    @property
    def summary(self) -> str:
        """The game in a few words."""
        rulings = "".join(f", {name}={reading}" for name, reading in self.setup["rulings"].items())
        return f"{len(self.setup['players'])} players, edition {self.edition}{rulings}"


def random_game(rules: AnyRuleset, seed: int, number: int) -> Game:
    """The game with this number, played by different policies."""
    chooser = random.Random(f"{seed}/{number}")
    if number % USUAL_EVERY == 0 or not rules.stress_editions:
        edition, turn = rules.usual_edition, number // USUAL_EVERY
    else:
        turn, which = divmod(number, len(rules.stress_editions))
        edition = rules.stress_editions[which]
    offered = rules.player_counts(edition)
    start = state = rules.random_game(chooser, offered[turn % len(offered)], edition)
    setup = rules.setup_to_json(start)
    policies = [chooser.choice(tuple(rules.policies.values())) for _ in setup["players"]]
    steps: list[Step] = []
    while (legal := rules.legal_actions(state)) and len(steps) < MOST_STEPS:
        action = rules.decide(state, legal, policies, chooser)
        after = rules.apply(state, action)
        notable = frozenset(rules.coverage.notable(state, action, after))
        steps.append(Step(number, len(steps), state, action, after, notable))
        state = after
    return Game(number, start, setup, steps, frozenset[str]().union(*(step.notable for step in steps)))
