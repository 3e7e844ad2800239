"""The state: what the table shows, by name, and nothing else.

The order of shuffled cards is hidden, so the state has none: of the pile there are counts, layer by layer (NY-BOX-05). Where
workers are is not kept: a lot of a player has a worker on it exactly while no building of theirs touches it (NY-BOX-02).
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

import attrs

from towerup.kernel.actors import CHANCE, Actor
from towerup.kernel.frozen import Counts, as_counts, as_names, check_type
from towerup.kernel.states import BaseState

from .box.board import SMALL, Board
from .box.challenges import Challenge
from .box.edition import Box, Edition
from .box.placements import Placements
from .box.tiles import Technology
from .rulings import Rulings

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import networkx as nx

    from towerup.kernel.ruleset import AnyRuleset


class Phase(StrEnum):
    """What the table waits for."""

    OPEN = "open"
    """Chance deals the market for the start."""
    TURN = "turn"
    """A player begins a turn."""
    RENEW = "renew"
    """Chance deals the market anew, for a Market Shift."""
    GRAB = "grab"
    """A player acquires the first lot of a Land Grab."""
    BUILD = "build"
    """A player has acquired a lot, and may build."""
    AFTER = "after"
    """A player has built, and may use another card or end the turn."""
    BOOM = "boom"
    """A player builds the second building, for a Construction Boom."""
    FILL = "fill"
    """The turn is over: chance fills the market."""
    OVER = "over"
    """Nothing: the game is over."""


DEALING = (Phase.OPEN, Phase.RENEW, Phase.FILL)
"""The phases in which chance deals land cards."""


class Cause(StrEnum):
    """What triggered the end."""

    TILES = "few tiles unbuilt"
    MARKET = "market not filled"


class Card(StrEnum):
    """The action cards."""

    BOOM = "boom"
    SHIFT = "shift"
    GRAB = "grab"

    @property
    def title(self) -> str:  # type: ignore[override]  # a card has a title; nobody puts its name in capitals
        """What stands on the card."""
        return {"boom": "Construction Boom", "shift": "Market Shift", "grab": "Land Grab"}[self.value]


def _as_buildings(value: Iterable[Building]) -> tuple[Building, ...]:
    return tuple(value)


def _as_layers(value: Iterable[Mapping[str, int]]) -> tuple[Counts, ...]:
    return tuple(map(as_counts, value))


@attrs.frozen
class Building:
    """A building: its tile, and the cells under it row by row."""

    tile: str
    cells: tuple[str, ...] = attrs.field(converter=as_names)

    def __attrs_post_init__(self) -> None:
        check_type("tile", self.tile, str)


@attrs.frozen
class Player:
    """What belongs to a player: points, lots, buildings, tiles not built yet, unused action cards."""

    colour: str
    points: int
    lots: tuple[str, ...] = attrs.field(converter=as_names)
    buildings: tuple[Building, ...] = attrs.field(converter=_as_buildings)
    tiles: tuple[str, ...] = attrs.field(converter=as_names)
    cards: tuple[str, ...] = attrs.field(converter=as_names)

    def __attrs_post_init__(self) -> None:
        check_type("colour", self.colour, str)
        check_type("points", self.points, int)
        for building in self.buildings:
            check_type("a building", building, Building)


@attrs.frozen
class Ending:
    """The end is coming: what triggered it, and which seat."""

    cause: Cause = attrs.field(converter=Cause)
    seat: int

    def __attrs_post_init__(self) -> None:
        check_type("seat", self.seat, int)


@attrs.frozen
class Setup:
    """What was agreed before the game. `characters` are the districts where the players start, seat by seat."""

    box: Box
    seats: tuple[str, ...]
    characters: tuple[str, ...]
    streets: tuple[str, ...]
    challenge: str | None
    expert: bool
    rulings: Rulings

    @property
    def edition(self) -> Edition:
        return self.box.edition

    @property
    def board(self) -> Board:
        return self.box.edition.board

    @property
    def placements(self) -> Placements:
        """Every way in which a tile can lie (NY-BUILD-08)."""
        across = self.rulings.street_spanning == "across"
        return self.edition.placements_across if across else self.edition.placements

    @property
    def challenge_card(self) -> Challenge | None:
        """The challenge in play, if there is one."""
        return next((one for one in self.edition.challenges if one.id == self.challenge), None)

    def starting_lot(self, seat: int) -> str:
        """The lot that the character of a seat shows (NY-SETUP-02)."""
        return next(one.start for one in self.board.districts if one.id == self.characters[seat])

    def __repr__(self) -> str:
        changed = "".join(f", {name}={value}" for name, value in self.rulings.changed.items())
        seats = ", ".join(f"{seat} in {where}" for seat, where in zip(self.seats, self.characters, strict=True))
        return f"<Setup {self.edition.name}: {seats}{', experts' if self.expert else ''}{changed}>"


@attrs.frozen(repr=False)
class State(BaseState):
    """A moment of a game. Get one from `new_game`, `apply`, `replay` or `position`. `problems(state)` checks one made by hand.

    `seat` is whose turn it is, `technology` the newest that this player may build. `second_lot` says whether the second lot of a
    Land Grab may still be acquired. `market` counts land cards, and so does each layer of the `pile`, the top one first.
    """

    ruleset: ClassVar[AnyRuleset]
    """The rules of the game: `ruleset.py` sets it."""

    setup: Setup
    phase: Phase = attrs.field(converter=Phase)
    seat: int
    technology: Technology
    players: tuple[Player, ...]
    legendaries: tuple[str, ...] = attrs.field(converter=as_names)
    market: Counts = attrs.field(converter=as_counts)
    pile: tuple[Counts, ...] = attrs.field(converter=_as_layers)
    second_lot: bool = False
    ending: Ending | None = None

    def __attrs_post_init__(self) -> None:
        check_type("setup", self.setup, Setup)
        check_type("seat", self.seat, int)
        check_type("technology", self.technology, Technology)
        check_type("players", self.players, tuple)
        for player in self.players:
            check_type("a player", player, Player)
        check_type("second_lot", self.second_lot, bool)
        if self.ending is not None:
            check_type("ending", self.ending, Ending)

    @property
    def box(self) -> Box:
        """What this number of players use of the edition."""
        return self.setup.box

    @property
    def board(self) -> nx.Graph[str]:
        """The cells as a frozen networkx graph, with lot, district, streets and frontage."""
        return self.setup.board.graph

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.seat]

    @property
    def actor(self) -> Actor:
        """Who decides: a seat, `CHANCE`, or None when the game is over."""
        if self.phase in DEALING:
            return CHANCE
        return None if self.phase is Phase.OVER else self.seat

    @property
    def cards_in_pile(self) -> int:
        """How many land cards are in the pile."""
        return sum(layer.total for layer in self.pile)

    def with_player(self, player: Player) -> tuple[Player, ...]:
        """The players, with another one for the player whose turn it is."""
        return (*self.players[: self.seat], player, *self.players[self.seat + 1 :])

    def built_lots(self, seat: int) -> set[str]:
        """The lots that a building of this player touches."""
        lot_of = self.setup.board.lot_of
        return {lot_of[cell] for building in self.players[seat].buildings for cell in building.cells}

    def bare_lots(self, seat: int) -> list[str]:
        """The lots of a player with a worker on them: those that no building of the player touches (NY-BOX-02)."""
        built = self.built_lots(seat)
        return [lot for lot in self.players[seat].lots if lot not in built]

    def free_workers(self, seat: int) -> int:
        """How many workers of a player are on no lot (NY-BOX-02)."""
        return self.setup.edition.workers - len(self.bare_lots(seat))

    def __repr__(self) -> str:
        built = sum(len(player.buildings) for player in self.players)
        variant = ", experts" if self.setup.expert else ""
        return (
            f"<State {self.setup.edition.name}, {len(self.players)} players{variant}, {built} buildings: "
            f"waits for {prompt(self)}>"
        )


def shows_small_card(state: State) -> bool:
    """Whether a card in the market is for a lot of two cells."""
    return any(card.endswith(f"-{SMALL}") for card in state.market)


def can_take_second_lot(state: State, seat: int) -> bool:
    """Whether the second lot of a Land Grab can be acquired now."""
    return state.second_lot and state.free_workers(seat) > 0 and shows_small_card(state)


def must_take_second_lot(state: State, seat: int) -> bool:
    """Whether a second lot can be acquired and, by the ruling `second_lot`, must be (NY-CARD-09)."""
    return state.setup.rulings.second_lot == "compulsory" and can_take_second_lot(state, seat)


def prompt(state: State) -> str:
    """What the table waits for, in words."""
    who = state.setup.seats[state.seat]
    if must_take_second_lot(state, state.seat):
        either = state.phase is Phase.BUILD and state.setup.rulings.land_grab == "freed_worker"
        return f"{who} to acquire a second lot{', or to build first' if either else ''}"
    second = "to acquire a second lot, " if state.second_lot else ""
    prompts = {
        Phase.OPEN: "the market to be dealt for the start",
        Phase.RENEW: "the market to be dealt for a Market Shift",
        Phase.FILL: f"the market to be dealt after the turn of {who}",
        Phase.TURN: f"{who} to begin a turn",
        Phase.GRAB: f"{who} to acquire the first of two lots",
        Phase.BUILD: f"{who} {second}to build, or to end the turn",
        Phase.AFTER: f"{who} {second}to go on after building, or to end the turn",
        Phase.BOOM: f"{who} to build a second building",
        Phase.OVER: "nothing: the game is over",
    }
    return prompts[state.phase]
