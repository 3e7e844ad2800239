"""Every rule has code, a law, tests both ways and a planted fault; and where one lacks something, that is noticed."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path

import attrs
import pytest
from typer.testing import CliRunner, Result

import towerup as tu
from towerup.cli.app import app
from towerup.kernel.properties import Properties
from towerup.rulesets import NAMES, ruleset
from towerup.verify.traceability import Traces, folder_of_tests, package_of, trace

RULES = tu.TOWER_UP
SOURCES = Path(tu.__file__).parent / "rulesets" / "tower_up"
TESTS = Path(__file__).parents[1]


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A copy of the ruleset's sources, to take things away from."""
    return shutil.copytree(SOURCES, tmp_path / "tower_up", ignore=shutil.ignore_patterns("__pycache__"))


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    """A folder for made-up tests."""
    (tmp_path / "tests").mkdir()
    return tmp_path / "tests"


def without(file: Path, text: str, instead: str = "") -> None:
    """The file with a text taken out, which must be in it."""
    before = file.read_text(encoding="utf-8")
    assert text in before
    file.write_text(before.replace(text, instead), encoding="utf-8")


@cache
def traced(game: str) -> Traces:
    """The traces of a game as it is."""
    return trace(ruleset(game))


@pytest.fixture
def traced_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command looks at a game as it is, and need not do so anew."""
    monkeypatch.setattr("towerup.verify.traceability.trace", lambda rules: traced(rules.name))


def towerup(*words: str) -> Result:
    return CliRunner().invoke(app, list(words), env={"COLUMNS": "200", "NO_COLOR": "1"})


# --- the real thing


@pytest.mark.parametrize("game", NAMES)
def test_no_rule_has_a_hole(game: str) -> None:
    """Every rule of the catalogue has code, a law, tests both ways, and a planted fault."""
    rules, found = ruleset(game), traced(game)
    assert found.tests == TESTS
    assert list(found.traces) == list(rules.catalogue().rules)
    assert found.holes == ()
    assert found.strays == ()
    assert found.has_faults


def test_what_is_found_is_where_it_says() -> None:
    """Each place of code and each test is at that line of that file, or is a judge's finding with its id on it."""
    root = TESTS.parent
    for id, one in traced(RULES.name).traces.items():
        for spot in one.code:
            lines = (root / spot.file).read_text(encoding="utf-8").splitlines()
            above = lines[: spot.line]
            assert any(id in line for line in (*above[-8:], *lines[spot.line : spot.line + 6])), (id, spot)
        for spot in (*(one.allowing or ()), *(one.forbidding or ())):
            line = (root / spot.file).read_text(encoding="utf-8").splitlines()[spot.line - 1]
            assert f"def {spot.name.rpartition('::')[2]}(" in line


def test_laws_and_coverage_are_no_code() -> None:
    """A law tells a rule again; it does not make it hold."""
    files = {spot.file.rpartition("/")[2] for one in traced(RULES.name).traces.values() for spot in one.code}
    assert not [file for file in files if "/properties/" in file]
    assert {"taking.py", "founding.py", "ending.py"} <= files


# --- holes


def test_a_missing_tag_is_a_hole(sources: Path, tests: Path) -> None:
    """Code that is no longer tagged leaves its rule without code."""
    without(sources / "ending.py", " (TU-END-07)")
    assert ("TU-END-07", "code") in trace(RULES, tests, sources).holes


def test_an_id_in_a_string_is_no_code(sources: Path, tests: Path) -> None:
    """Only objections, comments and the docstrings of functions say where a rule is enforced."""
    without(sources / "ending.py", " (TU-END-07)")
    without(sources / "ending.py", "    return min(on_top", '    said = "TU-END-07"\n    return min(on_top')
    assert ("TU-END-07", "code") in trace(RULES, tests, sources).holes


def test_a_judge_that_forgets_a_rule_is_a_hole(sources: Path, tests: Path) -> None:
    """The one place where a rule is enforced is the judge's: without it nothing is."""
    without(sources / "taking.py", '"TU-TAKE-01"', '"TU-TAKE-02"')
    assert ("TU-TAKE-01", "code") in trace(RULES, tests, sources).holes


def test_a_law_taken_away_is_a_hole(tests: Path) -> None:
    """The rules that only this law told are named."""
    fewer = attrs.evolve(RULES, properties=Properties())
    assert ("TU-FINAL-02", "property") in trace(fewer, tests).holes
    assert ("TU-FINAL-02", "property") not in traced(RULES.name).holes


def test_a_rule_without_tests_is_a_hole(tests: Path) -> None:
    """Tests are found by their marks, wherever those are written; a rule without any is named, each way for itself."""
    (tests / "test_some.py").write_text(
        """
import pytest

ENDINGS = ("TU-END-01", "TU-END-02")


@pytest.mark.allows("TU-BOX-01", "TU-BOX-02")
def test_one():
    pass


@pytest.mark.forbids(*ENDINGS)
class TestMany:
    @pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.forbids("TU-BOX-01"))])
    def test_two(self, x):
        pass


@pytest.mark.allows("TU-BOX-03")
def no_test_at_all():
    pass
""",
        encoding="utf-8",
    )
    found = trace(RULES, tests=tests)
    assert [spot.name for spot in found.traces["TU-BOX-01"].allowing or ()] == ["test_one"]
    assert [spot.name for spot in found.traces["TU-END-02"].forbidding or ()] == ["TestMany::test_two"]
    assert ("TU-BOX-01", "forbidding test") not in found.holes
    assert {("TU-BOX-02", "forbidding test"), ("TU-END-01", "allowing test"), ("TU-BOX-03", "allowing test")} <= {
        *found.holes
    }


def test_strays_are_told(tests: Path, sources: Path) -> None:
    """An id that the catalogue lacks, in a tag or on a test; and a mark that cannot be read without running."""
    without(sources / "ending.py", "(TU-END-07)", "(TU-END-77)")
    (tests / "test_some.py").write_text(
        """
import pytest


@pytest.mark.allows("TU-BOX-99")
def test_one():
    pass


@pytest.mark.parametrize("x", made(pytest.mark.forbids))
def test_two(x):
    pass
""",
        encoding="utf-8",
    )
    told = "\n".join(trace(RULES, tests=tests, sources=sources).strays)
    assert "TU-END-77 is in no catalogue: towerup/rulesets/tower_up/ending.py:" in told
    assert "TU-BOX-99 is in no catalogue: tests/test_some.py:6 test_one" in told
    assert "tests/test_some.py:11 test_two: the rules of a mark 'forbids' must be written out" in told


def test_where_there_are_no_tests_none_are_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package has no tests beside it: that is said, and is no hole."""
    assert folder_of_tests(package_of(RULES)) == TESTS
    assert folder_of_tests("attrs") is None
    monkeypatch.setattr("towerup.verify.traceability.folder_of_tests", lambda package: None)
    found = trace(RULES)
    assert found.tests is None
    assert {hole for _, hole in found.holes}.isdisjoint({"allowing test", "forbidding test"})
    assert "Tests were not looked at" in towerup("rules", "TU-FOUND-03", "--report").output


# --- the command


@pytest.mark.usefixtures("traced_once")
def test_the_report_has_a_line_for_each_rule() -> None:
    """All rules, a family, and a summary."""
    result = towerup("rules", "--report")
    for id in tu.catalogue().rules:
        assert id in result.output
    assert "85 rules, " in result.output
    family = towerup("rules", "TU-FOUND", "--report")
    assert family.exit_code == 0, family.output
    assert "7 rules, no holes" in family.output
    assert "TU-TAKE-01" not in family.output


@pytest.mark.usefixtures("traced_once")
def test_one_rule_in_full() -> None:
    """Its code, laws and tests, every one."""
    result = towerup("rules", "tu-found-03", "--report")
    assert result.exit_code == 0
    for said in (
        "founding.py:",
        "objections_to_found",
        "no_same_colour_neighbours",
        "test_the_colour_of_a_neighbour_is_forbidden",
    ):
        assert said in result.output


def test_the_report_as_json() -> None:
    """The same for programs."""
    [one] = json.loads(towerup("rules", "TU-MOVE-02", "--report", "--json").output)["rules"]
    assert one["holes"] == []
    assert {"towerup/rulesets/tower_up/vehicles.py"} <= {spot["file"] for spot in one["code"]}
    assert any("vehicle" in law["name"] for law in one["properties"])


def test_a_hole_ends_the_command_with_1(monkeypatch: pytest.MonkeyPatch, tests: Path) -> None:
    """Holes are shouted, and a script can tell."""
    monkeypatch.setattr("towerup.verify.traceability.folder_of_tests", lambda package: tests)
    result = towerup("rules", "TU-FOUND", "--report")
    assert result.exit_code == 1
    assert "NO TEST" in result.output
    assert "HOLE TU-FOUND-01 has no allowing test" in result.output
    assert towerup("rules", "TU-FOUND-01", "--report", "--json").exit_code == 1


def test_a_report_of_nothing_known_is_refused() -> None:
    """An id that is none, or a page of it, is the user's slip."""
    assert towerup("rules", "TU-FOUN-33", "--report").exit_code == 2
    assert towerup("rules", "--report", "--markdown").exit_code == 2
