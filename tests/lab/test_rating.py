"""Ratings: known cases, what must hold of any results, and chances counted out by hand."""

from __future__ import annotations

import random
from itertools import product
from math import exp, log10, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from towerup.lab import rating
from towerup.lab.rating import ELO, TIED_BEFORE, Z_95, by_chance, elo, win_rate

# --- win rates


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # By Wilson's formula, as tables give it.
        (5, 10, 0.2366, 0.7634),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_intervals_of_wilson(wins: int, games: int, low: float, high: float) -> None:
    """Known values."""
    told = win_rate(wins, games)
    assert told.value == wins / games
    assert told.low == pytest.approx(low, abs=5e-5)
    assert told.high == pytest.approx(high, abs=5e-5)


def test_without_games_nothing_is_known() -> None:
    """Anything between none and all."""
    told = win_rate(0, 0)
    assert (told.low, told.high) == (0.0, 1.0)


@given(st.integers(1, 10_000), st.floats(0, 1))
def test_an_interval_holds_its_rate(games: int, share: float) -> None:
    """Within 0 and 1, and narrower with more games."""
    told = win_rate(share * games, games)
    assert 0 <= told.low <= told.value <= told.high <= 1
    more = win_rate(share * games * 4, games * 4)
    assert more.high - more.low < told.high - told.low


# --- Elo


@given(st.integers(0, 1_000), st.integers(0, 1_000))
def test_elo_of_two_is_the_odds(won: int, lost: int) -> None:
    """400 points for odds of 10 to 1, with the tied game that is counted more; and the interval of the binomial model."""
    one, other = elo([[0, won], [lost, 0]])
    wins, losses = won + TIED_BEFORE, lost + TIED_BEFORE
    assert one.value - other.value == pytest.approx(400 * log10(wins / losses), abs=1e-6)
    share = wins / (wins + losses)
    # Of the difference of two, each is half.
    reach = Z_95 * ELO / sqrt((wins + losses) * share * (1 - share)) / 2
    assert one.high - one.value == pytest.approx(reach)
    assert one.value - one.low == pytest.approx(reach)


def test_a_well_known_difference() -> None:
    """Who wins three games of four is 191 points better; many games, so that one tied game matters little."""
    one, other = elo([[0, 75_000], [25_000, 0]])
    assert one.value - other.value == pytest.approx(190.85, abs=0.01)


@given(st.lists(st.floats(-1.5, 1.5), min_size=2, max_size=5))
def test_strengths_are_found_again(strengths: list[float]) -> None:
    """Of the results that the model promises for given strengths, the same strengths are fitted."""
    games = 1e7
    wins = [
        [0.0 if i == j else games / (1 + exp(b - a)) for j, b in enumerate(strengths)] for i, a in enumerate(strengths)
    ]
    mean = sum(strengths) / len(strengths)
    for told, strength in zip(elo(wins), strengths, strict=True):
        assert told.value == pytest.approx(ELO * (strength - mean), abs=0.01)


results = st.integers(2, 5).flatmap(
    lambda count: st.lists(st.lists(st.integers(0, 30), min_size=count, max_size=count), min_size=count, max_size=count)
)


@given(results)
def test_elo_promises_as_many_wins_as_there_were(given_wins: list[list[int]]) -> None:
    """For each player, over all games: that is what the likelihood's summit means. The average is 0."""
    count = len(given_wins)
    wins = [[0 if one == other else given_wins[one][other] for other in range(count)] for one in range(count)]
    told = elo(wins)
    assert sum(one.value for one in told) == pytest.approx(0, abs=1e-6)
    for one in range(count):
        had = promised = 0.0
        for other in range(count):
            if one != other:
                games = wins[one][other] + wins[other][one]
                had += wins[one][other] + TIED_BEFORE
                promised += (games + 2 * TIED_BEFORE) / (1 + 10 ** ((told[other].value - told[one].value) / 400))
        assert promised == pytest.approx(had, abs=1e-5)
        assert told[one].low <= told[one].value <= told[one].high


@given(results, st.randoms(use_true_random=False))
def test_the_order_of_players_means_nothing(wins: list[list[int]], chooser: random.Random) -> None:
    """The same results in another order give the same ratings in that order."""
    order = list(range(len(wins)))
    chooser.shuffle(order)
    told = elo(wins)
    other = elo([[wins[one][other] for other in order] for one in order])
    for place, number in enumerate(order):
        assert other[place].value == pytest.approx(told[number].value, abs=1e-6)
        assert other[place].high == pytest.approx(told[number].high, abs=1e-5)


def test_who_wins_all_is_rated_high_and_not_without_end() -> None:
    """And higher the more games it were."""
    few, many = (elo([[0, games], [0, 0]])[0] for games in (10, 1_000))
    assert 200 < few.value < many.value < 2_000
    assert many.low > 0


# --- by chance


def _counted_out(differences: list[int]) -> float:
    """The share of all ways to choose signs in which the sum is as far from 0, or farther."""
    ways = [abs(sum(sign * one for sign, one in zip(signs, differences, strict=True)))
            for signs in product((1, -1), repeat=len(differences))]  # fmt: skip
    return sum(one >= abs(sum(differences)) for one in ways) / len(ways)


@given(st.lists(st.integers(-6, 6), max_size=9))
def test_chances_are_counted_out(differences: list[int]) -> None:
    """Against every way to choose the signs, one by one."""
    assert by_chance(differences) == pytest.approx(_counted_out(differences))
    assert by_chance([-one for one in differences]) == by_chance(differences)


@pytest.mark.parametrize(
    ("differences", "chance"), [([], 1.0), ([0, 0], 1.0), ([2] * 10, 2 / 2**10), ([2, -2], 1.0), ([1] * 5, 2 / 2**5)]
)
def test_chances_known_beforehand(differences: list[int], chance: float) -> None:
    """Nothing played, nothing but ties, all deals won, even."""
    assert by_chance(differences) == pytest.approx(chance)


@pytest.mark.parametrize("ahead", [520, 560, 600])
def test_for_many_deals_the_normal_curve_says_the_same(ahead: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the number that is counted out."""
    differences = [2] * ahead + [-2] * (1_100 - ahead) + [0] * 50
    smooth = by_chance(differences)
    monkeypatch.setattr(rating, "COUNTED_OUT", 10_000)
    assert smooth == pytest.approx(by_chance(differences), rel=0.05, abs=1e-6)
