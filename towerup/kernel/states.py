"""States: what those of every game have in common, whatever is on the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import attrs

from . import pictures

if TYPE_CHECKING:
    from .ruleset import GameState

# A state is made at every step and read many times in it. A frozen class fills its fields one by one; handing over the
# whole dictionary takes half as long, and its fields are found faster afterwards. Where a step changes a few fields only,
# the quickest way to the next state is a changed copy of the last one's dictionary.
blank = object.__new__
fill = object.__setattr__


class BaseState:
    """A moment of a game: the base of every game's state, an attrs class."""

    __slots__ = ()  # so that the dictionary of a state is its own class's, which is handed over faster

    @property
    def is_over(self: GameState) -> bool:
        """Whether nobody is to act any more: `outcome` tells how it ended."""
        return self.actor is None

    def __str__(self) -> str:
        return pictures.printed(self)

    def _repr_svg_(self) -> str | None:
        """What a notebook shows."""
        return pictures.svg(self)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        kind: Any = type(self)
        return kind, tuple(getattr(self, field.name) for field in attrs.fields(kind))
