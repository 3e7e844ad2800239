"""`towerup show`, as a user meets it: positions of a record, marks, SVG files, and a record that is broken."""

from __future__ import annotations

import random
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from typer.testing import CliRunner, Result

import towerup as tu
from towerup.cli.app import app
from towerup.rulesets import ruleset


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
    taken = next(iter(states[at].buildings))
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


@pytest.fixture
def skyline(tmp_path: Path) -> Path:
    """A recorded game of Projekt Skyline, and a state of it beside."""
    rules, chooser = ruleset("projekt-skyline"), random.Random(2)
    state = start = rules.new_game(2, edition="square")
    actions = []
    for _ in range(20):
        actions.append(chooser.choice(rules.legal_actions(state)))
        state = rules.apply(state, actions[-1])
    file = tmp_path / "skyline.jsonl"
    file.write_bytes(b"".join(tu.Record(start, tuple(actions)).lines()))
    file.with_suffix(".json").write_bytes(rules.state_to_json(state))
    return file


def test_the_game_is_taken_from_the_record_the_state_or_the_edition(skyline: Path) -> None:
    """Nobody needs to say which it is; who says another is told."""
    shown = towerup("show", str(skyline))
    assert shown.exit_code == 0, shown.output
    state = str(skyline.with_suffix(".json"))
    assert towerup("show", "--state", state).exit_code == 0
    new = towerup("show", "--new", "2", "--edition", "square")
    assert new.exit_code == 0, new.output
    for words in (
        ["moves", str(skyline), "--at", "-1"],
        ["moves", "--state", state],
        ["moves", "--new", "2", "--edition", "square"],
        ["moves", "--columns", "--edition", "square"],
        ["perft", str(skyline), "--depth", "1"],
        ["perft", "--state", state, "--depth", "1"],
        ["perft", "--edition", "square", "--depth", "1"],
        ["check", str(skyline)],
    ):
        done = towerup(*words)
        assert done.exit_code == 0, done.output
        named = [] if words[0] == "check" else ["--game", "projekt-skyline"]
        assert towerup(*words, *named).output.splitlines()[:3] == done.output.splitlines()[:3]
    other = towerup("show", str(skyline), "--game", "tower-up")
    assert other.exit_code == 1
    assert "not a record of tower-up: game is 'projekt-skyline'" in other.output
    other = towerup("show", "--state", state, "--game", "tower-up")
    assert other.exit_code == 2
    assert 'not a state: game is "projekt-skyline", not "tower-up"' in other.output


def test_a_state_that_is_of_no_game_is_told(tmp_path: Path) -> None:
    """With the games there are."""
    file = tmp_path / "state.json"
    for text, said in (
        ('{"game": "chess"}', "there are no rules for 'chess'; there are for"),
        ("{}", "not a state: format is missing"),
        ("[", "not JSON"),
    ):
        file.write_text(text)
        done = towerup("show", "--state", str(file))
        assert done.exit_code == 2
        assert said in done.output
