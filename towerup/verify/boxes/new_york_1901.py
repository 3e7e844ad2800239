"""Boxes of New York 1901: blocks of lots between streets, tiles, cards and challenges, always such that they can be played."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from hypothesis import strategies as st

from towerup.kernel.canonical import decode, encode
from towerup.rulesets.new_york_1901.actions import Acquire, Action, Boom, Build, Deal, End, Give, Grab, Rebuild, Shift
from towerup.rulesets.new_york_1901.box.challenges import KINDS, TELLS
from towerup.rulesets.new_york_1901.box.edition import Edition, edition_from_data
from towerup.rulesets.new_york_1901.box.tiles import TECHNOLOGIES
from towerup.rulesets.new_york_1901.state import State

LEANINGS = (Acquire, Build, Rebuild)
"""Some buy land and run out of workers, some build on all they have, some pull down what stands."""

COLOURS = ("brown", "green", "yellow", "violet", "white")
DISTRICTS = (("red", "R"), ("blue", "B"), ("green", "G"), ("pink", "P"))
SHAPES = (["##"], ["###"], ["##", "#."], ["##", "##"], ["####"], ["#.", "#.", "##"], ["#####"], ["#.", "##", "##"])
_MADE = "reconstructed"


def _rising(steps: dict[int, int]) -> dict[str, int]:
    """Steps as a file has them, with more points for more."""
    points = 0
    return {str(least): (points := points + 1 + steps[least]) for least in sorted(steps)}


# Lots of a block two squares high, by how wide a stretch they fill: the same word is the same lot.
_STRETCHES: dict[int, list[tuple[str, str]]] = {
    1: [("a", "a")],
    2: [("aa", "bb")],
    3: [("aaa", "bbb"), ("aab", "abb")],
}


@st.composite
def blocks(draw: st.DrawFn, width: int) -> list[list[str]]:
    """A block between two streets: one row or two of squares, each with the word of its lot, as yet without a district."""
    high, lots = draw(st.integers(1, 2)), 0
    rows: list[list[str]] = [[], []]
    while left := width - len(rows[0]):
        if high == 1:
            # A single square is no lot: what is left is never one.
            long = draw(st.sampled_from([size for size in (2, 3) if left - size != 1 and size <= left]))
            stretch = ("a" * long, "a" * long)
        else:
            stretch = draw(st.sampled_from(_STRETCHES[draw(st.integers(1, min(3, left)))]))
        for row, words in zip(rows, stretch, strict=True):
            row += [str(lots + ord(word) - ord("a")) for word in words]
        lots += len({*"".join(stretch)})
    return rows[:high]


@st.composite
def maps(draw: st.DrawFn) -> tuple[list[list[str]], int]:
    """Blocks with a street above and below each, and how many streets there are: squares are streets, a park, or lots by number."""
    width = draw(st.integers(4, 7))
    plan: list[list[str]] = []
    lots = 0
    bands = draw(st.integers(2, 3))
    streets = draw(st.integers(1, bands + 1))
    for band in range(bands + 1):
        plan.append(["abcd"[band % streets]] * width)
        if draw(st.booleans()):
            plan[-1][draw(st.integers(1, width - 1))] = "*"
        if band < bands:
            block = draw(blocks(width))
            plan += [[str(lots + int(word)) for word in row] for row in block]
            lots += 1 + max(int(word) for row in block for word in row)
    return plan, streets


def _lots(plan: list[list[str]], size: int) -> list[str]:
    """The lots of so many squares, by number."""
    squares = [word for row in plan for word in row if word.isdecimal()]
    return [lot for lot in dict.fromkeys(squares) if squares.count(lot) == size]


def _has_room(made: tuple[list[list[str]], int]) -> bool:
    """Whether two can start, each on a small lot, and there is land left for a market."""
    plan, _ = made
    return len(_lots(plan, 2)) >= 2 and len(_lots(plan, 2)) + len(_lots(plan, 3)) >= 4


@st.composite
def challenges(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Some of the kinds of challenge, with what must be told of each."""
    told = {
        "points": st.integers(0, 9),
        "buildings": st.integers(1, 3),
        "cells": st.integers(2, 4),
        "steps": st.dictionaries(st.integers(1, 4), st.integers(0, 9), min_size=1).map(_rising),
    }
    kinds = draw(st.lists(st.sampled_from(list(KINDS)), unique=True, max_size=4))
    return [
        {"id": kind, "title": f"The challenge {kind}"} | {key: draw(told[key]) for key in TELLS[KINDS[kind]]}
        for kind in kinds
    ]


@st.composite
def editions(draw: st.DrawFn) -> Edition:
    """An edition that can be played, with a board, tiles, cards and challenges of its own."""
    plan, streets = draw(maps().filter(_has_room))
    small, large = _lots(plan, 2), _lots(plan, 3)
    number = draw(st.integers(2, min(4, len(small))))
    signs = [sign for _, sign in DISTRICTS[:number]]
    # Small lots in turn, so that each district has one to start on; the others as it comes.
    of_lot = {lot: signs[n % number] for n, lot in enumerate(small)} | {
        lot: draw(st.sampled_from(signs)) for lot in large
    }
    names: dict[str, str] = {}
    for lot, sign in of_lot.items():
        names[lot] = f"{sign}{1 + sum(one.startswith(sign) for one in names.values())}"
    most = draw(st.integers(2, min(number, len(of_lot) // 2)))
    players = sorted(draw(st.sets(st.integers(2, most))) | {most})
    tiles = [
        (["##"], "bronze"),
        *draw(st.lists(st.tuples(st.sampled_from(SHAPES), st.sampled_from(list(TECHNOLOGIES))), max_size=7)),
    ]
    silver, expert = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    data = {
        "format": "towerup-edition",
        "version": 1,
        "game": "new-york-1901",
        "name": "drawn",
        "title": "An edition drawn for a test",
        "board": {"provenance": _MADE, "map": [" ".join(names.get(word, word) for word in row) for row in plan]},
        "districts": {
            "provenance": _MADE,
            "districts": [
                {"id": id, "sign": sign, "start": names[next(lot for lot in small if of_lot[lot] == sign)]}
                for id, sign in DISTRICTS[:number]
            ],
        },
        "streets": {
            "provenance": _MADE,
            "in_play": draw(st.integers(1, streets)),
            "points": draw(st.integers(0, 5)),
            "streets": [{"id": f"street-{sign}", "sign": sign, "title": f"Street {sign}"} for sign in "abcd"[:streets]],
        },
        "pieces": {
            "provenance": _MADE,
            "colours": list(COLOURS[: draw(st.integers(most, len(COLOURS)))]),
            "players": players,
            "workers": draw(st.integers(1, 4)),
        },
        "market": {"provenance": _MADE, "cards": draw(st.integers(most, min(5, len(of_lot) - most)))},
        "technology": {
            "provenance": _MADE,
            "silver": silver,
            "gold": silver + draw(st.integers(0, 4)),
            "expert_silver": expert,
            "expert_gold": expert + draw(st.integers(0, 4)),
        },
        "tiles": {
            "provenance": _MADE,
            "start": ["##"],
            "tiles": [
                {"id": f"{technology}-{n}", "technology": technology, "points": draw(st.integers(0, 6)), "shape": shape}
                for n, (shape, technology) in enumerate(tiles, start=1)
            ],
        },
        "legendaries": {
            "provenance": _MADE,
            "tiles": [
                {"id": f"legend-{n}", "title": f"Legend {n}", "points": draw(st.integers(0, 9)), "shape": shape}
                for n, shape in enumerate(draw(st.lists(st.sampled_from(SHAPES), max_size=2)), start=1)
            ],
        },
        "ending": {
            "provenance": _MADE,
            "unbuilt": draw(st.integers(0, len(tiles) - 1)),
            "unused_card": draw(st.integers(0, 3)),
        },
        "challenges": {"provenance": _MADE, "challenges": draw(challenges())},
    }
    return _edition_of(encode(data))


@lru_cache(maxsize=128)
def _edition_of(data: bytes) -> Edition:
    """The edition with these contents, checked once: a failing game is tried again and again with the same box."""
    return edition_from_data(decode(data))


@st.composite
def options(draw: st.DrawFn, edition: Edition, players: int) -> dict[str, Any]:
    """Who starts where, which streets and which challenge count, and whether experts play."""
    left_out = edition.without.get(players)
    districts = [one.id for one in edition.board.districts if one.id != left_out]
    streets = [one.id for one in edition.board.streets]
    return {
        "characters": draw(st.permutations(districts))[:players],
        "streets": draw(st.permutations(streets))[: edition.streets_in_play],
        "challenge": draw(st.sampled_from([None, *(one.id for one in edition.challenges)])),
        "expert": draw(st.booleans()),
    }


def strange_actions(state: State) -> st.SearchStrategy[Action]:
    """Tiles on cells far apart, too many of them or none, lots and tiles that no edition has."""
    setup, edition = state.setup, state.setup.edition
    cells = st.lists(st.sampled_from([*setup.board.cells, "z99", ""]), max_size=6)
    lot, tile = (
        st.sampled_from([*setup.board.lots, "Q1"]),
        st.sampled_from([*edition.tiles, "shed"]),
    )
    card = st.sampled_from([*setup.board.cards, "red-4"])
    return st.one_of(
        st.builds(Deal, card),
        st.builds(Acquire, lot),
        st.builds(Give, lot),
        st.builds(Build, tile, cells),
        st.builds(Rebuild, tile, cells),
        st.sampled_from([Shift(), Grab(), Boom(), End()]),
    )
