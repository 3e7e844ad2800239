"""A series of varied games, each drawn by its number: the same games for whoever plays them, in whatever order."""

from __future__ import annotations

import random
from typing import Any

import attrs

from .ruleset import AnyRuleset


@attrs.frozen
class Series:
    """Which games are played: how many players, with which edition, under which rulings."""

    rules: AnyRuleset
    players: tuple[int, ...]
    """The numbers of players, taken in turn; empty: all that an edition is for."""
    edition: Any
    """A shipped edition's name, or an edition; None: the usual one, with its stress_editions now and then."""
    rulings: Any
    """The rulings; None: drawn for each game, mostly the defaults."""
    stress_every: int
    """Every so many-th game is played with a stress edition: small boxes show what the big one hardly ever does."""

    def game(self, number: int, chooser: random.Random) -> Any:
        """The game with this number, about to begin."""
        edition, turn = self.edition, number
        stress_editions = self._stress_editions()
        if stress_editions and number % self.stress_every == self.stress_every - 1:
            turn, which = divmod(number // self.stress_every, len(stress_editions))
            edition = stress_editions[which]
        if edition is None:
            edition = self.rules.usual_edition
        counts = self._counts(edition)
        return self.rules.random_game(chooser, counts[turn % len(counts)], edition, self.rulings)

    def small_games(self, most: int) -> range:
        """The numbers of the first so many games that are played with a stress edition."""
        if not self._stress_editions():
            return range(0)
        return range(self.stress_every - 1, most * self.stress_every, self.stress_every)

    def _stress_editions(self) -> tuple[str, ...]:
        """The stress editions that are for as many players as are wanted; none if an edition is named."""
        return (
            () if self.edition is not None else tuple(name for name in self.rules.stress_editions if self._counts(name))
        )

    def _counts(self, edition: Any) -> tuple[int, ...]:
        offered = self.rules.player_counts(edition)
        return tuple(count for count in self.players if count in offered) if self.players else offered
