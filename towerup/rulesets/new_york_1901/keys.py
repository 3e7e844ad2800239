"""A key for a state: equal states of one game have equal keys, and different ones different keys."""

from __future__ import annotations

import marshal

from .state import State


def state_key(state: State) -> bytes:
    """The contents of a state in bytes, for looking it up among millions of states of one game.

    Nothing of the setup changes in a game; free cells and touched lots follow from lots and buildings. Not a format to
    store: it may differ from one version of Python to the next.
    """
    ending = state.ending
    contents = (
        int(state.phase), state.seat, state.level, state.grab, state.lots, state.placed, state.left, state.legends,
        state.points, state.cards, state.market, state.pile,
        None if ending is None else (int(ending.cause), ending.seat),
    )  # fmt: skip
    # Version 0 writes every value in full; later ones refer back to objects seen before, so that equal values that
    # happen to share objects would differ from equal values that do not.
    return marshal.dumps(contents, 0)
