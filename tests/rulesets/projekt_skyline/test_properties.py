"""The properties hold in every game, each of them can fail, and every rare event happens."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulesets.playing import played
from towerup.kernel.properties import Property
from towerup.rulesets.projekt_skyline import PROPERTIES, Phase, State, chances, legal_actions, outcome, properties
from towerup.rulesets.projekt_skyline.box.edition import SHELF
from towerup.rulesets.projekt_skyline.play import catalogue
from towerup.rulesets.projekt_skyline.ruleset import PROJEKT_SKYLINE as RULES

from .wrong_steps import OFFERS, OUTCOMES, STATES, STEPS, Step

BOXES = ("standard", "hamlet", "square", "village", *SHELF.names)
"""The editions in turn; those that are not tiny come twice."""
SEEDS = (*range(60), 142, 153)
"""These games show every rare event. The last two show the rarest: floors joined under the architect, and an end by a tax."""
ABOUT_NOTHING = {
    "PS-FORM-01": "what is no action can be no step, and is never offered: only an objection speaks of it",
    "PS-FORM-02": "what names nothing of the box can be no step, and is never offered: only an objection speaks of it",
}
"""Rules that no property can speak of, and why."""
MOST_TRIED = 12
"""So many states or steps are made wrong in each way."""

BY_NAME = {one.name: one for one in PROPERTIES}


@cache
def steps() -> tuple[Step, ...]:
    """The steps of the seeded games."""
    return tuple(step for seed in SEEDS for step in played(RULES, seed, BOXES[seed % len(BOXES)], 250))


@cache
def states() -> tuple[State, ...]:
    """The states of these games, those in which a game ends too."""
    return (*(before for before, _, _ in steps()), *(after for _, _, after in steps() if after.phase is Phase.OVER))


def broken(state: State) -> list[str]:
    """The properties that do not hold in a state, of what is offered in it, or of its outcome."""
    offers = PROPERTIES.broken_by_offer(state, legal_actions(state))
    weights = PROPERTIES.broken_by_chances(state, chances(state))
    found = PROPERTIES.broken_in(state) + offers + weights + PROPERTIES.broken_by_outcome(state, outcome(state))
    return [one.name for one in found]


# --- they hold


@pytest.mark.parametrize("edition", SHELF.names)
def test_every_property_holds(edition: str) -> None:
    for seed in range(2):
        for before, action, after in played(RULES, f"holds/{seed}", edition, 80):
            assert not broken(after), (before, action)
            assert not [one.name for one in PROPERTIES.broken_by(before, action, after)], (before, action)


# --- each of them can fail


def _wrong(ways: list[tuple[str, Any]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("name", "way"), ways, ids=[f"{name}-{n}" for n, (name, _) in enumerate(ways)])


def _tried(name: str, tries: Callable[[Property], Any]) -> None:
    """A property holds for what games show, and for nothing that was made wrong."""
    results = []
    for right, wrong in tries(BY_NAME[name]):
        results.append(BY_NAME[name].holds(*right))
        assert not BY_NAME[name].holds(*wrong), wrong
        if len(results) == MOST_TRIED:
            break
    assert results, "nothing in these games can be made wrong like this"
    assert all(results)


@_wrong(STATES)
def test_a_wrong_state_breaks_it(name: str, way: Callable[[State], State | None]) -> None:
    _tried(name, lambda _: (((s,), (wrong,)) for s in states() if (wrong := way(s)) is not None and wrong != s))


@_wrong(STEPS)
def test_a_wrong_step_breaks_it(name: str, way: Callable[[State, Any, State], Step | None]) -> None:
    _tried(
        name,
        lambda one: (
            (step, wrong)
            for step in steps()
            if one.speaks_of(step[1]) and (wrong := way(*step)) is not None and wrong != step
        ),
    )


@_wrong(OFFERS)
def test_a_wrong_offer_breaks_it(name: str, way: Callable[[State, Any], Any]) -> None:
    _tried(
        name,
        lambda _: (
            ((s, legal), (s, wrong))
            for s in states()
            for legal in [legal_actions(s)]
            if (wrong := way(s, legal)) is not None
        ),
    )


@_wrong(OUTCOMES)
def test_a_wrong_outcome_breaks_it(name: str, way: Callable[[State, Any], Any]) -> None:
    over = [s for s in states() if s.phase is Phase.OVER]
    _tried(name, lambda _: (((s, outcome(s)), (s, way(s, outcome(s)))) for s in over))


def test_wrong_weights_break_it() -> None:
    """A weight that is too large, an action too few, or a chance where a player acts."""
    fair = BY_NAME["chance_is_fair"]
    for state in states()[:300]:
        weighed = chances(state)
        assert fair.holds(state, weighed)
        assert not fair.holds(
            state, [(action, weight + 1) for action, weight in weighed] or [(legal_actions(state)[0], 1)]
        )
        assert not weighed or not fair.holds(state, weighed[1:])


def test_each_property_has_a_way_to_fail() -> None:
    ways = {name for name, _ in (*STATES, *STEPS, *OFFERS, *OUTCOMES)} | {"chance_is_fair"}
    assert {one.name for one in PROPERTIES.claims} == ways


# --- rules and events


def test_every_rare_event_happens() -> None:
    seen = {one.name for step in steps() for one in PROPERTIES.shown_by(*step)}
    assert {one.name for one in PROPERTIES.events} == seen


def test_every_rule_has_a_property() -> None:
    spoken_of = {rule for one in PROPERTIES for rule in one.rules}
    assert {*catalogue().rules} - spoken_of == {*ABOUT_NOTHING}
    assert spoken_of <= {*catalogue().rules}


def test_properties_do_not_ask_the_rulebook() -> None:
    """They look at states, actions, the edition and each other. Only outcomes they know by their class."""
    allowed = {"actions", "state", "box.cards", "scoring"}
    for file in Path(properties.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level == 2:
                assert node.module in allowed, (file.name, node.module)
