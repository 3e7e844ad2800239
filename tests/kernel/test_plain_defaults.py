"""What the kernel makes of a game that says nothing but its rules: JSON, notation, keys, forms, from its classes alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum, StrEnum
from typing import Any, ClassVar, Literal

import attrs
import pytest

from towerup.kernel.actors import Actor
from towerup.kernel.canonical import JsonError, decode, encode
from towerup.kernel.frozen import Counts, FrozenDict
from towerup.kernel.kinds import Kind, Play, fits
from towerup.kernel.notation import NotationError
from towerup.kernel.one_box import OneBox
from towerup.kernel.outcomes import Outcome
from towerup.kernel.plain_actions import BaseAction, plain_policies
from towerup.kernel.plain_analysis import choices_of, points_of
from towerup.kernel.plain_converting import PlainConverter
from towerup.kernel.plain_values import key_of, plain
from towerup.kernel.properties import Properties
from towerup.kernel.rules import Catalogue, ImpossiblePosition, Objection, Objections
from towerup.kernel.ruleset import AnyRuleset, Ruleset
from towerup.kernel.rulings import Readings, checked
from towerup.kernel.seats import plain_seats
from towerup.kernel.setups import SetupError
from towerup.kernel.states import BaseState
from towerup.verify.campaign import Campaign, Plan


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


# --- a whole game with rulings and an option, and nothing else


@attrs.frozen(field_transformer=checked, kw_only=True)
class ZeroRulings(Readings):
    zero: Literal["refused", "allowed"] = "refused"


@attrs.frozen
class Race(BaseState):
    """Who says the last number up to the limit wins. Zero is said where the ruling allows it, three times at most."""

    ruleset: ClassVar[AnyRuleset]
    players: tuple[str, ...]
    limit: int = 5
    rulings: ZeroRulings = ZeroRulings()
    said: tuple[int, ...] = ()

    @property
    def actor(self) -> Actor:
        return None if sum(self.said) >= self.limit else len(self.said) % len(self.players)


@attrs.frozen
class Say(BaseAction):
    number: int


def race(**given: Any) -> Ruleset[Race, Say, Outcome]:
    """The rules of the race."""
    catalogue = Catalogue.parse("""
        rules = [{id = "R-01", title = "Saying", statement = "Say a number."}, {id = "R-02", title = "Which", statement = "1 or 2."}]
        rulings = [{name = "zero", title = "Zero", question = "May one say 0?", why = "Nobody knows.", options = [
          {name = "refused", meaning = "No."}, {name = "allowed", meaning = "Yes, while fewer than three have."}]}]
    """)

    def new_game(players: int, limit: int = 5, rulings: ZeroRulings | None = None) -> Race:
        return Race(("ann", "bob", "cid")[:players], limit, rulings or ZeroRulings())

    def numbers(state: Race) -> list[int]:
        zero = state.rulings.zero == "allowed" and state.said.count(0) < 3
        return [] if state.actor is None else [0, 1, 2] if zero else [1, 2]

    def objections(state: Race, action: Say) -> Objections:
        if action.number not in numbers(state):
            yield Objection("R-02", f"{action.number} cannot be said")

    def say(state: Race, action: Say) -> Race:
        return attrs.evolve(state, said=(*state.said, action.number))

    def outcome(state: Race) -> Outcome | None:
        last = (len(state.said) - 1) % len(state.players)
        return None if state.actor is not None else Outcome(tuple(int(last == n) for n in range(len(state.players))))

    play: Play[Race, Say] = Play(
        [Kind(Say, lambda state: map(Say, numbers(state)), objections, say)],
        "R-01",
        "R-01",
        lambda: catalogue,
    )
    return Ruleset(
        name="race", state_type=Race, action_types=play.types, players=(2, 3), catalogue=play.catalogue,
        new_game=new_game, legal_actions=play.legal_actions, objections=play.objections, apply=play.apply, outcome=outcome,
        rulings=ZeroRulings, options={"limit": int}, **given,
    )  # fmt: skip


RACE = race()


def test_what_was_agreed_goes_to_json_and_back() -> None:
    """The rulings and the options of a game, and the names of the players."""
    game = RACE.new_game(3, limit=4, rulings=ZeroRulings(zero="allowed"))
    setup = RACE.setup_to_json(game)
    assert setup == {
        "edition": setup["edition"], "players": ["ann", "bob", "cid"], "rulings": {"zero": "allowed"}, "limit": 4,
    }  # fmt: skip
    assert RACE.game_from_setup(setup) == game
    later = RACE.apply(game, Say(2))
    assert RACE.state_from_json(RACE.state_to_json(later)) == later


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": ["ann"]}, "Race is for 2, 3 players, not 1 @ $.players"),
        ({"players": ["bob", "ann"]}, "the players are ann, bob, not bob, ann @ $.players"),
        ({"limit": "four"}, '"four" is not a whole number @ $.limit'),
        ({"rulings": {"zero": "perhaps"}}, "perhaps"),
        ({"edition": {"name": "tiny", "digest": ""}}, "the edition is standard"),
        ({"colour": "red"}, "a setup is an object with edition, players, rulings, limit"),
    ],
)
def test_a_mistake_in_a_setup_is_told(change: dict[str, Any], words: str) -> None:
    with pytest.raises(JsonError) as caught:
        RACE.game_from_setup({**RACE.setup_to_json(RACE.new_game(2)), **change})
    assert words in str(caught.value)


def test_a_table_of_another_game_than_the_setup_is_refused() -> None:
    value = decode(RACE.state_to_json(RACE.new_game(2)))
    value["table"]["limit"] = 9
    with pytest.raises(JsonError, match="the table is not of the game that the setup describes"):
        RACE.state_from_json(encode(value))


def test_a_state_that_breaks_a_property_is_refused() -> None:
    properties: Properties[Race, Say] = Properties()

    @properties.always("R-02")
    def numbers_are_small(state: Race) -> bool:
        """Nobody said more than 2."""
        return all(number <= 2 for number in state.said)

    rules = race(properties=properties)
    with pytest.raises(ImpossiblePosition, match="Nobody said more than 2"):
        rules.state_from_json(rules.state_to_json(attrs.evolve(rules.new_game(2), said=(3,))))


def test_a_campaign_proves_it_and_notation_is_read() -> None:
    """No chance, one kind of action, no properties: all of it has a default."""
    tally, breach = Campaign(RACE, Plan(games=20, seed=1)).play(range(20))
    assert breach is None
    assert (tally.games, sum(tally.players.values())) == (20, 20)
    game = RACE.new_game(2)
    assert RACE.parse_action(game, " SAY  2 ") == Say(2)
    with pytest.raises(NotationError, match="did you mean 'say 2' or 'say 1'"):
        RACE.parse_action(game, "say 7")
    with pytest.raises(NotationError, match="an action is one of: say NUMBER"):
        RACE.parse_action(game, "")


def test_a_wrong_number_of_players_or_edition_is_refused() -> None:
    with pytest.raises(SetupError, match="Race is for 2, 3 players, not 4"):
        RACE.new_game(4)
    with pytest.raises(ValueError, match="race has no editions but standard"):
        RACE.new_game(2, edition="tiny")


def test_the_contract_says_any_nowhere() -> None:
    """The types of a game go through the whole of it."""
    annotations = {field.name: str(field.type) for field in attrs.fields(Ruleset)}
    methods = [
        vars(Ruleset)[name] for name in vars(Ruleset) if callable(vars(Ruleset)[name]) and not name.startswith("__")
    ]
    annotations |= {
        f"{one.__name__}({name})": str(hint) for one in methods for name, hint in one.__annotations__.items()
    }
    assert {name: hint for name, hint in annotations.items() if re.search(r"\bAny\b", hint)} == {}
