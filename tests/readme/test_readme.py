"""What the first page says in numbers is so, and the rules page is up to date."""

from __future__ import annotations

from pathlib import Path

import towerup as tu
from towerup.cli.rules import page
from towerup.rulesets import NAMES, ruleset

ROOT = Path(__file__).parents[2]


def test_the_numbers_in_the_readme_are_right() -> None:
    """The numbers of rules and laws on the first page are those of the code."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"| {len(tu.PROPERTIES.claims)} + {len(tu.PROPERTIES.events)} |" in text
    assert f"| {len(tu.catalogue().rules)} |" in text


def test_the_rules_page_is_up_to_date() -> None:
    """docs/rules.md is what `towerup rules --markdown` writes; the rules of another game have a page with its name."""
    for name in NAMES:
        file = "rules.md" if name == NAMES[0] else f"rules-{name}.md"
        rules = ruleset(name)
        assert (ROOT / "docs" / file).read_text(encoding="utf-8") == page(rules.title, rules.catalogue())
