"""Campaigns by several processes and by a cluster: the same report, and a part whose player dies is played again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from typer.testing import CliRunner

from towerup.cli.app import app
from towerup.cli.verify_report import plain_report
from towerup.kernel.canonical import decode, encode
from towerup.kernel.parallel import ParallelError
from towerup.kernel.resume_files import ResumeFile
from towerup.verify import parallel
from towerup.verify.campaign import Plan
from towerup.verify.engine_games import INTERPRETED
from towerup.verify.parallel import run
from towerup.verify.subject import Subject

SUBJECT = Subject("tower-up")
PLAN = Plan(games=40, seed=4, edition="tiny", engine=INTERPRETED, engine_games=120)


@pytest.fixture(scope="module")
def alone() -> parallel.Report:
    return run(SUBJECT, PLAN)


def test_the_report_is_the_same_whatever_the_number_of_processes(alone: parallel.Report) -> None:
    """One process or two: the same counts."""
    assert alone.breach is None
    assert (alone.tally.games, alone.tally.engine_games) == (40, 120)
    assert run(SUBJECT, PLAN, jobs=2) == alone


def test_progress_tells_every_game_once() -> None:
    """The games told add up to the games played."""
    told: list[int] = []
    run(SUBJECT, attrs.evolve(PLAN, games=15), progress=told.append)
    assert told == [0, 10, 5, 100, 20]


def test_a_breach_is_the_same_whoever_finds_it() -> None:
    """With a fault planted, one process and two report the same first breach, and count nothing beyond it."""
    subject = Subject("tower-up", "same-colour-forgotten")
    plan = attrs.evolve(PLAN, edition="small", engine=None, engine_games=0)
    one, two = run(subject, plan), run(subject, plan, jobs=2)
    assert one.breach is not None
    assert two.breach is not None
    assert one.tally == two.tally
    assert (one.breach.rule, one.breach.message, one.breach.game) == (
        two.breach.rule,
        two.breach.message,
        two.breach.game,
    )
    assert list(map(str, one.breach.record.actions)) == list(map(str, two.breach.record.actions))


def test_a_cluster_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """No scheduler at the address: an error that says how to start one."""
    monkeypatch.setattr("towerup.kernel.parallel.SECONDS_TO_CONNECT", 1)
    with pytest.raises(ParallelError, match=r"no Dask scheduler answers at .* start one with `dask scheduler`"):
        run(SUBJECT, PLAN, cluster="tcp://127.0.0.1:1")


@attrs.define
class Cluster:
    """A scheduler and two workers, as processes of their own."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


def _dask(*words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "dask", *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def _wait_for(process: subprocess.Popen[bytes], words: bytes) -> str:
    """Reads what a process says until it says this, and gives that line."""
    assert process.stderr is not None
    said = b""
    for line in process.stderr:
        said += line
        if words in line:
            return line.decode()
    raise AssertionError(said.decode())


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    processes = [_dask("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")]
    try:
        address = _wait_for(processes[0], b"Scheduler at").split()[-1]
        for name in ("one", "two"):
            options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--name", name)
            processes.append(_dask("worker", address, *options))
        for worker in processes[1:]:
            _wait_for(worker, b"Registered to")
        yield Cluster(address, processes[0], processes[1:])
    finally:
        for process in reversed(processes):
            process.kill()
            process.communicate()


@pytest.mark.thorough
@pytest.mark.filterwarnings("default")  # Dask's own business
def test_a_worker_that_dies_loses_nothing_and_counts_nothing_twice(alone: parallel.Report, cluster: Cluster) -> None:
    """Two real workers play; one is killed once the first part is in. The report is that of one process alone."""
    told: list[int] = []

    def kill_one(games: int) -> None:
        if not told:
            os.kill(cluster.workers[0].pid, signal.SIGKILL)
        told.append(games)

    report = run(SUBJECT, PLAN, cluster=cluster.address, progress=kill_one)
    assert report == alone
    assert cluster.workers[0].wait() == -signal.SIGKILL
    assert cluster.workers[1].poll() is None
    assert sum(told) == 160


@pytest.mark.thorough
@pytest.mark.filterwarnings("default")  # Dask's own business
def test_a_scheduler_that_dies_ends_in_a_partial_report_and_a_way_to_continue(
    alone: parallel.Report, cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence, what there is so far, and the command that continues; continued, the report is that of one process."""
    add = ResumeFile.add

    def add_and_kill(self: ResumeFile, result: Any) -> None:
        add(self, result)
        cluster.scheduler.kill()
        cluster.scheduler.wait()

    monkeypatch.setattr(ResumeFile, "add", add_and_kill)
    file, report = tmp_path / "so-far.jsonl", tmp_path / "report.json"
    words = ["verify", "--games", str(PLAN.games), "--seed", str(PLAN.seed), "--edition", "tiny"]
    stopped = CliRunner(env={"COLUMNS": "200"}).invoke(
        app, [*words, "--cluster", cluster.address, "--resume", str(file)]
    )
    assert stopped.exit_code == 3, stopped.output
    assert f"towerup: the Dask scheduler at {cluster.address} does not answer any more.\n" in stopped.output
    assert "of 40 games" in stopped.output
    assert "All properties hold so far." in stopped.output
    assert f"towerup verify --resume {file} --cluster {cluster.address}\n" in stopped.output
    assert "Traceback" not in stopped.output
    monkeypatch.setattr(ResumeFile, "add", add)
    done = CliRunner().invoke(app, ["verify", "--resume", str(file), "--jobs", "1", "--json", str(report)])
    assert done.exit_code == 0, done.output
    assert decode(report.read_bytes()) == decode(encode(plain_report(SUBJECT.rules(), alone)))
