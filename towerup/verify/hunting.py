"""Hunting: each fault of a ruleset's catalogue is planted, and a campaign has to find it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from multiprocessing import get_context

import attrs

from towerup.kernel.ruleset import AnyRuleset

from .campaign import Campaign, Plan
from .crew import campaign_of
from .faults import Fault, fault_by_id, read_faults
from .shrinking import shortest
from .subject import Subject

USUAL_FIRST = 3
"""So many games are played as in any campaign, under the laws alone: a fault may be such that no small box can be set up."""
SMALL_FIRST = 100
"""Then so many with small boxes: they are quick, in them short games are found quickly, and they show most of what can go wrong."""
HUNTS_A_PROCESS = 12
"""Each fault planted is one more copy of the rules in memory; after so many a new process takes over."""


@attrs.frozen
class Hunt:
    """What came of one fault: whether it was found, by which law, in which game, and how short a game shows it."""

    fault: Fault
    found: bool
    games: int
    law: str = ""
    rule: str = ""
    message: str = ""
    length: int = 0
    game: tuple[str, ...] = ()
    """The shortest game found that shows it, in notation."""


def hunt(game: str, fault: Fault, plan: Plan) -> Hunt:
    """Plants one fault and plays the campaign until it is found."""
    campaign = campaign_of(Subject(game, fault.id), plan)
    under_laws_alone = Campaign(campaign.rules, attrs.evolve(plan, judging=False))
    tally, breach = under_laws_alone.play(range(min(USUAL_FIRST, plan.games)))
    if breach is None:
        numbers = dict.fromkeys(chain(campaign.series.small_games(SMALL_FIRST), range(plan.games)))
        more, breach = campaign.play(number for number in numbers if number < plan.games)
        tally.add(more)
    if breach is None:
        return Hunt(fault, found=False, games=tally.games)
    best = shortest(campaign, breach)
    actions = tuple(map(str, best.record.actions))
    return Hunt(fault, True, tally.games, breach.law, breach.rule, best.message, len(actions), actions)


def hunt_all(
    rules: AnyRuleset, plan: Plan, wanted: Sequence[str], jobs: int, progress: Callable[[], None] = lambda: None
) -> list[Hunt]:
    """Hunts the faults wanted (all, if none is named), in the order of the catalogue."""
    known = read_faults(rules.package)
    faults = [fault_by_id(known, id) for id in wanted] or list(known)
    found = {}
    for result in _hunts(rules.name, faults, plan, jobs):
        found[result.fault.id] = result
        progress()
    return [found[fault.id] for fault in faults]


def _hunts(game: str, faults: Sequence[Fault], plan: Plan, jobs: int) -> Iterator[Hunt]:
    if jobs == 1 or len(faults) == 1:
        yield from (hunt(game, fault, plan) for fault in faults)
        return
    # Not concurrent.futures: its processes that end after so many tasks can leave it waiting for ever (CPython 115634).
    with get_context("spawn").Pool(jobs, maxtasksperchild=HUNTS_A_PROCESS) as pool:
        yield from pool.imap_unordered(partial(_hunt, game, plan), faults)


def _hunt(game: str, plan: Plan, fault: Fault) -> Hunt:
    return hunt(game, fault, plan)
