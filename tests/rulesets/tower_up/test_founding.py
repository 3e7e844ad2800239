"""Founding a building: where, in which colour, out of whose stock and at what price (TU-FOUND).

All positions are on the two-player board of the reconstruction. Around B5 it looks like this: B5 is joined to A4, A6, B3
and B6; A6 is joined to A4, A5, B5, D2 and D3; A2 is joined to A1, A4 and B3.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs
import pytest

import towerup as tu

from .tables import noticed, objections

MARKET = ("bgw", "gwn", "xx")


def crossing(stock: Mapping[str, int], *, yellow_stock: Mapping[str, int] | None = None) -> tu.State:
    """Blue to play. Starting floors on A4 (white), B3 (brown) and C6 (black); yellow has founded black B5 and roofed it."""
    return tu.position(
        tu.setup(2),
        {
            "A4": tu.Building("white", 2),
            "B3": tu.Building("brown", 2),
            "B5": tu.Building("black", 1, {1: "yellow"}),
            "C6": tu.Building("black"),
        },
        [{"stock": stock}, {"stock": yellow_stock or {}}],
        MARKET,
    )


def with_stock_of(after: tu.State, seat: int, other: tu.State) -> tu.State:
    """The state, but with the stock that the seat has in another one."""
    players = list(after.players)
    players[seat] = attrs.evolve(players[seat], stock=other.players[seat].stock)
    return attrs.evolve(after, players=tuple(players))


# --- an empty site


@pytest.mark.allows("TU-FOUND-01", "TU-FOUND-02", "TU-FOUND-04")
def test_a_building_is_founded_on_an_empty_site_beside_a_building() -> None:
    """Blue puts a grey floor from their own stock on empty A6, which two roads join to buildings."""
    before = crossing({"grey": 1, "black": 1, "white": 1})
    after = tu.apply(before, tu.Found("A6", "grey", "A6"))
    assert "A6" not in before.table.buildings
    assert after.table.buildings["A6"] == tu.Building("grey", 1, {1: "blue"})
    assert after.table.seats[0].stock == {}


@pytest.mark.forbids("TU-FOUND-01")
def test_no_building_is_founded_where_one_stands() -> None:
    """B3 already has a brown building; nothing else speaks against grey there, and that one rule is named."""
    said = objections(crossing({"grey": 1, "black": 1}), tu.Found("B3", "grey", "B3"))
    assert set(said) == {"TU-FOUND-01"}
    assert "B3" in said["TU-FOUND-01"]
    assert "brown" in said["TU-FOUND-01"]


# --- next to a building


@pytest.mark.forbids("TU-FOUND-02")
def test_a_building_is_not_founded_away_from_all_others() -> None:
    """D5 is empty, but no road joins it to a building."""
    said = objections(crossing({"grey": 1}), tu.Found("D5", "grey", "D5"))
    assert set(said) == {"TU-FOUND-02"}
    assert "D5" in said["TU-FOUND-02"]


@pytest.mark.forbids("TU-FOUND-02")
def test_being_near_is_not_being_joined() -> None:
    """E3 lies beside C6's neighbour E1, but only a road makes neighbours: two roads away is too far."""
    assert set(objections(crossing({"grey": 1}), tu.Found("E3", "grey", "E3"))) == {"TU-FOUND-02"}


@pytest.mark.forbids("TU-FOUND-02", "TU-FOUND-06")
def test_who_has_no_fit_site_can_only_take_a_card() -> None:
    """With one lone grey floor nobody can be paid anywhere: all that is left is to take a card."""
    legal = tu.legal_actions(crossing({"grey": 1}))
    assert legal
    assert all(isinstance(action, tu.Take) for action in legal)


# --- no neighbour of the same colour


@pytest.mark.allows("TU-FOUND-03")
def test_a_colour_that_no_neighbour_has_is_fine() -> None:
    """A6 lies beside white A4 and black B5: grey and brown may be founded there."""
    state = crossing({"black": 2, "grey": 1, "white": 2, "brown": 1})
    there = {
        action.colour for action in tu.legal_actions(state) if isinstance(action, tu.Found) and action.site == "A6"
    }
    assert there == {"grey", "brown"}


@pytest.mark.allows("TU-FOUND-03")
def test_the_same_colour_two_roads_away_is_fine() -> None:
    """Black B6 would touch black B5; black A2 lies beside A4 and B3 only, and may be founded two roads from B5."""
    state = crossing({"black": 2, "white": 1, "brown": 1})
    assert tu.explain(state, tu.Found("A2", "black", "A2")) == ()
    assert set(objections(state, tu.Found("B6", "black", "B6"))) == {"TU-FOUND-03"}


@pytest.mark.parametrize(("colour", "neighbour"), [("black", "B5"), ("white", "A4")])
@pytest.mark.forbids("TU-FOUND-03")
def test_the_colour_of_a_neighbour_is_forbidden(colour: str, neighbour: str) -> None:
    """A6 lies beside white A4 and black B5, so neither white nor black may be founded there; the neighbour is named."""
    state = crossing({"black": 2, "white": 2})
    said = objections(state, tu.Found("A6", colour, "A6"))
    assert set(said) == {"TU-FOUND-03"}
    assert neighbour in said["TU-FOUND-03"]
    assert colour in said["TU-FOUND-03"]


@pytest.mark.forbids("TU-FOUND-03")
def test_no_position_has_two_neighbours_of_one_colour() -> None:
    """White B5 beside white A4 is a position that no game can reach."""
    with pytest.raises(tu.ImpossiblePosition) as caught:
        tu.position(
            tu.setup(2),
            {
                "A4": tu.Building("white", 2),
                "B3": tu.Building("brown", 2),
                "B5": tu.Building("white", 1, {1: "yellow"}),
                "C6": tu.Building("black"),
            },
            [{}, {}],
            MARKET,
        )
    [one] = caught.value.violations
    assert one.id == "TU-FOUND-03"
    assert "A4 and B5 are both white" in one.message


# --- out of one's own stock


@pytest.mark.forbids("TU-FOUND-04")
def test_the_new_floor_is_not_had_from_the_container_or_an_opponent() -> None:
    """The container and yellow have grey floors enough, but blue has none and cannot found in grey."""
    state = crossing({"black": 1, "white": 1}, yellow_stock={"grey": 5})
    assert state.table.container["grey"] == 25
    said = objections(state, tu.Found("A6", "grey", "A6"))
    assert set(said) == {"TU-FOUND-04"}
    assert "grey" in said["TU-FOUND-04"]


@pytest.mark.forbids("TU-FOUND-04")
def test_a_new_floor_out_of_nowhere_is_noticed() -> None:
    """If blue founds and the stock is as full as before, a law notices it."""
    before = crossing({"grey": 1, "black": 1, "white": 1})
    action = tu.Found("A6", "grey", "A6")
    after = tu.apply(before, action)
    assert noticed(before, action, after) == set()
    assert "TU-FOUND-04" in noticed(before, action, with_stock_of(after, 0, before))


# --- a floor for every neighbour


@pytest.mark.allows("TU-FOUND-05")
def test_every_neighbour_gets_a_floor_of_its_own_colour() -> None:
    """Grey on A6 costs a white floor on A4 and a black one on B5; B3 and C6 are not joined to it and stay as they are."""
    before = crossing({"grey": 2, "black": 2, "white": 2, "brown": 2})
    after = tu.apply(before, tu.Found("A6", "grey", "A6"))
    assert after.table.buildings == {
        "A4": tu.Building("white", 3),
        "A6": tu.Building("grey", 1, {1: "blue"}),
        "B3": tu.Building("brown", 2),
        "B5": tu.Building("black", 2, {1: "yellow"}),
        "C6": tu.Building("black"),
    }
    assert after.table.seats[0].stock == {"grey": 1, "black": 1, "white": 1, "brown": 2}
    assert after.table.container == before.table.container


@pytest.mark.forbids("TU-FOUND-05")
def test_a_neighbour_left_unpaid_is_noticed() -> None:
    """Whoever says they founded A6, but built on A2, has not paid the neighbours of A6: a law notices it."""
    before = crossing({"grey": 2, "black": 2, "white": 2, "brown": 2})
    elsewhere = tu.apply(before, tu.Found("A2", "grey", "A2"))
    assert "TU-FOUND-05" in noticed(before, tu.Found("A6", "grey", "A6"), elsewhere)


@pytest.mark.forbids("TU-FOUND-05")
def test_no_position_has_an_unpaid_neighbour() -> None:
    """A2 and B5 were founded beside both A4 and B3. If neither of these has a second floor, no game leads there."""
    with pytest.raises(tu.ImpossiblePosition) as caught:
        tu.position(
            tu.setup(2),
            {
                "A2": tu.Building("grey", 1, {1: "yellow"}),
                "A4": tu.Building("white"),
                "B3": tu.Building("brown"),
                "B5": tu.Building("black", 1, {1: "yellow"}),
                "C6": tu.Building("black"),
            },
            [{}, {}],
            MARKET,
        )
    assert {one.id for one in caught.value.violations} == {"TU-FOUND-05"}


@pytest.mark.forbids("TU-FOUND-05")
def test_no_building_is_higher_than_its_neighbours_can_have_paid() -> None:
    """A4 has one neighbouring building, so it cannot have more than two floors."""
    with pytest.raises(tu.ImpossiblePosition) as caught:
        tu.position(
            tu.setup(2),
            {
                "A4": tu.Building("white", 3),
                "B3": tu.Building("brown"),
                "B5": tu.Building("black", 1, {1: "yellow"}),
                "C6": tu.Building("black"),
            },
            [{}, {}],
            MARKET,
        )
    [one] = caught.value.violations
    assert one.id == "TU-FOUND-05"
    assert "A4" in one.message


# --- who cannot pay cannot found


@pytest.mark.forbids("TU-FOUND-06")
def test_who_cannot_pay_every_neighbour_cannot_found() -> None:
    """Blue could pay black B5 but not white A4, and a part of the price is not enough."""
    said = objections(crossing({"grey": 1, "black": 1}), tu.Found("A6", "grey", "A6"))
    assert set(said) == {"TU-FOUND-06"}
    assert "1 white" in said["TU-FOUND-06"]


@pytest.mark.forbids("TU-FOUND-06")
def test_a_floor_of_another_colour_is_no_payment() -> None:
    """Ten floors in stock are of no use if the white one for A4 is not among them."""
    said = objections(crossing({"grey": 3, "black": 3, "brown": 4}), tu.Found("A6", "grey", "A6"))
    assert set(said) == {"TU-FOUND-06"}


def between_two_browns(browns: int) -> tu.State:
    """Blue to play, with a grey and some brown floors; A2 lies between the brown starting floors A1 and A4, and D5 is far."""
    return tu.position(
        tu.setup(2),
        {"A1": tu.Building("brown"), "A4": tu.Building("brown"), "D5": tu.Building("white")},
        [{"stock": {"grey": 1, "brown": browns}}, {}],
        MARKET,
    )


@pytest.mark.allows("TU-FOUND-06")
def test_two_neighbours_of_one_colour_cost_two_floors_of_it() -> None:
    """Grey A2 beside two brown buildings is paid with two brown floors, which is all that blue has."""
    after = tu.apply(between_two_browns(2), tu.Found("A2", "grey", "A2"))
    assert {site: after.table.buildings[site].floors for site in ("A1", "A2", "A4")} == {"A1": 2, "A2": 1, "A4": 2}
    assert after.table.seats[0].stock == {}


@pytest.mark.forbids("TU-FOUND-06")
def test_one_floor_does_not_pay_two_neighbours() -> None:
    """With a single brown floor blue cannot found between two brown buildings."""
    said = objections(between_two_browns(1), tu.Found("A2", "grey", "A2"))
    assert set(said) == {"TU-FOUND-06"}
    assert "2 brown" in said["TU-FOUND-06"]


# --- a roof in hand


def block_of_flats(blue_roofs: int) -> tu.State:
    """The tiny edition, in which players have two roofs each. Blue is in an extra turn with this many roofs in hand.

    White N1 is a starting floor; then N2 was founded (blue), and S1 (blue, if no roof is left). Each of these roofs moved the
    black vehicle to a star column on which the white one already was, and so the last one of them earned the extra turn.
    """
    buildings = {"N1": tu.Building("white", 2), "N2": tu.Building("black", 1, {1: "blue"})}
    ending = None
    if not blue_roofs:
        buildings = {"N1": tu.Building("white", 3), "N2": buildings["N2"], "S1": tu.Building("black", 1, {1: "blue"})}
        ending = tu.EndComing("last roof", 0)
    return tu.position(
        tu.setup(2, "tiny", ["pond"]),
        buildings,
        [{"stock": {"white": 1, "black": 2}, "vehicles": {"white": 2 - blue_roofs}}, {}],
        ["bw"],
        extra_turn=True,
        ending=ending,
    )


@pytest.mark.allows("TU-FOUND-07")
def test_one_roof_in_hand_is_enough() -> None:
    """Blue founds with their very last roof, and has none in hand afterwards."""
    after = tu.apply(block_of_flats(1), tu.Found("S2", "white", "S2"))
    assert after.table.seats[0].roofs == 0


@pytest.mark.forbids("TU-FOUND-07")
def test_without_a_roof_in_hand_nobody_founds() -> None:
    """In an extra turn after the last roof blue has floors enough for S2, but no roof, and can only take a card."""
    state = block_of_flats(0)
    said = objections(state, tu.Found("S2", "white", "S2"))
    assert set(said) == {"TU-FOUND-07"}
    assert "blue" in said["TU-FOUND-07"]
    assert all(isinstance(action, tu.Take) for action in tu.legal_actions(state))


# --- everything at once


@pytest.mark.forbids("TU-FOUND-01", "TU-FOUND-03", "TU-FOUND-04", "TU-FOUND-06", "TU-FOUND-07", "TU-ROOF-01")
def test_every_broken_rule_is_named_at_once() -> None:
    """Blue, in the extra turn after their last roof and with an empty stock, wants white on the occupied N2 beside white N1,
    with the roof on faraway S3: six rules are broken, and all six are told with the sites and colours concerned.
    """
    base = block_of_flats(0)
    state = tu.position(
        base.setup,
        base.table.buildings,
        [{"vehicles": {"white": 2}}, {}],
        ["bw"],
        extra_turn=True,
        ending=tu.EndComing("last roof", 0),
    )
    said = objections(state, tu.Found("N2", "white", "S3"))
    assert set(said) == {"TU-FOUND-01", "TU-FOUND-03", "TU-FOUND-04", "TU-FOUND-06", "TU-FOUND-07", "TU-ROOF-01"}
    assert all(word in said["TU-FOUND-01"] for word in ("N2", "black"))
    assert all(word in said["TU-FOUND-03"] for word in ("N2", "N1", "white"))
    assert "white" in said["TU-FOUND-04"]
    assert "1 white" in said["TU-FOUND-06"]
    assert "blue" in said["TU-FOUND-07"]
    assert "S3" in said["TU-ROOF-01"]
    assert "N2 or N1" in said["TU-ROOF-01"]


@pytest.mark.forbids("TU-FOUND-02", "TU-FOUND-04", "TU-ROOF-01", "TU-TURN-01", "TU-TURN-05")
def test_rules_of_the_turn_are_named_with_those_of_the_building() -> None:
    """While the market waits for a card, yellow, whose turn it is not, wants grey on lonely D5 with the roof on D4."""
    state = tu.apply(crossing({"black": 1}), tu.Take("bgw"))
    said = {one.id for one in tu.explain(state, tu.Found("D5", "grey", "D4"), by=1)}
    assert said == {"TU-TURN-01", "TU-TURN-05", "TU-FOUND-02", "TU-FOUND-04", "TU-ROOF-01"}


@pytest.mark.forbids("TU-FOUND-03")
def test_all_neighbours_of_the_same_colour_are_named() -> None:
    """Brown A2 would touch two brown buildings, and both of them are told."""
    said = objections(between_two_browns(3), tu.Found("A2", "brown", "A2"))
    assert all(word in said["TU-FOUND-03"] for word in ("A2", "A1 and A4", "brown"))
