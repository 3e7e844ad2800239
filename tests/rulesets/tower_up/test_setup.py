"""Setting up a game: boards, market, starting floors, what players start with, objectives, chips (TU-SETUP)."""

from itertools import combinations
from pathlib import Path
from typing import Any

import attrs
import pytest

import towerup as tu
from towerup.rulesets.tower_up.edition import edition_from_toml
from towerup.rulesets.tower_up.setup import setup_for

from .tables import doctored, noticed, played, refused

START = ("four-colours", "park", "five-districts")

STAR = """
# A hub with three sites around it, so small that a starting floor can find no site.
format = "towerup-edition"
version = 1
name = "star"
title = "A hub and three sites"
floors = { provenance = "reconstructed", colours = { black = 5, white = 6 } }
roofs = { provenance = "reconstructed", colours = ["blue", "yellow"], each = 2 }
stock = { provenance = "reconstructed", limit = 4 }
market = { provenance = "reconstructed", cards = 1 }
track = { provenance = "reconstructed", worth = [0, 1, 2], stars = [1] }
cone = { provenance = "reconstructed", worth = [1] }
chips = { provenance = "reconstructed", players = { 2 = [2, 1] } }
starting_floors = { provenance = "reconstructed", most = { 2 = 5 } }

[objectives]
provenance = "reconstructed"
in_play = 1
cards = [{ id = "both", title = "Present in both colours", kind = "colours", start = true }]

[deck]
provenance = "reconstructed"
cards = [
  { floors = ["black"], bottom = "black", count = 3 },
  { floors = ["white"], bottom = "white", count = 4 },
  { floors = ["any"], bottom = "any", count = 3 },
]

[boards.star]
provenance = "reconstructed"
players = [2]
size = [300, 300]
districts = [{ id = "D", name = "All" }]
sites = [
  { id = "Hub", district = "D", at = [150, 150] },
  { id = "P1", district = "D", at = [50, 50] },
  { id = "P2", district = "D", at = [250, 50] },
  { id = "P3", district = "D", at = [150, 280] },
]
roads = [["Hub", "P1"], ["Hub", "P2"], ["Hub", "P3"]]
"""


def broken_laws(state: tu.State) -> set[str]:
    """The rules whose laws notice that no game can be so."""
    return {id for law in tu.STATE_LAWS if any(law.broken_by(state)) for id in law.rules}


def star(*cards: str, black: int = 5) -> tu.State:
    """The game on the star, once these cards have been revealed for as many starting floors."""
    edition = edition_from_toml(STAR.replace("black = 5", f"black = {black}"))
    return played(tu.new_game(2, edition=edition, starting_floors=len(cards)), *(f"reveal {card}" for card in cards))


def waiting_to_place(*cards: str, players: int = 2) -> tu.State:
    """The whole game, once these cards have been revealed."""
    floors = max(3, len(cards))
    return played(tu.new_game(players, starting_floors=floors), *(f"reveal {card}" for card in cards))


# --- TU-SETUP-01: the board


@pytest.mark.allows("TU-SETUP-01")
@pytest.mark.parametrize(("players", "name", "sites"), [(2, "half", 30), (3, "full", 48), (4, "full", 48)])
def test_the_board_goes_with_the_number_of_players(players: int, name: str, sites: int) -> None:
    """Two play on the half board, three and four on the full one; both have five districts."""
    board = tu.new_game(players).setup.board
    assert (board.name, len(board.sites), len(board.districts)) == (name, sites, 5)
    assert {site.district for site in board.sites} == {"A", "B", "C", "D", "E"}


@pytest.mark.forbids("TU-SETUP-01")
@pytest.mark.parametrize("players", [0, 1, 5, -2, ["blue"], ["blue", "yellow", "orange", "green", "blue"], []])
def test_nobody_plays_alone_or_with_five(players: int | list[str]) -> None:
    """One player or five cannot set up a game, and are told that it is for two, three or four."""
    with pytest.raises(tu.SetupError, match="for 2, 3, 4 players, not"):
        tu.new_game(players)


@pytest.mark.forbids("TU-SETUP-01")
def test_a_third_player_at_a_table_for_two_is_noticed() -> None:
    """Three sets of roofs and vehicles at the half board, which is for two, break the law that the setup fits."""
    state = tu.new_game(2)
    crowded = attrs.evolve(state, players=(*state.players, state.players[0]))
    law = next(law for law in tu.STATE_LAWS if "TU-SETUP-01" in law.rules)
    assert [one.rule for one in law.broken_by(crowded)] == ["TU-SETUP-01"]
    assert not any(law.broken_by(state))


# --- TU-SETUP-02: the first market


@pytest.mark.allows("TU-SETUP-02")
def test_three_cards_of_the_shuffled_pile_are_the_market() -> None:
    """All 44 cards can come first; after three reveals these three are the market and 41 are left."""
    state = tu.new_game(4)
    assert state.actor is tu.CHANCE
    assert sum(weight for _, weight in tu.chances(state)) == 44
    assert len(tu.chances(state)) == 35  # the deck has 35 different printed cards
    state = played(state, "reveal bwn/white", "reveal bbgg/black")
    assert sorted(state.table.market) == ["bbgg", "bwn"]
    assert (state.actor, sum(state.table.pile.values())) == (tu.CHANCE, 42)
    state = played(state, "reveal bwn/brown")
    assert sorted(state.table.market) == ["bbgg", "bwn", "bwn"]
    assert (state.actor, sum(state.table.pile.values())) == (0, 41)


@pytest.mark.allows("TU-SETUP-02")
def test_a_card_comes_as_often_as_there_are_such_cards() -> None:
    """There are two bgw cards with a black bottom and one with a white one, so the first come twice as easily."""
    chances = {str(action): weight for action, weight in tu.chances(tu.new_game(2))}
    assert (chances["reveal bgw/black"], chances["reveal bgw/white"], chances["reveal xx/any"]) == (2, 1, 2)


@pytest.mark.forbids("TU-SETUP-02")
def test_a_card_that_has_been_revealed_cannot_come_again() -> None:
    """There is one card of two black and two grey floors: it cannot be revealed twice."""
    state = played(tu.new_game(2), "reveal bbgg/black")
    assert refused(state, tu.Reveal("bbgg/black")) == {"TU-SETUP-02"}


@pytest.mark.forbids("TU-SETUP-02")
def test_a_market_that_is_not_what_was_revealed_is_noticed() -> None:
    """If the card revealed does not come into the market, or a fourth one does, a law notices."""
    before, action = tu.new_game(2), tu.Reveal("bbgg/black")
    after = tu.apply(before, action)
    assert "TU-SETUP-02" in noticed(before, action, doctored(after, market=[]))
    before, action = waiting_for_extra(), tu.Reveal("bwn/black")
    after = tu.apply(before, action)
    assert "TU-SETUP-02" in noticed(before, action, doctored(after, market=[*after.table.market, "bwn"]))


def waiting_for_extra() -> tu.State:
    """A game with five starting floors whose market is full: two further cards are wanted for their colours."""
    return played(tu.new_game(2, starting_floors=5), "reveal bbgg/black", "reveal ggww/grey", "reveal wwnn/white")


# --- TU-SETUP-03: a starting floor for each card


@pytest.mark.allows("TU-SETUP-03")
def test_starting_floors_have_the_colours_at_the_bottoms_in_the_order_of_the_cards() -> None:
    """The rulebook's example: bottoms of black, grey and white give a black, a grey and a white floor, in this order."""
    state = waiting_to_place("bwn/black", "bgn/grey", "gwn/white")
    assert state.table.starting == ("black", "grey", "white")
    assert {action.colour for action in tu.legal_actions(state) if isinstance(action, tu.Place)} == {"black"}
    state = played(state, "place A1 black", "place C2 grey", "place D4 white")
    assert {site: one.colour for site, one in state.table.buildings.items()} == {
        "A1": "black",
        "C2": "grey",
        "D4": "white",
    }
    assert state.table.phase == "turn"
    # Thirty of each, less one for each of the two stocks, less the starting floors.
    assert state.table.container == {"black": 27, "grey": 27, "white": 27, "brown": 28}


@pytest.mark.allows("TU-SETUP-03")
def test_the_order_of_the_starting_floors_is_that_of_the_cards_not_of_the_colours() -> None:
    """Cards that come as white, black, grey are placed as white, black, grey."""
    assert waiting_to_place("gwn/white", "bwn/black", "bgn/grey").table.starting == ("white", "black", "grey")


@pytest.mark.forbids("TU-SETUP-03")
def test_a_starting_floor_of_another_colour_is_refused() -> None:
    """The next card has a black bottom, so neither the colour of a later card nor any other will do."""
    state = waiting_to_place("bwn/black", "bgn/grey", "gwn/white")
    assert refused(state, tu.Place("A1", "grey")) == {"TU-SETUP-03"}
    assert refused(state, tu.Place("A1", "brown")) == {"TU-SETUP-03"}


@pytest.mark.forbids("TU-SETUP-03", "TU-TURN-05")
def test_no_starting_floor_before_all_cards_are_revealed() -> None:
    """While a card is still to be revealed, no floor is placed, though the first card's colour is known."""
    state = played(tu.new_game(2), "reveal bwn/black", "reveal bgn/grey")
    assert refused(state, tu.Place("A1", "black")) == {"TU-TURN-05"}
    floor = tu.apply(waiting_to_place("bwn/black", "bgn/grey", "gwn/white"), tu.Place("A1", "black"))
    assert "TU-SETUP-13" in broken_laws(
        attrs.evolve(state, towers=floor.towers, plots=floor.plots, painted=floor.painted)
    )


@pytest.mark.forbids("TU-SETUP-03")
def test_in_setup_a_card_is_revealed_with_its_bottom() -> None:
    """Bottoms matter in setup: to reveal just a bwn is refused, and the three printed cards of that kind are named."""
    state = tu.new_game(2)
    assert refused(state, tu.Reveal("bwn")) == {"TU-SETUP-03"}
    (broken,) = tu.explain(state, tu.Reveal("bwn"))
    assert "bwn/black or bwn/white or bwn/brown" in broken.message


@pytest.mark.forbids("TU-SETUP-03")
def test_starting_floors_left_over_when_play_has_begun_are_impossible() -> None:
    """A turn cannot begin while a starting floor is still to be placed."""
    with pytest.raises(tu.ImpossiblePosition) as caught:
        tu.position(
            tu.setup(2),
            {"A1": tu.Building("black"), "C2": tu.Building("grey"), "D4": tu.Building("white")},
            [{}, {}],
            ["bwn", "bgn", "gwn"],
            starting=["black"],
        )
    assert {one.id for one in caught.value.violations} == {"TU-SETUP-03"}


@pytest.mark.forbids("TU-SETUP-03")
def test_a_starting_floor_of_the_wrong_colour_on_the_board_is_noticed() -> None:
    """If a grey floor stands where a black one was placed, a law notices."""
    before, action = waiting_to_place("bwn/black", "bgn/grey", "gwn/white"), tu.Place("A1", "black")
    after = tu.apply(before, action)
    assert "TU-SETUP-03" in noticed(before, action, doctored(after, buildings={"A1": tu.Building("grey")}))


# --- TU-SETUP-04: multicolour bottoms


@pytest.mark.allows("TU-SETUP-04")
@pytest.mark.parametrize("card", ["xx/any", "x-vbb/any", "x-vgg/any", "x-vww/any", "x-vnn/any"])
def test_a_multicolour_bottom_leaves_the_colour_open(card: str) -> None:
    """For a card with a multicolour bottom, a floor of any of the four colours may be placed."""
    state = waiting_to_place(card, "bgn/grey", "gwn/white")
    assert state.table.starting == ("any", "grey", "white")
    for colour in ("black", "grey", "white", "brown"):
        after = played(state, f"place B4 {colour}")
        assert after.table.buildings == {"B4": tu.Building(colour)}
    assert len(tu.legal_actions(state)) == 30 * 4  # every site of the half board, every colour


@pytest.mark.forbids("TU-SETUP-04")
def test_a_multicolour_bottom_gives_no_colour_that_has_run_out() -> None:
    """With three black floors and two players one is left; once it is placed, the next open colour cannot be black."""
    state = played(star("x/any", "x/any", black=3), "place P1 black")
    assert refused(state, tu.Place("P2", "black")) == {"TU-SETUP-04"}
    [broken] = tu.explain(state, tu.Place("P2", "black"))
    assert broken.message == "there is no black floor in the container"
    assert {str(action) for action in tu.legal_actions(state)} == {
        "place Hub white",
        "place P2 white",
        "place P3 white",
    }


@pytest.mark.forbids("TU-SETUP-04")
def test_multicolour_is_not_itself_a_colour() -> None:
    """A starting floor has a real colour: no floor in the box is multicolour."""
    assert refused(waiting_to_place("xx/any", "bgn/grey", "gwn/white"), tu.Place("A1", "any")) == {"TU-FORM-02"}


# --- TU-SETUP-05: sites of their own, and not founded


@pytest.mark.allows("TU-SETUP-05")
@pytest.mark.parametrize(("players", "sites"), [(2, 30), (3, 48)])
def test_the_first_starting_floor_goes_anywhere(players: int, sites: int) -> None:
    """On the empty board every site is on offer, next to a building or not."""
    state = waiting_to_place("bwn/black", "bgn/grey", "gwn/white", players=players)
    assert {str(action) for action in tu.legal_actions(state)} == {
        f"place {site.id} black" for site in state.setup.board.sites
    }
    assert len(tu.legal_actions(state)) == sites


@pytest.mark.allows("TU-SETUP-05")
def test_starting_floors_cost_nothing_and_bring_nothing() -> None:
    """After three starting floors, two of them neighbours, nobody has paid, placed a roof or moved a vehicle."""
    before = waiting_to_place("bwn/black", "bgn/grey", "gwn/white")
    after = played(before, "place A1 black", "place A2 grey", "place A3 white")
    assert after.table.seats == before.table.seats
    assert after.table.buildings == {"A1": tu.Building("black"), "A2": tu.Building("grey"), "A3": tu.Building("white")}


@pytest.mark.forbids("TU-SETUP-05")
def test_two_starting_floors_on_one_site_are_refused() -> None:
    """A1 has its floor; the next one, of another colour, needs a site of its own."""
    state = played(waiting_to_place("bwn/black", "bgn/grey", "gwn/white"), "place A1 black")
    assert refused(state, tu.Place("A1", "grey")) == {"TU-SETUP-05"}
    assert len(tu.legal_actions(state)) == 29


@pytest.mark.forbids("TU-SETUP-05")
def test_a_starting_floor_that_is_paid_for_or_scores_is_noticed() -> None:
    """If a player's vehicle moves, or a stock shrinks, when a starting floor is placed, a law notices."""
    before, action = waiting_to_place("bwn/black", "bgn/grey", "gwn/white"), tu.Place("A1", "black")
    after = tu.apply(before, action)
    first, second = after.table.seats
    paid = attrs.evolve(first, stock={"grey": 1, "white": 1, "brown": 1})
    moved = attrs.evolve(first, vehicles={"black": 1})
    for wrong in (paid, moved):
        assert "TU-SETUP-05" in noticed(before, action, doctored(after, seats=[wrong, second]))
    roofed = doctored(after, buildings={"A1": tu.Building("black", 1, {1: "blue"})})
    assert "TU-SETUP-05" in noticed(before, action, roofed)


# --- TU-SETUP-06: one colour keeps apart


@pytest.mark.allows("TU-SETUP-06")
def test_starting_floors_of_one_colour_may_stand_two_roads_apart() -> None:
    """Black on A1 leaves A4, two roads away, open to black; and its neighbour A2 open to another colour."""
    state = played(waiting_to_place("bwn/black", "bgw/black", "gwn/white"), "place A1 black")
    assert tu.explain(state, tu.Place("A4", "black")) == ()
    assert "place A2 white" in {str(action) for action in tu.legal_actions(played(state, "place A4 black"))}


@pytest.mark.forbids("TU-SETUP-06")
def test_starting_floors_of_one_colour_may_not_be_neighbours() -> None:
    """Black on A1: a second black floor may go neither on A2 nor on A3, which roads join to A1."""
    state = played(waiting_to_place("bwn/black", "bgw/black", "gwn/white"), "place A1 black")
    assert refused(state, tu.Place("A2", "black")) == {"TU-SETUP-06"}
    assert refused(state, tu.Place("A3", "black")) == {"TU-SETUP-06"}
    assert len(tu.legal_actions(state)) == 27  # thirty sites, less A1, A2 and A3


@pytest.mark.forbids("TU-SETUP-06")
def test_a_board_with_like_coloured_neighbours_is_impossible() -> None:
    """Two black starting floors on A1 and A2 are refused when such a board is built by hand."""
    with pytest.raises(tu.ImpossiblePosition) as caught:
        tu.position(
            tu.setup(2),
            {"A1": tu.Building("black"), "A2": tu.Building("black"), "D4": tu.Building("white")},
            [{}, {}],
            ["bwn", "bgn", "gwn"],
        )
    (broken,) = caught.value.violations
    assert "A1 and A2 are both black" in broken.message
    law = next(law for law in tu.STATE_LAWS if "TU-SETUP-06" in law.rules)
    assert broken.id in law.rules


# --- TU-SETUP-07: what each player starts with


@pytest.mark.allows("TU-SETUP-07")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everyone_starts_alike(players: int) -> None:
    """Each has four vehicles at the start, ten roofs of an own colour, no cone set, and one floor of each colour."""
    state = tu.Dealer(seed=5).settle(tu.new_game(players))
    for seat, roof in zip(state.table.seats, ["blue", "yellow", "orange", "green"], strict=False):
        assert seat == tu.Seat(
            roof=roof,
            stock={"black": 1, "grey": 1, "white": 1, "brown": 1},
            vehicles={"black": 0, "grey": 0, "white": 0, "brown": 0},
            roofs=10,
            chips={},
            cone=None,
        )
    assert len(state.table.seats) == players


@pytest.mark.allows("TU-SETUP-07", "TU-SETUP-14")
def test_roof_colours_as_players() -> None:
    """Players may be named by their roof colours in turn order, in any of the four colours."""
    state = tu.new_game(["green", "blue", "orange"])
    assert [seat.roof for seat in state.table.seats] == ["green", "blue", "orange"]
    assert tu.new_game(("yellow", "green")).setup.seats == ("yellow", "green")


@pytest.mark.forbids("TU-SETUP-07")
@pytest.mark.parametrize(
    ("players", "told"),
    [
        (["blue", "blue"], "two players cannot have the same roofs"),
        (["blue", "purple"], "roof colours are blue, yellow, orange, green"),
        (["blue", 3], "roof colours are blue, yellow, orange, green"),
        (["blue", ["yellow"]], "roof colours are blue, yellow, orange, green"),
        ("blue", r"a number \(2, 3, 4\) or the roof colours in turn order"),
        ("two", r"a number \(2, 3, 4\) or the roof colours in turn order"),
        (None, r"a number \(2, 3, 4\) or the roof colours in turn order"),
        (True, r"a number \(2, 3, 4\) or the roof colours in turn order"),
        (2.0, r"a number \(2, 3, 4\) or the roof colours in turn order"),
        pytest.param({"blue", "yellow"}, r"a number \(2, 3, 4\) or the roof colours in turn order", id="a set"),
    ],
    ids=str,
)
def test_players_who_cannot_be_are_told_who_can(players: Any, told: str) -> None:
    """A roof colour that does not exist, or one for two players, or no list at all, is refused with what would be right."""
    with pytest.raises(tu.SetupError, match=told):
        tu.new_game(players)


@pytest.mark.forbids("TU-SETUP-07")
@pytest.mark.parametrize(
    "told",
    [
        {"stock": {"black": 2, "grey": 1, "white": 1, "brown": 1}},
        {"stock": {"black": 1, "grey": 1, "white": 1}},
        {"vehicles": {"black": 1}},
        {"cone": 1},
        {"chips": {"park": 7}},
        {"roofs": 9},
    ],
    ids=str,
)
def test_a_head_start_is_impossible(told: dict[str, Any]) -> None:
    """While starting floors are being placed nobody has more or less than what everyone starts with."""
    usual = {"stock": {"black": 1, "grey": 1, "white": 1, "brown": 1}}

    def placing(second: dict[str, Any]) -> tu.State:
        return tu.position(
            tu.setup(2), {}, [usual, usual | second], ["bwn", "bgn", "gwn"],
            phase="place", starting=["black", "grey", "white"],
        )  # fmt: skip

    assert placing({}).table.phase == "place"
    with pytest.raises(tu.ImpossiblePosition) as caught:
        placing(told)
    assert "TU-SETUP-07" in {one.id for one in caught.value.violations}


# --- TU-SETUP-08: objectives


@pytest.mark.allows("TU-SETUP-08")
def test_a_first_game_has_the_three_start_objectives() -> None:
    """Without a wish, or with "start", the objectives are four colours, park and five districts."""
    assert tu.new_game(2).setup.objectives == START
    assert tu.new_game(2, objectives="start").setup.objectives == START


@pytest.mark.allows("TU-SETUP-08")
def test_later_games_draw_three_of_ten_at_random() -> None:
    """With "random" chance draws first: each of the 120 ways to have three of the ten is as likely as any other."""
    state = tu.new_game(2, objectives="random")
    assert (state.actor, state.table.phase, state.setup.objectives) == (tu.CHANCE, "deal", ())
    ten = [objective.id for objective in state.setup.edition.objectives]
    assert len(ten) == 10
    chances = tu.chances(state)
    assert {frozenset(action.objectives) for action, _ in chances if isinstance(action, tu.Deal)} == {
        frozenset(three) for three in combinations(ten, 3)
    }
    assert (len(chances), {weight for _, weight in chances}) == (120, {1})


@pytest.mark.allows("TU-SETUP-08")
def test_a_deal_settles_the_objectives_and_the_market_comes_next() -> None:
    """Chance draws lake, park and two doubles: these are in play, and cards are revealed next, as in any game."""
    state = played(tu.new_game(3, objectives="random", starting_floors=4), "deal two-doubles lake park")
    assert set(state.setup.objectives) == {"two-doubles", "lake", "park"}
    assert state == tu.new_game(3, objectives=["lake", "two-doubles", "park"], starting_floors=4)


@pytest.mark.allows("TU-SETUP-08")
def test_objectives_may_be_chosen() -> None:
    """Any three different objectives may be named, in any order: the order makes no other game."""
    one = tu.new_game(2, objectives=["four-heights", "lake", "four-brown"])
    other = tu.new_game(2, objectives=("lake", "four-brown", "four-heights"))
    assert set(one.setup.objectives) == {"lake", "four-brown", "four-heights"}
    assert one == other


@pytest.mark.forbids("TU-SETUP-08")
@pytest.mark.parametrize(
    "deal",
    [
        tu.Deal(("lake", "park")),
        tu.Deal(("lake", "park", "four-brown", "four-heights")),
        tu.Deal(("lake", "lake", "park")),
        tu.Deal(()),
    ],
    ids=str,
)
def test_a_deal_of_other_than_three_different_objectives_is_refused(deal: tu.Deal) -> None:
    """Two objectives, four, none, or one of them twice are not dealt."""
    assert refused(tu.new_game(2, objectives="random"), deal) == {"TU-SETUP-08"}


@pytest.mark.forbids("TU-SETUP-08", "TU-TURN-05")
def test_nothing_is_revealed_before_the_objectives_are_dealt_and_they_are_dealt_once() -> None:
    """Before the deal no card is revealed; after it no second deal is made."""
    state = tu.new_game(2, objectives="random")
    assert refused(state, tu.Reveal("bwn/black")) == {"TU-TURN-05"}
    dealt = tu.apply(state, tu.Deal(("lake", "park", "four-brown")))
    assert refused(dealt, tu.Deal(("lake", "park", "four-brown"))) == {"TU-TURN-05"}


@pytest.mark.forbids("TU-SETUP-08")
def test_a_deal_that_leads_to_other_objectives_is_noticed() -> None:
    """If other objectives come into play than those dealt, or an objective changes in mid-game, a law notices."""
    before, action = tu.new_game(2, objectives="random"), tu.Deal(("lake", "park", "four-brown"))
    assert "TU-SETUP-08" in noticed(before, action, tu.new_game(2))
    before, reveal = tu.new_game(2), tu.Reveal("bwn/black")
    swapped = tu.apply(tu.new_game(2, objectives=["lake", "park", "four-brown"]), reveal)
    assert "TU-SETUP-08" in noticed(before, reveal, swapped)


@pytest.mark.forbids("TU-SETUP-08")
@pytest.mark.parametrize(
    ("objectives", "told"),
    [
        ([], "3 different objectives, not none"),
        (["lake", "park"], "3 different objectives, not lake, park"),
        (["lake", "park", "park"], "3 different objectives"),
        (["lake", "park", "four-brown", "four-heights"], "3 different objectives"),
        (["lake", "park", "sea"], "no objective 'sea'; the objectives are four-colours, park, "),
        ([1, 2, 3], "the objectives are four-colours, park, "),
        ([["lake"], "park", "four-brown"], "the objectives are four-colours, park, "),
        ("lake", '"start", "random" or a list of names'),
        ("Start", '"start", "random" or a list of names'),
        (None, '"start", "random" or a list of names'),
        (3, '"start", "random" or a list of names'),
        pytest.param({"lake", "park", "four-brown"}, '"start", "random" or a list of names', id="a set"),
    ],
    ids=str,
)
def test_objectives_that_cannot_be_are_told_what_can(objectives: Any, told: str) -> None:
    """Too few objectives, too many, one twice, an unknown one or no list at all is refused with what would be right."""
    with pytest.raises(tu.SetupError, match=told):
        tu.new_game(2, objectives=objectives)


# --- TU-SETUP-09: chips


@pytest.mark.allows("TU-SETUP-09")
@pytest.mark.parametrize(("players", "chips"), [(2, (7, 3)), (3, (7, 5, 3)), (4, (7, 5, 3, 3))])
def test_chips_go_with_the_number_of_players(players: int, chips: tuple[int, ...]) -> None:
    """Each objective has chips of 7-3 for two players, 7-5-3 for three, 7-5-3-3 for four; nobody has one yet."""
    state = tu.new_game(players)
    assert state.setup.chips == chips
    assert all(seat.chips == {} for seat in state.table.seats)


def with_a_double(players: int, chip: int) -> tu.State:
    """A small town in which blue has two roofs in one building, and this chip for it.

    C1 and C3 had the starting floors; blue founded A3 beside C1, then C2 beside all three, each time with the roof on C1.
    """
    return tu.position(
        tu.setup(players, "small", objectives=["a-double", "two-brown"]),
        {
            "C1": tu.Building("black", 3, {2: "blue", 3: "blue"}),
            "C3": tu.Building("white", 2),
            "A3": tu.Building("grey", 2),
            "C2": tu.Building("brown"),
        },
        [{"chips": {"a-double": chip}}, *[{}] * (players - 1)],
        ["xx", "bgw"],
    )


@pytest.mark.allows("TU-SETUP-09")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_chip_out_is_the_highest_for_any_number_of_players(players: int) -> None:
    """In the small town for tests the highest chip is 5, with two, three or four players."""
    assert with_a_double(players, 5).table.seats[0].chips == {"a-double": 5}


@pytest.mark.forbids("TU-SETUP-09")
@pytest.mark.parametrize(("players", "chip"), [(2, 3), (2, 7), (3, 2), (4, 2)])
def test_a_chip_that_is_not_there_for_so_many_players_is_impossible(players: int, chip: int) -> None:
    """With 5 and 2 for two players there is no chip of 3; no game has one of 7; and 2 is not the first to go."""
    with pytest.raises(tu.ImpossiblePosition) as caught:
        with_a_double(players, chip)
    law = next(law for law in tu.STATE_LAWS if law.name == "chips_from_the_highest")
    assert "TU-SETUP-09" in law.rules
    assert {one.id for one in caught.value.violations} <= set(law.rules)


# --- TU-SETUP-10 and 11: more starting floors


@pytest.mark.allows("TU-SETUP-10")
@pytest.mark.parametrize(
    ("players", "floors"), [*((2, n) for n in range(3, 8)), *((3, n) for n in range(3, 8)), (4, 3), (4, 4), (4, 5)]
)
def test_a_game_may_have_so_many_starting_floors(players: int, floors: int) -> None:
    """Three starting floors are usual; up to seven with two or three players and up to five with four are allowed."""
    dealer = tu.Dealer(seed=floors)
    state = dealer.settle(tu.new_game(players, starting_floors=floors))
    assert len(state.table.starting) == floors
    while state.table.phase == "place":
        state = played(state, str(tu.legal_actions(state)[-1]))
    assert len(state.table.buildings) == floors
    assert (state.table.phase, state.actor) == ("turn", 0)


@pytest.mark.allows("TU-SETUP-10")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_three_starting_floors_are_usual(players: int) -> None:
    """Who says nothing about it has three starting floors."""
    assert tu.new_game(players) == tu.new_game(players, starting_floors=3)


@pytest.mark.forbids("TU-SETUP-10")
@pytest.mark.parametrize(
    ("players", "floors", "told"),
    [
        (2, 2, "with 2 players there are 3 to 7 starting floors, not 2"),
        (2, 8, "with 2 players there are 3 to 7 starting floors, not 8"),
        (3, 0, "with 3 players there are 3 to 7 starting floors, not 0"),
        (3, 8, "with 3 players there are 3 to 7 starting floors, not 8"),
        (4, 2, "with 4 players there are 3 to 5 starting floors, not 2"),
        (4, 6, "with 4 players there are 3 to 5 starting floors, not 6"),
        (4, 7, "with 4 players there are 3 to 5 starting floors, not 7"),
        (2, -3, "3 to 7 starting floors, not -3"),
        (2, True, "3 to 7 starting floors, not True"),
        (2, 3.0, "3 to 7 starting floors, not 3.0"),
        (2, "3", "3 to 7 starting floors, not '3'"),
        (2, [], r"3 to 7 starting floors, not \[\]"),
    ],
)
def test_too_few_or_too_many_starting_floors_are_refused(players: int, floors: Any, told: str) -> None:
    """Other numbers of starting floors are refused, and the message says how many there may be."""
    with pytest.raises(tu.SetupError, match=told):
        tu.new_game(players, starting_floors=floors)


@pytest.mark.forbids("TU-SETUP-10")
def test_a_table_set_up_with_six_starting_floors_for_four_is_noticed() -> None:
    """Were a game of four set up with six starting floors behind the rules' back, a law would notice."""
    state = tu.new_game(4, starting_floors=5)
    old = state.setup
    six = setup_for(old.edition, old.seats, old.objectives, 6, old.rulings)
    assert "TU-SETUP-10" in broken_laws(attrs.evolve(state, setup=six))
    assert broken_laws(state) == set()


@pytest.mark.allows("TU-SETUP-11")
def test_extra_cards_go_back_into_the_pile() -> None:
    """With seven starting floors the first three cards are the market; the other four are unseen again, 41 in the pile."""
    cards = ["bbgg/black", "xx/any", "wwnn/white", "bbnn/brown", "xx/any", "x-vbb/any", "ggww/grey"]
    state = waiting_to_place(*cards)
    assert sorted(state.table.market) == ["bbgg", "wwnn", "xx"]
    assert state.table.starting == ("black", "any", "white", "brown", "any", "any", "grey")
    assert sum(state.table.pile.values()) == 41
    # Of the extra cards there is one each, of the xx one is in the market; the market's single cards are gone.
    assert {kind: state.table.pile.get(kind, 0) for kind in ("bbnn", "xx", "x-vbb", "ggww", "bbgg", "wwnn")} == {
        "bbnn": 1, "xx": 1, "x-vbb": 1, "ggww": 1, "bbgg": 0, "wwnn": 0,
    }  # fmt: skip
    assert state.table.discards == {}


@pytest.mark.allows("TU-SETUP-11")
def test_an_extra_card_can_come_into_the_market_later() -> None:
    """A card drawn only for its colour is in the pile when play begins, so it can be the first to refill the market."""
    state = waiting_to_place("bbgg/black", "ggww/grey", "wwnn/white", "bbnn/brown")
    state = played(
        state, "place A1 black", "place C2 grey", "place D4 white", "place E6 brown", "take bbgg", "reveal bbnn"
    )
    assert sorted(state.table.market) == ["bbnn", "ggww", "wwnn"]


@pytest.mark.forbids("TU-SETUP-11")
def test_a_card_drawn_for_its_colour_does_not_come_twice_while_cards_are_drawn() -> None:
    """The extra cards go back only when all are drawn: the one bbnn cannot give two starting floors."""
    state = played(waiting_for_extra(), "reveal bbnn/brown")
    assert refused(state, tu.Reveal("bbnn/brown")) == {"TU-SETUP-02"}


@pytest.mark.forbids("TU-SETUP-11")
def test_an_extra_card_that_does_not_go_back_is_noticed() -> None:
    """If an extra card stays out of the pile, or is put into the market, a law notices."""
    before, action = played(waiting_for_extra(), "reveal bbnn/brown"), tu.Reveal("bwn/black")
    after = tu.apply(before, action)
    unseen = {kind: count for kind, count in after.table.pile.items() if kind != "bbnn"}
    lost = doctored(after, pile=unseen)
    assert "TU-SETUP-11" in noticed(before, action, lost)
    assert "TU-SETUP-11" in broken_laws(lost)
    fourth = doctored(after, pile=unseen, market=[*after.table.market, "bbnn"])
    assert "TU-SETUP-11" in noticed(before, action, fourth)


# --- TU-SETUP-12: nowhere to go


@pytest.mark.allows("TU-SETUP-12")
def test_a_starting_floor_without_a_site_stays_in_the_container() -> None:
    """Black on the hub leaves no site for a second black floor: it is passed over, and the white one follows."""
    state = star("b/black", "b/black", "w/white")
    assert state.table.container == {"black": 3, "white": 4}
    state = played(state, "place Hub black")
    assert state.table.starting == ("white",)
    assert state.table.container == {"black": 2, "white": 4}
    state = played(state, "place P2 white")
    assert (state.table.phase, set(state.table.buildings)) == ("turn", {"Hub", "P2"})


@pytest.mark.allows("TU-SETUP-12")
def test_play_begins_when_the_last_starting_floor_has_no_site() -> None:
    """Two black floors and the hub taken by the first: the second stays in the container and the first turn begins."""
    state = played(star("b/black", "b/black"), "place Hub black")
    assert (state.table.phase, state.actor, state.table.starting) == ("turn", 0, ())
    assert set(state.table.buildings) == {"Hub"}


@pytest.mark.allows("TU-SETUP-12")
def test_a_multicolour_starting_floor_without_a_site_in_any_colour_is_passed_over() -> None:
    """When all four sites are taken, a fifth floor has no site, whatever colour it might take."""
    state = star("b/black", "w/white", "w/white", "w/white", "x/any")
    state = played(state, "place Hub black", "place P1 white", "place P2 white", "place P3 white")
    assert (state.table.phase, len(state.table.buildings)) == ("turn", 4)
    assert state.table.container == {"black": 2, "white": 1}


@pytest.mark.allows("TU-SETUP-12")
def test_a_starting_floor_whose_colour_ran_out_is_passed_over() -> None:
    """One black floor is left after the stocks are dealt; the second black card finds none, and white follows."""
    state = played(star("b/black", "b/black", "w/white", black=3), "place P1 black")
    assert state.table.starting == ("white",)


@pytest.mark.forbids("TU-SETUP-12")
def test_a_starting_floor_that_has_a_site_is_not_passed_over() -> None:
    """Black on P1 leaves P2 and P3 to a second black floor: it must be placed, and white has to wait."""
    state = played(star("b/black", "b/black", "w/white"), "place P1 black")
    assert state.table.starting == ("black", "white")
    assert refused(state, tu.Place("P2", "white")) == {"TU-SETUP-03"}
    assert refused(state, tu.Take("b")) == {"TU-TURN-05"}
    before, action = star("b/black", "b/black", "w/white"), tu.Place("P1", "black")
    assert "TU-SETUP-12" in noticed(before, action, doctored(state, starting=["white"]))


@pytest.mark.forbids("TU-SETUP-12")
def test_a_board_that_lacks_a_starting_floor_it_had_room_for_is_impossible() -> None:
    """On the half board three starting floors always find sites, so play cannot begin with two."""
    with pytest.raises(tu.ImpossiblePosition) as caught:
        tu.position(
            tu.setup(2), {"A1": tu.Building("black"), "C2": tu.Building("grey")}, [{}, {}], ["bwn", "bgn", "gwn"]
        )
    law = next(law for law in tu.STATE_LAWS if law.name == "a_roof_for_every_founding")
    assert "TU-SETUP-12" in law.rules
    assert {one.id for one in caught.value.violations} <= set(law.rules)


@pytest.mark.forbids("TU-SETUP-03")
@pytest.mark.parametrize("placed", [{}, {"A1": tu.Building("black")}], ids=["none placed", "one placed"])
def test_a_table_that_waits_for_a_starting_floor_has_one(placed: dict[str, tu.Building]) -> None:
    """That a starting floor is to be placed, but none is left, is an impossible position and no other error."""
    usual = {"stock": {"black": 1, "grey": 1, "white": 1, "brown": 1}}
    with pytest.raises(tu.ImpossiblePosition) as caught:
        tu.position(tu.setup(2), placed, [usual, usual], ["bwn", "bgn", "gwn"], phase="place")
    [one] = caught.value.violations
    assert one.id == "TU-SETUP-03"
    assert "none is left" in one.message


# --- TU-SETUP-13 and 14: who places, who begins


@pytest.mark.allows("TU-SETUP-13")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_player_places_every_starting_floor(players: int) -> None:
    """With any number of players it is the first one who places one floor after the other, and then has the first turn."""
    state = waiting_to_place("bwn/black", "xx/any", "gwn/white", players=players)
    for text in ("place A1 black", "place C2 brown", "place D4 white"):
        assert state.actor == 0
        state = tu.apply(state, tu.parse_action(state, text), by=0)
    assert (state.actor, state.table.phase) == (0, "turn")


@pytest.mark.forbids("TU-SETUP-13", "TU-TURN-01")
@pytest.mark.parametrize("by", [1, 2, tu.CHANCE])
def test_nobody_else_places_a_starting_floor(by: Any) -> None:
    """Neither another player nor chance may place a starting floor, not even the second or third one."""
    state = played(waiting_to_place("bwn/black", "xx/any", "gwn/white", players=3), "place A1 black")
    assert refused(state, tu.Place("C2", "brown"), by=by) == {"TU-TURN-01"}


@pytest.mark.forbids("TU-SETUP-13")
def test_a_table_that_waits_for_another_player_to_place_is_impossible() -> None:
    """A starting floor that the second player is asked to place cannot be."""
    state = waiting_to_place("bwn/black", "xx/any", "gwn/white")
    assert "TU-SETUP-13" in broken_laws(attrs.evolve(state, seat=1))


@pytest.mark.allows("TU-SETUP-14")
def test_the_first_named_is_first_player() -> None:
    """Whoever is named first begins: orange here, then blue, then green."""
    state = played(tu.new_game(["orange", "blue", "green"]), "reveal bwn/black", "reveal bgn/grey", "reveal gwn/white")
    state = played(state, "place A1 black", "place C2 grey", "place D4 white")
    assert state.setup.seats[state.seat] == "orange"
    state = played(state, "take bwn", "reveal bwn")
    assert state.setup.seats[state.seat] == "blue"


@pytest.mark.forbids("TU-SETUP-14", "TU-TURN-01")
def test_nobody_but_the_first_player_begins() -> None:
    """Blue is named second, so blue has no first turn; and a table where the second player begins is noticed."""
    before = played(tu.new_game(["orange", "blue"]), "reveal bwn/black", "reveal bgn/grey", "reveal gwn/white")
    before = played(before, "place A1 black", "place C2 grey")
    action = tu.Place("D4", "white")
    after = tu.apply(before, action)
    assert refused(after, tu.Take("bwn"), by=1) == {"TU-TURN-01"}
    assert "TU-SETUP-14" in noticed(before, action, attrs.evolve(after, seat=1))


# --- what else a setup is asked for


@pytest.mark.parametrize("rulings", [{}, {"replacement": "may_decline"}, "default", 5])
def test_rulings_that_are_none_are_told_what_is_wanted(rulings: Any) -> None:
    """Rulings are given as a Rulings value, and anything else is refused with that hint."""
    with pytest.raises(tu.SetupError, match=r"rulings are a Rulings\(\.\.\.\), not"):
        tu.new_game(2, rulings=rulings)


def test_a_reading_that_is_not_offered_is_told_what_is() -> None:
    """A ruling has the readings that the catalogue offers; another one is refused with their names."""
    with pytest.raises(ValueError, match="choose one of compulsory, may_decline"):
        tu.Rulings(replacement="maybe")  # type: ignore[arg-type]  # wrong on purpose


def test_an_edition_that_is_not_there_is_told_what_is() -> None:
    """An unknown edition is refused with the names of those that come with the library."""
    with pytest.raises(tu.SetupError, match="shipped are hamlet, reconstruction, small, tiny, "):
        tu.new_game(2, edition="deluxe")


@pytest.mark.parametrize("edition", [5, None, [], {}, True, b"small", ("small",)], ids=repr)
def test_what_is_no_edition_is_told_what_one_is(edition: Any) -> None:
    """Neither a name, nor a path, nor an edition: refused with what would be right."""
    with pytest.raises(
        tu.SetupError, match=r"an edition is a name \(hamlet, reconstruction, small, tiny, .*\), the path of a file"
    ):
        tu.new_game(2, edition=edition)


def test_a_file_that_is_not_there_is_told_so(tmp_path: Path) -> None:
    """An edition named by a path that leads nowhere is a mistake of the edition, with the path."""
    with pytest.raises(tu.EditionError, match=r"mine\.toml: 1 mistake\n  cannot be read"):
        tu.new_game(2, edition=tmp_path / "mine.toml")


def test_setups_that_differ_have_hashes_that_differ() -> None:
    """Setups are keys of many dictionaries: whatever distinguishes them is in their hash."""
    setups = [
        tu.setup(2),
        tu.setup(3),
        tu.setup(["yellow", "blue"]),
        tu.setup(2, "small"),
        tu.setup(2, objectives=("park", "lake", "two-doubles")),
        tu.setup(2, starting_floors=4),
        tu.setup(2, rulings=tu.Rulings(extra_turn="optional")),
    ]
    assert len({hash(one) for one in setups}) == len(setups)


@pytest.mark.parametrize(
    ("edition", "players", "floors"),
    [("tiny", 2, 2), ("small", 2, 3), ("reconstruction", 2, 5), ("reconstruction", 4, 8)],
)
def test_so_many_starting_floors_of_one_colour_always_have_a_site(edition: str, players: int, floors: int) -> None:
    """Each floor closes its own site and those around it, five at most on the boards of the box. Even if the sites are
    chosen as badly as can be, the last of so many finds one.
    """
    setup = tu.setup(players, edition)
    assert setup.always_fit == floors
    around = [1 << site | mask for site, mask in enumerate(setup.neighbour_masks)]
    closed, placed = 0, 0
    while closed != setup.everywhere:
        free = [site for site in range(len(around)) if not closed >> site & 1]
        closed |= around[max(free, key=lambda site: (around[site] & ~closed).bit_count())]
        placed += 1
    assert placed >= floors
