"""Objectives: when each is fulfilled, and its chips.

FR “OBJECTIFS”, “CARTES OBJECTIF”; PL “CELE”, “KARTY CELÓW”. A player is present in a building with a roof at any height,
visible or covered (TU-GOAL-04).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

import networkx as nx
from attrs import evolve

from .box.edition import Objective
from .state import Building, State

Presence = Mapping[str, Building]
"""The buildings that a player is present in, by site."""


def chips_after_founding(state: State) -> State:
    """The player takes the highest chip left of each objective now fulfilled, once each (TU-GOAL-01, TU-GOAL-02, TU-GOAL-03)."""
    player, present = state.player, presence(state, state.player.roof)
    chips = dict(player.chips)
    for id in state.setup.objectives:
        objective = state.setup.edition.objectives_by_id[id]
        if id not in chips and KINDS[objective.kind](state, present, player.roof, objective):
            taken = sum(id in other.chips for other in state.players)
            chips[id] = state.box.chips[taken]
    if len(chips) == len(player.chips):
        return state
    return evolve(state, players=state.with_player(evolve(player, chips=chips)))


def is_fulfilled(state: State, roof: str, objective: Objective) -> bool:
    """Whether the player with these roofs fulfils the objective."""
    return KINDS[objective.kind](state, presence(state, roof), roof, objective)


def presence(state: State, roof: str) -> dict[str, Building]:
    """The buildings with a roof of this player at any height, visible or covered (TU-GOAL-04)."""
    return {site: building for site, building in state.buildings.items() if roof in building.roofs.values()}


def _every_colour(state: State, present: Presence, roof: str, objective: Objective) -> bool:
    """TU-GOAL-11: present in a building of each colour."""
    return {building.colour for building in present.values()} == set(state.setup.edition.colours)


def _on_parks(state: State, present: Presence, roof: str, objective: Objective) -> bool:
    """TU-GOAL-12: present in so many buildings on a park."""
    return len(state.box.on_parks & present.keys()) >= objective.count


def _every_district(state: State, present: Presence, roof: str, objective: Objective) -> bool:
    """TU-GOAL-13: present in a building of each district."""
    return len({state.box.district[site] for site in present}) == len(state.box.side.districts)


def _on_lakes(state: State, present: Presence, roof: str, objective: Objective) -> bool:
    """TU-GOAL-14: present in so many buildings on the shore of a lake."""
    return len(state.box.on_lakes & present.keys()) >= objective.count


def _connected(state: State, present: Presence, roof: str, objective: Objective) -> bool:
    """TU-GOAL-15: present in so many buildings that are connected with each other."""
    if len(present) < objective.count:
        return False
    groups = nx.connected_components(state.board.subgraph(present))
    return max(map(len, groups)) >= objective.count


def _one_colour(state: State, present: Presence, roof: str, objective: Objective) -> bool:
    """TU-GOAL-16: present in so many buildings of one colour."""
    return sum(building.colour == objective.colour for building in present.values()) >= objective.count


def _grey_districts(state: State, present: Presence, roof: str, objective: Objective) -> bool:
    """TU-GOAL-17: present in so many buildings of one grey district, and in so many of the other."""
    districts = [state.box.district[site] for site in present]
    greys = sorted(districts.count(district.id) for district in state.box.side.districts if district.grey)
    return all(have >= need for have, need in zip(greys, sorted(objective.counts), strict=True))


def _borders(state: State, present: Presence, roof: str, objective: Objective) -> bool:
    """TU-GOAL-18: present on both sides of so many different borders, no building counted twice."""
    if len(present) < 2 * objective.count:
        return False
    across = list(_across_borders(state, present))
    return any(
        len({border for border, _ in chosen}) == len(set().union(*(pair for _, pair in chosen))) // 2 == objective.count
        for chosen in combinations(across, objective.count)
    )


def _across_borders(state: State, present: Presence) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """Each border with two buildings of the player on its two sides, as the ruling `border` reads it."""
    board, reading = state.board, state.setup.rulings.border
    at_border: dict[frozenset[str], set[str]] = {}
    if reading != "joined_by_road":
        for road, border in nx.get_edge_attributes(board, "border").items():
            at_border.setdefault(border, set()).update(road)
    for one, other in combinations(present, 2):
        border = frozenset((state.box.district[one], state.box.district[other]))
        if reading == "joined_by_road":
            counts = board.has_edge(one, other) and len(border) == 2
        else:
            crossing = at_border.get(border, set())
            counts = {one, other} <= crossing if reading == "both_at_border" else bool(crossing)
        if counts:
            yield border, frozenset((one, other))


def _two_roofs(state: State, present: Presence, roof: str, objective: Objective) -> bool:
    """TU-GOAL-19: two roofs or more in each of so many buildings."""
    twice = [building for building in present.values() if [*building.roofs.values()].count(roof) >= 2]
    return len(twice) >= objective.count


def _heights(state: State, present: Presence, roof: str, objective: Objective) -> bool:
    """TU-GOAL-20: a roof at each of these levels."""
    levels = {level for building in present.values() for level, owner in building.roofs.items() if owner == roof}
    return levels.issuperset(objective.levels)


KINDS: dict[str, Callable[[State, Presence, str, Objective], bool]] = {
    "colours": _every_colour,
    "park": _on_parks,
    "districts": _every_district,
    "lake": _on_lakes,
    "adjacent": _connected,
    "colour": _one_colour,
    "grey": _grey_districts,
    "borders": _borders,
    "double": _two_roofs,
    "heights": _heights,
}
"""The kinds of objective that an edition can have."""
