"""The table for a terminal: a map of the board on a grid of characters, the players, the cards.

A building is written as its colour's small letter and a sign for each floor from the ground up: the capital letter of the
player whose roof is on it, or a dot. So `n·BY` is a brown building of three floors with a blue roof on the second and a
yellow one on the third. Colours only repeat what the letters say.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from towerup.kernel import counts
from towerup.rulesets.tower_up.actions import Action, Reveal
from towerup.rulesets.tower_up.scoring import scores
from towerup.rulesets.tower_up.state import COLOUR, State, floors_of, roof_at
from towerup.rulesets.tower_up.table import table_of
from towerup.view.ink import BOLD, FAINT, PLAIN, Line, Pen, Piece, Sheet, clipped, length, padded, rendered, wrapped
from towerup.view.marking import Overlay, Tone

from .terminal_map import Cell, Scale, fill, layout, rows_of, write_in
from .words import (
    area_words,
    card_words,
    district_words,
    ending_words,
    floor_letters,
    listed,
    many,
    roof_letters,
    touched,
    turn_words,
)

NARROWEST = 60
"""A picture is never narrower: it could not be read."""


@attrs.frozen
class Signs:
    """The signs that are not plain letters."""

    floor: str
    park: str
    lake: str
    star: str
    grass: str
    water: str
    turn: str
    dash: str
    good: str
    bad: str
    fine: bool

    def tone(self, tone: Tone) -> str:
        return {"good": self.good, "bad": self.bad, "note": "!"}[tone]


FULL = Signs("·", "♣", "≈", "★", "'", "~", "▶", "–", "✓", "✗", fine=True)
ASCII = Signs(".", "'", "~", "*", "'", "~", ">", "-", "+", "x", fine=False)
SIGNS = f"{FULL.floor}{FULL.park}{FULL.lake}{FULL.star}{FULL.turn}{FULL.dash}{FULL.good}{FULL.bad}⠿"
"""What an output must be able to write if it is to have more than plain letters."""

_FLOORS = {
    "black": "48;5;235;38;5;255",
    "grey": "48;5;246;38;5;16",
    "white": "48;5;255;38;5;16",
    "brown": "48;5;94;38;5;255",
}
_ROOFS = {
    "blue": "1;48;5;26;38;5;255",
    "yellow": "1;48;5;220;38;5;16",
    "orange": "1;48;5;202;38;5;16",
    "green": "1;48;5;34;38;5;16",
}
# For boxes with colours of their own: far apart from each other, for most eyes.
_OTHER_FLOORS = ("48;5;52;38;5;255", "48;5;24;38;5;255", "48;5;180;38;5;16", "48;5;58;38;5;255", "48;5;60;38;5;255", "48;5;250;38;5;16")  # fmt: skip
_OTHER_ROOFS = ("1;48;5;162;38;5;255", "1;48;5;45;38;5;16", "1;48;5;226;38;5;16", "1;48;5;90;38;5;255", "1;48;5;208;38;5;16", "1;48;5;120;38;5;16", "1;48;5;231;38;5;16")  # fmt: skip
_PARK, _LAKE, _ROAD, _LAST = "38;5;71", "38;5;68", "38;5;244", "1;7"
_TONES: dict[Tone, str] = {"good": "1;38;5;34", "bad": "1;38;5;196", "note": "1;38;5;33"}


def picture(state: State, *, colour: bool, unicode: bool, width: int, last: Action | None, overlay: Overlay) -> str:
    """The table as text of at most this width (but never less than 60 columns)."""
    drawing = _Drawing(state, FULL if unicode else ASCII, max(width, NARROWEST), last, overlay)
    # Only names that are longer than any box of ours has can reach beyond the width.
    lines = (clipped(line, drawing.width) for line in drawing.lines())
    return rendered(lines, colour=colour, unicode=unicode)


class _Drawing:
    """One picture in the making."""

    def __init__(self, state: State, signs: Signs, width: int, last: Action | None, overlay: Overlay) -> None:
        self.state, self.signs, self.width, self.last, self.overlay = state, signs, width, last, overlay
        self.setup, self.edition, self.board = state.setup, state.setup.edition, state.setup.board
        self.table = table_of(state)
        self.floor = floor_letters(self.setup)
        self.roof = roof_letters(self.setup)
        self.floor_style = _styles(self.edition.colours, _FLOORS, _OTHER_FLOORS)
        self.roof_style = _styles(self.edition.roof_colours, _ROOFS, _OTHER_ROOFS)
        self.touched = touched(last)

    def lines(self) -> Iterator[Line]:
        yield from self.head()
        yield []
        cells = layout(self.board, self.width)
        yield from self.listing() if cells is None else self.map(cells)
        yield []
        yield from self.notes()
        yield from self.legend()
        yield []
        yield from self.players()
        yield []
        yield from self.tracks()
        yield []
        yield from self.cards()
        yield []
        yield from self.objectives()

    def flow(self, head: str, words: str, apart: str | None = None) -> Iterator[Line]:
        """A heading and a sentence after it, on as many lines as it takes; broken at spaces, or just after this sign."""
        parts = words.split() if apart is None else words.replace(f"{apart} ", f"{apart}\n").split("\n")
        pieces = [(head, BOLD), *((part, PLAIN) for part in parts)]
        yield from wrapped([piece for piece in pieces if piece[0]], self.width, indent=2)

    # --- what is going on

    def head(self) -> Iterator[Line]:
        title = f"{self.edition.title}: {many(len(self.setup.seats), 'player')}, board {self.board.name}"
        yield from wrapped([(word, BOLD) for word in title.split()], self.width)
        yield from self.flow("", turn_words(self.state))
        if self.state.ending:
            yield from self.flow("", ending_words(self.state))
        if self.last is not None:
            yield from self.flow("Last:", str(self.last))

    def notes(self) -> Iterator[Line]:
        """What is laid over the picture, in words."""
        for site, mark in self.overlay.marks.items():
            sign = self.signs.tone(mark.tone)
            yield from wrapped([(sign, _TONES[mark.tone]), (site, BOLD), *((word, PLAIN) for word in mark.label.split())], self.width, 2)  # fmt: skip
        for arrow in self.overlay.arrows:
            yield [(f"{arrow.start} -> {arrow.end}", _TONES[arrow.tone])]
        for caption in self.overlay.captions:
            yield from self.flow("", caption)
        if self.overlay != Overlay():
            yield []

    # --- the board

    def building(self, number: int) -> list[Piece]:
        """The building on a site: its colour, and its floors from the ground up with the roofs on them."""
        tower = self.state.towers[number]
        if not tower:
            return []
        colour = self.edition.colours[(tower & COLOUR) - 1]
        pieces = [(self.floor[colour], self.floor_style[colour])]
        for level in range(1, floors_of(tower) + 1):
            seat = roof_at(tower, level) - 1
            if seat < 0:
                pieces.append((self.signs.floor, self.floor_style[colour]))
            else:
                roof = self.setup.seats[seat]
                pieces.append((self.roof[roof], self.roof_style[roof]))
        return pieces

    def name(self, number: int) -> list[Piece]:
        """The name of a site, with a sign for a park and for a lake; what was done last or is marked stands out."""
        name = self.board.names[number]
        style = _LAST if name in self.touched else BOLD
        if name in self.overlay.marks:
            style = _TONES[self.overlay.marks[name].tone]
        pieces = [(name, style)]
        if self.board.park_mask >> number & 1:
            pieces.append((self.signs.park, _PARK))
        if self.board.lake_mask >> number & 1:
            pieces.append((self.signs.lake, _LAKE))
        return pieces

    def sign_before(self, name: str) -> Piece:
        """The sign before a site's name: a mark laid over it, or that the last action was there."""
        if name in self.overlay.marks:
            tone = self.overlay.marks[name].tone
            return self.signs.tone(tone), _TONES[tone]
        return (">", BOLD) if name in self.touched else (" ", PLAIN)

    def map(self, cells: list[Cell]) -> Iterator[Line]:
        size = rows_of(cells)
        sheet = Sheet(self.width, size)
        place = Scale(cells)
        for areas, sign, style in (
            (self.board.parks, self.signs.grass, _PARK),
            (self.board.lakes, self.signs.water, _LAKE),
        ):
            for area in areas:
                fill(sheet, [place.point(*point) for point in area.area], sign, style)
        pen = Pen(sheet, fine=self.signs.fine)
        for one, other in self.board.roads:
            ends = cells[self.board.index[one]], cells[self.board.index[other]]
            crosses = ends[0].site.district != ends[1].site.district
            pen.line(ends[0].middle, ends[1].middle, _ROAD, dotted=crosses)
        for number, cell in enumerate(cells):
            before = self.sign_before(cell.site.id)
            name, building = [before, *self.name(number)], self.building(number)
            # Spaces around keep the roads off the letters.
            sheet.write(cell.column, cell.row, name)
            sheet.clear(cell.column + length(name), cell.row)
            # An empty site is a name alone, and the roads are seen to reach it.
            sheet.keep(cell.column, cell.row + 1, cell.width)
            if building:
                sheet.clear(cell.column, cell.row + 1)
                sheet.write(cell.column + 1, cell.row + 1, building)
                sheet.clear(cell.column + 1 + length(building), cell.row + 1)
        for areas, style in ((self.board.parks, _PARK), (self.board.lakes, _LAKE)):
            for area in areas:
                write_in(sheet, area.name, [place.point(*point) for point in area.area], style)
        yield from sheet.lines()

    def listing(self) -> Iterator[Line]:
        """The sites one after another, where the board is too dense to be drawn."""
        names = [[self.sign_before(name), *self.name(number)] for number, name in enumerate(self.board.names)]
        buildings = [self.building(number) for number in range(len(names))]
        wide, high = max(map(length, names)) + 1, max(map(length, buildings)) + 1
        room = max(20, self.width - wide - high)
        for number, (name, building) in enumerate(zip(names, buildings, strict=True)):
            roads = ", ".join(self.board.names[other] for other in self.board.neighbours[number])
            words = [(word, FAINT) for word in f"roads to {roads}".split()]
            before = [*padded(name, wide), *padded(building, high)]
            for line in wrapped(words, room):
                yield [*before, *line]
                before = [(" " * (wide + high), PLAIN)]

    def legend(self) -> Iterator[Line]:
        signs = self.signs
        floors = ", ".join(f"{letter} {colour}" for colour, letter in self.floor.items())
        roofs = ", ".join(f"{letter} {roof}" for roof, letter in self.roof.items())
        first, *rest = self.floor.values()
        example = f"{(rest or [first])[-1]}{signs.floor}{next(iter(self.roof.values()))}"
        yield from self.flow(
            "Buildings", f"floors {floors}; roofs {roofs}; {example} has two floors, a roof on the second"
        )
        yield from self.flow(
            "Districts",
            "; ".join(district_words(self.board, one) for one in self.board.districts)
            + "; roads across a border are thin",
        )
        if self.board.parks:
            yield from self.flow(f"Parks {signs.park}", area_words(self.board.parks))
        if self.board.lakes:
            yield from self.flow(f"Lakes {signs.lake}", area_words(self.board.lakes))

    # --- the players

    def seat_name(self, seat: int) -> list[Piece]:
        roof = self.setup.seats[seat]
        turn = self.state.seat == seat and not self.state.is_over
        letter = self.roof[roof]
        return [
            (f"{self.signs.turn if turn else ' '} ", BOLD), (letter, self.roof_style[roof]), (f" {roof}", BOLD if turn else PLAIN)
        ]  # fmt: skip

    def players(self) -> Iterator[Line]:
        wide = max(map(len, self.setup.seats)) + 6
        stocks = [self._stock(seat) for seat in range(len(self.setup.seats))]
        stock_wide = max(len("stock"), *map(length, stocks)) + 2
        head = f"{'stock':{stock_wide}}{'roofs':>5}  {'cone':>4}  {'Millions':>8}"
        chips = [
            "+".join(str(chip) for chip in player.chips if chip) or self.signs.dash for player in self.state.players
        ]
        # Where the chips would reach beyond the width they have lines of their own.
        beside = wide + len(head) + 2 + max(5, *map(len, chips)) <= self.width
        yield [(" " * wide, PLAIN), (head + ("  chips" if beside else ""), FAINT)]
        for seat, (player, score) in enumerate(zip(self.state.players, scores(self.state), strict=True)):
            cone = self.signs.dash if player.cone is None else str(player.cone)
            rest = f"{player.roofs:>5}  {cone:>4}  {score.total:>8}" + (f"  {chips[seat]}" if beside else "")
            yield [*padded(self.seat_name(seat), wide), *padded(stocks[seat], stock_wide), (rest, PLAIN)]
            if not beside:
                yield [(" " * wide, PLAIN), ("chips ", FAINT), (chips[seat], PLAIN)]

    def _stock(self, seat: int) -> list[Piece]:
        """A stock by colour, and how many floors of how many that it may hold."""
        stock = self.state.players[seat].stock
        pieces: list[Piece] = []
        for colour, held in zip(self.edition.colours, counts.unpack(stock, self.setup.colours), strict=True):
            pieces += [(f"{held}{self.floor[colour]}", self.floor_style[colour] if held else FAINT), (" ", PLAIN)]
        return [*pieces, (f"= {counts.total(stock)}/{self.edition.stock_limit}", PLAIN)]

    def tracks(self) -> Iterator[Line]:
        """Where each player's vehicles are: a letter a vehicle, under the number of its steps."""
        worth = self.edition.worth
        wide = max(map(len, self.setup.seats)) + 6
        column = max(len(self.edition.colours), len(str(len(worth) - 1)) + 1, len(str(worth[-1]))) + 1
        if wide + column * len(worth) > self.width:
            yield from self._steps(wide)
            return
        heads = [f"{steps}{self.signs.star if steps in self.edition.stars else ''}" for steps in range(len(worth))]
        yield [(f"{'vehicles':{wide}}", FAINT), ("".join(f"{head:{column}}" for head in heads), FAINT)]
        if worth != tuple(range(len(worth))):
            yield [(f"{'Millions':{wide}}", FAINT), ("".join(f"{one:<{column}}" for one in worth), FAINT)]
        for seat, player in enumerate(self.state.players):
            line = padded(self.seat_name(seat), wide)
            for steps in range(len(worth)):
                there = [
                    colour for colour, at in zip(self.edition.colours, player.vehicles, strict=True) if at == steps
                ]
                empty = self.signs.star if steps in self.edition.stars else self.signs.floor
                pieces = [(self.floor[colour], self.floor_style[colour]) for colour in there] or [(empty, FAINT)]
                line += padded(pieces, column)
            yield line

    def _steps(self, wide: int) -> Iterator[Line]:
        """The same in numbers, for a track that is too long to be drawn."""
        stars = ", ".join(map(str, self.edition.stars))
        yield from self.flow(
            "", f"vehicles: steps of {len(self.edition.worth) - 1}; stars at {stars or self.signs.dash}"
        )
        for seat, player in enumerate(self.state.players):
            at = " ".join(
                f"{self.floor[colour]}{steps}"
                for colour, steps in zip(self.edition.colours, player.vehicles, strict=True)
            )
            yield [*padded(self.seat_name(seat), wide), (at, PLAIN)]

    # --- cards

    def cards(self) -> Iterator[Line]:
        table = self.table
        yield [("Market", BOLD)]
        wide = max((len(kind) for kind in table.market), default=0) + 4
        for number in self.state.market:
            kind = self.edition.kinds[number]
            fresh = isinstance(self.last, Reveal) and self.last.card.partition("/")[0] == kind.id
            words = [(word, PLAIN) for word in card_words(self.setup, kind).split()]
            for at, line in enumerate(wrapped(words, self.width - wide)):
                yield [(f"{'>' if fresh else ' '} {'' if at else kind.id}".ljust(wide), BOLD), *line]
        if table.starting:
            yield from self.flow("Starting floors to place:", ", ".join(table.starting))
        yield from self.flow("Container:", listed(table.container), ",")
        yield from self.flow("Draw pile:", many(sum(self.state.pile), "card"))
        yield from self.flow("Discards:", listed(table.discards, self.signs.dash), ",")

    def objectives(self) -> Iterator[Line]:
        yield [("Objectives", BOLD)]
        if not self.setup.objectives:
            yield [("  not dealt yet", PLAIN)]
        for number, id in enumerate(self.setup.objectives):
            takers = [
                (seat, player.chips[number]) for seat, player in enumerate(self.state.players) if player.chips[number]
            ]
            left = self.setup.chips[len(takers) :]
            words = [
                (word, PLAIN)
                for word in f"{self.edition.objective(id).title}; chips left: {' '.join(map(str, left)) or self.signs.dash}".split()
            ]
            for seat, chip in takers:
                roof = self.setup.seats[seat]
                words.append((f"{self.roof[roof]}:{chip}", self.roof_style[roof]))
            yield from wrapped([(f"  {id}", BOLD), *words], self.width, indent=4)


def _styles(names: tuple[str, ...], known: dict[str, str], others: tuple[str, ...]) -> dict[str, str]:
    """A style for each colour: its own where we know it, else one of the others."""
    return {name: known.get(name, others[number % len(others)]) for number, name in enumerate(names)}
