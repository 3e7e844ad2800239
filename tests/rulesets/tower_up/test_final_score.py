"""The final score, ties, and shared victories (TU-FINAL).

FR “SCORE FINAL”, PL “PUNKTACJA KOŃCOWA”. The games here are put on the table when they are over. A shortage ended them, so
that nobody needs to have placed ten roofs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import towerup as tu
from towerup.kernel.dealers import Dealer

from .support import COLOURS, columns, town

ROOFS = ("blue", "yellow", "orange", "green")
Result = tuple[tuple[int, int, int, int], int]
"""A player's vehicles by column, which are worth their number in Millions in the reconstruction, and floors in stock."""


def over(*players: Result, stocks: Mapping[str, Any] | None = None) -> tu.State:
    """A game that is over, in which nobody has placed a roof or has a chip."""
    sites = ("A1", "C3", "E5") if len(players) == 2 else ("A1", "C4", "E6")
    by_roof = dict(zip(ROOFS, players, strict=False))
    return tu.position(
        "reconstruction", len(players), buildings=dict.fromkeys(sites, "black"),
        vehicles={roof: columns(*steps) for roof, (steps, _) in by_roof.items()},
        stocks=stocks or {roof: {"grey": n // 2, "white": n - n // 2} for roof, (_, n) in by_roof.items()},
        cones=dict.fromkeys(by_roof, 0), phase="over", ending=("shortage", "blue"),
    )  # fmt: skip


def result(state: tu.State) -> tu.Outcome:
    outcome = tu.outcome(state)
    assert outcome is not None
    return outcome


def small_town_over(**named: Any) -> tu.State:
    """A game in the small town that is over. Columns are worth 0, 1, 2, 4, 7 Millions, places of the cone 1, 3, 5.

    Blue has three roofs, two of them in A2, which was an objective, and two on top. Yellow has none.
    """
    usual = {
        "cones": {"blue": 2, "yellow": 0},
        "chips": {"blue": {"a-double": 5}},
        "objectives": ("a-double", "two-brown"),
    }
    foundings = "A2 white blue, A3 grey blue A2, D2 white blue"
    return town(foundings, phase="over", ending=("shortage", "blue"), **{**usual, **named})


# --- the sum


@pytest.mark.allows("TU-FINAL-01")
def test_vehicles_cone_and_chips_are_added_up() -> None:
    """Blue has 1 + 2 + 7 + 4 Millions for vehicles, 3 for the cone on the second place, and a chip of 5: 22 in all."""
    vehicles = {"blue": columns(1, 2, 4, 3), "yellow": {"white": 3}}
    blue, yellow = tu.scores(small_town_over(vehicles=vehicles))
    assert (blue.roof, blue.vehicles) == ("blue", {"black": 1, "grey": 2, "white": 7, "brown": 4})
    assert (blue.cone, blue.chips, blue.total) == (3, {"a-double": 5}, 22)
    assert (yellow.roof, yellow.total) == ("yellow", 4)


@pytest.mark.allows("TU-FINAL-01")
@pytest.mark.parametrize(("place", "worth"), [(0, 0), (1, 1), (2, 3), (3, 5)])
def test_a_cone_is_worth_what_its_place_shows(place: int, worth: int) -> None:
    """In the small town the places of the cone are worth 1, 3 and 5 Millions; no cone is worth nothing."""
    foundings = ["A2 white blue A1", "D2 white blue", "B1 grey blue"][:place]
    state = town(", ".join(foundings), cones={"blue": place, "yellow": 0}, phase="over", ending=("shortage", "blue"))
    assert tu.scores(state)[0].cone == worth


@pytest.mark.allows("TU-FINAL-01")
@pytest.mark.parametrize(("column", "worth"), list(enumerate([0, 1, 2, 4, 7])))
def test_a_vehicle_is_worth_what_its_column_shows(column: int, worth: int) -> None:
    """In the small town the columns are worth 0, 1, 2, 4 and 7 Millions, for a vehicle of any colour."""
    yellow = tu.scores(small_town_over(vehicles={"yellow": dict.fromkeys(COLOURS, column)}))[1]
    assert (yellow.vehicles, yellow.total) == (dict.fromkeys(COLOURS, worth), 4 * worth)


@pytest.mark.forbids("TU-FINAL-01")
def test_floors_in_stock_and_roofs_in_hand_are_worth_nothing() -> None:
    """Yellow, with six floors in stock and all four roofs in hand, has no Million by them."""
    assert tu.scores(small_town_over(stocks={"yellow": {"black": 3, "brown": 3}}))[1].total == 0


@pytest.mark.forbids("TU-FINAL-01")
def test_there_is_no_outcome_before_the_end() -> None:
    """While the game goes on the Millions can be looked at, but nobody has won."""
    state = Dealer(seed=1).settle(tu.new_game(2))
    assert tu.outcome(state) is None
    assert [score.total for score in tu.scores(state)] == [0, 0]


# --- the most Millions


@pytest.mark.allows("TU-FINAL-02")
@pytest.mark.forbids("TU-FINAL-02")
@pytest.mark.parametrize(
    ("players", "winner"),
    [
        ([((9, 0, 0, 0), 0), ((3, 3, 2, 0), 10)], 0),
        ([((1, 1, 1, 1), 0), ((5, 0, 0, 0), 0), ((0, 0, 3, 1), 0)], 1),
        ([((0, 0, 0, 0), 10), ((0, 0, 0, 0), 0), ((10, 10, 9, 10), 0), ((10, 10, 10, 10), 0)], 3),
    ],
    ids=["two players", "three players", "four players"],
)
def test_the_player_with_the_most_millions_wins(players: list[Result], winner: int) -> None:
    """One Million more is enough; floors in stock do not matter then, and nobody else has a part in it."""
    final = result(over(*players))
    assert (final.winners, final.decided_by) == ((winner,), "Millions")


# --- ties


@pytest.mark.allows("TU-FINAL-03")
@pytest.mark.forbids("TU-FINAL-03")
@pytest.mark.parametrize(
    ("players", "winner"),
    [
        ([((5, 3, 0, 0), 4), ((2, 2, 2, 2), 5)], 1),
        ([((5, 3, 0, 0), 7), ((2, 2, 2, 2), 5), ((8, 0, 0, 0), 6)], 0),
        ([((1, 0, 0, 0), 10), ((2, 2, 2, 2), 5), ((8, 0, 0, 0), 6)], 2),
    ],
    ids=["two tied", "three tied", "two tied, and one who is poorer has more floors"],
)
def test_a_tie_goes_to_the_player_with_more_floors(players: list[Result], winner: int) -> None:
    """Among those tied for the most Millions the larger stock wins; a poorer player's stock does not count."""
    final = result(over(*players))
    assert (final.winners, final.decided_by) == ((winner,), "floors in stock")


@pytest.mark.allows("TU-FINAL-04")
@pytest.mark.parametrize(
    ("players", "winners"),
    [
        ([((5, 3, 0, 0), 4), ((2, 2, 2, 2), 4)], (0, 1)),
        ([((0, 0, 0, 0), 0), ((0, 0, 0, 0), 0), ((0, 0, 0, 0), 0)], (0, 1, 2)),
        ([((5, 3, 0, 0), 7), ((2, 2, 2, 2), 5), ((8, 0, 0, 0), 7)], (0, 2)),
        ([((7, 0, 0, 0), 9), ((8, 0, 0, 0), 9), ((0, 8, 0, 0), 9), ((0, 0, 8, 0), 9)], (1, 2, 3)),
    ],
    ids=["two share", "three share", "three tied, two share", "three of four share"],
)
def test_players_tied_in_floors_too_share_the_victory(players: list[Result], winners: tuple[int, ...]) -> None:
    """As many Millions and as many floors: they have won together."""
    final = result(over(*players))
    assert (final.winners, final.decided_by) == (winners, "shared victory")


@pytest.mark.forbids("TU-FINAL-04")
def test_the_colours_of_floors_and_the_order_of_play_break_no_tie() -> None:
    """Blue's stock is all black and yellow's all brown; both have three floors and no Million."""
    nothing: Result = ((0, 0, 0, 0), 0)
    assert result(over(nothing, nothing, stocks={"blue": {"black": 3}, "yellow": {"brown": 3}})).winners == (0, 1)
