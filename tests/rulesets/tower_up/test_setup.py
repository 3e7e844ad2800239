"""Setting up a game: board, market, starting floors, what players start with, objectives, chips (TU-SETUP).

FR “MISE EN PLACE”, “VARIANTE”; PL “PRZYGOTOWANIE DO GRY”, “WARIANT ZAAWANSOWANY”.
"""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import towerup as tu
from towerup.kernel.actors import CHANCE
from towerup.kernel.dealers import Dealer
from towerup.kernel.editions import EditionError
from towerup.kernel.setups import SetupError
from towerup.rulesets.tower_up.box.edition import SHELF

from .support import COLOURS, ONE_OF_EACH, impossible, objections, offered, play, refused, town

START = ("four-colours", "park", "five-districts")
BLACK_GREY_WHITE = "reveal bwn/black; reveal bgn/grey; reveal gwn/white"
EXTRA_CARDS = "reveal bbgg/black; reveal ggww/grey; reveal wwnn/white"
"""The market is full; with more than three starting floors, further cards follow for their bottoms."""

STAR = """
format = "towerup-edition"
version = 1
name = "star"
title = "A hub and three sites, so small that a starting floor can find no site"
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


def star(cards: str, black: int = 5) -> tu.State:
    """A game on the star, once these cards have been revealed for as many starting floors."""
    edition = SHELF.from_toml(STAR.replace("black = 5", f"black = {black}"))
    moves = "; ".join(f"reveal {card}" for card in cards.split())
    return tu.replay(edition, 2, moves, starting_floors=len(cards.split()))


def revealed(moves: str = BLACK_GREY_WHITE, players: int = 2) -> tu.State:
    """The whole game, once these cards have been revealed for as many starting floors."""
    return tu.replay("reconstruction", players, moves, starting_floors=len(moves.split("; ")))


# --- the board


@pytest.mark.allows("TU-SETUP-01")
@pytest.mark.parametrize(("players", "name", "sites"), [(2, "half", 30), (3, "full", 48), (4, "full", 48)])
def test_the_board_goes_with_the_number_of_players(players: int, name: str, sites: int) -> None:
    """Two play on the half board, three and four on the full one; both have five districts."""
    board = tu.new_game(players).board
    assert (board.name, len(board)) == (name, sites)
    assert {board.nodes[site]["district"] for site in board} == {"A", "B", "C", "D", "E"}


@pytest.mark.forbids("TU-SETUP-01")
@pytest.mark.parametrize("players", [0, 1, 5, -2, ["blue"], ["blue", "yellow", "orange", "green", "blue"], []], ids=str)
def test_nobody_plays_alone_or_with_five(players: int | list[str]) -> None:
    """The message says that the game is for two, three or four."""
    with pytest.raises(SetupError, match=r"^edition reconstruction is for 2, 3, 4 players, not -?\d \(TU-SETUP-01\)$"):
        tu.new_game(players)


# --- the first market


@pytest.mark.allows("TU-SETUP-02")
def test_three_cards_of_the_shuffled_pile_are_the_market() -> None:
    """All 44 cards, of 35 different printed ones, can come first; after three reveals these are the market."""
    state = tu.new_game(4)
    assert state.actor is CHANCE
    assert (sum(tu.chance_weights(state)), len(tu.chances(state))) == (44, 35)
    state = play(state, "reveal bwn/white; reveal bbgg/black")
    assert (sorted(state.market), state.actor, state.pile.total) == (["bbgg", "bwn"], CHANCE, 42)
    state = play(state, "reveal bwn/brown")
    assert (sorted(state.market), state.actor, state.pile.total) == (["bbgg", "bwn", "bwn"], 0, 41)


@pytest.mark.allows("TU-SETUP-02")
def test_a_card_comes_as_often_as_there_are_such_cards() -> None:
    """There are two bgw cards with a black bottom and one with a white one."""
    chances = {str(action): weight for action, weight in tu.chances(tu.new_game(2))}
    assert (chances["reveal bgw/black"], chances["reveal bgw/white"], chances["reveal xx/any"]) == (2, 1, 2)


@pytest.mark.forbids("TU-SETUP-02")
def test_a_card_that_has_been_revealed_cannot_come_again() -> None:
    """There is one card of two black and two grey floors."""
    state = play(tu.new_game(2), "reveal bbgg/black")
    assert objections(state, "reveal bbgg/black") == [("TU-SETUP-02", "no bbgg/black is left in the draw pile")]


# --- a starting floor for each card


@pytest.mark.allows("TU-SETUP-03")
def test_starting_floors_have_the_colours_at_the_bottoms_in_the_order_of_the_cards() -> None:
    """The rulebook's example: bottoms of black, grey and white give a black, a grey and a white floor, in this order."""
    state = revealed()
    assert state.starting == ("black", "grey", "white")
    assert {line.split()[2] for line in offered(state)} == {"black"}
    state = play(state, "place A1 black; place C2 grey; place D4 white")
    assert {site: one.colour for site, one in state.buildings.items()} == {"A1": "black", "C2": "grey", "D4": "white"}
    # Thirty of each, less one for each of the two stocks, less the starting floors.
    assert (state.phase, state.container) == ("turn", {"black": 27, "grey": 27, "white": 27, "brown": 28})
    other = revealed("reveal gwn/white; reveal bwn/black; reveal bgn/grey")
    assert other.starting == ("white", "black", "grey")


@pytest.mark.forbids("TU-SETUP-03")
def test_a_starting_floor_of_another_colour_is_refused() -> None:
    """The next card has a black bottom: neither the colour of a later card nor any other will do."""
    assert objections(revealed(), "place A1 grey") == [("TU-SETUP-03", "the next starting floor is black, not grey")]
    assert refused(revealed(), "place A1 brown") == ["TU-SETUP-03"]


@pytest.mark.forbids("TU-SETUP-03", "TU-TURN-05")
def test_no_starting_floor_before_all_cards_are_revealed() -> None:
    """While a card is still to be revealed, no floor is placed, though the first card's colour is known."""
    assert refused(play(tu.new_game(2), "reveal bwn/black; reveal bgn/grey"), "place A1 black") == ["TU-TURN-05"]


@pytest.mark.forbids("TU-SETUP-03")
def test_in_setup_a_card_is_revealed_with_its_bottom() -> None:
    """The message names the three printed cards of that kind."""
    message = "in setup the bottom of the card matters: reveal bwn/black or bwn/white or bwn/brown"
    assert objections(tu.new_game(2), "reveal bwn") == [("TU-SETUP-03", message)]


# --- multicolour bottoms


@pytest.mark.allows("TU-SETUP-04")
@pytest.mark.parametrize("card", ["xx/any", "x-vbb/any", "x-vgg/any", "x-vww/any", "x-vnn/any"])
def test_a_multicolour_bottom_leaves_the_colour_open(card: str) -> None:
    """For a card with a multicolour bottom, a floor of any of the four colours can be placed."""
    state = revealed(f"reveal {card}; reveal bgn/grey; reveal gwn/white")
    assert state.starting == ("any", "grey", "white")
    assert len(offered(state)) == 30 * 4
    for colour in COLOURS:
        assert play(state, f"place B4 {colour}").buildings == {"B4": tu.Building(colour)}


@pytest.mark.forbids("TU-SETUP-04")
def test_a_multicolour_bottom_gives_no_colour_that_has_run_out() -> None:
    """With three black floors and two players one is left; once it is placed, the next open colour cannot be black."""
    state = play(star("x/any x/any", black=3), "place P1 black")
    assert objections(state, "place P2 black") == [("TU-SETUP-04", "there is no black floor in the container")]
    assert offered(state) == {"place Hub white", "place P2 white", "place P3 white"}


@pytest.mark.forbids("TU-SETUP-04")
def test_multicolour_is_not_itself_a_colour() -> None:
    """No floor in the box is multicolour."""
    state = revealed("reveal xx/any; reveal bgn/grey; reveal gwn/white")
    assert refused(state, tu.Place("A1", "any")) == ["TU-FORM-02"]


# --- sites of their own, and not founded


@pytest.mark.allows("TU-SETUP-05")
@pytest.mark.parametrize("players", [2, 3])
def test_the_first_starting_floor_goes_anywhere(players: int) -> None:
    """On the empty board every site is offered."""
    state = revealed(players=players)
    assert offered(state) == {f"place {site} black" for site in state.board}


@pytest.mark.allows("TU-SETUP-05")
@pytest.mark.forbids("TU-SETUP-05")
def test_starting_floors_cost_nothing_and_bring_nothing() -> None:
    """After three starting floors side by side nobody has paid, placed a roof or moved a vehicle, and none was raised."""
    before = revealed()
    after = play(before, "place A1 black; place A2 grey; place A3 white")
    assert after.players == before.players
    assert after.buildings == {"A1": tu.Building("black"), "A2": tu.Building("grey"), "A3": tu.Building("white")}


@pytest.mark.forbids("TU-SETUP-05")
def test_two_starting_floors_on_one_site_are_refused() -> None:
    """A1 has its floor; the next one needs a site of its own."""
    state = play(revealed(), "place A1 black")
    assert objections(state, "place A1 grey") == [("TU-SETUP-05", "A1 already has a black floor")]
    assert len(offered(state)) == 29


# --- one colour keeps apart


@pytest.mark.allows("TU-SETUP-06")
@pytest.mark.forbids("TU-SETUP-06")
def test_starting_floors_of_one_colour_keep_apart() -> None:
    """Black on A1: a second black floor cannot go on A2 or A3, which roads join to A1. A4, two roads away, is fine."""
    state = play(revealed("reveal bwn/black; reveal bgw/black; reveal gwn/white"), "place A1 black")
    assert objections(state, "place A2 black") == [("TU-SETUP-06", "A2 neighbours A1, which is also black")]
    assert refused(state, "place A3 black") == ["TU-SETUP-06"]
    assert len(offered(state)) == 27
    state = play(state, "place A4 black; place A2 white")
    assert state.phase == "turn"


@pytest.mark.forbids("TU-SETUP-03", "TU-SETUP-05", "TU-SETUP-06", "TU-TURN-01")
def test_a_wrong_starting_floor_is_explained_in_a_referees_order() -> None:
    """First the player and the colour, then the site, then its neighbours."""
    state = play(
        revealed("reveal bwn/black; reveal bgw/black; reveal bgn/grey; reveal gwn/white"),
        "place A1 black; place A4 black",
    )
    assert refused(state, "place A4 white", by=1) == ["TU-TURN-01", "TU-SETUP-03", "TU-SETUP-05"]
    assert refused(play(state, "place A2 grey"), "place A4 grey") == ["TU-SETUP-03", "TU-SETUP-05", "TU-SETUP-06"]


# --- what each player starts with


@pytest.mark.allows("TU-SETUP-07")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everyone_starts_alike(players: int) -> None:
    """Each has four vehicles at the start, ten roofs of an own colour, no cone, and one floor of each colour."""
    state = Dealer(seed=5).settle(tu.new_game(players))
    roofs = ("blue", "yellow", "orange", "green")[:players]
    assert state.players == tuple(tu.Player(roof, ONE_OF_EACH, dict.fromkeys(COLOURS, 0), 10) for roof in roofs)


@pytest.mark.allows("TU-SETUP-07", "TU-SETUP-14")
def test_roof_colours_as_players() -> None:
    """Players can be named by their roof colours in turn order."""
    assert [player.roof for player in tu.new_game(["green", "blue", "orange"]).players] == ["green", "blue", "orange"]
    assert tu.new_game(("yellow", "green")).setup.seats == ("yellow", "green")


WHO = r"^players is a number \(2, 3, 4\) or the roof colours in turn order, not "


@pytest.mark.forbids("TU-SETUP-07")
@pytest.mark.parametrize(
    ("players", "message"),
    [
        (["blue", "blue"], "two players cannot have the same roofs: blue, blue"),
        (["blue", "purple"], "there are no 'purple' roofs; roof colours are blue, yellow, orange, green"),
        (["blue", 3], "there are no 3 roofs; roof colours are blue, yellow, orange, green"),
        (["blue", ["yellow"]], "roof colours are blue, yellow, orange, green"),
        ("blue", WHO), (None, WHO), (True, WHO), (2.0, WHO), ({"blue": 1, "yellow": 1}, WHO),
    ],
    ids=str,
)  # fmt: skip
def test_players_that_cannot_be_are_answered_with_those_that_can(players: Any, message: str) -> None:
    """A roof colour that does not exist, or one for two players, or no list at all."""
    with pytest.raises(SetupError, match=message):
        tu.new_game(players)


# --- objectives


@pytest.mark.allows("TU-SETUP-08")
def test_a_first_game_has_the_three_start_objectives() -> None:
    """By default, or with "start", the objectives are four colours, park and five districts."""
    assert tu.new_game(2).setup.objectives == tu.new_game(2, objectives="start").setup.objectives == START


@pytest.mark.allows("TU-SETUP-08")
def test_later_games_draw_three_of_ten_at_random() -> None:
    """With "random" chance draws first: each of the 120 ways to have three of the ten is as likely as any other."""
    state = tu.new_game(2, objectives="random")
    assert (state.actor, state.phase, state.setup.objectives) == (CHANCE, "deal", ())
    ten = [objective.id for objective in state.setup.edition.objectives]
    assert {frozenset(one.objectives) for one in tu.legal_actions(state) if isinstance(one, tu.Deal)} == {
        frozenset(three) for three in combinations(ten, 3)
    }
    assert tu.chance_weights(state) == (1,) * 120


@pytest.mark.allows("TU-SETUP-08")
def test_a_deal_settles_the_objectives_and_the_market_comes_next() -> None:
    """The game goes on as if these objectives had been named, in any order."""
    state = tu.replay("reconstruction", 3, "deal two-doubles lake park", objectives="random", starting_floors=4)
    assert set(state.setup.objectives) == {"two-doubles", "lake", "park"}
    assert state == tu.new_game(3, objectives=["lake", "two-doubles", "park"], starting_floors=4)


@pytest.mark.forbids("TU-SETUP-08")
@pytest.mark.parametrize(
    "objectives", [("lake", "park"), ("lake", "park", "four-brown", "four-heights"), ("lake", "lake", "park"), ()]
)
def test_a_deal_of_other_than_three_different_objectives_is_refused(objectives: tuple[str, ...]) -> None:
    """Two objectives, four, none, or one of them twice are not dealt."""
    assert refused(tu.new_game(2, objectives="random"), tu.Deal(objectives)) == ["TU-SETUP-08"]


@pytest.mark.forbids("TU-SETUP-08", "TU-TURN-05")
def test_nothing_is_revealed_before_the_objectives_are_dealt_and_they_are_dealt_once() -> None:
    """Before the deal no card is revealed; after it no second deal is made."""
    state = tu.new_game(2, objectives="random")
    assert refused(state, "reveal bwn/black") == ["TU-TURN-05"]
    assert refused(play(state, "deal lake park four-brown"), "deal lake park four-brown") == ["TU-TURN-05"]


WHICH = 'objectives are "start", "random" or a list of names, not'


@pytest.mark.forbids("TU-SETUP-08")
@pytest.mark.parametrize(
    ("objectives", "message"),
    [
        ([], "a game has 3 different objectives, not none"),
        (["lake", "park"], "a game has 3 different objectives, not lake, park"),
        (["lake", "park", "park"], "a game has 3 different objectives"),
        (["lake", "park", "four-brown", "four-heights"], "a game has 3 different objectives"),
        (["lake", "park", "sea"], "no objective 'sea'; the objectives are four-colours, park, "),
        ([1, 2, 3], "the objectives are four-colours, park, "),
        ([["lake"], "park", "four-brown"], "the objectives are four-colours, park, "),
        ("lake", WHICH), ("Start", WHICH), (None, WHICH), (3, WHICH), ({"lake": 1, "park": 2}, WHICH),
    ],
    ids=str,
)  # fmt: skip
def test_objectives_that_cannot_be_are_answered_with_those_that_can(objectives: Any, message: str) -> None:
    """Too few objectives, too many, one twice, an unknown one or no list at all."""
    with pytest.raises(SetupError, match=message):
        tu.new_game(2, objectives=objectives)


# --- chips


@pytest.mark.allows("TU-SETUP-09")
@pytest.mark.parametrize(("players", "chips"), [(2, (7, 3)), (3, (7, 5, 3)), (4, (7, 5, 3, 3))])
def test_chips_go_with_the_number_of_players(players: int, chips: tuple[int, ...]) -> None:
    """Each objective has chips of 7-3 for two players, 7-5-3 for three, 7-5-3-3 for four; nobody has one yet."""
    state = tu.new_game(players)
    assert state.box.chips == chips
    assert all(player.chips == {} for player in state.players)


@pytest.mark.forbids("TU-SETUP-09")
@pytest.mark.parametrize(("players", "second"), [(2, 2), (3, 3), (4, 3)])
def test_the_chips_of_another_number_of_players_are_not_there(players: int, second: int) -> None:
    """In the small town chips are 5-2 for two players and 5-3-2 for three: with two nobody gets a 3."""
    state = town(
        "A2 white blue, A3 grey blue, B1 grey yellow", players, objectives=["park", "two-brown"],
        stocks={"yellow": {"white": 1, "black": 1}}, chips={"blue": {"park": 5}}, turn="yellow",
    )  # fmt: skip
    assert play(state, "found D1 white roof D1").players[1].chips == {"park": second}


# --- more starting floors


@pytest.mark.allows("TU-SETUP-10")
@pytest.mark.parametrize(
    ("players", "floors"), [*((n, m) for n in (2, 3) for m in range(3, 8)), (4, 3), (4, 4), (4, 5)]
)
def test_a_game_can_have_so_many_starting_floors(players: int, floors: int) -> None:
    """Three are usual; up to seven with two or three players and up to five with four."""
    state = Dealer(seed=floors).settle(tu.new_game(players, starting_floors=floors))
    assert len(state.starting) == floors
    while state.phase == "place":
        state = tu.apply(state, tu.legal_actions(state)[-1])
    assert (len(state.buildings), state.phase, state.actor) == (floors, "turn", 0)


@pytest.mark.allows("TU-SETUP-10")
def test_three_starting_floors_are_usual() -> None:
    """Who says nothing about it has three."""
    assert tu.new_game(2) == tu.new_game(2, starting_floors=3)


@pytest.mark.forbids("TU-SETUP-10")
@pytest.mark.parametrize(
    ("players", "floors", "most"),
    [
        (2, 2, 7),
        (2, 8, 7),
        (3, 0, 7),
        (3, 8, 7),
        (4, 2, 5),
        (4, 6, 5),
        (2, -3, 7),
        (2, True, 7),
        (2, 3.0, 7),
        (2, "3", 7),
        (2, [], 7),
    ],
)
def test_too_few_or_too_many_starting_floors_are_refused(players: int, floors: Any, most: int) -> None:
    """The message says how many there can be."""
    with pytest.raises(SetupError) as caught:
        tu.new_game(players, starting_floors=floors)
    assert (
        str(caught.value)
        == f"with {players} players there are 3 to {most} starting floors, not {floors!r} (TU-SETUP-10)"
    )
    assert caught.value.rule == "TU-SETUP-10"


@pytest.mark.forbids("TU-SETUP-10")
def test_true_is_not_a_number_of_starting_floors() -> None:
    """In the tiny edition one starting floor is usual, but True is not 1."""
    with pytest.raises(SetupError, match="with 2 players there are 1 to 2 starting floors, not True"):
        tu.new_game(2, edition="tiny", starting_floors=True)


@pytest.mark.allows("TU-SETUP-11")
def test_extra_cards_go_back_into_the_pile() -> None:
    """With seven starting floors the first three cards are the market; the other four are unseen again."""
    cards = ["bbgg/black", "xx/any", "wwnn/white", "bbnn/brown", "xx/any", "x-vbb/any", "ggww/grey"]
    state = revealed("; ".join(f"reveal {card}" for card in cards))
    assert sorted(state.market) == ["bbgg", "wwnn", "xx"]
    assert state.starting == ("black", "any", "white", "brown", "any", "any", "grey")
    # Of the extra cards there is one each, of the xx one is in the market; the market's single cards are gone.
    assert [state.pile[card] for card in ("bbnn", "xx", "x-vbb", "ggww", "bbgg", "wwnn")] == [1, 1, 1, 1, 0, 0]
    assert (state.pile.total, state.discards) == (41, {})


@pytest.mark.allows("TU-SETUP-11")
def test_an_extra_card_can_come_into_the_market_later() -> None:
    """A card drawn only for its colour is in the pile when play begins."""
    places = "place A1 black; place C2 grey; place D4 white; place E6 brown"
    state = play(revealed(f"{EXTRA_CARDS}; reveal bbnn/brown"), f"{places}; take bbgg; reveal bbnn")
    assert sorted(state.market) == ["bbnn", "ggww", "wwnn"]


@pytest.mark.forbids("TU-SETUP-11")
def test_an_extra_card_does_not_come_twice_while_cards_are_drawn_nor_into_the_market() -> None:
    """The extra cards go back only when all are drawn: the one bbnn cannot give two starting floors."""
    state = tu.replay("reconstruction", 2, f"{EXTRA_CARDS}; reveal bbnn/brown", starting_floors=5)
    assert refused(state, "reveal bbnn/brown") == ["TU-SETUP-02"]
    assert sorted(state.market) == ["bbgg", "ggww", "wwnn"]


# --- nowhere to go


@pytest.mark.allows("TU-SETUP-12")
def test_a_starting_floor_without_a_site_stays_in_the_container() -> None:
    """Black on the hub leaves no site for a second black floor: it is passed over, and the white one follows."""
    state = play(star("b/black b/black w/white"), "place Hub black")
    assert (state.starting, state.container) == (("white",), {"black": 2, "white": 4})
    state = play(state, "place P2 white")
    assert (state.phase, set(state.buildings)) == ("turn", {"Hub", "P2"})


@pytest.mark.allows("TU-SETUP-12")
def test_play_begins_when_the_last_starting_floor_has_no_site() -> None:
    """The second black floor stays in the container and the first turn begins."""
    state = play(star("b/black b/black"), "place Hub black")
    assert (state.phase, state.actor, state.starting, set(state.buildings)) == ("turn", 0, (), {"Hub"})


@pytest.mark.allows("TU-SETUP-12")
def test_a_multicolour_starting_floor_without_a_site_in_any_colour_is_passed_over() -> None:
    """When all four sites are taken, a fifth floor has no site, whatever colour it could take."""
    state = play(
        star("b/black w/white w/white w/white x/any"), "place Hub black; place P1 white; place P2 white; place P3 white"
    )
    assert (state.phase, len(state.buildings), state.container) == ("turn", 4, {"black": 2, "white": 1})


@pytest.mark.allows("TU-SETUP-12")
def test_a_starting_floor_whose_colour_ran_out_is_passed_over() -> None:
    """One black floor is left after the stocks are dealt; the second black card finds none, and white follows."""
    assert play(star("b/black b/black w/white", black=3), "place P1 black").starting == ("white",)


@pytest.mark.forbids("TU-SETUP-12")
def test_a_starting_floor_that_has_a_site_is_not_passed_over() -> None:
    """Black on P1 leaves P2 and P3 to a second black floor: it must be placed, and white has to wait."""
    state = play(star("b/black b/black w/white"), "place P1 black")
    assert state.starting == ("black", "white")
    assert refused(state, "place P2 white") == ["TU-SETUP-03"]
    assert refused(state, "take b") == ["TU-TURN-05"]


# --- who places, who begins


@pytest.mark.allows("TU-SETUP-13")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_player_places_every_starting_floor(players: int) -> None:
    """With any number of players the first one places one floor after the other, and then has the first turn."""
    state = revealed("reveal bwn/black; reveal xx/any; reveal gwn/white", players)
    for move in ("place A1 black", "place C2 brown", "place D4 white"):
        assert state.actor == 0
        state = play(state, move)
    assert (state.actor, state.phase) == (0, "turn")


@pytest.mark.forbids("TU-SETUP-13", "TU-TURN-01")
@pytest.mark.parametrize("by", [1, 2, CHANCE])
def test_nobody_else_places_a_starting_floor(by: Any) -> None:
    """Neither another player nor chance, not even the second or third one."""
    state = play(revealed("reveal bwn/black; reveal xx/any; reveal gwn/white", 3), "place A1 black")
    assert refused(state, "place C2 brown", by=by) == ["TU-TURN-01"]


@pytest.mark.allows("TU-SETUP-14")
@pytest.mark.forbids("TU-SETUP-14", "TU-TURN-01")
def test_the_first_named_is_first_player() -> None:
    """The player named first begins: orange here, then blue. Blue has no first turn."""
    places = "place A1 black; place C2 grey; place D4 white"
    state = tu.replay("reconstruction", ["orange", "blue", "green"], f"{BLACK_GREY_WHITE}; {places}")
    assert state.player.roof == "orange"
    assert refused(state, "take bwn", by=1) == ["TU-TURN-01"]
    assert play(state, "take bwn; reveal bwn").player.roof == "blue"


# --- what else a setup is asked for


@pytest.mark.parametrize("rulings", [{}, {"replacement": "may_decline"}, "default", 5], ids=str)
def test_rulings_that_are_none_are_refused(rulings: Any) -> None:
    """Rulings are given as a Rulings value."""
    with pytest.raises(SetupError, match=r"rulings are a Rulings\(\.\.\.\), not"):
        tu.new_game(2, rulings=rulings)


def test_a_reading_that_is_not_offered_is_answered_with_those_that_are() -> None:
    """A ruling has the readings that the catalogue offers."""
    with pytest.raises(ValueError, match="choose one of compulsory, may_decline"):
        tu.Rulings(replacement="maybe")  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize("edition", ["deluxe", 5, None, [], {}, True, b"small", ("small",)], ids=repr)
def test_what_is_no_edition_is_answered_with_those_there_are(edition: Any) -> None:
    """An unknown name, or neither a name, nor a path, nor an edition."""
    with pytest.raises(SetupError, match="hamlet, reconstruction, rush, small, tiny, "):
        tu.new_game(2, edition=edition)


def test_a_file_that_is_not_there_is_a_mistake_of_the_edition(tmp_path: Path) -> None:
    """The message has the path."""
    with pytest.raises(EditionError, match=r"mine\.toml: 1 mistake\n  cannot be read"):
        tu.new_game(2, edition=tmp_path / "mine.toml")


def test_setups_that_differ_in_anything_are_different() -> None:
    """Players, edition, objectives, starting floors and rulings all count, in `==` and in the hash."""
    setups = [
        tu.make_setup(2), tu.make_setup(3), tu.make_setup(["yellow", "blue"]), tu.make_setup(2, "small"),
        tu.make_setup(2, objectives=("park", "lake", "two-doubles")), tu.make_setup(2, starting_floors=4),
        tu.make_setup(2, rulings=tu.Rulings(extra_turn="optional")),
    ]  # fmt: skip
    assert len(set(setups)) == len({hash(one) for one in setups}) == len(setups)


@pytest.mark.forbids("TU-SETUP-03")
def test_no_position_has_starting_floors_that_no_card_in_the_market_shows() -> None:
    """In the small town bbww has a black bottom and bgw a grey one: a brown starting floor comes from neither."""
    named: dict[str, Any] = {
        "market": ("bbww", "bgw"),
        "phase": "place",
        "stocks": {"blue": ONE_OF_EACH, "yellow": ONE_OF_EACH},
    }
    assert tu.position("small", 2, starting=["grey", "black"], **named).starting == ("grey", "black")
    for starting in (["brown", "grey"], ["black", "black"]):
        assert impossible("small", 2, starting=starting, **named) == {"TU-SETUP-03"}


def test_words_of_a_command_line() -> None:
    """The options of the game, as text: names with commas or spaces between, and a number."""
    objectives, floors = tu.TOWER_UP.options["objectives"], tu.TOWER_UP.options["starting_floors"]
    assert [objectives(word) for word in ("start", "random", "lake, park")] == ["start", "random", ["lake", "park"]]
    assert floors("4") == 4
    for word in ("", "four", "-1", "1.0", "²"):
        with pytest.raises(ValueError, match="whole number"):
            floors(word)
