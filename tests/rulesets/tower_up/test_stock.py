"""The limit of ten floors: when it holds, and how floors are put back (TU-STOCK)."""

from typing import Any

import attrs
import pytest

import towerup as tu

from .tables import SPREAD, doctored, noticed, played, refused

AT_THE_STAR = {"black": 0, "grey": 2, "white": 2, "brown": 2}
"""Two steps of black bring all vehicles to the first star column."""


def turn(stock: dict[str, int], *market: str, rulings: tu.Rulings | None = None, **told: Any) -> tu.State:
    """Blue's turn in a game of two with this stock and these cards in the market."""
    mine = {"stock": stock} | told.pop("mine", {})
    return tu.position(tu.setup(2, rulings=rulings), SPREAD, [mine, {"stock": {"grey": 1}}], market, **told)


def impossible(stock: dict[str, int], **told: Any) -> set[str]:
    """The rules under which a table with this stock before blue is refused."""
    market = ("bwn", "xx") if told.get("phase") == "reveal" else ("bwn", "xx", "x-vbb")
    with pytest.raises(tu.ImpossiblePosition) as caught:
        turn(stock, *market, **told)
    return {one.id for one in caught.value.violations}


def held(state: tu.State, seat: int = 0) -> int:
    """How many floors a player has in stock."""
    return sum(state.table.seats[seat].stock.values())


# --- TU-STOCK-01: ten at most


@pytest.mark.allows("TU-STOCK-01")
def test_ten_floors_are_kept() -> None:
    """Blue has seven floors and takes three: ten are allowed, and yellow's turn begins."""
    state = played(turn({"black": 3, "white": 4}, "bwn", "xx", "bgw"), "take bwn", "reveal bbgg")
    assert held(state) == 10
    assert (state.actor, state.table.phase) == (1, "turn")


@pytest.mark.allows("TU-STOCK-01")
def test_during_the_turn_there_may_be_more_than_ten() -> None:
    """Blue has ten floors and takes four more: fourteen, until the market is refilled and four are put back."""
    state = played(turn({"black": 5, "white": 5}, "bbgg", "xx", "bgw"), "take bbgg")
    assert (held(state), state.table.phase) == (14, "reveal")
    state = played(state, "reveal bwn")
    assert (held(state), state.table.phase, state.actor) == (14, "back", 0)
    state = played(state, "back black black white white")
    assert (held(state), state.actor) == (10, 1)


@pytest.mark.forbids("TU-STOCK-01", "TU-TURN-05")
def test_a_turn_does_not_end_with_eleven() -> None:
    """With eleven floors blue's turn is not over: yellow cannot play, and blue can do nothing but put one back."""
    state = played(turn({"black": 4, "white": 4}, "bwn", "xx", "bgw"), "take bwn", "reveal bbgg")
    assert held(state) == 11
    assert {type(action) for action in tu.legal_actions(state)} == {tu.Back}
    assert refused(state, tu.Take("xx", ["black", "black"]), by=1) == {"TU-TURN-01", "TU-TURN-05"}


@pytest.mark.forbids("TU-STOCK-01")
def test_more_than_ten_between_turns_is_impossible() -> None:
    """Nobody has eleven floors when a turn begins: neither the one whose turn it is nor anyone else."""
    assert impossible({"black": 6, "white": 5}) == {"TU-STOCK-01"}
    assert impossible({"black": 6, "white": 5}, seat=1) == {"TU-STOCK-01"}
    assert turn({"black": 5, "white": 5}, "bwn", "xx", "x-vbb").actor == 0


@pytest.mark.forbids("TU-STOCK-01")
def test_more_than_ten_and_one_card_is_impossible() -> None:
    """A card gives four floors at most, so not even in mid-turn can anyone have fifteen."""
    fourteen = {"black": 7, "white": 7}
    assert held(turn(fourteen, "bwn", "xx", "x-vbb", phase="back")) == 14
    assert held(turn(fourteen, "bwn", "xx", phase="reveal")) == 14
    assert impossible({"black": 8, "white": 7}, phase="reveal") == {"TU-STOCK-01"}


@pytest.mark.forbids("TU-STOCK-01")
def test_putting_back_with_ten_or_fewer_is_impossible() -> None:
    """A table that waits for blue to put floors back, though blue has ten, cannot be."""
    assert "TU-STOCK-01" in impossible({"black": 5, "white": 5}, phase="back")


# --- TU-STOCK-02: putting back


def over_by_two() -> tu.State:
    """Blue has twelve floors, seven black, four white and a brown one, and is to put two back."""
    return turn({"black": 7, "white": 4, "brown": 1}, "bwn", "xx", "x-vbb", phase="back")


@pytest.mark.allows("TU-STOCK-02")
def test_floors_of_ones_choice_are_put_back_until_ten_are_left() -> None:
    """Of three colours, one of them there only once, two floors can be put back in five ways; each leaves exactly ten."""
    state = over_by_two()
    ways = {
        "back black black": {"black": 5, "white": 4, "brown": 1},
        "back white white": {"black": 7, "white": 2, "brown": 1},
        "back black white": {"black": 6, "white": 3, "brown": 1},
        "back black brown": {"black": 6, "white": 4},
        "back brown white": {"black": 7, "white": 3},
    }
    assert {str(action) for action in tu.legal_actions(state)} == set(ways)
    for way, left in ways.items():
        after = played(state, way)
        assert after.table.seats[0].stock == left
        assert held(after) == 10
        assert after.actor == 1


@pytest.mark.allows("TU-STOCK-02")
def test_what_is_put_back_is_in_the_container_again() -> None:
    """Blue puts a black and a white floor back: the container has one more of each, and nothing else changes."""
    before = over_by_two()
    after = played(before, "back white black")
    had, has = before.table.container, after.table.container
    assert has == {**had, "black": had["black"] + 1, "white": had["white"] + 1}
    assert after.table.buildings == before.table.buildings
    assert after.table.market == before.table.market
    assert after.table.seats[1] == before.table.seats[1]


@pytest.mark.allows("TU-STOCK-02")
def test_floors_just_taken_may_be_put_back() -> None:
    """Blue has ten floors, takes three and puts just these back: the same ten are left."""
    ten = {"black": 5, "white": 5}
    state = played(turn(ten, "bwn", "xx", "bgw"), "take bwn", "reveal bbgg", "back black white brown")
    assert state.table.seats[0].stock == ten


@pytest.mark.forbids("TU-STOCK-02")
@pytest.mark.parametrize(
    "floors",
    [(), ("black",), ("black", "black", "black"), ("black", "white", "brown")],
    ids=["none", "one", "three alike", "three"],
)
def test_neither_fewer_nor_more_than_needed_are_put_back(floors: tuple[str, ...]) -> None:
    """Blue is two over the limit: none, one or three are refused, since exactly ten must be left."""
    assert refused(over_by_two(), tu.Back(floors)) == {"TU-STOCK-02"}


@pytest.mark.forbids("TU-STOCK-02")
@pytest.mark.parametrize("floors", [("grey", "black"), ("brown", "brown"), ("grey", "grey")])
def test_only_floors_one_has_are_put_back(floors: tuple[str, ...]) -> None:
    """Blue has no grey floor and one brown one: neither a grey one nor two brown ones can be put back."""
    assert refused(over_by_two(), tu.Back(floors)) == {"TU-STOCK-02"}


@pytest.mark.forbids("TU-STOCK-02", "TU-TURN-01")
def test_nobody_puts_back_anothers_floors() -> None:
    """It is blue who puts floors back, of blue's choice; yellow, who has just one floor, cannot."""
    assert refused(over_by_two(), tu.Back(("black", "black")), by=1) >= {"TU-TURN-01", "TU-STOCK-02"}


@pytest.mark.forbids("TU-STOCK-02", "TU-TURN-02")
def test_nobody_puts_back_floors_without_need() -> None:
    """On a turn with ten floors or fewer, floors cannot be put back to make room."""
    state = turn({"black": 5, "white": 5}, "bwn", "xx", "bgw")
    assert refused(state, tu.Back(("black",))) == {"TU-TURN-02"}
    assert refused(state, tu.Back(("grey",))) == {"TU-TURN-02", "TU-STOCK-02"}


@pytest.mark.forbids("TU-STOCK-02")
def test_floors_that_go_elsewhere_when_put_back_are_noticed() -> None:
    """If the floors do not come into the container, or others leave the stock than those named, a law notices."""
    before, action = over_by_two(), tu.Back(("black", "white"))
    after = tu.apply(before, action)
    assert "TU-STOCK-02" in noticed(before, action, doctored(after, container=before.table.container))
    blue, yellow = after.table.seats
    for stock in ({"black": 5, "white": 4, "brown": 1}, {"black": 6, "white": 4, "brown": 1}):
        wrong = doctored(after, seats=[attrs.evolve(blue, stock=stock), yellow])
        assert "TU-STOCK-02" in noticed(before, action, wrong)


# --- TU-STOCK-03: when


@pytest.mark.allows("TU-STOCK-03")
def test_floors_are_put_back_with_the_new_card_in_view() -> None:
    """The market is refilled first: when blue chooses what to put back, the new card lies there to be seen."""
    state = played(turn({"black": 5, "white": 5}, "bwn", "xx", "bgw"), "take bwn", "reveal ggnn")
    assert state.table.phase == "back"
    assert sorted(state.table.market) == ["bgw", "ggnn", "xx"]


@pytest.mark.forbids("TU-STOCK-03", "TU-TURN-05")
def test_floors_are_not_put_back_before_the_refill() -> None:
    """With thirteen floors and two cards in the market, the refill comes first."""
    state = played(turn({"black": 5, "white": 5}, "bwn", "xx", "bgw"), "take bwn")
    assert refused(state, tu.Back(("black", "black", "black"))) == {"TU-TURN-05"}


@pytest.mark.forbids("TU-STOCK-03")
def test_floors_put_back_before_the_refill_are_noticed() -> None:
    """If blue is asked to put floors back right after taking the card, a law notices."""
    before, action = turn({"black": 5, "white": 5}, "bwn", "xx", "bgw"), tu.Take("bwn")
    assert "TU-STOCK-03" in noticed(before, action, doctored(tu.apply(before, action), phase="back"))


def before_the_star(reading: Any, extra: Any = "compulsory") -> tu.State:
    """Blue has ten floors, and the card with two black vehicles would bring an extra turn and an eleventh floor."""
    rulings = tu.Rulings(stock_limit=reading, extra_turn=extra)
    stock = {"black": 6, "white": 4}
    return turn(stock, "x-vbb", "bbgg", "xx", rulings=rulings, mine={"vehicles": AT_THE_STAR})


@pytest.mark.allows("TU-STOCK-03", "TU-STOCK-01")
def test_by_default_the_limit_holds_before_an_extra_turn() -> None:
    """Blue has eleven floors and an extra turn coming: one is put back first, and after the extra turn four more."""
    state = played(before_the_star("every_turn"), "take x-vbb +grey", "reveal bwn")
    assert (state.actor, state.table.phase, state.table.another_turn) == (0, "back", True)
    state = played(state, "back white")
    assert (state.actor, state.table.phase, state.table.extra_turn, held(state)) == (0, "turn", True, 10)
    state = played(state, "take bbgg", "reveal bgw")
    assert (state.actor, state.table.phase, held(state)) == (0, "back", 14)
    state = played(state, "back white white white grey")
    assert (state.actor, state.table.extra_turn, held(state)) == (1, False, 10)


@pytest.mark.forbids("TU-STOCK-03")
def test_by_default_no_extra_turn_begins_with_more_than_ten() -> None:
    """Blue cannot play the extra turn before the eleventh floor is put back, and a table where this happened is refused."""
    state = played(before_the_star("every_turn"), "take x-vbb +grey", "reveal bwn")
    assert refused(state, tu.Take("bbgg")) == {"TU-TURN-05"}
    all_at_the_star = dict.fromkeys(AT_THE_STAR, 2)
    eleven = {"black": 6, "white": 5}
    assert "TU-STOCK-01" in impossible(eleven, extra_turn=True, mine={"vehicles": all_at_the_star})
    refill = tu.Reveal("bwn")
    before = played(before_the_star("every_turn"), "take x-vbb +grey")
    at_once = doctored(state, phase="turn", extra_turn=True, another_turn=False)
    assert "TU-STOCK-03" in noticed(before, refill, at_once)


@pytest.mark.allows("TU-STOCK-03", "TU-STOCK-01")
def test_under_the_other_reading_the_limit_holds_once_after_the_whole_run() -> None:
    """Eleven floors are carried into the extra turn, four more are taken, and five are put back at the very end."""
    state = played(before_the_star("whole_run"), "take x-vbb +grey", "reveal bwn")
    assert (state.actor, state.table.phase, state.table.extra_turn, held(state)) == (0, "turn", True, 11)
    state = played(state, "take bbgg", "reveal bgw")
    assert (state.actor, state.table.phase, held(state)) == (0, "back", 15)
    assert refused(state, tu.Back(("black",) * 4)) == {"TU-STOCK-02"}
    state = played(state, "back black black black white white")
    assert (state.actor, state.table.phase, held(state)) == (1, "turn", 10)


@pytest.mark.allows("TU-STOCK-03")
def test_under_the_other_reading_a_founding_can_bring_the_stock_within_the_limit() -> None:
    """Of the eleven floors two are spent on the extra turn: nine are left, and nothing is to be put back."""
    state = played(before_the_star("whole_run"), "take x-vbb +grey", "reveal bwn", "found A2 white roof A2")
    assert (state.actor, state.table.phase, held(state)) == (1, "turn", 9)


@pytest.mark.allows("TU-STOCK-03", "TU-STOCK-02")
@pytest.mark.parametrize("stock", [{"black": 7, "white": 6}, {"black": 12, "white": 1}])
def test_under_the_other_reading_a_founding_may_leave_too_many(stock: dict[str, int]) -> None:
    """Thirteen floors on an extra turn, two spent on a founding: eleven are left, of two colours or all of one, and one is
    put back after it.
    """
    rulings = tu.Rulings(stock_limit="whole_run")
    vehicles = {"vehicles": dict.fromkeys(AT_THE_STAR, 2)}
    state = turn(stock, "bwn", "xx", "bgw", rulings=rulings, extra_turn=True, mine=vehicles)
    state = played(state, "found A2 white roof A2")
    assert (state.actor, state.table.phase, held(state)) == (0, "back", 11)
    assert played(state, "back black").actor == 1


@pytest.mark.forbids("TU-STOCK-03")
def test_under_the_other_reading_nothing_is_put_back_before_the_run_is_over() -> None:
    """On the extra turn no floor is put back, and a table that waits for it while another turn follows is refused."""
    state = played(before_the_star("whole_run"), "take x-vbb +grey", "reveal bwn")
    assert refused(state, tu.Back(("black",))) == {"TU-TURN-02"}
    vehicles = {"vehicles": dict.fromkeys(AT_THE_STAR, 2)}
    told: dict[str, Any] = {"phase": "back", "another_turn": True, "mine": vehicles}
    assert turn({"black": 6, "white": 5}, "bwn", "xx", "x-vbb", **told).table.phase == "back"
    assert impossible({"black": 6, "white": 5}, rulings=tu.Rulings(stock_limit="whole_run"), **told) == {"TU-STOCK-03"}


@pytest.mark.forbids("TU-STOCK-01", "TU-STOCK-03")
def test_under_the_other_reading_the_limit_still_holds_when_the_run_is_over() -> None:
    """An ordinary turn cannot begin with eleven floors under either reading."""
    for reading in (tu.Rulings(), tu.Rulings(stock_limit="whole_run")):
        assert impossible({"black": 6, "white": 5}, rulings=reading) == {"TU-STOCK-01"}


@pytest.mark.allows("TU-STOCK-03")
def test_who_declines_the_extra_turn_puts_floors_back_then() -> None:
    """Under both other readings blue, with eleven floors, declines the extra turn: the run is over, and one is put back."""
    state = played(before_the_star("whole_run", "optional"), "take x-vbb +grey", "reveal bwn")
    assert (state.table.phase, held(state)) == ("turn", 11)
    state = played(state, "decline")  # on offer, and no law notices anything amiss
    assert (state.actor, state.table.phase, held(state)) == (0, "back", 11)
    assert refused(state, tu.Decline()) == {"TU-TURN-05"}
    state = played(state, "back black")
    assert (state.actor, state.table.phase, held(state)) == (1, "turn", 10)


@pytest.mark.allows("TU-STOCK-03")
def test_by_default_floors_are_put_back_before_an_extra_turn_can_be_declined() -> None:
    """With the limit at the end of every turn, blue puts one back first; declining then ends the run at once."""
    state = played(before_the_star("every_turn", "optional"), "take x-vbb +grey", "reveal bwn")
    assert refused(state, tu.Decline()) == {"TU-TURN-05"}
    state = played(state, "back black", "decline")
    assert (state.actor, state.table.phase, held(state)) == (1, "turn", 10)


@pytest.mark.forbids("TU-STOCK-03")
def test_a_run_that_ends_with_too_many_floors_is_noticed() -> None:
    """If the next player's turn begins although blue declined with eleven floors, a law notices."""
    before = played(before_the_star("whole_run", "optional"), "take x-vbb +grey", "reveal bwn")
    action = tu.Decline()
    after = tu.apply(before, action)
    assert "TU-STOCK-03" in noticed(before, action, doctored(after, phase="turn", seat=1))


@pytest.mark.forbids("TU-STOCK-01")
@pytest.mark.parametrize("reading", ["every_turn", "whole_run"])
@pytest.mark.parametrize(
    "stock",
    [{}, {"black": 10}, {"black": 28, "grey": 12}, {"black": 25, "grey": 25, "white": 25, "brown": 25}],
    ids=["nothing", "ten", "forty", "a hundred"],
)
def test_an_absurd_stock_to_put_back_from_is_impossible(stock: dict[str, int], reading: Any) -> None:
    """Floors are put back from a stock that is over the limit, but not beyond what one run of turns can bring."""
    assert impossible(stock, phase="back", rulings=tu.Rulings(stock_limit=reading)) == {"TU-STOCK-01"}


@pytest.mark.allows("TU-STOCK-01", "TU-STOCK-02")
def test_another_edition_may_have_another_limit() -> None:
    """In the little edition for tests three floors are the limit: the limit is a matter of the box."""
    state = tu.position(
        tu.setup(2, "tiny"), {"N1": tu.Building("black")}, [{"stock": {"black": 1, "white": 2}}, {}], ["bw"]
    )
    state = played(state, "take bw", "reveal w-vb")
    assert (state.table.phase, held(state)) == ("back", 5)
    assert {str(action) for action in tu.legal_actions(state)} == {
        "back black black", "back black white", "back white white",
    }  # fmt: skip


@pytest.mark.parametrize(("reading", "most"), [("every_turn", 4), ("whole_run", 4 * 5)])
def test_the_action_space_has_just_what_can_ever_be_to_put_back(reading: Any, most: int) -> None:
    """What one card brings, or, if the limit holds once after the whole run, a card on each of five turns: one's own and
    four for the star columns.
    """
    space = tu.action_space(tu.new_game(2, rulings=tu.Rulings(stock_limit=reading)))
    sizes = {len(action.floors) for action in space if isinstance(action, tu.Back)}
    assert sizes == set(range(1, most + 1))
