"""Evaluation: how much money each player may be expected to come to. An opinion for players, no rule.

Counted are cash and the bonus for skyscrapers, and with weights that were found by playing: what the own estates will bring in
and the others' will cost while the game lasts, and constructions of two floors, which may become skyscrapers.
"""

from __future__ import annotations

from functools import lru_cache

from .board import Board
from .setup import Setup
from .state import Phase, State
from .walking import connected

ROUNDS = 7.0
"""So many rounds of rent are looked ahead at the start of a game; the fewer, the nearer its end."""
TWO_FLOORS = 25.0
"""What a construction of two floors is worth beyond its rent: it may become a skyscraper."""
BROKE = 100.0
"""Who has less cash than this is in danger of a rent that cannot be paid."""
SPREAD = 200.0
"""By how much money this is wrong in the middle of a game, or so."""


@lru_cache(maxsize=64)
def _spaces_beside(board: Board) -> tuple[int, ...]:
    """For each cell the number of spaces of the street beside it."""
    return tuple(board.beside.count(cell) for cell in range(len(board.names)))


def evaluate(state: State) -> tuple[float, ...]:
    """For each seat the money it may come to; exactly what it has, once the game is over."""
    if state.phase is Phase.OVER:
        from .scoring import scores

        return tuple(float(score.total) for score in scores(state))
    setup = state.setup
    bonus, players = setup.edition.bonus, len(setup.seats)
    towers = [(cells & state.towers).bit_count() for cells in state.owned]
    left = 1 - max(towers) / setup.skyscrapers
    """How much of the game is still to come, from 1 down to 0."""
    rents = [_rent_a_round(setup, state, cells) for cells in state.owned]
    whole = sum(rents)
    values = []
    for seat, cells in enumerate(state.owned):
        # Each opponent comes round once and pays, and one pays each of them.
        income = (players - 1) * rents[seat] - (whole - rents[seat])
        value = state.cash[seat] + bonus * towers[seat] + ROUNDS * left * income
        value += TWO_FLOORS * (cells & state.twos).bit_count()
        if state.cash[seat] < BROKE:
            value -= (BROKE - state.cash[seat]) / 4
        values.append(value)
    return tuple(values)


def _rent_a_round(setup: Setup, state: State, owned: int) -> float:
    """What a pawn that stops on any space with the same odds pays on the whole to the owner of these cells."""
    one, two, tower = setup.rents
    spaces = _spaces_beside(setup.board)
    paid, rest = 0.0, owned
    while rest:
        group = connected(setup, owned, rest.bit_length() - 1)
        rest &= ~group
        low, high = (group & state.ones).bit_count(), (group & state.twos).bit_count()
        due = low * one + high * two + (group.bit_count() - low - high) * tower
        while group:
            cell = group.bit_length() - 1
            paid += due * spaces[cell]
            group ^= 1 << cell
    return paid / setup.ring
