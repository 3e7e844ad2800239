"""Registers the types of games with Hypothesis, so that `st.from_type(towerup.State)` works in anybody's test.

Each strategy is made when it is first needed, so registering costs next to nothing. Values of our types that no strategy of
ours has drawn are printed as code, too; otherwise Hypothesis would print each field of a state, down to the board.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from towerup.kernel.replays import edition_call, rulings_call, state_call
from towerup.kernel.ruleset import AnyRuleset, Ruleset
from towerup.rulesets import NAMES


def register_types(loaded: object) -> None:
    """Registers strategies for the types of a game, or for records; doing it twice does no harm."""
    from hypothesis import strategies as st

    if isinstance(loaded, type):
        # Records: the one type that belongs to no game. One of any game will do, so it is one of the usual game.
        st.register_type_strategy(loaded, _later("records"))
        _print_as(loaded, str)
    elif isinstance(loaded, Ruleset):
        for kind, strategy in _strategies(loaded).items():
            st.register_type_strategy(kind, strategy)
        for kind, code in _codes(loaded).items():
            _print_as(kind, code)


def _strategies(rules: AnyRuleset) -> dict[type[Any], Callable[[type[Any]], Any]]:
    """The types of a game, each with what makes its strategy."""
    kinds: dict[type[Any], str] = {rules.state_type: "states"}
    if rules.name in NAMES:  # other games may share the plain classes of the kernel
        kinds |= {rules.editions.kind: "editions", rules.rulings: "rulings"}
    return {
        **{kind: _later(name, game=rules.name) for kind, name in kinds.items()},
        **{kind: _later("actions_of_type", kind, game=rules.name) for kind in rules.action_types},
    }


def _codes(rules: AnyRuleset) -> dict[type[Any], Callable[[Any], object]]:
    """The types of a game, each with the code that its values are printed as."""
    codes: dict[type[Any], Callable[[Any], object]] = {rules.state_type: state_call}
    if rules.name in NAMES:
        codes |= {rules.editions.kind: partial(edition_call, rules), rules.rulings: partial(rulings_call, rules)}
    return {**codes, **dict.fromkeys(rules.action_types, partial(_action_code, rules))}


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
