"""Intervals drawn: a line for each of several things, with a point on it and how far to either side it may be. Text or SVG."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10

import attrs

from .elements import Drawing, text_width


@attrs.frozen
class Bar:
    """A thing with its value, and the interval that holds it; in words as they stand beside the picture."""

    name: str
    value: float
    low: float
    high: float
    words: str


@attrs.frozen
class Scale:
    """From where to where the picture goes, and the marks on it."""

    low: float
    high: float
    marks: tuple[float, ...]

    @classmethod
    def of(cls, bars: Sequence[Bar], steps: int = 5) -> Scale:
        """A scale that just holds all of these, with marks at round numbers."""
        low, high = min(bar.low for bar in bars), max(bar.high for bar in bars)
        if low == high:
            low, high = low - 1, high + 1
        rough = (high - low) / steps
        unit = 10.0 ** floor(log10(rough))
        step = next(unit * times for times in (1, 2, 2.5, 5, 10) if unit * times >= rough)
        marks = (step * number for number in range(-floor(-low / step), floor(high / step) + 1))
        return cls(low, high, tuple(marks))

    def share(self, value: float) -> float:
        """Where a value is: 0 at the left, 1 at the right."""
        return (value - self.low) / (self.high - self.low)


def text(bars: Sequence[Bar], scale: Scale, width: int, unicode: bool = True) -> str:
    """The picture in lines of text of about this width."""
    left, right, point, line = ("├", "┤", "●", "─") if unicode else ("[", "]", "o", "-")
    names = max(len(bar.name) for bar in bars)
    words = max(len(bar.words) for bar in bars)
    columns = max(20, width - names - words - 4)
    lines = []
    for bar in bars:
        row = [" "] * columns
        begin, at, end = (round(scale.share(one) * (columns - 1)) for one in (bar.low, bar.value, bar.high))
        row[begin : end + 1] = line * (end - begin + 1)
        row[begin], row[end] = left, right
        row[at] = point
        lines.append(f"{bar.name:<{names}}  {''.join(row)}  {bar.words}")
    lines.append(f"{'':<{names}}  {_marks(scale, columns)}")
    return "\n".join(line.rstrip() for line in lines)


def _marks(scale: Scale, columns: int) -> str:
    """The numbers under the picture, as far as they find room beside each other."""
    row = [" "] * columns
    free = 0
    for mark in scale.marks:
        told = f"{mark:g}"
        start = min(max(0, round(scale.share(mark) * (columns - 1)) - len(told) // 2), columns - len(told))
        if start >= free:
            row[start : start + len(told)] = told
            free = start + len(told) + 1
    return "".join(row)


_SIZE, _ROW, _PLOT, _GAP = 14.0, 30.0, 420.0, 16.0
_INK, _FAINT, _BAR = "#1f2933", "#cbd2d9", "#2563eb"


def svg(title: str, bars: Sequence[Bar], scale: Scale, what: str) -> str:
    """The picture as an SVG document; `what` tells what the scale is of."""
    drawing = Drawing()
    names = max(text_width(bar.name, _SIZE) for bar in bars)
    words = max(text_width(bar.words, _SIZE) for bar in bars)
    left, top = _GAP + names + _GAP, 56.0
    width = max(left + _PLOT + _GAP + words + _GAP, text_width(title, _SIZE + 2) + 2 * _GAP)
    bottom = top + _ROW * len(bars)
    height = bottom + 52.0
    drawing.rect(0, 0, width, height, fill="#ffffff")
    drawing.text(_GAP, 28, title, _SIZE + 2, fill=_INK, font_weight="bold")
    for mark in scale.marks:
        x = left + _PLOT * scale.share(mark)
        drawing.line((x, top - 8), (x, bottom), stroke=_FAINT, stroke_width=1)
        drawing.text(x, bottom + 18, f"{mark:g}", _SIZE - 2, fill=_INK, text_anchor="middle")
    drawing.text(left + _PLOT / 2, bottom + 38, what, _SIZE - 2, fill=_INK, text_anchor="middle")
    for number, bar in enumerate(bars):
        y = top + _ROW * number + _ROW / 2 - 4
        begin, at, end = (left + _PLOT * scale.share(one) for one in (bar.low, bar.value, bar.high))
        with drawing.group(f"{bar.name}: {bar.words}"):
            drawing.text(left - _GAP, y + 5, bar.name, _SIZE, fill=_INK, text_anchor="end")
            drawing.line((begin, y), (end, y), stroke=_BAR, stroke_width=2)
            for x in (begin, end):
                drawing.line((x, y - 6), (x, y + 6), stroke=_BAR, stroke_width=2)
            drawing.circle(at, y, 5, fill=_BAR)
            drawing.text(left + _PLOT + _GAP, y + 5, bar.words, _SIZE, fill=_INK)
    told = "; ".join(f"{bar.name}: {bar.words}" for bar in bars)
    return drawing.document(width, height, None, title, told)
