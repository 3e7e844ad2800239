"""How the server is: what its endpoints for health and readiness answer. The server answers them itself, at any load."""

from __future__ import annotations

import attrs

from towerup.oracle.questions import Answer

from .problems import Kind, Problem


@attrs.frozen
class PoolStatus:
    """How a pool of workers is at this moment."""

    name: str
    workers: int
    """How many there should be."""
    ready: int
    """How many there are."""
    busy: int
    waiting: int
    """Requests that wait for a worker."""
    replaced: int
    """Workers replaced so far, because they died or took too long."""
    accepts: bool
    """Whether a request would be taken now."""


def health(pools: tuple[PoolStatus, ...]) -> Answer:
    """How many workers there are, and how many there should be."""
    whole = all(one.ready == one.workers for one in pools)
    some = all(one.ready for one in pools)
    return {
        "status": "ok" if whole else "degraded" if some else "failing",
        "pools": [attrs.asdict(one, filter=lambda field, _: field.name != "accepts") for one in pools],
    }


def ready(pools: tuple[PoolStatus, ...]) -> Answer:
    """Whether a request would be taken now. Raises Problem if not."""
    for one in pools:
        if not one.accepts:
            words = f"Of {one.workers} workers for {one.name}, {one.ready} are ready. {one.waiting} requests wait."
            raise Problem(Kind.NOT_READY, words)
    return {"ready": True}
