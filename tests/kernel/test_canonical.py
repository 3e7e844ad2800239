"""Strict JSON: what is refused, and where; and how two values differ."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from towerup.kernel.canonical import MOST_DEPTH, JsonError, decode, encode
from towerup.kernel.differences import differences
from towerup.kernel.pointing import column_of, path_in, within

KEYS = st.text(st.sampled_from('ab:"\\{}[]é '), max_size=3)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | KEYS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("data", "said", "column"),
    [
        (b"", "nothing is there", 1),
        (b"  \r\n", "nothing is there", 1),
        (b'{"a": 1', "unexpected end", 8),
        (b'{"a": 1\r\n', "unexpected end", 8),
        (b'{"a": 1} {"b": 2}', "after document", 10),
        (b'{"a": NaN}', "NaN and Infinity are no JSON numbers", 7),
        (b'{"a": -Infinity}', "NaN and Infinity are no JSON numbers", 7),
        (b'{"a": 1e999}', "infinity", 7),
        (b"{'a': 1}", "not JSON", 2),
        (b'{"a": "\xff"}', "byte 0xff", 8),
        (b'{"\xc3\xa9": "\xc3\xa9\xff"}', "byte 0xff", 9),
        (b'{"a": "\xed\xa0\x80"}', "byte 0xed", 8),
        (b'{"a": "\\ud800"}', "surrogate", 8),
        (b"\xef\xbb\xbf{}", "byte order mark", 1),
        (b"\xff\xfe{\x00", "byte 0xff", 1),
        (b'{"a": "\x00"}', "control character", 8),
        (b'{"a": 1, "b": {"c": 1, "c": 2}}', 'the key "c" is there twice', 24),
        (b'{"a": ":", "a": ":"}', 'the key "a" is there twice', 12),
        (b'{"a": 1, "\\u0061": 2}', "is there twice", 10),
        (b'{"a": "a", "b": [{"a": 1}, {"a": 1}], "a": "a"}', 'the key "a" is there twice', 39),
        (b"[" * 65 + b"]" * 65, "nested more than 64 deep", 65),
        (b'{"a": "[[["  , "b": ' + b"[" * 2_000 + b"]" * 2_000 + b"}", "nested more than 64 deep", 84),
        (b"[" * 900_000, "nested more than 64 deep", 65),
        (b"1 \n 2", "after document in line 2, column 2", 2),
    ],
)
def test_what_is_no_strict_json_is_told_with_its_column(data: bytes, said: str, column: int) -> None:
    """Every kind of mistake, in words, at its place; as text too."""
    with pytest.raises(JsonError) as caught:
        decode(data)
    assert said in str(caught.value)
    assert caught.value.column == column
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return
    with pytest.raises(JsonError) as caught:
        decode(text)
    assert caught.value.column == column


def test_what_may_be_nested_is_read() -> None:
    """Just as deep as is allowed; and texts that look like keys and brackets are texts."""
    deep = b"[" * MOST_DEPTH + b"7" + b"]" * MOST_DEPTH
    assert encode(decode(deep)) == deep
    assert decode(b'{"a": "b\\": [{", "b": ":"}') == {"a": 'b": [{', "b": ":"}


@given(VALUES, st.booleans())
def test_what_json_writes_is_read_as_it_was(value: Any, ascii: bool) -> None:
    """No value is refused for its looks."""
    assert decode(json.dumps(value, ensure_ascii=ascii)) == value


@given(st.lists(st.tuples(KEYS, VALUES), min_size=1, max_size=5), st.integers(0, 2))
def test_a_key_that_is_there_twice_is_always_noticed(pairs: list[tuple[str, Any]], depth: int) -> None:
    """An object written key by key is refused just if a key is repeated, however deep it stands."""
    text = "{" + ", ".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in pairs) + "}"
    text = '[{"x": ' * depth + text + "}]" * depth
    if len({key for key, _ in pairs}) == len(pairs):
        decode(text)
    else:
        with pytest.raises(JsonError, match="is there twice"):
            decode(text)


@given(VALUES, st.data())
def test_a_value_is_pointed_at_where_it_stands(value: Any, data: st.DataObject) -> None:
    """The text from the column on begins with the value at the path."""
    text = json.dumps(value, ensure_ascii=False)
    path: list[str | int] = []
    while isinstance(value, list | dict) and value and data.draw(st.booleans()):
        step = data.draw(st.sampled_from(sorted(value) if isinstance(value, dict) else range(len(value))))
        path.append(step)
        value = value[step]
    column = column_of(text, tuple(path))
    assert json.JSONDecoder().raw_decode(text, column - 1)[0] == value
    assert column_of(text, (*path, "not there", 7)) >= column


def test_paths_in_words() -> None:
    """A problem's path is read back, and told from further outside."""
    assert path_in("7 is not a text @ $.floors[0]") == ("floors", 0)
    assert path_in("x @ $.table.buildings['A 1'].floors") == ("table", "buildings", "A 1", "floors")
    assert path_in("no path") == ()
    assert within("action", "7 is not a text @ $.floors[0]") == "7 is not a text @ $.action.floors[0]"
    assert within("action", "an object is wanted") == "an object is wanted @ $.action"


def test_differences_are_told_field_by_field() -> None:
    """Missing, strange and other values; lists of plain values whole; numbers and truth are not mixed up."""
    right = {"a": 1, "b": [1, 2], "c": [{"d": True}], "e": None}
    given_ = {"a": 1.0, "b": [1], "c": [{"d": 1, "x": 0}]}
    assert [str(one) for one in differences(given_, right)] == [
        "a is 1.0, but should be 1",
        "b is [1], but should be [1,2]",
        "c[0].d is 1, but should be true",
        "c[0].x is 0, but there is nothing such",
        "e is missing; it is null",
    ]
    assert [str(one) for one in differences([True], [1])] == ["the value is [true], but should be [1]"]


@given(VALUES, VALUES)
def test_values_differ_just_if_their_json_does(one: Any, other: Any) -> None:
    """No difference exactly if the canonical bytes are the same."""
    assert (not list(differences(one, other))) == (encode(one) == encode(other))
