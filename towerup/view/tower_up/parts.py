"""The table of Tower Up in parts: the board, the market, the objectives, and each player."""

from __future__ import annotations

from towerup.rulesets.tower_up.actions import Action
from towerup.rulesets.tower_up.scoring import scores
from towerup.rulesets.tower_up.state import State
from towerup.view.elements import Drawing
from towerup.view.marking import Overlay
from towerup.view.parts import Part, drawn_part

from .svg import Below, style_of
from .svg_board import BoardSketch
from .svg_players import PLAYERS_WIDTH, draw_player, player_height, player_words
from .words import building_words, listed, market_words

_WIDE = 480
"""How wide the parts beside the board are: a phone shows them whole."""
_PAD = 3


def parts(state: State, *, last: Action | None, overlay: Overlay) -> tuple[Part, ...]:
    """Each with a picture of its own."""
    edition, style = state.setup.edition, style_of(state)
    below = Below(state, style, last, _WIDE)
    board = BoardSketch(state, style, last, overlay)
    d = Drawing()
    board.draw(d, _PAD, _PAD)
    words = "; ".join(building_words(state)) or "no buildings"
    made = [drawn_part(d, _PAD, "board", "Board", board.width, board.height, words, "site")]
    d = Drawing()
    below.draw_market(d, _PAD, _PAD)
    words = f"{market_words(state)}; container: {listed(state.container, edition.colours)}"
    made.append(drawn_part(d, _PAD, "market", "Market", _WIDE, below.market_height, words, "card"))
    d = Drawing()
    below.draw_objectives(d, _PAD, _PAD)
    words = "; ".join(edition.objectives_by_id[id].title for id in state.setup.objectives) or "not dealt yet"
    made.append(drawn_part(d, _PAD, "objectives", "Objectives", _WIDE, below.objectives_height, words))
    for seat, score in enumerate(scores(state)):
        d = Drawing()
        draw_player(d, state, style, _PAD, _PAD, seat, score)
        words = player_words(state, seat, score)
        made.append(drawn_part(d, _PAD, f"seat-{seat}", score.roof, PLAYERS_WIDTH, player_height(state), words))
    return tuple(made)
