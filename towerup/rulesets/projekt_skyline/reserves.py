"""Reserves: what a player has left to build with. It follows from what stands on the board.

FR “(setup)”, “Deux règles spéciales”: who has no floor left takes floors of a colour that nobody plays.
"""

from __future__ import annotations

from .setup import Setup


def floors_out(owned: int, ones: int, twos: int) -> int:
    """How many floors a player has on the board, given the cells that are theirs."""
    return (owned & ones).bit_count() + 2 * (owned & twos).bit_count()


def has_floor(setup: Setup, owned: tuple[int, ...], ones: int, twos: int, seat: int) -> bool:
    """Whether a player can take one more floor: from the reserve, or one of a colour that nobody plays."""
    # PS-BOX-01, PS-BUILD-07
    own = setup.floors
    if floors_out(owned[seat], ones, twos) < own or setup.floors_without_end:
        return True
    borrowed = sum(max(0, floors_out(mask, ones, twos) - own) for mask in owned)
    return borrowed < setup.spare
