"""Evaluation: how many Millions each player can expect. An opinion for bots; no rule depends on it.

It counts the Millions there are. It adds estimates, with weights found by playing: for visible roofs, which the cone counts
unless they are covered; for roofs and floors still to be used; for steps to the next extra turn; for objectives that are
nearly fulfilled; and for being the next to play.
"""

from __future__ import annotations

from collections import Counter

from .objective_distance import objective_distance
from .objectives import presence
from .state import Phase, Player, State

FLOOR = 0.8
"""Millions for a floor in stock, up to the limit, at the start of a game; less and less towards its end."""
COLOUR_IN_STOCK = 0.45
"""Millions for each colour in stock at the start of a game: founding needs several."""
VISIBLE_AT_START, VISIBLE_AT_END = 0.15, 0.8
"""The share of its Millions on the cone that a visible roof is worth: early in a game it will be covered."""
ROOF = 1.25
"""Millions for each roof in hand, until the end is triggered."""
STEP_TO_STAR = 0.2
"""Millions off, at the start of a game, for each step that a vehicle needs to the next star column."""
CHIP = (1.0, 0.65, 0.25, 0.1)
"""The share of the next chip of an objective that counts when it needs so many more roofs; with more of them, nothing."""
TURN = 1.5
"""Millions for being the next to play."""

SPREAD = 6.0
"""How many Millions this is typically off in the middle of a game."""


def evaluate(state: State) -> tuple[float, ...]:
    """The Millions that each seat can expect; once the game is over, exactly those it has."""
    edition = state.setup.edition
    visible = Counter(building.top for building in state.buildings.values())
    time_left = _time_left(state)
    visible_share = VISIBLE_AT_END + (VISIBLE_AT_START - VISIBLE_AT_END) * time_left
    next_seat = _next_seat(state)
    values = []
    for seat, player in enumerate(state.players):
        value = float(sum(player.chips.values()))
        value += sum([edition.worth[steps] for steps in player.vehicles.values()])
        if player.cone is not None:
            values.append(value + (edition.cone[player.cone - 1] if player.cone else 0))
            continue
        if visible[player.roof]:
            value += edition.cone[min(visible[player.roof], len(edition.cone)) - 1] * visible_share
        if time_left:
            value += ROOF * player.roofs + time_left * _stock_and_vehicles(state, player)
            value += time_left**0.5 * _chips_to_come(state, player)
        values.append(value + TURN if seat == next_seat else value)
    return tuple(values)


def _time_left(state: State) -> float:
    """How much of the game is still to come, from 1 down to 0."""
    return 0.0 if state.ending else min([player.roofs for player in state.players]) / state.setup.edition.roofs


def _next_seat(state: State) -> int | None:
    """The seat that decides next, once the market is full."""
    if state.phase is Phase.OVER:
        return None
    if state.phase is Phase.REVEAL and not state.another_turn:
        return (state.seat + 1) % len(state.players)
    return state.seat


def _stock_and_vehicles(state: State, player: Player) -> float:
    """What the floors in stock and the vehicles on their way are worth at the start of a game."""
    edition = state.setup.edition
    value = FLOOR * min(player.stock.total, edition.stock_limit)
    for _ in player.stock:
        value += COLOUR_IN_STOCK
    last = min(player.vehicles.values())
    next_star = min([star for star in edition.stars if star > last], default=0)
    for colour in edition.colours:
        value -= STEP_TO_STAR * max(0, next_star - player.vehicles[colour])
    return value


def _chips_to_come(state: State, player: Player) -> float:
    """What the objectives not yet fulfilled are worth, by how many roofs they need."""
    present, value = presence(state, player.roof), 0.0
    for id in state.setup.objectives:
        if id in player.chips:
            continue
        distance = objective_distance(state, present, player.roof, state.setup.edition.objectives_by_id[id])
        if distance < len(CHIP) and distance <= player.roofs:
            taken = sum(id in other.chips for other in state.players)
            value += state.box.chips[taken] * CHIP[distance]
    return value
