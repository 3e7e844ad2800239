"""Setup: what is agreed before play, and the tables that follow from it.

FR “Installation”, “Installation à 2 joueurs”, “Règle expert”. `Setup` is what stays the same for a whole game: edition,
players, characters, streets and challenge in play, whether experts play, rulings; and the tables made from them once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import attrs

from towerup.kernel.setups import SetupError, box_of, players_of, rulings_of

from .board import SMALL, Board
from .challenges import Challenge, Kind
from .edition import SHELF, Edition
from .fitting import Fits, fits_for
from .placing import Placement
from .rulings import DEFAULTS, Rulings
from .space import Space, space_for


@attrs.frozen(repr=False)
class Setup:
    """What a game was set up with. Made by :func:`setup_for`, which makes each only once."""

    edition: Edition
    seats: tuple[str, ...]
    characters: tuple[str, ...]
    """For each seat the district where it starts."""
    streets: tuple[str, ...]
    challenge: str | None
    expert: bool
    rulings: Rulings
    _hash: int = attrs.field(init=False, eq=False)

    # The tables: all follow from the fields above.
    board: Board = attrs.field(init=False, eq=False)
    space: Space = attrs.field(init=False, eq=False)
    fits: Fits = attrs.field(init=False, eq=False)
    placements: list[Placement] = attrs.field(init=False, eq=False)
    following: tuple[int, ...] = attrs.field(init=False, eq=False)
    in_play: int = attrs.field(init=False, eq=False)
    starts: tuple[Placement, ...] = attrs.field(init=False, eq=False)
    deck: bytes = attrs.field(init=False, eq=False)
    small_cards: tuple[int, ...] = attrs.field(init=False, eq=False)
    small_lots: int = attrs.field(init=False, eq=False)
    silver: int = attrs.field(init=False, eq=False)
    gold: int = attrs.field(init=False, eq=False)
    tiles_by_level: tuple[int, ...] = attrs.field(init=False, eq=False)
    tiles_of_technology: tuple[int, ...] = attrs.field(init=False, eq=False)
    legendaries: int = attrs.field(init=False, eq=False)
    legendary_placements: frozenset[int] = attrs.field(init=False, eq=False)
    challenge_card: Challenge | None = attrs.field(init=False, eq=False)
    prestige: int = attrs.field(init=False, eq=False)
    street_numbers: tuple[int, ...] = attrs.field(init=False, eq=False)
    at_once: bool = attrs.field(init=False, eq=False)
    may_pass: bool = attrs.field(init=False, eq=False)
    freed_worker: bool = attrs.field(init=False, eq=False)
    adjacent_only: bool = attrs.field(init=False, eq=False)
    grab_later: bool = attrs.field(init=False, eq=False)
    compulsory: bool = attrs.field(init=False, eq=False)
    shift_first: bool = attrs.field(init=False, eq=False)
    may_waste: bool = attrs.field(init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        edition, rulings, players = self.edition, self.rulings, len(self.seats)
        across = rulings.street_spanning == "across"
        board, space = edition.board, space_for(edition, across)
        # NY-SETUP-03
        left_out = edition.without.get(players)
        in_play = sum(
            lots for one, lots in zip(board.districts, board.district_lots, strict=True) if one.id != left_out
        )
        by_lot = {one.lots: one for one in space.placements.by_tile[-1]}
        starting = {one.id: by_lot[1 << board.lot_index[one.start]] for one in board.districts}
        own = len(edition.own)
        challenge = next((one for one in edition.challenges if one.id == self.challenge), None)
        # NY-EXPERT-02
        silver, gold = edition.expert_thresholds if self.expert else edition.thresholds
        made: dict[str, Any] = {
            "_hash": hash((edition, self.seats, self.characters, self.streets, self.challenge, self.expert, rulings)),
            "board": board,
            "space": space,
            # NY-BUILD-02
            "fits": fits_for(edition, rulings.mirrored == "allowed", across),
            "placements": space.placements.all,
            # NY-TURN-01
            "following": (*range(1, players), 0),
            "in_play": in_play,
            # NY-SETUP-02, NY-EXPERT-01
            "starts": () if self.expert else tuple(starting[district] for district in self.characters),
            # NY-BOX-03: a land card for each lot.
            "deck": bytes((lots & in_play).bit_count() for lots in board.card_lots),
            "small_cards": tuple(range(0, len(board.cards), 2)),
            "small_lots": sum(1 << lot for lot, size in enumerate(board.sizes) if size == SMALL),
            "silver": silver,
            "gold": gold,
            # NY-TECH-01
            "tiles_by_level": tuple(
                sum(1 << number for number, tile in enumerate(edition.own) if tile.technology <= level)
                for level in range(4)
            ),
            "tiles_of_technology": tuple(
                sum(1 << number for number, tile in enumerate(edition.tiles) if tile.technology == technology)
                for technology in range(4)
            ),
            "legendaries": sum(1 << own + number for number in range(len(edition.legendaries))),
            "legendary_placements": space.placements.legendary,
            "challenge_card": challenge,
            # NY-CHALLENGE-04
            "prestige": challenge.points if challenge is not None and challenge.kind is Kind.GOLD_PRESTIGE else 0,
            "street_numbers": tuple([one.id for one in board.streets].index(street) for street in self.streets),
            "at_once": rulings.technology == "at_once",
            "may_pass": rulings.no_worker == "may_pass",
            "freed_worker": rulings.land_grab == "freed_worker",
            # NY-REBUILD-01
            "adjacent_only": rulings.demolished == "adjacent_only",
            # NY-CARD-10
            "grab_later": rulings.grab_moment == "also_after_a_lot",
            "compulsory": rulings.second_lot == "compulsory",
            # NY-TURN-05
            "shift_first": rulings.given_back == "cards_first",
            "may_waste": rulings.empty_boom == "may_be_wasted",
        }
        for name, value in made.items():
            object.__setattr__(self, name, value)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        changed = "".join(f", {name}={value}" for name, value in self.rulings.changed.items())
        seats = ", ".join(f"{seat} in {where}" for seat, where in zip(self.seats, self.characters, strict=True))
        return f"<Setup {self.edition.name}: {seats}{', experts' if self.expert else ''}{changed}>"

    def __reduce__(self) -> tuple[Callable[..., Setup], tuple[Any, ...]]:
        """The tables are made anew where it is unpickled (or are there already)."""
        return setup_for, (
            self.edition, self.seats, self.characters, self.streets, self.challenge, self.expert, self.rulings,
        )  # fmt: skip


@lru_cache(maxsize=512)
def setup_for(
    edition: Edition,
    seats: tuple[str, ...],
    characters: tuple[str, ...],
    streets: tuple[str, ...],
    challenge: str | None,
    expert: bool,
    rulings: Rulings,
) -> Setup:
    """The one setup with these contents."""
    return Setup(edition, seats, characters, streets, challenge, expert, rulings)


def _chosen(words: object, known: Sequence[str], number: int, what: str) -> tuple[str, ...]:
    """So many different names of those known."""
    if isinstance(words, str) or not isinstance(words, Sequence):
        raise SetupError(f"{what} are {number} names of {', '.join(known)}, not {words!r}")
    chosen = tuple(words)
    for one in chosen:
        if one not in known:
            raise SetupError(f"{what}: {one!r} is not offered; choose of {', '.join(known)}")
    if len(set(chosen)) < len(chosen):
        raise SetupError(f"{what}: {', '.join(chosen)} has one of them twice")
    if len(chosen) != number:
        raise SetupError(f"{what}: {number} are wanted, not {len(chosen)}")
    return chosen


def _seats(edition: Edition, players: int | Sequence[str]) -> tuple[str, ...]:
    # NY-SETUP-01
    number = players_of(edition, players)
    # NY-SETUP-06: clockwise, beginning with the youngest.
    return (
        edition.colours[:number] if isinstance(players, int) else _chosen(players, edition.colours, number, "colours")
    )


def agree(
    players: int | Sequence[str],
    edition: str | Path | Edition = "standard",
    characters: Sequence[str] | None = None,
    streets: Sequence[str] | None = None,
    challenge: str | None = None,
    expert: bool = False,
    rulings: Rulings | None = None,
) -> Setup:
    """The setup that these wishes describe; raises SetupError where they cannot be met."""
    edition = box_of(SHELF, edition)
    seats = _seats(edition, players)
    # NY-SETUP-03
    districts = [one.id for one in edition.board.districts if one.id != edition.without.get(len(seats))]
    # NY-SETUP-02
    starts = (
        tuple(districts[: len(seats)])
        if characters is None
        else _chosen(characters, districts, len(seats), "characters")
    )
    # NY-SETUP-05
    known = [one.id for one in edition.board.streets]
    number = edition.streets_in_play
    named = tuple(known[:number]) if streets is None else _chosen(streets, known, number, "streets")
    offered = [one.id for one in edition.challenges]
    if challenge is not None and challenge not in offered:
        raise SetupError(f"there is no challenge {challenge!r}; there is {', '.join(offered) or 'none'}")
    if not isinstance(expert, bool):
        raise SetupError(f"expert is True or False, not {expert!r}")
    # In which order streets are named means nothing.
    return setup_for(
        edition, seats, starts, tuple(sorted(named, key=known.index)), challenge, expert, rulings_of(DEFAULTS, rulings)
    )
