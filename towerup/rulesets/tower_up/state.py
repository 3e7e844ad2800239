"""The state: what the table shows, and nothing else.

No hidden order of the draw pile and no random generator: the unseen cards are counts. Fields are packed for speed (sites,
colours, cards and seats by number); `Table` in `table.py` is the same by name, for reading, for JSON, and for building a
state by hand.

A few fields are *indexes*: they follow from the others and are carried along because working them out anew would cost
more than a whole step (`State.plots`, `State.painted`, `Player.present`, `Player.doubled`, `Player.levels`). They take no part in
equality, and an invariant compares them with what they follow from.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING, Any

import attrs

from towerup.kernel.actors import CHANCE, Actor
from towerup.kernel.states import BaseState, blank, fill

from .plots import Plot
from .setup import Setup

if TYPE_CHECKING:
    from towerup.kernel.ruleset import AnyRuleset

    from .table import Table


class Phase(IntEnum):
    """What is wanted next."""

    DEAL = 0
    """Chance draws the objectives."""
    REVEAL_START = 1
    """Chance reveals the market, and further cards for starting floors."""
    PLACE = 2
    """The first player places a starting floor."""
    TURN = 3
    """A player takes a card or founds a building."""
    REVEAL = 4
    """Chance refills the market."""
    BACK = 5
    """A player puts floors back."""
    OVER = 6


class Cause(IntEnum):
    """What brought the end about."""

    LAST_ROOF = 0
    SHORTAGE = 1
    BOTH = 2
    """A last roof and then a shortage, where the ruling `second_trigger` lets the shortage count as well."""

    @property
    def words(self) -> str:
        return ("last roof", "shortage", "last roof and shortage")[self]


EXTRA = 1
"""In `State.run`: this turn is an extra turn."""
ANOTHER = 2
"""In `State.run`: another turn has been earned and comes after this one."""

# A tower is a building in one integer: its colour plus 1, its number of floors, and for each floor from the ground up
# the seat plus 1 of the roof on it. 0 is an empty site.
COLOUR = 0b111
FLOORS = 3
FLOOR = 1 << FLOORS
MOST_FLOORS = 0b111111
ROOFS = 9
ROOF_BITS = 3
ROOF = 0b111


def floors_of(tower: int) -> int:
    """How many floors a building has."""
    return (tower >> FLOORS) & MOST_FLOORS


def roof_at(tower: int, level: int) -> int:
    """The seat plus 1 of the roof on a level (the ground floor is level 1); 0 if there is none."""
    return (tower >> (ROOFS + ROOF_BITS * (level - 1))) & ROOF


@attrs.frozen(repr=False, slots=False, init=False)
class Player:
    """What lies before a player: stock, vehicles, roofs in hand, chips (0: none yet), and the cone once it is set."""

    stock: int
    vehicles: tuple[int, ...]
    roofs: int
    chips: tuple[int, ...]
    cone: int | None
    present: int = attrs.field(eq=False)
    """Index: the sites with a roof of this player."""
    doubled: int = attrs.field(eq=False)
    """Index: the sites with two or more."""
    levels: int = attrs.field(eq=False)
    """Index: the levels at which this player has a roof."""

    def __init__(
        self,
        stock: int,
        vehicles: tuple[int, ...],
        roofs: int,
        chips: tuple[int, ...],
        cone: int | None,
        present: int,
        doubled: int,
        levels: int,
    ) -> None:
        contents = {
            "stock": stock, "vehicles": vehicles, "roofs": roofs, "chips": chips, "cone": cone,
            "present": present, "doubled": doubled, "levels": levels,
        }  # fmt: skip
        fill(self, "__dict__", contents)


@attrs.frozen
class Ending:
    """The end is coming: why, and through whom."""

    cause: Cause
    seat: int


@attrs.frozen(repr=False, slots=False, init=False)
class State(BaseState):
    """A moment of a game. Build one with `new_game`, with `apply`, or by hand with `position`."""

    setup: Setup
    phase: Phase
    seat: int
    run: int
    towers: tuple[int, ...]
    """The buildings, site by site."""
    plots: tuple[Plot | None, ...] = attrs.field(eq=False)
    """Index: for each site that is empty and neighbours a building, its plot."""
    painted: tuple[int, ...] = attrs.field(eq=False)
    """Index: for each colour the mask of the sites with a building of it."""
    players: tuple[Player, ...]
    container: int
    market: tuple[int, ...]
    # TU-BOX-05: counts, in no order.
    pile: bytes
    """How many of each card are unseen: of each printed card in setup, of each kind afterwards."""
    discards: bytes
    """How many of each kind of card are discarded."""
    ending: Ending | None
    starting: tuple[int, ...]

    def __init__(
        self,
        setup: Setup,
        phase: Phase,
        seat: int,
        run: int,
        towers: tuple[int, ...],
        plots: tuple[Plot | None, ...],
        painted: tuple[int, ...],
        players: tuple[Player, ...],
        container: int,
        market: tuple[int, ...],
        pile: bytes,
        discards: bytes,
        ending: Ending | None,
        starting: tuple[int, ...],
    ) -> None:
        contents = {
            "setup": setup, "phase": phase, "seat": seat, "run": run, "towers": towers, "plots": plots,
            "painted": painted, "players": players, "container": container, "market": market, "pile": pile, "discards": discards, "ending": ending,
            "starting": starting,
        }  # fmt: skip
        fill(self, "__dict__", contents)

    @property
    def actor(self) -> Actor:
        """Who decides: a seat, `CHANCE`, or None when the game is over."""
        return _ACTOR_OF_PHASE.get(self.phase, self.seat)

    @property
    def ruleset(self) -> AnyRuleset:
        """The rules this is a state of."""
        from .ruleset import TOWER_UP

        return TOWER_UP

    @property
    def table(self) -> Table:
        """What lies on the table, by name."""
        from .table import table_of

        return table_of(self)

    def __repr__(self) -> str:
        from .table import summary

        return summary(self)

    def __reduce__(self) -> tuple[Callable[..., State], tuple[Any, ...]]:
        """Indexes are not pickled: they refer to the plots of the process they were made in."""
        fields = (
            self.setup, self.phase, self.seat, self.run, self.towers,
            tuple((one.stock, one.vehicles, one.roofs, one.chips, one.cone) for one in self.players),
            self.container, self.market, self.pile, self.discards, self.ending, self.starting,
        )  # fmt: skip
        return indexed, fields


def changed(state: State, **fields: Any) -> State:
    """The state with some fields changed, as `attrs.evolve` does it, in a third of the time."""
    after = blank(State)
    fill(after, "__dict__", state.__dict__ | fields)
    return after


_ACTOR_OF_PHASE: dict[Phase, Actor] = {
    Phase.DEAL: CHANCE,
    Phase.REVEAL_START: CHANCE,
    Phase.REVEAL: CHANCE,
    Phase.OVER: None,
}


def indexes_of(setup: Setup, towers: tuple[int, ...]) -> tuple[tuple[Plot | None, ...], tuple[int, ...]]:
    """The plots and the sites by colour, worked out from the towers."""
    painted = [0] * setup.colours
    for site, tower in enumerate(towers):
        if tower:
            painted[(tower & COLOUR) - 1] |= 1 << site
    plots: list[Plot | None] = [None] * len(towers)
    for site, tower in enumerate(towers):
        so_far = [0] * len(towers)  # the neighbours' buildings are told one by one
        for neighbour in () if tower else setup.neighbours[site]:
            so_far[neighbour] = towers[neighbour]
            if towers[neighbour]:
                colour = (towers[neighbour] & COLOUR) - 1
                plots[site] = setup.space.plots.beside(plots[site], site, neighbour, colour, so_far)
    return tuple(plots), tuple(painted)


def presence_of(towers: tuple[int, ...], seat: int) -> tuple[int, int, int]:
    """A player's indexes: sites with a roof, sites with two or more, and levels, as masks."""
    present = doubled = levels = 0
    for site, tower in enumerate(towers):
        for level in range(1, floors_of(tower) + 1):
            if roof_at(tower, level) == seat + 1:
                doubled |= present & (1 << site)
                present |= 1 << site
                levels |= 1 << level
    return present, doubled, levels


def indexed(
    setup: Setup,
    phase: Phase,
    seat: int,
    run: int,
    towers: tuple[int, ...],
    players: tuple[tuple[int, tuple[int, ...], int, tuple[int, ...], int | None], ...],
    container: int,
    market: tuple[int, ...],
    pile: bytes,
    discards: bytes,
    ending: Ending | None,
    starting: tuple[int, ...],
) -> State:
    """The state with these contents, its indexes worked out from nothing."""
    return State(
        setup, phase, seat, run, towers, *indexes_of(setup, towers),
        tuple(Player(*one, *presence_of(towers, number)) for number, one in enumerate(players)),
        container, market, pile, discards, ending, starting,
    )  # fmt: skip
