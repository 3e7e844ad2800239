"""The final score.

FR “Décompte final”: the points of the track, streets, the challenge, unused action cards; then what breaks a tie.
"""

from __future__ import annotations

import attrs

from .box.tiles import Technology
from .objectives import challenge_points, estates, street_points
from .state import Phase, State


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
    return tuple(
        Score(
            colour=player.colour,
            track=player.points,
            streets=streets[seat],
            challenge=challenge[seat],
            cards=state.setup.edition.unused_card * len(player.cards),  # NY-FINAL-02
            legendary=max((one.tile.height for one in buildings), default=0),
            gold=sum(one.tile.technology is Technology.GOLD and not one.tile.height for one in buildings),
        )
        for seat, (player, buildings) in enumerate(zip(state.players, estates(state), strict=True))
    )


def outcome(state: State) -> Outcome | None:
    """How the game ended, or None while it goes on."""
    if state.phase is not Phase.OVER or state.ending is None:
        return None
    final = scores(state)
    # The most points win; ties go to the tallest legendary, then to most gold, or are shared (NY-FINAL-03, NY-FINAL-04).
    ranks = [(score.total, score.legendary, score.gold) for score in final]
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
    return Outcome(final, winners, str(state.ending.cause), state.ending.seat)
