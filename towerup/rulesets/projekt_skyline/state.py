"""The state: what the table shows, by name, and nothing else.

The order of the cards that nobody has seen is hidden, so the state has none: they are counts. The cards that have been used
lie under the pile in an order that everybody knows (PS-BOX-06).
"""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import attrs

from towerup.kernel.actors import CHANCE, Actor
from towerup.kernel.frozen import Counts, FrozenDict, as_counts, as_names, check_type, frozen_dict
from towerup.kernel.states import BaseState

from .box.board import Board
from .box.cards import Card, Kind
from .box.edition import Edition
from .rulings import Rulings

if TYPE_CHECKING:
    import networkx as nx

    from towerup.kernel.ruleset import AnyRuleset

SKYSCRAPER = 3
"""The floors of a skyscraper."""


class Phase(StrEnum):
    """What the table waits for."""

    CORNER = "corner"
    """A player chooses the round space to start on."""
    PLACE = "place"
    """A player places a skyscraper or a floor for the start."""
    ROLL = "roll"
    """Chance rolls both dice for a turn."""
    BUILD = "build"
    """A player moves the architect and builds."""
    DRAW = "draw"
    """Chance draws an action card."""
    CARD = "card"
    """A player chooses how to follow the card."""
    THROW = "throw"
    """Chance rolls for the card: the white die, or both."""
    OVER = "over"
    """Nothing: the game is over."""


def _as_phase(value: str) -> Phase:
    return value if type(value) is Phase else Phase(value)


CARD_PHASES = (Phase.DRAW, Phase.CARD, Phase.THROW)
"""While these last somebody draws or follows a card."""


class Cause(StrEnum):
    """What ended the game."""

    LAST_SKYSCRAPER = "last skyscraper"
    UNPAID_RENT = "unpaid rent"
    UNPAID_TAX = "unpaid tax"
    """Where the ruling `unpaid_tax` ends the game for it."""


@attrs.frozen
class Construction:
    """A construction: the colour of its owner, and how many floors it has; 3 is a skyscraper."""

    owner: str
    floors: int = 1

    def __attrs_post_init__(self) -> None:
        check_type("owner", self.owner, str)
        check_type("floors", self.floors, int)


@attrs.frozen
class Player:
    """What belongs to a player: money, where the pawn is, and what is in the reserve.

    `borrowed` floors are on the board: they are of a colour that nobody plays.
    """

    colour: str
    cash: int
    pawn: str | None
    floors: int
    skyscrapers: int
    borrowed: int = 0

    def __attrs_post_init__(self) -> None:
        check_type("colour", self.colour, str)
        check_type("cash", self.cash, int)
        check_type("floors", self.floors, int)
        check_type("skyscrapers", self.skyscrapers, int)
        check_type("borrowed", self.borrowed, int)
        if self.pawn is not None:
            check_type("pawn", self.pawn, str)


@attrs.frozen
class Ending:
    """The game has ended: why, through which seat, and for a debt how much is owed and to which seat; None is the bank."""

    cause: Cause = attrs.field(converter=Cause)
    seat: int
    debt: int = 0
    creditor: int | None = None

    def __attrs_post_init__(self) -> None:
        check_type("seat", self.seat, int)
        check_type("debt", self.debt, int)
        if self.creditor is not None:
            check_type("creditor", self.creditor, int)


@attrs.frozen(repr=False)
class Setup:
    """What was agreed before the game. `seats` are the colours clockwise, the first player first."""

    edition: Edition
    seats: tuple[str, ...]
    expert: bool
    rulings: Rulings

    @property
    def board(self) -> Board:
        return self.edition.board

    @cached_property
    def skyscrapers(self) -> int:
        """How many skyscrapers each player takes (PS-SETUP-01)."""
        players = len(self.seats)
        if self.rulings.skyscrapers == "summary":
            return self.edition.skyscrapers_of_summary.get(players, self.edition.skyscrapers[players])
        return self.edition.skyscrapers[players]

    @cached_property
    def deck(self) -> Counts:
        """The cards in the game: with two players the one that swaps opponents' constructions is out (PS-SETUP-09, PS-BOX-03)."""
        out = [Kind.SWAP_OTHERS] if len(self.seats) == 2 else []
        return Counts({card.id: card.count for card in self.edition.cards if card.kind not in out})

    @cached_property
    def spare(self) -> int:
        """How many floors there are of colours that nobody plays (PS-BUILD-07)."""
        return self.edition.floors * (len(self.edition.colours) - len(self.seats))

    def __repr__(self) -> str:
        changed = "".join(f", {name}={value}" for name, value in self.rulings.changed.items())
        variant = ", variant for experts" if self.expert else ""
        return f"<Setup {self.edition.name}: {', '.join(self.seats)}{variant}{changed}>"


@attrs.frozen(repr=False)
class State(BaseState):
    """A moment of a game. Get one from `new_game`, `apply`, `replay` or `position`. `problems(state)` checks one made by hand.

    `seat` is whose turn it is. `drawer` is the seat that draws or follows a card: another one only where a card has moved its
    pawn onto a round space. `die` is what the black die shows while somebody builds, `card` what is being followed. `unseen`
    counts the cards on top of the pile; `used` are those under them, the one that comes first first.
    """

    ruleset: ClassVar[AnyRuleset]
    """The rules of the game: `ruleset.py` sets it."""

    setup: Setup
    phase: Phase = attrs.field(converter=_as_phase)
    seat: int
    constructions: FrozenDict[str, Construction] = attrs.field(converter=frozen_dict)
    players: tuple[Player, ...]
    unseen: Counts = attrs.field(converter=as_counts)
    used: tuple[str, ...] = attrs.field(default=(), converter=as_names)
    architect: str | None = None
    die: int | None = None
    card: str | None = None
    drawer: int | None = None
    ending: Ending | None = None

    def __attrs_post_init__(self) -> None:
        check_type("setup", self.setup, Setup)
        check_type("seat", self.seat, int)
        check_type("players", self.players, tuple)
        for player in self.players:
            check_type("a player", player, Player)
        if self.architect is not None:
            check_type("architect", self.architect, str)
        if self.die is not None:
            check_type("die", self.die, int)
        if self.card is not None:
            check_type("card", self.card, str)
        if self.drawer is not None:
            check_type("drawer", self.drawer, int)
        if self.ending is not None:
            check_type("ending", self.ending, Ending)

    @property
    def board(self) -> nx.Graph[str]:
        """The cells as a frozen networkx graph, each with column, row, centre and spaces of the street; neighbours are joined."""
        return self.setup.board.graph

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.seat]

    @property
    def spare(self) -> int:
        """How many floors of colours that nobody plays are left to borrow."""
        # Where floors never run out, more can be borrowed than the box has.
        return max(0, self.setup.spare - sum(player.borrowed for player in self.players))

    @property
    def followed(self) -> Card | None:
        """The card that is being followed."""
        return None if self.card is None else self.setup.edition.cards_by_id[self.card]

    @property
    def actor(self) -> Actor:
        """Who decides: a seat, `CHANCE`, or None when the game is over."""
        if self.phase in (Phase.ROLL, Phase.DRAW, Phase.THROW):
            return CHANCE
        if self.phase is Phase.OVER:
            return None
        return self.seat if self.drawer is None else self.drawer

    def with_player(self, seat: int, player: Player) -> tuple[Player, ...]:
        """The players, with another one for this seat."""
        return (*self.players[:seat], player, *self.players[seat + 1 :])

    def __repr__(self) -> str:
        variant = ", variant for experts" if self.setup.expert else ""
        return (
            f"<State {self.setup.edition.name}, {len(self.players)} players{variant}, {len(self.constructions)} constructions: "
            f"waits for {prompt(self)}>"
        )


def prompt(state: State) -> str:
    """What the table waits for, in words."""
    setup = state.setup
    who = setup.seats[state.seat if state.drawer is None else state.drawer]
    piece = "a skyscraper" if len(state.constructions) < len(setup.seats) else "a floor"
    dice = "the white die" if state.followed and state.followed.kind is Kind.THROW else "both dice"
    prompts = {
        Phase.CORNER: f"{who} to choose a round space",
        Phase.PLACE: f"{who} to place {piece}",
        Phase.ROLL: f"the dice to be rolled for {who}",
        Phase.BUILD: f"{who} to build with a black {state.die}",
        Phase.DRAW: f"a card to be drawn for {who}",
        Phase.CARD: f"{who} to follow the card {state.card}",
        Phase.THROW: f"{dice} to be rolled for {who}, who follows the card {state.card}",
        Phase.OVER: "nothing: the game is over",
    }
    return prompts[state.phase]
