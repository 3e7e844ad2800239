"""Rulings: where a game's texts are silent or differ, a named switch with a default.

A game's rulings are an attrs class whose fields are the rulings of its catalogue, each a `Literal` of the readings
offered, the default among them. What any such class needs is here.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Self, TypeVar, get_args, get_type_hints

import attrs

AnyRulings = TypeVar("AnyRulings", bound=attrs.AttrsInstance)


@cache
def readings_of(kind: type[attrs.AttrsInstance]) -> dict[str, tuple[str, ...]]:
    """Each ruling with the readings offered, the default first."""
    hints = get_type_hints(kind)
    return {field.name: get_args(hints[field.name]) for field in attrs.fields(kind)}


def checked(_: type, fields: list[attrs.Attribute[Any]]) -> list[attrs.Attribute[Any]]:
    """For `field_transformer`: a field takes no reading but those offered."""
    return [field.evolve(validator=_offered) for field in fields]


def _offered(instance: attrs.AttrsInstance, attribute: attrs.Attribute[Any], value: object) -> None:
    options = readings_of(type(instance))[attribute.name]
    if value not in options:
        raise ValueError(f"ruling {attribute.name}: {value!r} is not offered; choose one of {', '.join(options)}")


class Readings:
    """The base of a game's rulings: a reading for each open question."""

    __slots__ = ()

    @property
    def changed(self: attrs.AttrsInstance) -> dict[str, str]:
        """The rulings that differ from the default, by name: what a record's header lists."""
        return attrs.asdict(self, filter=lambda field, value: value != field.default)

    @classmethod
    def by_name(cls, chosen: dict[str, str]) -> Self:
        """Rulings by name; an unknown name or reading is told with what is offered."""
        kind: Any = cls
        known = readings_of(kind)
        for name in chosen:
            if name not in known:
                raise ValueError(f"there is no ruling {name!r}; the rulings are {', '.join(sorted(known))}")
        return cls(**chosen)


@attrs.frozen
class NoRulings(Readings):
    """The rulings of a game whose rules leave nothing open."""
