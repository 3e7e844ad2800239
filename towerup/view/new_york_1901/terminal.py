"""The table for a terminal: the board as a plan, the players, the market, the tiles of whose turn it is.

A building is written as its owner's two letters, the letter of its technology and its points: `Brs4` is silver with four
points. Colours only repeat what the letters say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from towerup.rulesets.new_york_1901.actions import Action
from towerup.rulesets.new_york_1901.box.tiles import TECHNOLOGIES, Tile
from towerup.rulesets.new_york_1901.scoring import scores
from towerup.rulesets.new_york_1901.state import State
from towerup.rulesets.new_york_1901.technology import technology_of
from towerup.view.ink import BOLD, FAINT, PLAIN, Line, Piece, clipped, length, padded, rendered, wrapped
from towerup.view.marking import Overlay, Tone

from .plan import Plan
from .terminal_map import ASCII, FULL, LEFT_OUT, LETTERS, SIGNS, TONES, Map, Signs, land_styles, listed, player_styles
from .words import (
    CARDS,
    challenge_words,
    codes,
    ending_words,
    land_words,
    many,
    market_of,
    pile_words,
    short_name,
    street_words,
    streets,
    title_words,
    turn_words,
)

__all__ = ["SIGNS", "picture"]

NARROWEST = 60
"""A picture is never narrower: it could not be read."""


def picture(state: State, *, colour: bool, unicode: bool, width: int, last: Action | None, overlay: Overlay) -> str:
    """The table as text of at most this width (but never less than 60 columns)."""
    width = max(width, NARROWEST)
    drawing = _Drawing(state, FULL if unicode else ASCII, width, last, overlay)
    return rendered((clipped(line, width) for line in drawing.lines()), colour=colour, unicode=unicode)


class _Drawing:
    """One picture in the making."""

    def __init__(self, state: State, signs: Signs, width: int, last: Action | None, overlay: Overlay) -> None:
        self.state, self.signs, self.width, self.last, self.overlay = state, signs, width, last, overlay
        self.setup, self.board = state.setup, state.setup.board
        self.plan = Plan(state)
        self.codes, self.players, self.lands = codes(self.setup), player_styles(state), land_styles(state)

    def lines(self) -> Iterator[Line]:
        yield from self.head()
        yield []
        drawn = Map(self.state, self.signs, self.width, self.last, self.overlay)
        if drawn.fits:
            yield from drawn.lines()
        else:
            for district, lots in listed(self.state):
                yield from self.flow(f"{district}:", lots)
        yield []
        yield from self.notes()
        yield from self.legend()
        yield []
        yield from self.seats()
        yield []
        yield from self.market()
        yield []
        yield from self.tiles()

    def flow(self, head: str, words: str, indent: int = 2) -> Iterator[Line]:
        """A heading and a sentence after it, on as many lines as it takes."""
        pieces = [(head, BOLD), *((word, PLAIN) for word in words.split())]
        yield from wrapped([piece for piece in pieces if piece[0]], self.width, indent=indent)

    # --- what is going on

    def head(self) -> Iterator[Line]:
        yield from wrapped(
            [(word, BOLD) for word in f"{self.setup.edition.title}: {title_words(self.state)}".split()], self.width
        )
        yield from self.flow("", turn_words(self.state))
        if self.state.ending is not None:
            yield from self.flow("", ending_words(self.state))
        if self.last is not None:
            yield from self.flow("Last:", str(self.last))

    def notes(self) -> Iterator[Line]:
        """What is laid over the picture, in words; what has no words of its own is on the plan."""
        bare: dict[Tone, list[str]] = {}
        for place, mark in self.overlay.marks.items():
            if mark.label:
                words = [(word, PLAIN) for word in mark.label.split()]
                yield from wrapped(
                    [(self.signs.tone(mark.tone), TONES[mark.tone]), (place, BOLD), *words], self.width, indent=2
                )
            else:
                bare.setdefault(mark.tone, []).append(place)
        for tone, places in bare.items():
            words = [(word, PLAIN) for word in ", ".join(places).split()]
            yield from wrapped([(self.signs.tone(tone), TONES[tone]), *words], self.width, indent=2)
        for arrow in self.overlay.arrows:
            yield [(f"{arrow.start} -> {arrow.end}", TONES[arrow.tone])]
        for caption in self.overlay.captions:
            yield from self.flow("", caption)
        if self.overlay != Overlay():
            yield []

    def legend(self) -> Iterator[Line]:
        signs, first = self.signs, next(iter(self.codes.values()))
        kinds = ", ".join(f"{first}{letter} {kind}" for kind, letter in LETTERS.items())
        yield from self.flow("Buildings", f"{kinds}; with the points")
        left_out = f"; {LEFT_OUT} not played with ({self.plan.left_out})" if self.plan.left_out else ""
        yield from self.flow(
            "Lots",
            f"{signs.worker}{first} with a worker, {signs.owned}{first} with an owner; {signs.tree} is a park{left_out}",
        )

    # --- the players

    def seats(self) -> Iterator[Line]:
        wide = max(map(len, self.setup.seats)) + 6
        head = f"{'points':>7}{'in all':>8}  {'builds':<8}{'workers':>8}{'tiles':>7}"
        # Where a line has no room for the action cards they have one of their own.
        room = self.width - wide - len(head) >= len(" ".join(CARDS)) + 2
        yield [(" " * wide, PLAIN), (f"{head}{'  cards' if room else ''}", FAINT)]
        for number, (seat, score) in enumerate(zip(self.state.players, scores(self.state), strict=True)):
            turn = self.state.seat == number and not self.state.is_over
            name: list[Piece] = [
                (f"{self.signs.turn if turn else ' '} ", BOLD),
                (self.codes[seat.colour], self.players[seat.colour]),
                (f" {seat.colour}", BOLD if turn else PLAIN),
            ]
            level, workers = technology_of(self.state, number).word, self.state.free_workers(number)
            rest = f"{seat.points:>7}{score.total:>8}  {level:<8}{workers:>8}{len(seat.tiles):>7}"
            cards = " ".join(seat.cards) or "none"
            yield [*padded(name, wide), (f"{rest}  {cards}" if room else rest, PLAIN)]
            if not room:
                yield from self.flow("     cards", cards, indent=7)
            built = "; ".join(f"{one.tile} {' '.join(one.cells)}" for one in seat.buildings) or "nothing"
            yield from self.flow("     built", built, indent=7)
            yield from self.flow("     lots", self.lots(seat.colour), indent=7)
            yield from self.flow("     tiles", self.left(number), indent=7)
        yield from self.flow(
            "",
            f"In all: with the points for streets, the challenge and unused cards. Lots with {self.signs.worker} have a worker.",
        )

    def lots(self, colour: str) -> str:
        """The lots of a player, those with a worker marked."""
        lots = [lot for lot, owner in self.plan.owner.items() if owner == colour]
        marked = (f"{lot}{self.signs.worker if lot in self.plan.workers else ''}" for lot in lots)
        return " ".join(marked) or "none"

    def left(self, seat: int) -> str:
        """The tiles that a player has not built, by technology."""
        told = []
        for word, technology in TECHNOLOGIES.items():
            held = [short_name(tile) for tile in self.held(seat) if tile.technology is technology]
            told.append(f"{word}: {' '.join(held) or 'none'}")
        return "; ".join(told)

    def held(self, seat: int) -> list[Tile]:
        """The tiles that a player has not built."""
        return [tile for tile in self.setup.edition.own if tile.id in self.state.players[seat].tiles]

    # --- cards

    def market(self) -> Iterator[Line]:
        words: list[Piece] = [("Market:", BOLD)]
        for card, count in market_of(self.state).items():
            words.append((f" {count} {land_words(card)} ", self.lands[card.rpartition("-")[0]]))
        yield from wrapped(words if len(words) > 1 else [*words, ("no cards", PLAIN)], self.width, indent=2)
        yield from self.flow("Pile:", f"{many(self.state.cards_in_pile, 'card')}: {pile_words(self.state)}")
        yield [(f"Streets in play, {many(self.setup.edition.street_points, 'point')} each for most buildings:", BOLD)]
        for one in streets(self.state):
            yield from self.flow(" ", street_words(self.state, one), indent=4)
        yield from self.flow("Challenge:", challenge_words(self.setup.challenge_card))

    # --- tiles

    def tiles(self) -> Iterator[Line]:
        """The shapes of the tiles that whose turn it is has left, and of the legendaries that are left."""
        seat = self.state.seat
        who = self.setup.seats[seat]
        yield [(f"Tiles of {who}, and legendaries; with their points", BOLD)]
        for word, technology in TECHNOLOGIES.items():
            yield from self.shelf(word, [tile for tile in self.held(seat) if tile.technology is technology])
        left = [tile for tile in self.setup.edition.legendaries if tile.id in self.state.legendaries]
        yield from self.shelf("legendary", left)

    def shelf(self, head: str, tiles: Sequence[Tile]) -> Iterator[Line]:
        """Tiles side by side, each as its name, its points and its shape, on as many lines as it takes."""
        label = max(map(len, LETTERS)) + 2
        lines: list[list[Piece]] = []
        for tile in tiles:
            block = self.block(tile)
            wide = max(map(length, block)) + 2
            if lines and length(lines[0]) + wide > self.width:
                yield from lines
                lines = []
            if not lines:
                lines = [[(f"{head:<{label}}", BOLD if head.strip() else PLAIN)]]
                head = ""
            reach = length(lines[0])
            while len(lines) < len(block):
                lines.append([(" " * reach, PLAIN)])
            for number, line in enumerate(lines):
                line.extend(padded(block[number] if number < len(block) else [], wide))
        yield from lines or [[(f"{head:<{label}}", BOLD), ("none", FAINT)]]

    def block(self, tile: Tile) -> list[list[Piece]]:
        """A tile: its name and points, and its shape beside them."""
        style = self.players[self.setup.seats[self.state.seat]].split(";48;5;")[-1].split(";")[0]
        paint = PLAIN if tile.height else f"38;5;{style}"
        wide, high = max(x for x, _ in tile.shape) + 1, max(y for _, y in tile.shape) + 1
        name = f"{short_name(tile)} {tile.points} "
        rows = []
        for y in range(0, high, 2 if self.signs.halves else 1):
            row = ""
            for x in range(wide):
                upper, lower = (x, y) in tile.shape, (x, y + 1) in tile.shape
                row += " ▀▄█"[upper + 2 * lower] if self.signs.halves else "#" if upper else " "
            rows.append([(name if not y else " " * len(name), PLAIN), (row, paint)])
        return rows
