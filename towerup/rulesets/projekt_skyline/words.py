"""Constructions and numbers in words, for objections."""

from __future__ import annotations

from .state import State


def construction_in_words(state: State, cell: str) -> str:
    """What stands on a cell: `two floors of red`."""
    there = state.constructions.get(cell)
    if there is None:
        return "nothing"
    return f"{('one floor', 'two floors', 'a skyscraper')[there.floors - 1]} of {there.owner}"


def number_of(count: int, thing: str) -> str:
    """A number of things: `no cells`, `1 cell`, `2 cells`."""
    return f"{count or 'no'} {thing}{'' if count == 1 else 's'}"
