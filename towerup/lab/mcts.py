"""Monte Carlo tree search with open-loop chance.

The tree holds players' decisions alone: a node stands for the actions that players have taken since the root. What chance does
in between is drawn anew, by its weights, on each descent, so a node is met in different states and offers what is
legal in the one at hand. Each descent goes down by the rule PUCT, each seat minding its own reward, until it comes to a node
without branches. The first time, the position there is evaluated as it is. The second time the node grows: every action is
tried once and evaluated, which tells which to take first (its *prior*) and what it may bring, and the best of them is what
the position is worth. That goes back up the path. There is no play-out, so an endless game is no danger.

A reward is a seat's share of the victory: of a position, what the evaluated points promise; of a finished game, half
that and half the victory itself.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from math import exp, sqrt
from typing import Any

import attrs

from towerup.kernel.actors import CHANCE

from .players import lead

EXPLORING = 0.5
"""How much the prior of an action counts beside the reward it has brought so far."""
TEMPERATURE = 3.0
"""An action that looks worse by a third of the game's spread (divided by this) has a prior less by a factor of e."""
MOST_EXPONENT = 50.0
"""Beyond this a difference of points makes no difference to a prior."""
GROWN_AT = 2
"""A node grows once the way to it was taken so often, to be tried and evaluated being the first time."""
SURE_EVERY = 16
"""After so many descents it is seen whether those that remain could still change the choice."""


@attrs.frozen
class Mcts:
    """So many descents, or as many as fit into so many seconds. Only with a number of descents can a choice be repeated."""

    iterations: int | None = None
    seconds: float | None = None

    def __attrs_post_init__(self) -> None:
        if (self.iterations is None) == (self.seconds is None):
            raise ValueError("a search has a number of iterations or of seconds, one of them")
        if (self.iterations or 0) < 0 or (self.seconds or 0) < 0 or self.iterations == 0 or self.seconds == 0:
            raise ValueError("a search needs at least one iteration, or some time")

    def __call__(self, state: Any, legal: Sequence[Any], chooser: random.Random) -> Any:
        if len(legal) == 1:
            return legal[0]
        search = _Search(state, chooser)
        if self.iterations is not None:
            search.descend(self.iterations)
        else:
            search.descend_until(time.monotonic() + (self.seconds or 0.0))
        return search.choice()

    def __str__(self) -> str:
        return f"mcts:{self.iterations}" if self.iterations is not None else f"mcts:{self.seconds:g}s"


class _Branch:
    """An action at a node: how often it was taken, what that has brought the one who took it, and what is below."""

    __slots__ = ("below", "prior", "reward", "visits")

    def __init__(self, reward: float, prior: float) -> None:
        # To have been tried and evaluated counts as one visit.
        self.visits = 1
        self.reward = reward
        self.prior = prior
        self.below: dict[Any, _Branch] = {}


class _Search:
    """The tree below one state."""

    def __init__(self, state: Any, chooser: random.Random) -> None:
        rules = state.ruleset
        self._root = state
        self._chooser = chooser
        self._apply, self._legal, self._weights = rules.apply, rules.legal_actions, rules.chance_weights
        self._outcome, self._analysis = rules.outcome, rules.analysis
        self._spread: float = rules.analysis.spread
        self._branches: dict[Any, _Branch] = {}
        self._grow(self._branches, state, state.actor, self._legal(state))

    def choice(self) -> Any:
        """The action that was taken most often; of equals the one that brought most."""
        return max(self._branches, key=lambda action: self._merit(self._branches[action]))

    @staticmethod
    def _merit(branch: _Branch) -> tuple[int, float]:
        return branch.visits, branch.reward

    def descend(self, times: int) -> None:
        """So many descents, or fewer if the rest cannot change the choice."""
        for number in range(times):
            if number % SURE_EVERY == 0:
                first, second = sorted((branch.visits for branch in self._branches.values()), reverse=True)[:2]
                if first - second > times - number:
                    return
            self._descent()

    def descend_until(self, deadline: float) -> None:
        """Descents until this time of the clock; at least one."""
        self._descent()
        while time.monotonic() < deadline:
            self._descent()

    def _descent(self) -> None:
        state, branches = self._root, self._branches
        path: list[tuple[_Branch, int]] = []
        while True:
            seat = state.actor
            while seat is CHANCE:
                drawn = self._chooser.choices(self._legal(state), self._weights(state))[0]
                state = self._apply(state, drawn)
                seat = state.actor
            if seat is None:
                rewards: Sequence[float] = self._final(state)
                break
            if not branches and path[-1][0].visits < GROWN_AT:
                rewards = shares(self._analysis.evaluate(state), self._spread)
                break
            legal = self._legal(state)
            if not branches:
                rewards = self._grow(branches, state, seat, legal)
                break
            action, branch = self._taken(branches, state, seat, legal)
            path.append((branch, seat))
            state, branches = self._apply(state, action), branch.below
        for branch, seat in path:
            branch.visits += 1
            branch.reward += rewards[seat]

    def _taken(self, branches: dict[Any, _Branch], state: Any, seat: int, legal: Sequence[Any]) -> tuple[Any, _Branch]:
        """The action with the most promise: of what it has brought on average, and of its prior if it was rarely taken."""
        try:
            offered = [branches[action] for action in legal]
        except KeyError:  # chance has brought something that was not on offer before
            self._grow(branches, state, seat, [action for action in legal if action not in branches])
            offered = [branches[action] for action in legal]
        visits, priors = 0, 0.0
        for branch in offered:
            visits += branch.visits
            priors += branch.prior
        exploring = EXPLORING * sqrt(visits) / priors
        most, number = -1.0, 0
        for place, branch in enumerate(offered):
            promise = branch.reward / branch.visits + exploring * branch.prior / (1 + branch.visits)
            if promise > most:
                most, number = promise, place
        return legal[number], offered[number]

    def _grow(self, branches: dict[Any, _Branch], state: Any, seat: int, actions: Sequence[Any]) -> tuple[float, ...]:
        """Tries each of these actions once; gives the rewards of the best."""
        apply, evaluate, spread = self._apply, self._analysis.evaluate, self._spread
        most, chosen = float("-inf"), tuple[float, ...]()
        for action in actions:
            values = evaluate(apply(state, action))
            ahead, rewards = lead(values, seat), shares(values, spread)
            exponent = TEMPERATURE * ahead / spread
            branches[action] = _Branch(rewards[seat], exp(max(-MOST_EXPONENT, min(MOST_EXPONENT, exponent))))
            if ahead > most:
                most, chosen = ahead, rewards
        return chosen

    def _final(self, state: Any) -> tuple[float, ...]:
        """What a finished game brings: half by points, half by victory, which several may share."""
        points = self._analysis.points(self._outcome(state))
        best = max(points)
        victory = 1 / points.count(best)
        promised = shares([float(one[0]) for one in points], self._spread)
        return tuple(
            (share + (victory if one == best else 0.0)) / 2 for share, one in zip(promised, points, strict=True)
        )


def shares(values: Sequence[float], spread: float) -> tuple[float, ...]:
    """What share of the victory each seat may hope for, given what each may come to and how wrong that may be."""
    most = max(values)
    odds = [exp((value - most) / spread) for value in values]
    total = sum(odds)
    return tuple([one / total for one in odds])
