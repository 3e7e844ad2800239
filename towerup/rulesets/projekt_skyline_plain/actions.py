"""Actions: what a player, or chance, can do. Plain values by name, with a short notation and a JSON form.

`str(action)` is the notation; `notation.py` reads it back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import attrs


def _in_order(cells: Iterable[str]) -> tuple[str, ...]:
    """Which of two cells that are swapped is named first means nothing: one order, so that equal choices are equal."""
    if isinstance(cells, str | bytes | Mapping) or not isinstance(cells, Iterable):
        raise TypeError(f"a list of cells is wanted, not {cells!r}")
    # Names may be anything until the rules look at them; sorting by their text never fails.
    return tuple(sorted(cells, key=str))


@attrs.frozen(cache_hash=True)
class Corner:
    """Setup, where each player chooses: the round space that one's pawn starts on."""

    corner: str

    def __str__(self) -> str:
        return f"corner {self.corner}"


@attrs.frozen(cache_hash=True)
class Place:
    """A piece goes on a cell: in setup a skyscraper or a floor, whichever is next, later the floor of a card."""

    cell: str

    def __str__(self) -> str:
        return f"place {self.cell}"


@attrs.frozen(cache_hash=True)
class Roll:
    """Chance: the dice. `black` is None where a card asks for the white die alone."""

    white: int
    black: int | None = None

    def __str__(self) -> str:
        return f"roll {self.white}" if self.black is None else f"roll {self.white} {self.black}"


@attrs.frozen(cache_hash=True)
class Build:
    """The architect goes to an empty cell, and a floor is built there."""

    cell: str

    def __str__(self) -> str:
        return f"build {self.cell}"


@attrs.frozen(cache_hash=True)
class Grow:
    """The architect goes to an own construction, which grows, moves to the cell `raze` and razes what is there.

    In the variant for experts it may `join` a construction of one floor on the way.
    """

    cell: str
    raze: str
    join: str | None = None

    def __str__(self) -> str:
        joined = "" if self.join is None else f" join {self.join}"
        return f"grow {self.cell}{joined} raze {self.raze}"


@attrs.frozen(cache_hash=True)
class Pass:
    """Nothing is built: the growth chosen could raze nothing (only under the ruling that allows to choose it)."""

    def __str__(self) -> str:
        return "pass"


@attrs.frozen(cache_hash=True)
class Draw:
    """Chance: the action card on top of the pile."""

    card: str

    def __str__(self) -> str:
        return f"draw {self.card}"


@attrs.frozen(cache_hash=True)
class Walk:
    """A card: the pawn of a richest player moves so many spaces."""

    player: str
    steps: int

    def __str__(self) -> str:
        return f"walk {self.player} {self.steps}"


@attrs.frozen(cache_hash=True)
class Tax:
    """A card: this player pays for each own skyscraper."""

    player: str

    def __str__(self) -> str:
        return f"tax {self.player}"


@attrs.frozen(cache_hash=True)
class Remove:
    """A card: what stands on this cell goes back to its owner's reserve."""

    cell: str

    def __str__(self) -> str:
        return f"remove {self.cell}"


@attrs.frozen(cache_hash=True)
class Swap:
    """A card: what stands on these two cells changes places."""

    cells: tuple[str, ...] = attrs.field(converter=_in_order)

    def __str__(self) -> str:
        return f"swap {' '.join(map(str, self.cells))}"


@attrs.frozen(cache_hash=True)
class Shift:
    """A card: a construction of one's own goes to an empty cell."""

    cell: str
    to: str

    def __str__(self) -> str:
        return f"shift {self.cell} {self.to}"


Action: TypeAlias = Corner | Place | Roll | Build | Grow | Pass | Draw | Walk | Tax | Remove | Swap | Shift

TYPES: dict[str, type[Action]] = {
    kind.__name__.lower(): kind
    for kind in (Corner, Place, Roll, Build, Grow, Pass, Draw, Walk, Tax, Remove, Swap, Shift)
}
"""The class of an action by its name in notation and JSON."""
