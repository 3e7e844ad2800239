"""Things of a user's own in Python, named as `module:name` on a command line."""

from __future__ import annotations

import importlib
import sys
from typing import Any


class NotImportable(ValueError):
    """Something that cannot be had; `absent` if there is not even such a module."""

    def __init__(self, why: str, absent: bool = False) -> None:
        super().__init__(why)
        self.absent = absent


def imported(name: str, what: str) -> Any:
    """What `module:name` is, which must be something to call; `what` is what it should be, for the message if it is not."""
    module, colon, path = name.partition(":")
    if not (module and colon and path):
        raise NotImportable(f"{name!r}: write module:{what}", absent=True)
    if "" not in sys.path:
        sys.path.insert(0, "")  # as `python -m` has it: the module may be in the folder at hand
    try:
        found: Any = importlib.import_module(module)
    except Exception as error:  # noqa: BLE001  # it is the user's module: whatever it raises is told
        absent = isinstance(error, ModuleNotFoundError) and error.name in (module, module.partition(".")[0])
        raise NotImportable(
            f"{name!r}: {module} cannot be imported: {type(error).__name__}: {error}", absent=absent
        ) from None
    try:
        for part in path.split("."):
            found = getattr(found, part)
    except AttributeError as error:
        raise NotImportable(f"{name!r}: {error}") from None
    if not callable(found):
        raise NotImportable(f"{name!r} cannot be called, but a {what} is")
    return found
