"""JSON there and back: actions, setups, states, outcomes. Canonical (same value, same bytes), versioned, strict.

One converter; no hooks on the model. Reading refuses what it does not know, with the place of every mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_origin

import attrs
from cattrs import Converter, transform_error
from cattrs.cols import list_structure_factory
from cattrs.errors import ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn
from cattrs.preconf.orjson import make_converter
from cattrs.strategies import configure_tagged_union
from cattrs.v import format_exception

from towerup.kernel.canonical import JsonError, decode, encode

from .actions import Action
from .edition import Edition, load_edition, shipped_edition
from .rulings import rulings_from
from .scoring import Outcome
from .setup import Setup, SetupError, agree
from .state import State
from .table import Table, state_of, table_of

VERSION = 1
"""Of the JSON forms below. It changes when a reader of the old form would misunderstand the new one."""


@attrs.frozen
class EditionName:
    """Which edition: its name, and the digest of its contents, so that another of the same name is noticed."""

    name: str
    digest: str


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
    made = make_converter(forbid_extra_keys=True)
    for kind in _WORDS:
        made.register_structure_hook(kind, _strictly(kind))
    made.register_structure_hook(int | None, lambda value, _: None if value is None else _strictly(int)(value, int))
    made.register_structure_hook_func(lambda kind: kind == Mapping[int, str], _levels)
    made.register_structure_hook_factory(_is_list, lambda kind: _list_hook(kind, made))
    for form in attrs.resolve_types(SetupForm), attrs.resolve_types(StateForm):
        made.register_structure_hook(form, make_dict_structure_fn(form, made, _cattrs_forbid_extra_keys=True))
    configure_tagged_union(Action, made, tag_name="type", tag_generator=lambda kind: kind.__name__.lower())
    return made


_WORDS: dict[type, str] = {str: "a text", int: "a whole number", bool: "true or false"}


def _strictly(kind: type) -> Callable[[Any, Any], Any]:
    def hook(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            raise ValueError(f"{value!r:.60} is not {_WORDS[kind]}")
        return value

    return hook


def _levels(value: Any, _: Any) -> dict[int, str]:
    """Roofs by level: the keys of a JSON object are text, and only the plain form of a number is one."""
    if not isinstance(value, dict):
        raise ValueError(f"{value!r:.60} is not an object")
    for level, roof in value.items():
        if not level.isdecimal() or str(int(level)) != level or not isinstance(roof, str):
            raise ValueError(f"{level!r}: {roof!r:.60} is not a level with the colour of the roof on it")
    return {int(level): roof for level, roof in value.items()}


def _is_list(kind: Any) -> bool:
    origin: Any = get_origin(kind)
    return origin in (tuple, list, Sequence)


def _list_hook(kind: Any, made: Converter) -> Callable[[Any, Any], Any]:
    """A list of JSON as a tuple; nothing else that can be gone through will do."""
    listed: Any = list[get_args(kind)[0]]  # type: ignore[misc]  # known only at run time
    elements = list_structure_factory(listed, made)

    def hook(value: Any, _: Any) -> Any:
        if not isinstance(value, list):
            raise ValueError(f"{value!r:.60} is not a list")
        return tuple(elements(value, kind))

    return hook


def read(value: Any, form: Any) -> Any:
    """A JSON value as one of ours; raises JsonError with the place of every mistake."""
    try:
        return converter().structure(value, form)
    except Exception as error:  # noqa: BLE001  # cattrs gathers whatever its hooks raise; all of it means: not of this form
        raise JsonError(tuple(transform_error(error, format_exception=_words))) from None


def _words(error: BaseException, kind: type | None) -> str:
    """A mistake in words; our own hooks say it themselves."""
    if isinstance(error, ValueError) and not isinstance(error, ForbiddenExtraKeysError):
        return str(error)
    if isinstance(error, AttributeError | TypeError):
        return "an object is wanted here"
    return format_exception(error, kind)


def action_to_json(action: Action) -> dict[str, Any]:
    """An action as a JSON value: its `type` and its fields."""
    value: dict[str, Any] = converter().unstructure(action, unstructure_as=Action)
    return value


def action_from_json(value: Any) -> Action:
    """The action of a JSON value. Whether its names exist and it is legal is for `explain` to say."""
    if not isinstance(value, dict) or value.get("type") not in _TYPES:
        raise JsonError(
            (f"an action is an object with a type ({', '.join(_TYPES)}) and its fields, not {value!r:.80}",)
        )
    action: Action = read(value, Action)
    return action


_TYPES = ("deal", "reveal", "place", "take", "back", "found", "decline")


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
    form = {
        "format": "towerup-state",
        "version": VERSION,
        "game": "tower-up",
        "setup": setup_to_json(state.setup),
        "table": converter().unstructure(table_of(state)),
    }
    return encode(form)


def state_from_json(data: bytes | str, edition: str | Path | Edition | None = None) -> State:
    """The state of a JSON text. Raises JsonError for a wrong form, ImpossiblePosition for a state no game can reach."""
    value = decode(data)
    wanted = {"format": "towerup-state", "version": VERSION, "game": "tower-up"}
    for key, right in wanted.items():
        if not isinstance(value, dict) or value.get(key) != right:
            found = value.get(key) if isinstance(value, dict) else value
            raise JsonError((f"not a state: {key} is {found!r:.80}, not {right!r} @ $.{key}",))
    form: StateForm = read(value, StateForm)
    return state_of(_agreed(form.setup, edition), form.table)


def outcome_to_json(outcome: Outcome) -> dict[str, Any]:
    """An outcome as a JSON value."""
    value: dict[str, Any] = converter().unstructure(outcome)
    for score, plain in zip(outcome.scores, value["scores"], strict=True):
        plain["total"] = score.total
    return value
