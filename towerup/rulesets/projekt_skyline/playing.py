"""Playing: `apply` and `explain`, the one door through which a state becomes the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from towerup.kernel.actors import Actor, named
from towerup.kernel.rules import Catalogue, Finding, IllegalAction, Violation, violations

from .actions import Action
from .building import build, grow, pass_by
from .edition import Edition
from .following import dice, draw, floor, remove, richest_walks, shift, swap, tax, throw
from .judging import JUDGES, judge, wanted_now
from .rulings import Rulings
from .setup import agree
from .space import (
    BuildMove,
    CornerMove,
    DrawMove,
    GrowMove,
    PassMove,
    PlaceMove,
    RemoveMove,
    RollMove,
    ShiftMove,
    SwapMove,
    TaxMove,
    ThrowMove,
    WalkMove,
)
from .starting import corner, first_state, place
from .state import Phase, State
from .understanding import understand
from .walking import roll


@cache
def catalogue() -> Catalogue:
    """The rules and rulings of Projekt Skyline."""
    return Catalogue.from_toml(resources.files(__package__) / "rules.toml")


def new_game(
    players: int | Sequence[str],
    *,
    edition: str | Path | Edition = "standard",
    expert: bool = False,
    rulings: Rulings | None = None,
) -> State:
    """A game about to begin: the first player is to place a skyscraper.

    `players` is their number, or their colours clockwise, the one who places first in front. `expert` is the variant.
    """
    return first_state(agree(players, edition, expert, rulings))


def explain(state: State, action: object, by: Actor | None = None) -> tuple[Violation, ...]:
    """Every rule that the action breaks now; empty exactly if it is legal. `by` is who claims to do it, if that matters."""
    return violations(catalogue(), findings(state, action, by))


def findings(state: State, action: object, by: Actor | None = None) -> list[Finding]:
    """The same as bare findings, without titles and citations: for those who judge thousands of actions."""
    broken: list[Finding] = []
    seat = _deciding(state)
    if by is not None:
        if by != state.actor or type(by) is not type(state.actor):
            broken.append(
                Finding(
                    "PS-TURN-01", f"{named(by, state.setup.seats)} cannot act: the table waits for {wanted_now(state)}"
                )
            )
        if type(by) is int and 0 <= by < len(state.setup.seats):
            seat = by  # out of turn or not, the rest is judged by what belongs to the one who claims to act
    move = understand(state.setup, action)
    return broken + (move if isinstance(move, list) else judge(state, move, seat))


def _deciding(state: State) -> int:
    """The seat for which is decided: whoever follows a card, else the one whose turn it is."""
    return state.drawer if state.phase is Phase.CARD else state.seat


def apply(state: State, action: Action, by: Actor | None = None) -> State:
    """The state after the action; `state` itself stays as it is. Raises IllegalAction with every broken rule."""
    space = state.setup.space
    move = space.moves_by_id.get(id(action)) or space.known(action)
    if move is None or by is not None:
        return _apply_carefully(state, action, by)
    judge_it, play_it = _DOORS[type(move)]
    if judge_it(state, move, _deciding(state)):
        raise IllegalAction(action, explain(state, action))
    return play_it(state, move)


def _apply_carefully(state: State, action: Action, by: Actor | None) -> State:
    """For an action that somebody made anew, or claims to take: it may be anything, and anybody's."""
    broken = explain(state, action, by)
    if broken:
        raise IllegalAction(action, broken)
    move = state.setup.space.moves[action]
    return _DOORS[type(move)][1](state, move)


def _roll(state: State, move: RollMove) -> State:
    """Dice are rolled for a turn, or for a card."""
    return roll(state, move) if state.phase is Phase.ROLL else dice(state, move)


def _place(state: State, move: PlaceMove) -> State:
    """A piece is placed for the start, or for a card."""
    return place(state, move) if state.phase is Phase.PLACE else floor(state, move)


_PLAYS: dict[type[Any], Callable[[State, Any], State]] = {
    CornerMove: corner,
    PlaceMove: _place,
    RollMove: _roll,
    ThrowMove: throw,
    BuildMove: build,
    GrowMove: grow,
    PassMove: pass_by,
    DrawMove: draw,
    WalkMove: richest_walks,
    TaxMove: tax,
    RemoveMove: remove,
    SwapMove: swap,
    ShiftMove: shift,
}

_DOORS: dict[type[Any], tuple[Callable[[State, Any, int], list[Finding]], Callable[[State, Any], State]]] = {
    kind: (JUDGES[kind], play) for kind, play in _PLAYS.items()
}
"""For each kind of move, its judge and what it does."""
