"""The pool: processes that work, and what becomes of a request until one of them has answered it.

Judging a position may take long, and a computation cannot be asked to stop: one that takes too long is ended with its
process, and another process takes its place. Meanwhile the others go on.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any, TypeVar

from .operations import Operation
from .problems import Kind, Problem
from .subject import Subject
from .work import READY, Answered, Asked, work

Given = TypeVar("Given")

SECONDS_TO_START = 60.0
"""So long may a process take until it can be asked."""
ATTEMPTS = 3
"""How often it is tried to start a process in the place of another."""


class CannotWork(RuntimeError):
    """A process could not be started."""


class TooLong(Exception):
    """There was no answer in time."""


class Died(Exception):
    """The process has ended, and nothing that it was asked is answered."""


class Worker:
    """A process that answers one request at a time. All its methods block: they are for threads."""

    def __init__(self, subject: Subject, operations: tuple[Operation, ...]) -> None:
        context = get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs, subject, operations), daemon=True)
        self._process.start()
        # Once the process is gone nobody holds the other end, so that its end is noticed.
        theirs.close()

    def wait_until_ready(self) -> None:
        """Raises CannotWork if it cannot be asked."""
        with contextlib.suppress(EOFError, OSError):
            if self._connection.poll(SECONDS_TO_START) and self._connection.recv() == READY:
                return
        self.close()
        raise CannotWork("a process that answers could not be started")

    def ask(self, asked: Asked, seconds: float) -> Answered:
        """The answer; raises TooLong or Died if there is none, and then it is of no more use."""
        try:
            self._connection.send(asked)
            if not self._connection.poll(seconds):
                raise TooLong
            answered: Answered = self._connection.recv()
        except (EOFError, OSError):
            raise Died from None
        return answered

    def stop(self) -> None:
        """Ends the process, whatever it is at; whoever waits for its answer is told that it died."""
        self._process.kill()
        self._process.join()

    def close(self) -> None:
        """Lets go of the process, once nobody waits for an answer."""
        self.stop()
        self._connection.close()


class Pool:
    """So many workers as the limits say. Who was free last is asked first: it remembers what it was asked before."""

    def __init__(self, subject: Subject, operations: tuple[Operation, ...]) -> None:
        self._subject = subject
        self._operations = operations
        self._limits = subject.limits
        self._workers: set[Worker] = set()
        self._free: list[Worker] = []
        self._turns: deque[asyncio.Future[Worker]] = deque()
        """Those who wait for a worker, the first first."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._ending = False
        # One thread for each worker that is asked, one for each that is replaced.
        self._threads = ThreadPoolExecutor(2 * self._limits.workers, thread_name_prefix="towerup-pool")

    async def start(self) -> None:
        """Starts all workers; raises CannotWork if one cannot be started."""
        hired = [self._in_thread(self._hire) for _ in range(self._limits.workers)]
        done = await asyncio.gather(*hired, return_exceptions=True)
        wrong = [one for one in done if isinstance(one, BaseException)]
        if wrong:
            await self.end()
            raise wrong[0]
        self._free += [one for one in done if isinstance(one, Worker)]

    async def end(self) -> None:
        """Ends all workers; what they are at is lost."""
        self._ending = True
        for turn in self._turns:
            turn.cancel()
        stopped = []
        while self._workers or self._tasks:
            while self._workers:
                stopped.append(self._workers.pop())
                stopped[-1].stop()
            # Those who wait for an answer, or for another worker, learn that there is none.
            await asyncio.gather(*self._tasks, return_exceptions=True)
        # Not before: whoever was to be replaced meanwhile has been let go of by another thread.
        for worker in stopped:
            worker.close()
        self._threads.shutdown()

    async def ask(self, asked: Asked, gone: Callable[[], Awaitable[bool]] | None = None) -> Answered:
        """The answer to a request; raises Problem. Nothing is computed for those who have gone meanwhile."""
        for attempt in (1, 2):
            worker = await self._turn()
            if gone is not None and await gone():
                self._release(worker)
                raise Problem(Kind.BUSY, "whoever asked has gone")
            # If whoever waits is sent away, the worker is not free before it has answered.
            task = self._begin(self._used(worker, asked))
            try:
                return await asyncio.shield(task)
            except Died:
                # It may have died before, of something else: one more attempt.
                if attempt == 2:
                    break
        raise Problem(Kind.FAILED, "the process that worked on it has died")

    async def _turn(self) -> Worker:
        """A worker that is free, now or soon."""
        if self._free:
            return self._free.pop()
        if len(self._turns) >= self._limits.waiting or self._ending:
            raise Problem(Kind.BUSY, f"{len(self._turns):,} requests are waiting already; try again later")
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._turns.append(turn)
        try:
            await asyncio.wait({turn}, timeout=self._limits.seconds)
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._release(turn.result())
            raise
        finally:
            if turn in self._turns:
                self._turns.remove(turn)
        if not turn.done() or turn.cancelled():
            raise Problem(Kind.BUSY, f"in {self._limits.seconds:g} seconds it did not come to be this request's turn")
        return turn.result()

    def _release(self, worker: Worker) -> None:
        """A worker is free: the next who waits has it."""
        if self._turns and not self._ending:
            self._turns.popleft().set_result(worker)
        else:
            self._free.append(worker)

    async def _used(self, worker: Worker, asked: Asked) -> Answered:
        try:
            answered = await self._in_thread(lambda: worker.ask(asked, self._limits.seconds))
        except TooLong:
            self._begin(self._replaced(worker))
            words = f"an answer may take {self._limits.seconds:g} seconds, and this one would take longer"
            raise Problem(Kind.TOO_LONG, words) from None
        except Died:
            self._begin(self._replaced(worker))
            raise
        self._release(worker)
        return answered

    async def _replaced(self, worker: Worker) -> None:
        """Another worker in the place of this one."""
        self._workers.discard(worker)
        await self._in_thread(worker.close)
        for _ in range(ATTEMPTS):
            if self._ending:
                return
            try:
                self._release(await self._in_thread(self._hire))
            except (CannotWork, OSError) as error:
                if not self._ending:
                    sys.stderr.write(f"towerup: {error}\n")
            else:
                return

    def _hire(self) -> Worker:
        worker = Worker(self._subject, self._operations)
        self._workers.add(worker)
        try:
            worker.wait_until_ready()
        except CannotWork:
            self._workers.discard(worker)
            raise
        return worker

    def _begin(self, doing: Coroutine[Any, Any, Given]) -> asyncio.Task[Given]:
        """Something that goes on by itself."""
        task = asyncio.get_running_loop().create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # it is noted that it was looked at; whoever waits for it is told

    async def _in_thread(self, do: Callable[[], Given]) -> Given:
        return await asyncio.get_running_loop().run_in_executor(self._threads, do)
