"""The worked examples of the rulebook, replayed. Its figures are pictures; the tables here have what the text tells of them."""

from __future__ import annotations

import pytest

from .tables import cash, does, legal, on, table


@pytest.mark.allows("PS-RENT-01", "PS-RENT-02", "PS-RENT-03")
def test_blue_pays_10_because_the_other_yellow_constructions_do_not_adjoin() -> None:
    """One floor brings 10, whatever else yellow has elsewhere: corners that touch do not count."""
    state = table("C1:Y1 E1:Y1 B2:Y1 A6:B1", "A6", "BY")
    assert cash(does(state, "roll 3 1")) == (690, 710)


@pytest.mark.allows("PS-RENT-01", "PS-RENT-02", "PS-RENT-03", "PS-BOX-04", "PS-BOX-07")
def test_red_pays_120_for_a_skyscraper_and_two_floors() -> None:
    """100 + 10 + 10 for a group of three green constructions, one of which does not adjoin the one beside the pawn."""
    state = table("C1:G1 C2:G1 A6:R1", "A6", "RG")
    assert cash(does(state, "roll 3 1")) == (580, 820)


@pytest.mark.allows("PS-RENT-01", "PS-RENT-02", "PS-RENT-03")
def test_yellow_pays_40_for_two_floors_and_two_single_ones() -> None:
    """20 + 10 + 10 for a group of three red constructions."""
    state = table("C1:R2 B1:R1 C2:R1 A6:Y1", "A6", "YR")
    assert cash(does(state, "roll 3 1")) == (660, 740)


@pytest.mark.allows("PS-PAWN-01", "PS-PAWN-02", "PS-BOX-05")
def test_green_beside_an_empty_cell_and_blue_beside_its_own_pay_nothing() -> None:
    """Neither of them owes a rent."""
    state = table("C1:B1 A6:G1", "A6", "GB")
    assert cash(does(state, "roll 2 1")) == (700, 700)
    blue = table("C1:B1 A6:G1", "A6", "GB", seat=1)
    assert cash(does(blue, "roll 3 1")) == (700, 700)


@pytest.mark.allows("PS-BUILD-01", "PS-BUILD-02", "PS-BUILD-03", "PS-BUILD-04")
def test_red_builds_with_a_black_5_at_the_right_edge() -> None:
    """Figures A and B of building: of the cells in reach one is another's, and the architect follows the floor."""
    state = table("B2:R1 E4:G1 C6:R1", "B2", "RG", phase="build", die=5)
    choices = legal(state)
    assert "build F3" in choices
    assert "build E4" not in choices
    after = does(state, "build F3")
    assert (on(after, "F3"), after.architect, after.phase, after.seat) == ("R1", "F3", "roll", 1)


@pytest.mark.allows("PS-GROW-01", "PS-GROW-02", "PS-GROW-03", "PS-GROW-04", "PS-GROW-05", "PS-TOWER-02")
def test_yellow_grows_to_two_floors_and_razes_the_only_construction_that_it_can() -> None:
    """Figures A to D of growing: of five in reach two are skyscrapers, one is as high, one has the architect on it."""
    state = table("B3:Y1 B1:B1 A2:B2 C2:B1", "C2", "YBR", phase="build", die=2)
    assert {one for one in legal(state) if one.startswith("grow B3")} == {"grow B3 raze B1"}
    after = does(state, "grow B3 raze B1")
    assert (on(after, "B1"), on(after, "B3"), after.architect) == ("Y2", "", "B1")
    assert after.players[1].floors == state.players[1].floors + 1


@pytest.mark.allows("PS-TOWER-01", "PS-GROW-01", "PS-GROW-05", "PS-BOX-01", "PS-BOX-02")
def test_green_makes_a_skyscraper_of_three_floors() -> None:
    """Figures A to E of skyscrapers: three cells away is an empty cell, a blue skyscraper, and two yellow constructions."""
    state = table("A3:G2 A6:Y1 B5:Y2 C5:B1", "C5", "GYB", phase="build", die=4)
    assert {one for one in legal(state) if one.startswith("grow A3")} == {"grow A3 raze A6", "grow A3 raze B5"}
    before = state.players
    after = does(state, "grow A3 raze B5")
    assert (on(after, "B5"), on(after, "A3"), after.architect) == ("G#", "", "B5")
    assert after.players[0].skyscrapers == before[0].skyscrapers - 1
    assert after.players[0].floors == before[0].floors + 2  # two were on the board, the third came and went
    assert after.players[1].floors == before[1].floors + 2


@pytest.mark.allows("PS-EXPERT-01", "PS-EXPERT-02")
def test_blue_joins_two_floors_to_one_and_makes_a_skyscraper_at_once() -> None:
    """Figures A to G of the variant: of two own floors in reach one leads nowhere; the other leads to a green floor."""
    pieces = "C2:B1 A2:B1 D3:B1 B1:G1 D6:G1"
    state = table(pieces, "C4", "BG", phase="build", die=2, expert=True)
    growths = {one for one in legal(state) if one.startswith("grow C2")}
    assert growths == {"grow C2 raze B1", "grow C2 join D3 raze D6"}
    after = does(state, "grow C2 join D3 raze D6")
    assert (on(after, "C2"), on(after, "D3"), on(after, "D6"), after.architect) == ("", "", "B#", "D6")
    assert after.players[0].floors == state.players[0].floors + 2
    plain = table(pieces, "C4", "BG", phase="build", die=2)
    assert {one for one in legal(plain) if one.startswith("grow C2")} == {"grow C2 raze B1"}
