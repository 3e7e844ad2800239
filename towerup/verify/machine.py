"""A Hypothesis state machine for any ruleset: plays whole games, and shrinks a failing one to a few readable steps.

A failing game is printed as it can be typed: `state.act(action='found C4 black roof C5')`. A machine takes such text too,
so what was printed can be pasted into a test of its own. The last line has the whole game as one call: `tu.replay(…)`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

try:
    from hypothesis import event, note
    from hypothesis import strategies as st
    from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
except ModuleNotFoundError as missing:  # pragma: no cover  # tested in a process of its own
    raise ModuleNotFoundError(
        "state machines need Hypothesis: pip install 'towerup[verify]'", name=missing.name
    ) from None

from towerup.kernel.checking import Checker
from towerup.kernel.records import Record
from towerup.kernel.replays import state_call
from towerup.kernel.rules import Finding
from towerup.kernel.ruleset import AnyRuleset


class Written(str):
    """An action as it is written, with the action itself: what Hypothesis prints of it is the notation."""

    __slots__ = ("action",)
    action: Any

    @classmethod
    def of(cls, action: Any) -> Written:
        written = cls(action)
        written.action = action
        return written


class Start:
    """A game to begin with: what Hypothesis prints of it is code that gives the state."""

    def __init__(self, state: Any) -> None:
        self.state = state

    def __repr__(self) -> str:
        return str(state_call(self.state))


class Played:
    """A game so far: what Hypothesis prints of it is a comment with code that gives its last state."""

    def __init__(self, start: Any) -> None:
        self.start = start
        self.actions: list[Any] = []

    def __repr__(self) -> str:
        return f"# The whole game: {Record(self.start, tuple(self.actions)).replay_call()}"


class _Numbers:
    """The numbers of actions in their action space, kept for the space that was asked for last."""

    def __init__(self) -> None:
        self.space: Sequence[Any] = ()
        self.of: dict[Any, int] = {}

    def look_at(self, space: Sequence[Any]) -> None:
        if space is not self.space:
            self.space, self.of = space, {action: number for number, action in enumerate(space)}


@lru_cache(maxsize=4096)
def _between(least: int, most: int) -> st.SearchStrategy[int]:
    return st.integers(least, most)


def game_machine(rules: AnyRuleset, games: st.SearchStrategy[Any]) -> type[RuleBasedStateMachine]:
    """A machine that plays the games drawn, an action a step, and checks every law of the ruleset.

    Its `TestCase` is a test: `TestGames = game_machine(rules, games).TestCase`. How far games go is for Hypothesis'
    setting `stateful_step_count` to say; see `towerup.verify.profiles`.
    """
    checker, numbers, runner = Checker(rules), _Numbers(), st.runner()

    @st.composite
    def starts(draw: st.DrawFn) -> Start:
        return Start(draw(games))

    @st.composite
    def moves(draw: st.DrawFn) -> Written | None:
        """A legal action of the machine's state; None when the game is over.

        First its kind, so that the kinds with few actions get their share; then its number in the action space: the
        first legal one of the kind from there on. So when Hypothesis leaves out a step to make a failing game shorter,
        the steps after it mean what they meant before, as far as they can.
        """
        state = draw(runner).state
        legal = rules.legal_actions(state)
        if not legal:
            return None
        numbers.look_at(rules.action_space(state))
        kinds = [0, *(n for n in range(1, len(legal)) if type(legal[n]) is not type(legal[n - 1])), len(legal)]
        kind = draw(_between(0, len(kinds) - 2)) if len(kinds) > 2 else 0
        some = sorted(legal[kinds[kind] : kinds[kind + 1]], key=numbers.of.__getitem__)
        number = draw(_between(numbers.of[some[0]], numbers.of[some[-1]])) if len(some) > 1 else 0
        return Written.of(some[bisect_left(some, number, key=numbers.of.__getitem__)] if len(some) > 1 else some[0])

    class GameMachine(RuleBasedStateMachine):
        """`state` is the state of the game; it is None before the game is set up.

        To test a program beside the rules, let it follow the game in `on_start` and `on_step`.
        """

        def __init__(self) -> None:
            super().__init__()
            self.state: Any = None
            self._played: Played | None = None

        @initialize(game=starts())
        def set_up(self, game: Any) -> None:
            self.state = game.state if isinstance(game, Start) else game
            self._played = Played(self.state)
            _refuse(checker.state(self.state))
            self.on_start(self.state)

        # One rule that is always to be had: with several, Hypothesis switches some off to try others more, and a machine
        # with nothing to do is an error to it. A game that is over is none.
        @rule(action=moves())
        def act(self, action: str | None) -> None:
            before = self.state
            if action is None:
                assert rules.outcome(before) is not None, "nobody can act, and the game is not over"
                return
            taken = action.action if isinstance(action, Written) else rules.parse_action(before, action)
            assert self._played is not None
            self._played.actions.append(taken)
            self.state = rules.apply(before, taken)
            _refuse(checker.step(before, taken, self.state))
            self.on_step(before, taken, self.state)

        def on_start(self, state: Any) -> None:
            """For those who follow the game with a program of their own: it begins here."""

        def on_step(self, before: Any, action: Any, after: Any) -> None:
            """For those who follow the game: this has happened."""

        def teardown(self) -> None:
            if self.state is not None:
                note(self._played)
                event("the game came to its end" if rules.outcome(self.state) is not None else "the game goes on")

    return GameMachine


def _refuse(broken: Sequence[Finding]) -> None:
    """Fails with every breach in words."""
    assert not broken, "\n".join(["broken:", *(f"  {one.rule}: {one.message}" for one in broken)])
