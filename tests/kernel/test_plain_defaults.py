"""What the kernel makes of a game that says nothing but its rules: JSON, notation, keys, forms, from its classes alone."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, StrEnum
from typing import Any, Literal

import attrs
import pytest

from towerup.kernel.canonical import JsonError, decode, encode
from towerup.kernel.frozen import Counts, FrozenDict
from towerup.kernel.kinds import fits
from towerup.kernel.one_box import OneBox
from towerup.kernel.outcomes import Outcome
from towerup.kernel.plain_actions import BaseAction, plain_policies
from towerup.kernel.plain_analysis import choices_of, points_of
from towerup.kernel.plain_converting import PlainConverter
from towerup.kernel.plain_values import key_of, plain
from towerup.kernel.rules import Catalogue
from towerup.kernel.seats import plain_seats


class Suit(StrEnum):
    HEARTS = "hearts"
    SPADES = "spades"


class Level(Enum):
    LOW = 1
    HIGH = 2


@attrs.frozen
class Hand:
    cards: frozenset[Suit] = frozenset()
    coins: int = 0


@attrs.frozen
class Table:
    """A field of every sort that a state can have."""

    name: str
    hands: tuple[Hand, ...]
    corner: tuple[int, str]
    cells: FrozenDict[tuple[int, int], str]
    levels: Mapping[Level, bool]
    by_number: Mapping[int, str]
    stock: Counts
    leader: int | None
    phase: Literal["start", "end"]
    best: Hand | None = None


FULL = Table(
    name="a",
    hands=(Hand(frozenset(Suit), 3), Hand()),
    corner=(2, "x"),
    cells=FrozenDict({(0, 1): "tree", (0, 0): "rock"}),
    levels=FrozenDict({Level.HIGH: True}),
    by_number=FrozenDict({7: "seven", -1: "less"}),
    stock=Counts(brown=2),
    leader=None,
    phase="end",
    best=Hand(coins=1),
)
EMPTY = Table("", (), (0, ""), FrozenDict(), FrozenDict(), FrozenDict(), Counts(), 0, "start")


@pytest.mark.parametrize("table", [FULL, EMPTY], ids=["full", "empty"])
def test_a_value_goes_to_json_and_back(table: Table) -> None:
    read = PlainConverter().read(decode(encode(plain(table))), Table)
    assert read == table
    assert hash(read) == hash(table)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name": 7}, "7 is not a text @ $.name"),
        ({"leader": True}, "leader"),
        ({"hands": {}}, "{} is not a list @ $.hands"),
        ({"hands": [{"coins": "many", "cards": []}]}, '"many" is not a whole number @ $.hands[0].coins'),
        ({"corner": [1]}, "[1] is not a list of 2 @ $.corner"),
        ({"by_number": {"07": "x"}}, "'07' is not a whole number"),
        ({"phase": "middle"}, "$.phase"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_mistake_in_json_is_told_with_its_place(change: dict[str, Any], words: str) -> None:
    with pytest.raises(JsonError) as caught:
        PlainConverter().read(plain(FULL) | change, Table)
    assert words in str(caught.value)


def test_equal_values_have_equal_keys_and_others_do_not() -> None:
    again = attrs.evolve(
        FULL, cells=FrozenDict(reversed(FULL.cells.items())), hands=tuple(map(attrs.evolve, FULL.hands))
    )
    assert key_of(again) == key_of(FULL)
    assert (
        len({key_of(one) for one in (FULL, EMPTY, attrs.evolve(FULL, leader=0), attrs.evolve(FULL, phase="start"))})
        == 4
    )


@attrs.frozen
class Move(BaseAction):
    place: tuple[int, int]
    suit: Suit | None = None
    fast: bool = False


def test_an_action_is_written_as_its_kind_and_its_fields() -> None:
    assert str(Move((1, 2), Suit.HEARTS, fast=True)) == "move 1,2 hearts yes"
    assert str(Move((1, 2))) == "move 1,2 - no"
    assert [(one.what, one.which) for one in choices_of(None, Move((1, 2)))] == [
        ("action", "move"), ("place", "1,2"), ("suit", "-"), ("fast", "no"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("value", "hint", "right"),
    [
        (1, int, True), (True, int, False), ("x", str, True), (None, int | None, True), (None, int, False),
        (1, Literal[1, 2], True), (True, Literal[1, 2], False), (3, Literal[1, 2], False), ([], Literal[1], False),
        ((1, 2), tuple[int, int], True), ((1,), tuple[int, int], False), ((1, 2, 3), tuple[int, ...], True),
        ([1, 2], tuple[int, int], False), (Suit.HEARTS, Suit, True), ("hearts", Suit, False),
        (frozenset([1]), frozenset[int], True), (frozenset(["a"]), frozenset[int], False),
    ],
)  # fmt: skip
def test_what_fits_an_annotation(value: object, hint: Any, right: bool) -> None:
    assert fits(value, hint) is right


def test_a_game_without_editions_has_one_box() -> None:
    shelf = OneBox("hills", "Hills", (2, 3))
    assert shelf.names == ("standard",)
    assert shelf.load("standard").players == (2, 3)
    assert shelf.holds(shelf.shipped("standard"))
    assert not shelf.holds(OneBox("others", "Others", (2,)).shipped("standard"))
    with pytest.raises(ValueError, match="hills has no editions but standard"):
        shelf.load("tiny")
    with pytest.raises(ValueError, match="hills has no edition files"):
        shelf.from_toml("")


def test_those_with_the_most_points_win() -> None:
    assert Outcome((3, 7, 7)).winners == (1, 2)
    assert points_of(Outcome((3, 7))) == ((3,), (7,))


def test_points_follow_from_winners_where_there_are_no_scores() -> None:
    @attrs.frozen
    class Won:
        winners: tuple[int, ...]

    assert points_of(Won((1,)), seats=3) == ((0,), (1,), (0,))


@attrs.frozen
class Seated:
    players: Any


def test_seats_follow_from_the_players_of_a_state() -> None:
    assert plain_seats(Seated(2)) == ("player 1", "player 2")
    assert plain_seats(Seated(("ann", "bob"))) == ("ann", "bob")
    assert plain_seats(Seated((Hand(), Hand()))) == ("player 1", "player 2")
    with pytest.raises(TypeError, match="Hand says nothing of its players: give it `players`, or the ruleset `seats`"):
        plain_seats(Hand())


def test_there_is_a_player_for_every_kind_of_action() -> None:
    assert list(plain_policies([Move])) == ["random", "prefers-move"]


def test_a_catalogue_needs_no_more_than_ids_titles_and_statements() -> None:
    catalogue = Catalogue.parse('rules = [{id = "X-01", title = "One", statement = "There is one."}]')
    assert (catalogue["X-01"].kind, catalogue.rulings, catalogue.texts) == ("stated", {}, ())
