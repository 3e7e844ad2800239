"""Every mistake in an edition file is named at its line, in words a player understands, and none is made up."""

from __future__ import annotations

from importlib import resources

import pytest

from rulesets.editing import Told, edited, just_these, line_of, lines_told
from towerup.kernel.edition_files import problems_of
from towerup.kernel.editions import EditionError
from towerup.rulesets.projekt_skyline.box.cards import Kind
from towerup.rulesets.projekt_skyline.box.edition import SHELF
from towerup.rulesets.projekt_skyline.box.edition_check import problems_in

EDITIONS = resources.files("towerup.rulesets.projekt_skyline") / "editions"
TEXTS = {name: (EDITIONS / f"{name}.toml").read_text(encoding="utf-8") for name in SHELF.names}
VILLAGE, WHOLE = TEXTS["village"], TEXTS["standard"]


def told(text: str) -> list[tuple[int | None, str]]:
    """The lines and words of all the mistakes that are found."""
    return lines_told(problems_of(text, problems_in))


def check(text: str, *expected: Told) -> None:
    """Just these mistakes are found."""
    just_these(text, problems_of(text, problems_in), *expected)


# What stands in the village, what is written instead, what is said of it; and where, if not at the new piece.
MISTAKES: dict[str, tuple[str, str, str] | tuple[str, str, str, str]] = {
    # the file
    "another format": ('"towerup-edition"', '"towerup-game"', "'towerup-game' is not offered; choose 'towerup-edition'"),
    "another version": ("version = 1", "version = 2", "2 is not offered; choose 1"),
    "another game": ('"projekt-skyline"', '"tower-up"', "'tower-up' is not offered; choose 'projekt-skyline'"),
    "name of two words": (
        '"village"', '"my village"', "a name of plain letters, digits and hyphens is wanted, not 'my village'",
    ),
    "empty title": ('"A village"', '" "', "a text is wanted, not ' '"),
    "provenance": (
        'provenance = "reconstructed"\nstart', 'provenance = "guessed"\nstart',
        "'guessed' is not offered; choose 'stated' or 'reviewed' or 'reconstructed'",
    ),
    "unknown part": ("[dice]", "[dise]", "'dise' means nothing here; did you mean 'dice'?"),
    # the board
    "one column": ("columns = 5", "columns = 1", "a whole number from 2 to 9 is wanted, not 1"),
    "ten rows": ("rows = 4", "rows = 10", "a whole number from 2 to 9 is wanted, not 10"),
    "unknown cell in the centre": (
        'centre = ["B2",', 'centre = ["Z2",', "there is no cell 'Z2'; there is A1, B1, C1, D1, E1, A2, B2, C2 …",
    ),
    "cell twice in the centre": ('centre = ["B2", "C2",', 'centre = ["B2", "B2",', "the cell 'B2' is there already"),
    "too few cells in the centre": (
        '["B2", "C2", "D2", "B3", "C3", "D3"]', '["B2", "C2", "D2"]',
        "3 cells in the centre for the first skyscrapers of 4 players",
    ),
    "start on a street": ('start = "NW"', 'start = "N-1"', "'N-1' is not offered; choose 'NW' or 'NE' or 'SE' or 'SW'"),
    # pieces
    "colour twice": ('"blue", "yellow"]', '"blue", "red"]', "the colour 'red' is there already"),
    "colour in capitals": ('"blue", "yellow"]', '"blue", "Yellow"]', "write the colour in small letters: yellow"),
    "too few colours": ('"blue", "yellow"]', '"blue"]', "3 colours for 4 players"),
    "one colour": ('["green", "red", "blue", "yellow"]', '["green"]', "2 to 7 entries are wanted, not 1"),
    "too few floors": (
        "floors = 5", "floors = 1", "1 floor of a colour, but each player places 2 at the start",
    ),
    "no floors": ("floors = 5", "floors = 0", "a whole number from 1 to 99 is wanted, not 0"),
    "one skyscraper": ("players = { 2 = 5,", "players = { 2 = 1,", "a whole number from 2 to 99 is wanted, not 1"),
    "five players": (
        "3 = 3, 4 = 3 }", "3 = 3, 4 = 3, 5 = 3 }", "'5' is not offered; choose '2' or '3' or '4'",
    ),
    "no players": (
        "players = { 2 = 5, 3 = 3, 4 = 3 }\nsummary = { 3 = 4 }", "players = {}",
        "skyscrapers for 2, 3 or 4 players are wanted, and there are none",
    ),
    "summary for others": (
        "players = { 2 = 5, 3 = 3, 4 = 3 }\nsummary = { 3 = 4 }", "players = { 2 = 5, 4 = 3 }\nsummary = { 3 = 4 }",
        "the edition is not for 3 players", "summary = ",
    ),
    # dice and money
    "no faces": ("white = [1, 2, 3, 6]", "white = []", "1 to 20 entries are wanted, not 0"),
    "face of nothing": ("black = [1, 2, 3, 4]", "black = [0, 2]", "a whole number from 1 to 16 is wanted, not 0"),
    "face too far": ("black = [1, 2, 3, 4]", "black = [17]", "a whole number from 1 to 16 is wanted, not 17"),
    "debt to start with": ("start = 200", "start = -1", "a whole number from 0 to 100000 is wanted, not -1"),
    "two rents": ("rents = [10, 20, 60]", "rents = [10, 20]", "3 entries are wanted, not 2"),
    "bonus in words": ("bonus = 100", 'bonus = "much"', "a whole number from 0 to 100000 is wanted, not 'much'"),
    # the start
    "too many floors at the start": (
        "floors = 2", "floors = 5 # too many", "4 players place 24 pieces at the start, but the board has only 20 cells",
    ),
    # cards
    "card twice": ('{ id = "dice",', '{ id = "Throw",', "the card 'Throw' is there already"),
    "unknown kind": (
        'kind = "shift"', 'kind = "shove"', f"'shove' is not offered; choose {' or '.join(map(repr, map(str, Kind)))}",
    ),
    "no sum": ('kind = "dice", amount = 10', 'kind = "dice"', "a card of the kind 'dice' needs 'amount'"),
    "no steps": (
        'kind = "richest", steps = [6]', 'kind = "richest"', "a card of the kind 'richest' needs 'steps'", 'id = "parade"',
    ),
    "a sum too many": ('kind = "raze"', 'kind = "raze", amount = 5', "a card of the kind 'raze' has no 'amount'"),
    "steps too many": ('kind = "floor"', 'kind = "floor", steps = [1]', "a card of the kind 'floor' has no 'steps'"),
    "step twice": ("steps = [1, 2, 3]", "steps = [1, 2, 1]", "the number of steps '1' is there already"),
    "no step": ("steps = [6]", "steps = [0]", "a whole number from 1 to 16 is wanted, not 0"),
    "no cards of a kind": ("count = 2 }", "count = 0 }", "a whole number from 1 to 99 is wanted, not 0"),
    "too many cards": ("count = 2 }", "count = 99 }", "112 cards in all, but 99 is the most", "cards = ["),
}  # fmt: skip


@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_is_named_once_at_its_line(case: str) -> None:
    """What is wrong is told where it is, and nothing that only follows from it is told as well."""
    old, new, message, *where = MISTAKES[case]
    text = edited(VILLAGE, (old, new))
    check(text, (where[0] if where else new.strip().splitlines()[0], message))


def test_what_is_missing_is_told() -> None:
    """Each part that a file lacks, and each entry of a part."""
    text = edited(
        VILLAGE,
        ("bonus = 100\n", ""),
        ('kind = "throw" }', 'title = "Again" }'),
        ('title = "Throw the white die again and move on", ', ""),
    )
    check(text, ("[money]", "'bonus' is missing"), ('id = "throw"', "'kind' is missing"))


def test_a_card_that_can_always_be_followed_is_wanted() -> None:
    """Else a pile could be gone through for ever."""
    lines = [line for line in VILLAGE.splitlines() if not any(f'kind = "{one}"' in line for one in ALWAYS)]
    kinds = ", ".join(ALWAYS)
    words = f"there must be a card that can always be followed, of one of the kinds {kinds}"
    check("\n".join(lines), ("cards = [", words))


ALWAYS = ("throw", "richest", "poorest", "dice", "tax", "own-tax")


def test_several_mistakes_are_told_at_once_and_in_order() -> None:
    """Whoever mends a file need not check it after each slip."""
    text = edited(
        VILLAGE, ("columns = 5", "columns = 0"), ("bonus = 100", "bonus = -5"), ('kind = "swap"', 'kind = "swop"')
    )
    assert [line for line, _ in told(text)] == [line_of(text, piece) for piece in ("columns", "bonus", "swop")]
    with pytest.raises(EditionError) as caught:
        SHELF.from_toml(text, "mine.toml")
    assert str(caught.value).startswith("mine.toml: 3 mistakes\n  line ")


# --- the whole game

STATED: dict[str, tuple[str, str, str]] = {
    "columns": ("columns = 6", "columns = 7", "columns of cells: 7, but the whole game has 6"),
    "rows": ("rows = 6", "rows = 5", "rows of cells: 5, but the whole game has 6"),
    "centre": ('"C4", "D4"]', '"C4", "D4", "E4"]', "cells in the centre: 5, but the whole game has 4"),
    "colours": ('"blue", "yellow"]', '"blue", "yellow", "pink"]', "colours: 5, but the whole game has 4"),
    "floors": ("floors = 13", "floors = 12", "floors of a colour: 12, but the whole game has 13"),
    "skyscrapers": ("{ 2 = 7,", "{ 2 = 6,", "skyscrapers with 2 players: 6, but the whole game has 7"),
    "white": ("white = [1, 2, 3, 4, 5, 6]", "white = [1, 2, 3]", "faces of the white die: 1 2 3, but the whole game has 1 2 3 4 5 6"),
    "black": ("black = [1, 2, 3, 4, 5, 6]", "black = [6]", "faces of the black die: 6, but the whole game has 1 2 3 4 5 6"),
    "money": ("start = 700", "start = 600", "money to start with: 600, but the whole game has 700"),
    "rents": ("rents = [10, 20, 100]", "rents = [10, 20, 90]", "rents: 10 20 90, but the whole game has 10 20 100"),
    "bonus": ("bonus = 100", "bonus = 50", "bonus for a skyscraper: 50, but the whole game has 100"),
    "start": ("floors = 3", "floors = 2", "floors placed at the start: 2, but the whole game has 3"),
}  # fmt: skip


@pytest.mark.parametrize("case", STATED)
def test_the_whole_game_has_the_numbers_that_the_rulebook_states(case: str) -> None:
    """A file that claims to be the whole game is held to them; another game may have its own."""
    old, new, message = STATED[case]
    text = edited(WHOLE, (old, new) if case != "start" else ('"stated"\nfloors = 3', '"stated"\nfloors = 2'))
    check(text, (new, f"{message} (leave out whole = true for another game)"))
    assert told(edited(text, ("whole = true\n", ""))) == []


def test_the_whole_game_has_all_kinds_of_card_and_twenty_of_them() -> None:
    """How many of each no text says, so any mixture will do."""
    line = next(one for one in WHOLE.splitlines() if 'id = "throw"' in one)
    text = edited(WHOLE, (f"{line}\n", ""))
    leave = "(leave out whole = true for another game)"
    check(
        text,
        ("cards = [", f"action cards: 19, but the whole game has 20 {leave}"),
        ("cards = [", f"kinds of card that are missing: throw, but the whole game has none {leave}"),
    )
    other = edited(
        WHOLE,
        ('kind = "throw", count = 1', 'kind = "throw", count = 2'),
        ('kind = "raze", count = 2', 'kind = "raze", count = 1'),
    )
    assert told(other) == []
