"""Resume files: what a long run was asked to do and the results so far, so that it can continue after an interruption.

JSON lines. The first is a header with the question; each further line is one result, written as soon as it is there. A
last line that was cut off is dropped: that part of the work is done again.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import attrs

from .canonical import JsonError, decode, encode

FORMAT = "towerup-resume"
VERSION = 1

Result = TypeVar("Result")


class ResumeError(ValueError):
    """A file that no run can continue from, and why."""


@attrs.define
class ResumeFile:
    """A resume file that is being written: `add` appends one result."""

    path: Path
    asked: Any
    """The question, as a JSON value."""
    results: list[Any] = attrs.field(factory=list)
    """The results that were there when it was opened, as JSON values."""
    seconds: float = 0.0
    """How long the run took before it was interrupted."""
    _began: float = attrs.field(factory=time.monotonic)

    def add(self, result: Any) -> None:
        """Appends a result; raises OSError."""
        _append(self.path, encode({"result": result, "seconds": self.elapsed()}) + b"\n")

    def elapsed(self) -> float:
        """How long the run has taken so far, with what came before an interruption."""
        return self.seconds + time.monotonic() - self._began

    def structured(self, structure: Callable[[Any], Result]) -> list[Result]:
        """The results as values of the run's own; raises ResumeError where one is damaged."""
        found = []
        for number, result in enumerate(self.results, start=2):
            try:
                found.append(structure(result))
            except Exception as error:  # whatever a converter raises over a value of the wrong shape
                raise ResumeError(f"{self.path}, line {number}: this is no result of such a run") from error
        return found


def create(path: Path, command: str, towerup: str, asked: Any) -> ResumeFile:
    """Begins a resume file; raises OSError. `towerup` is the library's version."""
    header = {"format": FORMAT, "version": VERSION, "towerup": towerup, "command": command, "asked": asked}
    _append(path, encode(header) + b"\n")
    return ResumeFile(path, decode(encode(asked)))


def open_existing(path: Path, command: str, towerup: str) -> ResumeFile:
    """Opens the resume file of a run of this command, to go on with it; raises ResumeError and OSError."""
    lines = path.read_bytes().splitlines(keepends=True)
    whole = [line for line in lines if line.endswith(b"\n")]
    header = _value(path, 1, whole[0]) if whole else None
    if not isinstance(header, dict) or header.get("format") != FORMAT or "asked" not in header:
        raise ResumeError(f"{path} is not a resume file")
    if header.get("version") != VERSION or header.get("towerup") != towerup:
        raise ResumeError(f"{path} was written by towerup {header.get('towerup')}; this is {towerup}")
    if header.get("command") != command:
        raise ResumeError(f"{path} continues `towerup {header.get('command')}`, not `towerup {command}`")
    found = [_value(path, number, line) for number, line in enumerate(whole[1:], start=2)]
    for number, one in enumerate(found, start=2):
        if not isinstance(one, dict) or "result" not in one or not isinstance(one.get("seconds"), float | int):
            raise ResumeError(f"{path}, line {number}: this is no result of such a run")
    if len(whole) < len(lines):
        os.truncate(path, sum(map(len, whole)))
    return ResumeFile(path, header["asked"], [one["result"] for one in found], found[-1]["seconds"] if found else 0.0)


def _value(path: Path, number: int, line: bytes) -> Any:
    try:
        return decode(line)
    except JsonError:
        raise ResumeError(
            f"{path} is not a resume file" if number == 1 else f"{path}, line {number}: the line is damaged"
        ) from None


def _append(path: Path, data: bytes) -> None:
    """The one place that writes: whole lines, so that what is cut off can be told."""
    with path.open("ab") as file:
        file.write(data)
