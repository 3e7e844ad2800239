"""What the server answers about."""

from __future__ import annotations

from typing import Any

import attrs

from towerup.kernel.records import Find

from .limits import Limits


@attrs.frozen
class Subject:
    """What the server answers about: how to find rules, the names of the games, an edition unless it is a shipped one."""

    find: Find
    names: tuple[str, ...]
    edition: Any = None
    version: str = ""
    """Of the software."""
    limits: Limits = attrs.Factory(Limits)
