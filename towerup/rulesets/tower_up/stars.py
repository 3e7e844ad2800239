"""Star columns and extra turns.

FR “TOUR DE JEU SUPPLÉMENTAIRE”, “TOUR SUPPLÉMENTAIRE”; PL “DODATKOWA TURA”. Stars are looked at once, after all moves of an
action (ruling `stars_looked_at`), so two columns reached in one go bring one extra turn.
"""

from __future__ import annotations

from .ending import after_action
from .setup import Setup
from .space import DeclineMove
from .state import State, changed


def moved_on(setup: Setup, before: tuple[int, ...], after: tuple[int, ...]) -> bool:
    """Whether this move brings an extra turn: all vehicles have reached a star column that not all had before."""
    # TU-STAR-01, TU-STAR-02, TU-STAR-03, TU-STAR-06
    hindmost = min(before)
    if hindmost == min(after):
        return False
    stars = setup.stars_by_column
    return stars[min(after)] > stars[hindmost]


def decline(state: State, move: DeclineMove) -> State:
    """An extra turn is given up (only under the ruling that makes it optional)."""
    # TU-STAR-05
    phase, seat, run, players = after_action(
        state.setup, state.towers, state.seat, state.run, state.players, state.ending
    )
    return changed(state, phase=phase, seat=seat, run=run, players=players)
