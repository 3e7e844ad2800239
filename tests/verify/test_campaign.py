"""Campaigns: the same seed plays the same games, and a broken law is found and reported."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
import pytest

import towerup as tu
from towerup.kernel.invariants import StateLaw
from towerup.kernel.records import read_record
from towerup.verify.campaign import Plan, Report, run

PLAN = Plan(games=4, players=(2, 3), seed=5, options={"edition": "small"})


def plain(report: Report) -> dict[str, object]:
    return attrs.asdict(report, recurse=False)


def test_the_same_seed_plays_the_same_campaign() -> None:
    """Two runs of one plan report the same, to the last count; another seed does not."""
    assert plain(run(tu.TOWER_UP, PLAN)) == plain(run(tu.TOWER_UP, PLAN))
    assert plain(run(tu.TOWER_UP, PLAN)) != plain(run(tu.TOWER_UP, attrs.evolve(PLAN, seed=6)))


def test_a_campaign_counts_what_it_did() -> None:
    """Games, steps, laws and verdicts are counted, and all laws are kept."""
    report = run(tu.TOWER_UP, PLAN)
    assert report.breach is None
    assert report.games == sum(report.by_players.values()) == 4
    assert report.steps == sum(report.by_action.values())
    assert sum(report.by_ending.values()) + report.unfinished == 4
    laws = len(tu.STATE_LAWS) * (report.steps + 4) + len(tu.TRANSITION_LAWS) * report.steps
    assert report.law_checks == laws
    assert report.judged > 0
    assert set(report.forbidden_by) <= set(tu.catalogue().rules)


def test_one_game_of_a_campaign_can_be_played_again() -> None:
    """`only` plays just the game with that number, the same as in the whole campaign."""
    alone = run(tu.TOWER_UP, PLAN, only=2)
    assert alone.games == 1
    assert alone.by_players == {2: 1}


def no_third_building(state: tu.State) -> Iterator[str]:
    """A law that every game breaks."""
    if sum(map(bool, state.towers)) > 3:
        yield "there are more than three buildings"


def test_a_broken_law_is_reported_with_the_game_that_shows_it() -> None:
    """The campaign stops at the first breach, and its record leads to the state that broke the law."""
    law = StateLaw("no_third_building", ("TU-FOUND-01",), "No.", no_third_building)
    rules = attrs.evolve(tu.TOWER_UP, state_laws=[*tu.TOWER_UP.state_laws, law])
    report = run(rules, PLAN)
    assert report.breach is not None
    assert report.breach.rule == "TU-FOUND-01"
    record = read_record(report.breach.record.lines(), tu.TOWER_UP)
    *_, last = record.states()
    assert list(no_third_building(last)) == ["there are more than three buildings"]


@pytest.mark.parametrize("edition", ["tiny", "small", "reconstruction"])
def test_all_laws_are_kept_under_the_other_rulings(edition: str) -> None:
    """Every ruling switched to its last reading: all laws hold on every shipped edition."""
    rulings = tu.Rulings(
        extra_turn="optional",
        stock_limit="whole_run",
        replacement="may_decline",
        empty_container="no_shortage",
        second_trigger="shortage_adds_turn",
        border="any_of_districts",
    )
    options = {"edition": edition, "rulings": rulings, "objectives": "random"}
    report = run(tu.TOWER_UP, Plan(games=3, players=tu.TOWER_UP.player_counts(edition), seed=3, options=options))
    assert report.breach is None, report.breach
