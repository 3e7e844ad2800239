"""Where `specs/` is: what an implementer in another language needs. It comes with the package when that is installed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

_PACKAGE = Path(__file__).parents[1]


def folder() -> Path:
    """The folder `specs`: inside the installed package, or beside the package in the repository."""
    within = _PACKAGE / "specs"
    return within if within.is_dir() else _PACKAGE.parent / "specs"


def specified(names: Iterable[str]) -> tuple[str, ...]:
    """Of these games those that have a folder of their own there, which fixes their forms: those that the oracle announces."""
    return tuple(name for name in names if (folder() / name).is_dir())
