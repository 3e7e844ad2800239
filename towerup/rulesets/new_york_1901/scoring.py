"""The final score.

FR “Décompte final”: the points of the track, streets, the challenge, unused action cards; then what breaks a tie.
"""

from __future__ import annotations

import attrs

from .objectives import challenge_points, estates, street_points
from .state import Phase, State
from .tiles import Technology


@attrs.frozen
class Score:
    """A player's points by source; `legendary` (its height, 0 without) and `gold` (buildings) break ties."""

    colour: str
    track: int
    streets: int
    challenge: int
    cards: int
    legendary: int
    gold: int

    @property
    def total(self) -> int:
        """All points in the end."""
        # NY-FINAL-03
        return self.track + self.streets + self.challenge + self.cards


@attrs.frozen
class Outcome:
    """How a game ended: scores seat by seat, the winning seats (several share a victory), and why and by whom it ended."""

    scores: tuple[Score, ...]
    winners: tuple[int, ...]
    cause: str
    ended_by: int


def scores(state: State) -> tuple[Score, ...]:
    """What each player would have if the game ended now, seat by seat; at the end, what each has."""
    streets, challenge = street_points(state), challenge_points(state)
    unused = state.setup.edition.unused_card
    return tuple(
        Score(
            colour=colour,
            track=state.points[seat],
            streets=streets[seat],
            challenge=challenge[seat],
            # NY-FINAL-02
            cards=unused * state.cards[seat].bit_count(),
            legendary=max((one.height for one in buildings), default=0),
            gold=sum(one.technology == Technology.GOLD and not one.height for one in buildings),
        )
        for seat, (colour, buildings) in enumerate(zip(state.setup.seats, estates(state), strict=True))
    )


def outcome(state: State) -> Outcome | None:
    """How the game ended, or None while it goes on."""
    if state.phase is not Phase.OVER or state.ending is None:
        return None
    final = scores(state)
    # NY-FINAL-03
    most = max(score.total for score in final)
    best = [seat for seat, score in enumerate(final) if score.total == most]
    # NY-FINAL-04
    tallest = max(final[seat].legendary for seat in best)
    best = [seat for seat in best if final[seat].legendary == tallest]
    gold = max(final[seat].gold for seat in best)
    winners = tuple(seat for seat in best if final[seat].gold == gold)
    return Outcome(final, winners, state.ending.cause.words, state.ending.seat)
