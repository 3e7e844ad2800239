"""Every mistake in an edition file is named at its line, in words a player understands, and none is made up."""

from __future__ import annotations

import copy
import datetime as dt
import json
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

import towerup as tu
from rulesets.editing import Edit, Told, edited, just_these, line_of, lines_told
from towerup.kernel.editions import EditionError
from towerup.kernel.places import Place
from towerup.rulesets.tower_up.box.edition import SHELF, load_edition
from towerup.rulesets.tower_up.box.edition_check import problems_in, problems_of
from towerup.rulesets.tower_up.objectives import KINDS

TEXTS = {name: SHELF.text(name) for name in ("tiny", "small", "reconstruction")}
TINY, SMALL, WHOLE = TEXTS.values()


def found(text: str) -> list[tuple[int | None, str]]:
    """The lines and words of all the mistakes that are found."""
    return lines_told(problems_of(text))


def check(text: str, *expected: Told) -> None:
    """Just these mistakes are found."""
    just_these(text, problems_of(text), *expected)


# --- one mistake alone

# What stands in the small town, what is written instead, what is said of it; and where, if not at the new piece.
MISTAKES: dict[str, tuple[str, str, str] | tuple[str, str, str, str]] = {
    # the file
    "another format": ('"towerup-edition"', '"towerup-game"', "'towerup-game' is not offered; choose 'towerup-edition'"),
    "another version": ("version = 1", "version = 2", "2 is not offered; choose 1"),
    "version as a fraction": ("version = 1", "version = 1.0", "1.0 is not offered; choose 1"),
    "version as a truth": ("version = 1", "version = true", "true is not offered; choose 1"),
    "name of two words": (
        '"small"', '"small town"', "a name of plain letters, digits and hyphens is wanted, not 'small town'",
    ),
    "empty title": ('"A small town"', '" "', "a text is wanted, not ' '"),
    "provenance": (
        'provenance = "reconstructed"\nlimit', 'provenance = "guessed"\nlimit',
        "'guessed' is not offered; choose 'stated' or 'reviewed' or 'reconstructed'",
    ),
    # the box
    "too few floors": (
        "grey = 8, white", "grey = 4, white",
        "4 grey floors are too few: each of 4 players starts with one, and one is wanted to start",
    ),
    "too many floors": ("grey = 8, white", "grey = 64, white", "a whole number from 1 to 63 is wanted, not 64"),
    "too many floors in all": (
        "black = 9, grey = 8", "black = 63, grey = 63", "143 floors in all, but 126 is the most",
    ),
    "roof colour twice": ('"orange", "green"', '"orange", "Blue"', "the roof colour 'Blue' is there already"),
    "too few roof colours": ('"orange", "green"', '"orange"', "3 roof colours for 4 players"),
    "stock limit": (
        "limit = 6", "limit = 3", "a stock starts with 4 floors, one of each colour: more than the limit of 3",
    ),
    "worth that falls": (
        "[0, 1, 2, 4, 7]", "[0, 1, 2, 1, 7]", "1 Millions after 2: going on must not lose money",
    ),
    "cone that falls": ("[1, 3, 5]", "[1, 3, 2]", "2 Millions after 3: going on must not lose money"),
    "star beyond the track": ("[1, 3]\n", "[1, 5]\n", "a star after 5 steps, but the track has only 4"),
    "stars that go back": ("[1, 3]\n", "[3, 1]\n", "star columns go forward: 1 after 3"),
    "chips too few": ("4 = [5, 3, 2, 2]", "4 = [5, 3, 2]", "4 players can each take one: 4 chips, not 3"),
    "chips that rise": ("2 = [5, 2]", "2 = [2, 5]", "chips are listed from the highest down"),
    "chips for five": (
        "4 = [5, 3, 2, 2]", "4 = [5, 3, 2, 2], 5 = [5, 3]", "'5' is not offered; choose '2' or '3' or '4'",
    ),
    "no starting floors for two": (
        "{ 2 = 4, 3 = 3, 4 = 2 }", "{ 3 = 3, 4 = 2 }", "nothing is said for 2 players, who have chips",
    ),
    "too few starting floors": (
        "3 = 3, 4 = 2 }", "3 = 3, 4 = 1 }", "1 starting floor at most, but each of the 2 market cards gives one",
    ),
    "too many starting floors": ("{ 2 = 4,", "{ 2 = 10,", "10 starting floors, but the deck has only 9 cards"),
    # objectives and cards
    "too few START objectives": ("in_play = 2", "in_play = 3", "2 START objectives, but a game has 3", "cards = [  #"),
    "objectives in play": ("in_play = 2", "in_play = 11", "a whole number from 1 to 10 is wanted, not 11"),
    "objective twice": ('{ id = "lake"', '{ id = "Park"', "the objective 'Park' is there already"),
    "unknown kind": (
        'kind = "double"', 'kind = "doubles"',
        f"'doubles' is not offered; choose {' or '.join(map(repr, KINDS))}",
    ),
    "objective that lacks a number": (
        'kind = "double", count = 1', 'kind = "double"', "an objective of the kind 'double' needs 'count'",
    ),
    "objective that lacks a colour": (
        'kind = "colour", colour = "brown"', 'kind = "colour"', "an objective of the kind 'colour' needs 'colour'",
    ),
    "objective with a number too many": (
        'kind = "districts"', 'kind = "districts", count = 4', "an objective of the kind 'districts' has no 'count'",
    ),
    "objective of an unknown colour": (
        'colour = "brown", count = 2', 'colour = "brwn", count = 2', "there is no colour 'brwn'; near it: brown",
    ),
    "level twice": ("levels = [1, 2, 3]", "levels = [1, 2, 2]", "the level '2' is there already"),
    "unknown colour on a card": (
        '"black", "white", "white"]', '"blakc", "white", "white"]', "there is no colour 'blakc'; near it: black",
    ),
    "multicolour vehicle": (
        '["black", "black"], bottom', '["black", "any"], bottom',
        "there is no colour 'any'; there is black, grey, white, brown",
    ),
    "bottom not on the card": (
        'bottom = "brown"', 'bottom = "white" }, #', "the bottom, white, is not one of the card's own floors",
    ),
    "no floor on a card": ('floors = ["any", "any"]', "floors = []", "1 to 9 entries are wanted, not 0"),
    "no cards of a kind": ("count = 2 },\n  { floors", "count = 0 },\n  { floors", "a whole number from 1 to 99 is wanted, not 0", "count = 0"),
    # sites
    "site twice": ("sites = [\n", 'sites = [\n  { id = "b1", district = "A", at = [9, 9] },\n', "the site 'B1' is there already", 'id = "B1"'),
    "site too far right": ("at = [430, 80]", "at = [501, 80]", "site B2 lies outside the board, which is 500 by 400"),
    "site too far down": ("at = [430, 350]", "at = [430, 401]", "site D3 lies outside the board, which is 500 by 400"),
    "site in the negative": ("at = [50, 50]", "at = [50, -1]", "a whole number from 0 to 100000 is wanted, not -1"),
    "same place": ("at = [170, 50]", "at = [50, 50]", "site A2 lies where A1 is", 'id = "A2"'),
    "unknown district": (
        'id = "A2", district = "A"', 'id = "A2", district = "X"', "there is no district 'X'; there is A, B, C, D",
    ),
    # roads
    "unknown site in a road": (
        '["A1", "A2"]', '["A1", "A9"]', "there is no site 'A9'; there is A1, A2, A3, B1, B2, B3, C1, C2 …",
    ),
    "road to itself": ('["A1", "A2"]', '["A1", "A1"]', "a road from A1 to itself"),
    "doubled road": ('["D1", "D2"]', '["D3", "D2"]', "the road from D3 to D2 is there already"),
    "crossing roads": ('["D1", "D2"]', '["B2", "D1"]', "the road from B2 to D1 crosses the one from B3 to D2"),
    "road of three sites": ('["D1", "D2"]', '["D1", "D2", "D3"]', "2 entries are wanted, not 3"),
    "cut-off site": (
        '["C1", "C3"],\n  ["C2", "C3"], ', "", "no road leads from the rest of the board to C3", 'id = "C3"',
    ),
    # districts, parks and lakes
    "district count": (
        '"Bridge", grey = false, sites = 3', '"Bridge", grey = false, sites = 4', "district B has 3 sites, not 4",
    ),
    "district without sites": (
        '  { id = "B", name', '  { id = "E", name = "Empty" },\n  { id = "B", name', "district E has no site",
    ),
    "district twice": (
        '  { id = "B", name', '  { id = "a", name = "Again" },\n  { id = "B", name', "the district 'a' is there already",
    ),
    "unknown site in a park": (
        'sites = ["A2", "A3",', 'sites = ["A2", "park",',
        "there is no site 'park'; there is A1, A2, A3, B1, B2, B3, C1, C2 …",
    ),
    "unknown site on a lake": (
        'sites = ["B2", "B3", "D2",', 'sites = ["B2", "BB2", "D2",', "there is no site 'BB2'; near it: B2",
    ),
    "site twice on a lake": ('"D2", "B1"]', '"D2", "B2"]', "the site 'B2' is there already"),
    "corner outside": ("[[190, 100]", "[[190, 1000]", "this corner lies outside the board, which is 500 by 400"),
    "outline of two corners": (
        "[[330, 100], [400, 120], [410, 180], [350, 160]]", "[[330, 100], [400, 120]]",
        "at least 3 entries are wanted, not 2",
    ),
    "lake twice": ("lakes = [", 'lakes = [\n  { name = "mere", sites = ["A1"] },', "the lake 'Mere' is there already", '"Mere"'),
    # players
    "no players": ("players = [2, 3, 4]", "players = []", "1 to 3 entries are wanted, not 0"),
    "no board for four": ("players = [2, 3, 4]", "players = [2, 3]", "no board is for 4 players", "[boards.town]"),
    "five players": ("players = [2, 3, 4]", "players = [2, 3, 5]", "5 is not offered; choose 2 or 3 or 4"),
}  # fmt: skip


@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_is_named_once_at_its_line(case: str) -> None:
    """What is wrong is named where it is, and nothing that only follows from it is named as well."""
    old, new, message, *where = MISTAKES[case]
    text = edited(edited(SMALL, ("in_play = 2\ncards = [", "in_play = 2\ncards = [  # START")), (old, new))
    check(text, (where[0] if where else new.strip().splitlines()[0], message))


@pytest.mark.parametrize(
    "named, message",
    [
        ("any = 9", "'any' means a multicolour floor and cannot be a colour's name"),
        ("Red = 9", "write the colour in small letters: red"),
        ('"light red" = 9', "a name of plain letters, digits and hyphens is wanted, not 'light red'"),
    ],
)
def test_some_names_are_not_for_colours(named: str, message: str) -> None:
    """`any` is taken, and cards are named by the small letters of the colours."""
    check(edited(SMALL, ("brown = 9 }", f"brown = 9, {named} }}"), ("each = 4", "each = 5")), (named, message))


@pytest.mark.parametrize("colours", ["{}", "{ black = 9 }", "{ a = 9, b = 9, c = 9, d = 9, e = 9, f = 9, g = 9 }"])
def test_two_to_six_colours_of_floors(colours: str) -> None:
    """A box has at least two colours; the counts of a stock have room for six."""
    text = edited(SMALL, ("{ black = 9, grey = 8, white = 8, brown = 9 }", colours))
    line, number = line_of(text, f"colours = {colours}"), colours.count("=")
    assert (line, f"2 to 6 colours of floors are wanted, not {number}") in found(text)


def test_the_market_cannot_be_larger_than_the_deck() -> None:
    """The starting floors, which the market's cards give, are then too few as well."""
    text = edited(SMALL, ("cards = 2\n", "cards = 10\n"), ("{ 2 = 4, 3 = 3, 4 = 2 }", "{ 2 = 9, 3 = 9, 4 = 9 }"))
    few = "9 starting floors at most, but each of the 10 market cards gives one"
    check(text, ("cards = 10", "10 cards in the market, but the deck has only 9"), *[("{ 2 = 9", few)] * 3)


def test_there_must_be_as_many_objectives_as_are_in_play() -> None:
    """That too few of them are START cards is then not named as well."""
    text = edited(TINY, ("in_play = 1", "in_play = 3"))
    check(text, ("in_play = 3", "3 objectives are in play, but there are only 2"))


def test_too_many_cards_of_one_kind() -> None:
    """Cards are counted by what they show, whatever their bottoms."""
    more = '{ floors = ["black", "grey"], vehicles = ["brown", "white"], bottom = "grey", count = 99 }'
    text = edited(SMALL, ("]\n\n[boards", f"  {more},\n  {more},  # too many\n]\n\n[boards"))
    check(text, ("# too many", "199 cards that show the same, but 127 is the most"))


def test_no_chips_for_a_number_of_players() -> None:
    """Who is provided for elsewhere but has no chips is named at those places."""
    text = edited(SMALL, (", 4 = [5, 3, 2, 2] }", " }"))
    words = "there are no chips for 4 players"
    check(text, ("most = {", words), ("players = [2, 3, 4]", words))
    check(
        edited(SMALL, ("{ 2 = [5, 2], 3 = [5, 3, 2], 4 = [5, 3, 2, 2] }", "{}")),
        ("players = {}", "chips for 2, 3 or 4 players are wanted, and there are none"),
    )


def test_two_boards_for_the_same_players() -> None:
    """Which board is played on must be plain; the second claim is named."""
    _, board = SMALL.split("[boards.town]")
    other = edited(board, ("players = [2, 3, 4]", "players = [4]  # again"))
    check(f"{SMALL}\n[boards.village]{other}", ("# again", "a board for 4 players is there already"))
    check(
        edited(SMALL, ("players = [2, 3, 4]", "players = [2, 3, 3]")),
        ("[boards.town]", "no board is for 4 players"),
        ("[2, 3, 3]", "a board for 3 players is there already"),
    )


def test_a_part_that_no_road_leads_to_is_named_at_its_first_site() -> None:
    """Who forgets roads is shown which sites they should have led to."""
    text = edited(SMALL, ('["A2", "B1"],\n', "\n"), ('["C2", "D1"], ', ""))
    check(text, ('id = "B1"', "no road leads from the rest of the board to B1, B2, B3, D1, D2, D3"))
    text = edited(
        WHOLE,
        ('["C6", "C9"],', ""),
        ('["C5", "C9"],', ""),
        ('["C9", "E3"],', ""),
        ('["C9", "E4"],', ""),
        ('["C8", "C9"],', ""),
    )
    check(text, ('id = "C9"', "no road leads from the rest of the board to C9"))


def test_a_long_list_of_sites_is_cut_short() -> None:
    """Half a board is not listed in full."""
    west = ("A1", "A2", "A3", "A4", "A5", "A6", "D1", "D3", "D4", "D5")
    roads = [road for road in tomllib.loads(WHOLE)["boards"]["half"]["roads"] if (road[0] in west) != (road[1] in west)]
    head, half = WHOLE.split("[boards.half]")
    for one, other in roads:
        half = edited(half, (f'  ["{one}", "{other}"],\n', ""))
    [(_, words)] = found(f"{head}[boards.half]{half}")
    assert words == "no road leads from the rest of the board to A1, A2, A3, A4, A5, A6, D1, D3 and 2 more"


def test_a_road_over_a_third_site_is_named() -> None:
    """A road that seems to pass through a site would be read as two."""
    text = edited(SMALL, ("at = [110, 150]", "at = [110, 50]"), ('["A3", "C2"],', ""))
    check(text, ('["A1", "A2"]', "the road from A1 to A2 runs over A3"))


# --- objectives that nobody can fulfil

NOBODY: dict[str, tuple[tuple[Edit, ...], str, str]] = {
    "colours": (
        (("brown = 9 }", "brown = 9, red = 9, pink = 9 }"), ("each = 4", "each = 5")),
        "all-colours", "it takes 6 roofs, and a player has 5",
    ),
    "park": (
        (('sites = ["A2", "A3", "B1", "B3", "C2", "D1"]', 'sites = ["A2"]'),),
        "park", "only 1 site on a park, not 2",
    ),
    "districts": (
        (
            ('"Docks", grey = false, sites = 3 },', '"Docks" }, { id = "E", name = "End" },'),
            ('id = "D3", district = "D"', 'id = "D3", district = "E"'),
        ),
        "quarters", "it takes 5 roofs, and a player has 4",
    ),
    "lake": ((('sites = ["B2", "B3", "D2", "B1"]', 'sites = ["D3"]'),), "lake", "only 1 site on a lake, not 2"),
    "adjacent": (
        (('kind = "adjacent", count = 3', 'kind = "adjacent", count = 13'), ("each = 4", "each = 13")),
        "three-adjacent", "no 13 sites are joined by roads",
    ),
    "colour": (
        (('colour = "brown", count = 2', 'colour = "brown", count = 6'), ("each = 4", "each = 6")),
        "two-brown", "no 6 sites can all have one colour without being neighbours",
    ),
    "grey": (
        (("counts = [2, 1]", "counts = [1, 4]"), ("each = 4", "each = 5")),
        "grey-quarters", "the grey districts have 3 and 3 sites, not 4 and 1",
    ),
    "borders": (
        (('kind = "borders", count = 2', 'kind = "borders", count = 5'), ("each = 4", "each = 10")),
        "two-borders", "4 borders with a road across, not 5",
    ),
    "double": (
        (('kind = "double", count = 1', 'kind = "double", count = 13'), ("each = 4", "each = 26")),
        "a-double", "fewer than 13 sites have the two roads that a building with two roofs needs",
    ),
    "heights": ((("levels = [1, 2, 3]", "levels = [1, 6]"),), "three-heights", "no building can be higher than 5 floors"),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_an_objective_that_nobody_can_fulfil_is_named(kind: str) -> None:
    """An objective of any kind that a board does not allow is named at the objective, with the reason."""
    edits, name, why = NOBODY[kind]
    check(edited(SMALL, *edits), (f'id = "{name}"', f"nobody can fulfil '{name}' on the town board: {why}"))


TOO_MANY = {
    "park": ("park", "count = 2", "count = 5", 5),
    "lake": ("lake", "count = 2", "count = 5", 5),
    "adjacent": ("three-adjacent", "count = 3", "count = 5", 5),
    "colour": ("two-brown", "count = 2", "count = 5", 5),
    "grey": ("grey-quarters", "[2, 1]", "[3, 2]", 5),
    "borders": ("two-borders", "count = 2", "count = 3", 6),
    "double": ("a-double", "count = 1", "count = 3", 6),
    "heights": ("three-heights", "[1, 2, 3]", "[1, 2, 3, 4, 5]", 5),
}


@pytest.mark.parametrize("kind", TOO_MANY)
def test_an_objective_must_not_take_more_roofs_than_a_player_has(kind: str) -> None:
    """A player of the small town has four roofs."""
    name, old, new, roofs = TOO_MANY[kind]
    [line] = [line for line in SMALL.splitlines() if f'id = "{name}"' in line]
    text = edited(SMALL, (line, line.replace(f", {old}", f", {new}").replace(f"= {old}", f"= {new}")))
    why = f"it takes {roofs} roofs, and a player has 4"
    check(text, (f'id = "{name}"', f"nobody can fulfil '{name}' on the town board: {why}"))


def test_the_grey_objective_wants_two_grey_districts() -> None:
    """One grey district is too few, and three leave open which are meant."""
    words = "nobody can fulfil 'grey-quarters' on the town board: "
    text = edited(SMALL, ('"Abbey", grey = true', '"Abbey", grey = false'))
    check(text, ('id = "grey-quarters"', f"{words}1 grey district, not 2"))
    text = edited(SMALL, ('"Docks", grey = false', '"Docks", grey = true'))
    check(text, ('id = "grey-quarters"', f"{words}3 grey districts, not 2"))


def test_there_must_be_a_site_for_every_colour() -> None:
    """Presence in six colours takes six buildings."""
    text = edited(
        TINY,
        ("black = 4, white = 4", "a = 4, b = 4, c = 4, d = 4, black = 4, white = 4"),
        ("each = 2", "each = 6"),
        ("limit = 3", "limit = 6"),
    )
    words = "nobody can fulfil 'both-colours' on the block board: there are 6 colours, and only 5 sites"
    check(text, ('id = "both-colours"', words))


def test_an_objective_is_judged_on_every_board() -> None:
    """What the one board allows the other may not."""
    text = edited(
        WHOLE, ('kind = "park", count = 4', 'kind = "park", count = 9'), ('"B4", "B6", "C3", "C6", "E1"', '"C3"')
    )
    check(text, ('id = "park"', "nobody can fulfil 'park' on the half board: only 8 sites on a park, not 9"))


def test_a_game_must_be_able_to_end() -> None:
    """More roofs than sites and more floors than can be put anywhere: such a game would go on for ever."""
    text = edited(TINY, ("black = 4, white = 4", "black = 18, white = 17"), ("each = 2", "each = 5"))
    words = "no game on the block board would end: nobody can place 5 roofs on 5 sites, and there are too many floors to run out"
    check(text, ("each = 5", words))
    assert problems_of(edited(text, ("white = 17", "white = 16"))) == ()
    assert problems_of(edited(text, ("each = 5", "each = 4"))) == ()


# --- the whole game

# What stands in the reconstruction, what is written instead; a piece of the line where that is named, and the message.
TOTALS: dict[str, tuple[tuple[Edit, ...], str, str]] = {
    "floors": ((("brown = 30", "brown = 29"),), "brown = 29", "floors in all: 119, but the whole game has 120"),
    "colours": (
        (("brown = 30", "brown = 15, pink = 15"),), "pink = 15", "colours of floors: 5, but the whole game has 4",
    ),
    "roof colours": ((('"green"]', '"green", "red"]'),), '"red"', "roof colours: 5, but the whole game has 4"),
    "roofs": ((("each = 10", "each = 11"),), "each = 11", "roofs a player: 11, but the whole game has 10"),
    "stock": ((("limit = 10", "limit = 9"),), "limit = 9", "floors as the stock limit: 9, but the whole game has 10"),
    "market": ((("cards = 3\n", "cards = 4\n"),), "cards = 4", "cards in the market: 4, but the whole game has 3"),
    "cone": ((("5, 6, 7]", "5, 6]"),), "5, 6]", "places for the cone: 6, but the whole game has 7"),
    "objectives": ((('  { id = "lake"', '#  { id = "lake"'),), "# objectives", "objectives: 9, but the whole game has 10"),
    "objectives in a game": (
        (("in_play = 3", "in_play = 2"), ('kind = "districts", start = true', 'kind = "districts"')),
        "in_play = 2", "objectives in a game: 2, but the whole game has 3",
    ),
    "deck": (
        (('["any", "any"], bottom = "any", count = 2', '["any", "any"], bottom = "any"'),),
        "# deck", "stock cards: 43, but the whole game has 44",
    ),
    "chips": ((("2 = [7, 3]", "2 = [7, 4]"),), "2 = [7, 4]", "chips for 2 players: 7-4, but the whole game has 7-3"),
    "no chips": (
        (("3 = [7, 5, 3], ", ""),), "players = { 2", "chips for 3 players: none, but the whole game has 7-5-3",
    ),
    "starting floors": (
        (("4 = 5 }", "4 = 6 }"),), "4 = 6", "most starting floors with 4 players: 6, but the whole game has 5",
    ),
    "boards": (
        (("players = [2]\n", "players = [2, 3]\n"), ("players = [3, 4]\n", "players = [4]\n")),
        "[boards.full]", "boards for players: 2 or 3 and 4, but the whole game has 2 and 3 or 4",
    ),
    "districts": (
        (
            ('"Gasworks", grey = true, sites = 6 }', '"Gasworks", grey = true }, { id = "F", name = "Five" }'),
            ('district = "E", at = [852', 'district = "F", at = [852'),
        ),
        "# half", "districts: 6, but the whole game has 5",
    ),
}  # fmt: skip


@pytest.mark.parametrize("part", TOTALS)
def test_the_whole_game_is_held_to_the_numbers_of_the_rulebooks(part: str) -> None:
    """With `whole = true` a number that the rulebooks state must be as they state it; without, it is free."""
    edits, where, message = TOTALS[part]
    marked = edited(
        WHOLE,
        ("in_play = 3\ncards = [", "in_play = 3\ncards = [  # objectives"),
        ("made to fit\ncards = [", "made to fit\ncards = [  # deck"),
        ("640]\ndistricts = [", "640]\ndistricts = [  # half"),
    )
    text = edited(marked, *edits)
    check(text, (where, f"{message} (leave out whole = true for another game)"))
    if part not in ("colours", "no chips"):
        assert problems_of(edited(text, ("whole = true", "whole = false"))) == ()


def test_the_whole_game_has_two_grey_districts() -> None:
    """The objective about them cannot be fulfilled either."""
    text = edited(WHOLE, ('"Hillside", grey = false', '"Hillside", grey = true'))
    words = "grey districts: 3, but the whole game has 2 (leave out whole = true for another game)"
    assert words in [words for _, words in found(text)]


# --- the form of the file

NOT_TOML: dict[str, tuple[str, int, str]] = {
    "a text that is not closed": ('format = "towerup-edition\nversion = 1\n', 1, "not TOML: Illegal character '\\n'"),
    "a key without a value": ('format = "towerup-edition"\nversion =\n', 2, "not TOML: Invalid value"),
    "a list that is not closed": ("a = [1, 2\nb = 3\n", 2, "not TOML: Unclosed array"),
    "a list that never ends": ("a = 1\nb = [1,\n2,\n\n\n", 3, "not TOML: Invalid value at the end of the file"),
    "no TOML at all": ("# an edition\n\nDear Sir,\n", 3, "not TOML: Expected '=' after a key in a key/value pair"),
    "a key twice": ("a = 1\na = 2\n", 2, "not TOML: Cannot overwrite a value"),
    "a byte order mark": ("\ufeff" + SMALL, 1, "begins with a byte order mark: save it as UTF-8 without one"),
}


@pytest.mark.parametrize("case", NOT_TOML)
def test_a_text_that_is_not_toml_is_told_with_its_line(case: str) -> None:
    """Nothing else can be said of such a file, but where reading stopped can."""
    text, line, words = NOT_TOML[case]
    assert found(text) == [(line, words)]
    assert str(problems_of(text)[0]) == f"line {line}: {words}"


@pytest.mark.parametrize("text", [f"a = {'1' * 5000}", f"a = {'[' * 5000}{']' * 5000}"])
def test_a_text_too_strange_for_the_reader_is_a_mistake_too(text: str) -> None:
    """A number of thousands of digits, lists thousands deep: no traceback."""
    [problem] = problems_of(text)
    assert problem.message.startswith("not TOML that can be read: ")


def test_a_number_too_long_to_be_written_out() -> None:
    """A hexadecimal number of any length can be read, but not shown."""
    text = edited(SMALL, ("version = 1", f"version = 0x{'f' * 5000}"))
    check(text, ("version", "a number of more than 30 digits is not offered; choose 1"))


def test_an_empty_file_lacks_everything() -> None:
    """All the parts that an edition has are named."""
    data = tomllib.loads(SMALL)
    assert found("") == found("# nothing\n") == [(None, f"{key!r} is missing") for key in data]
    assert str(problems_of("")[0]) == "'format' is missing"


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    """A missing file, a folder, and a file that is not UTF-8 are named as such."""
    with pytest.raises(EditionError, match=r"missing\.toml: 1 mistake\n  cannot be read: No such file"):
        load_edition(tmp_path / "missing.toml")
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(EditionError, match="cannot be read: Is a directory"):
        load_edition(str(tmp_path / "folder.toml"))
    (tmp_path / "latin.toml").write_bytes('title = "Café"'.encode("latin-1"))
    with pytest.raises(EditionError, match="is not UTF-8 text: "):
        load_edition(tmp_path / "latin.toml")


# --- an edition as data: changed at a path, written as TOML again

Steps: TypeAlias = tuple[str | int, ...]


def written(value: Any, depth: int = 0) -> str:
    """A value as TOML, the entries of outer lists on lines of their own."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {written(item, depth + 1)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        between = ",\n  " if depth == 0 else ", "
        return "[" + between.join(written(item, depth + 1) for item in value) + "]"
    return json.dumps(value) if isinstance(value, str | bool | int) else str(value)


def toml_of(data: dict[str, Any], *above: str) -> str:
    """Data as a TOML text: tables of the first level (and the boards) under headers of their own."""
    tables = {
        key: value
        for key, value in data.items()
        if isinstance(value, dict) and (not above or (above == ("boards",) and value))
    }
    lines = [f"{json.dumps(key)} = {written(value)}" for key, value in data.items() if key not in tables]
    for key, value in tables.items():
        name = ".".join(json.dumps(one) for one in (*above, key))
        lines += ["", f"[{name}]", toml_of(value, *above, key)]
    return "\n".join(lines)


def steps_of(value: Any, above: Steps = ()) -> Iterator[Steps]:
    """The path of every value inside a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, item in inner:
        yield (*above, step)
        yield from steps_of(item, (*above, step))


def at(data: Any, steps: Steps) -> Any:
    """The value at a path."""
    for step in steps:
        data = data[step]
    return data


def replaced(data: dict[str, Any], steps: Steps, value: Any) -> dict[str, Any]:
    """A copy of the data with another value at a path."""
    new = copy.deepcopy(data)
    at(new, steps[:-1])[steps[-1]] = value
    return new


DATA = {name: tomllib.loads(text) for name, text in TEXTS.items()}


@pytest.mark.parametrize("name", DATA)
def test_data_written_as_toml_is_read_as_the_same(name: str) -> None:
    """The tests below rely on it."""
    assert tomllib.loads(toml_of(DATA[name])) == DATA[name]
    assert problems_of(toml_of(DATA[name])) == ()


def found_in(data: dict[str, Any]) -> list[tuple[Steps, str]]:
    """The paths and words of all the mistakes in data."""
    steps = [(), *steps_of(data)]
    index = {one: Place(line, 1) for line, one in enumerate(steps)}
    return [(steps[one.place.line] if one.place else (), one.message) for one in problems_in(data, index)]


def parts_of(data: dict[str, Any]) -> Iterator[Steps]:
    """The paths of all the values, but of a list's only those in its first two entries (and in all objectives)."""
    for steps in steps_of(data):
        if steps[:2] == ("objectives", "cards") or all(step in (0, 1) for step in steps if isinstance(step, int)):
            yield steps


def keys_of(data: dict[str, Any]) -> Iterator[Steps]:
    """The paths among those of all the values that have a key which the format knows."""
    free = (("floors", "colours"), ("chips", "players"), ("starting_floors", "most"), ("boards",))
    return (steps for steps in parts_of(data) if isinstance(steps[-1], str) and steps[:-1] not in free)


@pytest.mark.parametrize("name", ["tiny", "small"])
def test_a_value_of_a_wrong_type_is_named_wherever_it_is(name: str) -> None:
    """No part of an edition is a date: put anywhere, it is named there, and nothing else is named because of it."""
    for steps in parts_of(DATA[name]):
        [(where, words)] = found_in(replaced(DATA[name], steps, dt.date(1979, 5, 27)))
        assert where == steps
        assert words.endswith("is wanted, not 1979-05-27") or words.startswith("1979-05-27 is not offered; choose "), (
            words
        )


@pytest.mark.parametrize("wrong", [1.5, True, "", -1, 10**40, [], {}, [[1, 2]], {"a": 1}], ids=repr)
def test_wrong_values_of_other_types(wrong: Any) -> None:
    """A value of a type that is right elsewhere, or a number beyond all limits, is named where it is."""
    for steps in parts_of(DATA["tiny"]):
        right = at(DATA["tiny"], steps)
        if type(right) is type(wrong) and type(right) is not int:
            continue  # another list, table or text may be right
        found = found_in(replaced(DATA["tiny"], steps, wrong))
        assert [words for where, words in found if where[: len(steps)] == steps], steps


OPTIONAL = ("start", "count", "vehicles", "grey", "area", "parks", "lakes", "notes", "whole")


@pytest.mark.parametrize("name", ["tiny", "small"])
def test_a_missing_key_is_named_at_the_table_that_lacks_it(name: str) -> None:
    """Each key of each table, left out: the table is named, and nothing else."""
    for steps in keys_of(DATA[name]):
        *_, key = steps
        if key in OPTIONAL or (key == "sites" and "districts" in steps):
            continue
        new = copy.deepcopy(DATA[name])
        del at(new, steps[:-1])[key]
        words = f"{key!r} is missing"
        if key in ("colour", "counts", "levels"):
            words = f"an objective of the kind {at(new, steps[:-1])['kind']!r} needs {key!r}"
        assert found_in(new) == [(steps[:-1], words)]


def test_a_misspelt_key_is_named_once_with_the_right_one() -> None:
    """Each key with a letter too many: the right one is suggested, and not named as missing."""
    for steps in keys_of(DATA["small"]):
        *_, key = steps
        new = copy.deepcopy(DATA["small"])
        table = at(new, steps[:-1])
        table[f"{key}e"] = table.pop(key)
        words = f"'{key}e' means nothing here; did you mean {key!r}?"
        assert found_in(new) == [((*steps[:-1], f"{key}e"), words)]


def test_a_key_unlike_any_other_is_told_with_those_known() -> None:
    """Where nothing can have been meant, what there is is listed; a key that is there already cannot have been meant."""
    text = edited(TINY, ("limit = 3", "limit = 3\nlimits = 3\ncolour = 7"))
    known = "means nothing here; known are provenance, limit"
    check(text, ("limits = 3", f"'limits' {known}"), ("colour = 7", f"'colour' {known}"))


# --- several at once


def test_several_mistakes_are_all_named_in_the_order_of_the_file() -> None:
    """One look at the file finds them all."""
    text = edited(
        SMALL,
        ('title = "A small town"', "title = 7"),
        ("brown = 9 }", "brown = 2 }"),
        ("stars = [1, 3]", "stars = [3, 1, 9]"),
        ("2 = [5, 2]", "2 = [5, 2, 1]"),
        ('kind = "double", count = 1', 'kind = "double", counts = 1'),
        ('bottom = "brown"', 'bottom = "black"'),
        ('"Bridge", grey = false', '"Bridge", gray = false'),
        ('id = "B2", district = "B"', 'id = "B2", district = "Bridge"'),
        ("at = [430, 350]", "at = [430, 3500]"),
        ('["C1", "C2"]', '["C1", "C22"]'),
    )
    check(
        text,
        ("title = 7", "a text is wanted, not 7"),
        (
            "brown = 2",
            "2 brown floors are too few: each of 4 players starts with one, and one is wanted to start",
        ),
        ("stars = [3", "star columns go forward: 1 after 3"),
        ("stars = [3", "a star after 9 steps, but the track has only 4"),
        ("2 = [5, 2, 1]", "2 players can each take one: 2 chips, not 3"),
        ('"a-double"', "an objective of the kind 'double' needs 'count'"),
        ('"a-double"', "a list is wanted, not 1"),
        ('"grey", "brown", "brown"]', "the bottom, black, is not one of the card's own floors"),
        ('"Bridge", gray', "'gray' means nothing here; did you mean 'grey'?"),
        ('id = "B2"', "there is no district 'Bridge'; there is A, B, C, D"),
        ('id = "D3"', "site D3 lies outside the board, which is 500 by 400"),
        ('"C22"', "there is no site 'C22'; near it: C2"),
    )


def test_mistakes_on_one_line_are_named_from_left_to_right() -> None:
    """Entry 10 comes after entry 2."""
    text = edited(TINY, ("worth = [0, 1, 3]", 'worth = [0, "x", 1, 2, 3, 4, 5, 6, 7, "y", 8]'))
    assert [one.path for one in problems_of(text)] == ["track.worth, entry 2", "track.worth, entry 10"]


def test_a_problem_reads_as_a_sentence() -> None:
    """The line first, then the place in words, then what is wrong."""
    text = edited(SMALL, ('id = "A3", district = "A"', 'id = "A3", district = "X"'))
    where = f"line {line_of(text, 'X')}: boards.town.sites, entry 3, district"
    assert [str(one) for one in problems_of(text)] == [f"{where}: there is no district 'X'; there is A, B, C, D"]


def test_loading_a_wrong_file_tells_all_its_mistakes(tmp_path: Path) -> None:
    """The error names the file, counts its mistakes, and holds them."""
    text = edited(TINY, ("limit = 3", "limit = 1"), ("market]", "markt]"))
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(EditionError) as caught:
        tu.new_game(2, edition=file)
    assert caught.value.problems == problems_of(text)
    assert str(caught.value).splitlines() == [
        f"{file}: 2 mistakes",
        "  line 20: stock.limit: a stock starts with 2 floors, one of each colour: more than the limit of 1",
        "  line 22: markt: 'markt' means nothing here; did you mean 'market'?",
    ]


# --- any change at all

WRONG_TYPES: list[Any] = [0, 1, 2, 3.5, True, "", "black", "A1", "any", [], {}, [[]], ["A1", "A2"], {"2": 1}]
NUMBERS = [-1, 0, 1, 2, 3, 5, 9, 20, 99, 126, 127, 200, 254, 1_000, 10**9, 10**40]


@st.composite
def one_change(draw: st.DrawFn) -> dict[str, Any]:
    """The data of a correct edition, changed in one place: left out, of another type, renamed, doubled, or a number."""
    data = copy.deepcopy(DATA[draw(st.sampled_from(["tiny", "small"]))])
    steps = draw(st.sampled_from([*steps_of(data)]))
    *above, last = steps
    holder, value = at(data, tuple(above)), at(data, steps)
    change = draw(st.sampled_from(["leave out", "type", "rename", "double", "number"]))
    if change == "leave out":
        del holder[last]
    elif change == "type":
        holder[last] = draw(st.sampled_from(WRONG_TYPES))
    elif change == "number":
        holder[last] = draw(st.sampled_from(NUMBERS) | st.integers(1, 30))
    elif change == "double":
        inner = holder if isinstance(holder, list) else value if isinstance(value, list) else None
        if inner:
            inner.insert(draw(st.integers(0, len(inner))), copy.deepcopy(draw(st.sampled_from(inner))))
    elif isinstance(holder, dict):
        name = draw(st.sampled_from([*holder, "black", "x", "v", "2", "B1", f"{last}s", str(last)[:-1], "é", ""]))
        holder[name] = holder.pop(last)
    elif isinstance(value, str):
        holder[last] = draw(st.sampled_from(["A1", "B2", "N1", "black", "any", value.lower(), value + value]))
    return data


def played(edition: tu.Edition, players: int, seed: int, bound: int) -> tu.State:
    """A game of random moves, founding rather than not, to its end or to the bound."""
    chosen = random.Random(seed)
    state = tu.new_game(players, edition=edition, objectives="random")
    for _ in range(bound):
        legal = tu.legal_actions(state)
        if not legal:
            break
        founds = [action for action in legal if isinstance(action, tu.Found)]
        state = tu.apply(state, chosen.choice(founds if founds and chosen.random() < 0.8 else legal))
    return state


@given(one_change(), st.integers(0, 10_000))
def test_what_is_found_correct_can_be_played(data: dict[str, Any], seed: int) -> None:
    """After any one change a file has mistakes, and loading it tells the same; or it is a box with which games can be
    played to their end, and the last state is one that a game can reach.
    """
    text = toml_of(data)
    assert tomllib.loads(text) == data
    found = problems_of(text)
    if found:
        with pytest.raises(EditionError) as caught:
            SHELF.from_toml(text)
        assert caught.value.problems == found
        return
    edition = SHELF.from_toml(text)
    for players in edition.chips:
        state = played(edition, players, seed, 3_000)
        event(f"over: {state.is_over}")
        assert state.is_over, players
        assert tu.problems(state) == ()
