"""JSON there and back: actions, setups, states, outcomes. Canonical (same value, same bytes), versioned, strict.

One converter; no hooks on the model. Reading refuses what it does not know, with the place of every mistake.
"""

from __future__ import annotations

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

GAME = "new-york-1901"
VERSION = 1
"""Of the JSON forms below. It changes when a reader of the old form would misunderstand the new one."""


@attrs.frozen
class SetupForm:
    """A setup in JSON. `rulings` lists those that differ from the default."""

    edition: EditionName
    players: list[str]
    characters: list[str]
    streets: list[str]
    challenge: str | None
    expert: bool
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
    return strict_converter(Action, (SetupForm, StateForm))


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
        list(setup.characters),
        list(setup.streets),
        setup.challenge,
        setup.expert,
        setup.rulings.changed,
    )
    value: dict[str, Any] = converter().unstructure(form)
    return value


def setup_from_json(value: Any, edition: str | Path | Edition | None = None) -> Setup:
    """The setup of a JSON value. Give the edition unless it is one that comes with the library."""
    return _agreed(forms.read(converter(), value, SetupForm), edition)


def _agreed(form: SetupForm, edition: str | Path | Edition | None) -> Setup:
    try:
        # A name in somebody's JSON may be that of a shipped edition, never the path of a file.
        box = shipped_edition(form.edition.name) if edition is None else load_edition(edition)
        if box.digest != form.edition.digest:
            raise SetupError(
                f"edition {form.edition.name} {form.edition.digest} is wanted, but {box.name} {box.digest} was given"
            )
        return agree(
            form.players,
            box,
            form.characters,
            form.streets,
            form.challenge,
            form.expert,
            rulings_from(form.rulings),
        )
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
    form: StateForm = forms.read(converter(), read_state(data, GAME, VERSION), StateForm)
    return state_of(_agreed(form.setup, edition), form.table)


def outcome_to_json(outcome: Outcome) -> dict[str, Any]:
    """An outcome as a JSON value."""
    value: dict[str, Any] = converter().unstructure(outcome)
    for score, plain in zip(outcome.scores, value["scores"], strict=True):
        plain["total"] = score.total
    return value
