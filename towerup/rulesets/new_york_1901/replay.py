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
    characters: Sequence[str] | None = None,
    streets: Sequence[str] | None = None,
    challenge: str | None = None,
    expert: bool = False,
    rulings: Rulings | None = None,
) -> State:
    """The state after these moves, chance's included: `replay("corner", 2, "deal red-2; deal blue-2; …; acquire R1")`.

    Moves are notation, with a semicolon or a line end between them. Raises `NotationError` or `IllegalAction` at the first
    that cannot be read or played.
    """
    start = new_game(
        players,
        edition=edition,
        characters=characters,
        streets=streets,
        challenge=challenge,
        expert=expert,
        rulings=rulings,
    )
    return replay_moves(start, moves)
