"""The state: what the table shows, by name, and nothing else.

The order of the draw pile is hidden, so the state has none: the unseen cards are counts (TU-BOX-05).
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

import attrs

from towerup.kernel.actors import CHANCE, Actor
from towerup.kernel.frozen import Counts, FrozenDict, as_counts, as_names, check_type, frozen_dict
from towerup.kernel.states import BaseState

from .box.edition import Box, Edition
from .rulings import Rulings

if TYPE_CHECKING:
    import networkx as nx

    from towerup.kernel.ruleset import AnyRuleset


class Phase(StrEnum):
    """What the table waits for."""

    DEAL = "deal"
    """Chance draws the objectives."""
    REVEAL_START = "reveal_start"
    """Chance reveals the market, and further cards for starting floors."""
    PLACE = "place"
    """The first player places a starting floor."""
    TURN = "turn"
    """A player takes a card or founds a building."""
    REVEAL = "reveal"
    """Chance refills the market."""
    BACK = "back"
    """A player puts floors back."""
    OVER = "over"
    """Nothing: the game is over."""


def _as_phase(value: str) -> Phase:
    return value if type(value) is Phase else Phase(value)


class Cause(StrEnum):
    """What triggered the end."""

    LAST_ROOF = "last roof"
    SHORTAGE = "shortage"
    BOTH = "last roof and shortage"
    """A last roof and then a shortage, where the ruling `second_trigger` lets the shortage count as well."""


@attrs.frozen
class Building:
    """A building: its colour, its number of floors, and the roofs in it by level (the ground floor is level 1)."""

    colour: str
    floors: int = 1
    roofs: FrozenDict[int, str] = attrs.field(default=FrozenDict(), converter=frozen_dict)

    def __attrs_post_init__(self) -> None:
        check_type("colour", self.colour, str)
        check_type("floors", self.floors, int)

    @property
    def top(self) -> str | None:
        """The roof on the top floor, if there is one: the colour of its owner."""
        return self.roofs.get(self.floors)


@attrs.frozen
class Player:
    """What lies before a player.

    `roof` is the player's colour, `roofs` the number of roofs in hand. `vehicles` are steps by colour, `chips` what they are
    worth by objective. `cone` is the number of roofs counted, 0 for none; None until they are counted.
    """

    roof: str
    stock: Counts = attrs.field(converter=as_counts)
    vehicles: FrozenDict[str, int] = attrs.field(converter=frozen_dict)
    roofs: int
    chips: FrozenDict[str, int] = attrs.field(default=FrozenDict(), converter=frozen_dict)
    cone: int | None = None

    def __attrs_post_init__(self) -> None:
        check_type("roof", self.roof, str)
        check_type("roofs", self.roofs, int)
        if self.cone is not None:
            check_type("cone", self.cone, int)


@attrs.frozen
class Ending:
    """The end is coming: what triggered it, through which seat, and how many turns are left, the present one included."""

    cause: Cause = attrs.field(converter=Cause)
    seat: int
    turns_left: int

    def __attrs_post_init__(self) -> None:
        check_type("seat", self.seat, int)
        check_type("turns_left", self.turns_left, int)


@attrs.frozen
class Setup:
    """What was agreed before the game. `objectives` is empty until chance has dealt them."""

    box: Box
    seats: tuple[str, ...]
    objectives: tuple[str, ...]
    starting_floors: int
    rulings: Rulings

    @property
    def edition(self) -> Edition:
        return self.box.edition


@attrs.frozen(repr=False)
class State(BaseState):
    """A moment of a game. Get one from `new_game`, `apply`, `replay` or `position`. `problems(state)` checks one made by hand.

    `seat` is whose turn it is. `extra_turn` says that this turn is an extra one, `another_turn` that one has been earned and
    follows it. `pile` and `discards` count cards by what they show; until the starting floors are known the pile counts
    printed cards, as `bgw/black`. `starting` has the colours of the starting floors still to be placed.
    """

    ruleset: ClassVar[AnyRuleset]
    """The rules of the game: `ruleset.py` sets it."""

    setup: Setup
    phase: Phase = attrs.field(converter=_as_phase)
    seat: int
    buildings: FrozenDict[str, Building] = attrs.field(converter=frozen_dict)
    players: tuple[Player, ...]
    container: Counts = attrs.field(converter=as_counts)
    market: tuple[str, ...] = attrs.field(converter=as_names)
    pile: Counts = attrs.field(converter=as_counts)
    discards: Counts = attrs.field(default=Counts(), converter=as_counts)
    extra_turn: bool = False
    another_turn: bool = False
    ending: Ending | None = None
    starting: tuple[str, ...] = attrs.field(default=(), converter=as_names)

    def __attrs_post_init__(self) -> None:
        check_type("setup", self.setup, Setup)
        check_type("seat", self.seat, int)
        check_type("players", self.players, tuple)
        check_type("extra_turn", self.extra_turn, bool)
        check_type("another_turn", self.another_turn, bool)
        if self.ending is not None:
            check_type("ending", self.ending, Ending)

    @property
    def box(self) -> Box:
        """What this number of players use of the edition."""
        return self.setup.box

    @property
    def board(self) -> nx.Graph[str]:
        """The board as a frozen networkx graph: sites with district, parks and lakes, joined by roads."""
        return self.setup.box.board

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.seat]

    @property
    def actor(self) -> Actor:
        """Who decides: a seat, `CHANCE`, or None when the game is over."""
        if self.phase in (Phase.DEAL, Phase.REVEAL_START, Phase.REVEAL):
            return CHANCE
        return None if self.phase is Phase.OVER else self.seat

    def with_player(self, player: Player) -> tuple[Player, ...]:
        """The players, with another one for the player whose turn it is."""
        return (*self.players[: self.seat], player, *self.players[self.seat + 1 :])

    def __repr__(self) -> str:
        return (
            f"<State {self.setup.edition.name}, {len(self.players)} players, {len(self.buildings)} buildings: "
            f"waits for {prompt(self)}>"
        )


def prompt(state: State) -> str:
    """What the table waits for, in words."""
    who = state.setup.seats[state.seat]
    prompts = {
        Phase.DEAL: "the objectives to be dealt",
        Phase.REVEAL_START: "a card to be revealed",
        Phase.PLACE: f"{who} to place a starting floor",
        Phase.TURN: f"{who} to take a card or found a building",
        Phase.REVEAL: "the market to be refilled",
        Phase.BACK: f"{who} to put back floors",
        Phase.OVER: "nothing: the game is over",
    }
    return prompts[state.phase]
