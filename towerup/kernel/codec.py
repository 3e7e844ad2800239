"""A game's JSON there and back: actions, setups, states, outcomes. Canonical (same value, same bytes), versioned, strict.

A game says which form its setup has, how a setup is written in it and how one is agreed from it; all else is the same for
every game. cattrs converts the values; it is loaded with the first JSON that is written or read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import attrs

from .canonical import Json, JsonError, JsonObject, encode
from .editions import Box, Shelf
from .forms import EditionName, Hook, SetupJson, read_state, state_head

if TYPE_CHECKING:
    from .converting import StrictConverter


class AnySetupForm(attrs.AttrsInstance, Protocol):
    """A setup in JSON: whatever else is agreed, it says with which edition the game is played."""

    @property
    def edition(self) -> EditionName: ...


Setup = TypeVar("Setup")
Form = TypeVar("Form", bound=AnySetupForm)


@attrs.frozen(slots=False)
class Codec(Generic[Setup, Form]):
    """The JSON of one game."""

    game: str
    version: int
    """Of the forms. It changes when a reader of the old form would misunderstand the new one."""
    actions: Any
    """The union of the classes of actions."""
    types: tuple[str, ...]
    """The names of the types of actions."""
    editions: Shelf[Any]
    setup_form: type[Form]
    written: Callable[[Setup], Form]
    """Of a setup: its form."""
    agreed: Callable[[Form, Any], Setup]
    """Of a form and the edition that it names: the setup; raises ValueError where it cannot be agreed."""
    first_state: Callable[[Setup], Any]
    """Of a setup: the game about to begin."""
    table: type[attrs.AttrsInstance]
    """The class of what lies on the table, by name."""
    table_of: Callable[[Any], Any]
    state_of: Callable[[Setup, Any], Any]
    """Of a setup and a table: the state; raises ImpossiblePosition if no game can reach it."""
    hooks: Iterable[Hook] = ()
    """How the game's own kinds of value are read."""

    @cached_property
    def state_form(self) -> type[attrs.AttrsInstance]:
        """A state in JSON: what it is, the setup, and the table by name."""
        kinds = {"format": str, "version": int, "game": str, "setup": self.setup_form, "table": self.table}
        return attrs.make_class("StateForm", {key: attrs.field(type=kind) for key, kind in kinds.items()}, frozen=True)

    @cached_property
    def converter(self) -> StrictConverter:
        """The one converter. Strict: a number is no text, a text is no list, and unknown keys are mistakes."""
        from .converting import StrictConverter

        return StrictConverter(self.actions, self.types, (self.setup_form, self.state_form), self.hooks)

    def action_to_json(self, action: Any) -> JsonObject:
        """An action as a JSON value."""
        value: JsonObject = self.converter.action_to_json(action)
        return value

    def action_from_json(self, value: object) -> Any:
        """The action of a JSON value."""
        return self.converter.read_action(value)

    def setup_to_json(self, state: Any) -> SetupJson:
        """The setup of a state as a JSON value."""
        value: SetupJson = self.converter.plain(self.written(state.setup))
        return value

    def game_from_setup(self, value: object, edition: str | Path | Box | None = None) -> Any:
        """The game about to begin. Give the edition unless it is one that comes with the library."""
        return self.first_state(self._agreed(self.converter.read(value, self.setup_form), edition))

    def _agreed(self, form: Form, edition: Any) -> Setup:
        try:
            return self.agreed(form, self._box(form.edition, edition))
        except ValueError as error:
            raise JsonError((f"{error} @ $.setup",)) from None

    def _box(self, named: EditionName, edition: Any) -> Any:
        # A name in somebody's JSON may be that of a shipped edition, never the path of a file.
        box = self.editions.shipped(named.name) if edition is None else self.editions.load(edition)
        if box.digest != named.digest:
            raise ValueError(
                f"edition {named.name!r} {named.digest!r} is wanted, but {box.name!r} {box.digest!r} was given"
            )
        return box

    def state_to_json(self, state: Any) -> bytes:
        """A state as canonical JSON."""
        form = state_head(self.game, self.version) | {
            "setup": self.setup_to_json(state),
            "table": self.converter.plain(self.table_of(state)),
        }
        return encode(form)

    def state_from_json(self, data: bytes | str, edition: str | Path | Box | None = None) -> Any:
        """The state of a JSON text."""
        form = self.converter.read(read_state(data, self.game, self.version), self.state_form)
        return self.state_of(self._agreed(form.setup, edition), form.table)

    def outcome_to_json(self, outcome: Any) -> JsonObject:
        """An outcome as a JSON value, each score with its total."""
        value: JsonObject = self.converter.plain(outcome)
        scores: list[Json] = [{**self.converter.plain(score), "total": score.total} for score in outcome.scores]
        return {**value, "scores": scores}
