"""Checking step by step finds what asking every law in full finds: over games of every kind, and steps gone wrong."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from towerup.kernel.actors import CHANCE
from towerup.kernel.checking import Checker
from towerup.rulesets.projekt_skyline.actions import Pass
from towerup.rulesets.projekt_skyline.invariants import STATE_LAWS, TRANSITION_LAWS
from towerup.rulesets.projekt_skyline.playing import new_game
from towerup.rulesets.projekt_skyline.ruleset import PROJEKT_SKYLINE as RULES
from towerup.rulesets.projekt_skyline.rulings import Rulings
from towerup.rulesets.projekt_skyline.setup import Setup
from towerup.rulesets.projekt_skyline.state import Phase, State
from towerup.verify import strategies

from .tables import table
from .tampering import TAMPERS, again, all_findings, changed, spoilt

CHECKER = Checker(RULES)
GAME = RULES.name

games = strategies.new_games(st.one_of(strategies.editions(GAME), strategies.shipped_editions(GAME)), GAME)


def steps(edition: str, seed: int) -> Iterator[tuple[State, Any, State]]:
    """A drawn game of players of every temper, step by step."""
    chance = random.Random(f"{edition}/{seed}")
    state = RULES.drawn_game(chance, chance.choice(RULES.player_counts(edition)), edition)
    tempers = [chance.choice([*RULES.tempers.values()]) for _ in state.setup.seats]
    for _ in range(200):
        legal = RULES.legal_actions(state)
        if not legal:
            return
        before = state
        action = chance.choice(legal) if state.actor is CHANCE else tempers[state.actor](state, legal, chance)
        state = RULES.apply(before, action)
        yield before, action, state


def many_steps() -> Iterator[tuple[State, Any, State]]:
    for edition in ("tiny", "tiny-cards", "hamlet", "square", "village", "standard"):
        for seed in range(2):
            yield from steps(edition, seed)


def is_rare(before: State, action: Any, after: State) -> bool:
    """Whether something happens that happens only once a game, or in setup."""
    return after.is_over or before.phase < Phase.ROLL


def laws_in(findings: list[Any]) -> set[str]:
    """The names of the laws that these findings are of."""
    return {finding.message.split(":")[0] for finding in findings}


# --- the same breaches


@given(strategies.steps(games), st.integers(0, 2**32))
def test_a_step_gone_wrong_is_noticed_just_as_by_all_laws(played: list[strategies.Step], seed: int) -> None:
    """Whatever the box: a spoilt step is reported exactly if some law, asked in full, finds it broken; then all are told."""
    chance = random.Random(seed)
    for step in played:
        assert CHECKER.step(step.before, step.action, step.after) == []
        ways, after = spoilt(chance, step.before, step.after)
        found = all_findings(step.before, step.action, after)
        assert CHECKER.step(step.before, step.action, after) == found, (step.action, ways)


def test_every_way_of_going_wrong_is_noticed() -> None:
    """Of steps spoilt in a single way each that changes anything is noticed by some law, step by step and in full."""
    chance = random.Random(7)
    unnoticed = set(TAMPERS) - {"nothing"}
    for before, action, after in many_steps():
        for way in TAMPERS if is_rare(before, action, after) else chance.sample(list(TAMPERS), 2):
            wrong = TAMPERS[way](chance, before, after)
            found = all_findings(before, action, wrong)
            assert CHECKER.step(before, action, wrong) == found, (action, way)
            assert bool(found) or wrong == after, (action, way)
            if found:
                unnoticed.discard(way)
    assert unnoticed == set()


def test_every_law_can_be_broken_by_a_step_gone_wrong() -> None:
    """No law is idle: each is broken by some spoilt step, but for those about which action was taken, about what is on offer,
    about the tables of a setup and about outcomes, which have tests of their own.
    """
    chance = random.Random(11)
    idle = {law.name for law in STATE_LAWS} | {law.name for law in TRANSITION_LAWS}
    for before, action, after in many_steps():
        for _ in range(10 if is_rare(before, action, after) else 2):
            idle -= laws_in(CHECKER.step(before, action, spoilt(chance, before, after)[1]))
    assert idle == {
        "the_tables_follow_from_the_box", "the_richest_win", "what_is_seldom_asked_is_offered_whole", *ABOUT_ACTIONS,
    }  # fmt: skip


ABOUT_ACTIONS = ("passing_is_a_ruling", "a_richest_player_is_moved", "the_dice_that_are_asked_for")


@pytest.mark.parametrize(
    "edition, action, law, rules",
    [
        ("standard", "pass", "passing_is_a_ruling", {"PS-BUILD-05"}),
        ("standard", "walk red 1", "a_richest_player_is_moved", {"PS-ACTION-02", "PS-CARD-07"}),
        ("standard", "roll 3", "the_dice_that_are_asked_for", {"PS-TURN-04"}),
    ],
)
def test_an_action_against_the_rules_is_noticed(edition: str, action: str, law: str, rules: set[str]) -> None:
    """Whatever it has led to."""
    before, _, after = next(
        step for step in steps(edition, 1) if step[0].phase is (Phase.ROLL if action == "roll 3" else Phase.BUILD)
    )
    before = changed(before, cash=(800, *(700 for _ in before.cash[1:])))
    findings = CHECKER.step(before, RULES.parse_action(before, action), after)
    assert law in laws_in(findings)
    assert rules & {finding.rule for finding in findings}


def test_findings_are_told_under_rules_of_their_law() -> None:
    """A law names the rule that is broken, and it is one of those it stands for."""
    chance = random.Random(13)
    rules = {law.name: law.rules for law in STATE_LAWS} | {law.name: law.rules for law in TRANSITION_LAWS}
    for before, action, after in many_steps():
        for finding in CHECKER.step(before, action, spoilt(chance, before, after)[1]):
            assert finding.rule in rules[finding.message.split(":")[0]], finding


# --- what is declared is so


class Recorder:
    """Stands in for a state, and notes which fields are read."""

    def __init__(self, real: State, read: set[str]) -> None:
        self._real, self._read = real, read

    def __getattr__(self, name: str) -> Any:
        if name not in {field.name for field in attrs.fields(State)}:
            return getattr(State, name).fget(self)  # a property: what it reads counts
        self._read.add(name)
        return getattr(self._real, name)


def test_laws_read_only_what_they_say() -> None:
    """A law whose fields have not changed is not asked again: so it must have named all that it looks at."""
    chance = random.Random(3)
    for number, (before, _, after) in enumerate(many_steps()):
        for state in (after, spoilt(chance, before, after)[1]) if number % 3 == 0 else ():
            for law in STATE_LAWS:
                read: set[str] = set()
                found: Any = Recorder(state, read)
                told = law.check(found)
                assert list(told) == list(law.check(state))
                assert law.reads is not None
                assert read <= set(law.reads), law.name


def test_the_fields_that_laws_name_exist() -> None:
    """A name that is misspelt would never change."""
    fields = {field.name for field in attrs.fields(State)}
    named = [law.reads for law in STATE_LAWS] + [law.about for law in TRANSITION_LAWS]
    assert {name for names in named for name in names or ()} <= fields


def test_a_step_without_changes_keeps_the_laws_about_changes() -> None:
    """A law that is about changes of some fields finds nothing wrong where these are the same, whatever else is wrong."""
    chance = random.Random(5)
    for before, action, after in many_steps():
        wrong = spoilt(chance, before, after)[1]
        for law in TRANSITION_LAWS:
            if law.about and law.bears_on(type(action)):
                kept = {name: getattr(before, name) for name in law.about}
                assert not law.broken_by(before, action, changed(wrong, **kept)), law.name


# --- laws with a test of their own


def doctored_setup(setup: Setup, **tables: Any) -> Setup:
    """A setup whose tables are not those of its box."""
    made = Setup(setup.edition, setup.seats, setup.expert, setup.rulings)
    for name, value in tables.items():
        object.__setattr__(made, name, value)
    return made


@pytest.mark.parametrize(
    "table, value, rule",
    [
        ("neighbour_masks", (0,) * 36, "PS-BOX-04"),
        ("ring", 27, "PS-BOX-05"),
        ("beside", (-1,) * 28, "PS-BOX-05"),
        ("reach", (), "PS-BUILD-01"),
        ("skyscrapers", 6, "PS-SETUP-01"),
        ("floors", 12, "PS-SETUP-01"),
        ("placers", (0, 1, 2) * 4, "PS-SETUP-06"),
        ("beginner", 2, "PS-SETUP-08"),
        ("deck", bytes(13), "PS-SETUP-09"),
        ("following", (2, 0, 1), "PS-TURN-01"),
        ("roll_weights", (1,) * 35, "PS-TURN-04"),
        ("rents", (10, 20, 30), "PS-RENT-02"),
        ("whole_group", False, "PS-RENT-03"),
        ("may_pass", True, "PS-BUILD-05"),
        ("spare", 0, "PS-BUILD-07"),
        ("draws_another", True, "PS-CARD-03"),
        ("owner_draws", True, "PS-CARD-06"),
    ],
)
def test_a_table_that_is_not_of_the_box_is_noticed(table: str, value: Any, rule: str) -> None:
    """What a setup holds ready for play must follow from edition, players and rulings."""
    state = new_game(3)
    law = next(law for law in STATE_LAWS if law.name == "the_tables_follow_from_the_box")
    assert not law.broken_by(state)
    wrong = changed(state, setup=doctored_setup(state.setup, **{table: value}))
    assert [finding.rule for finding in law.broken_by(wrong)] == [rule]


@pytest.mark.parametrize(
    "state, rule",
    [
        (new_game(2, rulings=Rulings(starting_corner="own")), "PS-SETUP-03"),
        (table("A1:R1 A2:G1", "A1", "GR", phase="card", card="tax"), "PS-ACTION-05"),
        (table("A1:R1 A2:G1", "A1", "GR", phase="card", card="raze"), "PS-ACTION-12"),
    ],
    ids=["a round space", "whom to tax", "what to raze"],
)
def test_a_choice_that_is_not_offered_is_noticed(state: State, rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes up seldom is compared with the rulebook whenever it does."""
    law = next(law for law in STATE_LAWS if law.name == "what_is_seldom_asked_is_offered_whole")
    assert not law.broken_by(state)
    monkeypatch.setattr("towerup.rulesets.projekt_skyline.offer_laws.legal_actions", lambda _: ())
    assert {finding.rule for finding in law.broken_by(state)} == {rule}


def test_a_state_made_anew_is_checked_as_well() -> None:
    """Equal states need not be the same objects: then more is asked, and nothing is found."""
    for before, action, after in steps("standard", 3):
        assert CHECKER.step(again(before), action, again(after)) == []


@given(strategies.steps(games), st.integers(0, 2**32))
def test_an_action_that_was_not_the_one_is_noticed(played: list[strategies.Step], seed: int) -> None:
    """What one action has brought about cannot have come of another one, whatever its kind; no law stumbles over it."""
    chance = random.Random(seed)
    for step in played:
        legal, space = RULES.legal_actions(step.before), RULES.action_space(step.before)
        for action in (chance.choice(legal), chance.choice(space), Pass()):
            found = all_findings(step.before, action, step.after)
            assert CHECKER.step(step.before, action, step.after) == found
            assert bool(found) != (action in legal and RULES.apply(step.before, action) == step.after), action
