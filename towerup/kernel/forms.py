"""JSON forms: what the JSON of every game has in common, whatever is in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypedDict

import attrs

from .canonical import JsonError, decode, shown
from .editions import Box

STATE_FORMAT = "towerup-state"


class EditionJson(TypedDict):
    """An edition in JSON."""

    name: str
    digest: str


class SetupJson(TypedDict):
    """A setup in JSON: what those of all games have. A game may have more."""

    edition: EditionJson
    players: list[str]
    """The names of the seats."""
    rulings: dict[str, str]
    """Those that differ from the default."""


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
