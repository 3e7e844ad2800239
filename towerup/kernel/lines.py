"""Lines of a stream, each of bounded length, so that no input can fill the memory."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from typing import BinaryIO

_CHUNK = 65_536


class Damaged(ValueError):
    """Packed data that cannot be unpacked to its end."""


def bounded_lines(stream: BinaryIO | io.BufferedIOBase, most: int) -> Iterator[bytes]:
    """Line after line with its line feed. Of a line of more than `most` bytes only the first `most` + 1 are given."""
    readline = stream.readline
    try:
        while line := readline(most + 1):
            if len(line) > most and not line.endswith(b"\n"):
                while (rest := readline(_CHUNK)) and not rest.endswith(b"\n"):
                    pass
            yield line
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise Damaged(f"the packed data is damaged: {error}") from None


def unpacked(stream: io.BufferedReader) -> io.BufferedReader:
    """The stream, unpacked if it is gzip: its first two bytes tell, whatever it is called."""
    if stream.peek(2)[:2] == b"\x1f\x8b":
        packed: io.RawIOBase = gzip.GzipFile(fileobj=stream)  # type: ignore[assignment]  # it is one in all but name
        return io.BufferedReader(packed, _CHUNK)
    return stream
