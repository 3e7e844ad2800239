"""Editions: the box as data. Boards, floors, roofs, deck, tracks, chips and objectives, each with its provenance.

Nothing about a board or a deck is in code. An edition is read from a TOML file (specs/editions.md describes the format);
every mistake in a file is named at its place, all in one go, before anything is built.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache, cached_property
from importlib import resources
from pathlib import Path
from typing import Any

import attrs

from towerup.kernel import canonical, counts
from towerup.kernel.places import Place

from .board import Area, Board, District, Site
from .cards import ANY, Card, Kind, kind_id

PROVENANCES = ("stated", "reviewed", "reconstructed")
"""Where a part of an edition comes from: a rulebook states it, a review tells it, or it is made to fit both."""


@attrs.frozen
class Problem:
    """A mistake in an edition file: what is wrong in a player's words, and where."""

    message: str
    path: str
    place: Place | None = None

    def __str__(self) -> str:
        line = f"line {self.place.line}: " if self.place else ""
        return f"{line}{self.path}: {self.message}" if self.path else f"{line}{self.message}"


class EditionError(ValueError):
    """An edition that cannot be played: all its mistakes are in `problems`."""

    def __init__(self, source: str, problems: tuple[Problem, ...]) -> None:
        super().__init__(source, problems)
        self.source = source
        self.problems = problems

    def __str__(self) -> str:
        count = len(self.problems)
        head = f"{self.source}: {count} mistake{'s' if count > 1 else ''}"
        return "\n".join([head, *(f"  {problem}" for problem in self.problems)])


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
class Edition:
    """A box: boards, floors, roofs, cards, tracks, chips, objectives, and where each part is known from.

    Two editions are equal when their contents are, whatever their files looked like: then they have the same `digest`.
    """

    name: str
    title: str
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
    provenance: Mapping[str, str]
    digest: str

    def __eq__(self, other: object) -> bool:
        return self.digest == other.digest if isinstance(other, Edition) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"<Edition {self.name} {self.digest}>"

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

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: the fields, not what was worked out from them."""
        return {field.name: getattr(self, field.name) for field in attrs.fields(Edition)}

    def __setstate__(self, fields: dict[str, Any]) -> None:
        self.__dict__.update(fields)

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
    return Edition(
        name=raw["name"],
        title=raw["title"],
        provenance=_provenances(raw),
        digest=canonical.digest(_plain(contents | {"name": raw["name"]})),
        **contents,
    )


def _plain(value: Any) -> Any:
    """A value as JSON has it, so that equal contents have equal digests however their file was written."""
    if attrs.has(type(value)):
        return _plain(attrs.asdict(value, recurse=False))
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def _provenances(raw: dict[str, Any]) -> dict[str, str]:
    parts = {name: part for name, part in raw.items() if isinstance(part, dict) and name != "boards"}
    boards = {f"boards.{name}": part for name, part in raw["boards"].items()}
    return {name: part["provenance"] for name, part in (parts | boards).items()}


def edition_from_toml(text: str, source: str = "edition") -> Edition:
    """The edition in this TOML text; raises EditionError with every mistake."""
    from .edition_check import problems_of

    found = problems_of(text)
    if found:
        raise EditionError(source, found)
    return _built(tomllib.loads(text))


def edition_from_data(data: dict[str, Any], source: str = "edition") -> Edition:
    """The edition in this data, of the shape of an edition file; raises EditionError with every mistake."""
    from .edition_check import problems_in

    found = problems_in(data, {})
    if found:
        raise EditionError(source, found)
    return _built(data)


SHIPPED = tuple(
    sorted(
        entry.name.removesuffix(".toml")
        for entry in (resources.files(__package__) / "editions").iterdir()
        if entry.name.endswith(".toml")
    )
)
"""The editions that come with the library."""


@cache
def shipped_edition(name: str) -> Edition:
    """An edition that comes with the library, checked when it was built into it."""
    if name not in SHIPPED:
        raise ValueError(
            f"no edition is called {name!r}; shipped are {', '.join(SHIPPED)}; a file may be named by its path"
        )
    text = (resources.files(__package__) / "editions" / f"{name}.toml").read_text(encoding="utf-8")
    return _built(tomllib.loads(text))


def load_edition(source: str | Path | Edition) -> Edition:
    """An edition by name, by the path of its file, or as it is. Raises `EditionError` with every mistake in a file."""
    if isinstance(source, Edition):
        return source
    if not isinstance(source, str | Path):
        raise ValueError(
            f"an edition is a name ({', '.join(SHIPPED)}), the path of a file, or an Edition, not {source!r}"
        )
    if isinstance(source, str) and source in SHIPPED:
        return shipped_edition(source)
    if Path(source).suffix == ".toml":
        return read_edition(Path(source))
    return shipped_edition(str(source))


def read_edition(path: Path) -> Edition:
    """The edition in a file, whatever its name; raises EditionError with every mistake."""
    try:
        return edition_from_toml(path.read_text(encoding="utf-8"), str(path))
    except OSError as error:
        raise EditionError(str(path), (Problem(f"cannot be read: {error.strerror}", ""),)) from None
    except UnicodeDecodeError as error:
        raise EditionError(str(path), (Problem(f"is not UTF-8 text: {error.reason}", ""),)) from None
