"""Actions: what a player, or chance, can do. Plain values by name, with a short notation and a JSON form.

`str(action)` is the notation; `notation.py` reads it back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import attrs


def _in_order(cells: Iterable[str]) -> tuple[str, ...]:
    """In which order the cells under a tile are named means nothing: one order, so that equal choices are equal."""
    if isinstance(cells, str | bytes | Mapping) or not isinstance(cells, Iterable):
        raise TypeError(f"a list of cells is wanted, not {cells!r}")
    # Names may be anything until the rules look at them; sorting by their text never fails.
    return tuple(sorted(cells, key=lambda cell: (len(str(cell)), str(cell))))


@attrs.frozen(cache_hash=True)
class Deal:
    """Chance: a land card comes into the market, by its district and size, as `green-2`."""

    card: str

    def __str__(self) -> str:
        return f"deal {self.card}"


@attrs.frozen(cache_hash=True)
class Shift:
    """The action card Market Shift: four new cards come into the market."""

    def __str__(self) -> str:
        return "shift"


@attrs.frozen(cache_hash=True)
class Grab:
    """The action card Land Grab: two lots are acquired in this turn."""

    def __str__(self) -> str:
        return "grab"


@attrs.frozen(cache_hash=True)
class Acquire:
    """A land card is taken from the market, and a worker goes on this free lot of its district and size."""

    lot: str

    def __str__(self) -> str:
        return f"acquire {self.lot}"


@attrs.frozen(cache_hash=True)
class Build:
    """A tile is built on these cells, where no building of one's own stands."""

    tile: str
    cells: tuple[str, ...] = attrs.field(converter=_in_order)

    def __str__(self) -> str:
        return f"build {self.tile} {' '.join(map(str, self.cells))}"


@attrs.frozen(cache_hash=True)
class Rebuild:
    """Buildings of one's own are demolished, and a tile is built on these cells in their place."""

    tile: str
    cells: tuple[str, ...] = attrs.field(converter=_in_order)

    def __str__(self) -> str:
        return f"rebuild {self.tile} {' '.join(map(str, self.cells))}"


@attrs.frozen(cache_hash=True)
class Boom:
    """The action card Construction Boom: a second building is built in this turn."""

    def __str__(self) -> str:
        return "boom"


@attrs.frozen(cache_hash=True)
class Give:
    """Nothing else can be done: an unbuilt lot is given back."""

    lot: str

    def __str__(self) -> str:
        return f"give {self.lot}"


@attrs.frozen(cache_hash=True)
class End:
    """Nothing more is done in this turn."""

    def __str__(self) -> str:
        return "end"


Action: TypeAlias = Deal | Shift | Grab | Acquire | Build | Rebuild | Boom | Give | End

TYPES: dict[str, type[Action]] = {
    kind.__name__.lower(): kind for kind in (Deal, Shift, Grab, Acquire, Build, Rebuild, Boom, Give, End)
}
"""The class of an action by its name in notation and JSON."""
