"""Editions: the box of a game as data, in a file that people write.

What a box holds is each game's own. What all of them have in common is here: where a part comes from, how a mistake is
told, and the shelf from which an edition is taken by name, by the path of its file, or as text.
"""

from __future__ import annotations

import json
import tomllib
import zlib
from collections.abc import Callable, Mapping
from functools import cached_property
from importlib import import_module, resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar, cast

import attrs

from .places import Path as ValuePath
from .places import Place

PROVENANCES = ("stated", "reviewed", "reconstructed")
"""Where a part of an edition comes from: a rulebook states it, a review tells it, or it is made to fit both."""


@attrs.frozen
class Problem:
    """A mistake in an edition file: what is wrong in a player's words, and where."""

    message: str
    path: str
    place: Place | None = None

    def __str__(self) -> str:
        line = f"line {self.place.line}: " if self.place else ""
        return f"{line}{self.path}: {self.message}" if self.path else f"{line}{self.message}"


class EditionError(ValueError):
    """An edition that cannot be played: all its mistakes are in `problems`."""

    def __init__(self, source: str, problems: tuple[Problem, ...]) -> None:
        super().__init__(source, problems)
        self.source = source
        self.problems = problems

    def __str__(self) -> str:
        count = len(self.problems)
        head = f"{self.source}: {count} mistake{'s' if count > 1 else ''}"
        return "\n".join([head, *(f"  {problem}" for problem in self.problems)])


@attrs.frozen(eq=False, repr=False, slots=False)
class Box:
    """The base of every game's edition: its name, where its parts are known from, and what it can tell of itself.

    Two editions are equal when their contents are, whatever their files looked like: then they have the same `digest`.
    """

    name: str
    title: str
    provenance: Mapping[str, str]
    digest: str
    packed_data: bytes
    """The data of its file: JSON, compressed because each pickled state has it."""

    @property
    def data(self) -> dict[str, Any]:
        """The data of its file: `Shelf.from_data` makes the same edition of it."""
        data: dict[str, Any] = json.loads(zlib.decompress(self.packed_data))
        return data

    if TYPE_CHECKING:  # to one game a field of the box, to another what follows from its fields

        @property
        def players(self) -> tuple[int, ...]:
            """The numbers of players that it is for, in order."""

    def summary(self) -> Mapping[str, str]:
        """How large it is in a few words each, for a list of editions."""
        raise NotImplementedError

    def contents(self) -> Mapping[str, str]:
        """What each part holds, in words, by the part's name."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return self.digest == other.digest if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"<Edition {self.name} {self.digest}>"

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: the fields, not what was worked out from them."""
        return {field.name: getattr(self, field.name) for field in attrs.fields(type(self))}

    def __setstate__(self, fields: dict[str, Any]) -> None:
        self.__dict__.update(fields)


AnyBox = TypeVar("AnyBox", bound=Box)
Box_co = TypeVar("Box_co", bound=Box, covariant=True)
ProblemsIn: TypeAlias = Callable[[dict[str, Any], Mapping[ValuePath, Place]], tuple[Problem, ...]]
"""Every mistake in the data of an edition, with its place where the index knows it."""


class Shelf(Generic[Box_co]):
    """The editions of one game: those that come with its package, and any that a file or a text describes.

    The package has them in its folder `editions`, and in its module `check` what finds every mistake in one.
    """

    def __init__(
        self,
        package: str,
        kind: type[Box_co],
        build: Callable[[dict[str, Any]], Box_co],
        check: str = "edition_check",
    ) -> None:
        self._check = f"{package}.{check}"
        self._folder = resources.files(package) / "editions"
        self.kind = kind
        self._build = build
        self._shipped: dict[str, Box_co] = {}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The editions that come with the library."""
        files = [entry.name for entry in self._folder.iterdir() if entry.name.endswith(".toml")]
        return tuple(sorted(name.removesuffix(".toml") for name in files))

    def shipped(self, name: str) -> Box_co:
        """An edition that comes with the library, checked when it was built into it; made once."""
        if name not in self.names:
            raise ValueError(
                f"no edition is called {name!r}; shipped are {', '.join(self.names)}; a file may be named by its path"
            )
        if name not in self._shipped:
            self._shipped[name] = self._build(tomllib.loads(self.text(name)))
        return self._shipped[name]

    def text(self, name: str) -> str:
        """The file of an edition that comes with the library."""
        return (self._folder / f"{name}.toml").read_text(encoding="utf-8")

    def load(self, source: str | Path | Box) -> Box_co:
        """An edition by name, by the path of its file, or as it is."""
        if isinstance(source, self.kind):
            return source
        if not isinstance(source, str | Path):
            raise ValueError(
                f"an edition is a name ({', '.join(self.names)}), the path of a file, or an Edition of this game, not {source!r}"
            )
        if isinstance(source, str) and source in self.names:
            return self.shipped(source)
        if Path(source).suffix == ".toml":
            return self.read(Path(source))
        return self.shipped(str(source))

    def holds(self, edition: Any) -> bool:
        """Whether this is the name of an edition that comes with the library, or an edition of this game."""
        return edition in self.names if isinstance(edition, str) else isinstance(edition, self.kind)

    def read(self, path: Path) -> Box_co:
        """The edition in a file, whatever its name; raises EditionError with every mistake."""
        try:
            return self.from_toml(path.read_text(encoding="utf-8"), str(path))
        except OSError as error:
            raise EditionError(str(path), (Problem(f"cannot be read: {error.strerror}", ""),)) from None
        except UnicodeDecodeError as error:
            raise EditionError(str(path), (Problem(f"is not UTF-8 text: {error.reason}", ""),)) from None

    def problems_in(self, data: dict[str, Any], index: Mapping[ValuePath, Place]) -> tuple[Problem, ...]:
        """What the package's own check finds. It is imported only when an edition is read from a file."""
        found: tuple[Problem, ...] = import_module(self._check).problems_in(data, index)
        return found

    def from_toml(self, text: str, source: str = "edition") -> Box_co:
        """The edition in this TOML text; raises EditionError with every mistake."""
        from .edition_files import problems_of

        found = problems_of(text, self.problems_in)
        if found:
            raise EditionError(source, found)
        return self._build(tomllib.loads(text))

    def from_data(self, data: dict[str, Any], source: str = "edition") -> Box_co:
        """The edition in this data, of the shape of an edition file; raises EditionError with every mistake."""
        found = self.problems_in(data, {})
        if found:
            raise EditionError(source, found)
        return self._build(data)


def game_of(file: Path) -> str | None:
    """The game that an edition file says it is for; None if it does not say, or cannot be read at all."""
    try:
        named = tomllib.loads(file.read_text(encoding="utf-8")).get("game")
    except (OSError, ValueError, RecursionError):
        return None
    return named if isinstance(named, str) else None


def plain(value: Any) -> Any:
    """A value as JSON has it, so that equal contents have equal digests however their file was written."""
    if attrs.has(type(value)):
        return plain(attrs.asdict(cast(Any, value), recurse=False))
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value
