"""The table as SVG: the board with the cards below it, and the players beside it.

`svg_board.py` draws the board, `svg_seats.py` the players, this module the rest and puts all together.
"""

from __future__ import annotations

import attrs

from towerup.rulesets.new_york_1901.actions import Action, Deal
from towerup.rulesets.new_york_1901.box.tiles import Technology
from towerup.rulesets.new_york_1901.state import State
from towerup.view.elements import Drawing, broken
from towerup.view.marking import Overlay
from towerup.view.marks import FAINT, GROUND, INK, PAPER

from .pieces import (
    CARD_HIGH,
    CARD_WIDE,
    LAST,
    Style,
    around,
    band,
    crown,
    edge,
    land_card,
    shape,
    size_of,
    style_of,
    worker,
)
from .plan import Plan
from .svg_board import BoardSketch
from .svg_seats import SEATS_WIDTH, draw_seat, seat_height, seat_words
from .words import (
    building_words,
    challenge_words,
    ending_words,
    land_words,
    many,
    market_of,
    pile_words,
    short_title,
    street_words,
    streets,
    title_words,
    turn_words,
)

_PAD = 24
_HEAD = 74
_LINE = 19
_NARROWEST = 760
_GAP = 12
_LEGENDARY_SIDE = 13


def svg(state: State, *, size: int | None, last: Action | None, overlay: Overlay) -> str:
    """The table as an SVG document."""
    style = style_of(state.setup)
    board = BoardSketch(state, style, last, overlay)
    left = max(board.width, _NARROWEST)
    captions = [line for caption in overlay.captions for line in broken(caption, left, 14)]
    head = _HEAD + len(captions) * _LINE
    seats = len(state.setup.seats) * (seat_height(state) + _GAP)
    right_height = seats + legendaries_height(state) + _GAP + _LEGEND
    width = _PAD * 3 + left + SEATS_WIDTH
    height = _PAD * 2 + head + max(board.height + _PAD + market_height(state, left), right_height)
    d = Drawing()
    d.rect(0, 0, width, height, fill=GROUND, rx=10)
    _draw_head(d, state, last, captions, width)
    board.draw(d, _PAD + (left - board.width) / 2, _PAD + head)
    draw_market(d, state, style, last, _PAD, _PAD + head + board.height + _PAD, left)
    right, y = _PAD * 2 + left, _PAD + head
    for seat in range(len(state.setup.seats)):
        draw_seat(d, state, style, right, y + seat * (seat_height(state) + _GAP), seat)
    draw_legendaries(d, state, right, y + seats)
    _draw_legend(d, state, style, right, y + seats + legendaries_height(state) + _GAP)
    return d.document(width, height, size, f"{state.setup.edition.title}: {turn_words(state)}", description(state))


def description(state: State) -> str:
    """The table in words, for those who cannot see the picture."""
    plan = Plan(state)
    told = [turn_words(state), ending_words(state)]
    told += [f"{' '.join(one.cells)}: {building_words(one)}" for one in plan.buildings]
    told += [f"lot {lot}: worker of {plan.workers[lot]}" for lot in state.setup.board.lots if lot in plan.workers]
    told += [seat_words(state, seat) for seat in range(len(state.setup.seats))]
    told.append(f"market: {market_words(state)}")
    told.append(f"pile: {pile_words(state)}")
    told += [street_words(state, one) for one in streets(state)]
    told.append(f"challenge: {challenge_words(state.setup.challenge_card)}")
    told.append(f"legendaries left: {', '.join(state.legendaries) or 'none'}")
    return ". ".join(one for one in told if one) + "."


def market_words(state: State) -> str:
    """The cards of the market in words."""
    cards = market_of(state)
    return "; ".join(f"{many(count, 'card')} for {land_words(card)}" for card, count in cards.items()) or "empty"


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


# --- land cards, streets, the challenge


def market_height(state: State, width: float) -> float:
    """How high the market and what is told below it are."""
    return 24 + CARD_HIGH + 12 + len(_lines(state, width)) * _LINE


def draw_market(d: Drawing, state: State, style: Style, last: Action | None, x: float, y: float, width: float) -> None:
    """The land cards in the market; below them the pile, the streets in play and the challenge."""
    cards = market_of(state)
    with d.group("market", class_="market"):
        d.text(x, y + 13, "Market", 15, font_weight="bold", fill=INK)
        if not cards:
            d.text(x, y + 54, "no cards", 13.5, fill=FAINT)
        for n, (card, count) in enumerate(cards.items()):
            left, top = x + n * (CARD_WIDE + 7), y + 22
            new = isinstance(last, Deal) and last.card == card
            with d.group(f"{card}: {many(count, 'card')}", class_="land", data_land=card):
                d.rect(left, top, CARD_WIDE, CARD_HIGH, rx=7, fill=style.lands[card.rpartition("-")[0]].ground,
                       stroke=LAST if new else INK, stroke_width=5 if new else 1.4)  # fmt: skip
                land_card(d, left, top, style, card, count)
    with d.group(class_="told"):
        for n, (text, bold) in enumerate(_lines(state, width)):
            d.text(x, y + 24 + CARD_HIGH + 24 + n * _LINE, text, 13.5, fill=INK, font_weight="bold" if bold else None)


def _lines(state: State, width: float) -> list[tuple[str, bool]]:
    """What is told below the market, in lines of words, each with whether it is a heading."""
    setup = state.setup
    lines: list[tuple[str, bool]] = []
    for head, told in (
        (f"Pile: {many(state.cards_in_pile, 'card')}", [pile_words(state)]),
        (
            f"Streets in play, {many(setup.edition.street_points, 'point')} each for most buildings",
            [street_words(state, one) for one in streets(state)],
        ),
        ("Challenge", [challenge_words(setup.challenge_card)]),
    ):
        lines.append((head, True))
        lines += [(line, False) for words in told for line in broken(words, width * 1.12, 13.5)]
    return lines


# --- legendaries


def legendaries_height(state: State) -> float:
    """How high the legendaries are with their heading."""
    highest = max((size_of(one)[1] for one in state.setup.edition.legendaries), default=0)
    return 26 + highest * _LEGENDARY_SIDE + 38


def draw_legendaries(d: Drawing, state: State, x: float, y: float) -> None:
    """The legendaries, from the lowest to the tallest: those left in full, the others as mere outlines."""
    legendaries = state.setup.edition.legendaries
    owners = {one.tile.id: one.owner for one in Plan(state).buildings if one.tile.height}
    room = SEATS_WIDTH / max(1, len(legendaries))
    with d.group("legendaries", class_="legendaries"):
        d.text(x, y + 14, "Legendaries, one each", 14, font_weight="bold", fill=INK)
        for n, tile in enumerate(legendaries):
            left, top = x + n * room, y + 26
            free = tile.id in state.legendaries
            of = "left" if free else f"of {owners[tile.id]}" if tile.id in owners else "built"
            with d.group(f"{tile.id}: {many(tile.points, 'point')}, {of}", class_="tile", data_tile=tile.id):
                d.rect(left - 2, top - 4, room - 3, legendaries_height(state) - 20, rx=5, fill=PAPER, fill_opacity=0)
                shape(d, left + 4, top, tile, _LEGENDARY_SIDE, fill="#6b6f76", ghost=not free)
                below = y + legendaries_height(state) - 26
                d.text(left + 4 + size_of(tile)[0] * _LEGENDARY_SIDE + 6, top + 14, str(tile.points), 14,
                       font_weight="bold", fill=INK if free else FAINT)  # fmt: skip
                d.text(left + 4, below + 8, short_title(tile), 10.5, fill=INK if free else FAINT)
                d.text(left + 4, below + 22, of, 11, fill=FAINT)


_LEGEND = 108


def _draw_legend(d: Drawing, state: State, style: Style, x: float, y: float) -> None:
    edition, colour = state.setup.edition, state.setup.seats[0]
    with d.group(class_="legend"):
        d.text(x, y + 14, "Legend", 14, font_weight="bold", fill=FAINT)
        for n, technology in enumerate(Technology):
            left = x + n * 104 + 2
            outline, inner = (f"M{left + i} {y + 26 + i}h{32 - 2 * i}v{18 - 2 * i}h-{32 - 2 * i}z" for i in (0, 5))
            edge(d, outline, inner, attrs.evolve(edition.start, technology=technology), style.paints[colour].fill, 3.4)
            d.text(left + 40, y + 39, technology.word, 12, fill=INK)
        crown(d, x + 18, y + 72)
        d.text(x + 42, y + 70, "legendary", 12, fill=INK)
        worker(d, x + 130, y + 80, style, colour)
        d.text(x + 150, y + 70, "worker", 12, fill=INK)
        band(d, f"M{x + 210} {y + 58}h32v16h-32z", style, colour)
        d.text(x + 250, y + 70, "a lot with an owner", 12, fill=INK)
        d.rect(x + 2, y + 88, 32, 14, fill="#fbe7a8")
        d.text(x + 42, y + 99, "street in play", 12, fill=INK)
        around(d, f"M{x + 210} {y + 86}h32v16h-32z")
        d.text(x + 250, y + 99, "what was done last", 12, fill=INK)
