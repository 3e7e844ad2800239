"""The table as SVG: the board with the cards and objectives below it, and the players beside it.

`svg_board.py` draws the board, `svg_players.py` the players, this module the rest and puts all together.
"""

from __future__ import annotations

from towerup.rulesets.tower_up.actions import Action, Reveal
from towerup.rulesets.tower_up.box.cards import Card
from towerup.rulesets.tower_up.state import State
from towerup.view.elements import Drawing, broken, text_width
from towerup.view.marking import Overlay
from towerup.view.marks import FAINT, GOLD, INK, PAPER

from .pieces import Style, chip, floor_paints, roof_paints, star, trees, waves
from .svg_board import BoardSketch
from .svg_players import PLAYERS_WIDTH, draw_players, players_height
from .words import (
    building_words,
    card_words,
    ending_words,
    floor_letters,
    listed,
    many,
    market_words,
    roof_letters,
    turn_words,
    vehicle_words,
)

_PAD = 24
_HEAD = 74
_LINE = 19
_CARD, _CARD_HIGH = 112, 108
_NARROWEST = 640


def svg(state: State, *, size: int | None, last: Action | None, overlay: Overlay) -> str:
    """The table as an SVG document."""
    edition, style = state.setup.edition, style_of(state)
    d = Drawing()
    board = BoardSketch(state, style, last, overlay)
    left_wide = max(board.width, _NARROWEST)
    captions = [line for caption in overlay.captions for line in broken(caption, left_wide, 14)]
    head = _HEAD + len(captions) * _LINE
    below = Below(state, style, last, left_wide)
    legend = _legend_height(state)
    width = _PAD * 3 + left_wide + PLAYERS_WIDTH
    height = _PAD * 2 + head + max(board.height + _PAD + below.height, players_height(state) + legend + _PAD)

    d.rect(0, 0, width, height, fill="#f3efe6", rx=10)
    _draw_head(d, state, last, captions, width)
    board.draw(d, _PAD + (left_wide - board.width) / 2, _PAD + head)
    below.draw(d, _PAD, _PAD + head + board.height + _PAD)
    right = _PAD * 2 + left_wide
    draw_players(d, state, style, right, _PAD + head)
    _draw_legend(d, state, style, right, _PAD + head + players_height(state))
    return d.document(width, height, size, f"{edition.title}: {turn_words(state)}", description(state))


def style_of(state: State) -> Style:
    """How the pieces of this game look."""
    setup, edition = state.setup, state.setup.edition
    return Style(
        floor_paints(edition.colours), roof_paints(edition.roof_colours), floor_letters(setup), roof_letters(setup)
    )


def description(state: State) -> str:
    """The table in words, for those who cannot see the picture."""
    setup, colours = state.setup, state.setup.edition.colours
    words = [turn_words(state), ending_words(state), *building_words(state)]
    for seat, player in enumerate(state.players):
        chips = "".join(f", chip {player.chips[id]} for {id}" for id in setup.objectives if id in player.chips)
        cone = "" if player.cone is None else f"; cone {player.cone}"
        words.append(
            f"{player.roof}: stock {listed(player.stock, colours)}; vehicles {vehicle_words(state, seat)}; "
            f"roofs left {player.roofs}{chips}{cone}"
        )
    return ". ".join(one for one in (*words, market_words(state)) if one) + "."


def _draw_head(d: Drawing, state: State, last: Action | None, captions: list[str], width: float) -> None:
    setup, edition = state.setup, state.setup.edition
    d.text(_PAD, _PAD + 20, edition.title, 24, font_weight="bold", fill=INK)
    game = f"{many(len(setup.seats), 'player')}, board {setup.box.side.name}"
    d.text(width - _PAD, _PAD + 20, game, 15, text_anchor="end", fill=FAINT)
    with d.group(class_="turn"):
        d.text(_PAD, _PAD + 50, turn_words(state), 18, fill=INK)
    words = [ending_words(state)] if state.ending else []
    words += [f"Last: {last}"] if last is not None else []
    if words:
        d.text(width - _PAD, _PAD + 50, " · ".join(words), 16, text_anchor="end", fill=INK, class_="last")
    for n, caption in enumerate(captions):
        d.text(_PAD, _PAD + 50 + (n + 1) * _LINE, caption, 14, fill=INK, class_="caption")


class Below:
    """What lies below the board: market, container and piles on the left, objectives on the right or below."""

    def __init__(self, state: State, style: Style, last: Action | None, width: float) -> None:
        self.state, self.style, self.last, self.width = state, style, last, width
        self.setup, self.edition = state.setup, state.setup.edition
        self.beside = width >= 1000
        part = (width - _PAD) / 2 if self.beside else width
        self.part = part
        self.in_row = max(1, int((part + 12) // (_CARD + 12)))
        places = max(1, self.edition.market)
        self.rows = -(-places // self.in_row)
        self.words = self._words(part)
        self.market_height = 30 + self.rows * (_CARD_HIGH + 12) + len(self.words) * _LINE + 6
        self.titles = [
            broken(self.edition.objectives_by_id[id].title, part - 44 * len(state.box.chips) - 30, 14)
            for id in self.setup.objectives
        ]
        self.objectives_height = 30 + sum(self._objective_height(title) for title in self.titles)
        both = (self.market_height, self.objectives_height)
        self.height = max(both) if self.beside else sum(both) + _PAD

    @staticmethod
    def _objective_height(title: list[str]) -> float:
        return max(34, 16 + len(title) * 17)

    def _words(self, width: float) -> list[str]:
        state, edition = self.state, self.edition
        words = [f"Starting floors to place: {', '.join(state.starting)}"] if state.starting else []
        words += [
            f"Container: {listed(state.container, edition.colours)}",
            f"Draw pile: {many(state.pile.total, 'card')}",
            f"Discards: {listed(state.discards, edition.cards, 'none')}",
        ]
        return [line for one in words for line in broken(one, width, 13.5, ",")]

    def draw(self, d: Drawing, x: float, y: float) -> None:
        with d.group(class_="market"):
            self.draw_market(d, x, y)
        right, top = (x + self.part + _PAD, y) if self.beside else (x, y + self.market_height + _PAD)
        with d.group(class_="objectives"):
            self.draw_objectives(d, right, top)

    def draw_market(self, d: Drawing, x: float, y: float) -> None:
        d.text(x, y + 16, "Market", 17, font_weight="bold", fill=INK)
        for n in range(self.edition.market):
            row, column = divmod(n, self.in_row)
            at = x + column * (_CARD + 12), y + 28 + row * (_CARD_HIGH + 12)
            if n < len(self.state.market):
                self._draw_card(d, *at, self.edition.cards[self.state.market[n]])
            else:
                d.rect(
                    *at, _CARD, _CARD_HIGH, rx=8, fill="none", stroke=FAINT, stroke_width=1.5, stroke_dasharray="5 5"
                )
        top = y + 30 + self.rows * (_CARD_HIGH + 12) + 12
        for n, line in enumerate(self.words):
            d.text(x, top + n * _LINE, line, 13.5, fill=INK)

    def _draw_card(self, d: Drawing, x: float, y: float, card: Card) -> None:
        """A stock card: its floors on the left, its vehicles on the right, its name below."""
        colours = self.edition.colours
        fresh = isinstance(self.last, Reveal) and self.last.card.partition("/")[0] == card.id
        with d.group(f"{card.id}: {card_words(self.setup, card)}", class_="card", data_card=card.id):
            d.rect(
                x,
                y,
                _CARD,
                _CARD_HIGH,
                rx=8,
                fill=PAPER,
                stroke=GOLD if fresh else INK,
                stroke_width=4 if fresh else 1.2,
            )
            floors = [colour for colour in colours for _ in range(card.floors[colour])]
            icons: list[str | None] = [*floors, *[None] * card.multicolour]
            moved = [colour for colour in colours for _ in range(card.vehicles[colour])]
            high = min(17, 74 / max(1, len(icons)))
            for n, colour in enumerate(icons):
                top = y + 82 - (n + 1) * high - n * min(2, high / 8)
                if colour is None:
                    self.style.any_floor(d, x + 10, top, 50, high)
                else:
                    self.style.floor(d, x + 10, top, 50, high, colour)
            gap = min(24, 66 / max(1, len(moved)))
            for n, colour in enumerate(moved):
                self.style.vehicle(d, x + 86, y + 74 - n * gap, colour)
            d.text(x + _CARD / 2, y + 101, card.id, 12, text_anchor="middle", fill=FAINT)

    def draw_objectives(self, d: Drawing, x: float, y: float) -> None:
        d.text(x, y + 16, "Objectives", 17, font_weight="bold", fill=INK)
        if not self.setup.objectives:
            d.text(x, y + 44, "not dealt yet", 14, fill=FAINT)
        top = y + 30
        chips = self.state.box.chips
        for id, title in zip(self.setup.objectives, self.titles, strict=True):
            high = self._objective_height(title)
            # The highest chip first; the seats are in turn order.
            holders = sorted((one for one in self.state.players if id in one.chips), key=lambda one: -one.chips[id])
            words = ", ".join(f"{one.roof} has {one.chips[id]}" for one in holders)
            with d.group(
                f"{id}: {self.edition.objectives_by_id[id].title}{'; ' + words if words else ''}",
                class_="objective",
                data_objective=id,
            ):
                d.rect(x, top, self.part, high - 5, rx=6, fill=PAPER, stroke="#cfc8b8", stroke_width=1)
                for n, line in enumerate(title):
                    d.text(x + 12, top + 19 + n * 17, line, 14, fill=INK)
                for place, value in reversed([*enumerate(chips)]):
                    at = x + self.part - 22 - (len(chips) - 1 - place) * 40, top + (high - 5) / 2
                    if place < len(holders):
                        holder = holders[place]
                        paint, letter = self.style.roofs[holder.roof], self.style.roof_letters[holder.roof]
                        chip(d, *at, holder.chips[id], fill=paint.fill, on=paint.on, letter=letter)
                    else:
                        chip(d, *at, value)
            top += high


# --- the legend


def _legend_items(state: State) -> list[str]:
    signs = ["park", "lake", "star", "last"]
    return [*(f"floor {colour}" for colour in state.setup.edition.colours), *signs]


def _legend_height(state: State) -> float:
    return 34 + -(-len(_legend_items(state)) // 3) * 26


def _draw_legend(d: Drawing, state: State, style: Style, x: float, y: float) -> None:
    with d.group(class_="legend"):
        d.text(x, y + 18, "Legend", 14, font_weight="bold", fill=FAINT)
        for n, item in enumerate(_legend_items(state)):
            row, column = divmod(n, 3)
            at, top = x + column * PLAYERS_WIDTH / 3, y + 30 + row * 26
            kind, _, colour = item.partition(" ")
            words = {"park": "park", "lake": "lake", "star": "star column", "last": "last action"}.get(
                kind, f"{colour} floor"
            )
            if kind == "floor":
                style.floor(d, at, top, 40, 15, colour)
            elif kind == "park":
                trees(d, [(at + 20, top + 7)])
            elif kind == "lake":
                waves(d, [(at + 20, top + 8)])
            elif kind == "star":
                star(d, at + 20, top + 8)
            else:
                d.rect(at + 8, top, 24, 15, rx=5, fill=PAPER, stroke=GOLD, stroke_width=4)
            shown = (
                words
                if text_width(words, 12) < PLAYERS_WIDTH / 3 - 48
                else words[: int((PLAYERS_WIDTH / 3 - 54) / 7.2)] + "…"
            )
            d.text(at + 48, top + 12, shown, 12, fill=INK)
