"""The table for a terminal: the cells with the street around them, the players, the cards.

A construction is written as its owner's letter and its size: `G1` has one floor, `G2` two, `G#` is a skyscraper; a star beside
it is the architect. Letters on the street are pawns. Colours only repeat what the letters say.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from towerup.rulesets.projekt_skyline.actions import Action, Draw
from towerup.rulesets.projekt_skyline.box.board import COLUMNS, CORNERS
from towerup.rulesets.projekt_skyline.scoring import scores
from towerup.rulesets.projekt_skyline.state import State
from towerup.view.ink import BOLD, FAINT, PLAIN, Line, Piece, clipped, padded, rendered, wrapped
from towerup.view.marking import Overlay, Tone

from .words import card_words, ending_words, letters, many, pile_words, title_words, touched, turn_words

NARROWEST = 60
"""A picture is never narrower: it could not be read."""


@attrs.frozen
class Signs:
    """The signs that are not plain letters."""

    tower: str
    architect: str
    empty: str
    street: str
    corner: str
    turn: str
    across: str
    down: str
    top: tuple[str, str, str]
    middle: tuple[str, str, str]
    bottom: tuple[str, str, str]
    good: str
    bad: str

    def tone(self, tone: Tone) -> str:
        return {"good": self.good, "bad": self.bad, "note": "!"}[tone]


FULL = Signs("▲", "★", "·", "·", "○", "▶", "─", "│", ("┌", "┬", "┐"), ("├", "┼", "┤"), ("└", "┴", "┘"), "✓", "✗")
ASCII = Signs("#", "*", ".", ".", "o", ">", "-", "|", ("+", "+", "+"), ("+", "+", "+"), ("+", "+", "+"), "+", "x")
SIGNS = "▲★·○▶─│┌┬┐├┼┤└┴┘✓✗"
"""What an output must be able to write if it is to have more than plain letters."""

_PLAYERS = {
    "green": "1;48;5;34;38;5;16",
    "red": "1;48;5;160;38;5;255",
    "blue": "1;48;5;26;38;5;255",
    "yellow": "1;48;5;220;38;5;16",
}
# For boxes with colours of their own: far apart from each other, for most eyes.
_OTHERS = ("1;48;5;90;38;5;255", "1;48;5;30;38;5;255", "1;48;5;180;38;5;16", "1;48;5;240;38;5;255")
_STREET, _LAST = "38;5;244", "1;7"
_TONES: dict[Tone, str] = {"good": "1;38;5;34", "bad": "1;38;5;196", "note": "1;38;5;33"}
_WIDE = 6
"""Columns of a cell, and of a space of the street beside it."""


def picture(state: State, *, colour: bool, unicode: bool, width: int, last: Action | None, overlay: Overlay) -> str:
    """The table as text of at most this width (but never less than 60 columns)."""
    drawing = _Drawing(state, FULL if unicode else ASCII, max(width, NARROWEST), last, overlay)
    lines = (clipped(line, max(width, NARROWEST)) for line in drawing.lines())
    return rendered(lines, colour=colour, unicode=unicode)


class _Drawing:
    """One picture in the making."""

    def __init__(self, state: State, signs: Signs, width: int, last: Action | None, overlay: Overlay) -> None:
        self.state, self.signs, self.width, self.last, self.overlay = state, signs, width, last, overlay
        self.setup, self.board = state.setup, state.setup.board
        self.letter = letters(self.setup)
        self.style = {
            colour: _PLAYERS.get(colour, _OTHERS[number % len(_OTHERS)])
            for number, colour in enumerate(self.setup.edition.colours)
        }
        self.touched = touched(last)

    def lines(self) -> Iterator[Line]:
        yield from self.head()
        yield []
        yield from self.map()
        yield []
        yield from self.notes()
        yield from self.legend()
        yield []
        yield from self.players()
        yield []
        yield from self.cards()

    def flow(self, head: str, words: str) -> Iterator[Line]:
        """A heading and a sentence after it, on as many lines as it takes."""
        pieces = [(head, BOLD), *((word, PLAIN) for word in words.split())]
        yield from wrapped([piece for piece in pieces if piece[0]], self.width, indent=2)

    # --- what is going on

    def head(self) -> Iterator[Line]:
        yield from wrapped(
            [(word, BOLD) for word in f"{self.setup.edition.title}: {title_words(self.state)}".split()], self.width
        )
        yield from self.flow("", turn_words(self.state))
        if self.state.ending is not None:
            yield from self.flow("", ending_words(self.state))
        if self.state.card is not None:
            yield from self.flow("Card", card_words(self.state))
        if self.last is not None:
            yield from self.flow("Last:", str(self.last))

    def notes(self) -> Iterator[Line]:
        """What is laid over the picture, in words."""
        for cell, mark in self.overlay.marks.items():
            words = [(word, PLAIN) for word in mark.label.split()]
            yield from wrapped(
                [(self.signs.tone(mark.tone), _TONES[mark.tone]), (cell, BOLD), *words], self.width, indent=2
            )
        for arrow in self.overlay.arrows:
            yield [(f"{arrow.start} -> {arrow.end}", _TONES[arrow.tone])]
        for caption in self.overlay.captions:
            yield from self.flow("", caption)
        if self.overlay != Overlay():
            yield []

    # --- the board

    def map(self) -> Iterator[Line]:
        """The top of the street, the cells row by row with the street on both sides, the bottom of the street."""
        columns, rows = self.board.columns, self.board.rows
        names = range(1, columns + 1)
        yield self.street("NW", *(f"N-{column}" for column in names), "NE")
        heads = "".join(f"{column:^{_WIDE}} " for column in COLUMNS[:columns])
        yield [(" " * (_WIDE + 4) + heads, FAINT)]
        yield self.rule(self.signs.top)
        for row in range(1, rows + 1):
            line = [*self.space(f"W-{row}"), (f" {row} ", FAINT), (self.signs.down, _STREET)]
            for column in COLUMNS[:columns]:
                line += [*self.cell(f"{column}{row}"), (self.signs.down, _STREET)]
            yield [*line, (" ", PLAIN), *self.space(f"E-{row}")]
            yield self.rule(self.signs.bottom if row == rows else self.signs.middle)
        yield self.street("SW", *(f"S-{column}" for column in names), "SE")

    def rule(self, ends: tuple[str, str, str]) -> Line:
        left, between, right = ends
        line = between.join([self.signs.across * _WIDE] * self.board.columns)
        return [(" " * (_WIDE + 3), PLAIN), (f"{left}{line}{right}", _STREET)]

    def street(self, first: str, *names: str) -> Line:
        """A side of the street from left to right."""
        *between, last = names
        line = [*self.space(first), (" " * 4, PLAIN)]
        for name in between:
            line += [*self.space(name), (" ", PLAIN)]
        return [*line, *self.space(last)]

    def space(self, name: str) -> list[Piece]:
        """A space of the street: its sign, and the pawns on it."""
        pawns = [player.colour for player in self.state.players if player.pawn == name]
        sign = self.signs.corner if name in CORNERS else self.signs.street
        pieces: list[Piece] = [(sign, _LAST if name in self.touched else _STREET)]
        pieces += [(self.letter[colour], self.style[colour]) for colour in pawns]
        before = (_WIDE - len(pieces)) // 2
        return padded([(" " * before, PLAIN), *pieces], _WIDE)

    def cell(self, name: str) -> list[Piece]:
        """What stands on a cell, with a mark if something is laid over it or was done there last."""
        there = self.state.constructions.get(name)
        marked = self.overlay.marks.get(name)
        before: Piece = (" ", PLAIN)
        if marked is not None:
            before = (self.signs.tone(marked.tone), _TONES[marked.tone])
        elif name in self.touched:
            before = (">", BOLD)
        if there is None:
            return padded([before, (f" {self.signs.empty}", FAINT)], _WIDE)
        size = self.signs.tower if there.floors == 3 else str(there.floors)
        pieces: list[Piece] = [before, (f"{self.letter[there.owner]}{size}", self.style[there.owner])]
        if self.state.architect == name:
            pieces.append((self.signs.architect, BOLD))
        return padded(pieces, _WIDE)

    def legend(self) -> Iterator[Line]:
        signs, first = self.signs, next(iter(self.letter.values()))
        players = ", ".join(f"{letter} {colour}" for colour, letter in self.letter.items())
        yield from self.flow(
            "Constructions",
            f"{players}; {first}1 one floor, {first}2 two floors, {first}{signs.tower} a skyscraper, "
            f"{signs.architect} the architect",
        )
        yield from self.flow(
            "Street", f"pawns move clockwise; {signs.corner} is a round action space; letters on the street are pawns"
        )

    # --- the players

    def players(self) -> Iterator[Line]:
        wide = max(map(len, self.setup.seats)) + 6
        head = f"{'money':>7}  {'in all':>7}  {'pawn':>5}  {'skyscrapers left':>16}  {'floors left':>11}"
        yield [(" " * wide, PLAIN), (head, FAINT)]
        for number, (seat, score) in enumerate(zip(self.state.players, scores(self.state), strict=True)):
            turn = self.state.seat == number and not self.state.is_over
            name: list[Piece] = [
                (f"{self.signs.turn if turn else ' '} ", BOLD),
                (self.letter[seat.colour], self.style[seat.colour]),
                (f" {seat.colour}", BOLD if turn else PLAIN),
            ]
            floors = str(seat.floors) if not seat.borrowed else f"-{seat.borrowed}"
            rest = f"{seat.cash:>7}  {score.total:>7}  {seat.pawn or '-':>5}  {seat.skyscrapers:>16}  {floors:>11}"
            yield [*padded(name, wide), (rest, PLAIN)]
        if any(seat.borrowed for seat in self.state.players):
            yield [("  below nothing: so many floors are borrowed", FAINT)]
        if self.state.spare:
            yield from self.flow("", f"  {many(self.state.spare, 'floor')} of other colours can be borrowed")

    # --- cards

    def cards(self) -> Iterator[Line]:
        unseen, used = pile_words(self.state)
        if isinstance(self.last, Draw):
            yield from self.flow("Drawn:", self.last.card)
        yield from self.flow("Unseen cards:", unseen)
        yield from self.flow("Under them, in this order:", used)
