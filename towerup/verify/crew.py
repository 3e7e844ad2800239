"""A campaign's games shared out among processes, or among the machines of a Dask cluster.

A campaign is cut into parts of a few games each. Whoever plays a part gives back plain data; the parts are counted once
each and in order, so that the report is the same whoever played them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import attrs

from towerup.kernel.crew import shared_out
from towerup.kernel.records import Record

from .campaign import Breach, Campaign, Plan, Tally
from .subject import Subject

GAMES_A_PART = 10


@attrs.frozen
class Evidence:
    """A breach as plain data: the game in JSON values."""

    rule: str
    law: str
    message: str
    game: int
    setup: Any
    actions: tuple[Any, ...]
    disputed: Any

    @classmethod
    def of(cls, campaign: Campaign, breach: Breach) -> Evidence:
        """What a breach is in plain data."""
        to_json = campaign.rules.action_to_json
        record, space = breach.record, campaign.rules.action_space(breach.record.start)
        return cls(
            breach.rule,
            breach.law,
            breach.message,
            breach.game,
            campaign.rules.setup_to_json(record.start),
            tuple(map(to_json, record.actions)),
            to_json(breach.disputed) if breach.disputed is not None and breach.disputed in space else None,
        )

    def breach(self, campaign: Campaign) -> Breach:
        """The breach itself, in terms of the campaign's own rules."""
        from_json = campaign.rules.action_from_json
        start = campaign.rules.game_from_setup(self.setup, campaign.edition)
        record = Record(start, tuple(map(from_json, self.actions)))
        disputed = None if self.disputed is None else from_json(self.disputed)
        return Breach(self.rule, self.law, self.message, self.game, record, disputed)


@attrs.frozen
class Part:
    """What came of a part of a campaign."""

    tally: Tally
    evidence: Evidence | None


@attrs.define
class Report:
    """What a campaign did and found."""

    plan: Plan
    tally: Tally
    breach: Breach | None = None


_CAMPAIGNS: dict[tuple[Subject, Plan], Campaign] = {}


def campaign_of(subject: Subject, plan: Plan) -> Campaign:
    """The campaign, made once a process; only the last one is kept."""
    rules = subject.rules()
    campaign = _CAMPAIGNS.get((subject, plan))
    if campaign is None or campaign.rules is not rules:
        _CAMPAIGNS.clear()
        campaign = _CAMPAIGNS[subject, plan] = Campaign(rules, plan)
    return campaign


def play_part(subject: Subject, plan: Plan, numbers: range) -> Part:
    """Plays one part, wherever this runs."""
    campaign = campaign_of(subject, plan)
    tally, breach = campaign.play(numbers)
    return Part(tally, None if breach is None else Evidence.of(campaign, breach))


def run(
    subject: Subject,
    plan: Plan,
    jobs: int = 1,
    cluster: str | None = None,
    progress: Callable[[int], None] = lambda games: None,
) -> Report:
    """Plays a campaign and reports; it stops at the first breach. `progress` is told how many games more are done."""
    parts = [range(first, min(first + GAMES_A_PART, plan.games)) for first in range(0, plan.games, GAMES_A_PART)]
    report = Report(plan, Tally())
    for part in shared_out(partial(play_part, subject, plan), parts, jobs, cluster):
        report.tally.add(part.tally)
        progress(part.tally.games)
        if part.evidence is not None:
            report.breach = part.evidence.breach(campaign_of(subject, plan))
            break
    return report
