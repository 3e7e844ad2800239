"""Registers the types of games with Hypothesis, so that `st.from_type(towerup.State)` works in anybody's test.

Each strategy is made when it is first needed, so registering costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from towerup.kernel.ruleset import AnyRuleset, Ruleset
from towerup.rulesets import NAMES


def register_types(loaded: object) -> None:
    """Registers strategies for the types of a game, or for records; doing it twice does no harm."""
    from hypothesis import strategies as st

    if isinstance(loaded, type):
        # Records: the one type that belongs to no game. One of any game will do, so it is one of the usual game.
        st.register_type_strategy(loaded, _later("records"))
    elif isinstance(loaded, Ruleset):
        for kind, strategy in _strategies(loaded).items():
            st.register_type_strategy(kind, strategy)


def _strategies(rules: AnyRuleset) -> dict[type[Any], Callable[[type[Any]], Any]]:
    """The types of a game, each with what makes its strategy."""
    kinds: dict[type[Any], str] = {rules.state_type: "states"}
    if rules.name in NAMES:  # other games may share the plain classes of the kernel
        kinds |= {rules.editions.kind: "editions", rules.rulings: "rulings"}
    return {
        **{kind: _later(name, game=rules.name) for kind, name in kinds.items()},
        **{kind: _later("actions_of_type", kind, game=rules.name) for kind in rules.action_types},
    }


def _later(name: str, *arguments: Any, **named: Any) -> Callable[[type[Any]], Any]:
    def made(_: type[Any]) -> Any:
        from . import strategies

        return getattr(strategies, name)(*arguments, **named)

    return made
