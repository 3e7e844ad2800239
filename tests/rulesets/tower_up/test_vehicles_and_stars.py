"""Moving vehicles, star columns and extra turns (TU-MOVE, TU-STAR).

FR “SCORER”, “TOUR DE JEU SUPPLÉMENTAIRE”; PL “ZAPUNKTUJ”, “DODATKOWA TURA”. In the reconstruction the star columns are 2, 4,
6 and 8 of ten; in the small town 1 and 3 of four.
"""

from __future__ import annotations

from typing import Any

import pytest

import towerup as tu

from .support import Buildings, changed_edition, columns, impossible, offered, play, refused
from .test_roofs import beside_a6

OPTIONAL = tu.Rulings(extra_turn="optional")
CITY = {"A6": "white", "C6": "black", "E6": "grey"}
FULL = {"black": 4, "grey": 3, "white": 3}
"""As many floors as the stock limit."""


def city(*steps: int, stock: dict[str, int] | None = None, **named: Any) -> tu.State:
    """Blue's turn with vehicles (black, grey, white, brown) on these columns, in a city of three starting floors."""
    usual = {
        "market": ("x-vww", "gn-vw", "bgw"),
        "stocks": {"blue": stock or {}},
        "vehicles": {"blue": columns(*steps)},
    }
    return tu.position("reconstruction", 2, buildings=CITY, **{**usual, **named})


def small_town(
    *steps: int, edition: str | tu.Edition = "small", market: tuple[str, ...] = ("bg-vwn", "xx")
) -> tu.State:
    """Blue's turn in the small town with vehicles on these columns."""
    vehicles = {"blue": columns(*steps)}
    return tu.position(edition, 2, buildings={"A1": "black", "D3": "black"}, vehicles=vehicles, market=market)


def plays_again(state: tu.State) -> bool:
    """Whether blue is in an extra turn. If not, it is an ordinary turn of yellow's."""
    assert state.phase == "turn"
    assert state.seat == (0 if state.extra_turn else 1)
    assert not state.another_turn
    return state.extra_turn


# --- steps for the roofed building


@pytest.mark.allows("TU-MOVE-01")
@pytest.mark.parametrize(("where", "colour", "steps"), [("B5", "brown", 1), ("A4", "black", 2), ("A6", "white", 4)])
def test_the_vehicle_of_the_roofed_building_moves_by_its_floors(where: str, colour: str, steps: int) -> None:
    """Brown B5 makes A4 two floors high and A6 four. The roofed building moves the vehicle of its colour."""
    before = beside_a6(vehicles={"blue": {"black": 1}})
    after = play(before, f"found B5 brown roof {where}")
    assert after.players[0].vehicles == {
        **before.players[0].vehicles,
        colour: before.players[0].vehicles[colour] + steps,
    }


@pytest.mark.forbids("TU-MOVE-01")
def test_only_the_roofed_building_scores_and_only_for_its_owner() -> None:
    """The roof on A4 above yellow's moves nothing but blue's black vehicle: not for B5 or A6, and not yellow's."""
    before = beside_a6()
    after = play(before, "found B5 brown roof A4")
    assert after.players[0].vehicles == columns(2, 0, 2, 0)
    assert after.players[1].vehicles == before.players[1].vehicles == columns(1, 0, 0, 0)


@pytest.mark.allows("TU-MOVE-02")
@pytest.mark.parametrize(("start", "end"), [(5, 9), (6, 10), (7, 10), (10, 10)])
def test_a_vehicle_stops_at_the_end_of_its_track(start: int, end: int) -> None:
    """Four white steps from the fifth column reach the ninth; from the sixth on the vehicle ends on the tenth, the last."""
    after = play(beside_a6(vehicles={"blue": {"white": start}}), "found B5 brown roof A6")
    assert after.players[0].vehicles["white"] == end


@pytest.mark.allows("TU-MOVE-02")
@pytest.mark.parametrize(("start", "end"), [(8, 10), (9, 10), (10, 10)])
def test_the_vehicles_of_a_card_stop_there_as_well(start: int, end: int) -> None:
    """A card with two black vehicles never moves the black vehicle past the tenth column."""
    after = play(beside_a6(stocks={}, vehicles={"blue": {"black": start}}), "take x-vbb +grey")
    assert after.players[0].vehicles["black"] == end


@pytest.mark.forbids("TU-MOVE-02")
def test_steps_beyond_the_end_are_lost_and_no_vehicle_stands_there() -> None:
    """With white at the end of its track, four white steps move no vehicle. An eleventh column does not exist."""
    steps = columns(3, 2, 10, 1)
    assert play(beside_a6(vehicles={"blue": steps}), "found B5 brown roof A6").players[0].vehicles == steps
    assert impossible("reconstruction", 2, buildings=CITY, vehicles={"blue": {"white": 11}}) == {"TU-FORM-02"}


@pytest.mark.allows("TU-MOVE-03")
def test_vehicles_stay_where_they_are_when_nothing_moves_them() -> None:
    """A card without vehicles leaves all four of them in place."""
    steps = columns(3, 2, 10, 1)
    assert play(beside_a6(stocks={}, vehicles={"blue": steps}), "take bgw").players[0].vehicles == steps


@pytest.mark.forbids("TU-MOVE-03")
def test_no_action_moves_a_vehicle_back() -> None:
    """Whatever blue does, no vehicle is behind where it was; and none is behind the roofs that moved it."""
    before = beside_a6(vehicles={"blue": columns(3, 2, 9, 3)})
    for action in tu.legal_actions(before):
        after = tu.apply(before, action)
        for one, other in zip(before.players, after.players, strict=True):
            assert all(other.vehicles[colour] >= steps for colour, steps in one.vehicles.items())
    roofed = {"A6": tu.Building("white", 2, {2: "blue"}), "A4": "black", "C6": "black", "E6": "grey"}
    assert impossible("reconstruction", 2, buildings=roofed, vehicles={"blue": {"white": 1}}) == {"TU-MOVE-01"}


# --- all four at a new star column


@pytest.mark.allows("TU-STAR-01", "TU-STAR-02")
def test_the_last_vehicle_at_the_first_star_column_brings_an_extra_turn() -> None:
    """White, the hindmost, comes to the second column, where the others are or have been: blue plays again."""
    assert plays_again(play(city(3, 2, 0, 5), "take x-vww +grey; reveal gwn"))


@pytest.mark.allows("TU-STAR-01")
def test_a_founding_brings_an_extra_turn_as_well() -> None:
    """Black A4 makes white A6 two floors high; the roof on it moves white by two, and blue plays again at once."""
    assert plays_again(play(city(3, 2, 0, 5, stock={"black": 1, "white": 1}), "found A4 black roof A6"))


@pytest.mark.allows("TU-STAR-01")
def test_an_extra_turn_is_a_full_turn_with_either_action() -> None:
    """In the extra turn blue can take a card or found a building, and nothing else. Then it is yellow's turn."""
    state = play(city(3, 2, 0, 5, stock={"grey": 1, "white": 1}), "take x-vww +grey; reveal gwn")
    assert offered(state) == offered(state, tu.Take) | offered(state, tu.Found)
    assert not plays_again(play(state, "found A4 grey roof A4"))
    assert not plays_again(play(state, "take bgw; reveal xx"))


@pytest.mark.forbids("TU-STAR-01")
@pytest.mark.parametrize(
    ("steps", "move"),
    [
        ((3, 1, 0, 5), "take x-vww +grey"),
        ((3, 2, 0, 5), "take gn-vw"),
        ((3, 3, 3, 3), "take bgw"),
        ((2, 2, 2, 2), "take gn-vw"),
        ((8, 8, 8, 8), "take x-vww +grey"),
    ],
    ids=["one is behind", "a step short", "nothing moves", "no new column", "no column is left"],
)
def test_without_a_new_column_for_all_four_there_is_no_extra_turn(steps: tuple[int, ...], move: str) -> None:
    """All four vehicles must reach a star column that not all of them had reached before."""
    assert not plays_again(play(city(*steps), f"{move}; reveal gwn"))


@pytest.mark.forbids("TU-STAR-01")
def test_nobody_else_plays_before_the_extra_turn() -> None:
    """Blue has earned an extra turn, so a card taken by yellow now is out of turn."""
    state = play(city(3, 2, 0, 5, stock={"black": 1, "white": 1}), "found A4 black roof A6")
    assert refused(state, "take bgw", by=1) == ["TU-TURN-01"]


@pytest.mark.allows("TU-STAR-02")
@pytest.mark.parametrize("column", [2, 4, 6, 8])
def test_standing_on_the_column_is_enough(column: int) -> None:
    """All four vehicles are exactly on a star column, the last of them having just come there."""
    assert plays_again(play(city(column, column, column - 1, column), "take gn-vw; reveal gwn"))


@pytest.mark.forbids("TU-STAR-02")
def test_a_column_once_reached_is_not_rewarded_again_when_it_is_passed() -> None:
    """All four stood on the second column; the hindmost going on to the third earns nothing."""
    assert not plays_again(play(city(5, 5, 2, 5), "take gn-vw; reveal gwn"))


# --- two columns at once, and one after the other


@pytest.mark.allows("TU-STAR-03")
@pytest.mark.forbids("TU-STAR-03")
def test_two_columns_in_one_move_bring_one_extra_turn_and_not_two() -> None:
    """White goes from the first column to the fifth, past two star columns that the others have passed."""
    # A6 has three floors, so brown B5 makes it four high.
    buildings: Buildings = {
        "A6": tu.Building("white", 3, {2: "yellow"}), "A4": tu.Building("black", 1, {1: "yellow"}),
        "A5": "black", "C6": "black", "E6": "grey",
    }  # fmt: skip
    stocks, vehicles = {"blue": {"black": 1, "white": 1, "brown": 1}}, {"blue": columns(5, 6, 1, 7)}
    state = tu.position(
        "reconstruction", 2, buildings=buildings, stocks=stocks, vehicles=vehicles, market=("bgw", "gwn", "xx")
    )
    state = play(state, "found B5 brown roof A6")
    assert state.players[0].vehicles["white"] == 5
    assert plays_again(state)
    assert not plays_again(play(state, "take bgw; reveal bgn"))


@pytest.mark.allows("TU-STAR-04")
def test_an_extra_turn_can_bring_another() -> None:
    """White comes to the second column, in the extra turn to the fourth: blue has a third turn, and only then yellow."""
    state = play(city(5, 4, 1, 4), "take gn-vw; reveal gwn")
    assert plays_again(state)
    state = play(state, "take x-vww +grey")
    assert (state.extra_turn, state.another_turn) == (True, True)
    state = play(state, "reveal xx")
    assert plays_again(state)
    assert not plays_again(play(state, "take bgw; reveal bgn"))


@pytest.mark.forbids("TU-STAR-04")
def test_an_extra_turn_that_earns_nothing_is_the_last() -> None:
    """In the extra turn white makes a step to no new star column."""
    assert not plays_again(play(city(5, 4, 2, 4, extra_turn=True), "take gn-vw; reveal gwn"))


# --- must it be played?


@pytest.mark.allows("TU-STAR-05")
def test_an_extra_turn_can_be_declined_under_that_ruling() -> None:
    """Where extra turns are optional blue can decline: nothing changes, and it is yellow's turn."""
    before = play(city(3, 2, 0, 5, rulings=OPTIONAL), "take x-vww +grey; reveal gwn")
    after = play(before, "decline")
    assert not plays_again(after)
    assert (after.players, after.market, after.buildings) == (before.players, before.market, before.buildings)
    assert not plays_again(play(before, "take bgw; reveal xx"))


@pytest.mark.forbids("TU-STAR-05")
def test_a_compulsory_extra_turn_is_not_declined() -> None:
    """By default an extra turn must be played."""
    state = play(city(3, 2, 0, 5), "take x-vww +grey; reveal gwn")
    assert refused(state, "decline") == ["TU-STAR-05"]


@pytest.mark.forbids("TU-STAR-05", "TU-TURN-02")
def test_only_extra_turns_can_be_declined() -> None:
    """Even where extra turns are optional an ordinary turn must be played."""
    assert refused(city(0, 0, 0, 0, rulings=OPTIONAL), "decline") == ["TU-TURN-02"]


@pytest.mark.allows("TU-STAR-05")
def test_declining_the_second_of_two_extra_turns() -> None:
    """Blue plays the first extra turn, earns another by it, and declines only that."""
    state = play(city(5, 4, 1, 4, rulings=OPTIONAL), "take gn-vw; reveal gwn; take x-vww +grey; reveal xx")
    assert plays_again(state)
    assert not plays_again(play(state, "decline"))


# --- looked at once, after all the moves of an action


@pytest.mark.allows("TU-STAR-06")
def test_the_vehicles_of_one_card_are_looked_at_together() -> None:
    """A card moves white and brown by one step each; only both together bring all four to the first star column."""
    assert plays_again(play(small_town(1, 1, 0, 0), "take bg-vwn; reveal bgw"))
    assert not plays_again(play(small_town(1, 0, 0, 1), "take bg-vwn; reveal bgw"))


@pytest.mark.allows("TU-STAR-03")
@pytest.mark.forbids("TU-STAR-06")
def test_two_steps_over_two_columns_are_not_looked_at_step_by_step() -> None:
    """With stars on the first and second column a card's two black steps complete both. That is one extra turn."""
    edition = changed_edition("small", ("stars = [1, 3]", "stars = [1, 2]"))
    state = play(small_town(0, 4, 4, 4, edition=edition, market=("x-vbb", "xx")), "take x-vbb +grey; reveal bgw")
    assert plays_again(state)
    assert not plays_again(play(state, "take bgw; reveal gwn"))


@pytest.mark.forbids("TU-STAR-06")
def test_stars_are_not_looked_at_again_when_the_market_is_refilled() -> None:
    """A card that completes no new column earns nothing, before the refill or after it."""
    state = play(small_town(1, 1, 1, 1), "take bg-vwn")
    assert not state.another_turn
    assert not plays_again(play(state, "reveal bgw"))


# --- extra turns and the stock limit


@pytest.mark.allows("TU-STAR-01", "TU-STOCK-03")
def test_a_stock_is_brought_down_to_ten_before_the_extra_turn() -> None:
    """With ten floors blue takes a card of two floors that earns an extra turn: two floors go back first."""
    state = play(city(2, 2, 1, 2, stock=FULL), "take gn-vw; reveal gwn")
    assert (state.phase, state.seat, state.another_turn) == ("back", 0, True)
    assert refused(state, "take bgw") == ["TU-TURN-05"]
    assert plays_again(play(state, "back black brown"))


@pytest.mark.allows("TU-STAR-01", "TU-STOCK-03")
def test_under_the_other_ruling_the_limit_waits_for_the_last_turn_in_a_row() -> None:
    """Blue begins the extra turn with twelve floors, ends it with fifteen, and then puts back five."""
    rulings = tu.Rulings(stock_limit="whole_run")
    state = play(city(2, 2, 1, 2, stock=FULL, rulings=rulings), "take gn-vw; reveal gwn")
    assert plays_again(state)
    assert state.players[0].stock.total == 12
    state = play(state, "take bgw; reveal xx")
    assert (state.phase, state.seat, state.another_turn) == ("back", 0, False)
    state = play(state, "back black black grey grey white")
    assert not plays_again(state)
    assert state.players[0].stock.total == 10


@pytest.mark.allows("TU-STAR-05", "TU-STOCK-01")
def test_who_declines_over_the_limit_still_puts_floors_back() -> None:
    """With both rulings changed blue declines the extra turn holding twelve floors: two of them go back."""
    rulings = tu.Rulings(stock_limit="whole_run", extra_turn="optional")
    state = play(city(2, 2, 1, 2, stock=FULL, rulings=rulings), "take gn-vw; reveal gwn; decline")
    assert (state.phase, state.seat) == ("back", 0)
    assert not plays_again(play(state, "back black brown"))
