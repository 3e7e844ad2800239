"""The state machine plays entire games, tells a failing one in words, and makes it short."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any, ClassVar

import attrs
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

import towerup as tu
from towerup.kernel.properties import Properties
from towerup.kernel.records import read_record
from towerup.rulesets import ruleset
from towerup.verify import strategies
from towerup.verify.boxes import drawn_games
from towerup.verify.machine import game_machine

PROFILE = os.environ.get("TOWERUP_PROFILE", "dev")
GAMES = {"dev": 6, "ci": 40}
FEW = settings(max_examples=8) if PROFILE == "dev" else settings()
"""At the desk some games of each kind are enough; CI plays more."""


def counting_machine(game: str) -> Any:
    """A machine that plays games, and counts how many came to their end."""
    boxes = st.one_of(strategies.editions(game), strategies.shipped_editions(game))

    class CountingMachine(game_machine(ruleset(game), strategies.new_games(boxes, game))):  # type: ignore[misc]  # made at run time
        played: ClassVar[Counter[bool]] = Counter()

        def teardown(self) -> None:
            super().teardown()
            if self.state is not None:
                self.played[self.state.actor is None] += 1

    return CountingMachine


@pytest.mark.parametrize("game", drawn_games())
def test_games_are_played_and_in_earnest_to_their_end(game: str) -> None:
    """Every law holds at every step; in the thorough profiles games are played to their end.

    Not all: there are games that can go on for ever, on a small board perhaps for want of anything else to do; and
    Hypothesis breaks off some games for the sake of variety.
    """
    machine = counting_machine(game)
    number = GAMES.get(PROFILE, 1_000)
    run_state_machine_as_test(machine, settings=settings(settings.default, max_examples=number))
    over, unfinished = machine.played[True], machine.played[False]
    assert over + unfinished >= number
    if PROFILE != "dev":
        assert over >= number // 3


# --- a failing game


def failing_machine() -> Any:
    """A machine whose rules have a law that play breaks: never three buildings."""
    properties: Properties[tu.State, tu.Action] = Properties()

    @properties.step("TU-FOUND-01", on=(tu.Found,))
    def never_three(before: tu.State, action: tu.Found, after: tu.State) -> bool:
        """There are never three buildings."""
        return len(after.buildings) != 3

    rules = attrs.evolve(tu.TOWER_UP, properties=properties)
    return game_machine(rules, strategies.new_games(st.just(tu.load_edition("tiny"))))


@pytest.fixture(scope="module")
def report() -> str:
    """What Hypothesis tells of the failing machine."""
    quick = settings(
        settings.default, max_examples=100, database=None, phases=[Phase.generate, Phase.shrink], stateful_step_count=50
    )
    with pytest.raises(AssertionError) as caught:
        run_state_machine_as_test(failing_machine(), settings=quick)
    return "\n".join([str(caught.value), *caught.value.__notes__])


def test_a_failing_game_is_told_in_notation(report: str) -> None:
    """The steps are written as a player would, the game to begin with as code, and the broken rule in words."""
    assert "TU-FOUND-01: never_three: There are never three buildings." in report
    assert "state.act(action='found " in report
    assert "state.set_up(game=tu.replay('tiny', " in report
    steps = [line for line in report.splitlines() if line.startswith("state.act(")]
    assert all(line.startswith(("state.act(action='", "state.act(action=None)")) for line in steps)


def test_a_failing_game_is_made_short(report: str) -> None:
    """Starting floors and a founding or two make three buildings; on the way only what they cannot do without."""
    steps = [line for line in report.splitlines() if line.startswith("state.act(")]
    assert sum("place" in line or "found" in line for line in steps) == 3
    assert len(steps) <= 10, report


def test_what_was_printed_can_be_played_again(report: str) -> None:
    """The lines of a report, pasted into a test, lead to the same breach."""
    pasted = "\n".join(
        line for line in report.splitlines() if line.startswith(("state = ", "state.set_up(", "state.act("))
    )
    with pytest.raises(AssertionError, match="There are never three buildings"):
        exec(pasted, {"GameMachine": failing_machine(), "tu": tu})


def test_the_whole_game_is_printed_as_one_call(report: str) -> None:
    """It gives the state in which the law is broken. It is a comment, so pasting it with the steps does no harm."""
    [line] = [line for line in report.splitlines() if line.startswith("# The whole game: tu.replay('tiny', ")]
    assert len(eval(line.removeprefix("# The whole game: "), {"tu": tu}).buildings) == 3


def test_a_game_that_stops_without_an_outcome_is_noticed() -> None:
    """Nobody can act, but the game is not over: that is a fault of the rules."""
    stuck = attrs.evolve(tu.TOWER_UP, legal_actions=lambda state: (), outcome=lambda state: None)
    machine = game_machine(stuck, st.just(tu.new_game(2, edition="tiny")))
    quick = settings(settings.default, max_examples=3, database=None, stateful_step_count=3)
    with pytest.raises(AssertionError, match="nobody can act"):
        run_state_machine_as_test(machine, settings=quick)


# --- strategies that the machine does not use


@pytest.mark.parametrize("game", drawn_games())
@FEW
@given(data=st.data())
def test_actions_are_legal_in_their_state(game: str, data: st.DataObject) -> None:
    """A moment is a state that goes on, with an action that can be applied to it."""
    rules, (state, action) = ruleset(game), data.draw(strategies.moments(game=game))
    assert state.ruleset is rules
    assert action in rules.legal_actions(state)
    assert rules.explain(state, action) == ()
    assert data.draw(strategies.actions(state)) in rules.legal_actions(state)


@pytest.mark.parametrize("game", drawn_games())
@FEW
@given(data=st.data())
def test_records_can_be_followed(game: str, data: st.DataObject) -> None:
    """A record drawn can be written, and read back as the same."""
    record = data.draw(strategies.records(most=60, game=game))
    assert read_record(record.lines(), ruleset(game), record.start.setup.edition) == record


@pytest.mark.parametrize("game", drawn_games())
@FEW
@given(data=st.data())
def test_any_actions_are_legal_and_not(game: str, data: st.DataObject) -> None:
    """Whatever is drawn is an action of the game, and the judge has an answer."""
    rules = ruleset(game)
    state = data.draw(strategies.states(strategies.new_games(strategies.shipped_editions(game), game)))
    action = data.draw(strategies.any_actions(state))
    assert type(action) in {type(one) for one in rules.action_space(state)} or rules.explain(state, action)
    assert (rules.explain(state, action) == ()) == (action in rules.legal_actions(state))


def test_an_action_of_no_game_cannot_be_drawn() -> None:
    """Nor can boxes of a game that nobody knows."""
    with pytest.raises(TypeError, match="int is no kind of action of tower-up, "):
        strategies.actions_of_type(int)
    with pytest.raises(ValueError, match="there are no rules for 'chess'"):
        strategies.editions("chess")
