"""The board as SVG: the cells, the street around them, what stands there, and what is marked."""

from __future__ import annotations

from towerup.rulesets.projekt_skyline.actions import Action
from towerup.rulesets.projekt_skyline.box.board import CORNERS
from towerup.rulesets.projekt_skyline.state import Construction, State
from towerup.view.elements import Drawing, Point, number
from towerup.view.marking import Arrow, Mark, Overlay
from towerup.view.marks import FAINT, GOLD, PAPER, TONES, arrow, plate, sign

from .pieces import Style, architect, floor, pawn, tower
from .words import SIZES, touched

_CELL = 96
_STREET = 62
_FLOOR, _FLOOR_HIGH = 54, 19


class BoardSketch:
    """The board with all that is on it."""

    def __init__(self, state: State, style: Style, last: Action | None, overlay: Overlay) -> None:
        self.state, self.style, self.overlay = state, style, overlay
        self.board = state.setup.board
        self.last = touched(last)
        self.width = self.board.columns * _CELL + 2 * _STREET
        self.height = self.board.rows * _CELL + 2 * _STREET
        self.at: dict[str, Point] = {
            name: (_STREET + (cell["column"] + 0.5) * _CELL, _STREET + (cell["row"] + 0.5) * _CELL)
            for name, cell in state.board.nodes.items()
        }
        self.at |= {name: self._space_at(name) for name in self.board.spaces}

    def _space_at(self, name: str) -> Point:
        """The middle of a space of the street."""
        near, far_x, far_y = _STREET / 2, self.width - _STREET / 2, self.height - _STREET / 2
        if name in CORNERS:
            return {"NW": (near, near), "NE": (far_x, near), "SE": (far_x, far_y), "SW": (near, far_y)}[name]
        along = _STREET + (int(name[2:]) - 0.5) * _CELL
        return {"N": (along, near), "S": (along, far_y), "W": (near, along), "E": (far_x, along)}[name[0]]

    def draw(self, d: Drawing, x: float, y: float) -> None:
        with d.group("board", class_="board", transform=f"translate({number(x)} {number(y)})"):
            d.rect(0, 0, self.width, self.height, rx=_STREET / 2, fill="#cfd3d6")
            for name in self.board.spaces:
                self.draw_space(d, name)
            for name in self.board.cells:
                self.draw_cell(d, name)
            for one in self.overlay.arrows:
                with d.group(f"{one.start} to {one.end}", class_="arrow", data_tone=one.tone):
                    self.draw_arrow(d, one)
            for name, mark in self.overlay.marks.items():
                self.draw_mark(d, name, mark)

    def draw_space(self, d: Drawing, name: str) -> None:
        """A space of the street, with the pawns on it and a tip that shows which way they move."""
        x, y = self.at[name]
        pawns = [player.colour for player in self.state.players if player.pawn == name]
        words = f"{name}: {', '.join(f'{colour} pawn' for colour in pawns) or 'nobody'}"
        last, round_ = name in self.last, name in CORNERS
        stroke = {"stroke": GOLD if last else "#8d9296", "stroke_width": 5 if last else 1.2}
        with d.group(words, class_="space", data_space=name):
            if round_:
                d.circle(x, y, _STREET / 2 - 4, fill="#fbe3b0", **stroke)
            else:
                wide, high = (_CELL - 6, _STREET - 10) if name[0] in "NS" else (_STREET - 10, _CELL - 6)
                d.rect(x - wide / 2, y - high / 2, wide, high, rx=6, fill=PAPER, **stroke)
            d.text(x, y + _STREET / 2 - (13 if round_ else 10), name, 10.5, text_anchor="middle", fill=FAINT)
            if not round_:
                turn = {"N": 0, "E": 90, "S": 180, "W": 270}[name[0]]
                d.path("M-4-4l6 4-6 4z", fill="#c3c7ca",
                       transform=f"translate({number(x)} {number(y)}) rotate({turn}) translate({_CELL / 2 - 10:.0f} 0)")  # fmt: skip
            for n, colour in enumerate(pawns):
                column, row = n % 2, n // 2
                left = x + (0 if len(pawns) == 1 else -11 + 22 * column)
                pawn(d, left, y - 6 - (11 if len(pawns) > 2 else 0) + 21 * row, self.style, colour)

    def draw_cell(self, d: Drawing, name: str) -> None:
        x, y = self.at[name]
        there = self.state.constructions.get(name)
        with d.group(self.words(name, there), class_="cell", data_cell=name):
            last = name in self.last
            d.rect(x - _CELL / 2 + 2, y - _CELL / 2 + 2, _CELL - 4, _CELL - 4, rx=5,
                   fill="#e4efd9" if name in self.board.centre else "#f2f5ea",
                   stroke=GOLD if last else "#a9b39c", stroke_width=5 if last else 1.2)  # fmt: skip
            d.text(x - _CELL / 2 + 9, y + _CELL / 2 - 8, name, 10, fill=FAINT)
            foot = y + _CELL / 2 - 18
            if there is not None and there.floors == 3:
                tower(d, x, foot, self.style, there.owner)
            elif there is not None:
                for level in range(there.floors):
                    top = foot - (level + 1) * _FLOOR_HIGH
                    floor(d, x - _FLOOR / 2, top, _FLOOR, _FLOOR_HIGH, self.style, there.owner)
            if name == self.state.architect:
                architect(d, x + _CELL / 2 - 15, y + _CELL / 2 - 8)

    def words(self, name: str, there: Construction | None) -> str:
        """A cell in words: what stands on it."""
        told = "empty" if there is None else f"{SIZES[there.floors - 1]} of {there.owner}"
        return f"{name}: {told}" + (", with the architect" if name == self.state.architect else "")

    # --- what is laid over it

    def draw_mark(self, d: Drawing, name: str, mark: Mark) -> None:
        x, y = self.at[name]
        half = _CELL / 2 - 3 if name in self.board.cells else _STREET / 2 - 4
        with d.group(f"{name}: {mark.label or mark.tone}", class_="mark", data_cell=name, data_tone=mark.tone):
            d.rect(x - half, y - half, 2 * half, 2 * half, rx=8, fill="none", stroke=TONES[mark.tone], stroke_width=4.5)
            if mark.label:
                lines = mark.label.split(", ")
                plate(d, (x, y - half + 8), lines, TONES[mark.tone], (self.width, self.height))
            sign(d, x + half, y - half, mark.tone)

    def draw_arrow(self, d: Drawing, one: Arrow) -> None:
        arrow(d, self.at[one.start], self.at[one.end], one.tone, (20, 26, 26))
