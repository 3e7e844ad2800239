"""What all drawings share: ink and paper, the colours of tones with their signs, arrows, and words on a plate."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from .elements import Drawing, Point, number, text_width
from .marking import Tone

INK = "#26282c"
FAINT = "#6a6f78"
PAPER = "#fffdf8"
GOLD = "#f2a900"
GROUND = "#f3efe6"
TONES: dict[Tone, str] = {"good": "#147a3d", "bad": "#c21f26", "note": "#1c55b0"}


@attrs.frozen
class Paint:
    """A colour to draw with: the thing itself, and what is written or drawn on it."""

    fill: str
    on: str


def sign(d: Drawing, x: float, y: float, tone: Tone) -> None:
    """The sign of a tone: a tick, a cross, or a point."""
    d.circle(x, y, 9.5, fill=TONES[tone], stroke=PAPER, stroke_width=1.8)
    shapes = {"good": "M-4.5 0.5l3 3.5 6-7.5", "bad": "M-3.6-3.6l7.2 7.2m0-7.2l-7.2 7.2", "note": "M0-5v5.5m0 3.6v0.2"}
    d.path(shapes[tone], transform=f"translate({number(x)} {number(y)})", stroke=PAPER, stroke_width=2.6, fill="none",
           stroke_linecap="round", stroke_linejoin="round")  # fmt: skip


def plate(d: Drawing, at: Point, lines: Sequence[str], colour: str, within: Point) -> None:
    """Words on a plate whose upper edge has its middle here, kept within a width and a height."""
    wide = max(text_width(line, 12.5) for line in lines) * 1.15 + 14
    high = len(lines) * 15 + 7
    left = max(4, min(at[0] - wide / 2, within[0] - wide - 4))
    top = max(3, min(at[1], within[1] - high - 3))
    d.rect(left, top, wide, high, rx=6, fill=colour, stroke=PAPER, stroke_width=1.5)
    for n, line in enumerate(lines):
        d.text(left + wide / 2, top + 15 + n * 15, line, 12.5, font_weight="bold", text_anchor="middle", fill=PAPER)


def arrow(d: Drawing, start: Point, end: Point, tone: Tone, away: tuple[float, float, float] = (22, 34, 30)) -> None:
    """An arrow from one place to another, that keeps `away` from the first, and across and down from the second."""
    (x0, y0), (x1, y1) = start, end
    long = max(1.0, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)
    dx, dy = (x1 - x0) / long, (y1 - y0) / long
    tail, tip = (x0 + dx * away[0], y0 + dy * away[0]), (x1 - dx * away[1], y1 - dy * away[2])
    foot = tip[0] - dx * 16, tip[1] - dy * 16
    colour, dashes = TONES[tone], "12 4" if tone == "bad" else None
    d.line(tail, foot, stroke=PAPER, stroke_width=9, stroke_opacity=0.7)
    d.line(tail, foot, stroke=colour, stroke_width=5.5, stroke_dasharray=dashes)
    head = [tip, (foot[0] - dy * 9, foot[1] + dx * 9), (foot[0] + dy * 9, foot[1] - dx * 9)]
    d.polygon(head, fill=colour, stroke=PAPER, stroke_width=1)
