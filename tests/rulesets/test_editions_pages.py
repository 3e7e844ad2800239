"""The page about the editions of each game names all of them, and says where the parts of the whole game come from."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from towerup.rulesets import NAMES, ruleset

DOCS = Path(__file__).parents[2] / "docs"


def page_of(game: str) -> str:
    """The page about the editions of a game; that of the usual game has no name of a game in its own."""
    return (DOCS / ("editions.md" if game == NAMES[0] else f"editions-{game}.md")).read_text(encoding="utf-8")


@pytest.mark.parametrize("game", NAMES)
def test_the_page_of_editions_names_all_of_them_and_where_their_parts_come_from(game: str) -> None:
    """Each shipped edition has a row, each part of the whole game its provenance; rules and rulings are counted."""
    words, rules = page_of(game), ruleset(game)
    first = words[words.index("|---") :].partition("\n\n")[0]
    assert {*re.findall(r"^\| `([a-z-]+)` \| ", first, re.MULTILINE)} == {*rules.editions.names}
    rows = re.findall(r"^\| `([a-z._]+)` \| (stated|reviewed|reconstructed) \|", words, re.MULTILINE)
    assert f"{len(rules.catalogue().rules)} rules, {len(rules.catalogue().rulings)} rulings" in words
    assert dict(rows) == rules.editions.shipped(rules.usual_edition).provenance
