"""Objectives, their chips, and being present (TU-GOAL).

FR “OBJECTIFS”, “CARTES OBJECTIF”; PL “CELE”, “KARTY CELÓW”.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from attrs import evolve

import towerup as tu
from towerup.rulesets.tower_up.objectives import KINDS, is_fulfilled, presence

from .support import built, changed_edition, play, town

STOCKS = {
    "reconstruction": {"black": 3, "grey": 2, "white": 3, "brown": 2},
    "small": {"black": 1, "grey": 2, "white": 2, "brown": 1},
}
HIGHEST = {"reconstruction": 7, "small": 5}


class Case(NamedTuple):
    """An objective that blue is one founding away from, what would fulfil it, and what would just miss it.

    `others` are the objectives beside it in the game; `foundings` are as in `built`, the rest is notation.
    """

    rule: str
    objective: str
    others: tuple[str, ...]
    starting: str
    foundings: str
    fulfil: tuple[str, ...]
    miss: tuple[str, ...]

    def edition(self) -> str:
        return "reconstruction" if len(self.others) == 2 else "small"

    def position(self, **named: Any) -> tu.State:
        """Blue to found."""
        return city(self.foundings, self.starting, (self.objective, *self.others), self.edition(), **named)


def city(
    foundings: str, starting: str, objectives: tuple[str, ...], edition: str = "reconstruction", **named: Any
) -> tu.State:
    """Blue's turn in a game of two after these foundings, with floors enough."""
    usual = {"stocks": {"blue": STOCKS[edition]}, "objectives": objectives}
    return tu.position(edition, 2, buildings=built(edition, 2, starting, foundings), **{**usual, **named})


def chips(state: tu.State) -> list[dict[str, int]]:
    """The chips of each player."""
    return [dict(player.chips) for player in state.players]


QUIET = ("two-doubles", "four-heights")
APART = "A1 black, C2 black, E6 black"
IN_TOWN = "A1 black, D3 black"

CASES = [
    # The two-player board of the reconstruction.
    Case(
        # Present in grey, white and brown; the fourth colour is that of black A1, which A3 would pay.
        "TU-GOAL-11", "four-colours", QUIET, APART,
        "A2 grey blue, C1 white blue, E2 brown blue",
        fulfil=("found A3 grey roof A1",),
        miss=("found A3 grey roof A3",),
    ),
    Case(
        # Three on Chestnut Park; B4 is on Fountain Park, A3 on none. A second roof in B3 is no fourth building.
        "TU-GOAL-12", "park", QUIET, "A1 black, C1 black, E6 black",
        "A2 white blue, B3 grey blue, B1 brown blue",
        fulfil=("found B4 white roof B4",),
        miss=("found B4 white roof B3", "found A3 grey roof A3"),
    ),
    Case(
        # Present in A, B, C and D; E2 and E6 are in the fifth district, C5 is not.
        "TU-GOAL-13", "five-districts", QUIET, "A5 black, C5 black, E6 black",
        "A6 white blue, B5 grey blue, D2 brown blue, C4 white blue",
        fulfil=("found E2 white roof E2", "found E2 white roof E6"),
        miss=("found E2 white roof C5", "found D3 grey roof D3"),
    ),
    Case(
        # Three on Duck Pond, two of which lie on a park too; D2 lies on two lakes and is still one building.
        "TU-GOAL-14", "lake", QUIET, "A5 black, C4 black, E6 black",
        "A6 white blue, B5 grey blue, B6 brown blue",
        fulfil=("found D2 grey roof D2", "found C5 grey roof C5", "found E2 grey roof E2"),
        miss=("found D2 grey roof B6", "found A4 black roof A4", "found C3 grey roof C3"),
    ),
    Case(
        # Two groups of two, A2-A4 and D2-D3; A6 joins them, but only if blue is present in it. A3 would be a fifth
        # building, in a group of three.
        "TU-GOAL-15", "five-adjacent", QUIET, "A1 black, D5 black, C2 black",
        "A2 white blue, A4 grey blue, D3 white blue, D2 grey blue",
        fulfil=("found A6 brown roof A6",),
        miss=("found A6 brown roof A4", "found A3 white roof A3"),
    ),
    Case(
        # A star is a group as well as a chain: A4, B3 and B6 around B5, and then A6 (A5 is joined to A6 only).
        "TU-GOAL-15", "five-adjacent", QUIET, "A5 black, C2 black, E6 black",
        "A6 white blue A5, B5 grey blue, B3 white blue, B6 white blue, A4 black blue",
        fulfil=("found D2 grey roof A6",),
        miss=("found D2 grey roof B6",),
    ),
    Case(
        # Three brown buildings; the fourth counts only with a roof in it, and a second roof in A2 does not.
        "TU-GOAL-16", "four-brown", QUIET, APART,
        "A2 brown blue, A3 brown blue, E2 brown blue",
        fulfil=("found C1 brown roof C1",),
        miss=("found C1 brown roof C2", "found C1 white roof C1", "found A4 white roof A2"),
    ),
    Case(
        # Two buildings in each grey district, A and E: a third in either is enough, a third roof in one of two is not.
        "TU-GOAL-17", "grey-districts", QUIET, "A1 black, C5 black, E6 black",
        "A2 white blue, A3 white blue, E2 white blue, E4 grey blue",
        fulfil=("found A4 grey roof A4", "found E5 white roof E5"),
        miss=("found A4 grey roof A3", "found C6 white roof C6"),
    ),
    Case(
        # Three in A and one in E: a fourth in A does not make up for the second in E.
        "TU-GOAL-17", "grey-districts", QUIET, "A1 black, C5 black, E6 black",
        "A2 white blue, A3 white blue, A4 grey blue, E2 white blue",
        fulfil=("found E4 grey roof E4",),
        miss=("found A5 black roof A5", "found C4 white roof C4"),
    ),
    Case(
        # A2-B3 crosses the border of A and B; the road B2-C1 crosses that of B and C.
        "TU-GOAL-18", "two-borders", QUIET, APART,
        "A2 white blue, B3 grey blue, C1 white blue",
        fulfil=("found B2 grey roof B2",),
        miss=("found B2 grey roof C1", "found A4 grey roof A4"),
    ),
    Case(
        # A2-B3 and A4-B5 are two roads across one border; A5-D1 crosses another, once blue is present in A5.
        "TU-GOAL-18", "two-borders", QUIET, "A1 black, A5 black, E6 black",
        "A2 white blue, B3 grey blue, A4 grey blue, D1 white blue",
        fulfil=("found A6 white roof A5",),
        miss=("found B5 white roof B5",),
    ),
    Case(
        # A6-B5 and A6-D2 cross two borders, but A6 would be counted twice: three buildings are not four.
        "TU-GOAL-18", "two-borders", QUIET, "A5 black, C2 black, E6 black",
        "A6 white blue, B5 grey blue",
        fulfil=(),
        miss=("found D2 grey roof D2",),
    ),
    Case(
        # Two roofs in A4 and one in C1: a second in C1 is needed, a third in A4 is worth nothing.
        "TU-GOAL-19", "two-doubles", ("lake", "four-heights"), "A4 black, C2 black, E6 black",
        "A2 white blue A4, A3 white blue A4, C1 white blue",
        fulfil=("found C4 grey roof C1",),
        miss=("found C4 grey roof C4", "found A6 white roof A4"),
    ),
    Case(
        # Three roofs in A4 are as good as two.
        "TU-GOAL-19", "two-doubles", ("lake", "two-borders"), "A4 black, C2 black, E6 black",
        "A2 white blue A4, A3 white blue A4, A6 white blue A4, C1 white blue",
        fulfil=("found C4 grey roof C1",),
        miss=("found C4 grey roof C4",),
    ),
    Case(
        # Roofs on the first, second and third level; A6 makes A4 four floors high, but the roof itself must be up there.
        "TU-GOAL-20", "four-heights", ("lake", "two-borders"), "A4 black, C2 black, E6 black",
        "A2 white blue, A3 white blue A4, A1 grey blue A2",
        fulfil=("found A6 white roof A4",),
        miss=("found A6 white roof A6",),
    ),
    # The small town.
    Case(
        "TU-GOAL-11", "all-colours", ("two-brown",), IN_TOWN,
        "A2 white blue, D2 grey blue, A3 brown blue",
        fulfil=("found D1 white roof D3",),
        miss=("found D1 white roof D1",),
    ),
    Case(
        # A2 and A3 are on the park, A1 is not.
        "TU-GOAL-12", "park", ("two-brown",), IN_TOWN,
        "A2 white blue",
        fulfil=("found A3 grey roof A3",),
        miss=("found A3 grey roof A1", "found A3 grey roof A2"),
    ),
    Case(
        # The town has four quarters, and four are needed.
        "TU-GOAL-13", "quarters", ("two-brown",), IN_TOWN,
        "A2 white blue, B1 grey blue, D1 white blue",
        fulfil=("found C2 grey roof C2",),
        miss=("found C2 grey roof D1",),
    ),
    Case(
        # D2 and B2 lie on the lake; D1 is on the park only.
        "TU-GOAL-14", "lake", ("two-brown",), IN_TOWN,
        "D2 white blue",
        fulfil=("found B2 grey roof B2",),
        miss=("found B2 grey roof D2", "found D1 grey roof D1"),
    ),
    Case(
        "TU-GOAL-15", "three-adjacent", ("two-brown",), IN_TOWN,
        "A2 white blue, A3 grey blue",
        fulfil=("found B1 grey roof B1", "found C1 white roof C1"),
        miss=("found B1 grey roof A2", "found D2 white roof D2"),
    ),
    Case(
        "TU-GOAL-16", "two-brown", ("quarters",), IN_TOWN,
        "A2 brown blue",
        fulfil=("found D2 brown roof D2",),
        miss=("found D2 brown roof D3", "found A3 grey roof A2"),
    ),
    Case(
        # One building in each grey quarter, A and C: a second in either is needed.
        "TU-GOAL-17", "grey-quarters", ("two-brown",), "A1 black, C3 black",
        "A2 white blue, C1 white blue",
        fulfil=("found A3 grey roof A3", "found C2 grey roof C2"),
        miss=("found B1 grey roof B1", "found A3 grey roof A2"),
    ),
    Case(
        # A2-B1 crosses one border; C2-D1 crosses another.
        "TU-GOAL-18", "two-borders", ("two-brown",), IN_TOWN,
        "A2 white blue, B1 grey blue, D1 white blue",
        fulfil=("found C2 grey roof C2",),
        miss=("found C2 grey roof D1",),
    ),
    Case(
        "TU-GOAL-19", "a-double", ("two-brown",), IN_TOWN,
        "A2 white blue",
        fulfil=("found A3 grey roof A2",),
        miss=("found A3 grey roof A1", "found A3 grey roof A3"),
    ),
    Case(
        # Levels 2 and 1; B1 makes A2 three floors high.
        "TU-GOAL-20", "three-heights", ("two-brown",), IN_TOWN,
        "A2 white blue A1, A3 grey blue",
        fulfil=("found B1 grey roof A2",),
        miss=("found B1 grey roof B1",),
    ),
    Case(
        # Levels 1 and 2; a roof on the fourth floor of A3 does not replace the one on a third.
        "TU-GOAL-20", "three-heights", ("two-brown",), "A3 black, D3 black",
        "A1 white blue, A2 grey blue A1",
        fulfil=(),
        miss=("found C1 white roof A3",),
    ),
    Case(
        # Levels 1, 3 and 4: the second is needed, and a roof above the third does no harm.
        "TU-GOAL-20", "three-heights", ("two-brown",), "A3 black, D3 black",
        "A1 white blue, A2 grey blue A3, C1 white blue A3",
        fulfil=("found C2 grey roof C1",),
        miss=("found C2 grey roof C2", "found C2 grey roof A3"),
    ),
]  # fmt: skip


# Written out, so that the report of tests by rule can read it; a test below sees that every one has its cases.
GOALS = (
    "TU-GOAL-11", "TU-GOAL-12", "TU-GOAL-13", "TU-GOAL-14", "TU-GOAL-15",
    "TU-GOAL-16", "TU-GOAL-17", "TU-GOAL-18", "TU-GOAL-19", "TU-GOAL-20",
)  # fmt: skip


def each(field: str) -> list[Any]:
    """Every case with each of its foundings that fulfil, or miss."""
    return [
        pytest.param(case, move, id=f"{case.rule} {case.edition()}-{case.objective}: {move}")
        for case in CASES
        for move in getattr(case, field)
    ]


# --- the ten objectives, both ways


def test_every_objective_has_cases_both_ways() -> None:
    """There is a founding that fulfils each of the ten kinds, and one that just misses it, on both boards."""
    for field in ("fulfil", "miss"):
        assert {case.rule for case in CASES if getattr(case, field)} == set(GOALS)
    assert len(GOALS) == len(KINDS)


@pytest.mark.allows(*GOALS)
@pytest.mark.parametrize(("case", "move"), each("fulfil"))
def test_a_founding_that_just_fulfils_the_objective_brings_its_highest_chip(case: Case, move: str) -> None:
    """Blue lacks one roof for the objective; this founding places it, and the highest chip is blue's at once."""
    before = case.position()
    assert case.objective not in before.players[0].chips
    after = play(before, move)
    assert after.players[0].chips[case.objective] == HIGHEST[case.edition()]
    assert after.players[1].chips == {}


@pytest.mark.forbids(*GOALS)
@pytest.mark.parametrize(("case", "move"), each("miss"))
def test_a_founding_that_just_misses_the_objective_brings_nothing(case: Case, move: str) -> None:
    """The founding is nearly the right one, but no chip is taken."""
    assert case.objective not in play(case.position(), move).players[0].chips


# --- the three readings of the objective of the borders


@pytest.mark.allows("TU-GOAL-18")
@pytest.mark.forbids("TU-GOAL-18")
@pytest.mark.parametrize("border", ["joined_by_road", "both_at_border", "any_of_districts"])
@pytest.mark.parametrize(
    ("move", "readings"),
    [
        ("found B2 grey roof B2", {"joined_by_road", "both_at_border", "any_of_districts"}),
        ("found B4 white roof B4", {"both_at_border", "any_of_districts"}),
        ("found B1 white roof B1", {"any_of_districts"}),
        ("found A4 grey roof A4", set[str]()),
    ],
)
def test_the_readings_of_both_sides_of_a_border(border: Any, move: str, readings: set[str]) -> None:
    """Blue is present in A2 and B3, on a road from A to B, and in C1. B2 is joined to C1 by a road.

    B4 is not, but has another road across the same border. B1 is in the right district and has no road to another one. A4
    helps no reading.
    """
    foundings, rulings = "A2 white blue, B3 grey blue, C1 white blue", tu.Rulings(border=border)
    state = city(foundings, APART, ("two-borders", *QUIET), rulings=rulings)
    assert ("two-borders" in play(state, move).players[0].chips) == (border in readings)


@pytest.mark.forbids("TU-GOAL-18")
@pytest.mark.parametrize("border", ["joined_by_road", "both_at_border", "any_of_districts"])
def test_no_reading_counts_one_border_twice(border: Any) -> None:
    """A2-B3 and A4-B5 are four buildings on two roads, but both roads cross the border of A and B."""
    foundings, rulings = "A2 white blue, B3 grey blue, A4 grey blue", tu.Rulings(border=border)
    state = city(foundings, APART, ("two-borders", *QUIET), rulings=rulings)
    assert play(state, "found B5 white roof B5").players[0].chips == {}


@pytest.mark.forbids("TU-GOAL-15")
@pytest.mark.allows("TU-GOAL-15")
@pytest.mark.parametrize(
    ("sites", "joined"),
    [
        ("A1 C2 D2 D3 A6 B5 A4", True),  # the group of five comes after lone A1 and C2
        ("A4 A6 B5 B3 A2", True),
        ("A1 A2 D2 D3 A6", False),
        ("A1 A2 A3 D2 D3 D5 D4", False),
    ],
)
def test_a_group_is_found_wherever_it_lies_among_the_sites(sites: str, joined: bool) -> None:
    """Roofs outside the group, before it or after it, neither help nor hinder."""
    state = evolve(tu.new_game(2), buildings={site: tu.Building("black", 1, {1: "blue"}) for site in sites.split()})
    assert is_fulfilled(state, "blue", state.setup.edition.objectives_by_id["five-adjacent"]) is joined


# --- being present

COVERED = "A6 white blue, B5 grey yellow A6, D2 brown yellow A6"
"""Blue's roof on the first floor of A6 lies under two later floors with a yellow roof each."""


@pytest.mark.allows("TU-GOAL-04", "TU-ROOF-03")
def test_a_roof_under_other_players_floors_still_counts() -> None:
    """Blue's only roof in district A is at the bottom of a building with two yellow roofs above it."""
    foundings = f"{COVERED}, B6 black blue, D3 grey blue, C4 white blue"
    state = city(foundings, "A5 black, C5 black, E6 black", ("five-districts", *QUIET))
    assert state.buildings["A6"] == tu.Building("white", 4, {1: "blue", 2: "yellow", 3: "yellow"})
    assert chips(play(state, "found E2 white roof E2")) == [{"five-districts": 7}, {}]


@pytest.mark.allows("TU-GOAL-04")
def test_several_players_are_present_in_one_building() -> None:
    """Blue and yellow both have a roof in A2, and A2 counts for both of them as one of two buildings on the park."""
    stocks = {"blue": {"grey": 1, "white": 1}, "yellow": {"white": 1, "grey": 1, "black": 1}}
    state = town("A2 white blue, A3 grey yellow A2", stocks=stocks, objectives=("park", "two-brown"))
    assert set(presence(state, "blue")) == set(presence(state, "yellow")) == {"A2"}
    assert chips(play(state, "found B1 grey roof B1; found C2 white roof C2")) == [{"park": 5}, {"park": 2}]


@pytest.mark.forbids("TU-GOAL-04")
def test_floors_without_a_roof_are_no_presence() -> None:
    """Blue founds A2 and A3, both on the park, but puts both roofs on A1: only a roof makes a player present."""
    state = town(
        stocks={"blue": {"white": 2, "grey": 1, "black": 2}}, objectives=("all-colours", "park"), market=("bgw", "xx")
    )
    state = play(state, "found A2 white roof A1; take bgw; reveal gwn; found A3 grey roof A1")
    assert state.buildings["A1"].roofs == {2: "blue", 3: "blue"}
    assert (set(presence(state, "blue")), chips(state)) == ({"A1"}, [{}, {}])


# --- chips


@pytest.mark.allows("TU-GOAL-01", "TU-GOAL-02", "TU-SETUP-09")
@pytest.mark.forbids("TU-GOAL-02")
@pytest.mark.parametrize(("players", "values"), [(2, [7, 3]), (3, [7, 5, 3]), (4, [7, 5, 3, 3])])
def test_chips_go_from_the_highest_to_the_lowest(players: int, values: list[int]) -> None:
    """One after the other all players put a roof on a park: the first has 7 Millions for it, the last 3."""
    edition = changed_edition(
        "small",
        ("{ 2 = [5, 2], 3 = [5, 3, 2], 4 = [5, 3, 2, 2] }", "{ 2 = [7, 3], 3 = [7, 5, 3], 4 = [7, 5, 3, 3] }"),
        ('kind = "park", count = 2', 'kind = "park", count = 1'),
    )
    stocks = {roof: {"grey": 2, "white": 2, "black": 1} for roof in edition.roof_colours[:players]}
    buildings = built(edition, players, IN_TOWN)
    state = tu.position(edition, players, buildings=buildings, stocks=stocks, objectives=("park", "two-brown"))
    moves = ["found A2 white roof A2", "found A3 grey roof A3", "found B1 grey roof B1", "found D1 white roof D1"]
    for seat in range(players):
        state = play(state, moves[seat])
        assert [one.chips.get("park", 0) for one in state.players] == values[: seat + 1] + [0] * (players - seat - 1)


@pytest.mark.allows("TU-GOAL-01")
def test_one_founding_can_fulfil_two_objectives() -> None:
    """Blue lacks black and the district E; a roof on black E6 brings both, and a chip for each at once."""
    foundings = "A6 white blue, B5 grey blue, D2 brown blue, C4 white blue"
    state = city(foundings, "A5 black, C5 black, E6 black", ("four-colours", "park", "five-districts"))
    assert chips(play(state, "found E2 white roof E6")) == [{"four-colours": 7, "five-districts": 7}, {}]


@pytest.mark.forbids("TU-GOAL-01")
def test_a_chip_comes_by_nothing_but_a_founding() -> None:
    """Taking cards brings none; and of two objectives not fulfilled a founding brings none."""
    before = CASES[0].position()
    for action in tu.legal_actions(before):
        if isinstance(action, tu.Take):
            assert chips(tu.apply(before, action)) == [{}, {}]


@pytest.mark.allows("TU-GOAL-03")
@pytest.mark.forbids("TU-GOAL-03")
def test_each_objective_is_rewarded_once() -> None:
    """Blue, who has the chip of the park, founds a third building on it: no second chip, and the first one stays."""
    stocks, park = {"blue": {"grey": 1, "white": 1}}, {"blue": {"park": 5}}
    state = town("A2 white blue, A3 grey blue", stocks=stocks, chips=park, objectives=("park", "two-brown"))
    assert chips(play(state, "found B1 grey roof B1")) == [{"park": 5}, {}]


@pytest.mark.forbids("TU-GOAL-03")
def test_a_chip_stays_what_it_is_when_another_is_taken() -> None:
    """Blue, who has the chip of the park, puts a second roof on A2: a chip for the double, and that of the park stays 5."""
    stocks, park = {"blue": {"grey": 1, "white": 1}}, {"blue": {"park": 5}}
    state = town("A2 white blue, A3 grey blue", stocks=stocks, chips=park, objectives=("park", "a-double"))
    assert chips(play(state, "found B1 grey roof A2")) == [{"park": 5, "a-double": 5}, {}]


@pytest.mark.forbids("TU-GOAL-03")
def test_only_objectives_in_play_are_rewarded() -> None:
    """Blue fulfils three-adjacent of the small town, which is not in play."""
    state = town("A2 white blue, A3 grey blue", stocks={"blue": {"grey": 1, "white": 1}})
    after = play(state, "found B1 grey roof B1")
    assert is_fulfilled(after, "blue", after.setup.edition.objectives_by_id["three-adjacent"])
    assert chips(after) == [{}, {}]
