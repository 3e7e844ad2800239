"""`towerup verify`, as a user meets it: a report to read, a failure with the game that shows it, faults hunted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import towerup as tu
from towerup.cli.app import app


def towerup(*words: str) -> Result:
    return CliRunner().invoke(app, list(words), env={"COLUMNS": "200", "NO_COLOR": "1"})


def test_the_report_has_games_rules_and_rare_events(tmp_path: Path) -> None:
    """Games and endings, a row for every rule, a row for every rare event; the same as JSON."""
    file = tmp_path / "report.json"
    result = towerup("verify", "--games", "12", "--edition", "small", "--players", "2,3", "--jobs", "1", "--json", str(file))  # fmt: skip
    assert result.exit_code == 0, result.output
    assert "All properties hold." in result.output
    for words in ("12 games", "2 players 6", "TU-FOUND-03", "Rare events", "shared victory"):
        assert words in result.output
    report = json.loads(file.read_bytes())
    assert report["games"] == 12
    assert len(report["rules"]) == 85
    assert report["rules"]["TU-FOUND-05"]["applied"] > 0
    assert report["rules"]["TU-FOUND-03"]["forbade"] > 0
    assert report["rules"]["TU-MOVE-01"]["forbade"] is None
    assert report["breach"] is None


def test_rows_that_are_zero_are_shouted() -> None:
    """Two games do not show everything, and the report says what they lack."""
    result = towerup("verify", "--games", "2", "--edition", "small", "--jobs", "1")
    assert result.exit_code == 0
    assert "NEVER" in result.output
    assert "Never shown in these games:" in result.output


def test_a_planted_fault_is_told_shrunk_and_written_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rule, the property, the shortest game; a record, and the command that shows it again."""
    monkeypatch.chdir(tmp_path)
    found = towerup("verify", "--games", "50", "--jobs", "1", "--fault", "same-colour-forgotten")
    assert found.exit_code == 1
    assert "TU-FOUND-03 No neighbour of the same colour" in found.output
    assert "no_founding_is_offered_beside_its_own_colour does not hold: A founding is offered only" in found.output
    assert "Traceback" not in found.output
    code = found.output.splitlines()[found.output.splitlines().index("  import towerup as tu") + 1]
    [record] = tmp_path.glob("towerup-breach-*.jsonl")
    command = f"verify tower-up --replay {record.name} --fault same-colour-forgotten"
    assert f"towerup {command}" in found.output
    again = towerup(*command.split())
    assert again.exit_code == 1
    assert "TU-FOUND-03" in again.output
    # The game is a game under the rules as they are, too: what was wrong is what could have come next.
    right = towerup("verify", "--replay", record.name)
    assert right.exit_code == 0
    assert "all properties hold" in right.output
    assert code.startswith("  tu.replay('")
    *_, last = tu.read_record(record.read_bytes().splitlines()).states()
    assert eval(code.strip(), {"tu": tu}) == last


def test_faults_are_hunted(tmp_path: Path) -> None:
    """Each fault named is planted and found, and the report says after how many games and how short a game shows it."""
    file = tmp_path / "hunt.json"
    result = towerup("verify", "--faults", "--fault", "same-colour-forgotten", "--games", "50", "--jobs", "1", "--json", str(file))  # fmt: skip
    assert result.exit_code == 0, result.output
    assert "1 of 1 planted faults found" in result.output
    [hunt] = json.loads(file.read_bytes())
    assert hunt["found"]
    assert hunt["length"] == len(hunt["game"])


def test_a_fault_that_is_not_found_is_shouted() -> None:
    """One game is not enough for a fault that shows only when a player has no roof left: exit code 1."""
    result = towerup("verify", "--faults", "--fault", "judge-counts-no-roofs", "--games", "1", "--jobs", "1")
    assert result.exit_code == 1
    assert "NOT FOUND" in result.output
    assert "0 of 1 planted faults found" in result.output
    assert "Not found: judge-counts-no-roofs." in result.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--replay", "no-such-file.jsonl"], "no-such-file.jsonl cannot be read"),
        (["--edition", "no/such.toml"], "no/such.toml cannot be read"),
        (["--cluster", "tcp://127.0.0.1:1", "--games", "1"], "no Dask scheduler answers at tcp://127.0.0.1:1"),
        (["--fault", "a", "--fault", "b"], "one --fault at a time"),
        (["--faults", "--fault", "same-color-forgotten"], "near it: same-colour-forgotten"),
    ],
)
def test_a_mistake_is_told_in_words(words: list[str], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is wrong and what would be right, exit code 2, no traceback."""
    monkeypatch.setattr("towerup.kernel.parallel.SECONDS_TO_CONNECT", 1)
    result = towerup("verify", *words)
    assert result.exit_code == 2
    assert said in result.output
    assert "Traceback" not in result.output


def test_where_a_file_cannot_be_written(tmp_path: Path) -> None:
    """A report that cannot be written is told."""
    file = tmp_path / "no" / "report.json"
    result = towerup("verify", "--games", "1", "--edition", "tiny", "--jobs", "1", "--json", str(file))
    assert result.exit_code == 2
    assert "cannot be written" in result.output


@pytest.mark.thorough
def test_every_game_can_be_kept_and_check_accepts_each(tmp_path: Path) -> None:
    kept = tmp_path / "games"
    done = towerup(
        "verify", "--games", "12", "--seed", "9", "--jobs", "2", "--engine-games", "0", "--records", str(kept)
    )
    assert done.exit_code == 0
    assert len(list(kept.glob("*.jsonl"))) == len(list(kept.iterdir())) == 12
    checked = towerup("check", str(kept), "--json")
    assert checked.exit_code == 0, checked.output
    verdicts = [json.loads(line) for line in checked.stdout.splitlines()]
    assert sum(one.get("ok", False) for one in verdicts) >= 12


@pytest.mark.parametrize("option", [("--faults",), ("--cluster", "tcp://nowhere:1"), ("--replay", "x.jsonl")])
def test_only_the_games_of_a_campaign_here_are_kept(tmp_path: Path, option: tuple[str, ...]) -> None:
    done = towerup("verify", "--records", str(tmp_path / "games"), *option)
    assert done.exit_code == 2
    assert "--records keeps the games of a campaign on this machine" in done.output
    assert not (tmp_path / "games").exists()
