"""A key for a state: equal states of one game have equal keys, and different ones different keys."""

from __future__ import annotations

import marshal

from .state import State


def state_key(state: State) -> bytes:
    """The contents of a state in bytes, for looking it up among millions of states of one game.

    Nothing of the setup changes in a game. Not a format to store: it may differ from one version of Python to the next.
    """
    ending = state.ending
    contents = (
        int(state.phase), state.seat, state.drawer, state.owned, state.ones, state.twos, state.towers, state.cash,
        state.pawns, state.architect, state.die, state.card, state.unseen, state.used,
        None if ending is None else (int(ending.cause), ending.seat, ending.debt, ending.creditor),
    )  # fmt: skip
    # Version 0 writes every value in full; later ones refer back to objects seen before, so that equal values that
    # happen to share objects would differ from equal values that do not.
    return marshal.dumps(contents, 0)
