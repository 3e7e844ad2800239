"""Streams of records: game after game, line by line, on to the next game where one cannot be followed.

What is kept does not grow with the length of the stream.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from .canonical import JsonError, decode
from .lines import Damaged
from .records import Begun, Ended, Find, Reader, RecordError, Step, start_of
from .spaces import Spaces


class Broken(NamedTuple):
    """A line that cannot be followed. `begins` is true if it is no line of the game before: then it is a game of its own."""

    error: RecordError
    begins: bool


def followed(
    lines: Iterable[bytes], find: Find, edition: Any = None, spaces: Spaces | None = None
) -> Iterator[Begun | Step | Ended | Broken]:
    """What each line is, played if it is an action. After a broken line the next header is looked for.

    Give the same `spaces` for stream after stream, and what was learnt of the action spaces is used again.
    """
    reader = Reader(find, edition, spaces)
    number = 0
    lost = False  # whether a line was wrong, so that the next header is looked for
    try:
        for number, line in enumerate(lines, start=1):
            if lost and not _begins(line):
                continue
            try:
                found = reader.read(number, line)
            except RecordError as error:
                yield Broken(error, error.state is None)
                lost = True
                continue
            lost = False
            yield found
    except Damaged as error:
        state = None if reader.ended else reader.state
        yield Broken(RecordError(number + 1, str(error), state=state), begins=not number)
        return
    if not number:
        yield Broken(RecordError(1, "nothing is there; a record begins with a header", 1), begins=True)


def starts(lines: Iterable[bytes], find: Find, edition: Any = None) -> Iterator[Any]:
    """The states in which the games of a stream begin. Nothing is played, and what cannot be read is passed over."""
    try:
        for line in lines:
            if _begins(line):
                try:
                    yield start_of(decode(line), find, edition)
                except JsonError:
                    continue
    except Damaged:
        return


def _begins(line: bytes) -> bool:
    """Whether a line is a header, in form at least."""
    if b'"format"' not in line:
        return False
    try:
        value = decode(line)
    except JsonError:
        return False
    return isinstance(value, dict) and "format" in value
