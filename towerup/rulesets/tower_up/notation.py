"""The short notation: `take x-vbb +white`, `found C4 black roof C5`, and so on, read back to an action.

`str(action)` writes it. Reading forgives case, spare spaces and commas, and the order of floors.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence

from .actions import TYPES, Action, Back, Deal, Decline, Found, Place, Reveal, Take
from .setup import Setup
from .state import State

FORMS = {
    "take": "take CARD [+COLOUR …]",
    "found": "found SITE COLOUR roof SITE",
    "back": "back COLOUR …",
    "reveal": "reveal CARD",
    "place": "place SITE COLOUR",
    "deal": "deal OBJECTIVE …",
    "decline": "decline",
}


class NotationError(ValueError):
    """Text that is not the notation of an action; the message says what would be."""


def parse_action(state: State, text: str) -> Action:
    """The action that the text names, in the edition of this state. Whether it is legal is for `explain` to say."""
    words = text.replace(",", " ").split() if isinstance(text, str) else []
    if not words:
        raise NotationError(f"no action in {text!r}; an action is one of: {'; '.join(FORMS.values())}")
    verb = words[0].lower()
    if verb not in TYPES:
        near = difflib.get_close_matches(verb, TYPES, n=1)
        hint = f"did you mean {FORMS[near[0]]!r}?" if near else f"an action is one of: {'; '.join(FORMS.values())}"
        raise NotationError(f"{words[0]!r} is not something to do; {hint}")
    return _READERS[verb](_Words(state.setup, verb, text), words[1:])


class _Words:
    """Reads the words after the verb as names of this edition."""

    def __init__(self, setup: Setup, verb: str, text: str) -> None:
        self.setup, self.verb, self.text = setup, verb, text

    def wrong(self, why: str) -> NotationError:
        return NotationError(f"{self.text!r}: {why}; write {FORMS[self.verb]!r}")

    def name(self, word: str, known: Sequence[str], what: str) -> str:
        for name in known:
            if name.lower() == word.lower():
                return name
        near = difflib.get_close_matches(word, known, n=3)
        hint = (
            f"; near it: {', '.join(near)}" if near else f"; there is {', '.join(known[:8])}{' …' if known[8:] else ''}"
        )
        raise NotationError(f"{self.text!r}: there is no {what} {word!r}{hint}")

    def site(self, word: str) -> str:
        return self.name(word, self.setup.board.names, "site")

    def colour(self, word: str) -> str:
        return self.name(word, self.setup.edition.colours, "colour")

    def kind(self, word: str) -> str:
        return self.name(word, [kind.id for kind in self.setup.edition.kinds], "card")


def _take(words: _Words, rest: list[str]) -> Action:
    if not rest:
        raise words.wrong("which card?")
    # A + may stand before each colour, apart from it, or between two.
    chosen = " ".join(rest[1:]).replace("+", " ").split()
    return Take(words.kind(rest[0]), [words.colour(word) for word in chosen])


def _found(words: _Words, rest: list[str]) -> Action:
    if len(rest) != 4 or rest[2].lower() != "roof":
        raise words.wrong("a site, a colour, the word roof and a site are wanted")
    return Found(words.site(rest[0]), words.colour(rest[1]), words.site(rest[3]))


def _back(words: _Words, rest: list[str]) -> Action:
    if not rest:
        raise words.wrong("which floors?")
    return Back([words.colour(word) for word in rest])


def _reveal(words: _Words, rest: list[str]) -> Action:
    if len(rest) != 1:
        raise words.wrong("one card is revealed")
    if "/" in rest[0]:
        return Reveal(words.name(rest[0], [card.id for card in words.setup.edition.cards], "card"))
    return Reveal(words.kind(rest[0]))


def _place(words: _Words, rest: list[str]) -> Action:
    if len(rest) != 2:
        raise words.wrong("a site and a colour are wanted")
    return Place(words.site(rest[0]), words.colour(rest[1]))


def _deal(words: _Words, rest: list[str]) -> Action:
    known = [objective.id for objective in words.setup.edition.objectives]
    return Deal([words.name(word, known, "objective") for word in rest])


def _decline(words: _Words, rest: list[str]) -> Action:
    if rest:
        raise words.wrong("nothing comes after it")
    return Decline()


_READERS: dict[str, Callable[[_Words, list[str]], Action]] = {
    "take": _take,
    "found": _found,
    "back": _back,
    "reveal": _reveal,
    "place": _place,
    "deal": _deal,
    "decline": _decline,
}
