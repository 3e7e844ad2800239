"""The final score.

FR “(end)”, FR-S “Fin de partie et décompte”: cash, a bonus for each skyscraper, and the debt of a bankrupt; the richest wins.
"""

from __future__ import annotations

import attrs

from .state import Phase, State


@attrs.frozen
class Score:
    """A player's money by source: cash when the game ended, the bonus, a debt paid (as far as it could be), one received."""

    colour: str
    cash: int
    skyscrapers: int
    paid: int
    received: int

    @property
    def total(self) -> int:
        """All money in the end."""
        # PS-FINAL-01, PS-FINAL-02
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
    ending, bonus = state.ending, state.setup.edition.bonus
    made = []
    for seat, colour in enumerate(state.setup.seats):
        cash = state.cash[seat]
        # PS-FINAL-01
        skyscrapers = bonus * (state.owned[seat] & state.towers).bit_count()
        paid = received = 0
        # PS-FINAL-02
        if ending is not None and ending.seat == seat:
            paid = min(ending.debt, cash + skyscrapers)
        if ending is not None and ending.creditor == seat:
            received = ending.debt
        made.append(Score(colour, cash, skyscrapers, paid, received))
    return tuple(made)


def outcome(state: State) -> Outcome | None:
    """How the game ended, or None while it goes on."""
    if state.phase is not Phase.OVER or state.ending is None:
        return None
    final = scores(state)
    # PS-FINAL-03
    most = max(score.total for score in final)
    # PS-FINAL-04
    winners = tuple(seat for seat, score in enumerate(final) if score.total == most)
    return Outcome(final, winners, state.ending.cause.words, state.ending.seat)
