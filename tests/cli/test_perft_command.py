"""`towerup perft`, as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import attrs
import pytest
from typer.testing import CliRunner, Result

import towerup as tu
from towerup import lab
from towerup.cli.app import app


def towerup(*words: str) -> Result:
    return CliRunner().invoke(app, ["perft", *words], env={"COLUMNS": "120", "NO_COLOR": "1"})


def _game() -> tu.Record:
    return lab.play(tu.new_game(2, edition="small"), [lab.player("random")] * 2, seed=1)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"".join(_game().lines()))
    return file


def test_counts_of_a_new_game() -> None:
    """From its very beginning, or as it is dealt by a seed."""
    done = towerup("--depth", "2", "--players", "3")
    assert done.exit_code == 0, done.output
    assert "2 1,199 1,199 0 0 1,892" in " ".join(done.output.split())
    dealt = towerup("--depth", "1", "--seed", "1")
    assert "waits for blue to place a starting floor" in " ".join(dealt.output.split())


def test_counts_of_a_position_as_json(record: Path, tmp_path: Path) -> None:
    """The same numbers as from Python; told apart by first action, too."""
    state = [*_game().states()][10]
    told = tmp_path / "counts.json"
    assert towerup(str(record), "--at", "10", "--depth", "2", "--json", str(told)).exit_code == 0
    value = json.loads(told.read_bytes())
    assert value["levels"] == [attrs.asdict(level) for level in lab.perft(state, 2)]
    done = towerup(str(record), "--at", "10", "--depth", "2", "--divide", "--json", str(told))
    assert done.exit_code == 0, done.output
    first = json.loads(told.read_bytes())["first"]
    assert [one["notation"] for one in first] == [str(action) for action in tu.legal_actions(state)]
    assert sum(one["paths"] for one in first) == lab.perft(state, 2)[-1].paths
    assert f"{len(first)} first actions, depth 2" in done.output
    file = tmp_path / "state.json"
    file.write_bytes(tu.state_to_json(state))
    assert (
        towerup("--state", str(file), "--depth", "1").output.splitlines()[:-1]
        == (towerup(str(record), "--at", "10", "--depth", "1").output.splitlines()[:-1])
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--players", "9"], "is for 2, 3, 4 players, not 9"),
        (["--edition", "nope"], "shipped are"),
        (["--rulings", "extra_turn=never"], "choose one of compulsory, optional"),
        (["--depth", "0", "--divide"], "a depth of 1 or more is wanted"),
        (["no-such.jsonl"], "no-such.jsonl cannot be read"),
        (["no-such.jsonl", "--state", "x.json"], "one position is counted from"),
        (["--state", "no-such.json"], "no-such.json cannot be read"),
    ],
)
def test_a_mistake_is_told_in_words(words: list[str], said: str) -> None:
    """Exit code 2, no traceback."""
    done = towerup(*words)
    assert done.exit_code == 2, done.output
    assert said in " ".join(done.output.split())


def test_a_record_that_cannot_be_followed_so_far(record: Path, tmp_path: Path) -> None:
    """Its wrong line, or that it is not so long."""
    assert "has no position --at 900" in " ".join(towerup(str(record), "--at", "900").output.split())
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(b"nonsense\n")
    done = towerup(str(broken))
    assert done.exit_code == 2
    assert "line 1" in done.output
