"""Every rule shown both ways: what is refused, what a property notices when it goes wrong, and what is brought about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest

from towerup.kernel.rules import ImpossiblePosition
from towerup.kernel.setups import SetupError
from towerup.rulesets.new_york_1901.actions import Acquire, Build, Deal, End, Give, Grab
from towerup.rulesets.new_york_1901.box.edition import load_edition
from towerup.rulesets.new_york_1901.box.tiles import Technology
from towerup.rulesets.new_york_1901.notation import parse_action
from towerup.rulesets.new_york_1901.play import apply, explain
from towerup.rulesets.new_york_1901.positions import problems
from towerup.rulesets.new_york_1901.properties import PROPERTIES
from towerup.rulesets.new_york_1901.rulings import Rulings
from towerup.rulesets.new_york_1901.scoring import Outcome, outcome, scores
from towerup.rulesets.new_york_1901.setup import new_game
from towerup.rulesets.new_york_1901.state import Building, Cause, Ending, Phase, State

from .tables import broken, can, does, has, legal, offered, table, verbs

Made = Callable[[], State]
BRONZE = ["bronze-row-2", "bronze-row-3", "bronze-corner-3", "bronze-square-4", "bronze-hook-4", "bronze-row-4"]


def dealt(**more: Any) -> State:
    """A game of two whose market lies there: red, red, blue and a large yellow lot."""
    return does(new_game(2, **more), "deal red-2", "deal red-2", "deal blue-2", "deal yellow-3")


def acquired(lots: str = "R8", **more: Any) -> State:
    """Brown has acquired lots and may build."""
    return table(has(lots, **more.pop("own", {})), phase="build", market=more.pop("market", {"red-2": 3}), **more)


def bare(lots: str = "R4 R5 R6 B3", **more: Any) -> State:
    """Brown has four lots, on all of them workers, and begins a turn."""
    return table(has(lots, **more.pop("own", {})), **more)


def stuck(**more: Any) -> State:
    """Brown, an expert, has four lots without a side on a street or a park, and can do nothing with them."""
    return table(has("R3 R4 R6 G10", **more.pop("own", {})), expert=True, **more)


def rich(**more: Any) -> State:
    """Brown has a few buildings around Cedar and Broadway, for 20 points, and begins a turn."""
    own = has(
        more.pop("lots", ""),
        cards=more.pop("cards", "boom shift grab"),
        bronze_row_3="a1 b1 c1",
        bronze_row_2="b2 c2",
        silver_square_4="e2 e3 f2 f3",
        silver_row_2="a2 a3",
        gold_square_4="k2 k3 l2 l3",
        gold_corner_3="e9 e10 f9",
    )
    return table(own, **more)


def crowded(**more: Any) -> State:
    """Brown has three bare lots and a building that holds three more, and begins a turn."""
    return table(has("R9 R5 R6", bronze_square_4="e2 e3 f2 f3", bronze_row_3="a1 b1 c1"), **more)


def few_left(unbuilt: int, lots: str = "", **more: Any) -> dict[str, Any]:
    """What a player has who has only so many tiles left: two of gold stand, the rest was built and demolished."""
    standing = {"gold-square-4": "k2 k3 l2 l3", "gold-corner-3": "e9 e10 f9"}
    own = load_edition("standard").own
    kept = [tile.id for tile in sorted(own, key=lambda tile: -tile.technology) if tile.id not in standing][:unbuilt]
    points = sum(tile.points for tile in own if tile.id not in kept)
    return {"buildings": standing, "tiles": kept, "points": points, "lots": lots.split(), **more}


def few_left_and_a_second_lot() -> State:
    """The first building has brought about the end, and a second lot can be acquired."""
    state = table(few_left(5, "R8 R5", cards=["boom"]), phase="build", second_lot=True, market={"red-2": 3})
    return does(state, "build silver-row-2 b2 c2")


def over(*seats: dict[str, Any], **more: Any) -> State:
    """A game that is over: green has brought it about, and brown had one more turn."""
    brown, green = (*seats, *[{}, few_left(4)][len(seats) :])
    return table(brown, green, phase="over", ending=("few tiles unbuilt", "green"), **more)


def short(**more: Any) -> State:
    """A small box, where few cards are left in the pile, and brown begins a turn."""
    return table(has("R1"), has("B3 Y1"), edition="quarter", market={"red-2": 2, "blue-3": 2}, **more)


def beside_others(**more: Any) -> State:
    """Brown may build gold beside a bronze building of green, with Gold Prestige in play."""
    brown = few_left(6, "B4 B5 B8 B9")
    return table(brown, has(bronze_row_2="h7 i7"), phase="build", challenge="gold-prestige", **more)


def grabbed(**more: Any) -> State:
    """Brown has acquired the first lot of a Land Grab with a last worker."""
    own = has("R8 R5 R6 R10", cards="boom shift")
    return table(own, phase="build", second_lot=True, market={"red-2": 3}, **more)


# --- what is refused


@pytest.mark.parametrize(
    "made, action, rule",
    [
    pytest.param(lambda: new_game(2), "deal pink-2", "NY-BOX-03", marks=pytest.mark.forbids("NY-BOX-03", "NY-SETUP-03")),
    pytest.param(
        lambda: table(phase="fill", market={"red-2": 3}, pile=[{"red-2": 1}, {"red-2": 5, "red-3": 3, "blue-2": 9, "blue-3": 3,
                      "yellow-2": 10, "yellow-3": 3, "green-2": 10, "green-3": 3}]),
        "deal green-2", "NY-BOX-05", marks=pytest.mark.forbids("NY-BOX-05"),
    ),
    pytest.param(dealt, "deal red-2", "NY-TURN-02", marks=pytest.mark.forbids("NY-TURN-02")),
    pytest.param(acquired, "rebuild bronze-row-2 b3 c3", "NY-TURN-02", marks=pytest.mark.forbids("NY-TURN-02")),
    pytest.param(lambda: bare("R8"), "build bronze-row-2 b2 c2", "NY-TURN-03", marks=pytest.mark.forbids("NY-TURN-03")),
    pytest.param(lambda: bare("R8"), "end", "NY-TURN-03", marks=pytest.mark.forbids("NY-TURN-03")),
    pytest.param(lambda: bare("R8 R7 R9 R5"), "end", "NY-TURN-04", marks=pytest.mark.forbids("NY-TURN-04")),
    pytest.param(lambda: bare("R8"), "give R8", "NY-TURN-05", marks=pytest.mark.forbids("NY-TURN-05")),
    pytest.param(lambda: bare("R8 R7 R9 R5"), "give R8", "NY-TURN-05", marks=pytest.mark.forbids("NY-TURN-05")),
    pytest.param(lambda: bare("R8 R7 R9 R5"), "give R12", "NY-TURN-05", marks=pytest.mark.forbids("NY-TURN-05")),
    pytest.param(dealt, "acquire G7", "NY-LAND-01", marks=pytest.mark.forbids("NY-LAND-01")),
    pytest.param(dealt, "acquire R2", "NY-LAND-01", marks=pytest.mark.forbids("NY-LAND-01")),
    pytest.param(dealt, "acquire B10", "NY-LAND-02", marks=pytest.mark.forbids("NY-LAND-02")),
    pytest.param(dealt, "acquire R12", "NY-LAND-02", marks=pytest.mark.forbids("NY-LAND-02")),
    pytest.param(lambda: bare("R8 R7 R9 R5"), "acquire R10", "NY-LAND-04", marks=pytest.mark.forbids("NY-LAND-04")),
    pytest.param(acquired, "build bronze-row-2 a2 a3", "NY-BUILD-01", marks=pytest.mark.forbids("NY-BUILD-01")),
    pytest.param(acquired, "build bronze-row-3 a2 b2 c2", "NY-BUILD-01", marks=pytest.mark.forbids("NY-BUILD-01")),
    pytest.param(acquired, "build bronze-row-2 b2 b3 c2", "NY-BUILD-02", marks=pytest.mark.forbids("NY-BUILD-02")),
    pytest.param(lambda: acquired("R4"), "build bronze-row-2 g1 h1", "NY-BUILD-03", marks=pytest.mark.forbids("NY-BUILD-03")),
    pytest.param(acquired, "build bronze-square-4 b2 c2 b3 c3", "NY-BUILD-04", marks=pytest.mark.forbids("NY-BUILD-04")),
    pytest.param(
        lambda: acquired("R8", own={"bronze_row_2": "a2 a3"}), "build bronze-row-2 b2 c2", "NY-BUILD-07",
        marks=pytest.mark.forbids("NY-BUILD-07"),
    ),
    pytest.param(lambda: acquired("R1 R2"), "build bronze-row-2 c1 e1", "NY-BUILD-08", marks=pytest.mark.forbids("NY-BUILD-08")),
    pytest.param(acquired, "build silver-row-2 b2 c2", "NY-TECH-01", marks=pytest.mark.forbids("NY-TECH-01")),
    pytest.param(lambda: rich(phase="build", lots="R5"), "build silver-row-2 k1 l1", "NY-BUILD-07", marks=pytest.mark.forbids("NY-BUILD-07")),
    pytest.param(rich, "rebuild bronze-row-4 b10 b11 c10 c11", "NY-BUILD-02", marks=pytest.mark.forbids("NY-BUILD-02")),
    pytest.param(lambda: rich(lots="Y3 Y4 Y13"), "rebuild gold-tee-4 a9 a10 b10 a11", "NY-REBUILD-01", marks=pytest.mark.forbids("NY-REBUILD-01")),
    pytest.param(rich, "rebuild bronze-corner-3 a1 b1 a2", "NY-REBUILD-02", marks=pytest.mark.forbids("NY-REBUILD-02")),
    pytest.param(rich, "rebuild silver-row-3 a1 a2 a3", "NY-REBUILD-02", marks=pytest.mark.forbids("NY-REBUILD-02")),
    pytest.param(rich, "rebuild singer k2 l2 k3 l3 k1 l1", "NY-REBUILD-03", marks=pytest.mark.forbids("NY-REBUILD-03")),
    pytest.param(lambda: bare("R8", own={"cards": "boom grab"}), "shift", "NY-CARD-01", marks=pytest.mark.forbids("NY-CARD-01")),
    pytest.param(lambda: bare("R8", own={"cards": "boom shift"}), "grab", "NY-CARD-01", marks=pytest.mark.forbids("NY-CARD-01")),
    pytest.param(acquired, "shift", "NY-CARD-02", marks=pytest.mark.forbids("NY-CARD-02")),
    pytest.param(lambda: bare("R8 R7 R9 R5"), "grab", "NY-CARD-04", marks=pytest.mark.forbids("NY-CARD-04")),
    pytest.param(lambda: bare("R8", market={"red-3": 3, "blue-3": 1}), "grab", "NY-CARD-04", marks=pytest.mark.forbids("NY-CARD-04")),
    pytest.param(lambda: does(dealt(), "grab"), "acquire Y2", "NY-CARD-04", marks=pytest.mark.forbids("NY-CARD-04")),
    pytest.param(lambda: does(dealt(), "grab"), "end", "NY-CARD-05", marks=pytest.mark.forbids("NY-CARD-05")),
    pytest.param(acquired, "acquire R7", "NY-CARD-05", marks=pytest.mark.forbids("NY-CARD-05")),
    pytest.param(acquired, "grab", "NY-CARD-10", marks=pytest.mark.forbids("NY-CARD-10")),
    pytest.param(dealt, "acquire P1", "NY-SETUP-03", marks=pytest.mark.forbids("NY-SETUP-03")),
    pytest.param(acquired, "build bronze-row-3 b2 c2 d2", "NY-BUILD-08", marks=pytest.mark.forbids("NY-BUILD-08")),
    pytest.param(acquired, "boom", "NY-CARD-06", marks=pytest.mark.forbids("NY-CARD-06")),
    pytest.param(over, "end", "NY-TURN-08", marks=pytest.mark.forbids("NY-TURN-08")),
    pytest.param(stuck, "end", "NY-TURN-05", marks=pytest.mark.forbids("NY-TURN-05")),
    pytest.param(
        lambda: does(acquired("R8 R1", own={"bronze_square_4": "e2 e3 f2 f3"}, rulings={"technology": "next_turn"}),
                     "build bronze-row-2 b2 c2", "boom"),
        "build silver-row-3 a1 b1 c1", "NY-TECH-03", marks=pytest.mark.forbids("NY-TECH-03"),
    ),
    pytest.param(crowded, "rebuild silver-row-2 e2 e3", "NY-REBUILD-04", marks=pytest.mark.forbids("NY-REBUILD-04")),
    pytest.param(
        lambda: table(
            {"buildings": {"park-row": "e2 e3 f1 f2 f3", "gold-square-4": "k2 k3 l2 l3", "silver-row-3": "a1 b1 c1",
                           "bronze-row-2": "b2 c2"}, "lots": ["B5", "B9"]}, phase="build"),
        "build singer g5 h5 i5 g6 h6 i6", "NY-TECH-02", marks=pytest.mark.forbids("NY-TECH-02"),
    ),
    pytest.param(
        lambda: acquired("R1 R8", rulings={"mirrored": "rotated_only"}), "build bronze-hook-4 a1 b1 c1 c2", "NY-BUILD-02",
        marks=pytest.mark.forbids("NY-BUILD-02"),
    ),
    pytest.param(short, "shift", "NY-CARD-03", marks=pytest.mark.forbids("NY-CARD-03")),
    pytest.param(few_left_and_a_second_lot, "boom", "NY-CARD-08", marks=pytest.mark.forbids("NY-CARD-08")),
    pytest.param(
        lambda: does(table(has("R8 R5", cards="boom"), phase="build", second_lot=True, market={"red-2": 3}, rulings={"second_lot": "compulsory"}),
                     "build bronze-row-2 b2 c2"),
        "boom", "NY-CARD-09", marks=pytest.mark.forbids("NY-CARD-09"),
    ),
    pytest.param(
        lambda: does(acquired("R8 R1"), "build bronze-row-2 b2 c2"), "build bronze-row-3 a1 b1 c1", "NY-CARD-06",
        marks=pytest.mark.forbids("NY-CARD-06"),
    ),
    pytest.param(
        lambda: does(acquired("R8 R1"), "build bronze-row-2 b2 c2", "boom"), "rebuild bronze-row-3 a3 b3 c3", "NY-CARD-06",
        marks=pytest.mark.forbids("NY-CARD-06"),
    ),
    pytest.param(
        lambda: does(acquired("R8 R1"), "build bronze-row-2 b2 c2"), "rebuild bronze-row-3 a3 b3 c3", "NY-CARD-06",
        marks=pytest.mark.forbids("NY-CARD-06"),
    ),
    pytest.param(
        lambda: does(table(few_left(5, "R8"), phase="build", market={"red-2": 3}), "build silver-row-2 b2 c2"), "boom", "NY-CARD-08",
        marks=pytest.mark.forbids("NY-CARD-08"),
    ),
    pytest.param(lambda: does(acquired("R8 R4"), "build bronze-row-2 b2 c2"), "boom", "NY-CARD-07", marks=pytest.mark.forbids("NY-CARD-07")),
    pytest.param(
        lambda: does(acquired("R8 R1"), "build bronze-row-2 b2 c2", "boom"), "end", "NY-CARD-07", marks=pytest.mark.forbids("NY-CARD-07")
    ),
    pytest.param(
        lambda: does(dealt(rulings=Rulings(second_lot="compulsory")), "grab", "acquire R8"), "end", "NY-CARD-09",
        marks=pytest.mark.forbids("NY-CARD-09"),
    ),
    ],
)  # fmt: skip
def test_an_objection_names_the_rule(made: Made, action: str, rule: str) -> None:
    """What the rule forbids is refused under its id, and is not among the legal actions."""
    state = made()
    assert rule in broken(state, action)
    assert not can(state, action)


NAMELESS: Any = None


@pytest.mark.forbids("NY-FORM-01", "NY-FORM-02")
@pytest.mark.parametrize("odd", [None, "end", 7, Acquire("Z9"), Acquire(NAMELESS), Build("bronze", ["a1"])])
def test_what_is_no_action_is_refused(odd: Any) -> None:
    """Things of no known form, and names that the box does not have."""
    found = explain(acquired(), odd)
    assert {one.id for one in found} <= {"NY-FORM-01", "NY-FORM-02"}
    assert found


@pytest.mark.allows("NY-FORM-01", "NY-FORM-02")
def test_an_action_made_anew_is_as_good_as_ours() -> None:
    """Equal actions are equal to the rules, in whichever order their cells are named."""
    assert apply(acquired(), Build("bronze-row-2", ["c2", "b2"])) == does(acquired(), "build bronze-row-2 b2 c2")
    assert apply(acquired(), End()) == does(acquired(), "end")


@pytest.mark.forbids("NY-TURN-01")
@pytest.mark.allows("NY-TURN-01")
def test_only_who_is_to_act_acts() -> None:
    """Another seat, or chance, cannot; and the turn passes to the left."""
    state = dealt()
    assert "NY-TURN-01" in broken(state, "acquire R8", by=1)
    assert not broken(state, "acquire R8", by=0)
    assert does(state, "acquire R8", "end", "deal red-2").seat == 1


# --- what a property notices


def found(before: State, action: str, wrong: Callable[[State], State]) -> set[str]:
    """The rules that properties see broken by a step whose result was tampered with."""
    taken = parse_action(before, action)
    after = wrong(apply(before, taken))
    broken_ones = PROPERTIES.broken_by(before, taken, after) + PROPERTIES.broken_in(after)
    return {rule for one in broken_ones for rule in one.rules}


def of_brown(**changes: Any) -> Callable[[State], State]:
    """The state with something else before the first player."""
    return lambda state: attrs.evolve(state, players=(attrs.evolve(state.players[0], **changes), *state.players[1:]))


def of_state(**changes: Any) -> Callable[[State], State]:
    return lambda state: attrs.evolve(state, **changes)


EVERY = tuple(tile.id for tile in load_edition("standard").own)


@pytest.mark.parametrize(
    "made, action, wrong, rule",
    [
    pytest.param(acquired, "build bronze-row-2 b2 c2", of_brown(tiles=EVERY), "NY-BOX-01", marks=pytest.mark.forbids("NY-BOX-01")),
    pytest.param(dealt, "acquire R8", of_brown(lots=["R1", "R2", "R3", "R4", "R5", "R12"]), "NY-BOX-02", marks=pytest.mark.forbids("NY-BOX-02", "NY-LAND-03")),
    pytest.param(dealt, "acquire R8", of_brown(lots=["B10", "R8", "R12"]), "NY-LAND-02", marks=pytest.mark.forbids("NY-BOX-04")),
    pytest.param(dealt, "shift", of_brown(cards=["joker"]), "NY-BOX-06", marks=pytest.mark.forbids("NY-BOX-06")),
    pytest.param(lambda: new_game(2), "deal red-2", of_brown(points=1), "NY-SETUP-01", marks=pytest.mark.forbids("NY-SETUP-01")),
    pytest.param(lambda: new_game(2), "deal red-2", of_brown(lots=[], buildings=[]), "NY-SETUP-02", marks=pytest.mark.forbids("NY-SETUP-02")),
    pytest.param(lambda: new_game(2), "deal red-2", of_state(phase=Phase.TURN), "NY-TURN-07", marks=pytest.mark.forbids("NY-SETUP-04", "NY-TURN-07")),
    pytest.param(lambda: new_game(2), "deal red-2", of_state(seat=1), "NY-SETUP-06", marks=pytest.mark.forbids("NY-SETUP-06")),
    pytest.param(
        lambda: new_game(2, expert=True), "deal red-2", of_brown(lots=["R12"], buildings=[Building("start", ["b3", "c3"])]), "NY-EXPERT-01",
        marks=pytest.mark.forbids("NY-EXPERT-01"),
    ),
    pytest.param(
        lambda: acquired(expert=True, own={"bronze_row_3": "a1 b1 c1", "bronze_square_4": "e2 e3 f2 f3", "cards": "shift"}),
        "build bronze-row-2 b2 c2", of_state(technology=Technology.SILVER), "NY-TECH-01", marks=pytest.mark.forbids("NY-EXPERT-02"),
    ),
    pytest.param(acquired, "end", of_state(phase=Phase.TURN, seat=1), "NY-TURN-07", marks=pytest.mark.forbids("NY-TURN-07")),
    pytest.param(stuck, "give R4", of_state(pile=()), "NY-TURN-06", marks=pytest.mark.forbids("NY-TURN-06")),
    pytest.param(acquired, "build bronze-row-2 b2 c2", of_brown(buildings=[]), "NY-BUILD-05", marks=pytest.mark.forbids("NY-BUILD-05")),
    pytest.param(acquired, "build bronze-row-2 b2 c2", of_brown(points=3), "NY-BUILD-06", marks=pytest.mark.forbids("NY-BUILD-06")),
    pytest.param(
        lambda: acquired("R8 R1", own={"bronze_square_4": "e2 e3 f2 f3"}), "build bronze-row-2 b2 c2",
        of_state(technology=Technology.BRONZE), "NY-TECH-03", marks=pytest.mark.forbids("NY-TECH-03"),
    ),
    pytest.param(lambda: bare("R8"), "rebuild bronze-row-2 b3 c3", of_brown(points=0), "NY-REBUILD-05", marks=pytest.mark.forbids("NY-REBUILD-05")),
    pytest.param(dealt, "acquire R8", of_state(ending=Ending(Cause.TILES, 0)), "NY-END-01", marks=pytest.mark.forbids("NY-END-01")),
    pytest.param(
        lambda: does(acquired(), "end"), "deal blue-2", of_state(ending=Ending(Cause.MARKET, 0)), "NY-END-02",
        marks=pytest.mark.forbids("NY-END-02"),
    ),
    pytest.param(
        lambda: table({}, few_left(4), phase="fill", market={"red-2": 3}, ending=("few tiles unbuilt", "green")), "deal blue-2",
        of_state(phase=Phase.TURN, seat=1), "NY-END-03", marks=pytest.mark.forbids("NY-END-03"),
    ),
    pytest.param(
        beside_others, "build gold-block-6 g5 h5 i5 g6 h6 i6", of_brown(points=1), "NY-CHALLENGE-04",
        marks=pytest.mark.forbids("NY-CHALLENGE-04"),
    ),
    ],
)  # fmt: skip
def test_a_property_notices_what_goes_wrong(
    made: Made, action: str, wrong: Callable[[State], State], rule: str
) -> None:
    """A step that does something else than the rule says breaks a property that speaks of it."""
    assert rule in found(made(), action, wrong)
    assert not found(made(), action, lambda after: after)


def broken_by(state: State, result: Outcome | None) -> set[str]:
    """The rules of the properties that do not hold for an outcome."""
    return {rule for one in PROPERTIES.broken_by_outcome(state, result) for rule in one.rules}


@pytest.mark.forbids("NY-FINAL-01", "NY-FINAL-02", "NY-FINAL-03", "NY-FINAL-04")
def test_an_outcome_that_is_not_so_is_told_apart() -> None:
    """Scores and winners are held against what lies there."""
    state, right = over(), outcome(over())
    assert right is not None
    first = right.scores[0]
    cases = {
        "NY-FINAL-01": attrs.evolve(right, scores=(attrs.evolve(first, streets=first.streets + 5), right.scores[1])),
        "NY-FINAL-02": attrs.evolve(right, scores=(attrs.evolve(first, cards=0), right.scores[1])),
        "NY-FINAL-03": attrs.evolve(right, winners=(0,)),
        "NY-FINAL-04": attrs.evolve(right, scores=(attrs.evolve(first, gold=9), right.scores[1])),
    }
    assert not broken_by(state, right)
    for rule, wrong in cases.items():
        assert rule in broken_by(state, wrong)
    assert "NY-TURN-08" in broken_by(state, None)


CHALLENGES = {
    "gold-tycoon": "NY-CHALLENGE-02", "master-architect": "NY-CHALLENGE-03", "bronze-baron": "NY-CHALLENGE-05",
    "generation-king": "NY-CHALLENGE-06", "big-developer": "NY-CHALLENGE-07", "silver-titan": "NY-CHALLENGE-08",
    "real-estate-mogul": "NY-CHALLENGE-09",
}  # fmt: skip


@pytest.mark.forbids(
    "NY-CHALLENGE-01", "NY-CHALLENGE-02", "NY-CHALLENGE-03", "NY-CHALLENGE-05", "NY-CHALLENGE-06", "NY-CHALLENGE-07",
    "NY-CHALLENGE-08", "NY-CHALLENGE-09",
)  # fmt: skip
@pytest.mark.parametrize("challenge", CHALLENGES)
def test_a_challenge_scored_otherwise_is_noticed(challenge: str) -> None:
    """Under the rule of the challenge."""
    state = over(challenge=challenge)
    right = outcome(state)
    assert right is not None
    first = right.scores[0]
    wrong = attrs.evolve(right, scores=(attrs.evolve(first, challenge=first.challenge + 1), right.scores[1]))
    assert CHALLENGES[challenge] in broken_by(state, wrong)


@pytest.mark.forbids("NY-SETUP-05", "NY-SETUP-03", "NY-SETUP-01")
@pytest.mark.parametrize(
    "wishes, told",
    [
        ({"players": 5}, "is for 2, 3, 4 players, not 5"),
        ({"players": ["brown", "brown"]}, "one of them twice"),
        ({"players": 2, "characters": ["red", "pink"]}, "'pink' is not offered"),
        ({"players": 2, "streets": ["wall", "cedar"]}, "3 are needed, not 2"),
        ({"players": 2, "streets": ["wall", "cedar", "fifth"]}, "'fifth' is not offered"),
        ({"players": 2, "challenge": "golden"}, "there is no challenge 'golden'"),
        ({"players": 2, "expert": 1}, "expert is True or False"),
    ],
)
def test_what_cannot_be_agreed_is_refused(wishes: dict[str, Any], told: str) -> None:
    """In words that say what would be right."""
    with pytest.raises(SetupError, match=told):
        new_game(**wishes)


# --- what is brought about


@pytest.mark.allows("NY-SETUP-01", "NY-SETUP-02", "NY-SETUP-04", "NY-SETUP-06", "NY-BOX-01", "NY-BOX-06", "NY-BOX-03")
def test_the_start() -> None:
    """Everybody has eighteen tiles, three cards, four workers and a starting building; the market has four cards."""
    state = dealt()
    for seat, cells in zip(state.players, (("b3", "c3"), ("k6", "k7")), strict=True):
        workers = state.free_workers(state.players.index(seat))
        assert (len(seat.tiles), len(seat.cards), workers, seat.points) == (18, 3, 4, 0)
        (building,) = seat.buildings
        assert (building.tile, building.cells) == ("start", cells)
    assert (state.seat, state.phase) == (0, Phase.TURN)
    assert state.market == {"red-2": 2, "blue-2": 1, "yellow-3": 1}
    # 52 lots of four districts, less two starting cards and the market.
    assert state.cards_in_pile == 46
    assert state.legendaries == ("park-row", "singer", "metropolitan-life", "woolworth")


@pytest.mark.allows("NY-SETUP-03", "NY-BOX-03", "NY-BOX-04")
def test_two_play_without_pink() -> None:
    """With three players pink is in the game."""
    assert "deal pink-2" not in legal(new_game(2))
    assert "deal pink-2" in legal(new_game(3))
    assert new_game(3).pile[0].total == 62
    assert new_game(3, characters=["pink", "red", "blue"]).players[0].lots == ("P3",)


@pytest.mark.allows("NY-SETUP-02")
def test_starting_cards_from_the_market() -> None:
    """By the ruling the market is dealt first; the cards are taken from it or from the pile, and it is filled."""
    state = new_game(2, rulings=Rulings(starting_card="from_the_market"))
    assert state.pile[0].total == 52
    for _ in range(3):
        state = does(state, "deal red-2")
    state = does(state, "deal green-2")
    # Brown's card comes from the market, green's blue one from the pile.
    assert (state.phase, state.market, state.pile[0].total) == (Phase.OPEN, {"red-2": 2, "green-2": 1}, 47)
    assert does(state, "deal red-2").phase is Phase.TURN


@pytest.mark.allows("NY-SETUP-05")
def test_streets_and_challenge() -> None:
    """Three streets and at most one challenge, as agreed."""
    state = new_game(2, streets=["cedar", "wall", "broadway"], challenge="gold-tycoon")
    assert state.setup.streets == ("broadway", "wall", "cedar")
    assert state.setup.challenge == "gold-tycoon"
    assert new_game(2).setup.challenge is None


@pytest.mark.allows("NY-EXPERT-01", "NY-EXPERT-02", "NY-TECH-01")
def test_experts() -> None:
    """Nothing to start with, all cards in the pile; silver from ten points, gold from twenty-five."""
    state = new_game(2, expert=True)
    assert [(seat.lots, seat.buildings) for seat in state.players] == [((), ()), ((), ())]
    assert state.pile[0].total == 52
    own = {"bronze_row_3": "a1 b1 c1", "bronze_square_4": "e2 e3 f2 f3"}
    assert not any(text.startswith("build silver") for text in legal(acquired("R8", own=own, expert=True)))
    assert "build silver-row-2 b2 c2" in legal(acquired("R8", own=own))


@pytest.mark.allows("NY-LAND-01", "NY-LAND-02", "NY-LAND-03", "NY-LAND-04", "NY-BOX-02", "NY-TURN-03", "NY-TURN-02")
def test_acquiring() -> None:
    """Any free lot of district and size; a worker goes on it, the card is gone from the market, and one may build."""
    state = dealt()
    lots = {text.split()[1] for text in legal(state) if text.startswith("acquire")}
    assert {"R4", "R8", "B2", "B11", "Y2", "Y8", "Y13"} <= lots
    assert not lots & {"R12", "B10", "R1", "B1", "Y1", "G7"}
    after = does(state, "acquire R8")
    assert (after.phase, after.players[0].lots, after.free_workers(0)) == (Phase.BUILD, ("R8", "R12"), 3)
    assert after.market == {"red-2": 1, "blue-2": 1, "yellow-3": 1}
    assert {"build", "end"} == verbs(after)


@pytest.mark.allows(
    "NY-BUILD-01", "NY-BUILD-02", "NY-BUILD-03", "NY-BUILD-05", "NY-BUILD-06", "NY-BUILD-07", "NY-BOX-04"
)
def test_building() -> None:
    """Over lots of several districts, with cells left free, sharing a lot; workers come back, and points are scored."""
    state = acquired("R5 R6 R11 B2", own={"cards": "shift"})
    assert state.free_workers(0) == 0
    after = does(state, "build bronze-hook-4 l1 m1 m2 m3")
    brown = after.players[0]
    assert (brown.points, after.free_workers(0), "bronze-hook-4" in brown.tiles) == (4, 3, False)
    shared = table(has("R5 R6 R11 B2", cards="shift", bronze_hook_4="l1 m1 m2 m3"), phase="build", market={"red-2": 3})
    assert "build bronze-row-2 l2 l3" in legal(shared)
    assert not can(shared, "build bronze-corner-3 k1 l1 l2")


@pytest.mark.allows("NY-BUILD-08", "NY-BUILD-02")
def test_rulings_about_footprints() -> None:
    """Tiles are turned over by default and reach over no street; rulings say otherwise."""
    assert can(acquired("R1 R8"), "build bronze-hook-4 a1 b1 c1 c2")
    assert can(acquired("R1 R7", rulings={"mirrored": "rotated_only"}), "build bronze-hook-4 a1 b1 c1 a2")
    across = acquired("R1 R2", rulings={"street_spanning": "across"})
    assert {"build bronze-row-2 c1 e1", "build bronze-row-3 b1 c1 e1", "build bronze-row-4 a1 b1 c1 e1"} <= legal(
        across
    )
    built = does(across, "build bronze-row-2 c1 e1")
    assert built.free_workers(0) == 4


@pytest.mark.allows("NY-BUILD-04", "NY-TURN-04")
def test_without_a_free_worker_one_builds_or_rebuilds() -> None:
    """Nothing else; by the ruling one may also pass."""
    state = bare("R8 R7 R9 R5", own={"cards": ""})
    assert verbs(state) == {"build", "rebuild"}
    passing = bare("R8 R7 R9 R5", own={"cards": ""}, rulings={"no_worker": "may_pass"})
    assert verbs(passing) == {"build", "rebuild", "end"}
    after = does(passing, "end")
    assert (after.seat, after.phase) == (1, Phase.TURN)


@pytest.mark.allows("NY-TURN-05", "NY-TURN-06", "NY-BOX-05")
def test_giving_back() -> None:
    """The worker comes back, the card lies under the pile in a layer of its own, the turn is over."""
    assert verbs(stuck()) == {"give"}
    after = does(stuck(), "give R4")
    assert (after.seat, after.phase, after.free_workers(0)) == (1, Phase.TURN, 1)
    assert after.pile[-1] == {"red-2": 1}
    assert after.players[0].lots == ("R3", "R6", "G10")
    assert verbs(stuck(rulings={"given_back": "cards_first"})) == {"give", "shift"}


@pytest.mark.allows("NY-TURN-07", "NY-BOX-05")
def test_the_market_is_filled_when_the_turn_is_over() -> None:
    """Card by card from the layer on top."""
    state = does(dealt(), "grab", "acquire R8", "acquire R7", "end")
    assert (state.phase, state.market.total) == (Phase.FILL, 2)
    state = does(state, "deal green-2", "deal green-3")
    assert (state.phase, state.seat, state.market.total) == (Phase.TURN, 1, 4)
    layered = table(phase="fill", market={"red-2": 3}, pile=[{"blue-2": 1}, {
        "red-2": 6, "red-3": 3, "blue-2": 8, "blue-3": 3, "yellow-2": 10, "yellow-3": 3, "green-2": 10, "green-3": 3,
    }])  # fmt: skip
    assert legal(layered) == {"deal blue-2"}


@pytest.mark.allows("NY-TECH-01", "NY-TECH-02", "NY-TECH-03")
def test_technologies() -> None:
    """Silver from six points, gold and legendaries from eighteen, at once or in the next turn."""
    own = {"bronze_square_4": "e2 e3 f2 f3"}
    state = acquired("R8 R1", own=own)
    assert not any("silver" in text for text in legal(state))
    boom = does(state, "build bronze-row-2 b2 c2", "boom")
    assert "build silver-row-3 a1 b1 c1" in legal(boom)
    late = does(acquired("R8 R1", own=own, rulings={"technology": "next_turn"}), "build bronze-row-2 b2 c2", "boom")
    assert "build silver-row-3 a1 b1 c1" not in legal(late)
    assert "build bronze-row-3 a1 b1 c1" in legal(late)
    legends = rich(phase="build", lots="B4 B5 B8 B9")
    assert can(legends, "build singer g5 h5 i5 g6 h6 i6")
    after = does(legends, "build singer g5 h5 i5 g6 h6 i6")
    assert after.legendaries == ("park-row", "metropolitan-life", "woolworth")
    assert after.players[0].points == legends.players[0].points + 10


@pytest.mark.allows("NY-REBUILD-01", "NY-REBUILD-02", "NY-REBUILD-03", "NY-REBUILD-05", "NY-BOX-01")
def test_rebuilding() -> None:
    """Bronze replaces the starting building; gold replaces several; what is gone is out of the game, and no point is lost."""
    first = does(bare("R8", own={"cards": ""}), "rebuild bronze-square-4 b2 c2 b3 c3")
    assert [one.tile for one in first.players[0].buildings] == ["bronze-square-4"]
    assert (first.players[0].points, first.free_workers(0)) == (4, 4)
    state = rich(cards="")
    after = does(state, "rebuild gold-block-6 a1 b1 c1 a2 b2 c2")
    assert {one.tile for one in after.players[0].buildings} == {
        "start", "silver-square-4", "gold-square-4", "gold-corner-3", "gold-block-6",
    }  # fmt: skip
    assert after.players[0].points == state.players[0].points + 8
    assert not {"bronze-row-2", "bronze-row-3", "silver-row-2"} & {*after.players[0].tiles}


@pytest.mark.allows("NY-REBUILD-01")
@pytest.mark.forbids("NY-REBUILD-01")
def test_buildings_apart_are_demolished_together_only_by_a_ruling() -> None:
    """Two bronze buildings with free cells between them."""
    own = has("R7 R8", cards="", bronze_row_3="a1 b1 c1", bronze_square_4="e2 e3 f2 f3")
    apart = "rebuild silver-row-3 c1 c2 c3"
    usual = table(own)
    assert broken(usual, apart) == {"NY-REBUILD-01"}
    assert can(usual, "rebuild silver-corner-3 b1 c1 c2")
    assert can(table(own, rulings={"demolished": "under_the_footprint"}), apart)


@pytest.mark.allows("NY-REBUILD-04", "NY-BOX-02")
def test_workers_go_on_lots_laid_bare() -> None:
    """As many as there are lots, and if there are not enough it is not allowed."""
    few = table(has("R9 R5", cards="", bronze_square_4="e2 e3 f2 f3", bronze_row_3="a1 b1 c1"))
    after = does(few, "rebuild silver-row-2 e2 e3")
    assert after.free_workers(0) == 0
    assert {"R3", "R13", "R2"} <= {*after.players[0].lots}


@pytest.mark.allows("NY-CARD-01", "NY-CARD-02", "NY-CARD-03")
def test_market_shift() -> None:
    """The market goes under the pile as one layer, four new cards come, and the turn goes on."""
    state = does(dealt(), "shift")
    assert (state.phase, state.market.total, state.pile[-1]) == (Phase.RENEW, 0, dealt().market)
    state = does(state, "deal green-2", "deal green-2", "deal green-2", "deal blue-3")
    assert (state.phase, state.seat, "shift" in state.players[0].cards) == (Phase.TURN, 0, False)
    round_ = short(rulings={"short_pile": "old_cards_come_round"})
    assert "shift" in legal(round_)


@pytest.mark.allows("NY-CARD-04", "NY-CARD-05", "NY-CARD-09", "NY-CARD-01")
def test_land_grab() -> None:
    """Two lots of two cells from one market; the second with a worker that the building has freed, or not at all."""
    state = does(dealt(), "grab")
    assert verbs(state) == {"acquire"}
    first = does(state, "acquire R8")
    assert (first.second_lot, first.market.total) == (True, 3)
    assert {"acquire R7", "end"} <= legal(first)
    assert not does(first, "acquire R7").second_lot
    worn = grabbed()
    assert verbs(worn) == {"build", "end"}
    freed = does(worn, "build bronze-row-2 b2 c2")
    assert (freed.phase, freed.second_lot) == (Phase.AFTER, True)
    assert verbs(freed) == {"acquire", "boom", "end"}
    assert not does(freed, "boom").second_lot
    assert "boom" in legal(does(freed, "acquire R9"))
    before = does(grabbed(rulings={"land_grab": "before_building"}), "build bronze-row-2 b2 c2")
    assert "acquire" not in verbs(before)
    must = does(grabbed(rulings={"second_lot": "compulsory"}), "build bronze-row-2 b2 c2")
    assert verbs(must) == {"acquire"}


@pytest.mark.allows("NY-CARD-09", "NY-CARD-01")
@pytest.mark.forbids("NY-CARD-09")
def test_a_second_lot_is_not_left_out_for_a_boom() -> None:
    """By the ruling it may be left out by ending the turn, but Land Grab is not cut off by another card."""
    freed = does(grabbed(rulings={"second_lot": "not_for_boom"}), "build bronze-row-2 b2 c2")
    assert verbs(freed) == {"acquire", "end"}
    assert broken(freed, "boom") == {"NY-CARD-09"}
    assert "boom" in legal(does(freed, "acquire R9"))
    assert verbs(grabbed(rulings={"second_lot": "not_for_boom"})) == {"build", "end"}


@pytest.mark.allows("NY-CARD-10")
def test_land_grab_after_a_lot() -> None:
    """By the ruling the first lot may have three cells, and the card is used then."""
    assert "grab" in legal(dealt())
    state = does(dealt(rulings=Rulings(grab_moment="also_after_a_lot")), "acquire Y2")
    assert "grab" in legal(state)
    after = does(state, "grab")
    assert (after.phase, after.second_lot, "grab" in legal(after)) == (Phase.BUILD, True, False)
    assert does(after, "acquire R8").players[0].lots == ("R8", "R12", "Y2")


@pytest.mark.forbids("NY-CARD-10", "NY-CARD-01")
def test_land_grab_after_building() -> None:
    """By neither ruling; each says until when. And the card is there once."""
    for ruling, until in (("first", "before a lot is acquired"), ("also_after_a_lot", "before anything is built")):
        built = does(acquired("R8 R1", rulings={"grab_moment": ruling}), "build bronze-row-2 b2 c2")
        (found,) = explain(built, Grab())
        assert (found.id, until in found.message) == ("NY-CARD-10", True)
    assert broken(does(dealt(), "grab"), "grab") == {"NY-CARD-01"}


@pytest.mark.forbids("NY-CARD-06", "NY-CARD-05")
def test_words_after_building_fit_the_moment() -> None:
    """What is said of a second building, of a further lot, and of what is waited for."""

    def said(state: State, text: str) -> str:
        return explain(state, parse_action(state, text))[0].message

    second = "build bronze-row-3 a1 b1 c1"
    built = does(acquired("R8 R1"), "build bronze-row-2 b2 c2")
    assert "use boom first" in said(built, second)
    assert "triggered the end" in said(few_left_and_a_second_lot(), second)
    assert "to acquire a second lot, to go on" in repr(few_left_and_a_second_lot())
    assert "only as the second of a Land Grab" in said(built, "acquire R2")
    early = does(acquired("R8 R1", rulings={"land_grab": "before_building"}), "build bronze-row-2 b2 c2")
    assert "after building no lot is acquired" in said(early, "acquire R2")
    assert "two with Land Grab" in said(acquired(), "acquire R2")
    compelled = does(grabbed(rulings={"second_lot": "compulsory"}), "build bronze-row-2 b2 c2")
    assert "before that the second lot" in said(compelled, second)
    assert "waits for brown to acquire a second lot>" in repr(compelled)


def test_a_turn_goes_on_after_building_only_for_a_card() -> None:
    """A position in which there is neither a second lot nor a Construction Boom to go on with cannot come about."""
    state = few_left_and_a_second_lot()
    (found,) = problems(attrs.evolve(state, second_lot=False))
    assert "no card to go on with" in found.message


@pytest.mark.allows("NY-CARD-06", "NY-CARD-07", "NY-CARD-01")
def test_construction_boom() -> None:
    """A second building after a first one, or after rebuilding; by a ruling it may be wasted."""
    built = does(acquired("R8 R1"), "build bronze-row-2 b2 c2")
    assert verbs(built) == {"boom", "end"}
    second = does(built, "boom", "build bronze-row-3 a1 b1 c1")
    assert (second.players[0].points, second.phase, "boom" in second.players[0].cards) == (5, Phase.FILL, False)
    rebuilt = does(bare("R1"), "rebuild bronze-row-2 b3 c3", "boom")
    assert verbs(rebuilt) == {"build"}
    wasted = does(acquired("R8 R4", rulings={"empty_boom": "may_be_wasted"}), "build bronze-row-2 b2 c2", "boom")
    assert legal(wasted) == {"end"}


@pytest.mark.allows("NY-CARD-08", "NY-END-01", "NY-END-03", "NY-TURN-08")
def test_the_end_by_tiles() -> None:
    """With four tiles left the others have one more turn, and there is no second building; a legendary counts by a ruling."""
    state = table(few_left(5, "R8"), phase="build", market={"red-2": 3})
    ended = does(state, "build silver-row-2 b2 c2")
    assert ended.ending == Ending(Cause.TILES, 0)
    assert (ended.phase, "boom" in ended.players[0].cards) == (Phase.FILL, True)
    last = does(ended, "deal blue-2")
    assert (last.phase, last.seat) == (Phase.TURN, 1)
    done = does(last, "rebuild bronze-row-2 k6 k7", "end")
    assert (done.phase, done.seat, outcome(done) is not None) == (Phase.OVER, 1, True)


@pytest.mark.allows("NY-END-01")
def test_a_legendary_counts_towards_the_end_only_by_the_ruling() -> None:
    """With five tiles left and a legendary."""
    for reading, ends in (("not_counted", False), ("counted", True)):
        own = few_left(5, "B4 B5 B8 B9", cards=[])
        state = table(own, phase="build", market={"red-2": 3}, rulings={"legendary_unbuilt": reading})
        assert (does(state, "build singer g5 h5 i5 g6 h6 i6").ending is not None) is ends


@pytest.mark.allows("NY-END-02")
def test_the_end_by_the_market() -> None:
    """Nobody builds: lots are acquired until the market cannot be filled; then the other has one more turn."""
    state = new_game(2, edition="tiny")
    while state.ending is None:
        kinds = {type(action): action for action in offered(state)}
        state = apply(state, next(kinds[kind] for kind in (Deal, Acquire, End, Give) if kind in kinds))
    assert (state.ending, state.pile) == (Ending(Cause.MARKET, 1 - state.seat), ())
    assert state.market.total == state.setup.edition.market - 1
    assert (state.phase, all(len(player.buildings) == 1 for player in state.players)) == (Phase.TURN, True)


@pytest.mark.allows("NY-FINAL-01", "NY-FINAL-02", "NY-FINAL-03", "NY-BUILD-06")
def test_streets_and_unused_cards() -> None:
    """The most buildings on a street in play, alone; a tie brings nothing; each unused card a point."""
    brown = has(bronze_row_2="b2 c2", bronze_row_3="a1 b1 c1", cards="boom")
    state = over(brown, few_left(4, cards=[]), streets=["broadway", "cedar", "nassau-broad"])
    first, second = scores(state)
    # On Broadway: R12, row-2, row-3 against corner-3. On Cedar: R12 against square-4. On Nassau: none against three.
    assert (first.streets, second.streets) == (5, 5)
    assert (first.cards, second.cards) == (1, 0)
    assert first.total == 5 + 5 + 1
    result = outcome(state)
    assert result is not None
    assert (result.winners, result.cause, result.ended_by) == ((1,), "few tiles unbuilt", 1)


@pytest.mark.allows("NY-FINAL-04")
def test_ties() -> None:
    """The taller legendary, then more gold, then a shared victory."""
    from towerup.rulesets.new_york_1901 import scoring

    state = over()
    score = scoring.scores(state)[0]

    def winners(*told: tuple[int, int, int]) -> tuple[int, ...]:
        made = tuple(
            attrs.evolve(score, track=track, streets=0, cards=0, legendary=tall, gold=gold)
            for track, tall, gold in told
        )
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(scoring, "scores", lambda _: made)
            result = scoring.outcome(state)
        assert result is not None
        return result.winners

    assert winners((50, 0, 9), (51, 0, 0)) == (1,)
    assert winners((50, 1, 0), (50, 2, 0)) == (1,)
    assert winners((50, 1, 0), (50, 0, 5)) == (0,)
    assert winners((50, 0, 3), (50, 0, 2)) == (0,)
    assert winners((50, 0, 2), (50, 0, 2)) == (0, 1)


@pytest.mark.allows("NY-CHALLENGE-01", "NY-CHALLENGE-02", "NY-CHALLENGE-07", "NY-CHALLENGE-09")
def test_challenges_by_district() -> None:
    """A building in two districts counts in both."""
    # Red and blue share the block east of Nassau; yellow has one gold building.
    green = few_left(3, cards=[])
    green["buildings"] = {
        "gold-square-4": "k2 k3 l2 l3", "gold-corner-3": "e9 e10 f9", "gold-tee-4": "m1 m2 m3 n2",
    }  # fmt: skip
    green["tiles"] = ["gold-block-5", "gold-block-6", "gold-stairs-6"]
    green["points"] = sum(tile.points for tile in load_edition("standard").own if tile.id not in green["tiles"])
    tycoon = over({}, green, challenge="gold-tycoon")
    # Red: square and tee. Blue: the tee alone, besides no gold. Yellow: one.
    assert [score.challenge for score in scores(tycoon)] == [0, 3]
    mogul = over({}, green, challenge="real-estate-mogul")
    # Red and blue (the tee and the starting building) have two each: too few districts.
    assert [score.challenge for score in scores(mogul)] == [0, 0]
    developer = over({}, green, challenge="big-developer")
    assert [score.challenge for score in scores(developer)] == [0, 0]


@pytest.mark.allows("NY-CHALLENGE-03", "NY-CHALLENGE-05", "NY-CHALLENGE-08", "NY-CHALLENGE-06")
def test_challenges_by_buildings() -> None:
    """Irregular footprints, bronze, silver, and most of a technology."""
    brown = {
        "buildings": {
            "bronze-row-2": "b2 c2", "bronze-row-3": "a1 b1 c1", "bronze-corner-3": "e5 e6 f6", "bronze-hook-4": "k1 l1 m1 k2",
            "silver-corner-3": "e2 e3 f3",
        },
        "lots": [],
    }  # fmt: skip
    green = {"buildings": {"gold-corner-3": "e9 e10 f9", "gold-square-4": "k9 k10 l9 l10"}}
    points = {
        "master-architect": [3, 0],
        "bronze-baron": [5, 0],
        "silver-titan": [0, 0],
        "generation-king": [10, 5],
    }
    rest = few_left(4, cards=[])
    rest["buildings"] = green["buildings"]
    for challenge, right in points.items():
        state = over(brown, rest, challenge=challenge)
        assert [score.challenge for score in scores(state)] == right, challenge


def ended(**buildings: str) -> dict[str, Any]:
    """What a player has who has only gold left to build; all that is not named was demolished."""
    own = load_edition("standard").own
    built = {tile.replace("_", "-"): cells for tile, cells in buildings.items()}
    tiles = [tile.id for tile in own if tile.technology is Technology.GOLD and tile.id not in built]
    points = sum(tile.points for tile in own if tile.id not in tiles)
    return {"buildings": built, "tiles": tiles, "points": points, "cards": []}


@pytest.mark.allows("NY-CHALLENGE-07", "NY-CHALLENGE-08", "NY-CHALLENGE-09")
@pytest.mark.parametrize(
    ("challenge", "buildings"),
    [
        # Three buildings of four cells or more in red.
        ("big-developer", {"silver_square_4": "e2 e3 f2 f3", "gold_square_4": "k2 k3 l2 l3", "gold_block_6": "a1 b1 c1 a2 b2 c2"}),
        # Four of silver.
        ("silver-titan", {"silver_square_4": "e2 e3 f2 f3", "silver_row_2": "k1 l1", "silver_row_3": "a1 b1 c1", "silver_corner_3": "a2 a3 b2",
                          "gold_square_4": "k2 k3 l2 l3", "gold_corner_3": "e9 e10 f9"}),
        # Two each in red, blue (one of them the starting building), yellow and green.
        ("real-estate-mogul", {"silver_row_3": "a1 b1 c1", "gold_square_4": "k2 k3 l2 l3", "bronze_row_2": "h7 i7", "gold_corner_3": "e9 e10 f9",
                               "bronze_row_3": "a11 b11 c11", "silver_row_2": "m9 n9", "bronze_corner_3": "k11 l10 l11"}),
    ],
)  # fmt: skip
def test_challenges_of_the_mini_expansion(challenge: str, buildings: dict[str, Any]) -> None:
    """Five points for just enough, and none for one building less."""
    assert [one.challenge for one in scores(over({}, ended(**buildings), challenge=challenge))] == [0, 5]
    for gone in buildings:
        if gone.startswith("gold") and challenge == "silver-titan":
            continue
        state = over({}, ended(**buildings), challenge=challenge)
        green = state.players[1]
        left = [one for one in green.buildings if one.tile != gone.replace("_", "-")]
        less = attrs.evolve(state, players=(state.players[0], attrs.evolve(green, buildings=left)))
        assert [one.challenge for one in scores(less)] == [0, 0], gone


@pytest.mark.allows("NY-CHALLENGE-04")
def test_gold_prestige() -> None:
    """A point for each older building of others with a side on the new gold one; what is gold, or one's own, brings none."""
    gold = "build gold-block-6 g5 h5 i5 g6 h6 i6"
    for neighbours, points in (
        ({"bronze_row_2": "h7 i7"}, 1),
        ({"bronze_row_2": "h7 i7", "silver_corner_3": "e6 f6 f7"}, 2),
        ({"bronze_row_2": "h7 i7", "gold_corner_3": "e6 f6 f7"}, 1),
        ({"gold_corner_3": "e6 f6 f7"}, 0),
        # At a corner of it, and across a street.
        ({"bronze_row_2": "e7 f7", "bronze_row_3": "f3 g3 h3"}, 0),
    ):
        green = {"buildings": {tile.replace("_", "-"): cells for tile, cells in neighbours.items()}}
        state = table(few_left(6, "B4 B5 B8 B9"), green, phase="build", challenge="gold-prestige")
        assert does(state, gold).players[0].points - state.players[0].points == 8 + points, neighbours
        plain = table(few_left(6, "B4 B5 B8 B9"), green, phase="build")
        assert does(plain, gold).players[0].points - state.players[0].points == 8


@pytest.mark.parametrize(
    "seats, told",
    [
        ([has("R1"), has("R1")], "NY-LAND-02"),
        ([has(bronze_row_2="g1 h1")], "NY-BUILD-03"),
        ([has("R1 R2 R3 R4 R5")], "NY-BOX-02"),
        ([has(gold_square_4="k2 k3 l2 l3") | {"points": 5}], "NY-BUILD-06"),
        ([has("P1")], "NY-SETUP-03"),
        ([has(cards="boom boom")], "NY-FORM-02"),
        ([{"buildings": {"bronze-row-2": "b1 b2"}, "tiles": BRONZE}], "NY-BUILD-07"),
    ],
)
def test_positions_that_no_game_can_reach_are_refused(seats: list[dict[str, Any]], told: str) -> None:
    """With the rule that stands against them."""
    with pytest.raises(ImpossiblePosition) as caught:
        table(*seats)
    assert told in {one.id for one in caught.value.violations}
