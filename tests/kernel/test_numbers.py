"""Numbers in what people write: plain digits, a bounded length, and a sentence for everything else."""

from __future__ import annotations

import contextlib
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import towerup as tu
from towerup import lab
from towerup.kernel.numbers import (
    MOST_DIGITS,
    NumberError,
    any_whole_number,
    decimal_number,
    is_number,
    whole_number,
)
from towerup.kernel.pointing import path_in
from towerup.kernel.records import header_of
from towerup.oracle.http.operations import OPERATIONS, arguments
from towerup.oracle.http.problems import Problem
from towerup.rulesets import ruleset

LONG = "9" * 5_000
FOREIGN = ("٣", "３", "²", "Ⅷ", "१२")
NO_NUMBERS = (*FOREIGN, LONG, "", " 3", "3 ", "+3", "1_000", "0x10", "3.0", "1e3", "nan", "inf", "-", "3\n", "a")


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_only_plain_digits_are_a_whole_number(text: str) -> None:
    """Whatever else `int` reads or refuses in its own words is refused in ours, and the sentence is short."""
    assert not is_number(text)
    for read in (whole_number, any_whole_number):
        with pytest.raises(NumberError, match=r"^the value (must be a whole number|has 5,000 digits)") as raised:
            read(text)
        assert len(str(raised.value)) < 120


@given(st.integers(-(10**MOST_DIGITS) + 1, 10**MOST_DIGITS - 1))
def test_every_number_within_bounds_is_read_as_int_reads_it(number: int) -> None:
    """With a sign only where numbers may be negative."""
    assert any_whole_number(str(number)) == number
    assert is_number(str(number)) == (number >= 0)


@given(st.text() | st.from_regex(r"[0-9.]{1,25}", fullmatch=True))
def test_nothing_but_its_own_error_is_raised(text: str) -> None:
    """A text is a number, or NumberError says that it is none."""
    for read in (whole_number, any_whole_number, decimal_number):
        with contextlib.suppress(NumberError):
            assert read(text) < 10**MOST_DIGITS


def test_limits_are_named() -> None:
    """Who the sentence is about, what is allowed, and what was given."""
    with pytest.raises(NumberError, match=r"^the port must be from 0 to 9, not 10$"):
        whole_number("10", "the port", most=9)
    with pytest.raises(NumberError, match=r"^the depth must be 1 or more, not 0$"):
        whole_number("0", "the depth", 1)
    assert decimal_number("0.25") == 0.25
    for text in ("nan", "inf", "1e3", "٣.5", ".5", "5.", "1_0", "-1", LONG, "0." + LONG):
        with pytest.raises(NumberError):
            decimal_number(text)


@pytest.mark.parametrize("key", [f"[{LONG}]", "[٣]", f"a[{LONG}].b", f"['[{LONG}]']", "@ $[٣]", "[0]"])
def test_a_key_that_looks_like_an_index_is_a_strange_key(key: str) -> None:
    """A record whose header has such a key: what is wrong with it is told, and nothing else goes wrong."""
    header = header_of(tu.new_game(2)) | {key: 1}
    with pytest.raises(tu.RecordError, match="means nothing here"):
        tu.read_record([json.dumps(header)])
    assert all(isinstance(step, str) or step < 10**9 for step in path_in(f"wrong @ $.{key}"))


@pytest.mark.parametrize("text", [*FOREIGN, LONG, "-1", ""])
def test_a_number_in_a_query_is_checked(text: str) -> None:
    """A request that is not in order, and no failure of the server."""
    [follow] = [one for one in OPERATIONS if any(word.name == "step" for word in one.parameters)]
    with pytest.raises(Problem, match=r"step (must be a whole number|has 5,000 digits)"):
        arguments(follow, {}, [("step", text)])


@pytest.mark.parametrize("name", ["mcts:{}", "mcts:{}s", "mcts:{}ms", "expectimax:{}"])
@pytest.mark.parametrize("text", [*FOREIGN, LONG, "0", "-1", "nan", ""])
def test_a_number_in_the_name_of_a_player_is_checked(name: str, text: str) -> None:
    """In a sentence that fits on a screen."""
    with pytest.raises(lab.UnknownPlayer) as raised:
        lab.player(name.format(text))
    assert len(str(raised.value)) < 250


@pytest.mark.parametrize("text", [*FOREIGN, LONG, "-1", ""])
def test_numbers_of_a_game_are_checked(text: str) -> None:
    """Options of a setup, notation, levels in a state, lots on a plan."""
    with pytest.raises(ValueError, match=r"starting_floors (must be|has)"):
        ruleset("tower-up").options["starting_floors"](text)
    rules = ruleset("projekt-skyline")
    start = rules.new_game(2)
    if text:
        with pytest.raises(ValueError, match=r"the number (must be|has)"):
            rules.parse_action(start, f"roll {text} 1")


def test_a_level_in_a_state_is_checked() -> None:
    """It is a key of an object, and so a text."""
    state = json.loads(tu.state_to_json(tu.new_game(2)))
    for text in (*FOREIGN, LONG):
        state["table"]["buildings"] = {"C4": {"colour": "white", "floors": 1, "roofs": {text: "blue"}}}
        with pytest.raises(ValueError, match="is not a level with the colour of the roof on it"):
            tu.state_from_json(json.dumps(state))


def test_text_becomes_a_number_in_one_place() -> None:
    """No other module asks a text of a user whether it is digits. `int` is left where what it reads was checked before."""
    package = Path(tu.__file__).parent
    asks = re.compile(r"\.is(?:digit|numeric)\(|\\d")
    # Identifiers of rules in our own catalogues.
    allowed = {"kernel/numbers.py", "verify/traceability.py"}
    found = [
        f"{path.relative_to(package)}: {line.strip()}"
        for path in sorted(package.rglob("*.py"))
        if str(path.relative_to(package)) not in allowed
        for line in path.read_text(encoding="utf-8").splitlines()
        if asks.search(line)
    ]
    assert not found
