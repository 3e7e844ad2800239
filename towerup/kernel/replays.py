"""Replays: a game as one line of notation, played again."""

from __future__ import annotations

import re
from typing import TypeVar

from .notation import NotationError
from .rules import IllegalAction
from .ruleset import GameState

S = TypeVar("S", bound=GameState)


def replay_moves(start: S, moves: str) -> S:
    """The state after these moves, written in notation with a semicolon or a line end between them.

    Raises NotationError or IllegalAction at the first move that cannot be read or played; a note says which it is.
    """
    state = start
    for number, move in enumerate(filter(None, map(str.strip, re.split(r"[;\n]", moves))), start=1):
        try:
            state = state.ruleset.apply(state, state.ruleset.parse_action(state, move))
        except (NotationError, IllegalAction) as error:
            error.add_note(f"This was move {number}: {move}")
            raise
    return state
