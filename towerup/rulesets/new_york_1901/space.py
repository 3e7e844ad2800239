"""The action space: every action that a box can ever ask for, in a stable order. An action's number is its place in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from .actions import Acquire, Action, Boom, Build, Deal, End, Give, Grab, Rebuild, Shift
from .box.edition import Edition
from .state import State


def action_space(state: State) -> tuple[Action, ...]:
    """Every action of the state's edition, in the order of their numbers; with tiles over streets where the ruling allows them."""
    return _actions(state.setup.edition, state.setup.rulings.street_spanning == "across")


@lru_cache(maxsize=16)
def _actions(edition: Edition, across: bool) -> tuple[Action, ...]:
    return tuple(_every_action(edition, across))


def _every_action(edition: Edition, across: bool) -> Iterator[Action]:
    board, placements = edition.board, edition.placements_across if across else edition.placements
    yield from map(Deal, board.cards)
    yield Shift()
    yield Grab()
    yield from map(Acquire, board.lots)
    yield from (Build(one.tile, one.cells) for one in placements.all)
    yield from (Rebuild(one.tile, one.cells) for one in placements.all)
    yield Boom()
    yield from map(Give, board.lots)
    yield End()
