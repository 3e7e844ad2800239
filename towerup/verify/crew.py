"""The crew: a campaign's games shared out among processes, or among the machines of a Dask cluster.

A campaign is cut into parts of a few games each. Whoever plays a part gives back plain data; the parts are counted once
each and in order, so that the report is the same whoever played them, and a part whose player died is played anew.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

import attrs

import towerup
from towerup.kernel.records import Record

from .campaign import Breach, Campaign, Plan, Tally
from .subject import Subject

GAMES_A_PART = 10
SECONDS_TO_CONNECT = 10
DEATHS_BORNE = 3
"""How often processes may die before the campaign gives up."""


class CampaignError(RuntimeError):
    """A campaign that could not be played to its end, and why."""


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

    version: str
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
    return Part(towerup.__version__, tally, None if breach is None else Evidence.of(campaign, breach))


def run(
    subject: Subject,
    plan: Plan,
    jobs: int = 1,
    cluster: str | None = None,
    progress: Callable[[int], None] = lambda games: None,
) -> Report:
    """Plays a campaign and reports; it stops at the first breach. `progress` is told how many games more are done."""
    parts = [range(first, min(first + GAMES_A_PART, plan.games)) for first in range(0, plan.games, GAMES_A_PART)]
    if cluster is not None:
        played = _by_cluster(subject, plan, parts, cluster)
    elif jobs > 1 and len(parts) > 1:
        played = _by_processes(subject, plan, parts, min(jobs, len(parts)))
    else:
        played = (play_part(subject, plan, part) for part in parts)
    report = Report(plan, Tally())
    for part in played:
        report.tally.add(part.tally)
        progress(part.tally.games)
        if part.evidence is not None:
            report.breach = part.evidence.breach(campaign_of(subject, plan))
            break
    return report


def _by_processes(subject: Subject, plan: Plan, parts: list[range], jobs: int) -> Iterator[Part]:
    """The parts in order, played by processes. If one of them dies, others play what is still to be played."""
    todo, deaths = list(parts), 0
    while todo:
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            try:
                futures = [pool.submit(play_part, subject, plan, part) for part in todo]
                for future in futures:
                    result = future.result()
                    del todo[0]
                    yield result
            except BrokenProcessPool:
                deaths += 1
                if deaths >= DEATHS_BORNE:
                    raise CampaignError(
                        f"{deaths} times a process died while games {todo[0].start} and following were played"
                    ) from None
            except GeneratorExit:
                pool.shutdown(wait=False, cancel_futures=True)
                raise


def _by_cluster(subject: Subject, plan: Plan, parts: list[range], address: str) -> Iterator[Part]:
    """The parts in order, played by the workers of a Dask cluster, which gives the work of a dead worker to another."""
    with _client(address) as client:
        # A name for each part of this one campaign: the cluster keeps one result a name.
        campaign = uuid.uuid4().hex
        futures = [
            client.submit(play_part, subject, plan, part, key=f"towerup-{campaign}-{part.start}", pure=False)
            for part in parts
        ]
        try:
            for future in futures:
                part = _result(future)
                if part.version != towerup.__version__:
                    raise CampaignError(
                        f"a worker has towerup {part.version}, this is {towerup.__version__}: both must be the same"
                    )
                yield part
        finally:
            client.cancel(futures)


@contextmanager
def _client(address: str) -> Iterator[Any]:
    try:
        from distributed import Client
    except ModuleNotFoundError as missing:
        raise CampaignError("a campaign on a cluster needs Dask: pip install 'towerup[cluster]'") from missing
    try:
        client = Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, TimeoutError, ValueError) as error:
        raise CampaignError(
            f"no Dask scheduler answers at {address} ({error}); start one with `dask scheduler`, as tcp://host:8786"
        ) from None
    with client:
        if not client.scheduler_info()["workers"]:
            raise CampaignError(f"the scheduler at {address} has no workers; start some with `dask worker {address}`")
        yield client


def _result(future: Any) -> Part:
    from distributed.scheduler import KilledWorker

    try:
        part: Part = future.result()
    except KilledWorker as killed:
        raise CampaignError(f"too many workers died: {killed}") from None
    except (ImportError, AttributeError) as error:
        raise CampaignError(f"a worker has no such towerup: {error}; all need the same version") from None
    return part
