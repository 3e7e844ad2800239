"""Actions: what a player, or chance, can do. Plain values by name, with a short notation and a JSON form.

`str(action)` is the notation; `notation.py` reads it back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import attrs


def _in_order(names: Iterable[str]) -> tuple[str, ...]:
    """The order in which floors or objectives are named means nothing: one order, so that equal choices are equal."""
    if type(names) is not tuple:
        if isinstance(names, str | bytes | Mapping) or not isinstance(names, Iterable):
            raise TypeError(f"a list of names is needed, not {names!r}")
        names = tuple(names)
    # Names may be anything until the rules look at them; sorting by their text never fails.
    return tuple(sorted(names, key=str)) if len(names) > 1 else names


@attrs.frozen(cache_hash=True)
class Deal:
    """Chance: the objectives in play are drawn."""

    objectives: tuple[str, ...] = attrs.field(converter=_in_order)

    def __str__(self) -> str:
        return f"deal {' '.join(map(str, self.objectives))}"


@attrs.frozen(cache_hash=True)
class Reveal:
    """Chance: a card from the draw pile comes into the market (in setup named with its bottom, as `bgw/black`)."""

    card: str

    def __str__(self) -> str:
        return f"reveal {self.card}"


@attrs.frozen(cache_hash=True)
class Place:
    """Setup: a starting floor goes on a site."""

    site: str
    colour: str

    def __str__(self) -> str:
        return f"place {self.site} {self.colour}"


@attrs.frozen(cache_hash=True)
class Take:
    """Take a card of the market; `floors` are the free choices: colours for multicolour floors, and for floors that have run out."""

    card: str
    floors: tuple[str, ...] = attrs.field(default=(), converter=_in_order)

    def __str__(self) -> str:
        return f"take {self.card}" + "".join(f" +{colour}" for colour in self.floors)


@attrs.frozen(cache_hash=True)
class Back:
    """Put floors back into the container, down to the stock limit."""

    floors: tuple[str, ...] = attrs.field(converter=_in_order)

    def __str__(self) -> str:
        return f"back {' '.join(map(str, self.floors))}"


@attrs.frozen(cache_hash=True)
class Found:
    """Found a building of a colour on a site, pay the neighbours, and put a roof on the building at `roof`."""

    site: str
    colour: str
    roof: str

    def __str__(self) -> str:
        return f"found {self.site} {self.colour} roof {self.roof}"


@attrs.frozen(cache_hash=True)
class Decline:
    """Give up an extra turn (only under the ruling that makes it optional)."""

    def __str__(self) -> str:
        return "decline"


Action: TypeAlias = Deal | Reveal | Place | Take | Back | Found | Decline
"""Any of them."""

TYPES: dict[str, type[Action]] = {
    kind.__name__.lower(): kind for kind in (Deal, Reveal, Place, Take, Back, Found, Decline)
}
"""The class of an action by its name in notation and JSON."""
