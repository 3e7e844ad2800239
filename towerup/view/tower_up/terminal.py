"""The table for a terminal: a map of the board on a grid of characters, the players, the cards.

A building is written as its colour's small letter and a sign for each floor from the ground up: the capital letter of the
player whose roof is on it, or a dot. So `n·BY` is a brown building of three floors with a blue roof on the second and a
yellow one on the third. Colours only repeat what the letters say.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from towerup.rulesets.tower_up.actions import Action, Reveal
from towerup.rulesets.tower_up.scoring import scores
from towerup.rulesets.tower_up.state import Player, State
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
    sites_in,
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
        self.setup, self.edition, self.board = state.setup, state.setup.edition, state.box.side
        self.floor = floor_letters(self.setup)
        self.roof = roof_letters(self.setup)
        self.floor_style = _styles(self.edition.colours, _FLOORS, _OTHER_FLOORS)
        self.roof_style = _styles(self.edition.roof_colours, _ROOFS, _OTHER_ROOFS)
        self.touched = sites_in(last)

    def lines(self) -> Iterator[Line]:
        yield from self.head()
        yield []
        cells = layout(self.state.box, self.width)
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
        title = f"{self.edition.title}: {many(len(self.state.players), 'player')}, board {self.board.name}"
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

    def building(self, site: str) -> list[Piece]:
        """The building on a site: its colour, and its floors from the ground up with the roofs on them."""
        building = self.state.buildings.get(site)
        if building is None:
            return []
        style = self.floor_style[building.colour]
        pieces = [(self.floor[building.colour], style)]
        for level in range(1, building.floors + 1):
            roof = building.roofs.get(level)
            pieces.append((self.signs.floor, style) if roof is None else (self.roof[roof], self.roof_style[roof]))
        return pieces

    def name(self, site: str) -> list[Piece]:
        """The name of a site, with a sign for a park and for a lake; what was done last or is marked stands out."""
        style = _LAST if site in self.touched else BOLD
        if site in self.overlay.marks:
            style = _TONES[self.overlay.marks[site].tone]
        pieces, areas = [(site, style)], self.state.board.nodes[site]
        if areas["parks"]:
            pieces.append((self.signs.park, _PARK))
        if areas["lakes"]:
            pieces.append((self.signs.lake, _LAKE))
        return pieces

    def sign_before(self, site: str) -> Piece:
        """The sign before a site's name: a mark laid over it, or that the last action was there."""
        if site in self.overlay.marks:
            tone = self.overlay.marks[site].tone
            return self.signs.tone(tone), _TONES[tone]
        return (">", BOLD) if site in self.touched else (" ", PLAIN)

    def map(self, cells: dict[str, Cell]) -> Iterator[Line]:
        sheet = Sheet(self.width, rows_of(cells.values()))
        place = Scale(cells.values())
        for areas, sign, style in (
            (self.board.parks, self.signs.grass, _PARK),
            (self.board.lakes, self.signs.water, _LAKE),
        ):
            for area in areas:
                fill(sheet, [place.point(*point) for point in area.area], sign, style)
        pen = Pen(sheet, fine=self.signs.fine)
        for one, other in self.board.roads:
            crosses = self.state.board.edges[one, other]["border"] is not None
            pen.line(cells[one].middle, cells[other].middle, _ROAD, dotted=crosses)
        for site, cell in cells.items():
            name, building = [self.sign_before(site), *self.name(site)], self.building(site)
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
        names = {site: [self.sign_before(site), *self.name(site)] for site in self.state.box.sites}
        buildings = {site: self.building(site) for site in names}
        wide, high = max(map(length, names.values())) + 1, max(map(length, buildings.values())) + 1
        room = max(20, self.width - wide - high)
        for site, neighbours in self.state.box.neighbours.items():
            words = [(word, FAINT) for word in f"roads to {', '.join(neighbours)}".split()]
            before = [*padded(names[site], wide), *padded(buildings[site], high)]
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

    def player_name(self, player: Player) -> list[Piece]:
        roof = player.roof
        turn = player == self.state.player and not self.state.is_over
        letter = self.roof[roof]
        return [
            (f"{self.signs.turn if turn else ' '} ", BOLD), (letter, self.roof_style[roof]), (f" {roof}", BOLD if turn else PLAIN)
        ]  # fmt: skip

    def players(self) -> Iterator[Line]:
        wide = max(map(len, self.setup.seats)) + 6
        stocks = [self._stock(player) for player in self.state.players]
        stock_wide = max(len("stock"), *map(length, stocks)) + 2
        head = f"{'stock':{stock_wide}}{'roofs':>5}  {'cone':>4}  {'Millions':>8}"
        all_scores = scores(self.state)
        chips = ["+".join(map(str, score.chips.values())) or self.signs.dash for score in all_scores]
        # Where the chips would reach beyond the width they have lines of their own.
        beside = wide + len(head) + 2 + max(5, *map(len, chips)) <= self.width
        yield [(" " * wide, PLAIN), (head + ("  chips" if beside else ""), FAINT)]
        for player, score, stock, held in zip(self.state.players, all_scores, stocks, chips, strict=True):
            cone = self.signs.dash if player.cone is None else str(player.cone)
            rest = f"{player.roofs:>5}  {cone:>4}  {score.total:>8}" + (f"  {held}" if beside else "")
            yield [*padded(self.player_name(player), wide), *padded(stock, stock_wide), (rest, PLAIN)]
            if not beside:
                yield [(" " * wide, PLAIN), ("chips ", FAINT), (held, PLAIN)]

    def _stock(self, player: Player) -> list[Piece]:
        """A stock by colour, its total, and the limit."""
        pieces: list[Piece] = []
        for colour in self.edition.colours:
            held = player.stock[colour]
            pieces += [(f"{held}{self.floor[colour]}", self.floor_style[colour] if held else FAINT), (" ", PLAIN)]
        return [*pieces, (f"= {player.stock.total}/{self.edition.stock_limit}", PLAIN)]

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
        for player in self.state.players:
            line = padded(self.player_name(player), wide)
            for steps in range(len(worth)):
                there = [colour for colour in self.edition.colours if player.vehicles[colour] == steps]
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
        for player in self.state.players:
            at = " ".join(f"{self.floor[colour]}{player.vehicles[colour]}" for colour in self.edition.colours)
            yield [*padded(self.player_name(player), wide), (at, PLAIN)]

    # --- cards

    def cards(self) -> Iterator[Line]:
        state = self.state
        yield [("Market", BOLD)]
        wide = max(map(len, state.market), default=0) + 4
        for card in state.market:
            fresh = isinstance(self.last, Reveal) and self.last.card.partition("/")[0] == card
            words = [(word, PLAIN) for word in card_words(self.setup, self.edition.cards[card]).split()]
            for at, line in enumerate(wrapped(words, self.width - wide)):
                yield [(f"{'>' if fresh else ' '} {'' if at else card}".ljust(wide), BOLD), *line]
        if state.starting:
            yield from self.flow("Starting floors to place:", ", ".join(state.starting))
        yield from self.flow("Container:", listed(state.container, self.edition.colours), ",")
        yield from self.flow("Draw pile:", many(state.pile.total, "card"))
        yield from self.flow("Discards:", listed(state.discards, self.edition.cards, self.signs.dash), ",")

    def objectives(self) -> Iterator[Line]:
        yield [("Objectives", BOLD)]
        if not self.setup.objectives:
            yield [("  not dealt yet", PLAIN)]
        for id in self.setup.objectives:
            holders = [player for player in self.state.players if id in player.chips]
            left = " ".join(map(str, self.state.box.chips[len(holders) :])) or self.signs.dash
            title = f"{self.edition.objectives_by_id[id].title}; chips left: {left}"
            words = [(word, PLAIN) for word in title.split()]
            words += [(f"{self.roof[one.roof]}:{one.chips[id]}", self.roof_style[one.roof]) for one in holders]
            yield from wrapped([(f"  {id}", BOLD), *words], self.width, indent=4)


def _styles(names: tuple[str, ...], known: dict[str, str], others: tuple[str, ...]) -> dict[str, str]:
    """A style for each colour: its own where we know it, else one of the others."""
    return {name: known.get(name, others[number % len(others)]) for number, name in enumerate(names)}
