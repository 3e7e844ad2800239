"""A Hypothesis state machine for any ruleset: plays whole games, and shrinks a failing one to a few readable steps."""

from __future__ import annotations

from typing import Any

try:
    from hypothesis import strategies as st
    from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
except ModuleNotFoundError as missing:  # pragma: no cover  # tested in a process of its own
    raise ModuleNotFoundError(
        "state machines need Hypothesis: pip install 'towerup[verify]'", name=missing.name
    ) from None

from hypothesis import note

from towerup.kernel.checking import Checker
from towerup.kernel.ruleset import Ruleset


def game_machine(rules: Ruleset, games: st.SearchStrategy[Any]) -> type[RuleBasedStateMachine]:
    """A machine that plays the games drawn, an action a step, and checks every law of the ruleset."""
    checker = Checker(rules)

    class GameMachine(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.state: Any = None

        @initialize(game=games)
        def set_up(self, game: Any) -> None:
            self.state = game
            broken = checker.state(game)
            assert not broken, broken

        @precondition(lambda self: self.state is not None and bool(rules.legal_actions(self.state)))
        @rule(data=st.data())
        def act(self, data: st.DataObject) -> None:
            before = self.state
            legal = rules.legal_actions(before)
            action = legal[data.draw(st.integers(0, len(legal) - 1))]
            note(str(action))
            self.state = rules.apply(before, action)
            broken = checker.step(before, action, self.state)
            assert not broken, broken

        @precondition(lambda self: self.state is None or not rules.legal_actions(self.state))
        @rule()
        def it_is_over(self) -> None:
            """A machine with nothing to do is an error to Hypothesis; a game that is over is none."""
            assert self.state is None or rules.outcome(self.state) is not None

    return GameMachine
