"""The contract: what a game's rules offer, so that everything else works for any game and knows none by name.

A game must say what stands first in `Ruleset`. What follows has a default that is good enough to begin with, and can be
replaced piece by piece.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import attrs

from . import loading
from .actors import CHANCE, Actor
from .analysis import Analysis
from .canonical import JsonObject
from .coverage import Coverage, coverage_of
from .editions import Box, Shelf
from .forms import SetupJson
from .one_box import STANDARD, OneBox
from .outcomes import GameOutcome
from .plain_actions import PlainSpaces, plain_invalid_inputs, plain_policies, read_notation
from .plain_analysis import plain_analysis
from .plain_codec import PlainCodec
from .plain_values import key_of
from .properties import Properties
from .replays import replay_moves
from .rules import Catalogue, Objection, Violation, violations
from .rulings import NoRulings, Readings
from .seats import plain_seats
from .setups import SetupError


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
O = TypeVar("O", bound=GameOutcome)  # noqa: E741  # an outcome
S_contra = TypeVar("S_contra", contravariant=True)
A_contra = TypeVar("A_contra", contravariant=True)
O_contra = TypeVar("O_contra", contravariant=True)

Edition: TypeAlias = str | Path | Box
"""An edition by name, by the path of its file, or as it is."""

Policy: TypeAlias = Callable[[S, Sequence[A], random.Random], A]
"""How a player chooses: given a state and its legal actions (never none), one of them. The generator is the only chance."""


class Objecting(Protocol[S_contra]):
    """Says what speaks against an action: of a state, anything, and who claims to do it (or None)."""

    def __call__(self, state: S_contra, action: object, by: Actor | None = None, /) -> Iterable[Objection]: ...


class Applying(Protocol[S, A_contra]):
    """The state after an action, done by somebody if that is said. Raises IllegalAction with every broken rule."""

    def __call__(self, state: S, action: A_contra, /, by: Actor | None = None) -> S: ...


class JsonCodec(Protocol[S, A, O_contra]):
    """The JSON of a game, there and back. Reading raises JsonError with the place of every mistake."""

    def action_to_json(self, action: A) -> JsonObject: ...

    def action_from_json(self, value: object) -> A: ...

    def setup_to_json(self, state: S) -> SetupJson: ...

    def game_from_setup(self, value: object, edition: Edition | None = None) -> S: ...

    def state_to_json(self, state: S) -> bytes: ...

    def state_from_json(self, data: bytes | str, edition: Edition | None = None) -> S: ...

    def outcome_to_json(self, outcome: O_contra) -> JsonObject: ...


@attrs.frozen(repr=False, kw_only=True)
class Ruleset(Generic[S, A, O]):
    """The rules of one game as pure functions over its states and actions."""

    # --- what a game must say

    name: str
    state_type: type[S]
    action_types: tuple[type[A], ...]
    """The classes of the actions. An action is of one of these, not of a subclass."""
    catalogue: Callable[[], Catalogue]
    _new_game: Callable[..., S]
    """Of a number of players and whatever else is agreed, by name: the game about to begin. See `new_game`."""
    legal_actions: Callable[[S], tuple[A, ...]]
    _objections: Objecting[S]
    """Of a state, anything, and who claims to do it (or None): what speaks against it."""
    apply: Applying[S, A]
    outcome: Callable[[S], O | None]

    # --- what has a default

    title: str = attrs.Factory(lambda self: self.name.replace("-", " ").capitalize(), takes_self=True)
    package: str = attrs.Factory(lambda self: self.state_type.__module__, takes_self=True)
    """The package or module that holds the rules."""
    players: tuple[int, ...] = (2,)
    """The numbers of players, for a game without editions."""
    chance_weights: Callable[[S], tuple[int, ...]] = attrs.Factory(
        lambda self: lambda state: (1,) * len(self.legal_actions(state)) if state.actor is CHANCE else (),
        takes_self=True,
    )
    """The weight of each legal action when chance acts, else nothing. By default all are as likely."""
    properties: Properties[S, A] = attrs.field(factory=Properties)
    seats: Callable[[S], tuple[str, ...]] = plain_seats
    """The names of the players, seat by seat. By default those of `state.setup.seats`, or as many as `state.players` says."""
    editions: Shelf[Box] = attrs.Factory(lambda self: OneBox(self.name, self.title, self.players), takes_self=True)
    """The boxes of the game: those that come with it, and how a file is read as one. By default there is one box, without a file."""
    usual_edition: str = STANDARD
    stress_editions: tuple[str, ...] = ()
    """Editions worth mixing in: they show what the usual one hardly ever does."""
    rulings: type[Readings] = NoRulings
    options: Mapping[str, Callable[[str], object]] = attrs.field(factory=dict)
    """What else can be agreed for a game, as `new_game` takes it by name: how each is read from a word."""
    codec: JsonCodec[S, A, O] = attrs.Factory(PlainCodec, takes_self=True)
    """The game's JSON. By default straight from its classes."""
    parse_action: Callable[[S, str], A] = attrs.Factory(
        lambda self: lambda state, text: read_notation(self, state, text), takes_self=True
    )
    """The action that a text names. By default what `str(action)` writes is found among the action space."""
    action_space: Callable[[S], Sequence[A]] = attrs.Factory(lambda self: PlainSpaces(self).of, takes_self=True)
    """Every action that the state's setup can ever ask for, in the order of their numbers. By default from games played."""
    random_game: Callable[..., S] = attrs.Factory(
        lambda self: (
            lambda rng, players, edition=None, rulings=None: self.new_game(players, edition=edition, rulings=rulings)
        ),
        takes_self=True,
    )
    """Given a generator, a number of players, and maybe an edition and rulings: a varied game about to begin.

    By default all games begin alike."""
    policies: Mapping[str, Policy[S, A]] = attrs.Factory(
        lambda self: plain_policies(self.action_types), takes_self=True
    )
    """Players of different character by name. Together they show whatever can happen in the game."""
    invalid_inputs: Callable[[random.Random, S], Sequence[object]] = attrs.Factory(
        lambda self: lambda rng, state: plain_invalid_inputs(rng, self.legal_actions(state)), takes_self=True
    )
    """Things that must be judged illegal in this state, many of them no actions at all."""
    state_key: Callable[[S], bytes] = key_of
    """Of two states of one game: the same bytes exactly if they are equal, in every process of one version of Python.

    Fast, and no format to store."""
    analysis: Analysis[S, A, O] = attrs.Factory(plain_analysis, takes_self=True)
    """What players, tables of moves and menus need of the game."""
    drawing: str = "towerup.view.plain"
    """The module that draws the game's states, by name. By default as a table of their fields; our own games have theirs in `view`."""
    outcome_rules: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    """The rules that settle each field of an outcome, by its name in JSON."""
    _agreed: Callable[[S], Mapping[str, object]] | None = None
    """Of a game about to begin: its options. Needed only where they are not what the JSON of its setup has."""
    public: str = ""
    """What printed code calls the package with the game's functions, as `tu`; empty if code must find the ruleset by name."""
    engine: str | None = None
    """The module with the game's engine, if it has one: its `pack` makes a position of a state. Imported when it is used."""
    forbidding: frozenset[str] = frozenset()
    """The rules that can forbid an action: those that objections name."""
    coverage: Coverage = attrs.Factory(lambda rules: coverage_of(rules.properties, rules.forbidding), takes_self=True)

    def __attrs_post_init__(self) -> None:
        if not hasattr(self.state_type, "ruleset"):
            setattr(self.state_type, "ruleset", self)  # noqa: B010  # to a type checker it is a property of states
        # A copy of a game with a fault planted in it has another name; nobody needs to know of it.
        if self.state_type.__module__.startswith(self.package):
            loading.announce(self.name, self, self.state_type)

    def new_game(self, players: int | Sequence[str], **agreed: object) -> S:
        """A game about to begin. A game without editions or rulings is asked for none."""
        edition = agreed.get("edition")
        if isinstance(self.editions, OneBox):
            agreed.pop("edition", None)
            box = self.editions.load(self.usual_edition if edition is None else edition)  # type: ignore[arg-type]  # anything else is refused
            if players not in box.players:
                raise SetupError(f"{self.title} is for {', '.join(map(str, box.players))} players, not {players!r}")
        if self.rulings is NoRulings:
            agreed.pop("rulings", None)
        return self._new_game(players, **agreed)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """Everything that must hold in the game: its properties, without the events that must happen sometimes."""
        return tuple(self.properties.claims)

    def objections(self, state: S, action: object, by: Actor | None = None) -> list[Objection]:
        """What speaks against an action, the most basic objection first; nothing if it is legal."""
        return list(self._objections(state, action, by))

    def explain(self, state: S, action: object, by: Actor | None = None) -> tuple[Violation, ...]:
        """Every rule that an action breaks, with its title and citations; empty exactly if it is legal."""
        return violations(self.catalogue(), self._objections(state, action, by))

    def player_counts(self, edition: Edition | None = None) -> tuple[int, ...]:
        """The numbers of players that an edition is for; the usual one if none is named."""
        return self.editions.load(self.usual_edition if edition is None else edition).players

    def decide(self, state: S, legal: Sequence[A], policies: Sequence[Policy[S, A]], chooser: random.Random) -> A:
        """One of the legal actions: what chance brings, or what the player to act chooses by their policy, seat by seat."""
        if state.actor is CHANCE:
            return chooser.choices(legal, self.chance_weights(state))[0]
        assert isinstance(state.actor, int)
        return policies[state.actor](state, legal, chooser)

    def agreed(self, start: S) -> Mapping[str, object]:
        """The options of a game about to begin, as `new_game` takes them by name."""
        if self._agreed is not None:
            return self._agreed(start)
        setup: Mapping[str, object] = self.setup_to_json(start)
        return {name: setup[name] for name in self.options}

    def replay(self, edition: Edition, players: int | Sequence[str], moves: str = "", **agreed: object) -> S:
        """The state after these moves, chance's included, in notation with a semicolon or a line end between them."""
        return replay_moves(self.new_game(players, edition=edition, **agreed), moves)

    def edition_from_data(self, data: dict[str, object]) -> Box:
        """The edition with this data, of the form of an edition file. Raises EditionError with every mistake."""
        return self.editions.from_data(data)

    def action_to_json(self, action: A) -> JsonObject:
        """An action as a JSON value: its `type` and its fields."""
        return self.codec.action_to_json(action)

    def action_from_json(self, value: object) -> A:
        """The action of a JSON value. Whether its names exist and it is legal is for `explain` to say."""
        return self.codec.action_from_json(value)

    def setup_to_json(self, state: S) -> SetupJson:
        """The setup of a state as a JSON value: what a record's header holds."""
        return self.codec.setup_to_json(state)

    def game_from_setup(self, value: object, edition: Edition | None = None) -> S:
        """The game about to begin that a setup in JSON describes."""
        return self.codec.game_from_setup(value, edition)

    def state_to_json(self, state: S) -> bytes:
        """A state as canonical JSON: the same state, the same bytes."""
        return self.codec.state_to_json(state)

    def state_from_json(self, data: bytes | str, edition: Edition | None = None) -> S:
        """The state of a JSON text. Raises JsonError for a wrong form, ImpossiblePosition for a state no game can reach."""
        return self.codec.state_from_json(data, edition)

    def outcome_to_json(self, outcome: O) -> JsonObject:
        """An outcome as a JSON value."""
        return self.codec.outcome_to_json(outcome)

    def __repr__(self) -> str:
        return f"<Ruleset {self.name}>"


AnyRuleset: TypeAlias = Ruleset[Any, Any, Any]
"""The rules of any game, for code that knows none by name."""
