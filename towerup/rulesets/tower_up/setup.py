"""Setup: what is agreed and laid out before play, and the starting floors.

FR “MISE EN PLACE” and “VARIANTE”, PL “PRZYGOTOWANIE DO GRY” and “WARIANT ZAAWANSOWANY”. `Setup` is what stays the same
for a whole game: edition, players, objectives, number of starting floors, rulings; and the tables made from them once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import attrs

from towerup.kernel import counts
from towerup.kernel.setups import SetupError, box_of, players_of, rulings_of

from .board import Board
from .cards import Kind
from .edition import SHELF, Edition
from .objectives import Goal, fewest_roofs, goal_for
from .rulings import DEFAULTS, Rulings
from .space import Space, space_for

ANY_COLOUR = -1
"""A multicolour bottom among the starting floors to be placed."""


@attrs.frozen(repr=False)
class Setup:
    """What a game was set up with: the box, the players' roof colours in turn order, the objectives (none if chance is to
    deal them), how many starting floors, and the rulings. Get one with `setup`, or from a state.
    """

    edition: Edition
    seats: tuple[str, ...]
    objectives: tuple[str, ...]
    starting_floors: int
    rulings: Rulings
    _hash: int = attrs.field(init=False, eq=False)

    # The tables: all follow from the fields above.
    board: Board = attrs.field(init=False, eq=False)
    space: Space = attrs.field(init=False, eq=False)
    kinds: tuple[Kind, ...] = attrs.field(init=False, eq=False)
    neighbours: tuple[tuple[int, ...], ...] = attrs.field(init=False, eq=False)
    neighbour_masks: tuple[int, ...] = attrs.field(init=False, eq=False)
    colours: int = attrs.field(init=False, eq=False)
    everywhere: int = attrs.field(init=False, eq=False)
    market: int = attrs.field(init=False, eq=False)
    kind_of_card: tuple[int, ...] = attrs.field(init=False, eq=False)
    bottoms: tuple[int, ...] = attrs.field(init=False, eq=False)
    following: tuple[int, ...] = attrs.field(init=False, eq=False)
    drives: tuple[bool, ...] = attrs.field(init=False, eq=False)
    no_cards: bytes = attrs.field(init=False, eq=False)
    units: tuple[int, ...] = attrs.field(init=False, eq=False)
    paint: tuple[int, ...] = attrs.field(init=False, eq=False)
    guard: int = attrs.field(init=False, eq=False)
    full: int = attrs.field(init=False, eq=False)
    plenty: int = attrs.field(init=False, eq=False)
    chips: tuple[int, ...] = attrs.field(init=False, eq=False)
    goals: tuple[Goal, ...] = attrs.field(init=False, eq=False)
    goals_by_need: tuple[tuple[tuple[int, Goal], ...], ...] = attrs.field(init=False, eq=False)
    always_fit: int = attrs.field(init=False, eq=False)
    stars_by_column: tuple[int, ...] = attrs.field(init=False, eq=False)
    track_end: int = attrs.field(init=False, eq=False)
    stock_limit: int = attrs.field(init=False, eq=False)
    limit_every_turn: bool = attrs.field(init=False, eq=False)
    may_decline_extra: bool = attrs.field(init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        edition, rulings, players = self.edition, self.rulings, len(self.seats)
        # TU-SETUP-01
        board = edition.board_for(players)
        colours = len(edition.colours)
        whole_run = rulings.stock_limit == "whole_run"
        turns_before_limit = 1 + len(edition.stars) if whole_run else 1
        goals = tuple(goal_for(edition, board, edition.objective(id), rulings) for id in self.objectives)
        made: dict[str, Any] = {
            "_hash": hash((edition, self.seats, self.objectives, self.starting_floors, rulings)),
            "board": board,
            # TU-TURN-01
            "following": (*range(1, players), 0),
            "space": space_for(edition, board.name, edition.most_choices * turns_before_limit),
            "kinds": edition.kinds,
            "drives": tuple(any(kind.vehicles) for kind in edition.kinds),
            "no_cards": bytes(len(edition.kinds)),
            "market": edition.market,
            # Of each printed card, the number of its kind and the colour of its bottom.
            "kind_of_card": tuple(edition.kinds.index(card.kind) for card in edition.cards),
            "bottoms": tuple(
                edition.colours.index(card.bottom) if card.bottom in edition.colours else ANY_COLOUR
                for card in edition.cards
            ),
            "neighbours": board.neighbours,
            "neighbour_masks": board.neighbour_masks,
            "everywhere": (1 << len(board.sites)) - 1,
            "colours": colours,
            "units": tuple(counts.unit(colour) for colour in range(colours)),
            # The same by colour plus 1, as a tower has it; an empty site costs nothing.
            "paint": (0, *(counts.unit(colour) for colour in range(colours))),
            "guard": counts.guard(colours),
            "full": counts.pack([counts.MOST_OF_ONE] * colours),
            # Enough of every colour for whatever one card can give.
            "plenty": counts.pack([edition.most_choices] * colours),
            # TU-SETUP-09, TU-GOAL-02
            "chips": tuple(sorted(edition.chips[players], reverse=True)),
            "goals": goals,
            # By roofs in hand before a founding: the objectives that can be fulfilled with the roofs then on the board.
            "goals_by_need": tuple(
                tuple(
                    (number, goal)
                    for number, (id, goal) in enumerate(zip(self.objectives, goals, strict=True))
                    if edition.roofs - in_hand + 1 >= fewest_roofs(edition, board, edition.objective(id))
                )
                for in_hand in range(edition.roofs + 1)
            ),
            # So many starting floors have a site whatever their colours: each takes its own and its neighbours' at most.
            "always_fit": -(-len(board.sites) // (1 + max(map(len, board.neighbours)))),
            # TU-STAR-02
            "stars_by_column": tuple(
                sum(star <= column for star in edition.stars) for column in range(len(edition.worth))
            ),
            "track_end": len(edition.worth) - 1,
            "stock_limit": edition.stock_limit,
            "limit_every_turn": not whole_run,
            "may_decline_extra": rulings.extra_turn == "optional",
        }
        for name, value in made.items():
            object.__setattr__(self, name, value)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        changed = "".join(f", {name}={value}" for name, value in self.rulings.changed.items())
        return (
            f"<Setup {self.edition.name}: {', '.join(self.seats)}; {', '.join(self.objectives) or 'objectives not dealt'}; "
            f"{self.starting_floors} starting floors{changed}>"
        )

    def __reduce__(self) -> tuple[Callable[..., Setup], tuple[Any, ...]]:
        """The tables are made anew where it is unpickled (or are there already)."""
        return setup_for, (self.edition, self.seats, self.objectives, self.starting_floors, self.rulings)


@lru_cache(maxsize=512)
def setup_for(
    edition: Edition, seats: tuple[str, ...], objectives: tuple[str, ...], starting_floors: int, rulings: Rulings
) -> Setup:
    """The one setup with these contents."""
    return Setup(edition, seats, objectives, starting_floors, rulings)


Objectives = Literal["start", "random"] | Sequence[str]


def _seats(edition: Edition, players: int | Sequence[str]) -> tuple[str, ...]:
    number = players_of(edition, players, "roof colours")
    if isinstance(players, int):
        return edition.roof_colours[:number]
    # TU-SETUP-07, TU-SETUP-14: in turn order, the first player first.
    seats = tuple(players)
    for colour in seats:
        if colour not in edition.roof_colours:
            raise SetupError(f"there are no {colour!r} roofs; roof colours are {', '.join(edition.roof_colours)}")
    if len(set(seats)) < len(seats):
        raise SetupError(f"two players cannot have the same roofs: {', '.join(seats)}")
    return seats


def _objectives(edition: Edition, chosen: Objectives) -> tuple[str, ...]:
    """The objectives in the edition's order; none yet if chance is to draw them."""
    if chosen == "random":
        return ()
    # TU-SETUP-08
    if chosen == "start":
        return tuple(objective.id for objective in edition.objectives if objective.start)
    known = [objective.id for objective in edition.objectives]
    if isinstance(chosen, str) or not isinstance(chosen, Sequence):
        raise SetupError(f'objectives are "start", "random" or a list of names, not {chosen!r}')
    for id in chosen:
        if id not in known:
            raise SetupError(f"there is no objective {id!r}; the objectives are {', '.join(known)}")
    if len(chosen) != edition.objectives_in_play or len(set(chosen)) < len(chosen):
        raise SetupError(
            f"a game has {edition.objectives_in_play} different objectives, not {', '.join(chosen) or 'none'}"
        )
    return tuple(id for id in known if id in chosen)


def agree(
    players: int | Sequence[str],
    edition: str | Path | Edition = "reconstruction",
    objectives: Objectives = "start",
    starting_floors: int | None = None,
    rulings: Rulings | None = None,
) -> Setup:
    """The setup that these wishes describe; raises SetupError where they cannot be met."""
    edition = box_of(SHELF, edition)
    seats = _seats(edition, players)
    # TU-SETUP-10
    most = edition.most_starting_floors[len(seats)]
    usual = edition.market
    floors = usual if starting_floors is None else starting_floors
    if isinstance(floors, bool) or not isinstance(floors, int) or not usual <= floors <= most:
        raise SetupError(f"with {len(seats)} players there are {usual} to {most} starting floors, not {floors!r}")
    return setup_for(edition, seats, _objectives(edition, objectives), floors, rulings_of(DEFAULTS, rulings))
