"""Star columns and extra turns (TU-STAR). In the reconstruction they are columns 2, 4, 6 and 8; in the small town 1 and 3."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

import attrs
import pytest

import towerup as tu
from towerup.rulesets.tower_up.edition import edition_from_toml
from towerup.rulesets.tower_up.state import ANOTHER, EXTRA

from .tables import noticed, objections, play

COLOURS = ("black", "grey", "white", "brown")
OPTIONAL = tu.Rulings(extra_turn="optional")


def game(
    vehicles: Sequence[int],
    market: Sequence[str] = ("x-vww", "gn-vw", "bgw"),
    *,
    stock: Mapping[str, int] | None = None,
    rulings: tu.Rulings | None = None,
    **more: Any,
) -> tu.State:
    """Blue to play, with vehicles (black, grey, white, brown) on these columns, in a city of three starting floors:
    white A6, black C6 and grey E6.
    """
    return tu.position(
        tu.setup(2, rulings=rulings),
        {"A6": tu.Building("white"), "C6": tu.Building("black"), "E6": tu.Building("grey")},
        [{"stock": stock or {}, "vehicles": dict(zip(COLOURS, vehicles, strict=True))}, {}],
        market,
        **more,
    )


def extra(state: tu.State) -> bool:
    """Whether blue is in an extra turn; if not, it is a first turn of yellow's."""
    table = state.table
    assert table.phase == "turn"
    assert table.seat == (0 if table.extra_turn else 1)
    return table.extra_turn


# --- all four at a new star column


@pytest.mark.allows("TU-STAR-01", "TU-STAR-02")
def test_the_last_vehicle_at_the_first_star_column_brings_an_extra_turn() -> None:
    """White, the hindmost vehicle, comes to the second column, where the others are or have been: blue plays again."""
    assert extra(play(game((3, 2, 0, 5)), "take x-vww +grey", "reveal gwn"))


@pytest.mark.allows("TU-STAR-01")
def test_a_founding_brings_an_extra_turn_as_well() -> None:
    """Black A4 makes white A6 two floors high; the roof on it moves white by two, and blue plays again at once."""
    state = play(game((3, 2, 0, 5), stock={"black": 1, "white": 1}), "found A4 black roof A6")
    assert state.table.seats[0].vehicles["white"] == 2
    assert extra(state)


@pytest.mark.allows("TU-STAR-01")
def test_an_extra_turn_is_a_full_turn_with_either_action() -> None:
    """In the extra turn blue may take a card or found a building."""
    state = play(game((3, 2, 0, 5), stock={"grey": 1, "white": 1}), "take x-vww +grey", "reveal gwn")
    offered = {type(action) for action in tu.legal_actions(state)}
    assert offered == {tu.Take, tu.Found}
    assert not extra(play(state, "found A4 grey roof A4"))
    assert not extra(play(state, "take bgw", "reveal xx"))


@pytest.mark.parametrize(
    ("vehicles", "line"),
    [
        ((3, 1, 0, 5), "take x-vww +grey"),
        ((3, 2, 0, 5), "take gn-vw"),
        ((3, 3, 3, 3), "take bgw"),
        ((2, 2, 2, 2), "take gn-vw"),
        ((8, 8, 8, 8), "take x-vww +grey"),
    ],
    ids=["one is behind", "a step short", "nothing moves", "no new column", "no column is left"],
)
@pytest.mark.forbids("TU-STAR-01")
def test_without_a_new_column_for_all_four_there_is_no_extra_turn(vehicles: tuple[int, ...], line: str) -> None:
    """All four vehicles must come to a star column that not all of them had reached before; else it is yellow's turn."""
    assert not extra(play(game(vehicles), line, "reveal gwn"))


@pytest.mark.forbids("TU-STAR-01")
def test_an_extra_turn_not_earned_is_noticed() -> None:
    """If blue plays again although grey is a step short of the column, a law notices it."""
    before = play(game((3, 1, 0, 5)), "take x-vww +grey")
    action = tu.Reveal("gwn")
    after = tu.apply(before, action)
    assert noticed(before, action, after) == set()
    assert "TU-STAR-01" in noticed(before, action, attrs.evolve(after, seat=0, run=EXTRA))


@pytest.mark.forbids("TU-STAR-01")
def test_no_position_has_an_extra_turn_that_cannot_have_been_earned() -> None:
    """With a vehicle at the start no extra turn can have been earned."""
    with pytest.raises(tu.ImpossiblePosition) as caught:
        game((3, 2, 0, 5), extra_turn=True)
    assert [one.id for one in caught.value.violations] == ["TU-STAR-01"]


@pytest.mark.forbids("TU-STAR-01")
def test_an_extra_turn_comes_at_once_and_to_its_owner() -> None:
    """If yellow plays although blue has earned an extra turn, a law notices it."""
    before = game((3, 2, 0, 5), stock={"black": 1, "white": 1})
    action = tu.Found("A4", "black", "A6")
    after = tu.apply(before, action)
    assert "TU-STAR-01" in noticed(before, action, attrs.evolve(after, seat=1))


# --- reaching is enough


@pytest.mark.allows("TU-STAR-02")
@pytest.mark.parametrize("column", [2, 4, 6, 8])
def test_standing_on_the_column_is_enough(column: int) -> None:
    """All four vehicles exactly on a star column, the last of them having just come there: blue plays again."""
    state = game((column, column, column - 1, column))
    assert extra(play(state, "take gn-vw", "reveal gwn"))


@pytest.mark.forbids("TU-STAR-02")
def test_withholding_the_extra_turn_until_the_column_is_passed_is_noticed() -> None:
    """All vehicles stand on the column and none is past it: if the turn went to yellow, a law would notice it."""
    before = play(game((2, 2, 1, 2)), "take gn-vw")
    action = tu.Reveal("gwn")
    after = tu.apply(before, action)
    assert "TU-STAR-02" in noticed(before, action, attrs.evolve(after, seat=1, run=0))


@pytest.mark.forbids("TU-STAR-02")
def test_a_column_once_reached_is_not_rewarded_again_when_it_is_passed() -> None:
    """All four stood on the second column; the hindmost going on to the third earns nothing."""
    assert not extra(play(game((5, 5, 2, 5)), "take gn-vw", "reveal gwn"))


# --- two columns at once


@pytest.mark.allows("TU-STAR-03")
def test_two_columns_in_one_move_bring_one_extra_turn() -> None:
    """White goes from the first column to the fifth, past two star columns that the others have passed: one extra turn,
    and after it the turn is yellow's.
    """
    # A6 has three floors, so that brown B5 makes it four high.
    state = tu.position(
        tu.setup(2),
        {
            "A6": tu.Building("white", 3, {2: "yellow"}),
            "A4": tu.Building("black", 1, {1: "yellow"}),
            "A5": tu.Building("black"),
            "C6": tu.Building("black"),
            "E6": tu.Building("grey"),
        },
        [
            {
                "stock": {"black": 1, "white": 1, "brown": 1},
                "vehicles": {"black": 5, "grey": 6, "white": 1, "brown": 7},
            },
            {},
        ],
        ["bgw", "gwn", "xx"],
    )
    state = play(state, "found B5 brown roof A6")
    assert state.table.seats[0].vehicles["white"] == 5
    assert extra(state)
    assert not extra(play(state, "take bgw", "reveal bgn"))


@pytest.mark.forbids("TU-STAR-03")
def test_a_second_extra_turn_for_the_same_move_is_noticed() -> None:
    """After the one extra turn another one, earned by nothing that was done in it, is noticed by a law."""
    before = play(game((5, 5, 5, 5), extra_turn=True), "take bgw")
    action = tu.Reveal("gwn")
    after = tu.apply(before, action)
    assert not extra(after)
    assert "TU-STAR-03" in noticed(before, action, attrs.evolve(after, seat=0, run=EXTRA))


@pytest.mark.forbids("TU-STAR-03")
def test_no_more_extra_turns_in_a_row_than_star_columns() -> None:
    """In an extra turn and with another one earned, all vehicles must have reached two star columns, not one."""
    one_left = {"bgw": 1}
    with pytest.raises(tu.ImpossiblePosition) as caught:
        game((3, 3, 3, 3), ("x-vww", "gn-vw"), phase="reveal", extra_turn=True, another_turn=True, discards=one_left)
    assert [one.id for one in caught.value.violations] == ["TU-STAR-01"]
    state = game(
        (4, 4, 4, 4), ("x-vww", "gn-vw"), phase="reveal", extra_turn=True, another_turn=True, discards=one_left
    )
    assert extra(play(state, "reveal xx"))


# --- an extra turn can bring another


@pytest.mark.allows("TU-STAR-04")
def test_an_extra_turn_can_bring_another() -> None:
    """White comes to the second column, in the extra turn to the fourth: blue has a third turn, and only then yellow."""
    state = play(game((5, 4, 1, 4)), "take gn-vw", "reveal gwn")
    assert extra(state)
    state = play(state, "take x-vww +grey", "reveal xx")
    assert extra(state)
    assert not extra(play(state, "take bgw", "reveal bgn"))


@pytest.mark.forbids("TU-STAR-04")
def test_swallowing_the_second_extra_turn_is_noticed() -> None:
    """What is earned in an extra turn counts: if the mark of another turn is missing after the card, a law notices it."""
    before = game((5, 4, 3, 4), extra_turn=True)
    action = tu.Take("gn-vw")
    after = tu.apply(before, action)
    assert after.run == EXTRA | ANOTHER
    assert "TU-STAR-04" in noticed(before, action, attrs.evolve(after, run=EXTRA))


@pytest.mark.forbids("TU-STAR-04")
def test_an_extra_turn_that_earns_nothing_is_the_last() -> None:
    """In the extra turn white makes a step to no new star column: the run of turns is over."""
    assert not extra(play(game((5, 4, 2, 4), extra_turn=True), "take gn-vw", "reveal gwn"))


# --- must it be played?


@pytest.mark.allows("TU-STAR-05")
def test_an_extra_turn_may_be_declined_under_that_ruling() -> None:
    """Where extra turns are optional blue may decline: nothing changes, and it is yellow's turn."""
    before = play(game((3, 2, 0, 5), rulings=OPTIONAL), "take x-vww +grey", "reveal gwn")
    assert tu.Decline() in tu.legal_actions(before)
    after = play(before, "decline")
    assert not extra(after)
    assert after.table.seats == before.table.seats
    assert after.table.market == before.table.market


@pytest.mark.allows("TU-STAR-05")
def test_an_optional_extra_turn_may_also_be_played() -> None:
    """Where extra turns are optional, taking a card in one is as good as ever."""
    before = play(game((3, 2, 0, 5), rulings=OPTIONAL), "take x-vww +grey", "reveal gwn")
    assert not extra(play(before, "take bgw", "reveal xx"))


@pytest.mark.forbids("TU-STAR-05")
def test_a_compulsory_extra_turn_is_not_declined() -> None:
    """By default an extra turn is a duty, and declining it is refused."""
    state = play(game((3, 2, 0, 5)), "take x-vww +grey", "reveal gwn")
    assert tu.Decline() not in tu.legal_actions(state)
    assert set(objections(state, tu.Decline())) == {"TU-STAR-05"}


@pytest.mark.forbids("TU-STAR-05", "TU-TURN-02")
def test_only_extra_turns_can_be_declined() -> None:
    """Even where extra turns are optional an ordinary turn must be played."""
    assert set(objections(game((0, 0, 0, 0), rulings=OPTIONAL), tu.Decline())) == {"TU-TURN-02"}


@pytest.mark.allows("TU-STAR-05")
def test_declining_the_second_of_two_extra_turns() -> None:
    """Blue plays the first extra turn, earns another by it, and declines only that."""
    state = play(game((5, 4, 1, 4), rulings=OPTIONAL), "take gn-vw", "reveal gwn", "take x-vww +grey", "reveal xx")
    assert extra(state)
    assert not extra(play(state, "decline"))


# --- looked at once, after all the moves of an action


def small_town(vehicles: Sequence[int], market: Sequence[str], edition: str | tu.Edition = "small") -> tu.State:
    """Blue to play in the small town, with vehicles (black, grey, white, brown) on these columns."""
    return tu.position(
        tu.setup(2, edition),
        {"A1": tu.Building("black"), "D3": tu.Building("black")},
        [{"vehicles": dict(zip(COLOURS, vehicles, strict=True))}, {}],
        market,
    )


@pytest.mark.allows("TU-STAR-06")
def test_the_vehicles_of_one_card_are_looked_at_together() -> None:
    """A card moves white and brown by one step each; only both together bring all four to the first star column."""
    assert extra(play(small_town((1, 1, 0, 0), ["bg-vwn", "xx"]), "take bg-vwn", "reveal bgw"))
    assert not extra(play(small_town((1, 0, 0, 1), ["bg-vwn", "xx"]), "take bg-vwn", "reveal bgw"))


@pytest.mark.allows("TU-STAR-03", "TU-STAR-06")
@pytest.mark.forbids("TU-STAR-06")
def test_two_steps_over_two_columns_are_not_looked_at_step_by_step() -> None:
    """In a town with stars on the first and the second column, a card's two black steps complete both columns, one
    after the other. Looked at step by step that would be two extra turns; it is one.
    """
    text = (resources.files(tu) / "rulesets/tower_up/editions/small.toml").read_text(encoding="utf-8")
    edition = edition_from_toml(text.replace("stars = [1, 3]", "stars = [1, 2]"))
    state = play(small_town((0, 4, 4, 4), ["x-vbb", "xx"], edition), "take x-vbb +grey", "reveal bgw")
    assert extra(state)
    assert not extra(play(state, "take bgw", "reveal gwn"))


@pytest.mark.forbids("TU-STAR-06")
def test_stars_are_not_looked_at_again_when_the_market_is_refilled() -> None:
    """Another turn marked only at the refill, after a card that earned nothing, is noticed by a law."""
    before = play(small_town((1, 1, 1, 1), ["bg-vwn", "xx"]), "take bg-vwn")
    action = tu.Reveal("bgw")
    after = tu.apply(before, action)
    assert not extra(after)
    assert "TU-STAR-06" in noticed(before, action, attrs.evolve(after, seat=0, run=EXTRA))


# --- extra turns and the limit of ten floors

FULL = {"black": 4, "grey": 3, "white": 3}


@pytest.mark.allows("TU-STAR-01", "TU-STOCK-03")
def test_a_stock_is_brought_down_to_ten_before_the_extra_turn() -> None:
    """With ten floors blue takes a card of two floors that earns an extra turn: two floors go back first, then blue plays
    again.
    """
    state = play(game((2, 2, 1, 2), stock=FULL), "take gn-vw", "reveal gwn")
    assert (state.table.phase, state.table.seat, state.table.another_turn) == ("back", 0, True)
    assert "TU-TURN-05" in objections(state, tu.Take("bgw"))
    assert extra(play(state, "back black brown"))


@pytest.mark.allows("TU-STAR-01", "TU-STOCK-03")
def test_under_the_other_ruling_the_limit_waits_for_the_whole_run() -> None:
    """Where the limit holds after the whole run of turns, blue begins the extra turn with twelve floors, ends it with
    fifteen, and then puts back five.
    """
    rulings = tu.Rulings(stock_limit="whole_run")
    state = play(game((2, 2, 1, 2), stock=FULL, rulings=rulings), "take gn-vw", "reveal gwn")
    assert extra(state)
    assert sum(state.table.seats[0].stock.values()) == 12
    assert "TU-STAR-05" in objections(state, tu.Decline())
    state = play(state, "take bgw", "reveal xx")
    assert (state.table.phase, state.table.seat, state.table.another_turn) == ("back", 0, False)
    state = play(state, "back black black grey grey white")
    assert not extra(state)
    assert sum(state.table.seats[0].stock.values()) == 10


@pytest.mark.allows("TU-STAR-05", "TU-STOCK-01")
def test_who_declines_over_the_limit_still_puts_floors_back() -> None:
    """With both rulings changed blue declines the extra turn holding twelve floors: two of them go back first."""
    rulings = tu.Rulings(stock_limit="whole_run", extra_turn="optional")
    before = play(game((2, 2, 1, 2), stock=FULL, rulings=rulings), "take gn-vw", "reveal gwn")
    state = play(before, "decline")
    assert (state.table.phase, state.table.seat) == ("back", 0)
    after = play(state, "back black brown")
    assert not extra(after)
    steps: list[tuple[tu.State, tu.Action, tu.State]] = [
        (before, tu.Decline(), state),
        (state, tu.Back(["black", "brown"]), after),
    ]
    for one, action, other in steps:
        assert not [law.name for law in tu.TRANSITION_LAWS if any(law.broken_by(one, action, other))]
        assert not [law.name for law in tu.STATE_LAWS if any(law.broken_by(other))]
