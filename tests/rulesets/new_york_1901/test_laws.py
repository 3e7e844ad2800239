"""Laws of New York 1901 that no spoilt step breaks: about the tables of a setup, and about actions."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from rulesets.playing import played
from rulesets.spoiling import laws_in
from towerup.kernel.checking import Checker
from towerup.rulesets.new_york_1901.playing import new_game
from towerup.rulesets.new_york_1901.ruleset import NEW_YORK_1901 as RULES
from towerup.rulesets.new_york_1901.rulings import Rulings
from towerup.rulesets.new_york_1901.setup import Setup
from towerup.rulesets.new_york_1901.state import Phase

CHECKER = Checker(RULES)


def doctored_setup(setup: Setup, **tables: Any) -> Setup:
    """A setup whose tables are not those of its box."""
    made = Setup(
        setup.edition, setup.seats, setup.characters, setup.streets, setup.challenge, setup.expert, setup.rulings
    )
    for name, value in tables.items():
        object.__setattr__(made, name, value)
    return made


TABLES: list[tuple[str, Any, str]] = [
    ("deck", bytes(10), "NY-BOX-03"),
    ("in_play", 1, "NY-SETUP-03"),
    ("starts", (), "NY-SETUP-02"),
    ("street_numbers", (), "NY-SETUP-05"),
    ("silver", 7, "NY-EXPERT-02"),
    ("gold", 7, "NY-EXPERT-02"),
    ("following", (1, 1, 0), "NY-TURN-01"),
    ("tiles_by_level", (0, 0, 0, 0), "NY-TECH-01"),
    ("legendaries", 0, "NY-TECH-01"),
    ("tiles_of_technology", (0, 0, 0, 0), "NY-REBUILD-02"),
    ("legendary_placements", frozenset(), "NY-TECH-02"),
    ("challenge_card", "none of the box", "NY-CHALLENGE-01"),
    ("small_lots", 0, "NY-CARD-05"),
    ("small_cards", (), "NY-CARD-05"),
    ("prestige", 9, "NY-CHALLENGE-04"),
    ("at_once", False, "NY-TECH-03"),
    ("may_pass", True, "NY-TURN-04"),
    ("adjacent_only", True, "NY-REBUILD-01"),
    ("shift_first", True, "NY-TURN-05"),
    ("grab_later", True, "NY-CARD-10"),
    ("compulsory", True, "NY-CARD-09"),
    ("may_waste", True, "NY-CARD-07"),
    ("freed_worker", False, "NY-CARD-05"),
]
OF_THE_EDITION = {"board", "space", "fits", "placements"}
"""What a setup takes from the edition as it is: those are held against the box in full."""


def test_every_table_is_spoilt_below() -> None:
    """None is held ready for play that no law looks at."""
    derived = {field.name for field in attrs.fields(Setup) if not field.init} - {"_hash"}
    assert derived == {name for name, _, _ in TABLES} | OF_THE_EDITION


@pytest.mark.parametrize("table, value, rule", TABLES)
def test_a_table_that_is_not_of_the_box_is_noticed(table: str, value: Any, rule: str) -> None:
    """What a setup holds ready for play must follow from edition, players and rulings."""
    state = new_game(3)
    law = next(law for law in RULES.state_laws if law.name == "the_tables_follow_from_the_box")
    assert not law.broken_by(state)
    wrong = attrs.evolve(state, setup=doctored_setup(state.setup, **{table: value}))
    assert [finding.rule for finding in law.broken_by(wrong)] == [rule]
    assert rule in law.rules


@pytest.mark.parametrize("action", ["shift", "grab"])
def test_a_card_that_was_used_before_is_noticed(action: str) -> None:
    """Whatever it has led to."""
    before, _, after = next(step for step in played(RULES, 1, "standard") if step[0].phase is Phase.TURN)
    used = attrs.evolve(before, cards=tuple(0 for _ in before.cards))
    findings = CHECKER.step(used, RULES.parse_action(before, action), after)
    assert "an_action_card_can_be_used" in laws_in(findings)
    assert "NY-CARD-01" in {finding.rule for finding in findings}


def test_a_second_lot_that_is_lost_is_noticed() -> None:
    """Where the ruling has it compulsory, and it could be acquired."""
    state = next(step[0] for step in played(RULES, 1, "standard") if step[0].phase is Phase.BUILD)
    setup = new_game(state.setup.seats, rulings=Rulings(second_lot="compulsory")).setup
    small = bytearray(state.market)
    small[0] += 1
    before = attrs.evolve(state, setup=setup, grab=True, market=bytes(small), lots=tuple(0 for _ in state.lots))
    findings = CHECKER.step(before, RULES.parse_action(before, "end"), state)
    assert "what_must_be_done_first_is_done" in laws_in(findings)
    assert "NY-CARD-09" in {finding.rule for finding in findings}
