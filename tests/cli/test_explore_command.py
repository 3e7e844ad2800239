"""`towerup explore`, as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import attrs
import pytest
from typer.testing import CliRunner, Result

import towerup as tu
from towerup.cli import explore as command
from towerup.cli.app import app


def towerup(*words: str) -> Result:
    return CliRunner().invoke(app, ["explore", *words], env={"COLUMNS": "200", "NO_COLOR": "1"})


def told(result: Result) -> str:
    return " ".join(result.output.split())


def test_a_whole_space_is_reported(tmp_path: Path) -> None:
    """Counts, the verdict, endless play with its cycle in notation; the same in a file; exit code 0."""
    file = tmp_path / "report.json"
    result = towerup("--edition", "tiny-yard", "--judge-every", "7", "--jobs", "1", "--json", str(file))
    assert result.exit_code == 0, result.output
    for words in (
        "edition tiny-yard, 2 players: 1,965 states, 2,784 transitions",
        f"The space is exhausted. All {len(tu.PROPERTIES.claims)} properties hold",
        "in one state of 7",
        "238 states: last roof 238",
        "from 0 states",
        "possible from 861 states; 696 can come again",
        "take x-vw +black",
    ):
        assert words in told(result)
    report = json.loads(file.read_text(encoding="utf-8"))
    assert (report["states"], report["transitions"], report["exhausted"]) == (1_965, 2_784, True)
    assert report["endless"]["cycle"]


def test_a_space_without_endless_play_has_a_longest_game() -> None:
    """Rulings, objectives and starting floors are taken as `new_game` takes them."""
    result = towerup(
        "--edition", "tiny-lane", "--no-judge", "--set", "objectives=upstairs", "--set", "starting_floors=2",
        "--rulings", "extra_turn=optional", "--jobs", "1",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    assert "starting floors 2, extra_turn=optional" in told(result)
    assert "impossible: the longest game has" in told(result)
    assert "compared nothing" in told(result)


def test_a_limit_is_told_by_an_exit_code_of_its_own() -> None:
    """Nothing wrong, but not the whole space: 3."""
    result = towerup("--edition", "tiny-yard", "--limit", "500", "--no-judge")
    assert result.exit_code == 3
    assert "not exhausted: the limit on states was reached" in told(result)
    assert "possible from at least" in told(result)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--edition", "nope"], "shipped are"),
        (["--players", "5"], "edition tiny is for 2 players, not 5"),
        (["--rulings", "extra_turn"], "write NAME=READING"),
        (["--set", "objectives=castle"], "there is no objective 'castle'"),
        (["--set", "starting_floors=9"], "there are 1 to 2 starting floors, not 9"),
        (["chess"], "there are for tower-up"),
    ],
)
def test_a_mistake_is_told_in_words(words: list[str], said: str) -> None:
    """What the user got wrong and what would be right, exit code 2, no traceback."""
    result = towerup(*words)
    assert result.exit_code == 2, result.output
    assert said in told(result)
    assert "Traceback" not in result.output


def with_rules(monkeypatch: pytest.MonkeyPatch, **changed: Any) -> None:
    monkeypatch.setattr(command, "the_rules", lambda _: attrs.evolve(tu.TOWER_UP, **changed))


def test_a_breach_is_shown_with_the_shortest_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The rule, what is wrong, the game in words and as a record; exit code 1."""

    monkeypatch.chdir(tmp_path)
    properties = tu.PROPERTIES.copy()

    @properties.always("TU-BOX-02")
    def no_roof(state: tu.State) -> bool:
        """Every player has a roof."""
        return all(player.roofs for player in state.players)

    with_rules(monkeypatch, properties=properties)
    result = towerup("--edition", "tiny-yard", "--no-judge", "--jobs", "1")
    assert result.exit_code == 1
    assert "TU-BOX-02 no_roof: Every player has a roof." in told(result)
    assert "The shortest game there, 3 actions: reveal" in told(result)
    lines = (tmp_path / "towerup-explore-tiny-yard-breach.jsonl").read_bytes().splitlines()
    record = tu.read_record(lines)
    assert len(record.actions) == 3
    assert "Traceback" not in result.output


def test_a_game_that_cannot_end_is_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A deadlock, and states from which the end cannot be reached: exit code 1."""

    def no_founding(state: tu.State) -> tuple[tu.Action, ...]:
        legal = tu.legal_actions(state)
        return tuple(one for one in legal if not isinstance(one, tu.Found | tu.Back))

    monkeypatch.chdir(tmp_path)
    with_rules(monkeypatch, legal_actions=no_founding)
    result = towerup("--edition", "tiny-yard", "--no-judge", "--jobs", "1")
    assert result.exit_code == 1
    assert "Deadlock: the game is not over, but nothing can be done." in told(result)
    assert "No way to the end" in told(result)
    assert (tmp_path / "towerup-explore-tiny-yard-deadlock.jsonl").exists()


def test_rules_that_fail_make_no_traceback(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An error in the rules is a finding like any other."""

    def fails(state: tu.State) -> tuple[tu.Action, ...]:
        raise RuntimeError("the rules are lost")

    monkeypatch.chdir(tmp_path)
    with_rules(monkeypatch, legal_actions=fails)
    result = towerup("--edition", "tiny-yard", "--jobs", "1")
    assert result.exit_code == 1
    assert "crash RuntimeError: the rules are lost" in told(result)
    assert "Traceback" not in result.output
