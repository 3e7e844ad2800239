"""What has been loaded in this process, and who is called when more is.

A game announces its ruleset when it is loaded. So its types can be registered with Hypothesis then, and no game has to be
loaded for that. Nothing is imported here, because `import towerup` imports this module.
"""

from __future__ import annotations

from collections.abc import Callable

_loaded: dict[str, object] = {}
_listeners: list[Callable[[object], None]] = []


def announce(name: str, thing: object) -> None:
    """Tells every listener that this has been loaded. Only the first thing of a name is announced."""
    if name not in _loaded:
        _loaded[name] = thing
        for listener in _listeners:
            listener(thing)


def tell(listener: Callable[[object], None]) -> None:
    """From now on this function is called with everything that is loaded."""
    _listeners.append(listener)


def loaded() -> tuple[object, ...]:
    """What has been announced, in order."""
    return tuple(_loaded.values())
