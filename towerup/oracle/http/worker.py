"""A worker: one process that answers one request at a time, run by pebble.

Each worker has a pebble pool of its own, with one process. Worker processes that share a pool share its pipes and locks, and one
that is killed at the wrong moment leaves them unusable for all. So a worker that fails is thrown away, pool and all.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import ParamSpec, TypeVar

from pebble import ProcessExpired, ProcessPool

from . import work
from .operations import Operation
from .subject import Subject
from .work import Answered, Asked

SECONDS_TO_START = 60.0
"""How long a process may take to start."""
SECONDS_TO_STOP = 5.0
"""How long pebble may take to end a process that works for too long. After that nobody waits for it."""
SECONDS_BETWEEN_LOOKS = 0.1
"""How often to look whether the process is still there."""

P = ParamSpec("P")
Given = TypeVar("Given")


class TooLong(Exception):
    """The answer did not come in time."""


class Died(Exception):
    """The process died while it worked on the request."""


class NotStarted(Exception):
    """The process was gone before it began to work on the request."""


class Worker:
    """One process. After any of the exceptions above it is of no more use: stop it and start another."""

    def __init__(self, subject: Subject, operations: tuple[Operation, ...], failures: int = 0) -> None:
        self._pool = ProcessPool(
            max_workers=1, initializer=work.prepare, initargs=(subject, operations), context=get_context("spawn")
        )
        self._stopping = threading.Lock()
        self._stopped = False
        self.answers = 0
        """How many requests it has answered."""
        self.failures = failures
        """How many workers in a row have answered nothing before it, in the same place."""

    async def start(self) -> None:
        """Starts the process and waits until it can answer. Raises Died, NotStarted or TooLong."""
        try:
            # The first look at a pool starts its process, which blocks for a moment.
            await asyncio.to_thread(lambda: self._pool.active)
        except (BrokenProcessPool, OSError):
            raise NotStarted from None
        await self._run(SECONDS_TO_START, work.is_ready)

    @property
    def alive(self) -> bool:
        """Whether it can be asked. It takes pebble up to 0.1 seconds to notice that an idle process is gone."""
        return not self._stopped and self._pool.active

    async def ask(self, asked: Asked, seconds: float) -> Answered:
        """Returns the answer. Raises Died, NotStarted or TooLong."""
        answered = await self._run(seconds, work.answer, asked)
        self.answers += 1
        return answered

    async def _run(self, seconds: float, do: Callable[P, Given], *args: P.args, **kwargs: P.kwargs) -> Given:
        if not self.alive:
            raise NotStarted
        try:
            task = self._pool.schedule(do, args=args, kwargs=kwargs, timeout=seconds)
        except RuntimeError:  # the process died just now
            raise NotStarted from None
        future = asyncio.wrap_future(task)
        looks = int((seconds + SECONDS_TO_STOP) / SECONDS_BETWEEN_LOOKS) + 1
        gone = 0
        while looks and gone < 2 and not future.done():
            await asyncio.wait({future}, timeout=SECONDS_BETWEEN_LOOKS)
            looks -= 1
            # A pool that breaks tells those who wait, but not one who comes at that moment.
            gone += not self.alive
        if not future.done():
            future.cancel()
            raise Died if gone else TooLong
        try:
            return future.result()
        except TimeoutError:
            raise TooLong from None
        except BrokenProcessPool:
            raise NotStarted from None
        except ProcessExpired:
            raise Died from None

    def stop(self) -> None:
        """Ends the process, whatever it does. Blocks; may be called from several threads."""
        with self._stopping:
            if not self._stopped:
                self._stopped = True
                self._pool.stop()
                self._pool.join()
