"""The law of steps about the chips of objectives."""

from __future__ import annotations

from towerup.kernel.invariants import Told, TransitionLaws

from .actions import Action, Back, Decline, Found, Place, Reveal, Take
from .state import State

CHIP_STEP_LAWS: TransitionLaws[State, Action] = TransitionLaws()

_law = CHIP_STEP_LAWS.law

_ALL_BUT_DEAL = (Reveal, Place, Take, Back, Found, Decline)


@_law("TU-GOAL-01", "TU-GOAL-02", "TU-GOAL-03", on=_ALL_BUT_DEAL, about=("players.chips",))
def chips_are_kept(before: State, action: Action, after: State) -> Told:
    """A chip once taken is kept; only a founding brings one, to the founder, and it is the highest that was left."""
    wrong: list[str | tuple[str, str]] = []
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if old.chips is not new.chips and old.chips != new.chips:
            wrong += _wrong_chips(before, action, seat, new.chips)
    return wrong


def _wrong_chips(before: State, action: Action, seat: int, now: tuple[int, ...]) -> list[tuple[str, str]]:
    setup = before.setup
    highest = sorted(setup.edition.chips[len(before.players)], reverse=True)
    if len(now) != len(setup.objectives):
        return [("TU-GOAL-03", f"{setup.seats[seat]} has {len(now)} places for chips")]
    wrong: list[tuple[str, str]] = []
    for number, (had, has) in enumerate(zip(before.players[seat].chips, now, strict=True)):
        if had == has:
            continue
        out = sum(1 for player in before.players if player.chips[number])
        told = f"the chip of {setup.objectives[number]} of {setup.seats[seat]} went from {had} to {has}"
        if had:
            wrong.append(("TU-GOAL-03", told))
        elif type(action) is not Found or seat != before.seat:
            wrong.append(("TU-GOAL-01", told))
        elif has != highest[out]:
            wrong.append(("TU-GOAL-02", told))
    return wrong
