"""Pictures of states: for a terminal, and as SVG for notebooks, pages and papers.

>>> from towerup import view
>>> print(view.picture(state))                                            # what print(state) shows
>>> view.svg(state, view.legal_sites(state, "black"), last=action)        # what a notebook shows, and more

Each of our games has a drawing of its own, in a package with the game's name. It is found by the package of the state's
class. A game of another package is drawn by the module that its ruleset names; by default as a table of its fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

from towerup.kernel.ruleset import Ruleset

from .ink import can_write, terminal_width, wants_colour
from .marking import Arrow, ArrowLike, Mark, MarkLike, Overlay, overlay_of
from .parts import Attempt, Part

__all__ = [
    "Arrow", "Attempt", "Mark", "Overlay", "Part",
    "about", "attempts", "effect", "legal_sites", "parts", "picture", "points", "svg", "told", "why_not",
]  # fmt: skip

_DRAWN_BY = {
    "towerup.rulesets.tower_up": "towerup.view.tower_up",
    "towerup.rulesets.projekt_skyline": "towerup.view.projekt_skyline",
    "towerup.rulesets.new_york_1901": "towerup.view.new_york_1901",
}
"""The package that draws each game, by the package of its rules."""

_USUAL_WIDTH, _MOST_WIDTH = 100, 120


def _artist(state: Any) -> Any:
    kind = type(state)
    package = kind.__module__.rpartition(".")[0]
    if package in _DRAWN_BY:
        return import_module(_DRAWN_BY[package])
    rules = getattr(kind, "ruleset", None)
    if not isinstance(rules, Ruleset):
        known = ", ".join(_DRAWN_BY)
        raise ValueError(
            f"there is no drawing for {kind.__module__}.{kind.__qualname__}; states of {known} and of installed games can be drawn"
        )
    return import_module(rules.drawing)


def picture(
    state: Any,
    *overlays: Overlay,
    colour: bool | None = None,
    unicode: bool | None = None,
    width: int | None = None,
    last: Any = None,
    marks: Mapping[str, MarkLike] | None = None,
    arrows: Iterable[ArrowLike] = (),
) -> str:
    """The state as text for a terminal.

    What is not said follows from where standard output goes: colours on a terminal (NO_COLOR is heeded), signs beyond
    ASCII where they can be written, the terminal's width up to 120 columns, and 100 elsewhere. `last` is the action
    that led here, and is marked; overlays, `marks` and `arrows` are as for `svg`.
    """
    artist = _artist(state)
    text: str = artist.picture(
        state,
        colour=wants_colour() if colour is None else colour,
        unicode=can_write(artist.SIGNS) if unicode is None else unicode,
        width=terminal_width(_USUAL_WIDTH, _MOST_WIDTH) if width is None else width,
        last=last,
        overlay=overlay_of(overlays, marks, arrows, artist.places(state)),
    )
    return text


def svg(
    state: Any,
    *overlays: Overlay,
    size: int | None = None,
    last: Any = None,
    marks: Mapping[str, MarkLike] | None = None,
    arrows: Iterable[ArrowLike] = (),
) -> str:
    """The state as an SVG document: self-contained, and the same bytes for the same state.

    `size` is its width in pixels (the height follows; without it, it fits what it is put in). `last` is the action that
    led here, and is marked. Over the picture go `overlays` (see `legal_sites`, `why_not`, `effect`), `marks` (by site a
    Mark, a colour such as "green", or words) and `arrows` (pairs of sites, or Arrow).
    """
    artist = _artist(state)
    text: str = artist.svg(
        state, size=size, last=last, overlay=overlay_of(overlays, marks, arrows, artist.places(state))
    )
    return text


def legal_sites(state: Any, of: str = "") -> Overlay:
    """An overlay that marks every place where something can be done now.

    `of` says what, as the game has it: in Tower Up the colour to build in, in Projekt Skyline a kind of action or nothing, in
    New York 1901 a kind of action, a tile, or nothing.
    """
    overlay: Overlay = _artist(state).legal_sites(state, of)
    return overlay


def why_not(state: Any, *words: str) -> Overlay:
    """An overlay that says why something may not be done: the ids of the broken rules.

    In Tower Up the words are a site and the colour to build in; in Projekt Skyline a cell, or an action in notation; in New
    York 1901 a lot, a cell, or an action in notation.
    """
    overlay: Overlay = _artist(state).why_not(state, *words)
    return overlay


def effect(state: Any, action: Any) -> Overlay:
    """An overlay that shows what an action would do; raises IllegalAction if it is illegal."""
    overlay: Overlay = _artist(state).effect(state, action)
    return overlay


# --- for pages that lay the table out by themselves


def parts(
    state: Any,
    *overlays: Overlay,
    last: Any = None,
    marks: Mapping[str, MarkLike] | None = None,
    arrows: Iterable[ArrowLike] = (),
) -> tuple[Part, ...]:
    """The table in parts, each a picture of its own, what is played on first.

    What lies over it is as for :func:`svg`, but captions are not drawn.
    """
    artist = _artist(state)
    made: tuple[Part, ...] = artist.parts(
        state, last=last, overlay=overlay_of(overlays, marks, arrows, artist.places(state))
    )
    return made


def attempts(state: Any, what: str, which: str) -> tuple[Attempt, ...]:
    """What somebody who points at a thing (what it is, as `site`, and which) might want to do with it, legal or not."""
    made: tuple[Attempt, ...] = _artist(state).attempts(state, what, which)
    return made


def points(state: Any) -> Mapping[str, tuple[str, ...]]:
    """The kinds of things that one can point at, and for each the choices in a menu that such a thing can be."""
    known: Mapping[str, tuple[str, ...]] = _artist(state).POINTS
    return known


def about(state: Any, action: Any) -> frozenset[tuple[str, str]]:
    """The things that an action has to do with, as one would point at them: what each is, and which.

    They are those that its choices name, unless the game knows better: what is chosen in one go may be many things.
    """
    artist = _artist(state)
    if hasattr(artist, "about"):
        named: frozenset[tuple[str, str]] = artist.about(state, action)
        return named
    choices = state.ruleset.analysis.choices(state, action)
    return frozenset(
        (what, choice.which) for choice in choices for what, names in artist.POINTS.items() if choice.what in names
    )


def told(state: Any) -> str:
    """How the game stands, in a sentence or two: whom the table waits for, and for what; or who has won."""
    words: str = _artist(state).told(state)
    return words
