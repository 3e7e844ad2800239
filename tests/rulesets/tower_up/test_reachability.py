"""Could any game have come here? Positions that keep every law of states, and those that no play leads to.

Most positions are in the small town: A1, A2 and A3 are joined to each other, A2 to B1, A3 to C1 and C2, D3 to D1 and D2.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from typing import Any

import attrs
import pytest

import towerup as tu
from towerup.rulesets.tower_up.edition import Edition, edition_from_toml
from towerup.rulesets.tower_up.reachability import REACHABILITY_LAWS, impossibilities
from towerup.rulesets.tower_up.table import _Reader

from .tables import QUIET

OF_EACH = {"black": 1, "grey": 1, "white": 1, "brown": 1}
STARTED = {"A1": tu.Building("black"), "D3": tu.Building("black")}
BLUE = {1: "blue"}

ALL_FOUR = {
    "A1": tu.Building("black", 3),
    "A2": tu.Building("white", 2, BLUE),
    "A3": tu.Building("grey", 1, BLUE),
    "D3": tu.Building("black", 3),
    "D2": tu.Building("white", 2, BLUE),
    "D1": tu.Building("grey", 1, BLUE),
}
"""Blue founded A2, A3, D2 and D1, with a roof on each, and has none left. Those on A3 and D1 are on top."""


def town(
    buildings: Mapping[str, tu.Building],
    seats: Sequence[Mapping[str, Any]] = ({}, {}),
    market: Sequence[str] = ("bgw", "gwn"),
    *,
    rulings: tu.Rulings | None = None,
    **more: Any,
) -> tu.State:
    """A position in the small town, for as many players as there are seats."""
    return tu.position(tu.setup(len(seats), "small", QUIET, rulings=rulings), buildings, seats, market, **more)


def laws_broken(*args: Any, **more: Any) -> dict[str, str]:
    """What is said of an impossible position in the small town: for each law, by its name, the rule."""
    with pytest.raises(tu.ImpossiblePosition) as caught:
        town(*args, **more)
    return {one.message.split(":")[0]: one.id for one in caught.value.violations}


# --- the buildings have a history


@pytest.mark.parametrize(
    "buildings",
    [
        STARTED,
        {**STARTED, "A1": tu.Building("black", 2), "A2": tu.Building("white", 1, BLUE)},
        {**STARTED, "A1": tu.Building("black", 2, {2: "blue"}), "A2": tu.Building("white")},
        # A2, then A3 with a roof on A2.
        {
            **STARTED,
            "A1": tu.Building("black", 3),
            "A2": tu.Building("white", 2, {1: "blue", 2: "yellow"}),
            "A3": tu.Building("grey"),
        },
        # Starting floors beside each other pay nothing.
        {"A1": tu.Building("black"), "A2": tu.Building("white")},
        ALL_FOUR,
    ],
    ids=["starting floors", "on the new one", "on the neighbour", "two roofs", "side by side", "four foundings"],
)
@pytest.mark.allows("TU-FOUND-02", "TU-FOUND-05", "TU-ROOF-01")
def test_buildings_that_were_founded_one_by_one_can_be(buildings: dict[str, tu.Building]) -> None:
    """Each beside an older one, with a floor for each older neighbour and a roof on one of these floors."""
    more: dict[str, Any] = {}
    if buildings is ALL_FOUR:
        more = {"seats": [{"cone": 2}, {}], "seat": 1, "ending": tu.EndComing("last roof", 0)}
    assert town(buildings, **more).table.buildings == buildings


@pytest.mark.parametrize(
    "buildings",
    [
        {**STARTED, "C1": tu.Building("grey", 1, BLUE)},
        {
            "A1": tu.Building("black", 2, {2: "blue"}),
            "A2": tu.Building("white", 2, {2: "blue"}),
            "A3": tu.Building("grey", 2, {2: "blue"}),
            "D3": tu.Building("black"),
            "B2": tu.Building("brown"),
        },
        {**STARTED, "A1": tu.Building("black", 2, BLUE), "A2": tu.Building("grey")},
        # A2 was founded with a roof on it, A3 with none, D2 with two: its own and that on D3.
        {
            "A1": tu.Building("black", 3),
            "A2": tu.Building("white", 2, BLUE),
            "A3": tu.Building("grey"),
            "D3": tu.Building("black", 2, {2: "blue"}),
            "D2": tu.Building("white", 1, {1: "yellow"}),
        },
        # D2 was founded beside D3, which got no floor for it.
        {
            "A1": tu.Building("black", 2),
            "A2": tu.Building("white", 1, BLUE),
            "D3": tu.Building("black"),
            "D2": tu.Building("white", 1, BLUE),
        },
    ],
    ids=[
        "a founding with no neighbour",
        "payments in a circle",
        "a roof from before the founding",
        "two roofs for one founding and none for another",
        "a neighbour left unpaid",
    ],
)
@pytest.mark.forbids("TU-FOUND-02", "TU-FOUND-05", "TU-ROOF-01")
def test_buildings_that_no_order_of_founding_brings_about_cannot_be(buildings: dict[str, tu.Building]) -> None:
    """The floors, roofs and roads add up, but there is no building that can have been the youngest."""
    assert laws_broken(buildings) == {"the_buildings_have_a_history": "TU-FOUND-02"}


# --- roofs have moved vehicles


TWO_ROOFS = {
    **STARTED,
    "A1": tu.Building("black", 3),
    "A2": tu.Building("white", 2, {1: "blue", 2: "blue"}),
    "A3": tu.Building("grey"),
}
"""Blue founded A2 with a roof on it, and A3 with another one on A2."""


@pytest.mark.parametrize(("steps", "white"), [({}, 3), ({"white": 3}, 3), ({"white": 4, "black": 2}, 4)])
@pytest.mark.allows("TU-MOVE-01")
def test_vehicles_stand_where_roofs_have_moved_them_or_further_on(steps: dict[str, int], white: int) -> None:
    """Roofs on the first and second floor of white A2 are three white steps; cards can have moved a vehicle further."""
    state = town(TWO_ROOFS, [{"vehicles": steps}, {}])
    assert state.table.seats[0].vehicles == {"black": 0, "grey": 0, "brown": 0} | steps | {"white": white}
    assert set(state.table.seats[1].vehicles.values()) == {0}


@pytest.mark.parametrize("white", [0, 1, 2])
@pytest.mark.forbids("TU-MOVE-01", "TU-MOVE-03")
def test_no_vehicle_is_behind_the_roofs_that_moved_it(white: int) -> None:
    """Less than three white steps cannot be: nothing moves a vehicle back."""
    assert laws_broken(TWO_ROOFS, [{"vehicles": {"white": white}}, {}]) == {"roofs_have_moved_vehicles": "TU-MOVE-01"}


@pytest.mark.allows("TU-MOVE-02")
@pytest.mark.forbids("TU-MOVE-01")
def test_roofs_move_a_vehicle_to_the_end_of_its_track_at_most() -> None:
    """Roofs at the levels 1, 2 and 3 of white A2 are six steps, but the track has four; with three the vehicle is behind."""
    buildings = {
        **STARTED,
        "A1": tu.Building("black", 3),
        "A2": tu.Building("white", 3, {1: "blue", 2: "blue", 3: "blue"}),
        "A3": tu.Building("grey"),
        "B1": tu.Building("grey"),
    }
    assert town(buildings).table.seats[0].vehicles["white"] == 4
    assert laws_broken(buildings, [{"vehicles": {"white": 3}}, {}]) == {"roofs_have_moved_vehicles": "TU-MOVE-01"}


# --- cones


ONE_COVERED = {
    "A1": tu.Building("black", 3),
    "A2": tu.Building("white", 2, BLUE),
    "A3": tu.Building("grey", 1, {1: "yellow"}),
    "D3": tu.Building("black", 2),
    "D2": tu.Building("white", 1, BLUE),
}
"""Blue founded A2 and D2 with a roof on each, and yellow A3, which covered the roof on A2."""


@pytest.mark.parametrize("cone", [1, 2])
@pytest.mark.allows("TU-END-07", "TU-END-08")
def test_a_cone_counts_what_is_on_top_or_was_on_top(cone: int) -> None:
    """Yellow caused the shortage, so blue counted before yellow's last turn: two roofs if A3 was founded in that turn, one if
    it was founded before.
    """
    seats = [{"cone": cone}, {"cone": 1}]
    state = town(ONE_COVERED, seats, phase="over", seat=1, ending=tu.EndComing("shortage", 1))
    assert state.table.seats[0].cone == cone


@pytest.mark.forbids("TU-END-08", "TU-END-07")
def test_no_cone_counts_less_than_what_is_on_top() -> None:
    """Blue has a roof on top, or yellow, but no cone though the game is over: after counting nobody places a roof."""
    over: dict[str, Any] = {"phase": "over", "seat": 1, "ending": tu.EndComing("shortage", 1)}
    for cones in ((0, 1), (1, 0), (0, 0)):
        broken = laws_broken(ONE_COVERED, [{"cone": cone} for cone in cones], **over)
        assert broken == {"cones_count_at_least_what_is_on_top": "TU-END-08"}


@pytest.mark.allows("TU-END-07", "TU-END-08")
def test_a_cone_counts_no_more_than_its_row_has_places() -> None:
    """Each of blue's four foundings, A2, B1, B2 and D1, brought a roof on its older neighbour. All four are on top, but there
    are three places in the row: the third is the right one.
    """
    buildings = {
        "A1": tu.Building("black", 2, {2: "blue"}),
        "A2": tu.Building("white", 2, {2: "blue"}),
        "B1": tu.Building("grey", 2, {2: "blue"}),
        "B2": tu.Building("white"),
        "D3": tu.Building("black", 2, {2: "blue"}),
        "D1": tu.Building("grey"),
    }
    over: dict[str, Any] = {"phase": "over", "seat": 1, "ending": tu.EndComing("last roof", 0)}
    assert town(buildings, [{"cone": 3}, {"cone": 0}], **over).table.seats[0].cone == 3
    assert "cones_count_at_least_what_is_on_top" in laws_broken(buildings, [{"cone": 2}, {"cone": 0}], **over)


@pytest.mark.allows("TU-END-08", "TU-END-09")
def test_a_turn_that_was_added_later_can_be_played_after_counting() -> None:
    """Where a shortage gives who placed the last roof one more turn, the game ends with that turn and the cone set before."""
    both = tu.EndComing("last roof and shortage", 0)
    rulings = tu.Rulings(second_trigger="shortage_adds_turn")
    state = town(ALL_FOUR, [{"cone": 2}, {"cone": 0}], phase="over", ending=both, rulings=rulings)
    assert state.is_over


# --- who was last


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.allows("TU-END-05")
@pytest.mark.forbids("TU-END-05", "TU-END-03")
def test_after_a_shortage_the_one_who_caused_it_was_last(players: int) -> None:
    """Yellow caused the shortage, so nobody but yellow has played last."""
    seats = [{"cone": 0}] * players
    more: dict[str, Any] = {"phase": "over", "ending": tu.EndComing("shortage", 1)}
    assert town(STARTED, seats, seat=1, **more).is_over
    for seat in {*range(players)} - {1}:
        broken = laws_broken(STARTED, seats, seat=seat, **more)
        assert broken == {"the_last_player_was_the_last": "TU-END-03"}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.allows("TU-END-03")
@pytest.mark.forbids("TU-END-03")
def test_after_a_last_roof_the_one_on_the_right_was_last(players: int) -> None:
    """Blue placed the last roof, and the last of the others has played last."""
    seats = [{"cone": 2}] + [{"cone": 0}] * (players - 1)
    more: dict[str, Any] = {"phase": "over", "ending": tu.EndComing("last roof", 0)}
    assert town(ALL_FOUR, seats, seat=players - 1, **more).is_over
    for seat in range(players - 1):
        assert laws_broken(ALL_FOUR, seats, seat=seat, **more) == {"the_last_player_was_the_last": "TU-END-03"}


# --- the end was brought about in this run


@pytest.mark.allows("TU-END-04", "TU-STAR-01")
def test_who_has_just_caused_a_shortage_is_still_in_that_turn() -> None:
    """The market waits for a card, or floors are to be put back, or an extra turn is played, or others play."""
    ending = tu.EndComing("shortage", 0)
    stars = [{"vehicles": OF_EACH}, {}]
    waiting = town(STARTED, market=["bgw"], phase="reveal", discards={"gwn": 1}, ending=ending)
    assert waiting.table.ending == ending
    assert town(STARTED, [{"stock": {"grey": 7}}, {}], phase="back", ending=ending).table.phase == "back"
    assert town(STARTED, stars, extra_turn=True, ending=ending).table.extra_turn
    assert town(STARTED, seat=1, ending=ending).actor == 1
    assert town(STARTED, [{}, {"cone": 0}], ending=ending).actor == 0


@pytest.mark.forbids("TU-END-01", "TU-END-04")
@pytest.mark.parametrize("players", [2, 3])
def test_nobody_begins_an_ordinary_turn_with_the_end_just_brought_about(players: int) -> None:
    """The end is said to come through blue, who begins a turn; but nobody else has had a last turn since."""
    for stock in ({}, OF_EACH):
        broken = laws_broken(STARTED, [{"stock": stock}] * players, ending=tu.EndComing("shortage", 0))
        assert broken == {"the_end_was_brought_about_in_this_run": "TU-END-01"}
    broken = laws_broken(ALL_FOUR, [{}] * players, ending=tu.EndComing("last roof", 0))
    assert broken == {"the_end_was_brought_about_in_this_run": "TU-END-01"}


@pytest.mark.allows("TU-END-01", "TU-STAR-01")
@pytest.mark.forbids("TU-END-01")
def test_after_the_last_roof_only_an_extra_turn_leads_to_a_card() -> None:
    """Who has just founded with the last roof takes a card only in an extra turn which that roof has earned."""
    ending = tu.EndComing("last roof", 0)
    waiting: dict[str, Any] = {"market": ["bgw"], "phase": "reveal", "discards": {"gwn": 1}, "ending": ending}
    three = [{"vehicles": dict.fromkeys(OF_EACH, 3)}, {}]
    assert town(ALL_FOUR, three, extra_turn=True, **waiting).table.ending == ending
    assert laws_broken(ALL_FOUR, three, **waiting) == {"the_end_was_brought_about_in_this_run": "TU-END-01"}


# --- starting floors come from the market


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
@pytest.mark.allows("TU-SETUP-03", "TU-SETUP-04")
def test_starting_floors_are_the_bottoms_of_the_cards_in_the_market(
    market: Sequence[str], starting: list[str], placed: dict[str, str]
) -> None:
    """In the small town bbww has a black bottom, bgw a grey one, gwn a white one and xx a multicolour one."""
    buildings = {site: tu.Building(colour) for site, colour in placed.items()}
    state = town(buildings, [{"stock": OF_EACH}] * 2, market, phase="place", starting=starting)
    assert list(state.table.starting) == starting


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
@pytest.mark.forbids("TU-SETUP-03")
def test_no_starting_floor_has_a_colour_that_no_card_in_the_market_has_at_its_bottom(
    market: Sequence[str], starting: list[str]
) -> None:
    """Each starting floor wants a card of its own, with its colour at the bottom."""
    buildings = {} if len(starting) == 2 else {"A1": tu.Building("black")}
    broken = laws_broken(buildings, [{"stock": OF_EACH}] * 2, market, phase="place", starting=starting)
    assert broken == {"starting_floors_come_from_the_market": "TU-SETUP-03"}


@pytest.mark.allows("TU-SETUP-10", "TU-SETUP-11")
def test_floors_of_further_cards_may_have_any_colour() -> None:
    """With more starting floors than cards in the market, the further cards went back into the pile and are not seen."""
    setup = tu.setup(2, "small", QUIET, starting_floors=3)
    starting = ["black", "grey", "brown"]
    seats = [{"stock": OF_EACH}] * 2
    state = tu.position(setup, {}, seats, ("bbww", "bgw"), phase="place", starting=starting)
    assert list(state.table.starting) == starting


# --- a starting floor that was passed over


def scarce_grey() -> Edition:
    """The small town with so few grey floors that one is left when four players have got theirs, and two grey bottoms."""
    text = (resources.files("towerup.rulesets.tower_up") / "editions" / "small.toml").read_text(encoding="utf-8")
    for old, new in (
        ("grey = 8", "grey = 5"),
        ('"brown", "brown"], bottom = "brown"', '"brown", "brown"], bottom = "grey"'),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    return edition_from_toml(text)


@pytest.mark.allows("TU-SETUP-12")
def test_a_starting_floor_whose_colour_ran_out_leaves_a_board_with_one_less() -> None:
    """Two cards with grey bottoms, and one grey floor: it is placed, the other is passed over, and play begins. That table is
    accepted, built by hand or read from a file.
    """
    edition = scarce_grey()
    state = tu.new_game(4, edition=edition)
    for line in ("reveal ggnn/grey", "reveal bgw/grey", "place A1 grey"):
        state = tu.apply(state, tu.parse_action(state, line))
    assert (state.table.phase, state.table.buildings) == ("turn", {"A1": tu.Building("grey")})
    assert impossibilities(state) == []
    assert tu.state_from_json(tu.state_to_json(state), edition=edition) == state
    table = state.table
    built = tu.position(state.setup, table.buildings, [{"stock": OF_EACH}] * 4, table.market)
    assert built == state


@pytest.mark.forbids("TU-SETUP-12")
def test_no_starting_floor_is_passed_over_where_floors_abound() -> None:
    """In the small town as it is there are grey floors enough for both."""
    seats = [{"stock": OF_EACH}] * 4
    assert laws_broken({"A1": tu.Building("grey")}, seats, ("ggnn", "bgw")) == {
        "a_roof_for_every_founding": "TU-ROOF-01"
    }


# --- what play reaches is never called impossible


def game(state: tu.State, seed: int) -> Iterator[tu.State]:
    """The states of a game by chance. Who can found a building mostly does."""
    choice, dealer = random.Random(seed), tu.Dealer(seed)
    for _ in range(1_000):
        yield state
        if state.is_over:
            return
        legal = tu.legal_actions(state)
        foundings = [one for one in legal if isinstance(one, tu.Found)]
        options = foundings if foundings and choice.random() < 0.7 else legal
        state = tu.apply(state, dealer.deal(state) if state.actor is tu.CHANCE else choice.choice(options))


READINGS = (
    tu.Rulings(),
    tu.Rulings(extra_turn="optional", stock_limit="whole_run", replacement="may_decline"),
    tu.Rulings(second_trigger="shortage_adds_turn", empty_container="no_shortage"),
)


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("edition", ["small", "reconstruction"])
def test_no_state_that_play_reaches_is_called_impossible(edition: str, seed: int) -> None:
    """Every fifth state of a game, and its last: no law finds fault, and read from JSON it is the same again."""
    players = 2 + seed % 3
    floors = None if seed % 2 else tu.load_edition(edition).most_starting_floors[players]
    start = tu.new_game(
        players, edition=edition, objectives="random", starting_floors=floors, rulings=READINGS[seed // 3 % 3]
    )
    states = list(game(start, seed))
    assert states[-1].is_over
    for state in (*states[::5], states[-1]):
        assert impossibilities(state) == []
        assert tu.state_from_json(tu.state_to_json(state)) == state


def test_each_law_of_positions_says_what_it_is_about() -> None:
    """A law has a name of its own, rules of the catalogue, and a sentence; here every one of them is shown to refuse."""
    assert [law.name for law in REACHABILITY_LAWS] == [
        "the_buildings_have_a_history",
        "roofs_have_moved_vehicles",
        "cones_count_at_least_what_is_on_top",
        "the_last_player_was_the_last",
        "the_end_was_brought_about_in_this_run",
        "starting_floors_come_from_the_market",
    ]
    for law in REACHABILITY_LAWS:
        assert set(law.rules) <= tu.catalogue().rules.keys()
        assert law.statement.endswith(".")


def test_a_history_is_looked_for_only_where_each_building_makes_sense() -> None:
    """Where laws of states are broken, those are told, and nothing is said of histories."""
    state = town(STARTED)
    wrong = {"A1": tu.Building("black", 3), "D3": tu.Building("black")}
    doctored = _Reader(state.setup).state(attrs.evolve(state.table, buildings=wrong))
    names = {finding.message.split(":")[0] for finding in impossibilities(doctored)}
    assert names == {"floors_accounted_for", "floors_were_paid"}
