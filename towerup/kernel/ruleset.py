"""The contract: what a game's rules offer, so that all else works for any game and knows none by name."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import attrs

from .actors import CHANCE, Actor
from .analysis import Analysis
from .coverage import Coverage
from .editions import Shelf
from .invariants import StateLaw, TransitionLaw
from .rules import Catalogue, Finding, Violation

if TYPE_CHECKING:
    from .codec import Codec


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
    parse_action: Callable[[Any, str], Any]
    codec: Callable[[], Codec[Any, Any]]
    """The game's JSON, imported when it is first asked for: loading it takes longer than all the rules."""
    outcome_rules: Mapping[str, tuple[str, ...]]
    """The rules that settle each field of an outcome, by its name in JSON."""
    editions: Shelf[Any]
    """The boxes of the game: those that come with it, and how a file is read as one."""
    usual_edition: str
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

    def player_counts(self, edition: Any = None) -> tuple[int, ...]:
        """The numbers of players that an edition is for; the usual one if none is named."""
        counts: tuple[int, ...] = self.editions.load(self.usual_edition if edition is None else edition).players
        return counts

    def action_space(self, state: Any) -> Sequence[Any]:
        """Every action that the state's setup can ever ask for, in the order of their numbers; the same object each time."""
        actions: Sequence[Any] = state.setup.space.actions
        return actions

    def decided(self, state: Any, legal: Sequence[Any], tempers: Sequence[Temper], chooser: random.Random) -> Any:
        """One of the legal actions: what chance brings, or what whoever is to act chooses by their temper, seat by seat."""
        if state.actor is CHANCE:
            return chooser.choices(legal, self.chance_weights(state))[0]
        return tempers[state.actor](state, legal, chooser)

    def action_to_json(self, action: Any) -> Any:
        """An action as a JSON value: its `type` and its fields."""
        return self.codec().action_to_json(action)

    def action_from_json(self, value: Any) -> Any:
        """The action of a JSON value. Whether its names exist and it is legal is for `explain` to say."""
        return self.codec().action_from_json(value)

    def setup_to_json(self, state: Any) -> Any:
        """The setup of a state as a JSON value: what a record's header holds."""
        return self.codec().setup_to_json(state.setup)

    def game_from_setup(self, value: Any, edition: Any = None) -> Any:
        """The game about to begin that a setup in JSON describes."""
        codec = self.codec()
        return codec.first_state(codec.setup_from_json(value, edition))

    def state_to_json(self, state: Any) -> bytes:
        """A state as canonical JSON: the same state, the same bytes."""
        return self.codec().state_to_json(state)

    def state_from_json(self, data: bytes | str, edition: Any = None) -> Any:
        """The state of a JSON text; raises JsonError for a wrong form, ImpossiblePosition for a state no game can reach."""
        return self.codec().state_from_json(data, edition)

    def outcome_to_json(self, outcome: Any) -> Any:
        """An outcome as a JSON value."""
        return self.codec().outcome_to_json(outcome)

    def __repr__(self) -> str:
        return f"<Ruleset {self.name}>"
