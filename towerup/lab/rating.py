"""Ratings: what results say about strength, and how sure one can be of it.

- A win rate has the interval of Wilson, which is honest where nearly all games are won or few are played.
- Elo is fitted to all results at once by the model of Bradley and Terry: the odds of one against another are the ratio of their
  strengths, and 400 points of Elo are odds of 10 to 1. A tie is half a win for each. Between any two, one tied game is
  counted more than was played, so that who has won every game is rated high and not without end. The intervals come
  from the curvature of the likelihood, and are about the average of the field, which is 0.
- Whether one beats another is tested deal by deal, as the games of a deal share their luck: if the two were equally good,
  each deal's result could as well have been the other way round. How often by such chance alone the sum would be as far from
  even as it is, is counted out exactly (for more than a thousand deals, by the normal approximation).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import comb, erfc, exp, log, sqrt

import attrs

Z_95 = 1.959963984540054
"""Standard deviations to either side that hold 95 % of a normal distribution."""
ELO = 400 / log(10)
"""Points of Elo for odds of e to 1."""
TIED_BEFORE = 0.5
"""What each of two is given of the tied game that is counted more."""
COUNTED_OUT = 1_000
"""So many deals are counted out exactly."""
_STEPS = 100


@attrs.frozen
class Estimate:
    """A number, and the interval that holds it with 95 % confidence."""

    value: float
    low: float
    high: float


def win_rate(wins: float, games: int) -> Estimate:
    """The share of games won (part of a game where victory was shared), with the interval of Wilson."""
    if games == 0:
        return Estimate(0.0, 0.0, 1.0)
    rate, square = wins / games, Z_95 * Z_95
    centre = (rate + square / (2 * games)) / (1 + square / games)
    reach = Z_95 * sqrt(rate * (1 - rate) / games + square / (4 * games * games)) / (1 + square / games)
    # Rounding must not leave a rate of 0 or 1 outside its interval.
    return Estimate(rate, min(rate, max(0.0, centre - reach)), max(rate, min(1.0, centre + reach)))


def elo(wins: Sequence[Sequence[float]]) -> list[Estimate]:
    """The Elo of each, of how often each (a row) has won against each (a column)."""
    count = len(wins)
    given = [[won + TIED_BEFORE for won in row] for row in wins]
    strength = [0.0] * count
    for _ in range(_STEPS):
        slope, curvature = _likelihood(given, strength)
        step = _solved(curvature, slope)
        largest = max(map(abs, step))
        # The likelihood has one summit; far from it a whole step may overshoot.
        scale = min(1.0, 2.0 / largest) if largest else 1.0
        strength = [old + scale * more for old, more in zip(strength, step, strict=True)]
        if largest < 1e-10:
            break
    _, curvature = _likelihood(given, strength)
    mean = sum(strength) / count
    unit = [[float(one == other) for one in range(count)] for other in range(count)]
    reach = [
        Z_95 * ELO * sqrt(max(0.0, _solved(curvature, unit[number])[number] - 1 / count)) for number in range(count)
    ]
    centred = [ELO * (one - mean) for one in strength]
    return [Estimate(value, value - width, value + width) for value, width in zip(centred, reach, strict=True)]


def _likelihood(wins: Sequence[Sequence[float]], strength: Sequence[float]) -> tuple[list[float], list[list[float]]]:
    """The slope of the log-likelihood, and its curvature downwards.

    All strengths raised alike change nothing; to make the curvature invertible, it is as if their mean were known.
    """
    count = len(wins)
    slope = [0.0] * count
    curvature = [[1 / count] * count for _ in range(count)]
    for one in range(count):
        for other in range(count):
            if one != other:
                games = wins[one][other] + wins[other][one]
                chance = 1 / (1 + exp(strength[other] - strength[one]))
                slope[one] += wins[one][other] - games * chance
                bend = games * chance * (1 - chance)
                curvature[one][one] += bend
                curvature[one][other] -= bend
    return slope, curvature


def _solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of a system of linear equations, by elimination."""
    size = len(matrix)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(column + 1, size):
            share = rows[row][column] / rows[column][column]
            rows[row] = [below - share * above for below, above in zip(rows[row], rows[column], strict=True)]
    solution = [0.0] * size
    for row in reversed(range(size)):
        known = sum(rows[row][column] * solution[column] for column in range(row + 1, size))
        solution[row] = (rows[row][size] - known) / rows[row][row]
    return solution


def by_chance(differences: Iterable[int]) -> float:
    """How likely deals with these differences (wins less losses of each) would be as uneven, or more, by chance alone.

    Each difference might as well have had the other sign; counted are the ways in which the sum is at least as far from 0.
    """
    given = [one for one in differences if one]
    sizes, observed = [abs(one) for one in given], abs(sum(given))
    if not sizes:
        return 1.0
    if len(sizes) > COUNTED_OUT:
        # Half a step for going from whole numbers to a smooth curve.
        return erfc(max(0.0, observed - 1) / sqrt(2 * sum(one * one for one in sizes)))
    ways: Counter[int] = Counter({0: 1})
    for size, times in Counter(sizes).items():
        spread = {size * (2 * up - times): comb(times, up) for up in range(times + 1)}
        after: Counter[int] = Counter()
        for total, count in ways.items():
            for more, number in spread.items():
                after[total + more] += count * number
        ways = after
    as_far = sum(count for total, count in ways.items() if abs(total) >= observed)
    return float(Fraction(as_far, 2 ** len(sizes)))
