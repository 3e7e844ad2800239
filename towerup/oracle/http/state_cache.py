"""The states that a worker process has judged lately. Each worker has its own."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

from towerup.kernel.canonical import encode
from towerup.kernel.ruleset import AnyRuleset
from towerup.kernel.spaces import Spaces
from towerup.oracle.questions import Game, about_to_begin, given

from .subject import Subject

MOST_REMEMBERED = 1_000
"""How many states a worker remembers."""


class StateCache:
    """Judges states that clients send. A state met lately, or reached by a move, is not judged again."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.spaces = Spaces()
        self._met: OrderedDict[bytes, Any] = OrderedDict()

    def begun(self, header: Any) -> Game:
        """The game that a header begins."""
        return self.game(about_to_begin(header, self.subject.find, self.subject.edition))

    def at(self, state: Any) -> Game:
        """The game at a state that was sent; refused if it is none, or one that no game can reach."""
        text = encode(state)
        met = self._met.get(text)
        if met is None:
            met = given(state, self.subject.find, self.subject.edition)
            self._note(text, met)
        else:
            self._met.move_to_end(text)
        return self.game(met)

    def game(self, state: Any) -> Game:
        """The game at a state of ours."""
        rules: AnyRuleset = state.ruleset
        return Game(state, rules, self.spaces.of(state, rules))

    def remember(self, states: Iterable[Any]) -> None:
        """States that games have reached: whoever sends them back has them from us."""
        for state in states:
            self._note(state.ruleset.state_to_json(state), state)

    def _note(self, text: bytes, state: Any) -> None:
        self._met[text] = state
        if len(self._met) > MOST_REMEMBERED:
            self._met.popitem(last=False)
