"""Taking a card: what it gives, what becomes of it, and what is done when floors or cards run out (TU-TAKE).

FR “PRENDRE 1 CARTE”, “PÉNURIE DE MATÉRIEL”; PL “WEŹ 1 KARTĘ”, “BRAK KOMPONENTÓW”.
"""

from __future__ import annotations

from typing import Any

import pytest

import towerup as tu
from towerup.kernel.actors import CHANCE
from towerup.kernel.frozen import Counts
from towerup.rulesets.tower_up.box.edition import SHELF

from .support import columns, half_board, objections, offered, play, refused

MAY_DECLINE = tu.Rulings(replacement="may_decline")
BY_BLUE = tu.Ending(tu.Cause.SHORTAGE, 0, 3)
"""A shortage of blue's in a game of two: this turn, yellow's, and blue's last."""


def turn(*market: str, **named: Any) -> tu.State:
    """Blue's turn in a game of two with these cards in the market."""
    return half_board(market=market, **named)


def without_black(*market: str, left: int = 0, rulings: tu.Rulings | None = None) -> tu.State:
    """Blue's turn in a game of four with no black floor (or so many) left in the container. Blue has a grey floor."""
    stocks = {"blue": {"grey": 1}, "yellow": {"black": 10}, "orange": {"black": 10}, "green": {"black": 10 - left}}
    buildings = {"A1": "brown", "C2": "white", "D4": "grey"}
    return tu.position("reconstruction", 4, buildings=buildings, stocks=stocks, market=market, rulings=rulings)


def tiny_deck() -> tu.Edition:
    """The tiny edition (four black floors, four white) with cards bx, xx and bbww."""
    head, rest = SHELF.text("tiny").split("[deck]")
    _, boards = rest.split("[boards.block]")
    deck = """
cards = [
  { floors = ["black", "any"], bottom = "black" },
  { floors = ["any", "any"], bottom = "any" },
  { floors = ["black", "black", "white", "white"], bottom = "white" },
]
"""
    return SHELF.from_toml(f'{head}[deck]\nprovenance = "reconstructed"{deck}[boards.block]{boards}')


def container_of(black: int, white: int, card: str, rulings: tu.Rulings | None = None) -> tu.State:
    """Blue's turn with just so many floors in the container. Blue holds the other black ones, yellow the white ones."""
    stocks = {"blue": {"black": 3 - black}, "yellow": {"white": 3 - white}}
    buildings = {"N1": "black", "S2": "white"}
    return tu.position(
        tiny_deck(), 2, buildings=buildings, stocks=stocks, market=[card], starting_floors=2, rulings=rulings
    )


def takes(state: tu.State, card: str = "") -> set[str]:
    """The ways to take a card, or this card, that are offered."""
    return {line for line in offered(state, tu.Take) if card in ("", line.split()[1])}


# --- the five example cards of the rulebook


@pytest.mark.allows("TU-TAKE-01", "TU-TAKE-02", "TU-TAKE-03", "TU-TAKE-04")
@pytest.mark.parametrize(
    ("move", "gained", "steps"),
    [
        ("take bbww", {"black": 2, "white": 2}, {}),
        ("take bwn", {"black": 1, "white": 1, "brown": 1}, {}),
        ("take xx +grey +grey", {"grey": 2}, {}),
        ("take xx +black +brown", {"black": 1, "brown": 1}, {}),
        ("take x-vbb +white", {"white": 1}, {"black": 2}),
        ("take wn-vg", {"white": 1, "brown": 1}, {"grey": 1}),
    ],
)
def test_the_five_example_cards_of_the_rulebook(move: str, gained: dict[str, int], steps: dict[str, int]) -> None:
    """Each of the cards that the rulebook shows gives just what it says, from the container."""
    card = move.split()[1]
    before = turn(*[card, *[one for one in ("bbgg", "ggnn", "bgw") if one != card][:2]])
    after = play(before, move)
    assert after.players[0].stock == before.players[0].stock + gained
    assert after.container == before.container - gained
    assert after.players[0].vehicles == {**columns(0, 0, 0, 0), **steps}
    assert after.players[1] == before.players[1]


# --- a card of the market


@pytest.mark.allows("TU-TAKE-01")
def test_every_card_of_the_market_can_be_taken() -> None:
    """Three cards without a choice are three ways to take one."""
    assert takes(turn("bwn", "bbww", "wn-vg")) == {"take bwn", "take bbww", "take wn-vg"}


@pytest.mark.forbids("TU-TAKE-01")
def test_a_card_that_is_not_in_the_market_cannot_be_taken() -> None:
    """Neither a card still in the pile, nor one among the discards, nor one that was just taken."""
    state = turn("bwn", "bbww", "wn-vg", discards={"bgw": 1})
    assert refused(state, "take ggnn") == ["TU-TAKE-01"]
    assert objections(state, "take bgw") == [("TU-TAKE-01", "bgw is not in the market, which has bbww, bwn, wn-vg")]
    assert refused(play(state, "take bbww; reveal ggnn"), "take bbww") == ["TU-TAKE-01"]


# --- all coloured floors


@pytest.mark.allows("TU-TAKE-02")
def test_the_very_last_floors_are_taken_without_a_shortage() -> None:
    """Two black and two white floors are in the container, and the card shows just these."""
    after = play(container_of(2, 2, "bbww"), "take bbww")
    assert after.players[0].stock == {"black": 3, "white": 2}
    assert (after.container, after.ending) == ({}, None)


@pytest.mark.forbids("TU-TAKE-02")
def test_coloured_floors_leave_nothing_to_choose() -> None:
    """While the container has them there is one way to take such a card, neither with other floors nor with fewer."""
    state = turn("bwn", "bgw", "bbww")
    assert takes(state) == {"take bwn", "take bgw", "take bbww"}
    after = play(state, "take bwn")
    assert after.players[0].stock.total == state.players[0].stock.total + 3


# --- multicolour floors


@pytest.mark.allows("TU-TAKE-03")
def test_two_multicolour_floors_are_any_two() -> None:
    """Of four colours two floors can be chosen in ten ways: four times two alike, six times two different ones."""
    assert takes(turn("xx", "bgw", "bbww"), "xx") == {
        "take xx +black +black", "take xx +grey +grey", "take xx +white +white", "take xx +brown +brown",
        "take xx +black +grey", "take xx +black +white", "take xx +black +brown",
        "take xx +grey +white", "take xx +brown +grey", "take xx +brown +white",
    }  # fmt: skip


@pytest.mark.allows("TU-TAKE-03")
def test_the_order_in_which_floors_are_chosen_means_nothing() -> None:
    """White and black is the same choice as black and white."""
    assert tu.Take("xx", ["white", "black"]) == tu.Take("xx", ["black", "white"])


@pytest.mark.forbids("TU-TAKE-03")
@pytest.mark.parametrize(
    ("card", "floors", "message"),
    [
        ("xx", ["black"] * 3, "xx shows 2 multicolour floors: choose 2 floors, not 3"),
        ("x-vbb", ["black", "white"], "x-vbb shows 1 multicolour floor: choose 1 floor, not 2"),
        ("bwn", ["black"], "bwn shows no multicolour floors: choose no floors, not 1"),
        ("xx", [], "what a card shows is taken whole: choose 2 floors, not 0"),
        ("xx", ["black"], "what a card shows is taken whole: choose 2 floors, not 1"),
        ("x-vbb", [], "what a card shows is taken whole: choose 1 floor, not 0"),
    ],
)
def test_just_as_many_floors_are_chosen_as_the_card_has_multicolour_ones(
    card: str, floors: list[str], message: str
) -> None:
    """More are refused, and so are fewer while the container has them."""
    assert objections(turn("xx", "x-vbb", "bwn"), tu.Take(card, floors)) == [("TU-TAKE-03", message)]


@pytest.mark.forbids("TU-TAKE-03")
def test_far_too_many_floors_are_refused_like_three() -> None:
    """A hundred floors are too many for the card, and the container does not have them either."""
    assert refused(turn("xx", "x-vbb", "bwn"), tu.Take("xx", ["black"] * 100)) == ["TU-TAKE-03", "TU-TAKE-03"]


@pytest.mark.forbids("TU-TAKE-03")
def test_a_colour_the_container_does_not_have_cannot_be_chosen() -> None:
    """No black floor is left: a multicolour floor can be any other colour. A single one cannot be chosen twice."""
    state = without_black("xx", "x-vbb", "gwn")
    assert refused(state, "take x-vbb +black") == ["TU-TAKE-03"]
    assert refused(state, "take xx +black +white") == ["TU-TAKE-03"]
    assert takes(state, "x-vbb") == {"take x-vbb +grey", "take x-vbb +white", "take x-vbb +brown"}
    one_left = without_black("xx", "x-vbb", "gwn", left=1)
    assert refused(one_left, "take xx +black +black") == ["TU-TAKE-03"]
    play(one_left, "take xx +black +white")


# --- vehicles


@pytest.mark.allows("TU-TAKE-04")
def test_a_vehicle_moves_from_where_it_stands() -> None:
    """Black stands at five and moves two steps to seven. In the small town a card moves a white and a brown vehicle."""
    state = turn("x-vbb", "bgw", "bbww", vehicles={"blue": {"black": 5, "white": 1}})
    assert play(state, "take x-vbb +black").players[0].vehicles == columns(7, 0, 1, 0)
    small = tu.position("small", 2, buildings={"A1": "black", "D3": "white"}, market=["bg-vwn", "xx"])
    after = play(small, "take bg-vwn")
    assert (after.players[0].vehicles, after.players[0].stock) == (columns(0, 0, 1, 1), {"black": 1, "grey": 1})


@pytest.mark.allows("TU-TAKE-04")
def test_vehicles_move_though_the_container_is_empty() -> None:
    """From an empty container the card gives no floor, but its vehicle moves all the same."""
    stocks = {"blue": {"black": 3}, "yellow": {"white": 3}}
    buildings = {"N1": "black", "S2": "white"}
    state = tu.position("tiny", 2, buildings=buildings, stocks=stocks, market=["x-vw"], starting_floors=2)
    after = play(state, "take x-vw")
    assert (after.players[0].vehicles, after.players[0].stock) == ({"black": 0, "white": 1}, {"black": 3})


@pytest.mark.forbids("TU-TAKE-04")
def test_a_card_moves_no_other_vehicle_and_nobody_elses() -> None:
    """A card with two black vehicles moves blue's black one: not that of the chosen floor, and none of yellow's."""
    before = turn("x-vbb", "bgw", "bbww")
    after = play(before, "take x-vbb +white")
    assert after.players[0].vehicles == columns(2, 0, 0, 0)
    assert after.players[1].vehicles == columns(0, 0, 0, 0)
    assert play(before, "take bgw").players[0].vehicles == columns(0, 0, 0, 0)


# --- discard and refill


@pytest.mark.allows("TU-TAKE-05")
def test_the_card_is_discarded_and_the_market_refilled_at_once() -> None:
    """The card taken lies with the discards; then a card from the pile makes the market three again."""
    state = play(turn("bwn", "bgw", "bbww", discards={"bwn": 1}), "take bwn")
    assert (state.discards, sorted(state.market), state.actor) == ({"bwn": 2}, ["bbww", "bgw"], CHANCE)
    state = play(state, "reveal wn-vg")
    assert sorted(state.market) == ["bbww", "bgw", "wn-vg"]
    assert "wn-vg" not in state.pile


@pytest.mark.forbids("TU-TAKE-05")
def test_a_card_that_is_not_in_the_pile_cannot_refill_the_market() -> None:
    """The only bbww lies with the discards, the only ggnn in the market, and the only wwnn was just taken."""
    state = play(turn("wwnn", "bgw", "ggnn", discards={"bbww": 1}), "take wwnn")
    for card in ("bbww", "ggnn", "wwnn"):
        assert objections(state, f"reveal {card}") == [("TU-TAKE-05", f"no {card} is left in the draw pile")]


# --- an empty pile

THREE = ("bbww", "bgw", "xx")


def pile_of(**left: int) -> tu.State:
    """Blue's turn with THREE in the market, these cards in the pile, and all others discarded."""
    deck = tu.load_edition("reconstruction").deck
    return turn(*THREE, pile=left, discards=deck - Counts.of(THREE) - left)


@pytest.mark.allows("TU-TAKE-06")
def test_the_card_just_taken_is_shuffled_in_with_the_discards() -> None:
    """The pile is empty and blue takes the only bbww: it is shuffled with the 41 discards and can come right back."""
    state = pile_of()
    assert (state.pile, state.discards.total) == ({}, 41)
    state = play(state, "take bbww")
    assert (state.discards, state.pile.total, state.pile["bbww"]) == ({}, 42, 1)
    state = play(state, "reveal bbww")
    assert ("bbww" in state.market, state.pile.total) == (True, 41)


@pytest.mark.allows("TU-TAKE-06")
def test_the_discards_stay_until_a_card_is_needed() -> None:
    """The last card of the pile comes into the market. The discards stay until the next card is taken."""
    state = play(pile_of(ggnn=1), "take bbww")
    assert (state.pile, state.discards.total) == ({"ggnn": 1}, 41)
    assert tu.chances(state) == ((tu.Reveal("ggnn"), 1),)
    state = play(state, "reveal ggnn; found A2 white roof A2")
    assert (state.pile, state.discards.total) == ({}, 41)
    state = play(state, "take bgw")
    assert (state.pile.total, state.discards.total) == (42, 0)


@pytest.mark.forbids("TU-TAKE-06")
def test_a_discard_does_not_come_while_the_pile_has_a_card() -> None:
    """One card is left in the pile: it comes, and none of the discards."""
    assert refused(play(pile_of(ggnn=1), "take bbww"), "reveal bwn") == ["TU-TAKE-05"]


# --- two alike


@pytest.mark.allows("TU-TAKE-07")
def test_the_same_card_twice_is_one_choice() -> None:
    """With two or three bwn cards in the market there is one way to take a bwn. Taking it leaves the others."""
    assert takes(turn("bwn", "bwn", "bwn")) == {"take bwn"}
    state = turn("bwn", "bwn", "bgw")
    assert takes(state) == {"take bwn", "take bgw"}
    after = play(state, "take bwn")
    assert (sorted(after.market), after.discards) == (["bgw", "bwn"], {"bwn": 1})
    assert play(after, "reveal xx; take bwn").discards == {"bwn": 2}
    short = without_black("bgw", "gwn", "bgw")
    assert takes(short) == {"take bgw +grey", "take bgw +white", "take bgw +brown", "take gwn"}


@pytest.mark.allows("TU-TAKE-07")
def test_bottoms_make_no_difference_once_setup_is_done() -> None:
    """A bgw with a black bottom and a bwn with a white one, or the other way round: the same game."""
    places = "place A1 black; place C2 white; place D4 grey"
    one = tu.replay("reconstruction", 2, f"reveal bgw/black; reveal bwn/white; reveal gwn/grey; {places}")
    other = tu.replay("reconstruction", 2, f"reveal bwn/black; reveal bgw/white; reveal gwn/grey; {places}")
    assert one == other
    assert takes(one) == {"take bgw", "take bwn", "take gwn"}


@pytest.mark.forbids("TU-TAKE-07")
def test_after_setup_a_card_is_not_named_with_its_bottom() -> None:
    """Neither to take it nor to refill the market."""
    state = turn("bwn", "bwn", "bgw")
    assert refused(state, tu.Take("bwn/black")) == ["TU-FORM-02"]
    message = "after setup a card's bottom no longer matters: reveal bwn"
    assert objections(play(state, "take bwn"), "reveal bwn/black") == [("TU-TAKE-07", message)]


# --- a colour that ran out


@pytest.mark.allows("TU-TAKE-08")
def test_a_colour_that_ran_out_is_replaced_by_any_other() -> None:
    """No black floor is left: for the black one on the card blue takes a grey, a white or a brown one."""
    state = without_black("bgw", "gwn", "ggnn")
    assert takes(state) == {"take bgw +grey", "take bgw +white", "take bgw +brown", "take gwn", "take ggnn"}
    after = play(state, "take bgw +brown")
    assert after.players[0].stock == {"grey": 2, "white": 1, "brown": 1}
    assert after.ending == tu.Ending(tu.Cause.SHORTAGE, 0, 5)
    assert play(state, "take gwn").ending is None


@pytest.mark.allows("TU-TAKE-08")
def test_two_that_ran_out_are_two_to_choose() -> None:
    """Two black floors on the card and none left: two others are chosen freely, besides the two whites."""
    state = without_black("bbww", "gwn", "ggnn")
    assert takes(state, "bbww") == {
        "take bbww +grey +grey", "take bbww +white +white", "take bbww +brown +brown",
        "take bbww +grey +white", "take bbww +brown +grey", "take bbww +brown +white",
    }  # fmt: skip
    assert play(state, "take bbww +white +brown").players[0].stock == {"grey": 1, "white": 3, "brown": 1}


@pytest.mark.allows("TU-TAKE-08", "TU-TAKE-09")
def test_one_of_two_that_is_left_is_taken_and_the_other_replaced() -> None:
    """Two black floors on the card and one left: it is taken, and one other floor is chosen."""
    state = without_black("bbww", "gwn", "ggnn", left=1)
    assert takes(state, "bbww") == {"take bbww +grey", "take bbww +white", "take bbww +brown"}
    after = play(state, "take bbww +grey")
    assert after.players[0].stock == {"black": 1, "grey": 2, "white": 2}
    assert after.ending == tu.Ending(tu.Cause.SHORTAGE, 0, 5)


@pytest.mark.forbids("TU-TAKE-08")
def test_a_replacement_must_be_taken() -> None:
    """Under the French reading blue cannot go without the replacement while the container has a floor."""
    state = without_black("bgw", "bbww", "ggnn")
    message = "a floor that ran out must be replaced: choose 1 floor, not 0"
    assert objections(state, "take bgw") == [("TU-TAKE-08", message)]
    assert refused(state, "take bbww") == ["TU-TAKE-08"]
    assert refused(state, "take bbww +white") == ["TU-TAKE-08"]


@pytest.mark.forbids("TU-TAKE-08")
@pytest.mark.parametrize("reading", ["compulsory", "may_decline"])
def test_replacements_under_either_reading(reading: Any) -> None:
    """For one floor that ran out one other is taken, not two; and a colour that ran out does not replace itself."""
    state = without_black("bgw", "bbww", "ggnn", rulings=tu.Rulings(replacement=reading))
    message = "1 floor of bgw ran out: choose 1 floor, not 2"
    assert objections(state, "take bgw +grey +white") == [("TU-TAKE-08", message)]
    for move in ("take bgw +black", "take bbww +black +black", "take bbww +black +white"):
        assert refused(state, move) == ["TU-TAKE-08"]


@pytest.mark.allows("TU-TAKE-08")
def test_a_replacement_can_be_declined_under_the_polish_reading() -> None:
    """Where replacements are a right, blue can take one or go without; it is a shortage all the same."""
    state = without_black("bgw", "bbww", "ggnn", rulings=MAY_DECLINE)
    assert takes(state, "bgw") == {"take bgw", "take bgw +grey", "take bgw +white", "take bgw +brown"}
    after = play(state, "take bgw")
    assert after.players[0].stock == {"grey": 2, "white": 1}
    assert after.ending == tu.Ending(tu.Cause.SHORTAGE, 0, 5)
    # Of two replacements blue can take both, one, or none: six, three and one ways.
    assert len(takes(state, "bbww")) == 6 + 3 + 1
    assert play(state, "take bbww +grey").players[0].stock == {"grey": 2, "white": 2}


@pytest.mark.forbids("TU-TAKE-08", "TU-TAKE-03")
def test_declining_replacements_does_not_extend_to_multicolour_floors() -> None:
    """The card shows black, which ran out, and a multicolour floor: choose one floor at least, two at most."""
    state = container_of(0, 2, "bx", MAY_DECLINE)
    assert takes(state) == {"take bx +white", "take bx +white +white"}
    assert refused(state, "take bx") == ["TU-TAKE-03"]
    assert refused(state, "take bx +white +white +white")[0] == "TU-TAKE-08"
    compulsory = container_of(0, 2, "bx")
    assert takes(compulsory) == {"take bx +white +white"}
    assert refused(compulsory, "take bx +white") == ["TU-TAKE-08"]


# --- printed colours first, and the last floors


@pytest.mark.allows("TU-TAKE-09")
def test_a_multicolour_floor_is_taken_from_what_the_printed_ones_leave() -> None:
    """One black and two white floors are left; the card shows black and a multicolour one."""
    state = container_of(1, 2, "bx")
    assert takes(state) == {"take bx +white"}
    after = play(state, "take bx +white")
    assert after.players[0].stock == {"black": 3, "white": 1}
    assert (after.container, after.ending) == ({"white": 1}, None)


@pytest.mark.forbids("TU-TAKE-09")
def test_a_floor_that_the_card_itself_takes_cannot_be_chosen_too() -> None:
    """The only black floor is taken as printed, so neither a multicolour floor nor a replacement can be black."""
    assert refused(container_of(1, 2, "bx"), "take bx +black") == ["TU-TAKE-09"]
    assert refused(without_black("bbww", "gwn", "ggnn", left=1), "take bbww +black") == ["TU-TAKE-09"]


@pytest.mark.allows("TU-TAKE-08", "TU-TAKE-09")
def test_when_just_one_floor_is_left_it_is_all_that_a_card_gives() -> None:
    """One white floor is left: bbww gives it as printed, and bx gives it for black or the multicolour floor."""
    state = container_of(0, 1, "bbww")
    assert takes(state) == {"take bbww"}
    after = play(state, "take bbww")
    assert (after.players[0].stock, after.container, after.ending) == ({"black": 3, "white": 1}, {}, BY_BLUE)
    state = container_of(0, 1, "bx")
    assert takes(state) == {"take bx +white"}
    assert refused(state, "take bx") == ["TU-TAKE-03"]
    assert refused(state, "take bx +white +white") == ["TU-TAKE-03"]
    assert play(state, "take bx +white").ending == BY_BLUE


@pytest.mark.allows("TU-TAKE-09")
@pytest.mark.parametrize("card", ["bx", "xx", "bbww"])
def test_from_an_empty_container_nothing_is_taken(card: str) -> None:
    """The container is empty: any card can be taken, but it gives no floor, and there is nothing to choose."""
    state = container_of(0, 0, card)
    assert takes(state) == {f"take {card}"}
    after = play(state, f"take {card}")
    assert (after.players, after.ending) == (state.players, BY_BLUE)


@pytest.mark.forbids("TU-TAKE-03", "TU-TAKE-09")
def test_nothing_can_be_chosen_from_an_empty_container() -> None:
    """A floor that is not there is refused."""
    assert refused(container_of(0, 0, "xx"), "take xx +black +white") == ["TU-TAKE-03"]


@pytest.mark.forbids("TU-TAKE-03", "TU-TAKE-08", "TU-TAKE-09")
@pytest.mark.parametrize(
    ("card", "black", "white", "floors", "rule", "left", "chosen"),
    [
        ("bbww", 0, 2, ["black", "black"], "TU-TAKE-08", "nothing", "2 black"),
        ("bbww", 1, 3, ["black"], "TU-TAKE-09", "1 white", "1 black"),
        ("xx", 0, 3, ["black", "black"], "TU-TAKE-03", "3 white", "2 black"),
        ("bx", 1, 2, ["black"], "TU-TAKE-09", "2 white", "1 black"),
        ("xx", 0, 3, ["black", "white"], "TU-TAKE-03", "3 white", "1 black"),
    ],
)
def test_the_message_says_what_the_container_has(
    card: str, black: int, white: int, floors: list[str], rule: str, left: str, chosen: str
) -> None:
    """After the floors that the card itself takes. The rule is the one under which these floors were chosen."""
    message = f"after the printed floors the container has {left}: {chosen} cannot be had"
    assert (rule, message) in objections(container_of(black, white, card), tu.Take(card, floors))


# --- the ruling empty_container


@pytest.mark.allows("TU-TAKE-03", "TU-TAKE-09")
@pytest.mark.parametrize(("reading", "ending"), [("shortage", BY_BLUE), ("no_shortage", None)])
@pytest.mark.parametrize(("white", "move"), [(0, "take xx"), (1, "take xx +white")], ids=["none left", "one left"])
def test_a_multicolour_floor_from_an_empty_container(
    reading: Any, ending: tu.Ending | None, white: int, move: str
) -> None:
    """Two multicolour floors, and none or one in the container: a shortage under one reading only."""
    state = container_of(0, white, "xx", tu.Rulings(empty_container=reading))
    assert takes(state) == {move}
    after = play(state, move)
    assert (after.ending, after.container) == (ending, {})


@pytest.mark.allows("TU-TAKE-08")
@pytest.mark.parametrize("reading", ["shortage", "no_shortage"])
@pytest.mark.parametrize("card", ["bx", "bbww"])
def test_a_printed_colour_that_ran_out_is_a_shortage_under_either_reading(reading: Any, card: str) -> None:
    """The reading is about multicolour floors only."""
    state = container_of(0, 0, card, tu.Rulings(empty_container=reading))
    assert play(state, f"take {card}").ending == BY_BLUE


# --- a referee's order: the moment, the card, then how many floors, then which


@pytest.mark.forbids("TU-TAKE-01", "TU-TAKE-03", "TU-TURN-01", "TU-TURN-05")
def test_a_take_that_breaks_everything_is_explained_in_order() -> None:
    """Yellow takes, while the market is refilled, a card that is not there, with too many floors of a colour that ran out."""
    state = play(without_black("x-vbb", "gwn", "ggnn"), "take gwn")
    assert refused(state, "take xx +black +black +black", by=1) == [
        "TU-TURN-01", "TU-TURN-05", "TU-TAKE-01", "TU-TAKE-03", "TU-TAKE-03",
    ]  # fmt: skip
