"""The short notation: `build C4`, `grow C4 raze C6`, `roll 3 5` and so on, read back to an action.

`str(action)` writes it. Reading forgives case, spare spaces and commas, and which of two swapped cells comes first.
"""

from __future__ import annotations

from collections.abc import Callable

from towerup.kernel import notation
from towerup.kernel.notation import Reader, Words
from towerup.kernel.numbers import NumberError, whole_number

from .actions import Action, Build, Corner, Draw, Grow, Pass, Place, Remove, Roll, Shift, Swap, Tax, Walk
from .box.board import CORNERS
from .state import Setup, State

FORMS = {
    "roll": "roll WHITE [BLACK]",
    "build": "build CELL",
    "grow": "grow CELL [join CELL] raze CELL",
    "pass": "pass",
    "draw": "draw CARD",
    "walk": "walk PLAYER STEPS",
    "tax": "tax PLAYER",
    "remove": "remove CELL",
    "swap": "swap CELL CELL",
    "shift": "shift CELL CELL",
    "place": "place CELL",
    "corner": "corner SPACE",
}


def parse_action(state: State, text: str) -> Action:
    """The action that the text names, in the edition of this state. Whether it is legal is for `explain` to say."""
    action: Action = notation.read(state.setup, text, FORMS, _READERS)
    return action


def _cell(setup: Setup, words: Words, word: str) -> str:
    return words.name(word, setup.board.cells, "cell")


def _player(setup: Setup, words: Words, word: str) -> str:
    return words.name(word, setup.edition.colours, "player")


def _number(words: Words, word: str) -> int:
    try:
        return whole_number(word, "the number", most=999)
    except NumberError as error:
        raise words.wrong(str(error)) from None


def _roll(setup: Setup, words: Words, rest: list[str]) -> Action:
    if len(rest) not in (1, 2):
        raise words.wrong("name the white die, and the black one if both are rolled")
    return Roll(*(_number(words, word) for word in rest))


def _grow(setup: Setup, words: Words, rest: list[str]) -> Action:
    said = [word.lower() for word in rest[1::2]]
    if len(rest) not in (3, 5) or said not in (["raze"], ["join", "raze"]):
        raise words.wrong("name a cell, maybe the word join and a cell, the word raze and a cell")
    cells = [_cell(setup, words, word) for word in rest[0::2]]
    return Grow(cells[0], cells[-1], cells[1] if len(cells) == 3 else None)


def _pass(setup: Setup, words: Words, rest: list[str]) -> Action:
    if rest:
        raise words.wrong("nothing comes after it")
    return Pass()


def _draw(setup: Setup, words: Words, rest: list[str]) -> Action:
    if len(rest) != 1:
        raise words.wrong("one card is drawn")
    return Draw(words.name(rest[0], [*setup.edition.cards_by_id], "card"))


def _walk(setup: Setup, words: Words, rest: list[str]) -> Action:
    if len(rest) != 2:
        raise words.wrong("name a player and a number of steps")
    return Walk(_player(setup, words, rest[0]), _number(words, rest[1]))


def _tax(setup: Setup, words: Words, rest: list[str]) -> Action:
    if len(rest) != 1:
        raise words.wrong("name one player")
    return Tax(_player(setup, words, rest[0]))


def _corner(setup: Setup, words: Words, rest: list[str]) -> Action:
    if len(rest) != 1:
        raise words.wrong("name one round space")
    return Corner(words.name(rest[0], CORNERS, "round space"))


def _of_cells(number: int, make: Callable[..., Action]) -> Reader:
    """The reader of an action that names so many cells and nothing else."""

    def read(setup: Setup, words: Words, rest: list[str]) -> Action:
        if len(rest) != number:
            raise words.wrong("name a cell" if number == 1 else f"name {number} cells")
        return make(*(_cell(setup, words, word) for word in rest))

    return read


_READERS: dict[str, Reader] = {
    "roll": _roll,
    "build": _of_cells(1, Build),
    "grow": _grow,
    "pass": _pass,
    "draw": _draw,
    "walk": _walk,
    "tax": _tax,
    "remove": _of_cells(1, Remove),
    "swap": _of_cells(2, lambda *cells: Swap(cells)),
    "shift": _of_cells(2, Shift),
    "place": _of_cells(1, Place),
    "corner": _corner,
}
