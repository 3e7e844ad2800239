"""Analysis: what it says about an action is the difference between the states before and after it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

from towerup.kernel.actors import CHANCE
from towerup.rulesets.tower_up.actions import Action, Found, Take
from towerup.rulesets.tower_up.analysis import ANALYSIS
from towerup.rulesets.tower_up.box.edition import SHELF
from towerup.rulesets.tower_up.play import apply, legal_actions
from towerup.rulesets.tower_up.policies import POLICIES
from towerup.rulesets.tower_up.ruleset import TOWER_UP
from towerup.rulesets.tower_up.scoring import outcome, scores
from towerup.rulesets.tower_up.state import Phase, State

from .seeded_games import Step, seeded_game


@cache
def steps() -> tuple[Step, ...]:
    """Steps of games of every edition."""
    played: list[Step] = []
    for number, edition in enumerate(SHELF.names * 2):
        counts = SHELF.shipped(edition).players
        policies = random.Random(number).choices([*POLICIES], k=counts[number % len(counts)])
        played += seeded_game(policies, f"analysis {number}", edition)
    return tuple(played)


def moves() -> Iterator[tuple[State, Action, State]]:
    """The action of every step, and another legal one."""
    rng = random.Random("moves")
    for step in steps():
        yield step.before, step.action, step.after
        other = rng.choice(step.legal)
        yield step.before, other, apply(step.before, other)


def test_the_columns_are_the_values_that_are_described() -> None:
    for state, action, _ in moves():
        values, columns = ANALYSIS.describe(state, action), ANALYSIS.columns(state)
        assert [column.name for column in columns] == [*values]
        for column in columns:
            value = values[column.name]
            if column.parts:
                assert isinstance(value, dict)
                assert {*value} <= {*column.parts}
                assert all(type(one) is int and one for one in value.values())
            else:
                assert value is None or type(value) is column.kind


def test_numbers_are_the_difference_between_before_and_after() -> None:
    for state, action, after in moves():
        values, seat = ANALYSIS.describe(state, action), state.seat
        was, now = state.players[seat], after.players[seat]
        change = {colour: now.stock[colour] - was.stock[colour] for colour in state.setup.edition.colours}
        assert values["cost"] == {colour: -number for colour, number in change.items() if number < 0}
        assert values["gain"] == {colour: number for colour, number in change.items() if number > 0}
        driven = {colour: now.vehicles[colour] - was.vehicles[colour] for colour in was.vehicles}
        assert values["vehicle"] == {colour: number for colour, number in driven.items() if number}
        assert values["steps"] == sum(driven.values())
        assert values["chips"] == sum(now.chips.values()) - sum(was.chips.values())
        assert {*str(values["objectives"]).split()} == {*now.chips} - {*was.chips}
        assert values["millions"] == scores(after)[seat].total - scores(state)[seat].total
        assert values["brings_end"] == (state.ending is None and after.ending is not None)


def test_covered_roofs_were_on_top() -> None:
    for state, action, after in moves():
        lost = [
            building.roofs[building.floors]
            for site, building in state.buildings.items()
            if building.floors in building.roofs and after.buildings[site].floors > building.floors
        ]
        values = ANALYSIS.describe(state, action)
        assert values["covers_own"] == lost.count(state.player.roof)
        assert values["covers"] == len(lost) - lost.count(state.player.roof)


def test_an_extra_turn_is_described_where_one_follows() -> None:
    met = 0
    for state, action, after in moves():
        again = after.another_turn or (after.phase is Phase.TURN and after.seat == state.seat)
        expected = isinstance(action, Take | Found) and again
        assert ANALYSIS.describe(state, action)["extra_turn"] == expected
        met += expected
    assert met > 10


def test_an_action_ends_the_game_if_nobody_decides_after_it() -> None:
    """Whatever chance reveals."""
    rng = random.Random("ends")
    met = 0
    for state, action, after in moves():
        last = after
        while last.actor is CHANCE:
            last = apply(last, rng.choice(legal_actions(last)))
        assert ANALYSIS.describe(state, action)["ends_game"] == (last.phase is Phase.OVER)
        met += last.phase is Phase.OVER
    assert met >= 2 * len(SHELF.names)


def test_the_parts_of_an_action_are_its_own() -> None:
    for state, action, after in moves():
        values = ANALYSIS.describe(state, action)
        assert values["type"] == type(action).__name__.lower()
        for name in ("card", "site", "colour", "roof"):
            assert values[name] == getattr(action, name, None)
        assert tuple(str(values["floors"] or "").split()) == getattr(action, "floors", ())
        assert values["level"] == (after.buildings[action.roof].floors if isinstance(action, Found) else None)


def test_choices_lead_to_one_action_each() -> None:
    """No action's choices begin another's."""
    for step in steps()[::5]:
        ways = sorted(tuple(choice.which for choice in ANALYSIS.choices(step.before, action)) for action in step.legal)
        assert len({*ways}) == len(step.legal)
        assert all(later[: len(way)] != way for way, later in pairwise(ways))


def test_the_choices_of_a_turn() -> None:
    state = next(step.before for step in steps() if any(isinstance(one, Found) for one in step.legal))
    asked = {tuple(choice.what for choice in ANALYSIS.choices(state, action)) for action in legal_actions(state)}
    assert asked == {("action", "card", "floors"), ("action", "site", "colour", "roof")}


@pytest.mark.parametrize("edition", SHELF.names)
def test_the_winners_have_the_most_points(edition: str) -> None:
    players = SHELF.shipped(edition).players[0]
    result = outcome(seeded_game(["random"] * players, "points", edition)[-1].after)
    assert result
    points = ANALYSIS.points(result)
    assert tuple(seat for seat, one in enumerate(points) if one == max(points)) == result.winners
    assert [one[0] for one in points] == [score.total for score in result.scores]


def test_the_seats_are_the_roof_colours() -> None:
    state = steps()[0].before
    assert TOWER_UP.seats(state) == tuple(player.roof for player in state.players)
