"""The final score.

FR “SCORE FINAL”, PL “PUNKTACJA KOŃCOWA”: the Millions of the vehicles, of the cone, and of the bonus chips; ties go to
the larger stock, and then the victory is shared.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from towerup.kernel.frozen import FrozenDict

from .state import Phase, State


@attrs.frozen
class Score:
    """A player's Millions by source: each vehicle, the cone, the chips by objective.

    `roof` is the player's colour, and `stock` the number of floors in stock, which decides ties.
    """

    roof: str
    vehicles: Mapping[str, int]
    cone: int
    chips: Mapping[str, int]
    stock: int

    @property
    def total(self) -> int:
        """All Millions."""
        # TU-FINAL-01
        return sum(self.vehicles.values()) + self.cone + sum(self.chips.values())


@attrs.frozen
class Outcome:
    """How a game ended: scores seat by seat, the winning seats (several share a victory), and why it ended.

    `decided_by` is "Millions", "floors in stock" or "shared victory"; `cause` is "last roof", "shortage" or "last roof and
    shortage", and `ended_by` the seat through which the end came.
    """

    scores: tuple[Score, ...]
    winners: tuple[int, ...]
    decided_by: str
    cause: str
    ended_by: int


def scores(state: State) -> tuple[Score, ...]:
    """What each player has scored so far, seat by seat (TU-FINAL-01)."""
    edition = state.setup.edition
    return tuple(
        Score(
            roof=player.roof,
            vehicles=FrozenDict({colour: edition.worth[player.vehicles[colour]] for colour in edition.colours}),
            cone=edition.cone[player.cone - 1] if player.cone else 0,
            chips=FrozenDict({id: player.chips[id] for id in state.setup.objectives if id in player.chips}),
            stock=player.stock.total,
        )
        for player in state.players
    )


def outcome(state: State) -> Outcome | None:
    """How the game ended, or None while it goes on."""
    if state.phase is not Phase.OVER or state.ending is None:
        return None
    final = scores(state)
    # TU-FINAL-02
    richest = _best([score.total for score in final], range(len(final)))
    # TU-FINAL-03, TU-FINAL-04
    winners = _best([score.stock for score in final], richest)
    if len(richest) == 1:
        decided_by = "Millions"
    elif len(winners) == 1:
        decided_by = "floors in stock"
    else:
        decided_by = "shared victory"
    return Outcome(final, winners, decided_by, str(state.ending.cause), state.ending.seat)


def _best(values: list[int], seats: tuple[int, ...] | range) -> tuple[int, ...]:
    """The seats, of those given, with the highest value."""
    most = max(values[seat] for seat in seats)
    return tuple(seat for seat in seats if values[seat] == most)
