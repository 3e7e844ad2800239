"""Planted faults fit and are found; whole spaces of tiny boxes are walked, and have the size they always had."""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from towerup.rulesets.projekt_skyline.edition import SHIPPED, load_edition
from towerup.rulesets.projekt_skyline.ruleset import PROJEKT_SKYLINE as RULES
from towerup.verify.campaign import Campaign, Plan, applied
from towerup.verify.explore import Plan as Space
from towerup.verify.explore import explore
from towerup.verify.faults import Fault, patched_sources, plant, read_faults, uproot
from towerup.verify.traceability import trace

PROFILE = os.environ.get("TOWERUP_PROFILE", "dev")
FAULTS = read_faults(RULES.package)
SAMPLE = ["rent-goes-nowhere", "the-architect-protects-nothing", "one-skyscraper-early", "corners-touch"]


def test_every_fault_fits_and_every_rule_and_ruling_has_two() -> None:
    """Each patch finds its text exactly once, what comes out is Python still, and nothing that proves is patched."""
    for fault in FAULTS:
        for module, text in patched_sources(RULES.package, fault).items():
            compile(text, module, "exec")
            assert module not in {"state_laws", "transition_laws", "offer_laws", "reachability", "retelling"}
    catalogue = RULES.catalogue()
    rules = Counter(rule for fault in FAULTS for rule in {*fault.rules})
    rulings = Counter(ruling for fault in FAULTS for ruling in {*fault.rulings})
    assert [rule for rule in catalogue.rules if rules[rule] < 2] == []
    assert [ruling for ruling in catalogue.rulings if rulings[ruling] < 2] == []
    assert {*rules} <= {*catalogue.rules}
    assert {*rulings} <= {*catalogue.rulings}


@pytest.mark.parametrize("fault", [one for one in FAULTS if one.id in SAMPLE], ids=lambda fault: fault.id)
def test_a_planted_fault_is_found(fault: Fault) -> None:
    """By a law, or because judge and generator disagree, within a few games."""
    rules = plant(RULES.package, fault)
    try:
        _, breach = Campaign(rules, Plan(games=40)).play(range(40))
        assert breach is not None
    finally:
        uproot(RULES.package, fault)


def test_a_campaign_keeps_all_laws() -> None:
    """And what it counts are rules and events of the catalogue."""
    tally, breach = Campaign(RULES, Plan(games=24, seed=3)).play(range(24))
    assert breach is None, breach
    assert {*tally.forbade} <= RULES.coverage.forbidding
    assert {*tally.notable} <= {*RULES.catalogue().rules, *RULES.coverage.events}
    assert sum(count > 0 for count in applied(RULES, tally).values()) > 60


def test_no_rule_has_a_hole() -> None:
    """Every rule of the catalogue has code, a law, tests both ways, and a planted fault."""
    found = trace(RULES)
    assert found.holes == ()
    assert found.strays == ()


SPACES: list[Any] = [
    pytest.param("tiny-cards", 2, (977, 1_503, 127), id="cards"),
    pytest.param("tiny-three", 3, (4_535, 8_880, 965), id="three"),
    pytest.param(
        "tiny", 2, (18_038, 27_066, 2_020), id="tiny",
        marks=pytest.mark.skipif(PROFILE == "dev", reason="takes a while: TOWERUP_PROFILE=ci"),
    ),
]  # fmt: skip


@pytest.mark.parametrize("edition, players, pinned", SPACES)
def test_whole_spaces(edition: str, players: int, pinned: tuple[int, int, int]) -> None:
    """Every state that can be reached keeps every law; none is a deadlock; and there are as many as there always were."""
    report = explore(RULES, Space(players, {"edition": edition}, judge_every=5))
    assert report.exhausted
    assert (report.breach, report.deadlocks) == (None, 0)
    assert (report.states, report.transitions, report.terminal) == pinned


def test_every_tiny_edition_is_explored_and_told_with_its_size() -> None:
    """None is shipped without its size being pinned here and told on the page."""
    sizes = {space.values[0]: space.values[2][0] for space in SPACES}
    assert {*sizes} == {name for name in SHIPPED if name.startswith("tiny")}
    words = (Path(__file__).parents[3] / "docs" / "editions-projekt-skyline.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(tiny[a-z-]*)` \| .*?([\d,]+)(?: states| of them) \|$", words, re.MULTILINE)
    assert {name: int(size.replace(",", "")) for name, size in rows} == sizes


def test_the_page_of_editions_names_all_of_them_and_where_their_parts_come_from() -> None:
    """Each shipped edition has a row, and each part of the whole game its provenance."""
    words = (Path(__file__).parents[3] / "docs" / "editions-projekt-skyline.md").read_text(encoding="utf-8")
    assert {*re.findall(r"^\| `([a-z-]+)` \| (?:the whole|\d)", words, re.MULTILINE)} == {*SHIPPED}
    rows = re.findall(r"^\| `([a-z]+)` \| (stated|reviewed|reconstructed) \|", words, re.MULTILINE)
    assert dict(rows) == load_edition("standard").provenance
