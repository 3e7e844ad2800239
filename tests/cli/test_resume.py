"""`--resume FILE`: an interrupted campaign, hunt or tournament continues, and its report is that of one without a break."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import attrs
import pytest
from typer.testing import CliRunner, Result

from towerup.cli.app import app
from towerup.kernel.parallel import WorkLost
from towerup.kernel.resume_files import ResumeFile


def towerup(*words: str) -> Result:
    return CliRunner(env={"COLUMNS": "200"}).invoke(app, words)


CAMPAIGN = ("verify", "--games", "30", "--seed", "7", "--edition", "tiny", "--engine-games", "20")
HUNT = (
    "verify", "--faults", "--games", "5", "--seed", "3", "--edition", "small",
    "--fault", "same-colour-forgotten", "--fault", "founding-anywhere", "--fault", "judge-counts-no-roofs",
)  # fmt: skip
TOURNAMENT = ("tournament", "random", "greedy", "--games", "10", "--seed", "5", "--edition", "small")
COMMANDS = {"campaign": CAMPAIGN, "hunt": HUNT, "tournament": TOURNAMENT}
CONTINUES = {
    "campaign": ("verify",),
    "hunt": ("verify", "--faults"),
    "tournament": ("tournament",),
}


def without_times(output: str) -> str:
    """What is printed, without how long it took and where the report is."""
    return re.sub(r"in\s+\d+\s+s\b|The report is in .*", "", output)


@attrs.frozen
class Whole:
    """A run without a break: its output, its report, and its resume file at the end."""

    code: int
    output: str
    report: bytes
    file: bytes


@cache
def whole_run(kind: str) -> Whole:
    with TemporaryDirectory() as folder:
        report, file = Path(folder) / "report.json", Path(folder) / "so-far.jsonl"
        done = towerup(*COMMANDS[kind], "--jobs", "1", "--resume", str(file), "--json", str(report))
        assert done.exit_code in (0, 1), done.output
        return Whole(done.exit_code, done.output, report.read_bytes(), file.read_bytes())


@pytest.mark.thorough
@pytest.mark.parametrize("kind", COMMANDS)
@pytest.mark.parametrize("torn", [b"", b'{"result":{"ta'], ids=["whole lines", "a line cut off"])
def test_the_report_is_that_of_a_run_without_a_break(kind: str, torn: bytes, tmp_path: Path) -> None:
    whole, report, file = whole_run(kind), tmp_path / "report.json", tmp_path / "so-far.jsonl"
    lines = whole.file.splitlines(keepends=True)
    assert len(lines) > 3
    file.write_bytes(b"".join(lines[:3]) + torn)
    done = towerup(*CONTINUES[kind], "--jobs", "1", "--resume", str(file), "--json", str(report))
    assert done.exit_code == whole.code, done.output
    assert report.read_bytes() == whole.report
    assert without_times(done.output) == without_times(whole.output)


@pytest.mark.parametrize("kind", COMMANDS)
def test_a_run_that_is_over_is_reported_again(kind: str, tmp_path: Path) -> None:
    """Nothing is played a second time: the file has it all."""
    whole, report, file = whole_run(kind), tmp_path / "report.json", tmp_path / "so-far.jsonl"
    file.write_bytes(whole.file)
    done = towerup(*CONTINUES[kind], "--jobs", "1", "--resume", str(file), "--json", str(report))
    assert done.exit_code == whole.code, done.output
    assert report.read_bytes() == whole.report
    assert file.read_bytes() == whole.file


@pytest.mark.thorough
def test_a_breach_that_was_found_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Interrupted while the game was made short: it is not looked for again."""
    monkeypatch.chdir(tmp_path)
    words = ("verify", "--games", "50", "--edition", "small", "--fault", "same-colour-forgotten", "--jobs", "1")
    whole = towerup(*words, "--json", "whole.json")
    assert whole.exit_code == 1
    monkeypatch.setattr("towerup.cli.verify.shortest", _interrupts)
    stopped = towerup(*words, "--resume", "so-far.jsonl")
    assert stopped.exit_code == 130
    assert "Something does not hold." in stopped.output
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    again = towerup("verify", "--resume", "so-far.jsonl", "--json", "again.json")
    assert again.exit_code == 1
    assert Path("again.json").read_bytes() == Path("whole.json").read_bytes()


def _interrupts(*_: object) -> Any:
    raise KeyboardInterrupt


@pytest.mark.parametrize("kind", COMMANDS)
@pytest.mark.parametrize(("error", "code", "why"), [
    (KeyboardInterrupt, 130, "interrupted."),
    (lambda: WorkLost("the Dask scheduler at tcp://nowhere:1 does not answer any more"), 3, "does not answer any more."),
])  # fmt: skip
def test_the_results_so_far_are_kept_in_a_temporary_file(
    kind: str, error: Callable[[], BaseException], code: int, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The output says where, and with which command to continue."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    report = tmp_path / "report.json"
    add = ResumeFile.add

    def add_one(self: ResumeFile, result: Any) -> None:
        add(self, result)
        raise error()

    monkeypatch.setattr(ResumeFile, "add", add_one)
    stopped = towerup(*COMMANDS[kind], "--jobs", "1")
    assert stopped.exit_code == code, stopped.output
    assert why in stopped.output
    assert "Traceback" not in stopped.output
    (file,) = tmp_path.glob("*.jsonl")
    command = " ".join(["towerup", *CONTINUES[kind], "--resume", str(file)])
    assert f"To continue:\n  {command}\n" in stopped.output
    monkeypatch.setattr(ResumeFile, "add", add)
    towerup(*command.split()[1:], "--jobs", "1", "--json", str(report))
    assert report.read_bytes() == whole_run(kind).report


def test_no_temporary_file_stays_when_a_run_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for words in (CAMPAIGN, TOURNAMENT):
        assert towerup(*words, "--jobs", "1").exit_code == 0
    assert not [*tmp_path.iterdir()]


def test_records_of_a_tournament_are_kept_across_a_break(tmp_path: Path) -> None:
    file, folder = tmp_path / "so-far.jsonl", tmp_path / "games"
    words = (*TOURNAMENT, "--jobs", "1", "--resume", str(file), "--records", str(folder))
    assert towerup(*words).exit_code == 0
    whole = {one.name: one.read_bytes() for one in folder.iterdir()}
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:4]))
    for name in whole:
        if name not in ("game-01.jsonl", "game-02.jsonl", "game-03.jsonl"):
            (folder / name).unlink()
    assert towerup("tournament", "--resume", str(file)).exit_code == 0
    assert {one.name: one.read_bytes() for one in folder.iterdir()} == whole


@pytest.mark.parametrize(
    ("words", "content", "said"),
    [
        (("verify",), b"", "is not a resume file"),
        (("verify",), b"\x00\xff", "is not a resume file"),
        (("verify",), b'{"format":"towerup-record"}\n', "is not a resume file"),
        (("verify",), {"towerup": "0.0.1"}, "was written by towerup 0.0.1"),
        (("verify",), {"version": 2}, "was written by towerup"),
        (("verify", "--faults"), {}, "continues `towerup verify`, not `towerup verify --faults`"),
        (("tournament",), {}, "continues `towerup verify`, not `towerup tournament`"),
        (("verify",), {"asked": {"game": "chess"}}, "does not say which games are played"),
        (("verify", "--seed", "8"), {}, "is of a run with another --seed: 7, not 8. Leave the option out"),
        (("verify", "--games", "60"), {}, "is of a run with another --games: 30, not 60."),
        (("verify", "--engine-games", "5"), {}, "is of a run with another --engine-games: 20, not 5."),
        (("verify", "projekt-skyline"), {}, "is of a run with another game: tower-up, not projekt-skyline."),
        (("verify", "--replay", "game.jsonl"), {}, "use one of them"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(
    words: tuple[str, ...], content: bytes | dict[str, Any], said: str, tmp_path: Path
) -> None:
    """In a sentence, with exit code 2; and the file stays as it is."""
    file = tmp_path / "so-far.jsonl"
    if isinstance(content, bytes):
        file.write_bytes(content)
    else:
        header, *results = whole_run("campaign").file.decode().splitlines(keepends=True)
        file.write_text("".join([json.dumps(json.loads(header) | content) + "\n", *results]))
    before = file.read_bytes()
    done = towerup(*words, "--resume", str(file))
    assert done.exit_code == 2, done.output
    assert said in done.output
    assert "Traceback" not in done.output
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "line", ['{"result":{},"seconds":1}', '{"result":{"tally":1,"evidence":null},"seconds":1}', "[]", "{", '"x"']
)
def test_a_damaged_result_is_told_with_its_line(line: str, tmp_path: Path) -> None:
    file = tmp_path / "so-far.jsonl"
    lines = whole_run("campaign").file.decode().splitlines()
    lines[2] = line
    file.write_text("\n".join(lines) + "\n")
    done = towerup("verify", "--resume", str(file))
    assert done.exit_code == 2, done.output
    assert f"{file}, line 3: " in done.output


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    done = towerup(*CAMPAIGN, "--resume", str(tmp_path / "no" / "such.jsonl"))
    assert done.exit_code == 2
    assert "cannot be written" in done.output
