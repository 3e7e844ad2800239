"""Converters: JSON values as a game's own classes and back. One converter a game; no hooks on the model; strict reading.

Reading refuses what it does not know, with the place of every mistake: a number is no text, a text is no list, and
unknown keys are mistakes. Loading cattrs takes longer than loading all the rules of a game, so `Codec` imports this module
when the first JSON is written or read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, get_args, get_origin

import attrs
from cattrs import Converter, transform_error
from cattrs.cols import list_structure_factory
from cattrs.errors import ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn
from cattrs.preconf.orjson import make_converter
from cattrs.strategies import configure_tagged_union
from cattrs.v import format_exception

from .canonical import JsonError, shown
from .forms import Hook


class StrictConverter:
    """The converter of a game: its actions (a union, told apart by their `type`) and the forms of its values."""

    def __init__(
        self,
        actions: Any,
        types: Sequence[str],
        forms: Iterable[type[attrs.AttrsInstance]],
        hooks: Iterable[Hook] = (),
    ) -> None:
        self.actions, self.types = actions, types
        self._cattrs = made = make_converter(forbid_extra_keys=True)
        strict_primitives(made)
        made.register_structure_hook_factory(_is_list, lambda kind: _list_hook(kind, made))
        for is_kind, hook in hooks:
            made.register_structure_hook_func(is_kind, hook)
        for form in map(attrs.resolve_types, forms):
            made.register_structure_hook(form, make_dict_structure_fn(form, made, _cattrs_forbid_extra_keys=True))
        configure_tagged_union(actions, made, tag_name="type", tag_generator=lambda kind: kind.__name__.lower())

    def plain(self, value: Any) -> Any:
        """A value as a JSON value."""
        return self._cattrs.unstructure(value)

    def read(self, value: Any, form: Any) -> Any:
        """A JSON value as one of ours; raises JsonError with the place of every mistake."""
        try:
            return self._cattrs.structure(value, form)
        except Exception as error:  # noqa: BLE001  # cattrs gathers whatever its hooks raise; all of it means: not of this form
            raise JsonError(tuple(transform_error(error, format_exception=words_of))) from None

    def action_to_json(self, action: Any) -> dict[str, Any]:
        """An action as a JSON value: its type and its fields."""
        value: dict[str, Any] = self._cattrs.unstructure(action, unstructure_as=self.actions)
        return value

    def read_action(self, value: Any) -> Any:
        """The action of a JSON value. Whether its names exist and it is legal is not asked here."""
        if not isinstance(value, dict) or value.get("type") not in self.types:
            raise JsonError(
                (f"an action is an object with a type ({', '.join(self.types)}) and its fields, not {shown(value)}",)
            )
        return self.read(value, self.actions)


def strict_primitives(made: Converter) -> None:
    """Text, whole numbers, and true or false are just that, and never made from each other."""
    for kind, words in _WORDS.items():
        made.register_structure_hook(kind, _strictly(kind, words))
        made.register_structure_hook(kind | None, _or_nothing(kind, words))


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


def words_of(error: BaseException, kind: type | None) -> str:
    """A mistake in words; our own hooks say it themselves."""
    if isinstance(error, ValueError) and not isinstance(error, ForbiddenExtraKeysError):
        return str(error)
    if isinstance(error, AttributeError | TypeError):
        return "an object is wanted here"
    return format_exception(error, kind)
