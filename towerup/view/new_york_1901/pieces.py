"""The pieces as shapes: buildings, tiles, workers, the king token. Nothing is told by colour alone.

A player's things carry two letters; a technology has an edge of its own: bronze a plain one, silver a broken one, gold a
double one; a district has a pattern of its own, beside the letter of its lots.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

import attrs

from towerup.rulesets.new_york_1901.box.board import District
from towerup.rulesets.new_york_1901.box.tiles import Technology, Tile
from towerup.rulesets.new_york_1901.state import Setup
from towerup.view.elements import Drawing, Point, number
from towerup.view.marks import FAINT, INK, PAPER, Paint

from .geometry import Square, path
from .words import codes, kind_of, short_title

_PAINTS = {
    "brown": Paint("#7b4a24", "#ffffff"),
    "green": Paint("#16784a", "#ffffff"),
    "yellow": Paint("#f2c81f", "#3a2f00"),
    "blue": Paint("#2159b5", "#ffffff"),
}
_OTHERS = (
    Paint("#b5317f", "#ffffff"), Paint("#3fa7e0", "#08293a"), Paint("#6a3d9a", "#ffffff"), Paint("#e8681a", "#ffffff"),
    Paint("#444b55", "#ffffff"), Paint("#c8352b", "#ffffff"), Paint("#1f9e9e", "#ffffff"),
)  # fmt: skip


@attrs.frozen
class Land:
    """How a district is drawn: its ground, its pattern and what is written on it."""

    ground: str
    pattern: str
    ink: str
    strokes: str
    """The pattern on a square of 18, as the data of a path."""


_STROKES = (
    "M2 16l14-14", "M2 9h14", "M5 5h2m5 0h2m-5 8h2", "M9 2v14", "M2 2l14 14", "M9 5v8m-4-4h8", "M3 13l6-6 6 6",
)  # fmt: skip
_LANDS = {
    "red": ("#fadad4", "#eeb3a8", "#8f2416"),
    "blue": ("#d7e6f8", "#aac9ec", "#1d4a85"),
    "yellow": ("#fbf1c6", "#e3cb6b", "#6b5400"),
    "green": ("#d9edcf", "#aed49c", "#2c5c1c"),
    "pink": ("#f6dcf0", "#dfb0d4", "#7c2468"),
}
_OTHER_LANDS = (
    ("#e3e0f4", "#bdb6e2", "#3d3284"), ("#d3eeec", "#9fd3cf", "#135b56"), ("#f0e4d2", "#d3ba93", "#5f4212"),
)  # fmt: skip

EDGES = {"bronze": "#b5722f", "silver": "#c3ccd4", "gold": "#ffd028", "legendary": "#ffd028", "start": "#d8d2c4"}
"""The colours of the edges of buildings."""
LAST = "#d4006a"
"""The colour of what was done last."""


@attrs.frozen
class Style:
    """The paint and the two letters of each player, and how each district looks."""

    paints: dict[str, Paint]
    codes: dict[str, str]
    lands: dict[str, Land]


def style_of(setup: Setup) -> Style:
    """How the pieces of a game are drawn."""
    colours = setup.edition.colours
    paints = {colour: _PAINTS.get(colour, _OTHERS[n % len(_OTHERS)]) for n, colour in enumerate(colours)}
    lands = {one.id: _land(n, one) for n, one in enumerate(setup.board.districts)}
    return Style({colour: paints[colour] for colour in setup.seats}, codes(setup), lands)


def _land(order: int, district: District) -> Land:
    colours = _LANDS.get(district.id, _OTHER_LANDS[order % len(_OTHER_LANDS)])
    return Land(*colours, _STROKES[order % len(_STROKES)])


def pattern(land: Land, x: float, y: float, width: float, height: float) -> str:
    """The pattern of a district over a rectangle, as the data of a path."""
    across, down = max(1, round(width / 18)), max(1, round(height / 18))
    start = land.strokes[1:].split("m")[0].split("l")[0].split("h")[0].split("v")[0]
    left, top = map(float, start.split())
    rest = land.strokes[1 + len(start) :]
    return "".join(
        f"M{number(x + 18 * column + left)} {number(y + 18 * row + top)}{rest}"
        for row in range(down)
        for column in range(across)
    )


def edge(d: Drawing, data: str, inner: str, tile: Tile, fill: str, width: float) -> None:
    """A shape with the edge of its technology; `inner` is the outline a little further in, for what has two."""
    kind = kind_of(tile)
    d.path(data, fill=fill, stroke=INK, stroke_width=width + 1.6, stroke_linejoin="round")
    dashes = {
        "silver": f"{number(width * 2.2)} {number(width * 1.1)}",
        "start": f"{number(width * 0.6)} {number(width)}",
    }
    d.path(data, fill="none", stroke=EDGES[kind], stroke_width=width, stroke_linejoin="round",
           stroke_dasharray=dashes.get(kind))  # fmt: skip
    if tile.technology is Technology.GOLD:
        d.path(inner, fill="none", stroke=INK, stroke_width=width * 0.5 + 1.4, stroke_linejoin="round")
        d.path(inner, fill="none", stroke=EDGES[kind], stroke_width=width * 0.5, stroke_linejoin="round")


def building(
    d: Drawing, squares: Collection[Square], at: Callable[[Square], Point], tile: Tile, owner: str, style: Style
) -> None:
    """A building over the squares it covers."""
    edge(d, path(squares, at, 6), path(squares, at, 11), tile, style.paints[owner].fill, 4.4)


def building_label(d: Drawing, x: float, y: float, tile: Tile, owner: str, style: Style) -> None:
    """What stands on a building, its middle here: its owner's letters, what it is, and its points."""
    paint, kind = style.paints[owner], kind_of(tile)
    words = {"start": "start", "legendary": str(tile.points)}.get(kind, f"{kind} {tile.points}")
    # With an edge in the colour of the ground, so that it can be read over whatever line is drawn there.
    ink = {"text_anchor": "middle", "fill": paint.on, "stroke": paint.fill, "stroke_width": 3, "paint_order": "stroke"}
    d.text(x, y + 2, style.codes[owner], 19, font_weight="bold", **ink)
    d.text(x, y + 15, words, 9.5, font_weight="bold", **ink)
    if tile.height:
        crown(d, x, y - 15)
        d.text(x, y + 27, short_title(tile), 9.5, **ink)


def shape(d: Drawing, x: float, y: float, tile: Tile, side: float, *, fill: str, ghost: bool = False) -> None:
    """A tile as a small shape, its upper left corner here."""

    def at(corner: Square) -> Point:
        return x + corner[0] * side, y + corner[1] * side

    data = path(tile.shape, at, 1)
    if ghost:
        d.path(data, fill="none", stroke="#b9b3a4", stroke_width=1, stroke_dasharray="2 2")
    else:
        edge(d, data, path(tile.shape, at, 3.4), tile, fill, 2)


def size_of(tile: Tile) -> Square:
    """How many squares a tile is wide and high."""
    return max(x for x, _ in tile.shape) + 1, max(y for _, y in tile.shape) + 1


def band(d: Drawing, data: str, style: Style, colour: str) -> None:
    """A band around what belongs to a player: in their colour, with white dots, as no other line has."""
    d.path(data, fill="none", stroke=style.paints[colour].fill, stroke_width=5, stroke_linejoin="round")
    d.path(data, fill="none", stroke=PAPER, stroke_width=1.6, stroke_dasharray="1.6 5")


def worker(
    d: Drawing, x: float, foot: float, style: Style, colour: str, scale: float = 1, *, ghost: bool = False
) -> None:
    """A worker: a figure with a hat and its owner's letters, the middle of its foot at x."""
    paint = style.paints[colour]
    half, high = 12 * scale, 19 * scale
    body = (
        f"M{number(x - half)} {number(foot)}q0 {number(-high)} {number(half)} {number(-high)}"
        f"t{number(half)} {number(high)}z"
    )
    if ghost:
        d.path(body, fill="none", stroke="#b9b3a4", stroke_width=1, stroke_dasharray="2 2")
        return
    d.path(body, fill=paint.fill, stroke=INK, stroke_width=1.2)
    d.circle(x, foot - high - 3 * scale, 5.2 * scale, fill="#f3d7b5", stroke=INK, stroke_width=1.1)
    brim = f"M{number(x - 7 * scale)} {number(foot - high - 5 * scale)}h{number(14 * scale)}l{number(-3 * scale)} {number(-5 * scale)}h{number(-8 * scale)}z"
    d.path(brim, fill=paint.fill, stroke=INK, stroke_width=1)
    d.text(
        x, foot - 4 * scale, style.codes[colour], 11 * scale, font_weight="bold", text_anchor="middle", fill=paint.on
    )


def crown(d: Drawing, x: float, foot: float, scale: float = 1) -> None:
    """The king token, the middle of its foot at x."""
    d.path("M-9 0l-2-11 6 5 5-8 5 8 6-5-2 11z", transform=f"translate({number(x)} {number(foot)}) scale({number(scale)})",
           fill="#ffd028", stroke=INK, stroke_width=1.2, stroke_linejoin="round")  # fmt: skip


def around(d: Drawing, data: str) -> None:
    """A line around what was done last, in a colour that nothing else has here: gold is a technology."""
    d.path(data, fill="none", stroke=PAPER, stroke_width=8, stroke_linejoin="round")
    d.path(data, fill="none", stroke=LAST, stroke_width=4.5, stroke_linejoin="round")


def land_card(d: Drawing, x: float, y: float, style: Style, card: str, count: int) -> None:
    """A land card: its district in letters, colour and pattern, and the size of its lots."""
    district, _, size = card.rpartition("-")
    land = style.lands[district]
    d.path(pattern(land, x + 2, y + 4, 108, 54), stroke=land.pattern, stroke_width=1.4, fill="none")
    d.text(x + 10, y + 25, district, 16, font_weight="bold", fill=land.ink)
    d.text(x + 10, y + 50, f"{size} cells", 11.5, fill=land.ink)
    for square in range(int(size)):
        d.rect(x + 56 + 17 * square, y + 37, 15, 15, fill=PAPER, stroke=land.ink, stroke_width=1.4)
    if count > 1:
        d.circle(x + 98, y + 14, 12, fill=INK)
        d.text(x + 98, y + 18.5, f"×{count}", 12.5, font_weight="bold", text_anchor="middle", fill=PAPER)


CARD_WIDE, CARD_HIGH = 112, 62


def action_card(d: Drawing, x: float, y: float, width: float, words: str, *, used: bool) -> None:
    """What is written on an action card; crossed out once it is used."""
    d.text(x + width / 2, y + 14.5, words, 11, font_weight=None if used else "bold", text_anchor="middle",
           fill=FAINT if used else INK, text_decoration="line-through" if used else None)  # fmt: skip
