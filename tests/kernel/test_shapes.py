"""Shapes note every mistake at its path and give back what can be used."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from towerup.kernel.shapes import (
    UNUSABLE,
    Notes,
    Path,
    Shape,
    list_of,
    map_of,
    name,
    number,
    one_of,
    said,
    table,
    text,
    truth,
)


def read(shape: Shape, value: Any) -> tuple[Any, list[tuple[Path, str]]]:
    """What a shape gives back for a value at the path `here`, and what it notes."""
    notes = Notes()
    return shape(notes, ("here",), value), notes.found


@pytest.mark.parametrize(
    "value, shown",
    [
        (True, "true"),
        (False, "false"),
        (7, "7"),
        (-1.5, "-1.5"),
        ("a word", "'a word'"),
        (dt.date(1979, 5, 27), "1979-05-27"),
        ([1, 2], "a list"),
        ({"a": 1}, "a table"),
        (10**5000, "a number of more than 30 digits"),
        ("w" * 60, f"'{'w' * 56}…"),
    ],
    ids=lambda value: str(value)[:12] if not isinstance(value, int) else "number",
)
def test_a_value_is_shown_as_it_was_written(value: object, shown: str) -> None:
    """A complaint repeats the value as TOML has it, cut short if it is long."""
    assert said(value) == shown


RIGHT: list[tuple[Shape, Any]] = [
    (text, "Old Town"),
    (name, "C4"),
    (name, "x-vbb_2"),
    (truth, True),
    (truth, False),
    (number(1, 9), 1),
    (number(1, 9), 9),
    (one_of("a", 1), "a"),
    (one_of("a", 1), 1),
    (list_of(text), []),
    (list_of(text, 1, 2), ["a", "b"]),
    (map_of(name, truth), {}),
    (map_of(name, truth), {"a": True}),
    (table({"a": text}, {"b": truth}), {"a": "x"}),
    (table({"a": text}, {"b": truth}), {"b": False, "a": "x"}),
]


@pytest.mark.parametrize("shape, value", RIGHT)
def test_what_is_right_is_given_back(shape: Shape, value: Any) -> None:
    """A right value comes back as it was, and nothing is noted."""
    assert read(shape, value) == (value, [])


WRONG: list[tuple[Shape, Any, str]] = [
    (text, 7, "a text is wanted, not 7"),
    (text, " ", "a text is wanted, not ' '"),
    (name, "Old Town", "a name of plain letters, digits and hyphens is wanted, not 'Old Town'"),
    (name, "-a", "a name of plain letters, digits and hyphens is wanted, not '-a'"),
    (name, "", "a name of plain letters, digits and hyphens is wanted, not ''"),
    (name, "a\n", "a name of plain letters, digits and hyphens is wanted, not 'a\\n'"),
    (name, 4, "a name of plain letters, digits and hyphens is wanted, not 4"),
    (truth, 1, "true or false is wanted, not 1"),
    (truth, "true", "true or false is wanted, not 'true'"),
    (number(1, 9), 0, "a whole number from 1 to 9 is wanted, not 0"),
    (number(1, 9), 10, "a whole number from 1 to 9 is wanted, not 10"),
    (number(1, 9), 1.0, "a whole number from 1 to 9 is wanted, not 1.0"),
    (number(0, 9), False, "a whole number from 0 to 9 is wanted, not false"),
    (one_of("a", 1), "b", "'b' is not offered; choose 'a' or 1"),
    (one_of("a", 1), True, "true is not offered; choose 'a' or 1"),
    (one_of("a", 1), 1.0, "1.0 is not offered; choose 'a' or 1"),
    (one_of("a", 1), [], "a list is not offered; choose 'a' or 1"),
    (list_of(text), "a", "a list is wanted, not 'a'"),
    (list_of(text, 1), [], "at least 1 entry is wanted, not 0"),
    (list_of(text, 2), [], "at least 2 entries are wanted, not 0"),
    (list_of(text, 2, 2), ["a"], "2 entries are wanted, not 1"),
    (list_of(text, 0, 1), ["a", "b"], "0 to 1 entries are wanted, not 2"),
    (map_of(name, truth), [], "a table is wanted, not a list"),
    (table({}), 3, "a table is wanted, not 3"),
]


@pytest.mark.parametrize("shape, value, message", WRONG)
def test_what_is_wrong_is_told_and_cannot_be_used(shape: Shape, value: Any, message: str) -> None:
    """A wrong value is noted at its own path, once, and something unusable comes back."""
    assert read(shape, value) == (UNUSABLE, [(("here",), message)])


def test_a_wrong_entry_of_a_list_keeps_its_place() -> None:
    """The others can still be told apart by their numbers."""
    made, found = read(list_of(number(1, 9)), [1, "two", 3, 40])
    assert made == [1, UNUSABLE, 3, UNUSABLE]
    assert [path for path, _ in found] == [("here", 1), ("here", 3)]
    assert repr(made) == "[1, UNUSABLE, 3, UNUSABLE]"


def test_wrong_entries_of_a_table_are_left_out() -> None:
    """Whether the key is wrong or the value, the rest can be used."""
    made, found = read(map_of(name, truth), {"a": True, "b c": True, "d": 1})
    assert made == {"a": True}
    assert [path for path, _ in found] == [("here", "b c"), ("here", "d")]


KEYS = table({"colour": text, "count": number(1, 9)}, {"start": truth})


def test_missing_keys_are_told_at_the_table() -> None:
    """What is not there has no place of its own."""
    assert read(KEYS, {"start": True}) == (
        {"start": True},
        [(("here",), "'colour' is missing"), (("here",), "'count' is missing")],
    )


def test_a_misspelt_key_is_told_with_the_one_meant() -> None:
    """It is not told as missing as well; a key that is there already cannot have been meant."""
    assert read(KEYS, {"color": "red", "count": 1}) == (
        {"count": 1},
        [(("here", "color"), "'color' means nothing here; did you mean 'colour'?")],
    )
    assert read(KEYS, {"colour": "red", "color": "red", "count": 1})[1] == [
        (("here", "color"), "'color' means nothing here; known are colour, count, start")
    ]


def test_notes_know_what_was_told_already() -> None:
    """Of a value, of what is inside it, and of a key that was misspelt; not of its neighbours."""
    notes = Notes()
    KEYS(notes, ("here",), {"color": "red", "count": 10})
    assert notes.within()
    assert notes.within("here")
    assert notes.within("here", "count")
    assert notes.within("here", "colour")
    assert not notes.within("here", "start")
    assert not notes.within("here", "count", 1)
    assert not notes.within("there")


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc") | st.text(max_size=3), inner),
    max_leaves=8,
)
NESTED = table({"a": list_of(table({"b": number(0, 3)}, {"c": truth})), "b": map_of(name, one_of(1, "x"))}, {"c": KEYS})


@given(ANYTHING)
def test_any_value_at_all_is_read_without_an_error(value: Any) -> None:
    """And if nothing is noted it is given back as it was."""
    made, found = read(NESTED, value)
    assert found or made == value
    assert all(path[0] == "here" and message for path, message in found)
