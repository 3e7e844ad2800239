"""Evaluation: how much money each player can expect. An opinion for players, no rule.

It counts cash and the bonus for skyscrapers, and with weights that were found by playing: what the own estates will bring in
and the others' will cost while the game lasts, and constructions of two floors, which may become skyscrapers.
"""

from __future__ import annotations

from .reserves import skyscrapers_on_board
from .scoring import scores
from .state import Phase, State
from .walking import group_of

ROUNDS = 7.0
"""How many rounds of rent are looked ahead at the start of a game; the fewer, the nearer its end."""
TWO_FLOORS = 25.0
"""What a construction of two floors is worth beyond its rent: it may become a skyscraper."""
BROKE = 100.0
"""A player with less cash than this is in danger of a rent that cannot be paid."""
SPREAD = 200.0
"""How far off this typically is in the middle of a game."""


def evaluate(state: State) -> tuple[float, ...]:
    """For each seat the money it can expect; exactly what it has, once the game is over."""
    if state.phase is Phase.OVER:
        return tuple(float(score.total) for score in scores(state))
    bonus, players = state.setup.edition.bonus, len(state.players)
    skyscrapers = skyscrapers_on_board(state)
    # How much of the game is still to come, from 1 down to 0.
    left = 1 - max(skyscrapers.values()) / state.setup.skyscrapers
    rents = _rents_a_round(state)
    values = []
    for player in state.players:
        own = rents[player.colour]
        # Each opponent comes round once and pays, and one pays each of them.
        income = (players - 1) * own - (sum(rents.values()) - own)
        value = player.cash + bonus * skyscrapers[player.colour] + ROUNDS * left * income
        value += TWO_FLOORS * sum(
            one.owner == player.colour and one.floors == 2 for one in state.constructions.values()
        )
        if player.cash < BROKE:
            value -= (BROKE - player.cash) / 4
        values.append(value)
    return tuple(values)


def _rents_a_round(state: State) -> dict[str, float]:
    """What a pawn that stops on any space with the same odds pays on average to each player."""
    board, rents = state.setup.board, state.setup.edition.rents
    paid = dict.fromkeys(state.setup.seats, 0)
    seen: set[str] = set()
    for cell, construction in state.constructions.items():
        if cell not in seen:
            group = group_of(state, cell)
            seen.update(group)
            due = sum(rents[state.constructions[one].floors - 1] for one in group)
            paid[construction.owner] += due * sum(len(state.board.nodes[one]["spaces"]) for one in group)
    return {colour: total / len(board.spaces) for colour, total in paid.items()}
