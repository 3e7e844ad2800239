"""The edition files of every game are in order; and whatever else stands in one, it is read or its mistakes are told."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from towerup.kernel.edition_files import problems_of
from towerup.kernel.ruleset import AnyRuleset
from towerup.rulesets import NAMES, ruleset

STRANGE: list[Any] = [None, True, -1, 0, 1, 99, 1.5, "", "x", [], [1], ["A1"], {}, {"2": 2}, [{}]]


@pytest.mark.parametrize(
    "rules, name",
    [pytest.param(rules, name, id=f"{rules.name} {name}") for rules in map(ruleset, NAMES) for name in rules.editions.names],
)  # fmt: skip
def test_a_correct_file_has_no_mistakes(rules: AnyRuleset, name: str) -> None:
    """Nothing is found where nothing is wrong, and what is read as anybody's file is what is shipped."""
    text = rules.editions.text(name)
    assert problems_of(text, rules.editions.problems_in) == ()
    assert rules.editions.from_toml(text, name) == rules.editions.shipped(name)
    assert rules.editions.shipped(name).name == name


@pytest.mark.parametrize("game", NAMES)
@given(data=st.data())
def test_a_file_with_something_else_in_it_is_read_or_refused(game: str, data: st.DataObject) -> None:
    """Whatever stands in the place of a value: an edition that can be played, or mistakes that are told; never an error."""
    rules = ruleset(game)
    small = sorted({*rules.editions.names} - {rules.usual_edition})
    raw: dict[str, Any] = tomllib.loads(rules.editions.text(data.draw(st.sampled_from(small))))
    part = data.draw(st.sampled_from(sorted(raw)))
    strange = st.sampled_from(STRANGE)
    if isinstance(raw[part], dict) and data.draw(st.booleans()):
        raw[part][data.draw(st.sampled_from(sorted(raw[part])))] = data.draw(strange)
    else:
        raw[part] = data.draw(strange)
    problems = rules.editions.problems_in(raw, {})
    assert all(problem.message for problem in problems)
    if not problems:
        edition = rules.editions.from_data(raw)
        for players in rules.player_counts(edition):
            assert rules.legal_actions(rules.new_game(players, edition=edition))
