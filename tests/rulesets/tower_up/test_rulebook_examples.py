"""The rulebooks' own examples, replayed. The pictures show other boards; what happens on them is what the texts tell.

FR and PL are the French and the Polish rulebook; each test names the heading under which its example stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import towerup as tu

from .tables import built, play

COLOURS = ("black", "grey", "white", "brown")


def on_columns(black: int, grey: int, white: int, brown: int) -> dict[str, int]:
    """Vehicles by their columns."""
    return dict(zip(COLOURS, (black, grey, white, brown), strict=True))


# --- FR “FONDER 1 NOUVEAU BÂTIMENT / EXEMPLE”, PL “PRZYKŁADY”: black beside brown


def black_beside_brown() -> tu.State:
    """Blue wants to found in black beside brown E3, which is joined to C8, C9 and E5, all empty. C9 also lies beside black
    C5. White C7, which is joined to C8, has three floors.
    """
    setup = tu.setup(("blue", "yellow", "orange"))
    return tu.position(
        setup,
        built(setup, "E3 brown, C5 black, C7 white", "D4 grey yellow, D7 grey orange"),
        [{"stock": {"black": 2, "white": 1, "brown": 1}}, {}, {}],
        ("bgw", "gwn", "xx"),
    )


@pytest.mark.allows("TU-FOUND-02", "TU-FOUND-03")
@pytest.mark.forbids("TU-FOUND-03")
def test_two_sites_are_possible_and_the_crossed_one_is_forbidden() -> None:
    """Beside the brown building two sites are fit for a black one; the third is crossed out, for its black neighbour."""
    state = black_beside_brown()
    beside_brown = {"C8", "C9", "E5"}
    possible = {
        action.site
        for action in tu.legal_actions(state)
        if isinstance(action, tu.Found) and action.colour == "black" and action.site in beside_brown
    }
    assert possible == {"C8", "E5"}
    [crossed] = tu.explain(state, tu.Found("C9", "black", "C9"))
    assert crossed.id == "TU-FOUND-03"
    assert "C5" in crossed.message


@pytest.mark.allows("TU-FOUND-05", "TU-ROOF-01", "TU-MOVE-01")
def test_white_and_brown_are_paid_the_roof_goes_on_white_and_white_moves_four() -> None:
    """Blue places the black floor on C8, pays one floor on the white and one on the brown building, puts the roof on the
    white one, and moves the white vehicle by four, which is how many floors that building now has.
    """
    after = play(black_beside_brown(), "found C8 black roof C7").table
    assert after.buildings["C8"] == tu.Building("black")
    assert after.buildings["E3"] == tu.Building("brown", 2)
    assert after.buildings["C7"] == tu.Building("white", 4, {4: "blue"})
    assert after.seats[0].stock == {"black": 1}
    assert after.seats[0].vehicles == on_columns(0, 0, 4, 0)


# --- FR “TOUR DE JEU SUPPLÉMENTAIRE”, PL “DODATKOWA TURA”: orange plays again


def orange(vehicles: Mapping[str, int], **more: Any) -> tu.State:
    """Orange, the first of three players, with a market of cards that move white."""
    return tu.position(
        tu.setup(("orange", "blue", "yellow")),
        {"A1": tu.Building("black"), "C5": tu.Building("black"), "E6": tu.Building("black")},
        [{"vehicles": vehicles}, {}, {}],
        ("x-vww", "bg-vw", "gwn"),
        **more,
    )


@pytest.mark.allows("TU-STAR-01", "TU-STAR-02")
def test_orange_plays_again_at_the_first_star_column_and_later_at_the_second() -> None:
    """After white has moved, all of orange's vehicles have at least reached the first star column (the second column of the
    reconstruction): orange plays another turn. In a later turn they reach the second (the fourth), and orange plays again.
    """
    state = play(orange(on_columns(4, 5, 1, 4)), "take bg-vw", "reveal bgw")
    assert (state.seat, state.table.extra_turn) == (0, True)
    state = play(state, "take gwn", "reveal bgn")
    assert (state.seat, state.table.extra_turn) == (1, False)
    state = play(state, "take bgw", "reveal bgn", "take bgn", "reveal bgn")
    assert (state.seat, state.table.extra_turn) == (0, False)
    state = play(state, "take x-vww +black", "reveal xx")
    assert state.table.seats[0].vehicles == on_columns(4, 5, 4, 4)
    assert (state.seat, state.table.extra_turn) == (0, True)


@pytest.mark.allows("TU-STAR-03")
@pytest.mark.forbids("TU-STAR-03")
def test_two_star_columns_at_once_give_one_extra_turn() -> None:
    """FR “TOUR SUPPLÉMENTAIRE”: a vehicle that lagged behind passes two star columns at once. That is one extra turn, although
    the others are past the second column too; after it the next player plays.
    """
    setup = tu.setup(("blue", "yellow", "orange"))
    state = tu.position(
        setup,
        built(setup, "E3 brown, C5 black, C7 white", "D4 grey yellow, D7 grey orange"),
        [{"stock": {"black": 1, "white": 1, "brown": 1}, "vehicles": on_columns(5, 5, 0, 5)}, {}, {}],
        ("bgw", "gwn", "xx"),
    )
    state = play(state, "found C8 black roof C7")
    assert state.table.seats[0].vehicles == on_columns(5, 5, 4, 5)
    assert (state.seat, state.table.extra_turn) == (0, True)
    state = play(state, "take bgw", "reveal bgn")
    assert (state.seat, state.table.extra_turn) == (1, False)


@pytest.mark.allows("TU-STAR-04")
def test_an_extra_turn_that_triggers_another() -> None:
    """FR “TOUR SUPPLÉMENTAIRE”: what is done in the extra turn brings all vehicles to the next star column, and so one more."""
    state = play(orange(on_columns(4, 4, 1, 4)), "take bg-vw", "reveal bgw")
    assert (state.seat, state.table.extra_turn) == (0, True)
    state = play(state, "take x-vww +black", "reveal bgn")
    assert (state.seat, state.table.extra_turn) == (0, True)
    state = play(state, "take gwn", "reveal xx")
    assert (state.seat, state.table.extra_turn) == (1, False)


# --- FR “OBJECTIFS”, PL “CELE”: blue in five districts

FIVE_DISTRICTS = "A8 white yellow, B1 white yellow, C3 white yellow, D4 white yellow, E1 white yellow"
"""Yellow is present in all five districts, beside the black starting floors A9, C7 and E4 of the full board."""


@pytest.mark.allows("TU-GOAL-01", "TU-GOAL-02", "TU-GOAL-13")
def test_blue_in_five_districts_takes_the_five_because_the_seven_is_gone() -> None:
    """Yellow has taken the chip of 7 Millions. Blue, present in four districts, founds in the fifth and takes the 5."""
    setup = tu.setup(("blue", "yellow", "orange"))
    state = tu.position(
        setup,
        built(
            setup,
            "A9 black, C7 black, E4 black",
            f"{FIVE_DISTRICTS}, A7 grey blue, B4 white blue, D7 white blue, E6 white blue",
        ),
        [{"stock": {"black": 1, "white": 1}}, {"chips": {"five-districts": 7}}, {}],
        ("bgw", "gwn", "xx"),
    )
    after = play(state, "found C8 white roof C8").table
    assert after.seats[0].chips == {"five-districts": 5}
    assert after.seats[1].chips == {"five-districts": 7}


# --- FR “FIN DE PARTIE”, PL “ZAKOŃCZENIE GRY”: blue's last roof


def before_blues_last_roof() -> tu.State:
    """Blue has placed nine roofs beside the black starting floors A6, C6 and B1 of the two-player board. Those on C5, E1, E4,
    B3 and A3 are on top. A3 covered blue's own on A4 and A5, yellow's D6 and B2 covered those on D2 and C3.
    """
    setup = tu.setup(2, objectives=("four-colours", "lake", "four-brown"))
    foundings = (
        "A4 white blue, A5 white blue, D2 white blue, C3 white blue, C5 white blue, E1 white blue, E4 white blue, "
        "B3 white blue, A3 black blue, D6 black yellow, B2 grey yellow"
    )
    return tu.position(
        setup,
        built(setup, "A6 black, C6 black, B1 black", foundings),
        [{"stock": {"black": 1, "white": 1}}, {"stock": {"black": 1, "white": 2}}],
        ("bgw", "gwn", "xx"),
    )


@pytest.mark.allows("TU-END-01", "TU-END-02", "TU-END-07")
def test_blues_last_roof_five_on_top_and_the_cone_on_the_fifth_place() -> None:
    """Blue places the last roof, counts five roofs on top of buildings, and sets the cone on the fifth place."""
    before = before_blues_last_roof()
    assert before.table.seats[0].roofs == 1
    after = play(before, "found E5 black roof E4").table
    on_top = {site for site, one in after.buildings.items() if one.roofs.get(one.floors) == "blue"}
    assert on_top == {"C5", "E1", "E4", "B3", "A3"}
    assert after.ending == tu.EndComing("last roof", 0)
    assert after.seats[0].cone == 5
    assert after.seats[1].cone is None


@pytest.mark.allows("TU-END-03", "TU-END-08")
def test_a_roof_covered_after_it_was_counted_still_counts() -> None:
    """Yellow's last turn covers blue's roof on C5. Blue has counted and keeps the fifth place; yellow counts three."""
    state = play(before_blues_last_roof(), "found E5 black roof E4", "found C4 black roof C4")
    table = state.table
    assert table.buildings["C5"] == tu.Building("white", 2, {1: "blue"})
    assert [seat.cone for seat in table.seats] == [5, 3]
    assert state.is_over
    assert tu.scores(state)[0].cone == 5


# --- FR “SCORE FINAL”, PL “PUNKTACJA KOŃCOWA”: green's 43 Millions


@pytest.mark.allows("TU-FINAL-01", "TU-FINAL-02")
def test_green_has_31_millions_for_markers_and_12_for_chips() -> None:
    """Green has 31 Millions for vehicles (9, 8, 6 and 3) and cone (5), and 12 for chips of 7 and 5: 43 in all."""
    setup = tu.setup(("green", "yellow", "orange"))
    state = tu.position(
        setup,
        built(
            setup,
            "A9 black, C7 black, E4 black",
            f"{FIVE_DISTRICTS}, A7 grey green, B4 white green, D7 white green, E6 brown green, C8 white green C7",
        ),
        [
            {"vehicles": on_columns(9, 8, 6, 3), "cone": 5, "chips": {"four-colours": 7, "five-districts": 5}},
            {"vehicles": on_columns(10, 10, 10, 0), "cone": 5, "chips": {"five-districts": 7}},
            {"cone": 0},
        ],
        ("bgw", "gwn", "xx"),
        phase="over",
        ending=tu.EndComing("shortage", 2),
        seat=2,
    )
    green, yellow, _ = tu.scores(state)
    assert sum(green.vehicles.values()) + green.cone == 31
    assert sum(green.chips.values()) == 12
    assert green.total == 43
    assert yellow.total == 42
    result = tu.outcome(state)
    assert result is not None
    assert result.winners == (0,)


# --- FR “PRÉCISIONS ET RAPPELS”, PL “DODATKOWE OBJAŚNIENIA I WSKAZÓWKI”


@pytest.mark.allows("TU-MOVE-02")
def test_a_marker_at_the_end_of_its_row_ignores_further_income() -> None:
    """FR “SCORING”: white is at the end of its row, and two further white steps are ignored."""
    before = orange(on_columns(0, 0, 10, 0))
    after = play(before, "take x-vww +black")
    assert after.table.seats[0].vehicles == on_columns(0, 0, 10, 0)


@pytest.mark.allows("TU-ROOF-03")
def test_paying_sometimes_covers_ones_own_roof() -> None:
    """FR “TOUR DE JEU”: blue founds E5 and has to pay a floor on E4, over blue's own roof."""
    before = before_blues_last_roof()
    after = play(before, "found E5 black roof E5")
    assert before.table.buildings["E4"] == tu.Building("white", 1, {1: "blue"})
    assert after.table.buildings["E4"] == tu.Building("white", 2, {1: "blue"})


@pytest.mark.allows("TU-END-06")
@pytest.mark.forbids("TU-END-06")
def test_the_useless_card_on_the_last_turn() -> None:
    """FR “FIN DE PARTIE”: on the last turn yellow can found nothing, and no card is of any use. Yellow cannot pass, and
    takes one all the same; the market is refilled, floors over the limit go back, and the game is over.
    """
    setup = tu.setup(2, objectives=("four-colours", "lake", "four-brown"))
    foundings = before_blues_last_roof().table.buildings
    state = tu.position(
        setup,
        foundings,
        [{"stock": {"black": 1, "white": 1}}, {"stock": {"grey": 10}}],
        ("bgw", "gwn", "bwn"),
    )
    state = play(state, "found E5 black roof E4")
    assert {type(action) for action in tu.legal_actions(state)} == {tu.Take}
    assert {one.id for one in tu.explain(state, tu.Decline())} == {"TU-TURN-02"}
    state = play(state, "take bgw", "reveal xx", "back black grey white")
    assert state.table.market == ("bwn", "gwn", "xx")
    assert state.is_over


@pytest.mark.allows("TU-END-04", "TU-END-05")
def test_a_colour_that_has_run_out_is_replaced_and_everyone_has_a_last_turn() -> None:
    """FR “PÉNURIE DE MATÉRIEL”, PL “BRAK KOMPONENTÓW”: black has run out, so blue takes another colour instead. Everyone then
    has a last turn, beginning on blue's left, blue included and last.
    """
    state = tu.position(
        tu.setup(4),
        {"A1": tu.Building("black"), "C5": tu.Building("black"), "E6": tu.Building("black")},
        [{"stock": {"black": 7}}, {"stock": {"black": 8}}, {"stock": {"black": 6}}, {"stock": {"black": 6}}],
        ("bgw", "gwn", "xx"),
    )
    state = play(state, "take bgw +brown", "reveal gwn")
    assert state.table.seats[0].stock == {"black": 7, "grey": 1, "white": 1, "brown": 1}
    order = []
    while not state.is_over:
        if state.table.phase == "turn":
            order.append(state.seat)
        state = tu.apply(state, tu.legal_actions(state)[0])  # on a turn, the first of them takes a card
    assert order == [1, 2, 3, 0]
    assert [seat.cone for seat in state.table.seats] == [0, 0, 0, 0]
