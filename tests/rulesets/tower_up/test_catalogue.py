"""The catalogue: every rule says where it stands, and the switches offer what it offers."""

from __future__ import annotations

import re

import pytest

import towerup as tu
from towerup.kernel.rules import UnknownRule
from towerup.rulesets.tower_up.rulings import EVERY_RULING

ID = re.compile(r"TU-[A-Z]+-\d\d")


def test_every_rule_says_where_it_stands() -> None:
    """A rule has a title, a statement, a citation into a text that the catalogue names, and a ruling that exists."""
    catalogue = tu.catalogue()
    texts = {text.id for text in catalogue.texts}
    for id, rule in catalogue.rules.items():
        assert ID.fullmatch(id)
        assert (rule.id, bool(rule.title), rule.statement[-1]) == (id, True, ".")
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
    offered = {name: tuple(option.name for option in ruling.options) for name, ruling in catalogue.rulings.items()}
    assert offered == EVERY_RULING
    assert tu.Rulings() == tu.Rulings(**{name: ruling.default for name, ruling in catalogue.rulings.items()})  # type: ignore[arg-type]  # by name


@pytest.mark.parametrize("name", sorted(EVERY_RULING))
def test_a_reading_that_is_not_offered_is_refused(name: str) -> None:
    """A wrong reading is refused with those that are offered."""
    with pytest.raises(ValueError, match=re.escape(EVERY_RULING[name][0])):
        tu.Rulings(**{name: "whatever"})  # type: ignore[arg-type]  # wrong on purpose


def test_an_unknown_rule_or_ruling_is_answered_with_near_ones() -> None:
    """By id, and by name."""
    with pytest.raises(UnknownRule, match=r"there is no rule 'TU-FOUND-3'; near it: TU-FOUND-03"):
        tu.catalogue()["TU-FOUND-3"]
    with pytest.raises(ValueError, match=r"^there is no ruling 'luck'; the rulings are border, chip_taking, "):
        tu.TOWER_UP.rulings.by_name({"luck": "yes"})
