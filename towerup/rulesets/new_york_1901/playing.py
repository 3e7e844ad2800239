"""Playing: `apply` and `explain`, the one door through which a state becomes the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from towerup.kernel.actors import Actor, named
from towerup.kernel.rules import Catalogue, Finding, IllegalAction, Violation, violations

from .acquiring import acquire, end_turn, give, grab, shift
from .actions import Action
from .building import boom, build, rebuild
from .dealing import deal
from .edition import Edition
from .judging import JUDGES, judge, wanted_now
from .rulings import Rulings
from .setup import agree
from .space import (
    AcquireMove,
    BoomMove,
    BuildMove,
    DealMove,
    EndMove,
    GiveMove,
    GrabMove,
    RebuildMove,
    ShiftMove,
)
from .starting import first_state
from .state import State
from .understanding import understand


@cache
def catalogue() -> Catalogue:
    """The rules and rulings of New York 1901."""
    return Catalogue.from_toml(resources.files(__package__) / "rules.toml")


def new_game(
    players: int | Sequence[str],
    *,
    edition: str | Path | Edition = "standard",
    characters: Sequence[str] | None = None,
    streets: Sequence[str] | None = None,
    challenge: str | None = None,
    expert: bool = False,
    rulings: Rulings | None = None,
) -> State:
    """A game about to begin: chance is to deal the market.

    `players` is their number, or their colours clockwise, the youngest in front. `characters` are the districts where they
    start, seat by seat; `streets` are those in play; `challenge` is the challenge in play, if there is one. Without a word
    about them: the first districts and streets of the edition, and no challenge, as for a first game.
    """
    return first_state(agree(players, edition, characters, streets, challenge, expert, rulings))


def explain(state: State, action: object, by: Actor | None = None) -> tuple[Violation, ...]:
    """Every rule that the action breaks now; empty exactly if it is legal. `by` is who claims to do it, if that matters."""
    return violations(catalogue(), findings(state, action, by))


def findings(state: State, action: object, by: Actor | None = None) -> list[Finding]:
    """The same as bare findings, without titles and citations: for those who judge thousands of actions."""
    broken: list[Finding] = []
    seat = state.seat
    if by is not None:
        if by != state.actor or type(by) is not type(state.actor):
            broken.append(
                Finding(
                    "NY-TURN-01", f"{named(by, state.setup.seats)} cannot act: the table waits for {wanted_now(state)}"
                )
            )
        if type(by) is int and 0 <= by < len(state.setup.seats):
            seat = by  # out of turn or not, the rest is judged by what belongs to the one who claims to act
    move = understand(state.setup, action)
    return broken + (move if isinstance(move, list) else judge(state, move, seat))


def apply(state: State, action: Action, by: Actor | None = None) -> State:
    """The state after the action; `state` itself stays as it is. Raises IllegalAction with every broken rule."""
    space = state.setup.space
    move = space.moves_by_id.get(id(action)) or space.known(action)
    if move is None or by is not None:
        return _apply_carefully(state, action, by)
    judge_it, play_it = _DOORS[type(move)]
    if judge_it(state, move, state.seat):
        raise IllegalAction(action, explain(state, action))
    return play_it(state, move)


def _apply_carefully(state: State, action: Action, by: Actor | None) -> State:
    """For an action that somebody made anew, or claims to take: it may be anything, and anybody's."""
    broken = explain(state, action, by)
    if broken:
        raise IllegalAction(action, broken)
    move = state.setup.space.moves[action]
    return _DOORS[type(move)][1](state, move)


_PLAYS: dict[type[Any], Callable[[State, Any], State]] = {
    DealMove: deal,
    ShiftMove: shift,
    GrabMove: grab,
    AcquireMove: acquire,
    BuildMove: build,
    RebuildMove: rebuild,
    BoomMove: boom,
    GiveMove: give,
    EndMove: end_turn,
}

_DOORS: dict[type[Any], tuple[Callable[[State, Any, int], list[Finding]], Callable[[State, Any], State]]] = {
    kind: (JUDGES[kind], play) for kind, play in _PLAYS.items()
}
"""For each kind of move, its judge and what it does."""
