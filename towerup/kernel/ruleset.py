"""The contract: what a game's rules offer, so that all else works for any game and knows none by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import attrs

from .actors import Actor
from .invariants import StateLaw, TransitionLaw
from .rules import Catalogue, Violation


class GameState(Protocol):
    """What every game's state can tell."""

    @property
    def actor(self) -> Actor: ...

    @property
    def ruleset(self) -> Ruleset: ...


@attrs.frozen(repr=False)
class Ruleset:
    """The rules of one game as pure functions over its states and actions."""

    name: str
    title: str
    catalogue: Callable[[], Catalogue]
    new_game: Callable[..., Any]
    legal_actions: Callable[[Any], tuple[Any, ...]]
    chance_weights: Callable[[Any], tuple[int, ...]]
    explain: Callable[..., tuple[Violation, ...]]
    apply: Callable[..., Any]
    outcome: Callable[[Any], Any]
    action_space: Callable[[Any], Sequence[Any]]
    parse_action: Callable[[Any, str], Any]
    action_to_json: Callable[[Any], Any]
    action_from_json: Callable[[Any], Any]
    setup_to_json: Callable[[Any], Any]
    game_from_setup: Callable[..., Any]
    state_to_json: Callable[[Any], bytes]
    state_from_json: Callable[..., Any]
    outcome_to_json: Callable[[Any], Any]
    player_counts: Callable[..., tuple[int, ...]]
    rulings: Callable[[dict[str, str]], Any]
    state_laws: Sequence[StateLaw[Any]]
    transition_laws: Sequence[TransitionLaw[Any, Any]]
    state_key: Callable[[Any], bytes]
    """Of two states of one game: the same bytes exactly if they are equal. Fast, and good for one process run only."""

    def __repr__(self) -> str:
        return f"<Ruleset {self.name}>"
