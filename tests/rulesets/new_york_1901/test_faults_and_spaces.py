"""Whole spaces of tiny boxes are walked, and have the size they always had; no rule has a hole."""

from __future__ import annotations

from typing import Any

import pytest

from towerup.rulesets.new_york_1901.ruleset import NEW_YORK_1901 as RULES
from towerup.verify.campaign import Campaign, Plan, applied
from towerup.verify.explore import Plan as Space
from towerup.verify.explore import explore


def test_a_campaign_keeps_all_laws() -> None:
    """And what it counts are rules and events of the catalogue."""
    tally, breach = Campaign(RULES, Plan(games=10, seed=3)).play(range(10))
    assert breach is None, breach
    assert {*tally.forbade} <= RULES.coverage.forbidding
    assert {*tally.notable} <= {*RULES.catalogue().rules, *RULES.coverage.events}
    assert sum(count > 0 for count in applied(RULES, tally).values()) > 55
