"""A game in one expression: what was agreed, and the moves in notation. And the code of such an expression."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from towerup.kernel.records import Record
from towerup.kernel.replays import replay_moves, state_call

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

    Moves are notation, with a semicolon or a line end between them. `edition` is a shipped box by name, the path of a file,
    or an `Edition`: `edition_from_data` makes one in code. Raises `NotationError` or `IllegalAction` at the first
    that cannot be read or played.
    """
    start = new_game(players, edition=edition, objectives=objectives, starting_floors=starting_floors, rulings=rulings)
    return replay_moves(start, moves)


def as_code(value: State | Record) -> str:
    """The Python code that gives an equal state or record, to be pasted into a file after `import towerup as tu`.

    The beginning of a game is a call of `tu.replay`, any other state one of `tu.state_from_json`: a state does not know the
    moves that led to it. A record does: `record.replay_call()` is the call of `tu.replay` that gives its last state.
    """
    return str(value.call() if isinstance(value, Record) else state_call(value))


def agreed(start: State) -> dict[str, object]:
    """The options with which a game about to begin was set up."""
    setup = start.setup
    return {"objectives": list(setup.objectives) or "random", "starting_floors": setup.starting_floors}
