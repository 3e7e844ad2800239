"""The ten objectives.

FR “CARTES OBJECTIF”, PL “KARTY CELÓW”. A player is *present* in a building with a roof at any height, visible or covered.
Each kind of objective stands here twice. As a *definition* it is written over a player's roofs and sets of sites, to be
read beside the rulebook; the invariants use it. As a *goal* it is compiled to bit masks for one board, which is what play
uses. That both always agree is tested.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

from .board import Board
from .edition import Edition, Objective
from .rulings import Rulings

Goal: TypeAlias = Callable[[int, int, int, Sequence[int]], bool]
"""Whether an objective holds, of: the mask of sites with a roof of the player, the mask of those with two or more, the
mask of the roofs' levels, and for each colour the mask of sites with a building of it."""


OwnRoofs: TypeAlias = tuple[Mapping[int, int], Callable[[int], Sequence[int]]]
"""The roofs of a player, as an objective sees them: for each site where the player is present, by number, the number of the
building's colour; and a function that tells the levels of the roofs on such a site."""

Definition: TypeAlias = Callable[[Edition, Board, Objective, Rulings, OwnRoofs], bool]


def holds(edition: Edition, board: Board, objective: Objective, rulings: Rulings, roofs: OwnRoofs) -> bool:
    """Whether a player with these roofs fulfils the objective, by its definition."""
    return _DEFINITIONS[objective.kind](edition, board, objective, rulings, roofs)


def may_fulfil(board: Board, objective: Objective, site: int, level: int, first: bool, buildings: int) -> bool:
    """Whether a new roof can be the one that fulfils the objective; if not, that is fulfilled as little as before.

    The roof is on this site, at this level, and the player's first in the building or not; with it the player is present
    in so many buildings.
    """
    kind = objective.kind
    if kind == "heights":
        return level in objective.levels
    if kind == "double":
        return not first
    # All others ask only in which buildings a player is present, and most of them in how many at least.
    if not first or buildings < objective.count:
        return False
    if kind == "park":
        return site in board.on_parks
    if kind == "lake":
        return site in board.on_lakes
    return kind != "districts" or buildings >= len(board.districts)


def goal_for(edition: Edition, board: Board, objective: Objective, rulings: Rulings) -> Goal:
    """The objective compiled for a board."""
    return _GOALS[objective.kind](edition, board, objective, rulings)


def fewest_roofs(edition: Edition, board: Board, objective: Objective) -> int:
    """The fewest roofs with which the objective can be fulfilled."""
    return {
        "colours": len(edition.colours),
        "districts": len(board.districts),
        "grey": sum(objective.counts),
        "borders": 2 * objective.count,
        "double": 2 * objective.count,
        "heights": len(set(objective.levels)),
    }.get(objective.kind, objective.count)


# --- present in all colours (TU-GOAL-11)


def _define_colours(edition: Edition, board: Board, objective: Objective, rulings: Rulings, roofs: OwnRoofs) -> bool:
    present, _ = roofs
    return len({*present.values()}) == len(edition.colours)


def _compile_colours(edition: Edition, board: Board, objective: Objective, rulings: Rulings) -> Goal:
    def goal(present: int, doubled: int, levels: int, painted: Sequence[int]) -> bool:
        for sites in painted:  # noqa: SIM110  # all() over a generator takes twice as long
            if not present & sites:
                return False
        return True

    return goal


# --- present in buildings on parks (TU-GOAL-12) or lakes (TU-GOAL-14)


def _define_park(edition: Edition, board: Board, objective: Objective, rulings: Rulings, roofs: OwnRoofs) -> bool:
    present, _ = roofs
    return len(present) >= objective.count <= len(board.on_parks & present.keys())


def _define_lake(edition: Edition, board: Board, objective: Objective, rulings: Rulings, roofs: OwnRoofs) -> bool:
    present, _ = roofs
    return len(present) >= objective.count <= len(board.on_lakes & present.keys())


def _at_least(count: int, among: int) -> Goal:
    def goal(present: int, doubled: int, levels: int, painted: Sequence[int]) -> bool:
        return (present & among).bit_count() >= count

    return goal


def _compile_park(edition: Edition, board: Board, objective: Objective, rulings: Rulings) -> Goal:
    return _at_least(objective.count, board.park_mask)


def _compile_lake(edition: Edition, board: Board, objective: Objective, rulings: Rulings) -> Goal:
    return _at_least(objective.count, board.lake_mask)


# --- present in all districts (TU-GOAL-13)


def _define_districts(edition: Edition, board: Board, objective: Objective, rulings: Rulings, roofs: OwnRoofs) -> bool:
    present, _ = roofs
    if len(present) < len(board.districts):
        return False
    district = board.district_of
    return len({district[site] for site in present}) == len(board.districts)


def _compile_districts(edition: Edition, board: Board, objective: Objective, rulings: Rulings) -> Goal:
    districts = tuple(board.district_masks.values())

    def goal(present: int, doubled: int, levels: int, painted: Sequence[int]) -> bool:
        for sites in districts:  # noqa: SIM110  # all() over a generator takes twice as long
            if not present & sites:
                return False
        return True

    return goal


# --- present in a connected group of buildings (TU-GOAL-15)


def _define_adjacent(edition: Edition, board: Board, objective: Objective, rulings: Rulings, roofs: OwnRoofs) -> bool:
    present, _ = roofs
    own = {*present}
    while len(own) >= objective.count:
        group = reached = {own.pop()}
        while reached:
            reached = {near for site in reached for near in board.neighbours[site] if near in own}
            own -= reached
            group = group | reached
        if len(group) >= objective.count:
            return True
    return False


def _compile_adjacent(edition: Edition, board: Board, objective: Objective, rulings: Rulings) -> Goal:
    count, around = objective.count, board.neighbour_masks

    def goal(present: int, doubled: int, levels: int, painted: Sequence[int]) -> bool:
        rest = present
        while rest.bit_count() >= count:
            group = edge = rest & -rest
            while edge:
                site = edge & -edge
                fresh = around[site.bit_length() - 1] & rest & ~group
                group |= fresh
                edge = (edge ^ site) | fresh
            if group.bit_count() >= count:
                return True
            rest &= ~group
        return False

    return goal


# --- present in buildings of one colour (TU-GOAL-16)


def _define_colour(edition: Edition, board: Board, objective: Objective, rulings: Rulings, roofs: OwnRoofs) -> bool:
    present, _ = roofs
    wanted = edition.colours.index(objective.colour or "")
    return [*present.values()].count(wanted) >= objective.count


def _compile_colour(edition: Edition, board: Board, objective: Objective, rulings: Rulings) -> Goal:
    count, index = objective.count, edition.colours.index(objective.colour or "")

    def goal(present: int, doubled: int, levels: int, painted: Sequence[int]) -> bool:
        return (present & painted[index]).bit_count() >= count

    return goal


# --- present in several buildings of one grey district and of the other (TU-GOAL-17)


def _define_grey(edition: Edition, board: Board, objective: Objective, rulings: Rulings, roofs: OwnRoofs) -> bool:
    present, _ = roofs
    if len(present) < sum(objective.counts):
        return False
    districts = [board.district_of[site] for site in present]
    found = sorted([districts.count(grey.id) for grey in board.districts if grey.grey], reverse=True)
    return all(have >= want for have, want in zip(found, sorted(objective.counts, reverse=True), strict=True))


def _compile_grey(edition: Edition, board: Board, objective: Objective, rulings: Rulings) -> Goal:
    most, least = sorted(objective.counts, reverse=True)
    one, other = (board.district_masks[district.id] for district in board.districts if district.grey)

    def goal(present: int, doubled: int, levels: int, painted: Sequence[int]) -> bool:
        here, there = (present & one).bit_count(), (present & other).bit_count()
        return (here >= most and there >= least) or (there >= most and here >= least)

    return goal


# --- present on both sides of borders (TU-GOAL-18)

Sides = Mapping[frozenset[str], Sequence[tuple[int, int]]]
"""For each border the pairs of sites, one on each side, that count as both sides of it."""


def both_sides(board: Board, rulings: Rulings) -> Sides:
    """What counts as both sides of a border, as the ruling `border` reads it."""
    if rulings.border == "joined_by_road":
        return board.borders
    district = {board.index[site.id]: site.district for site in board.sites}
    pairs: dict[frozenset[str], tuple[tuple[int, int], ...]] = {}
    for border, roads in board.borders.items():
        if rulings.border == "both_at_border":
            at_border: Iterable[int] = sorted({site for road in roads for site in road})
        else:
            at_border = (site for site in district if district[site] in border)
        first = min(border)
        here: list[int] = []
        there: list[int] = []
        for site in at_border:
            (here if district[site] == first else there).append(site)
        pairs[border] = tuple((one, other) for one in here for other in there)
    return pairs


def _define_borders(edition: Edition, board: Board, objective: Objective, rulings: Rulings, roofs: OwnRoofs) -> bool:
    present, _ = roofs
    if len(present) < 2 * objective.count:
        return False
    crossed: dict[frozenset[str], list[tuple[int, int]]] = {}
    for one, other in _across_borders(board, rulings, present):
        border = frozenset((board.district_of[one], board.district_of[other]))
        crossed.setdefault(border, []).append((one, other))
    return any(_disjoint([crossed[border] for border in chosen]) for chosen in combinations(crossed, objective.count))


def _across_borders(board: Board, rulings: Rulings, own: Mapping[int, int]) -> Iterable[tuple[int, int]]:
    """The pairs of one's own sites that are both sides of a border, as the ruling `border` reads it."""
    district = board.district_of
    if rulings.border == "joined_by_road":
        for one in own:
            for other in board.neighbours[one]:
                if one < other and other in own and district[one] != district[other]:
                    yield one, other
        return
    for one, other in combinations(own, 2):
        border = frozenset((district[one], district[other]))
        roads = board.borders.get(border)
        if roads and (
            rulings.border == "any_of_districts" or all(any(site in road for road in roads) for site in (one, other))
        ):
            yield one, other


def _disjoint(choices: Sequence[Sequence[tuple[int, int]]], taken: frozenset[int] = frozenset()) -> bool:
    """Whether one pair can be chosen from each so that no site is in two of them."""
    if not choices:
        return True
    return any(_disjoint(choices[1:], taken | {*pair}) for pair in choices[0] if taken.isdisjoint(pair))


def _compile_borders(edition: Edition, board: Board, objective: Objective, rulings: Rulings) -> Goal:
    count = objective.count
    borders = tuple(
        tuple((1 << one) | (1 << other) for one, other in pairs) for pairs in both_sides(board, rulings).values()
    )

    def crossable(first: int, present: int, still: int) -> bool:
        """Whether `still` borders, from number `first` on, can be crossed by pairs of the sites in `present`."""
        if not still:
            return True
        for number in range(first, len(borders) - still + 1):
            for pair in borders[number]:
                if pair & present == pair and crossable(number + 1, present & ~pair, still - 1):
                    return True
        return False

    def goal(present: int, doubled: int, levels: int, painted: Sequence[int]) -> bool:
        return present.bit_count() >= 2 * count and crossable(0, present, count)

    return goal


# --- two roofs in each of several buildings (TU-GOAL-19)


def _define_double(edition: Edition, board: Board, objective: Objective, rulings: Rulings, roofs: OwnRoofs) -> bool:
    present, levels = roofs
    return len([site for site in present if len(levels(site)) >= 2]) >= objective.count


def _compile_double(edition: Edition, board: Board, objective: Objective, rulings: Rulings) -> Goal:
    count = objective.count

    def goal(present: int, doubled: int, levels: int, painted: Sequence[int]) -> bool:
        return doubled.bit_count() >= count

    return goal


# --- a roof at each of several heights (TU-GOAL-20)


def _define_heights(edition: Edition, board: Board, objective: Objective, rulings: Rulings, roofs: OwnRoofs) -> bool:
    present, levels = roofs
    return {level for site in present for level in levels(site)}.issuperset(objective.levels)


def _compile_heights(edition: Edition, board: Board, objective: Objective, rulings: Rulings) -> Goal:
    wanted = sum(1 << level for level in set(objective.levels))

    def goal(present: int, doubled: int, levels: int, painted: Sequence[int]) -> bool:
        return levels & wanted == wanted

    return goal


_DEFINITIONS: dict[str, Definition] = {
    "colours": _define_colours,
    "park": _define_park,
    "districts": _define_districts,
    "lake": _define_lake,
    "adjacent": _define_adjacent,
    "colour": _define_colour,
    "grey": _define_grey,
    "borders": _define_borders,
    "double": _define_double,
    "heights": _define_heights,
}

_GOALS: dict[str, Callable[[Edition, Board, Objective, Rulings], Goal]] = {
    "colours": _compile_colours,
    "park": _compile_park,
    "districts": _compile_districts,
    "lake": _compile_lake,
    "adjacent": _compile_adjacent,
    "colour": _compile_colour,
    "grey": _compile_grey,
    "borders": _compile_borders,
    "double": _compile_double,
    "heights": _compile_heights,
}

KINDS: dict[str, tuple[str, ...]] = {
    "colours": (),
    "park": ("count",),
    "districts": (),
    "lake": ("count",),
    "adjacent": ("count",),
    "colour": ("colour", "count"),
    "grey": ("counts",),
    "borders": ("count",),
    "double": ("count",),
    "heights": ("levels",),
}
"""The kinds of objective, and what each needs to be told in the edition file."""

RULE_OF_KIND: dict[str, str] = {kind: f"TU-GOAL-{number}" for number, kind in enumerate(KINDS, start=11)}
"""The rule of the catalogue that states each kind of objective."""
