"""The command `towerup`: one thin module a command."""

from __future__ import annotations

import os
import sys

from towerup.kernel.numbers import is_number


def run() -> None:
    """The console script. The commands need the extra `cli`; without it a sentence says so."""
    _forget_strange_sizes()
    try:
        from .app import app
        from .interruption import handle_signals
    except ModuleNotFoundError as missing:
        if missing.name not in ("typer", "rich", "click"):
            raise
        sys.exit("towerup: the command needs its extra: pip install 'towerup[cli]'")
    except KeyboardInterrupt:
        print("towerup: interrupted before anything was done.", file=sys.stderr)
        sys.exit(130)
    handle_signals()
    app()


def _forget_strange_sizes() -> None:
    """Lets go of sizes of the terminal in the environment that are no numbers: `rich` would end with a traceback."""
    for name in ("COLUMNS", "LINES"):
        if not is_number(os.environ.get(name, "80")):
            del os.environ[name]
