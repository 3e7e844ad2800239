"""Menus: the legal actions of a state sorted into choices, one after the other: what to do, where, in which colour.

A person looks for a move among a hundred by choosing step by step; a terminal and a web page do it by the same menu.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from .ruleset import AnyRuleset


@attrs.frozen
class Menu:
    """A choice made, and what can be chosen next; at the end of the way there is one action."""

    label: str
    """What was chosen to come here; empty at the top."""
    asks: str
    """What is to be chosen next, as `site`; empty where there is nothing more to choose."""
    options: tuple[Menu, ...]
    action: Any = None
    """The action that all choices led to; None on the way there."""

    def actions(self) -> Iterator[Any]:
        """Every action below, in the order of the menu."""
        if self.action is not None:
            yield self.action
        for option in self.options:
            yield from option.actions()


def menu_of(rules: AnyRuleset, state: Any, actions: Sequence[Any] | None = None) -> Menu:
    """The menu of a state's legal actions, or of some of them; options stand in the order of the actions."""
    choices = rules.analysis.choices
    offered = rules.legal_actions(state) if actions is None else actions
    return _menu("", [(tuple(choices(state, action)), action) for action in offered], 0)


def _menu(label: str, ways: Sequence[tuple[Any, Any]], depth: int) -> Menu:
    if len(ways) == 1 and len(ways[0][0]) == depth:
        return Menu(label, "", (), ways[0][1])
    asks = dict.fromkeys(way[depth].what for way, _ in ways)
    sorted_: dict[str, list[tuple[Any, Any]]] = {}
    for way, action in ways:
        sorted_.setdefault(way[depth].which, []).append((way, action))
    options = tuple(_menu(which, below, depth + 1) for which, below in sorted_.items())
    return Menu(label, " or ".join(asks), options)


def menu_to_json(rules: AnyRuleset, menu: Menu) -> dict[str, Any]:
    """A menu as a JSON value; an action in it has its notation and its JSON form."""
    told: dict[str, Any] = {"label": menu.label}
    if menu.action is not None:
        return told | {"notation": str(menu.action), "action": rules.action_to_json(menu.action)}
    return told | {"asks": menu.asks, "options": [menu_to_json(rules, option) for option in menu.options]}
