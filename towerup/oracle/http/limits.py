"""Limits: how much may be sent, how long an answer may take, how much goes on at once."""

from __future__ import annotations

import os

import attrs

BODY, SECONDS, WAITING = 1_000_000, 10.0, 64
"""Unless told otherwise: bytes of a body, seconds of computing, requests that wait for their turn."""
MOST_POSITIONS = 1_000
"""The positions in one answer, at most."""


def _workers() -> int:
    return max(2, min(4, os.cpu_count() or 1))


@attrs.frozen
class Limits:
    """What is beyond them is refused.

    `seconds` is for computing an answer; for a body to arrive, and for a free worker, there is as much.
    """

    body: int = BODY
    seconds: float = SECONDS
    workers: int = attrs.Factory(_workers)
    waiting: int = WAITING
