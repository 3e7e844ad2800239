"""Setup: what is agreed before play, and the tables that follow from it.

FR “(setup)”, “Deux règles spéciales”, “Variante pour joueurs expérimentés”; FR-S “préparation”. `Setup` is what stays the same
for a whole game: edition, players, whether the variant for experts is played, rulings; and the tables made from them once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import attrs

from towerup.kernel.setups import SetupError, box_of, players_of, rulings_of

from .board import Board
from .cards import Card, Kind
from .edition import SHELF, Edition
from .rulings import DEFAULTS, Rulings
from .space import Space, space_for

NOBODY = -1
"""The seat of a colour that nobody plays."""


@attrs.frozen(repr=False)
class Setup:
    """What a game was set up with. Made by :func:`setup_for`, which makes each only once."""

    edition: Edition
    seats: tuple[str, ...]
    expert: bool
    rulings: Rulings
    _hash: int = attrs.field(init=False, eq=False)

    # The tables: all follow from the fields above.
    board: Board = attrs.field(init=False, eq=False)
    space: Space = attrs.field(init=False, eq=False)
    following: tuple[int, ...] = attrs.field(init=False, eq=False)
    placers: tuple[int, ...] = attrs.field(init=False, eq=False)
    beginner: int = attrs.field(init=False, eq=False)
    skyscrapers: int = attrs.field(init=False, eq=False)
    floors: int = attrs.field(init=False, eq=False)
    spare: int = attrs.field(init=False, eq=False)
    seat_of: tuple[int, ...] = attrs.field(init=False, eq=False)
    colour_of: tuple[int, ...] = attrs.field(init=False, eq=False)
    cards: tuple[Card, ...] = attrs.field(init=False, eq=False)
    kinds: tuple[Kind, ...] = attrs.field(init=False, eq=False)
    deck: bytes = attrs.field(init=False, eq=False)
    reach: tuple[tuple[int, ...], ...] = attrs.field(init=False, eq=False)
    neighbour_masks: tuple[int, ...] = attrs.field(init=False, eq=False)
    everywhere: int = attrs.field(init=False, eq=False)
    beside: tuple[int, ...] = attrs.field(init=False, eq=False)
    ring: int = attrs.field(init=False, eq=False)
    rents: tuple[int, ...] = attrs.field(init=False, eq=False)
    roll_weights: tuple[int, ...] = attrs.field(init=False, eq=False)
    throw_weights: tuple[int, ...] = attrs.field(init=False, eq=False)
    whole_group: bool = attrs.field(init=False, eq=False)
    may_pass: bool = attrs.field(init=False, eq=False)
    floors_without_end: bool = attrs.field(init=False, eq=False)
    owner_draws: bool = attrs.field(init=False, eq=False)
    draws_another: bool = attrs.field(init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        edition, rulings, players = self.edition, self.rulings, len(self.seats)
        board = edition.board
        # PS-SETUP-01
        skyscrapers = edition.skyscrapers[players]
        if rulings.skyscrapers == "summary":
            skyscrapers = edition.skyscrapers_of_summary.get(players, skyscrapers)
        placers = _placers(players, 1 + edition.starting_floors, rulings.setup_direction == "alternating")
        white, black = edition.faces
        made: dict[str, Any] = {
            "_hash": hash((edition, self.seats, self.expert, rulings)),
            "board": board,
            "space": space_for(edition, self.expert),
            # PS-TURN-01
            "following": (*range(1, players), 0),
            "placers": placers,
            # PS-SETUP-08
            "beginner": placers[-1] if rulings.who_begins == "last_placer" else 0,
            "skyscrapers": skyscrapers,
            "floors": edition.floors,
            # PS-BUILD-07
            "spare": edition.floors * (len(edition.colours) - players),
            "seat_of": tuple(
                self.seats.index(colour) if colour in self.seats else NOBODY for colour in edition.colours
            ),
            "colour_of": tuple(map(edition.colours.index, self.seats)),
            "cards": edition.cards,
            "kinds": tuple(card.kind for card in edition.cards),
            # PS-SETUP-09
            "deck": bytes(
                0 if players == 2 and card.kind is Kind.SWAP_OTHERS else card.count for card in edition.cards
            ),
            "reach": board.reach,
            "neighbour_masks": board.neighbour_masks,
            "everywhere": board.everywhere,
            "beside": board.beside,
            "ring": len(board.spaces),
            # PS-RENT-02
            "rents": edition.rents,
            # PS-TURN-04
            "roll_weights": tuple(
                edition.white.count(one) * edition.black.count(other) for one in white for other in black
            ),
            "throw_weights": tuple(edition.white.count(one) for one in white),
            "whole_group": rulings.rent == "group",
            "may_pass": rulings.futile_growth == "may_pass",
            "floors_without_end": rulings.out_of_floors == "as_many_as_needed",
            "owner_draws": rulings.corner_by_card == "owner_draws",
            "draws_another": rulings.no_target == "draw_another",
        }
        for name, value in made.items():
            object.__setattr__(self, name, value)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        changed = "".join(f", {name}={value}" for name, value in self.rulings.changed.items())
        variant = ", variant for experts" if self.expert else ""
        return f"<Setup {self.edition.name}: {', '.join(self.seats)}{variant}{changed}>"

    def __reduce__(self) -> tuple[Callable[..., Setup], tuple[Any, ...]]:
        """The tables are made anew where it is unpickled (or are there already)."""
        return setup_for, (self.edition, self.seats, self.expert, self.rulings)


def _placers(players: int, rounds: int, alternating: bool) -> tuple[int, ...]:
    """The seats in the order in which they place pieces at the start; seat 0 is the first player, then clockwise."""
    # PS-SETUP-06
    clockwise = [*range(players)]
    if alternating:
        return tuple(seat for number in range(rounds) for seat in (clockwise, clockwise[::-1])[number % 2])
    return tuple(seat for _ in range(rounds) for seat in (0, *reversed(clockwise[1:])))


@lru_cache(maxsize=512)
def setup_for(edition: Edition, seats: tuple[str, ...], expert: bool, rulings: Rulings) -> Setup:
    """The one setup with these contents."""
    return Setup(edition, seats, expert, rulings)


def _seats(edition: Edition, players: int | Sequence[str]) -> tuple[str, ...]:
    number = players_of(edition, players)
    if isinstance(players, int):
        return edition.colours[:number]
    # Clockwise, beginning with the player who places first.
    seats = tuple(players)
    for colour in seats:
        if colour not in edition.colours:
            raise SetupError(f"there are no {colour!r} pieces; the colours are {', '.join(edition.colours)}")
    if len(set(seats)) < len(seats):
        raise SetupError(f"two players cannot have the same colour: {', '.join(seats)}")
    return seats


def agree(
    players: int | Sequence[str],
    edition: str | Path | Edition = "standard",
    expert: bool = False,
    rulings: Rulings | None = None,
) -> Setup:
    """The setup that these wishes describe; raises SetupError where they cannot be met."""
    edition = box_of(SHELF, edition)
    seats = _seats(edition, players)
    if not isinstance(expert, bool):
        raise SetupError(f"expert is True or False, not {expert!r}")
    return setup_for(edition, seats, expert, rulings_of(DEFAULTS, rulings))
