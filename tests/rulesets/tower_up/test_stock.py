"""The limit of ten floors: when it holds, and how floors are put back (TU-STOCK).

FR “PRENDRE 1 CARTE”, PL “WEŹ 1 KARTĘ”.
"""

from __future__ import annotations

from typing import Any

import pytest

import towerup as tu

from .support import SPREAD, columns, objections, offered, play, refused

TEN = {"black": 5, "white": 5}
MARKET = ("bwn", "xx", "bgw")


def turn(stock: dict[str, int], market: tuple[str, ...] = MARKET, **named: Any) -> tu.State:
    """Blue's turn in a game of two with this stock and these cards in the market."""
    stocks = {"blue": stock, "yellow": {"grey": 1}}
    return tu.position("reconstruction", 2, buildings=SPREAD, stocks=stocks, market=market, **named)


def held(state: tu.State) -> int:
    """How many floors blue has in stock."""
    return state.players[0].stock.total


# --- ten at most


@pytest.mark.allows("TU-STOCK-01")
def test_ten_floors_are_kept() -> None:
    """Blue has seven floors and takes three: ten are allowed, and yellow's turn begins."""
    state = play(turn({"black": 3, "white": 4}), "take bwn; reveal bbgg")
    assert (held(state), state.actor, state.phase) == (10, 1, "turn")


@pytest.mark.allows("TU-STOCK-01")
def test_during_the_turn_there_can_be_more_than_ten() -> None:
    """Blue has ten floors and takes four more: fourteen, until the market is refilled and four are put back."""
    state = play(turn(TEN, ("bbgg", "xx", "bgw")), "take bbgg")
    assert (held(state), state.phase) == (14, "reveal")
    state = play(state, "reveal bwn")
    assert (held(state), state.phase, state.actor) == (14, "back", 0)
    state = play(state, "back black black white white")
    assert (held(state), state.actor) == (10, 1)


@pytest.mark.forbids("TU-STOCK-01", "TU-TURN-05")
def test_a_turn_does_not_end_with_eleven() -> None:
    """With eleven floors blue's turn is not over: yellow cannot play, and blue can only put one back."""
    state = play(turn({"black": 4, "white": 4}), "take bwn; reveal bbgg")
    assert held(state) == 11
    assert offered(state) == offered(state, tu.Back) == {"back black", "back white", "back brown"}
    assert refused(state, "take xx +black +black", by=1) == ["TU-TURN-01", "TU-TURN-05"]


@pytest.mark.allows("TU-STOCK-01", "TU-STOCK-02")
def test_another_edition_can_have_another_limit() -> None:
    """In the tiny edition three floors are the limit."""
    stocks = {"blue": {"black": 1, "white": 2}}
    state = tu.position("tiny", 2, buildings={"N1": "black"}, stocks=stocks, market=["bw"])
    state = play(state, "take bw; reveal w-vb")
    assert (state.phase, held(state)) == ("back", 5)
    assert offered(state) == {"back black black", "back black white", "back white white"}


# --- putting back


def over_by_two() -> tu.State:
    """Blue has twelve floors and is to put two back."""
    return turn({"black": 7, "white": 4, "brown": 1}, phase="back")


@pytest.mark.allows("TU-STOCK-02")
def test_floors_of_ones_choice_are_put_back_until_ten_are_left() -> None:
    """Of three colours, one of them there only once, two floors can be put back in five ways."""
    ways = {
        "back black black": {"black": 5, "white": 4, "brown": 1},
        "back white white": {"black": 7, "white": 2, "brown": 1},
        "back black white": {"black": 6, "white": 3, "brown": 1},
        "back black brown": {"black": 6, "white": 4},
        "back brown white": {"black": 7, "white": 3},
    }
    assert offered(over_by_two()) == set(ways)
    for way, left in ways.items():
        after = play(over_by_two(), way)
        assert (after.players[0].stock, held(after), after.actor) == (left, 10, 1)


@pytest.mark.allows("TU-STOCK-02")
def test_what_is_put_back_is_in_the_container_again() -> None:
    """Blue puts a black and a white floor back: the container has one more of each, and nothing else changes."""
    before = over_by_two()
    after = play(before, "back white black")
    assert after.container == before.container + {"black": 1, "white": 1}
    assert (after.buildings, after.market, after.players[1]) == (before.buildings, before.market, before.players[1])


@pytest.mark.allows("TU-STOCK-02")
def test_floors_just_taken_can_be_put_back() -> None:
    """Blue has ten floors, takes three and puts just these back."""
    state = play(turn(TEN), "take bwn; reveal bbgg; back black white brown")
    assert state.players[0].stock == TEN


@pytest.mark.forbids("TU-STOCK-02")
@pytest.mark.parametrize("floors", [(), ("black",), ("black",) * 3, ("black", "white", "brown")], ids=str)
def test_neither_fewer_nor_more_than_needed_are_put_back(floors: tuple[str, ...]) -> None:
    """Blue is two over the limit: none, one or three are refused."""
    assert refused(over_by_two(), tu.Back(floors)) == ["TU-STOCK-02"]


@pytest.mark.forbids("TU-STOCK-02")
@pytest.mark.parametrize("floors", [("grey", "black"), ("brown", "brown"), ("grey", "grey")], ids=str)
def test_only_floors_one_has_are_put_back(floors: tuple[str, ...]) -> None:
    """Blue has no grey floor and one brown one."""
    assert refused(over_by_two(), tu.Back(floors)) == ["TU-STOCK-02"]


@pytest.mark.forbids("TU-STOCK-02", "TU-TURN-01")
def test_nobody_puts_back_anothers_floors() -> None:
    """Yellow, who has one floor, cannot put back blue's. The rest is about yellow's own stock."""
    assert refused(over_by_two(), "back black black", by=1) == ["TU-TURN-01", "TU-STOCK-02", "TU-STOCK-02"]


@pytest.mark.forbids("TU-STOCK-02", "TU-TURN-02")
def test_nobody_puts_back_floors_without_need() -> None:
    """On a turn with ten floors, floors cannot be put back to make room."""
    assert refused(turn(TEN), "back black") == ["TU-TURN-02"]
    assert refused(turn(TEN), "back grey") == ["TU-TURN-02", "TU-STOCK-02"]


@pytest.mark.forbids("TU-STOCK-02", "TU-TURN-01")
def test_the_messages_say_how_many_are_too_many_and_what_the_stock_has() -> None:
    """Of one's own stock, also out of turn: yellow has a grey floor."""
    too_few = "a stock of 12 is 2 over the limit: put back 2, not 1"
    assert objections(over_by_two(), "back black") == [("TU-STOCK-02", too_few)]
    two_brown = "the stock has 7 black, 4 white, 1 brown, not 2 brown to put back"
    assert objections(over_by_two(), "back brown brown") == [("TU-STOCK-02", two_brown)]
    assert objections(over_by_two(), "back black", by=1) == [
        ("TU-TURN-01", "yellow cannot act: the table waits for blue to put back floors"),
        ("TU-STOCK-02", "a stock of 1 is within the limit of 10"),
        ("TU-STOCK-02", "the stock has 1 grey, not 1 black to put back"),
    ]


# --- when


@pytest.mark.allows("TU-STOCK-03")
def test_floors_are_put_back_with_the_new_card_in_view() -> None:
    """The market is refilled first: when blue chooses what to put back, the new card is there to be seen."""
    state = play(turn(TEN), "take bwn; reveal ggnn")
    assert (state.phase, sorted(state.market)) == ("back", ["bgw", "ggnn", "xx"])


@pytest.mark.forbids("TU-STOCK-03", "TU-TURN-05")
def test_floors_are_not_put_back_before_the_refill() -> None:
    """With thirteen floors and two cards in the market, the refill comes first."""
    assert refused(play(turn(TEN), "take bwn"), "back black black black") == ["TU-TURN-05"]


def before_the_star(stock_limit: Any, extra_turn: Any = "compulsory") -> tu.State:
    """Blue has ten floors, and the card with two black vehicles would bring an extra turn and an eleventh floor."""
    rulings = tu.Rulings(stock_limit=stock_limit, extra_turn=extra_turn)
    vehicles = {"blue": columns(0, 2, 2, 2)}
    return turn({"black": 6, "white": 4}, ("x-vbb", "bbgg", "xx"), rulings=rulings, vehicles=vehicles)


@pytest.mark.allows("TU-STOCK-03", "TU-STOCK-01")
def test_by_default_the_limit_holds_before_an_extra_turn() -> None:
    """Blue has eleven floors and an extra turn coming: one is put back first, and after the extra turn four more."""
    state = play(before_the_star("every_turn"), "take x-vbb +grey; reveal bwn")
    assert (state.actor, state.phase, state.another_turn) == (0, "back", True)
    state = play(state, "back white")
    assert (state.actor, state.phase, state.extra_turn, held(state)) == (0, "turn", True, 10)
    state = play(state, "take bbgg; reveal bgw")
    assert (state.actor, state.phase, held(state)) == (0, "back", 14)
    state = play(state, "back white white white grey")
    assert (state.actor, state.extra_turn, held(state)) == (1, False, 10)


@pytest.mark.forbids("TU-STOCK-03")
def test_by_default_no_extra_turn_begins_with_more_than_ten() -> None:
    """Blue cannot play the extra turn before the eleventh floor is put back."""
    state = play(before_the_star("every_turn"), "take x-vbb +grey; reveal bwn")
    assert refused(state, "take bbgg") == ["TU-TURN-05"]


@pytest.mark.allows("TU-STOCK-03", "TU-STOCK-01")
def test_under_the_other_reading_the_limit_holds_once_after_all_turns_in_a_row() -> None:
    """Eleven floors are carried into the extra turn, four more are taken, and five are put back at the very end."""
    state = play(before_the_star("whole_run"), "take x-vbb +grey; reveal bwn")
    assert (state.actor, state.phase, state.extra_turn, held(state)) == (0, "turn", True, 11)
    state = play(state, "take bbgg; reveal bgw")
    assert (state.actor, state.phase, held(state)) == (0, "back", 15)
    assert refused(state, tu.Back(["black"] * 4)) == ["TU-STOCK-02"]
    state = play(state, "back black black black white white")
    assert (state.actor, state.phase, held(state)) == (1, "turn", 10)


@pytest.mark.allows("TU-STOCK-03")
def test_under_the_other_reading_a_founding_can_bring_the_stock_within_the_limit() -> None:
    """Of the eleven floors two are spent on the extra turn: nine are left, and nothing goes back."""
    state = play(before_the_star("whole_run"), "take x-vbb +grey; reveal bwn; found A2 white roof A2")
    assert (state.actor, state.phase, held(state)) == (1, "turn", 9)


@pytest.mark.allows("TU-STOCK-03", "TU-STOCK-02")
@pytest.mark.parametrize("stock", [{"black": 7, "white": 6}, {"black": 12, "white": 1}], ids=str)
def test_under_the_other_reading_a_founding_can_leave_too_many(stock: dict[str, int]) -> None:
    """Thirteen floors on an extra turn, two spent on a founding: eleven are left, and one is put back."""
    rulings, vehicles = tu.Rulings(stock_limit="whole_run"), {"blue": columns(2, 2, 2, 2)}
    state = play(turn(stock, rulings=rulings, extra_turn=True, vehicles=vehicles), "found A2 white roof A2")
    assert (state.actor, state.phase, held(state)) == (0, "back", 11)
    assert play(state, "back black").actor == 1


@pytest.mark.forbids("TU-STOCK-03")
def test_under_the_other_reading_nothing_is_put_back_before_the_last_turn_in_a_row() -> None:
    """On the extra turn no floor is put back."""
    state = play(before_the_star("whole_run"), "take x-vbb +grey; reveal bwn")
    assert refused(state, "back black") == ["TU-TURN-02"]


@pytest.mark.allows("TU-STOCK-03")
def test_who_declines_the_extra_turn_puts_floors_back_then() -> None:
    """Under both other readings blue, with eleven floors, declines the extra turn, and one is put back."""
    state = play(before_the_star("whole_run", "optional"), "take x-vbb +grey; reveal bwn; decline")
    assert (state.actor, state.phase, held(state)) == (0, "back", 11)
    assert refused(state, "decline") == ["TU-TURN-05"]
    state = play(state, "back black")
    assert (state.actor, state.phase, held(state)) == (1, "turn", 10)


@pytest.mark.allows("TU-STOCK-03")
def test_by_default_floors_are_put_back_before_an_extra_turn_can_be_declined() -> None:
    """With the limit at the end of every turn, blue puts one back first; declining then ends the turns in a row."""
    state = play(before_the_star("every_turn", "optional"), "take x-vbb +grey; reveal bwn")
    assert refused(state, "decline") == ["TU-TURN-05"]
    state = play(state, "back black; decline")
    assert (state.actor, state.phase, held(state)) == (1, "turn", 10)
