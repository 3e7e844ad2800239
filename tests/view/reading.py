"""Reads a terminal picture back, by what a person would look at: names, letters, and what stands below what."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Any

import attrs

from towerup.view.tower_up.words import floor_letters, roof_letters

from . import plain as tu


@attrs.frozen
class Read:
    """What a picture shows."""

    buildings: dict[str, tu.Building]
    stocks: list[dict[str, int]]
    vehicles: list[dict[str, int]]
    roofs: list[int]
    cones: list[int | None]
    millions: list[int]
    chips: list[list[int]]
    market: list[str]
    container: dict[str, int]
    discards: dict[str, int]
    pile: int
    starting: list[str]
    objectives: dict[str, tuple[list[int], dict[str, int]]]
    turn: list[str]


def read(state: tu.State, text: str) -> Read:
    """What the picture of a state of this game shows; only names and letters come from the state."""
    return _Reader(state, text.split("\n")).read()


class _Reader:
    def __init__(self, state: tu.State, lines: list[str]) -> None:
        self.setup = state.setup
        self.lines = lines
        self.floors = {letter: colour for colour, letter in floor_letters(self.setup).items()}
        self.roofs = {letter: roof for roof, letter in roof_letters(self.setup).items()}
        self.legend = next(n for n, line in enumerate(lines) if line.startswith("Buildings "))
        self.market_at = lines.index("Market")
        self.goals_at = lines.index("Objectives")

    def read(self) -> Read:
        seats = [self.seat(roof) for roof in self.setup.seats]
        after = self.told_after_market()
        return Read(
            buildings=self.buildings(),
            stocks=[seat["stock"] for seat in seats],
            vehicles=self.vehicles(),
            roofs=[seat["roofs"] for seat in seats],
            cones=[seat["cone"] for seat in seats],
            millions=[seat["millions"] for seat in seats],
            chips=[seat["chips"] for seat in seats],
            market=[line[2:].split()[0] for line in self.market() if re.match(r"[ >] \w", line)],
            container=_counted(after["Container"]),
            discards=_counted(after["Discards"]),
            pile=int(after["Draw pile"].split()[0]),
            starting=after.get("Starting floors to place", "").replace(",", "").split(),
            objectives=self.objectives(),
            turn=[roof for roof in self.setup.seats if self.row(roof)[0] in "▶>"],
        )

    def market(self) -> list[str]:
        """The lines of the market, up to the next heading."""
        return list(takewhile(lambda line: line[0] in " >", self.lines[self.market_at + 1 :]))

    def buildings(self) -> dict[str, tu.Building]:
        found = {}
        board = self.lines[: self.legend]
        for name in self.setup.box.sites:
            shape = re.compile(rf"(?<![\w-]){name}(?![\w-])")
            spots = [(row, hit.start()) for row, line in enumerate(board) for hit in shape.finditer(line)]
            listed = [row for row, line in enumerate(board) if re.match(rf"[ >]{name}\b", line) and "roads to" in line]
            if listed:
                words = board[listed[0]].split("roads to")[0].split()
                building = words[1] if len(words) > 1 else ""
            else:
                # The head may name a site as well (what was done last): the map is below it.
                row, column = max(spots)
                below = board[row + 1] if row + 1 < len(board) else ""
                building = below[column:].split(" ")[0] if below[column : column + 1] in self.floors else ""
            if building:
                levels = list(building[1:])
                roofs = {n: self.roofs[sign] for n, sign in enumerate(levels, start=1) if sign not in "·."}
                found[name] = tu.Building(self.floors[building[0]], len(levels), roofs)
        return found

    def row(self, roof: str, after: str = "stock") -> str:
        start = next(n for n, line in enumerate(self.lines) if n > self.legend and line.strip().startswith(after))
        letter = roof_letters(self.setup)[roof]
        return next(line for line in self.lines[start:] if re.match(rf"[▶> ] {letter} {roof}\b", line))

    def seat(self, roof: str) -> dict[str, Any]:
        line = self.row(roof)
        following = self.lines[self.lines.index(line) + 1].split()
        if following[:1] == ["chips"]:
            line += f"  {following[1]}"
        shape = r"((?:\d+\S )+)= (\d+)/\d+\s+(\d+)\s+(\S+)\s+(\d+)\s+(\S+)$"
        hit = re.search(shape, line)
        assert hit, line
        stock = {self.floors[one[-1]]: int(one[:-1]) for one in hit[1].split()}
        assert sum(stock.values()) == int(hit[2])
        return {
            "stock": stock,
            "roofs": int(hit[3]),
            "cone": None if hit[4] in "–-" else int(hit[4]),
            "millions": int(hit[5]),
            "chips": [] if hit[6] in "–-" else [int(one) for one in hit[6].split("+")],
        }

    def vehicles(self) -> list[dict[str, int]]:
        head = next(line for line in self.lines if line.startswith("vehicles"))
        rows = [self.row(roof, "vehicles") for roof in self.setup.seats]
        if head.startswith("vehicles:"):
            told = [
                re.findall(r"(\S)(\d+)(?= |$)", row.split(roof)[1])
                for roof, row in zip(self.setup.seats, rows, strict=True)
            ]
            return [{self.floors[letter]: int(steps) for letter, steps in one} for one in told]
        columns = [hit.start() for hit in re.finditer(r"\d+[★*]?", head)]
        ends = [*columns[1:], 999]
        return [
            {
                self.floors[letter]: steps
                for steps, (start, end) in enumerate(zip(columns, ends, strict=True))
                for letter in row[start:end].strip()
                if letter in self.floors
            }
            for row in rows
        ]

    def told_after_market(self) -> dict[str, str]:
        """Headings below the market, with what is said after each on as many lines as it took."""
        told: dict[str, str] = {}
        heading = ""
        for line in self.lines[self.market_at + 1 : self.goals_at]:
            if line[:1].strip() and ":" in line:
                heading, _, rest = line.partition(": ")
                told[heading] = rest
            elif heading:
                told[heading] += " " + line.strip()
        return told

    def objectives(self) -> dict[str, tuple[list[int], dict[str, int]]]:
        text = " ".join(
            line.strip() if line.startswith("    ") else f"\n{line.strip()}" for line in self.lines[self.goals_at + 1 :]
        )
        found = {}
        for line in text.strip().split("\n"):
            hit = re.match(r"(\S+) .*; chips left: ([\d –-]*)(.*)$", line.strip())
            if hit:
                taken = {self.roofs[one[0]]: int(one[2:]) for one in hit[3].split()}
                found[hit[1]] = ([int(one) for one in hit[2].split() if one not in "–-"], taken)
        return found


def _counted(words: str) -> dict[str, int]:
    pairs = (one.split() for one in words.split(",") if one.strip() not in ("nothing", "–", "-", ""))
    return {name: int(count) for count, name in pairs}
