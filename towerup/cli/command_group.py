"""How every command ends: what became of its output is decided here, once for all of them."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO, cast

from typer.core import TyperGroup

from towerup.kernel.output_files import ReaderGone

MISUSE = 2


class CommandGroup(TyperGroup):
    """The commands together.

    A reader of the output that goes away, as `head` does, is no error: the command ends with 0 and says nothing.
    An output that cannot be written, as on a full disk, is one: a sentence says so.
    """

    def get_command(self, *args: Any) -> Any:
        """A command, with the lines of each paragraph of its help joined: the terminal breaks them where it must."""
        command = super().get_command(*args)
        if command is not None and command.help:
            command.help = re.sub(r"(?<!\n)\n(?!\n)", " ", command.help)
        return command

    def main(self, *args: Any, **more: Any) -> Any:
        """Runs a command and ends the process."""
        if not more.get("standalone_mode", True) or sys.stdout is None:
            return super().main(*args, **more)
        output, code = sys.stdout, cast("Any", 0)
        try:
            with _watched_output():
                super().main(*args, **more)
        except SystemExit as end:
            code = 0 if isinstance(end.__context__, ReaderGone) else end.code
        except OutputError as error:
            code = _not_written(error)
        try:
            output.flush()
        except BrokenPipeError:
            _discard(output)
        except OSError as error:
            code = code or _not_written(error)
            _discard(output)
        sys.exit(code)


class OutputError(OSError):
    """Standard output cannot be written."""


class _Watched:
    """Standard output whose errors can be told from those of other files and pipes."""

    def __init__(self, output: TextIO) -> None:
        self._output = output

    def write(self, text: str) -> int:
        with _named_errors():
            return self._output.write(text)

    def flush(self) -> None:
        with _named_errors():
            self._output.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._output, name)


@contextmanager
def _watched_output() -> Iterator[None]:
    output = sys.stdout
    sys.stdout = cast("TextIO", _Watched(output))
    try:
        yield
    finally:
        sys.stdout = output


@contextmanager
def _named_errors() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise ReaderGone(errno.EPIPE, "nobody reads standard output") from None
    except OSError as error:
        raise OutputError(error.errno, error.strerror) from None


def _discard(output: TextIO) -> None:
    """Lets go of what could not be written, or Python would try again at its end and complain."""
    with suppress(OSError, ValueError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, output.fileno())
        os.close(nothing)


def _not_written(error: OSError) -> int:
    if sys.stderr is not None:
        with suppress(OSError):
            print(f"towerup: standard output cannot be written: {error.strerror or error}", file=sys.stderr)
    return MISUSE
