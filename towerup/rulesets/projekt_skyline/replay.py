"""A game in one expression: what was agreed, and the moves in notation."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from towerup.kernel.replays import replay_moves

from .box.edition import Edition
from .rulings import Rulings
from .setup import new_game
from .state import State


def replay(
    edition: str | Path | Edition,
    players: int | Sequence[str],
    moves: str = "",
    *,
    expert: bool = False,
    rulings: Rulings | None = None,
) -> State:
    """The state after these moves, chance's included: `replay("tiny", 2, "place A2; place B2; place A1")`.

    Moves are notation, with a semicolon or a line end between them. Raises `NotationError` or `IllegalAction` at the first
    that cannot be read or played.
    """
    return replay_moves(new_game(players, edition=edition, expert=expert, rulings=rulings), moves)
