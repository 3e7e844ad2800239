"""Parallel work: a task over many parts, by several processes or by the machines of a Dask cluster.

Results are plain data, and `map_ordered` gives them in the order of the parts, each once, so that a report does not depend
on who did the work. A part whose process died is done again. When the work is given up (Ctrl-C, an error, a caller
that stops listening), every process is ended at once.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import sys
import threading
import time
import traceback
import uuid
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Generic, TypeVar, cast

import attrs

SECONDS_TO_CONNECT = 10
SECONDS_TO_END = 0.5
"""A process that is told to end may take this long to clean up; then it is killed."""
MAX_WORKER_DEATHS = 3
"""A part over which so many processes died is given up, and the work with it."""

P = TypeVar("P")
R = TypeVar("R")


class ParallelError(RuntimeError):
    """Work that cannot be done, and why."""


class WorkLost(ParallelError):
    """Work that was begun and cannot be finished. The results so far are good."""


def map_ordered(
    task: Callable[[P], R], parts: Sequence[P], jobs: int = 1, cluster: str | None = None
) -> Generator[R, None, None]:
    """The result of a task for each part, in order: by so many processes, or by the Dask cluster at this address.

    Task and parts are sent to other processes, so they must be picklable. Close the generator to give up the rest.
    Raises ParallelError if the work cannot begin, and WorkLost if it cannot go on.
    """
    if cluster is not None:
        yield from _by_cluster(task, parts, cluster)
        return
    ready: dict[int, _Outcome[R]] = {}
    next_one = 0
    with contextlib.closing(_outcomes(task, parts, jobs, None)) as outcomes:
        for number, outcome in outcomes:
            ready[number] = outcome
            while next_one in ready:
                yield ready.pop(next_one).result()
                next_one += 1


def map_unordered(
    task: Callable[[P], R], parts: Sequence[P], jobs: int = 1, tasks_a_process: int | None = None
) -> Generator[tuple[int, R], None, None]:
    """The same as soon as each is done, with the number of its part. A process is replaced after so many tasks."""
    with contextlib.closing(_outcomes(task, parts, jobs, tasks_a_process)) as outcomes:
        for number, outcome in outcomes:
            yield number, outcome.result()


@attrs.frozen
class _Outcome(Generic[R]):
    """What came of a part: the result, or the error that the task raised."""

    value: R | None
    error: Exception | None = None

    def result(self) -> R:
        if self.error is not None:
            raise self.error
        return cast("R", self.value)


def _outcomes(
    task: Callable[[P], R], parts: Sequence[P], jobs: int, tasks_a_process: int | None
) -> Generator[tuple[int, _Outcome[R]], None, None]:
    """What comes of each part, with its number, as soon as it is there."""
    if jobs <= 1 or len(parts) <= 1:
        for number, part in enumerate(parts):
            yield number, _Outcome(task(part))
        return
    todo = deque(enumerate(parts))
    deaths: Counter[int] = Counter()
    workers: list[_Worker[P, R]] = []
    try:
        while todo or workers:
            while todo and len(workers) < jobs:
                workers.append(_Worker(task))
                workers[-1].give(*todo.popleft())
            for worker in _that_have_answered(workers):
                number, part = worker.number, worker.part
                try:
                    outcome = worker.outcome()
                except EOFError:
                    workers.remove(worker)
                    worker.end()
                    deaths[number] += 1
                    if deaths[number] >= MAX_WORKER_DEATHS:
                        raise WorkLost(
                            f"part {number + 1} of {len(parts)} cannot be done: {deaths[number]} processes died over it"
                        ) from None
                    todo.appendleft((number, part))
                    continue
                if todo and worker.done != tasks_a_process:
                    worker.give(*todo.popleft())
                else:
                    workers.remove(worker)
                    worker.leave()
                yield number, outcome
    finally:
        end_processes([worker.process for worker in workers])
        for worker in workers:
            worker.pipe.close()


# --- processes


@attrs.define(eq=False, init=False)
class _Worker(Generic[P, R]):
    """A process that does one part after another."""

    process: SpawnProcess
    pipe: Connection
    number: int
    part: P
    done: int

    def __init__(self, task: Callable[[P], R]) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.done = 0
        self.process = context.Process(target=_work, args=(task, theirs))
        with without_interrupts():
            self.process.start()
        theirs.close()

    def give(self, number: int, part: P) -> None:
        """Hands over the next part."""
        self.number, self.part = number, part
        with contextlib.suppress(OSError):  # it has died, which `outcome` tells
            self.pipe.send(part)

    def outcome(self) -> _Outcome[R]:
        """What came of the part; raises EOFError if the process has died."""
        try:
            outcome: _Outcome[R] = self.pipe.recv()
        except OSError:
            raise EOFError from None
        self.done += 1
        return outcome

    def leave(self) -> None:
        """There is no more to do: it ends by itself."""
        self.pipe.close()
        self.process.join()

    def end(self) -> None:
        """Ends it now."""
        end_processes([self.process])
        self.pipe.close()


def _that_have_answered(workers: list[_Worker[P, R]]) -> list[_Worker[P, R]]:
    answered = wait([worker.pipe for worker in workers])
    return [worker for worker in workers if worker.pipe in answered]


def end_processes(processes: Sequence[Any]) -> None:
    """Ends processes of `multiprocessing`: they may clean up for a moment."""
    for process in processes:
        process.terminate()
    until = time.monotonic() + SECONDS_TO_END
    for process in processes:
        process.join(max(0.0, until - time.monotonic()))
        if process.is_alive():
            process.kill()
            process.join()


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Processes that are started here never hear Ctrl-C: it is for this process, which ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # It lets the signal through again when it starts, which it does with the first process unless it runs already.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(task: Callable[[P], R], pipe: Connection) -> None:
    """What a process does until there is no more to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # files half written are removed
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        while True:
            part = pipe.recv()
            try:
                pipe.send(_Outcome(task(part)))
            except Exception as error:  # noqa: BLE001  # it is raised again where the result is awaited
                pipe.send(_Outcome(None, _picklable(error)))
    except (EOFError, OSError):
        return
    except SystemExit:
        os._exit(1)  # at once: what the task had to clean up is cleaned up


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _picklable(error: Exception) -> Exception:
    """The error, with where it was raised; in words alone if it cannot be sent."""
    from multiprocessing.reduction import ForkingPickler

    error.add_note("".join(traceback.format_exception(error)))
    try:
        ForkingPickler.loads(ForkingPickler.dumps(error))
    except Exception:  # noqa: BLE001  # whatever a class of somebody's own does there
        return RuntimeError("".join(traceback.format_exception(error)))
    return error


# --- a cluster


def _version() -> str:
    """The version of the library in this process. By way of the loaded package, which lies above the kernel."""
    version: str = sys.modules[__name__.partition(".")[0]].__version__
    return version


def _versioned(task: Callable[[P], R], part: P) -> tuple[str, R]:
    return _version(), task(part)


def _by_cluster(task: Callable[[P], R], parts: Sequence[P], address: str) -> Iterator[R]:
    """The cluster itself gives the work of a dead worker to another."""
    with _without_complaints(), _client(address) as client:
        # A name for each part of this one piece of work: the cluster keeps one result a name.
        work = uuid.uuid4().hex
        futures = [
            client.submit(_versioned, task, part, key=f"towerup-{work}-{number}", pure=False)
            for number, part in enumerate(parts)
        ]
        try:
            for future in futures:
                version, result = _result(future, address)
                if version != _version():
                    raise ParallelError(f"a worker has towerup {version}, this is {_version()}: both must be the same")
                yield result
        finally:
            if client.status == "running":
                with contextlib.suppress(CancelledError, OSError, TimeoutError):
                    client.cancel(futures)


@contextmanager
def _client(address: str) -> Iterator[Any]:
    try:
        from distributed import Client
    except ModuleNotFoundError as missing:
        raise ParallelError("work on a cluster needs Dask: pip install 'towerup[cluster]'") from missing
    try:
        # Dask says that it is typed, but this is not.
        connect: Callable[..., Any] = Client
        client = connect(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise ParallelError(
            f"no Dask scheduler answers at {address} ({error}); start one with `dask scheduler`, as tcp://host:8786"
        ) from None
    try:
        if not client.scheduler_info()["workers"]:
            raise ParallelError(f"the scheduler at {address} has no workers; start some with `dask worker {address}`")
        yield client
    finally:
        client.close(timeout=SECONDS_TO_END)


def _result(future: Any, address: str) -> Any:
    from distributed.scheduler import KilledWorker

    try:
        return future.result()
    except KilledWorker as killed:
        raise WorkLost(f"too many workers of the cluster died: {killed}") from None
    except (ImportError, AttributeError) as error:
        raise ParallelError(f"a worker has no such towerup: {error}; all need the same version") from None
    except (CancelledError, OSError):
        # Dask cancels what was asked when it loses the scheduler.
        raise WorkLost(f"the Dask scheduler at {address} does not answer any more") from None


@contextmanager
def _without_complaints() -> Iterator[None]:
    """Dask logs a traceback for every attempt to reach a scheduler that is gone; we say it in a sentence."""
    logger = logging.getLogger("distributed")
    before = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(before)
