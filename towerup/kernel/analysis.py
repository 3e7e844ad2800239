"""Analysis: what players, tables of moves and menus need of a game beyond its rules.

Nothing here decides what is legal. A game says what can be told of a move, by which choices a person arrives at it, what a
finished game was worth to each seat, and how promising a position looks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeAlias, TypeVar

import attrs

Value: TypeAlias = str | int | bool | None
"""What stands in a table: None where a column does not bear on a move."""

Points: TypeAlias = tuple[int, ...]
"""What decides a seat's place at the end: its points, and then what breaks ties, the larger the better."""


@attrs.frozen
class Column:
    """Something that can be told of a move: its name, what sort of value it is, and what it means.

    With `parts` it is a number for each of these: `cost` with the parts black and white makes `cost_black` and
    `cost_white`. What the notation of an action says already need not be told to a person again.
    """

    name: str
    kind: type[str | int | bool]
    tells: str
    parts: tuple[str, ...] = ()
    in_notation: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the single columns it makes in a table."""
        return tuple(f"{self.name}_{part}" for part in self.parts) or (self.name,)


@attrs.frozen
class Choice:
    """One choice on the way to a move: what is chosen (a site, a colour), and which."""

    what: str
    which: str


S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741  # an outcome


@attrs.frozen
class Analysis(Generic[S, A, O]):
    """What a game offers to those who analyse it."""

    columns: Callable[[S], tuple[Column, ...]]
    """Of a state: what can be told of its moves. The same for every state of one setup."""
    describe: Callable[[S, A], Mapping[str, Value | Mapping[str, int]]]
    """Of a state and a legal action: the value of every column by name; of one with parts, the numbers that are not 0."""
    choices: Callable[[S, A], tuple[Choice, ...]]
    """Of a state and an action: the choices by which a person arrives at it, the broadest first.

    Different actions differ in their choices, and no action's choices are the beginning of another's.
    """
    points: Callable[[O], tuple[Points, ...]]
    """Of an outcome: the points of every seat. The winners are those with the most."""
    evaluate: Callable[[S], tuple[float, ...]]
    """Of a state: the points that every seat can expect; once the game is over, exactly those it has.

    An opinion, not a rule. It makes a bot better than a random one, and it must be fast.
    """
    spread: float
    """How many points `evaluate` is typically off in the middle of a game."""
