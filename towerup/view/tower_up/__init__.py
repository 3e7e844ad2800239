"""Tower Up drawn: for a terminal, as SVG, and what can be laid over both. Our own schematic; no art of the game."""

from towerup.rulesets.tower_up.state import State

from .overlays import effect, legal_sites, why_not
from .parts import parts
from .svg import svg
from .targets import POINTS, about, attempts
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
    """The names of what can be marked: the sites."""
    return state.box.sites
