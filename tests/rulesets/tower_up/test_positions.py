"""Positions made by hand: what `tu.position` fills in, what `tu.problems` names, and whether any game could have come there.

Most positions are in the small town: A1, A2 and A3 are joined to each other, A2 to B1, A3 to C1 and C2, D3 to D1 and D2.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve

import towerup as tu
from towerup.kernel.frozen import Counts
from towerup.kernel.rules import ImpossiblePosition
from towerup.rulesets.tower_up.history import has_order_of_founding

from .support import ONE_OF_EACH, built, changed_edition, columns, half_board, impossible, play, random_steps, town

STARTED = {"A1": "black", "D3": "black"}
BLUE = {1: "blue"}
QUIET = ("all-colours", "two-brown")


def small(buildings: Mapping[str, Any] = STARTED, players: int = 2, **named: Any) -> tu.State:
    """A position in the small town."""
    return tu.position("small", players, buildings=buildings, **{"objectives": QUIET, **named})


def wrong(buildings: Mapping[str, Any] = STARTED, players: int = 2, **named: Any) -> set[str]:
    """The rules that a position in the small town breaks."""
    return impossible("small", players, buildings=buildings, **{"objectives": QUIET, **named})


def said(**named: Any) -> list[str]:
    """What is said of a position in the small town that no game can reach."""
    with pytest.raises(ImpossiblePosition) as caught:
        small(**named)
    assert {one.id for one in caught.value.violations} == {"TU-FORM-02"}
    return [one.message for one in caught.value.violations]


# --- what is filled in


def test_a_position_in_one_line() -> None:
    """Two starting floors: it is the first player's turn, and all the rest follows from the box."""
    state = small()
    edition = state.setup.edition
    assert (state.phase, state.seat, state.player.roof) == ("turn", 0, "blue")
    assert state.buildings == {"A1": tu.Building("black"), "D3": tu.Building("black")}
    assert state.container == edition.floors - {"black": 2}
    assert (state.market, state.discards) == (("bbww", "ggnn"), {})
    assert state.pile == edition.deck - {"bbww": 1, "ggnn": 1}
    assert state.players == tuple(tu.Player(roof, {}, columns(0, 0, 0, 0), 4) for roof in ("blue", "yellow"))
    assert tu.problems(state) == ()


def test_stocks_leave_the_container_and_roofs_the_hand() -> None:
    """And roofs on the board have moved the vehicles of their owner by their level."""
    foundings = "A2 white blue, A3 grey blue A2"
    state = town(foundings, stocks={"yellow": {"black": 2, "brown": 1}})
    assert state.container == {"black": 9 - 4 - 2, "grey": 8 - 1, "white": 8 - 2, "brown": 9 - 1}
    assert [player.roofs for player in state.players] == [2, 4]
    assert [player.vehicles["white"] for player in state.players] == [3, 0]
    assert town(foundings, vehicles={"blue": {"white": 4}}).players[0].vehicles == columns(0, 0, 4, 0)


def test_whatever_is_given_is_taken_as_it_is() -> None:
    """Market, pile and discards, the player whose turn it is, marks and rulings."""
    rulings = tu.Rulings(extra_turn="optional")
    state = small(
        players=3, market=("xx", "bgw"), discards={"gwn": 1}, turn="orange", extra_turn=True, rulings=rulings,
        vehicles={"orange": columns(1, 1, 1, 1)},
    )  # fmt: skip
    assert (state.market, state.discards, state.pile["gwn"]) == (("bgw", "xx"), {"gwn": 1}, 1)
    assert (state.seat, state.extra_turn, state.setup.rulings) == (2, True, rulings)


def test_a_position_is_equal_to_the_game_that_comes_there() -> None:
    """The same table, built by hand and replayed."""
    moves = "reveal bwn/black; reveal gwn/white; reveal xx/any; place A1 black; place C2 white; place D4 grey; take bwn; reveal bgw"
    replayed = tu.replay("reconstruction", 2, moves)
    stocks = {"blue": {"black": 2, "grey": 1, "white": 2, "brown": 2}, "yellow": ONE_OF_EACH}
    market = ("gwn", "xx", "bgw")
    by_hand = half_board(stocks=stocks, market=market, discards={"bwn": 1}, turn="yellow")
    assert by_hand == replayed
    assert hash(by_hand) == hash(replayed)


@pytest.mark.parametrize(
    ("players", "ending", "turn", "cones", "phase", "left"),
    [
        (2, ("last roof", "blue"), "yellow", {"blue": 2}, "turn", 1),
        (3, ("last roof", "blue"), "yellow", {"blue": 2}, "turn", 2),
        (3, ("last roof", "blue"), "orange", {"blue": 2, "yellow": 0}, "turn", 1),
        (2, ("last roof", "blue"), "yellow", {"blue": 2, "yellow": 0}, "over", 0),
        (2, ("shortage", "blue"), "yellow", {}, "turn", 2),
        (2, ("shortage", "blue"), "blue", {"yellow": 0}, "turn", 1),
        (3, ("shortage", "blue"), "orange", {"yellow": 0}, "turn", 2),
    ],
)
def test_how_many_turns_are_left_follows_from_whose_turn_it_is(
    players: int, ending: tuple[str, str], turn: str, cones: Mapping[str, int], phase: str, left: int
) -> None:
    """After a last roof each opponent has a turn, after a shortage everyone. The present one is counted."""
    foundings = "A2 white blue, A3 grey blue, D2 white blue, D1 grey blue" if ending[0] == "last roof" else ""
    state = town(foundings, players, ending=ending, turn=turn, cones=cones, phase=phase)
    assert state.ending is not None
    assert state.ending.turns_left == left


# --- names and numbers


@pytest.mark.forbids("TU-FORM-02")
@pytest.mark.parametrize(
    ("named", "message"),
    [
        ({"buildings": {**STARTED, "Z9": "black"}}, "buildings: 'Z9' is not known; known are A1, A2, A3, B1"),
        ({"buildings": {5: "black"}}, "buildings: 5 is not known; known are A1, A2, A3, B1"),
        ({"buildings": {"A1": "pink"}}, "building on A1: 'pink' is not known; known are black, grey, white, brown"),
        ({"buildings": {"A1": tu.Building("black", 0)}}, "building on A1, floors: 0 is not a number from 1 to 34"),
        ({"buildings": {"A1": tu.Building("black", 1, {1: "green"})}}, "building on A1, roofs: 'green' is not known; known are blue, yellow"),
        ({"market": ["bgw", "qq"]}, "market: 'qq' is not known; known are bbww, ggnn"),
        ({"market": ["bgw", 5]}, "market: 5 is not known; known are bbww, ggnn"),
        ({"pile": {"qq": 1}}, "pile: 'qq' is not known; known are bbww, ggnn"),
        ({"discards": {"qq": 1}}, "discards: 'qq' is not known; known are bbww, ggnn"),
        ({"stocks": {"blue": {"pink": 1}}}, "player 0, stock: 'pink' is not known; known are black, grey, white, brown"),
        ({"vehicles": {"yellow": {"pink": 1}}}, "player 1, vehicles: 'pink' is not known; known are black"),
        ({"vehicles": {"blue": {"black": 5}}}, "player 0, black vehicle: 5 is not a number from 0 to 4"),
        ({"roofs": {"blue": 5}}, "player 0, roofs: 5 is not a number from 0 to 4"),
        ({"cones": {"blue": 4}}, "player 0, cone: 4 is not a number from 0 to 3"),
        ({"chips": {"blue": {"lake": 5}}}, "player 0, chips: 'lake' is not known; known are all-colours, two-brown"),
        ({"stocks": {"pink": {}}}, "stocks: nobody plays 'pink'; the players are blue, yellow"),
        ({"turn": "pink"}, "turn: nobody plays 'pink'; the players are blue, yellow"),
        ({"turn": 0}, "turn: nobody plays 0; the players are blue, yellow"),
        ({"ending": ("shortage", "green")}, "ending: nobody plays 'green'; the players are blue, yellow"),
        ({"phase": "place", "starting": ["pink"]}, "starting: 'pink' is not known; known are black, grey, white, brown, any"),
    ],
    ids=lambda value: str(value)[:60],
)  # fmt: skip
def test_a_position_names_what_this_game_does_not_have(named: dict[str, Any], message: str) -> None:
    """The message says where the name or number is, and what there is."""
    assert said(**named)[0].startswith(message)


def test_every_mistake_is_named_at_once() -> None:
    """Three wrong names in three places are three problems."""
    assert len(said(buildings={"A1": "pink", "Z9": "black"}, market=["bgw", "qq"])) == 3


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ({"buildings": {"A1": 5}}, 'the building on A1 is a colour or a Building, as Building("black", 2), not 5'),
        ({"buildings": ["A1"]}, "a mapping is needed here, not ['A1']"),
        ({"buildings": None}, "a mapping is needed here, not None"),
        ({"stocks": {"blue": ["black"]}}, "a mapping from names to numbers is needed here, not ['black']"),
        ({"stocks": {"blue": {"black": -1}}}, "a count is a name and a number from 0, not 'black': -1"),
        ({"stocks": {"blue": {"black": True}}}, "a count is a name and a number from 0, not 'black': True"),
        ({"market": "xx"}, "a list of names is needed here, not 'xx'"),
        ({"starting": "black"}, "a list of names is needed here, not 'black'"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_a_value_of_a_wrong_type_is_a_type_error(named: dict[str, Any], message: str) -> None:
    """As everywhere in Python; the message says what is needed."""
    with pytest.raises(TypeError, match=re.escape(message)):
        small(**named)


# --- contradictions


@pytest.mark.forbids("TU-BOX-01", "TU-BOX-02", "TU-BOX-03")
def test_pieces_that_are_too_many_or_too_few() -> None:
    """`position` fills up; what is given too often is named, and so is what an evolved state has lost."""
    assert wrong(stocks={"blue": {"black": 8}}) == {"TU-BOX-01"}
    assert wrong(roofs={"blue": 3}) == {"TU-BOX-02"}
    assert wrong(market=("bbww", "bbww")) == {"TU-BOX-03"}
    assert wrong(discards={"xx": 2}, market=("xx", "bgw")) == {"TU-BOX-03"}
    assert wrong(pile={"bgw": 1}) == {"TU-BOX-03"}
    state = small()
    lost = {
        "TU-BOX-01": evolve(state, container=state.container - {"grey": 1}),
        "TU-BOX-02": evolve(state, players=(evolve(state.players[0], roofs=1), state.players[1])),
        "TU-BOX-03": evolve(state, pile=state.pile - {"bgw": 1}),
    }
    for rule, changed in lost.items():
        assert [one.id for one in tu.problems(changed)] == [rule]


def test_an_evolved_state_is_checked_by_problems_and_not_by_itself() -> None:
    """`State` and `evolve` check types only, so that tests and tools can make wrong states; `problems` names the rest."""
    state = small()
    wrong_states = [
        evolve(state, seat=2),
        evolve(state, players=state.players[:1]),
        evolve(state, players=state.players[::-1]),
        evolve(state, market=("bgw", "qq")),
        evolve(state, buildings={"A1": "black"}),
        evolve(state, ending=tu.Ending(tu.Cause.SHORTAGE, 7, 1)),
        evolve(state, players=(evolve(state.players[0], vehicles={"black": 0}), state.players[1])),
    ]
    for one in wrong_states:
        assert {problem.id for problem in tu.problems(one)} == {"TU-FORM-02"}, one


def test_the_message_of_an_impossible_position_lists_the_reasons_with_their_rules() -> None:
    """Each on a line of its own, with the rule's title and where it stands."""
    with pytest.raises(ImpossiblePosition) as caught:
        small(stocks={"blue": {"black": 8}})
    head, line = str(caught.value).splitlines()
    assert head == "no game can reach this position:"
    assert line.startswith("  TU-BOX-01 (")
    assert ": there are 10 black floors, but the box has 9 [" in line


# --- an order of founding

ALL_FOUR = built("small", 2, "A1 black, D3 black", "A2 white blue, A3 grey blue, D2 white blue, D1 grey blue")
"""Blue founded A2, A3, D2 and D1, with a roof on each, and has none left. Those on A3 and D1 are on top."""


@pytest.mark.allows("TU-FOUND-02", "TU-FOUND-05", "TU-ROOF-01")
@pytest.mark.parametrize(
    "buildings",
    [
        STARTED,
        {**STARTED, "A1": tu.Building("black", 2), "A2": tu.Building("white", 1, BLUE)},
        {**STARTED, "A1": tu.Building("black", 2, {2: "blue"}), "A2": "white"},
        {
            **STARTED,
            "A1": tu.Building("black", 3),
            "A2": tu.Building("white", 2, {1: "blue", 2: "yellow"}),
            "A3": "grey",
        },
        {"A1": "black", "A2": "white"},
    ],
    ids=["starting floors", "on the new one", "on the neighbour", "two roofs", "starting floors side by side"],
)
def test_buildings_that_were_founded_one_by_one(buildings: dict[str, Any]) -> None:
    """Each beside an older one, with a floor for each older neighbour and a roof on one of these floors."""
    assert has_order_of_founding(small(buildings))


@pytest.mark.forbids("TU-FOUND-02", "TU-FOUND-05", "TU-ROOF-01")
@pytest.mark.parametrize(
    "buildings",
    [
        {**STARTED, "C1": tu.Building("grey", 1, BLUE)},
        {
            "A1": tu.Building("black", 2, {2: "blue"}), "A2": tu.Building("white", 2, {2: "blue"}),
            "A3": tu.Building("grey", 2, {2: "blue"}), "D3": "black", "B2": "brown",
        },
        {**STARTED, "A1": tu.Building("black", 2, BLUE), "A2": "grey"},
        {
            "A1": tu.Building("black", 3), "A2": tu.Building("white", 2, BLUE), "A3": "grey",
            "D3": tu.Building("black", 2, {2: "blue"}), "D2": tu.Building("white", 1, {1: "yellow"}),
        },
        {
            "A1": tu.Building("black", 2), "A2": tu.Building("white", 1, BLUE), "D3": "black",
            "D2": tu.Building("white", 1, BLUE),
        },
    ],
    ids=[
        "a founding with no neighbour", "payments in a circle", "a roof from before the founding",
        "two roofs for one founding and none for another", "a neighbour left unpaid",
    ],
)  # fmt: skip
def test_buildings_that_no_order_of_founding_brings_about(buildings: dict[str, Any]) -> None:
    """There is no building that can have been the youngest."""
    assert wrong(buildings) & {"TU-FOUND-02", "TU-FOUND-05"}


# --- vehicles and cones

TWO_ROOFS = {
    **STARTED,
    "A1": tu.Building("black", 3),
    "A2": tu.Building("white", 2, {1: "blue", 2: "blue"}),
    "A3": "grey",
}
"""Blue founded A2 with a roof on it, and A3 with another one on A2: three white steps."""


@pytest.mark.allows("TU-MOVE-01")
@pytest.mark.forbids("TU-MOVE-01", "TU-MOVE-03")
def test_vehicles_stand_where_roofs_have_moved_them_or_further_on() -> None:
    """Cards can have moved a vehicle further, and nothing moves it back."""
    for white in (3, 4):
        assert small(TWO_ROOFS, vehicles={"blue": {"white": white}}).players[0].vehicles["white"] == white
    for white in (0, 1, 2):
        assert wrong(TWO_ROOFS, vehicles={"blue": {"white": white}}) == {"TU-MOVE-01"}


@pytest.mark.allows("TU-MOVE-02")
@pytest.mark.forbids("TU-MOVE-01")
def test_roofs_move_a_vehicle_to_the_end_of_its_track_at_most() -> None:
    """Roofs at the levels 1, 2 and 3 of white A2 are six steps, but the track has four."""
    buildings = {**TWO_ROOFS, "A2": tu.Building("white", 3, {1: "blue", 2: "blue", 3: "blue"}), "B1": "grey"}
    assert small(buildings).players[0].vehicles["white"] == 4
    assert wrong(buildings, vehicles={"blue": {"white": 3}}) == {"TU-MOVE-01"}


ONE_COVERED = built("small", 2, "A1 black, D3 black", "A2 white blue, D2 white blue, A3 grey yellow")
"""Blue founded A2 and D2 with a roof on each, and yellow A3, which covered the roof on A2."""


@pytest.mark.allows("TU-END-07", "TU-END-08")
@pytest.mark.forbids("TU-END-07", "TU-END-08")
def test_a_cone_counts_what_is_on_top_or_was_on_top() -> None:
    """Blue counted two roofs if A3 was founded in yellow's last turn, one if before; never none. Yellow has one on top."""
    over: dict[str, Any] = {"phase": "over", "turn": "yellow", "ending": ("shortage", "yellow")}
    for cone in (1, 2):
        assert small(ONE_COVERED, cones={"blue": cone, "yellow": 1}, **over).players[0].cone == cone
    for blue, yellow in ((0, 1), (1, 0), (0, 0)):
        assert wrong(ONE_COVERED, cones={"blue": blue, "yellow": yellow}, **over) == {"TU-END-08"}


@pytest.mark.allows("TU-END-07", "TU-END-08")
def test_a_cone_counts_no_more_than_its_row_has_places() -> None:
    """All four of blue's roofs are on top, but there are three places in the row: the third is the right one."""
    foundings = "A2 white blue A1, B1 grey blue A2, B2 white blue B1, D1 grey blue D3"
    over: dict[str, Any] = {"phase": "over", "turn": "yellow", "ending": ("last roof", "blue")}
    assert town(foundings, cones={"blue": 3, "yellow": 0}, **over).players[0].cone == 3
    buildings = built("small", 2, "A1 black, D3 black", foundings)
    assert wrong(buildings, cones={"blue": 2, "yellow": 0}, **over) == {"TU-END-08"}


# --- the last turns


@pytest.mark.allows("TU-END-03", "TU-END-05")
@pytest.mark.forbids("TU-END-03", "TU-END-05")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_was_last(players: int) -> None:
    """After a shortage the player who caused it played last; after a last roof the player on the right of its owner."""
    seats = ("blue", "yellow", "orange", "green")[:players]
    over: dict[str, Any] = {"players": players, "phase": "over", "cones": dict.fromkeys(seats, 0)}
    for turn in seats:
        named = {**over, "turn": turn, "ending": ("shortage", "yellow")}
        assert small(**named).is_over if turn == "yellow" else wrong(**named) == {"TU-END-03"}
        named = {**over, "cones": {**over["cones"], "blue": 2}, "turn": turn, "ending": ("last roof", "blue")}
        assert small(ALL_FOUR, **named).is_over if turn == seats[-1] else wrong(ALL_FOUR, **named) == {"TU-END-03"}


@pytest.mark.allows("TU-END-08", "TU-END-09")
def test_a_turn_that_was_added_later_can_be_played_after_counting() -> None:
    """Where a shortage gives the player of the last roof one more turn, the game ends with that turn."""
    rulings = tu.Rulings(second_trigger="shortage_adds_turn")
    both = ("last roof and shortage", "blue")
    assert small(ALL_FOUR, cones={"blue": 2, "yellow": 0}, phase="over", ending=both, rulings=rulings).is_over


@pytest.mark.allows("TU-END-04", "TU-STAR-01")
def test_a_player_who_has_just_caused_a_shortage_is_still_in_that_turn() -> None:
    """The market waits for a card, or floors are to be put back, or an extra turn is played, or others play."""
    ending = ("shortage", "blue")
    assert small(market=["bgw"], phase="reveal", discards={"gwn": 1}, ending=ending).phase == "reveal"
    assert small(stocks={"blue": {"grey": 7}}, phase="back", ending=ending).phase == "back"
    assert small(vehicles={"blue": ONE_OF_EACH}, extra_turn=True, ending=ending).extra_turn
    assert small(turn="yellow", ending=ending).actor == 1
    assert small(cones={"yellow": 0}, ending=ending).actor == 0


@pytest.mark.forbids("TU-END-01", "TU-END-04")
@pytest.mark.parametrize("players", [2, 3])
def test_nobody_begins_an_ordinary_turn_with_the_end_just_triggered(players: int) -> None:
    """The end is said to come through blue, who begins a turn; but nobody else has had a last turn since."""
    assert wrong(players=players, ending=("shortage", "blue")) == {"TU-END-01"}
    assert wrong(ALL_FOUR, players=players, ending=("last roof", "blue")) == {"TU-END-01"}


@pytest.mark.allows("TU-END-01", "TU-STAR-01")
@pytest.mark.forbids("TU-END-01")
def test_after_the_last_roof_only_an_extra_turn_leads_to_a_card() -> None:
    """The player who has just placed the last roof takes a card only in an extra turn which that roof has earned."""
    waiting: dict[str, Any] = {
        "market": ["bgw"], "phase": "reveal", "discards": {"gwn": 1}, "ending": ("last roof", "blue"),
        "vehicles": {"blue": columns(3, 3, 3, 3)},
    }  # fmt: skip
    assert small(ALL_FOUR, extra_turn=True, **waiting).ending is not None
    assert wrong(ALL_FOUR, **waiting) == {"TU-END-01"}


# --- starting floors come from the market


def placing(
    market: tuple[str, str], starting: list[str], placed: Mapping[str, str] | None = None, **named: Any
) -> dict[str, Any]:
    """Starting floors are being placed."""
    stocks = {"blue": ONE_OF_EACH, "yellow": ONE_OF_EACH}
    return {
        "buildings": placed or {},
        "market": market,
        "starting": starting,
        "stocks": stocks,
        "phase": "place",
        **named,
    }


@pytest.mark.allows("TU-SETUP-03", "TU-SETUP-04")
@pytest.mark.parametrize(
    ("market", "starting", "placed"),
    [
        (("bbww", "bgw"), ["black", "grey"], {}),
        (("bbww", "bgw"), ["grey", "black"], {}),
        (("bbww", "bgw"), ["grey"], {"A1": "black"}),
        (("gwn", "gwn"), ["white", "white"], {}),
        (("xx", "gwn"), ["any", "white"], {}),
        (("xx", "gwn"), ["white"], {"A1": "brown"}),
    ],
)
def test_starting_floors_are_the_bottoms_of_the_cards_in_the_market(
    market: tuple[str, str], starting: list[str], placed: dict[str, str]
) -> None:
    """In the small town bbww has a black bottom, bgw a grey one, gwn a white one and xx a multicolour one."""
    assert [*small(**placing(market, starting, placed)).starting] == starting


@pytest.mark.forbids("TU-SETUP-03")
@pytest.mark.parametrize(
    ("market", "starting"),
    [
        (("bbww", "bgw"), ["brown", "grey"]),
        (("bbww", "bgw"), ["black", "black"]),
        (("bbww", "bgw"), ["white"]),
        (("bbww", "bgw"), ["any"]),
        (("xx", "gwn"), ["white", "white"]),
        (("xx", "gwn"), ["brown"]),
    ],
)
def test_no_starting_floor_has_a_colour_that_no_card_in_the_market_has_at_its_bottom(
    market: tuple[str, str], starting: list[str]
) -> None:
    """Each starting floor needs a card of its own, with its colour at the bottom."""
    assert wrong(**placing(market, starting, {} if len(starting) == 2 else {"A1": "black"})) == {"TU-SETUP-03"}


@pytest.mark.allows("TU-SETUP-10", "TU-SETUP-11")
def test_floors_of_further_cards_can_have_any_colour() -> None:
    """With more starting floors than cards in the market, the further cards are back in the pile and are not seen."""
    starting = ["black", "grey", "brown"]
    assert [*small(**placing(("bbww", "bgw"), starting, starting_floors=3)).starting] == starting


@pytest.mark.allows("TU-SETUP-12")
def test_a_starting_floor_whose_colour_ran_out_leaves_a_board_with_one_less() -> None:
    """Two cards with grey bottoms, and one grey floor left: the other is passed over. That table is accepted."""
    edition = changed_edition(
        "small", ("grey = 8", "grey = 5"), ('"brown", "brown"], bottom = "brown"', '"brown", "brown"], bottom = "grey"')
    )
    state = play(tu.new_game(4, edition=edition), "reveal ggnn/grey; reveal bgw/grey; place A1 grey")
    assert (state.phase, state.buildings) == ("turn", {"A1": tu.Building("grey")})
    stocks = dict.fromkeys(edition.roof_colours, ONE_OF_EACH)
    assert tu.position(edition, 4, buildings={"A1": "grey"}, stocks=stocks, market=("ggnn", "bgw")) == state


# --- impossible by what holds in every state

HOLDS_ALWAYS: dict[str, tuple[str, Mapping[str, Any]]] = {
    "neighbours of one colour": ("TU-FOUND-03", {"buildings": {"A1": "black", "A2": "black"}}),
    "a market of one in a turn": ("TU-TAKE-05", {"market": ("bgw",)}),
    "a turn with seven floors": ("TU-STOCK-01", {"stocks": {"blue": {"black": 4, "white": 3}}}),
    "seven floors out of turn": ("TU-STOCK-01", {"stocks": {"yellow": {"black": 4, "white": 3}}}),
    "nothing to put back": ("TU-STOCK-01", {"stocks": {"blue": {"black": 6}}, "phase": "back"}),
    "more to put back than a card gives": ("TU-STOCK-01", {"stocks": {"blue": {"grey": 7, "white": 8, "black": 3}}, "phase": "back"}),
    "a starting floor left over in a turn": ("TU-SETUP-03", {"starting": ["black"]}),
    "no starting floor left to place": ("TU-SETUP-03", {"phase": "place", "stocks": {"blue": ONE_OF_EACH, "yellow": ONE_OF_EACH}}),
    "a starting floor too many": ("TU-SETUP-12", {"buildings": {**STARTED, "C1": "white"}}),
    "a head start": ("TU-SETUP-07", placing(("bbww", "bgw"), ["black", "grey"], vehicles={"yellow": {"black": 1}})),
    "another player places": ("TU-SETUP-13", placing(("bbww", "bgw"), ["black", "grey"], turn="yellow")),
    "an extra turn not earned": ("TU-STAR-01", {"extra_turn": True}),
    "another turn while one begins": ("TU-TURN-05", {"another_turn": True, "vehicles": {"blue": ONE_OF_EACH}}),
    "two extra turns for one column": (
        "TU-STAR-01",
        {
            "market": ("bgw",), "phase": "reveal", "discards": {"gwn": 1}, "extra_turn": True, "another_turn": True,
            "vehicles": {"blue": ONE_OF_EACH},
        },
    ),
    "over without a cause": ("TU-TURN-03", {"phase": "over", "cones": {"blue": 0, "yellow": 0}}),
    "over before all have counted": ("TU-TURN-03", {"phase": "over", "cones": {"blue": 0}, "ending": ("shortage", "blue")}),
    "no roof left and no end": ("TU-END-01", {"buildings": ALL_FOUR, "turn": "yellow"}),
    "a last roof with one in hand": ("TU-END-01", {"cones": {"blue": 0}, "ending": ("last roof", "blue"), "turn": "yellow"}),
    "a cone before the end": ("TU-END-02", {"cones": {"blue": 1}}),
    "the causer's cone too early": ("TU-END-05", {"cones": {"blue": 0}, "ending": ("shortage", "blue"), "turn": "yellow"}),
    "two causes under the usual ruling": (
        "TU-END-09", {"buildings": ALL_FOUR, "cones": {"blue": 2}, "turn": "yellow", "ending": ("last roof and shortage", "blue")},
    ),
    "a cone for more roofs than were placed": (
        "TU-END-07", {"cones": {"blue": 3, "yellow": 0}, "phase": "over", "ending": ("shortage", "blue")},
    ),
    "an objective fulfilled without its chip": ("TU-GOAL-19", {"buildings": TWO_ROOFS, "objectives": ("a-double", "two-brown")}),
    "a chip without its objective": ("TU-GOAL-16", {"chips": {"blue": {"two-brown": 5}}}),
    "a lower chip while the higher is there": (
        "TU-GOAL-02", {"buildings": TWO_ROOFS, "objectives": ("a-double", "two-brown"), "chips": {"blue": {"a-double": 2}}},
    ),
    "a chip that is not there for so many players": (
        "TU-SETUP-09", {"buildings": TWO_ROOFS, "objectives": ("a-double", "two-brown"), "chips": {"blue": {"a-double": 3}}},
    ),
    "a refill from an empty pile": (
        "TU-TAKE-06", {"market": ("bgw",), "phase": "reveal", "pile": {}, "discards": tu.load_edition("small").deck - {"bgw": 1}},
    ),
}  # fmt: skip
"""What no game can reach, with the rule that speaks of it."""


@pytest.mark.forbids("TU-SETUP-12")
def test_no_starting_floor_is_passed_over_where_it_has_a_site() -> None:
    """In the small town a second starting floor always finds a site and a colour: play cannot begin with one."""
    assert wrong({"A1": "black"})


def test_what_holds_in_every_state_holds_in_positions() -> None:
    """A position that breaks a property of every state is impossible."""
    accepted = []
    for case, (_, named) in HOLDS_ALWAYS.items():
        try:
            small(**named)
        except ImpossiblePosition:
            continue
        accepted.append(case)
    assert accepted == []


# --- what play reaches is never called impossible


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("edition", ["small", "reconstruction"])
def test_no_state_that_play_reaches_is_called_impossible(edition: str, seed: int) -> None:
    """Every tenth state of a random game, and its last, in all numbers of players and other rulings."""
    readings = (
        tu.Rulings(),
        tu.Rulings(extra_turn="optional", stock_limit="whole_run", replacement="may_decline"),
        tu.Rulings(second_trigger="shortage_adds_turn", empty_container="no_shortage"),
    )
    players = 2 + seed % 3
    floors = None if seed % 2 else tu.load_edition(edition).most_starting_floors[players]
    start = tu.new_game(
        players, edition=edition, objectives="random", starting_floors=floors, rulings=readings[seed % 3]
    )
    states = [after for _, _, after in random_steps(start, seed)]
    assert states[-1].is_over
    for state in (*states[::10], states[-1]):
        assert tu.problems(state) == ()


def test_counts_of_the_box_are_kept_by_evolve() -> None:
    """Plain dicts and lists may be handed in; the state has them frozen."""
    state = evolve(small(), container={"black": 7}, market=["bgw", "xx"], buildings={"A1": tu.Building("black")})
    assert isinstance(state.container, Counts)
    assert state.market == ("bgw", "xx")
