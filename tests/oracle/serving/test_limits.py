"""Limits of time and of number: what takes too long is stopped, what is too much is sent away, and others go on."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import json
import multiprocessing
import os
import signal
import socket
import sys
import textwrap
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import attrs
import httpx
import pytest

import towerup as tu
from towerup.kernel.records import header_of
from towerup.kernel.ruleset import AnyRuleset
from towerup.oracle.http.limits import Limits
from towerup.oracle.http.operations import OPERATIONS
from towerup.oracle.http.pool import CannotStart, Pool, delay_after
from towerup.oracle.http.problems import Kind, Problem
from towerup.oracle.http.state_cache import MOST_REMEMBERED, StateCache
from towerup.oracle.http.status import PoolStatus, health, ready
from towerup.oracle.http.subject import Subject
from towerup.oracle.http.work import Answered, Asked
from towerup.oracle.http.worker import NotStarted, Worker
from towerup.rulesets import NAMES, ruleset

from .live import PATIENT, Live, answers_on, live

# Rules by which some states are never judged, and some kill whoever judges them.
RULES = """
    import os
    import threading

    import attrs

    from towerup.kernel.codec import Codec
    from towerup.rulesets import NAMES, ruleset

    class Hanging(Codec):
        def state_from_json(self, data, edition=None):
            if b"never" in data:
                threading.Event().wait()
            if b"death" in data:
                os._exit(7)
            if b"mistake" in data:
                raise ZeroDivisionError("on purpose")
            return super().state_from_json(data, edition)

    def find(name):
        rules = ruleset(name)
        codec = Hanging(**attrs.asdict(rules.codec, recurse=False))
        return attrs.evolve(rules, codec=codec)
"""
SERVER = """
    import sys

    from towerup.oracle.http import running
    from towerup.oracle.http.app import application
    from towerup.oracle.http.subject import Subject
    from towerup.oracle.http.limits import Limits
    import hanging_rules

    def main():
        seconds, workers, waiting, requests = float(sys.argv[1]), *map(int, sys.argv[2].split(","))
        running.SECONDS_FOR_HEAD = running.SECONDS_TO_SEND = float(sys.argv[3])
        running.MOST_CONNECTIONS = int(sys.argv[4])
        limits = Limits(seconds=seconds, workers=workers, waiting=waiting, requests=requests)
        subject = Subject(hanging_rules.find, hanging_rules.NAMES, limits=limits)
        with running.listening("127.0.0.1", 0) as listener:
            ready = lambda: print(running.address_of(listener), flush=True)
            running.run(application(subject, ready=ready), listener)

    if __name__ == "__main__":
        main()
"""
GOOD = json.loads(tu.state_to_json(tu.new_game(2, edition="tiny")))
NEVER, DEATH, MISTAKE = ({"game": "tower-up", "word": word} for word in ("never", "death", "mistake"))


@pytest.fixture
def hanging(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module with those rules, which processes of the pool import too."""
    (tmp_path / "hanging_rules.py").write_text(textwrap.dedent(RULES), encoding="utf-8")
    (tmp_path / "server.py").write_text(textwrap.dedent(SERVER), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield importlib.import_module("hanging_rules")
    del sys.modules["hanging_rules"]


def asked(state: Any) -> Asked:
    return Asked("legal", {}, [], "application/json", json.dumps({"state": state}).encode())


def with_pool(hanging: Any, limits: Limits, do: Callable[[Pool], Coroutine[Any, Any, None]]) -> None:
    async def main() -> None:
        pool = Pool("rules", limits.workers, Subject(hanging.find, hanging.NAMES, limits=limits), OPERATIONS)
        await pool.start()
        try:
            await do(pool)
        finally:
            await pool.end()

    asyncio.run(main())


async def until(happens: Callable[[], bool]) -> None:
    """Waits for something that must happen, as good as for ever."""
    for _ in range(int(PATIENT / 0.01)):
        if happens():
            return
        await asyncio.sleep(0.01)
    raise TimeoutError


def is_good(answered: Answered) -> bool:
    return answered.status == 200 and len(json.loads(answered.body)["actions"]) == 3


# --- the pool


@pytest.mark.thorough
def test_whatever_becomes_of_a_process_the_next_request_is_answered(hanging: Any) -> None:
    """A mistake of ours is a problem, and the process goes on. A process that takes too long is ended. One that dies of a
    request is a failure of that request alone. If an idle one dies, no client notices. Another takes its place.
    """

    async def do(pool: Pool) -> None:
        [first] = pool._workers
        answered = await pool.ask(asked(MISTAKE))
        assert (answered.status, json.loads(answered.body)["code"]) == (500, "failed")
        assert is_good(await pool.ask(asked(GOOD)))
        assert pool._workers == {first}

        pool._limits = attrs.evolve(pool._limits, seconds=0.2)
        with pytest.raises(Problem) as caught:
            await pool.ask(asked(NEVER))
        assert caught.value.kind is Kind.TOO_LONG
        pool._limits = attrs.evolve(pool._limits, seconds=PATIENT)
        assert is_good(await pool.ask(asked(GOOD)))
        [second] = pool._workers
        assert second is not first
        assert not first.alive

        with pytest.raises(Problem) as caught:
            await pool.ask(asked(DEATH))
        assert caught.value.kind is Kind.FAILED
        assert is_good(await pool.ask(asked(GOOD)))
        assert pool.status == PoolStatus("rules", 1, 1, 0, 0, 2, accepts=True)

        # The process is killed while it is idle.
        [third] = pool._workers
        [pid] = third._pool._pool_manager.worker_manager.workers
        os.kill(pid, signal.SIGKILL)
        assert is_good(await pool.ask(asked(GOOD)))
        assert third not in pool._workers
        assert pool.status == PoolStatus("rules", 1, 1, 0, 0, 3, accepts=True)

    with_pool(hanging, Limits(seconds=PATIENT, workers=1), do)


@pytest.mark.thorough
def test_an_idle_worker_that_dies_is_missed_and_replaced_without_a_request(hanging: Any) -> None:
    """The status says so meanwhile."""

    async def do(pool: Pool) -> None:
        [worker] = pool._workers
        [pid] = worker._pool._pool_manager.worker_manager.workers
        os.kill(pid, signal.SIGKILL)
        await until(lambda: not pool.status.ready)
        assert not pool.status.accepts
        with pytest.raises(Problem, match="Of 1 workers for rules, 0 are ready"):
            ready((pool.status,))
        assert health((pool.status,))["status"] == "failing"
        await until(lambda: bool(pool.status.ready))
        assert pool.status == PoolStatus("rules", 1, 1, 0, 0, 1, accepts=True)
        assert health((pool.status,))["status"] == "ok"
        assert ready((pool.status,)) == {"ready": True}

    with_pool(hanging, Limits(seconds=PATIENT, workers=1), do)


def test_others_are_answered_meanwhile_and_too_many_are_refused(hanging: Any) -> None:
    """A request that never ends keeps one worker. When all are busy as many requests wait as may, and for as long as they
    may; one more is refused at once. Nothing is computed for a client that has gone. At the end every request has a reply.
    """

    async def do(pool: Pool) -> None:
        stuck = asyncio.create_task(pool.ask(asked(NEVER)))
        answers = [await pool.ask(asked(GOOD)) for _ in range(10)]
        assert all(map(is_good, answers))
        assert not stuck.done()
        # The request is cancelled; the worker is still busy, and no other request is given to it.
        stuck.cancel()
        await asyncio.wait({stuck})
        assert is_good(await pool.ask(asked(GOOD)))
        assert (len(pool._free), pool.status.busy) == (1, 1)

        async def gone() -> bool:
            return True

        with pytest.raises(Problem, match="has gone"):
            await pool.ask(asked(NEVER), gone)
        assert len(pool._free) == 1

        stuck = asyncio.create_task(pool.ask(asked(NEVER)))
        await asyncio.sleep(0)
        assert pool.status.accepts
        waiting = [asyncio.create_task(pool.ask(asked(GOOD))) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Problem, match="2 requests are waiting already"):
            await pool.ask(asked(GOOD))
        assert pool.status == PoolStatus("rules", 2, 2, 2, 2, 0, accepts=False)
        waiting[0].cancel()
        await asyncio.wait({waiting[0]})
        pool._limits = attrs.evolve(pool._limits, seconds=0.05)
        with pytest.raises(Problem, match=r"No worker was free for 0\.05 seconds"):
            await pool.ask(asked(GOOD))

        await pool.end()
        told = await asyncio.gather(stuck, waiting[1], return_exceptions=True)
        assert all(isinstance(one, Problem) for one in told)
        assert multiprocessing.active_children() == []
        assert pool.status.ready == 0
        with pytest.raises(Problem):
            await pool.ask(asked(GOOD))

    with_pool(hanging, Limits(seconds=PATIENT, workers=2, waiting=2), do)


def test_processes_that_cannot_start_are_reported() -> None:
    """Rules that a process cannot load: no server, and no process left."""

    async def main() -> None:
        pool = Pool("rules", 1, Subject(_Unreadable(), NAMES), OPERATIONS)
        with pytest.raises(CannotStart):
            await pool.start()
        assert not pool._workers
        assert multiprocessing.active_children() == []

    asyncio.run(main())


class _Unreadable:
    """Can be sent to another process, but not be received there."""

    def __call__(self, name: str) -> AnyRuleset:
        raise AssertionError

    def __reduce__(self) -> Any:
        return (os._exit, (1,))


@pytest.mark.thorough
def test_attempts_to_start_a_process_never_end(
    hanging: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Many in a row fail; then one can be started, and the pool is whole. The delay between attempts grows to a bound."""
    begin, left = Worker.start, iter(range(20))

    async def start(worker: Worker) -> None:
        if next(left, None) is not None:
            raise NotStarted
        await begin(worker)

    async def do(pool: Pool) -> None:
        monkeypatch.setattr(Worker, "start", start)
        monkeypatch.setattr("towerup.oracle.http.pool.FIRST_DELAY", 0.0001)
        monkeypatch.setattr("towerup.oracle.http.pool.LONGEST_DELAY", 0.001)
        with pytest.raises(Problem):
            await pool.ask(asked(DEATH))
        assert is_good(await pool.ask(asked(GOOD)))
        assert pool.status == PoolStatus("rules", 1, 1, 0, 0, 1, accepts=True)

    with_pool(hanging, Limits(seconds=PATIENT, workers=1), do)
    assert capsys.readouterr().err.count("A worker process could not be started. The next attempt is in") == 20
    monkeypatch.undo()
    assert [delay_after(number) for number in (0, 1, 2, 3, 6, 7, 1_000_000)] == [0, 0.1, 0.2, 0.4, 3.2, 5, 5]


def test_positions_are_remembered_but_not_without_end() -> None:
    """What a move led to need not be judged again; the oldest are forgotten."""
    cache = StateCache(Subject(ruleset, NAMES))
    state = tu.new_game(2, edition="tiny")
    first = cache.at(json.loads(tu.state_to_json(state))).state
    assert cache.at(json.loads(tu.state_to_json(state))).state is first
    for number in range(MOST_REMEMBERED + 10):
        cache._note(str(number).encode(), state)
    assert len(cache._met) == MOST_REMEMBERED
    assert cache.at(json.loads(tu.state_to_json(state))).state is not first


# --- the server


def hanging_server(tmp_path: Path, seconds: float, head: float, requests: int = 128) -> Any:
    return live(str(seconds), f"2,0,{requests}", str(head), "8", script=str(tmp_path / "server.py"))


@pytest.mark.thorough
def test_over_http_others_go_on_and_too_much_is_refused(hanging: Any, tmp_path: Path) -> None:
    """Of eight connections that may be open none more is taken. Of two workers one computes without end, and others are
    answered; then both do, and one more is told to come again; pages are shown all the same, and the end is clean.
    """
    with hanging_server(tmp_path, PATIENT, PATIENT) as server, ThreadPoolExecutor(4) as threads:
        held = [server.connect() for _ in range(8)]
        for one in held:  # each is there for sure
            one.sendall(b"GET /docs HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert one.recv(12) == b"HTTP/1.1 200"
        with server.connect() as refused:
            assert answers_on(refused) == b""
        for one in held:
            one.shutdown(socket.SHUT_RDWR)
            one.close()

        over = threading.Event()

        def hang() -> None:
            """Asks what is never answered, until it is all over; it may come at a moment when there is no place for it."""
            while not over.is_set():
                with contextlib.suppress(httpx.TransportError):
                    httpx.post(f"{server.address}/v1/legal", json={"state": NEVER}, timeout=PATIENT, trust_env=False)

        def code() -> str | None:
            while True:
                try:
                    told.append(server.post("/v1/legal", {"state": GOOD}))
                except httpx.TransportError:
                    continue  # the server has not noticed yet that connections were closed
                found: str | None = told[-1].json().get("code")
                return found

        told: list[httpx.Response] = []
        threads.submit(hang)
        assert {code() for _ in range(20)} == {None}
        threads.submit(hang)
        while code() != "busy":
            pass
        assert (told[-1].status_code, told[-1].headers["retry-after"]) == (503, "1")
        assert server.get("/docs").status_code == 200
        over.set()
        assert server.end()[0] == 0


@pytest.mark.thorough
def test_over_http_only_so_many_requests_are_read_at_once(hanging: Any, tmp_path: Path) -> None:
    """Two that have not sent all of their bodies: a third is refused, pages too, but how the server is can be asked."""
    head = b"POST /v1/legal HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n"
    with hanging_server(tmp_path, PATIENT, PATIENT, requests=2) as server:
        with server.connect() as first, server.connect() as second:
            for one in (first, second):
                one.sendall(head + b"{")
            while (refused := server.get("/docs")).status_code == 200:
                pass  # the server has not read the heads yet
            assert (refused.status_code, refused.json()["code"], refused.headers["retry-after"]) == (503, "busy", "1")
            assert "works on 2 requests already" in refused.json()["detail"]
            assert server.get("/v1/health").json()["status"] == "ok"
            assert server.get("/v1/ready").json() == {"ready": True}
            for one in (first, second):
                one.sendall(b"}")
                assert one.recv(12) == b"HTTP/1.1 422"
        assert server.get("/docs").status_code == 200
        assert server.end() == (0, "")


@pytest.mark.thorough
def test_over_http_what_takes_too_long_is_ended(hanging: Any, tmp_path: Path) -> None:
    """An answer: 503. Half a body: 408. Half a head, nothing at all, or a body nobody wants any more: hung up on."""
    head = b"POST /v1/legal HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with hanging_server(tmp_path, 0.5, 0.5) as server:
        answer = server.post("/v1/legal", {"state": NEVER})
        assert (answer.status_code, answer.json()["code"]) == (503, "too-long")
        assert "0.5 seconds" in answer.json()["detail"]

        def told(sent: bytes) -> bytes:
            with server.connect() as connection:
                connection.sendall(sent)
                return answers_on(connection)

        late = told(head + b"Content-Length: 100\r\n\r\n{")
        assert late.startswith(b"HTTP/1.1 408 ")
        assert b"1 bytes have come" in late
        assert told(head) == b""
        assert told(b"") == b""
        assert told(head + b"Content-Length: 100000000\r\n\r\n{").startswith(b"HTTP/1.1 413 ")
        # After an answer the connection may be used again, but not for half a head.
        again = told(b"GET /docs HTTP/1.1\r\nHost: localhost\r\n\r\nGET /docs HT")
        assert again.count(b"HTTP/1.1 200 ") == 1


@pytest.mark.thorough
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="counts the server's sockets in /proc")
def test_over_http_a_client_that_does_not_read_is_hung_up_on(hanging: Any, tmp_path: Path) -> None:
    """It asks for more than the system keeps for it. The server lets go of it, and that is nothing to report."""

    def sockets() -> int:
        found = 0
        for one in folder.iterdir():
            with contextlib.suppress(FileNotFoundError):  # it was closed just now
                found += str(one.readlink()).startswith("socket:")
        return found

    with hanging_server(tmp_path, PATIENT, 0.5) as server:
        folder = Path(f"/proc/{server.process.pid}/fd")
        size, before = len(server.get("/openapi.json", headers={"connection": "close"}).content), sockets()
        with server.connect() as connection:
            connection.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200)
            assert connection.recv(12) == b"HTTP/1.1 200"
            while sockets() > before:
                pass
            assert len(answers_on(connection)) < 200 * size
        assert server.end() == (0, "")


def test_whoever_leaves_does_not_matter(server: Live) -> None:
    """Requests broken off at every place; then a whole one is answered."""
    body = json.dumps({"state": GOOD}).encode()
    whole = (
        b"POST /v1/legal HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + f"Content-Length: {len(body)}\r\n\r\n".encode()
        + body
    )
    for length in range(0, len(whole), 37):
        with server.connect() as connection:
            connection.sendall(whole[:length])
    assert server.post("/v1/start", {"header": header_of(tu.new_game(2, edition="tiny"))}).status_code == 200


def test_many_at_once(server: Live) -> None:
    """Eight who ask at the same time, each about their own game, get each their own answers."""

    def played(seed: int) -> bool:
        state = tu.new_game(2, edition="tiny")
        with httpx.Client(base_url=server.address, timeout=PATIENT, trust_env=False) as client:
            value: Any = json.loads(tu.state_to_json(state))
            for _ in range(8):
                legal = client.post("/v1/legal", json={"state": value}).json()["actions"]
                own = tu.legal_actions(state)
                assert legal == [tu.action_to_json(one) for one in own]
                if not legal:
                    break
                state = tu.apply(state, own[seed % len(own)])
                value = client.post("/v1/play", json={"state": value, "action": legal[seed % len(legal)]}).json()[
                    "state"
                ]
                assert value == json.loads(tu.state_to_json(state))
        return True

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(played, range(8)))
