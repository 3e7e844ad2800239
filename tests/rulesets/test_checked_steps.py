"""Checking step by step finds what asking every law in full finds: over games of every kind, and steps gone wrong."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from towerup.kernel.checking import Checker
from towerup.rulesets import NAMES, ruleset
from towerup.verify import strategies

from .playing import played
from .spoiling import Spoiling, again, laws_in

every_game = pytest.mark.parametrize("game", [name for name in NAMES if ruleset(name).state_laws])


@cache
def spoiling(game: str) -> Spoiling:
    """How steps of this game are spoilt, as its own tests tell."""
    found: Spoiling = import_module(f"{__package__}.{game.replace('-', '_')}.tampering").SPOILING
    return found


@cache
def checker(game: str) -> Checker:
    return Checker(ruleset(game))


def laws(game: str) -> dict[str, tuple[str, ...]]:
    """The laws by name, each with the rules that it stands for."""
    rules = ruleset(game)
    return {law.name: law.rules for law in rules.state_laws} | {law.name: law.rules for law in rules.transition_laws}


def steps(game: str) -> st.SearchStrategy[list[strategies.Step]]:
    """Games in boxes made up on the spot, and in ours."""
    boxes = st.one_of(strategies.editions(game), strategies.shipped_editions(game))
    return strategies.steps(strategies.new_games(boxes, game))


# --- the same breaches


@every_game
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_a_step_gone_wrong_is_noticed_just_as_by_all_laws(game: str, data: st.DataObject, seed: int) -> None:
    """Whatever the box: a spoilt step is reported exactly if some law, asked in full, finds it broken; then all are told."""
    chance, wrong = random.Random(seed), spoiling(game)
    for step in data.draw(steps(game)):
        assert checker(game).step(step.before, step.action, step.after) == []
        ways, after = wrong.spoilt(chance, step.before, step.after)
        found = wrong.all_findings(step.before, step.action, after)
        assert checker(game).step(step.before, step.action, after) == found, (step.action, ways)


@every_game
def test_every_way_of_going_wrong_is_noticed(game: str) -> None:
    """Of steps spoilt in a single way each that changes anything is noticed by some law, step by step and in full."""
    chance, wrong = random.Random(7), spoiling(game)
    unnoticed = set(wrong.tampers) - {"nothing"}
    for before, action, after in wrong.steps():
        for way in wrong.tampers if wrong.is_rare(before, action, after) else chance.sample(list(wrong.tampers), 2):
            spoilt = wrong.tampers[way](chance, before, after)
            found = wrong.all_findings(before, action, spoilt)
            assert checker(game).step(before, action, spoilt) == found, (action, way)
            assert bool(found) or spoilt == after, (action, way)
            if found:
                unnoticed.discard(way)
    assert unnoticed == set()


@every_game
def test_every_law_can_be_broken_by_a_step_gone_wrong(game: str) -> None:
    """No law is idle: each is broken by some spoilt step, or has a test of its own."""
    chance, wrong = random.Random(11), spoiling(game)
    idle = {*laws(game)}
    for before, action, after in wrong.steps():
        for _ in range(10 if wrong.is_rare(before, action, after) else 2):
            idle -= laws_in(checker(game).step(before, action, wrong.spoilt(chance, before, after)[1]))
    assert idle == wrong.unbroken


@every_game
def test_findings_are_told_under_rules_of_their_law(game: str) -> None:
    """A law names the rule that is broken, and it is one of those it stands for."""
    chance, wrong = random.Random(13), spoiling(game)
    rules = laws(game)
    for before, action, after in wrong.steps():
        for finding in checker(game).step(before, action, wrong.spoilt(chance, before, after)[1]):
            assert finding.rule in rules[finding.message.split(":")[0]], finding


# --- what is declared is so


def parted(game: str) -> set[str]:
    """The fields of which laws name parts, such as `players` in `players.stock`."""
    named = (name for law in ruleset(game).state_laws for name in law.reads or ())
    return {name.partition(".")[0] for name in named if "." in name}


class Recorder:
    """Stands in for a state, or for a part of one, and notes which fields are read, by name or as its contents."""

    __slots__ = ("_parts", "_prefix", "_read", "_real")

    def __init__(self, real: Any, read: set[str], parts: set[str], prefix: str = "") -> None:
        self._real, self._read, self._parts, self._prefix = real, read, parts, prefix

    def __getattr__(self, name: str) -> Any:
        if name == "__dict__":
            return Contents(self)
        if name not in {field.name for field in attrs.fields(type(self._real))}:
            return getattr(type(self._real), name).fget(self)  # a property: what it reads counts
        value = getattr(self._real, name)
        if name in self._parts:
            return tuple(Recorder(one, self._read, set(), f"{name}.") for one in value)
        self._read.add(self._prefix + name)
        return value


class Contents(Mapping[str, Any]):
    """What is in a state, by name."""

    def __init__(self, of: Recorder) -> None:
        self._of = of

    def __getitem__(self, name: str) -> Any:
        return getattr(self._of, name)

    def __iter__(self) -> Iterator[str]:
        return (field.name for field in attrs.fields(type(self._of._real)))

    def __len__(self) -> int:
        return len(attrs.fields(type(self._of._real)))


@every_game
def test_laws_read_only_what_they_say(game: str) -> None:
    """A law whose fields have not changed is not asked again: so it must have named all that it looks at."""
    chance, wrong, parts = random.Random(3), spoiling(game), parted(game)
    for number, (before, _, after) in enumerate(wrong.steps()):
        for state in (after, wrong.spoilt(chance, before, after)[1]) if number % wrong.every == 0 else ():
            for law in wrong.rules.state_laws:
                read: set[str] = set()
                told = law.check(Recorder(state, read, parts))
                assert list(told) == list(law.check(state))
                assert law.reads is not None
                assert read <= set(law.reads), law.name


@every_game
def test_the_fields_that_laws_name_exist(game: str) -> None:
    """A name that is misspelt would never change."""
    rules = ruleset(game)
    state = rules.new_game(rules.player_counts(rules.usual_edition)[0])
    fields = {field.name for field in attrs.fields(type(state))}
    for part in parted(game):
        fields |= {f"{part}.{field.name}" for field in attrs.fields(type(getattr(state, part)[0]))}
    named = [law.reads for law in rules.state_laws] + [law.about for law in rules.transition_laws]
    assert {name for names in named for name in names or ()} <= fields


@every_game
def test_a_step_without_changes_keeps_the_laws_about_changes(game: str) -> None:
    """A law that is about changes of some fields finds nothing wrong where these are the same, whatever else is wrong."""
    chance, wrong = random.Random(5), spoiling(game)
    for before, action, after in wrong.steps():
        spoilt = wrong.spoilt(chance, before, after)[1]
        for law in wrong.rules.transition_laws:
            if law.about and law.bears_on(type(action)):
                kept = {name: getattr(before, name) for name in {one.partition(".")[0] for one in law.about}}
                assert not law.broken_by(before, action, attrs.evolve(spoilt, **kept)), law.name


# --- other ways to hand it in


@every_game
def test_a_state_made_anew_is_checked_as_well(game: str) -> None:
    """Equal states need not be the same objects: then more is asked, and nothing is found."""
    rules = ruleset(game)
    for before, action, after in played(rules, 3, rules.usual_edition, 300):
        assert checker(game).step(again(before), action, again(after)) == []


@every_game
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_an_action_that_was_not_the_one_is_noticed(game: str, data: st.DataObject, seed: int) -> None:
    """What one action has brought about cannot have come of another one, whatever its kind; no law stumbles over it."""
    chance, wrong, rules = random.Random(seed), spoiling(game), ruleset(game)
    for step in data.draw(steps(game)):
        legal, space = rules.legal_actions(step.before), rules.action_space(step.before)
        for action in (chance.choice(legal), chance.choice(space), wrong.out_of_place):
            found = wrong.all_findings(step.before, action, step.after)
            assert checker(game).step(step.before, action, step.after) == found
            # Several actions may lead to the same state: of the last cards revealed in setup only the bottoms matter.
            assert bool(found) != (action in legal and rules.apply(step.before, action) == step.after), action
