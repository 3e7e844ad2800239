"""What Hypothesis is told about our types, so that `st.from_type(towerup.State)` works in anybody's test.

Each strategy is made when it is first asked for: to be known costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from towerup.kernel.records import Record
from towerup.rulesets import ruleset

from .boxes import drawn_games


def register() -> None:
    """Registers the strategies of our types, of every game; to do it twice does no harm."""
    from hypothesis import strategies as st

    # A record tells its game by itself; who asks for any is given one of the usual game.
    st.register_type_strategy(Record, _later("records"))
    for game in drawn_games():
        rules = ruleset(game)
        state, rulings, actions = (
            import_module(f"{rules.package}.{module}") for module in ("state", "rulings", "actions")
        )
        for kind, name in ((state.State, "states"), (rules.editions.kind, "editions"), (rulings.Rulings, "rulings")):
            st.register_type_strategy(kind, _later(name, game=game))
        for action in actions.TYPES.values():
            st.register_type_strategy(action, _later("actions_of_type", action))


def _later(name: str, *arguments: Any, **named: Any) -> Callable[[type[Any]], Any]:
    def made(_: type[Any]) -> Any:
        from . import strategies

        return getattr(strategies, name)(*arguments, **named)

    return made
