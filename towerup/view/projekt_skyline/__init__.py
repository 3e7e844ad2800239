"""Projekt Skyline drawn: for a terminal, as SVG, and what can be laid over both. Our own schematic; no art of the game."""

from towerup.rulesets.projekt_skyline.state import State

from .overlays import effect, legal_sites, why_not
from .svg import svg
from .terminal import SIGNS, picture

__all__ = ["SIGNS", "effect", "legal_sites", "picture", "places", "svg", "why_not"]


def places(state: State) -> tuple[str, ...]:
    """The names of what can be marked: the cells and the spaces of the street."""
    return (*state.setup.board.names, *state.setup.board.spaces)
