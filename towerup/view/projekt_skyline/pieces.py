"""The pieces as shapes: floors, skyscrapers, pawns, the architect. Each player's carry a letter: nothing is told by colour alone."""

from __future__ import annotations

import attrs

from towerup.rulesets.projekt_skyline.state import Setup
from towerup.view.elements import Drawing, number
from towerup.view.marks import INK, PAPER, Paint

from .words import letters

_PAINTS = {
    "green": Paint("#1e8a57", "#ffffff"),
    "red": Paint("#c8352b", "#ffffff"),
    "blue": Paint("#2467c4", "#ffffff"),
    "yellow": Paint("#f6cf2f", "#3a2f00"),
}
_OTHERS = (
    Paint("#b5317f", "#ffffff"), Paint("#56b4e9", "#08293a"), Paint("#6a3d9a", "#ffffff"), Paint("#7fc97f", "#0d300d"),
    Paint("#e8681a", "#ffffff"), Paint("#d9bf8f", "#43330f"), Paint("#e0e0e0", "#222222"),
)  # fmt: skip


@attrs.frozen
class Style:
    """The paint and the letter of each player."""

    paints: dict[str, Paint]
    letters: dict[str, str]


def style_of(setup: Setup) -> Style:
    """How the pieces of a game are drawn."""
    colours = setup.edition.colours
    paints = {colour: _PAINTS.get(colour, _OTHERS[n % len(_OTHERS)]) for n, colour in enumerate(colours)}
    return Style({colour: paints[colour] for colour in setup.seats}, letters(setup))


def floor(d: Drawing, x: float, y: float, width: float, height: float, style: Style, colour: str) -> None:
    """A floor seen from the front, with its owner's letter and two windows."""
    paint = style.paints[colour]
    d.rect(x, y, width, height, rx=2, fill=paint.fill, stroke=INK, stroke_width=1)
    size = min(height * 0.85, 12)
    d.text(x + width / 2, y + height / 2 + size * 0.36, style.letters[colour], size,
           font_weight="bold", text_anchor="middle", fill=paint.on)  # fmt: skip
    side = height * 0.36
    for left in (x + width * 0.16, x + width * 0.84 - side):
        d.rect(left, y + (height - side) / 2, side, side, fill=paint.on)


def tower(d: Drawing, x: float, foot: float, style: Style, colour: str, scale: float = 1) -> None:
    """A skyscraper, the middle of its foot at x: two steps, a spire, rows of windows, and its owner's letter."""
    paint = style.paints[colour]
    wide, high = 36 * scale, 62 * scale
    d.line((x, foot - high), (x, foot - high - 9 * scale), stroke=INK, stroke_width=1.6)
    d.rect(x - wide * 0.3, foot - high, wide * 0.6, high * 0.4, fill=paint.fill, stroke=INK, stroke_width=1)
    d.rect(x - wide / 2, foot - high * 0.68, wide, high * 0.68, fill=paint.fill, stroke=INK, stroke_width=1)
    side = 4 * scale
    windows = "".join(
        f"M{number(x + across * wide * 0.28 - side / 2)} {number(foot - high * up)}h{number(side)}v{number(side)}h-{number(side)}z"
        for up in (0.58, 0.16)
        for across in (-1, 0, 1)
    )
    d.path(windows, fill=paint.on)
    size = 15 * scale
    d.text(x, foot - high * 0.27, style.letters[colour], size, font_weight="bold", text_anchor="middle", fill=paint.on)


def pawn(d: Drawing, x: float, y: float, style: Style, colour: str, radius: float = 10) -> None:
    """A pawn from above, with its owner's letter."""
    paint = style.paints[colour]
    d.circle(x, y, radius, fill=paint.fill, stroke=INK, stroke_width=1.2)
    d.text(x, y + radius * 0.38, style.letters[colour], radius * 1.15,
           font_weight="bold", text_anchor="middle", fill=paint.on)  # fmt: skip


def architect(d: Drawing, x: float, foot: float, scale: float = 1) -> None:
    """The architect: a black figure, the middle of its foot at x."""
    body = f"M{number(x - 8 * scale)} {number(foot)}l{number(4 * scale)} {number(-18 * scale)}h{number(8 * scale)}l{number(4 * scale)} {number(18 * scale)}z"
    d.path(body, fill=INK, stroke=PAPER, stroke_width=1.2)
    d.circle(x, foot - 22 * scale, 5.5 * scale, fill=INK, stroke=PAPER, stroke_width=1.2)
