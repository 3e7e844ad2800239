"""What Hypothesis is told about our types, so that `st.from_type(towerup.State)` works in anybody's test.

Each strategy is made when it is first asked for: to be known costs next to nothing. Values of our types that no strategy of
ours has drawn are printed as code, too; otherwise Hypothesis would print each field of a state, down to the board.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from towerup.kernel.records import Record
from towerup.kernel.replays import edition_call, rulings_call, state_call
from towerup.kernel.ruleset import AnyRuleset
from towerup.rulesets import ruleset

from .boxes import drawn_games


def register() -> None:
    """Registers the strategies of our types, of every game; to do it twice does no harm."""
    from hypothesis import strategies as st

    # A record tells its game by itself; who asks for any is given one of the usual game.
    st.register_type_strategy(Record, _later("records"))
    _print_as(Record, str)
    for game in drawn_games():
        rules = ruleset(game)
        state, rulings, actions = (
            import_module(f"{rules.package}.{module}") for module in ("state", "rulings", "actions")
        )
        for kind, name in ((state.State, "states"), (rules.editions.kind, "editions"), (rulings.Rulings, "rulings")):
            st.register_type_strategy(kind, _later(name, game=game))
        _print_as(state.State, state_call)
        _print_as(rules.editions.kind, partial(edition_call, rules))
        _print_as(rulings.Rulings, partial(rulings_call, rules))
        for action in actions.TYPES.values():
            st.register_type_strategy(action, _later("actions_of_type", action))
            _print_as(action, partial(_action_code, rules))


def _action_code(rules: AnyRuleset, action: object) -> str:
    return f"{rules.public}.{action!r}" if rules.public else repr(action)


def _print_as(kind: type[Any], code: Callable[[Any], object]) -> None:
    """Makes Hypothesis print each value of this type as the code that gives it, if nothing better is known of the value."""
    # Hypothesis has no other way to set this for a type whose values may also be printed as the call that drew them.
    from hypothesis.vendor.pretty import for_type_by_name

    for_type_by_name(kind.__module__, kind.__name__, lambda value, printer, cycle: printer.text(str(code(value))))


def _later(name: str, *arguments: Any, **named: Any) -> Callable[[type[Any]], Any]:
    def made(_: type[Any]) -> Any:
        from . import strategies

        return getattr(strategies, name)(*arguments, **named)

    return made
