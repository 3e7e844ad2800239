"""`--resume FILE`: a long run keeps its results in a file as it goes on, and continues from there."""

from __future__ import annotations

import shlex
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, Any, NoReturn, TypeAlias

import typer
from rich.markup import escape

from towerup import __version__
from towerup.kernel.parallel import WorkLost
from towerup.kernel.resume_files import ResumeError, ResumeFile, create, open_existing

from .common import UNFINISHED, errors, refuse
from .interruption import INTERRUPTED

Resume: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Continue the run that this file is of. If there is no such file, keep the results in it as they come in "
        "(default: a temporary file).",
    ),
]


class Run:
    """A run that can be continued: its resume file, and the command that continues it."""

    def __init__(self, command: str, file: ResumeFile | None, *, temporary: bool, options: Mapping[str, Any]) -> None:
        self._file = file
        self._temporary = temporary
        self._options = options
        self._command = command
        self._any = bool(file and file.results)

    @property
    def results(self) -> int:
        """How many results the file had when the run began."""
        return len(self._file.results) if self._file else 0

    def structured(self, structure: Any) -> list[Any]:
        """The results so far, as values."""
        try:
            return self._file.structured(structure) if self._file else []
        except ResumeError as error:
            refuse(str(error))

    def elapsed(self) -> float:
        """The seconds that it has taken, all interruptions left out."""
        return self._file.elapsed() if self._file else 0.0

    def add(self, result: Any) -> None:
        """Keeps one more result."""
        if self._file is None:
            return
        self._any = True
        try:
            self._file.add(result)
        except OSError as error:
            if not self._temporary:
                refuse(f"{self._file.path} cannot be written: {error.strerror or error}")
            self._remove()

    def finish(self) -> None:
        """The run is over: a file that nobody named is not needed any more."""
        if self._temporary:
            self._remove()

    def _remove(self) -> None:
        if self._file is not None:
            with suppress(OSError):
                self._file.path.unlink()
            self._file = None

    def say_how_to_continue(self) -> None:
        """Says where the results are, and which command goes on from there."""
        if self._file is None or not self._any:
            self.finish()
            return
        words = ["towerup", *self._command.split(), "--resume", str(self._file.path)]
        for name, value in self._options.items():
            words += [name, str(value)] if value is not None else []
        errors.print(
            f"The results so far are in {escape(str(self._file.path))}. To continue:\n  {escape(shlex.join(words))}",
            soft_wrap=True,
        )


def asked_before(resume: Path | None, command: str) -> ResumeFile | None:
    """The file to continue from; None if a run begins. Ends the command if the file does not fit."""
    if resume is None or not resume.exists():
        return None
    try:
        return open_existing(resume, command, __version__)
    except ResumeError as error:
        refuse(str(error))
    except OSError as error:
        refuse(f"{resume} cannot be read: {error.strerror or error}")


def run_of(command: str, asked: Any, resume: Path | None, before: ResumeFile | None, options: Mapping[str, Any]) -> Run:
    """A run that continues from a file, or begins a new one."""
    if before is not None:
        return Run(command, before, temporary=False, options=options)
    if resume is not None:
        try:
            return Run(command, create(resume, command, __version__, asked), temporary=False, options=options)
        except OSError as error:
            refuse(f"{resume} cannot be written: {error.strerror or error}")
    try:
        with tempfile.NamedTemporaryFile(
            prefix=f"towerup-{command.replace(' --', '-')}-", suffix=".jsonl", delete=False
        ) as file:
            path = Path(file.name)
        return Run(command, create(path, command, __version__, asked), temporary=True, options=options)
    except OSError:  # then there is nothing to continue from, but the run itself can be done
        return Run(command, None, temporary=True, options=options)


def is_given(context: typer.Context, name: str) -> bool:
    """Whether an option stands on the command line."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def refuse_other_options(
    context: typer.Context, file: ResumeFile, given: Mapping[str, Any], before: Mapping[str, Any]
) -> None:
    """Ends the command if an option on the command line says something else than the file."""
    for name, value in given.items():
        if is_given(context, name) and value != before[name]:
            what = f"--{name.replace('_', '-')}" if name not in ("game", "players") else name
            refuse(
                f"{file.path} is of a run with another {what}: {_shown(before[name])}, not {_shown(value)}. "
                "Leave the option out to continue that run, or name another file to begin a new one"
            )


def _shown(value: Any) -> str:
    text = str(list(value) if isinstance(value, tuple) else value)
    return text if len(text) <= 60 else text[:57] + "…"


@contextmanager
def continued_later(run: Run, report: Any) -> Iterator[None]:
    """Ctrl-C, or the loss of the processes that work, ends in a partial report and in words how to continue.

    `report` is called with why the run ended, and prints what there is.
    """
    try:
        yield
    except KeyboardInterrupt:
        _broken_off(run, report, "interrupted", INTERRUPTED)
    except WorkLost as lost:
        _broken_off(run, report, str(lost), UNFINISHED)


def _broken_off(run: Run, report: Any, why: str, code: int) -> NoReturn:
    errors.print(f"[bold yellow]towerup:[/] {escape(why)}.", soft_wrap=True)
    report()
    run.say_how_to_continue()
    raise typer.Exit(code)
