"""The players as SVG: points, technology, workers, action cards, and the tiles that are left as small shapes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import attrs

from towerup.rulesets.new_york_1901.box.edition import Edition
from towerup.rulesets.new_york_1901.box.tiles import TECHNOLOGIES, Tile
from towerup.rulesets.new_york_1901.scoring import scores
from towerup.rulesets.new_york_1901.state import State
from towerup.rulesets.new_york_1901.technology import technology_of
from towerup.view.elements import Drawing
from towerup.view.marks import FAINT, GOLD, INK, PAPER

from .pieces import EDGES, Style, action_card, shape, size_of, worker
from .words import CARDS, level_words, many

SEATS_WIDTH = 430
_HEAD, _CARDS_AT, _TILES_AT = 34, 82, 124
_SIDE = 9.5
_LABEL = 62


@attrs.frozen
class _Shelf:
    """Where the tiles of each player lie in a panel: for each its left and upper edge, and how high all are."""

    places: dict[str, tuple[float, float]]
    lines: dict[str, float]
    """The first line of each technology."""
    height: float


@lru_cache(maxsize=16)
def _shelf(edition: Edition) -> _Shelf:
    places: dict[str, tuple[float, float]] = {}
    lines: dict[str, float] = {}
    y = 0.0
    for word, technology in TECHNOLOGIES.items():
        x, lines[word], high = float(_LABEL), y, 1
        for tile in edition.own:
            if tile.technology is technology:
                wide = _room(tile)
                if x + wide > SEATS_WIDTH - 16 and x > _LABEL:
                    x, y, high = float(_LABEL), y + high * _SIDE + 9, 1
                places[tile.id] = x, y
                x, high = x + wide, max(high, size_of(tile)[1])
        y += max(high * _SIDE, 14) + 9
    return _Shelf(places, lines, y)


def _room(tile: Tile) -> float:
    """How wide a tile is with its points beside it."""
    return size_of(tile)[0] * _SIDE + 27


def seat_height(state: State) -> float:
    """How high a player's panel is."""
    return _TILES_AT + _shelf(state.setup.edition).height + 4


def seat_words(state: State, seat: int) -> str:
    """A player's things in words."""
    told, score = state.players[seat], scores(state)[seat]
    cards = ", ".join(CARDS[card] for card in told.cards) or "none"
    return (
        f"{told.colour}: {many(told.points, 'point')}, {score.total} with streets, challenge and cards; may build "
        f"{level_words(state, seat)}; {many(state.free_workers(seat), 'free worker')}; action cards: {cards}; "
        f"tiles left: {', '.join(told.tiles) or 'none'}"
    )


def draw_seat(d: Drawing, state: State, style: Style, x: float, y: float, seat: int) -> None:
    """A player's panel."""
    told, score = state.players[seat], scores(state)[seat]
    paint, height = style.paints[told.colour], seat_height(state)
    turn = state.seat == seat and not state.is_over
    with d.group(seat_words(state, seat), class_="seat", data_seat=seat):
        d.rect(x, y, SEATS_WIDTH, height, rx=9, fill=PAPER,
               stroke=GOLD if turn else "#b9b3a4", stroke_width=5 if turn else 1.2)  # fmt: skip
        d.path(f"M{x:.0f} {y + _HEAD:.0f}v-25q0-9 9-9h{SEATS_WIDTH - 18}q9 0 9 9v25z", fill=paint.fill)
        d.text(x + 14, y + 23, f"{style.codes[told.colour]}  {told.colour}", 17, font_weight="bold", fill=paint.on)
        if state.actor == seat:
            d.text(x + SEATS_WIDTH / 2, y + 23, "to play", 14, text_anchor="middle", fill=paint.on)
        d.text(x + SEATS_WIDTH - 14, y + 23, many(told.points, "point"), 17, font_weight="bold", text_anchor="end",
               fill=paint.on)  # fmt: skip
        _draw_level(d, state, x, y, seat)
        start = f"from {state.setup.characters[seat]}" if not state.setup.expert else ""
        d.text(x + SEATS_WIDTH - 14, y + 54, start, 12, text_anchor="end", fill=FAINT)
        d.text(x + 14, y + 75, f"in all {score.total}", 13.5, font_weight="bold", fill=INK)
        detail = f"with {score.streets} for streets, {score.challenge} for the challenge, {score.cards} for cards"
        d.text(x + SEATS_WIDTH - 14, y + 75, detail, 12, text_anchor="end", fill=INK)
        for n in range(state.setup.edition.workers):
            worker(d, x + 24 + 27 * n, y + _CARDS_AT + 29, style, told.colour, 0.9, ghost=n >= state.free_workers(seat))
        _draw_cards(d, told.cards, x + 40 + 27 * state.setup.edition.workers, y + _CARDS_AT)
        _draw_tiles(d, state, style, x, y + _TILES_AT, seat)


def _draw_level(d: Drawing, state: State, x: float, y: float, seat: int) -> None:
    """The technologies, those that may be built in full."""
    level, left = technology_of(state, seat), x + 14
    for word, technology in TECHNOLOGIES.items():
        reached = technology <= level
        d.circle(
            left + 5,
            y + 50,
            5,
            fill=EDGES[word] if reached else "none",
            stroke=INK if reached else "#b9b3a4",
            stroke_width=1.2,
        )
        d.text(left + 14, y + 54, word, 12, fill=INK if reached else "#767167", font_weight="bold" if reached else None)
        left += 14 + len(word) * 7.6 + 12


def _draw_cards(d: Drawing, held: Sequence[str], x: float, y: float) -> None:
    wide = 87
    for n, (card, words) in enumerate(CARDS.items()):
        left, used = x + n * (wide + 7), card not in held
        with d.group(f"{card}: {words}, {'used' if used else 'not used'}", class_="card", data_card=card):
            d.rect(left, y + 4, wide, 30, rx=4, fill="#efece4" if used else "#fff3cf",
                   stroke="#b9b3a4" if used else "#8a6d1f", stroke_width=1.2)  # fmt: skip
            for line, word in enumerate(words.split()):
                action_card(d, left, y + 2 + 12 * line, wide, word, used=used)


def _draw_tiles(d: Drawing, state: State, style: Style, x: float, y: float, seat: int) -> None:
    """The tiles by technology: those that are left in the player's colour, the others as mere outlines."""
    shelf, colour = _shelf(state.setup.edition), state.setup.seats[seat]
    for word, line in shelf.lines.items():
        d.text(x + 14, y + line + 12, word, 12, fill=FAINT)
    for tile in state.setup.edition.own:
        left, top = shelf.places[tile.id]
        has = tile.id in state.players[seat].tiles
        wide, high = size_of(tile)
        words = f"{tile.id}: {many(tile.points, 'point')}, {'left' if has else 'used'}"
        with d.group(words, class_="tile", data_tile=tile.id):
            d.rect(
                x + left - 4, y + top - 3, _room(tile) - 4, max(high * _SIDE, 14) + 6, rx=4, fill=PAPER, fill_opacity=0
            )
            shape(d, x + left, y + top, tile, _SIDE, fill=style.paints[colour].fill, ghost=not has)
            if has:
                d.text(x + left + wide * _SIDE + 4, y + top + 11, str(tile.points), 12, font_weight="bold", fill=INK)
