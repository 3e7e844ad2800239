"""What has been loaded in this process, and who is called when more is.

A game announces its ruleset when it is loaded. So its types can be registered with Hypothesis then, and no game has to be
loaded for that. Nothing heavy is imported here, because `import towerup` imports this module.
"""

from __future__ import annotations

from collections.abc import Callable
from weakref import WeakSet

_loaded: dict[str, object] = {}
_kinds: WeakSet[type] = WeakSet()
_listeners: list[Callable[[object], None]] = []


def announce(name: str, thing: object, kind: type) -> None:
    """Tells every listener that this has been loaded, unless something with the same class of values has been before."""
    if kind not in _kinds:
        _kinds.add(kind)
        _loaded.setdefault(name, thing)
        for listener in _listeners:
            listener(thing)


def tell(listener: Callable[[object], None]) -> None:
    """From now on this function is called with everything that is loaded."""
    _listeners.append(listener)


def find(name: str) -> object:
    """The first thing that was announced by this name; None if nothing was."""
    return _loaded.get(name)


def loaded() -> tuple[object, ...]:
    """What has been announced, in order."""
    return tuple(_loaded.values())
