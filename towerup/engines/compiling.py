"""The routines of an engine: interpreted as they are, or compiled by numba if it is installed.

An engine's source has nothing of numba in it. For the compiled routines the source is loaded a second time, under
another name, and every function in it is replaced by its compiled self. numba compiles them at their first call and
keeps the result on disk.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from functools import cache
from types import ModuleType
from typing import Any

INSTALL = "pip install 'towerup[fast]'"

ROUTINES = ("actor", "legal", "play", "playout", "scores", "step", "weights")
"""What every engine has, to be called from outside. The other functions in its source are called by these alone."""


@cache
def can_compile() -> bool:
    """Whether numba is installed. Does not import it."""
    return importlib.util.find_spec("numba") is not None


def interpreted(name: str) -> ModuleType:
    """The routines in this module, as they are."""
    return importlib.import_module(name)


@cache
def compiled(name: str) -> ModuleType:
    """The routines in this module, compiled at their first call."""
    try:
        import numba
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(f"compiled engines need numba: {INSTALL}", name=missing.name) from None
    # Its types do not know every option.
    njit: Any = numba.njit
    module = _second_copy(name)
    for routine, function in inspect.getmembers(module, inspect.isfunction):
        if function.__module__ == module.__name__:
            # What Python never calls needs no wrapper for it, which saves time to compile.
            wrappers = {"no_cfunc_wrapper": True, "no_cpython_wrapper": routine not in ROUTINES}
            setattr(module, routine, njit(cache=True, error_model="numpy", nogil=True, **wrappers)(function))
    _announce_compiling(module)
    return module


@cache
def say_once(words: str) -> None:
    """Writes a line for the user to standard error, once in a process."""
    sys.stderr.write(f"{words}\n")


def _announce_compiling(module: ModuleType) -> None:
    """Tells the user when numba begins to compile a routine. It does not when it loads what it kept on disk."""
    events: Any = importlib.import_module("numba.core.event")

    class Announcer(events.Listener):  # type: ignore[misc]  # it has few types, and need not be installed
        def on_start(self, event: Any) -> None:
            if event.data["dispatcher"].py_func.__module__ == module.__name__:
                say_once(f"Compiling {module.__file__}: about 20 seconds, once. The result is kept on disk.")

        def on_end(self, event: Any) -> None:
            pass

    events.register("numba:compile", Announcer())


def _second_copy(name: str) -> ModuleType:
    """The module loaded once more, under a name of its own."""
    spec = importlib.util.find_spec(name)
    assert spec
    assert spec.origin
    own = importlib.util.spec_from_file_location(f"{name}_compiled", spec.origin)
    assert own
    assert own.loader
    module = importlib.util.module_from_spec(own)
    # numba looks a module up by its name when it loads what it kept on disk.
    sys.modules[own.name] = module
    own.loader.exec_module(module)
    return module
