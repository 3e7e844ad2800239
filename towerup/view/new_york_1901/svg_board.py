"""The board as SVG: a plan with streets, parks and lots, what stands on them, and what is marked."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

from towerup.rulesets.new_york_1901.actions import Action
from towerup.rulesets.new_york_1901.box.board import PARK
from towerup.rulesets.new_york_1901.state import State
from towerup.view.elements import Drawing, Point, number, text_width
from towerup.view.marking import Arrow, Mark, Overlay
from towerup.view.marks import FAINT, INK, PAPER, TONES, arrow, plate, sign

from .geometry import Square, middle, path
from .pieces import Style, around, band, building, building_label, pattern, worker
from .plan import Plan, Standing, lot_in
from .words import building_words, cell_words, touched

_CELL, _STREET, _EDGE = 58, 30, 22
_GROUND, _ROAD, _IN_PLAY = "#e9e5da", "#d3cfc6", "#fbe7a8"


class BoardSketch:
    """The board with all that is on it."""

    def __init__(self, state: State, style: Style, last: Action | None, overlay: Overlay) -> None:
        self.state, self.style, self.overlay = state, style, overlay
        self.plan, self.board = Plan(state), state.setup.board
        self.last = touched(state, last)
        columns, rows = len(self.board.plan[0]), len(self.board.plan)
        wide = [_CELL if self.plan.is_wide(column) else _STREET for column in range(columns)]
        high = [_CELL if self.plan.is_high(row) else _STREET for row in range(rows)]
        self.xs, self.ys = list(accumulate(wide, initial=_EDGE)), list(accumulate(high, initial=_EDGE))
        self.width, self.height = self.xs[-1] + _EDGE, self.ys[-1] + _EDGE

    # --- where things are

    def at(self, corner: Square) -> Point:
        """A corner of the grid."""
        return self.xs[corner[0]], self.ys[corner[1]]

    def box(self, square: Square) -> tuple[float, float, float, float]:
        """A square as left, top, width and height."""
        (x, y), (right, foot) = self.at(square), self.at((square[0] + 1, square[1] + 1))
        return x, y, right - x, foot - y

    def squares(self, cells: Iterable[str]) -> list[Square]:
        return [self.board.places[cell] for cell in cells]

    def middle(self, place: str) -> Point:
        """The middle of a place that can be marked: of a cell, or of the first cell of a lot."""
        x, y, wide, high = self.box(self.marked(place)[0])
        return x + wide / 2, y + high / 2

    def marked(self, place: str) -> list[Square]:
        """The squares of a place that can be marked."""
        lot = lot_in(place)
        if lot is None:
            return [self.board.places[place]]
        return self.squares(self.board.lots[lot])

    # --- drawing

    def draw(self, d: Drawing, x: float, y: float) -> None:
        with d.group("board", class_="board", transform=f"translate({number(x)} {number(y)})"):
            # Only cells are pointed at: they lie on top, and all below them lets a pointer through.
            with d.group(pointer_events="none"):
                d.rect(0, 0, self.width, self.height, rx=8, fill=_GROUND)
                self.draw_names(d)
                self.draw_streets(d)
                self.draw_parks(d)
                self.draw_lots(d)
                self.draw_buildings(d)
                self.draw_last(d)
            for cell in self.board.cells:
                self.draw_cell(d, cell)
            with d.group(pointer_events="none"):
                self.draw_labels(d)
                for one in self.overlay.arrows:
                    with d.group(f"{one.start} to {one.end}", class_="arrow", data_tone=one.tone):
                        self.draw_arrow(d, one)
                for place, mark in self.overlay.marks.items():
                    self.draw_mark(d, place, mark)
                for place, mark in self.overlay.marks.items():
                    self.draw_label(d, place, mark)

    def draw_names(self, d: Drawing) -> None:
        """The letters of columns and the numbers of rows around the plan."""
        columns: dict[str, float] = {}
        rows: dict[str, float] = {}
        for name, place in self.board.places.items():
            letter = name.rstrip("0123456789")
            x, y, wide, high = self.box(place)
            columns[letter], rows[name[len(letter) :]] = x + wide / 2, y + high / 2
        for text, x in columns.items():
            for y in (_EDGE - 7, self.height - 7):
                d.text(x, y, text, 12, text_anchor="middle", fill=FAINT)
        for text, y in rows.items():
            for x in (_EDGE / 2, self.width - _EDGE / 2):
                d.text(x, y + 4, text, 12, text_anchor="middle", fill=FAINT)

    def draw_streets(self, d: Drawing) -> None:
        for street in self.board.streets:
            runs = self.plan.runs(street.sign)
            in_play = street.id in self.state.setup.streets
            words = f"{street.title}{', in play' if in_play else ''}"
            with d.group(words, class_="street", data_street=street.id):
                for run in runs:
                    left, top, *_ = self.box(run[0])
                    x, y, wide, high = self.box(run[-1])
                    d.rect(left, top, x + wide - left, y + high - top, fill=_IN_PLAY if in_play else _ROAD)
                longest = max(runs, key=len, default=[])
                for run in runs:
                    self.draw_street_name(d, run, street.title, in_play, run is longest)

    def draw_street_name(self, d: Drawing, run: list[Square], title: str, in_play: bool, surely: bool) -> None:
        """The name along a stretch of a street, where it fits; on a long stretch twice."""
        left, top, wide, high = self.box(run[0])
        x, y, wide, high = self.box(run[-1])
        right, foot = x + wide, y + high
        down = foot - top > right - left
        long = foot - top if down else right - left
        size = 13.5
        needed = text_width(title, size)
        if needed > long - 10:
            if not surely:
                return
            size *= max(0.4, (long - 10) / needed)
        for part in (0.22, 0.75) if long > 2.6 * needed and len(run) > 6 else (0.5,):
            at = (
                ((left + right) / 2 + size * 0.35, top + long * part)
                if down
                else (left + long * part, (top + foot) / 2 + size * 0.35)
            )
            turn = f"rotate(-90 {number(at[0])} {number(at[1])})" if down else None
            d.text(*at, title, size, text_anchor="middle", transform=turn, letter_spacing=0.4,
                   font_weight="bold" if in_play else None, fill=INK if in_play else FAINT)  # fmt: skip

    def draw_parks(self, d: Drawing) -> None:
        parks = [square for square, word in self.board.squares.items() if word == PARK]
        if not parks:
            return
        with d.group("park", class_="park"):
            d.path(path(parks, self.at, 1), fill="#a9cf8f", stroke="#5d8a45", stroke_width=1.5)
            for column, row in parks:
                x, y, wide, high = self.box((column, row))
                for dx, dy, radius in ((0.32, 0.36, 0.15), (0.68, 0.66, 0.18)):
                    d.circle(
                        x + wide * dx, y + high * dy, wide * radius, fill="#6fa656", stroke="#41702d", stroke_width=1
                    )
                    d.circle(x + wide * dx, y + high * dy, 1.8, fill="#41702d")

    def draw_lots(self, d: Drawing) -> None:
        """The cells by district, with what divides them; then lot by lot its outline, name, owner and worker."""
        for district in self.board.districts:
            land = self.style.lands[district.id]
            left_out = district.id == self.plan.left_out
            lots = [lot for lot, one in self.board.district_of.items() if one == district.id]
            squares = [square for lot in lots for square in self.squares(self.board.lots[lot])]
            with d.group(f"{district.id} district", class_="district", data_district=district.id):
                d.path(path(squares, self.at), fill="#dedad0" if left_out else land.ground)
                if not left_out:
                    strokes = "".join(pattern(land, *self.box(one)) for one in squares)
                    d.path(strokes, stroke=land.pattern, stroke_width=1.2, fill="none")
                inner = "".join(self.inner_lines(one) for one in squares)
                d.path(inner, stroke=PAPER, stroke_width=1.6, stroke_dasharray="3 3", fill="none")
                for lot in lots:
                    self.draw_lot(d, lot, "#9a958a" if left_out else land.ink)

    def inner_lines(self, square: Square) -> str:
        """The lines between a square and those of the same lot to its right and below."""
        x, y, wide, high = self.box(square)
        word, data = self.board.squares[square], ""
        if self.board.squares.get((square[0] + 1, square[1])) == word:
            data += f"M{number(x + wide)} {number(y + 3)}v{number(high - 6)}"
        if self.board.squares.get((square[0], square[1] + 1)) == word:
            data += f"M{number(x + 3)} {number(y + high)}h{number(wide - 6)}"
        return data

    def draw_lot(self, d: Drawing, lot: str, ink: str) -> None:
        squares = self.squares(self.board.lots[lot])
        owner = self.plan.owner.get(lot)
        with d.group(class_="lot", data_lot=lot, data_owner=owner):
            d.path(path(squares, self.at), fill="none", stroke=INK, stroke_width=1.8, stroke_linejoin="round")
            free = self.plan.free(lot)
            if owner is not None:
                # Cells of a lot that has an owner: with a band in their colour.
                rest = [self.board.places[cell] for cell in free]
                band(d, path(rest, self.at, 4), self.style, owner)
            if not free:
                return
            x, y, _, _ = self.box(self.board.places[free[0]])
            d.text(x + 8, y + 19, lot, 13, font_weight="bold", fill=ink)
            if owner is not None:
                x, y, wide, high = self.box(self.board.places[free[-1]])
                if lot in self.plan.workers:
                    worker(d, x + wide / 2, y + high - 10, self.style, owner)
                else:
                    d.text(x + wide / 2, y + high - 12, self.style.codes[owner], 13, font_weight="bold",
                           text_anchor="middle", fill=INK)  # fmt: skip

    def draw_buildings(self, d: Drawing) -> None:
        for one in self.plan.buildings:
            with d.group(class_="building", data_tile=one.tile.id, data_owner=one.owner, data_cells=self.cells(one)):
                squares = self.plan.ground(one.cells)
                building(d, squares, self.at, one.tile, one.owner, self.style)

    def draw_labels(self, d: Drawing) -> None:
        """What stands on buildings: over the cells, so that what is marked there does not cross it out."""
        for one in self.plan.buildings:
            column, row = middle(self.plan.ground(one.cells))
            left, top, wide, high = self.box((int(column), int(row)))
            x, y = left + wide * (column - int(column)), top + high * (row - int(row))
            with d.group(building_words(one), class_="label", data_cells=self.cells(one)):
                building_label(d, x, y, one.tile, one.owner, self.style)

    def cells(self, one: Standing) -> str:
        return " ".join(one.cells)

    def draw_last(self, d: Drawing) -> None:
        """A line around what was done last."""
        if self.last:
            with d.group("done last", class_="done", data_cells=" ".join(self.board.in_order(self.last))):
                around(d, path(self.plan.ground(self.last), self.at, 1))

    def draw_cell(self, d: Drawing, cell: str) -> None:
        """What is pointed at: a square over all that lies there."""
        x, y, wide, high = self.box(self.board.places[cell])
        with d.group(cell_words(self.plan, cell), class_="cell", data_cell=cell):
            d.rect(x + 3, y + 3, wide - 6, high - 6, rx=4, fill=PAPER, fill_opacity=0)

    # --- what is laid over it

    def draw_mark(self, d: Drawing, place: str, mark: Mark) -> None:
        squares = self.marked(place)
        x, y, wide, _ = self.box(squares[0])
        with d.group(f"{place}: {mark.label or mark.tone}", class_="mark", data_place=place, data_tone=mark.tone):
            outline = path(squares, self.at, 5)
            d.path(outline, fill=TONES[mark.tone], fill_opacity=0.14, stroke=PAPER, stroke_width=6.5)
            d.path(outline, fill="none", stroke=TONES[mark.tone], stroke_width=4, stroke_linejoin="round")
            sign(d, x + wide - 9, y + 9, mark.tone)

    def draw_label(self, d: Drawing, place: str, mark: Mark) -> None:
        """The words of a mark, over all marks, so that none is hidden."""
        if mark.label:
            x, y = self.middle(place)
            lines = mark.label.split(", ")
            plate(d, (x, y - 6), lines, TONES[mark.tone], (self.width, self.height))

    def draw_arrow(self, d: Drawing, one: Arrow) -> None:
        arrow(d, self.middle(one.start), self.middle(one.end), one.tone, (14, 16, 16))
