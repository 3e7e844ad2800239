"""The shelf of a game without editions: it has one box, which has no file."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

import attrs

from .editions import Box, EditionError, Problem, Shelf

STANDARD = "standard"
"""The name of the one box."""


@attrs.frozen(eq=False, repr=False, slots=False)
class PlainBox(Box):
    """A box of which nothing is known but how many can play."""

    players: tuple[int, ...] = (2,)

    def summary(self) -> Mapping[str, str]:
        return {"players": ", ".join(map(str, self.players))}

    def contents(self) -> Mapping[str, str]:
        return {}


class OneBox(Shelf[PlainBox]):
    """The one box of a game without editions."""

    def __init__(self, game: str, title: str, players: tuple[int, ...]) -> None:
        # Nothing of the shelf of a package is here: no folder, no file, no check.
        self.kind = PlainBox
        self._game = game
        digest = blake2b(f"{game} {players}".encode(), digest_size=8).hexdigest()
        self._box = PlainBox(STANDARD, title, {}, digest, zlib.compress(b"{}"), players)

    @property
    def names(self) -> tuple[str, ...]:
        return (STANDARD,)

    def shipped(self, name: str) -> PlainBox:
        if name != STANDARD:
            raise ValueError(f"no edition is called {name!r}; {self._game} has no editions but {STANDARD}")
        return self._box

    def text(self, name: str) -> str:
        raise ValueError(f"{self._game} has no edition files")

    def load(self, source: str | Path | Box) -> PlainBox:
        if isinstance(source, Box) and self.holds(source):
            return self._box
        return self.shipped(str(source))

    def holds(self, edition: Any) -> bool:
        return edition in (STANDARD, self._box)

    def read(self, path: Path) -> PlainBox:
        raise EditionError(str(path), (Problem(f"{self._game} has no edition files", ""),))

    def from_toml(self, text: str, source: str = "edition") -> PlainBox:
        return self.read(Path(source))

    def from_data(self, data: dict[str, Any], source: str = "edition") -> PlainBox:
        return self.read(Path(source))
