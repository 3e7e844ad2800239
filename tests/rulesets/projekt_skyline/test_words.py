"""What people are told, word for word: a refusal names the cells, players, cards and numbers that it is about.

Each kind of finding stands here once as it is read, so that no name or number in it can go wrong unnoticed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from towerup.kernel.actors import CHANCE
from towerup.rulesets.projekt_skyline.actions import Build, Corner, Draw, Grow, Roll, Swap, Tax, Walk
from towerup.rulesets.projekt_skyline.box.edition import load_edition
from towerup.rulesets.projekt_skyline.notation import parse_action
from towerup.rulesets.projekt_skyline.play import explain
from towerup.rulesets.projekt_skyline.setup import new_game
from towerup.rulesets.projekt_skyline.state import State

from .tables import does, legal, table
from .test_rules import building, drawing, followed, over, placing

ALL_USED = [card.id for card in load_edition("standard").cards for _ in range(card.count) if card.id != "swap-others"]


def expert() -> State:
    """Blue grows what is on C2, in the variant for experts."""
    return table("C2:B1 D3:B1 B1:G1 D6:G1 B4:G1", "C4", "BG", phase="build", die=2, expert=True)


def short_of_floors() -> State:
    """Green is to build; red has all floors on the board, and nobody's are left to borrow."""
    pieces = "B2:R# C2:G# A1:R2 A2:R2 A3:R2 D1:G1"
    return table(pieces, "D1", "GR", edition="hamlet", phase="build", die=1, bare=True, seats=[{"pawn": "S-2"}, {}])


TOLD: dict[str, tuple[Callable[[], State], Any, list[str]]] = {
    "no action": (
        building, None, [
            "PS-FORM-01 None is not an action; an action is one of Corner, Place, Roll, Build, Grow, Pass, Draw, Walk, Tax, Remove, Swap, Shift",
        ],
    ),
    "unknown cell": (
        building, Build("Z9"), [
            "PS-FORM-02 there is no cell 'Z9' in this edition; there is A1, B1, C1, D1, E1, F1, …",
        ],
    ),
    "cell near": (
        building, Build("b2"), [
            "PS-FORM-02 there is no cell 'b2' in this edition; there is A1, B1, C1, D1, E1, F1, …",
        ],
    ),
    "unknown card": (
        drawing, Draw("fire"), [
            "PS-FORM-02 there is no card 'fire' in this edition; there is throw, richest, poorest, dice, tax, own-tax, …",
        ],
    ),
    "card near": (
        drawing, Draw("tux"), [
            "PS-FORM-02 there is no card 'tux' in this edition; near it: tax",
        ],
    ),
    "unknown corner": (
        lambda: placing(0), Corner("N"), [
            "PS-FORM-02 there is no round space 'N' in this edition; near it: NW, NE",
        ],
    ),
    "unknown player": (
        lambda: followed("tax"), Tax("mauve"), [
            "PS-FORM-02 there is no colour 'mauve' in this edition; there is green, red, blue, yellow",
        ],
    ),
    "face": (
        drawing, Roll(7, 1), [
            "PS-FORM-02 7 is no face of the white die; there is 1, 2, 3, 4, 5, 6",
        ],
    ),
    "steps": (
        lambda: followed("richest"), Walk("green", 4), [
            "PS-FORM-02 4 is no number of steps on a card; there is 1, 2, 3",
        ],
    ),
    "swap of one": (
        lambda: followed("swap"), Swap(["A2"]), [
            "PS-FORM-02 two cells are swapped, not 1",
        ],
    ),
    "several unknown": (
        building, Grow("Z1", "B1", "Z2"), [
            "PS-FORM-02 there is no cell 'Z2' in this edition; there is A1, B1, C1, D1, E1, F1, …",
            "PS-FORM-02 there is no cell 'Z1' in this edition; there is A1, B1, C1, D1, E1, F1, …",
        ],
    ),
    "over": (
        over, "roll 1 1", [
            "PS-TURN-03 the game is over",
        ],
    ),
    "corner late": (
        lambda: placing(0), "corner NE", [
            "PS-SETUP-03 all pawns are on their round spaces already",
        ],
    ),
    "not in the centre": (
        lambda: placing(0), "place A1", [
            "PS-SETUP-04 A1 is not in the centre, which is C3, D3, C4, D4",
        ],
    ),
    "centre taken": (
        lambda: placing(1), "place C3", [
            "PS-SETUP-04 C3 is not free: it has a skyscraper of green",
        ],
    ),
    "cell taken": (
        lambda: placing(2), "place D4", [
            "PS-SETUP-05 D4 is not free: it has a skyscraper of red",
        ],
    ),
    "out of place in setup": (
        lambda: placing(2), "build A1", [
            "PS-TURN-02 something else comes first: the table waits for green to place a floor",
        ],
    ),
    "out of place in a turn": (
        lambda: table("A1:R1", "A1"), "build A2", [
            "PS-TURN-02 something else comes first: the table waits for the dice to be rolled for green",
        ],
    ),
    "one die": (
        lambda: table("A1:R1", "A1"), "roll 3", [
            "PS-TURN-04 both dice are rolled at the beginning of a turn",
        ],
    ),
    "both dice for the white": (
        lambda: table("A1:R1", "A1", phase="throw", card="throw"), "roll 1 1", [
            "PS-ACTION-01 the card asks for the white die alone",
        ],
    ),
    "white for both": (
        lambda: table("A1:R1", "A1", phase="throw", card="dice"), "roll 1", [
            "PS-ACTION-04 the card asks for both dice",
        ],
    ),
    "too far": (
        building, "build A4", [
            "PS-BUILD-01 from B2 to A4 it is 3 cells; the black die shows 2",
        ],
    ),
    "too far by one": (
        building, "build B3", [
            "PS-BUILD-01 from B2 to B3 it is 1 cell; the black die shows 2",
        ],
    ),
    "another's": (
        building, "build B4", [
            "PS-BUILD-02 B4 has one floor of green",
        ],
    ),
    "another's skyscraper": (
        building, "build D2", [
            "PS-BUILD-02 D2 has a skyscraper of green",
            "PS-BUILD-03 D2 has a skyscraper of green",
        ],
    ),
    "own skyscraper": (
        building, "build D3", [
            "PS-BUILD-01 from B2 to D3 it is 3 cells; the black die shows 2",
            "PS-BUILD-03 D3 has a skyscraper of red",
        ],
    ),
    "shown twice": (
        building, Grow("Z1", "Z1"), [
            "PS-FORM-02 there is no cell 'Z1' in this edition; there is A1, B1, C1, D1, E1, F1, …",
        ],
    ),
    "own low one that can raze": (
        lambda: table("B4:R1 B2:R1 D4:G1", "B2", "RG", phase="build", die=2), "build B4", [
            "PS-GROW-01 B4 has one floor of red, which would grow and must move: grow B4 raze …",
        ],
    ),
    "own low one that can raze nothing, as a pass": (
        lambda: building(rulings={"futile_growth": "may_pass"}), "build C1", [
            "PS-BUILD-05 C1 has two floors of red, which could raze nothing if it grew: to choose it is to pass",
        ],
    ),
    "own low one that can raze nothing": (
        building, "build C1", [
            "PS-BUILD-05 C1 has two floors of red, which could raze nothing if it grew: it is no target (ruling futile_growth is must_build)",
        ],
    ),
    "grow nothing": (
        building, "grow A1 raze A3", [
            "PS-GROW-01 A1 is empty: nothing grows there, but a floor may be built",
        ],
    ),
    "grow a skyscraper": (
        building, "grow D3 raze B4", [
            "PS-BUILD-01 from B2 to D3 it is 3 cells; the black die shows 2",
            "PS-BUILD-03 D3 has a skyscraper of red",
        ],
    ),
    "grow another's": (
        building, "grow B4 raze C1", [
            "PS-BUILD-02 B4 has one floor of green",
            "PS-GROW-01 from B4 to C1 it is 4 cells; 2 floors move 2",
            "PS-GROW-02 C1 has two floors of red: only an opponent's construction is razed",
        ],
    ),
    "grow raze too near": (
        building, "grow C1 raze C3", [
            "PS-GROW-01 from C1 to C3 it is 2 cells; 3 floors move 3",
            "PS-TOWER-02 C3 has a skyscraper of green, which is never razed by building",
        ],
    ),
    "grow raze nothing": (
        building, "grow C1 raze E2", [
            "PS-GROW-02 E2 is empty: only an opponent's construction is razed",
        ],
    ),
    "grow raze a skyscraper": (
        lambda: table("C1:R2 B2:R1 E2:G#", "B2", "RG", phase="build", die=2), "grow C1 raze E2", [
            "PS-TOWER-02 E2 has a skyscraper of green, which is never razed by building",
        ],
    ),
    "grow raze as high": (
        lambda: table("B4:R1 B2:R1 A3:G2", "B2", "RG", phase="build", die=2), "grow B4 raze A3", [
            "PS-GROW-03 A3 has two floors of green, no lower than 2 floors",
        ],
    ),
    "grow raze the architect's": (
        lambda: table("B4:R1 B2:G1 A1:R1", "B2", "RG", phase="build", die=2), "grow B4 raze B2", [
            "PS-GROW-04 the architect stands on B2",
        ],
    ),
    "join outside the variant": (
        lambda: table("C2:B1 D3:B1 D6:G1", "C4", "BG", phase="build", die=2), "grow C2 join D3 raze D6", [
            "PS-EXPERT-01 nothing is joined but in the variant for experts",
        ],
    ),
    "join another's": (
        expert, "grow C2 join B1 raze B4", [
            "PS-EXPERT-01 B1 has one floor of green: only one floor of one's own is joined",
        ],
    ),
    "join too near": (
        expert, Grow("C2", "D5", "C3"), [
            "PS-EXPERT-01 C3 has a skyscraper of green: only one floor of one's own is joined",
            "PS-EXPERT-01 from C2 to C3 it is 1 cell, not 2",
            "PS-GROW-02 D5 is empty: only an opponent's construction is razed",
        ],
    ),
    "join with two": (
        lambda: table("C2:B2 D3:B1 D6:G1", "C4", "BG", phase="build", die=2, expert=True), "grow C2 join D3 raze D6", [
            "PS-EXPERT-01 C2 has two floors: only one floor that grows to two can join",
        ],
    ),
    "join and raze too near": (
        expert, Grow("C2", "D5", "D3"), [
            "PS-EXPERT-02 from D3 to D5 it is 2 cells; 3 floors move 3",
            "PS-GROW-02 D5 is empty: only an opponent's construction is razed",
        ],
    ),
    "join the architect's": (
        lambda: table("C2:B1 D3:B1 D6:G1 B1:G1", "D3", "BG", phase="build", die=2, expert=True), "grow C2 join D3 raze D6", [
            "PS-EXPERT-03 the architect stands on D3",
        ],
    ),
    "pass": (
        building, "pass", [
            "PS-BUILD-05 who can build must build (ruling futile_growth is must_build)",
        ],
    ),
    "pass without a futile growth": (
        lambda: table("B4:R1 B2:G1 D4:G1", "B2", "RG", phase="build", die=2, rulings={"futile_growth": "may_pass"}), "pass", [
            "PS-BUILD-05 every construction that the architect can reach could raze something if it grew",
        ],
    ),
    "card out of the game": (
        drawing, "draw swap-others", [
            "PS-SETUP-09 swap-others is not in the game with two players",
        ],
    ),
    "card seen": (
        lambda: drawing(used=["floor"]), "draw floor", [
            "PS-CARD-01 every card floor has been seen, and unseen cards lie on top",
        ],
    ),
    "card below": (
        lambda: drawing(used=ALL_USED), "draw remove", [
            "PS-CARD-01 all cards have been seen: the next one is throw, not remove",
        ],
    ),
    "card first": (
        lambda: followed("raze"), "build B2", [
            "PS-CARD-02 a card must be followed first: the table waits for green to follow the card raze",
        ],
    ),
    "steps not on the card": (
        lambda: table("A1:R1", "A1", edition="village", phase="card", card="richest"), "walk green 6", [
            "PS-ACTION-02 the card lets a pawn move 1 or 2 or 3 spaces, not 6",
        ],
    ),
    "not the richest": (
        lambda: followed("richest", seats=[{"cash": 800}, {"cash": 600}, {}]), "walk red 1", [
            "PS-CARD-07 red has 600, and is not the richest: green has 800",
        ],
    ),
    "not the richest by fortune": (
        lambda: followed("richest", rulings={"richest": "fortune"}), "walk red 1", [
            "PS-CARD-07 red has 800, skyscrapers counted, and is not the richest: green has 900",
        ],
    ),
    "nobody plays": (
        lambda: followed("tax"), "tax yellow", [
            "PS-FORM-02 nobody plays yellow; players are green, red, blue",
        ],
    ),
    "nobody plays, and not asked": (
        lambda: followed("raze"), "tax yellow", [
            "PS-CARD-02 a card must be followed first: the table waits for green to follow the card raze",
            "PS-FORM-02 nobody plays yellow; players are green, red, blue",
        ],
    ),
    "leader: no skyscraper": (
        lambda: followed("leader"), "remove A2", [
            "PS-ACTION-07 A2 has one floor of green, not a skyscraper",
        ],
    ),
    "leader: another has more": (
        lambda: followed("leader"), "remove D3", [
            "PS-ACTION-07 green has more skyscrapers than the owner of D3",
        ],
    ),
    "raze a skyscraper": (
        lambda: followed("raze"), "remove E2", [
            "PS-ACTION-12 E2 has a skyscraper of green, not one or two floors",
        ],
    ),
    "raze nothing": (
        lambda: followed("raze"), "remove F6", [
            "PS-ACTION-12 F6 has nothing, not one or two floors",
        ],
    ),
    "remove another's": (
        lambda: followed("remove"), "remove E1", [
            "PS-ACTION-13 E1 has two floors of red, nothing of green",
        ],
    ),
    "remove under the architect": (
        lambda: followed("raze"), "remove A1", [
            "PS-CARD-04 the architect stands on A1",
        ],
    ),
    "swap one's own": (
        lambda: followed("swap"), "swap A2 B1", [
            "PS-ACTION-08 one's own and an opponent's are swapped, but A2 has one floor of green, B1 two floors of green",
        ],
    ),
    "swap with nothing": (
        lambda: followed("swap"), "swap A2 F6", [
            "PS-ACTION-08 one's own and an opponent's are swapped, but A2 has one floor of green, F6 nothing",
        ],
    ),
    "swap a skyscraper": (
        lambda: followed("swap"), "swap E2 E1", [
            "PS-ACTION-08 no skyscraper is swapped, but E1 has two floors of red, E2 a skyscraper of green",
        ],
    ),
    "swap under the architect": (
        lambda: followed("swap"), "swap A1 A2", [
            "PS-CARD-04 the architect stands on A1",
        ],
    ),
    "swap of one opponent": (
        lambda: followed("swap-others"), "swap E1 F1", [
            "PS-ACTION-10 constructions of two opponents are swapped, but E1 has two floors of red, F1 one floor of red",
        ],
    ),
    "swap with oneself": (
        lambda: followed("swap-others"), "swap E1 A2", [
            "PS-ACTION-10 constructions of two opponents are swapped, but A2 has one floor of green, E1 two floors of red",
        ],
    ),
    "shift a skyscraper": (
        lambda: followed("shift"), "shift E2 F6", [
            "PS-ACTION-11 E2 has a skyscraper of green: one or two floors of one's own are moved",
        ],
    ),
    "shift to a cell that is taken": (
        lambda: followed("shift"), "shift A2 B1", [
            "PS-ACTION-11 B1 is not empty: it has two floors of green",
        ],
    ),
    "floor on another": (
        lambda: followed("floor"), "place A2", [
            "PS-ACTION-09 A2 is not free: it has one floor of green",
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", TOLD)
def test_a_refusal_says_what_is_wrong(case: str) -> None:
    """Every broken rule is told in its turn, with the names and numbers that it is about, and no rule that is not."""
    made, action, told = TOLD[case]
    state = made()
    action = parse_action(state, action) if isinstance(action, str) else action
    assert [f"{one.id} {one.message}" for one in explain(state, action)] == told


@pytest.mark.parametrize(
    "by, told",
    [
        (1, ["PS-TURN-01 red cannot act", "PS-BUILD-07 red has no floor left, and none can be borrowed"]),
        (-1, ["PS-TURN-01 -1, who is nobody here, cannot act"]),
        ("nobody", ["PS-TURN-01 'nobody', who is nobody here, cannot act"]),
        (CHANCE, ["PS-TURN-01 chance cannot act"]),
    ],
)
def test_who_acts_out_of_turn_is_told_so(by: Any, told: list[str]) -> None:
    """The rest is judged by what belongs to the one who claims to act."""
    state = short_of_floors()
    waits = ": the table waits for green to build with a black 1"
    broken = [f"{one.id} {one.message}" for one in explain(state, parse_action(state, "build C1"), by=by)]
    assert broken == [told[0] + waits, *told[1:]]


@pytest.mark.parametrize(
    "action, rules",
    [
        (None, ["PS-TURN-01", "PS-FORM-01"]),
        ({"type": "build"}, ["PS-TURN-01", "PS-FORM-01"]),
        (Build("Z9"), ["PS-TURN-01", "PS-FORM-02"]),
        (Swap(["A1"]), ["PS-TURN-01", "PS-FORM-02"]),
        (Tax("yellow"), ["PS-TURN-01", "PS-TURN-02", "PS-FORM-02"]),
    ],
    ids=str,
)
def test_a_malformed_action_of_the_wrong_seat_breaks_what_the_specification_says(action: Any, rules: list[str]) -> None:
    """That another is to act, beside the form; of what follows nothing (specs/projekt-skyline/judging.md)."""
    assert [one.id for one in explain(building(), action, by=1)] == rules


@pytest.mark.parametrize("cell, rules", [("A1", {"PS-GROW-01"}), ("D3", {"PS-BUILD-01", "PS-BUILD-03"})])
def test_nothing_is_said_of_razing_where_nothing_grows(cell: str, rules: set[str]) -> None:
    """On an empty cell, or on a skyscraper, wherever it would raze (specs/projekt-skyline/judging.md)."""
    for raze in ("A3", "F6", "C1", "B2"):
        assert {one.id for one in explain(building(), Grow(cell, raze))} == rules


def test_a_growth_that_razes_nothing_is_not_advised() -> None:
    """Red's floor on D6 could raze nothing if it grew: that it is no target is said, and not that it should grow."""
    state = new_game(2)
    for cell in ("D3", "C4", "D6", "E3", "A4", "E4", "F1", "F3"):
        state = does(state, f"place {cell}")
    for words in ("roll 4 5", "build B4", "roll 1 4"):
        state = does(state, words)
    assert not [words for words in legal(state) if words.startswith("grow D6")]
    [broken] = explain(state, parse_action(state, "build D6"))
    assert broken.id == "PS-BUILD-05"
    assert broken.message.endswith(
        "which could raze nothing if it grew: it is no target (ruling futile_growth is must_build)"
    )
