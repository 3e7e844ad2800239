"""A live server: the command itself, or a script that serves, as a process of its own."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import attrs
import httpx

PATIENT = 60.0
"""A time limit that is not meant to be reached, in seconds."""


@attrs.frozen
class Live:
    """A server that runs: its process, and where it answers."""

    process: subprocess.Popen[bytes]
    address: str
    client: httpx.Client

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.client.get(self.address + path, **more)

    def post(self, path: str, value: Any = None, **more: Any) -> httpx.Response:
        sent = more if more.keys() & {"content", "data"} else {"json": value, **more}
        return self.client.post(self.address + path, **sent)

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENT)

    def end(self, by: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        """Interrupts it: its exit code, and what it told people."""
        assert self.process.stderr is not None
        self.process.send_signal(by)
        code = self.process.wait(PATIENT)
        return code, self.process.stderr.read().decode()


@contextmanager
def live(*words: str, command: str = "serve", script: str | None = None) -> Iterator[Live]:
    """`towerup serve` (or another command that serves) with these words, or a script that serves, at a port that is free."""
    line = [sys.executable, "-m", "towerup", command, "--port", "0", *words]
    if script is not None:
        line = [sys.executable, script, *words]
    # A shell that starts the tests in the background has them ignore Ctrl-C, and a child would inherit that.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        signal.signal(signal.SIGINT, before)
        try:
            assert process.stdout is not None
            told = process.stdout.readline().decode()
            found = re.search(r"http://\S+?:\d+", told)
            assert found, (told, process.stderr and process.stderr.read().decode())
            with httpx.Client(timeout=PATIENT, trust_env=False) as client:
                yield Live(process, found.group(), client)
        finally:
            process.kill()


def answers_on(connection: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    parts = []
    try:
        while part := connection.recv(65_536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)
