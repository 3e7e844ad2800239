"""Every rule shown both ways: what is refused, what a property notices when it goes wrong, and what is brought about."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, cast

import attrs
import pytest

from towerup.kernel.rules import ImpossiblePosition
from towerup.rulesets.projekt_skyline import (
    Cause,
    Construction,
    Ending,
    Phase,
    Rulings,
    State,
    apply,
    explain,
    load_edition,
    new_game,
    outcome,
    parse_action,
    scores,
)
from towerup.rulesets.projekt_skyline.actions import Build, Roll
from towerup.rulesets.projekt_skyline.properties import PROPERTIES

from .tables import broken, cash, does, legal, on, table

Made = Callable[[], State]
CARDS = [card.id for card in load_edition("standard").cards]


def building(**more: Any) -> State:
    """Red is to build with a black 2, the architect on B2."""
    return table("B2:R1 C1:R2 B4:G1 A3:G2 D2:G#", "B2", "RG", phase="build", die=2, **more)


def followed(card: str, players: str = "GRB", **more: Any) -> State:
    """Green follows a card; the architect is on A1, which is red's."""
    pieces = "A1:R1 A2:G1 B1:G2 E1:R2 F1:R1 E6:B1 E2:G#"
    return table(pieces, "A1", players, phase="card", card=card, **more)


def drawing(**more: Any) -> State:
    return table("A1:R1 A2:G1", "A1", "GR", phase="draw", **more)


def placing(count: int, players: int = 2, **more: Any) -> State:
    """A game in which so many pieces have been placed."""
    state = new_game(players, **more)
    for cell in [*["C3", "D4", "C4", "D3"][: min(count, players)], "A1", "F1", "A6", "F6", "A3", "F3"]:
        if len(state.constructions) < count:
            state = does(state, f"place {cell}")
    return state


def over() -> State:
    return table(
        "C1:G1 A1:R1", "A1", "RG", phase="over", seats=[{"cash": 0, "pawn": "N-3"}, {"cash": 1400}],
        ending=Ending("unpaid rent", 0, 10, 1),
    )  # fmt: skip


# --- what is refused


@pytest.mark.parametrize(
    "made, action, rule",
    [
    pytest.param(over, "roll 1 1", "PS-TURN-03", marks=pytest.mark.forbids("PS-TURN-03")),
    pytest.param(lambda: placing(0), "place A1", "PS-SETUP-04", marks=pytest.mark.forbids("PS-SETUP-04")),
    pytest.param(lambda: placing(1), "place C3", "PS-SETUP-04", marks=pytest.mark.forbids("PS-SETUP-04")),
    pytest.param(lambda: placing(2), "place C3", "PS-SETUP-05", marks=pytest.mark.forbids("PS-SETUP-05")),
    pytest.param(lambda: placing(0), "corner NE", "PS-SETUP-03", marks=pytest.mark.forbids("PS-SETUP-03")),
    pytest.param(lambda: placing(0), "build C3", "PS-TURN-02", marks=pytest.mark.forbids("PS-TURN-02")),
    pytest.param(building, "roll 1 1", "PS-TURN-02", marks=pytest.mark.forbids("PS-TURN-02")),
    pytest.param(lambda: table("A1:R1", "A1"), "roll 3", "PS-TURN-04", marks=pytest.mark.forbids("PS-TURN-04")),
    pytest.param(building, "build A4", "PS-BUILD-01", marks=pytest.mark.forbids("PS-BUILD-01")),
    pytest.param(building, "build B4", "PS-BUILD-02", marks=pytest.mark.forbids("PS-BUILD-02")),
    pytest.param(building, "build D2", "PS-BUILD-03", marks=pytest.mark.forbids("PS-BUILD-03")),
    pytest.param(building, "pass", "PS-BUILD-05", marks=pytest.mark.forbids("PS-BUILD-05")),
    pytest.param(building, "build C1", "PS-BUILD-05", marks=pytest.mark.forbids("PS-BUILD-05")),
    pytest.param(
        lambda: table("B4:R1 B2:R1 D4:G1", "B2", "RG", phase="build", die=2), "build B4", "PS-GROW-01",
        marks=pytest.mark.forbids("PS-GROW-01"),
    ),
    pytest.param(building, "grow C1 raze C3", "PS-GROW-01", marks=pytest.mark.forbids("PS-GROW-01")),
    pytest.param(building, "grow C1 raze E2", "PS-GROW-02", marks=pytest.mark.forbids("PS-GROW-02")),
    pytest.param(
        lambda: table("B4:R1 B2:R1 A3:G2", "B2", "RG", phase="build", die=2), "grow B4 raze A3", "PS-GROW-03",
        marks=pytest.mark.forbids("PS-GROW-03"),
    ),
    pytest.param(
        lambda: table("B4:R1 B2:G1 A1:R1", "B2", "RG", phase="build", die=2), "grow B4 raze B2", "PS-GROW-04",
        marks=pytest.mark.forbids("PS-GROW-04"),
    ),
    pytest.param(
        lambda: table("C1:R2 B2:R1 E2:G#", "B2", "RG", phase="build", die=2), "grow C1 raze E2", "PS-TOWER-02",
        marks=pytest.mark.forbids("PS-TOWER-02"),
    ),
    pytest.param(
        lambda: table("C2:B1 D3:B1 D6:G1", "C4", "BG", phase="build", die=2), "grow C2 join D3 raze D6", "PS-EXPERT-01",
        marks=pytest.mark.forbids("PS-EXPERT-01"),
    ),
    pytest.param(
        lambda: table("C2:B1 D3:B1 D5:G1 B1:G1", "C4", "BG", phase="build", die=2, expert=True),
        "grow C2 join D3 raze D5", "PS-EXPERT-02", marks=pytest.mark.forbids("PS-EXPERT-02"),
    ),
    pytest.param(
        lambda: table("C2:B1 D3:B1 D6:G1 B1:G1", "D3", "BG", phase="build", die=2, expert=True),
        "grow C2 join D3 raze D6", "PS-EXPERT-03", marks=pytest.mark.forbids("PS-EXPERT-03"),
    ),
    pytest.param(lambda: drawing(used=["floor"]), "draw floor", "PS-CARD-01", marks=pytest.mark.forbids("PS-CARD-01")),
    pytest.param(drawing, "draw swap-others", "PS-SETUP-09", marks=pytest.mark.forbids("PS-SETUP-09")),
    pytest.param(lambda: followed("raze"), "build B2", "PS-CARD-02", marks=pytest.mark.forbids("PS-CARD-02")),
    pytest.param(lambda: followed("raze"), "tax green", "PS-CARD-02", marks=pytest.mark.forbids("PS-CARD-02")),
    pytest.param(lambda: followed("raze"), "remove A1", "PS-CARD-04", marks=pytest.mark.forbids("PS-CARD-04")),
    pytest.param(lambda: followed("swap"), "swap A1 A2", "PS-CARD-04", marks=pytest.mark.forbids("PS-CARD-04")),
    pytest.param(
        lambda: followed("richest", seats=[{"cash": 800}, {"cash": 600}, {}]), "walk red 1", "PS-CARD-07",
        marks=pytest.mark.forbids("PS-CARD-07"),
    ),
    pytest.param(
        lambda: table("A1:R1", "A1", phase="throw", card="throw"), "roll 1 1", "PS-ACTION-01", marks=pytest.mark.forbids("PS-ACTION-01")
    ),
    pytest.param(
        lambda: table("A1:R1", "A1", edition="village", phase="card", card="richest"), "walk green 6", "PS-ACTION-02",
        marks=pytest.mark.forbids("PS-ACTION-02"),
    ),
    pytest.param(
        lambda: table("A1:R1", "A1", phase="throw", card="dice"), "roll 1", "PS-ACTION-04", marks=pytest.mark.forbids("PS-ACTION-04")
    ),
    pytest.param(lambda: followed("tax"), "tax yellow", "PS-FORM-02", marks=pytest.mark.forbids("PS-FORM-02", "PS-ACTION-05")),
    pytest.param(lambda: followed("leader"), "remove D3", "PS-ACTION-07", marks=pytest.mark.forbids("PS-ACTION-07")),
    pytest.param(lambda: followed("leader"), "remove A2", "PS-ACTION-07", marks=pytest.mark.forbids("PS-ACTION-07")),
    pytest.param(lambda: followed("swap"), "swap E2 E1", "PS-ACTION-08", marks=pytest.mark.forbids("PS-ACTION-08")),
    pytest.param(lambda: followed("swap"), "swap A2 B1", "PS-ACTION-08", marks=pytest.mark.forbids("PS-ACTION-08")),
    pytest.param(lambda: followed("floor"), "place A2", "PS-ACTION-09", marks=pytest.mark.forbids("PS-ACTION-09")),
    pytest.param(lambda: followed("swap-others"), "swap E1 F1", "PS-ACTION-10", marks=pytest.mark.forbids("PS-ACTION-10")),
    pytest.param(lambda: followed("swap-others"), "swap E1 A2", "PS-ACTION-10", marks=pytest.mark.forbids("PS-ACTION-10")),
    pytest.param(lambda: followed("shift"), "shift E2 F6", "PS-ACTION-11", marks=pytest.mark.forbids("PS-ACTION-11")),
    pytest.param(lambda: followed("shift"), "shift A2 B1", "PS-ACTION-11", marks=pytest.mark.forbids("PS-ACTION-11")),
    pytest.param(lambda: followed("raze"), "remove E2", "PS-ACTION-12", marks=pytest.mark.forbids("PS-ACTION-12")),
    pytest.param(lambda: followed("remove"), "remove E1", "PS-ACTION-13", marks=pytest.mark.forbids("PS-ACTION-13")),
    ],
)  # fmt: skip
def test_an_objection_names_the_rule(made: Made, action: str, rule: str) -> None:
    """What the rule forbids is refused under its id, and is not among the legal actions."""
    state = made()
    assert rule in broken(state, action)
    assert action not in legal(state)


@pytest.mark.forbids("PS-FORM-01", "PS-FORM-02")
@pytest.mark.parametrize("odd", [None, "build C4", 7, Build("Z9"), Build(cast(Any, None)), Roll(True, 1), Roll(9, 1)])
def test_what_is_no_action_is_refused(odd: Any) -> None:
    """Things of no known form, and names and numbers that the box does not have."""
    found = explain(building(), odd)
    assert {one.id for one in found} <= {"PS-FORM-01", "PS-FORM-02"}
    assert found


@pytest.mark.allows("PS-FORM-01", "PS-FORM-02")
def test_an_action_made_anew_is_as_good_as_ours() -> None:
    """Equal actions are equal to the rules."""
    assert apply(building(), Build("A1")) == does(building(), "build A1")


@pytest.mark.forbids("PS-TURN-01")
@pytest.mark.allows("PS-TURN-01")
def test_only_who_is_to_act_acts() -> None:
    """Another seat, or chance, cannot; and the turn passes to the left."""
    state = building()
    assert "PS-TURN-01" in broken(state, "build A1", by=1)
    assert not broken(state, "build A1", by=0)
    assert does(state, "build A1").seat == 1


@pytest.mark.forbids("PS-BUILD-07")
@pytest.mark.allows("PS-BUILD-07")
def test_who_has_no_floor_borrows_one_and_where_there_is_none_builds_nothing() -> None:
    """Thirteen floors out: with two players others lie ready, with four the turn is over."""
    green = "A1:G2 B1:G2 A2:G2 B2:G2 A3:G2 A4:G2 A6:G1"
    two = table(green, "A6", "GR")
    assert does(two, "roll 1 1").phase is Phase.BUILD
    borrowed = does(does(two, "roll 1 1"), "build B6")
    assert (borrowed.players[0].borrowed, borrowed.spare) == (1, 25)
    four = table(green, "A6", "GRBY")
    assert does(four, "roll 1 1").phase is Phase.ROLL
    endless = table(green, "A6", "GRBY", rulings={"out_of_floors": "as_many_as_needed"})
    assert does(endless, "roll 1 1").phase is Phase.BUILD


# --- what a property notices


def tampered(state: State, **fields: Any) -> State:
    return attrs.evolve(state, **fields)


def with_player(state: State, seat: int, **fields: Any) -> State:
    """The state with something else of a player's."""
    return attrs.evolve(state, players=state.with_player(seat, attrs.evolve(state.players[seat], **fields)))


def without(state: State, cell: str) -> State:
    return attrs.evolve(state, constructions={one: built for one, built in state.constructions.items() if one != cell})


def put(state: State, cell: str, owner: str, floors: int = 1) -> State:
    return attrs.evolve(state, constructions=state.constructions | {cell: Construction(owner, floors)})


def found(before: State, action: str, change: Callable[[State], State]) -> set[str]:
    """The rules that the properties see broken by a step whose result was changed."""
    taken = parse_action(before, action)
    after = change(apply(before, taken))
    assert not PROPERTIES.broken_by(before, taken, apply(before, taken))
    return {
        rule
        for one in (*PROPERTIES.broken_by(before, taken, after), *PROPERTIES.broken_in(after))
        for rule in one.rules
    }


def single() -> State:
    return table("A1:R1", "A1")


@pytest.mark.parametrize(
    "made, action, change, rule",
    [
    pytest.param(building, "build A1", lambda s: without(s, "B4"), "PS-BOX-01", marks=pytest.mark.forbids("PS-BOX-01")),
    pytest.param(
        lambda: followed("raze"), "remove A2", lambda s: tampered(s, used=()), "PS-BOX-03",
        marks=pytest.mark.forbids("PS-BOX-03", "PS-CARD-05"),
    ),
    pytest.param(building, "build A1", lambda s: put(s, "G7", "red"), "PS-BOX-04", marks=pytest.mark.forbids("PS-BOX-04")),
    pytest.param(single, "roll 1 1", lambda s: with_player(s, 0, pawn="N-9"), "PS-BOX-05", marks=pytest.mark.forbids("PS-BOX-05")),
    pytest.param(drawing, "draw tax", lambda s: tampered(s, unseen={}), "PS-BOX-06", marks=pytest.mark.forbids("PS-BOX-06")),
    pytest.param(building, "build A1", lambda s: with_player(s, 0, cash=710), "PS-BOX-07", marks=pytest.mark.forbids("PS-BOX-07")),
    pytest.param(
        lambda: placing(1), "place D4", lambda s: with_player(s, 0, cash=0), "PS-SETUP-02", marks=pytest.mark.forbids("PS-SETUP-02")
    ),
    pytest.param(lambda: placing(1), "place D4", lambda s: tampered(s, seat=1), "PS-SETUP-06", marks=pytest.mark.forbids("PS-SETUP-06")),
    pytest.param(
        lambda: placing(7), "place F3", lambda s: tampered(s, architect="A1"), "PS-SETUP-07", marks=pytest.mark.forbids("PS-SETUP-07")
    ),
    pytest.param(lambda: placing(7), "place F3", lambda s: tampered(s, seat=0), "PS-SETUP-08", marks=pytest.mark.forbids("PS-SETUP-08")),
    pytest.param(single, "roll 1 2", lambda s: with_player(s, 0, pawn="N-2"), "PS-PAWN-01", marks=pytest.mark.forbids("PS-PAWN-01")),
    pytest.param(
        single, "roll 2 2", lambda s: with_player(with_player(s, 0, cash=690), 1, cash=710), "PS-PAWN-02",
        marks=pytest.mark.forbids("PS-PAWN-02"),
    ),
    pytest.param(
        lambda: table("A1:R1", "A1", seats=[{"pawn": "N-2"}, {}]), "roll 5 1",
        lambda s: tampered(s, phase=Phase.BUILD, die=1, drawer=None), "PS-PAWN-03", marks=pytest.mark.forbids("PS-PAWN-03"),
    ),
    pytest.param(
        single, "roll 1 2", lambda s: with_player(with_player(s, 0, cash=700), 1, cash=700), "PS-RENT-01",
        marks=pytest.mark.forbids("PS-RENT-01", "PS-RENT-02", "PS-RENT-03"),
    ),
    pytest.param(building, "build A1", lambda s: tampered(s, architect="B2"), "PS-BUILD-04", marks=pytest.mark.forbids("PS-BUILD-04")),
    pytest.param(
        single, "roll 2 2", lambda s: tampered(s, phase=Phase.ROLL, seat=1, die=None), "PS-TURN-04",
        marks=pytest.mark.forbids("PS-BUILD-06"),
    ),
    pytest.param(
        lambda: table("B4:R1 B2:R1 D4:G1", "B2", "RG", phase="build", die=2), "grow B4 raze D4",
        lambda s: tampered(s, architect="B2"), "PS-GROW-05", marks=pytest.mark.forbids("PS-GROW-05"),
    ),
    pytest.param(
        lambda: table("C1:R2 B2:R1 F1:G1", "B2", "RG", phase="build", die=2), "grow C1 raze F1", lambda s: put(s, "F1", "red", 4),
        "PS-TOWER-01", marks=pytest.mark.forbids("PS-TOWER-01"),
    ),
    pytest.param(
        lambda: table("A1:R1", "A1", phase="draw"), "draw shift",
        lambda s: tampered(s, phase=Phase.CARD, card="shift", used=(), seat=0, drawer=0), "PS-CARD-03",
        marks=pytest.mark.forbids("PS-CARD-03"),
    ),
    pytest.param(
        lambda: followed("richest"), "walk green 1", lambda s: tampered(s, phase=Phase.DRAW, seat=0, drawer=0), "PS-CARD-06",
        marks=pytest.mark.forbids("PS-CARD-06"),
    ),
    pytest.param(
        lambda: followed("tax"), "tax green", lambda s: tampered(s, phase=Phase.OVER, ending=Ending(Cause.UNPAID_TAX, 0, 900)),
        "PS-CARD-08", marks=pytest.mark.forbids("PS-CARD-08"),
    ),
    pytest.param(
        drawing, "draw poorest", lambda s: with_player(s, 1, cash=700), "PS-BOX-07", marks=pytest.mark.forbids("PS-ACTION-03")
    ),
    pytest.param(
        drawing, "draw own-tax", lambda s: with_player(s, 0, cash=700), "PS-BOX-07", marks=pytest.mark.forbids("PS-ACTION-06")
    ),
    pytest.param(
        building, "build A1", lambda s: tampered(s, phase=Phase.OVER, ending=Ending(Cause.LAST_SKYSCRAPER, 0)), "PS-END-01",
        marks=pytest.mark.forbids("PS-END-01"),
    ),
    pytest.param(
        single, "roll 1 2", lambda s: tampered(s, phase=Phase.OVER, ending=Ending(Cause.UNPAID_RENT, 0, 10, 1)), "PS-END-02",
        marks=pytest.mark.forbids("PS-END-02"),
    ),
    ],
)  # fmt: skip
def test_a_property_notices_what_goes_wrong(
    made: Made, action: str, change: Callable[[State], State], rule: str
) -> None:
    """A step that does something else than the rule says breaks a property that speaks of it."""
    assert rule in found(made(), action, change)


@pytest.mark.forbids("PS-SETUP-01", "PS-BOX-02")
@pytest.mark.allows("PS-SETUP-01")
def test_each_player_takes_so_many_skyscrapers() -> None:
    """Seven with two, five with three or four, six with three by the summary; more on the board than were taken are noticed."""
    summary = Rulings(skyscrapers="summary")
    assert [new_game(n).players[0].skyscrapers for n in (2, 3, 4)] == [7, 5, 5]
    assert new_game(3, rulings=summary).players[0].skyscrapers == 6
    many = put(building(), "F6", "red", 3)
    assert "PS-BOX-02" in {rule for one in PROPERTIES.broken_in(many) for rule in one.rules}


@pytest.mark.forbids("PS-FINAL-01", "PS-FINAL-02", "PS-FINAL-03", "PS-FINAL-04")
def test_an_outcome_that_is_not_so_is_told_apart() -> None:
    """Scores, debts and winners are held against what lies there."""
    state, right = over(), outcome(over())
    assert right is not None
    assert not PROPERTIES.broken_by_outcome(state, right)
    poor = attrs.evolve(right.scores[1], skyscrapers=0)
    for wrong, rule in (
        (attrs.evolve(right, scores=(right.scores[0], poor)), "PS-FINAL-02"),
        (attrs.evolve(right, winners=(0,)), "PS-FINAL-03"),
        (attrs.evolve(right, winners=(0, 1)), "PS-FINAL-04"),
        (None, "PS-TURN-03"),
    ):
        assert rule in {one for broken in PROPERTIES.broken_by_outcome(state, wrong) for one in broken.rules}


# --- what is brought about


@pytest.mark.allows(
    "PS-SETUP-02", "PS-SETUP-03", "PS-SETUP-04", "PS-SETUP-05", "PS-SETUP-06", "PS-SETUP-07", "PS-SETUP-08"
)
def test_the_start_by_the_rulebook() -> None:
    """Three players place counter-clockwise; the last to place begins, and the architect is on that floor."""
    state = new_game(3)
    order = []
    assert (cash(state), {seat.pawn for seat in state.players}) == ((700,) * 3, {"NW"})
    for cell in ["C3", "D3", "C4", "A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "D4"]:
        order.append(state.seat)
        state = does(state, f"place {cell}")
    assert order == [0, 2, 1] * 4
    assert (state.architect, state.seat, state.phase) == ("D4", 1, Phase.ROLL)
    assert (on(state, "C4"), on(state, "D4")) == ("R#", "R1")


@pytest.mark.allows("PS-SETUP-03", "PS-SETUP-06", "PS-SETUP-08")
def test_the_start_by_other_readings() -> None:
    """Own corners, alternating directions, the first player begins."""
    rulings = Rulings(starting_corner="own", setup_direction="alternating", who_begins="first_player")
    state = new_game(3, rulings=rulings)
    for corner in ("NE", "NE", "SW"):
        state = does(state, f"corner {corner}")
    assert [seat.pawn for seat in state.players] == ["NE", "NE", "SW"]
    order = []
    for cell in ["C3", "D3", "C4", "A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "D4"]:
        order.append(state.seat)
        state = does(state, f"place {cell}")
    assert order == [0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0]
    assert state.seat == 0


@pytest.mark.allows("PS-SETUP-09", "PS-BOX-03")
def test_with_two_players_a_card_is_out() -> None:
    """Nineteen cards for two, twenty for more."""
    assert [new_game(n).unseen.total for n in (2, 3, 4)] == [19, 20, 20]


@pytest.mark.allows("PS-TURN-02", "PS-TURN-04", "PS-PAWN-03", "PS-CARD-05", "PS-BOX-06", "PS-CARD-01")
def test_a_turn_and_a_card() -> None:
    """Dice, pawn, then building; on a round space a card instead, which goes under the pile when it is followed."""
    state = does(table("A1:R1", "A1"), "roll 2 4")
    assert (state.phase, state.die, state.seat) == (Phase.BUILD, 4, 0)
    on_corner = does(table("A1:R1", "A1", seats=[{"pawn": "N-2"}, {}]), "roll 5 4")
    assert on_corner.phase is Phase.DRAW
    drawn = does(on_corner, "draw tax")
    after = does(drawn, "tax red")
    assert (after.used, after.seat, after.phase) == (("tax",), 1, Phase.ROLL)
    assert cash(after) == (700, 650)


@pytest.mark.allows("PS-CARD-01", "PS-BOX-06")
def test_when_all_cards_have_been_seen_the_order_is_known() -> None:
    """The one that was put under the pile first comes next."""
    out = [id for card, id in zip(load_edition("standard").cards, CARDS, strict=True) for _ in range(card.count)]
    used = [id for id in out if id != "swap-others"]
    state = drawing(used=used)
    assert legal(state) == {f"draw {used[0]}"}


@pytest.mark.allows("PS-TURN-03", "PS-END-02", "PS-FINAL-01", "PS-FINAL-02", "PS-FINAL-03")
def test_a_rent_that_cannot_be_paid_ends_the_game() -> None:
    """The debt is paid from cash and bonus, and the bank pays the rest; exactly as much as there is can be paid."""
    poor = [{"cash": 0}, {"cash": 1400}]
    ended = does(table("A1:R1", "A1", seats=poor), "roll 1 2")
    assert ended.is_over
    assert [score.total for score in scores(ended)] == [90, 1510]
    result = outcome(ended)
    assert result is not None
    assert (result.winners, result.cause) == ((1,), "unpaid rent")
    just = [{"cash": 10}, {"cash": 1390}]
    assert cash(does(table("A1:R1", "A1", seats=just), "roll 1 2")) == (0, 1400)


@pytest.mark.allows("PS-FINAL-03", "PS-FINAL-04", "PS-FINAL-02")
def test_a_bankrupt_may_win_and_a_victory_may_be_shared() -> None:
    """Skyscrapers are worth more than a small debt."""
    seats = [{"cash": 0}, {"cash": 20}]
    ended = does(table("A1:R1 A6:G# B6:G#", "A1", seats=seats, used=["tax", "own-tax"]), "roll 1 2")
    result = outcome(ended)
    assert result is not None
    assert ([score.total for score in result.scores], result.winners) == ([290, 130], (0,))
    shared = outcome(tampered(ended, players=(ended.players[0], attrs.evolve(ended.players[1], cash=180))))
    assert shared is not None
    assert shared.winners == (0, 1)


@pytest.mark.allows("PS-END-01")
def test_the_last_skyscraper_ends_the_game() -> None:
    """The seventh of seven, the one of the start among them."""
    pieces = "A1:R# A2:R# A3:R# A4:R# A5:R# C1:R2 B2:R1 F1:G1"
    state = table(pieces, "B2", "RG", phase="build", die=2)
    after = does(state, "grow C1 raze F1")
    assert after.is_over
    result = outcome(after)
    assert result is not None
    assert result.cause == "last skyscraper"


@pytest.mark.allows("PS-BUILD-05", "PS-BUILD-06")
def test_a_growth_that_could_raze_nothing() -> None:
    """Under the ruling it is a way to pass; alone in reach it ends the turn."""
    may = table("B4:R1 B2:R1 F6:G1", "B2", "RG", phase="build", die=2, rulings={"futile_growth": "may_pass"})
    assert "pass" in legal(may)
    assert does(may, "pass").architect == "B2"
    full = table("B2:R1 A1:R1 C1:R1 B4:R1 D2:R1 A3:R1", "B2", "RG")
    assert does(full, "roll 1 2").phase is Phase.ROLL


@pytest.mark.allows("PS-EXPERT-03")
def test_what_the_architect_stands_on_is_joined_only_under_the_ruling() -> None:
    """Joined there, the three floors move from under the architect."""
    state = table(
        "C2:B1 D3:B1 D6:G1 B1:G1",
        "D3",
        "BG",
        phase="build",
        die=2,
        expert=True,
        rulings={"architect_joined": "allowed"},
    )
    after = does(state, "grow C2 join D3 raze D6")
    assert (on(after, "D6"), after.architect) == ("B#", "D6")


@pytest.mark.allows("PS-CARD-02", "PS-CARD-04", "PS-ACTION-07", "PS-ACTION-12", "PS-ACTION-13", "PS-TOWER-02")
def test_cards_that_remove() -> None:
    """The leader's skyscrapers; anybody's small construction; one's own, tower or not; never under the architect."""
    assert legal(followed("leader")) == {"remove C3", "remove E2"}
    assert legal(followed("raze")) == {"remove A2", "remove B1", "remove E1", "remove F1", "remove E6"}
    assert legal(followed("remove")) == {"remove A2", "remove B1", "remove C3", "remove E2"}
    after = does(followed("leader"), "remove E2")
    assert (on(after, "E2"), after.players[0].skyscrapers) == ("", 4)


@pytest.mark.allows("PS-ACTION-07", "PS-CARD-03", "PS-CARD-04")
def test_a_leader_whose_only_skyscraper_is_protected() -> None:
    """Nobody loses one: the next one has fewer, and is not the leader."""
    state = table("A1:G# B1:R1", "A1", "GR", bare=True, phase="draw", used=["remove", "leader"])
    after = does(state, "draw leader")
    assert (after.phase, after.seat, on(after, "A1")) == (Phase.ROLL, 1, "G#")


@pytest.mark.allows("PS-ACTION-07", "PS-CARD-04")
@pytest.mark.parametrize("numbers", [*product(range(4), repeat=3)], ids=str)
def test_where_the_leaders_are_protected_nobody_else_has_a_skyscraper(numbers: tuple[int, ...]) -> None:
    """Whoever has how many, and wherever the architect stands: so no ruling is needed for who would lose one instead."""
    cells = iter(load_edition("standard").board.cells)
    owners = ("green", "red", "blue")
    built = {
        next(cells): Construction(owner, 3) for owner, many in zip(owners, numbers, strict=True) for _ in range(many)
    }
    for architect in built:
        state = tampered(followed("leader"), constructions=built, architect=architect)
        assert legal(state) or {*built} == {architect}


@pytest.mark.allows("PS-ACTION-08", "PS-ACTION-10", "PS-ACTION-11", "PS-ACTION-09")
def test_cards_that_move_and_place() -> None:
    """Swaps of whatever size, skyscrapers only between opponents; a move to an empty cell; one more floor."""
    swapped = does(followed("swap"), "swap A2 E1")
    assert (on(swapped, "A2"), on(swapped, "E1")) == ("R2", "G1")
    others = does(followed("swap-others"), "swap D3 E6")
    assert (on(others, "D3"), on(others, "E6")) == ("B1", "R#")
    moved = does(followed("shift"), "shift B1 F6")
    assert (on(moved, "B1"), on(moved, "F6")) == ("", "G2")
    placed = does(followed("floor"), "place F6")
    assert (on(placed, "F6"), placed.architect) == ("G1", "A1")


@pytest.mark.allows("PS-ACTION-01", "PS-ACTION-02", "PS-CARD-06", "PS-CARD-07")
def test_cards_that_move_pawns() -> None:
    """The white die again; the richest, whose owner pays the rent; on a round space nothing more, unless the ruling says."""
    thrown = does(table("A1:R1", "A1", phase="throw", card="throw"), "roll 1")
    assert cash(thrown) == (690, 710)
    rich = followed("richest", seats=[{}, {"cash": 800}, {"cash": 600}])
    walked = does(rich, "walk red 2")  # to the space north of B1, which is green's, with A2 not adjoining
    assert (cash(walked), walked.players[1].pawn) == ((720, 780, 600), "N-2")
    near = [{}, {"cash": 800, "pawn": "N-6"}, {"cash": 600}]
    assert does(followed("richest", seats=near), "walk red 1").phase is Phase.ROLL
    again = does(followed("richest", seats=near, rulings={"corner_by_card": "owner_draws"}), "walk red 1")
    assert (again.phase, again.drawer, again.seat) == (Phase.DRAW, 1, 0)


@pytest.mark.allows("PS-ACTION-03", "PS-ACTION-04", "PS-ACTION-05", "PS-ACTION-06", "PS-CARD-08")
def test_cards_of_the_bank() -> None:
    """Gifts for all who are poorest, money for the dice, taxes for skyscrapers, paid as far as they can be."""
    assert cash(does(drawing(), "draw poorest")) == (800, 800)
    assert cash(does(table("A1:R1", "A1", phase="throw", card="dice"), "roll 3 4")) == (770, 700)
    assert cash(does(drawing(), "draw own-tax")) == (650, 700)
    assert cash(does(followed("tax"), "tax green")) == (600, 700, 700)
    poor = [{"cash": 60}, {"cash": 740}, {"cash": 1300}]
    assert cash(does(followed("tax", seats=poor), "tax green")) == (0, 740, 1300)
    ended = does(followed("tax", seats=poor, rulings={"unpaid_tax": "ends_the_game"}), "tax green")
    result = outcome(ended)
    assert result is not None
    assert result.cause == "unpaid tax"


@pytest.mark.allows("PS-CARD-03")
def test_a_card_that_cannot_be_followed() -> None:
    """Nothing happens, or another card is drawn, as the ruling says."""
    state = table("A1:R1", "A1", phase="draw")
    after = does(state, "draw shift")
    assert (after.phase, after.seat, after.used) == (Phase.ROLL, 1, ("shift",))
    other = table("A1:R1", "A1", phase="draw", rulings={"no_target": "draw_another"})
    assert does(other, "draw shift").phase is Phase.DRAW


# --- positions built by hand


@pytest.mark.parametrize(
    "pieces, more, rule",
    [
        ("C1:G1 A1:R1", {"seat": 1, "used": ["tax"], "ending": Ending("unpaid rent", 0, 10, 1)}, "PS-CARD-06"),
        ("C1:G1 A1:R1", {"used": ["raze"], "ending": Ending("unpaid tax", 0, 50)}, "PS-CARD-08"),
        ("C1:G1 A1:R1", {"used": ["tax"], "ending": Ending("unpaid tax", 0, 50)}, "PS-CARD-08"),
        ("C1:G1 A1:R1", {"seat": 1, "used": ["own-tax"], "ending": Ending("unpaid tax", 0, 50)}, "PS-CARD-08"),
    ],
    ids=["a rent out of turn", "a tax without a card", "a tax on the street", "another's own tax"],
)
def test_a_debt_that_no_card_can_have_brought_about(pieces: str, more: dict[str, Any], rule: str) -> None:
    """Who owes out of turn was moved by a card, and a tax was asked for by one: it lies last under the pile."""
    seats = [{"cash": 0, "pawn": "N-3"}, {"cash": 1400}]
    rulings = {"unpaid_tax": "ends_the_game"}
    with pytest.raises(ImpossiblePosition) as caught:
        table(pieces, "A1", "RG", phase="over", seats=seats, rulings=rulings, **more)
    assert {one.id for one in caught.value.violations} == {rule}


def test_debts_that_cards_have_brought_about() -> None:
    """The same, as it can be: moved by the card of the richest; taxed by one who stands on a round space."""
    seats = [{"cash": 0, "pawn": "N-3"}, {"cash": 1400}]
    rulings = {"unpaid_tax": "ends_the_game"}
    for more in (
        {"seat": 1, "used": ["richest"], "ending": Ending("unpaid rent", 0, 10, 1)},
        {"seat": 1, "used": ["tax"], "ending": Ending("unpaid tax", 0, 50)},
    ):
        assert table("C1:G1 A1:R1", "A1", "RG", phase="over", seats=seats, rulings=rulings, **more).is_over
