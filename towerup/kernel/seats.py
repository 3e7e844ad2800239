"""Seats: who plays, where a game does not say it in its own way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def plain_seats(state: Any) -> tuple[str, ...]:
    """The names of the players: `state.setup.seats`; or as many as `state.players` has, with their names if they have some."""
    setup = getattr(state, "setup", None)
    if setup is not None:
        return tuple(setup.seats)
    players = getattr(state, "players", None)
    if type(players) is int:
        return tuple(f"player {seat + 1}" for seat in range(players))
    if not isinstance(players, Sequence) or isinstance(players, str):
        raise TypeError(
            f"{type(state).__name__} says nothing of its players: give it `players`, or the ruleset `seats`"
        )
    names = [player if isinstance(player, str) else getattr(player, "name", None) for player in players]
    return tuple(name if isinstance(name, str) else f"player {seat + 1}" for seat, name in enumerate(names))
