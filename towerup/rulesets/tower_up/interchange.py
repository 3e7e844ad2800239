"""JSON and records of Tower Up for those who import `towerup`, in the game's own types."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from towerup.kernel import records
from towerup.kernel.records import Record

from .actions import Action
from .box.edition import Edition
from .ruleset import TOWER_UP
from .scoring import Outcome
from .state import State


def action_to_json(action: Action) -> dict[str, Any]:
    """An action as a JSON value: its `type` and its fields."""
    value: dict[str, Any] = TOWER_UP.action_to_json(action)
    return value


def action_from_json(value: object) -> Action:
    """The action of a JSON value. Whether its names exist and it is legal is for `explain` to say."""
    return TOWER_UP.action_from_json(value)


def state_to_json(state: State) -> bytes:
    """A state as canonical JSON: the same state, the same bytes."""
    return TOWER_UP.state_to_json(state)


def state_from_json(data: bytes | str, edition: str | Edition | None = None) -> State:
    """The state of a JSON text. Raises JsonError for a wrong form, ImpossiblePosition for a state no game can reach."""
    return TOWER_UP.state_from_json(data, edition)


def outcome_to_json(result: Outcome) -> dict[str, Any]:
    """An outcome as a JSON value."""
    value: dict[str, Any] = TOWER_UP.outcome_to_json(result)
    return value


def read_record(lines: Iterable[bytes | str], edition: str | Edition | None = None) -> Record:
    """The record in these lines, played through. Raises RecordError at the first line that cannot be followed."""
    return records.read_record(lines, TOWER_UP, edition)
