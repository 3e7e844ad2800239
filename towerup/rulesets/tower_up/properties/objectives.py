"""Objectives a second time: worked out from the edition's own lists of sites, roads, parks and lakes, without a graph."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, combinations, permutations, product

from ..actions import Action, Found
from ..box.edition import Objective
from ..state import State
from .collection import always, step

# --- the chips


@always(
    "TU-GOAL-01", "TU-GOAL-03", "TU-GOAL-04", "TU-GOAL-11", "TU-GOAL-12", "TU-GOAL-13", "TU-GOAL-14", "TU-GOAL-15",
    "TU-GOAL-16", "TU-GOAL-17", "TU-GOAL-18", "TU-GOAL-19", "TU-GOAL-20",
)  # fmt: skip
def a_chip_for_each_objective_fulfilled_and_no_other(state: State) -> bool:
    """Each player has chips of exactly those objectives in play that they fulfil."""
    objectives = [one for one in state.setup.edition.objectives if one.id in state.setup.objectives]
    return all(
        {*player.chips} == {one.id for one in objectives if is_fulfilled(state, player.roof, one)}
        for player in state.players
    )


@always("TU-GOAL-02", "TU-SETUP-09")
def the_highest_chips_go_first(state: State) -> bool:
    """The chips taken of an objective are its highest, of those for this number of players."""
    highest = sorted(state.setup.edition.chips[len(state.players)])[::-1]
    taken = [
        sorted(player.chips[id] for player in state.players if id in player.chips)[::-1]
        for id in state.setup.objectives
    ]
    return all(chips == highest[: len(chips)] for chips in taken)


@step("TU-GOAL-01", "TU-GOAL-03")
def chips_are_kept_and_only_a_founding_brings_one(before: State, action: Action, after: State) -> bool:
    """A chip stays with its player, and a new one comes to the player who founds."""
    old, new = before.player.chips, after.players[before.seat].chips
    return new == old or (isinstance(action, Found) and old.items() <= new.items())


# --- each kind of objective; `sites` are those of the buildings with a roof of the player, at any height (TU-GOAL-04)


def is_fulfilled(state: State, roof: str, objective: Objective) -> bool:
    """Whether the player with these roofs fulfils the objective."""
    sites = {site for site, built in state.buildings.items() if roof in built.roofs.values()}
    return bool(sites) and KINDS[objective.kind](state, sites, roof, objective)


def _colours(state: State, sites: set[str], roof: str, objective: Objective) -> bool:
    return all(any(state.buildings[site].colour == colour for site in sites) for colour in state.setup.edition.colours)


def _park(state: State, sites: set[str], roof: str, objective: Objective) -> bool:
    return len(sites & {site for park in state.box.side.parks for site in park.sites}) >= objective.count


def _lake(state: State, sites: set[str], roof: str, objective: Objective) -> bool:
    return len(sites & {site for lake in state.box.side.lakes for site in lake.sites}) >= objective.count


def _districts(state: State, sites: set[str], roof: str, objective: Objective) -> bool:
    missing = {district.id for district in state.box.side.districts}
    missing -= {site.district for site in state.box.side.sites if site.id in sites}
    return not missing


def _adjacent(state: State, sites: set[str], roof: str, objective: Objective) -> bool:
    groups = [{site} for site in sites]
    for one, other in state.box.side.roads:
        if one in sites and other in sites:
            joined = [group for group in groups if one in group or other in group]
            groups = [group for group in groups if group not in joined] + [set().union(*joined)]
    return any(len(group) >= objective.count for group in groups)


def _colour(state: State, sites: set[str], roof: str, objective: Objective) -> bool:
    return len([site for site in sites if state.buildings[site].colour == objective.colour]) >= objective.count


def _grey(state: State, sites: set[str], roof: str, objective: Objective) -> bool:
    greys = [district.id for district in state.box.side.districts if district.grey]
    have = [len([one for one in state.box.side.sites if one.id in sites and one.district == grey]) for grey in greys]
    return any(
        all(number >= need for number, need in zip(order, objective.counts, strict=True))
        for order in permutations(have)
    )


def _borders(state: State, sites: set[str], roof: str, objective: Objective) -> bool:
    district = {site.id: site.district for site in state.box.side.sites}
    across = [road for road in state.box.side.roads if district[road[0]] != district[road[1]]]
    if state.setup.rulings.border == "joined_by_road":
        mine = [road for road in across if {*road} <= sites]
        return any(
            len({frozenset(map(district.__getitem__, road)) for road in roads}) == objective.count
            and len({site for road in roads for site in road}) == 2 * objective.count
            for roads in combinations(mine, objective.count)
        )
    borders = {frozenset((district[one], district[other])) for one, other in across}
    at = {
        border: {end for road in across if border == {district[end] for end in road} for end in road}
        for border in borders
    }
    near = at if state.setup.rulings.border == "both_at_border" else dict.fromkeys(borders, sites)
    sides = [[[site for site in sites & near[one] if district[site] == name] for name in one] for one in borders]
    return any(
        len({*chosen}) == 2 * objective.count
        for both in combinations(sides, objective.count)
        for chosen in product(*chain(*both))
    )


def _double(state: State, sites: set[str], roof: str, objective: Objective) -> bool:
    roofs = [sum(owner == roof for owner in state.buildings[site].roofs.values()) for site in sites]
    return len([number for number in roofs if number > 1]) >= objective.count


def _heights(state: State, sites: set[str], roof: str, objective: Objective) -> bool:
    return all(any(state.buildings[site].roofs.get(level) == roof for site in sites) for level in objective.levels)


KINDS: dict[str, Callable[[State, set[str], str, Objective], bool]] = {
    "colours": _colours,
    "park": _park,
    "districts": _districts,
    "lake": _lake,
    "adjacent": _adjacent,
    "colour": _colour,
    "grey": _grey,
    "borders": _borders,
    "double": _double,
    "heights": _heights,
}
