"""The shipped editions are what is known of the game, and an edition is the contents of its file."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import towerup as tu
from towerup.kernel.editions import PROVENANCES, EditionError, Problem
from towerup.rulesets.tower_up.box.board import Board, Point, board_graph
from towerup.rulesets.tower_up.box.cards import Card, letters, make_card
from towerup.rulesets.tower_up.box.edition import SHELF
from towerup.rulesets.tower_up.box.edition_check import problems_of

from .support import COLOURS

TEXTS = {name: SHELF.text(name) for name in SHELF.names}
PAGE = Path(__file__).parents[3] / "docs" / "editions.md"

GAME = tu.load_edition("reconstruction")
FULL, HALF = GAME.board_for(3), GAME.board_for(2)


# --- the shipped editions


@pytest.mark.parametrize("name", SHELF.names)
def test_a_shipped_edition_has_no_mistakes(name: str) -> None:
    """Each is checked like anybody's file, and each part says where it comes from."""
    assert problems_of(TEXTS[name]) == ()
    edition = tu.load_edition(name)
    assert edition.name == name
    assert edition == SHELF.from_toml(TEXTS[name])
    parts = {"floors", "roofs", "stock", "market", "track", "cone", "chips", "starting_floors", "objectives", "deck"}
    assert edition.provenance.keys() == parts | {f"boards.{board.name}" for board in edition.boards}
    assert set(edition.provenance.values()) <= set(PROVENANCES) == {"stated", "reviewed", "reconstructed"}


def test_the_shipped_editions() -> None:
    """The whole game, and small ones for tests; nothing but the whole game claims to be it."""
    relatives = ("tiny-goals", "tiny-lane", "tiny-million", "tiny-three", "tiny-yard")
    assert SHELF.names == ("hamlet", "reconstruction", "rush", "small", "tiny", *relatives)
    assert [name for name, text in TEXTS.items() if "\nwhole = true" in text] == ["reconstruction"]
    known = {name for name in SHELF.names if set(tu.load_edition(name).provenance.values()) != {"reconstructed"}}
    assert known == {"reconstruction"}


def test_where_the_parts_of_the_whole_game_come_from() -> None:
    """Boards, deck, tracks and cone are honestly called reconstructed."""
    assert GAME.provenance == {
        "floors": "reviewed", "roofs": "stated", "stock": "stated", "market": "stated", "track": "reconstructed",
        "cone": "reconstructed", "chips": "stated", "starting_floors": "stated", "objectives": "stated",
        "deck": "reconstructed", "boards.full": "reconstructed", "boards.half": "reconstructed",
    }  # fmt: skip


def test_the_pieces_of_the_whole_game() -> None:
    """Floors, roofs, limits, tracks, chips: the numbers of the rulebooks and of what is ruled."""
    assert GAME.colours == COLOURS
    assert GAME.floors == dict.fromkeys(COLOURS, 30)
    assert GAME.roof_colours == ("blue", "yellow", "orange", "green")
    assert (GAME.roofs, GAME.stock_limit, GAME.market) == (10, 10, 3)
    assert (GAME.worth, GAME.stars, GAME.cone) == (tuple(range(11)), (2, 4, 6, 8), (1, 2, 3, 4, 5, 6, 7))
    assert GAME.chips == {2: (7, 3), 3: (7, 5, 3), 4: (7, 5, 3, 3)}
    assert GAME.most_starting_floors == {2: 7, 3: 7, 4: 5}
    assert GAME.players == (2, 3, 4)
    assert GAME.objectives_in_play == 3


def test_the_objectives_of_the_whole_game() -> None:
    """Ten kinds, three of them for a first game, each with the numbers it needs."""
    listed = [(one.id, one.kind, one.start, one.count, one.colour, one.counts, one.levels) for one in GAME.objectives]
    assert listed == [
        ("four-colours", "colours", True, 0, None, (), ()),
        ("park", "park", True, 4, None, (), ()),
        ("five-districts", "districts", True, 0, None, (), ()),
        ("lake", "lake", False, 4, None, (), ()),
        ("five-adjacent", "adjacent", False, 5, None, (), ()),
        ("four-brown", "colour", False, 4, "brown", (), ()),
        ("grey-districts", "grey", False, 0, None, (3, 2), ()),
        ("two-borders", "borders", False, 2, None, (), ()),
        ("two-doubles", "double", False, 2, None, (), ()),
        ("four-heights", "heights", False, 0, None, (), (1, 2, 3, 4)),
    ]


def pattern(card: Card) -> tuple[tuple[int, ...], int, tuple[int, ...]]:
    """What a card shows, colours forgotten: floors by colour, multicolour floors, vehicles by colour."""
    return tuple(sorted(card.floors.values())), card.multicolour, tuple(sorted(card.vehicles.values()))


def test_the_deck_by_pattern() -> None:
    """44 cards of the five patterns that the examples show."""
    assert (GAME.deck.total, len(GAME.cards)) == (44, 27)
    assert Counter(pattern(GAME.cards[card]) for card in GAME.deck.names()) == {
        ((2, 2), 0, ()): 6,
        ((1, 1, 1), 0, ()): 20,
        ((), 2, ()): 2,
        ((), 1, (2,)): 4,
        ((1, 1), 0, (1,)): 12,
    }


def test_the_deck_by_bottom() -> None:
    """Six multicolour bottoms, the others as even as they can be; each is one of the card's own floors."""
    bottoms = Counter[str]()
    for printed in GAME.printed_cards:
        bottoms[printed.bottom] += printed.count
        assert printed.card.multicolour if printed.bottom == "any" else printed.card.floors[printed.bottom]
    assert bottoms.pop("any") == 6
    assert (sorted(bottoms.values()), {*bottoms}) == ([9, 9, 10, 10], set(COLOURS))


def test_the_deck_treats_all_colours_alike() -> None:
    """Whatever the colours are exchanged for each other, the cards and how many there are of each stay the same."""
    for order in permutations(COLOURS):
        other = dict(zip(COLOURS, order, strict=True))
        for card in GAME.cards.values():
            floors = [other[colour] for colour in card.floors.names()] + ["any"] * card.multicolour
            exchanged = make_card(COLOURS, floors, [other[colour] for colour in card.vehicles.names()])
            assert GAME.deck[exchanged.id] == GAME.deck[card.id]


def test_a_card_shows_two_to_four_icons() -> None:
    """And its vehicles are of other colours than its floors."""
    for card in GAME.cards.values():
        assert 2 <= card.icons + card.vehicles.total <= 4
        assert not {*card.floors} & {*card.vehicles}


# --- the boards


def test_the_sites_of_the_boards() -> None:
    """48 sites in districts of 10, 10, 10, 9, 9; 30 sites in five districts of 6; two of the five grey."""
    for board, sizes in ((FULL, [10, 10, 10, 9, 9]), (HALF, [6] * 5)):
        districts = Counter(site.district for site in board.sites)
        assert sorted(districts.values(), reverse=True) == sizes
        assert sum(district.grey for district in board.districts) == 2
    assert (FULL.players, HALF.players) == ((3, 4), (2,))
    assert [GAME.board_for(players).name for players in (2, 3, 4)] == ["half", "full", "full"]


@pytest.mark.parametrize("board", [FULL, HALF], ids=["full", "half"])
def test_the_boards_are_as_reviews_describe_them(board: Board) -> None:
    """Joined up, one to five roads a site, at least four borders, and parks and lakes that several districts share."""
    graph = board_graph(board)
    district = nx.get_node_attributes(graph, "district")
    degrees = [degree for _, degree in graph.degree]
    assert (min(degrees), max(degrees)) == (1, 5)
    assert len({*nx.get_edge_attributes(graph, "border").values()} - {None}) >= 4
    for areas in (board.parks, board.lakes):
        assert len(areas) >= 3
        assert len({site for area in areas for site in area.sites}) >= 8
        assert any(len({district[site] for site in area.sites}) > 1 for area in areas)
    assert any(graph.nodes[site]["parks"] and graph.nodes[site]["lakes"] for site in graph)
    for part in board.districts:
        assert nx.is_connected(graph.subgraph(site for site in graph if district[site] == part.id)), part.name


def at(board: Board, site: str) -> Point:
    """Where a site lies in the drawing."""
    return next(one.at for one in board.sites if one.id == site)


def meet(board: Board, first: tuple[str, str], second: tuple[str, str]) -> bool:
    """Whether two straight roads have a point in common, worked out by where their lines meet."""
    (ax, ay), (bx, by) = (at(board, end) for end in first)
    (cx, cy), (dx, dy) = (at(board, end) for end in second)
    across = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if across == 0:
        return False  # side by side; that they do not lie on each other is shown by `runs_over`
    along_first = Fraction((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx), across)
    along_second = Fraction((cx - ax) * (by - ay) - (cy - ay) * (bx - ax), across)
    return 0 <= along_first <= 1 and 0 <= along_second <= 1


def runs_over(board: Board, road: tuple[str, str], site: str) -> bool:
    """Whether a site lies on a straight road: the way over it is not longer."""
    (ax, ay), (bx, by), (px, py) = (at(board, one) for one in (*road, site))
    turn = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
    return turn == 0 and (px - ax) * (px - bx) + (py - ay) * (py - by) <= 0


@pytest.mark.parametrize("name", SHELF.names)
def test_straight_roads_never_cross(name: str) -> None:
    """Worked out anew, not with the checker's code: two roads meet only at a site they share, and none runs over a third."""
    for board in tu.load_edition(name).boards:
        for first, second in combinations(board.roads, 2):
            assert set(first) & set(second) or not meet(board, first, second), (first, second)
        for road in board.roads:
            assert not any(runs_over(board, road, site.id) for site in board.sites if site.id not in road)


def test_the_crossing_of_roads_would_be_noticed() -> None:
    """The test above can fail."""
    corners = {name: at(HALF, name) for name in ("A1", "A2", "A3", "A4")}
    assert corners == {"A1": (57, 48), "A2": (202, 88), "A3": (56, 169), "A4": (206, 214)}
    assert meet(HALF, ("A1", "A4"), ("A2", "A3"))
    assert not meet(HALF, ("A1", "A2"), ("A3", "A4"))
    assert runs_over(HALF, ("A1", "A2"), "A1")


# --- cards and their names


@pytest.mark.parametrize(
    ("colours", "given"),
    [
        ("black grey white brown", "b g w n"),
        ("red rust rot", "r t o"),
        ("a b ab", "a b c"),  # none of its own is free: the first free one of the alphabet
        ("xanthic violet -top", "a i t"),  # x, v and the dash have a meaning in the names of cards
    ],
)
def test_each_colour_has_a_letter_of_its_own(colours: str, given: str) -> None:
    """The first letter, or the last that is free: cards are named by them."""
    names = tuple(colours.split())
    assert letters(names) == dict(zip(names, given.split(), strict=True))


@pytest.mark.parametrize(
    ("floors", "vehicles", "named"),
    [
        (("any",), ("black", "black"), "x-vbb"),
        (("white", "black", "grey"), (), "bgw"),
        (("brown", "black", "brown", "black"), (), "bbnn"),
        (("any", "any"), (), "xx"),
        (("white", "grey"), ("brown",), "gw-vn"),
    ],
)
def test_a_card_is_called_by_what_it_shows(floors: tuple[str, ...], vehicles: tuple[str, ...], named: str) -> None:
    """Floors in the order of the colours, x for any, then v and the vehicles."""
    assert make_card(COLOURS, floors, vehicles) == GAME.cards[named]


def test_names_of_cards_are_unique() -> None:
    """Whatever the capitals; a printed card is named by what it shows and its bottom."""
    for edition in map(tu.load_edition, SHELF.names):
        for names in ([*edition.cards], [one.id for one in edition.printed_cards]):
            assert len({name.lower() for name in names}) == len(names)
    assert {"bgw/black", "x-vbb/any"} <= GAME.bottoms.keys()


def test_cards_that_are_listed_twice_are_counted_together() -> None:
    """Where a card stands in the list, and in how many pieces, does not matter for what is dealt."""
    twice = '{ floors = ["white"], vehicles = ["black"], bottom = "white" }'
    edition = SHELF.from_toml(TEXTS["tiny"].replace(twice, f"{twice},\n  {twice}"))
    assert edition.printed_deck == {"bw/black": 1, "x-vw/any": 1, "w-vb/white": 2}
    assert edition.deck == {"bw": 1, "x-vw": 1, "w-vb": 2}


# --- the digest, and equality by it


@pytest.mark.parametrize(
    "old, new",
    [
        ("# A city block", "# Some city block"),
        ('title = "A city block"', 'title = "Another"'),
        ('title = "A city block"', 'title = "A city block"\nnotes = "Tests are played on it."'),
        ("worth = [0, 1, 3]", "worth = [\n  0,  # start\n  1, 3,\n]"),
        ("[stock]", "\n\n[stock]"),
        ('provenance = "reconstructed"\nlimit', 'provenance = "reviewed"\nlimit'),
        ('[boards.block]\nprovenance = "reconstructed"', '[boards.block]\nprovenance = "stated"'),
        ('name = "tiny"', 'name = "tiny"\nwhole = false'),
        ('bottom = "black" }', 'bottom = "black", count = 1 }'),
        ('{ floors = ["black", "white"], bottom', '{ floors = ["black", "white"], vehicles = [], bottom'),
        ('{ floors = ["black", "white"], bottom', '{ bottom = "black", floors = ["white", "black"] },  # bottom'),
        ('kind = "lake", count = 2 }', 'count = 2, kind = "lake", start = false }'),
        ('name = "North", sites = 2 }', 'name = "North" }'),
        ('name = "North", sites = 2 }', 'name = "North", sites = 2, grey = false }'),
        ("lakes = [", "parks = []\nlakes = ["),
    ],
)
def test_the_look_of_a_file_is_no_part_of_its_contents(old: str, new: str) -> None:
    """Comments, layout, title, notes and provenance leave the digest as it is, and so does what is written out though it need
    not be: a default, a number of sites to compare with.
    """
    assert TEXTS["tiny"].count(old) == 1
    same, tiny = SHELF.from_toml(TEXTS["tiny"].replace(old, new)), tu.load_edition("tiny")
    assert same.digest == tiny.digest
    assert same == tiny
    assert hash(same) == hash(tiny)


@pytest.mark.parametrize(
    "old, new",
    [
        ('name = "tiny"', 'name = "other"'),
        ("black = 4, white = 4", "black = 4, white = 5"),
        ("black = 4, white = 4", "white = 4, black = 4"),
        ("limit = 3", "limit = 4"),
        ("worth = [0, 1, 3]", "worth = [0, 1, 2]"),
        ('["S2", "S3"]', '["N2", "S3"]'),
        ("at = [250, 100]", "at = [250, 101]"),
        ('id = "pond"', 'id = "lake"'),
        ('bottom = "black"', 'bottom = "white"'),
    ],
)
def test_the_digest_changes_with_the_contents(old: str, new: str) -> None:
    """Whatever games or records depend on; the order of the colours too, which numbers the actions."""
    assert TEXTS["tiny"].count(old) == 1
    other, tiny = SHELF.from_toml(TEXTS["tiny"].replace(old, new)), tu.load_edition("tiny")
    assert other.digest != tiny.digest
    assert other != tiny


def test_a_card_in_one_entry_or_in_two_is_the_same_contents() -> None:
    """Two cards that show the same may be listed with a count or one by one; a third such card is another deck."""
    one = '{ floors = ["grey", "white", "brown"], bottom = "white"'
    assert TEXTS["small"].count(f"{one}, count = 2 }}") == 1
    split = SHELF.from_toml(TEXTS["small"].replace(f"{one}, count = 2 }}", f"{one} }},\n  {one} }}"))
    assert split == tu.load_edition("small")
    assert split.printed_cards == tu.load_edition("small").printed_cards
    assert SHELF.from_toml(TEXTS["small"].replace(f"{one}, count = 2 }}", f"{one}, count = 3 }}")) != split


@pytest.mark.parametrize("name", SHELF.names)
def test_the_provenance_is_kept_but_is_no_part_of_the_contents(name: str) -> None:
    """Whoever has looked into the box may say so, and old records can still be read."""
    stated = SHELF.from_toml(re.sub(r'provenance = "\w+"', 'provenance = "stated"', TEXTS[name]))
    assert set(stated.provenance.values()) == {"stated"}
    assert stated == tu.load_edition(name)
    assert stated.provenance != tu.load_edition(name).provenance


def test_editions_compare_hash_and_pickle() -> None:
    """By contents, in sets and across processes; an edition is not equal to anything else."""
    assert len(
        {tu.load_edition(name) for name in SHELF.names} | {SHELF.from_toml(text) for text in TEXTS.values()}
    ) == len(SHELF.names)
    for name in SHELF.names:
        edition = tu.load_edition(name)
        again = pickle.loads(pickle.dumps(edition))
        assert again == edition
        assert hash(again) == hash(edition)
        assert (again.boards, again.cards, again.deck, again.objectives) == (
            edition.boards, edition.cards, edition.deck, edition.objectives,
        )  # fmt: skip
        assert edition != edition.digest
        assert edition != name
        assert repr(edition) == f"<Edition {name} {edition.digest}>"
        assert re.fullmatch("[0-9a-f]{16}", edition.digest)


# --- finding things


def test_an_edition_by_name_by_file_and_as_it_is(tmp_path: Path) -> None:
    """All three are the same edition, and a shipped one is made only once."""
    file = tmp_path / "mine.toml"
    file.write_text(TEXTS["small"], encoding="utf-8")
    small = tu.load_edition("small")
    assert tu.load_edition(small) is tu.load_edition("small") is tu.load_edition(Path("small")) is small
    assert tu.load_edition(file) == tu.load_edition(str(file)) == small
    assert tu.new_game(2, edition=file).setup.edition == small


@pytest.mark.parametrize("name", ["", "Small", "medium", "reconstruction.json"])
def test_an_unknown_name_is_answered_with_those_there_are(name: str) -> None:
    """And with the hint that a file is named by its path."""
    words = f"shipped are {', '.join(SHELF.names)}; a file may be named by its path"
    with pytest.raises(ValueError, match=words):
        tu.load_edition(name)


def test_an_edition_error_counts_its_mistakes() -> None:
    """One mistake, two mistakes."""
    problem = Problem("is missing", "deck")
    assert str(EditionError("my box", (problem,))) == "my box: 1 mistake\n  deck: is missing"
    assert str(EditionError("my box", (problem,) * 2)).startswith("my box: 2 mistakes\n")
    again = pickle.loads(pickle.dumps(EditionError("my box", (problem,))))
    assert (again.source, again.problems) == ("my box", (problem,))


def test_an_edition_says_what_is_in_it() -> None:
    """In a few words for a list, and part by part."""
    assert GAME.summary() == {"players": "2, 3, 4", "sites": "48 and 30", "cards": "44"}
    contents = GAME.contents()
    assert contents.keys() == GAME.provenance.keys()
    assert contents["floors"] == "30 black, 30 grey, 30 white, 30 brown"
    assert contents["chips"] == "2 players 7-3; 3 players 7-5-3; 4 players 7-5-3-3"
    assert contents["boards.half"].startswith("30 sites, ")


# --- the page about editions

WORDS = PAGE.read_text(encoding="utf-8")
[EXAMPLE] = re.findall(r'```toml title="mine.toml"\n(.*?)```', WORDS, re.DOTALL)
CHECKED, REFUSED = re.findall(r"```console\n(.*?)```", WORDS, re.DOTALL)


def test_the_example_of_the_page_is_correct() -> None:
    """The complete example has no mistakes, and its digest is the one the page shows."""
    assert problems_of(EXAMPLE) == ()
    edition = SHELF.from_toml(EXAMPLE)
    assert CHECKED.splitlines()[1] == f"ok mine.toml: {edition.title} ({edition.name} {edition.digest})"


def test_the_mistakes_of_the_page_are_named_as_it_says() -> None:
    """The four mistakes that the page makes in its example are those that are found."""
    text = EXAMPLE
    for old, new in (
        ("limit = 5", "limit = 2"),
        ("stars = [2, 4]", "stars = [2, 5]"),
        ('["S2", "S3"]', '["S2", "S9"]'),
        ('["brown"], bottom', '["brown"], botom'),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    found = problems_of(text)
    assert [line.strip() for line in REFUSED.splitlines()[2:]] == [
        f"mine.toml:{one.place and one.place.line} {one.path} {one.message}" for one in found
    ]
    assert REFUSED.splitlines()[1] == f"mine.toml: {len(found)} mistakes"


def test_the_python_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it stands, with the example in the file it names."""
    code, changed = re.findall(r"```python\n(.*?)```", WORDS, re.DOTALL)
    (tmp_path / "mine.toml").write_text(EXAMPLE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(code, names)
    assert names["edition"].digest == SHELF.from_toml(EXAMPLE).digest
    assert names["game"].setup.edition.name == names["edition"].name
    exec(changed, names)
    assert (names["game"].setup.edition.name, names["game"].player.roofs) == ("short", 5)


def test_the_page_says_where_the_parts_come_from() -> None:
    """Its table has a row for every part, with the provenance of the file."""
    rows = re.findall(r"^\| `([a-z_.]+)` \| (stated|reviewed|reconstructed) \|", WORDS, re.MULTILINE)
    assert dict(rows) == GAME.provenance
    full, half = (
        f"{len(board.roads)} roads, {len(board.parks)} parks, {len(board.lakes)} lakes" for board in (FULL, HALF)
    )
    assert full in WORDS
    assert half in WORDS
