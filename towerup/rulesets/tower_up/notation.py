"""The short notation: `take x-vbb +white`, `found C4 black roof C5`, and so on, read back to an action.

`str(action)` writes it. Reading forgives case, spare spaces and commas, and the order of floors.
"""

from __future__ import annotations

from towerup.kernel import notation
from towerup.kernel.notation import Reader, Words

from .actions import Action, Back, Deal, Decline, Found, Place, Reveal, Take
from .state import Setup, State

FORMS = {
    "take": "take CARD [+COLOUR …]",
    "found": "found SITE COLOUR roof SITE",
    "back": "back COLOUR …",
    "reveal": "reveal CARD",
    "place": "place SITE COLOUR",
    "deal": "deal OBJECTIVE …",
    "decline": "decline",
}


def parse_action(state: State, text: str) -> Action:
    """The action that the text names, in the edition of this state. Whether it is legal is for `explain` to say."""
    action: Action = notation.read(state.setup, text, FORMS, _READERS)
    return action


def _site(setup: Setup, words: Words, word: str) -> str:
    return words.name(word, setup.box.sites, "site")


def _colour(setup: Setup, words: Words, word: str) -> str:
    return words.name(word, setup.edition.colours, "colour")


def _card(setup: Setup, words: Words, word: str) -> str:
    return words.name(word, list(setup.edition.cards), "card")


def _take(setup: Setup, words: Words, rest: list[str]) -> Action:
    if not rest:
        raise words.wrong("which card?")
    # A + may stand before each colour, apart from it, or between two.
    chosen = " ".join(rest[1:]).replace("+", " ").split()
    return Take(_card(setup, words, rest[0]), [_colour(setup, words, word) for word in chosen])


def _found(setup: Setup, words: Words, rest: list[str]) -> Action:
    if len(rest) != 4 or rest[2].lower() != "roof":
        raise words.wrong("name a site, a colour, the word roof and a site")
    return Found(_site(setup, words, rest[0]), _colour(setup, words, rest[1]), _site(setup, words, rest[3]))


def _back(setup: Setup, words: Words, rest: list[str]) -> Action:
    if not rest:
        raise words.wrong("which floors?")
    return Back([_colour(setup, words, word) for word in rest])


def _reveal(setup: Setup, words: Words, rest: list[str]) -> Action:
    if len(rest) != 1:
        raise words.wrong("one card is revealed")
    if "/" in rest[0]:
        return Reveal(words.name(rest[0], list(setup.edition.bottoms), "card"))
    return Reveal(_card(setup, words, rest[0]))


def _place(setup: Setup, words: Words, rest: list[str]) -> Action:
    if len(rest) != 2:
        raise words.wrong("name a site and a colour")
    return Place(_site(setup, words, rest[0]), _colour(setup, words, rest[1]))


def _deal(setup: Setup, words: Words, rest: list[str]) -> Action:
    known = [objective.id for objective in setup.edition.objectives]
    return Deal([words.name(word, known, "objective") for word in rest])


def _decline(setup: Setup, words: Words, rest: list[str]) -> Action:
    if rest:
        raise words.wrong("nothing comes after it")
    return Decline()


_READERS: dict[str, Reader] = {
    "take": _take,
    "found": _found,
    "back": _back,
    "reveal": _reveal,
    "place": _place,
    "deal": _deal,
    "decline": _decline,
}
