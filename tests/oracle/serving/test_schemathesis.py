"""Schemathesis against the live server, all its checks: nothing undocumented, no failure.

Only with `TOWERUP_PROFILE`: it takes its time.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from towerup.oracle import specs
from towerup.rulesets import NAMES

from .live import Live

HERE = Path(__file__).parent
PROFILE = os.environ.get("TOWERUP_PROFILE", "dev")
EXAMPLES = 1_000 if PROFILE == "campaign" else 40
"""For each operation."""
SEED = [] if PROFILE == "campaign" else ["--seed", "1"]

CONFIG = """
[checks]
# A state may be of its form and yet impossible, an action illegal, a game unknown: the schema cannot say so.
positive_data_acceptance.expected-statuses = ["2xx", "404", "422"]

[warnings]
enabled = false
"""


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["", *specs.specified(NAMES)], ids=lambda game: game or "made up from the schemas")
def test_schemathesis_finds_nothing(server: Live, tmp_path: Path, game: str) -> None:
    """Bodies right and wrong by the schemas; then positions of real games of each kind, going on from answer to answer."""
    deep = bool(game)
    config = tmp_path / "schemathesis.toml"
    config.write_text(CONFIG, encoding="utf-8")
    environment = {
        **os.environ,
        "SCHEMATHESIS_HOOKS": "schemathesis_hooks",
        "PYTHONPATH": os.pathsep.join(filter(None, [str(HERE), os.environ.get("PYTHONPATH", "")])),
        "TOWERUP_DEEP": game,
    }
    mode = (
        ["--mode", "positive", "--phases", "fuzzing,stateful"]
        if deep
        else ["--mode", "all", "--phases", "examples,coverage,fuzzing"]
    )
    done = subprocess.run(
        [sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()",
         "--config-file", str(config), "run", f"{server.address}/openapi.json",
         "--checks", "all", "--max-examples", str(EXAMPLES), "--generation-database", "none", *SEED, *mode],
        capture_output=True, text=True, check=False, env=environment, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-6_000:] + done.stderr[-2_000:]
    if deep:
        assert re.search(r"API Links: +[1-9]\d* covered", done.stdout)
