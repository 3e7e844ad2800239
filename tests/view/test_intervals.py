"""Intervals drawn: everything at its place on the scale, in text and in SVG."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from towerup.view.intervals import Bar, Scale, svg, text

numbers = st.floats(-2_000, 2_000)


@st.composite
def bars(draw: st.DrawFn) -> list[Bar]:
    made = []
    for number in range(draw(st.integers(1, 6))):
        low, value, high = sorted(draw(st.tuples(numbers, numbers, numbers)))
        made.append(Bar(f"player {number}", value, low, high, f"{value:+.0f}"))
    return made


@given(bars(), st.integers(20, 160), st.booleans())
def test_a_line_for_each_with_its_point_within_its_ends(drawn: list[Bar], width: int, unicode: bool) -> None:
    """The point stands where the value is, the ends where the interval ends; no line is longer than it may be."""
    lines = text(drawn, Scale.of(drawn), width, unicode).splitlines()
    assert len(lines) == len(drawn) + 1
    left, right, point = "├┤●" if unicode else "[]o"
    names = max(len(bar.name) for bar in drawn)
    for bar, line in zip(drawn, lines, strict=False):
        assert line.startswith(bar.name)
        assert line.endswith(bar.words)
        plot = line[names + 2 : -len(bar.words)]
        assert plot.count(point) == 1
        at = plot.index(point)
        assert all(plot.index(sign) <= at for sign in left if sign in plot)
        assert all(plot.index(sign) >= at for sign in right if sign in plot)
    assert all(len(line) <= max(width, names + 4 + 20 + 5) for line in lines)


@given(bars())
def test_a_scale_holds_all_with_a_few_round_marks(drawn: list[Bar]) -> None:
    """From the lowest to the highest, with at least one mark and not many."""
    scale = Scale.of(drawn)
    for bar in drawn:
        assert 0 <= scale.share(bar.low) <= scale.share(bar.value) <= scale.share(bar.high) <= 1
    assert 1 <= len(scale.marks) <= 6
    assert all(scale.low <= mark <= scale.high for mark in scale.marks)


@given(bars(), st.text(max_size=20))
def test_an_svg_tells_the_same(drawn: list[Bar], title: str) -> None:
    """Well-formed whatever it is called, with every name and its words."""
    root = ET.fromstring(svg(title, drawn, Scale.of(drawn), "Elo"))
    told = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    for bar in drawn:
        assert bar.name in told
        assert bar.words in told
    circles = [float(one.get("cx") or 0) for one in root.iter("{http://www.w3.org/2000/svg}circle")]
    assert len(circles) == len(drawn)
    order = sorted(range(len(drawn)), key=lambda number: drawn[number].value)
    assert [circles[number] for number in order] == sorted(circles)
