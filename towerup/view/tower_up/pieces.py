"""The pieces as shapes: floors, roofs, vehicles, chips, cone, and small signs.

Each colour of floors has its own windows as well as its letter, and each player's pieces carry a letter: you can read the
picture without colours.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

import attrs

from towerup.view.elements import Drawing, Point, number
from towerup.view.marks import GOLD, INK, PAPER, Paint

LEAF, LAWN = "#3f7d3a", "#c3dfb1"
WAVE, WATER = "#2f6f9f", "#bcdcec"

_FLOORS = {
    "black": Paint("#2f3136", "#f4d58a"),
    "grey": Paint("#a3a9b1", "#22252a"),
    "white": Paint("#fbfaf5", "#4a5058"),
    "brown": Paint("#8b5a34", "#fbe6cb"),
}
_OTHER_FLOORS = (
    Paint("#7a2f3b", "#fbdce0"), Paint("#2d5d73", "#d8eef7"), Paint("#d9bf8f", "#43330f"),
    Paint("#5b6b2f", "#eef5d3"), Paint("#5c4a7d", "#eae0fa"), Paint("#d8d8d8", "#333333"),
)  # fmt: skip
_ROOFS = {
    "blue": Paint("#2467c4", "#ffffff"),
    "yellow": Paint("#f6cf2f", "#3a2f00"),
    "orange": Paint("#e8681a", "#ffffff"),
    "green": Paint("#1e8a57", "#ffffff"),
}
_OTHER_ROOFS = (
    Paint("#b5317f", "#ffffff"), Paint("#56b4e9", "#08293a"), Paint("#f0e442", "#3a3600"), Paint("#6a3d9a", "#ffffff"),
    Paint("#cc4125", "#ffffff"), Paint("#7fc97f", "#0d300d"), Paint("#e0e0e0", "#222222"),
)  # fmt: skip


def floor_paints(colours: Sequence[str]) -> dict[str, Paint]:
    """A paint for each colour of floors: its own where we know it, else one of the others."""
    return {colour: _FLOORS.get(colour, _OTHER_FLOORS[n % len(_OTHER_FLOORS)]) for n, colour in enumerate(colours)}


def roof_paints(colours: Sequence[str]) -> dict[str, Paint]:
    """A paint for each colour of roofs."""
    return {colour: _ROOFS.get(colour, _OTHER_ROOFS[n % len(_OTHER_ROOFS)]) for n, colour in enumerate(colours)}


# --- windows: a pattern for each colour, by its place in the box; the data of a path over a width and a height


def _squares(width: float, height: float) -> str:
    side = number(min(height * 0.5, 6))
    top = number((height - float(side)) / 2)
    lefts = [number((n + 0.5) * width / 3 - float(side) / 2) for n in range(3)]
    return "".join(f"M{left} {top}h{side}v{side}h-{side}z" for left in lefts)


def _band(width: float, height: float) -> str:
    return f"M0 {number(height * 0.34)}h{number(width)}v{number(height * 0.32)}h-{number(width)}z"


def _doors(width: float, height: float) -> str:
    lefts = [number((n + 0.5) * width / 4 - 1) for n in range(4)]
    return "".join(f"M{left} {number(height * 0.2)}h2v{number(height * 0.6)}h-2z" for left in lefts)


def _bricks(width: float, height: float) -> str:
    shape = f"M0 {number(height * 0.5 - 0.7)}h{number(width)}v1.4h-{number(width)}z"
    for n in range(3):
        shape += f"M{number((n + 0.3) * width / 3)} {number(height * 0.2)}h1.4v{number(height * 0.3)}h-1.4z"
        shape += f"M{number((n + 0.8) * width / 3)} {number(height * 0.5)}h1.4v{number(height * 0.3)}h-1.4z"
    return shape


def _portholes(width: float, height: float) -> str:
    radius = number(min(height * 0.3, 4))
    lefts = [number((n + 0.5) * width / 3 - float(radius)) for n in range(3)]
    arcs = (
        f"a{radius} {radius} 0 0 1 {number(2 * float(radius))} 0a{radius} {radius} 0 0 1 -{number(2 * float(radius))} 0"
    )
    return "".join(f"M{left} {number(height / 2)}{arcs}" for left in lefts)


def _gables(width: float, height: float) -> str:
    side = number(width / 3)
    lefts = [number(n * width / 3) for n in range(3)]
    half, high = number(width / 6), number(height * 0.6)
    return "".join(f"M{left} {number(height * 0.8)}h{side}l-{half} -{high}z" for left in lefts)


_WINDOWS: tuple[Callable[[float, float], str], ...] = (_squares, _band, _doors, _bricks, _portholes, _gables)


@attrs.frozen
class Style:
    """How the floors and roofs of a box are drawn: paints, letters, and the windows of each colour."""

    floors: dict[str, Paint]
    roofs: dict[str, Paint]
    floor_letters: dict[str, str]
    roof_letters: dict[str, str]

    def floor(self, d: Drawing, x: float, y: float, width: float, height: float, colour: str) -> None:
        """A floor seen from the front: its letter, and its windows."""
        paint = self.floors[colour]
        size = min(height * 0.8, 11)
        d.rect(x, y, width, height, fill=paint.fill, stroke=INK, stroke_width=1)
        d.text(x + 7.5, y + height / 2 + size * 0.36, self.floor_letters[colour], size,
               font_weight="bold", text_anchor="middle", fill=paint.on)  # fmt: skip
        windows = _WINDOWS[list(self.floors).index(colour) % len(_WINDOWS)](width - 18, height)
        d.path(windows, transform=f"translate({number(x + 14)} {number(y)})", fill=paint.on)

    def any_floor(self, d: Drawing, x: float, y: float, width: float, height: float) -> None:
        """A multicolour floor: a strip of each colour, and an x."""
        for n, paint in enumerate(self.floors.values()):
            part = width / len(self.floors)
            d.rect(x + n * part, y, part, height, fill=paint.fill)
        d.rect(x, y, width, height, fill="none", stroke=INK, stroke_width=1)
        d.circle(x + width / 2, y + height / 2, height * 0.46, fill=PAPER, stroke=INK, stroke_width=0.8)
        d.text(x + width / 2, y + height / 2 + 3.4, "x", 10.5, font_weight="bold", text_anchor="middle", fill=INK)

    def roof(self, d: Drawing, x: float, y: float, width: float, roof: str, *, top: bool, height: float = 10) -> None:
        """A roof on a floor whose left upper corner is at x, y: a gable on top of a building, a slab where it is covered."""
        paint = self.roofs[roof]
        if top:
            height *= 1.6
            shape: list[Point] = [
                (x - 5, y),
                (x + width + 5, y),
                (x + width * 0.72, y - height),
                (x + width * 0.28, y - height),
            ]
        else:
            shape = [(x - 5, y), (x + width + 5, y), (x + width + 2, y - height), (x - 2, y - height)]
        d.polygon(shape, fill=paint.fill, stroke=INK, stroke_width=1, stroke_linejoin="round")
        size = min(height * 0.85, 11.5)
        d.text(x + width / 2, y - height / 2 + size * 0.36, self.roof_letters[roof], size,
               font_weight="bold", text_anchor="middle", fill=paint.on)  # fmt: skip

    def vehicle(self, d: Drawing, x: float, y: float, colour: str) -> None:
        """A lorry, its middle at x, y: the colour's load with its letter, a cab, two wheels."""
        paint = self.floors[colour]
        d.rect(x - 11, y - 7, 15, 11, rx=1.5, fill=paint.fill, stroke=INK, stroke_width=1)
        d.path(
            f"M{number(x + 4)} {number(y - 4)}h4l3 4v4h-7z",
            fill=PAPER,
            stroke=INK,
            stroke_width=1,
            stroke_linejoin="round",
        )
        for wheel in (x - 6, x + 6):
            d.circle(wheel, y + 5, 2.6, fill=INK)
        d.text(
            x - 3.5, y + 1.8, self.floor_letters[colour], 9.5, font_weight="bold", text_anchor="middle", fill=paint.on
        )


def chip(d: Drawing, x: float, y: float, value: int, *, fill: str = "#f7d774", on: str = INK, letter: str = "") -> None:
    """A bonus chip with its Millions; one that is taken has its owner's colour and letter."""
    d.circle(x, y, 11.5, fill=fill, stroke=INK, stroke_width=1.2)
    shown = f"{letter}{value}"
    d.text(x, y + 4, shown, 11 if len(shown) < 3 else 8.5, font_weight="bold", text_anchor="middle", fill=on)


def cone(d: Drawing, x: float, y: float) -> None:
    """A traffic cone, its foot at x, y."""
    d.polygon([(x - 7, y), (x + 7, y), (x + 2, y - 16), (x - 2, y - 16)], fill="#e2571e", stroke=INK, stroke_width=1)
    d.polygon([(x - 4.6, y - 5.5), (x + 4.6, y - 5.5), (x + 3.2, y - 10.5), (x - 3.2, y - 10.5)], fill=PAPER)
    d.line((x - 10, y), (x + 10, y), stroke=INK, stroke_width=2)


def star(d: Drawing, x: float, y: float, radius: float = 6.5) -> None:
    """A star with its middle at x, y."""
    points = [
        (x + r * math.sin(n * math.pi / 5), y - r * math.cos(n * math.pi / 5))
        for n, r in enumerate([radius, radius * 0.45] * 5)
    ]
    d.polygon(points, fill=GOLD, stroke=INK, stroke_width=0.8)


def trees(d: Drawing, at: Iterable[Point], scale: float = 1) -> None:
    """Trees with their middles at these points: the sign of a park."""
    r, high = number(4.4 * scale), number(6 * scale)
    crown = f"a{r} {r} 0 1 1 {number(8.8 * scale)} 0a{r} {r} 0 1 1 -{number(8.8 * scale)} 0"
    shape = "".join(
        f"M{number(x - 4.4 * scale)} {number(y - 2 * scale)}{crown}M{number(x - 0.9 * scale)} {number(y)}h{number(1.8 * scale)}v{high}h-{number(1.8 * scale)}z"
        for x, y in at
    )
    if shape:
        d.path(shape, fill=LEAF)


def waves(d: Drawing, at: Iterable[Point], scale: float = 1) -> None:
    """Two waves at each of these points: the sign of a lake."""
    step = 3.5 * scale
    wave = f"q{number(step / 2)} {number(-step)} {number(step)} 0" + f"t{number(step)} 0" * 3
    shape = "".join(f"M{number(x - 2 * step)} {number(y + row * scale)}{wave}" for x, y in at for row in (-2.4, 2.4))
    if shape:
        d.path(shape, stroke=WAVE, stroke_width=1.6 * scale, fill="none", stroke_linecap="round")
