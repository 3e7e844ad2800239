"""The table of New York 1901 in parts: the board, the market with what else lies there, the legendaries, each player."""

from __future__ import annotations

from towerup.rulesets.new_york_1901.actions import Action
from towerup.rulesets.new_york_1901.state import State
from towerup.view.elements import Drawing
from towerup.view.marking import Overlay
from towerup.view.parts import Part, drawn_part

from .pieces import style_of
from .plan import Plan
from .svg import draw_legendaries, draw_market, legendaries_height, market_height, market_words
from .svg_board import BoardSketch
from .svg_seats import SEATS_WIDTH, draw_seat, seat_height, seat_words
from .words import building_words

_WIDE = 470
_PAD = 4


def parts(state: State, *, last: Action | None, overlay: Overlay) -> tuple[Part, ...]:
    """Each with a picture of its own. Tiles and action cards are pointed at where they belong to whose turn it is."""
    style = style_of(state.setup)
    board = BoardSketch(state, style, last, overlay)
    d = Drawing()
    board.draw(d, _PAD, _PAD)
    told = "; ".join(map(building_words, Plan(state).buildings)) or "nothing is built"
    made = [drawn_part(d, _PAD, "board", "Board", board.width, board.height, told, "cell")]
    d = Drawing()
    draw_market(d, state, style, last, _PAD, _PAD, _WIDE)
    made.append(
        drawn_part(d, _PAD, "market", "Market", _WIDE, market_height(state, _WIDE), market_words(state), "land")
    )
    d = Drawing()
    draw_legendaries(d, state, _PAD, _PAD)
    words = "legendaries that are left"
    made.append(
        drawn_part(d, _PAD, "legendaries", "Legendaries", SEATS_WIDTH, legendaries_height(state), words, "tile")
    )
    for seat, colour in enumerate(state.setup.seats):
        d = Drawing()
        draw_seat(d, state, style, _PAD, _PAD, seat)
        points = ("tile", "card") if seat == state.seat else ()
        words = seat_words(state, seat)
        made.append(drawn_part(d, _PAD, f"seat-{seat}", colour, SEATS_WIDTH, seat_height(state), words, *points))
    return tuple(made)
