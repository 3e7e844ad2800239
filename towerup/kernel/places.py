"""Where each value of a TOML text stands.

Editions are TOML files written by people, and a complaint about a wrong value helps them only if it names
the line to mend.  `tomllib` gives the values and forgets the lines; this module gives the lines and leaves
the values to `tomllib`.  Both speak of a value by its path, so that what is found wrong in the one can be
looked up in the other.
"""

import re
import tomllib
from bisect import bisect_right
from collections.abc import Mapping
from typing import Any

import attrs

Path = tuple[str | int, ...]
"""The keys and array positions that lead to a value: `("boards", "full", "sites", 3, "district")`."""


@attrs.frozen
class Place:
    """A position in a text, as editors count it: lines and columns (in characters) both start at 1."""

    line: int
    column: int


def places(text: str) -> dict[Path, Place]:
    """The place of every value in a text that `tomllib.loads` accepts, by path.

    A value written out stands where its first character does; so does an inline table, at its `{`, and an
    array, at its `[`.  A table with a header stands at that header, and an array of tables at its first one.
    A table that is only implied stands at the first header or dotted key that implies it.  The document
    itself, whose path is empty, has no place.

    Text that is not TOML may raise `ValueError`, but checking it is the business of `tomllib`.
    """
    reader = _Reader(text.replace("\r\n", "\n"))
    reader.read_document()
    return reader.index


def nearest(index: Mapping[Path, Place], path: Path) -> Place | None:
    """The place of the path or of its longest known prefix; `None` if not even its first key is known.

    A value that is missing has no place of its own: the table that lacks it is where to look.
    """
    prefixes = (path[:length] for length in range(len(path), -1, -1))
    return next((index[prefix] for prefix in prefixes if prefix in index), None)


_STRING = r'"(?:[^"\\\n]|\\.)*"' + r"|'[^'\n]*'"
_LONG_STRING = r'"""(?:[^\\]|\\.)*?"{3,5}' + r"|'''.*?'{3,5}"  # up to two quotes may touch the closing three
_KEY_PART = rf"(?:[A-Za-z0-9_-]+|{_STRING})"

_BLANK = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_COMMA = re.compile(rf"{_BLANK.pattern},?{_BLANK.pattern}")
_EQUALS = re.compile(r"[ \t]*=[ \t]*")
_HEADER_OPENS = re.compile(r"\[\[?[ \t]*")
_HEADER_CLOSES = re.compile(r"[ \t]*\]\]?")
_KEY = re.compile(rf"{_KEY_PART}(?:[ \t]*\.[ \t]*{_KEY_PART})*")
_SCALAR = re.compile(rf"{_LONG_STRING}|{_STRING}|[^,\]}}#\n]+", re.DOTALL)
_CLOSING = {"[": "]", "{": "}"}


@attrs.define
class _Reader:
    """One pass over a text whose lines end in line feeds alone, noting places on the way.

    It needs to know only where things begin and end.  The text is known to be valid, so it accepts more
    than TOML does wherever that is simpler, and what a quoted key spells it asks of `tomllib`.
    """

    text: str
    at: int = 0
    index: dict[Path, Place] = attrs.field(factory=dict)
    table_counts: dict[Path, int] = attrs.field(factory=dict)  # of each array of tables, so far
    line_starts: list[int] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.line_starts = [0, *(end.end() for end in re.finditer("\n", self.text))]

    def read_document(self) -> None:
        """Read headers and key/value pairs, each pair belonging to the header last seen."""
        table: Path = ()
        self.take(_BLANK)
        while self.at < len(self.text):
            if self.sees("["):
                table = self.read_header()
            else:
                self.read_pair(table)
            self.take(_BLANK)

    def read_header(self) -> Path:
        """Read `[x.y]` or `[[x.y]]` and return the path of the table it opens."""
        here = self.place()
        opens_element = self.take(_HEADER_OPENS).startswith("[[")
        path: Path = ()
        for name in self.read_key():
            path = (*self.latest(path), name)
            self.index.setdefault(path, here)
        self.take(_HEADER_CLOSES)
        if opens_element:
            self.table_counts[path] = self.table_counts.get(path, 0) + 1
            path = self.latest(path)
        self.index[path] = here  # even if an earlier header implied it
        return path

    def latest(self, path: Path) -> Path:
        """The table a header means by this path: for an array of tables, its latest element."""
        return (*path, self.table_counts[path] - 1) if path in self.table_counts else path

    def read_pair(self, table: Path) -> None:
        """Read `x.y = value` within a table, be it headed or inline."""
        here = self.place()
        *parents, name = self.read_key()
        path = table
        for parent in parents:
            path = (*path, parent)
            self.index.setdefault(path, here)
        self.take(_EQUALS)
        self.read_value((*path, name))

    def read_key(self) -> list[str]:
        """Read a key, bare, quoted or dotted, and return its names."""
        names: list[str] = []
        node: Any = tomllib.loads(self.take(_KEY) + " = 0")
        while isinstance(node, dict):
            [(name, node)] = node.items()
            names.append(name)
        return names

    def read_value(self, path: Path) -> None:
        """Read a scalar, an array or an inline table, and note its place and those within it."""
        self.index[path] = self.place()
        closing = _CLOSING.get(self.text[self.at : self.at + 1])
        if closing is None:
            self.take(_SCALAR)
            return
        self.at += 1
        self.take(_BLANK)
        position = 0
        while not self.sees(closing):
            if closing == "]":
                self.read_value((*path, position))
            else:
                self.read_pair(path)
            self.take(_COMMA)
            position += 1
        self.at += 1

    def sees(self, character: str) -> bool:
        """Whether this character comes next."""
        return self.text.startswith(character, self.at)

    def take(self, pattern: re.Pattern[str]) -> str:
        """Move past what the pattern matches here, and return it."""
        match = pattern.match(self.text, self.at)
        if match is None:
            raise ValueError(f"not TOML at {self.place()}")
        self.at = match.end()
        return match.group()

    def place(self) -> Place:
        """The place reached so far."""
        line = bisect_right(self.line_starts, self.at)
        return Place(line, self.at - self.line_starts[line - 1] + 1)
