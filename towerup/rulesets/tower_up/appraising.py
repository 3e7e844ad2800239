"""Appraising: how many Millions each player may be expected to come to. An opinion for players, no rule.

Counted are the Millions there are, and with weights that were found by playing: roofs on top, which the cone will count
unless they are covered; roofs and floors still to be used; steps that lack to the next extra turn; roofs that lack to an
objective; and being the one to play.
"""

from __future__ import annotations

from towerup.kernel.counts import FIELD, WIDTH

from .lacking import lacks_of
from .state import ANOTHER, FLOORS, MOST_FLOORS, ROOF_BITS, ROOFS, Phase, State

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


def appraise(state: State) -> tuple[float, ...]:
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
    to_play = _to_play(state)
    values = []
    for seat, player in enumerate(players):
        value = float(sum([worth[steps] for steps in player.vehicles]) + sum(player.chips))
        if player.cone is not None:
            values.append(value + (cone[player.cone - 1] if player.cone else 0))
            continue
        roofs = min(on_top[seat + 1], len(cone))
        if roofs:
            value += cone[roofs - 1] * (TOP_AT_LAST + (TOP_AT_FIRST - TOP_AT_LAST) * left)
        if left:
            value += ROOF * player.roofs + left * _in_hand(state, seat)
            value += left**0.5 * _chips_to_come(state, seat)
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


def _in_hand(state: State, seat: int) -> float:
    """What the floors in stock and the vehicles on their way promise, at the start of a game."""
    player, stars = state.players[seat], state.setup.edition.stars
    value = FLOOR * min(player.stock % FIELD, state.setup.stock_limit)
    stock = player.stock
    while stock:
        if stock & FIELD:
            value += COLOUR_HELD
        stock >>= WIDTH
    reached = state.setup.stars_by_column[min(player.vehicles)]
    if reached < len(stars):
        goal = stars[reached]
        value -= STEP_TO_STAR * sum([goal - steps for steps in player.vehicles if steps < goal])
    return value


def _chips_to_come(state: State, seat: int) -> float:
    """What the objectives not yet fulfilled promise, by how much they lack."""
    setup, players = state.setup, state.players
    player, value = players[seat], 0.0
    for number, (chip, lack) in enumerate(zip(player.chips, lacks_of(setup), strict=True)):
        if not chip:
            lacking = lack(player.present, player.doubled, player.levels, state.painted)
            if lacking < len(CHIP) and lacking <= player.roofs:
                gone = sum([other.chips[number] > 0 for other in players])
                value += setup.chips[gone] * CHIP[lacking]
    return value
