"""Reading notation: words that a person types, as the names of things.

Each game has its own verbs and forms; how words are looked up and how a slip is told is the same for all. Reading
forgives case, spare spaces and commas.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias


class NotationError(ValueError):
    """Text that is not the notation of an action; the message says what would be."""


class Words:
    """Reads the words after a verb as names."""

    def __init__(self, text: str, form: str) -> None:
        self.text, self.form = text, form

    def wrong(self, why: str) -> NotationError:
        """The error to raise, with the form that would be right."""
        return NotationError(f"{self.text!r}: {why}; write {self.form!r}")

    def name(self, word: str, known: Sequence[str], what: str) -> str:
        """The name that a word means, capitals or not."""
        for name in known:
            if name.lower() == word.lower():
                return name
        near = difflib.get_close_matches(word, known, n=3)
        hint = (
            f"; near it: {', '.join(near)}" if near else f"; there is {', '.join(known[:8])}{' …' if known[8:] else ''}"
        )
        raise NotationError(f"{self.text!r}: there is no {what} {word!r}{hint}")


Reader: TypeAlias = Callable[[Any, Words, list[str]], Any]
"""Of what a game was set up with, the words and those after the verb: the action."""


def read(setup: Any, text: str, forms: Mapping[str, str], readers: Mapping[str, Reader]) -> Any:
    """The action that the text names. `forms` and `readers` are by verb."""
    words = text.replace(",", " ").split() if isinstance(text, str) else []
    if not words:
        raise NotationError(f"no action in {text!r}; an action is one of: {'; '.join(forms.values())}")
    verb = words[0].lower()
    if verb not in readers:
        near = difflib.get_close_matches(verb, readers, n=1)
        hint = f"did you mean {forms[near[0]]!r}?" if near else f"an action is one of: {'; '.join(forms.values())}"
        raise NotationError(f"{words[0]!r} is not something to do; {hint}")
    return readers[verb](setup, Words(text, forms[verb]), words[1:])
