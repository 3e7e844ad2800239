"""The contract: what a game's rules offer, so that all else works for any game and knows none by name."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

import attrs

from .actors import Actor
from .analysis import Analysis
from .coverage import Coverage
from .editions import Shelf
from .invariants import StateLaw, TransitionLaw
from .rules import Catalogue, Finding, Violation


class GameState(Protocol):
    """What every game's state can tell."""

    @property
    def actor(self) -> Actor: ...

    @property
    def ruleset(self) -> Ruleset: ...


Temper: TypeAlias = Callable[[Any, Sequence[Any], random.Random], Any]
"""How a player chooses: of a state and its legal actions (never none) one, with this generator as the only chance."""


@attrs.frozen(repr=False)
class Ruleset:
    """The rules of one game as pure functions over its states and actions."""

    name: str
    title: str
    package: str
    """The package that holds the rules, their catalogue and the faults to be planted in them."""
    catalogue: Callable[[], Catalogue]
    new_game: Callable[..., Any]
    legal_actions: Callable[[Any], tuple[Any, ...]]
    chance_weights: Callable[[Any], tuple[int, ...]]
    explain: Callable[..., tuple[Violation, ...]]
    findings: Callable[..., Sequence[Finding]]
    """What `explain` finds, without titles and citations: for those who judge thousands of actions."""
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
    outcome_rules: Mapping[str, tuple[str, ...]]
    """The rules that settle each field of an outcome, by its name in JSON."""
    editions: Shelf[Any]
    """The boxes of the game: those that come with it, and how a file is read as one."""
    usual_edition: str
    edition_from_text: Callable[[str, str], Any]
    """The edition that the text of a file describes; the second is what to call the file in a message."""
    player_counts: Callable[..., tuple[int, ...]]
    rulings: Callable[[dict[str, str]], Any]
    options: Mapping[str, Callable[[str], Any]]
    """What else can be agreed for a game, as `new_game` takes it by name: how each is read from a word."""
    state_laws: Sequence[StateLaw[Any]]
    transition_laws: Sequence[TransitionLaw[Any, Any]]
    offer_laws: Sequence[StateLaw[Any]]
    """Laws over what is legal. They take their time, and are asked where judge and generator are compared."""
    coverage: Coverage
    tempers: Mapping[str, Temper]
    """Players of different temper by name: together they show whatever can happen in the game."""
    drawn_game: Callable[..., Any]
    """Of a generator, a number of players, and if wanted an edition and rulings: a varied game about to begin."""
    oddities: Callable[[random.Random, Any], Sequence[object]]
    """Things to hand in that must be judged illegal in this state, many of them no actions at all."""
    companions: tuple[str, ...]
    """Editions worth mixing in: they show what the usual one hardly ever does."""
    state_key: Callable[[Any], bytes]
    """Of two states of one game: the same bytes exactly if they are equal, in every process of one version of Python.

    Fast, and no format to store."""
    analysis: Analysis
    """What players, tables of moves and menus need of the game."""

    def __repr__(self) -> str:
        return f"<Ruleset {self.name}>"
