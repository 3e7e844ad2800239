"""Programs under test as processes: started so that everything they start themselves can be ended with them."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Protocol

from . import supervisor

SECONDS_TO_END = 5.0
"""The supervisor of a killed program takes this long at most; one that takes longer is killed too."""


class Program(Protocol):
    """A running program."""

    pid: int
    stdin: IO[bytes]
    stdout: IO[bytes]
    stderr: IO[bytes]

    def wait(self, seconds: float) -> int | None:
        """How it ended (as `Popen.returncode` has it); None if it still runs after so many seconds."""

    def kill(self) -> None:
        """Ends it and all that it has started."""


def start(command: Sequence[str]) -> Program:
    """Starts a program; raises OSError or ValueError if that is impossible."""
    return _Supervised(command) if sys.platform == "linux" and sys.executable else _Grouped(command)


class _Streams:
    """The pipes to a process in a session of its own: Ctrl-C is for us to hear, not for it."""

    def __init__(self, command: Sequence[str], keep: Sequence[int] = ()) -> None:
        self._process = subprocess.Popen(  # noqa: S603  # the user's own command
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=os.name == "posix",
            pass_fds=keep,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self.pid = self._process.pid
        self.stdin, self.stdout, self.stderr = self._process.stdin, self._process.stdout, self._process.stderr

    def _waited(self, seconds: float) -> int | None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(seconds)
        return None

    def _kill_group(self) -> None:
        with contextlib.suppress(OSError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()


class _Grouped(_Streams):
    """A program and its process group. What leaves the group is not ended with it."""

    def wait(self, seconds: float) -> int | None:
        return self._waited(seconds)

    def kill(self) -> None:
        self._kill_group()
        self._process.wait()


class _Supervised(_Streams):
    """A program under a supervisor, which ends all that the program starts, even if this process is killed itself."""

    def __init__(self, command: Sequence[str]) -> None:
        ours, theirs = socket.socketpair()
        with contextlib.ExitStack() as on_error:
            on_error.enter_context(ours)
            with theirs:
                script = str(Path(supervisor.__file__).resolve())
                words = [sys.executable, "-I", "-S", script, str(theirs.fileno()), *command]
                super().__init__(words, [theirs.fileno()])
            on_error.callback(self._abandon)
            self._link = ours
            self._lines = on_error.enter_context(ours.makefile("rb"))
            word, _, number = self._lines.readline().partition(b" ")
            if word == b"error":
                raise OSError(int(number), os.strerror(int(number)))
            if not word:
                raise OSError("its supervisor died")
            self.pid = int(word)
            on_error.pop_all()

    def wait(self, seconds: float) -> int | None:
        # The supervisor ends when the program and all that it has started have ended.
        if self._waited(seconds) is None:
            return None
        with self._link, self._lines:
            code = self._lines.readline()
        return int(code) if code else -signal.SIGKILL

    def kill(self) -> None:
        with contextlib.suppress(OSError):
            self._link.shutdown(socket.SHUT_WR)
        if self._waited(SECONDS_TO_END) is None:
            self._kill_group()
            self._process.wait()
        self._lines.close()
        self._link.close()

    def _abandon(self) -> None:
        self._kill_group()
        self._process.wait()
        for stream in (self.stdin, self.stdout, self.stderr):
            stream.close()
