"""Laws of Projekt Skyline that no spoilt step breaks: about actions, about the tables of a setup, about offers."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.playing import played
from rulesets.spoiling import laws_in
from towerup.kernel.checking import Checker
from towerup.rulesets.projekt_skyline.invariants import STATE_LAWS
from towerup.rulesets.projekt_skyline.playing import new_game
from towerup.rulesets.projekt_skyline.ruleset import PROJEKT_SKYLINE as RULES
from towerup.rulesets.projekt_skyline.rulings import Rulings
from towerup.rulesets.projekt_skyline.setup import Setup
from towerup.rulesets.projekt_skyline.state import Phase, State

from .tables import table
from .tampering import changed

CHECKER = Checker(RULES)
GAME = RULES.name


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
        step
        for step in played(RULES, 1, edition, 200)
        if step[0].phase is (Phase.ROLL if action == "roll 3" else Phase.BUILD)
    )
    before = changed(before, cash=(800, *(700 for _ in before.cash[1:])))
    findings = CHECKER.step(before, RULES.parse_action(before, action), after)
    assert law in laws_in(findings)
    assert rules & {finding.rule for finding in findings}


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
