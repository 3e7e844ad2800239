"""Programs under test: what they start themselves ends with them, wherever it has gone."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from towerup.oracle import programs
from towerup.oracle.implementations import CannotStart, Failure, ProcessImplementation

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux finds processes that left their session")

SECONDS = 30
"""Nothing here takes a second on a quiet machine."""

GRANDCHILD = """
import os, sys, time
file = open(sys.argv[1], "w")
file.write("here")
file.flush()
os.write(int(sys.argv[2]), b"here")
time.sleep(600)
"""
PROGRAM = """
import os, subprocess, sys
ours, theirs = os.pipe()
here = [sys.executable, "-c", sys.argv[1], sys.argv[2], str(theirs)]
# The way out of a session, from parents that do not stay and with nothing of our environment.
subprocess.run(["setsid", "-f", "env", "-i", "setsid", "-f", *here], pass_fds=[theirs])
os.read(ours, 4)
"""
WAITS = PROGRAM + "sys.stdin.read()"
STAYS = PROGRAM + "import time; time.sleep(600)"
CRASHES = PROGRAM + "sys.stdin.readline(); os._exit(7)"


class Trace:
    """A named pipe that the grandchild holds open as long as it lives."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self._path = path
        # Opened for writing too, so that opening it does not wait for the grandchild.
        self._pipe = os.open(path, os.O_RDWR)

    def command(self, program: str) -> list[str]:
        return [sys.executable, "-c", program, GRANDCHILD, str(self._path)]

    def wait_for_the_grandchild(self) -> None:
        assert select.select([self._pipe], [], [], SECONDS)[0], "it was never started"
        assert os.read(self._pipe, 4) == b"here"

    def is_gone(self) -> bool:
        """Whether the grandchild has ended: nobody holds the other end of the pipe any more."""
        reading = os.open(self._path, os.O_RDONLY | os.O_NONBLOCK)
        # From here on only the grandchild could write.
        os.close(self._pipe)
        try:
            return bool(select.select([reading], [], [], SECONDS)[0]) and os.read(reading, 1) == b""
        finally:
            os.close(reading)


@pytest.fixture
def trace(tmp_path: Path) -> Trace:
    return Trace(tmp_path / "alive")


@pytest.mark.parametrize("program", [WAITS, STAYS])
def test_a_program_that_is_killed_takes_all_with_it(program: str, trace: Trace) -> None:
    running = programs.start(trace.command(program))
    trace.wait_for_the_grandchild()
    running.kill()
    assert trace.is_gone()
    for stream in (running.stdin, running.stdout, running.stderr):
        stream.close()


def test_a_program_that_ends_leaves_nothing_behind(trace: Trace) -> None:
    running = programs.start(trace.command(WAITS))
    running.stdin.close()
    assert running.wait(SECONDS) == 0
    trace.wait_for_the_grandchild()
    assert trace.is_gone()
    running.stdout.close()
    running.stderr.close()


def test_a_program_that_is_not_there_is_told() -> None:
    with pytest.raises(CannotStart, match="'no-such-program' cannot be started: No such file or directory"):
        ProcessImplementation(["no-such-program"]).start({})


def test_a_program_that_crashes_is_told_at_once(trace: Trace) -> None:
    """Its grandchild would hold its output open: the answer would be waited for in vain."""
    with ProcessImplementation(trace.command(CRASHES), timeout=SECONDS) as other:
        with pytest.raises(Failure, match="ended with exit code 7"):
            other.start({})
        assert other.pid is None
    trace.wait_for_the_grandchild()
    assert trace.is_gone()


@pytest.mark.thorough
@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_when_a_duel_is_ended(by: signal.Signals, trace: Trace) -> None:
    command = [sys.executable, "-m", "towerup", "duel", "--timeout", "600", "--", *trace.command(STAYS)]
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        signal.signal(signal.SIGINT, before)
        try:
            trace.wait_for_the_grandchild()
            process.send_signal(by)
            _, told = process.communicate(timeout=SECONDS)
        finally:
            process.kill()
    assert process.returncode == {signal.SIGINT: 130, signal.SIGTERM: 143}.get(by, -by)
    assert b"Traceback" not in told
    assert trace.is_gone()
