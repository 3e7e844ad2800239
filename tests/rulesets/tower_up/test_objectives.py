"""Objectives, their chips, and being present (TU-GOAL)."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from random import Random
from typing import Any, NamedTuple

import attrs
import networkx as nx
import pytest

import towerup as tu
from towerup.rulesets.tower_up.board import Board
from towerup.rulesets.tower_up.edition import Objective, edition_from_toml
from towerup.rulesets.tower_up.objectives import OwnRoofs, fewest_roofs, goal_for, holds

from .tables import built, noticed, play

MARKETS = {"reconstruction": ("bgw", "gwn", "xx"), "small": ("bgw", "xx")}
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

    def setup(self) -> tu.Setup:
        return tu.setup(2, self.edition(), (self.objective, *self.others))

    def position(self) -> tu.State:
        """Blue to found."""
        setup, edition = self.setup(), self.edition()
        return tu.position(
            setup, built(setup, self.starting, self.foundings), [{"stock": STOCKS[edition]}, {}], MARKETS[edition]
        )


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
        # Two roofs in A4 and one in C1: a second in C1 is wanted, a third in A4 is worth nothing.
        "TU-GOAL-19", "two-doubles", ("lake", "four-heights"), "A4 black, C2 black, E6 black",
        "A2 white blue A4, A3 white blue A4, C1 white blue",
        fulfil=("found C4 grey roof C1",),
        miss=("found C4 grey roof C4", "found A6 white roof A4"),
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
        # The town has four quarters, and four are wanted.
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
        # One building in each grey quarter, A and C: a second in either is wanted.
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
        # Levels 1 and 2; a roof on the fourth floor of A3 does not stand in for the one on a third.
        "TU-GOAL-20", "three-heights", ("two-brown",), "A3 black, D3 black",
        "A1 white blue, A2 grey blue A1",
        fulfil=(),
        miss=("found C1 white roof A3",),
    ),
    Case(
        # Levels 1, 3 and 4: the second is wanted, and a roof above the third does no harm.
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
        pytest.param(case, line, id=f"{case.rule} {case.edition()}-{case.objective}: {line}")
        for case in CASES
        for line in getattr(case, field)
    ]


def impossible(setup: tu.Setup, buildings: dict[str, tu.Building], chips: Sequence[dict[str, int]]) -> list[str]:
    """What is said of a position, with these chips seat by seat, that no game can reach: rule and words."""
    with pytest.raises(tu.ImpossiblePosition) as caught:
        tu.position(setup, buildings, [{"chips": one} for one in chips], MARKETS[setup.edition.name])
    return [f"{one.id}: {one.message}" for one in caught.value.violations]


def with_chips(state: tu.State, seat: int, chips: tuple[int, ...]) -> tu.State:
    """The state, doctored: one seat has these chips, objective by objective."""
    players = list(state.players)
    players[seat] = attrs.evolve(players[seat], chips=chips)
    return attrs.evolve(state, players=tuple(players))


# --- the ten objectives, both ways


@pytest.mark.parametrize("field", ["fulfil", "miss"])
def test_every_objective_has_cases_both_ways(field: str) -> None:
    """There is a founding that fulfils each of the ten, and one that just misses it."""
    assert {case.rule for case in CASES if getattr(case, field)} == set(GOALS)


@pytest.mark.allows(*GOALS)
@pytest.mark.parametrize(("case", "line"), each("fulfil"))
def test_a_founding_that_just_fulfils_the_objective_brings_its_highest_chip(case: Case, line: str) -> None:
    """Blue lacks one roof for the objective; this founding places it, and the highest chip is blue's at once."""
    before = case.position()
    assert case.objective not in before.table.seats[0].chips
    after = play(before, line)
    assert after.table.seats[0].chips[case.objective] == HIGHEST[case.edition()]
    assert after.table.seats[1].chips == {}


@pytest.mark.forbids(*GOALS)
@pytest.mark.parametrize(("case", "line"), each("miss"))
def test_a_founding_that_just_misses_the_objective_brings_nothing(case: Case, line: str) -> None:
    """The founding is nearly the right one, but the objective is not fulfilled by it and no chip is taken."""
    assert case.objective not in play(case.position(), line).table.seats[0].chips


@pytest.mark.forbids(*GOALS)
@pytest.mark.parametrize(("case", "line"), each("fulfil"))
def test_no_position_fulfils_the_objective_without_its_chip(case: Case, line: str) -> None:
    """The same board without the chip is a position that no game can reach, and the objective's rule is named."""
    _, site, colour, _, where = line.split()
    setup = case.setup()
    board = built(setup, case.starting, f"{case.foundings}, {site} {colour} blue {where}")
    assert any(case.rule in one for one in impossible(setup, board, ({}, {})))


@pytest.mark.forbids(*GOALS)
@pytest.mark.parametrize(("case", "line"), each("miss"))
def test_no_position_has_the_chip_of_an_objective_that_is_missed(case: Case, line: str) -> None:
    """The board that just misses the objective cannot come with its chip, and the objective's rule is named."""
    _, site, colour, _, where = line.split()
    setup = case.setup()
    board = built(setup, case.starting, f"{case.foundings}, {site} {colour} blue {where}")
    chip = {case.objective: HIGHEST[case.edition()]}
    assert any(case.rule in one for one in impossible(setup, board, (chip, {})))


# --- the three readings of the objective of the borders


@pytest.mark.parametrize(
    ("line", "readings"),
    [
        ("found B2 grey roof B2", {"joined_by_road", "both_at_border", "any_of_districts"}),
        ("found B4 white roof B4", {"both_at_border", "any_of_districts"}),
        ("found B1 white roof B1", {"any_of_districts"}),
        ("found A4 grey roof A4", set[str]()),
    ],
)
@pytest.mark.parametrize("border", ["joined_by_road", "both_at_border", "any_of_districts"])
@pytest.mark.allows("TU-GOAL-18")
@pytest.mark.forbids("TU-GOAL-18")
def test_the_readings_of_both_sides_of_a_border(border: Any, line: str, readings: set[str]) -> None:
    """Blue is present in A2 and B3, on a road from A to B, and in C1. B2 is joined to C1 by a road. B4 is not, but has
    another road across the same border. B1 is in the right district and has no road to another one. A4 helps no reading.
    """
    setup = tu.setup(2, objectives=("two-borders", *QUIET), rulings=tu.Rulings(border=border))
    state = tu.position(
        setup,
        built(setup, APART, "A2 white blue, B3 grey blue, C1 white blue"),
        [{"stock": STOCKS["reconstruction"]}, {}],
        MARKETS["reconstruction"],
    )
    assert ("two-borders" in play(state, line).table.seats[0].chips) == (border in readings)


@pytest.mark.parametrize("border", ["joined_by_road", "both_at_border", "any_of_districts"])
@pytest.mark.forbids("TU-GOAL-18")
def test_no_reading_counts_one_border_twice(border: Any) -> None:
    """A2-B3 and A4-B5 are four buildings on two roads, but both roads cross the border of A and B."""
    setup = tu.setup(2, objectives=("two-borders", *QUIET), rulings=tu.Rulings(border=border))
    state = tu.position(
        setup,
        built(setup, APART, "A2 white blue, B3 grey blue, A4 grey blue"),
        [{"stock": STOCKS["reconstruction"]}, {}],
        MARKETS["reconstruction"],
    )
    assert play(state, "found B5 white roof B5").table.seats[0].chips == {}


# --- goals and definitions


@attrs.frozen
class OwnRoof:
    """One roof of a player."""

    site: str
    level: int
    colour: str


def seen(setup: tu.Setup, roofs: Sequence[OwnRoof]) -> OwnRoofs:
    """Roofs as the definitions see them."""
    index, colours = setup.board.index, setup.edition.colours
    present = {index[roof.site]: colours.index(roof.colour) for roof in roofs}
    return present, lambda site: [roof.level for roof in roofs if index[roof.site] == site]


def scattered(board: Board, chooser: Random) -> list[OwnRoof]:
    """Up to ten roofs: some grown along the roads from a site, some anywhere, now and then two in one building."""
    colours = {site: chooser.choice(["black", "grey", "white", "brown"]) for site in board.names}
    sites = [chooser.choice(board.names)]
    for _ in range(chooser.randint(0, 9)):
        near = [site for own in sites for site in board.graph[own]]
        sites.append(chooser.choice(near if chooser.random() < 0.7 else board.names))
    level = dict.fromkeys(sites, 0)
    roofs = []
    for site in sites:
        level[site] += chooser.randint(1, 2)
        roofs.append(OwnRoof(site, level[site], colours[site]))
    return roofs


def goal_holds(setup: tu.Setup, objective: Objective, roofs: Sequence[OwnRoof]) -> bool:
    """What play would say of these roofs."""
    board, colours = setup.board, setup.edition.colours
    present = doubled = levels = 0
    painted = [0] * len(colours)
    for roof in roofs:
        bit = board.mask([roof.site])
        doubled |= present & bit
        present |= bit
        levels |= 1 << roof.level
        painted[colours.index(roof.colour)] |= bit
    return goal_for(setup.edition, board, objective, setup.rulings)(present, doubled, levels, painted)


@pytest.mark.parametrize("border", ["joined_by_road", "both_at_border", "any_of_districts"])
@pytest.mark.parametrize(("edition", "players"), [("small", 2), ("reconstruction", 2), ("reconstruction", 4)])
def test_goals_mean_what_the_definitions_say_of_roofs_anywhere(edition: str, players: int, border: Any) -> None:
    """Of hundreds of sets of roofs, most of which no game would ever see, play and the definitions say the same."""
    setup = tu.setup(players, edition, rulings=tu.Rulings(border=border))
    chooser = Random(f"{edition} {players}")
    for _ in range(150):
        roofs = scattered(setup.board, chooser)
        for objective in setup.edition.objectives:
            defined = holds(setup.edition, setup.board, objective, setup.rulings, seen(setup, roofs))
            assert goal_holds(setup, objective, roofs) == defined, (objective.id, roofs)


def test_the_fewest_roofs_for_each_objective() -> None:
    """A roof for each colour, site, district or height that is asked for, and two for each border or doubled building; with
    fewer no objective is ever fulfilled.
    """
    setup = tu.setup(4)
    fewest = {one.id: fewest_roofs(setup.edition, setup.board, one) for one in setup.edition.objectives}
    assert fewest == {
        "four-colours": 4, "park": 4, "five-districts": 5, "lake": 4, "five-adjacent": 5,
        "four-brown": 4, "grey-districts": 5, "two-borders": 4, "two-doubles": 4, "four-heights": 4,
    }  # fmt: skip
    chooser = Random(4)
    for _ in range(200):
        roofs = scattered(setup.board, chooser)
        for objective in setup.edition.objectives:
            if holds(setup.edition, setup.board, objective, setup.rulings, seen(setup, roofs)):
                assert len(roofs) >= fewest[objective.id]


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
    setup = tu.setup(2)
    five = setup.edition.objective("five-adjacent")
    roofs = [OwnRoof(site, 1, "black") for site in sites.split()]
    groups = nx.connected_components(setup.board.graph.subgraph(sites.split()))
    assert (max(map(len, groups)) >= 5) is joined
    assert goal_holds(setup, five, roofs) is joined


# --- being present


COVERED = "A6 white blue, B5 grey yellow A6, D2 brown yellow A6"
"""Blue's roof on the first floor of A6 lies under two later floors with a yellow roof each."""


@pytest.mark.allows("TU-GOAL-04", "TU-ROOF-03")
def test_a_roof_buried_under_other_peoples_floors_still_counts() -> None:
    """Blue's only roof in district A is at the bottom of a building with two yellow roofs above it: blue is present there
    all the same, and the fifth district brings the chip.
    """
    setup = tu.setup(2, objectives=("five-districts", *QUIET))
    foundings = f"{COVERED}, B6 black blue, D3 grey blue, C4 white blue"
    state = tu.position(
        setup,
        built(setup, "A5 black, C5 black, E6 black", foundings),
        [{"stock": STOCKS["reconstruction"]}, {}],
        MARKETS["reconstruction"],
    )
    assert state.table.buildings["A6"].roofs == {1: "blue", 2: "yellow", 3: "yellow"}
    assert state.table.buildings["A6"].floors == 4
    assert play(state, "found E2 white roof E2").table.seats[0].chips == {"five-districts": 7}


@pytest.mark.allows("TU-GOAL-04")
def test_several_players_are_present_in_one_building() -> None:
    """Blue and yellow both have a roof in A2, and A2 counts for both of them as one of two buildings on the park."""
    setup = tu.setup(2, "small", ("park", "two-brown"))
    state = tu.position(
        setup,
        built(setup, IN_TOWN, "A2 white blue, A3 grey yellow A2"),
        [{"stock": {"grey": 1, "white": 1}}, {"stock": {"white": 1, "grey": 1, "black": 1}}],
        MARKETS["small"],
    )
    state = play(state, "found B1 grey roof B1")
    assert state.table.seats[0].chips == {"park": 5}
    state = play(state, "found C2 white roof C2")
    assert state.table.seats[1].chips == {"park": 2}


@pytest.mark.forbids("TU-GOAL-04")
def test_no_position_forgets_a_covered_roof() -> None:
    """All five districts with one of the five roofs covered, and no chip: that cannot be."""
    setup = tu.setup(2, objectives=("five-districts", *QUIET))
    foundings = f"{COVERED}, B6 black blue, D3 grey blue, C4 white blue, E2 white blue"
    said = impossible(setup, built(setup, "A5 black, C5 black, E6 black", foundings), ({}, {}))
    assert any("five-districts" in one for one in said)
    [law] = [law for law in tu.STATE_LAWS if law.name == "chips_for_fulfilled_objectives"]
    assert "TU-GOAL-04" in law.rules


@pytest.mark.forbids("TU-GOAL-04")
def test_floors_without_a_roof_are_no_presence() -> None:
    """Blue founds A2 and A3, both on the park, but puts both roofs on A1: only a roof makes a player present."""
    setup = tu.setup(2, "small", ("all-colours", "park"))
    state = tu.position(
        setup,
        built(setup, IN_TOWN, ""),
        [{"stock": {"white": 2, "grey": 1, "black": 2}}, {}],
        MARKETS["small"],
    )
    state = play(state, "found A2 white roof A1", "take bgw", "reveal gwn", "found A3 grey roof A1")
    assert state.table.buildings["A1"].roofs == {2: "blue", 3: "blue"}
    assert state.table.seats[0].chips == {}


# --- chips


def park_town() -> tu.Edition:
    """The small town with the chips of the box, and an objective that one building on a park fulfils."""
    text = (resources.files(tu) / "rulesets/tower_up/editions/small.toml").read_text(encoding="utf-8")
    for old, new in (
        ("{ 2 = [5, 2], 3 = [5, 3, 2], 4 = [5, 3, 2, 2] }", "{ 2 = [7, 3], 3 = [7, 5, 3], 4 = [7, 5, 3, 3] }"),
        ('kind = "park", count = 2', 'kind = "park", count = 1'),
    ):
        assert old in text
        text = text.replace(old, new)
    return edition_from_toml(text)


@pytest.mark.parametrize(("players", "chips"), [(2, [7, 3]), (3, [7, 5, 3]), (4, [7, 5, 3, 3])])
@pytest.mark.allows("TU-GOAL-01", "TU-GOAL-02", "TU-SETUP-09")
def test_chips_go_from_the_highest_to_the_lowest(players: int, chips: list[int]) -> None:
    """One after the other all players put a roof on a park: the first has 7 Millions for it, the last 3."""
    setup = tu.setup(players, park_town(), ("park", "two-brown"))
    rich = {"stock": {"grey": 2, "white": 2, "black": 1}}
    state = tu.position(setup, built(setup, IN_TOWN, ""), [rich] * players, MARKETS["small"])
    lines = ["found A2 white roof A2", "found A3 grey roof A3", "found B1 grey roof B1", "found D1 white roof D1"]
    for seat in range(players):
        state = play(state, lines[seat])
        assert [one.chips.get("park", 0) for one in state.table.seats] == chips[: seat + 1] + [0] * (players - seat - 1)


@pytest.mark.allows("TU-GOAL-02")
def test_the_chips_of_the_box() -> None:
    """In the reconstruction each objective has 7 and 3 for two players, 7, 5 and 3 for three, 7, 5, 3 and 3 for four."""
    assert [tu.setup(players).chips for players in (2, 3, 4)] == [(7, 3), (7, 5, 3), (7, 5, 3, 3)]


TWO_AT_ONCE = "A6 white blue, B5 grey blue, D2 brown blue, C4 white blue"


@pytest.mark.allows("TU-GOAL-01")
def test_one_founding_can_fulfil_two_objectives() -> None:
    """Blue lacks black and the district E; a roof on black E6 brings both, and a chip for each at once."""
    setup = tu.setup(2)
    state = tu.position(
        setup,
        built(setup, "A5 black, C5 black, E6 black", TWO_AT_ONCE),
        [{"stock": STOCKS["reconstruction"]}, {}],
        MARKETS["reconstruction"],
    )
    after = play(state, "found E2 white roof E6")
    assert after.table.seats[0].chips == {"four-colours": 7, "five-districts": 7}


@pytest.mark.forbids("TU-GOAL-01")
def test_a_chip_that_is_not_taken_is_noticed() -> None:
    """If blue took only one of two chips earned, the state would break a law, and the position could not be built."""
    setup = tu.setup(2)
    board = built(setup, "A5 black, C5 black, E6 black", f"{TWO_AT_ONCE}, E2 white blue E6")
    said = impossible(setup, board, ({"four-colours": 7}, {}))
    assert len(said) == 1
    assert said[0].startswith("TU-GOAL-13")
    assert "five-districts" in said[0]


@pytest.mark.forbids("TU-GOAL-01")
def test_a_chip_comes_by_nothing_but_a_founding() -> None:
    """A chip that turns up while blue takes a card is noticed by a law."""
    before = CASES[0].position()
    action = tu.Take("bgw")
    after = tu.apply(before, action)
    assert noticed(before, action, after) == set()
    assert "TU-GOAL-01" in noticed(before, action, with_chips(after, 0, (7, 0, 0)))


@pytest.mark.forbids("TU-GOAL-02")
def test_the_lower_chip_is_not_taken_while_the_higher_is_there() -> None:
    """A position in which the first to fulfil an objective has the chip of 3 while that of 7 is left cannot be built."""
    setup = tu.setup(2)
    board = built(setup, "A5 black, C5 black, E6 black", f"{TWO_AT_ONCE}, E2 white blue E6")
    said = impossible(setup, board, ({"four-colours": 3, "five-districts": 7}, {}))
    assert len(said) == 1
    assert said[0].startswith("TU-GOAL-02")
    assert "four-colours" in said[0]


@pytest.mark.forbids("TU-GOAL-02")
def test_taking_a_lower_chip_is_noticed() -> None:
    """If the founding that fulfils the objective brings the 3 instead of the 7, a law notices it."""
    case = CASES[0]
    before = case.position()
    action = tu.parse_action(before, case.fulfil[0])
    after = tu.apply(before, action)
    assert after.players[0].chips == (7, 0, 0)
    assert "TU-GOAL-02" in noticed(before, action, with_chips(after, 0, (3, 0, 0)))


def twice_fulfilled() -> tu.State:
    """The small town: blue, on two buildings on the park, has its chip of 5 and may found a third."""
    setup = tu.setup(2, "small", ("park", "two-brown"))
    return tu.position(
        setup,
        built(setup, IN_TOWN, "A2 white blue, A3 grey blue"),
        [{"stock": {"grey": 1, "white": 1}, "chips": {"park": 5}}, {}],
        MARKETS["small"],
    )


@pytest.mark.allows("TU-GOAL-03")
def test_each_objective_is_rewarded_once() -> None:
    """Blue, who has the chip of the park, founds a third building on it: no second chip, and the first one stays."""
    assert play(twice_fulfilled(), "found B1 grey roof B1").table.seats[0].chips == {"park": 5}


@pytest.mark.forbids("TU-GOAL-03")
def test_a_second_chip_of_one_objective_is_noticed() -> None:
    """If the third building on the park brought blue the chip of 2 as well, or instead of the 5, a law would notice it."""
    before = twice_fulfilled()
    action = tu.Found("B1", "grey", "B1")
    after = tu.apply(before, action)
    assert noticed(before, action, after) == set()
    for chip in (5 + 2, 2):
        assert "TU-GOAL-03" in noticed(before, action, with_chips(after, 0, (chip, 0)))


@pytest.mark.forbids("TU-GOAL-03")
def test_a_chip_once_taken_is_never_given_back() -> None:
    """A chip that is gone after a later founding is noticed by a law."""
    before = twice_fulfilled()
    action = tu.Found("B1", "grey", "B1")
    assert "TU-GOAL-03" in noticed(before, action, with_chips(tu.apply(before, action), 0, (0, 0)))
