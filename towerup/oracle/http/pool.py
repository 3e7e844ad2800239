"""The pool: so many workers, each replaced for ever when it fails, and a bounded queue of requests before them.

Judging a position may take long, and a computation cannot be interrupted: one that takes too long is ended with its process,
and another process takes its place. Meanwhile the other workers go on.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from .operations import Operation
from .problems import Kind, Problem
from .status import PoolStatus
from .subject import Subject
from .work import Answered, Asked
from .worker import Died, NotStarted, TooLong, Worker

Given = TypeVar("Given")

ATTEMPTS = 3
"""How many workers a request is given to, if they are gone before they begin to work on it."""
FIRST_DELAY, LONGEST_DELAY = 0.1, 5.0
"""Seconds, see `delay_after`."""
SECONDS_BETWEEN_ROUNDS = 0.2
"""How often to look for idle workers that are gone."""


def delay_after(failures: int) -> float:
    """How many seconds to wait before the next worker, after so many in a row that have answered nothing."""
    return min(LONGEST_DELAY, FIRST_DELAY * 2 ** (min(failures, 10) - 1)) if failures else 0.0


class CannotStart(RuntimeError):
    """A worker process could not be started."""


class Pool:
    """Hands requests to workers. The worker that was free last is asked first: it remembers the latest states."""

    def __init__(self, name: str, workers: int, subject: Subject, operations: tuple[Operation, ...]) -> None:
        self.name = name
        self._size = workers
        self._subject = subject
        self._operations = operations
        self._limits = subject.limits
        self._workers: set[Worker] = set()
        """All of them: free, busy or starting."""
        self._free: list[Worker] = []
        self._turns = asyncio.Semaphore(0)
        """Its value is the number of free workers that nobody was promised. It serves those who wait in their order."""
        self._busy = self._waiting = self._replaced = 0
        self._tasks: set[asyncio.Task[Any]] = set()
        self._ending = asyncio.Event()

    async def start(self) -> None:
        """Starts all workers. Raises CannotStart if one cannot be started."""
        done = await asyncio.gather(*(self._started() for _ in range(self._size)), return_exceptions=True)
        for one in done:
            if isinstance(one, BaseException):
                await self.end()
                raise one
            self._release(one)
        self._begin(self._watch())

    async def end(self) -> None:
        """Stops all workers. Requests under way or waiting get a Problem."""
        self._ending.set()
        for _ in range(self._waiting):
            self._turns.release()
        while self._workers or self._tasks:
            stopping = [*self._workers]
            self._workers.clear()
            await asyncio.gather(*(asyncio.to_thread(one.stop) for one in stopping))
            await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def status(self) -> PoolStatus:
        """How the pool is now."""
        free = sum(one.alive for one in self._free)
        ready = 0 if self._ending.is_set() else free + self._busy
        return PoolStatus(
            name=self.name,
            workers=self._size,
            ready=ready,
            busy=self._busy,
            waiting=self._waiting,
            replaced=self._replaced,
            accepts=bool(ready) and (free > 0 or self._waiting < self._limits.waiting),
        )

    async def ask(self, asked: Asked, gone: Callable[[], Awaitable[bool]] | None = None) -> Answered:
        """Returns the answer to a request, or raises Problem. Computes nothing for a client that has gone meanwhile."""
        last_moment = asyncio.get_running_loop().time() + self._limits.seconds
        for _ in range(ATTEMPTS):
            try:
                async with asyncio.timeout_at(last_moment):
                    worker = await self._turn()
            except TimeoutError:
                words = f"No worker was free for {self._limits.seconds:g} seconds. Try again later."
                raise Problem(Kind.BUSY, words) from None
            if gone is not None and await gone():
                self._release(worker)
                raise Problem(Kind.BUSY, "The client has gone.")
            try:
                # If the server cancels the request, the worker is still busy until it has answered.
                return await asyncio.shield(self._begin(self._used(worker, asked)))
            except NotStarted:
                continue
            except Died:
                if self._ending.is_set():
                    raise Problem(Kind.BUSY, "The server is ending.") from None
                raise Problem(Kind.FAILED, "The worker process died while it worked on this request.") from None
        raise Problem(Kind.BUSY, f"{ATTEMPTS} workers in a row were gone. Try again later.")

    async def _turn(self) -> Worker:
        """Takes a free worker, now or later."""
        if self._ending.is_set():
            raise Problem(Kind.BUSY, "The server is ending.")
        if self._turns.locked() and self._waiting >= self._limits.waiting:
            raise Problem(Kind.BUSY, f"{self._waiting:,} requests are waiting already. Try again later.")
        while True:
            self._waiting += 1
            try:
                await self._turns.acquire()
            finally:
                self._waiting -= 1
            if self._ending.is_set():
                raise Problem(Kind.BUSY, "The server is ending.")
            worker = self._free.pop()
            if worker.alive:
                return worker
            self._begin(self._replace(worker))

    def _release(self, worker: Worker) -> None:
        """A worker is free: the next request has it."""
        self._free.append(worker)
        self._turns.release()

    async def _used(self, worker: Worker, asked: Asked) -> Answered:
        self._busy += 1
        try:
            answered = await worker.ask(asked, self._limits.seconds)
        except TooLong:
            self._begin(self._replace(worker))
            words = f"An answer may take {self._limits.seconds:g} seconds. This one would take longer."
            raise Problem(Kind.TOO_LONG, words) from None
        except (Died, NotStarted):
            self._begin(self._replace(worker))
            raise
        finally:
            self._busy -= 1
        self._release(worker)
        return answered

    # --- replacing workers

    async def _watch(self) -> None:
        """Replaces idle workers that are gone, until the end."""
        while not await self._ended_within(SECONDS_BETWEEN_ROUNDS):
            for worker in [one for one in self._free if not one.alive]:
                # If every free worker was promised to a request, that request will notice.
                if not self._turns.locked():
                    await self._turns.acquire()
                    self._free.remove(worker)
                    self._begin(self._replace(worker))

    async def _replace(self, worker: Worker) -> None:
        """Starts another worker in the place of this one: at once, or after a while if this one has answered nothing."""
        self._replaced += 1
        self._workers.discard(worker)
        await asyncio.to_thread(worker.stop)
        failures = 0 if worker.answers else worker.failures + 1
        while not await self._ended_within(delay_after(failures)):
            try:
                started = await self._started(failures)
            except CannotStart as error:
                failures += 1
                if not self._ending.is_set():
                    again = f"The next attempt is in {delay_after(failures):g} seconds."
                    sys.stderr.write(f"towerup: {error} {again}\n")
            else:
                self._release(started)
                return

    async def _started(self, failures: int = 0) -> Worker:
        """A new worker that can answer."""
        worker = Worker(self._subject, self._operations, failures)
        self._workers.add(worker)
        try:
            await worker.start()
        except (Died, NotStarted, TooLong):
            self._workers.discard(worker)
            await asyncio.to_thread(worker.stop)
            raise CannotStart("A worker process could not be started.") from None
        return worker

    async def _ended_within(self, seconds: float) -> bool:
        """Waits. Returns early, and True, when the pool ends."""
        try:
            async with asyncio.timeout(seconds):
                await self._ending.wait()
        except TimeoutError:
            return False
        return True

    def _begin(self, doing: Coroutine[Any, Any, Given]) -> asyncio.Task[Given]:
        """A task that goes on in the background."""
        task = asyncio.get_running_loop().create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # marks it as seen: the request that waits for the task gets it
