"""Checking an edition file: every mistake at once, at its place, in a player's words.

First the shape of the file, then what the parts say of each other, then whether it can be played. A file that says
`whole = true` claims to be the whole game and is held to the numbers that the rulebook and descriptions of the game tell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from towerup.kernel.edition_files import all_read, get, many, mistakes, twice, unknown, usable
from towerup.kernel.editions import PROVENANCES, Problem
from towerup.kernel.numbers import is_number
from towerup.kernel.places import Place
from towerup.kernel.shapes import UNUSABLE, Notes, Path, list_of, map_of, name, number, one_of, table, text, truth

from .board import COLUMNS, LARGE, NOTHING, PARK, SMALL, Board, District, Street
from .challenges import KINDS, TELLS
from .edition import START
from .placements import cells_under
from .tiles import TECHNOLOGIES, Technology, Tile, hangs_together, shape_of

_PROVENANCE = one_of(*PROVENANCES)
_POINTS = number(0, 99)
_SIGN_OF_STREET = "abcdefghijklmnopqrstuvwxyz"
_SIGN_OF_DISTRICT = _SIGN_OF_STREET.upper()
_LEAST_CELLS, _MOST_CELLS = 2, 9

_ROWS = list_of(text, 1, _MOST_CELLS)

_SHAPE = table(
    {
        "format": one_of("towerup-edition"),
        "version": one_of(1),
        "game": one_of("new-york-1901"),
        "name": name,
        "title": text,
        "board": table({"provenance": _PROVENANCE, "map": list_of(text, 1, len(COLUMNS))}),
        "districts": table(
            {
                "provenance": _PROVENANCE,
                "districts": list_of(
                    table({"id": name, "sign": one_of(*_SIGN_OF_DISTRICT), "start": name}, {"character": text}), 2, 9
                ),
            },
            {"without": map_of(one_of("2", "3", "4"), name)},
        ),
        "streets": table(
            {
                "provenance": _PROVENANCE,
                "in_play": number(1, 9),
                "points": _POINTS,
                "streets": list_of(table({"id": name, "sign": one_of(*_SIGN_OF_STREET), "title": text}), 1, 9),
            }
        ),
        "pieces": table(
            {
                "provenance": _PROVENANCE,
                "colours": list_of(name, 2, 7),
                "players": list_of(number(2, 4), 1, 3),
                "workers": number(1, 9),
            }
        ),
        "market": table({"provenance": _PROVENANCE, "cards": number(2, 9)}),
        "technology": table(
            {
                "provenance": _PROVENANCE,
                "silver": number(1, 99),
                "gold": number(1, 99),
                "expert_silver": number(1, 99),
                "expert_gold": number(1, 99),
            }
        ),
        "tiles": table(
            {
                "provenance": _PROVENANCE,
                "start": _ROWS,
                "tiles": list_of(
                    table(
                        {"id": name, "technology": one_of(*TECHNOLOGIES), "points": _POINTS, "shape": _ROWS},
                        {"title": text},
                    ),
                    1,
                    40,
                ),
            }
        ),
        "legendaries": table(
            {
                "provenance": _PROVENANCE,
                "tiles": list_of(table({"id": name, "title": text, "points": _POINTS, "shape": _ROWS}), 0, 9),
            }
        ),
        "ending": table({"provenance": _PROVENANCE, "unbuilt": number(0, 39), "unused_card": _POINTS}),
        "challenges": table(
            {
                "provenance": _PROVENANCE,
                "challenges": list_of(
                    table(
                        {"id": one_of(*KINDS), "title": text},
                        {
                            "points": _POINTS,
                            "buildings": number(1, 40),
                            "cells": number(1, _MOST_CELLS),
                            "steps": map_of(one_of(*map(str, range(1, 41))), _POINTS),
                        },
                    ),
                    0,
                    len(KINDS),
                ),
            }
        ),
    },
    {"notes": text, "whole": truth},
)


def problems_in(raw: dict[str, Any], index: Mapping[Path, Place]) -> tuple[Problem, ...]:
    """Every mistake in the data of an edition, with its place where the index knows it."""
    # The whole game's numbers come first, so that what is misshapen is not counted as well.
    return mistakes(raw, index, _SHAPE, (_whole, _signs, _plan, _districts, _pieces, _tiles, _challenges, _playable))


# --- signs and plan


def _signs(notes: Notes, data: Any) -> None:
    """No two districts or streets have the same name or sign."""
    for part in ("districts", "streets"):
        path: Path = (part, part)
        entries = list(usable(get(data, part, part)))
        twice(notes, path, (((i, "id"), one["id"]) for i, one in entries if "id" in one), f"the {part[:-1]}")
        twice(notes, path, (((i, "sign"), one["sign"]) for i, one in entries if "sign" in one), "the sign")
    listed, in_play = get(data, "streets", "streets"), get(data, "streets", "in_play")
    if listed is not None and in_play is not None and in_play > len(listed):
        notes.add(("streets", "in_play"), f"{in_play} streets in play, but there are only {len(listed)}")


def _board(notes: Notes, data: Any) -> Board | None:
    """The board, as far as its plan, its districts and its streets can be read."""
    plan, districts = get(data, "board", "map"), get(data, "districts", "districts")
    streets = get(data, "streets", "streets")
    if plan is None or UNUSABLE in plan or notes.within("board", "map"):
        return None
    if not all_read(notes, ("districts", "districts"), districts, "character"):
        return None
    if not all_read(notes, ("streets", "streets"), streets, "title"):
        return None
    if not all({"id", "sign", "start"} <= one.keys() for one in districts):
        return None
    if not all({"id", "sign"} <= one.keys() for one in streets):
        return None
    return Board(
        tuple(tuple(row.split()) for row in plan),
        tuple(District(one["id"], one["sign"], one["start"]) for one in districts),
        tuple(Street(one["id"], one["sign"], one.get("title", "")) for one in streets),
    )


def _plan(notes: Notes, data: Any) -> None:
    """Rows are as long as each other, words mean something, and lots are two or three cells that hang together."""
    rows = [(i, row.split()) for i, row in usable(get(data, "board", "map"))]
    if not rows:
        return
    wide = Counter(len(words) for _, words in rows).most_common(1)[0][0]
    districts = [one for _, one in usable(get(data, "districts", "districts")) if "sign" in one]
    streets = [one["sign"] for _, one in usable(get(data, "streets", "streets")) if "sign" in one]
    signs = [one["sign"] for one in districts]
    seen: dict[str, list[tuple[int, int]]] = {}
    for i, words in rows:
        if len(words) != wide or wide > len(COLUMNS):
            most = f"; {len(COLUMNS)} is the most" if wide > len(COLUMNS) else ""
            notes.add(("board", "map", i), f"{many(len(words), 'square')} in this row, but {wide} in others{most}")
        for column, word in enumerate(words):
            if word[0] in signs and is_number(word[1:]) and word[1:] == str(int(word[1:])):
                seen.setdefault(word, []).append((column, i))
            elif (
                word not in (PARK, NOTHING, *streets) and not notes.within("streets") and not notes.within("districts")
            ):
                notes.add(
                    ("board", "map", i),
                    f"{word!r} in column {COLUMNS[column % len(COLUMNS)]} is no lot (as {(signs or ['R'])[0]}1), no street "
                    f"({', '.join(streets)}), no park ({PARK}) and not nothing ({NOTHING})",
                )
    for lot, squares in seen.items():
        path: Path = ("board", "map", squares[0][1])
        if len(squares) not in (SMALL, LARGE):
            notes.add(path, f"lot {lot} has {many(len(squares), 'cell')}; a lot has {SMALL} or {LARGE}")
        elif not hangs_together(frozenset(squares)):
            notes.add(path, f"the cells of lot {lot} do not hang together")
    for street in streets:
        if not any(street in words for _, words in rows) and not notes.within("streets"):
            at = streets.index(street)
            notes.add(("streets", "streets", at, "sign"), f"street {street!r} is not on the map")


def _districts(notes: Notes, data: Any) -> None:
    """Each character starts on a lot of two cells of the district, and what is left out is a district."""
    listed = list(usable(get(data, "districts", "districts")))
    words = [word for _, row in usable(get(data, "board", "map")) for word in row.split()]
    for i, one in listed:
        path: Path = ("districts", "districts", i)
        if "sign" not in one or "start" not in one or not words:
            continue
        start = one["start"]
        if start not in words or start[0] != one["sign"]:
            notes.add((*path, "start"), f"the map has no lot {start!r} of this district")
        elif words.count(start) != SMALL:
            notes.add((*path, "start"), f"lot {start} has {many(words.count(start), 'cell')}; one starts on {SMALL}")
    ids = [one["id"] for _, one in listed if "id" in one]
    for players, left_out in get(data, "districts", "without", default={}).items():
        if not notes.within("districts", "districts"):
            unknown(notes, ("districts", "without", players), left_out, ids, "district")


# --- pieces and tiles


def _pieces(notes: Notes, data: Any) -> None:
    colours, players = get(data, "pieces", "colours"), get(data, "pieces", "players")
    listed = list(usable(colours))
    twice(notes, ("pieces", "colours"), (((i,), one) for i, one in listed), "the colour")
    for i, colour in listed:
        if colour != colour.lower():
            notes.add(("pieces", "colours", i), f"write the colour in small letters: {colour.lower()}")
    counts = [one for _, one in usable(players)]
    twice(notes, ("pieces", "players"), (((i,), str(one)) for i, one in usable(players)), "the number of players")
    most = max(counts, default=2)
    if colours is not None and len(colours) < most:
        notes.add(("pieces", "colours"), f"{many(len(colours), 'colour')} for {most} players")
    market = get(data, "market", "cards")
    if market is not None and market < most:
        # Otherwise the market could be empty in a last turn.
        notes.add(("market", "cards"), f"{many(market, 'card')} in the market for {most} players; {most} is the least")
    for players_, left_out in get(data, "districts", "without", default={}).items():
        if counts and int(players_) not in counts:
            notes.add(("districts", "without", players_), f"the edition is not for {players_} players ({left_out})")
    technology = get(data, "technology", default={})
    for silver, gold in (("silver", "gold"), ("expert_silver", "expert_gold")):
        if silver in technology and gold in technology and technology[silver] > technology[gold]:
            notes.add(
                ("technology", gold), f"gold from {technology[gold]} points, but silver from {technology[silver]}"
            )


def _tiles(notes: Notes, data: Any) -> None:
    for part in ("tiles", "legendaries"):
        path: Path = (part, "tiles")
        entries = list(usable(get(data, part, "tiles")))
        twice(notes, path, (((i, "id"), one["id"]) for i, one in entries if "id" in one), "the tile")
        for i, one in entries:
            _shape_of_tile(notes, (*path, i, "shape"), one.get("shape"))
            if one.get("id") == START:
                notes.add((*path, i, "id"), f"{START!r} is the name of the starting building")
    own = {one["id"].lower() for _, one in usable(get(data, "tiles", "tiles")) if "id" in one}
    for i, one in usable(get(data, "legendaries", "tiles")):
        if one.get("id", "").lower() in own:
            notes.add(("legendaries", "tiles", i, "id"), f"the tile {one['id']!r} is there already")
    start = get(data, "tiles", "start")
    _shape_of_tile(notes, ("tiles", "start"), start)
    usable_start = start is not None and UNUSABLE not in start and not notes.within("tiles", "start")
    if usable_start and len(shape_of(start)) != SMALL:
        notes.add(("tiles", "start"), f"the starting building covers {SMALL} cells, not {len(shape_of(start))}")
    tiles, unbuilt = get(data, "tiles", "tiles"), get(data, "ending", "unbuilt")
    if tiles is not None and unbuilt is not None and unbuilt >= len(tiles):
        notes.add(("ending", "unbuilt"), f"the end comes with {unbuilt} tiles left, but a player has {len(tiles)}")


def _shape_of_tile(notes: Notes, path: Path, rows: Any) -> None:
    if rows is None or UNUSABLE in rows:
        return
    if any({*row} - {"#", "."} for row in rows) or len({*map(len, rows)}) > 1:
        notes.add(path, "a shape is rows of one length, of # for a cell and . for none")
        return
    shape = shape_of(rows)
    if not _LEAST_CELLS <= len(shape) <= _MOST_CELLS:
        notes.add(path, f"{many(len(shape), 'cell')}; a tile has {_LEAST_CELLS} to {_MOST_CELLS}")
    elif not hangs_together(shape):
        notes.add(path, "the cells of the shape do not hang together")


def _challenges(notes: Notes, data: Any) -> None:
    path: Path = ("challenges", "challenges")
    entries = list(usable(get(data, "challenges", "challenges")))
    twice(notes, path, (((i, "id"), one["id"]) for i, one in entries if "id" in one), "the challenge")
    for i, one in entries:
        if "id" not in one:
            continue
        tells = TELLS[KINDS[one["id"]]]
        for told in ("points", "buildings", "cells", "steps"):
            if told in tells and told not in one and not notes.within(*path, i, told):
                notes.add((*path, i), f"the challenge {one['id']!r} needs {told!r}")
            if told in one and told not in tells:
                notes.add((*path, i, told), f"the challenge {one['id']!r} has no {told!r}")
        steps = sorted((int(least), points) for least, points in one.get("steps", {}).items())
        if any(points <= before for (_, before), (_, points) in pairwise(steps)):
            notes.add((*path, i, "steps"), "for more there must be more points")


# --- whether it can be played


def _playable(notes: Notes, data: Any) -> None:
    """There are districts and cards enough, and for every number of players every lot can be built on."""
    board, players = _board(notes, data), get(data, "pieces", "players")
    if board is None or players is None or notes.within("pieces", "players") or notes.within("districts"):
        return
    without, market = get(data, "districts", "without", default={}), get(data, "market", "cards")
    for count in sorted(players):
        left_out = without.get(str(count))
        districts = [one.id for one in board.districts if one.id != left_out]
        if len(districts) < count:
            notes.add(
                ("pieces", "players"), f"{count} players, but only {many(len(districts), 'district')} to start in"
            )
            continue
        lots = [lot for lot in board.lots if board.district_of[lot] in districts]
        if market is not None and len(lots) - count < market:
            notes.add(("market", "cards"), f"{many(len(lots) - count, 'card')} for {count} players: too few")
        _buildable(notes, data, board, lots, count)


def _buildable(notes: Notes, data: Any, board: Board, lots: list[str], players: int) -> None:
    """Every lot in play, the starting lots among them, can have a building with a side on a street or a park."""
    if notes.within("tiles") or notes.within("legendaries"):
        return
    tiles = [one["shape"] for part in ("tiles", "legendaries") for one in get(data, part, "tiles", default=[])]
    cells = {cell for lot in lots for cell in board.lots[lot]}
    reached: set[str] = set()
    for rows in {tuple(rows) for rows in tiles}:
        tile = Tile("", "", Technology.BRONZE, 0, shape_of(list(rows)))
        for area in cells_under(board, tile, across=False):
            if area <= cells and not area.isdisjoint(board.frontage):
                reached |= area
    for lot in lots:
        if reached.isdisjoint(board.lots[lot]):
            row = max(n for n, words in enumerate(board.plan) if lot in words)
            notes.add(
                ("board", "map", row),
                f"with {players} players nothing can be built on lot {lot}: no tile on it has a side on a street or park",
            )
    for i, one in enumerate(board.districts):
        if one.start in lots and board.frontage.isdisjoint(board.lots[one.start]):
            notes.add(("districts", "districts", i, "start"), f"lot {one.start} has no side on a street or a park")


# --- the whole game


def _whole(notes: Notes, data: Any) -> None:
    """What the rulebook and descriptions of the game tell, for an edition that claims to be the whole game."""
    if not get(data, "whole", default=False):
        return
    wrong = {path[:length] for path, _ in notes.found for length in range(1, len(path) + 1)}
    for where, what, found, right in [
        *_stated_numbers(data),
        *_stated_of_challenges(data),
        *_told_of_lots(notes, data),
        *_told_of_tiles(notes, data),
    ]:
        # What is missing or misshapen was told as that.
        if found is None or found == right or where in wrong or get(data, *map(str, where[:2])) is None:
            continue
        notes.add(where, f"{what}: {found}, but the whole game has {right} (leave out whole = true for another game)")


def _length(entries: list[Any] | None) -> int | None:
    return None if entries is None else len(entries)


def _listed(numbers: list[Any] | None) -> str | None:
    return None if numbers is None or UNUSABLE in numbers else " ".join(map(str, sorted(numbers)))


def _stated_numbers(data: Any) -> list[tuple[Path, str, Any, Any]]:
    challenges = get(data, "challenges", "challenges")
    known = None if challenges is None or UNUSABLE in challenges else {one.get("id") for one in challenges}
    missing = None if known is None else ", ".join(word for word in KINDS if word not in known) or "none"
    return [
        (("districts", "districts"), "districts", _length(get(data, "districts", "districts")), 5),
        (("streets", "streets"), "streets", _length(get(data, "streets", "streets")), 5),
        (("streets", "in_play"), "streets in play", get(data, "streets", "in_play"), 3),
        (("streets", "points"), "points for a street", get(data, "streets", "points"), 5),
        (("pieces", "colours"), "colours", _length(get(data, "pieces", "colours")), 4),
        (("pieces", "players"), "numbers of players", _listed(get(data, "pieces", "players")), "2 3 4"),
        (("pieces", "workers"), "workers of a colour", get(data, "pieces", "workers"), 4),
        (("market", "cards"), "cards in the market", get(data, "market", "cards"), 4),
        (("technology", "silver"), "points for silver", get(data, "technology", "silver"), 6),
        (("technology", "gold"), "points for gold", get(data, "technology", "gold"), 18),
        (("technology", "expert_silver"), "points for silver", get(data, "technology", "expert_silver"), 10),
        (("technology", "expert_gold"), "points for gold", get(data, "technology", "expert_gold"), 25),
        (("legendaries", "tiles"), "legendaries", _length(get(data, "legendaries", "tiles")), 4),
        (("ending", "unbuilt"), "tiles left at the end", get(data, "ending", "unbuilt"), 4),
        (("ending", "unused_card"), "points for an unused card", get(data, "ending", "unused_card"), 1),
        (("districts", "without"), "left out with two players",
         get(data, "districts", "without", "2", default="nothing"), "pink"),
        (("challenges", "challenges"), "challenges that are missing", missing, "none"),
    ]  # fmt: skip


_CARDS: dict[str, dict[str, Any]] = {
    "gold-tycoon": {"buildings": 2, "points": 3},
    "master-architect": {"steps": {"3": 3, "4": 6, "5": 10}},
    "gold-prestige": {"points": 1},
    "bronze-baron": {"steps": {"4": 5, "5": 10, "6": 15}},
    "generation-king": {"points": 5},
    "big-developer": {"buildings": 3, "cells": 4, "points": 5},
    "silver-titan": {"steps": {"4": 5, "5": 10, "6": 15}},
    "real-estate-mogul": {"buildings": 2, "steps": {"4": 5, "5": 10}},
}
"""The numbers that the texts state for each challenge."""


def _stated_of_challenges(data: Any) -> list[tuple[Path, str, Any, Any]]:
    return [
        (("challenges", "challenges", i, told), f"{told} of {one['id']}", _plain(one[told]), _plain(right))
        for i, one in usable(get(data, "challenges", "challenges"))
        for told, right in _CARDS.get(one.get("id"), {}).items()
        if told in one
    ]


def _plain(told: Any) -> Any:
    """Steps in words, in order; a number as it is."""
    return ", ".join(f"{least}: {told[least]}" for least in sorted(told, key=int)) if isinstance(told, dict) else told


def _told_of_lots(notes: Notes, data: Any) -> list[tuple[Path, str, Any, Any]]:
    """Thirteen lots a district, and of them a few large ones, the same number in each."""
    plan, districts = get(data, "board", "map"), get(data, "districts", "districts")
    if (
        plan is None
        or UNUSABLE in plan
        or not all_read(notes, ("districts", "districts"), districts, "character", "start")
    ):
        return []
    words = Counter(word for row in plan for word in row.split())
    told: list[tuple[Path, str, Any, Any]] = []
    large = []
    for i, one in enumerate(districts):
        sizes = [count for word, count in words.items() if word[0] == one["sign"] and is_number(word[1:])]
        told.append((("districts", "districts", i), f"lots of {one['id']}", len(sizes), 13))
        large.append(sizes.count(LARGE))
    if max(large, default=0) - min(large, default=0) > 1 or max(large, default=0) > 6:
        told.append((("board", "map"), "large lots by district", _listed(large), "a few, as many in each"))
    return told


def _told_of_tiles(notes: Notes, data: Any) -> list[tuple[Path, str, Any, Any]]:
    """Six tiles of each technology, within the sizes and points that are told; the tallest legendary is known."""
    tiles, legendaries = get(data, "tiles", "tiles"), get(data, "legendaries", "tiles")
    told: list[tuple[Path, str, Any, Any]] = []
    path: Path = ("tiles", "tiles")
    if all_read(notes, path, tiles, "id", "title"):
        for word in TECHNOLOGIES:
            of_it = [one for one in tiles if one["technology"] == word]
            told.append((path, f"{word} tiles", len(of_it), 6))
        irregular = 0
        for i, one in enumerate(tiles):
            shape = shape_of(one["shape"])
            irregular += Tile("", "", Technology.BRONZE, 0, shape).irregular
            if not 2 <= len(shape) <= 6:
                told.append(((*path, i, "shape"), "cells of a tile", len(shape), "2 to 6"))
            if not 2 <= one["points"] <= 8:
                told.append(((*path, i, "points"), "points of a tile", one["points"], "2 to 8"))
        if irregular < 5:
            told.append((path, "tiles that are no rectangles", irregular, "at least 5"))
        bronze = [(len(shape_of(one["shape"])), one["points"]) for one in tiles if one["technology"] == "bronze"]
        if bronze:
            told.append((path, "cells and points of the smallest bronze tile", min(bronze), (2, 2)))
    if all_read(notes, ("legendaries", "tiles"), legendaries, "id", "title") and legendaries:
        last = legendaries[-1]
        found = len(shape_of(last["shape"])), last["points"]
        where: Path = ("legendaries", "tiles", len(legendaries) - 1)
        told.append((where, "cells and points of the tallest legendary", found, (9, 13)))
        ids = ", ".join(one.get("id", "?") for one in legendaries)
        right = "park-row, singer, metropolitan-life, woolworth"
        if not notes.within("legendaries", "tiles"):
            told.append((("legendaries", "tiles"), "legendaries from the lowest", ids, right))
    return told
