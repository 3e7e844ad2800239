"""Output files: the one place where the package writes files.

A regular file is written whole or not at all. The new content goes into a temporary file in the same folder, which then
takes the place of the old one: nobody ever sees half a file, and an error or a signal leaves the old one as it was.
A symbolic link stays a link, and its target is replaced. Pipes and devices are written to as they are.
A file that may not be written is not replaced either; a file that is replaced keeps its mode and its owner.
"""

from __future__ import annotations

import errno
import io
import os
import secrets
import signal
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import BinaryIO, TextIO

_WRITE_BITS = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
_DEADLY = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that end a process without a word, unless somebody handles them."""


class ReaderGone(BrokenPipeError):
    """Nobody reads from the pipe that is written to."""


def write_file(path: Path, data: bytes) -> None:
    """Writes a file, whole or not at all. Raises OSError, whose `strerror` says why it cannot be written."""
    with output_file(path) as file:
        file.write(data)


@contextmanager
def output_text(path: Path) -> Iterator[TextIO]:
    """The same as `output_file`, for text in UTF-8. Line ends stay as they are."""
    with output_file(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="")
        try:
            yield text
            text.flush()
        finally:
            with suppress(OSError):  # what went wrong has been raised already
                text.detach()


@contextmanager
def output_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, piece by piece. Once all went well, it is at the path; otherwise nothing has changed."""
    old = _status(path)
    target = Path(os.path.realpath(path))
    if old is None or _is_replaceable(old, target):
        with _replacing(target, old) as file:
            yield file
    else:
        with _in_place(path) as file:
            yield file


def _status(path: Path) -> os.stat_result | None:
    """What is at a path, links followed; None if nothing is. Raises OSError if it cannot be written."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    except ValueError:  # a null character, or one that the file system cannot write
        raise OSError(errno.EINVAL, "no file can have this name", str(path)) from None
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder", str(path))
    # A superuser may write to everything. A file without any write bit is still meant to stay as it is.
    if not found.st_mode & _WRITE_BITS or not _may_write(path):
        raise PermissionError(errno.EACCES, "it is read-only", str(path))
    return found


def _may_write(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _is_replaceable(found: os.stat_result, target: Path) -> bool:
    """Whether it is a regular file with a name of its own, and not where our own output goes."""
    if not stat.S_ISREG(found.st_mode):
        return False
    try:
        named = target.stat()
    except OSError:
        return False  # an open file without a name, as /dev/stdin can be
    return os.path.samestat(named, found) and not any(_is_ours(found, number) for number in (1, 2))


def _is_ours(found: os.stat_result, descriptor: int) -> bool:
    """Whether a file is what standard output or standard error goes to, as with `--json /dev/stdout > file`."""
    try:
        return os.path.samestat(found, os.fstat(descriptor))
    except OSError:
        return False


@contextmanager
def _in_place(path: Path) -> Iterator[BinaryIO]:
    """A pipe or a device, written to as it is."""
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND), "wb") as file:
            yield file
    except BrokenPipeError as error:
        raise ReaderGone(errno.EPIPE, "nobody reads from it", str(path)) from error


@contextmanager
def _replacing(target: Path, old: os.stat_result | None) -> Iterator[BinaryIO]:
    """A new file beside the old one, whose place it takes at the end."""
    # A name that nobody can guess, no longer than others, and none that is looked for as a record or a report.
    beside = target.with_name(f".towerup-{secrets.token_hex(12)}")
    with _removed_by_signals(beside):
        try:
            with _new(beside) as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            if old is not None:
                _make_alike(beside, old)
            beside.replace(target)
        except BaseException:  # Ctrl-C too leaves nothing half written
            beside.unlink(missing_ok=True)
            raise


def _new(path: Path) -> BinaryIO:
    try:
        return path.open("xb")
    except FileNotFoundError:
        raise FileNotFoundError(errno.ENOENT, f"there is no folder {path.parent}", str(path.parent)) from None
    except OSError as error:
        why = f"no file can be made in {path.parent}: {error.strerror}"
        raise OSError(error.errno, why, str(path.parent)) from None


def _make_alike(path: Path, old: os.stat_result) -> None:
    """Gives a file the owner, as far as that is allowed, and the mode of another."""
    new = path.stat()
    if hasattr(os, "chown") and (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        with suppress(PermissionError):
            os.chown(path, old.st_uid, old.st_gid)
    path.chmod(stat.S_IMODE(old.st_mode))


_pending: dict[Path, int] = {}
"""The temporary files that there are now, and the process that writes each: a child that is forked removes none."""


@contextmanager
def _removed_by_signals(beside: Path) -> Iterator[None]:
    """Removes a temporary file if a signal ends the process meanwhile.

    Only where nobody else handles the signal: a handler that raises lets the file be removed on the way out.
    """
    if threading.current_thread() is not threading.main_thread():  # handlers are the main thread's
        yield
        return
    _pending[beside] = os.getpid()
    for number in _DEADLY:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)
    try:
        yield
    finally:
        del _pending[beside]
        for number in _DEADLY:
            if not _pending and signal.getsignal(number) is _end:
                signal.signal(number, signal.SIG_DFL)


def _end(number: int, _: FrameType | None) -> None:
    """Ends the process as the signal does, after removing its temporary files."""
    for beside, process in _pending.items():
        if process == os.getpid():
            with suppress(OSError):
                beside.unlink()
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)
