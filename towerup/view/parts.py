"""The table in parts, for a page that lays them out by itself, and what one can point at in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import attrs

from .elements import Drawing


@attrs.frozen
class Part:
    """A part of the table as a picture of its own: its name, what to call it, and the SVG document.

    `points` are the kinds of things in it that one can point at. A thing of the kind `site` is a group of the class `site`
    with the attribute `data-site`; the first shape in it is its outline.
    """

    name: str
    title: str
    svg: str
    points: tuple[str, ...] = ()


def drawn_part(
    d: Drawing, pad: float, name: str, title: str, width: float, height: float, told: str, *points: str
) -> Part:
    """The part that was drawn, so wide and so high, with this much room left around it."""
    return Part(name, title, d.document(width + 2 * pad, height + 2 * pad, None, title, told), points)


@attrs.frozen
class Attempt:
    """Something that one might want to do with the thing pointed at: a few words that tell it from the others, and the action.

    It need not be legal: why it is not is what one wants to know.
    """

    label: str
    action: Any


def easiest(actions: Iterable[Any], findings: Callable[[Any], Sequence[Any]]) -> Any:
    """Of several actions that come to the same for somebody who points, the one with the least against it; None of none."""
    return min(actions, key=lambda action: len(findings(action)), default=None)
