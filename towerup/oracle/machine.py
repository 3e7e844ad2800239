"""A Hypothesis state machine that plays the rules against an implementation, for your own test suite."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

try:
    from hypothesis import note
    from hypothesis import strategies as st
    from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
except ModuleNotFoundError as missing:  # pragma: no cover  # tested in a process of its own
    raise ModuleNotFoundError(
        "state machines need Hypothesis: pip install 'towerup[verify]'", name=missing.name
    ) from None

from towerup.kernel.actors import CHANCE
from towerup.kernel.records import Record
from towerup.kernel.replays import state_call
from towerup.kernel.ruleset import AnyRuleset
from towerup.kernel.spaces import Spaces

from .duel_report import difference_text
from .dueling import Duel, Terms
from .implementations import Implementation, implementation_of
from .matches import Found, Match, Play

_MOST = 1 << 32


class _Start:
    """A game to begin with: what Hypothesis prints of it is code that gives the state."""

    def __init__(self, state: Any) -> None:
        self.state = state

    def __repr__(self) -> str:
        return str(state_call(self.state))


class _Played:
    """A game as far as both sides went: what Hypothesis prints of it is a comment with code that gives its last state."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def __repr__(self) -> str:
        actions = tuple(move.action for move in self.match.moves if isinstance(move, Play))
        return f"# The game until then: {Record(self.match.start, actions).replay_call()}"


def duel_machine(
    factory: Implementation | Callable[[], Any], rules: AnyRuleset | None = None, edition: Any = None
) -> type[RuleBasedStateMachine]:
    """A machine that plays games by the rules and by the implementation, and fails at the first difference.

    Its `TestCase` is a test: `TestMine = duel_machine(MyGame).TestCase`. The factory is called once for each game;
    `PythonImplementation` says what it returns. An Implementation, such as a ProcessImplementation, is used as it is. A failing
    game is printed in notation, `state.act(action='found C4 black roof C5')`, and as one call: `tu.replay(…)`.
    """
    known: AnyRuleset = import_module("towerup.rulesets").ruleset() if rules is None else rules
    other = implementation_of(factory)
    terms = Terms(1, edition=edition)
    duel, spaces = Duel(known, other, terms), Spaces()
    box = edition if edition is not None else known.usual_edition
    runner = st.runner()

    @st.composite
    def starts(draw: st.DrawFn) -> _Start:
        players = draw(st.sampled_from(known.player_counts(box)))
        return _Start(known.random_game(random.Random(draw(st.integers(0, _MOST))), players, box))

    @st.composite
    def moves(draw: st.DrawFn) -> str | None:
        """A legal action in notation. The kind is drawn first, so that kinds with few actions get their share."""
        match: Match = draw(runner).match
        if not match.legal:
            return None
        kinds = list(dict.fromkeys(map(type, match.legal)))
        kind = draw(st.sampled_from(kinds)) if len(kinds) > 1 else kinds[0]
        return str(draw(st.sampled_from([one for one in match.legal if type(one) is kind])))

    class DuelMachine(RuleBasedStateMachine):
        """`match` is the game as both sides play it."""

        match: Match

        @initialize(game=starts())
        def set_up(self, game: Any) -> None:
            start = game.state if isinstance(game, _Start) else game
            self.match = Match(known, other, start, spaces, None if isinstance(edition, str) else edition)
            self._same(self.match.begin)
            self._look()

        # One rule that always applies: Hypothesis treats a machine with nothing to do as an error.
        @rule(action=moves(), chance=st.integers(0, _MOST))
        def act(self, action: str | None, chance: int) -> None:
            match = self.match
            chooser = random.Random(chance)
            for value, actor in duel.illegal(match, chooser):
                self._same(partial(match.attempt, value, actor))
            if action is not None:
                taken = known.parse_action(match.state, action)
                self._same(partial(match.play, taken))
                self._look()

        def _look(self) -> None:
            self._same(self.match.compare_legal)
            if self.match.state.actor is CHANCE:
                self._same(self.match.compare_chances)
            self._same(self.match.compare_outcome)

        def _same(self, ask: Callable[[], None]) -> None:
            try:
                ask()
            except Found as found:
                raise AssertionError(difference_text(found.difference)) from None

        def teardown(self) -> None:
            if hasattr(self, "match"):
                note(_Played(self.match))
                try:
                    self.match.end()
                except Found as found:
                    raise AssertionError(difference_text(found.difference)) from None

    return DuelMachine
