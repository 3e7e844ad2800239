"""Evidence: a game that shows what is wrong, in lines that can be kept and played again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from towerup.kernel.output_files import write_file
from towerup.kernel.parallel import ParallelError
from towerup.kernel.records import Record


def transcript(record: Record) -> Iterator[bytes]:
    """The record's lines, as far as the rules under suspicion can write them: the last action may be what breaks them."""
    lines = record.lines()
    while True:
        try:
            yield next(lines)
        except Exception:  # noqa: BLE001  # StopIteration, or whatever a fault raises: either way this was all
            return


def keep(record: Record, folder: Path, name: str) -> None:
    """Writes a record to a file of that name, whole or not at all. Raises ParallelError if that cannot be done."""
    data = b"".join(record.lines())
    try:
        write_file(folder / name, data)
    except OSError as error:
        raise ParallelError(f"{folder / name} cannot be written: {error.strerror or error}") from None
