"""Checking step by step finds what asking every law in full finds: over games of every kind, and steps gone wrong."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import towerup as tu
from towerup.kernel.checking import Checker
from towerup.kernel.invariants import StateLaw
from towerup.rulesets.tower_up.setup import Setup
from towerup.rulesets.tower_up.state import Player, State
from towerup.verify import strategies

sys.path.insert(0, str(Path(__file__).parent))
from tampering import TAMPERS, again, all_findings, player, spoilt

OTHER_RULINGS = tu.Rulings(
    extra_turn="optional",
    stock_limit="whole_run",
    replacement="may_decline",
    empty_container="no_shortage",
    second_trigger="shortage_adds_turn",
    border="any_of_districts",
)
CHECKER = Checker(tu.TOWER_UP)

shipped = st.sampled_from(["tiny", "small", "reconstruction"]).map(tu.load_edition)
games = strategies.new_games(st.one_of(strategies.editions(), shipped))


def steps(edition: str, seed: int, **options: Any) -> Iterator[tuple[tu.State, tu.Action, tu.State]]:
    """A game of players who take cards more or less often than they found, step by step."""
    chance = random.Random(f"{edition}/{seed}")
    state = tu.new_game(chance.choice(tu.TOWER_UP.player_counts(edition)), edition=edition, **options)
    thrift = chance.random()
    for _ in range(300):
        legal: Any = tu.legal_actions(state)
        if not legal:
            return
        if state.actor is not tu.CHANCE and chance.random() < thrift:
            legal = [action for action in legal if isinstance(action, tu.Take)] or legal
        before, action = state, chance.choice(legal)
        state = tu.apply(before, action)
        yield before, action, state


def many_steps() -> Iterator[tuple[tu.State, tu.Action, tu.State]]:
    for edition in ("tiny", "small", "reconstruction"):
        for seed in range(4):
            rulings = OTHER_RULINGS if seed % 2 else tu.Rulings()
            yield from steps(edition, seed, rulings=rulings, objectives="random" if seed < 2 else "start")


def is_rare(before: tu.State, action: tu.Action, after: tu.State) -> bool:
    """Whether something happens that happens only once a game."""
    return isinstance(action, tu.Deal) or before.ending != after.ending or after.is_over


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
    """No law is idle: each is broken by some spoilt step (two that no such step breaks have tests of their own)."""
    chance = random.Random(11)
    idle = {law.name for law in tu.STATE_LAWS} | {law.name for law in tu.TRANSITION_LAWS}
    for before, action, after in many_steps():
        for _ in range(10 if is_rare(before, action, after) else 2):
            idle -= laws_in(CHECKER.step(before, action, spoilt(chance, before, after)[1]))
    assert idle == {"the_tables_follow_from_the_box", "extra_turns_are_declined_only_where_they_may_be"}


def test_findings_are_told_under_rules_of_their_law() -> None:
    """A law names the rule that is broken, and it is one of those it stands for."""
    chance = random.Random(13)
    rules = {law.name: law.rules for law in tu.STATE_LAWS} | {law.name: law.rules for law in tu.TRANSITION_LAWS}
    for before, action, after in many_steps():
        for finding in CHECKER.step(before, action, spoilt(chance, before, after)[1]):
            assert finding.rule in rules[finding.message.split(":")[0]], finding


# --- what is declared is so


class Recorder:
    """Stands in for a state, or for a player, and notes which fields are read."""

    def __init__(self, real: Any, read: set[str], prefix: str = "") -> None:
        self._real, self._read, self._prefix = real, read, prefix

    def __getattr__(self, name: str) -> Any:
        fields = {field.name for field in attrs.fields(type(self._real))}
        if name not in fields:
            return getattr(type(self._real), name).fget(self)  # a property: what it reads counts
        self._read.add(self._prefix + name)
        value = getattr(self._real, name)
        if name == "players":
            return tuple(Recorder(one, self._read, "players.") for one in value)
        return value


def test_laws_read_only_what_they_say() -> None:
    """A law whose fields have not changed is not asked again: so it must have named all that it looks at."""
    chance = random.Random(3)
    for before, _, after in many_steps():
        for state in (after, spoilt(chance, before, after)[1]):
            for law in tu.STATE_LAWS:
                read: set[str] = set()
                found: Any = Recorder(state, read)
                told = law.check(found)
                assert list(told) == list(law.check(state))
                assert law.reads is not None
                assert read - {"players"} <= set(law.reads), law.name


def test_the_fields_that_laws_name_exist() -> None:
    """A name that is misspelt would never change."""
    fields = {field.name for field in attrs.fields(State)}
    fields |= {f"players.{field.name}" for field in attrs.fields(Player)}
    named = [law.reads for law in tu.STATE_LAWS] + [law.about for law in tu.TRANSITION_LAWS]
    assert {name for names in named for name in names or ()} <= fields


def test_a_step_without_changes_keeps_the_laws_about_changes() -> None:
    """A law that is about changes of some fields finds nothing wrong where these are the same, whatever else is wrong."""
    chance = random.Random(5)
    for before, action, after in many_steps():
        wrong = spoilt(chance, before, after)[1]
        for law in tu.TRANSITION_LAWS:
            if law.about and law.bears_on(type(action)):
                kept = {name: getattr(before, name) for name in {one.partition(".")[0] for one in law.about}}
                assert not law.broken_by(before, action, attrs.evolve(wrong, **kept)), law.name


# --- legal actions that are at hand


def test_legal_actions_at_hand_are_taken_as_given() -> None:
    """Whoever has the legal actions of the state after can hand them over; if they are wrong, that is noticed."""
    for before, action, after in steps("small", 1):
        legal = tu.legal_actions(after)
        assert CHECKER.step(before, action, after, legal) == []
    assert legal == ()
    law = next(law for law in tu.STATE_LAWS if law.name == "somebody_can_go_on")
    assert law.of_offer is not None
    assert list(law.of_offer(after, (tu.Take("bw"),)))
    assert not list(law.of_offer(after, ()))
    assert list(law.of_offer(before, ()))


# --- laws with a test of their own


def doctored_setup(setup: Setup, **tables: Any) -> Setup:
    """A setup whose tables are not those of its box."""
    made = Setup(setup.edition, setup.seats, setup.objectives, setup.starting_floors, setup.rulings)
    for name, value in tables.items():
        object.__setattr__(made, name, value)
    return made


@pytest.mark.parametrize(
    "table, value, rule",
    [
        ("stock_limit", 11, "TU-STOCK-01"),
        ("limit_every_turn", False, "TU-STOCK-03"),
        ("stars_by_column", (0,) * 11, "TU-STAR-01"),
        ("may_decline_extra", True, "TU-STAR-05"),
        ("track_end", 9, "TU-MOVE-02"),
        ("market", 4, "TU-TAKE-05"),
        ("following", (1, 2, 1), "TU-TURN-01"),
        ("chips", (3, 5, 7), "TU-SETUP-09"),
        ("bottoms", (0,) * 35, "TU-SETUP-03"),
        ("neighbours", ((),) * 48, "TU-BOX-04"),
        ("units", (1, 2, 3, 4), "TU-SETUP-01"),
    ],
)
def test_a_table_that_is_not_of_the_box_is_noticed(table: str, value: Any, rule: str) -> None:
    """What a setup holds ready for play must follow from edition, players and rulings."""
    state = tu.new_game(3)
    law = next(law for law in tu.STATE_LAWS if law.name == "the_tables_follow_from_the_box")
    assert not law.broken_by(state)
    wrong = attrs.evolve(state, setup=doctored_setup(state.setup, **{table: value}))
    assert [finding.rule for finding in law.broken_by(wrong)] == [rule]


def test_tables_that_change_with_the_deal_are_noticed() -> None:
    """Dealing makes a setup anew: its tables must be those it was made with."""
    before = tu.new_game(3, objectives="random")
    action = tu.legal_actions(before)[0]
    after = tu.apply(before, action)
    assert CHECKER.step(before, action, after) == []
    wrong = attrs.evolve(after, setup=doctored_setup(after.setup, stock_limit=11))
    assert "TU-STOCK-01" in {finding.rule for finding in CHECKER.step(before, action, wrong)}


def test_a_turn_declined_against_the_rules_is_noticed() -> None:
    """A turn that is no extra turn cannot be declined, nor an extra turn where it must be played."""
    state = next(after for _, _, after in steps("small", 1) if after.table.phase == "turn")
    passed = attrs.evolve(state, seat=(state.seat + 1) % len(state.players))
    findings = CHECKER.step(state, tu.Decline(), passed)
    assert laws_in(findings) == {"extra_turns_are_declined_only_where_they_may_be"}
    assert {finding.rule for finding in findings} == {"TU-STAR-05"}
    assert CHECKER.step(attrs.evolve(state, run=1), tu.Decline(), passed)


def test_declining_moves_no_floor() -> None:
    """Who declines an extra turn keeps what lies before them."""
    played = (step for seed in range(300) for step in steps("tiny", seed, rulings=OTHER_RULINGS))
    before, action, after = next(step for step in played if isinstance(step[1], tu.Decline))
    assert CHECKER.step(before, action, after) == []
    stock = before.players[before.seat].stock
    wrong = attrs.evolve(player(after, before.seat, stock=0), container=after.container + stock)
    assert "floors_stay_where_they_are" in laws_in(CHECKER.step(before, action, wrong))


def game_that_ended(edition: str = "small") -> tu.State:
    """The last state of a game."""
    for seed in range(20):
        *_, (_, _, state) = steps(edition, seed)
        if state.is_over:
            return state
    raise AssertionError


@pytest.mark.parametrize(
    "change, rule",
    [
        (lambda told: attrs.evolve(told, decided_by="lot"), "TU-FINAL-0"),
        (lambda told: attrs.evolve(told, cause="boredom"), "TU-END-0"),
        (lambda told: attrs.evolve(told, ended_by=told.ended_by + 1), "TU-END-0"),
        (lambda told: attrs.evolve(told, winners=()), "TU-FINAL-0"),
        (lambda told: scored(told, stock=99), "TU-FINAL-03"),
        (lambda told: scored(told, roof="green"), "TU-FINAL-01"),
        (lambda told: scored(told, cone=told.scores[0].cone + 1), "TU-FINAL-01"),
        (lambda told: scored(told, chips={"two-brown": 1, **told.scores[0].chips}), "TU-FINAL-01"),
        (lambda told: scored(told, vehicles=dict.fromkeys(told.scores[0].vehicles, -1)), "TU-FINAL-01"),
    ],
    ids=["decided by", "cause", "ended by", "winners", "stock", "roof", "cone", "chips", "vehicles"],
)
def test_an_outcome_that_is_told_wrong_is_noticed(change: Any, rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part of an outcome is held against what lies on the table: every source, what decided, and why it ended."""
    state = game_that_ended()
    law = next(law for law in tu.STATE_LAWS if law.name == "the_richest_win")
    assert not law.broken_by(state)
    told = change(tu.outcome(state))
    monkeypatch.setattr("towerup.rulesets.tower_up.state_laws.outcome", lambda _: told)
    assert [finding.rule for finding in law.broken_by(state) if finding.rule.startswith(rule)]


def scored(told: tu.Outcome, **changes: Any) -> tu.Outcome:
    """The outcome, with something changed in the first player's score."""
    first, *others = told.scores
    return attrs.evolve(told, scores=(attrs.evolve(first, **changes), *others))


def test_a_game_that_ends_before_an_owed_turn_is_noticed() -> None:
    """A shortage after a last roof can bring who placed it one more turn: a game that ends before it ends too early."""
    law = next(law for law in tu.TRANSITION_LAWS if law.name == "the_game_ends_after_the_last_turn")
    for seed in range(200):
        for before, action, after in steps("tiny", seed, rulings=OTHER_RULINGS):
            if after.ending and after.ending.cause.words == "last roof and shortage" and after.is_over:
                assert not law.broken_by(before, action, after)
                early = attrs.evolve(before, seat=(before.seat - 1) % len(before.players))
                assert [one.rule for one in law.broken_by(early, action, after)] == ["TU-END-05"]
                return
    raise AssertionError


# --- laws of anybody's own


def test_a_law_that_declares_nothing_is_always_asked() -> None:
    """A law of one's own needs no more than a function, be it a generator."""

    def few_buildings(state: tu.State) -> Iterator[str]:
        if sum(map(bool, state.towers)) > 3:
            yield "there are more than three buildings"

    law = StateLaw("few_buildings", ("TU-FOUND-01",), "No.", few_buildings)
    checker = Checker(attrs.evolve(tu.TOWER_UP, state_laws=[*tu.STATE_LAWS, law]))
    for before, action, after in steps("small", 2):
        built = sum(map(bool, after.towers))
        assert bool(checker.step(before, action, after)) == (built > 3)
        assert bool(checker.state(after)) == (built > 3)


def test_a_state_made_anew_is_checked_as_well() -> None:
    """Equal states need not be the same objects: then more is asked, and nothing is found."""
    for before, action, after in steps("reconstruction", 3):
        assert CHECKER.step(again(before), action, again(after)) == []


@given(strategies.steps(games), st.integers(0, 2**32))
def test_an_action_that_was_not_the_one_is_noticed(played: list[strategies.Step], seed: int) -> None:
    """What one action has brought about cannot have come of another one, whatever its kind; no law stumbles over it."""
    chance = random.Random(seed)
    for step in played:
        legal, space = tu.legal_actions(step.before), tu.action_space(step.before)
        for action in (chance.choice(legal), chance.choice(space), tu.Decline()):
            found = all_findings(step.before, action, step.after)
            assert CHECKER.step(step.before, action, step.after) == found
            # Of the last cards revealed in setup only the bottoms matter: two of them can lead to the same state.
            assert bool(found) != (action in legal and tu.apply(step.before, action) == step.after)
