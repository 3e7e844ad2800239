"""Roofs and the vehicles they move (TU-ROOF, TU-MOVE)."""

from __future__ import annotations

from collections.abc import Mapping

import attrs
import pytest

import towerup as tu
from towerup.rulesets.tower_up.state import FLOOR, presence_of

from .tables import noticed, objections, with_player

MARKET = ("bgw", "x-vbb", "gw-vb")

FOUR_TALL = {
    # A6 is joined to A4, A5, B5, D2 and D3. Blue founded A5, with a roof on A6; then yellow founded A4.
    "A6": tu.Building("white", 3, {2: "blue"}),
    "A4": tu.Building("black", 1, {1: "yellow"}),
    "A5": tu.Building("black", 1),
    "C2": tu.Building("grey"),
    "E6": tu.Building("grey"),
}
"""White A6 has three floors, with a blue roof on the second and nothing on the third. C2 and E6 are far away. Those roofs
moved blue's white vehicle two steps, and yellow's black one a step."""

PLENTY = {"black": 3, "grey": 3, "white": 2, "brown": 2}


def beside_a6(stock: Mapping[str, int] = PLENTY, *, steps: Mapping[str, int] | None = None) -> tu.State:
    """Blue to play, beside a white building of three floors; `steps` are those of blue's vehicles, if not as the roofs say."""
    return tu.position(tu.setup(2), FOUR_TALL, [{"stock": stock, "vehicles": steps or {}}, {}], MARKET)


def impossible(buildings: Mapping[str, tu.Building]) -> dict[str, str]:
    """What is said, by rule, of a board that no game can reach."""
    with pytest.raises(tu.ImpossiblePosition) as caught:
        tu.position(tu.setup(2), buildings, [{}, {}], MARKET)
    return {one.id: one.message for one in caught.value.violations}


# --- one roof on a floor just placed


@pytest.mark.parametrize("where", ["B5", "A6", "A4"])
@pytest.mark.allows("TU-ROOF-01")
def test_the_roof_goes_on_the_new_building_or_on_any_paid_floor(where: str) -> None:
    """Brown B5 costs a floor on A4 and one on A6: the roof may go on any of the three floors just placed, and on one only."""
    before = beside_a6()
    after = tu.apply(before, tu.Found("B5", "brown", where))
    tops = {site: building.roofs.get(building.floors) for site, building in after.table.buildings.items()}
    assert [site for site in ("B5", "A6", "A4") if tops[site] == "blue"] == [where]
    assert after.table.seats[0].roofs == before.table.seats[0].roofs - 1


@pytest.mark.allows("TU-ROOF-01")
def test_there_is_one_choice_of_roof_for_each_floor_placed() -> None:
    """For brown on B5 the legal actions offer exactly three roofs, and never none."""
    offered = [one for one in tu.legal_actions(beside_a6()) if isinstance(one, tu.Found)]
    assert {one.roof for one in offered if (one.site, one.colour) == ("B5", "brown")} == {"B5", "A6", "A4"}


@pytest.mark.parametrize("where", ["A5", "C2", "D2"])
@pytest.mark.forbids("TU-ROOF-01")
def test_no_roof_goes_where_no_floor_was_placed(where: str) -> None:
    """A5 is a building nobody pays for here, C2 is far away and D2 empty: no roof goes there, and the choices are told."""
    said = objections(beside_a6(), tu.Found("B5", "brown", where))
    assert set(said) == {"TU-ROOF-01"}
    assert all(site in said["TU-ROOF-01"] for site in (where, "B5", "A4", "A6"))


@pytest.mark.forbids("TU-ROOF-01")
def test_a_roof_on_another_floor_than_named_is_noticed() -> None:
    """Whoever says the roof goes on A6, but puts it on B5, is found out by a law."""
    before = beside_a6()
    other = tu.apply(before, tu.Found("B5", "brown", "B5"))
    assert "TU-ROOF-01" in noticed(before, tu.Found("B5", "brown", "A6"), other)


@pytest.mark.parametrize("roofs", [0, 2])
@pytest.mark.forbids("TU-ROOF-01")
def test_no_position_has_a_building_without_its_roof_or_two_roofs_for_one_building(roofs: int) -> None:
    """Five buildings, three of them starting floors, came with two roofs: with one roof, or three, no game leads there."""
    yellow = {1: "yellow"} if roofs else {}
    assert "TU-ROOF-01" in impossible(
        FOUR_TALL | {"A4": tu.Building("black", 1, yellow), "A5": tu.Building("black", 1, yellow)}
    )


# --- one roof a floor


@pytest.mark.allows("TU-ROOF-02")
def test_a_player_may_have_several_roofs_in_one_building() -> None:
    """Blue, who has a roof on the second floor of A6, puts another on its fourth."""
    after = tu.apply(beside_a6(), tu.Found("D2", "brown", "A6"))
    assert after.table.buildings["A6"] == tu.Building("white", 4, {2: "blue", 4: "blue"})


@pytest.mark.parametrize("level", [0, 4])
@pytest.mark.forbids("TU-ROOF-02")
def test_no_roof_is_at_a_level_the_building_does_not_have(level: int) -> None:
    """A6 has three floors: there is no roof on a fourth, nor below the first."""
    said = impossible(FOUR_TALL | {"A6": tu.Building("white", 3, {level: "blue"})})
    assert set(said) == {"TU-ROOF-02"}
    assert "A6" in said["TU-ROOF-02"]


@pytest.mark.forbids("TU-ROOF-02")
def test_a_roof_above_the_top_floor_is_noticed() -> None:
    """A6 with its roofs but one floor less has a roof in the air, and a law notices it."""
    state = tu.apply(beside_a6(), tu.Found("D2", "brown", "A6"))
    site = state.setup.board.index["A6"]
    towers = list(state.towers)
    towers[site] -= 0x100  # one floor
    doctored = attrs.evolve(state, towers=tuple(towers))
    found = [finding for law in tu.STATE_LAWS for finding in law.broken_by(doctored)]
    assert any(finding.rule == "TU-ROOF-02" and "A6" in finding.message for finding in found)


# --- covered roofs stay


@pytest.mark.allows("TU-ROOF-03")
def test_a_paid_floor_covers_any_roof_and_the_roof_stays() -> None:
    """Grey B5 costs a floor on A4, over yellow's roof; that roof stays on the first floor, below a floor with blue's."""
    after = tu.apply(beside_a6(), tu.Found("B5", "grey", "A4"))
    assert after.table.buildings["A4"] == tu.Building("black", 2, {1: "yellow", 2: "blue"})


@pytest.mark.allows("TU-ROOF-03")
def test_ones_own_roof_is_covered_as_well() -> None:
    """Blue founds B5 with a roof; a turn later, paying for B6 beside it covers that roof of their own."""
    state = tu.apply(beside_a6(), tu.Found("B5", "grey", "B5"))
    state = tu.apply(tu.apply(state, tu.Take("bgw")), tu.Reveal("gwn"))
    after = tu.apply(state, tu.Found("B6", "brown", "B6"))
    assert after.table.buildings["B5"] == tu.Building("grey", 2, {1: "blue"})


@pytest.mark.forbids("TU-ROOF-03")
def test_a_roof_that_vanishes_under_a_floor_is_noticed() -> None:
    """If yellow's roof in A4 is gone after a floor was paid on it, a law notices it."""
    before = beside_a6()
    action = tu.Found("B5", "grey", "A6")
    after = tu.apply(before, action)
    site = after.setup.board.index["A4"]
    towers = list(after.towers)
    towers[site] &= 0x1FF  # colour and floors only
    doctored = attrs.evolve(after, towers=tuple(towers))
    assert noticed(before, action, after) == set()
    assert "TU-ROOF-03" in noticed(before, action, doctored)


# --- steps for the roofed building


@pytest.mark.parametrize(
    ("where", "colour", "steps"),
    [("B5", "brown", 1), ("A4", "black", 2), ("A6", "white", 4)],
)
@pytest.mark.allows("TU-MOVE-01")
def test_the_vehicle_of_the_roofed_buildings_colour_moves_by_its_floors(where: str, colour: str, steps: int) -> None:
    """Brown B5 makes A4 two floors high and A6 four. Only the roofed building scores: one, two or four steps
    more, and white had two from blue's earlier roof.
    """
    after = tu.apply(beside_a6(steps={"black": 1}), tu.Found("B5", "brown", where))
    wanted = {"black": 1, "grey": 0, "white": 2, "brown": 0}
    wanted[colour] += steps
    assert after.table.seats[0].vehicles == wanted
    assert after.table.seats[1].vehicles == {"black": 1, "grey": 0, "white": 0, "brown": 0}


@pytest.mark.parametrize(
    "vehicles",
    [(0, 0, 5, 0), (0, 0, 7, 0), (0, 0, 6, 1), (0, 4, 2, 0)],
    ids=["a step too few", "a step too many", "the new building scores too", "the wrong colour"],
)
@pytest.mark.forbids("TU-MOVE-01")
def test_any_other_move_is_noticed(vehicles: tuple[int, ...]) -> None:
    """A roof on white A6 with its four floors is worth four white steps besides the two that there were, and nothing
    else (black, grey, white, brown).
    """
    before = beside_a6()
    action = tu.Found("B5", "brown", "A6")
    after = tu.apply(before, action)
    assert after.players[0].vehicles == (0, 0, 6, 0)
    assert "TU-MOVE-01" in noticed(before, action, with_player(after, 0, vehicles=vehicles))


@pytest.mark.forbids("TU-MOVE-01")
def test_an_opponents_vehicle_does_not_move() -> None:
    """Blue's roof above yellow's, on the second floor, does not move yellow's black vehicle from 1 to 3; if it did, a law would
    notice.
    """
    before = beside_a6()
    action = tu.Found("B5", "brown", "A4")
    after = tu.apply(before, action)
    assert after.players[1].vehicles == (1, 0, 0, 0)
    assert noticed(before, action, with_player(after, 1, vehicles=(3, 0, 0, 0)))


# --- the end of the track


@pytest.mark.parametrize(("start", "end"), [(5, 9), (6, 10), (7, 10), (10, 10)])
@pytest.mark.allows("TU-MOVE-02")
def test_a_vehicle_stops_at_the_end_of_its_track(start: int, end: int) -> None:
    """Four white steps from the fifth column reach the ninth; from the sixth on the vehicle ends on the tenth, the last."""
    after = tu.apply(beside_a6(steps={"white": start}), tu.Found("B5", "brown", "A6"))
    assert after.table.seats[0].vehicles["white"] == end


@pytest.mark.parametrize(("start", "end"), [(8, 10), (9, 10), (10, 10)])
@pytest.mark.allows("TU-MOVE-02")
def test_the_vehicles_of_a_card_stop_there_as_well(start: int, end: int) -> None:
    """A card with two black vehicles moves the black vehicle two steps, but never past the tenth column."""
    after = tu.apply(beside_a6({}, steps={"black": start}), tu.Take("x-vbb", ["grey"]))
    assert after.table.seats[0].vehicles["black"] == end


@pytest.mark.allows("TU-MOVE-02")
def test_lost_steps_do_not_go_to_another_vehicle() -> None:
    """With white at the end of its track, four white steps move no vehicle at all."""
    steps = {"black": 3, "grey": 2, "white": 10, "brown": 1}
    after = tu.apply(beside_a6(steps=steps), tu.Found("B5", "brown", "A6"))
    assert after.table.seats[0].vehicles == steps


@pytest.mark.forbids("TU-MOVE-02")
def test_a_vehicle_beyond_its_track_is_noticed() -> None:
    """A white vehicle on an eleventh column breaks a law of every state."""
    doctored = with_player(beside_a6(), 0, vehicles=(0, 0, 11, 0))
    found = {finding.rule for law in tu.STATE_LAWS for finding in law.broken_by(doctored)}
    assert "TU-MOVE-02" in found


@pytest.mark.forbids("TU-MOVE-02")
def test_no_position_has_a_vehicle_beyond_its_track() -> None:
    """A position with a vehicle on an eleventh column cannot even be built."""
    with pytest.raises(tu.ImpossiblePosition):
        beside_a6(steps={"white": 11})


# --- never backwards


@pytest.mark.allows("TU-MOVE-03")
def test_vehicles_stay_where_they_are_when_nothing_moves_them() -> None:
    """A card without vehicles leaves all four of them in place."""
    steps = {"black": 3, "grey": 2, "white": 10, "brown": 1}
    after = tu.apply(beside_a6({}, steps=steps), tu.Take("bgw"))
    assert after.table.seats[0].vehicles == steps


@pytest.mark.parametrize("action", [tu.Take("bgw"), tu.Take("gw-vb"), tu.Found("B5", "brown", "A6")], ids=str)
@pytest.mark.forbids("TU-MOVE-03")
def test_a_step_back_is_noticed(action: tu.Action) -> None:
    """Whatever blue does, a brown vehicle that goes from the third column to the second is noticed by a law."""
    before = beside_a6(steps={"brown": 3})
    after = tu.apply(before, action)
    vehicles = (*after.players[0].vehicles[:3], 2)
    assert noticed(before, action, after) == set()
    assert "TU-MOVE-03" in noticed(before, action, with_player(after, 0, vehicles=vehicles))


# --- where the roofs are, worked out from the towers


@pytest.mark.parametrize("floors", [1, 7, 8, 9, 16, 30])
def test_a_building_without_a_roof_is_nobodys_however_high_it_is(floors: int) -> None:
    """No number of floors is taken for a roof. (On the boards of the box a building has six floors at most.)"""
    tower = floors * FLOOR | 1
    assert [presence_of((0, tower), seat) for seat in range(4)] == [(0, 0, 0)] * 4
