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

INSTALL = "pip install 'towerup[fast]'"


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
    spec = importlib.util.find_spec(name)
    assert spec
    assert spec.origin
    own = f"{name}_compiled"
    own_spec = importlib.util.spec_from_file_location(own, spec.origin)
    assert own_spec
    assert own_spec.loader
    module = importlib.util.module_from_spec(own_spec)
    # numba looks a module up by its name when it loads what it kept on disk.
    sys.modules[own] = module
    own_spec.loader.exec_module(module)
    for routine, function in inspect.getmembers(module, inspect.isfunction):
        if function.__module__ == own:
            setattr(module, routine, numba.njit(cache=True)(function))
    return module
