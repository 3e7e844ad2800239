"""What Hypothesis prints of a drawn value is code: pasted into a file, it gives an equal value."""

from __future__ import annotations

import ast
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import towerup as tu
from towerup.rulesets import ruleset
from towerup.verify import strategies
from towerup.verify.boxes import drawn_games

NAMES = {"tu": tu, "ruleset": ruleset, "strategies": strategies}
"""What the printed code needs: `import towerup as tu`, for the sister games `from towerup.rulesets import ruleset`."""


def failed_with(values: st.SearchStrategy[Any], number: int = 0) -> tuple[Any, str]:
    """A value drawn in a test that fails, and how Hypothesis prints it. The test fails after so many examples."""
    drawn: list[Any] = []

    @settings(
        max_examples=40, database=None, deadline=None, derandomize=True, print_blob=False, phases=[Phase.generate]
    )
    @given(values)
    def test(value: Any) -> None:
        drawn.append(value)
        assert len(drawn) <= number

    with pytest.raises(AssertionError) as caught:
        test()
    # "Failing test case: test(value=…)", or "Falsifying example" in older versions.
    printed = "\n".join(caught.value.__notes__).partition(": ")[2]
    call = ast.parse(printed, mode="eval").body
    assert isinstance(call, ast.Call)
    return drawn[-1], ast.unparse(call.keywords[0].value)


@pytest.mark.parametrize("number", [0, 9])
@pytest.mark.parametrize("game", drawn_games())
def test_a_state_is_printed_as_a_replay_of_its_game(game: str, number: int) -> None:
    """Of a made-up box: the call makes the box, too."""
    state, printed = failed_with(strategies.states(most=30, game=game), number)
    assert printed.startswith(
        "tu.replay(tu.edition_from_data({" if game == "tower-up" else f"ruleset('{game}').replay("
    )
    assert eval(printed, NAMES) == state


@pytest.mark.parametrize("number", [1, 20])
def test_a_state_of_a_shipped_box_is_printed_with_its_name(number: int) -> None:
    """The moves are there as a person would write them."""
    tiny = strategies.new_games(st.just(tu.load_edition("tiny")))
    state, printed = failed_with(strategies.states(tiny, most=12), number)
    assert printed.startswith("tu.replay('tiny', 2")
    assert state.phase in ("deal", "reveal_start") or "reveal " in printed
    assert eval(printed, NAMES) == state


@pytest.mark.parametrize(
    "values",
    [
        strategies.editions(),
        strategies.rulings(),
        strategies.new_games(),
        strategies.records(most=12),
        strategies.steps(most=12),
        strategies.moments(strategies.states(most=12)),
        strategies.shipped_editions(),
        st.from_type(tu.Take),
        st.from_type(tu.State),
        st.lists(strategies.states(most=4), min_size=2, max_size=2),
    ],
    ids=["edition", "rulings", "new game", "record", "steps", "moment", "shipped", "action", "type", "list"],
)
def test_whatever_is_drawn_is_printed_as_code(values: st.SearchStrategy[Any]) -> None:
    """Editions, rulings, records, steps, actions, and states within other values."""
    for number in (0, 5):
        value, printed = failed_with(values, number)
        assert eval(printed, NAMES) == value


def test_a_state_from_elsewhere_is_printed_as_json() -> None:
    """No strategy of ours has drawn it, so its moves are not known."""
    state = tu.position("tiny", 2, buildings={"N1": "black"}, market=["bw"])
    _, printed = failed_with(st.just(state))
    assert printed.startswith("tu.state_from_json(")
    assert eval(printed, NAMES) == state


def test_games_that_begin_elsewhere_are_printed_as_json() -> None:
    """A state that was played from a position has no replay from the beginning."""
    start = tu.position("tiny", 2, buildings={"N1": "black"}, market=["bw"])
    state, printed = failed_with(strategies.states(st.just(start), most=6), 9)
    assert printed.startswith("tu.state_from_json(")
    assert eval(printed, NAMES) == state


def test_a_game_of_ones_own_strategy_is_printed_once_it_is_a_state() -> None:
    """The start has been drawn by another call; the state that is the start is printed as a replay all the same."""
    games = st.builds(tu.new_game, st.just(2), edition=st.just("tiny"))
    state, printed = failed_with(strategies.states(games, most=0))
    assert printed == "tu.replay('tiny', 2)"
    assert eval(printed, NAMES) == state


def test_code_is_made_out_only_when_it_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that passes pays nothing for it."""

    def refuse(*_: object) -> None:
        raise AssertionError("no code is needed")

    monkeypatch.setattr(strategies, "state_call", refuse)
    monkeypatch.setattr(strategies, "replay_call", refuse)

    @settings(max_examples=10, database=None, deadline=None, print_blob=False)
    @given(strategies.states(most=5))
    def test(state: tu.State) -> None:
        assert state is not None

    test()
