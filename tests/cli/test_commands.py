"""The command line, as a user meets it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from towerup.cli.app import app


def towerup(*words: str) -> Result:
    return CliRunner().invoke(app, list(words), env={"COLUMNS": "200", "NO_COLOR": "1"})


def test_help_lists_the_commands_with_a_line_each() -> None:
    """`towerup --help` names every command."""
    result = towerup("--help")
    assert result.exit_code == 0
    for command in ("verify", "check", "oracle", "serve", "rules", "edition", "version"):
        assert command in result.output


def test_rules_are_listed_and_shown() -> None:
    """All rules, a family, one rule in full with its citations and its ruling."""
    assert "85 rules" in towerup("rules").output
    assert "7 rules" in towerup("rules", "TU-FOUND").output
    shown = towerup("rules", "tu-goal-18").output
    assert "joined_by_road (default)" in shown
    assert "CARTES OBJECTIF" in shown
    assert "extra_turn" in towerup("rules", "--rulings").output


def test_rules_as_json() -> None:
    """The catalogue for programs."""
    value = json.loads(towerup("rules", "TU-FOUND-03", "--json").output)
    assert [rule["id"] for rule in value["rules"]] == ["TU-FOUND-03"]
    assert len(value["rulings"]) == 18


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["rules", "TU-FOUN-33"], "near it: TU-FOUND-03"),
        (["rules", "--game", "chess"], "there are for tower-up"),
        (["verify", "--players", "5"], "the edition is for 2, 3, 4 players"),
        (["verify", "--rulings", "extra_turn"], "write NAME=READING"),
        (["verify", "--rulings", "extra_turn=never"], "choose one of compulsory, optional"),
        (["verify", "--rulings", "no_such=1"], "the rulings are"),
        (["verify", "--edition", "nope"], "shipped are hamlet, reconstruction, rush, small, tiny, tiny-goals"),
        (["edition", "show", "nope"], "shipped are hamlet, reconstruction, rush, small, tiny, tiny-goals"),
    ],
)
def test_a_mistake_is_told_in_words(words: list[str], said: str) -> None:
    """What the user got wrong and what would be right, exit code 2, no traceback."""
    result = towerup(*words)
    assert result.exit_code == 2, result.output
    assert said in " ".join(result.output.split())
    assert "Traceback" not in result.output


def test_editions_are_listed_shown_and_checked(tmp_path: Path) -> None:
    """The shipped ones are in order; a broken file has all its mistakes named, exit code 1."""
    assert "reconstruction" in towerup("edition", "list").output
    assert "48 sites" in towerup("edition", "show", "reconstruction").output
    text = Path("towerup/rulesets/tower_up/editions/tiny.toml")
    source = (Path(__file__).parents[2] / text).read_text(encoding="utf-8")
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(source, encoding="utf-8")
    bad.write_text(source.replace('["N1", "N2"]', '["N1", "N1"]').replace("limit = 3", "limit = 0"), encoding="utf-8")
    assert towerup("edition", "check", str(good)).exit_code == 0
    result = towerup("edition", "check", str(good), str(bad))
    assert result.exit_code == 1
    assert "a road from N1 to itself" in result.output
    assert "from 1 to" in result.output
    assert towerup("edition", "check", str(tmp_path / "none.toml")).exit_code == 1


def test_without_its_extra_the_command_says_what_to_install() -> None:
    """No typer: one sentence, not a traceback."""
    code = "import sys; sys.modules['typer'] = None; from towerup.cli import run; run()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.strip() == "towerup: the command needs its extra: pip install 'towerup[cli]'"


@pytest.mark.parametrize("module", ["strategies", "machine"])
def test_without_hypothesis_the_strategies_say_what_to_install(module: str) -> None:
    """No Hypothesis: the import error names the extra."""
    code = f"import sys; sys.modules['hypothesis'] = None; import towerup.verify.{module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "pip install 'towerup[verify]'" in done.stderr
