"""A key for a state: equal states of one game have equal keys, and different states have different keys."""

from __future__ import annotations

import marshal
from typing import Any

from .state import Player, State


def state_key(state: State) -> bytes:
    """The contents of a state in bytes, to look it up among millions of states of one game.

    Of the setup only the objectives are in it, because nothing else of it changes in a game. Do not store it: it can differ
    between versions of Python.
    """
    ending = state.ending
    contents = (
        state.setup.objectives,
        state.phase.value,
        state.seat,
        [
            (site, building.colour, building.floors, sorted(building.roofs.items()))
            for site, building in sorted(state.buildings.items())
        ],
        [_contents(player) for player in state.players],
        sorted(state.container.items()),
        state.market,
        sorted(state.pile.items()),
        sorted(state.discards.items()),
        state.extra_turn,
        state.another_turn,
        None if ending is None else (ending.cause.value, ending.seat, ending.turns_left),
        state.starting,
    )
    # Version 0 writes every value in full. Later ones refer back to objects written before, so that equal values would differ
    # if one of them shares objects and the other does not.
    return marshal.dumps(contents, 0)


def _contents(player: Player) -> tuple[Any, ...]:
    return (
        player.roof,
        sorted(player.stock.items()),
        sorted(player.vehicles.items()),
        player.roofs,
        sorted(player.chips.items()),
        player.cone,
    )
