"""Limits: the size of requests and answers, the time an answer may take, the number of requests at once."""

from __future__ import annotations

import os

import attrs

BODY, SECONDS, WAITING = 1_000_000, 10.0, 64
"""The defaults: bytes of a request's body, seconds of computing, requests that wait for a worker."""
HEAD = 32_768
"""The bytes of a request's head: the first line and all headers."""
REPLY = 10_000_000
"""The bytes of an answer's body."""
REQUESTS = 128
"""The requests that are read, computed or answered at once. Each may hold a body in memory."""
MOST_POSITIONS = 1_000
"""The positions in one answer."""


def _workers() -> int:
    return max(2, min(4, os.cpu_count() or 1))


@attrs.frozen
class Limits:
    """The server refuses what is beyond them.

    `seconds` limits computing an answer, and as long again the arrival of a body and the wait for a free worker.
    """

    body: int = BODY
    seconds: float = SECONDS
    workers: int = attrs.Factory(_workers)
    bot_workers: int = 1
    """Workers for operations in which a bot thinks, if there are any such operations."""
    waiting: int = WAITING
    reply: int = REPLY
    requests: int = REQUESTS
