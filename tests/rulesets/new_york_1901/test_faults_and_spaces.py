"""Planted faults fit and are found; whole spaces of tiny boxes are walked, and have the size they always had."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from towerup.rulesets.new_york_1901.edition import SHIPPED, load_edition
from towerup.rulesets.new_york_1901.ruleset import NEW_YORK_1901 as RULES
from towerup.rulesets.new_york_1901.rulings import Rulings
from towerup.verify.campaign import Campaign, Plan, applied
from towerup.verify.explore import Plan as Space
from towerup.verify.explore import explore
from towerup.verify.faults import Fault, patched_sources, plant, read_faults, uproot
from towerup.verify.traceability import trace

FAULTS = read_faults(RULES.package)
SAMPLE = ["silver-is-always-open", "bronze-replaces-bronze", "the-last-layer-first"]
PROOF = {"state_laws", "transition_laws", "offer_laws", "reachability", "retelling", "invariants"}


def test_every_fault_fits_and_every_rule_and_ruling_has_two() -> None:
    """Each patch finds its text exactly once, what comes out is Python still, and nothing that proves is patched."""
    texts = []
    for fault in FAULTS:
        patched = patched_sources(RULES.package, fault)
        texts.append(frozenset(patched.items()))
        for module, text in patched.items():
            compile(text, module, "exec")
            assert module not in PROOF
    assert len({*texts}) == len(texts)
    catalogue = RULES.catalogue()
    rules = Counter(rule for fault in FAULTS for rule in {*fault.rules})
    rulings = Counter(ruling for fault in FAULTS for ruling in {*fault.rulings})
    assert [rule for rule in catalogue.rules if rules[rule] < 2] == []
    assert [ruling for ruling in catalogue.rulings if rulings[ruling] < 2] == []
    assert {*rules} <= {*catalogue.rules}
    assert {*rulings} <= {*catalogue.rulings}


@pytest.mark.parametrize("fault", [one for one in FAULTS if one.id in SAMPLE], ids=lambda fault: fault.id)
def test_a_planted_fault_is_found(fault: Fault) -> None:
    """By a law, or because judge and generator disagree, within a few games in a small box."""
    rules = plant(RULES.package, fault)
    try:
        _, breach = Campaign(rules, Plan(games=40, edition="quarter")).play(range(40))
        assert breach is not None
    finally:
        uproot(RULES.package, fault)


def test_a_campaign_keeps_all_laws() -> None:
    """And what it counts are rules and events of the catalogue."""
    tally, breach = Campaign(RULES, Plan(games=10, seed=3)).play(range(10))
    assert breach is None, breach
    assert {*tally.forbade} <= RULES.coverage.forbidding
    assert {*tally.notable} <= {*RULES.catalogue().rules, *RULES.coverage.events}
    assert sum(count > 0 for count in applied(RULES, tally).values()) > 55


def test_no_rule_has_a_hole() -> None:
    """Every rule of the catalogue has code, a law, tests both ways, and a planted fault."""
    found = trace(RULES)
    assert found.holes == ()
    assert found.strays == ()


SPACES: list[Any] = [
    pytest.param({}, (1_541, 1_613, 512), id="usual"),
    pytest.param(
        {"short_pile": "old_cards_come_round", "no_worker": "may_pass", "starting_card": "from_the_market"},
        (5_166, 5_448, 1_864),
        id="other readings",
    ),
]


@pytest.mark.parametrize("readings, pinned", SPACES)
def test_whole_spaces(readings: dict[str, Any], pinned: tuple[int, int, int]) -> None:
    """Every state that can be reached keeps every law; none is a deadlock; and there are as many as there always were."""
    wishes = {"edition": "tiny", "rulings": Rulings(**readings)}
    report = explore(RULES, Space(2, wishes, judge_every=20))
    assert report.exhausted
    assert (report.breach, report.deadlocks) == (None, 0)
    assert (report.states, report.transitions, report.terminal) == pinned


def test_the_page_of_editions_names_all_of_them_and_where_their_parts_come_from() -> None:
    """Each shipped edition has a row, the tiny one with its size, and each part of the whole game its provenance."""
    words = (Path(__file__).parents[3] / "docs" / "editions-new-york-1901.md").read_text(encoding="utf-8")
    assert {*re.findall(r"^\| `([a-z-]+)` \| (?:the whole|\d)", words, re.MULTILINE)} == {*SHIPPED}
    rows = re.findall(r"^\| `([a-z]+)` \| (stated|reviewed|reconstructed) \|", words, re.MULTILINE)
    assert dict(rows) == load_edition("standard").provenance
    assert f"{SPACES[0].values[1][0]:,} states |" in words
    catalogue = RULES.catalogue()
    assert f"{len(catalogue.rules)} rules, {len(catalogue.rulings)} rulings" in words
