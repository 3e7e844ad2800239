"""Roofs: one on a floor just placed, one a floor, and covered ones stay (TU-ROOF).

FR “POSER 1 TOIT”, PL “UMIEŚĆ 1 DACH”.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import towerup as tu

from .support import Buildings, impossible, objections, offered, play

BESIDE_A6: Buildings = {
    "A6": tu.Building("white", 3, {2: "blue"}),
    "A4": tu.Building("black", 1, {1: "yellow"}),
    "A5": "black",
    "C2": "grey",
    "E6": "grey",
}
"""White A6, joined to A4, A5, B5, D2 and D3, has three floors: blue founded A5 with a roof on A6, then yellow founded A4.
C2 and E6 are far away."""
PLENTY = {"black": 3, "grey": 3, "white": 2, "brown": 2}


def beside_a6(**named: Any) -> tu.State:
    """Blue's turn beside white A6, with floors enough."""
    usual = {"stocks": {"blue": PLENTY}, "market": ("bgw", "x-vbb", "gw-vb")}
    return tu.position("reconstruction", 2, buildings=BESIDE_A6, **{**usual, **named})


# --- one roof on a floor just placed


@pytest.mark.allows("TU-ROOF-01")
@pytest.mark.parametrize("where", ["B5", "A6", "A4"])
def test_the_roof_goes_on_the_new_building_or_on_any_paid_floor(where: str) -> None:
    """Brown B5 costs a floor on A4 and one on A6: the roof goes on one of the three floors just placed."""
    before = beside_a6()
    after = play(before, f"found B5 brown roof {where}")
    assert [site for site in ("B5", "A6", "A4") if after.buildings[site].top == "blue"] == [where]
    assert after.players[0].roofs == before.players[0].roofs - 1


@pytest.mark.allows("TU-ROOF-01")
def test_there_is_one_choice_of_roof_for_each_floor_placed() -> None:
    """For brown on B5 exactly three roofs are offered, and never none."""
    lines = {line for line in offered(beside_a6(), tu.Found) if line.startswith("found B5 brown")}
    assert lines == {"found B5 brown roof B5", "found B5 brown roof A6", "found B5 brown roof A4"}


@pytest.mark.forbids("TU-ROOF-01")
@pytest.mark.parametrize("where", ["A5", "C2", "D2"])
def test_no_roof_goes_where_no_floor_was_placed(where: str) -> None:
    """Nobody pays for A5 here, C2 is far away and D2 is empty. The message names the choices."""
    [(rule, message)] = objections(beside_a6(), f"found B5 brown roof {where}")
    assert (rule, message) == ("TU-ROOF-01", f"no floor is placed on {where}: the roof goes on B5 or A4 or A6")


@pytest.mark.forbids("TU-ROOF-01")
@pytest.mark.parametrize("roof", [{}, {1: "yellow"}], ids=["one roof", "three roofs"])
def test_no_position_has_other_than_one_roof_a_founding(roof: Mapping[int, str]) -> None:
    """Five buildings, three of them starting floors, came with two roofs: neither with one nor with three."""
    buildings = {**BESIDE_A6, "A4": tu.Building("black", 1, roof), "A5": tu.Building("black", 1, roof)}
    assert impossible("reconstruction", 2, buildings=buildings)


# --- one roof a floor


@pytest.mark.allows("TU-ROOF-02")
def test_a_player_can_have_several_roofs_in_one_building() -> None:
    """Blue, who has a roof on the second floor of A6, puts another on its fourth."""
    after = play(beside_a6(), "found D2 brown roof A6")
    assert after.buildings["A6"] == tu.Building("white", 4, {2: "blue", 4: "blue"})


@pytest.mark.forbids("TU-ROOF-02")
@pytest.mark.parametrize("level", [0, 4, -1, "1"])
def test_no_roof_is_at_a_level_the_building_does_not_have(level: Any) -> None:
    """A6 has three floors: there is no roof on a fourth, nor below the first, nor at a word."""
    buildings = {**BESIDE_A6, "A6": tu.Building("white", 3, {level: "blue"})}
    assert impossible("reconstruction", 2, buildings=buildings) == {"TU-ROOF-02"}


# --- covered roofs stay


@pytest.mark.allows("TU-ROOF-03")
def test_a_paid_floor_covers_any_roof_and_the_roof_stays() -> None:
    """Grey B5 costs a floor on A4, over yellow's roof, which stays on the first floor below blue's."""
    after = play(beside_a6(), "found B5 grey roof A4")
    assert after.buildings["A4"] == tu.Building("black", 2, {1: "yellow", 2: "blue"})
    assert after.players[1].roofs == 9


@pytest.mark.allows("TU-ROOF-03")
def test_ones_own_roof_is_covered_as_well() -> None:
    """Blue founds B5 with a roof. A turn later, paying for B6 beside it covers that roof."""
    state = play(beside_a6(), "found B5 grey roof B5; take bgw; reveal gwn; found B6 brown roof B6")
    assert state.buildings["B5"] == tu.Building("grey", 2, {1: "blue"})


@pytest.mark.forbids("TU-ROOF-03")
def test_no_roof_ever_leaves_its_floor() -> None:
    """After every founding that is offered, all roofs that were on the board are where they were."""
    before = beside_a6()
    for action in tu.legal_actions(before):
        after = tu.apply(before, action)
        for site, building in before.buildings.items():
            assert building.roofs.items() <= after.buildings[site].roofs.items()
