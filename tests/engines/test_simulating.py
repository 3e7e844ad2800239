"""Whole play-outs, with results as columns."""

from __future__ import annotations

import pytest

from towerup.engines.tower_up_packing import pack, simulate
from towerup.rulesets.tower_up.setup import new_game

START = new_game(["blue", "orange"], edition="small")


def test_a_game_is_a_row() -> None:
    results = simulate(START, games=20, seed=1, compiled=False)
    assert {len(column) for column in results.values()} == {20}
    assert all(results["over"])
    assert set(results["cause"]) <= {"last roof", "shortage", "last roof and shortage"}
    for blue, orange, winners in zip(results["blue total"], results["orange total"], results["winners"], strict=True):
        assert blue == orange or winners == ("blue" if blue > orange else "orange")
    sources = [results[f"blue {source}"] for source in ("vehicles", "cone", "chips")]
    assert results["blue total"] == [sum(millions) for millions in zip(*sources, strict=True)]


def test_the_first_game_is_the_play_out_with_this_seed() -> None:
    outcome = pack(START, compiled=False).playout(seed=3).outcome()
    assert outcome is not None
    results = simulate(START, games=1, seed=3, compiled=False)
    assert results["blue total"] == [outcome.scores[0].total]
    assert results["cause"] == [outcome.cause]


def test_a_game_that_is_cut_off_says_so() -> None:
    results = simulate(START, games=2, seed=1, most_steps=9, compiled=False)
    assert results["steps"] == [9, 9]
    assert results["over"] == [False, False]
    assert results["winners"] == [None, None]


def test_no_games_are_refused() -> None:
    with pytest.raises(ValueError, match="play at least 1 game of at least 1 step, not 0 of 5"):
        simulate(START, games=0, seed=1, most_steps=5, compiled=False)
