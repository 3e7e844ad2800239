"""The short notation: `acquire R4`, `build bronze-row-3 a1 b1 c1`, `deal green-2` and so on, read back to an action.

`str(action)` writes it. Reading forgives case, spare spaces and commas, and the order of cells.
"""

from __future__ import annotations

from collections.abc import Callable

from towerup.kernel import notation
from towerup.kernel.notation import Reader, Words

from .actions import Acquire, Action, Boom, Build, Deal, End, Give, Grab, Rebuild, Shift
from .state import Setup, State

FORMS = {
    "acquire": "acquire LOT",
    "build": "build TILE CELL …",
    "rebuild": "rebuild TILE CELL …",
    "end": "end",
    "boom": "boom",
    "shift": "shift",
    "grab": "grab",
    "give": "give LOT",
    "deal": "deal CARD",
}


def parse_action(state: State, text: str) -> Action:
    """The action that the text names, in the edition of this state. Whether it is legal is for `explain` to say."""
    action: Action = notation.read(state.setup, text, FORMS, _READERS)
    return action


def _lot(make: Callable[[str], Action]) -> Reader:
    """The reader of an action that names a lot."""

    def read(setup: Setup, words: Words, rest: list[str]) -> Action:
        if len(rest) != 1:
            raise words.wrong("name one lot")
        return make(words.name(rest[0], list(setup.board.lots), "lot"))

    return read


def _tile(make: Callable[[str, list[str]], Action]) -> Reader:
    """The reader of an action that names a tile and the cells it is put on."""

    def read(setup: Setup, words: Words, rest: list[str]) -> Action:
        if len(rest) < 2:
            raise words.wrong("name a tile and the cells it covers")
        tile = words.name(rest[0], [tile.id for tile in (*setup.edition.own, *setup.edition.legendaries)], "tile")
        squares = [*setup.board.cells, *setup.board.grounds]
        return make(tile, [words.name(word, squares, "cell") for word in rest[1:]])

    return read


def _alone(make: Callable[[], Action]) -> Reader:
    """The reader of an action that names nothing."""

    def read(setup: Setup, words: Words, rest: list[str]) -> Action:
        if rest:
            raise words.wrong("nothing comes after it")
        return make()

    return read


def _deal(setup: Setup, words: Words, rest: list[str]) -> Action:
    if len(rest) != 1:
        raise words.wrong("one land card is dealt")
    return Deal(words.name(rest[0], setup.board.cards, "land card"))


_READERS: dict[str, Reader] = {
    "acquire": _lot(Acquire),
    "build": _tile(Build),
    "rebuild": _tile(Rebuild),
    "end": _alone(End),
    "boom": _alone(Boom),
    "shift": _alone(Shift),
    "grab": _alone(Grab),
    "give": _lot(Give),
    "deal": _deal,
}
