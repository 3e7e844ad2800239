"""The table as SVG: the board with the cards and objectives below it, and the players beside it.

`svg_board.py` draws the board, `svg_seats.py` the players, this module the rest and puts all together.
"""

from __future__ import annotations

from towerup.kernel import counts
from towerup.rulesets.tower_up.actions import Action, Reveal
from towerup.rulesets.tower_up.cards import Kind
from towerup.rulesets.tower_up.state import State
from towerup.rulesets.tower_up.table import Table, table_of
from towerup.view.elements import Drawing, broken, text_width
from towerup.view.marking import Overlay
from towerup.view.marks import FAINT, GOLD, INK, PAPER

from .pieces import Style, chip, floor_paints, roof_paints, star, trees, waves
from .svg_board import BoardSketch
from .svg_seats import SEATS_WIDTH, draw_seats, seats_height
from .words import building_words, card_words, ending_words, floor_letters, listed, many, roof_letters, turn_words

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
    width = _PAD * 3 + left_wide + SEATS_WIDTH
    height = _PAD * 2 + head + max(board.height + _PAD + below.height, seats_height(state) + legend + _PAD)

    d.rect(0, 0, width, height, fill="#f3efe6", rx=10)
    _draw_head(d, state, last, captions, width)
    board.draw(d, _PAD + (left_wide - board.width) / 2, _PAD + head)
    below.draw(d, _PAD, _PAD + head + board.height + _PAD)
    right = _PAD * 2 + left_wide
    draw_seats(d, state, style, right, _PAD + head)
    _draw_legend(d, state, style, right, _PAD + head + seats_height(state))
    return d.document(width, height, size, f"{edition.title}: {turn_words(state)}", description(state))


def style_of(state: State) -> Style:
    """How the pieces of this game look."""
    setup, edition = state.setup, state.setup.edition
    return Style(
        floor_paints(edition.colours), roof_paints(edition.roof_colours), floor_letters(setup), roof_letters(setup)
    )


def description(state: State) -> str:
    """The table in words, for those who cannot see the picture."""
    table = table_of(state)
    told = [turn_words(state), ending_words(state)]
    told += [building_words(site, one) for site, one in table.buildings.items()]
    for seat in table.seats:
        chips = "".join(f", chip {chip} for {id}" for id, chip in seat.chips.items())
        at = ", ".join(f"{colour} {steps}" for colour, steps in seat.vehicles.items())
        cone = "" if seat.cone is None else f"; cone {seat.cone}"
        told.append(f"{seat.roof}: stock {listed(seat.stock)}; vehicles {at}; roofs left {seat.roofs}{chips}{cone}")
    told.append(f"market: {', '.join(table.market) or 'no card'}")
    return ". ".join(one for one in told if one) + "."


def _draw_head(d: Drawing, state: State, last: Action | None, captions: list[str], width: float) -> None:
    setup, edition = state.setup, state.setup.edition
    d.text(_PAD, _PAD + 20, edition.title, 24, font_weight="bold", fill=INK)
    game = f"{many(len(setup.seats), 'player')}, board {setup.board.name}"
    d.text(width - _PAD, _PAD + 20, game, 15, text_anchor="end", fill=FAINT)
    with d.group(class_="turn"):
        d.text(_PAD, _PAD + 50, turn_words(state), 18, fill=INK)
    told = [ending_words(state)] if state.ending else []
    told += [f"Last: {last}"] if last is not None else []
    if told:
        d.text(width - _PAD, _PAD + 50, " · ".join(told), 16, text_anchor="end", fill=INK, class_="last")
    for n, caption in enumerate(captions):
        d.text(_PAD, _PAD + 50 + (n + 1) * _LINE, caption, 14, fill=INK, class_="caption")


class Below:
    """What lies below the board: market, container and piles on the left, objectives on the right or below."""

    def __init__(self, state: State, style: Style, last: Action | None, width: float) -> None:
        self.state, self.style, self.last, self.width = state, style, last, width
        self.setup, self.edition = state.setup, state.setup.edition
        self.table: Table = table_of(state)
        self.beside = width >= 1000
        part = (width - _PAD) / 2 if self.beside else width
        self.part = part
        self.in_row = max(1, int((part + 12) // (_CARD + 12)))
        places = max(1, self.edition.market)
        self.rows = -(-places // self.in_row)
        self.words = self._words(part)
        self.market_height = 30 + self.rows * (_CARD_HIGH + 12) + len(self.words) * _LINE + 6
        self.titles = [
            broken(self.edition.objective(id).title, part - 44 * len(self.setup.chips) - 30, 14)
            for id in self.setup.objectives
        ]
        self.goals_height = 30 + sum(self._goal_height(title) for title in self.titles)
        both = (self.market_height, self.goals_height)
        self.height = max(both) if self.beside else sum(both) + _PAD

    @staticmethod
    def _goal_height(title: list[str]) -> float:
        return max(34, 16 + len(title) * 17)

    def _words(self, width: float) -> list[str]:
        table = self.table
        told = [f"Container: {listed(table.container)}", f"Draw pile: {many(sum(self.state.pile), 'card')}"]
        told.append(f"Discards: {listed(table.discards, 'none')}")
        if table.starting:
            told.insert(0, f"Starting floors to place: {', '.join(table.starting)}")
        return [line for words in told for line in broken(words, width, 13.5, ",")]

    def draw(self, d: Drawing, x: float, y: float) -> None:
        with d.group(class_="market"):
            self.draw_market(d, x, y)
        right, top = (x + self.part + _PAD, y) if self.beside else (x, y + self.market_height + _PAD)
        with d.group(class_="objectives"):
            self.draw_goals(d, right, top)

    def draw_market(self, d: Drawing, x: float, y: float) -> None:
        d.text(x, y + 16, "Market", 17, font_weight="bold", fill=INK)
        for n in range(self.edition.market):
            row, column = divmod(n, self.in_row)
            at = x + column * (_CARD + 12), y + 28 + row * (_CARD_HIGH + 12)
            if n < len(self.state.market):
                self._draw_card(d, *at, self.edition.kinds[self.state.market[n]])
            else:
                d.rect(
                    *at, _CARD, _CARD_HIGH, rx=8, fill="none", stroke=FAINT, stroke_width=1.5, stroke_dasharray="5 5"
                )
        top = y + 30 + self.rows * (_CARD_HIGH + 12) + 12
        for n, line in enumerate(self.words):
            d.text(x, top + n * _LINE, line, 13.5, fill=INK)

    def _draw_card(self, d: Drawing, x: float, y: float, kind: Kind) -> None:
        """A stock card: its floors on the left, its vehicles on the right, its name below."""
        colours = self.edition.colours
        fresh = isinstance(self.last, Reveal) and self.last.card.partition("/")[0] == kind.id
        with d.group(f"{kind.id}: {card_words(self.setup, kind)}", class_="card", data_card=kind.id):
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
            floors = [
                c
                for c, held in zip(colours, counts.unpack(kind.printed, len(colours)), strict=True)
                for _ in range(held)
            ]
            icons: list[str | None] = [*floors, *[None] * kind.wild]
            moved = [c for c, steps in zip(colours, kind.vehicles, strict=True) for _ in range(steps)]
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
            d.text(x + _CARD / 2, y + 101, kind.id, 12, text_anchor="middle", fill=FAINT)

    def draw_goals(self, d: Drawing, x: float, y: float) -> None:
        d.text(x, y + 16, "Objectives", 17, font_weight="bold", fill=INK)
        if not self.setup.objectives:
            d.text(x, y + 44, "not dealt yet", 14, fill=FAINT)
        top = y + 30
        for number, (id, title) in enumerate(zip(self.setup.objectives, self.titles, strict=True)):
            high = self._goal_height(title)
            holders = sorted(
                (-player.chips[number], seat) for seat, player in enumerate(self.state.players) if player.chips[number]
            )
            told = ", ".join(f"{self.setup.seats[seat]} has {-chip}" for chip, seat in holders)
            with d.group(
                f"{id}: {self.edition.objective(id).title}{'; ' + told if told else ''}",
                class_="objective",
                data_objective=id,
            ):
                d.rect(x, top, self.part, high - 5, rx=6, fill=PAPER, stroke="#cfc8b8", stroke_width=1)
                for n, line in enumerate(title):
                    d.text(x + 12, top + 19 + n * 17, line, 14, fill=INK)
                right = x + self.part - 22
                for n, value in enumerate(reversed(self.setup.chips)):
                    place = len(self.setup.chips) - 1 - n
                    at = right - n * 40
                    if place < len(holders):
                        taken, seat = holders[place]
                        roof = self.setup.seats[seat]
                        paint = self.style.roofs[roof]
                        chip(
                            d,
                            at,
                            top + (high - 5) / 2,
                            -taken,
                            fill=paint.fill,
                            on=paint.on,
                            letter=self.style.roof_letters[roof],
                        )
                    else:
                        chip(d, at, top + (high - 5) / 2, value)
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
            at, top = x + column * SEATS_WIDTH / 3, y + 30 + row * 26
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
                if text_width(words, 12) < SEATS_WIDTH / 3 - 48
                else words[: int((SEATS_WIDTH / 3 - 54) / 7.2)] + "…"
            )
            d.text(at + 48, top + 12, shown, 12, fill=INK)
