"""Action spaces at hand: for an action that was read, the space's own object; for an action, its JSON.

An action space is finite and made once, so its JSON can be, too. Equal actions are equal to every rule, but rules may
know their own objects by identity and play them faster.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from .canonical import encode
from .ruleset import AnyRuleset


class Space:
    """The actions of one action space by value, and what was read before."""

    def __init__(self, rules: AnyRuleset, actions: Sequence[Any]) -> None:
        self.rules = rules
        self.actions = actions
        self.read: dict[Any, Any] = {}
        """For the reader to remember what some text or line means here; `remember` keeps it from growing."""

    @cached_property
    def texts(self) -> dict[Any, bytes]:
        """The canonical JSON of every action."""
        return {action: encode(self.rules.action_to_json(action)) for action in self.actions}

    @cached_property
    def kinds(self) -> list[list[Any]]:
        """The actions kind by kind."""
        found: dict[type[Any], list[Any]] = {}
        for action in self.actions:
            found.setdefault(type(action), []).append(action)
        return [*found.values()]

    @cached_property
    def _own(self) -> dict[Any, Any]:
        """Every action of the space by its value, and by its canonical JSON."""
        return {key: action for action, text in self.texts.items() for key in (action, text)}

    def action(self, value: Any) -> Any:
        """The action of a JSON value, the space's own object if it is there; raises JsonError if it is none."""
        own = self._own.get(encode(value))
        if own is not None:
            return own
        action = self.rules.action_from_json(value)
        return self._own.get(action, action)

    def text(self, action: Any) -> bytes:
        """The canonical JSON of an action."""
        return self.texts.get(action) or encode(self.rules.action_to_json(action))

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

    def of(self, state: Any, rules: AnyRuleset) -> Space:
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
_MOST_TEXTS = 8_192
_LONGEST_TEXT = 200
