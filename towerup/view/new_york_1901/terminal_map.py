"""The board for a terminal: a plan with lines around lots and buildings, streets with their names, parks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import attrs

from towerup.rulesets.new_york_1901.actions import Action
from towerup.rulesets.new_york_1901.box.board import PARK
from towerup.rulesets.new_york_1901.state import State
from towerup.view.ink import FAINT, PLAIN, Line, Sheet
from towerup.view.marking import Overlay, Tone

from .geometry import Square
from .plan import Plan, Standing, lot_in
from .words import codes, kind_of, touched

LETTERS = {"start": "o", "bronze": "b", "silver": "s", "gold": "g", "legendary": "L"}
"""How the technology of a building is written."""


LEFT_OUT = "--"
"""What is written on the lots of a district that is not played with."""


@attrs.frozen
class Signs:
    """The signs that are not plain letters."""

    turn: str
    worker: str
    owned: str
    tree: str
    lines: str
    """For each way in which lines meet, by the bits up 1, down 2, left 4, right 8."""
    good: str
    bad: str
    halves: bool
    """Whether there are signs for the upper and the lower half of a square."""

    def tone(self, tone: Tone) -> str:
        return {"good": self.good, "bad": self.bad, "note": "!"}[tone]


FULL = Signs("▶", "♦", "=", "♣", " ╵╷│╴┘┐┤╶└┌├─┴┬┼", "✓", "✗", halves=True)
ASCII = Signs(">", "*", "=", "^", " |||-+++-+++-+++", "+", "x", halves=False)
SIGNS = "▶♦♣╵╷│╴┘┐┤╶└┌├─┴┬┼✓✗▀▄█"
"""What an output must be able to write if it is to have more than plain letters."""

PLAYERS = {
    "brown": "1;48;5;94;38;5;255",
    "green": "1;48;5;28;38;5;255",
    "yellow": "1;48;5;220;38;5;16",
    "blue": "1;48;5;26;38;5;255",
}
# For boxes with colours of their own: far apart from each other, for most eyes.
_OTHERS = ("1;48;5;90;38;5;255", "1;48;5;30;38;5;255", "1;48;5;208;38;5;16", "1;48;5;240;38;5;255")
_LANDS = {
    "red": "48;5;224;38;5;88",
    "blue": "48;5;153;38;5;17",
    "yellow": "48;5;229;38;5;58",
    "green": "48;5;194;38;5;22",
    "pink": "48;5;225;38;5;53",
}
_OTHER_LANDS = ("48;5;189;38;5;17", "48;5;195;38;5;23", "48;5;223;38;5;52")
_LINES, _ROAD, _IN_PLAY, _PARK = "38;5;244", "38;5;244", "1;38;5;178", "48;5;151;38;5;22"
TONES: dict[Tone, str] = {"good": "1;38;5;34", "bad": "1;38;5;196", "note": "1;38;5;33"}
_ON_TONES: dict[Tone, str] = {"good": "1;48;5;28;38;5;255", "bad": "1;48;5;160;38;5;255", "note": "1;48;5;26;38;5;255"}

_WIDEST, _NARROWEST = 6, 3
_ROWS = 3
"""Columns for the number of a row."""
_STREET = 3

Region: TypeAlias = tuple[str, str] | None
"""What a square belongs to: a building by its first cell, a lot by its name, a park, a street; None is off the board."""


def player_styles(state: State) -> dict[str, str]:
    """The style of each player's things."""
    colours = state.setup.edition.colours
    return {colour: PLAYERS.get(colour, _OTHERS[n % len(_OTHERS)]) for n, colour in enumerate(colours)}


def land_styles(state: State) -> dict[str, str]:
    """The style of each district."""
    districts = state.setup.board.districts
    return {one.id: _LANDS.get(one.id, _OTHER_LANDS[n % len(_OTHER_LANDS)]) for n, one in enumerate(districts)}


class Map:
    """The plan on a sheet of characters."""

    def __init__(self, state: State, signs: Signs, width: int, last: Action | None, overlay: Overlay) -> None:
        self.state, self.signs, self.plan, self.board = state, signs, Plan(state), state.setup.board
        self.codes, self.players, self.lands = codes(state.setup), player_styles(state), land_styles(state)
        self.last = touched(state, last)
        self.columns, self.rows = len(self.board.plan[0]), len(self.board.plan)
        wide = [column for column in range(self.columns) if self.plan.is_wide(column)]
        rest = width - _ROWS - 1 - self.columns - _STREET * (self.columns - len(wide))
        self.wide = min(_WIDEST, rest // max(1, len(wide)))
        self.marks = self._marked(overlay)
        self.at = [_ROWS]
        for column in range(self.columns):
            self.at.append(self.at[-1] + 1 + (self.wide if column in wide else _STREET))

    @property
    def fits(self) -> bool:
        """Whether there is room enough for a plan that can be read."""
        return self.wide >= _NARROWEST

    def _marked(self, overlay: Overlay) -> dict[str, Tone]:
        """The tone of the mark on each cell, its own or that of its lot."""
        tones: dict[str, Tone] = {}
        for place, mark in overlay.marks.items():
            lot = lot_in(place)
            if lot is None:
                tones[place] = mark.tone
            else:
                for cell in self.board.lots[lot]:
                    tones.setdefault(cell, mark.tone)
        return tones

    def lines(self) -> Iterator[Line]:
        sheet = Sheet(self.at[-1] + 1, 2 * self.rows + 1)
        self._draw_lines(sheet)
        for square, word in self.board.squares.items():
            if word == PARK:
                tree = f"{self.signs.tree:^{self._room(square)}}"
                sheet.write(self.at[square[0]] + 1, 2 * square[1] + 1, [(tree, _PARK)])
            elif square in self.board.cell_at:
                self._write_cell(sheet, square)
        self._write_streets(sheet)
        heads = [" "] * (self.at[-1] + 1)
        for name, (column, row) in self.board.places.items():
            letter = name.rstrip("0123456789")
            heads[self.at[column] + (self._room((column, row)) + 1) // 2] = letter
            sheet.write(0, 2 * row + 1, [(f"{name[len(letter) :]:>2}", FAINT)])
        yield [("".join(heads), FAINT)]
        yield from sheet.lines()

    def _room(self, square: Square) -> int:
        return self.at[square[0] + 1] - self.at[square[0]] - 1

    # --- lines around regions

    def region(self, square: Square) -> Region:
        word = self.board.squares.get(square)
        if word is None:
            return None
        if word == PARK:
            return "park", ""
        cell = self.board.cell_at.get(square)
        if cell is None:
            return "street" if word in self.plan.streets else "nothing", ""
        there = self.plan.on.get(cell)
        return ("lot", self.board.lot_of[cell]) if there is None else ("building", there.cells[0])

    def _style(self, region: Region, square: Square) -> str:
        """What the ground of a region looks like."""
        if region is None or region[0] in ("street", "nothing"):
            return PLAIN
        if region[0] == "park":
            return _PARK
        there = self.plan.on.get(self.board.cell_at[square])
        if there is not None:
            return self.players[there.owner]
        district = self.plan.district(region[1])
        return FAINT if district == self.plan.left_out else self.lands[district]

    def _parted(self, one: Square, other: Square) -> bool:
        """Whether there is a line between two squares."""
        regions = self.region(one), self.region(other)
        ground = any(region is not None and region[0] not in ("street", "nothing") for region in regions)
        return regions[0] != regions[1] and ground

    def _draw_lines(self, sheet: Sheet) -> None:
        for row in range(self.rows + 1):
            for column in range(self.columns + 1):
                here, left, above = (column, row), (column - 1, row), (column, row - 1)
                corner = (column - 1, row - 1)
                up, down = self._parted(corner, above), self._parted(left, here)
                back, on = self._parted(corner, left), self._parted(above, here)
                x, y = self.at[column], 2 * row
                met = up + 2 * down + 4 * back + 8 * on
                whole = len({self.region(one) for one in (here, left, above, corner)}) == 1
                ground = self._style(self.region(here), here) if whole and not met else _LINES
                sheet.put(x, y, self.signs.lines[met], ground)
                if row < self.rows:
                    style = _LINES if down else self._style(self.region(here), here)
                    sheet.put(x, y + 1, self.signs.lines[3 if down else 0], style)
                if column < self.columns:
                    style = _LINES if on else self._style(self.region(here), here)
                    for step in range(1, self._room(here) + 1):
                        sheet.put(x + step, y, self.signs.lines[12 if on else 0], style)

    # --- what is written

    def _write_cell(self, sheet: Sheet, square: Square) -> None:
        """What stands on a cell, or its lot and whose it is; before it a sign if it is marked or was done last."""
        cell, room = self.board.cell_at[square], self._room(square)
        region = self.region(square)
        style = self._style(region, square)
        tone = self.marks.get(cell)
        sign = self.signs.tone(tone) if tone is not None else ">" if cell in self.last else ""
        words = next((one for one in self._content(cell) if len(one) + len(sign) <= room), "")
        pieces = [(sign, _ON_TONES[tone] if tone is not None else f"{style};1")] if sign else []
        rest = f"{words:<{room - len(sign)}}"
        lot = self.board.lot_of[cell]
        owner = self.plan.owner.get(lot)
        code = "" if owner is None else self.codes[owner]
        before, found, after = rest.partition(code) if code else (rest, "", "")
        mine = style if owner is None or cell in self.plan.on else self.players[owner]
        sheet.write(
            self.at[square[0]] + 1, 2 * square[1] + 1, [*pieces, (before, style), (found, mine), (after, style)]
        )

    def _content(self, cell: str) -> Sequence[str]:
        """What is to be written on a cell, the fullest first."""
        there = self.plan.on.get(cell)
        if there is not None:
            return self._built(cell, there)
        lot = self.board.lot_of[cell]
        name, owner, free = lot, self.plan.owner.get(lot), self.plan.free(lot)
        if self.plan.district(lot) == self.plan.left_out:
            name = LEFT_OUT
        if owner is None:
            return (name, "") if cell == free[0] else ("",)
        mark = f"{self.signs.worker if lot in self.plan.workers else self.signs.owned}{self.codes[owner]}"
        if len(free) == 1:
            return f"{name}{mark}", mark, ""
        return (name, "") if cell == free[0] else (mark, "") if cell == free[-1] else ("",)

    def _built(self, cell: str, there: Standing) -> Sequence[str]:
        code = self.codes[there.owner]
        kind, points = LETTERS[kind_of(there.tile)], there.tile.points or ""
        return (f"{code}{kind}{points}", f"{code}{kind}", code) if cell == there.cells[0] else (code,)

    def _write_streets(self, sheet: Sheet) -> None:
        """The names of streets along them: from left to right, or downwards."""
        for street in self.board.streets:
            style = _IN_PLAY if street.id in self.state.setup.streets else _ROAD
            longest: list[Square] = max(self.plan.runs(street.sign), key=len, default=[])
            if not longest:
                continue
            (column, row), (last_column, last_row) = longest[0], longest[-1]
            down = last_row > row
            room = 2 * (last_row - row) + 1 if down else self.at[last_column + 1] - self.at[column] - 1
            title = next((one for one in (street.title, street.id, street.sign) if len(one) <= room), "")
            if down:
                x, y = self.at[column] + 1 + self._room((column, row)) // 2, 2 * row + 1 + (room - len(title)) // 2
                for step, sign in enumerate(title):
                    sheet.write(x, y + step, [(sign, style)])
            else:
                sheet.write(self.at[column] + 1 + (room - len(title)) // 2, 2 * row + 1, [(title, style)])


def listed(state: State) -> Iterator[tuple[str, str]]:
    """The lots of each district with their cells, for a board that has no room as a plan."""
    board = state.setup.board
    for district in board.districts:
        lots = [lot for lot, one in board.district_of.items() if one == district.id]
        told = "; ".join(f"{lot} {' '.join(board.lots[lot])}" for lot in lots)
        yield district.id, told
