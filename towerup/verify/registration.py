"""What Hypothesis is told about our types, so that `st.from_type(towerup.State)` works in anybody's test.

Each strategy is made when it is first asked for: to be known costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from towerup.kernel.records import Record
from towerup.rulesets.tower_up.actions import TYPES
from towerup.rulesets.tower_up.edition import Edition
from towerup.rulesets.tower_up.rulings import Rulings
from towerup.rulesets.tower_up.state import State


def register() -> None:
    """Registers the strategies of our types; to do it twice does no harm."""
    from hypothesis import strategies as st

    for kind, name in ((State, "states"), (Record, "records"), (Edition, "editions"), (Rulings, "rulings")):
        st.register_type_strategy(kind, _later(name))
    for action in TYPES.values():
        st.register_type_strategy(action, _later("actions_of_type", action))


def _later(name: str, *arguments: Any) -> Callable[[type[Any]], Any]:
    def made(_: type[Any]) -> Any:
        from . import strategies

        return getattr(strategies, name)(*arguments)

    return made
