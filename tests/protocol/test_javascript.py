"""A second Tower Up, in plain JavaScript, written from specs/ alone: it answers the vectors and the duel as the rules do."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from towerup.oracle import specs
from towerup.oracle.dueling import Duel, Terms
from towerup.oracle.implementations import ProcessImplementation
from towerup.rulesets import ruleset

FOLDER = Path(__file__).parent / "javascript"
NODE = shutil.which("node")
GAMES = {"ci": 60, "campaign": 1_000}.get(os.environ.get("TOWERUP_PROFILE", ""), 6)

if NODE is None and os.environ.get("CI"):
    raise RuntimeError("Node is wanted for the implementation in JavaScript")

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node on this machine")


@pytest.mark.thorough
def test_it_answers_every_vector() -> None:
    """With its own tests, which need nothing of ours but specs/."""
    environment = os.environ | {"TOWER_UP_SPECS": str(specs.folder())}
    command = [str(NODE), "--test", str(FOLDER)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout[-4_000:] + done.stderr
    assert "# pass" in done.stdout
    assert "# fail 0" in done.stdout


@pytest.mark.parametrize("chosen", ["setups", pytest.param("not duel", marks=pytest.mark.thorough)])
def test_the_pytest_plugin_finds_nothing_wrong(chosen: str, tmp_path: Path) -> None:
    """As somebody else runs it, over a few vectors or over all."""
    program = shlex.join([str(NODE), str(FOLDER / "tower_up.mjs"), "oracle", "--specs", str(specs.folder())])
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "towerup.pytest_plugin"]
    command += ["--towerup-implementation", program, "--towerup-timeout", "60", "-k", chosen]
    alone = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=tmp_path, env=alone, capture_output=True, text=True, timeout=1_800, check=False)
    assert done.returncode == 0, done.stdout[-4_000:] + done.stderr
    assert " passed" in done.stdout
    assert "skipped" not in done.stdout


def test_a_duel_shows_no_difference() -> None:
    """Whole games with all boxes, numbers of players and readings, and the rules that are named as broken."""
    command = [str(NODE), str(FOLDER / "tower_up.mjs"), "oracle", "--specs", str(specs.folder())]
    with ProcessImplementation(command, timeout=60) as other:
        result = Duel(ruleset(), other, Terms(GAMES, reasons=True)).run()
    assert result.difference is None, result.difference
    assert result.ok
    assert result.games == GAMES
