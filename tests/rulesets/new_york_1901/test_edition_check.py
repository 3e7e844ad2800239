"""Edition files with mistakes: every one is named, at its line, in words that say what would be right."""

from __future__ import annotations

import pytest

from rulesets.editing import line_of
from towerup.kernel.editions import EditionError
from towerup.rulesets.new_york_1901.box.edition import SHELF, edition_from_toml

WHOLE = SHELF.text("standard")
SMALL = SHELF.text("quarter")
ROW = '  "R1  R1  R1  b   R2  R3  R4  R4  B1  n   R5  R5  R6  R6",'


def problems(text: str, *changes: tuple[str, str]) -> dict[str, int | None]:
    """The mistakes of an edition with some texts changed, each with its line."""
    for old, new in changes:
        assert text.count(old) >= 1, old
        text = text.replace(old, new, 1)
    with pytest.raises(EditionError) as caught:
        edition_from_toml(text)
    return {str(one): one.place.line if one.place else None for one in caught.value.problems}


@pytest.mark.parametrize(
    "old, new, told",
    [
        (ROW, ROW.replace("R6  R6", "R6  R6  R6"), "15 squares in this row, but 14"),
        ('"R7  R8  R8  b ', '"R7  R8  X8  b ', "'X8' in column c is no lot"),
        ('"R7  R8  R8  b ', '"R7  R8  .   b ', "lot R8 has 1 cell; a lot has 2 or 3"),
        ('"R7  R8  R8  b ', '"R8  R7  R8  b ', "the cells of lot R8 do not hang together"),
        ("R10 R11 B2  B3", "R10 R11 R14 B3", "lots of red: 14, but the whole game has 13"),
        ('sign = "R", start = "R12"', 'sign = "R", start = "R1"', "lot R1 has 3 cells; one starts on 2"),
        ('sign = "R", start = "R12"', 'sign = "R", start = "B2"', "the map has no lot 'B2' of this district"),
        ('sign = "R", start = "R12"', 'sign = "R", start = "R4"', "lot R4 has no side on a street or a park"),
        ('without = { 2 = "pink" }', 'without = { 2 = "mauve" }', "there is no district 'mauve'"),
        ('without = { 2 = "pink" }', 'without = { 2 = "red" }', "left out with two players: red"),
        ("in_play = 3", "in_play = 6", "6 streets in play, but there are only 5"),
        ('id = "wall", sign = "w"', 'id = "wall", sign = "z"', "street 'z' is not on the map"),
        ('id = "wall", sign = "w"', 'id = "cedar", sign = "w"', "the street 'cedar' is there already"),
        ("players = [2, 3, 4]", "players = [2, 3]", "numbers of players: 2 3, but the whole game has 2 3 4"),
        ('colours = ["brown", "green", "yellow", "blue"]', 'colours = ["brown", "green"]', "2 colours for 4 players"),
        ("workers = 4", "workers = 5", "workers of a colour: 5, but the whole game has 4"),
        ("cards = 4\n\n[technology]", "cards = 3\n\n[technology]", "3 cards in the market for 4"),
        ("gold = 18", "gold = 5", "gold from 5 points, but silver from 6"),
        ('points = 2, shape = ["##"] }', 'points = 9, shape = ["##"] }', "points of a tile: 9, but the whole game has 2 to 8"),
        ('technology = "bronze", points = 4, shape = ["####"]', 'technology = "silver", points = 4, shape = ["####"]',
         "bronze tiles: 5, but the whole game has 6"),
        ('shape = ["####"]', 'shape = ["##.##"]', "the cells of the shape do not hang together"),
        ('shape = ["####"]', 'shape = ["##?#"]', "a shape is rows of one length"),
        ('shape = ["####"]', 'shape = ["#######"]', "cells of a tile: 7, but the whole game has 2 to 6"),
        ('start = ["##"]', 'start = ["###"]', "the starting building covers 2 cells, not 3"),
        ('id = "bronze-row-4"', 'id = "bronze-row-3"', "the tile 'bronze-row-3' is there already"),
        ('id = "singer"', 'id = "bronze-row-3"', "the tile 'bronze-row-3' is there already"),
        ('points = 13, shape = ["###", "###", "###"]', 'points = 12, shape = ["###", "###", "###"]',
         "cells and points of the tallest legendary: (9, 12)"),
        ("unbuilt = 4", "unbuilt = 18", "the end comes with 18 tiles left, but a player has 18"),
        ('title = "Gold Tycoon", buildings = 2, points = 3', 'title = "Gold Tycoon", buildings = 2', "needs 'points'"),
        ('title = "Gold Prestige", points = 1', 'title = "Gold Prestige", points = 1, cells = 2', "has no 'cells'"),
        ('{ id = "gold-prestige", title', '{ id = "gold-tycoon", title', "the challenge 'gold-tycoon' is there already"),
        ('title = "Gold Tycoon", buildings = 2, points = 3', 'title = "Gold Tycoon", buildings = 2, points = 4',
         "points of gold-tycoon: 4, but the whole game has 3"),
        ('title = "Bronze Baron", steps = { 4 = 5, 5 = 10, 6 = 15 }', 'title = "Bronze Baron", steps = { 4 = 15, 5 = 10 }',
         "for more there must be more points"),
        ('title = "Silver Titan (mini-expansion)", steps = { 4 = 5,', 'title = "Silver Titan (mini-expansion)", steps = { 4 = 6,',
         "steps of silver-titan: 4: 6, 5: 10, 6: 15, but the whole game has 4: 5, 5: 10, 6: 15"),
        ('id = "park-row"', 'id = "parkrow"', "legendaries from the lowest: parkrow, singer"),
        ('technology = "gold", points = 5', 'technologie = "gold", points = 5', "did you mean 'technology'?"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_at_its_line(old: str, new: str, told: str) -> None:
    """Among all that are found, on the line where it is or where what it belongs to begins."""
    found = problems(WHOLE, (old, new))
    matching = [(words, line) for words, line in found.items() if told in words]
    assert matching, found
    changed = WHOLE.replace(old, new, 1)
    assert all(line is not None and 1 <= line <= len(changed.splitlines()) for _, line in matching)


def test_lots_that_nobody_can_build_on() -> None:
    """For two players alone, where the district around them is left out: the lot is named."""
    text = SMALL.replace("Y4 G3 G2", "G3 Y4 G2")
    found = problems(text)
    assert any("with 2 players nothing can be built on lot Y4" in words for words in found), found
    assert not any("with 3 players" in words for words in found)


def test_many_mistakes_at_once() -> None:
    """All are told in one go, in the order of the file."""
    found = problems(
        WHOLE, ("in_play = 3", "in_play = 6"), ("workers = 4", "workers = 5"), ("unbuilt = 4", "unbuilt = 5")
    )
    lines = [line for line in found.values() if line is not None]
    assert len(found) >= 4
    assert lines == sorted(lines)
    assert line_of(WHOLE, "workers = 4") in lines


def test_another_game_need_not_have_the_numbers_of_the_whole_one() -> None:
    """Without the claim, five workers are as good as four."""
    text = WHOLE.replace("whole = true\n", "").replace("workers = 4", "workers = 5").replace('"standard"', '"mine"')
    assert edition_from_toml(text).workers == 5
