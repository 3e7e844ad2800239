"""The bare board as SVG: the districts' ground, parks, lakes, roads. It is the same all game long, and drawn once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import attrs

from towerup.rulesets.tower_up.box.board import Area, Board, District
from towerup.view.elements import Drawing, Point, number, smooth, text_width
from towerup.view.marks import INK, PAPER

from .geometry import grounds, inside, middle, roomiest, sides, spacing
from .pieces import LAWN, LEAF, WATER, WAVE, trees, waves

_APART = 128
"""How far apart sites are drawn: room for a building of a few floors."""
_LEAST, _MOST = 420, 2400
_LEFT, _TOP, _RIGHT, _BOTTOM = 34, 62, 34, 26
_GREYS = ("#d3d6da", "#c3c8ce")
_TINTS = ("#f6e7cf", "#f3dcd6", "#ece3f1", "#f7efc9", "#e3ecea", "#f1e4e4", "#e9e6d2")


@attrs.frozen(eq=False)
class Ground:
    """A bare board: its size, where its sites are, and the drawing (to be looked at only)."""

    width: float
    height: float
    at: Mapping[str, Point]
    drawing: Drawing


@lru_cache(maxsize=32)
def ground_of(board: Board) -> Ground:
    """The bare board, at a size that leaves room for buildings."""
    wide, high = max(1, board.size[0]), max(1, board.size[1])
    scale = min(max(_APART / spacing(board), _LEAST / wide), _MOST / max(wide, high))
    sketch = _Sketch(board, scale, wide * scale + _LEFT + _RIGHT, high * scale + _TOP + _BOTTOM)
    sketch.draw()
    return Ground(sketch.width, sketch.height, sketch.at, sketch.d)


class _Sketch:
    """A bare board in the making."""

    def __init__(self, board: Board, scale: float, width: float, height: float) -> None:
        self.board, self.scale, self.width, self.height = board, scale, width, height
        self.at = {site.id: self.point(site.at) for site in board.sites}
        self.d = Drawing()

    def point(self, at: tuple[int, int]) -> Point:
        """Where a point of the board is in the picture."""
        return _LEFT + at[0] * self.scale, _TOP + at[1] * self.scale

    def draw(self) -> None:
        self.d.rect(0, 0, self.width, self.height, rx=10, fill=PAPER)
        self.draw_districts()
        for area in self.board.parks:
            self.draw_area(area, park=True)
        for area in self.board.lakes:
            self.draw_area(area, park=False)
        self.draw_roads()
        for district in self.board.districts:
            self.draw_name(district)
        self.d.rect(0, 0, self.width, self.height, rx=10, fill="none", stroke=INK, stroke_width=2)

    def draw_districts(self) -> None:
        """The ground of each district, and the borders between them: halfway between sites."""
        sites = self.board.sites
        around = grounds(tuple(self.at.values()), 0, 0, self.width, self.height)
        plain = [one.id for one in self.board.districts if not one.grey]
        grey = [one.id for one in self.board.districts if one.grey]
        tint = {id: _TINTS[n % len(_TINTS)] for n, id in enumerate(plain)}
        tint |= {id: _GREYS[n % len(_GREYS)] for n, id in enumerate(grey)}
        for district in self.board.districts:
            parts = [
                one.outline
                for one, site in zip(around, sites, strict=True)
                if site.district == district.id and one.outline
            ]
            shape = "".join(f"M{'L'.join(f'{number(x)} {number(y)}' for x, y in outline)}Z" for outline in parts)
            # A thin stroke of the same colour closes the hair's breadth between two sites' grounds.
            self.d.path(shape, fill=tint[district.id], stroke=tint[district.id], stroke_width=0.8)
        borders = "".join(
            f"M{number(x0)} {number(y0)}L{number(x1)} {number(y1)}"
            for here, ground in enumerate(around)
            for ((x0, y0), (x1, y1)), there in zip(sides(ground.outline), ground.beyond, strict=True)
            if there > here and sites[there].district != sites[here].district
        )
        if borders:
            self.d.path(
                borders, stroke="#9a8f7c", stroke_width=3, stroke_dasharray="2 7", stroke_linecap="round", fill="none"
            )

    def draw_roads(self) -> None:
        ends = [(self.at[one], self.at[other]) for one, other in self.board.roads]
        shape = "".join(f"M{number(x0)} {number(y0)}L{number(x1)} {number(y1)}" for (x0, y0), (x1, y1) in ends)
        self.d.path(shape, stroke="#7d8288", stroke_width=9, fill="none", stroke_linecap="round", class_="roads")
        self.d.path(shape, stroke="#f4f1e8", stroke_width=1.4, fill="none", stroke_dasharray="7 7")

    def draw_area(self, area: Area, *, park: bool) -> None:
        """A park or a lake: its outline, trees or waves in it, and its name."""
        if not area.area:
            return
        outline = [self.point(point) for point in area.area]
        ink = LEAF if park else WAVE
        cx, cy = middle(outline)
        with self.d.group(f"{area.name}: {', '.join(area.sites)}", class_="park" if park else "lake"):
            self.d.path(smooth(outline), fill=LAWN if park else WATER, stroke=ink, stroke_width=1.2, stroke_opacity=0.5)
            (trees if park else waves)(self.d, self.strewn(outline, area.name))
            self.d.text(cx, cy + 5, area.name, 13, text_anchor="middle", font_style="italic", fill=ink)

    @staticmethod
    def strewn(outline: list[Point], name: str) -> Iterator[Point]:
        """Points strewn over an area, but for where its name is."""
        cx, cy = middle(outline)
        half = text_width(name, 13) / 2 + 10
        left, right = min(x for x, _ in outline), max(x for x, _ in outline)
        top, bottom = min(y for _, y in outline), max(y for _, y in outline)
        for row in range(int((bottom - top) // 28) + 1):
            for column in range(int((right - left) // 44) + 1):
                x, y = left + (18 if row % 2 else 40) + column * 44, top + 18 + row * 28
                corners = [(x + dx, y + dy) for dx in (-12, 12) for dy in (-10, 10)]
                apart = abs(y - cy) > 18 or abs(x - cx) > half
                if apart and all(inside(outline, *corner) for corner in corners):
                    yield x, y

    def draw_name(self, district: District) -> None:
        """The name of a district, in it where most room is."""
        words = f"{district.name}{' (grey)' if district.grey else ''}"
        spot = self.free_spot(district.id, text_width(words, 17))
        if spot is not None:
            self.d.text(spot[0], spot[1] + 6, words, 17, text_anchor="middle", font_style="italic", fill="#5d5646",
                        stroke=PAPER, stroke_width=3, stroke_opacity=0.7, paint_order="stroke", class_="district")  # fmt: skip

    def free_spot(self, district: str, wide: float) -> Point | None:
        """A point within a district where words of this width are in nobody's way."""
        members = [self.at[site.id] for site in self.board.sites if site.district == district]
        areas = [
            [self.point(point) for point in one.area] for one in (*self.board.parks, *self.board.lakes) if one.area
        ]
        left, right = min(x for x, _ in members) - 60, max(x for x, _ in members) + 60
        top, bottom = min(y for _, y in members) - 50, max(y for _, y in members) + 50
        candidates = []
        for row in range(18):
            for column in range(18):
                x, y = left + (right - left) * column / 17, top + (bottom - top) * row / 17
                ends = [(x - wide / 2 - 12, y), (x, y), (x + wide / 2 + 12, y)]
                on_board = ends[0][0] > 0 and ends[2][0] < self.width and 14 < y < self.height - 14
                if on_board and not any(inside(area, *end) for area in areas for end in ends):
                    candidates += [(x, y)] if all(self.owner(*end) == district for end in ends) else []
        # Buildings stand above their sites, so the room above a site counts as taken.
        taken = [spot for x, y in self.at.values() for spot in ((x, y), (x, y - 36))]
        return roomiest(candidates, taken, max(1.0, wide / 60))

    def owner(self, x: float, y: float) -> str:
        """The district that a point is in: that of the nearest site."""
        nearest = min(
            self.board.sites, key=lambda site: (self.at[site.id][0] - x) ** 2 + (self.at[site.id][1] - y) ** 2
        )
        return nearest.district
