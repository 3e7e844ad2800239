"""A key for a state: equal states of one game have equal keys, and different states have different keys."""

from __future__ import annotations

import marshal

from .state import State


def state_key(state: State) -> bytes:
    """The contents of a state in bytes, to look it up among millions of states of one game.

    Nothing of the setup is in it, because it never changes in a game. Do not store it: it can differ between versions of Python.
    """
    ending = state.ending
    contents = (
        state.phase.value,
        state.seat,
        int(state.technology),
        state.second_lot,
        [
            (
                one.points,
                one.lots,
                [(built.tile, built.cells) for built in one.buildings],
                one.tiles,
                [*map(str, one.cards)],
            )
            for one in state.players
        ],
        state.legendaries,
        sorted(state.market.items()),
        [sorted(layer.items()) for layer in state.pile],
        None if ending is None else (ending.cause.value, ending.seat),
    )
    # Version 0 writes every value in full. Later ones refer back to objects written before, so that equal values would differ
    # if one of them shares objects and the other does not.
    return marshal.dumps(contents, 0)
