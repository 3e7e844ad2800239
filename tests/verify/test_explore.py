"""Exploring: whole spaces of states, their sizes pinned; and every kind of fault is found when it is there."""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from typing import Any

import attrs
import pytest

import towerup as tu
from towerup.kernel.coverage import Coverage
from towerup.kernel.invariants import StateLaw, TransitionLaw
from towerup.kernel.records import read_record
from towerup.rulesets.tower_up.edition import SHIPPED
from towerup.rulesets.tower_up.state import Phase
from towerup.verify import explore as exploring
from towerup.verify.explore import Plan, Report, explore

THOROUGH = os.environ.get("TOWERUP_PROFILE", "dev") in ("ci", "campaign")
FOR_HOURS = os.environ.get("TOWERUP_PROFILE", "dev") == "campaign"

YARD = Plan(2, {"edition": "tiny-yard"}, judge_every=0)
LANE = Plan(2, {"edition": "tiny-lane"}, judge_every=0)
OTHER_RULINGS = tu.Rulings(
    extra_turn="optional",
    stock_limit="whole_run",
    replacement="may_decline",
    empty_container="no_shortage",
    second_trigger="shortage_adds_turn",
    border="any_of_districts",
)


def contents(report: Report) -> dict[str, Any]:
    return attrs.asdict(attrs.evolve(report, seconds=0.0), recurse=False)


def actions(report: Report) -> list[str]:
    assert report.breach is not None
    return [str(action) for action in report.breach.record.actions]


# --- the spaces, whole

SPACES: dict[str, tuple[Plan, int, int, int]] = {
    # What is explored, and how many states and transitions there are, and states in which the game is over.
}


# --- keys


def test_a_key_tells_states_apart_just_as_equality_does() -> None:
    """Over all states of a small space: as many keys as different states; and a state read back has the same key."""
    level, seen = [tu.new_game(2, edition="tiny-yard", objectives="random")], {}
    while level:
        level = [tu.apply(state, action) for state in level for action in tu.legal_actions(state)]
        level = list({tu.TOWER_UP.state_key(state): state for state in level}.items())  # type: ignore[misc]
        level = [state for key, state in level if seen.setdefault(key, state) is state]  # type: ignore[misc]
    assert len(seen) == len(set(seen.values()))
    for key, state in list(seen.items())[::20]:
        assert tu.TOWER_UP.state_key(pickle.loads(pickle.dumps(state))) == key
        assert tu.TOWER_UP.state_key(tu.state_from_json(tu.state_to_json(state))) == key
