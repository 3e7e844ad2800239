"""`towerup tournament`, as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from typer.testing import CliRunner, Result

import towerup as tu
from towerup.cli.app import app


def towerup(*words: str) -> Result:
    return CliRunner().invoke(app, list(words), env={"COLUMNS": "120", "NO_COLOR": "1"})


SMALL = ("--edition", "small", "--jobs", "1")


def test_a_tournament_is_reported_drawn_and_kept(tmp_path: Path) -> None:
    """A table, a picture, a matrix, verdicts; records that are in order, and a list that says who sat where."""
    folder, told, picture = tmp_path / "games", tmp_path / "report.json", tmp_path / "elo.svg"
    done = towerup(
        "tournament", "random", "greedy", "builder", "--games", "50", *SMALL,
        "--records", str(folder), "--json", str(told), "--svg", str(picture),
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    assert "54 games of 2, 9 deals of 6 games each: 3 line-ups" in done.output
    assert "greedy beats" in done.output
    assert "├" in done.output
    value = json.loads(told.read_bytes())
    assert json.loads((folder / "tournament.json").read_bytes()) == value
    assert [one["name"] for one in value["players"]] == ["random", "greedy", "builder"]
    ratings = {one["name"]: one["elo"]["value"] for one in value["players"]}
    assert ratings["greedy"] > ratings["builder"] > -1_000
    ET.parse(picture)
    files = sorted(folder.glob("*.jsonl"))
    assert len(files) == len(value["results"]) == 54
    assert towerup("check", str(folder)).exit_code == 0
    wins = dict.fromkeys(ratings, 0.0)
    for file, result in zip(files, value["results"], strict=True):
        *_, end = tu.read_record(file.read_bytes().splitlines()).states()
        ended = tu.outcome(end)
        assert ended is not None
        assert [one[0] for one in result["points"]] == [score.total for score in ended.scores]
        for seat in ended.winners:
            wins[result["seats"][seat]] += 1 / len(ended.winners)
    for one in value["players"]:
        assert one["wins"] == pytest.approx(wins[one["name"]])


def test_the_same_seed_the_same_report_whatever_the_jobs(tmp_path: Path) -> None:
    """And another one for another seed."""
    reports = []
    for number, more in enumerate((["--jobs", "1"], ["--jobs", "2"], ["--jobs", "1", "--seed", "9"])):
        file = tmp_path / f"{number}.json"
        words = (
            "tournament",
            "random",
            "builder",
            "--games",
            "8",
            "--edition",
            "tiny",
            "--varied",
            "--json",
            str(file),
        )
        assert towerup(*words, *more).exit_code == 0
        reports.append(json.loads(file.read_bytes()))
    assert reports[0] == reports[1]
    assert reports[0]["results"] != reports[2]["results"]


def test_tables_of_three_and_rulings() -> None:
    """More seats, and two players who fill a table of three."""
    done = towerup(
        "tournament", "random", "greedy", "--seats", "3", "--games", "6", *SMALL, "--rulings", "extra_turn=optional"
    )
    assert done.exit_code == 0, done.output
    assert "6 games of 3, 1 deal of 6 games each: 2 line-ups" in done.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["greedy"], "a tournament takes two players at least"),
        (["greedy", "mtcs:50"], "there is no player 'mtcs:50'; did you mean mcts:"),
        (["greedy", "random", "--seats", "7"], "--seats 7: the edition is for 2, 3, 4 players"),
        (["greedy", "random", "--edition", "nope"], "shipped are"),
        (["greedy", "random", "--edition", "no/such.toml"], "no/such.toml cannot be read"),
        (["greedy", "random", "--rulings", "extra_turn=never"], "choose one of compulsory, optional"),
        (["greedy", "random", "--game", "chess"], "there are for tower-up"),
        (["greedy", "random", "--records", "full"], "full is not empty; name a new folder for the games"),
    ],
)
def test_a_mistake_is_told_in_words(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit code 2, before anything is played."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full/something").touch()
    done = towerup("tournament", *words)
    assert done.exit_code == 2, done.output
    assert said in " ".join(done.output.split())


def test_a_cluster_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """As for a campaign."""
    monkeypatch.setattr("towerup.kernel.parallel.SECONDS_TO_CONNECT", 1)
    done = towerup("tournament", "random", "greedy", "--games", "2", "--cluster", "tcp://127.0.0.1:1")
    assert done.exit_code == 2
    assert "no Dask scheduler answers" in done.output
