"""New York 1901 drawn: for a terminal, as SVG, and what can be laid over both. Our own schematic; no art of the game."""

from towerup.rulesets.new_york_1901.state import State

from .overlays import effect, legal_sites, why_not
from .parts import parts
from .plan import lot_place
from .pointing import POINTS, about, attempts
from .svg import svg
from .terminal import SIGNS, picture
from .words import told

__all__ = [
    "POINTS",
    "SIGNS",
    "about",
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
    """The names of what can be marked: the cells, as `A1`, and the lots, as `lot R1`."""
    board = state.setup.board
    return (*board.cells, *map(lot_place, board.lots))
