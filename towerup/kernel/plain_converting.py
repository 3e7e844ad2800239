"""Reading JSON as attrs classes that nobody described to us. Strict: a number is no text, and unknown keys are mistakes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, get_args, get_origin, get_type_hints

import attrs
from cattrs import transform_error
from cattrs.cols import list_structure_factory
from cattrs.gen import make_dict_structure_fn
from cattrs.preconf.orjson import make_converter

from .canonical import JsonError, shown
from .converting import strict_primitives, words_of
from .frozen import Counts, FrozenDict


class PlainConverter:
    """Structures JSON values as what `plain` made them from."""

    def __init__(self) -> None:
        self._cattrs = made = make_converter(forbid_extra_keys=True)
        strict_primitives(made)
        made.register_structure_hook_factory(_is_mapping, self._mapping_hook)
        made.register_structure_hook_factory(_is_set, self._set_hook)
        made.register_structure_hook_factory(_is_tuple, self._tuple_hook)
        made.register_structure_hook_factory(
            attrs.has,
            lambda kind: make_dict_structure_fn(attrs.resolve_types(kind), made, _cattrs_forbid_extra_keys=True),
        )

    def read(self, value: Any, kind: Any, inside: str = "") -> Any:
        """A JSON value as one of this class; raises JsonError with the place of every mistake."""
        try:
            return self._cattrs.structure(value, kind)
        except Exception as error:  # noqa: BLE001  # cattrs gathers whatever its hooks raise; all of it means: not of this form
            path = f"$.{inside}" if inside else "$"
            raise JsonError(tuple(transform_error(error, path=path, format_exception=words_of))) from None

    def read_field(self, value: Any, kind: type[Any], name: str) -> Any:
        """A JSON value as what this field of a class holds."""
        return self.read(value, get_type_hints(kind)[name], name)

    def _mapping_hook(self, kind: Any) -> Callable[[Any, Any], Any]:
        of_key, of_value = (str, int) if kind is Counts else get_args(kind) or (str, Any)
        made = Counts if kind is Counts else FrozenDict
        structure = self._cattrs.structure

        def hook(value: Any, _: Any) -> Any:
            if isinstance(value, dict):
                return made({_key(key, of_key, structure): structure(item, of_value) for key, item in value.items()})
            if not isinstance(value, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in value):
                raise ValueError(f"{shown(value)} is not an object")
            return made({structure(key, of_key): structure(item, of_value) for key, item in value})

        return hook

    def _set_hook(self, kind: Any) -> Callable[[Any, Any], Any]:
        elements = self._elements((get_args(kind) or (Any,))[0])
        return lambda value, _: frozenset(elements(value))

    def _tuple_hook(self, kind: Any) -> Callable[[Any, Any], Any]:
        kinds = get_args(kind)
        if len(kinds) == 2 and kinds[1] is Ellipsis:
            elements = self._elements(kinds[0])
            return lambda value, _: tuple(elements(value))

        def hook(value: Any, _: Any) -> Any:
            if not isinstance(value, list) or len(value) != len(kinds):
                raise ValueError(f"{shown(value)} is not a list of {len(kinds)}")
            return tuple(self._cattrs.structure(item, one) for item, one in zip(value, kinds, strict=True))

        return hook

    def _elements(self, kind: Any) -> Callable[[Any], list[Any]]:
        """Reads a list of values of this kind."""
        listed: Any = list[kind]
        structure = list_structure_factory(listed, self._cattrs)

        def read(value: Any) -> list[Any]:
            if not isinstance(value, list):
                raise ValueError(f"{shown(value)} is not a list")
            made: list[Any] = structure(value, listed)
            return made

        return read


def _is_mapping(kind: Any) -> bool:
    origin = get_origin(kind) or kind
    return isinstance(origin, type) and issubclass(origin, Mapping)


def _is_set(kind: Any) -> bool:
    return (get_origin(kind) or kind) in (frozenset, set)


def _is_tuple(kind: Any) -> bool:
    return get_origin(kind) is tuple


def _key(text: str, kind: Any, structure: Callable[[Any, Any], Any]) -> Any:
    """A key of a JSON object is text; it may stand for a number, or for a member of an Enum of numbers."""
    if kind is int or (
        isinstance(kind, type) and issubclass(kind, Enum) and any(type(one.value) is int for one in kind)
    ):
        if not text.removeprefix("-").isdecimal() or str(int(text)) != text:
            raise ValueError(f"{text!r} is not a whole number")
        return structure(int(text), kind)
    return structure(text, kind)
