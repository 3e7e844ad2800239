"""JSON forms: what any game's JSON codec needs. One converter a game; no hooks on the model; strict reading.

Reading refuses what it does not know, with the place of every mistake: a number is no text, a text is no list, and
unknown keys are mistakes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias, get_args, get_origin

import attrs
from cattrs import Converter, transform_error
from cattrs.cols import list_structure_factory
from cattrs.errors import ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn
from cattrs.preconf.orjson import make_converter
from cattrs.strategies import configure_tagged_union
from cattrs.v import format_exception

from .canonical import JsonError, decode, shown
from .editions import Box

STATE_FORMAT = "towerup-state"


@attrs.frozen
class EditionName:
    """Which edition: its name, and the digest of its contents, so that another of the same name is noticed."""

    name: str
    digest: str

    @classmethod
    def of(cls, edition: Box) -> EditionName:
        """The one of this edition."""
        return cls(edition.name, edition.digest)


Hook: TypeAlias = tuple[Callable[[Any], bool], Callable[[Any, Any], Any]]
"""For a game's own kinds of value: which kind it is for, and how a JSON value is read as one."""


def strict_converter(actions: Any, forms: Iterable[type[attrs.AttrsInstance]], hooks: Iterable[Hook] = ()) -> Converter:
    """A converter for a game: its actions (a union, told apart by their `type`) and the forms of its values."""
    made = make_converter(forbid_extra_keys=True)
    for kind, words in _WORDS.items():
        made.register_structure_hook(kind, _strictly(kind, words))
        made.register_structure_hook(kind | None, _or_nothing(kind, words))
    made.register_structure_hook_factory(_is_list, lambda kind: _list_hook(kind, made))
    for is_kind, hook in hooks:
        made.register_structure_hook_func(is_kind, hook)
    for form in map(attrs.resolve_types, forms):
        made.register_structure_hook(form, make_dict_structure_fn(form, made, _cattrs_forbid_extra_keys=True))
    configure_tagged_union(actions, made, tag_name="type", tag_generator=lambda kind: kind.__name__.lower())
    return made


_WORDS: dict[type, str] = {str: "a text", int: "a whole number", bool: "true or false"}


def _strictly(kind: type, words: str) -> Callable[[Any, Any], Any]:
    def hook(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            raise ValueError(f"{shown(value)} is not {words}")
        return value

    return hook


def _or_nothing(kind: type, words: str) -> Callable[[Any, Any], Any]:
    strictly = _strictly(kind, words)
    return lambda value, _: None if value is None else strictly(value, kind)


def _is_list(kind: Any) -> bool:
    origin: Any = get_origin(kind)
    return origin in (tuple, list, Sequence)


def _list_hook(kind: Any, made: Converter) -> Callable[[Any, Any], Any]:
    """A list of JSON as a tuple; nothing else that can be gone through will do."""
    listed: Any = list[get_args(kind)[0]]  # type: ignore[misc]  # known only at run time
    elements = list_structure_factory(listed, made)

    def hook(value: Any, _: Any) -> Any:
        if not isinstance(value, list):
            raise ValueError(f"{shown(value)} is not a list")
        return tuple(elements(value, kind))

    return hook


def read(converter: Converter, value: Any, form: Any) -> Any:
    """A JSON value as one of ours; raises JsonError with the place of every mistake."""
    try:
        return converter.structure(value, form)
    except Exception as error:  # noqa: BLE001  # cattrs gathers whatever its hooks raise; all of it means: not of this form
        raise JsonError(tuple(transform_error(error, format_exception=_words))) from None


def _words(error: BaseException, kind: type | None) -> str:
    """A mistake in words; our own hooks say it themselves."""
    if isinstance(error, ValueError) and not isinstance(error, ForbiddenExtraKeysError):
        return str(error)
    if isinstance(error, AttributeError | TypeError):
        return "an object is wanted here"
    return format_exception(error, kind)


def read_action(converter: Converter, value: Any, actions: Any, types: Sequence[str]) -> Any:
    """The action of a JSON value, of one of these types. Whether its names exist and it is legal is not asked here."""
    if not isinstance(value, dict) or value.get("type") not in types:
        raise JsonError(
            (f"an action is an object with a type ({', '.join(types)}) and its fields, not {shown(value)}",)
        )
    return read(converter, value, actions)


def state_head(game: str, version: int) -> dict[str, Any]:
    """What the JSON of a state begins with."""
    return {"format": STATE_FORMAT, "version": version, "game": game}


def read_state(data: bytes | str, game: str, version: int) -> dict[str, Any]:
    """The JSON value of a state of this game; raises JsonError if it is something else."""
    value = decode(data)
    for key, right in state_head(game, version).items():
        if not isinstance(value, dict) or value.get(key) != right:
            absent = isinstance(value, dict) and key not in value
            found = "missing" if absent else shown(value[key] if isinstance(value, dict) else value)
            raise JsonError((f"not a state: {key} is {found}, not {shown(right)} @ $.{key}",))
    state: dict[str, Any] = value
    return state
