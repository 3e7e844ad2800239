"""Replaying: a recorded game played again, with every property checked and every action compared in every state."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import attrs

from towerup.kernel.checking import Checker
from towerup.kernel.records import Record, RecordError, follow, just
from towerup.kernel.rules import Finding

from .campaign import NO_ERROR, Breach, Campaign, Tally, law_of
from .engine_games import SAME_GAME, EngineGames


@attrs.frozen
class Replay:
    """What came of it: how many actions could be followed, and the first breach or the line that cannot be read."""

    steps: int
    breach: Breach | None = None
    unreadable: RecordError | None = None


def replayed(campaign: Campaign, lines: Sequence[bytes]) -> Replay:
    """Plays the game in these lines, as far as the first breach."""
    actions: list[Any] = []
    start = None
    try:
        start, steps = follow(lines, just(campaign.rules), campaign.edition)
        checker = Checker(campaign.rules)
        found = _first(campaign, checker.state(start), start)
        for step in steps if found is None else ():
            actions.append(step.action)
            found = _first(campaign, checker.step(step.before, step.action, step.after), step.after)
            if found is not None:
                break
    except RecordError as error:
        return Replay(len(actions), unreadable=error)
    except Exception as error:  # whatever goes wrong in the rules is a finding, never a traceback
        if start is None:
            raise
        found = Finding("", f"{type(error).__name__}: {error}"), NO_ERROR, None
    if found is None and campaign.plan.engine is not None:
        differs = EngineGames(campaign).comparison.first_difference(start, actions)
        if differs is not None:
            done, message = differs
            actions, found = actions[:done], (Finding("", message), SAME_GAME, None)
    if found is None:
        return Replay(len(actions))
    finding, law, disputed = found
    return Replay(len(actions), Breach(finding.rule, law, finding.message, 0, Record(start, tuple(actions)), disputed))


def _first(campaign: Campaign, broken: Sequence[Finding], state: Any) -> tuple[Finding, str, Any] | None:
    for finding in broken:
        return finding, law_of(finding), None
    legal = campaign.rules.legal_actions(state)
    return next(campaign.judged(state, legal, Tally(), random.Random(0)), None)
