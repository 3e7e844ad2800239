"""Hunting: each fault of a ruleset's catalogue is planted, and a campaign has to find it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from itertools import chain
from typing import Any

import attrs

from towerup.kernel.parallel import map_unordered
from towerup.kernel.ruleset import AnyRuleset

from .campaign import Plan
from .faults import Fault, fault_by_id, read_faults
from .parallel import campaign_of
from .shrinking import shortest
from .subject import Subject

SMALL_FIRST = 12
"""So many games have small boxes: they are quick, in them short games are found quickly, and they show most of what can go wrong."""
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
    small = campaign.series.small_games(SMALL_FIRST)
    numbers = dict.fromkeys(chain(small, range(plan.games)))
    tally, breach = campaign.play(number for number in numbers if number < plan.games)
    if breach is None:
        return Hunt(fault, found=False, games=tally.games)
    best = shortest(campaign, breach)
    actions = tuple(map(str, best.record.actions))
    return Hunt(fault, True, tally.games, breach.law, breach.rule, best.message, len(actions), actions)


def hunt_all(
    rules: AnyRuleset,
    plan: Plan,
    wanted: Sequence[str],
    jobs: int,
    progress: Callable[[], None] = lambda: None,
    known: Sequence[Hunt] = (),
    keep: Callable[[Hunt], None] = lambda hunt: None,
) -> list[Hunt]:
    """Hunts the faults wanted (all, if none is named), in the order of the catalogue.

    An interrupted hunt continues with the results `known`; `keep` gets each further one as soon as it is there.
    """
    faults = faults_of(rules, wanted)
    found = {one.fault.id: one for one in known}
    for _ in found:
        progress()
    todo = [fault for fault in faults if fault.id not in found]
    task = partial(_hunt, rules.name, plan)
    with closing(map_unordered(task, todo, jobs, HUNTS_A_PROCESS)) as results:
        for _, result in results:
            found[result.fault.id] = result
            keep(result)
            progress()
    return [found[fault.id] for fault in faults]


def faults_of(rules: AnyRuleset, wanted: Sequence[str]) -> list[Fault]:
    """The faults that are named, or the whole catalogue; raises FaultError for a name that is not there."""
    known = read_faults(rules.package)
    return [fault_by_id(known, id) for id in wanted] or list(known)


def _hunt(game: str, plan: Plan, fault: Fault) -> Hunt:
    return hunt(game, fault, plan)


def hunt_to_json(one: Hunt) -> Any:
    """A hunt as JSON values; of the fault just its id."""
    return attrs.asdict(one, recurse=False) | {"fault": one.fault.id, "game": list(one.game)}


def hunt_from_json(rules: AnyRuleset, value: Any) -> Hunt:
    """The hunt that JSON values stand for; raises all kinds of errors if they stand for none."""
    fault = fault_by_id(read_faults(rules.package), value["fault"])
    return Hunt(**value | {"fault": fault, "game": tuple(value["game"])})
