"""Vectors that could be kept, and how the best of them are chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from towerup.kernel.canonical import encode
from towerup.kernel.rules import Rule

from .games import Game

KEPT_VECTORS = 4
"""How many positive and how many negative vectors of a rule are kept: one more than required."""
MANY = 60
"""A position with more legal actions than this is long to read."""


class Candidate(NamedTuple):
    """A vector that could be kept, and what speaks for it."""

    vector: dict[str, Any]
    features: frozenset[tuple[str, Any]]
    """What it shows: two vectors that differ in these teach more than two that are alike."""
    cost: float


def best_of(candidates: Sequence[Candidate], count: int) -> list[dict[str, Any]]:
    """The best of them: small, plain, and unlike each other."""
    left, chosen = list(candidates), list[dict[str, Any]]()
    seen: set[tuple[str, Any]] = set()
    texts: set[str] = set()
    while left and len(chosen) < count:
        best = min(left, key=lambda one: one.cost - len(one.features - seen))
        left.remove(best)
        words = best.vector.get("shows", "")
        if words not in texts or not words:  # what reads the same shows the same
            chosen.append(best.vector)
            seen |= best.features
            texts.add(words)
    return chosen


def with_more(vectors: list[dict[str, Any]], others: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """These vectors, filled up with those of the others that show something else."""
    known = {one["shows"] for one in vectors} | {encode({**one, "shows": ""}).decode() for one in vectors}
    fresh = [one for one in others if not known & {one["shows"], encode({**one, "shows": ""}).decode()}]
    return vectors + fresh[: max(0, KEPT_VECTORS - len(vectors))]


def features_of(game: Game, state: Any, action: Any) -> frozenset[tuple[str, Any]]:
    """What distinguishes an action in a state of a game from others."""
    return frozenset({
        ("edition", game.edition),
        ("players", len(game.setup["players"])),
        ("actor", state.actor),
        ("action", type(action)),
        ("game", game.number),
    })  # fmt: skip


def cost_of(rule: Rule | None, game: Game, vector: Mapping[str, Any]) -> float:
    """What speaks against a vector: its length, and readings that are not about the rule."""
    rulings = game.setup["rulings"]
    # Other readings confuse, unless the rule is about just that.
    reading = 0.0 if not rulings else 1.0 if rule is not None and rule.ruling in rulings else 4.0
    return len(encode(vector)) / 1_500 + reading
