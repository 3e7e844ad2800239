"""Text for a terminal: styled pieces, lines of them, and a sheet on which lines are drawn and text is written.

The styles are a few plain ANSI codes, so that pictures need no library. A style is the codes as a terminal wants them
(`1;38;5;33`); without colour styles are left out, and the text must do alone.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TextIO, TypeAlias

Piece: TypeAlias = tuple[str, str]
"""Some text and its style."""
Line: TypeAlias = Sequence[Piece]

BOLD = "1"
FAINT = "2"
PLAIN = ""


def wants_colour(stream: TextIO | None = None) -> bool:
    """Whether what is printed there can have colours: a terminal, unless NO_COLOR says no (or FORCE_COLOR yes)."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    stream = stream or sys.stdout
    return os.environ.get("TERM") != "dumb" and bool(getattr(stream, "isatty", lambda: False)())


def can_write(signs: str, stream: TextIO | None = None) -> bool:
    """Whether these signs can be written there."""
    stream = stream or sys.stdout
    try:
        signs.encode(getattr(stream, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def terminal_width(usual: int, most: int, stream: TextIO | None = None) -> int:
    """How wide a picture should be: as the terminal is, within limits; as usual where there is none."""
    stream = stream or sys.stdout
    if not getattr(stream, "isatty", lambda: False)():
        return usual
    return min(most, shutil.get_terminal_size((usual, 24)).columns)


def rendered(lines: Iterable[Line], *, colour: bool, unicode: bool) -> str:
    """The lines as text, without spaces at their ends. What cannot be shown (names may hold anything) becomes a `?`."""
    return "\n".join(_rendered(line, colour, unicode) for line in lines)


def _rendered(line: Line, colour: bool, unicode: bool) -> str:
    pieces = [(_shown(text, unicode), style) for text, style in line]
    # Spaces at the end show nothing, unless they have a style.
    while pieces and not pieces[-1][0].strip() and (not colour or not pieces[-1][1]):
        pieces.pop()
    if not colour:
        return "".join(text for text, _ in pieces).rstrip()
    return "".join(f"\x1b[{style}m{text}\x1b[0m" if style and text else text for text, style in pieces)


def _shown(text: str, unicode: bool) -> str:
    if text.isascii() and text.isprintable():
        return text
    return "".join(sign if sign.isprintable() and (unicode or sign.isascii()) else "?" for sign in text)


def length(line: Line) -> int:
    """How many columns a line takes."""
    return sum(len(text) for text, _ in line)


def padded(line: Line, width: int) -> list[Piece]:
    """The line with spaces up to a width."""
    return [*line, (" " * max(0, width - length(line)), PLAIN)]


def clipped(line: Line, width: int) -> Line:
    """The line up to a width."""
    if length(line) <= width:
        return line
    kept: list[Piece] = []
    for text, style in line:
        kept.append((text[: width - length(kept)], style))
    return kept


def wrapped(words: Iterable[Piece], width: int, indent: int = 0) -> Iterator[list[Piece]]:
    """Words (each with its own style) set one after another, a space between, on lines of at most this width.

    Lines after the first are indented. A word that is longer than a line is broken.
    """
    line: list[Piece] = []
    fresh = True
    for whole, style in words:
        text = whole
        if not fresh and length(line) + 1 + len(text) > width:
            yield line
            line, fresh = [(" " * indent, PLAIN)], True
        while length(line) + len(text) > width:
            room = width - length(line)
            yield [*line, (text[:room], style)]
            text, line = text[room:], [(" " * indent, PLAIN)]
        line += [(text, style)] if fresh else [(" ", PLAIN), (text, style)]
        fresh = False
    if not fresh:
        yield line


class Sheet:
    """A sheet of characters, each with a style: lines and areas are drawn on it, and text is written over them."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._signs = [[" "] * width for _ in range(height)]
        self._styles = [[PLAIN] * width for _ in range(height)]
        self._written = [[False] * width for _ in range(height)]
        self._kept = [[False] * width for _ in range(height)]

    def put(self, column: int, row: int, sign: str, style: str = PLAIN) -> None:
        """One sign, where there is no text."""
        if 0 <= column < self.width and 0 <= row < self.height and not self._written[row][column]:
            self._signs[row][column] = sign
            self._styles[row][column] = style

    def sign(self, column: int, row: int) -> str:
        return self._signs[row][column]

    def is_free(self, column: int, row: int, width: int) -> bool:
        """Whether a stretch is on the sheet, has no text, and is not kept."""
        return (
            0 <= row < self.height
            and column >= 0
            and column + width <= self.width
            and not any(self._written[row][column : column + width])
            and not any(self._kept[row][column : column + width])
        )

    def keep(self, column: int, row: int, width: int) -> None:
        """A stretch where no further text is to go."""
        self._kept[row][column : column + width] = [True] * len(self._kept[row][column : column + width])

    def write(self, column: int, row: int, line: Line) -> None:
        """Text over whatever is drawn there."""
        for text, style in line:
            for sign in text:
                self._written[row][column] = False
                self.put(column, row, sign, style)
                self._written[row][column] = True
                column += 1

    def clear(self, column: int, row: int) -> None:
        """Takes away what is drawn there; text stays."""
        self.put(column, row, " ")

    def lines(self) -> Iterator[list[Piece]]:
        """The sheet line by line."""
        for signs, styles in zip(self._signs, self._styles, strict=True):
            pairs = groupby(zip(signs, styles, strict=True), key=lambda pair: pair[1])
            yield [("".join(sign for sign, _ in run), style) for style, run in pairs]


class Pen:
    """Draws fine lines on a sheet: each character is two dots wide and four high (Braille), or one if that cannot be."""

    _DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))

    def __init__(self, sheet: Sheet, *, fine: bool) -> None:
        self._sheet = sheet
        self._fine = fine

    def line(self, start: tuple[float, float], end: tuple[float, float], style: str, *, dotted: bool = False) -> None:
        """A line between two points, in columns and rows."""
        wide, high = (2, 4) if self._fine else (1, 1)
        x0, y0, x1, y1 = start[0] * wide, start[1] * high, end[0] * wide, end[1] * high
        steps = max(1, round(max(abs(x1 - x0), abs(y1 - y0))))
        for step in range(steps + 1):
            if dotted and step % 3:
                continue
            part = step / steps
            self._dot(int(x0 + (x1 - x0) * part), int(y0 + (y1 - y0) * part), style)

    def _dot(self, x: int, y: int, style: str) -> None:
        if not self._fine:
            self._sheet.put(x, y, ".", style)
            return
        column, row = x // 2, y // 4
        if not (0 <= column < self._sheet.width and 0 <= row < self._sheet.height):
            return
        there = ord(self._sheet.sign(column, row)) - 0x2800
        dots = there if 0 <= there <= 0xFF else 0
        self._sheet.put(column, row, chr(0x2800 | dots | self._DOTS[x % 2][y % 4]), style)
