"""Reading the usable parts of an edition file that may have mistakes in it."""

from __future__ import annotations

from typing import Any

from towerup.kernel.edition_files import get
from towerup.kernel.shapes import Notes


def colours_of(notes: Notes, data: Any) -> list[str]:
    """The colours of floors, also those that are there with a wrong number: which was told, and need not be again."""
    told = [str(path[2]) for path, _ in notes.found if path[:2] == ("floors", "colours") and len(path) == 3]
    return list(dict.fromkeys([*get(data, "floors", "colours", default={}), *told]))
