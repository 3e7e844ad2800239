"""What the strategies need of a game that has no module in `boxes`: its own editions, and actions with something wrong in them."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from towerup.kernel.ruleset import AnyRuleset


class PlainBoxes:
    """Has what a module in `boxes` has."""

    def __init__(self, rules: AnyRuleset) -> None:
        self._rules = rules
        self.LEANINGS = rules.action_types

    def editions(self) -> st.SearchStrategy[Any]:
        """The editions that come with the game: nobody makes up others."""
        return st.sampled_from([self._rules.editions.shipped(name) for name in self._rules.editions.names])

    def options(self, edition: Any, players: int) -> st.SearchStrategy[dict[str, Any]]:
        """Nothing else is agreed."""
        return st.just({})

    def strange_actions(self, state: Any) -> st.SearchStrategy[Any]:
        """Actions of the game's kinds with something in them that does not belong there; an action of the space if there are none."""
        kinds = self._rules.action_types

        def drawn(rng: random.Random) -> Any:
            inputs = self._rules.invalid_inputs(rng, state)
            return rng.choice([one for one in inputs if type(one) in kinds] or list(self._rules.action_space(state)))

        return st.randoms(use_true_random=False).map(drawn)
