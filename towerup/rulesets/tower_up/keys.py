"""A key for a state: equal states of one game have equal keys, and different ones different keys."""

from __future__ import annotations

import marshal

from .state import State


def state_key(state: State) -> bytes:
    """The contents of a state in bytes, for looking it up among millions of states of one game.

    The objectives stand for the setup, as nothing else of it changes in a game. Indexes follow from the rest and are
    left out. Not a format to store: it may differ from one version of Python to the next.
    """
    ending = state.ending
    contents = (
        state.setup.objectives, int(state.phase), state.seat, state.run, state.towers,
        [(one.stock, one.vehicles, one.roofs, one.chips, one.cone) for one in state.players],
        state.container, state.market, state.pile, state.discards,
        None if ending is None else (int(ending.cause), ending.seat), state.starting,
    )  # fmt: skip
    # Version 0 writes every value in full; later ones refer back to objects seen before, so that equal values that
    # happen to share objects would differ from equal values that do not.
    return marshal.dumps(contents, 0)
