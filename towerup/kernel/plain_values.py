"""Any value of a game as a plain one: what JSON, keys and tables need of attrs classes that nobody described to us."""

from __future__ import annotations

import marshal
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from enum import Enum
from typing import Any

import attrs

from .canonical import encode


def plain(value: Any) -> Any:
    """A value as JSON has it.

    An attrs class becomes an object of its fields, a set a sorted list. A mapping becomes an object if its keys are text,
    numbers or members of an Enum, else a list of pairs.
    """
    if value is None or isinstance(value, Enum):
        return None if value is None else value.value
    if isinstance(value, str | int | float):
        return value
    if attrs.has(type(value)):
        return {field.name: plain(getattr(value, field.name)) for field in attrs.fields(type(value)) if field.init}
    if isinstance(value, Mapping):
        if all(isinstance(key, str | int | Enum) for key in value):
            return {str(plain(key)): plain(item) for key, item in value.items()}
        return sorted(([plain(key), plain(item)] for key, item in value.items()), key=encode)
    if isinstance(value, AbstractSet):
        return sorted(map(plain, value), key=encode)
    if isinstance(value, tuple | list):
        return [*map(plain, value)]
    raise TypeError(
        f"a {type(value).__name__} has no place in JSON: use attrs classes, tuples, mappings, text and numbers"
    )


def key_of(value: Any) -> bytes:
    """The same bytes exactly if two values of a class are equal: fast, and no format to store."""
    return marshal.dumps(_key(value), 0)


def _key(value: Any) -> Any:
    if value is None or type(value) in (str, int, bool, float):
        return value
    if isinstance(value, Enum):
        return value.value
    if attrs.has(type(value)):
        return tuple(_key(getattr(value, field.name)) for field in attrs.fields(type(value)) if field.eq)
    if isinstance(value, Mapping):
        return sorted(((_key(key), _key(item)) for key, item in value.items()), key=_bytes)
    if isinstance(value, AbstractSet):
        return sorted(map(_key, value), key=_bytes)
    if isinstance(value, tuple | list):
        return [*map(_key, value)]
    return plain(value)


def _bytes(value: Any) -> bytes:
    return marshal.dumps(value, 0)


def word(value: Any) -> str:
    """A value as a word in notation: what it is in JSON, without quotes and spaces; a list with commas between."""
    made = plain(value)
    if made is None:
        return "-"
    if isinstance(made, bool):
        return "yes" if made else "no"
    if isinstance(made, list):
        return ",".join(map(word, made)) or "-"
    if isinstance(made, dict):
        return ",".join(f"{key}:{word(item)}" for key, item in made.items()) or "-"
    return str(made).replace(" ", "_")
