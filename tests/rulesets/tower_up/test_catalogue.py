"""The catalogue: every rule is used, and nothing is used that it lacks."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import towerup as tu
from towerup.rulesets.tower_up import invariants
from towerup.rulesets.tower_up.objectives import RULE_OF_KIND
from towerup.rulesets.tower_up.rulings import EVERY_RULING

PACKAGE = Path(tu.__file__).parent
ID = re.compile(r"TU-[A-Z]+-\d\d")


def ids_in(*files: str) -> set[str]:
    """The rule ids written as strings in these modules of the ruleset (docstrings and comments do not count)."""
    found: set[str] = set()
    for file in files:
        for node in ast.walk(ast.parse((PACKAGE / "rulesets" / "tower_up" / file).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and ID.fullmatch(node.value):
                found.add(node.value)
    return found


def ids_of_laws() -> set[str]:
    of_states = [*tu.STATE_LAWS, *invariants.REACHABILITY_LAWS]
    return {id for law in of_states for id in law.rules} | {id for law in tu.TRANSITION_LAWS for id in law.rules}


def test_each_rule_is_used_by_the_judge_or_by_an_invariant() -> None:
    """No rule of the catalogue is left to hope."""
    judged = ids_in("judging.py", "understanding.py", "playing.py", "table.py")
    assert set(tu.catalogue().rules) - judged - ids_of_laws() == set()


def test_no_rule_is_used_that_the_catalogue_lacks() -> None:
    """Every id in the ruleset's code, of laws and of objectives, is in the catalogue."""
    files = [path.name for path in (PACKAGE / "rulesets" / "tower_up").glob("*.py")]
    assert ids_in(*files) | ids_of_laws() | set(RULE_OF_KIND.values()) <= set(tu.catalogue().rules)


def test_every_rule_says_where_it_stands() -> None:
    """A rule has a title, a statement, a citation into a text that the catalogue names, and a ruling that exists."""
    catalogue = tu.catalogue()
    texts = {text.id for text in catalogue.texts}
    for id, rule in catalogue.rules.items():
        assert ID.fullmatch(id)
        assert rule.id == id
        assert rule.title
        assert rule.statement.endswith(".")
        assert rule.kind in ("stated", "ruled")
        assert rule.citations
        assert {citation.text for citation in rule.citations} <= texts
        assert rule.ruling is None or rule.ruling in catalogue.rulings


def test_a_stated_rule_is_cited_from_a_rulebook() -> None:
    """What is called stated stands in a rulebook; what is ruled is said to be."""
    for rule in tu.catalogue().rules.values():
        if rule.kind == "stated":
            assert {"FR", "PL"} & {citation.text for citation in rule.citations}, rule.id


def test_switches_and_catalogue_offer_the_same_rulings() -> None:
    """Each ruling of the catalogue is a switch with the same readings, the default first."""
    catalogue = tu.catalogue()
    told = {name: tuple(option.name for option in ruling.options) for name, ruling in catalogue.rulings.items()}
    assert told == EVERY_RULING
    assert tu.Rulings() == tu.Rulings(**{name: ruling.default for name, ruling in catalogue.rulings.items()})  # type: ignore[arg-type]  # by name


@pytest.mark.parametrize("name", sorted(EVERY_RULING))
def test_a_reading_that_is_not_offered_is_refused(name: str) -> None:
    """A wrong reading is refused with those that are offered."""
    with pytest.raises(ValueError, match=re.escape(EVERY_RULING[name][0])):
        tu.Rulings(**{name: "whatever"})  # type: ignore[arg-type]  # wrong on purpose
