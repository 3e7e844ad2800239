"""`towerup show`, as a user meets it: positions of a record, marks, SVG files, and a record that is broken."""

from __future__ import annotations

import random
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from typer.testing import CliRunner, Result

import towerup as tu
from towerup.cli.app import app


def towerup(*words: str) -> Result:
    return CliRunner().invoke(app, list(words), env={"COLUMNS": "200", "NO_COLOR": "1"})


@pytest.fixture(scope="module")
def game() -> tu.Record:
    chooser, dealer = random.Random(3), tu.Dealer(3)
    state = start = tu.new_game(2, edition="small")
    actions = []
    while state.actor is not None:
        action = dealer.deal(state) if state.actor is tu.CHANCE else chooser.choice(tu.legal_actions(state))
        actions.append(action)
        state = tu.apply(state, action)
    return tu.Record(start, tuple(actions))


@pytest.fixture
def record(game: tu.Record, tmp_path: Path) -> Path:
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"".join(game.lines()))
    return file


def test_the_last_position_or_any_other(game: tu.Record, record: Path) -> None:
    """Without --at the end; from the start, or from the end if negative."""
    end = towerup("show", str(record))
    assert end.exit_code == 0, end.output
    assert "The game is over" in end.output
    assert towerup("show", str(record), "--at", str(len(game.actions))).output == end.output
    early = towerup("show", str(record), "--at", "3").output
    assert f"Last: {game.actions[2]}" in early
    assert towerup("show", str(record), "--at", str(3 - len(game.actions) - 1)).output == early
    assert "Last:" not in towerup("show", str(record), "--at", "0").output
    wide = towerup("show", str(record), "--width", "70").output
    assert max(map(len, wide.split("\n"))) <= 70


def test_a_picture_is_written(record: Path, tmp_path: Path) -> None:
    """--svg writes a whole SVG document."""
    file = tmp_path / "table.svg"
    result = towerup("show", str(record), "--at", "10", "--svg", str(file))
    assert result.exit_code == 0, result.output
    assert "after action 10: the picture is in" in result.output
    assert ET.fromstring(file.read_bytes()).tag.endswith("svg")
    refused = towerup("show", str(record), "--svg", str(tmp_path / "no" / "table.svg"))
    assert refused.exit_code == 2
    assert "cannot be written" in refused.output


def test_a_broken_record_is_shown_as_far_as_it_goes(game: tu.Record, tmp_path: Path) -> None:
    """The last good position, then what is wrong in which line; exit code 1. What comes before it is not touched by it."""
    lines = list(game.lines())
    lines[9] = lines[8]
    file = tmp_path / "broken.jsonl"
    file.write_bytes(b"".join(lines))
    for words in ([], ["--at", "30"]):
        result = towerup("show", str(file), *words)
        assert result.exit_code == 1
        assert f"Last: {game.actions[7]}" in result.output
        assert "line 10, column 77: " in result.output
        assert "the position after action 8." in result.output
    assert towerup("show", str(file), "--at", "8").exit_code == 0
    file.write_bytes(b'{"format": "something else"}\n')
    result = towerup("show", str(file))
    assert result.exit_code == 1
    assert "line 1, column 12: not a header of a record" in result.output


def test_a_state_and_a_new_table(game: tu.Record, tmp_path: Path) -> None:
    """A state in a JSON file, and a table as it is when a game begins."""
    state = list(game.states())[12]
    file = tmp_path / "state.json"
    file.write_bytes(tu.state_to_json(state))
    shown = towerup("show", "--state", str(file))
    assert shown.exit_code == 0, shown.output
    assert shown.output == str(state) + "\n"
    new = towerup("show", "--new", "3", "--seed", "7")
    assert "waits for blue to place a starting floor" in new.output.lower()
    assert towerup("show", "--new", "2", "--edition", "tiny").output.startswith("A city block: 2 players")


def test_marks(game: tu.Record, record: Path) -> None:
    """Where one may build, why not here, and what an action does."""
    states = list(game.states())
    at = next(n for n, state in enumerate(states) if any(isinstance(one, tu.Found) for one in tu.legal_actions(state)))
    found = next(one for one in tu.legal_actions(states[at]) if isinstance(one, tu.Found))
    where = ["show", str(record), "--at", str(at)]
    assert f"✓ {found.site}" in towerup(*where, "--legal", found.colour).output
    taken = next(iter(states[at].table.buildings))
    assert "TU-FOUND-01" in towerup(*where, "--why", f"{taken} black").output
    assert f"+1 {found.colour}" in towerup(*where, "--effect", str(found)).output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "one thing is shown"),
        (["RECORD", "--new", "2"], "one thing is shown"),
        (["no-such.jsonl"], "no-such.jsonl cannot be read"),
        (["RECORD", "--at", "9999"], "actions: --at is from 0 to"),
        (["RECORD", "--game", "chess"], "there are for tower-up"),
        (["RECORD", "--legal", "mauve"], "there are no 'mauve' floors"),
        (["RECORD", "--why", "Z9 black"], "there is no site 'Z9'"),
        (["RECORD", "--effect", "fly"], "is not something to do"),
        (["--new", "9"], "is for 2, 3, 4 players"),
        (["--new", "2", "--edition", "nope"], "no edition is called 'nope'"),
    ],
)
def test_a_mistake_is_told_in_words(words: list[str], said: str, record: Path) -> None:
    """What is wrong and what would be right, exit code 2, no traceback."""
    result = towerup("show", *(str(record) if word == "RECORD" else word for word in words))
    assert result.exit_code == 2, result.output
    assert said in " ".join(result.output.split())
    assert "Traceback" not in result.output
