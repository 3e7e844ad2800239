"""The oracle: judging what other implementations of a game do. Works for any ruleset and knows none by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hypothesis.stateful import RuleBasedStateMachine

    from towerup.kernel.ruleset import AnyRuleset

    from .implementations import Implementation


def duel_machine(
    factory: Implementation | Callable[[], Any], rules: AnyRuleset | None = None, edition: Any = None
) -> type[RuleBasedStateMachine]:
    """A Hypothesis state machine that plays the rules against an implementation; see `towerup.oracle.machine`."""
    from .machine import duel_machine as made

    return made(factory, rules, edition)
