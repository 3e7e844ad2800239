"""Hypothesis' entry point of towerup: it makes `st.from_type(towerup.State)` work, without a line in your tests.

Hypothesis calls `register` when it is imported, in anybody's tests. Most of them do not use towerup, so nothing heavy is
imported here: the types of a game are registered as soon as both the game and Hypothesis are loaded, in either order.
"""

from __future__ import annotations

import os
import sys

from .kernel import loading


def register() -> None:
    """Registers the types of everything that is loaded already. Hypothesis calls this when it is imported."""
    for thing in loading.loaded():
        _register(thing)


def register_loaded(thing: object) -> None:
    """Registers the types of a game that has just been loaded, if Hypothesis is in use."""
    # While Hypothesis is being imported, it has no strategies yet. It calls `register` at the end.
    if "hypothesis.strategies" in sys.modules and not os.environ.get("HYPOTHESIS_NO_PLUGINS"):
        _register(thing)


def _register(thing: object) -> None:
    from .verify.registration import register_types

    register_types(thing)
