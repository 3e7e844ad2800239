"""Editions: everything in the box, as data. Each part says where it is known from.

Nothing about a board or a deck is in code. specs/tower-up/editions.md describes the file format.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import attrs
import networkx as nx

from towerup.kernel import editions
from towerup.kernel.edition_files import identity
from towerup.kernel.editions import Shelf
from towerup.kernel.frozen import Counts, FrozenDict

from .board import Area, Board, District, Site, board_graph
from .cards import Card, PrintedCard, make_card


@attrs.frozen
class Objective:
    """An objective card: its kind, and the numbers, colour or levels that the kind needs."""

    id: str
    title: str
    kind: str
    start: bool = False
    count: int = 0
    colour: str | None = None
    counts: tuple[int, ...] = ()
    levels: tuple[int, ...] = ()


OBJECTIVE_FIELDS: dict[str, tuple[str, ...]] = {
    "colours": (),
    "park": ("count",),
    "districts": (),
    "lake": ("count",),
    "adjacent": ("count",),
    "colour": ("colour", "count"),
    "grey": ("counts",),
    "borders": ("count",),
    "double": ("count",),
    "heights": ("levels",),
}
"""The kinds of objective, and what an edition file says about each beside its id and title."""


@attrs.frozen(eq=False, repr=False, slots=False)
class Edition(editions.Box):
    """A box: boards, floors, roofs, cards, tracks, chips and objectives. Two editions are equal when their `digest` is."""

    colours: tuple[str, ...]
    floors: Counts
    roof_colours: tuple[str, ...]
    roofs: int
    stock_limit: int
    market: int
    worth: tuple[int, ...]
    stars: tuple[int, ...]
    cone: tuple[int, ...]
    chips: FrozenDict[int, tuple[int, ...]]
    most_starting_floors: FrozenDict[int, int]
    objectives: tuple[Objective, ...]
    objectives_in_play: int
    printed_cards: tuple[PrintedCard, ...]
    boards: tuple[Board, ...]

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that it is for, in order."""
        return tuple(sorted(self.chips))

    @cached_property
    def cards(self) -> FrozenDict[str, Card]:
        """The cards by what they show, bottoms forgotten (TU-TAKE-07)."""
        return FrozenDict({printed.card.id: printed.card for printed in self.printed_cards})

    @cached_property
    def deck(self) -> Counts:
        """How many cards of each kind there are."""
        return Counts.of(printed.card.id for printed in self.printed_cards for _ in range(printed.count))

    @cached_property
    def printed_deck(self) -> Counts:
        """The same by printed card."""
        return Counts({printed.id: printed.count for printed in self.printed_cards})

    @cached_property
    def bottoms(self) -> FrozenDict[str, PrintedCard]:
        """The printed cards by their id."""
        return FrozenDict({printed.id: printed for printed in self.printed_cards})

    def board_for(self, players: int) -> Board:
        """The side of the board for this number of players (TU-SETUP-01)."""
        return next(board for board in self.boards if players in board.players)

    @cached_property
    def objectives_by_id(self) -> FrozenDict[str, Objective]:
        return FrozenDict({objective.id: objective for objective in self.objectives})

    @cached_property
    def boxes(self) -> FrozenDict[int, Box]:
        """What is used of the edition by each number of players."""
        return FrozenDict({players: Box(self, players) for players in self.players})

    def summary(self) -> Mapping[str, str]:
        """How large it is in a few words each, for a list of editions."""
        return {
            "players": ", ".join(map(str, self.players)),
            "sites": " and ".join(str(len(board.sites)) for board in self.boards),
            "cards": str(self.deck.total),
        }

    def contents(self) -> Mapping[str, str]:
        """What each part holds, in words, by the part's name."""
        return {
            "floors": ", ".join(f"{self.floors[colour]} {colour}" for colour in self.colours),
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
            "deck": f"{self.deck.total} cards of {len(self.deck)} kinds",
        } | {f"boards.{board.name}": _board_in_words(board) for board in self.boards}


def _board_in_words(board: Board) -> str:
    borders = set(nx.get_edge_attributes(board_graph(board), "border").values()) - {None}
    return (
        f"{len(board.sites)} sites, {len(board.roads)} roads, {len(board.districts)} districts, {len(borders)} borders, "
        f"{len({site for park in board.parks for site in park.sites})} park and "
        f"{len({site for lake in board.lakes for site in lake.sites})} lake sites; "
        f"for {' or '.join(map(str, board.players))} players"
    )


@attrs.frozen(eq=False, repr=False, slots=False)
class Box:
    """What a number of players use of an edition: one side of the board, and the chips for so many.

    `neighbours` and the like are looked up often, so they are worked out once, from `board`.
    """

    edition: Edition
    players: int

    @cached_property
    def board(self) -> nx.Graph[str]:
        """The board as a frozen networkx graph."""
        return board_graph(self.side)

    @cached_property
    def side(self) -> Board:
        """The board as the edition file has it."""
        return self.edition.board_for(self.players)

    @cached_property
    def sites(self) -> tuple[str, ...]:
        """The sites, in the order of the edition file."""
        return tuple(self.board)

    @cached_property
    def neighbours(self) -> FrozenDict[str, tuple[str, ...]]:
        """For each site its neighbours, in the order of the sites."""
        return FrozenDict({site: tuple(n for n in self.sites if n in self.board[site]) for site in self.sites})

    @cached_property
    def around(self) -> FrozenDict[str, tuple[str, ...]]:
        """For each site itself and its neighbours, in the order of the sites."""
        return FrozenDict({s: tuple(n for n in self.sites if n == s or n in self.board[s]) for s in self.sites})

    @cached_property
    def district(self) -> FrozenDict[str, str]:
        """The district of each site."""
        return FrozenDict(nx.get_node_attributes(self.board, "district"))

    @cached_property
    def on_parks(self) -> frozenset[str]:
        """The sites on a park."""
        return frozenset(site for site, parks in nx.get_node_attributes(self.board, "parks").items() if parks)

    @cached_property
    def on_lakes(self) -> frozenset[str]:
        """The sites on the shore of a lake."""
        return frozenset(site for site, lakes in nx.get_node_attributes(self.board, "lakes").items() if lakes)

    @cached_property
    def chips(self) -> tuple[int, ...]:
        """What the chips of each objective are worth, the highest first (TU-SETUP-09)."""
        return tuple(sorted(self.edition.chips[self.players], reverse=True))

    @cached_property
    def card_order(self) -> FrozenDict[str, int]:
        """The place of each kind of card in the edition: the market is shown in this order."""
        return FrozenDict({card: place for place, card in enumerate(self.edition.cards)})

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


def _points(raw: Sequence[Sequence[int]]) -> tuple[tuple[int, int], ...]:
    return tuple((x, y) for x, y in raw)


def _areas(raw: Sequence[Mapping[str, Any]]) -> tuple[Area, ...]:
    return tuple(Area(one["name"], tuple(one["sites"]), _points(one.get("area", []))) for one in raw)


def _board(name: str, raw: Mapping[str, Any]) -> Board:
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


def _printed_cards(colours: tuple[str, ...], raw: Sequence[Mapping[str, Any]]) -> tuple[PrintedCard, ...]:
    """The cards of the deck; those that are alike are one, with their counts added up."""
    counts: dict[tuple[Card, str], int] = {}
    for one in raw:
        card = make_card(colours, one.get("floors", ()), one.get("vehicles", ()))
        counts[card, one["bottom"]] = counts.get((card, one["bottom"]), 0) + one.get("count", 1)
    return tuple(PrintedCard(card, bottom, count) for (card, bottom), count in counts.items())


def _objective(raw: Mapping[str, Any]) -> Objective:
    fields: dict[str, Any] = {key: tuple(one) if isinstance(one, list) else one for key, one in raw.items()}
    return Objective(**fields)


def _build(raw: dict[str, Any]) -> Edition:
    """The edition of a file in which no mistake was found."""
    colours = tuple(raw["floors"]["colours"])
    contents: dict[str, Any] = {
        "colours": colours,
        "floors": Counts(raw["floors"]["colours"]),
        "roof_colours": tuple(raw["roofs"]["colours"]),
        "roofs": raw["roofs"]["each"],
        "stock_limit": raw["stock"]["limit"],
        "market": raw["market"]["cards"],
        "worth": tuple(raw["track"]["worth"]),
        "stars": tuple(raw["track"]["stars"]),
        "cone": tuple(raw["cone"]["worth"]),
        "chips": FrozenDict({int(n): tuple(values) for n, values in raw["chips"]["players"].items()}),
        "most_starting_floors": FrozenDict({int(n): most for n, most in raw["starting_floors"]["most"].items()}),
        "objectives": tuple(_objective(one) for one in raw["objectives"]["cards"]),
        "objectives_in_play": raw["objectives"]["in_play"],
        "printed_cards": _printed_cards(colours, raw["deck"]["cards"]),
        "boards": tuple(_board(name, one) for name, one in raw["boards"].items()),
    }
    return Edition(**identity(raw, _digested(contents)), **contents)


def _digested(contents: Mapping[str, Any]) -> dict[str, Any]:
    """The contents as the digest is made of them (specs/tower-up/editions.md, “The digest”)."""
    digested = {key: value for key, value in contents.items() if key != "printed_cards"}
    colours = contents["colours"]
    digested["floors"] = tuple(contents["floors"][colour] for colour in colours)
    digested["cards"] = tuple(
        {
            "kind": {
                "id": printed.card.id,
                "printed": sum(printed.card.floors[colour] * 128**place for place, colour in enumerate(colours)),
                "wild": printed.card.multicolour,
                "vehicles": tuple(printed.card.vehicles[colour] for colour in colours),
            },
            "bottom": printed.bottom,
            "count": printed.count,
        }
        for printed in contents["printed_cards"]
    )
    return digested


SHELF: Shelf[Edition] = Shelf("towerup.rulesets.tower_up", Edition, _build, check="box.edition_check")
"""The editions of Tower Up."""


def load_edition(source: object) -> Edition:
    """An edition by name, by the path of its file, or as it is. Raises `EditionError` with every mistake in a file."""
    return SHELF.load(source)  # type: ignore[arg-type]  # anything may be asked for; the shelf refuses what is none


def edition_from_data(data: dict[str, Any]) -> Edition:
    """The edition with this data, of the form of an edition file: `tu.edition_from_data({"format": "towerup-edition", …})`.

    It is for a box that is made up in code. `edition.data` gives the data of any edition. Raises `EditionError` with every mistake.
    """
    return SHELF.from_data(data)
