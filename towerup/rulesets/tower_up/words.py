"""Floors, cards and neighbours in words, for objections."""

from __future__ import annotations

from collections.abc import Mapping

from .state import State


def floors_in_words(state: State, floors: Mapping[str, int]) -> str:
    """Floors as `2 black, 1 white`."""
    colours = state.setup.edition.colours
    return ", ".join(f"{floors[colour]} {colour}" for colour in colours if colour in floors) or "nothing"


def neighbours_of_colour(state: State, site: str, colour: str) -> str:
    """Which neighbours of a site have a building of this colour."""
    alike = [n for n in state.box.neighbours[site] if n in state.buildings and state.buildings[n].colour == colour]
    return f"{site} neighbours {' and '.join(alike)}, which {'is' if len(alike) == 1 else 'are'} also {colour}"


def number_of(count: int, thing: str) -> str:
    """A number of things: `no floors`, `1 floor`, `2 floors`."""
    return f"{count or 'no'} {thing}{'' if count == 1 else 's'}"
