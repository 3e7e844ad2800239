"""Workers are killed under load: every request gets one reply, and the pool is whole at the end."""

from __future__ import annotations

import http.client
import json
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

import towerup as tu

from .live import PATIENT, Live, live

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds the workers in /proc")

WORKERS = 2
CLIENTS = 2
FAILURES = {(500, "failed"), (503, "busy")}
"""The replies that a client may get instead of an answer while workers die."""


def workers_of(server: Live) -> set[int]:
    """The process ids of the server's workers, ready or starting."""
    found = set()
    for thread in Path(f"/proc/{server.process.pid}/task").iterdir():
        with suppress(FileNotFoundError):  # the thread has ended
            found |= {int(pid) for pid in (thread / "children").read_text(encoding="ascii").split()}
    return {pid for pid in found if b"spawn_main" in _command(pid)}


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def kill(pid: int) -> bool:
    """Kills a worker. False if it has ended already."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def until(happens: Callable[[], bool]) -> None:
    """Waits for something that must happen. The bound is generous: it only ends a test that hangs."""
    end = time.monotonic() + PATIENT
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.02)


class Client(threading.Thread):
    """Asks one question after the other on one connection, each about another position, and counts the replies."""

    def __init__(self, server: Live, seed: int) -> None:
        super().__init__(daemon=True)
        self._port = server.port
        self._seed = seed
        self._over = threading.Event()
        self.sent = 0
        self.replies: Counter[tuple[int, str]] = Counter()
        self.wrong: list[Any] = []

    def run(self) -> None:
        """Asks until `end` is called."""
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENT)
        try:
            while not self._over.is_set():
                self._ask(connection)
            # A reply that comes a second time would lie on the connection now.
            connection.sock.setblocking(False)
            with suppress(BlockingIOError):
                self.wrong.append(connection.sock.recv(1))
        except Exception as error:  # noqa: BLE001  # whatever it is, the test reports it
            self.wrong.append(error)
        finally:
            connection.close()

    def _ask(self, connection: http.client.HTTPConnection) -> None:
        # Each position is a new one, so that an answer to another question would be noticed.
        dealer = tu.Dealer(f"{self._seed}/{self.sent}")
        state = dealer.settle(tu.new_game(2, edition="tiny"))
        body = json.dumps({"state": json.loads(tu.state_to_json(state))})
        self.sent += 1
        connection.request("POST", "/v1/start", body, {"content-type": "application/json"})
        response = connection.getresponse()
        told = json.loads(response.read())
        self.replies[response.status, told.get("code", "")] += 1
        if response.status == 200 and told["state"] != json.loads(body)["state"]:
            self.wrong.append(told)

    def end(self) -> None:
        """Lets the request under way finish, and stops."""
        self._over.set()
        self.join(PATIENT)


@contextmanager
def under_load(server: Live) -> Iterator[list[Client]]:
    """Clients that ask all the time. In the end each request has had one reply: an answer or a documented problem."""
    clients = [Client(server, seed) for seed in range(CLIENTS)]
    for client in clients:
        client.start()
    yield clients
    for client in clients:
        client.end()
    assert [client.wrong for client in clients] == [[]] * CLIENTS
    assert [client.sent for client in clients] == [client.replies.total() for client in clients]
    replies = sum((client.replies for client in clients), Counter())
    assert replies[200, ""]
    assert set(replies) <= {(200, ""), *FAILURES}


def health(server: Live) -> Any:
    return server.get("/v1/health").json()


def must_be_whole(server: Live, killed: int) -> None:
    """Every worker is there again, and answers."""
    until(lambda: health(server)["status"] == "ok")
    [pool] = health(server)["pools"]
    assert (pool["workers"], pool["ready"], pool["waiting"]) == (WORKERS, WORKERS, 0)
    assert pool["replaced"] >= killed > 0
    assert server.get("/v1/ready").json() == {"ready": True}
    until(lambda: len(workers_of(server)) == WORKERS)
    state = json.loads(tu.state_to_json(tu.new_game(2, edition="tiny")))
    assert {server.post("/v1/legal", {"state": state}).status_code for _ in range(10)} == {200}


@pytest.mark.thorough
def test_workers_that_are_killed_are_replaced_for_ever() -> None:
    """Eight workers are killed under load, each as soon as it is seen: most of them before they have answered anything."""
    with live("--jobs", str(WORKERS), "--seconds", "30") as server:
        seen: set[int] = set()
        with under_load(server):
            while len(seen) < 8:
                until(lambda: bool(workers_of(server) - seen))
                for pid in workers_of(server) - seen:
                    seen.add(pid)
                    kill(pid)
            until(lambda: health(server)["status"] == "ok")
        must_be_whole(server, killed=1)
        assert server.end()[0] == 0


@pytest.mark.thorough
def test_a_worker_is_killed_every_second_for_a_minute() -> None:
    """Sixty of them. Some die while they start: then the server waits a little before it starts the next."""
    with live("--jobs", str(WORKERS), "--seconds", "30") as server:
        with under_load(server):
            for number in range(60):
                until(lambda: bool(workers_of(server)))
                found = sorted(workers_of(server))
                kill(found[number % len(found)])
                time.sleep(1)  # the pace, not a wait for anything
        must_be_whole(server, killed=1)
        assert server.end()[0] == 0
