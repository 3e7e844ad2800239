"""The final score, ties, and shared victories (TU-FINAL).

Games that are over are put on the table by hand. They ended by a shortage, so that nobody needs to have placed ten roofs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs
import pytest

import towerup as tu

COLOURS = ("black", "grey", "white", "brown")
SHORTAGE = tu.EndComing("shortage", 0)


def over(*players: tuple[Sequence[int], int]) -> tu.State:
    """A game that is over. Each player is told by the columns of the vehicles, which are worth their number in Millions in
    the reconstruction, and the number of floors in stock. Nobody has placed a roof or has a chip.
    """
    starting = ("A1", "C3", "E5") if len(players) == 2 else ("A1", "C4", "E6")
    return tu.position(
        tu.setup(len(players)),
        {site: tu.Building("black") for site in starting},
        [
            {
                "vehicles": dict(zip(COLOURS, columns, strict=True)),
                "stock": {"grey": floors // 2, "white": floors - floors // 2},
                "cone": 0,
            }
            for columns, floors in players
        ],
        ("bgw", "gwn", "xx"),
        phase="over",
        ending=SHORTAGE,
    )


def result(state: tu.State) -> tu.Outcome:
    outcome = tu.outcome(state)
    assert outcome is not None
    return outcome


def broken_if(monkeypatch: pytest.MonkeyPatch, state: tu.State, told: tu.Outcome | None) -> set[str]:
    """The rules whose laws would notice it if this outcome were told for the state."""
    monkeypatch.setattr("towerup.rulesets.tower_up.ending_laws.outcome", lambda _: told)
    return {rule for law in tu.STATE_LAWS if any(law.broken_by(state)) for rule in law.rules}


# --- the sum


def small_town_over(blue: Mapping[str, Any], yellow: Mapping[str, Any]) -> tu.State:
    """A game in the small town that is over. Columns are worth 0, 1, 2, 4, 7 Millions, places of the cone 1, 3, 5. Blue has
    three roofs, two of them in A2, which was an objective, and two on top; they moved the white vehicle to the end of its
    track. Yellow has none.
    """
    return tu.position(
        tu.setup(2, "small", ("a-double", "two-brown")),
        {
            "A1": tu.Building("black", 3),
            "D3": tu.Building("black", 2),
            "A2": tu.Building("white", 2, {1: "blue", 2: "blue"}),
            "A3": tu.Building("grey"),
            "D2": tu.Building("white", 1, {1: "blue"}),
        },
        [{"cone": 2, "chips": {"a-double": 5}, **blue}, {"cone": 0, **yellow}],
        ("bgw", "xx"),
        phase="over",
        ending=SHORTAGE,
    )


@pytest.mark.allows("TU-FINAL-01")
def test_vehicles_cone_and_chips_are_added_up() -> None:
    """Blue has 1 + 2 + 4 + 7 Millions for vehicles on the first to fourth column, 3 for a cone on the second place, and a chip
    of 5: 22 in all. Yellow has 4 for one vehicle on the third column.
    """
    columns = {"black": 1, "grey": 2, "white": 4, "brown": 3}
    scores = tu.scores(small_town_over({"vehicles": columns}, {"vehicles": {"white": 3}}))
    assert [score.roof for score in scores] == ["blue", "yellow"]
    assert scores[0].vehicles == {"black": 1, "grey": 2, "white": 7, "brown": 4}
    assert (scores[0].cone, scores[0].chips, scores[0].total) == (3, {"a-double": 5}, 22)
    assert scores[1].total == 4


SKYLINE = (
    {"A1": tu.Building("black"), "D3": tu.Building("black")},
    {"A1": tu.Building("black", 2, {2: "blue"}), "A2": tu.Building("white")},
    {"D3": tu.Building("black", 2), "D2": tu.Building("white", 1, {1: "blue"})},
    {"A2": tu.Building("white", 2), "B1": tu.Building("grey", 1, {1: "blue"})},
)
"""What changes on the board of the small town with each founding of blue's: every one brings one more roof on top."""


@pytest.mark.parametrize(("place", "worth"), [(0, 0), (1, 1), (2, 3), (3, 5)])
@pytest.mark.allows("TU-FINAL-01")
def test_a_cone_is_worth_what_its_place_shows(place: int, worth: int) -> None:
    """In the small town the places of the cone are worth 1, 3 and 5 Millions; no cone is worth nothing."""
    buildings: dict[str, tu.Building] = {}
    for changes in SKYLINE[: place + 1]:
        buildings |= changes
    state = tu.position(
        tu.setup(2, "small", ("a-double", "two-brown")),
        buildings,
        [{"cone": place}, {"cone": 0}],
        ("bgw", "xx"),
        phase="over",
        ending=SHORTAGE,
    )
    assert tu.scores(state)[0].cone == worth


@pytest.mark.parametrize(("column", "worth"), list(enumerate([0, 1, 2, 4, 7])))
@pytest.mark.allows("TU-FINAL-01")
def test_a_vehicle_is_worth_what_its_column_shows(column: int, worth: int) -> None:
    """In the small town the columns are worth 0, 1, 2, 4 and 7 Millions, for a vehicle of any colour."""
    state = small_town_over({}, {"vehicles": dict.fromkeys(COLOURS, column)})
    assert tu.scores(state)[1].vehicles == dict.fromkeys(COLOURS, worth)
    assert tu.scores(state)[1].total == 4 * worth


@pytest.mark.forbids("TU-FINAL-01")
def test_floors_in_stock_and_roofs_in_hand_are_worth_nothing() -> None:
    """Yellow, with six floors in stock and all four roofs in hand, has no Million by them."""
    assert tu.scores(small_town_over({}, {"stock": {"black": 3, "brown": 3}}))[1].total == 0


@pytest.mark.parametrize("part", ["vehicles", "cone", "chips"])
@pytest.mark.forbids("TU-FINAL-01")
def test_a_score_that_leaves_something_out_is_noticed(monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    """If the vehicles, the cone or the chips were not counted, a law would notice it."""
    state = small_town_over({"vehicles": {"black": 1}}, {})
    right = result(state)
    # Vehicles 1 + 7, cone 3, chip 5.
    assert right.scores[0].total == 16
    nothing: Any = 0 if part == "cone" else {}
    wrong = attrs.evolve(right, scores=(attrs.evolve(right.scores[0], **{part: nothing}), right.scores[1]))
    assert broken_if(monkeypatch, state, right) == set()
    assert "TU-FINAL-01" in broken_if(monkeypatch, state, wrong)


@pytest.mark.forbids("TU-FINAL-01")
def test_there_is_no_outcome_before_the_end() -> None:
    """While the game goes on the Millions can be looked at, but nobody has won."""
    state = tu.Dealer(seed=1).settle(tu.new_game(2))
    assert tu.outcome(state) is None
    assert [score.total for score in tu.scores(state)] == [0, 0]


# --- the most Millions


@pytest.mark.parametrize(
    ("players", "winner"),
    [
        ([((9, 0, 0, 0), 0), ((3, 3, 2, 0), 10)], 0),
        ([((1, 1, 1, 1), 0), ((5, 0, 0, 0), 0), ((0, 0, 3, 1), 0)], 1),
        ([((0, 0, 0, 0), 10), ((0, 0, 0, 0), 0), ((10, 10, 9, 10), 0), ((10, 10, 10, 10), 0)], 3),
    ],
    ids=["two players", "three players", "four players"],
)
@pytest.mark.allows("TU-FINAL-02")
def test_the_player_with_the_most_millions_wins(players: list[tuple[Sequence[int], int]], winner: int) -> None:
    """One Million more is enough, and floors in stock do not matter then."""
    assert result(over(*players)).winners == (winner,)
    assert result(over(*players)).decided_by == "Millions"


@pytest.mark.forbids("TU-FINAL-02")
def test_a_poorer_winner_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If yellow, who has more floors but a Million less than blue, were called the winner, a law would notice it."""
    state = over(((9, 0, 0, 0), 0), ((8, 0, 0, 0), 10))
    right = result(state)
    assert broken_if(monkeypatch, state, right) == set()
    for winners in ((1,), (0, 1), ()):
        assert "TU-FINAL-02" in broken_if(monkeypatch, state, attrs.evolve(right, winners=winners))


# --- ties


@pytest.mark.parametrize(
    ("players", "winner"),
    [
        ([((5, 3, 0, 0), 4), ((2, 2, 2, 2), 5)], 1),
        ([((5, 3, 0, 0), 7), ((2, 2, 2, 2), 5), ((8, 0, 0, 0), 6)], 0),
        ([((1, 0, 0, 0), 10), ((2, 2, 2, 2), 5), ((8, 0, 0, 0), 6)], 2),
    ],
    ids=["two tied", "three tied", "two tied, and one who is poorer has more floors"],
)
@pytest.mark.allows("TU-FINAL-03")
def test_a_tie_goes_to_who_has_more_floors(players: list[tuple[Sequence[int], int]], winner: int) -> None:
    """Among those tied for the most Millions the larger stock wins; a poorer player's stock does not count."""
    assert result(over(*players)).winners == (winner,)
    assert result(over(*players)).decided_by == "floors in stock"


@pytest.mark.forbids("TU-FINAL-03")
def test_a_tie_decided_for_the_smaller_stock_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have eight Millions and yellow has a floor more: blue cannot win, and they do not share."""
    state = over(((5, 3, 0, 0), 4), ((2, 2, 2, 2), 5))
    for winners in ((0,), (0, 1)):
        assert "TU-FINAL-03" in broken_if(monkeypatch, state, attrs.evolve(result(state), winners=winners))


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
@pytest.mark.allows("TU-FINAL-04")
def test_who_is_tied_in_floors_too_shares_the_victory(
    players: list[tuple[Sequence[int], int]], winners: tuple[int, ...]
) -> None:
    """As many Millions and as many floors: they have won together."""
    assert result(over(*players)).winners == winners
    assert result(over(*players)).decided_by == "shared victory"


@pytest.mark.forbids("TU-FINAL-04")
def test_a_shared_victory_given_to_one_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two players tied in Millions and floors share the victory: neither can win alone, and the third has no part in it."""
    state = over(((5, 3, 0, 0), 7), ((2, 2, 2, 2), 5), ((8, 0, 0, 0), 7))
    for winners in ((0,), (2,), (0, 1, 2)):
        assert "TU-FINAL-04" in broken_if(monkeypatch, state, attrs.evolve(result(state), winners=winners))


@pytest.mark.forbids("TU-FINAL-04")
def test_the_colours_of_floors_and_the_order_of_play_break_no_tie() -> None:
    """Blue's stock is all black and yellow's all brown; both have three floors and no Million: neither is ahead."""
    state = tu.position(
        tu.setup(2),
        {site: tu.Building("black") for site in ("A1", "C3", "E5")},
        [{"cone": 0, "stock": {"black": 3}}, {"cone": 0, "stock": {"brown": 3}}],
        ("bgw", "gwn", "xx"),
        phase="over",
        ending=SHORTAGE,
    )
    assert result(state).winners == (0, 1)
