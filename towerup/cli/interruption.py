"""Ctrl-C: a command that is told to end stops at once, says what it has done, and leaves nothing behind."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import NoReturn, ParamSpec, TypeVar

import typer
from rich.markup import escape

from .common import errors

INTERRUPTED, TERMINATED = 130, 143
SECONDS_TO_CLEAN_UP = 1.0
"""Ctrl-C pressed again so soon does not disturb the cleaning up after the first."""

P = ParamSpec("P")
R = TypeVar("R")


def handle_signals() -> None:
    """Ctrl-C and SIGTERM end a command in order: what it has started ends too, and no half-written file stays."""
    last = float("-inf")

    def interrupt(*_: object) -> None:
        nonlocal last
        before, last = last, time.monotonic()
        if last - before > SECONDS_TO_CLEAN_UP:
            raise KeyboardInterrupt

    def terminate(*_: object) -> None:
        sys.exit(TERMINATED)

    # A shell that starts a command in the background has it ignore Ctrl-C, and so it stays.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, interrupt)
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, terminate)


@contextmanager
def interruptible(done: Callable[[], str]) -> Iterator[None]:
    """On Ctrl-C ends the command with a sentence about what was done."""
    try:
        yield
    except KeyboardInterrupt:
        interrupted(done())


def interrupted(done: str) -> NoReturn:
    """Ends the command with a sentence about what was done."""
    errors.print(f"[bold yellow]towerup:[/] interrupted. {escape(done)}".rstrip(), soft_wrap=True)
    raise typer.Exit(INTERRUPTED)


def stops_on_interrupt(command: Callable[P, R]) -> Callable[P, R]:
    """A command that has nothing of its own to say on Ctrl-C."""

    @wraps(command)
    def stopping(*given: P.args, **named: P.kwargs) -> R:
        with interruptible(lambda: ""):
            return command(*given, **named)

    return stopping


def count_of(done: int, total: int, what: str) -> str:
    """So many of all, as `12 of 100 games`."""
    return f"{done:,} of {total:,} {what}{'' if total == 1 else 's'}"
