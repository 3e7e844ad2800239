"""Editions: the box as data. Boards, floors, roofs, deck, tracks, chips and objectives, each with its provenance.

Nothing about a board or a deck is in code. An edition is read from a TOML file (specs/tower-up/editions.md describes the format);
every mistake in a file is named at its place, all in one go, before anything is built.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path as File
from typing import Any

import attrs

from towerup.kernel import counts
from towerup.kernel.edition_files import identity
from towerup.kernel.editions import Box, Shelf

from .board import Area, Board, District, Site
from .cards import ANY, Card, Kind, kind_id


@attrs.frozen
class Objective:
    """An objective card: its kind, and the numbers, colour or levels that the kind asks for."""

    id: str
    title: str
    kind: str
    start: bool = False
    count: int = 0
    colour: str | None = None
    counts: tuple[int, ...] = ()
    levels: tuple[int, ...] = ()


@attrs.frozen(eq=False, repr=False, slots=False)
class Edition(Box):
    """A box: boards, floors, roofs, cards, tracks, chips, objectives, and where each part is known from.

    Two editions are equal when their contents are, whatever their files looked like: then they have the same `digest`.
    """

    colours: tuple[str, ...]
    floors: tuple[int, ...]
    roof_colours: tuple[str, ...]
    roofs: int
    stock_limit: int
    market: int
    worth: tuple[int, ...]
    stars: tuple[int, ...]
    cone: tuple[int, ...]
    chips: Mapping[int, tuple[int, ...]]
    most_starting_floors: Mapping[int, int]
    objectives: tuple[Objective, ...]
    objectives_in_play: int
    cards: tuple[Card, ...]
    boards: tuple[Board, ...]

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that it is for, in order."""
        return tuple(sorted(self.chips))

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of card, in a stable order: what they show, bottoms forgotten."""
        # TU-TAKE-07
        return tuple(dict.fromkeys(card.kind for card in self.cards))

    @cached_property
    def kind_numbers(self) -> dict[str, int]:
        """The number of each kind of card by its name."""
        return {kind.id: number for number, kind in enumerate(self.kinds)}

    @cached_property
    def card_numbers(self) -> dict[str, int]:
        """The number of each printed card by its name."""
        return {card.id: number for number, card in enumerate(self.cards)}

    @cached_property
    def cards_of_kind(self) -> tuple[int, ...]:
        """How many cards of each kind the deck has."""
        return tuple(sum(card.count for card in self.cards if card.kind == kind) for kind in self.kinds)

    @cached_property
    def deck_size(self) -> int:
        """How many stock cards there are."""
        return sum(card.count for card in self.cards)

    @cached_property
    def most_choices(self) -> int:
        """The most floors that one card gives."""
        return max(kind.icons for kind in self.kinds)

    def summary(self) -> Mapping[str, str]:
        """How large it is in a few words each, for a list of editions."""
        return {
            "players": ", ".join(map(str, self.players)),
            "sites": " and ".join(str(len(board.sites)) for board in self.boards),
            "cards": str(self.deck_size),
        }

    def contents(self) -> Mapping[str, str]:
        """What each part holds, in words, by the part's name."""
        return {
            "floors": ", ".join(f"{count} {colour}" for colour, count in zip(self.colours, self.floors, strict=True)),
            "roofs": f"{self.roofs} each of {', '.join(self.roof_colours)}",
            "stock": f"{self.stock_limit} floors at most",
            "market": f"{self.market} cards",
            "track": f"worth {' '.join(map(str, self.worth))}; stars at {', '.join(map(str, self.stars)) or 'none'}",
            "cone": f"worth {' '.join(map(str, self.cone))}",
            "chips": "; ".join(f"{n} players {'-'.join(map(str, chips))}" for n, chips in sorted(self.chips.items())),
            "starting_floors": "; ".join(
                f"{n} players {self.market} to {most}" for n, most in sorted(self.most_starting_floors.items())
            ),
            "objectives": ", ".join(one.id + ("*" if one.start else "") for one in self.objectives) + "  (*: START)",
            "deck": f"{self.deck_size} cards of {len(self.kinds)} kinds",
        } | {
            f"boards.{board.name}": f"{len(board.sites)} sites, {len(board.roads)} roads, {len(board.districts)} districts, "
            f"{len(board.borders)} borders, {board.park_mask.bit_count()} park and {board.lake_mask.bit_count()} lake sites; "
            f"for {' or '.join(map(str, board.players))} players"
            for board in self.boards
        }

    def board_for(self, players: int) -> Board:
        """The side of the board used by this number of players."""
        # TU-SETUP-01
        for board in self.boards:
            if players in board.players:
                return board
        offered = ", ".join(str(number) for number in sorted(self.chips))
        raise ValueError(f"edition {self.name} is for {offered} players, not {players}")

    def objective(self, id: str) -> Objective:
        """The objective with this name."""
        for objective in self.objectives:
            if objective.id == id:
                return objective
        offered = ", ".join(objective.id for objective in self.objectives)
        raise ValueError(f"edition {self.name} has no objective {id!r}; it has {offered}")


def _points(raw: list[list[int]]) -> tuple[tuple[int, int], ...]:
    return tuple((x, y) for x, y in raw)


def _areas(raw: list[dict[str, Any]]) -> tuple[Area, ...]:
    return tuple(Area(one["name"], tuple(one["sites"]), _points(one.get("area", []))) for one in raw)


def _board(name: str, raw: dict[str, Any]) -> Board:
    width, height = raw["size"]
    return Board(
        name=name,
        players=tuple(raw["players"]),
        size=(width, height),
        districts=tuple(District(one["id"], one["name"], one.get("grey", False)) for one in raw["districts"]),
        sites=tuple(Site(one["id"], one["district"], (one["at"][0], one["at"][1])) for one in raw["sites"]),
        roads=tuple((one, other) for one, other in raw["roads"]),
        parks=_areas(raw.get("parks", [])),
        lakes=_areas(raw.get("lakes", [])),
    )


def _cards(colours: tuple[str, ...], raw: list[dict[str, Any]]) -> tuple[Card, ...]:
    cards: dict[tuple[Kind, str], int] = {}
    for one in raw:
        floors, vehicles = tuple(one.get("floors", ())), tuple(one.get("vehicles", ()))
        kind = Kind(
            id=kind_id(colours, floors, vehicles),
            printed=counts.pack(floors.count(colour) for colour in colours),
            wild=floors.count(ANY),
            vehicles=tuple(vehicles.count(colour) for colour in colours),
        )
        key = (kind, one["bottom"])
        cards[key] = cards.get(key, 0) + one.get("count", 1)
    return tuple(Card(kind, bottom, count) for (kind, bottom), count in cards.items())


def _objective(raw: dict[str, Any]) -> Objective:
    told: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in raw.items()}
    return Objective(**told)


def _built(raw: dict[str, Any]) -> Edition:
    """The edition of a file in which no mistake was found."""
    colours = tuple(raw["floors"]["colours"])
    contents: dict[str, Any] = {
        "colours": colours,
        "floors": tuple(raw["floors"]["colours"].values()),
        "roof_colours": tuple(raw["roofs"]["colours"]),
        "roofs": raw["roofs"]["each"],
        "stock_limit": raw["stock"]["limit"],
        "market": raw["market"]["cards"],
        "worth": tuple(raw["track"]["worth"]),
        "stars": tuple(raw["track"]["stars"]),
        "cone": tuple(raw["cone"]["worth"]),
        "chips": {int(players): tuple(values) for players, values in raw["chips"]["players"].items()},
        "most_starting_floors": {int(players): most for players, most in raw["starting_floors"]["most"].items()},
        "objectives": tuple(_objective(one) for one in raw["objectives"]["cards"]),
        "objectives_in_play": raw["objectives"]["in_play"],
        "cards": _cards(colours, raw["deck"]["cards"]),
        "boards": tuple(_board(name, one) for name, one in raw["boards"].items()),
    }
    return Edition(**identity(raw, contents), **contents)


SHELF = Shelf(__package__, Edition, _built)
"""The editions of Tower Up."""

SHIPPED = SHELF.names
shipped_edition, read_edition = SHELF.shipped, SHELF.read
edition_from_toml, edition_from_data = SHELF.from_toml, SHELF.from_data


def load_edition(source: str | File | Edition) -> Edition:
    """An edition by name, by the path of its file, or as it is. Raises `EditionError` with every mistake in a file."""
    return SHELF.load(source)
