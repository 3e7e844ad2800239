"""The contract: what a game's rules offer, so that everything else works for any game and knows none by name.

A game must say what stands first in `Ruleset`. What follows has a default that is good enough to begin with.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

import attrs

from .actors import CHANCE, Actor
from .analysis import Analysis
from .coverage import Coverage, coverage_of
from .editions import Box, Shelf
from .invariants import StateLaw, TransitionLaw
from .properties import Properties
from .rules import Catalogue, Objection, Violation, violations
from .rulings import Readings

if TYPE_CHECKING:
    from .codec import Codec


class GameState(Protocol):
    """What every game's state can tell."""

    @property
    def actor(self) -> Actor: ...

    @property
    def ruleset(self) -> AnyRuleset: ...


class Claim(Protocol):
    """Something that must hold: its name, the rules it speaks of, and what it says in words."""

    @property
    def name(self) -> str: ...

    @property
    def rules(self) -> tuple[str, ...]: ...

    @property
    def statement(self) -> str: ...


S = TypeVar("S", bound=GameState)
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741  # an outcome

Policy: TypeAlias = Callable[[S, Sequence[A], random.Random], A]
"""How a player chooses: given a state and its legal actions (never none), one of them. The generator is the only chance."""


@attrs.frozen(repr=False, kw_only=True)
class Ruleset(Generic[S, A, O]):
    """The rules of one game as pure functions over its states and actions."""

    name: str
    title: str
    package: str
    """The package that holds the rules, their catalogue and the faults to be planted in them."""
    catalogue: Callable[[], Catalogue]
    new_game: Callable[..., S]
    legal_actions: Callable[[S], tuple[A, ...]]
    chance_weights: Callable[[S], tuple[int, ...]]
    _objections: Callable[..., Iterable[Objection]]
    """Given a state, anything, and who claims to do it (or None): what speaks against it."""
    apply: Callable[..., S]
    outcome: Callable[[S], O | None]
    parse_action: Callable[[S, str], A]
    codec: Callable[[], Codec[Any, Any]]
    """The game's JSON, imported when it is first needed: loading it takes longer than all the rules."""
    editions: Shelf[Any]
    """The boxes of the game: those that come with it, and how a file is read as one."""
    usual_edition: str
    rulings: Callable[[dict[str, str]], Readings]
    analysis: Analysis
    """What players, tables of moves and menus need of the game."""
    random_game: Callable[..., S]
    """Given a generator, a number of players, and maybe an edition and rulings: a varied game about to begin."""
    action_space: Callable[[S], Sequence[A]]
    """Every action that the state's setup can ever ask for, in the order of their numbers."""
    invalid_inputs: Callable[[random.Random, S], Sequence[object]]
    """Things that must be judged illegal in this state, many of them no actions at all."""
    state_key: Callable[[S], bytes]
    """Of two states of one game: the same bytes exactly if they are equal, in every process of one version of Python.

    Fast, and no format to store."""
    policies: Mapping[str, Policy[S, A]]
    """Players of different character by name. Together they show whatever can happen in the game."""
    outcome_rules: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    """The rules that settle each field of an outcome, by its name in JSON."""
    options: Mapping[str, Callable[[str], object]] = attrs.field(factory=dict)
    """What else can be agreed for a game, as `new_game` takes it by name: how each is read from a word."""
    stress_editions: tuple[str, ...] = ()
    """Editions worth mixing in: they show what the usual one hardly ever does."""
    properties: Properties[S, A] = attrs.field(factory=Properties)
    engine: str | None = None
    """The module with the game's engine, if it has one: its `pack` makes a position of a state. Imported when it is used."""

    state_laws: Sequence[StateLaw[S]] = ()
    transition_laws: Sequence[TransitionLaw[S, A]] = ()
    offer_laws: Sequence[StateLaw[S]] = ()
    forbidding: frozenset[str] = frozenset()
    """The rules that can forbid an action: those that objections name."""
    coverage: Coverage = attrs.Factory(lambda rules: coverage_of(rules.properties, rules.forbidding), takes_self=True)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """Everything that must hold in the game: its properties or, for a game that has none yet, its laws."""
        return (*self.properties.claims, *self.state_laws, *self.transition_laws, *self.offer_laws)

    def objections(self, state: S, action: object, by: Actor | None = None) -> list[Objection]:
        """What speaks against an action, the most basic objection first; nothing if it is legal."""
        return list(self._objections(state, action, by))

    def explain(self, state: S, action: object, by: Actor | None = None) -> tuple[Violation, ...]:
        """Every rule that an action breaks, with its title and citations; empty exactly if it is legal."""
        return violations(self.catalogue(), self._objections(state, action, by))

    def player_counts(self, edition: str | Box | None = None) -> tuple[int, ...]:
        """The numbers of players that an edition is for; the usual one if none is named."""
        counts: tuple[int, ...] = self.editions.load(self.usual_edition if edition is None else edition).players
        return counts

    def decide(self, state: S, legal: Sequence[A], policies: Sequence[Policy[S, A]], chooser: random.Random) -> A:
        """One of the legal actions: what chance brings, or what the player to act chooses by their policy, seat by seat."""
        if state.actor is CHANCE:
            return chooser.choices(legal, self.chance_weights(state))[0]
        assert isinstance(state.actor, int)
        return policies[state.actor](state, legal, chooser)

    def action_to_json(self, action: A) -> Any:
        """An action as a JSON value: its `type` and its fields."""
        return self.codec().action_to_json(action)

    def action_from_json(self, value: Any) -> A:
        """The action of a JSON value. Whether its names exist and it is legal is for `explain` to say."""
        action: A = self.codec().action_from_json(value)
        return action

    def setup_to_json(self, state: Any) -> Any:
        """The setup of a state as a JSON value: what a record's header holds."""
        return self.codec().setup_to_json(state.setup)

    def game_from_setup(self, value: Any, edition: Any = None) -> S:
        """The game about to begin that a setup in JSON describes."""
        codec = self.codec()
        state: S = codec.first_state(codec.setup_from_json(value, edition))
        return state

    def state_to_json(self, state: S) -> bytes:
        """A state as canonical JSON: the same state, the same bytes."""
        return self.codec().state_to_json(state)

    def state_from_json(self, data: bytes | str, edition: Any = None) -> S:
        """The state of a JSON text. Raises JsonError for a wrong form, ImpossiblePosition for a state no game can reach."""
        state: S = self.codec().state_from_json(data, edition)
        return state

    def outcome_to_json(self, outcome: O) -> Any:
        """An outcome as a JSON value."""
        return self.codec().outcome_to_json(outcome)

    def __repr__(self) -> str:
        return f"<Ruleset {self.name}>"


AnyRuleset: TypeAlias = Ruleset[Any, Any, Any]
"""The rules of any game, for code that knows none by name."""
