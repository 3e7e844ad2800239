"""The rulebooks' own examples, replayed. The pictures show other boards; what happens on them is what the texts say.

FR and PL are the French and the Polish rulebook; each test names the heading under which its example stands.
"""

from __future__ import annotations

from typing import Any

import pytest

import towerup as tu
from towerup.rulesets.tower_up.objectives import presence

from .support import built, columns, offered, play, refused, town

MARKET = ("bgw", "gwn", "xx")

# --- FR “40 TOITS”, PL “40 DACHÓW”: the three pictures of presence


def present(state: tu.State, site: str) -> set[str]:
    """The players who are present in the building on a site."""
    return {roof for roof in state.setup.seats if site in presence(state, roof)}


@pytest.mark.allows("TU-GOAL-04")
def test_first_presence_picture_blue_is_present_on_top() -> None:
    """Blue's roof is on top of the building: blue is present."""
    state = play(town(stocks={"blue": {"white": 1, "black": 1}}), "found A2 white roof A1")
    assert state.buildings["A1"] == tu.Building("black", 2, {2: "blue"})
    assert state.buildings["A1"].top == "blue"
    assert present(state, "A1") == {"blue"}


@pytest.mark.allows("TU-GOAL-04", "TU-ROOF-03")
def test_second_presence_picture_blue_is_present_though_covered() -> None:
    """A floor without a roof covers blue's: blue is still present, and nobody else is."""
    state = play(
        town("A2 white blue A1", stocks={"yellow": {"grey": 1, "white": 1, "black": 1}}, turn="yellow"),
        "found A3 grey roof A3",
    )
    assert state.buildings["A1"] == tu.Building("black", 3, {2: "blue"})
    assert state.buildings["A1"].top is None
    assert present(state, "A1") == {"blue"}


@pytest.mark.allows("TU-GOAL-04", "TU-ROOF-02")
def test_third_presence_picture_blue_and_yellow_are_both_present() -> None:
    """Yellow's roof is on top, blue's on the floor below: both are present."""
    state = play(
        town("A2 white blue A1", stocks={"yellow": {"grey": 1, "white": 1, "black": 1}}, turn="yellow"),
        "found A3 grey roof A1",
    )
    assert state.buildings["A1"] == tu.Building("black", 3, {2: "blue", 3: "yellow"})
    assert present(state, "A1") == {"blue", "yellow"}


@pytest.mark.forbids("TU-GOAL-04")
def test_a_building_without_roofs_has_nobody_present() -> None:
    """Beside the pictures: who founded a building is not present in it without a roof there."""
    state = play(town(stocks={"blue": {"white": 1, "black": 1}}), "found A2 white roof A1")
    assert present(state, "A2") == set()


# --- FR “FONDER 1 NOUVEAU BÂTIMENT / EXEMPLE”, PL “PRZYKŁADY”: black beside brown


def black_beside_brown(**named: Any) -> tu.State:
    """Blue wants to found in black beside brown E3, which is joined to C8, C9 and E5, all empty.

    C9 also lies beside black C5. White C7, which is joined to C8, has three floors.
    """
    buildings = built("reconstruction", 3, "E3 brown, C5 black, C7 white", "D4 grey yellow, D7 grey orange")
    stocks = {"blue": {"black": 2, "white": 1, "brown": 1}}
    return tu.position("reconstruction", 3, **{"buildings": buildings, "stocks": stocks, "market": MARKET, **named})


@pytest.mark.allows("TU-FOUND-02", "TU-FOUND-03")
@pytest.mark.forbids("TU-FOUND-03")
def test_two_sites_are_possible_and_the_crossed_one_is_forbidden() -> None:
    """Beside the brown building two sites are fit for a black one; the third is crossed out, for its black neighbour."""
    state = black_beside_brown()
    black = {line.split()[1] for line in offered(state, tu.Found) if line.split()[2] == "black"}
    assert black & {"C8", "C9", "E5"} == {"C8", "E5"}
    assert refused(state, "found C9 black roof C9") == ["TU-FOUND-03"]


@pytest.mark.allows("TU-FOUND-05", "TU-ROOF-01", "TU-MOVE-01")
def test_white_and_brown_are_paid_the_roof_goes_on_white_and_white_moves_four() -> None:
    """Blue founds black C8, pays white and brown, roofs the white building, and moves white by its four floors."""
    after = play(black_beside_brown(), "found C8 black roof C7")
    assert after.buildings["C8"] == tu.Building("black")
    assert after.buildings["E3"] == tu.Building("brown", 2)
    assert after.buildings["C7"] == tu.Building("white", 4, {4: "blue"})
    assert (after.players[0].stock, after.players[0].vehicles) == ({"black": 1}, columns(0, 0, 4, 0))


# --- FR “TOUR DE JEU SUPPLÉMENTAIRE”, PL “DODATKOWA TURA”: orange plays again


def orange(*steps: int) -> tu.State:
    """Orange, the first of three players, with vehicles on these columns and a market of cards that move white."""
    buildings, seats = {"A1": "black", "C5": "black", "E6": "black"}, ("orange", "blue", "yellow")
    vehicles = {"orange": columns(*steps)}
    return tu.position(
        "reconstruction", seats, buildings=buildings, vehicles=vehicles, market=("x-vww", "bg-vw", "gwn")
    )


@pytest.mark.allows("TU-STAR-01", "TU-STAR-02")
def test_orange_plays_again_at_the_first_star_column_and_later_at_the_second() -> None:
    """After white has moved, all of orange's vehicles have reached the first star column: orange plays another turn.

    In a later turn they reach the second, and orange plays again.
    """
    state = play(orange(4, 5, 1, 4), "take bg-vw; reveal bgw")
    assert (state.seat, state.extra_turn) == (0, True)
    state = play(state, "take gwn; reveal bgn")
    assert (state.seat, state.extra_turn) == (1, False)
    state = play(state, "take bgw; reveal bgn; take bgn; reveal bgn")
    assert (state.seat, state.extra_turn) == (0, False)
    state = play(state, "take x-vww +black; reveal xx")
    assert state.players[0].vehicles == columns(4, 5, 4, 4)
    assert (state.seat, state.extra_turn) == (0, True)


@pytest.mark.allows("TU-STAR-03")
@pytest.mark.forbids("TU-STAR-03")
def test_two_star_columns_at_once_give_one_extra_turn() -> None:
    """FR “TOUR SUPPLÉMENTAIRE”: a vehicle that lagged behind passes two star columns at once. That is one extra turn."""
    stocks, vehicles = {"blue": {"black": 1, "white": 1, "brown": 1}}, {"blue": columns(5, 5, 0, 5)}
    state = play(black_beside_brown(stocks=stocks, vehicles=vehicles), "found C8 black roof C7")
    assert state.players[0].vehicles == columns(5, 5, 4, 5)
    assert (state.seat, state.extra_turn) == (0, True)
    state = play(state, "take bgw; reveal bgn")
    assert (state.seat, state.extra_turn) == (1, False)


@pytest.mark.allows("TU-STAR-04")
def test_an_extra_turn_that_triggers_another() -> None:
    """FR “TOUR SUPPLÉMENTAIRE”: the extra turn brings all vehicles to the next star column, and so one more."""
    state = play(orange(4, 4, 1, 4), "take bg-vw; reveal bgw")
    assert (state.seat, state.extra_turn) == (0, True)
    state = play(state, "take x-vww +black; reveal bgn")
    assert (state.seat, state.extra_turn) == (0, True)
    state = play(state, "take gwn; reveal xx")
    assert (state.seat, state.extra_turn) == (1, False)


# --- FR “OBJECTIFS”, PL “CELE”: blue in five districts

FIVE_DISTRICTS = "A8 white yellow, B1 white yellow, C3 white yellow, D4 white yellow, E1 white yellow"
"""Yellow is present in all five districts, beside the black starting floors A9, C7 and E4 of the full board."""


@pytest.mark.allows("TU-GOAL-01", "TU-GOAL-02", "TU-GOAL-13")
def test_blue_in_five_districts_takes_the_five_because_the_seven_is_gone() -> None:
    """Yellow has taken the chip of 7 Millions. Blue, present in four districts, founds in the fifth and takes the 5."""
    foundings = f"{FIVE_DISTRICTS}, A7 grey blue, B4 white blue, D7 white blue, E6 white blue"
    buildings = built("reconstruction", 3, "A9 black, C7 black, E4 black", foundings)
    chips, stocks = {"yellow": {"five-districts": 7}}, {"blue": {"black": 1, "white": 1}}
    state = tu.position("reconstruction", 3, buildings=buildings, stocks=stocks, chips=chips)
    after = play(state, "found C8 white roof C8")
    assert [player.chips for player in after.players] == [{"five-districts": 5}, {"five-districts": 7}, {}]


# --- FR “FIN DE PARTIE”, PL “ZAKOŃCZENIE GRY”: blue's last roof


def before_blues_last_roof(**named: Any) -> tu.State:
    """Blue has placed nine roofs beside black A6, C6 and B1 of the half board. Those on C5, E1, E4, B3 and A3 are on top.

    A3 covered blue's own on A4 and A5, yellow's D6 and B2 covered those on D2 and C3.
    """
    foundings = (
        "A4 white blue, A5 white blue, D2 white blue, C3 white blue, C5 white blue, E1 white blue, E4 white blue, "
        "B3 white blue, A3 black blue, D6 black yellow, B2 grey yellow"
    )
    buildings = built("reconstruction", 2, "A6 black, C6 black, B1 black", foundings)
    stocks = {"blue": {"black": 1, "white": 1}, "yellow": {"black": 1, "white": 2}}
    usual = {"stocks": stocks, "market": MARKET, "objectives": ("four-colours", "lake", "four-brown")}
    return tu.position("reconstruction", 2, buildings=buildings, **{**usual, **named})


@pytest.mark.allows("TU-END-01", "TU-END-02", "TU-END-07")
def test_blues_last_roof_five_on_top_and_the_cone_on_the_fifth_place() -> None:
    """Blue places the last roof, counts five roofs on top of buildings, and sets the cone on the fifth place."""
    before = before_blues_last_roof()
    assert before.players[0].roofs == 1
    after = play(before, "found E5 black roof E4")
    assert {site for site, one in after.buildings.items() if one.top == "blue"} == {"C5", "E1", "E4", "B3", "A3"}
    assert after.ending == tu.Ending(tu.Cause.LAST_ROOF, 0, 1)
    assert [player.cone for player in after.players] == [5, None]


@pytest.mark.allows("TU-END-03", "TU-END-08")
def test_a_roof_covered_after_it_was_counted_still_counts() -> None:
    """Yellow's last turn covers blue's roof on C5. Blue has counted and keeps the fifth place; yellow counts three."""
    state = play(before_blues_last_roof(), "found E5 black roof E4; found C4 black roof C4")
    assert state.buildings["C5"] == tu.Building("white", 2, {1: "blue"})
    assert ([player.cone for player in state.players], state.is_over) == ([5, 3], True)
    assert tu.scores(state)[0].cone == 5


# --- FR “SCORE FINAL”, PL “PUNKTACJA KOŃCOWA”: green's 43 Millions


@pytest.mark.allows("TU-FINAL-01", "TU-FINAL-02")
def test_green_has_31_millions_for_markers_and_12_for_chips() -> None:
    """Green has 31 Millions for vehicles (9, 8, 6 and 3) and cone (5), and 12 for chips of 7 and 5: 43 in all."""
    seats = ("green", "yellow", "orange")
    foundings = f"{FIVE_DISTRICTS}, A7 grey green, B4 white green, D7 white green, E6 brown green, C8 white green C7"
    state = tu.position(
        "reconstruction", seats, buildings=built("reconstruction", 3, "A9 black, C7 black, E4 black", foundings),
        vehicles={"green": columns(9, 8, 6, 3), "yellow": columns(10, 10, 10, 0)},
        cones={"green": 5, "yellow": 5, "orange": 0}, turn="orange", phase="over", ending=("shortage", "orange"),
        chips={"green": {"four-colours": 7, "five-districts": 5}, "yellow": {"five-districts": 7}},
    )  # fmt: skip
    green, yellow, _ = tu.scores(state)
    assert sum(green.vehicles.values()) + green.cone == 31
    assert (sum(green.chips.values()), green.total, yellow.total) == (12, 43, 42)
    result = tu.outcome(state)
    assert result is not None
    assert result.winners == (0,)


# --- FR “PRÉCISIONS ET RAPPELS”, PL “DODATKOWE OBJAŚNIENIA I WSKAZÓWKI”


@pytest.mark.allows("TU-MOVE-02")
def test_a_marker_at_the_end_of_its_row_ignores_further_income() -> None:
    """FR “SCORING”: white is at the end of its row, and two further white steps are ignored."""
    assert play(orange(0, 0, 10, 0), "take x-vww +black").players[0].vehicles == columns(0, 0, 10, 0)


@pytest.mark.allows("TU-ROOF-03")
def test_paying_sometimes_covers_ones_own_roof() -> None:
    """FR “TOUR DE JEU”: blue founds E5 and has to pay a floor on E4, over blue's own roof."""
    before = before_blues_last_roof()
    after = play(before, "found E5 black roof E5")
    assert before.buildings["E4"] == tu.Building("white", 1, {1: "blue"})
    assert after.buildings["E4"] == tu.Building("white", 2, {1: "blue"})


@pytest.mark.allows("TU-END-06")
@pytest.mark.forbids("TU-END-06")
def test_the_useless_card_on_the_last_turn() -> None:
    """FR “FIN DE PARTIE”: on the last turn yellow can found nothing, and no card is of any use.

    Yellow cannot pass, and takes one all the same; the market is refilled, floors over the limit go back, and the game is over.
    """
    stocks = {"blue": {"black": 1, "white": 1}, "yellow": {"grey": 10}}
    state = play(before_blues_last_roof(stocks=stocks, market=("bgw", "gwn", "bwn")), "found E5 black roof E4")
    assert offered(state) == offered(state, tu.Take)
    assert refused(state, "decline") == ["TU-END-06"]
    state = play(state, "take bgw; reveal xx; back black grey white")
    assert (sorted(state.market), state.is_over) == (["bwn", "gwn", "xx"], True)


@pytest.mark.allows("TU-END-04", "TU-END-05")
def test_a_colour_that_has_run_out_is_replaced_and_everyone_has_a_last_turn() -> None:
    """FR “PÉNURIE DE MATÉRIEL”, PL “BRAK KOMPONENTÓW”: black has run out, so blue takes another colour instead.

    Everyone then has a last turn, beginning on blue's left, blue included and last.
    """
    stocks = {"blue": {"black": 7}, "yellow": {"black": 8}, "orange": {"black": 6}, "green": {"black": 6}}
    buildings = {"A1": "black", "C5": "black", "E6": "black"}
    state = tu.position("reconstruction", 4, buildings=buildings, stocks=stocks, market=MARKET)
    state = play(state, "take bgw +brown; reveal gwn")
    assert state.players[0].stock == {"black": 7, "grey": 1, "white": 1, "brown": 1}
    order = []
    while not state.is_over:
        if state.phase == "turn":
            order.append(state.seat)
        state = tu.apply(state, tu.legal_actions(state)[0])  # on a turn, the first of them takes a card
    assert order == [1, 2, 3, 0]
    assert [player.cone for player in state.players] == [0, 0, 0, 0]
