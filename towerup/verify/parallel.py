"""A campaign by several processes, or by the machines of a Dask cluster.

A campaign is cut into parts of a few games each. The result of a part is plain data; the parts are counted once each and
in order, so that the report does not depend on who played them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from functools import partial
from typing import Any

import attrs

from towerup.kernel.parallel import map_ordered
from towerup.kernel.records import Record

from .campaign import Breach, Campaign, Plan, Tally
from .engine_games import EngineGames
from .subject import Subject

GAMES_A_PART = 10
ENGINE_GAMES_A_PART = 100


@attrs.frozen
class Task:
    """What a part of a campaign is to play: the games with these numbers, on the rulebook or on the engine."""

    numbers: range
    on_engine: bool = False


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

    @property
    def games(self) -> int:
        """How many games were played, on the rulebook or on the engine."""
        return self.tally.games + self.tally.engine_games


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


def tasks_of(plan: Plan) -> list[Task]:
    """The parts of a campaign, those on the rulebook first."""
    tasks = [Task(numbers) for numbers in _ranges(plan.games, GAMES_A_PART)]
    return tasks + [Task(numbers, on_engine=True) for numbers in _ranges(plan.engine_games, ENGINE_GAMES_A_PART)]


def _ranges(games: int, a_part: int) -> list[range]:
    return [range(first, min(first + a_part, games)) for first in range(0, games, a_part)]


def play_part(subject: Subject, plan: Plan, task: Task) -> Part:
    """Plays one part, wherever this runs."""
    campaign = campaign_of(subject, plan)
    player = EngineGames(campaign) if task.on_engine else campaign
    tally, breach = player.play(task.numbers)
    return Part(tally, None if breach is None else Evidence.of(campaign, breach))


def report_of(subject: Subject, plan: Plan, parts: Iterable[Part]) -> Report:
    """What these parts of a campaign say together."""
    report = Report(plan, Tally())
    for part in parts:
        report.tally.add(part.tally)
        if part.evidence is not None:
            report.breach = part.evidence.breach(campaign_of(subject, plan))
    return report


def run(
    subject: Subject,
    plan: Plan,
    jobs: int = 1,
    cluster: str | None = None,
    progress: Callable[[int], None] = lambda games: None,
    known: Sequence[Part] = (),
    keep: Callable[[Part], None] = lambda part: None,
) -> Report:
    """Plays a campaign and reports; it stops at the first breach. `progress` hears how many more games are done.

    A campaign that was interrupted continues with the first parts `known`; `keep` gets each further one.
    """
    parts = [*known]
    progress(sum(part.games for part in parts))
    if all(part.evidence is None for part in parts):
        todo = tasks_of(plan)[len(parts) :]
        with closing(map_ordered(partial(play_part, subject, plan), todo, jobs, cluster)) as results:
            for part in results:
                parts.append(part)
                keep(part)
                progress(part.games)
                if part.evidence is not None:
                    break
    return report_of(subject, plan, parts)


def part_to_json(part: Part) -> Any:
    """A part as JSON values. Counters are lists of pairs, since their order is that of a report."""
    tally = {
        field.name: list(value.items()) if isinstance(value := getattr(part.tally, field.name), Counter) else value
        for field in attrs.fields(Tally)
    }
    return {"tally": tally, "evidence": None if part.evidence is None else attrs.asdict(part.evidence)}


def part_from_json(value: Any) -> Part:
    """The part that JSON values stand for; raises all kinds of errors if they stand for none."""
    tally = Tally()
    for field in attrs.fields(Tally):
        counted = value["tally"][field.name]
        is_counter = isinstance(getattr(tally, field.name), Counter)
        setattr(tally, field.name, Counter(dict(counted)) if is_counter else int(counted))
    evidence = value["evidence"]
    if evidence is not None:
        evidence = Evidence(**evidence | {"actions": tuple(evidence["actions"])})
    return Part(tally, evidence)
