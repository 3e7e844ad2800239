"""Editions: the box as data. Board, districts, streets, pieces, tiles and cards, each with its provenance.

Nothing about the board or the tiles is in code. An edition is read from a TOML file (docs/editions-new-york-1901.md
describes the format); every mistake in a file is named at its place, all in one go, before anything is built.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import attrs

from towerup.kernel import editions
from towerup.kernel.edition_files import identity
from towerup.kernel.editions import Shelf
from towerup.kernel.frozen import Counts, FrozenDict

from .board import LARGE, SMALL, Board, District, Street
from .challenges import KINDS, Challenge
from .placements import Placements, every_placement
from .tiles import TECHNOLOGIES, Technology, Tile, shape_of


@attrs.frozen(eq=False, repr=False, slots=False)
class Edition(editions.Box):
    """A box. Two editions are equal when their contents are, whatever their files looked like (see `digest`)."""

    board: Board
    without: Mapping[int, str]
    """By the number of players, the district that is left out."""
    streets_in_play: int
    street_points: int
    colours: tuple[str, ...]
    players: tuple[int, ...]
    workers: int
    market: int
    thresholds: tuple[int, int]
    """The points from which silver, and gold, can be built."""
    expert_thresholds: tuple[int, int]
    start: Tile
    own: tuple[Tile, ...]
    """The tiles of each player."""
    legendaries: tuple[Tile, ...]
    """From the lowest to the tallest."""
    unbuilt: int
    unused_card: int
    challenges: tuple[Challenge, ...]

    @cached_property
    def tiles(self) -> FrozenDict[str, Tile]:
        """Every kind of tile by name: a player's own, the legendaries, the starting building."""
        return FrozenDict({tile.id: tile for tile in (*self.own, *self.legendaries, self.start)})

    @cached_property
    def tile_order(self) -> FrozenDict[str, int]:
        """The place of each kind of tile: buildings are shown in this order."""
        return FrozenDict({tile: place for place, tile in enumerate(self.tiles)})

    @cached_property
    def placements(self) -> Placements:
        """Every way in which a tile can lie on cells without a street between them."""
        return every_placement(self.board, (*self.own, *self.legendaries), across=False)

    @cached_property
    def placements_across(self) -> Placements:
        """The same where streets are lines (ruling `street_spanning`)."""
        return every_placement(self.board, (*self.own, *self.legendaries), across=True)

    @cached_property
    def boxes(self) -> FrozenDict[int, Box]:
        """What is used of the edition by each number of players."""
        return FrozenDict({players: Box(self, players) for players in self.players})

    def summary(self) -> Mapping[str, str]:
        """How large it is in a few words each, for a list of editions."""
        return {
            "players": ", ".join(map(str, self.players)),
            "cells": str(len(self.board.cells)),
            "lots": str(len(self.board.lots)),
            "tiles": str(len(self.own)),
        }

    def contents(self) -> Mapping[str, str]:
        """What each part holds, in words, by the part's name."""
        board = self.board
        sizes = [sum(len(cells) == size for cells in board.lots.values()) for size in (SMALL, LARGE)]
        left_out = "".join(f"; {n} players without {district}" for n, district in sorted(self.without.items()))
        return {
            "board": f"{len(board.cells)} cells in {len(board.lots)} lots ({sizes[0]} of 2, {sizes[1]} of 3) "
            f"and {len({*board.block_of.values()})} blocks",
            "districts": ", ".join(f"{one.id} (starts on {one.start})" for one in board.districts) + left_out,
            "streets": f"{', '.join(one.id for one in board.streets)}; {self.streets_in_play} in play, "
            f"{self.street_points} points each",
            "pieces": f"{self.workers} workers each of {', '.join(self.colours)}",
            "market": f"{self.market} land cards",
            "technology": f"silver from {self.thresholds[0]} points, gold from {self.thresholds[1]}; "
            f"for experts from {self.expert_thresholds[0]} and {self.expert_thresholds[1]}",
            "tiles": "; ".join(
                f"{word}: " + ", ".join(f"{one.size} cells {one.points}" for one in self.own if one.technology is level)
                for word, level in TECHNOLOGIES.items()
            ),
            "legendaries": ", ".join(f"{one.title} ({one.size} cells, {one.points})" for one in self.legendaries),
            "ending": f"{self.unbuilt} tiles unbuilt; an unused action card is worth {self.unused_card}",
            "challenges": ", ".join(one.id for one in self.challenges) or "none",
        }


@attrs.frozen(eq=False, repr=False, slots=False)
class Box:
    """What a number of players use of an edition: its districts and lots, and their land cards."""

    edition: Edition
    players: int

    @cached_property
    def left_out(self) -> str | None:
        """The district that so many players do not use, if there is one (NY-SETUP-03)."""
        return self.edition.without.get(self.players)

    @cached_property
    def districts(self) -> tuple[str, ...]:
        """The districts in play."""
        return tuple(one.id for one in self.edition.board.districts if one.id != self.left_out)

    @cached_property
    def lots(self) -> tuple[str, ...]:
        """The lots in play."""
        return tuple(lot for lot, district in self.edition.board.district_of.items() if district in self.districts)

    @cached_property
    def deck(self) -> Counts:
        """A land card for each lot in play (NY-BOX-03)."""
        return Counts.of(self.edition.board.card_of[lot] for lot in self.lots)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Box):
            return NotImplemented
        return self.players == other.players and self.edition == other.edition

    def __hash__(self) -> int:
        return hash((self.edition, self.players))

    def __repr__(self) -> str:
        return f"<Box {self.edition.name} for {self.players}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _box, (self.edition, self.players)


def _box(edition: Edition, players: int) -> Box:
    return edition.boxes[players]


START = "start"
"""The name of the starting building."""


def _tile(raw: dict[str, Any], technology: Technology, height: int = 0) -> Tile:
    return Tile(raw["id"], raw.get("title", raw["id"]), technology, raw["points"], shape_of(raw["shape"]), height)


def _challenge(raw: dict[str, Any]) -> Challenge:
    numbers = {key: raw[key] for key in ("points", "buildings", "cells") if key in raw}
    steps = {int(least): points for least, points in raw.get("steps", {}).items()}
    return Challenge(raw["title"], KINDS[raw["id"]], steps=dict(sorted(steps.items())), **numbers)


def _plain_tile(tile: Tile) -> dict[str, Any]:
    return {**attrs.asdict(tile), "shape": sorted(tile.shape), "technology": tile.technology.word}


def _built(raw: dict[str, Any]) -> Edition:
    """The edition of a file in which no mistake was found."""
    districts, streets, technology = raw["districts"], raw["streets"], raw["technology"]
    contents: dict[str, Any] = {
        "board": Board(
            tuple(tuple(row.split()) for row in raw["board"]["map"]),
            tuple(District(**one) for one in districts["districts"]),
            tuple(Street(**one) for one in streets["streets"]),
        ),
        "without": {int(players): district for players, district in districts.get("without", {}).items()},
        "streets_in_play": streets["in_play"],
        "street_points": streets["points"],
        "colours": tuple(raw["pieces"]["colours"]),
        "players": tuple(sorted(raw["pieces"]["players"])),
        "workers": raw["pieces"]["workers"],
        "market": raw["market"]["cards"],
        "thresholds": (technology["silver"], technology["gold"]),
        "expert_thresholds": (technology["expert_silver"], technology["expert_gold"]),
        "start": Tile(START, "starting building", Technology.START, 0, shape_of(raw["tiles"]["start"])),
        "own": tuple(_tile(one, TECHNOLOGIES[one["technology"]]) for one in raw["tiles"]["tiles"]),
        "legendaries": tuple(
            _tile(one, Technology.GOLD, height) for height, one in enumerate(raw["legendaries"]["tiles"], start=1)
        ),
        "unbuilt": raw["ending"]["unbuilt"],
        "unused_card": raw["ending"]["unused_card"],
        "challenges": tuple(_challenge(one) for one in raw["challenges"]["challenges"]),
    }
    plain = contents | {
        "start": _plain_tile(contents["start"]),
        "own": tuple(map(_plain_tile, contents["own"])),
        "legendaries": tuple(map(_plain_tile, contents["legendaries"])),
    }
    return Edition(**identity(raw, plain), **contents)


SHELF: Shelf[Edition] = Shelf("towerup.rulesets.new_york_1901", Edition, _built, check="box.edition_check")
"""The editions of New York 1901."""

SHIPPED = SHELF.names
shipped_edition, load_edition, read_edition = SHELF.shipped, SHELF.load, SHELF.read
edition_from_toml, edition_from_data = SHELF.from_toml, SHELF.from_data
