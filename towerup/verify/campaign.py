"""Campaigns: many whole games by players of different temper, with every law checked after every action.

Knows no game by name: all it needs is a ruleset. A campaign with the same seed is the same campaign.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import attrs

from towerup.kernel.actors import CHANCE
from towerup.kernel.records import Record
from towerup.kernel.ruleset import Ruleset

STEP_BOUND = 2_000
"""A game may go on for ever (players who only ever take cards), so a play-out has a bound; hitting it is reported."""


@attrs.frozen
class Breach:
    """A law that was broken: the rule, what is wrong, and the game that shows it."""

    rule: str
    message: str
    game: int
    record: Record


@attrs.define
class Report:
    """What a campaign did and found."""

    seed: int
    games: int = 0
    steps: int = 0
    law_checks: int = 0
    judged: int = 0
    by_players: Counter[int] = attrs.field(factory=Counter)
    by_action: Counter[str] = attrs.field(factory=Counter)
    by_ending: Counter[str] = attrs.field(factory=Counter)
    forbidden_by: Counter[str] = attrs.field(factory=Counter)
    unfinished: int = 0
    breach: Breach | None = None


@attrs.frozen
class Plan:
    """What to play: how many games, by how many players, on which edition, under which rulings."""

    games: int
    players: tuple[int, ...]
    seed: int
    options: dict[str, Any] = attrs.field(factory=dict)
    judge_every: int = 120
    """At every so many-th step judge and generator are compared over the whole action space."""


def run(rules: Ruleset, plan: Plan, only: int | None = None, progress: Callable[[], None] = lambda: None) -> Report:
    """Plays the games of the plan (or `only` the one with that number) and reports; stops at the first breach."""
    report = Report(plan.seed)
    for number in range(plan.games) if only is None else (only,):
        _play(rules, plan, number, report)
        progress()
        if report.breach:
            break
    return report


def _play(rules: Ruleset, plan: Plan, number: int, report: Report) -> None:
    chooser = random.Random(f"{plan.seed}/{number}")
    players = plan.players[number % len(plan.players)]
    state = rules.new_game(players, **plan.options)
    start, actions = state, []
    temper: dict[str, float] = {}
    for step in range(STEP_BOUND):
        found = next(_breaches(rules, state, step, plan, report), None)
        legal = rules.legal_actions(state)
        if found is None and legal:
            action = _chosen(rules, state, legal, chooser, temper)
            after = rules.apply(state, action)
            actions.append(action)
            report.by_action[type(action).__name__.lower()] += 1
            found = next(_transition_breaches(rules, state, action, after, report), None)
            state = after
        if found is not None:
            report.breach = Breach(*found, number, Record(start, tuple(actions)))
        if found is not None or not legal:
            break
        report.steps += 1
    report.games += 1
    report.by_players[players] += 1
    result = rules.outcome(state)
    if result is not None:
        report.by_ending[result.cause] += 1
    elif not report.breach:
        report.unfinished += 1


def _breaches(rules: Ruleset, state: Any, step: int, plan: Plan, report: Report) -> Iterator[tuple[str, str]]:
    for law in rules.state_laws:
        report.law_checks += 1
        yield from law.broken_by(state)
    if step % plan.judge_every == 0:
        yield from _disagreements(rules, state, report)


def _transition_breaches(
    rules: Ruleset, before: Any, action: Any, after: Any, report: Report
) -> Iterator[tuple[str, str]]:
    for law in rules.transition_laws:
        report.law_checks += 1
        yield from law.broken_by(before, action, after)


def _disagreements(rules: Ruleset, state: Any, report: Report) -> Iterator[tuple[str, str]]:
    """Where the judge and the generator differ: an action is legal exactly if the judge finds nothing wrong with it."""
    legal = frozenset(rules.legal_actions(state))
    for action in rules.action_space(state):
        report.judged += 1
        broken = rules.explain(state, action)
        report.forbidden_by.update(violation.id for violation in broken)
        if (action in legal) == bool(broken):
            verdict = f"broken: {', '.join(one.id for one in broken)}" if broken else "nothing broken"
            listed = "is" if action in legal else "is not"
            yield (broken[0].id if broken else "judge"), f"{action} {listed} generated, and the judge says {verdict}"


def _chosen(rules: Ruleset, state: Any, legal: Sequence[Any], chooser: random.Random, temper: dict[str, float]) -> Any:
    """Chance by weight; players by temper, which is drawn for each game: how fond its players are of each kind of action."""
    if state.actor is CHANCE:
        return chooser.choices(legal, rules.chance_weights(state))[0]
    kinds: dict[str, list[Any]] = {}
    for action in legal:
        kinds.setdefault(type(action).__name__, []).append(action)
    for kind in kinds:
        temper.setdefault(kind, chooser.random() ** 2 + 0.05)
    kind = chooser.choices(list(kinds), [temper[kind] for kind in kinds])[0]
    return chooser.choice(kinds[kind])
