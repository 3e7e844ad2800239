"""The checker, on a toy: boxes in a row that grow. It knows no game; what it need not ask it is told by the laws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
import pytest

import towerup as tu
from towerup.kernel.checking import Checker
from towerup.kernel.invariants import StateLaws, Told, TransitionLaws
from towerup.kernel.rules import Finding
from towerup.kernel.ruleset import AnyRuleset


@attrs.frozen
class Box:
    size: int
    label: str = ""


@attrs.frozen
class Row:
    boxes: tuple[Box, ...]
    count: int


class Grow:
    pass


class Label:
    pass


ASKED: list[str] = []
STATES: StateLaws[Row] = StateLaws()
STEPS: TransitionLaws[Row, Any] = TransitionLaws()


@STATES.law("R-1", "R-2", reads=("boxes.size",))
def sizes_are_positive(row: Row) -> Told:
    """No box is
    of size 0.
    """
    ASKED.append("sizes")
    return [("R-2", f"a box of size {box.size}") for box in row.boxes if box.size <= 0]


@STATES.law("R-3", reads=("boxes", "count"), follows_on=(Label,))
def boxes_are_counted(row: Row) -> Told:
    """The count is right."""
    ASKED.append("count")
    return () if len(row.boxes) == row.count else ["the count is wrong"]


@STATES.law("R-4", reads=("boxes",))
def there_is_a_box(row: Row) -> Told:
    """Some box is there."""
    ASKED.append("box")
    return () if row.boxes else ["there is no box"]


@STATES.after(there_is_a_box, Grow)
def a_box_is_still_there(before: Row, action: Grow, after: Row) -> Told:
    ASKED.append("box after growing")
    return there_is_a_box(after) if len(after.boxes) < len(before.boxes) else ()


@STATES.law("R-5", reads=("count",))
def something_can_be_done(row: Row) -> Told:
    """Something can be done."""
    return can_be_done(row, [Grow])


@STATES.of_offer(something_can_be_done)
def can_be_done(row: Row, legal: Sequence[Any]) -> Told:
    ASKED.append(f"{len(legal)} legal")
    return () if legal else ["nothing can be done"]


@STEPS.law("R-6", on=(Grow,))
def boxes_only_grow(before: Row, action: Grow, after: Row) -> Told:
    """Nothing shrinks."""
    ASKED.append("grow")
    pairs = zip(before.boxes, after.boxes, strict=False)
    return ["a box shrank"] if any(new.size < old.size for old, new in pairs) else ()


@STEPS.law("R-7", about=("boxes.label",))
def labels_are_kept(before: Row, action: Any, after: Row) -> Told:
    """A label stays."""
    ASKED.append("labels")
    kept = all(new.label == old.label for old, new in zip(before.boxes, after.boxes, strict=False) if old.label)
    return () if kept else ["a label is gone"]


RULES: AnyRuleset = tu.TOWER_UP
CHECKER = Checker(attrs.evolve(RULES, state_laws=STATES, transition_laws=STEPS))
START = Row((Box(1), Box(2, "big")), 2)


@pytest.fixture(autouse=True)
def _nothing_asked() -> None:
    ASKED.clear()


def test_a_law_has_the_name_and_the_statement_of_its_function() -> None:
    """What is written once is used everywhere."""
    law = STATES[0]
    assert (law.name, law.statement, law.rules) == ("sizes_are_positive", "No box is of size 0.", ("R-1", "R-2"))


def test_a_state_is_asked_everything() -> None:
    """A state that comes from anywhere is checked in full; a law may name the rule that is broken."""
    assert CHECKER.state(START) == []
    assert ASKED == ["sizes", "count", "box", "1 legal"]
    assert CHECKER.state(Row((Box(0),), 3)) == [
        Finding("R-2", "sizes_are_positive: a box of size 0"),
        Finding("R-3", "boxes_are_counted: the count is wrong"),
    ]


@pytest.mark.parametrize(
    "action, after, asked",
    [
        (Grow(), START, ["grow"]),
        (Label(), START, []),
        (Label(), attrs.evolve(START, boxes=START.boxes[:1] + START.boxes[1:]), ["box"]),
        (Label(), attrs.evolve(START, boxes=(Box(1, "small"), START.boxes[1])), ["labels", "box"]),
        (Grow(), attrs.evolve(START, boxes=(Box(4), START.boxes[1])), ["grow", "sizes", "count", "box after growing"]),
        (Label(), attrs.evolve(START, boxes=(*START.boxes, Box(1))), ["labels", "sizes", "box"]),
        (Label(), attrs.evolve(START, count=True + 1), []),
    ],
    ids=["grow: nothing", "label: nothing", "the same boxes", "a label", "a size", "a box more", "the same count"],
)
def test_a_step_is_asked_what_it_can_have_broken(action: Any, after: Row, asked: list[str]) -> None:
    """Only laws that bear on the action, or read what has changed, unless they follow from it."""
    assert CHECKER.step(START, action, after) == []
    assert asked == ASKED


def test_a_breach_is_told_with_all_others() -> None:
    """Once something is wrong every law is asked in full, so that nothing is left out."""
    wrong = Row((Box(0), Box(2)), 3)
    assert [finding.rule for finding in CHECKER.step(START, Grow(), wrong)] == ["R-6", "R-7", "R-2", "R-3"]
    assert [finding.rule for finding in CHECKER.step(START, Label(), Row((), 0))] == ["R-4"]


def test_legal_actions_may_be_handed_over() -> None:
    """Who has them already spares working them out."""
    after = Row((*START.boxes, Box(3)), 3)
    assert CHECKER.step(START, Grow(), after, [Grow, Label]) == []
    assert "2 legal" in ASKED
    assert "1 legal" not in ASKED
    assert CHECKER.step(START, Grow(), after) == []
    assert "1 legal" in ASKED


def test_a_law_about_other_actions_says_nothing() -> None:
    """A law of steps that does not bear on an action finds nothing wrong with it."""
    shrunk = Row((Box(1), Box(1, "big")), 2)
    law = STEPS[0]
    assert [finding.rule for finding in law.broken_by(START, Grow(), shrunk)] == ["R-6"]
    assert law.broken_by(START, Label(), shrunk) == []
