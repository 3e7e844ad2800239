"""The table of Projekt Skyline in parts: the board, the cards, and each player."""

from __future__ import annotations

from towerup.rulesets.projekt_skyline.actions import Action
from towerup.rulesets.projekt_skyline.state import State
from towerup.view.elements import Drawing
from towerup.view.marking import Overlay
from towerup.view.parts import Part, drawn_part

from .pieces import style_of
from .svg import SEAT_HEIGHT, SEATS_WIDTH, cards_height, draw_cards, draw_seat, seat_words
from .svg_board import BoardSketch
from .words import card_words

_WIDE = 480
_PAD = 3


def parts(state: State, *, last: Action | None, overlay: Overlay) -> tuple[Part, ...]:
    """Each with a picture of its own."""
    style = style_of(state.setup)
    board = BoardSketch(state, style, last, overlay)
    d = Drawing()
    board.draw(d, _PAD, _PAD)
    built = [(cell, state.constructions[cell]) for cell in state.setup.board.cells if cell in state.constructions]
    told = "; ".join(board.words(cell, one) for cell, one in built) or "nothing is built"
    made = [drawn_part(d, _PAD, "board", "Board", board.width, board.height, told, "cell", "space")]
    d = Drawing()
    draw_cards(d, state, _PAD, _PAD, _WIDE)
    made.append(
        drawn_part(
            d, _PAD, "cards", "Cards", _WIDE, cards_height(state, _WIDE), card_words(state) or "no card is followed"
        )
    )
    for seat, colour in enumerate(state.setup.seats):
        d = Drawing()
        draw_seat(d, state, style, _PAD, _PAD, seat)
        made.append(drawn_part(d, _PAD, f"seat-{seat}", colour, SEATS_WIDTH, SEAT_HEIGHT, seat_words(state, seat)))
    return tuple(made)
