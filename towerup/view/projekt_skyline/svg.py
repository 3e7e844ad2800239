"""The table as SVG: the board with the cards below it, and the players beside it.

`svg_board.py` draws the board, this module the rest and puts all together.
"""

from __future__ import annotations

from towerup.rulesets.projekt_skyline.actions import Action
from towerup.rulesets.projekt_skyline.scoring import scores
from towerup.rulesets.projekt_skyline.state import State
from towerup.view.elements import Drawing, broken
from towerup.view.marking import Overlay
from towerup.view.marks import FAINT, GOLD, GROUND, INK, PAPER

from .pieces import Style, architect, floor, pawn, style_of, tower
from .svg_board import BoardSketch
from .words import SIZES, card_words, ending_words, many, pile_words, title_words, turn_words

_PAD = 24
_HEAD = 74
_LINE = 19
_NARROWEST = 560
SEATS_WIDTH = 330
SEAT_HEIGHT = 118
_GAP = 14


def svg(state: State, *, size: int | None, last: Action | None, overlay: Overlay) -> str:
    """The table as an SVG document."""
    style = style_of(state.setup)
    board = BoardSketch(state, style, last, overlay)
    left = max(board.width, _NARROWEST)
    captions = [line for caption in overlay.captions for line in broken(caption, left, 14)]
    head = _HEAD + len(captions) * _LINE
    seats = len(state.setup.seats) * (SEAT_HEIGHT + _GAP)
    width = _PAD * 3 + left + SEATS_WIDTH
    height = _PAD * 2 + head + max(board.height + _PAD + cards_height(state, left), seats + _LEGEND)
    d = Drawing()
    d.rect(0, 0, width, height, fill=GROUND, rx=10)
    _draw_head(d, state, last, captions, width)
    board.draw(d, _PAD + (left - board.width) / 2, _PAD + head)
    draw_cards(d, state, _PAD, _PAD + head + board.height + _PAD, left)
    right = _PAD * 2 + left
    for seat in range(len(state.setup.seats)):
        draw_seat(d, state, style, right, _PAD + head + seat * (SEAT_HEIGHT + _GAP), seat)
    _draw_legend(d, style, right, _PAD + head + seats)
    return d.document(width, height, size, f"{state.setup.edition.title}: {turn_words(state)}", description(state))


def description(state: State) -> str:
    """The table in words, for those who cannot see the picture."""
    told = [turn_words(state), ending_words(state), card_words(state)]
    built = [(cell, state.constructions[cell]) for cell in state.setup.board.cells if cell in state.constructions]
    told += [f"{cell}: {SIZES[one.floors - 1]} of {one.owner}" for cell, one in built]
    if state.architect is not None:
        told.append(f"the architect is on {state.architect}")
    for player in state.players:
        pawn_at = "" if player.pawn is None else f", pawn on {player.pawn}"
        told.append(
            f"{player.colour}: money {player.cash}{pawn_at}, {many(player.skyscrapers, 'skyscraper')} and "
            f"{many(player.floors, 'floor')} left"
        )
    unseen, used = pile_words(state)
    told += [f"unseen cards: {unseen}", f"used cards: {used}"]
    return ". ".join(one for one in told if one) + "."


def cards_height(state: State, width: float) -> float:
    """How high the cards are in lines of this width."""
    return len(_cards(state, width)) * _LINE


def draw_cards(d: Drawing, state: State, x: float, y: float, width: float) -> None:
    """The cards in words."""
    with d.group(class_="cards"):
        for n, (text, bold) in enumerate(_cards(state, width)):
            d.text(x, y + 12 + n * _LINE, text, 13.5, fill=INK, font_weight="bold" if bold else None)


def _cards(state: State, width: float) -> list[tuple[str, bool]]:
    """The cards in lines of words, each with whether it is a heading."""
    unseen, used = pile_words(state)
    lines: list[tuple[str, bool]] = []
    for head, words in (
        ("Card", card_words(state)),
        ("Black die", str(state.die or "")),
        (f"Unseen cards ({state.unseen.total})", unseen),
        ("Used cards under them, the next one first", used),
    ):
        if words:
            lines += [(head, True), *((line, False) for line in broken(words, width, 13.5))]
    return lines


def _draw_head(d: Drawing, state: State, last: Action | None, captions: list[str], width: float) -> None:
    d.text(_PAD, _PAD + 20, state.setup.edition.title, 24, font_weight="bold", fill=INK)
    d.text(width - _PAD, _PAD + 20, title_words(state), 15, text_anchor="end", fill=FAINT)
    with d.group(class_="turn"):
        d.text(_PAD, _PAD + 50, turn_words(state), 18, fill=INK)
    told = [one for one in (ending_words(state), f"Last: {last}" if last is not None else "") if one]
    if told:
        d.text(width - _PAD, _PAD + 50, " · ".join(told), 15, text_anchor="end", fill=INK, class_="last")
    for n, caption in enumerate(captions):
        d.text(_PAD, _PAD + 50 + (n + 1) * _LINE, caption, 14, fill=INK, class_="caption")


def seat_words(state: State, seat: int) -> str:
    """A player's things in words."""
    told, score = state.players[seat], scores(state)[seat]
    return (
        f"{told.colour}: money {told.cash}, {score.total} with skyscrapers; {many(told.skyscrapers, 'skyscraper')} and "
        f"{many(told.floors, 'floor')} in the reserve" + (f", {told.borrowed} borrowed" if told.borrowed else "")
    )


def draw_seat(d: Drawing, state: State, style: Style, x: float, y: float, seat: int) -> None:
    """A player's panel: money, and what is in the reserve."""
    told, score = state.players[seat], scores(state)[seat]
    paint, letter = style.paints[told.colour], style.letters[told.colour]
    turn = state.seat == seat and not state.is_over
    with d.group(seat_words(state, seat), class_="seat", data_seat=seat):
        d.rect(
            x,
            y,
            SEATS_WIDTH,
            SEAT_HEIGHT,
            rx=9,
            fill=PAPER,
            stroke=GOLD if turn else "#b9b3a4",
            stroke_width=5 if turn else 1.2,
        )
        d.path(f"M{x:.0f} {y + 34:.0f}v-25q0-9 9-9h{SEATS_WIDTH - 18}q9 0 9 9v25z", fill=paint.fill)
        d.text(x + 14, y + 23, f"{letter}  {told.colour}", 17, font_weight="bold", fill=paint.on)
        if state.actor == seat:
            d.text(x + SEATS_WIDTH / 2, y + 23, "to play", 14, text_anchor="middle", fill=paint.on)
        d.text(x + SEATS_WIDTH - 14, y + 23, str(told.cash), 17, font_weight="bold", text_anchor="end", fill=paint.on)
        d.text(x + 14, y + 58, "with skyscrapers", 12.5, fill=FAINT)
        d.text(x + SEATS_WIDTH - 14, y + 58, str(score.total), 15, font_weight="bold", text_anchor="end", fill=INK)
        tower(d, x + 30, y + 108, style, told.colour, 0.62)
        d.text(x + 54, y + 100, str(told.skyscrapers), 15, font_weight="bold", fill=INK)
        floor(d, x + 92, y + 88, 40, 15, style, told.colour)
        shown = str(told.floors) if not told.borrowed else f"0, {told.borrowed} borrowed"
        d.text(x + 140, y + 100, shown, 12.5 if told.borrowed else 15, font_weight="bold", fill=INK)
        pawn(d, x + 268, y + 96, style, told.colour)
        d.text(x + 284, y + 100, told.pawn or "–", 15, font_weight="bold", fill=INK)


_LEGEND = 96


def _draw_legend(d: Drawing, style: Style, x: float, y: float) -> None:
    colour = next(iter(style.letters))
    with d.group(class_="legend"):
        d.text(x, y + 18, "Legend", 14, font_weight="bold", fill=FAINT)
        floor(d, x, y + 32, 40, 14, style, colour)
        d.text(x + 48, y + 44, "a floor", 12, fill=INK)
        tower(d, x + 130, y + 54, style, colour, 0.5)
        d.text(x + 148, y + 44, "a skyscraper", 12, fill=INK)
        pawn(d, x + 20, y + 74, style, colour)
        d.text(x + 48, y + 78, "a pawn", 12, fill=INK)
        architect(d, x + 130, y + 84, 0.7)
        d.text(x + 148, y + 78, "the architect", 12, fill=INK)
        d.rect(x + 240, y + 64, 24, 15, rx=4, fill=PAPER, stroke=GOLD, stroke_width=4)
        d.text(x + 272, y + 76, "last", 12, fill=INK)
