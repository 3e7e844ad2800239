"""Counting: how many ways and how many positions there are at each depth, to compare two implementations by a few numbers.

What chess programmers call perft, with chance told apart. A position that is reached in several ways is gone on from
once, so that counting to a depth takes time by positions, not by ways.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

import attrs

from .actors import CHANCE
from .ruleset import AnyRuleset

DIGEST = 16
"""Bytes by which a position is remembered. That two different ones have the same is not to be expected in any life."""

BY_CHANCE, BY_PLAYER, OVER = range(3)
"""Who is to act in a position."""


@attrs.frozen
class Level:
    """What there is after so many actions.

    `paths` are sequences of legal actions, chance's among them, told apart by who is to act at their end; `weight` counts each
    as often as chance can bring it about (a card of which there are three, three times). `positions` are the different
    states they lead to, told apart in the same way. `choices` is the number of legal actions in all these positions together.
    """

    paths: int
    paths_to_chance: int
    paths_to_players: int
    paths_over: int
    weight: int
    positions: int
    chance: int
    players: int
    over: int
    choices: int


@attrs.define
class Met:
    """A position that was met: in how many ways, with what weight, who is to act, and how many actions are legal."""

    paths: int
    weight: int
    actor: int
    choices: int
    state: Any
    """None where counting goes no further."""


class Frontier:
    """The positions after so many actions, each with how it was reached."""

    def __init__(self, rules: AnyRuleset) -> None:
        self.rules = rules
        self.met: dict[bytes, Met] = {}

    def add(self, state: Any, paths: int, weight: int, keep: bool) -> None:
        """A state that is reached in so many ways; it is kept if counting is to go on from it."""
        rules = self.rules
        key = blake2b(rules.state_key(state), digest_size=DIGEST).digest()
        known = self.met.get(key)
        if known is None:
            actor = state.actor
            who = BY_CHANCE if actor is CHANCE else OVER if actor is None else BY_PLAYER
            self.met[key] = Met(paths, weight, who, len(rules.legal_actions(state)), state if keep else None)
        else:
            known.paths += paths
            known.weight += weight

    def merge(self, met: dict[bytes, tuple[int, int, int, int]]) -> None:
        """What somebody else has met, as `plain` tells it."""
        for key, (paths, weight, actor, choices) in met.items():
            known = self.met.get(key)
            if known is None:
                self.met[key] = Met(paths, weight, actor, choices, None)
            else:
                known.paths += paths
                known.weight += weight

    def plain(self) -> dict[bytes, tuple[int, int, int, int]]:
        """What was met, without the states themselves."""
        return {key: (one.paths, one.weight, one.actor, one.choices) for key, one in self.met.items()}

    def next(self, keep: bool) -> Frontier:
        """The positions one action on."""
        rules, after = self.rules, Frontier(self.rules)
        apply, add = rules.apply, after.add
        for one in self.met.values():
            state, paths, weight = one.state, one.paths, one.weight
            actions = rules.legal_actions(state)
            if one.actor == BY_CHANCE:
                for action, times in zip(actions, rules.chance_weights(state), strict=True):
                    add(apply(state, action), paths, weight * times, keep)
            else:
                for action in actions:
                    add(apply(state, action), paths, weight, keep)
        return after

    def level(self) -> Level:
        """What there is, counted."""
        ways, places = [0, 0, 0], [0, 0, 0]
        weight = choices = 0
        for one in self.met.values():
            ways[one.actor] += one.paths
            places[one.actor] += 1
            weight += one.weight
            choices += one.choices
        return Level(
            sum(ways), ways[BY_CHANCE], ways[BY_PLAYER], ways[OVER],
            weight,
            sum(places), places[BY_CHANCE], places[BY_PLAYER], places[OVER],
            choices,
        )  # fmt: skip


def frontiers(rules: AnyRuleset, start: Any, depth: int) -> Iterator[Frontier]:
    """The positions after 0 actions, after 1, and so on."""
    frontier = Frontier(rules)
    frontier.add(start, 1, 1, keep=depth > 0)
    yield frontier
    for number in range(1, depth + 1):
        # Those at the end are counted and let go: most of what is met is there.
        frontier = frontier.next(keep=number < depth)
        yield frontier


def counts(rules: AnyRuleset, start: Any, depth: int) -> list[Level]:
    """What there is after 0 actions, after 1, and so on, up to a depth."""
    return [frontier.level() for frontier in frontiers(rules, start, depth)]
