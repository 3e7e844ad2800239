"""`towerup oracle` as a process: floods, half lines, random bytes, broken pipes, interruptions, killings."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import towerup as tu
from towerup.kernel.records import header_of
from towerup.oracle.protocol import NoReply, Reply, read_reply, request

Drawn = Callable[..., tu.Record]
HELLO = request("hello", {}, "hello")


class Child:
    """The oracle, running."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self.process, self.asked, self.answered, self.told = process, process.stdin, process.stdout, process.stderr

    def send(self, data: bytes) -> None:
        self.asked.write(data)
        self.asked.flush()

    def ask(self, line: bytes) -> Reply:
        self.send(line)
        return read_reply(self.answered.readline())

    def end(self) -> tuple[int, bytes, str]:
        """Its input ends: its exit code, what it still said, and what it told people."""
        self.asked.close()
        rest, told = self.answered.read(), self.told.read().decode()
        return self.process.wait(), rest, told

    def peak(self) -> int:
        """The most memory it had in use so far, in bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmHWM"))


@contextmanager
def oracle(*words: str) -> Iterator[Child]:
    command = [sys.executable, "-m", "towerup", "oracle", *words]
    # A shell that starts the tests in the background has them ignore Ctrl-C, and a child would inherit that.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        signal.signal(signal.SIGINT, before)
        try:
            yield Child(process)
        finally:
            process.kill()


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is looked up in /proc")
def test_floods_and_garbage_are_survived_in_bounded_memory(drawn: Drawn) -> None:
    """A line of 50 MB, random bytes, half a line at the end: one error each, no game lost, and exit code 0."""
    chooser = random.Random(1)
    record = drawn(1, "tiny")
    with oracle() as child:
        begun = child.ask(request("start", {"header": header_of(record.start), "game": "kept"}, 1))
        assert begun.refusal is None
        before = child.peak()
        chunk = b"[" * 1_000_000
        for _ in range(50):
            child.send(chunk)
        reply = child.ask(b"\n")
        assert reply.refusal is not None
        assert reply.refusal.code == -32700
        assert "longer than 1,000,000 bytes" in reply.refusal.message
        assert child.peak() < before + 10_000_000
        for _ in range(200):
            line = chooser.randbytes(chooser.randrange(300)).replace(b"\n", b"")
            refusal = child.ask(line + b"\n").refusal
            assert refusal is not None
            assert refusal.code in (-32700, -32600)
        assert child.ask(request("state", {"game": "kept"}, 2)).result == {
            key: value for key, value in begun.result.items() if key != "game"
        }
        child.send(b'{"jsonrpc": "2.0", "id": 3, "meth')
        code, rest, told = child.end()
        assert code == 0
        assert not told
        assert read_reply(rest).refusal is not None


def test_a_last_line_without_its_line_feed_is_answered() -> None:
    """Half a line is an error; a whole one that lacks only its end is a request. Blank standard input is no mistake."""
    with oracle("--games", "5") as child:
        child.send(HELLO.rstrip(b"\n"))
        code, rest, told = child.end()
        assert (code, told) == (0, "")
        assert read_reply(rest).result["limits"]["games"] == 5


@pytest.mark.thorough
def test_200_games_at_once_over_a_pipe(drawn: Drawn) -> None:
    """In batches, all games move by turns; every state that comes back is the right one."""
    records = [drawn(seed, "tiny") for seed in range(200)]
    paths = [list(record.states()) for record in records]
    with oracle() as child:

        def batch(parts: list[bytes]) -> list[Reply]:
            child.send(b"[" + b",".join(part.rstrip() for part in parts) + b"]\n")
            return [read_reply(json.dumps(one).encode()) for one in json.loads(child.answered.readline())]

        starts = [
            request("start", {"header": header_of(one.start), "game": str(n)}, n) for n, one in enumerate(records)
        ]
        assert all(reply.refusal is None for reply in batch(starts))
        for turn in range(8):
            going = [n for n, record in enumerate(records) if turn < len(record.actions)]
            plays = [
                request("play", {"game": str(n), "action": tu.action_to_json(records[n].actions[turn])}, n)
                for n in going
            ]
            for n, reply in zip(going, batch(plays), strict=True):
                assert reply.id == n
                assert reply.result["state"] == json.loads(tu.state_to_json(paths[n][turn + 1]))


def test_when_nobody_takes_the_replies_it_ends() -> None:
    """A broken pipe: exit code 1, and nothing is complained about."""
    with oracle() as child:
        assert child.ask(HELLO).refusal is None
        child.answered.close()
        try:
            child.send(HELLO * 10)
            child.asked.close()
        except BrokenPipeError:
            pass
        assert child.process.wait() == 1
        assert child.told.read() == b""


@pytest.mark.thorough
@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
def test_interrupted_and_killed() -> None:
    """Ctrl-C: exit code 130 without a traceback. Killed at once: whoever asks reads no reply, in words."""
    with oracle() as child:
        assert child.ask(HELLO).refusal is None
        child.process.send_signal(signal.SIGINT)
        assert child.process.wait() == 130
        assert child.told.read() == b""
    with oracle() as child:
        assert child.ask(HELLO).refusal is None
        child.process.kill()
        child.process.wait()
        assert child.answered.readline() == b""
        with pytest.raises(NoReply):
            read_reply(b"")
        with pytest.raises(BrokenPipeError):
            os.write(child.asked.fileno(), HELLO)


def test_misuse_of_the_command() -> None:
    """An edition that is not there: exit code 2, and standard output stays empty."""
    done = subprocess.run(
        [sys.executable, "-m", "towerup", "oracle", "--edition", "no-such.toml"],
        input=HELLO, capture_output=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"cannot be read" in done.stderr
