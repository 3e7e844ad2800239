"""JSON there and back: actions, setups, states, outcomes. Canonical (same value, same bytes), versioned, strict.

One converter; no hooks on the model. Reading refuses what it does not know, with the place of every mistake.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import attrs
from cattrs import Converter

from towerup.kernel import forms
from towerup.kernel.canonical import JsonError, encode
from towerup.kernel.forms import EditionName, read_action, read_state, state_head, strict_converter

from .actions import TYPES, Action
from .edition import Edition, load_edition, shipped_edition
from .rulings import rulings_from
from .scoring import Outcome
from .setup import Setup, SetupError, agree
from .state import State
from .table import Table, state_of, table_of

GAME = "tower-up"
VERSION = 1
"""Of the JSON forms below. It changes when a reader of the old form would misunderstand the new one."""


@attrs.frozen
class SetupForm:
    """A setup in JSON. `rulings` lists those that differ from the default; `objectives` is empty until they are dealt."""

    edition: EditionName
    players: list[str]
    objectives: list[str]
    starting_floors: int
    rulings: dict[str, str]


@attrs.frozen
class StateForm:
    """A state in JSON: what it is, the setup, and the table by name."""

    format: str
    version: int
    game: str
    setup: SetupForm
    table: Table


@cache
def converter() -> Converter:
    """The one converter. Strict: a number is no text, a text is no list, and unknown keys are mistakes."""
    return strict_converter(Action, (SetupForm, StateForm), [(lambda kind: kind == Mapping[int, str], _levels)])


def _levels(value: Any, _: Any) -> dict[int, str]:
    """Roofs by level: the keys of a JSON object are text, and only the plain form of a number is one."""
    if not isinstance(value, dict):
        raise ValueError(f"{value!r:.60} is not an object")
    for level, roof in value.items():
        if not level.isdecimal() or str(int(level)) != level or not isinstance(roof, str):
            raise ValueError(f"{level!r}: {roof!r:.60} is not a level with the colour of the roof on it")
    return {int(level): roof for level, roof in value.items()}


def read(value: Any, form: Any) -> Any:
    """A JSON value as one of ours; raises JsonError with the place of every mistake."""
    return forms.read(converter(), value, form)


def action_to_json(action: Action) -> dict[str, Any]:
    """An action as a JSON value: its `type` and its fields."""
    value: dict[str, Any] = converter().unstructure(action, unstructure_as=Action)
    return value


def action_from_json(value: Any) -> Action:
    """The action of a JSON value. Whether its names exist and it is legal is for `explain` to say."""
    action: Action = read_action(converter(), value, Action, tuple(TYPES))
    return action


def setup_to_json(setup: Setup) -> dict[str, Any]:
    """A setup as a JSON value."""
    form = SetupForm(
        EditionName(setup.edition.name, setup.edition.digest),
        list(setup.seats),
        list(setup.objectives),
        setup.starting_floors,
        setup.rulings.changed,
    )
    value: dict[str, Any] = converter().unstructure(form)
    return value


def setup_from_json(value: Any, edition: str | Path | Edition | None = None) -> Setup:
    """The setup of a JSON value. Give the edition unless it is one that comes with the library."""
    return _agreed(read(value, SetupForm), edition)


def _agreed(form: SetupForm, edition: str | Path | Edition | None) -> Setup:
    try:
        # A name in somebody's JSON may be that of a shipped edition, never the path of a file.
        box = shipped_edition(form.edition.name) if edition is None else load_edition(edition)
        if box.digest != form.edition.digest:
            raise SetupError(
                f"edition {form.edition.name!r} {form.edition.digest!r} is wanted, but {box.name!r} {box.digest!r} was given"
            )
        return agree(form.players, box, form.objectives or "random", form.starting_floors, rulings_from(form.rulings))
    except ValueError as error:
        raise JsonError((f"{error} @ $.setup",)) from None


def state_to_json(state: State) -> bytes:
    """A state as canonical JSON."""
    form = state_head(GAME, VERSION) | {
        "setup": setup_to_json(state.setup),
        "table": converter().unstructure(table_of(state)),
    }
    return encode(form)


def state_from_json(data: bytes | str, edition: str | Path | Edition | None = None) -> State:
    """The state of a JSON text. Raises JsonError for a wrong form, ImpossiblePosition for a state no game can reach."""
    form: StateForm = read(read_state(data, GAME, VERSION), StateForm)
    return state_of(_agreed(form.setup, edition), form.table)


def outcome_to_json(outcome: Outcome) -> dict[str, Any]:
    """An outcome as a JSON value."""
    value: dict[str, Any] = converter().unstructure(outcome)
    for score, plain in zip(outcome.scores, value["scores"], strict=True):
        plain["total"] = score.total
    return value
