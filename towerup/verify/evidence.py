"""Evidence: a game that breaks a law, in lines that can be kept and played again."""

from __future__ import annotations

from collections.abc import Iterator

from towerup.kernel.records import Record


def transcript(record: Record) -> Iterator[bytes]:
    """The record's lines, as far as the rules under suspicion can write them: the last action may be what breaks them."""
    lines = record.lines()
    while True:
        try:
            yield next(lines)
        except Exception:  # noqa: BLE001  # StopIteration, or whatever a fault raises: either way this was all
            return
