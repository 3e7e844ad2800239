"""The table of Tower Up in parts: the board, the market, the objectives, and each player."""

from __future__ import annotations

from towerup.rulesets.tower_up.actions import Action
from towerup.rulesets.tower_up.scoring import scores
from towerup.rulesets.tower_up.state import State
from towerup.rulesets.tower_up.table import table_of
from towerup.view.elements import Drawing
from towerup.view.marking import Overlay
from towerup.view.parts import Part, drawn_part

from .svg import Below, style_of
from .svg_board import BoardSketch
from .svg_seats import SEATS_WIDTH, draw_seat, seat_height, seat_words
from .words import building_words, listed

_WIDE = 480
"""How wide the parts beside the board are: a phone shows them whole."""
_PAD = 3


def parts(state: State, *, last: Action | None, overlay: Overlay) -> tuple[Part, ...]:
    """Each with a picture of its own."""
    table, style = table_of(state), style_of(state)
    below = Below(state, style, last, _WIDE)
    board = BoardSketch(state, style, last, overlay)
    d = Drawing()
    board.draw(d, _PAD, _PAD)
    told = "; ".join(building_words(site, one) for site, one in table.buildings.items()) or "no buildings"
    made = [drawn_part(d, _PAD, "board", "Board", board.width, board.height, told, "site")]
    d = Drawing()
    below.draw_market(d, _PAD, _PAD)
    told = f"market: {', '.join(table.market) or 'no card'}; container: {listed(table.container)}"
    made.append(drawn_part(d, _PAD, "market", "Market", _WIDE, below.market_height, told, "card"))
    d = Drawing()
    below.draw_goals(d, _PAD, _PAD)
    titles = [state.setup.edition.objective(id).title for id in state.setup.objectives]
    made.append(
        drawn_part(d, _PAD, "objectives", "Objectives", _WIDE, below.goals_height, "; ".join(titles) or "not dealt yet")
    )
    for seat, score in enumerate(scores(state)):
        d = Drawing()
        draw_seat(d, state, style, _PAD, _PAD, seat, score)
        words = seat_words(state, seat, score)
        made.append(
            drawn_part(d, _PAD, f"seat-{seat}", state.setup.seats[seat], SEATS_WIDTH, seat_height(state), words)
        )
    return tuple(made)
