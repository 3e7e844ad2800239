"""Action spaces at hand: for an action that was read, the space's own object.

Equal actions are equal to every rule, but rules may know their own objects by identity and play them faster.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .ruleset import Ruleset


class Space:
    """The actions of one action space by value, and what was read before."""

    def __init__(self, rules: Ruleset, actions: Sequence[Any]) -> None:
        self.rules = rules
        self.actions = actions
        self.own = {action: action for action in actions}
        """Every action of the space by its value."""
        self.read: dict[Any, Any] = {}
        """For the reader to remember what some text or line means here; `remember` keeps it from growing."""

    def remember(self, text: bytes | str, meaning: Any) -> None:
        """Notes what a text means. Long texts are not worth it, and now and then all is forgotten."""
        if len(text) <= _LONGEST_TEXT:
            if len(self.read) >= _MOST_TEXTS:
                self.read.clear()
            self.read[text] = meaning


class Spaces:
    """The spaces met so far, so that each is gone through once; the oldest are forgotten."""

    def __init__(self) -> None:
        self._met: dict[int, Space] = {}

    def of(self, state: Any, rules: Ruleset) -> Space:
        """The action space of a state."""
        actions = rules.action_space(state)
        space = self._met.get(id(actions))
        if space is None or space.rules is not rules:
            if len(self._met) >= _MOST_SPACES:
                del self._met[next(iter(self._met))]
            # It holds on to its actions, so that no other sequence can have their identity meanwhile.
            space = self._met[id(actions)] = Space(rules, actions)
        return space


_MOST_SPACES = 16
_MOST_TEXTS = 16_384
_LONGEST_TEXT = 512
