"""Games played by players, the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from towerup.kernel.actors import CHANCE
from towerup.kernel.dealers import Dealer
from towerup.kernel.records import Record

from .players import Player

STEP_BOUND = 2_000
"""A game may go on for ever, so it has a bound; whoever plays one says when it was reached."""


def steps(
    start: Any, players: Sequence[Player], seed: int | str, luck: int | str | None = None
) -> Iterator[tuple[Any, Any]]:
    """A game action by action, each with the state after it, until it is over or for as long as anybody asks.

    `seed` is for the players' choices, each with a generator of their own; `luck` for the dealer (without it, the seed is
    for both): games with the same luck are dealt the same cards, as long as the same is asked for.
    """
    rules, state = start.ruleset, start
    seats = len(rules.seats(start))
    if len(players) != seats:
        raise ValueError(f"{seats} players sit at this table, not {len(players)}")
    dealer = Dealer(f"{seed if luck is None else luck}/dealer")
    choosers = [random.Random(f"{seed}/{seat}") for seat in range(len(players))]
    while (actor := state.actor) is not None:
        if actor is CHANCE:
            action = dealer.deal(state)
        else:
            action = players[actor](state, rules.legal_actions(state), choosers[actor])
        state = rules.apply(state, action)
        yield action, state


def play(
    start: Any, players: Sequence[Player], seed: int | str, luck: int | str | None = None, bound: int = STEP_BOUND
) -> Record:
    """A game played to its end, or as far as the bound: then its last state is not over."""
    return played_out(start, players, seed, luck, bound)[0]


def played_out(
    start: Any, players: Sequence[Player], seed: int | str, luck: int | str | None = None, bound: int = STEP_BOUND
) -> tuple[Record, Any]:
    """The same, with the last state."""
    actions, state = [], start
    for action, state in islice(steps(start, players, seed, luck), bound):  # noqa: B007  # wanted after the loop
        actions.append(action)
    return Record(start, tuple(actions)), state
