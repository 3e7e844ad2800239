"""Shrinking: from a long game in which something does not hold to a short one that shows the same."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import attrs

from towerup.kernel.actors import CHANCE
from towerup.kernel.checking import Checker
from towerup.kernel.records import Record

from .campaign import AGREEMENT, NO_ERROR, Breach, Campaign, Tally, law_of
from .engine_games import SAME_GAME, EngineGames

ATTEMPTS = 400
"""How many games shrinking may play."""


LONG = 40
"""A game of more actions than this is long: maybe a small box shows the same sooner."""
SMALL_GAMES = 60
"""How many games with small boxes are tried then, until one is not long."""


def shortest(campaign: Campaign, breach: Breach) -> Breach:
    """The breach with the shortest game found that shows it: the game itself made shorter, or one with a small box."""
    best = shrunk(campaign, breach)
    on_engine = EngineGames(campaign) if breach.law == SAME_GAME else None
    for number in (on_engine or campaign.series).small_games(SMALL_GAMES):
        if len(best.record.actions) <= LONG:
            break
        _, other = (on_engine or campaign).play([number])
        if other is not None and (other.law, other.rule) == (breach.law, breach.rule):
            other = shrunk(campaign, other)
            best = min(best, other, key=lambda one: len(one.record.actions))
    return best


def shrunk(campaign: Campaign, breach: Breach, attempts: int = ATTEMPTS) -> Breach:
    """The breach with its game made shorter.

    Stretches of the game are left out, long ones first. What is no longer legal then is passed over, and where chance has
    to act before the next action fits, it does the first thing it can.
    """
    shrinker = _Shrinker(campaign, breach)
    best = shrinker.attempt(breach.record.actions)
    if best is None:
        return breach  # it does not show again (it should): the game as it was found is what there is
    length = max(1, len(best.record.actions) // 2)
    left = attempts
    while left > 0:
        before = len(best.record.actions)
        first = 0
        while first < len(best.record.actions) and left > 0:
            actions = best.record.actions
            left -= 1
            shorter = shrinker.attempt(actions[:first] + actions[first + length :])
            if shorter is not None and len(shorter.record.actions) < len(actions):
                best = shorter
            else:
                first += length
        if length == 1 and len(best.record.actions) == before:
            break
        length = max(1, length // 2)
    return best


class _Shrinker:
    def __init__(self, campaign: Campaign, breach: Breach) -> None:
        self._campaign = campaign
        self._breach = breach
        self._checker = Checker(campaign.rules)
        # What takes long to find out is looked for at the end of the game alone: there it was found.
        rules = campaign.rules
        offer_laws = [one.name for one in rules.properties.of_offers]
        self._at_the_end = breach.law in (AGREEMENT, *offer_laws)

    def attempt(self, actions: Sequence[Any]) -> Breach | None:
        """The same breach in the game that these actions make, as far as they can be followed."""
        if self._breach.law == SAME_GAME:
            return self._differing(actions)
        played: list[Any] = []
        try:
            message = self._played(actions, played)
        except Exception as error:  # noqa: BLE001  # a fault may raise anything, and that is what is looked for
            message = f"{type(error).__name__}: {error}" if self._breach.law == NO_ERROR else None
        if message is None:
            return None
        record = Record(self._breach.record.start, tuple(played))
        return attrs.evolve(self._breach, message=message, record=record)

    def _differing(self, actions: Sequence[Any]) -> Breach | None:
        """The game on the rulebook that these actions make, as far as the engine plays another one."""
        rules, start = self._campaign.rules, self._breach.record.start
        state, legal, waiting = start, rules.legal_actions(start), list(reversed(actions))
        played: list[Any] = []
        while (action := _next_of(waiting, state, legal)) is not None:
            played.append(action)
            state = rules.apply(state, action)
            legal = rules.legal_actions(state)
        found = EngineGames(self._campaign).comparison.first_difference(start, played)
        if found is None:
            return None
        done, message = found
        return attrs.evolve(self._breach, message=message, record=Record(start, tuple(played[:done])))

    def _played(self, actions: Sequence[Any], played: list[Any]) -> str | None:
        rules = self._campaign.rules
        state = self._breach.record.start
        legal = rules.legal_actions(state)
        waiting = list(reversed(actions))
        for finding in self._checker.state(state):
            return finding.message if law_of(finding) == self._breach.law else None
        found = self._wrong_in(state, legal)
        while found is None and (action := _next_of(waiting, state, legal)) is not None:
            played.append(action)
            after = rules.apply(state, action)
            legal = rules.legal_actions(after)
            for finding in self._checker.step(state, action, after, legal):
                if law_of(finding) == self._breach.law:
                    return finding.message
                return None  # something else is wrong first: that is another story
            state = after
            found = self._wrong_in(state, legal)
        if found is None and self._at_the_end and self._breach.disputed is None:
            for finding, law, _ in self._campaign.judged(state, legal, Tally(), random.Random(0)):
                return finding.message if law == self._breach.law else None
        return found

    def _wrong_in(self, state: Any, legal: Sequence[Any]) -> str | None:
        disputed = self._breach.disputed
        if disputed is None:
            return None
        broken = self._campaign.rules.objections(state, disputed)
        if (disputed in legal) == bool(broken):
            return self._campaign.disagreement(disputed, disputed in legal, broken).message
        return None


def _next_of(waiting: list[Any], state: Any, legal: Sequence[Any]) -> Any:
    """The next of the waiting actions that is legal, or what chance does before it; None if there is none left."""
    while legal and waiting:
        if waiting[-1] in legal:
            return waiting.pop()
        if state.actor is CHANCE:
            return legal[0]
        waiting.pop()
    return None
