"""For the reference: how things are called where the source does not show it, and links between what docstrings name.

- A class made by attrs has an `__init__` that is written nowhere: the class itself is asked for it.
- A strategy written as a function of `draw` is called without it, and gives a strategy.
- A name of the package `towerup` that a docstring mentions becomes a link.
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import attrs
import griffe

import towerup

COMPOSITE = "st.composite"
NAME = re.compile(r"`(\w+)`")


class Calling(griffe.Extension):
    """Makes the reference say what a caller needs."""

    def on_class(self, *, cls: griffe.Class, **_: Any) -> None:
        """Gives a class made by attrs the parameters that it is made with."""
        made = getattr(import_module(cls.module.path), cls.name, None)
        if made is not None and attrs.has(made) and "__init__" not in cls.members:
            parameters = griffe.Parameters(griffe.Parameter("self", kind=ANYHOW), *_parameters(cls, made))
            cls.set_member("__init__", griffe.Function("__init__", parameters=parameters, returns="None"))

    def on_function(self, *, func: griffe.Function, **_: Any) -> None:
        """Shows a strategy as it is called."""
        if any(str(decorator.value) == COMPOSITE for decorator in func.decorators):
            func.parameters = griffe.Parameters(*list(func.parameters)[1:])
            func.returns = f"SearchStrategy[{func.returns}]"

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Makes links of the names in a docstring."""
        if obj.docstring is not None:
            own = {obj.name, *(one.name for one in getattr(obj, "parameters", ()))}
            own |= set(
                getattr(import_module(obj.module.path), obj.name, object).__annotations__ if obj.is_class else ()
            )
            obj.docstring.value = NAME.sub(lambda found: _linked(found[0], found[1], own), obj.docstring.value)


ANYHOW = griffe.ParameterKind.positional_or_keyword


def _parameters(cls: griffe.Class, made: Any) -> list[griffe.Parameter]:
    given = []
    for field in attrs.fields(made):
        if field.init:
            written = cls.members.get(field.name)
            annotation = written.annotation if isinstance(written, griffe.Attribute) else None
            kind = griffe.ParameterKind.keyword_only if field.kw_only else ANYHOW
            given.append(
                griffe.Parameter(field.alias, annotation=annotation, kind=kind, default=_default(field.default))
            )
    return given


def _default(value: Any) -> str | None:
    if value is attrs.NOTHING:
        return None
    factory = getattr(value, "factory", None)
    return repr(value) if factory is None else f"{factory.__name__}()"


def _linked(words: str, name: str, own: set[str]) -> str:
    return f"[{words}][towerup.{name}]" if name in towerup.__all__ and name not in own else words
