"""Many games for the notebooks: played by several processes, the same games however many there are."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import attrs

import towerup as tu
from towerup import lab


@attrs.frozen
class Wish:
    """A game that is wanted: who plays, by name, with which seed, objectives and rulings."""

    players: tuple[str, ...]
    seed: int
    objectives: Any = "start"
    rulings: tuple[tuple[str, str], ...] = ()
    bound: int = 1_500


@attrs.frozen
class Played:
    """What came of a game."""

    wish: Wish
    scores: tuple[tu.Score, ...]
    winners: tuple[int, ...]
    cause: str | None
    """What brought the end about; None if the game was broken off at its bound."""
    ended_by: int | None
    objectives: tuple[str, ...]
    actions: int
    decisions: tuple[Counter[str], ...]
    """Seat by seat: how often each kind of action was taken."""
    extra_turns: tuple[int, ...]
    """Seat by seat: extra turns played."""

    @property
    def turns(self) -> int:
        """Cards taken and buildings founded, by all players."""
        return sum(counts["take"] + counts["found"] for counts in self.decisions)


def played(wishes: Sequence[Wish], processes: int | None = None) -> list[Played]:
    """These games, in this order."""
    processes = processes or os.cpu_count() or 1
    if processes == 1:
        return [play(wish) for wish in wishes]
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as crew:
        return list(crew.map(play, wishes, chunksize=4))


def play(wish: Wish) -> Played:
    """One game, and what is worth knowing of it."""
    rulings = tu.Rulings(**dict(wish.rulings))  # type: ignore[arg-type]  # names and readings are data here
    state = tu.new_game(len(wish.players), objectives=wish.objectives, rulings=rulings)
    record = lab.play(
        state,
        [lab.player(name, tu.TOWER_UP) for name in wish.players],
        wish.seed,
        bound=wish.bound,
    )
    seats = range(len(wish.players))
    decisions: tuple[Counter[str], ...] = tuple(Counter() for _ in seats)
    extra = [0 for _ in seats]
    for state, action in zip(record.states(), record.actions, strict=False):
        if isinstance(state.actor, int):
            decisions[state.actor][type(action).__name__.lower()] += 1
            extra[state.actor] += (
                isinstance(action, tu.Take | tu.Found) and state.extra_turn
            )
    state = tu.apply(state, action)
    result = tu.outcome(state)
    return Played(
        wish,
        tu.scores(state),
        () if result is None else result.winners,
        None if result is None else result.cause,
        None if result is None else result.ended_by,
        state.setup.objectives,
        len(record.actions),
        decisions,
        tuple(extra),
    )
