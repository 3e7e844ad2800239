"""Projekt Skyline drawn: for a terminal, as SVG, and what can be laid over both. Our own schematic; no art of the game."""

from towerup.rulesets.projekt_skyline.state import State

from .overlays import effect, legal_sites, why_not
from .parts import parts
from .pointing import POINTS, attempts
from .svg import svg
from .terminal import SIGNS, picture
from .words import told

__all__ = [
    "POINTS",
    "SIGNS",
    "attempts",
    "effect",
    "legal_sites",
    "parts",
    "picture",
    "places",
    "svg",
    "told",
    "why_not",
]


def places(state: State) -> tuple[str, ...]:
    """The names of what can be marked: the cells and the spaces of the street."""
    return (*state.setup.board.cells, *state.setup.board.spaces)
