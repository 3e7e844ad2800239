"""A key for a state: equal states of one game have equal keys, and different states have different keys."""

from __future__ import annotations

import marshal

from .state import State


def state_key(state: State) -> bytes:
    """The contents of a state in bytes, to look it up among millions of states of one game.

    Nothing of the setup is in it, because it does not change in a game. Do not store it: it can differ between versions of Python.
    """
    ending = state.ending
    contents = (
        state.phase.value,
        state.seat,
        [(cell, one.owner, one.floors) for cell, one in sorted(state.constructions.items())],
        [(one.colour, one.cash, one.pawn, one.floors, one.skyscrapers, one.borrowed) for one in state.players],
        sorted(state.unseen.items()),
        state.used,
        state.architect,
        state.die,
        state.card,
        state.drawer,
        None if ending is None else (ending.cause.value, ending.seat, ending.debt, ending.creditor),
    )
    # Version 0 writes every value in full. Later ones refer back to objects written before, so that equal values would differ
    # if one of them shares objects and the other does not.
    return marshal.dumps(contents, 0)
