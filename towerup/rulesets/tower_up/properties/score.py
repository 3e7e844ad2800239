"""The final score, worked out a second time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from ..state import Phase, State
from .collection import scored
from .facts import rank


class Score(Protocol):
    """What an outcome says about a player."""

    @property
    def roof(self) -> str: ...
    @property
    def vehicles(self) -> Mapping[str, int]: ...
    @property
    def cone(self) -> int: ...
    @property
    def chips(self) -> Mapping[str, int]: ...
    @property
    def stock(self) -> int: ...
    @property
    def total(self) -> int: ...


class Outcome(Protocol):
    """What an outcome says."""

    @property
    def scores(self) -> Sequence[Score]: ...
    @property
    def winners(self) -> tuple[int, ...]: ...
    @property
    def decided_by(self) -> str: ...
    @property
    def cause(self) -> str: ...
    @property
    def ended_by(self) -> int: ...


@scored("TU-TURN-03", "TU-FINAL-01")
def an_outcome_exactly_when_the_game_is_over(state: State, outcome: Outcome | None) -> bool:
    """There is an outcome when the game is over, and none before."""
    return (outcome is not None) == (state.phase is Phase.OVER)


@scored("TU-FINAL-01", "TU-END-07")
def scores_are_vehicles_cone_and_chips(state: State, outcome: Outcome | None) -> bool:
    """Each score has the worth of each vehicle, of the cone and of the chips; the total is their sum."""
    edition = state.setup.edition
    return outcome is None or (
        len(outcome.scores) == len(state.players)
        and all(
            (score.roof, score.chips, score.total, score.stock) == (player.roof, player.chips, *rank(state, player))
            and score.vehicles == {colour: edition.worth[at] for colour, at in player.vehicles.items()}
            and score.cone == (0, *edition.cone)[player.cone or 0]
            for score, player in zip(outcome.scores, state.players, strict=True)
        )
    )


@scored("TU-FINAL-02", "TU-FINAL-03", "TU-FINAL-04")
def the_most_millions_then_the_most_floors_win(state: State, outcome: Outcome | None) -> bool:
    """All with the most Millions, and among them the most floors in stock, win."""
    ranks = [rank(state, player) for player in state.players]
    return outcome is None or outcome.winners == tuple(seat for seat, own in enumerate(ranks) if own == max(ranks))


@scored("TU-FINAL-03", "TU-FINAL-04")
def the_outcome_says_what_decided(state: State, outcome: Outcome | None) -> bool:
    """Millions decide, or floors in stock if several have the most Millions, or nothing if these are equal too."""
    ranks = sorted([rank(state, player) for player in state.players], reverse=True)
    tied = "shared victory" if ranks[0] == ranks[1] else "floors in stock"
    return outcome is None or outcome.decided_by == (tied if ranks[0][0] == ranks[1][0] else "Millions")


@scored("TU-END-01", "TU-END-04")
def the_outcome_says_what_triggered_the_end(state: State, outcome: Outcome | None) -> bool:
    """The cause of the end and its player are those that triggered it."""
    if outcome is None or state.ending is None:
        return outcome is None
    return (outcome.cause, outcome.ended_by) == (state.ending.cause.value, state.ending.seat)
