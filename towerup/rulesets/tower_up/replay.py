"""A game in one expression: what was agreed, and the moves in notation."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from towerup.kernel.replays import replay_moves

from .box.edition import Edition
from .rulings import Rulings
from .setup import Objectives, new_game
from .state import State


def replay(
    edition: str | Path | Edition,
    players: int | Sequence[str],
    moves: str = "",
    *,
    objectives: Objectives = "start",
    starting_floors: int | None = None,
    rulings: Rulings | None = None,
) -> State:
    """The state after these moves, chance's included: `replay("tiny", 2, "reveal bw/black; place N1 black; take bw")`.

    Moves are notation, with a semicolon or a line end between them. Raises `NotationError` or `IllegalAction` at the first
    that cannot be read or played.
    """
    start = new_game(players, edition=edition, objectives=objectives, starting_floors=starting_floors, rulings=rulings)
    return replay_moves(start, moves)
