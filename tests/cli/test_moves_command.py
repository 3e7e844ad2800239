"""`towerup moves`, as a user meets it: one position or many, to read or as CSV, JSON lines and Parquet."""

from __future__ import annotations

import csv
import gzip
import io
import json
import tracemalloc
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from typer.testing import CliRunner, Result

import towerup as tu
from towerup import lab
from towerup.cli.app import app
from towerup.rulesets import ruleset


def towerup(*words: str, given: bytes | None = None) -> Result:
    return CliRunner().invoke(app, ["moves", *words], input=given, env={"COLUMNS": "250", "NO_COLOR": "1"})


def _game(seed: int, edition: str = "small", players: int = 2) -> tu.Record:
    return lab.play(tu.new_game(players, edition=edition), [lab.player("random")] * players, seed)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "games").mkdir()
    (tmp_path / "games/a.jsonl").write_bytes(b"".join(_game(1).lines()))
    both = b"".join([*_game(2).lines(), *_game(3).lines()])
    (tmp_path / "games/b.jsonl.gz").write_bytes(gzip.compress(both))
    return tmp_path / "games"


def _right(folder: Path, chance: bool) -> list[dict[str, Any]]:
    """What the rows are, from the games themselves."""
    games = [(1, "a.jsonl", 1), (2, "b.jsonl.gz", 1), (3, "b.jsonl.gz", 2)]
    return [
        {"file": str(folder / file), "game": number, **row}
        for seed, file, number in games
        for row in lab.moves_of(_game(seed), chance=chance)
    ]


@pytest.mark.parametrize("chance", [False, True])
def test_every_position_of_every_game_as_json_lines(folder: Path, chance: bool) -> None:
    """Folders, packed files and files with several games; the positions of chance if they are wanted."""
    done = towerup(str(folder), "--format", "jsonl", *(["--chance"] if chance else []))
    assert done.exit_code == 0, done.output
    assert [json.loads(line) for line in done.output.splitlines()] == _right(folder, chance)


def test_csv_and_parquet_hold_the_same(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a file whose name says the form; a Parquet file in several groups, too."""
    monkeypatch.setattr("towerup.cli.moves.ROWS_AT_ONCE", 100)
    right = _right(folder, chance=False)
    for name in ("moves.csv", "moves.parquet"):
        assert towerup(str(folder), "--to", str(tmp_path / name)).exit_code == 0
    assert pl.read_parquet(tmp_path / "moves.parquet").to_dicts() == right
    with (tmp_path / "moves.csv").open(encoding="utf-8", newline="") as file:
        read = [*csv.DictReader(file)]
    assert read == [{name: _csv(value) for name, value in row.items()} for row in right]
    assert sorted(one.name for one in tmp_path.iterdir()) == ["games", "moves.csv", "moves.parquet"]


def _csv(value: Any) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def test_one_position_to_read(folder: Path) -> None:
    """Where it is, who is to act, what was chosen, and a line for each move."""
    record = _game(1)
    step, state = next((step, one) for step, one in enumerate(record.states()) if step > 8 and one.actor == 1)
    done = towerup(str(folder / "a.jsonl"), "--at", str(step))
    lines = done.output.splitlines()
    assert done.exit_code == 0, done.output
    chosen = str(record.actions[step])
    assert f"a.jsonl, game 1, after {step} actions: yellow is to act; the game went on with {chosen}" in lines[0]
    shown = [line for line in lines[2:] if line.strip()]
    assert len(shown) == len(tu.legal_actions(state))
    assert next(line for line in shown if line.rstrip().endswith("yes")).startswith(chosen)


def test_the_last_position_of_each_game(folder: Path) -> None:
    """From the end if negative; a game that is over has no moves."""
    done = towerup(str(folder), "--at", "-1")
    assert done.exit_code == 0
    assert done.output.count("the game is over") == 3
    rows = towerup(str(folder), "--at", "-2", "--format", "jsonl").output.splitlines()
    assert {(json.loads(row)["file"], json.loads(row)["game"]) for row in rows} == {
        (str(folder / "a.jsonl"), 1),
        (str(folder / "b.jsonl.gz"), 1),
        (str(folder / "b.jsonl.gz"), 2),
    }


def test_a_new_table_and_a_state(tmp_path: Path) -> None:
    """Without a record: the moves of a table just dealt, or of a state in a file."""
    state = tu.Dealer(4).settle(tu.new_game(3))
    right = [row["action"] for row in lab.moves(state)]
    new = towerup("--new", "3", "--seed", "4", "--format", "csv")
    assert [row["action"] for row in csv.DictReader(io.StringIO(new.output))] == right
    file = tmp_path / "state.json"
    file.write_bytes(tu.state_to_json(state))
    assert towerup("--state", str(file), "--format", "csv").output == new.output
    text = tmp_path / "table.txt"
    assert towerup("--state", str(file), "--to", str(text)).exit_code == 0
    assert text.read_text(encoding="utf-8") == f"{lab.moves(state)}\n"


def test_standard_input(folder: Path) -> None:
    """A record on standard input, packed or not."""
    packed = (folder / "b.jsonl.gz").read_bytes()
    one, other = (towerup("-", "--format", "jsonl", given=data) for data in (packed, gzip.decompress(packed)))
    assert one.output == other.output
    assert json.loads(one.output.splitlines()[0])["file"] == "standard input"


def test_the_columns_are_explained() -> None:
    """Each column with its type and its meaning."""
    done = towerup("--columns")
    assert "cost_black|grey|white|brown" in done.output
    assert "floors that leave the stock" in done.output


def test_a_broken_record_gives_its_good_positions_and_ends_with_1(folder: Path) -> None:
    """What is wrong is told with its line; the other games are there."""
    lines = [*_game(1).lines()]
    (folder / "a.jsonl").write_bytes(b"".join([*lines[:9], b"nonsense\n", *lines[9:]]))
    done = towerup(str(folder), "--format", "jsonl", "--chance")
    assert done.exit_code == 1
    assert "line 10" in done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    good = [row for row in rows if row["file"].endswith("a.jsonl")]
    assert {row["step"] for row in good} == {*range(9)}
    assert len({(row["file"], row["game"]) for row in rows}) == 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "moves of one thing are listed: of RECORDS, --state FILE, or --new PLAYERS"),
        (["x.jsonl", "--new", "2"], "moves of one thing are listed"),
        (["no-such.jsonl"], "there is no file no-such.jsonl"),
        (["--new", "9"], "is for 2, 3, 4 players, not 9"),
        (["--new", "2", "--edition", "nope"], "shipped are"),
        (["--new", "2", "--format", "parquet"], "a Parquet file needs a name"),
        (["--new", "2", "--to", "moves.xls"], "Call it *.csv, *.jsonl, *.parquet or *.txt, or say --format"),
        (["--new", "2", "--to", "no/such/folder/moves.csv"], "cannot be written"),
        (["--state", "no-such.json"], "no-such.json cannot be read"),
        (["--columns", "--edition", "nope"], "shipped are"),
        (["--game", "chess", "--new", "2"], "there are for tower-up"),
    ],
)
def test_a_mistake_is_told_in_words(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is wrong and what would be right, exit code 2, no traceback, no file."""
    monkeypatch.chdir(tmp_path)
    done = towerup(*words)
    assert done.exit_code == 2, done.output
    assert said in " ".join(done.output.split())
    assert not [*tmp_path.iterdir()]


def test_a_position_that_no_game_has(folder: Path) -> None:
    """It is told how long the longest is."""
    longest = max(len(_game(seed).actions) for seed in (1, 2, 3))
    done = towerup(str(folder), "--at", "5000")
    assert done.exit_code == 2
    assert f"no game has a position --at 5000; the longest has {longest} actions" in " ".join(done.output.split())


def test_games_of_different_boxes_and_games_are_one_table(folder: Path, tmp_path: Path) -> None:
    """It has the columns of all of them, empty where a game has none: the same in each form, also from a pipe."""
    others = [*_game(1, "tiny").lines()]
    skyline = lab.play(ruleset("projekt-skyline").new_game(2), [lab.player("random")] * 2, 1)
    others += [*skyline.lines()][:40]
    (folder / "c.jsonl").write_bytes(b"".join(others))
    tables = {}
    for name in ("moves.csv", "moves.parquet", "moves.jsonl"):
        done = towerup(str(folder), "--to", str(tmp_path / name))
        assert done.exit_code == 0, done.output
    with (tmp_path / "moves.csv").open(encoding="utf-8", newline="") as file:
        tables["csv"] = [*csv.DictReader(file)]
    parquet = pl.read_parquet(tmp_path / "moves.parquet")
    tables["parquet"] = [{name: _csv(value) for name, value in row.items()} for row in parquet.to_dicts()]
    lines = (tmp_path / "moves.jsonl").read_bytes().splitlines()
    tables["jsonl"] = [{name: _csv(json.loads(line)[name]) for name in parquet.columns} for line in lines]
    assert tables["csv"] == tables["parquet"] == tables["jsonl"]
    assert [*tables["csv"][0]] == parquet.columns
    # The tiny box has colours of its own, and Projekt Skyline has columns of its own.
    games = {(row["file"][-7:], row["game"]): row for row in tables["csv"]}
    box, tiny, other = games["a.jsonl", "1"], games["c.jsonl", "1"], games["c.jsonl", "2"]
    assert box["cost_brown"]
    assert not tiny["cost_brown"]
    assert tiny["cost_white"]
    assert not other["cost_white"]
    assert {"ends_game", "rent"} <= {name for name, value in other.items() if value}
    # `floors` is text in one game and a number in another, and so it is text.
    assert parquet.schema["floors"] == pl.String
    # The parts of a column are side by side.
    cost = [name for name in parquet.columns if name.startswith("cost_")]
    at = parquet.columns.index(cost[0])
    assert parquet.columns[at : at + len(cost)] == cost


def test_a_pipe_is_read_once_and_gives_the_same_table(folder: Path) -> None:
    """Standard input with games of different boxes: its columns are known before the first row is written."""
    both = b"".join([*_game(1).lines(), *_game(1, "tiny").lines()])
    (folder / "both.jsonl").write_bytes(both)
    named = str(folder / "both.jsonl")
    from_pipe, from_file = towerup("-", "--format", "csv", given=both), towerup(named, "--format", "csv")
    assert from_pipe.output == from_file.output.replace(named, "standard input")


def test_a_table_for_no_game_at_all(tmp_path: Path) -> None:
    """A record that cannot be read: what is wrong is told, and no file is left that is no table."""
    (tmp_path / "bad.jsonl").write_bytes(b"nonsense\n")
    done = towerup(str(tmp_path / "bad.jsonl"), "--to", str(tmp_path / "moves.parquet"))
    assert done.exit_code == 2
    assert "line 1, column 1" in done.output
    assert "there are no moves to write" in done.output
    assert [one.name for one in tmp_path.iterdir()] == ["bad.jsonl"]


def test_the_ending_of_a_name_says_the_form(folder: Path, tmp_path: Path) -> None:
    """In capitals too."""
    for name in ("moves.CSV", "moves.ndjson", "moves.json"):
        assert towerup(str(folder / "a.jsonl"), "--to", str(tmp_path / name)).exit_code == 0
    assert (tmp_path / "moves.CSV").read_text(encoding="utf-8").startswith("file,game,step")
    assert (tmp_path / "moves.json").read_bytes() == (tmp_path / "moves.ndjson").read_bytes()


@pytest.mark.thorough
def test_no_more_memory_for_more_games(tmp_path: Path) -> None:
    """Sixteen times as many games take hardly more: by far less than the rows that are written."""
    game = b"".join(_game(5, "tiny").lines())
    few, many, moves = tmp_path / "few.jsonl", tmp_path / "many.jsonl", tmp_path / "moves.jsonl"
    few.write_bytes(game * 5)
    many.write_bytes(game * 80)
    towerup(str(few), "--to", str(moves))  # what is made once is made now
    peaks = []
    for file in (few, many):
        tracemalloc.start()
        assert towerup(str(file), "--to", str(moves)).exit_code == 0
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] + moves.stat().st_size / 2
