"""SVG as text: a sheet on which shapes are put one after another.

Only presentation attributes are used, no style sheet and no ids: a picture put into a page changes nothing else on it, and
two pictures on one page do not mix.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias
from xml.sax.saxutils import escape, quoteattr

Point: TypeAlias = tuple[float, float]

FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif"
LETTER = 0.6
"""How wide a letter is on the whole, of its size: on the safe side, for fonts differ."""

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def clean(text: str) -> str:
    """Text as XML can hold it."""
    return _NOT_XML.sub("\ufffd", text)


def number(value: float) -> str:
    """A number with a digit after the point at most, written the same everywhere."""
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


def text_width(text: str, size: float) -> float:
    """About how wide a text is."""
    return len(text) * size * LETTER


def broken(text: str, width: float, size: float, apart: str | None = None) -> list[str]:
    """A text broken into lines of about this width at most; at spaces, or only at spaces after this sign."""
    words = text.split() if apart is None else text.replace(f"{apart} ", f"{apart}\n").split("\n")
    lines: list[str] = []
    for word in words:
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


class Drawing:
    """Shapes in the order in which they are drawn."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    def put(self, tag: str, content: str | None = None, /, **attributes: Any) -> None:
        """One element; `_` in the name of an attribute is `-`, and what is None is left out."""
        opened = f"<{tag}{''.join(self._attributes(attributes))}"
        self._parts.append(f"{opened}/>" if content is None else f"{opened}>{escape(clean(content))}</{tag}>")

    def include(self, other: Drawing) -> None:
        """All of another drawing."""
        self._parts += other._parts

    @contextmanager
    def group(self, title: str | None = None, **attributes: Any) -> Iterator[None]:
        """What is drawn within is a group of its own; its title is what a pointer over it and a screen reader tell."""
        self._parts.append(f"<g{''.join(self._attributes(attributes))}>")
        if title is not None:
            self.put("title", title)
        yield
        self._parts.append("</g>")

    @staticmethod
    def _attributes(attributes: dict[str, Any]) -> Iterator[str]:
        for name, value in attributes.items():
            if value is not None:
                shown = number(value) if isinstance(value, int | float) else clean(str(value))
                yield f" {name.strip('_').replace('_', '-')}={quoteattr(shown)}"

    def rect(self, x: float, y: float, width: float, height: float, **attributes: Any) -> None:
        self.put("rect", x=x, y=y, width=width, height=height, **attributes)

    def circle(self, x: float, y: float, radius: float, **attributes: Any) -> None:
        self.put("circle", cx=x, cy=y, r=radius, **attributes)

    def line(self, start: Point, end: Point, **attributes: Any) -> None:
        self.put("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], **attributes)

    def polygon(self, points: Iterable[Point], **attributes: Any) -> None:
        self.put("polygon", points=_points(points), **attributes)

    def polyline(self, points: Iterable[Point], **attributes: Any) -> None:
        self.put("polyline", points=_points(points), fill="none", **attributes)

    def path(self, data: str, **attributes: Any) -> None:
        self.put("path", d=data, **attributes)

    def text(self, x: float, y: float, content: str, size: float, **attributes: Any) -> None:
        """A text that begins here, or is centred or ends here (`text_anchor`)."""
        self.put("text", content, x=x, y=y, font_size=size, **attributes)

    def document(self, width: float, height: float, size: int | None, title: str, description: str) -> str:
        """All of it as an SVG document; `size` is the width it asks for."""
        asked = {"width": size, "height": round(size * height / width)} if size else {"width": "100%"}
        head = "".join(
            self._attributes(
                {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {number(width)} {number(height)}", **asked}
            )
        )
        told = f"<title>{escape(clean(title))}</title>\n<desc>{escape(clean(description))}</desc>"
        shapes = "\n".join(self._parts)
        return f'<svg{head} role="img" font-family="{FONT}">\n{told}\n{shapes}\n</svg>\n'


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def smooth(points: Sequence[Point]) -> str:
    """A closed outline through the middles of its sides, round at its corners, as the data of a path."""
    middles = [
        ((x0 + x1) / 2, (y0 + y1) / 2) for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True)
    ]
    (x, y), data = middles[-1], []
    data.append(f"M{number(x)} {number(y)}")
    for (cx, cy), (ex, ey) in zip(points, middles, strict=True):
        data.append(f"Q{number(cx)} {number(cy)} {number(ex)} {number(ey)}")
    return f"{''.join(data)}Z"
