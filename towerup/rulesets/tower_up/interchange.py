"""Tower Up's JSON and records for those who import `towerup`: what the contract offers, told in the game's own types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from towerup.kernel import records
from towerup.kernel.records import Record

from .actions import Action
from .ruleset import TOWER_UP
from .scoring import Outcome
from .state import State


def action_space(state: State) -> Sequence[Action]:
    """Every action of the state's edition and board, in the order of their numbers."""
    return state.setup.space.actions


def action_to_json(action: Action) -> dict[str, Any]:
    """An action as a JSON value: its `type` and its fields."""
    value: dict[str, Any] = TOWER_UP.action_to_json(action)
    return value


def action_from_json(value: Any) -> Action:
    """The action of a JSON value. Whether its names exist and it is legal is for `explain` to say."""
    action: Action = TOWER_UP.action_from_json(value)
    return action


def state_to_json(state: State) -> bytes:
    """A state as canonical JSON: the same state, the same bytes."""
    return TOWER_UP.state_to_json(state)


def state_from_json(data: bytes | str, edition: Any = None) -> State:
    """The state of a JSON text; raises JsonError for a wrong form, ImpossiblePosition for a state no game can reach."""
    state: State = TOWER_UP.state_from_json(data, edition)
    return state


def outcome_to_json(result: Outcome) -> dict[str, Any]:
    """An outcome as a JSON value."""
    value: dict[str, Any] = TOWER_UP.outcome_to_json(result)
    return value


def read_record(lines: Iterable[bytes | str], edition: Any = None) -> Record:
    """The record in these lines, played through; raises RecordError at the first line that cannot be followed."""
    return records.read_record(lines, TOWER_UP, edition)
