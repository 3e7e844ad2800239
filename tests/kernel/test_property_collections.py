"""Properties: entered by decorators, asked by kind."""

from __future__ import annotations

from towerup.kernel.properties import Properties

COUNTING: Properties[int, str] = Properties()


@COUNTING.always("C-1")
def never_below_zero(state: int) -> bool:
    """A count is never
    below zero.
    """
    return state >= 0


@COUNTING.always("C-2")
def named(state: int) -> bool:
    """Every count has a name."""
    return bool({0: "zero", 1: "one", 2: "two"}[state])


@COUNTING.step("C-1", on=(str,))
def one_more(before: int, action: str, after: int) -> bool:
    """A step adds one."""
    return after == before + 1


@COUNTING.offered("C-3")
def something_is_offered(state: int, actions: object) -> bool:
    """There is always something to do."""
    return bool(actions)


@COUNTING.weighted("C-3")
def chances_have_weights(state: int, chances: object) -> bool:
    """What chance brings has a weight."""
    return chances == [("up", 1)]


@COUNTING.scored("C-4")
def the_outcome_is_the_count(state: int, outcome: int | None) -> bool:
    """The outcome is the count."""
    return outcome in (None, state)


@COUNTING.sometimes("C-1")
def two_reached(before: int, action: object, after: int) -> bool:
    """Two is reached."""
    return after == 2


def test_a_property_has_the_name_and_the_words_of_its_function() -> None:
    first = COUNTING.of_states[0]
    assert (first.name, first.rules) == ("never_below_zero", ("C-1",))
    assert first.statement == "A count is never below zero."


def test_all_are_listed_and_events_come_last() -> None:
    assert [one.name for one in COUNTING][-1] == "two_reached"
    assert len([*COUNTING]) == 7


def test_each_kind_is_asked_for_what_it_speaks_of() -> None:
    assert not COUNTING.broken_in(1)
    assert not COUNTING.broken_by(0, "up", 1)
    assert [one.name for one in COUNTING.broken_by(0, "up", 2)] == ["one_more"]
    assert [one.name for one in COUNTING.broken_by_offer(0, [])] == ["something_is_offered"]
    assert [one.name for one in COUNTING.broken_by_chances(0, [])] == ["chances_have_weights"]
    assert [one.name for one in COUNTING.broken_by_outcome(1, 2)] == ["the_outcome_is_the_count"]
    assert [one.name for one in COUNTING.shown_by(1, "up", 2)] == ["two_reached"]
    assert not COUNTING.shown_by(0, "up", 1)


def test_a_step_of_another_kind_is_not_asked_about() -> None:
    other: Properties[int, object] = Properties()
    other.step("C-1", on=(str,))(one_more)
    assert not other.broken_by(0, 5, 7)


def test_a_state_too_wrong_to_tell_breaks_the_property() -> None:
    assert [one.name for one in COUNTING.broken_in(7)] == ["named"]
