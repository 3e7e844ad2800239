"""Founding a building: where, in which colour, out of whose stock, at what price (TU-FOUND).

FR “FONDER 1 NOUVEAU BÂTIMENT”, PL “POSTAW 1 NOWY BUDYNEK”. On the half board B5 is joined to A4, A6, B3 and B6; A6 to A4,
A5, B5, D2 and D3; A2 to A1, A4 and B3.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import towerup as tu

from .support import Buildings, impossible, objections, offered, play, refused

CROSSING: Buildings = {
    "A4": tu.Building("white", 2),
    "B3": tu.Building("brown", 2),
    "B5": tu.Building("black", 1, {1: "yellow"}),
    "C6": "black",
}
"""Starting floors on A4, B3 and C6; yellow has founded black B5 and roofed it."""


def crossing(stock: Mapping[str, int], yellow: Mapping[str, int] | None = None) -> tu.State:
    """Blue's turn at the crossing."""
    return tu.position("reconstruction", 2, buildings=CROSSING, stocks={"blue": stock, "yellow": yellow or {}})


def between_two_browns(browns: int) -> tu.State:
    """Blue has a grey and some brown floors; A2 lies between brown A1 and A4, and D5 is far."""
    stocks = {"blue": {"grey": 1, "brown": browns}}
    return tu.position("reconstruction", 2, buildings={"A1": "brown", "A4": "brown", "D5": "white"}, stocks=stocks)


def test_a_founding_in_full() -> None:
    """Grey A6 costs a white floor on A4 and a black one on B5. B3 and C6 are not joined to it and stay as they are."""
    before = crossing({"grey": 2, "black": 2, "white": 2, "brown": 2})
    after = play(before, "found A6 grey roof A6")
    assert after.buildings == {
        "A4": tu.Building("white", 3),
        "A6": tu.Building("grey", 1, {1: "blue"}),
        "B3": tu.Building("brown", 2),
        "B5": tu.Building("black", 2, {1: "yellow"}),
        "C6": tu.Building("black"),
    }
    assert after.players[0].stock == {"grey": 1, "black": 1, "white": 1, "brown": 2}
    assert after.container == before.container
    assert after.players[1] == before.players[1]


# --- an empty site next to a building


@pytest.mark.allows("TU-FOUND-01", "TU-FOUND-02", "TU-FOUND-04")
def test_a_building_is_founded_on_an_empty_site_beside_a_building() -> None:
    """Blue puts a grey floor from their stock on empty A6, which two roads join to buildings."""
    before = crossing({"grey": 1, "black": 1, "white": 1})
    after = play(before, "found A6 grey roof A6")
    assert "A6" not in before.buildings
    assert after.buildings["A6"] == tu.Building("grey", 1, {1: "blue"})
    assert after.players[0].stock == {}


@pytest.mark.forbids("TU-FOUND-01")
def test_no_building_is_founded_where_one_stands() -> None:
    """B3 already has a brown building. Nothing else speaks against grey there."""
    state = crossing({"grey": 1, "black": 1})
    assert objections(state, "found B3 grey roof B3") == [("TU-FOUND-01", "B3 already has a brown building")]


@pytest.mark.forbids("TU-FOUND-01")
def test_of_an_occupied_site_it_is_not_said_that_it_neighbours_no_building() -> None:
    """A6 has a starting floor, far from the others. That it neighbours none does not matter."""
    buildings = {"A6": "black", "C6": "black", "B1": "black"}
    state = tu.position("reconstruction", 2, buildings=buildings, stocks={"blue": {"grey": 1}})
    assert refused(state, "found A6 grey roof A6") == ["TU-FOUND-01"]


@pytest.mark.forbids("TU-FOUND-02")
def test_a_building_is_not_founded_away_from_all_others() -> None:
    """D5 is empty, but no road joins it to a building. E3 is two roads away from C6, which is too far."""
    state = crossing({"grey": 1})
    assert objections(state, "found D5 grey roof D5") == [("TU-FOUND-02", "D5 neighbours no building")]
    assert refused(state, "found E3 grey roof E3") == ["TU-FOUND-02"]


@pytest.mark.forbids("TU-FOUND-02", "TU-FOUND-06")
def test_who_has_no_fit_site_can_only_take_a_card() -> None:
    """With one grey floor nobody can be paid anywhere."""
    state = crossing({"grey": 1})
    assert offered(state) == offered(state, tu.Take) != set()


# --- no neighbour of the same colour


@pytest.mark.allows("TU-FOUND-03")
def test_a_colour_that_no_neighbour_has_is_fine() -> None:
    """A6 lies beside white A4 and black B5: grey and brown can be founded there."""
    state = crossing({"black": 2, "grey": 1, "white": 2, "brown": 1})
    assert {line.split()[2] for line in offered(state, tu.Found) if line.startswith("found A6 ")} == {"grey", "brown"}


@pytest.mark.allows("TU-FOUND-03")
@pytest.mark.forbids("TU-FOUND-03")
def test_the_same_colour_is_fine_two_roads_away_and_no_nearer() -> None:
    """Black A2 lies beside A4 and B3 only, two roads from black B5. Black B6 would touch B5."""
    state = crossing({"black": 2, "white": 1, "brown": 1})
    play(state, "found A2 black roof A2")
    assert refused(state, "found B6 black roof B6") == ["TU-FOUND-03"]


@pytest.mark.forbids("TU-FOUND-03")
@pytest.mark.parametrize(("colour", "neighbour"), [("black", "B5"), ("white", "A4")])
def test_the_colour_of_a_neighbour_is_forbidden(colour: str, neighbour: str) -> None:
    """A6 lies beside white A4 and black B5. The message names the neighbour."""
    [(rule, message)] = objections(crossing({"black": 2, "white": 2}), f"found A6 {colour} roof A6")
    assert (rule, message) == ("TU-FOUND-03", f"A6 neighbours {neighbour}, which is also {colour}")


@pytest.mark.forbids("TU-FOUND-03")
def test_all_neighbours_of_the_same_colour_are_named() -> None:
    """Brown A2 would touch two brown buildings."""
    [(_, message)] = objections(between_two_browns(3), "found A2 brown roof A2")
    assert message == "A2 neighbours A1 and A4, which are also brown"


# --- out of one's own stock, at the full price


@pytest.mark.forbids("TU-FOUND-04")
def test_the_new_floor_comes_from_ones_own_stock() -> None:
    """The container and yellow have grey floors enough, but blue has none."""
    state = crossing({"black": 1, "white": 1}, yellow={"grey": 5})
    assert state.container["grey"] == 25
    [(rule, message)] = objections(state, "found A6 grey roof A6")
    assert (rule, message) == ("TU-FOUND-04", "there is no grey floor in the stock: the stock has 1 black, 1 white")


@pytest.mark.allows("TU-FOUND-05")
def test_every_neighbour_gets_a_floor_of_its_own_colour() -> None:
    """Grey A6 raises white A4 and black B5, and no other building. Their colours leave blue's stock."""
    after = play(crossing({"grey": 1, "black": 1, "white": 1, "brown": 1}), "found A6 grey roof A6")
    assert [after.buildings[site].floors for site in ("A4", "B5", "B3", "C6")] == [3, 2, 2, 1]
    assert after.players[0].stock == {"brown": 1}


@pytest.mark.forbids("TU-FOUND-05")
@pytest.mark.parametrize(("stock", "missing"), [({"grey": 1, "black": 1}, "white"), ({"grey": 1, "white": 1}, "black")])
def test_no_neighbour_is_left_out(stock: Mapping[str, int], missing: str) -> None:
    """Blue can pay one of A4 and B5, but not both: paying some neighbours is not enough, and both are in the price."""
    [(rule, message)] = objections(crossing(stock), "found A6 grey roof A6")
    assert rule == "TU-FOUND-06"
    assert message.startswith("the price is 1 black, 1 white; the stock has")


@pytest.mark.forbids("TU-FOUND-05")
def test_no_position_has_an_unpaid_neighbour_or_a_floor_that_nobody_paid() -> None:
    """A2 and B5 were founded beside both A4 and B3; A4 has one neighbouring building, so it cannot have three floors."""
    roof = {1: "yellow"}
    unpaid = {
        "A2": tu.Building("grey", 1, roof),
        "A4": "white",
        "B3": "brown",
        "B5": tu.Building("black", 1, roof),
        "C6": "black",
    }
    assert impossible("reconstruction", 2, buildings=unpaid)
    assert impossible("reconstruction", 2, buildings={**CROSSING, "A4": tu.Building("white", 3), "B3": "brown"})


@pytest.mark.forbids("TU-FOUND-06")
def test_floors_of_other_colours_are_no_payment() -> None:
    """Ten floors in stock are of no use if the white one for A4 is not among them."""
    assert refused(crossing({"grey": 3, "black": 3, "brown": 4}), "found A6 grey roof A6") == ["TU-FOUND-06"]


@pytest.mark.allows("TU-FOUND-06")
@pytest.mark.forbids("TU-FOUND-06")
def test_two_neighbours_of_one_colour_cost_two_floors_of_it() -> None:
    """Grey A2 beside two brown buildings takes two brown floors. One is not enough."""
    after = play(between_two_browns(2), "found A2 grey roof A2")
    assert {site: after.buildings[site].floors for site in ("A1", "A2", "A4")} == {"A1": 2, "A2": 1, "A4": 2}
    assert after.players[0].stock == {}
    [(rule, message)] = objections(between_two_browns(1), "found A2 grey roof A2")
    assert (rule, message) == ("TU-FOUND-06", "the price is 2 brown; the stock has 1 grey, 1 brown")


@pytest.mark.forbids("TU-FOUND-06")
def test_one_floor_is_not_both_the_new_floor_and_the_price() -> None:
    """White A6 beside white A4 and black B5: the one white floor would be needed twice. (The colour is wrong as well.)"""
    said = objections(crossing({"grey": 1, "black": 1, "white": 1}), "found A6 white roof A6")
    assert said == [
        ("TU-FOUND-03", "A6 neighbours A4, which is also white"),
        ("TU-FOUND-06", "new floor and price are 1 black, 2 white; the stock has 1 black, 1 grey, 1 white"),
    ]


# --- a roof in hand


def block_of_flats(roofs: int, stock: Mapping[str, int] | None = None) -> tu.State:
    """The tiny edition, with two roofs a player. Blue is in an extra turn with this many roofs in hand.

    White N1 is a starting floor; then blue founded N2, and S1 too if no roof is left. The last of these roofs brought the
    black vehicle to a star column on which the white one already was.
    """
    buildings: dict[str, tu.Building] = {"N1": tu.Building("white", 2), "N2": tu.Building("black", 1, {1: "blue"})}
    if not roofs:
        buildings |= {"N1": tu.Building("white", 3), "S1": tu.Building("black", 1, {1: "blue"})}
    return tu.position(
        "tiny", 2, buildings=buildings, stocks={"blue": {"white": 1, "black": 2} if stock is None else stock},
        vehicles={"blue": {"white": 2 - roofs}}, market=["bw"], objectives=["pond"],
        extra_turn=True, ending=None if roofs else ("last roof", "blue"),
    )  # fmt: skip


@pytest.mark.allows("TU-FOUND-07")
def test_one_roof_in_hand_is_enough() -> None:
    """Blue founds with their very last roof, and has none in hand afterwards."""
    assert play(block_of_flats(1), "found S2 white roof S2").players[0].roofs == 0


@pytest.mark.forbids("TU-FOUND-07")
def test_without_a_roof_in_hand_nobody_founds() -> None:
    """In an extra turn after the last roof blue has floors enough for S2, but no roof, and can only take a card."""
    state = block_of_flats(0)
    assert objections(state, "found S2 white roof S2") == [("TU-FOUND-07", "blue has no roof left")]
    assert offered(state) == offered(state, tu.Take)


# --- a referee's order: the moment and the player, what is missing to act at all, then site, colour, price, roof


@pytest.mark.forbids("TU-FOUND-01", "TU-FOUND-03", "TU-FOUND-04", "TU-FOUND-06", "TU-FOUND-07", "TU-ROOF-01")
def test_a_founding_that_breaks_everything_is_explained_in_order() -> None:
    """No roof left, an occupied site beside its own colour, an empty stock, and a roof far away."""
    assert objections(block_of_flats(0, stock={}), "found N2 white roof S3") == [
        ("TU-FOUND-07", "blue has no roof left"),
        ("TU-FOUND-01", "N2 already has a black building"),
        ("TU-FOUND-03", "N2 neighbours N1, which is also white"),
        ("TU-FOUND-04", "there is no white floor in the stock: the stock has nothing"),
        ("TU-FOUND-06", "the price is 1 white; the stock has nothing"),
        ("TU-ROOF-01", "no floor is placed on S3: the roof goes on N2 or N1"),
    ]


@pytest.mark.forbids("TU-FOUND-02", "TU-FOUND-04", "TU-ROOF-01", "TU-TURN-01", "TU-TURN-05")
def test_the_wrong_player_and_the_wrong_moment_come_first() -> None:
    """While the market waits for a card, yellow, whose turn it is not, wants grey on lonely D5 with the roof on D4."""
    state = play(crossing({"black": 1}), "take bbgg")
    assert refused(state, "found D5 grey roof D4", by=1) == [
        "TU-TURN-01", "TU-TURN-05", "TU-FOUND-02", "TU-FOUND-04", "TU-ROOF-01",
    ]  # fmt: skip
