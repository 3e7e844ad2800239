"""The worked examples of the rulebook, replayed. Its figures are pictures; the tables here have what the text tells of them."""

from __future__ import annotations

import pytest

from .tables import broken, cash, does, legal, on, table


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


@pytest.mark.allows("PS-RENT-03", "PS-RENT-02")
def test_the_layout_of_the_rent_of_120() -> None:
    """From the street to a skyscraper in the centre: a chain, which brings 120 only if all that is connected counts.

    If only what adjoins the first construction counted, the rent would be 20; so it is under the other reading. Where all three
    adjoin, both readings give 120.
    """
    chain = "C1:G1 C2:G1 A6:R1"
    assert cash(does(table(chain, "A6", "RG"), "roll 3 1")) == (580, 820)
    assert cash(does(table(chain, "A6", "RG", rulings={"rent": "adjacent"}), "roll 3 1")) == (680, 720)
    beside = "C1:G1 B1:G1 D1:G# A6:R1"
    for reading in ("group", "adjacent"):
        assert cash(does(table(beside, "A6", "RG", rulings={"rent": reading}), "roll 3 1")) == (580, 820)


@pytest.mark.allows("PS-GROW-01", "PS-GROW-02", "PS-TOWER-01", "PS-TOWER-02")
def test_of_four_possible_cells_green_can_choose_two() -> None:
    """Figure C of skyscrapers: three floors at the left edge move three cells, to one of four. The one at the top is empty, one has
    a blue skyscraper, and two are yellow's.
    """
    state = table("A1:G2 C2:B# B3:Y2 A4:Y1 C3:G# E1:B1", "E1", "GYB", phase="build", die=4)
    assert state.setup.board.reach["A1"][3] == ("D1", "C2", "B3", "A4")
    assert {one for one in legal(state) if one.startswith("grow A1")} == {"grow A1 raze B3", "grow A1 raze A4"}
    assert broken(state, "grow A1 raze D1") == {"PS-GROW-02"}
    assert broken(state, "grow A1 raze C2") == {"PS-TOWER-02"}


@pytest.mark.allows("PS-EXPERT-01", "PS-EXPERT-02", "PS-BUILD-01")
def test_blue_can_place_its_floor_on_three_cells() -> None:
    """Figures A to E of the variant: with a black 2 there are three cells. What grows on the upper one has three targets: a green floor,
    and two own floors, of which only the lower one leads on to another green floor.
    """
    pieces = "C4:B# D4:G# A1:G1 C1:B1 D2:G1 E1:B1 C3:B1 C6:G1"
    state = table(pieces, "A1", "BG", bare=True, phase="build", die=2, expert=True)
    assert {one.split()[1] for one in legal(state)} == {"A3", "B2", "C1"}
    assert {one for one in legal(state) if "C1" in one} == {"grow C1 raze D2", "grow C1 join C3 raze C6"}
    assert all("E1" not in one for one in legal(state))
    after = does(state, "grow C1 join C3 raze C6")
    assert (on(after, "C6"), after.architect, after.seat) == ("B#", "C6", 1)


@pytest.mark.allows("PS-ACTION-05", "PS-ACTION-06")
@pytest.mark.parametrize("card", ["tax", "own-tax"])
def test_three_skyscrapers_are_taxed_150(card: str) -> None:
    """Both cards give this example: 50 for each skyscraper on the board, paid to the bank."""
    state = does(table("A1:R1 A6:G# F6:G#", "A1", "GR", phase="draw"), f"draw {card}")
    after = does(state, "tax green") if card == "tax" else state
    assert cash(after) == (550, 700)
