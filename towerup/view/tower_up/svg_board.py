"""The board as SVG: the ground (`svg_ground.py`), the sites, the buildings on them, and what is marked."""

from __future__ import annotations

from towerup.rulesets.tower_up.actions import Action
from towerup.rulesets.tower_up.state import Building, State
from towerup.view.elements import Drawing, number, text_width
from towerup.view.marking import Arrow, Mark, Overlay
from towerup.view.marks import GOLD, INK, PAPER, TONES, arrow, plate, sign

from .pieces import Style, trees, waves
from .svg_ground import ground_of
from .words import site_words, sites_in

_LOT_HIGH = 31
_FLOOR, _FLOOR_HIGH, _ROOF_HIGH = 46, 14, 10.5
_TALLEST = 104
"""A building that would be taller has lower floors."""


class BoardSketch:
    """The board with all that is on it, drawn at a size that fits its buildings."""

    def __init__(self, state: State, style: Style, last: Action | None, overlay: Overlay) -> None:
        self.state, self.style, self.overlay = state, style, overlay
        self.last = sites_in(last)
        self.ground = ground_of(state.box.side)
        self.width, self.height, self.at = self.ground.width, self.ground.height, self.ground.at

    def draw(self, d: Drawing, x: float, y: float) -> None:
        with d.group(
            f"board {self.state.box.side.name}", class_="board", transform=f"translate({number(x)} {number(y)})"
        ):
            d.include(self.ground.drawing)
            # From the back to the front, so that a tall building stands before what is behind it.
            for site in sorted(self.state.box.sites, key=lambda site: self.at[site][1]):
                self.draw_site(d, site)
            for arrow in self.overlay.arrows:
                self.draw_arrow(d, arrow)
            for site, mark in self.overlay.marks.items():
                self.draw_mark(d, site, mark)

    def draw_site(self, d: Drawing, site: str) -> None:
        x, y = self.at[site]
        building, areas = self.state.buildings.get(site), self.state.board.nodes[site]
        with d.group(site_words(site, building), class_="site", data_site=site):
            wide = text_width(site, 15) * 1.15 + 42
            last = site in self.last
            d.rect(x - wide / 2, y - 8, wide, _LOT_HIGH, rx=8, fill=PAPER, stroke=GOLD if last else "#6f6a5f",
                   stroke_width=5 if last else 1.4)  # fmt: skip
            # Below a building the name stands at the edge of its site, on an empty one in the middle.
            line = y + (18.5 if building else 12.5)
            d.text(x, line, site, 15, font_weight="bold", text_anchor="middle", fill=INK)
            if areas["parks"]:
                trees(d, [(x - wide / 2 + 11, line - 6)], 0.9)
            if areas["lakes"]:
                waves(d, [(x + wide / 2 - 11, line - 4.5)], 0.8)
            if building:
                self.draw_building(d, building, x, y + 3)

    def draw_building(self, d: Drawing, building: Building, x: float, foot: float) -> None:
        """Floor upon floor, with the roofs between them as they were placed, and perhaps one on top."""
        squeeze = min(1.0, _TALLEST / _height(building))
        high, roof_high = _FLOOR_HIGH * squeeze, _ROOF_HIGH * squeeze
        left, top = x - _FLOOR / 2, foot
        for level in range(1, building.floors + 1):
            top -= high
            self.style.floor(d, left, top, _FLOOR, high, building.colour)
            if level in building.roofs:
                on_top = level == building.floors
                self.style.roof(d, left, top, _FLOOR, building.roofs[level], top=on_top, height=roof_high)
                top -= roof_high

    def building_height(self, site: str) -> float:
        """How far a building reaches above its site, as it is drawn."""
        building = self.state.buildings.get(site)
        return min(_TALLEST, _height(building)) if building else 0

    # --- what is laid over it

    def draw_mark(self, d: Drawing, site: str, mark: Mark) -> None:
        x, y = self.at[site]
        colour = TONES[mark.tone]
        with d.group(f"{site}: {mark.label or mark.tone}", class_="mark", data_site=site, data_tone=mark.tone):
            d.rect(x - 36, y - 14, 72, 42, rx=13, fill="none", stroke=colour, stroke_width=4.5)
            if mark.label:
                lines = mark.label.split(", ")
                # Below the site, unless an arrow comes or goes there.
                ends = [(arrow.start, arrow.end) for arrow in self.overlay.arrows if site in (arrow.start, arrow.end)]
                above = any(self.at[end][1] > y for both in ends for end in both)
                high = len(lines) * 15 + 7
                top = y - 24 - self.building_height(site) - high if above else y + 32
                plate(d, (x, top), lines, colour, (self.width, self.height))
            sign(d, x + 36, y - 14, mark.tone)

    def draw_arrow(self, d: Drawing, one: Arrow) -> None:
        with d.group(f"{one.start} to {one.end}", class_="arrow", data_tone=one.tone):
            arrow(d, self.at[one.start], self.at[one.end], one.tone)


def _height(building: Building) -> float:
    """How high a building would be drawn if there were no limit."""
    return building.floors * _FLOOR_HIGH + len(building.roofs) * _ROOF_HIGH
