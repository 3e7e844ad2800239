"""The examples that the French rulebook shows or tells, each by its heading."""

from __future__ import annotations

from typing import Any

import attrs

from towerup.rulesets.new_york_1901.objectives import challenge_points, street_points
from towerup.rulesets.new_york_1901.rulings import Rulings
from towerup.rulesets.new_york_1901.setup import new_game
from towerup.rulesets.new_york_1901.state import Phase

from .tables import broken, can, does, has, table


def test_wall_street_majority() -> None:
    """Décompte final: on Wall Street brown has 4 buildings, green 1, yellow 1 and blue 3; brown gets the 5 points."""
    state = table(
        has(bronze_row_3="a11 b11 c11", silver_row_2="e10 e11", bronze_row_2="f10 f11", silver_row_3="i9 i10 i11"),
        has(bronze_row_2="m13 n13"),
        has(bronze_row_2="g10 g11"),
        # And the starting building.
        has(bronze_row_2="b13 c13", bronze_corner_3="a13 a14 b14"),
        streets=["wall", "broadway", "cedar"],
    )
    assert state.setup.seats == ("brown", "green", "yellow", "blue")
    wall = attrs.evolve(state, setup=attrs.evolve(state.setup, streets=("wall",)))
    on_wall = state.setup.board.street_cells["wall"]
    counts = [sum(not on_wall.isdisjoint(one.cells) for one in player.buildings) for player in state.players]
    assert counts == [4, 1, 1, 3]
    assert street_points(wall) == [5, 0, 0, 0]


def test_chris_odell_takes_a_green_card() -> None:
    """Terrains: Chris O'Dell begins with a building in the green district, and takes a green card of the market."""
    state = new_game(2, characters=["green", "red"], rulings=Rulings(starting_card="from_the_market"))
    district = next(one for one in state.setup.board.districts if one.id == "green")
    assert district.character == "Chris O'Dell"
    (lot,) = state.players[0].lots
    assert state.setup.board.district_of[lot] == "green"
    assert len(state.setup.board.lots[lot]) == 2
    after = does(state, "deal green-2", "deal green-2", "deal blue-2", "deal yellow-3")
    # One of the two green cards is taken, and the red one comes from the pile.
    assert (after.phase, after.market) == (Phase.OPEN, {"green-2": 1, "blue-2": 1, "yellow-3": 1})


def test_green_builds_a_two_for_two_points() -> None:
    """Construction: the green player can build only on land of their own. They build a "2" and score 2 points."""
    state = table({}, has("B8"), phase="build", turn="green", market={"red-2": 3})
    assert broken(state, "build bronze-row-2 h7 i7") == {"NY-BUILD-01"}
    assert does(state, "build bronze-row-2 g6 g7").players[1].points == 2


def king(brown: dict[str, Any], green: dict[str, Any]) -> list[int]:
    return challenge_points(table(brown, green, challenge="generation-king"))


def test_generation_king() -> None:
    """Cartes Défi Bonus: the most bronze is worth 5 points, the most silver 5 points and so on; a tie in one is worth nothing."""
    brown = has(bronze_row_2="b2 c2", bronze_row_3="a1 b1 c1", silver_row_2="k1 l1")
    assert king(brown, has(bronze_row_2="h7 i7", gold_corner_3="e9 e10 f9")) == [10, 5]
    # Level in silver: nobody scores for it.
    assert king(brown, has(bronze_row_2="h7 i7", silver_row_2="m9 n9")) == [5, 0]
    # Legendaries count with gold.
    assert king(has(gold_corner_3="e9 e10 f9"), has(gold_corner_3="k9 k10 l9", singer="g5 h5 i5 g6 h6 i6")) == [0, 5]


def test_a_building_in_two_districts() -> None:
    """Construction: a building can lie across lots of different colours; and 2 or 3 buildings share a lot."""
    state = table(has("R11 B2"), phase="build", market={"red-2": 3})
    assert can(state, "build bronze-row-2 l3 m3")
    shared = table(has(bronze_row_2="l3 m3"), phase="turn")
    assert shared.free_workers(0) == 4
