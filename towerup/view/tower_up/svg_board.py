"""The board as SVG: the ground (`svg_ground.py`), the sites, the buildings on them, and what is marked."""

from __future__ import annotations

from towerup.rulesets.tower_up.actions import Action
from towerup.rulesets.tower_up.state import COLOUR, State, floors_of, roof_at
from towerup.view.elements import Drawing, number, text_width
from towerup.view.marking import Arrow, Mark, Overlay
from towerup.view.marks import GOLD, INK, PAPER, TONES, arrow, plate, sign

from .pieces import Style, trees, waves
from .svg_ground import ground_of
from .words import many, touched

_LOT_HIGH = 31
_FLOOR, _FLOOR_HIGH, _ROOF_HIGH = 46, 14, 10.5
_TALLEST = 104
"""A building that would be taller has lower floors."""


class BoardSketch:
    """The board with all that is on it, drawn at a size that fits its buildings."""

    def __init__(self, state: State, style: Style, last: Action | None, overlay: Overlay) -> None:
        self.state, self.style, self.overlay = state, style, overlay
        self.setup, self.board = state.setup, state.setup.board
        self.last = touched(last)
        self.ground = ground_of(self.board)
        self.width, self.height, self.at = self.ground.width, self.ground.height, self.ground.at

    def draw(self, d: Drawing, x: float, y: float) -> None:
        with d.group(f"board {self.board.name}", class_="board", transform=f"translate({number(x)} {number(y)})"):
            d.include(self.ground.drawing)
            # From the back to the front, so that a tall building stands before what is behind it.
            for site in sorted(range(len(self.at)), key=lambda site: (self.at[site][1], site)):
                self.draw_site(d, site)
            for arrow in self.overlay.arrows:
                self.draw_arrow(d, arrow)
            for name, mark in self.overlay.marks.items():
                self.draw_mark(d, name, mark)

    def draw_site(self, d: Drawing, site: int) -> None:
        x, y = self.at[site]
        name = self.board.names[site]
        with d.group(self.words(site), class_="site", data_site=name):
            wide = text_width(name, 15) * 1.15 + 42
            last = name in self.last
            d.rect(x - wide / 2, y - 8, wide, _LOT_HIGH, rx=8, fill=PAPER, stroke=GOLD if last else "#6f6a5f",
                   stroke_width=5 if last else 1.4)  # fmt: skip
            # Below a building the name stands at the edge of its site, on an empty one in the middle.
            line = y + (18.5 if self.state.towers[site] else 12.5)
            d.text(x, line, name, 15, font_weight="bold", text_anchor="middle", fill=INK)
            if self.board.park_mask >> site & 1:
                trees(d, [(x - wide / 2 + 11, line - 6)], 0.9)
            if self.board.lake_mask >> site & 1:
                waves(d, [(x + wide / 2 - 11, line - 4.5)], 0.8)
            self.draw_building(d, site, x, y + 3)

    def words(self, site: int) -> str:
        """A site in words: what stands on it."""
        tower, name = self.state.towers[site], self.board.names[site]
        if not tower:
            return f"{name}: empty"
        levels = range(1, floors_of(tower) + 1)
        roofs = [f", {self.setup.seats[roof_at(tower, at) - 1]} roof on {at}" for at in levels if roof_at(tower, at)]
        colour = self.setup.edition.colours[(tower & COLOUR) - 1]
        return f"{name}: {colour}, {many(floors_of(tower), 'floor')}{''.join(roofs)}"

    def draw_building(self, d: Drawing, site: int, x: float, foot: float) -> None:
        """Floor upon floor, with the roofs between them as they were placed, and perhaps one on top."""
        tower = self.state.towers[site]
        if not tower:
            return
        colour = self.setup.edition.colours[(tower & COLOUR) - 1]
        floors = floors_of(tower)
        roofs = [roof_at(tower, level) for level in range(1, floors + 1)]
        squeeze = min(1.0, _TALLEST / _height(tower))
        high, roof_high = _FLOOR_HIGH * squeeze, _ROOF_HIGH * squeeze
        left, top = x - _FLOOR / 2, foot
        for level, seat in enumerate(roofs, start=1):
            top -= high
            self.style.floor(d, left, top, _FLOOR, high, colour)
            if seat:
                on_top = level == floors
                self.style.roof(d, left, top, _FLOOR, self.setup.seats[seat - 1], top=on_top, height=roof_high)
                top -= roof_high

    def building_height(self, site: int) -> float:
        """How far a building reaches above its site, as it is drawn."""
        tower = self.state.towers[site]
        return min(_TALLEST, _height(tower)) if tower else 0

    # --- what is laid over it

    def draw_mark(self, d: Drawing, name: str, mark: Mark) -> None:
        site = self.board.index[name]
        x, y = self.at[site]
        colour = TONES[mark.tone]
        with d.group(f"{name}: {mark.label or mark.tone}", class_="mark", data_site=name, data_tone=mark.tone):
            d.rect(x - 36, y - 14, 72, 42, rx=13, fill="none", stroke=colour, stroke_width=4.5)
            if mark.label:
                lines = mark.label.split(", ")
                # Below the site, unless an arrow comes or goes there.
                ends = [(arrow.start, arrow.end) for arrow in self.overlay.arrows if name in (arrow.start, arrow.end)]
                above = any(self.at[self.board.index[end]][1] > y for both in ends for end in both)
                high = len(lines) * 15 + 7
                top = y - 24 - self.building_height(site) - high if above else y + 32
                plate(d, (x, top), lines, colour, (self.width, self.height))
            sign(d, x + 36, y - 14, mark.tone)

    def draw_arrow(self, d: Drawing, one: Arrow) -> None:
        start, end = (self.at[self.board.index[site]] for site in (one.start, one.end))
        with d.group(f"{one.start} to {one.end}", class_="arrow", data_tone=one.tone):
            arrow(d, start, end, one.tone)


def _height(tower: int) -> float:
    """How high a building would be drawn if there were no limit."""
    floors = floors_of(tower)
    return floors * _FLOOR_HIGH + sum(bool(roof_at(tower, level)) for level in range(1, floors + 1)) * _ROOF_HIGH
