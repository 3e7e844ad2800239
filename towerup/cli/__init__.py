"""The command `towerup`: one thin module a command."""

from __future__ import annotations

import sys


def run() -> None:
    """The console script. The commands need the extra `cli`; without it a sentence says so."""
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
