"""Ctrl-C: every command that may take a while stops, says what it has done, and leaves no process and no half a file."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

import towerup as tu
from towerup.oracle.supervisor import below

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")

SECONDS = 60
"""A command stops within a second on a quiet machine; a busy one gets more time."""

Drawn = Callable[..., tu.Record]


@attrs.frozen
class Case:
    """A command, when it is well under way, and what it says on Ctrl-C."""

    words: str
    is_under_way: Callable[[Path, int, bytes], bool]
    """Of the folder it runs in, its process id, and what it has written to standard output."""
    says: str
    code: int = 130


def has_results(folder: Path, pid: int, said: bytes) -> bool:
    file = folder / "so-far.jsonl"
    return file.exists() and file.read_bytes().count(b"\n") > 1


def has_processes(number: int) -> Callable[[Path, int, bytes], bool]:
    return lambda folder, pid, said: len(below(pid)) >= number


def has_written(folder: Path, pid: int, said: bytes) -> bool:
    return any(one.is_file() for one in (folder / "out").rglob("*"))


def has_spooled(folder: Path, pid: int, said: bytes) -> bool:
    """Standard input is read, and kept in a file without a name."""
    for one in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(OSError):  # a file that was closed meanwhile
            if one.readlink().name.endswith(" (deleted)"):
                return True
    return False


def has_said(words: bytes) -> Callable[[Path, int, bytes], bool]:
    return lambda folder, pid, said: words in said


ORACLE = f"{sys.executable} -m towerup oracle"
RESUME = "--resume so-far.jsonl --jobs 2"
CASES = {
    "verify": Case(f"verify --games 100000 --edition small {RESUME}", has_results, "of 100,000 games"),
    "tournament": Case(
        f"tournament random greedy --games 9000 --edition small {RESUME}", has_results, "of 9,000 games"
    ),
    "duel": Case(f"duel --games 100000 -- {ORACLE}", has_processes(2), "of 100,000 games played"),
    "check": Case("check game.jsonl -", has_said(b"game.jsonl"), "1 of 2 files checked, all in order."),
    "verify --faults": Case(f"verify --faults {RESUME}", has_results, "were not hunted to the end"),
    "verify alone": Case("verify --games 100000 --edition small --resume so-far.jsonl --jobs 1", has_results, "games"),
    "verify --records": Case("verify --games 100000 --edition small --jobs 2 --records out", has_written, "games"),
    "explore": Case("explore --edition small --jobs 2", has_processes(2), "it was interrupted"),
    "duel --faults": Case("duel --faults --jobs 2", has_processes(4), "faults are done"),
    "moves": Case("moves game.jsonl - --to out/moves.csv", has_spooled, "out/moves.csv was not written"),
    "perft": Case("perft --depth 9 --seed 1 --jobs 2", has_processes(2), "Counted so far: depth"),
    "vectors --make": Case("vectors out --make --jobs 2", has_processes(3), "Made: nothing whole."),
    # To stop is what Ctrl-C is for here: nothing is left undone.
    "serve": Case("serve --port 0", has_said(b"answers at"), "Stopped after 0 requests.", code=0),
    "explorer": Case(
        "explorer --port 0 --no-browser", has_said(b"explorer is at"), "Stopped after 0 requests.", code=0
    ),
}
QUICK = ("verify", "tournament", "duel", "check")


def until(condition: Callable[[], bool], why: Callable[[], object]) -> None:
    """Waits for a condition, but not for ever."""
    end = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < end, why()
        time.sleep(0.01)


def runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0] != b"Z"
    except OSError:
        return False


def start(words: list[str], folder: Path) -> subprocess.Popen[bytes]:
    """The command as a shell starts it: in a process group of its own."""
    # A shell that starts the tests in the background has them ignore Ctrl-C, and a child would inherit that.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with (folder / "said").open("wb") as said, (folder / "told").open("wb") as told:
            return subprocess.Popen(
                [sys.executable, "-m", "towerup", *words],
                cwd=folder, stdin=subprocess.PIPE, stdout=said, stderr=told, process_group=0,
                env=os.environ | {"PYTHONUNBUFFERED": "1", "COLUMNS": "200"},
            )  # fmt: skip
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.thorough) for name in CASES]
)
def test_ctrl_c(name: str, drawn: Drawn, tmp_path: Path) -> None:
    case = CASES[name]
    (tmp_path / "out").mkdir()
    (tmp_path / "game.jsonl").write_bytes(b"".join(drawn(1, "small").lines()))
    said, told = tmp_path / "said", tmp_path / "told"
    process = start(case.words.split(), tmp_path)
    try:
        until(
            lambda: process.poll() is not None or case.is_under_way(tmp_path, process.pid, said.read_bytes()),
            told.read_text,
        )
        assert process.poll() is None, told.read_text()
        started = below(process.pid)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(SECONDS) == case.code, told.read_text()
    finally:
        process.kill()
        process.communicate()
    words = said.read_text() + told.read_text()
    assert case.says in words
    assert "Traceback" not in words
    until(lambda: not any(map(runs, started)), lambda: [pid for pid in started if runs(pid)])
    assert not [*tmp_path.rglob("*.part")]


@pytest.mark.thorough
def test_ctrl_c_twice_does_not_disturb_the_cleaning_up(tmp_path: Path) -> None:
    process = start(
        ["verify", "--games", "100000", "--edition", "small", "--resume", "so-far.jsonl", "--jobs", "2"], tmp_path
    )
    try:
        until(lambda: has_results(tmp_path, process.pid, b""), (tmp_path / "told").read_text)
        started = below(process.pid)
        for _ in range(5):
            os.killpg(process.pid, signal.SIGINT)
        assert process.wait(SECONDS) == 130
    finally:
        process.kill()
        process.communicate()
    assert "Traceback" not in (tmp_path / "told").read_text()
    until(lambda: not any(map(runs, started)), lambda: [pid for pid in started if runs(pid)])
