"""The final score.

FR “(end)”, FR-S “Fin de partie et décompte”: cash, a bonus for each skyscraper, and the debt of a bankrupt; the richest wins.
"""

from __future__ import annotations

import attrs

from .reserves import skyscrapers_on_board
from .state import Phase, State


@attrs.frozen
class Score:
    """A player's money by source: cash when the game ended, the bonus, the part of a debt that was paid, a debt received."""

    colour: str
    cash: int
    skyscrapers: int
    paid: int
    received: int

    @property
    def total(self) -> int:
        """All money in the end (PS-FINAL-01, PS-FINAL-02)."""
        return self.cash + self.skyscrapers - self.paid + self.received


@attrs.frozen
class Outcome:
    """How a game ended: scores seat by seat, the winning seats (several share a victory), and why it ended."""

    scores: tuple[Score, ...]
    winners: tuple[int, ...]
    cause: str
    ended_by: int


def scores(state: State) -> tuple[Score, ...]:
    """What each player would have if the game ended now, seat by seat; at the end, what each has."""
    skyscrapers = skyscrapers_on_board(state)
    made = []
    for seat, player in enumerate(state.players):
        # A bonus for each skyscraper on the board (PS-FINAL-01).
        bonus = state.setup.edition.bonus * skyscrapers[player.colour]
        paid = received = 0
        # A bankrupt pays from cash and bonus, the bank adds the rest, and the creditor gets all of it (PS-FINAL-02).
        if state.ending and state.ending.seat == seat:
            paid = min(state.ending.debt, player.cash + bonus)
        if state.ending and state.ending.creditor == seat:
            received = state.ending.debt
        made.append(Score(player.colour, player.cash, bonus, paid, received))
    return tuple(made)


def outcome(state: State) -> Outcome | None:
    """How the game ended, or None while it goes on."""
    if state.phase is not Phase.OVER or state.ending is None:
        return None
    final = scores(state)
    # The richest wins; several share the victory (PS-FINAL-03, PS-FINAL-04).
    most = max(score.total for score in final)
    winners = tuple(seat for seat, score in enumerate(final) if score.total == most)
    return Outcome(final, winners, state.ending.cause.value, state.ending.seat)
