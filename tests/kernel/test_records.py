"""Records: a game as JSON lines, there and back, and what is said of a line that cannot be followed."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import towerup as tu


def a_game(objectives: Any = "random") -> tu.Record:
    """A whole random game on the small edition."""
    chooser = random.Random(3)
    start = state = tu.new_game(3, edition="small", objectives=objectives)
    actions = []
    while legal := tu.legal_actions(state):
        actions.append(chooser.choice(legal))
        state = tu.apply(state, actions[-1])
    return tu.Record(start, tuple(actions))


def test_a_record_is_read_back_as_it_was_written() -> None:
    """The same start, actions, states and bytes; the last line is the outcome."""
    record = a_game()
    lines = list(record.lines())
    back = tu.read_record(lines)
    assert back == record
    assert list(back.lines()) == lines
    assert "outcome" in json.loads(lines[-1])
    assert json.loads(lines[0])["game"] == "tower-up"
    assert len(list(record.states())) == len(record.actions) + 1


def test_a_record_may_stop_before_the_end() -> None:
    """A game that goes on has no outcome, and is read as far as it goes."""
    record = a_game()
    cut = tu.Record(record.start, record.actions[:20])
    assert tu.read_record(cut.lines()) == cut


def swap(lines: list[bytes], number: int, line: bytes) -> list[bytes]:
    return [*lines[: number - 1], line, *lines[number:]]


@pytest.mark.parametrize(
    ("line", "text", "said"),
    [
        (1, b"{}", "a record begins with a header"),
        (1, b'{"format": 7}', "format is 7"),
        (1, b"", "not JSON"),
        (1, b"[]", "an object is wanted"),
        (5, b"{", "not JSON"),
        (5, b"7", "an object is wanted"),
        (5, b'{"actor": 0}', "an actor and an action are wanted"),
        (5, b'{"actor": null, "action": {"type": "decline"}}', 'a seat number or "chance"'),
        (5, b'{"actor": 0, "action": {"type": "fly"}}', "an action is an object with a type"),
        (5, b'{"actor": 0, "action": {"type": "decline"}}', "TU-TURN-0"),
        (5, b'{"actor": 2, "action": {"type": "decline"}}', "orange cannot act"),
        (5, b'{"outcome": {}}', "the game is not over"),
    ],
)
def test_a_wrong_line_is_named(line: int, text: bytes, said: str) -> None:
    """The first line that cannot be followed is named, with what is wrong with it."""
    with pytest.raises(tu.RecordError) as caught:
        tu.read_record(swap(list(a_game().lines()), line, text))
    assert caught.value.line == line
    assert said in str(caught.value)


def test_a_wrong_outcome_and_lines_after_it_are_named() -> None:
    """An outcome that is not the game's, and anything after the outcome."""
    lines = list(a_game().lines())
    wrong = json.loads(lines[-1])
    wrong["outcome"]["winners"] = [0, 1, 2]
    with pytest.raises(tu.RecordError, match="the outcome is"):
        tu.read_record(swap(lines, len(lines), json.dumps(wrong).encode()))
    with pytest.raises(tu.RecordError, match="nothing comes after"):
        tu.read_record([*lines, lines[-1]])
    with pytest.raises(tu.RecordError, match="line 1"):
        tu.read_record([])


def test_a_record_of_another_box_is_refused() -> None:
    """The digest in the header must be that of the edition played."""
    lines = list(a_game("start").lines())
    with pytest.raises(tu.RecordError, match="is wanted, but 'reconstruction'"):
        tu.read_record(lines, "reconstruction")
