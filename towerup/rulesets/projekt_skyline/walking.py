"""Dice, pawns and rent.

FR “1. Lancer les dés”, “2. Déplacer sa figurine”; FR-S “Tour de jeu”.
"""

from __future__ import annotations

from .board import NO_CELL
from .building import something_to_build
from .ending import next_turn, owes_rent
from .setup import Setup
from .space import RollMove
from .state import Contents, Phase, State, made_of

_BUILD, _DRAW = Phase.BUILD, Phase.DRAW


def roll(state: State, move: RollMove) -> State:
    """The pawn moves; then a card is drawn, or rent is paid and the architect is to be moved, if it can be."""
    setup = state.setup
    contents = state.__dict__.copy()
    # PS-TURN-04, PS-PAWN-01
    if not walk(setup, contents, state.seat, move.white):
        return made_of(contents)
    # PS-PAWN-03
    if setup.beside[contents["pawns"][state.seat]] == NO_CELL:
        contents["phase"] = _DRAW
    # PS-TURN-02
    elif something_to_build(state, move.black):
        contents["phase"] = _BUILD
        contents["die"] = move.black
    else:
        # PS-BUILD-06
        next_turn(setup, contents)
    return made_of(contents)


def walk(setup: Setup, contents: Contents, who: int, steps: int) -> bool:
    """A pawn moves on, and rent is paid where it ends. Whether the game goes on: it does not if the rent cannot be paid."""
    # PS-PAWN-01
    pawns: tuple[int, ...] = contents["pawns"]
    space = (pawns[who] + steps) % setup.ring
    contents["pawns"] = (*pawns[:who], space, *pawns[who + 1 :])
    cell = setup.beside[space]
    if cell == NO_CELL:
        return True
    owned: tuple[int, ...] = contents["owned"]
    # PS-PAWN-02
    bit = 1 << cell
    if owned[who] & bit:
        return True
    for owner, cells in enumerate(owned):
        # PS-RENT-01
        if cells & bit:
            return pay_rent(setup, contents, who, owner, cell)
    return True


def pay_rent(setup: Setup, contents: Contents, who: int, owner: int, cell: int) -> bool:
    """Rent is paid to the owner for what stands on a cell. Whether it could be."""
    due = rent(setup, contents["owned"][owner], contents["ones"], contents["twos"], cell)
    cash = [*contents["cash"]]
    # PS-END-02
    if cash[who] < due:
        owes_rent(contents, who, due, owner)
        return False
    # PS-RENT-01, PS-BOX-07
    cash[who] -= due
    cash[owner] += due
    contents["cash"] = tuple(cash)
    return True


def rent(setup: Setup, owned: int, ones: int, twos: int, cell: int) -> int:
    """The rent for a construction and those it is connected to; `owned` are all cells of its owner."""
    # PS-RENT-03
    group = connected(setup, owned, cell) if setup.whole_group else setup.neighbour_masks[cell] & owned | 1 << cell
    # PS-RENT-02
    one, two, tower = setup.rents
    low, high = (group & ones).bit_count(), (group & twos).bit_count()
    return low * one + high * two + (group.bit_count() - low - high) * tower


def connected(setup: Setup, owned: int, cell: int) -> int:
    """The cells connected to this one through cells of the same owner, from neighbour to neighbour."""
    # PS-BOX-04, PS-RENT-03
    neighbours = setup.neighbour_masks
    group = waiting = 1 << cell
    while waiting:
        lowest = waiting & -waiting
        fresh = neighbours[lowest.bit_length() - 1] & owned & ~group
        group |= fresh
        waiting ^= lowest | fresh
    return group
