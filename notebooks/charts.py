"""Charts for the notebooks: in the colours of the table, as SVG, the same bytes each time."""

from __future__ import annotations

from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.rcsetup import cycler
from matplotlib_inline.backend_inline import set_matplotlib_formats

INK, PAPER, LINE = "#26282c", "#fffdf8", "#d6cfbd"
BLUE, ORANGE, GREEN, YELLOW, RED = "#2467c4", "#e8681a", "#3f7d3a", "#e0a100", "#b3261e"
BLACK, GREY, WHITE, BROWN = "#2f3136", "#a3a9b1", "#efe9dc", "#8b5a34"
FLOORS = {"black": BLACK, "grey": GREY, "white": WHITE, "brown": BROWN}
ROOFS = {"blue": BLUE, "yellow": YELLOW, "orange": ORANGE, "green": GREEN}
SEATS = (BLUE, ORANGE, GREEN, YELLOW)

STYLE: dict[Any, Any] = {
    "figure.figsize": (8.6, 3.9),
    "figure.constrained_layout.use": True,
    "figure.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "axes.titlelocation": "left",
    "axes.titlesize": 12,
    "axes.titleweight": "bold",
    "axes.titlepad": 12,
    "axes.labelsize": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.prop_cycle": cycler(color=[BLUE, ORANGE, GREEN, YELLOW, BROWN, GREY, RED]),
    "grid.color": LINE,
    "grid.linewidth": 0.6,
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.labelsize": 9,
    "ytick.labelsize": 9,
    "text.color": INK,
    "legend.frameon": False,
    "legend.fontsize": 9,
    "lines.linewidth": 2,
    "font.family": "sans-serif",
    # Words stay words: they can be found and read aloud, and a changed number is a small difference.
    "svg.fonttype": "none",
    # The ids in a picture are made from what is in it, and from this.
    "svg.hashsalt": "towerup",
    # One grid of values: a picture is the same on every machine.
    "path.simplify": False,
}


def begin() -> None:
    """From here on charts look like this, and a notebook keeps them as SVG without a date."""
    mpl.rcParams.update(STYLE)
    set_matplotlib_formats("svg", metadata={"Date": None}, facecolor=PAPER)


def only_rows(axes: Axes) -> Axes:
    """Leaves the horizontal lines of the grid alone: for bars and lines over time."""
    axes.grid(visible=False, axis="x")
    return axes


def only_columns(axes: Axes) -> Axes:
    """Leaves the vertical lines of the grid alone: for bars that lie."""
    axes.grid(visible=False, axis="y")
    return axes


__all__ = [
    "FLOORS",
    "GREY",
    "INK",
    "LINE",
    "PAPER",
    "RED",
    "ROOFS",
    "SEATS",
    "begin",
    "only_columns",
    "only_rows",
    "plt",
]
