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
from .edition import Edition
from .founding import found
from .judging import JUDGES, judge, wanted_now
from .rulings import Rulings
from .setup import Objectives, agree
from .space import BackMove, DealMove, DeclineMove, FoundMove, PlaceMove, RevealMove, RevealStartMove, TakeMove
from .stars import decline
from .starting import deal, first_state, place, reveal_start
from .state import State
from .taking import back, reveal, take
from .understanding import understand


@cache
def catalogue() -> Catalogue:
    """The rules and rulings of Tower Up: `catalogue()["TU-FOUND-03"]` is a `Rule`."""
    return Catalogue.from_toml(resources.files(__package__) / "rules.toml")


def new_game(
    players: int | Sequence[str],
    *,
    edition: str | Path | Edition = "reconstruction",
    objectives: Objectives = "start",
    starting_floors: int | None = None,
    rulings: Rulings | None = None,
) -> State:
    """A game about to begin: chance is to reveal the market (or, with objectives="random", to draw the objectives).

    `players` is their number, or their roof colours in turn order. `edition` is a shipped box by name, or the path of a file.
    `objectives` are "start", "random", or names, as many as are in play. `starting_floors` is for the variant with more of them.
    Raises `SetupError` where these wishes cannot be met.
    """
    return first_state(agree(players, edition, objectives, starting_floors, rulings))


def explain(state: State, action: object, by: Actor | None = None) -> tuple[Violation, ...]:
    """Every rule that the action breaks now; empty exactly if it is legal.

    Anything can be asked about, also what is no action of this game. `by` is who claims to do it, if that matters.
    """
    return violations(catalogue(), findings(state, action, by))


def findings(state: State, action: object, by: Actor | None = None) -> list[Finding]:
    """The same as bare findings, without titles and citations: for those who judge thousands of actions."""
    broken: list[Finding] = []
    seat = state.seat
    if by is not None:
        if by != state.actor or type(by) is not type(state.actor):
            broken.append(
                Finding(
                    "TU-TURN-01", f"{named(by, state.setup.seats)} cannot act: the table waits for {wanted_now(state)}"
                )
            )
        if type(by) is int and 0 <= by < len(state.players):
            seat = by  # out of turn or not, the rest is judged by what is before the one who claims to act
    move = understand(state.setup, action)
    return broken + (move if isinstance(move, list) else judge(state, move, seat))


def apply(state: State, action: Action, by: Actor | None = None) -> State:
    """The state after the action; `state` itself stays as it is. Raises `IllegalAction` with every broken rule.

    `by` is who claims to do it, if that matters.
    """
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
    RevealStartMove: reveal_start,
    RevealMove: reveal,
    PlaceMove: place,
    TakeMove: take,
    FoundMove: found,
    DeclineMove: decline,
    BackMove: back,
}

_DOORS: dict[type[Any], tuple[Callable[[State, Any, int], list[Finding]], Callable[[State, Any], State]]] = {
    kind: (JUDGES[kind], play) for kind, play in _PLAYS.items()
}
"""For each kind of move, its judge and what it does."""
