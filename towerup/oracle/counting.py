"""Counting: how many positions there are at each depth, to compare two implementations by a few numbers."""

from __future__ import annotations

from typing import Any

from towerup.kernel.actors import CHANCE
from towerup.kernel.ruleset import Ruleset


def counts(rules: Ruleset, start: Any, depth: int) -> list[dict[str, int]]:
    """For each depth from 0: the ways to get there, the different positions, and what is to be done in these.

    `paths` are sequences of legal actions, chance's among them; `positions` are the different states they lead to: in
    `chance` of them chance is to act, in `players` of them a player, `over` of them are the end. `choices` is the number
    of legal actions in all these positions together.
    """
    level: dict[bytes, tuple[Any, int]] = {rules.state_key(start): (start, 1)}
    told = []
    for number in range(depth + 1):
        after: dict[bytes, tuple[Any, int]] = {}
        chance, over, choices = 0, 0, 0
        for state, paths in level.values():
            legal = rules.legal_actions(state)
            choices += len(legal)
            chance += state.actor is CHANCE
            over += state.actor is None
            for action in legal if number < depth else ():
                following = rules.apply(state, action)
                key = rules.state_key(following)
                after[key] = following, paths + (after[key][1] if key in after else 0)
        told.append(
            {
                "paths": sum(paths for _, paths in level.values()),
                "positions": len(level),
                "chance": chance,
                "players": len(level) - chance - over,
                "over": over,
                "choices": choices,
            }
        )
        level = after
    return told
