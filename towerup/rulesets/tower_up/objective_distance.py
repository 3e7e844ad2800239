"""Objective distance: how many more roofs an objective needs at least. For evaluating a position; no rule depends on it.

It is 0 exactly where the objective is fulfilled. Elsewhere it is an optimistic guess: it does not ask whether the player can
place these roofs. For connected buildings it counts the roofs that the largest group needs, and does not look for a site that
joins two groups.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import combinations, product

import networkx as nx

from towerup.kernel.frozen import FrozenDict

from .box.edition import Box, Objective
from .objectives import Presence
from .state import State


def objective_distance(state: State, present: Presence, roof: str, objective: Objective) -> int:
    """How many more roofs the objective needs at least, for the player with these roofs, present in these buildings."""
    return max(0, _DISTANCES[objective.kind](state, present, roof, objective))


def _every_colour(state: State, present: Presence, roof: str, objective: Objective) -> int:
    return len(state.setup.edition.colours) - len({building.colour for building in present.values()})


def _on_parks(state: State, present: Presence, roof: str, objective: Objective) -> int:
    return objective.count - sum(bool(state.board.nodes[site]["parks"]) for site in present)


def _every_district(state: State, present: Presence, roof: str, objective: Objective) -> int:
    return len(state.box.side.districts) - len({state.board.nodes[site]["district"] for site in present})


def _on_lakes(state: State, present: Presence, roof: str, objective: Objective) -> int:
    return objective.count - sum(bool(state.board.nodes[site]["lakes"]) for site in present)


def _connected(state: State, present: Presence, roof: str, objective: Objective) -> int:
    groups = nx.connected_components(state.board.subgraph(present))
    return objective.count - max(map(len, groups), default=0)


def _one_colour(state: State, present: Presence, roof: str, objective: Objective) -> int:
    return objective.count - sum(building.colour == objective.colour for building in present.values())


def _grey_districts(state: State, present: Presence, roof: str, objective: Objective) -> int:
    """The larger number is needed in the grey district where the player has more roofs, or as many."""
    districts = [state.board.nodes[site]["district"] for site in present]
    greys = sorted(districts.count(district.id) for district in state.box.side.districts if district.grey)
    return sum(max(0, need - have) for need, have in zip(sorted(objective.counts), greys, strict=True))


def _borders(state: State, present: Presence, roof: str, objective: Objective) -> int:
    """Each border needs two roofs; a roof counts for one of them only."""
    return 2 * objective.count - _most_at_borders(state, present, objective.count)


def _most_at_borders(state: State, present: Presence, count: int) -> int:
    """The most buildings of the player that can count, if they count for this many borders."""
    at_most = min(2 * count, len(present))
    touched = [_largest(pairs, present) for pairs in both_sides(state.box, state.setup.rulings.border).values()]
    touched = [parts for parts in touched if parts]
    most = 0
    for borders in combinations(touched, min(count, len(touched))):
        for parts in product(*borders):
            most = max(most, len(set().union(*parts)))
            if most == at_most:
                return most
    return most


def _largest(pairs: Iterable[frozenset[str]], present: Presence) -> list[frozenset[str]]:
    """What the player has of these pairs, without what is part of another."""
    parts = {pair.intersection(present) for pair in pairs if not pair.isdisjoint(present)}
    return [part for part in parts if not any(part < other for other in parts)]


@lru_cache(maxsize=16)
def both_sides(box: Box, reading: str) -> FrozenDict[frozenset[str], tuple[frozenset[str], ...]]:
    """For each border the pairs of sites on its two sides, as the ruling `border` reads it."""
    district = nx.get_node_attributes(box.board, "district")
    roads: dict[frozenset[str], list[frozenset[str]]] = {}
    for road, border in nx.get_edge_attributes(box.board, "border").items():
        if border:
            roads.setdefault(border, []).append(frozenset(road))
    if reading == "joined_by_road":
        return FrozenDict({border: tuple(pairs) for border, pairs in roads.items()})
    sides = {}
    for border, pairs in roads.items():
        at_border = set().union(*pairs)
        sites = [s for s in box.sites if (s in at_border if reading == "both_at_border" else district[s] in border)]
        across = [pair for pair in combinations(sites, 2) if {district[site] for site in pair} == border]
        sides[border] = tuple(map(frozenset, across))
    return FrozenDict(sides)


def _two_roofs(state: State, present: Presence, roof: str, objective: Objective) -> int:
    """A building with one roof needs another; a building with none needs two."""
    twice = sum([*building.roofs.values()].count(roof) >= 2 for building in present.values())
    missing = max(0, objective.count - twice)
    return missing + max(0, missing - (len(present) - twice))


def _heights(state: State, present: Presence, roof: str, objective: Objective) -> int:
    levels = {level for building in present.values() for level, owner in building.roofs.items() if owner == roof}
    return len({*objective.levels} - levels)


_DISTANCES: dict[str, Callable[[State, Presence, str, Objective], int]] = {
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
