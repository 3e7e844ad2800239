"""Laws of Tower Up that no spoilt step breaks, or that have more to tell; and laws of anybody's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import pytest

import towerup as tu
from rulesets.spoiling import laws_in
from towerup.kernel.checking import Checker
from towerup.kernel.invariants import StateLaw
from towerup.rulesets.tower_up.setup import Setup

from .tables import with_player
from .tampering import OTHER_RULINGS, steps

CHECKER = Checker(tu.TOWER_UP)

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
    wrong = attrs.evolve(with_player(after, before.seat, stock=0), container=after.container + stock)
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
    monkeypatch.setattr("towerup.rulesets.tower_up.ending_laws.outcome", lambda _: told)
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
