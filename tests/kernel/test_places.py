"""Every value of a TOML text is found at the line and column where it is written."""

import re
import tomllib
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from towerup.kernel.places import Path, Place, nearest, places

# Examples.  A text is given as lines, and the expected places as (line, column).


def found(*lines: str, end: str = "\n") -> dict[Path, tuple[int, int]]:
    """The places in a text of these lines, once `tomllib` has agreed to it and to its paths."""
    text = end.join(lines) + end
    paths = {path for path, _ in walk(tomllib.loads(text))}
    index = places(text)
    assert set(index) == paths
    return {path: (place.line, place.column) for path, place in index.items()}


def walk(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every path below a value, with what stands there."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, item in inner:
        yield (*path, step), item
        yield from walk(item, (*path, step))


def test_an_empty_text_has_no_places() -> None:
    """Nothing, blanks and comments hold no values."""
    assert places("") == {}
    assert found("", "  # a = 1", "\t") == {}


def test_bare_keys() -> None:
    """The place is that of the value, whatever the space around the key."""
    assert found("a=1", "  b-1_2  =  2", "3 = 3") == {("a",): (1, 3), ("b-1_2",): (2, 13), ("3",): (3, 5)}


def test_quoted_keys() -> None:
    """Quoted keys are decoded, and what looks like syntax within them is not."""
    assert found(r'"a = \"#\u0041" = 1', "'[b].\\' = 2", '"" = 3') == {
        ('a = "#A',): (1, 19),
        ("[b].\\",): (2, 11),
        ("",): (3, 6),
    }


def test_dotted_keys() -> None:
    """A table implied by dotted keys stands at the first of them."""
    assert found('  a . "b.c".d = 1', "a.e = 2") == {
        ("a",): (1, 3),
        ("a", "b.c"): (1, 3),
        ("a", "b.c", "d"): (1, 17),
        ("a", "e"): (2, 7),
    }


def test_a_dotted_key_of_digits_is_not_a_number() -> None:
    """The key `3.1` is two keys, both of them strings."""
    assert found("3.1 = 4") == {("3",): (1, 1), ("3", "1"): (1, 7)}


@pytest.mark.parametrize(
    "literal",
    [
        '""',
        "''",
        r'"\" # \\"',
        r"'\'",
        "'a \" b'",
        '"[{,}]"',
        '"""x"""',
        '""""""',
        '"""\n"""',
        '"""a\n\nb = 1\n# c"""',
        '"""\\\n   a \\""" b\\\\"""',
        '"""a"" ""b"""""',
        '""""a""""',
        "''''''",
        "'''\n\\'''",
        "'''a\n[b]\n'' c'''",
        "''''a'''''",
        '"\u2028\u0085 \U0001f600"',
        "+1_000",
        "0xdead_beef",
        "0o17",
        "0b1",
        "-0.5e+3",
        "inf",
        "-nan",
        "true",
        "false",
        "1979-05-27T07:32:00Z",
        "1979-05-27 07:32:00.5-07:00",
        "1979-05-27 07:32:00",
        "1979-05-27",
        "07:32:00",
    ],
)
def test_every_kind_of_scalar(literal: str) -> None:
    """A scalar starts where it is written and ends where the next thing can begin."""
    down = literal.count("\n")
    assert found(f"a = {literal} # ' \"", "b = 1") == {("a",): (1, 5), ("b",): (2 + down, 5)}
    last = len(literal) - literal.rfind("\n") if down else 6 + len(literal)
    assert found(f"a = [{literal},2]") == {
        ("a",): (1, 5),
        ("a", 0): (1, 6),
        ("a", 1): (1 + down, last + 1),
    }
    assert set(found(f"a={{x={literal}}}")) == {("a",), ("a", "x")}


def test_only_line_feeds_end_lines() -> None:
    """Characters that other conventions take for line ends do not move the count, nor do wide ones."""
    assert found("a = '\u2028' # \u2029 \x85", "'\U0001f600' = 1") == {
        ("a",): (1, 5),
        ("\U0001f600",): (2, 7),
    }


def test_comments() -> None:
    """Comments may follow anything and may look like anything."""
    assert found("# [x]", "a = 1 # b = 2", "[t] # [[u]]", "#", "c = 3#'''") == {
        ("a",): (2, 5),
        ("t",): (3, 1),
        ("t", "c"): (5, 5),
    }


def test_arrays_over_several_lines() -> None:
    """Arrays may hold line ends, comments and a trailing comma."""
    assert found("a = [ # ]", "  1, # ,", "# 2", "  'x' # ]", "  ,", "  3 # ,4", ",]", "b = []") == {
        ("a",): (1, 5),
        ("a", 0): (2, 3),
        ("a", 1): (4, 3),
        ("a", 2): (6, 3),
        ("b",): (8, 5),
    }


def test_nested_arrays_and_inline_tables() -> None:
    """Arrays and inline tables stand at their opening brackets, at every depth."""
    assert found("a = [[], [1], {x = {}, y.z = [2,], y.w = 3}]") == {
        ("a",): (1, 5),
        ("a", 0): (1, 6),
        ("a", 1): (1, 10),
        ("a", 1, 0): (1, 11),
        ("a", 2): (1, 15),
        ("a", 2, "x"): (1, 20),
        ("a", 2, "y"): (1, 24),
        ("a", 2, "y", "z"): (1, 30),
        ("a", 2, "y", "z", 0): (1, 31),
        ("a", 2, "y", "w"): (1, 42),
    }


def test_table_headers() -> None:
    """A table stands at its header, and the pairs below belong to it."""
    assert found("a = 1", " [ b . 'c.d' ] ", "e.f = 2", "[b]", "g = 3") == {
        ("a",): (1, 5),
        ("b",): (4, 1),
        ("b", "c.d"): (2, 2),
        ("b", "c.d", "e"): (3, 1),
        ("b", "c.d", "e", "f"): (3, 7),
        ("b", "g"): (5, 5),
    }


def test_implied_tables_stand_at_the_first_header_that_implies_them() -> None:
    """A later header below the same table does not move it."""
    assert found("[a.b.c]", "[a.d]", "[a.b.e]") == {
        ("a",): (1, 1),
        ("a", "b"): (1, 1),
        ("a", "b", "c"): (1, 1),
        ("a", "d"): (2, 1),
        ("a", "b", "e"): (3, 1),
    }


def test_arrays_of_tables() -> None:
    """The array stands at its first header, each element at its own."""
    assert found("[[a]]", "x = 1", "", "[[ a ]] # none", "[[a]]", "x = 2") == {
        ("a",): (1, 1),
        ("a", 0): (1, 1),
        ("a", 0, "x"): (2, 5),
        ("a", 1): (4, 1),
        ("a", 2): (5, 1),
        ("a", 2, "x"): (6, 5),
    }


def test_sub_tables_belong_to_the_latest_element() -> None:
    """Headers below an array of tables mean the element opened last, at every level."""
    lines = ["[[a]]", "[a.t]", "[[a.b]]", "[[a.b]]", "x = 1", "[a.b.u]", "[[a]]", "[[a.b]]", "[a.t]", "y = 2"]
    assert found(*lines) == {
        ("a",): (1, 1),
        ("a", 0): (1, 1),
        ("a", 0, "t"): (2, 1),
        ("a", 0, "b"): (3, 1),
        ("a", 0, "b", 0): (3, 1),
        ("a", 0, "b", 1): (4, 1),
        ("a", 0, "b", 1, "x"): (5, 5),
        ("a", 0, "b", 1, "u"): (6, 1),
        ("a", 1): (7, 1),
        ("a", 1, "b"): (8, 1),
        ("a", 1, "b", 0): (8, 1),
        ("a", 1, "t"): (9, 1),
        ("a", 1, "t", "y"): (10, 5),
    }


def test_carriage_returns() -> None:
    """Line ends of either kind give the same places."""
    lines = ["[t] # c", "a = '''", "x", "''' # d", "b = [", "  1,", "]", "", "c = 2"]
    assert found(*lines, end="\r\n") == found(*lines)
    assert found(*lines)[("t", "c")] == (9, 5)


def test_a_last_line_without_an_end() -> None:
    """The text may stop straight after a value, a header or a comment."""
    assert places("a = 1") == {("a",): Place(1, 5)}
    assert places("\n[a]") == {("a",): Place(2, 1)}
    assert places("a = 1 # b") == {("a",): Place(1, 5)}


@pytest.mark.parametrize("text", ["a", "a = ", "= 1", "a = [1", "a = {b", "[a", "[", "!", "a = [ # ]"])
def test_broken_text_is_refused_and_not_read_for_ever(text: str) -> None:
    """Text that breaks off is a `ValueError`, as it is to `tomllib`."""
    with pytest.raises(ValueError, match="not TOML at"):
        places(text)
    with pytest.raises(tomllib.TOMLDecodeError):
        tomllib.loads(text)


def test_nearest_gives_the_place_of_the_path_or_of_its_longest_known_prefix() -> None:
    """A missing value is reported at the table that lacks it, and a foreign one nowhere."""
    index = places("[boards.full]\nsites = [\n  {name = 'x'},\n]\n")
    assert nearest(index, ("boards", "full", "sites", 0, "name")) == Place(3, 11)
    assert nearest(index, ("boards", "full", "sites", 0, "district", "x")) == Place(3, 3)
    assert nearest(index, ("boards", "full", "sites", 1)) == Place(2, 9)
    assert nearest(index, ("boards", "small")) == Place(1, 1)
    assert nearest(index, ("pieces", "full")) is None
    assert nearest(index, ()) is None


# Properties.  A writer spells generated data in styles drawn at random and notes where it put each value.

TRICKY = "ab1 \t\n\r\"'\\#[]{}=,.-\x00\x7f\x85\u2028\u00e9\U0001f600"
ANY = st.characters(exclude_categories=["Cs"])
TEXTS = st.text(st.sampled_from(TRICKY), max_size=8) | st.text(ANY, max_size=4)
KEYS = st.sampled_from(["a", "b", "c", "1", "-", "a.b"]) | TEXTS
ZONES = st.sampled_from([None, UTC, timezone(timedelta(hours=-3, minutes=30))])
SCALARS = st.one_of(
    TEXTS,
    st.integers(-(2**63), 2**63 - 1),
    st.booleans(),
    st.floats(allow_nan=False),
    st.dates(),
    st.times(),
    st.datetimes(timezones=ZONES),
)
Table = dict[str, Any]


def tables(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Table]:
    """Tables of up to three of these values."""
    return st.dictionaries(KEYS, values, max_size=3)


def nested(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """One more level: arrays, tables and arrays of tables."""
    return st.lists(inner, max_size=3) | tables(inner) | st.lists(tables(inner), min_size=1, max_size=3)


DATA = tables(st.recursive(SCALARS, nested, max_leaves=10))


def escaped(text: str, kept: str) -> str:
    """The text as a basic string spells it, but for the characters kept as they are."""
    text = text.replace("\\", "\\\\")
    for character in sorted(set(text) - set(kept)):
        if character < " " or character in '"\x7f':
            text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def spellings(value: Any) -> list[str]:
    """All the ways in which the writer can spell a scalar."""
    match value:
        case bool():
            return [str(value).lower()]
        case int():
            return [str(value), f"{value:+_}"] + [f"{value:#x}", f"{value:#o}", f"{value:#b}"] * (value >= 0)
        case float():
            return [repr(value)]
        case datetime():
            return [value.isoformat(), value.isoformat(" ")]
        case date() | time():
            return [value.isoformat()]
    assert isinstance(value, str)
    long = escaped(value, kept='\t\n"').replace('"""', '""\\"')
    spelt = [f'"{escaped(value, kept="")}"', f'"{escaped(value, kept=chr(9))}"', f'"""\n{long}"""']
    if not re.search(r"[\x00-\x08\x0b-\x1f\x7f]|'''", value):
        spelt.append(f"'''\n{value}'''")
        if not re.search(r"[\n']", value):
            spelt.append(f"'{value}'")
    return spelt


@attrs.define
class Writer:
    """Writes tables as TOML, drawing a style for each thing, and notes the place of each value."""

    draw: st.DrawFn
    text: str = ""
    index: dict[Path, Place] = attrs.field(factory=dict)

    def here(self) -> Place:
        return Place(self.text.count("\n") + 1, len(self.text) - self.text.rfind("\n"))

    def put(self, *choices: str) -> None:
        self.text += self.draw(st.sampled_from(choices))

    def chance(self) -> bool:
        return self.draw(st.booleans())

    def space(self) -> None:
        self.put("", " ", "\t ")

    def gap(self) -> None:
        self.put("", " ", "\n  ", " # ], '\n#\n\t")

    def end_line(self) -> None:
        self.put("\n", ' # [c] = "\n', "\n\n  ", "\t\n#\n")

    def key(self, names: tuple[str, ...]) -> None:
        for position, name in enumerate(names):
            if position:
                self.put(".", " . ", "\t.")
            bare = [name] if re.fullmatch("[A-Za-z0-9_-]+", name) else []
            self.put(*bare, *(spelt for spelt in spellings(name) if spelt[:3] not in ("'''", '"""')))

    def flat(self, table: Table) -> list[tuple[tuple[str, ...], Any]]:
        """The pairs of a table in some order, some of the tables in it spread over dotted keys."""
        pairs: list[tuple[tuple[str, ...], Any]] = []
        for name, value in table.items():
            if isinstance(value, dict) and value and self.chance():
                pairs += [((name, *names), inner) for names, inner in self.flat(value)]
            else:
                pairs.append(((name,), value))
        return self.draw(st.permutations(pairs))

    def pair(self, table: Path, names: tuple[str, ...], value: Any) -> None:
        for length in range(1, len(names)):
            self.index.setdefault((*table, *names[:length]), self.here())
        self.key(names)
        self.space()
        self.put("=")
        self.space()
        self.value((*table, *names), value)

    def value(self, path: Path, value: Any) -> None:
        self.index[path] = self.here()
        if isinstance(value, list):
            self.put("[")
            self.gap()
            for position, item in enumerate(value):
                self.value((*path, position), item)
                self.gap()
                if position < len(value) - 1 or self.chance():
                    self.put(",")
                    self.gap()
            self.put("]")
        elif isinstance(value, dict):
            self.put("{")
            self.space()
            for position, (names, item) in enumerate(self.flat(value)):
                if position:
                    self.put(",")
                    self.space()
                self.pair(path, names, item)
                self.space()
            self.put("}")
        else:
            self.put(*spellings(value))

    def section(self, path: Path, names: tuple[str, ...], table: Table, brackets: int) -> None:
        """A table by its header, which may come after those of its sub-tables or be left to them."""
        below = [name for name, value in table.items() if can_be_headed(value) and self.chance()]
        own = {name: value for name, value in table.items() if name not in below}
        implied = brackets == 1 and bool(below) and self.chance()
        if implied:
            self.sections(path, names, table, below)
        if not implied or own or self.chance():
            self.header(path, names, brackets)
            for keys, value in self.flat(own):
                self.pair(path, keys, value)
                self.end_line()
        if not implied:
            self.sections(path, names, table, below)

    def sections(self, path: Path, names: tuple[str, ...], table: Table, below: list[str]) -> None:
        for name in self.draw(st.permutations(below)):
            value, inner = table[name], (*path, name)
            if isinstance(value, dict):
                self.section(inner, (*names, name), value, 1)
            else:
                for position, element in enumerate(value):
                    self.section((*inner, position), (*names, name), element, 2)

    def header(self, path: Path, names: tuple[str, ...], brackets: int) -> None:
        if not brackets:
            return
        for length in range(1, len(path)):
            self.index.setdefault(path[:length], self.here())
        self.index[path] = self.here()
        self.put("[" * brackets)
        self.space()
        self.key(names)
        self.space()
        self.put("]" * brackets)
        self.end_line()


def can_be_headed(value: Any) -> bool:
    """Whether this is a table or an array that can be written as an array of tables."""
    elements = value if isinstance(value, list) and value else [value]
    return all(isinstance(element, dict) for element in elements)


@attrs.frozen
class Document:
    """Data, a text that spells it, and where the text has put each value."""

    data: Table
    text: str
    index: dict[Path, Place]


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """Documents in all the styles of the writer, with line ends of either kind."""
    data = draw(DATA)
    writer = Writer(draw)
    writer.section((), (), data, 0)
    return Document(data, writer.text.replace("\n", draw(st.sampled_from(["\n", "\r\n"]))), writer.index)


@given(documents())
def test_places_are_where_the_writer_put_the_values(document: Document) -> None:
    """Each value, table and element is found exactly where it was written."""
    assert tomllib.loads(document.text) == document.data
    assert places(document.text) == document.index


@given(documents())
def test_paths_are_those_that_tomllib_gives(document: Document) -> None:
    """No value is without a place, and no place without a value."""
    assert set(places(document.text)) == {path for path, _ in walk(tomllib.loads(document.text))}


@given(documents())
def test_reading_on_from_the_place_of_a_scalar_gives_the_scalar(document: Document) -> None:
    """What begins at the place is the value: `tomllib` says so, whatever the writer believed."""
    index = places(document.text)
    lines = document.text.replace("\r\n", "\n").split("\n")
    for path, value in walk(tomllib.loads(document.text)):
        if not isinstance(value, dict | list):
            place = index[path]
            rest = "\n".join([lines[place.line - 1][place.column - 1 :], *lines[place.line :]])
            assert begins_with(rest, value), (path, place, value)


def begins_with(text: str, value: Any) -> bool:
    """Whether some start of the text, up to where a value may end, is the spelling of this one."""
    for end in re.finditer(r"[,\]}#\n]|\Z", text):
        try:
            read = tomllib.loads("value = " + text[: end.start()])["value"]
        except tomllib.TOMLDecodeError:
            continue
        return not text[0].isspace() and type(read) is type(value) and bool(read == value)
    return False
