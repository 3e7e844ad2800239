"""Taking a card: what it gives, what becomes of it, and what is done when floors or cards run out (TU-TAKE)."""

from importlib import resources
from typing import Any

import attrs
import pytest

import towerup as tu
from towerup.rulesets.tower_up.edition import Edition, edition_from_toml

from .tables import ONE_OF_EACH, SPREAD, doctored, noticed, played, refused


def turn(*market: str, **told: Any) -> tu.State:
    """Blue's turn in a game of two with these cards in the market and one floor of each colour in each stock."""
    seats = [{"stock": ONE_OF_EACH} | told.pop("mine", {}), {"stock": ONE_OF_EACH}]
    return tu.position(tu.setup(2), buildings=SPREAD, seats=seats, market=market, **told)


def without_black(*market: str, rulings: tu.Rulings | None = None, last: int = 0) -> tu.State:
    """Blue's turn in a game of four with no black floor (or so many) left: the other three have them all."""
    return tu.position(
        tu.setup(4, rulings=rulings),
        {"A1": tu.Building("brown"), "C2": tu.Building("white"), "D4": tu.Building("grey")},
        [{"stock": {"grey": 1}}, {"stock": {"black": 10}}, {"stock": {"black": 10}}, {"stock": {"black": 10 - last}}],
        market,
    )


def tiny_with(*cards: str) -> Edition:
    """The little edition for tests (four black floors, four white) with this deck."""
    text = (resources.files("towerup.rulesets.tower_up") / "editions" / "tiny.toml").read_text(encoding="utf-8")
    head, rest = text.split("[deck]")
    _, boards = rest.split("[boards.block]")
    deck = '[deck]\nprovenance = "reconstructed"\ncards = [' + ", ".join(cards) + "]\n"
    return edition_from_toml(f"{head}{deck}[boards.block]{boards}")


BLACK_AND_ANY = '{ floors = ["black", "any"], bottom = "black" }'
TWO_ANY = '{ floors = ["any", "any"], bottom = "any" }'
TWO_AND_TWO = '{ floors = ["black", "black", "white", "white"], bottom = "white" }'


def tight(card: str, black: int, white: int, rulings: tu.Rulings | None = None) -> tu.State:
    """Blue's turn with just so many floors in the container; black on N1 and white on S2 are the starting floors."""
    held = {"black": 3 - black, "white": 3 - white}
    # Three is the limit of a stock here: blue holds what black ones are not in the container, yellow the white ones.
    return tu.position(
        tu.setup(2, tiny_with(BLACK_AND_ANY, TWO_ANY, TWO_AND_TWO), starting_floors=2, rulings=rulings),
        {"N1": tu.Building("black"), "S2": tu.Building("white")},
        [{"stock": {"black": held["black"]}}, {"stock": {"white": held["white"]}}],
        [card],
    )


def stock_instead(state: tu.State, stock: dict[str, int], container: dict[str, int]) -> tu.State:
    """The same table with another stock before blue and other floors in the container."""
    blue, *others = state.table.seats
    return doctored(state, seats=[attrs.evolve(blue, stock=stock), *others], container=container)


def takes(state: tu.State) -> set[str]:
    """The ways to take a card that are on offer, none of them twice."""
    offered = [str(action) for action in tu.legal_actions(state) if isinstance(action, tu.Take)]
    assert len(set(offered)) == len(offered)
    return set(offered)


# --- the five example cards of the rulebook


@pytest.mark.allows("TU-TAKE-01", "TU-TAKE-02", "TU-TAKE-03", "TU-TAKE-04")
@pytest.mark.parametrize(
    ("action", "stock", "steps"),
    [
        ("take bbww", {"black": 3, "grey": 1, "white": 3, "brown": 1}, {}),
        ("take bwn", {"black": 2, "grey": 1, "white": 2, "brown": 2}, {}),
        ("take xx +grey +grey", {"black": 1, "grey": 3, "white": 1, "brown": 1}, {}),
        ("take xx +black +brown", {"black": 2, "grey": 1, "white": 1, "brown": 2}, {}),
        ("take x-vbb +white", {"black": 1, "grey": 1, "white": 2, "brown": 1}, {"black": 2}),
        ("take wn-vg", {"black": 1, "grey": 1, "white": 2, "brown": 2}, {"grey": 1}),
    ],
    ids=[
        "2 black + 2 white",
        "brown + white + black",
        "two of one's choice, alike",
        "two of one's choice, different",
        "black vehicle two steps + one of choice",
        "grey vehicle one step + white + brown",
    ],
)
def test_the_five_example_cards_of_the_rulebook(action: str, stock: dict[str, int], steps: dict[str, int]) -> None:
    """Each of the five cards that the rulebook shows gives blue, who has one floor of each colour, just what it says."""
    card = action.split()[1]
    market = [card, *[one for one in ("bbgg", "ggnn", "bgw") if one != card][:2]]
    before = turn(*market)
    after = played(before, action).table
    assert after.seats[0].stock == stock
    assert after.seats[0].vehicles == {"black": 0, "grey": 0, "white": 0, "brown": 0} | steps
    assert after.seats[1] == before.table.seats[1]
    for colour, held in stock.items():
        assert after.container[colour] == before.table.container[colour] + 1 - held


# --- TU-TAKE-01: a card of the market


@pytest.mark.allows("TU-TAKE-01")
def test_every_card_of_the_market_may_be_taken() -> None:
    """Three cards without a choice are three ways to take one."""
    assert takes(turn("bwn", "bbww", "wn-vg")) == {"take bwn", "take bbww", "take wn-vg"}


@pytest.mark.forbids("TU-TAKE-01")
def test_a_card_that_is_not_in_the_market_cannot_be_taken() -> None:
    """A card still in the pile, or one among the discards, cannot be taken."""
    state = turn("bwn", "bbww", "wn-vg", discards={"bgw": 1})
    assert refused(state, tu.Take("ggnn")) == {"TU-TAKE-01"}
    assert refused(state, tu.Take("bgw")) == {"TU-TAKE-01"}
    (broken,) = tu.explain(state, tu.Take("bgw"))
    assert all(card in broken.message for card in ("bwn", "bbww", "wn-vg"))


@pytest.mark.forbids("TU-TAKE-01")
def test_a_card_that_has_just_been_taken_is_gone() -> None:
    """The only bbww was taken by blue; yellow cannot have it."""
    state = played(turn("bwn", "bbww", "wn-vg"), "take bbww", "reveal ggnn")
    assert refused(state, tu.Take("bbww")) == {"TU-TAKE-01"}


# --- TU-TAKE-02: all coloured floors


@pytest.mark.allows("TU-TAKE-02")
def test_coloured_floors_leave_nothing_to_choose() -> None:
    """There is one way to take a card of coloured floors while the container has them."""
    assert takes(turn("bwn", "bgw", "bbww")) == {"take bwn", "take bgw", "take bbww"}


@pytest.mark.allows("TU-TAKE-02")
def test_the_very_last_floors_are_taken_without_a_shortage() -> None:
    """Two black and two white floors are in the container, and the card shows just these: all are taken, nothing lacks."""
    after = played(tight("bbww", black=2, white=2), "take bbww").table
    assert after.seats[0].stock == {"black": 3, "white": 2}
    assert (after.container, after.ending) == ({}, None)


@pytest.mark.forbids("TU-TAKE-02")
@pytest.mark.parametrize(
    "stock",
    [
        {"black": 1, "grey": 1, "white": 2, "brown": 2},
        {"black": 3, "grey": 1, "white": 2, "brown": 1},
        {"black": 3, "grey": 1, "white": 2, "brown": 2},
        ONE_OF_EACH,
    ],
    ids=["one left", "another instead", "one too many", "none taken"],
)
def test_a_stock_that_gains_other_than_the_card_shows_is_noticed(stock: dict[str, int]) -> None:
    """Blue takes black, white and brown: a floor left in the container, swapped or added is noticed."""
    before, action = turn("bwn", "bgw", "bbww"), tu.Take("bwn")
    after = tu.apply(before, action)
    container = {
        colour: after.table.container[colour] + after.table.seats[0].stock[colour] - stock[colour] for colour in stock
    }
    assert "TU-TAKE-02" in noticed(before, action, stock_instead(after, stock, container))
    assert noticed(before, action, doctored(after)) == set()


# --- TU-TAKE-03: multicolour floors


@pytest.mark.allows("TU-TAKE-03")
def test_two_multicolour_floors_are_any_two() -> None:
    """Of four colours two floors can be chosen in ten ways: four times two alike, six times two different ones."""
    assert takes(turn("xx", "bgw", "bbww")) - {"take bgw", "take bbww"} == {
        "take xx +black +black", "take xx +grey +grey", "take xx +white +white", "take xx +brown +brown",
        "take xx +black +grey", "take xx +black +white", "take xx +black +brown",
        "take xx +grey +white", "take xx +brown +grey", "take xx +brown +white",
    }  # fmt: skip


@pytest.mark.allows("TU-TAKE-03")
def test_the_order_in_which_floors_are_chosen_means_nothing() -> None:
    """White and black is the same choice as black and white."""
    state = turn("xx", "bgw", "bbww")
    assert tu.apply(state, tu.Take("xx", ["white", "black"])) == tu.apply(state, tu.Take("xx", ["black", "white"]))


@pytest.mark.forbids("TU-TAKE-03")
@pytest.mark.parametrize(
    ("card", "floors"),
    [
        ("xx", ["black", "black", "black"]),
        ("x-vbb", ["black", "white"]),
        ("bwn", ["black"]),
        ("bwn", ["black", "brown", "white"]),
    ],
)
def test_no_more_floors_are_chosen_than_the_card_has_multicolour_ones(card: str, floors: list[str]) -> None:
    """Three for two multicolour floors, two for one, or any at all for a card that has none, are too many."""
    assert refused(turn("xx", "x-vbb", "bwn"), tu.Take(card, floors)) == {"TU-TAKE-03"}


@pytest.mark.forbids("TU-TAKE-03")
def test_far_too_many_floors_are_just_too_many() -> None:
    """To ask for three hundred floors is refused like asking for three."""
    assert refused(turn("xx", "x-vbb", "bwn"), tu.Take("xx", ["black"] * 300)) == {"TU-TAKE-03"}


@pytest.mark.forbids("TU-TAKE-03")
@pytest.mark.parametrize(
    ("card", "floors"), [("xx", []), ("xx", ["black"]), ("x-vbb", [])], ids=["none of two", "one of two", "none of one"]
)
def test_a_multicolour_floor_that_can_be_had_may_not_be_left(card: str, floors: list[str]) -> None:
    """As many floors as the card has multicolour ones must be chosen while the container has them; fewer are refused."""
    state = turn("xx", "x-vbb", "bwn")
    assert refused(state, tu.Take(card, floors)) == {"TU-TAKE-03"}
    assert f"take {card}" + "".join(f" +{colour}" for colour in floors) not in takes(state)


@pytest.mark.forbids("TU-TAKE-03")
def test_a_colour_the_container_no_longer_has_cannot_be_chosen() -> None:
    """No black floor is left: a multicolour floor may be any other colour."""
    state = without_black("xx", "x-vbb", "gwn")
    assert refused(state, tu.Take("x-vbb", ["black"])) == {"TU-TAKE-03"}
    assert refused(state, tu.Take("xx", ["black", "white"])) == {"TU-TAKE-03"}
    assert {text for text in takes(state) if "x-vbb" in text} == {
        "take x-vbb +grey", "take x-vbb +white", "take x-vbb +brown",
    }  # fmt: skip


@pytest.mark.forbids("TU-TAKE-03")
def test_one_floor_left_cannot_be_chosen_twice() -> None:
    """With a single black floor left, two multicolour floors cannot both be black; one of them can."""
    state = without_black("xx", "x-vbb", "gwn", last=1)
    assert refused(state, tu.Take("xx", ["black", "black"])) == {"TU-TAKE-03"}
    assert tu.explain(state, tu.Take("xx", ["black", "white"])) == ()


# --- TU-TAKE-04: vehicles


@pytest.mark.allows("TU-TAKE-04")
def test_a_vehicle_moves_from_where_it_stands() -> None:
    """Black stands at five and moves two steps to seven; the others, and yellow's, stay."""
    state = turn("x-vbb", "bgw", "bbww", mine={"vehicles": {"black": 5, "white": 1}})
    after = played(state, "take x-vbb +black").table
    assert after.seats[0].vehicles == {"black": 7, "grey": 0, "white": 1, "brown": 0}
    assert after.seats[1].vehicles == {"black": 0, "grey": 0, "white": 0, "brown": 0}


@pytest.mark.allows("TU-TAKE-04")
def test_two_vehicles_of_different_colours_move_one_step_each() -> None:
    """In the small town a card shows a white and a brown vehicle: each moves one step."""
    state = tu.position(
        tu.setup(2, "small"), {"A1": tu.Building("black"), "D3": tu.Building("white")}, [{}, {}], ["bg-vwn", "xx"]
    )
    after = played(state, "take bg-vwn").table
    assert after.seats[0].vehicles == {"black": 0, "grey": 0, "white": 1, "brown": 1}
    assert after.seats[0].stock == {"black": 1, "grey": 1}


@pytest.mark.forbids("TU-TAKE-04")
@pytest.mark.parametrize(
    "vehicles",
    [{"black": 1}, {"black": 3}, {}, {"white": 2}, {"black": 2, "white": 1}],
    ids=["one step", "three steps", "none", "the colour of the floor", "another one too"],
)
def test_vehicles_that_move_otherwise_are_noticed(vehicles: dict[str, int]) -> None:
    """The card shows two black vehicles: one step, three, none, or a step of another colour are noticed."""
    before, action = turn("x-vbb", "bgw", "bbww"), tu.Take("x-vbb", ["white"])
    after = tu.apply(before, action)
    blue, yellow = after.table.seats
    assert "TU-TAKE-04" in noticed(
        before, action, doctored(after, seats=[attrs.evolve(blue, vehicles=vehicles), yellow])
    )


@pytest.mark.forbids("TU-TAKE-04")
def test_nobody_elses_vehicle_moves() -> None:
    """If yellow's black vehicle moves when blue takes the card, a law notices."""
    before, action = turn("x-vbb", "bgw", "bbww"), tu.Take("x-vbb", ["white"])
    after = tu.apply(before, action)
    blue, yellow = after.table.seats
    both = [blue, attrs.evolve(yellow, vehicles={"black": 2})]
    assert noticed(before, action, doctored(after, seats=both))


# --- TU-TAKE-05: discard and refill


@pytest.mark.allows("TU-TAKE-05")
def test_the_card_is_discarded_and_the_market_refilled_at_once() -> None:
    """The card taken lies with the discards; then a card from the pile makes the market three again."""
    state = played(turn("bwn", "bgw", "bbww", discards={"bwn": 1}), "take bwn")
    assert state.table.discards == {"bwn": 2}
    assert sorted(state.table.market) == ["bbww", "bgw"]
    assert state.actor is tu.CHANCE
    state = played(state, "reveal wn-vg")
    assert sorted(state.table.market) == ["bbww", "bgw", "wn-vg"]
    assert "wn-vg" not in state.table.pile


@pytest.mark.forbids("TU-TAKE-05")
def test_a_card_that_is_not_in_the_pile_cannot_refill_the_market() -> None:
    """The only bbww lies with the discards and the only ggnn in the market: neither can be revealed."""
    state = played(turn("bwn", "bgw", "ggnn", discards={"bbww": 1}), "take bwn")
    assert refused(state, tu.Reveal("bbww")) == {"TU-TAKE-05"}
    assert refused(state, tu.Reveal("ggnn")) == {"TU-TAKE-05"}


@pytest.mark.forbids("TU-TAKE-05")
def test_a_card_just_taken_does_not_come_back_while_the_pile_lasts() -> None:
    """Blue takes the only bbww: it is among the discards, not in the pile, so it cannot refill the market."""
    state = played(turn("bwn", "bgw", "bbww"), "take bbww")
    assert refused(state, tu.Reveal("bbww")) == {"TU-TAKE-05"}


@pytest.mark.forbids("TU-TAKE-05")
def test_a_market_that_is_not_refilled_is_noticed() -> None:
    """If play goes on with two cards in the market, or the card taken stays there, a law notices."""
    before, action = turn("bwn", "bgw", "bbww"), tu.Take("bwn")
    after = tu.apply(before, action)
    assert "TU-TAKE-05" in noticed(before, action, doctored(after, phase="turn", seat=1))
    assert "TU-TAKE-05" in noticed(before, action, doctored(after, market=before.table.market, discards={}))
    with pytest.raises(tu.ImpossiblePosition) as caught:
        turn("bwn", "bgw")
    law = next(law for law in tu.STATE_LAWS if law.name == "cards_accounted_for")
    assert "TU-TAKE-05" in law.rules
    assert {one.id for one in caught.value.violations} <= set(law.rules)


# --- TU-TAKE-06: an empty pile


def deck_but(*market: str, left: dict[str, int]) -> dict[str, int]:
    """Discards of the whole game's deck such that only these cards are left in the pile."""
    edition = tu.load_edition("reconstruction")
    deck = {kind.id: count for kind, count in zip(edition.kinds, edition.cards_of_kind, strict=True)}
    gone = {kind: count - market.count(kind) - left.get(kind, 0) for kind, count in deck.items()}
    return {kind: count for kind, count in gone.items() if count}


@pytest.mark.allows("TU-TAKE-06")
def test_the_card_just_taken_is_shuffled_in_with_the_discards() -> None:
    """The pile is empty and blue takes the only bbww: it is shuffled with the 41 discards and may come right back."""
    market = ("bbww", "bgw", "xx")
    state = turn(*market, discards=deck_but(*market, left={}))
    assert sum(state.table.discards.values()) == 41
    assert state.table.pile == {}
    state = played(state, "take bbww")
    assert state.table.discards == {}
    assert sum(state.table.pile.values()) == 42
    assert state.table.pile["bbww"] == 1
    state = played(state, "reveal bbww")
    assert "bbww" in state.table.market
    assert sum(state.table.pile.values()) == 41


@pytest.mark.allows("TU-TAKE-06")
def test_the_discards_stay_until_a_card_is_wanted() -> None:
    """The last card of the pile comes into the market: the pile is empty and the discards are left lying, for now."""
    market = ("bbww", "bgw", "xx")
    state = turn(*market, discards=deck_but(*market, left={"ggnn": 1}))
    state = played(state, "take bbww")
    assert state.table.pile == {"ggnn": 1}
    assert sum(state.table.discards.values()) == 41
    assert tu.chances(state) == ((tu.Reveal("ggnn"), 1),)
    state = played(state, "reveal ggnn")
    assert state.table.pile == {}
    assert sum(state.table.discards.values()) == 41
    # Yellow founds: no card is wanted, and still nothing is shuffled. Then blue takes a card.
    state = played(state, "found A2 white roof A2")
    assert sum(state.table.discards.values()) == 41
    state = played(state, "take bgw")
    assert (sum(state.table.discards.values()), sum(state.table.pile.values())) == (0, 42)


@pytest.mark.forbids("TU-TAKE-06")
def test_a_discard_does_not_come_while_the_pile_has_a_card() -> None:
    """One card is left in the pile: it is the one that comes, and none of the discards."""
    market = ("bbww", "bgw", "xx")
    state = played(turn(*market, discards=deck_but(*market, left={"ggnn": 1})), "take bbww")
    assert refused(state, tu.Reveal("bwn")) == {"TU-TAKE-05"}


@pytest.mark.forbids("TU-TAKE-06")
def test_discards_shuffled_too_early_are_noticed() -> None:
    """If the discards are shuffled in when the last card comes, before another is wanted, a law notices."""
    market = ("bbww", "bgw", "xx")
    before = played(turn(*market, discards=deck_but(*market, left={"ggnn": 1})), "take bbww")
    action = tu.Reveal("ggnn")
    after = tu.apply(before, action)
    early = doctored(after, pile=after.table.discards, discards={})
    assert "TU-TAKE-06" in noticed(before, action, early)


@pytest.mark.forbids("TU-TAKE-06")
def test_a_market_that_waits_for_a_card_from_an_empty_pile_is_impossible() -> None:
    """While a card is wanted the pile has one: a table that waits for a card with an empty pile is refused."""
    market = ("bgw", "xx")
    with pytest.raises(tu.ImpossiblePosition) as caught:
        turn(*market, discards=deck_but(*market, left={}), phase="reveal")
    assert "TU-TAKE-06" in {one.id for one in caught.value.violations}


# --- TU-TAKE-07: two alike


@pytest.mark.allows("TU-TAKE-07")
def test_the_same_card_twice_is_one_choice() -> None:
    """With two or three bwn cards in the market there is one way to take a bwn."""
    assert takes(turn("bwn", "bwn", "bgw")) == {"take bwn", "take bgw"}
    assert takes(turn("bwn", "bwn", "bwn")) == {"take bwn"}
    short = without_black("bgw", "gwn", "bgw")
    assert takes(short) == {"take bgw +grey", "take bgw +white", "take bgw +brown", "take gwn"}


@pytest.mark.allows("TU-TAKE-07")
def test_taking_one_of_two_alike_leaves_the_other() -> None:
    """Blue takes one bwn of two: the other is still there for yellow, and can be taken next."""
    state = played(turn("bwn", "bwn", "bgw"), "take bwn")
    assert sorted(state.table.market) == ["bgw", "bwn"]
    assert state.table.discards == {"bwn": 1}
    assert played(state, "reveal xx", "take bwn").table.discards == {"bwn": 2}


@pytest.mark.allows("TU-TAKE-07")
def test_bottoms_make_no_difference_once_setup_is_done() -> None:
    """A bgw with a black bottom and a bwn with a white one, or the other way round: the same starting floors, the same game."""
    games = [
        played(
            tu.new_game(2), *(f"reveal {card}" for card in cards), "place A1 black", "place C2 white", "place D4 grey"
        )
        for cards in (("bgw/black", "bwn/white", "gwn/grey"), ("bwn/black", "bgw/white", "gwn/grey"))
    ]
    assert games[0] == games[1]
    assert takes(games[0]) == {"take bgw", "take bwn", "take gwn"}


@pytest.mark.forbids("TU-TAKE-07")
def test_after_setup_a_card_is_not_named_with_its_bottom() -> None:
    """To refill the market with a bwn/black is refused, since bottoms no longer matter; nor is a bwn/black taken."""
    state = turn("bwn", "bwn", "bgw")
    assert refused(state, tu.Take("bwn/black")) == {"TU-FORM-02"}
    assert refused(tu.apply(state, tu.Take("bwn")), tu.Reveal("bwn/black")) == {"TU-TAKE-07"}


@pytest.mark.forbids("TU-TAKE-07")
def test_two_alike_that_both_go_are_noticed() -> None:
    """If both bwn cards leave the market when one is taken, a law notices."""
    before, action = turn("bwn", "bwn", "bgw"), tu.Take("bwn")
    after = tu.apply(before, action)
    assert "TU-TAKE-07" in noticed(before, action, doctored(after, market=["bgw"], discards={"bwn": 2}))


# --- TU-TAKE-08: replacements


@pytest.mark.allows("TU-TAKE-08")
def test_a_colour_that_ran_out_is_replaced_by_any_other() -> None:
    """No black floor is left: for the black one on the card blue takes a grey, a white or a brown one."""
    state = without_black("bgw", "gwn", "ggnn")
    assert takes(state) == {"take bgw +grey", "take bgw +white", "take bgw +brown", "take gwn", "take ggnn"}
    after = played(state, "take bgw +brown").table
    # Blue had one grey floor; the card gives grey and white, and brown for black.
    assert after.seats[0].stock == {"grey": 2, "white": 1, "brown": 1}
    assert after.ending == tu.EndComing("shortage", 0)


@pytest.mark.allows("TU-TAKE-08")
def test_a_card_without_the_lacking_colour_is_taken_as_ever() -> None:
    """That black ran out matters only to a card that shows black; another one is no shortage."""
    assert played(without_black("bgw", "gwn", "ggnn"), "take gwn").table.ending is None


@pytest.mark.allows("TU-TAKE-08")
def test_two_that_ran_out_are_two_to_choose() -> None:
    """Two black floors on the card and none left: two others are chosen freely, alike or not, besides the two whites."""
    state = without_black("bbww", "gwn", "ggnn")
    assert {text for text in takes(state) if "bbww" in text} == {
        "take bbww +grey +grey", "take bbww +white +white", "take bbww +brown +brown",
        "take bbww +grey +white", "take bbww +brown +grey", "take bbww +brown +white",
    }  # fmt: skip
    after = played(state, "take bbww +white +brown").table
    assert after.seats[0].stock == {"grey": 1, "white": 3, "brown": 1}


@pytest.mark.allows("TU-TAKE-08", "TU-TAKE-09")
def test_one_of_two_that_is_left_is_taken_and_the_other_replaced() -> None:
    """Two black floors on the card and one left: it is taken, and one other floor is chosen."""
    state = without_black("bbww", "gwn", "ggnn", last=1)
    assert {text for text in takes(state) if "bbww" in text} == {
        "take bbww +grey", "take bbww +white", "take bbww +brown",
    }  # fmt: skip
    after = played(state, "take bbww +grey").table
    assert after.seats[0].stock == {"black": 1, "grey": 2, "white": 2}
    assert after.ending == tu.EndComing("shortage", 0)


@pytest.mark.forbids("TU-TAKE-08")
def test_a_replacement_must_be_taken() -> None:
    """Under the French reading blue may not go without the replacement while the container has a floor."""
    state = without_black("bgw", "bbww", "ggnn")
    assert refused(state, tu.Take("bgw")) == {"TU-TAKE-08"}
    assert refused(state, tu.Take("bbww")) == {"TU-TAKE-08"}
    assert refused(state, tu.Take("bbww", ["white"])) == {"TU-TAKE-08"}


@pytest.mark.forbids("TU-TAKE-08")
@pytest.mark.parametrize("reading", ["compulsory", "may_decline"])
def test_no_more_replacements_than_floors_that_ran_out(reading: Any) -> None:
    """For one floor that ran out one other is taken, not two, under either reading."""
    state = without_black("bgw", "gwn", "ggnn", rulings=tu.Rulings(replacement=reading))
    assert refused(state, tu.Take("bgw", ["grey", "white"])) == {"TU-TAKE-08"}


@pytest.mark.forbids("TU-TAKE-08")
@pytest.mark.parametrize("reading", ["compulsory", "may_decline"])
def test_a_colour_that_ran_out_does_not_replace_itself(reading: Any) -> None:
    """No black floor is left, so none can be taken in place of a black one, under either reading."""
    state = without_black("bgw", "bbww", "ggnn", rulings=tu.Rulings(replacement=reading))
    assert refused(state, tu.Take("bgw", ["black"])) == {"TU-TAKE-08"}
    assert refused(state, tu.Take("bbww", ["black", "black"])) == {"TU-TAKE-08"}
    assert refused(state, tu.Take("bbww", ["black", "white"])) == {"TU-TAKE-08"}


@pytest.mark.allows("TU-TAKE-08")
def test_a_replacement_may_be_declined_under_the_polish_reading() -> None:
    """Where replacements are a right, blue may take one or go without; it is a shortage all the same."""
    state = without_black("bgw", "bbww", "ggnn", rulings=tu.Rulings(replacement="may_decline"))
    assert {text for text in takes(state) if "bgw" in text} == {
        "take bgw", "take bgw +grey", "take bgw +white", "take bgw +brown",
    }  # fmt: skip
    without = played(state, "take bgw").table
    assert without.seats[0].stock == {"grey": 2, "white": 1}
    assert without.ending == tu.EndComing("shortage", 0)
    # Of two replacements blue may take both, one, or none: six, three and one ways.
    assert len([text for text in takes(state) if "bbww" in text]) == 6 + 3 + 1
    assert played(state, "take bbww +grey").table.seats[0].stock == {"grey": 2, "white": 2}


@pytest.mark.forbids("TU-TAKE-08", "TU-TAKE-03")
def test_declining_replacements_does_not_extend_to_multicolour_floors() -> None:
    """The card shows black, which ran out, and a multicolour floor: one floor at least must be chosen, two at most."""
    state = tight("bx", black=0, white=2, rulings=tu.Rulings(replacement="may_decline"))
    assert takes(state) == {"take bx +white", "take bx +white +white"}
    assert refused(state, tu.Take("bx")) == {"TU-TAKE-03"}
    assert refused(state, tu.Take("bx", ["white"] * 3)) >= {"TU-TAKE-08"}
    compulsory = tight("bx", black=0, white=2)
    assert takes(compulsory) == {"take bx +white +white"}
    assert refused(compulsory, tu.Take("bx", ["white"])) == {"TU-TAKE-08"}


@pytest.mark.forbids("TU-TAKE-08")
def test_a_replacement_that_is_not_taken_is_noticed() -> None:
    """If blue's stock does not gain the replacement that was named, a law notices."""
    before, action = without_black("bgw", "gwn", "ggnn"), tu.Take("bgw", ["brown"])
    after = tu.apply(before, action)
    container = {**after.table.container, "brown": after.table.container["brown"] + 1}
    assert "TU-TAKE-08" in noticed(before, action, stock_instead(after, {"grey": 2, "white": 1}, container))


# --- TU-TAKE-09: printed colours first, and the last floors


@pytest.mark.allows("TU-TAKE-09")
def test_a_multicolour_floor_is_taken_from_what_the_printed_ones_leave() -> None:
    """One black and two white floors are left; the card shows black and a multicolour one: black is taken, then white."""
    state = tight("bx", black=1, white=2)
    assert takes(state) == {"take bx +white"}
    after = played(state, "take bx +white").table
    assert after.seats[0].stock == {"black": 3, "white": 1}
    assert (after.container, after.ending) == ({"white": 1}, None)


@pytest.mark.forbids("TU-TAKE-09")
def test_a_floor_that_the_card_itself_takes_cannot_be_chosen_too() -> None:
    """The only black floor is taken for the printed one, so the multicolour one cannot be black."""
    assert refused(tight("bx", black=1, white=2), tu.Take("bx", ["black"])) == {"TU-TAKE-09"}


@pytest.mark.forbids("TU-TAKE-09")
def test_a_replacement_cannot_be_a_floor_that_the_card_itself_takes() -> None:
    """One black floor is left and the card shows two: it is taken as printed, and cannot replace itself."""
    assert refused(without_black("bbww", "gwn", "ggnn", last=1), tu.Take("bbww", ["black"])) == {"TU-TAKE-09"}


@pytest.mark.allows("TU-TAKE-08", "TU-TAKE-09")
def test_when_just_one_floor_is_left_only_it_can_be_had() -> None:
    """One white floor is left: the card of two and two gives it as printed, and nothing is left for the other three."""
    state = tight("bbww", black=0, white=1)
    assert takes(state) == {"take bbww"}
    after = played(state, "take bbww").table
    assert after.seats[0].stock == {"black": 3, "white": 1}
    assert (after.container, after.ending) == ({}, tu.EndComing("shortage", 0))


@pytest.mark.allows("TU-TAKE-08", "TU-TAKE-09")
@pytest.mark.forbids("TU-TAKE-08")
def test_when_just_one_floor_is_left_it_replaces_what_ran_out() -> None:
    """One white floor is left and the card shows black and a multicolour one: the white one is taken, and must be."""
    state = tight("bx", black=0, white=1)
    assert takes(state) == {"take bx +white"}
    assert refused(state, tu.Take("bx")) == {"TU-TAKE-03"}
    assert "TU-TAKE-03" in refused(state, tu.Take("bx", ["white", "white"]))
    assert played(state, "take bx +white").table.ending == tu.EndComing("shortage", 0)


@pytest.mark.allows("TU-TAKE-09")
@pytest.mark.parametrize("card", ["bx", "xx", "bbww"])
def test_from_an_empty_container_nothing_is_taken(card: str) -> None:
    """The container is empty: any card may be taken, but it gives no floor, and there is nothing to choose."""
    state = tight(card, black=0, white=0)
    assert state.table.container == {}
    assert takes(state) == {f"take {card}"}
    after = played(state, f"take {card}").table
    assert after.seats == state.table.seats
    assert after.ending == tu.EndComing("shortage", 0)


@pytest.mark.forbids("TU-TAKE-03", "TU-TAKE-09")
def test_nothing_can_be_chosen_from_an_empty_container() -> None:
    """To choose a floor that is not there is refused."""
    assert refused(tight("xx", black=0, white=0), tu.Take("xx", ["black", "white"])) == {"TU-TAKE-03"}


@pytest.mark.forbids("TU-TAKE-09")
def test_floors_out_of_an_empty_container_are_noticed() -> None:
    """If a stock gains a floor that the container did not have, a law notices."""
    before, action = tight("xx", black=0, white=0), tu.Take("xx")
    after = tu.apply(before, action)
    assert "TU-TAKE-09" in noticed(before, action, stock_instead(after, {"black": 3, "white": 1}, {}))


# --- the ruling empty_container


@pytest.mark.allows("TU-TAKE-03", "TU-TAKE-09")
@pytest.mark.parametrize(("reading", "ending"), [("shortage", tu.EndComing("shortage", 0)), ("no_shortage", None)])
@pytest.mark.parametrize(("white", "action"), [(0, "take xx"), (1, "take xx +white")], ids=["none left", "one left"])
def test_a_multicolour_floor_that_cannot_be_had(
    reading: Any, ending: tu.EndComing | None, white: int, action: str
) -> None:
    """Two multicolour floors, and none or one in the container: a shortage under one reading, and none under the other."""
    state = tight("xx", black=0, white=white, rulings=tu.Rulings(empty_container=reading))
    assert takes(state) == {action}
    after = played(state, action).table
    assert after.ending == ending
    assert after.container == {}


@pytest.mark.allows("TU-TAKE-08")
@pytest.mark.parametrize("reading", ["shortage", "no_shortage"])
@pytest.mark.parametrize("card", ["bx", "bbww"])
def test_a_printed_colour_that_cannot_be_had_is_a_shortage_under_either_reading(reading: Any, card: str) -> None:
    """The reading is about multicolour floors only: black that ran out is a shortage in any case."""
    state = tight(card, black=0, white=0, rulings=tu.Rulings(empty_container=reading))
    assert played(state, f"take {card}").table.ending == tu.EndComing("shortage", 0)


@pytest.mark.allows("TU-TAKE-04")
def test_vehicles_move_though_no_floor_can_be_had() -> None:
    """From an empty container the card gives no floor, but its vehicle moves all the same."""
    state = tu.position(
        tu.setup(2, "tiny", starting_floors=2),
        {"N1": tu.Building("black"), "S2": tu.Building("white")},
        [{"stock": {"black": 3}}, {"stock": {"white": 3}}],
        ["x-vw"],
    )
    after = played(state, "take x-vw").table
    assert after.seats[0].vehicles == {"black": 0, "white": 1}
    assert after.seats[0].stock == {"black": 3}
