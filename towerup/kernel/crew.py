"""The crew: work cut into parts and shared out among processes, or among the machines of a Dask cluster.

Whoever does a part gives back plain data. The results come in the order of the parts, each once, so that what is made of
them is the same whoever did the work; and a part whose doer died is done anew.
"""

from __future__ import annotations

import sys
import uuid
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, TypeVar

SECONDS_TO_CONNECT = 10
DEATHS_BORNE = 3
"""How often processes may die before the work is given up."""

P = TypeVar("P")
R = TypeVar("R")


class CrewError(RuntimeError):
    """Work that could not be done to its end, and why."""


def shared_out(task: Callable[[P], R], parts: Sequence[P], jobs: int = 1, cluster: str | None = None) -> Iterator[R]:
    """The result of a task for each part, in order: by so many processes, or by a Dask cluster at this address.

    Task and parts must be such that another process can have them. Raises CrewError.
    """
    if cluster is not None:
        return _by_cluster(task, parts, cluster)
    if jobs > 1 and len(parts) > 1:
        return _by_processes(task, parts, min(jobs, len(parts)))
    return map(task, parts)


def _by_processes(task: Callable[[P], R], parts: Sequence[P], jobs: int) -> Iterator[R]:
    """If a process dies, others do what is still to be done."""
    todo, deaths = list(parts), 0
    while todo:
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            try:
                futures = [pool.submit(task, part) for part in todo]
                for future in futures:
                    result = future.result()
                    del todo[0]
                    yield result
            except BrokenProcessPool:
                deaths += 1
                if deaths >= DEATHS_BORNE:
                    number = len(parts) - len(todo) + 1
                    raise CrewError(
                        f"{deaths} times a process died while part {number} of {len(parts)} and following were done"
                    ) from None
            except BaseException:  # Ctrl-C too: nobody wants the rest any more
                pool.shutdown(wait=False, cancel_futures=True)
                raise


def _version() -> str:
    """The version of the library in this process. By way of the loaded package, which lies above the kernel."""
    version: str = sys.modules[__name__.partition(".")[0]].__version__
    return version


def _versioned(task: Callable[[P], R], part: P) -> tuple[str, R]:
    return _version(), task(part)


def _by_cluster(task: Callable[[P], R], parts: Sequence[P], address: str) -> Iterator[R]:
    """The cluster itself gives the work of a dead worker to another."""
    with _client(address) as client:
        # A name for each part of this one piece of work: the cluster keeps one result a name.
        work = uuid.uuid4().hex
        futures = [
            client.submit(_versioned, task, part, key=f"towerup-{work}-{number}", pure=False)
            for number, part in enumerate(parts)
        ]
        try:
            for future in futures:
                version, result = _result(future)
                if version != _version():
                    raise CrewError(f"a worker has towerup {version}, this is {_version()}: both must be the same")
                yield result
        finally:
            client.cancel(futures)


@contextmanager
def _client(address: str) -> Iterator[Any]:
    try:
        from distributed import Client
    except ModuleNotFoundError as missing:
        raise CrewError("work on a cluster needs Dask: pip install 'towerup[cluster]'") from missing
    try:
        # Dask says that it is typed, but this is not.
        connect: Callable[..., Any] = Client
        client = connect(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise CrewError(
            f"no Dask scheduler answers at {address} ({error}); start one with `dask scheduler`, as tcp://host:8786"
        ) from None
    with client:
        if not client.scheduler_info()["workers"]:
            raise CrewError(f"the scheduler at {address} has no workers; start some with `dask worker {address}`")
        yield client


def _result(future: Any) -> Any:
    from distributed.scheduler import KilledWorker

    try:
        return future.result()
    except KilledWorker as killed:
        raise CrewError(f"too many workers died: {killed}") from None
    except (ImportError, AttributeError) as error:
        raise CrewError(f"a worker has no such towerup: {error}; all need the same version") from None
