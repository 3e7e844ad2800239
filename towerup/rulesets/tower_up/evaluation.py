"""Evaluation: how many Millions each player may be expected to come to. An opinion for players, no rule.

Counted are the Millions there are, and with weights that were found by playing: roofs on top, which the cone will count
unless they are covered; roofs and floors still to be used; steps that lack to the next extra turn; roofs that lack to an
objective; and being the one to play.
"""

from __future__ import annotations

from towerup.kernel.counts import FIELD, WIDTH

from .lacking import lacks_of
from .setup import Setup
from .state import ANOTHER, FLOORS, MOST_FLOORS, ROOF_BITS, ROOFS, Phase, Player, State

FLOOR = 0.8
"""Millions that a floor in stock, up to the limit, is worth at the start of a game; the less, the nearer its end."""
COLOUR_HELD = 0.45
"""Millions, likewise, for each colour in stock: one cannot found with few."""
TOP_AT_FIRST, TOP_AT_LAST = 0.15, 0.8
"""What share of its Millions on the cone a roof on top is worth: early in a game it will be covered."""
ROOF = 1.25
"""Millions for each roof in hand, until the end is coming."""
STEP_TO_STAR = 0.2
"""Millions off, at the start of a game, for each step that lacks to the next star column."""
CHIP = (1.0, 0.65, 0.25, 0.1)
"""What share of the next chip of an objective is had where so many roofs are lacking; with more of them, nothing."""
TURN = 1.5
"""Millions for being the one to play."""

SPREAD = 6.0
"""By how many Millions this is wrong in the middle of a game, or so."""

_ROOF_ON_TOP = ROOFS - ROOF_BITS
_NOBODY = -1


def evaluate(state: State) -> tuple[float, ...]:
    """For each seat the Millions it may come to; exactly those it has, once the game is over."""
    setup, players = state.setup, state.players
    edition = setup.edition
    worth, cone = edition.worth, edition.cone
    on_top = [0] * (len(players) + 1)
    for tower in state.towers:
        if tower:
            on_top[tower >> (_ROOF_ON_TOP + ROOF_BITS * ((tower >> FLOORS) & MOST_FLOORS))] += 1
    # How much of the game is still to come, from 1 down to 0.
    left = 0.0 if state.ending else min([player.roofs for player in players]) / edition.roofs
    top = TOP_AT_LAST + (TOP_AT_FIRST - TOP_AT_LAST) * left
    to_play = _to_play(state)
    values = []
    for seat, player in enumerate(players):
        value = float(sum(player.chips))
        for steps in player.vehicles:
            value += worth[steps]
        if player.cone is not None:
            values.append(value + (cone[player.cone - 1] if player.cone else 0))
            continue
        if on_top[seat + 1]:
            value += cone[min(on_top[seat + 1], len(cone)) - 1] * top
        if left:
            value += ROOF * player.roofs + left * _in_hand(setup, player)
            value += left**0.5 * _chips_to_come(state, player)
        values.append(value + TURN if seat == to_play else value)
    return tuple(values)


def _to_play(state: State) -> int:
    """The seat that decides next, once the market is full."""
    phase = state.phase
    if phase is Phase.OVER:
        return _NOBODY
    if phase is Phase.REVEAL and not state.run & ANOTHER:
        return state.setup.following[state.seat]
    return state.seat


# These two are asked for every player in every position that a search tries: plain loops take half the time of the
# comprehensions they could be.


def _in_hand(setup: Setup, player: Player) -> float:
    """What the floors in stock and the vehicles on their way promise, at the start of a game."""
    stock, vehicles, stars = player.stock, player.vehicles, setup.edition.stars
    value = FLOOR * min(stock % FIELD, setup.stock_limit)
    while stock:
        if stock & FIELD:
            value += COLOUR_HELD
        stock >>= WIDTH
    reached = setup.stars_by_column[min(vehicles)]
    if reached < len(stars):
        goal = stars[reached]
        for steps in vehicles:
            if steps < goal:
                value -= STEP_TO_STAR * (goal - steps)
    return value


def _chips_to_come(state: State, player: Player) -> float:
    """What the objectives not yet fulfilled promise, by how much they lack."""
    setup, painted, number, value = state.setup, state.painted, 0, 0.0
    for lack in lacks_of(setup):
        if not player.chips[number]:
            lacking = lack(player.present, player.doubled, player.levels, painted)
            if lacking < len(CHIP) and lacking <= player.roofs:
                gone = 0
                for other in state.players:
                    if other.chips[number]:
                        gone += 1
                value += setup.chips[gone] * CHIP[lacking]
        number += 1  # noqa: SIM113  # counting by hand, as above
    return value
