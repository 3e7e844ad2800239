"""Action spaces: every action that a game can ever ask for with what is in its box, made once, each with a number.

A *move* is an action with its names looked up. The rules work on moves; users see actions.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

AnyAction = TypeVar("AnyAction")
AnyMove = TypeVar("AnyMove")
One = TypeVar("One")


class ActionSpace(Generic[AnyAction, AnyMove]):
    """The base of every game's space: `actions` in their stable order; `moves` and `numbers` by action.

    A game adds its actions, and then numbers them. What it keeps beside is the same actions arranged as its generator wants them.
    """

    actions: tuple[AnyAction, ...]
    numbers: dict[AnyAction, int]
    moves_by_id: dict[int, AnyMove]
    """The space keeps its actions for ever, so their identity is a key: quicker than their value, and as safe."""

    def __init__(self) -> None:
        self.moves: dict[Any, AnyMove] = {}

    def _add(self, action: One, move: AnyMove) -> One:
        self.moves[action] = move
        return action

    def _number(self) -> None:
        """To be called when all actions are there."""
        self.actions = tuple(self.moves)
        self.moves_by_id = {id(action): move for action, move in self.moves.items()}
        self.numbers = {action: number for number, action in enumerate(self.actions)}
        self._types = frozenset(map(type, self.actions))

    def known(self, action: object) -> AnyMove | None:
        """The move of an action that equals one of the space's own; None for anything else."""
        try:
            return self.moves.get(action) if type(action) in self._types else None
        except Exception:  # noqa: BLE001  # its fields may be anything, and what cannot be looked up is not one of ours
            return None
