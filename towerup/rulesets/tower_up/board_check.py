"""Checking the boards of an edition file: sites, roads, districts, parks and lakes, and whether they can be played on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import Any

from towerup.kernel.shapes import UNUSABLE, Notes, Path

from .edition_parts import get, twice, unknown, usable


def check_boards(notes: Notes, data: Any) -> None:
    for side, board in get(data, "boards", default={}).items():
        path: Path = ("boards", side)
        _districts(notes, path, board)
        _sites(notes, path, board)
        _roads(notes, path, board)
        for kind in ("parks", "lakes"):
            _areas(notes, (*path, kind), board, kind)
        _fulfillable(notes, side, board, data)


def _site_names(board: Any) -> list[str]:
    return [site["id"] for _, site in usable(board.get("sites")) if "id" in site]


def _districts(notes: Notes, path: Path, board: Any) -> None:
    districts = list(usable(board.get("districts")))
    twice(notes, (*path, "districts"), (((i, "id"), one["id"]) for i, one in districts if "id" in one), "the district")
    found = Counter(site.get("district") for _, site in usable(board.get("sites")))
    for i, one in districts:
        if "id" in one and not found[one["id"]]:
            notes.add((*path, "districts", i), f"district {one['id']} has no site")
        elif "sites" in one and "id" in one and one["sites"] != found[one["id"]]:
            notes.add(
                (*path, "districts", i, "sites"),
                f"district {one['id']} has {found[one['id']]} sites, not {one['sites']}",
            )


def _sites(notes: Notes, path: Path, board: Any) -> None:
    sites = list(usable(board.get("sites")))
    path = (*path, "sites")
    twice(notes, path, (((i, "id"), site["id"]) for i, site in sites if "id" in site), "the site")
    districts = [one["id"] for _, one in usable(board.get("districts")) if "id" in one]
    size = board.get("size", [0, 0])
    taken: dict[tuple[int, int], str] = {}
    for i, site in sites:
        if "district" in site:
            unknown(notes, (*path, i, "district"), site["district"], districts, "district")
        at = _point(site)
        if at is None:
            continue
        if UNUSABLE not in size and (at[0] > size[0] or at[1] > size[1]):
            notes.add(
                (*path, i, "at"), f"site {site.get('id')} lies outside the board, which is {size[0]} by {size[1]}"
            )
        if at in taken:
            notes.add((*path, i, "at"), f"site {site.get('id')} lies where {taken[at]} is")
        taken.setdefault(at, site.get("id", "another"))


def _point(site: Any) -> tuple[int, int] | None:
    at = site.get("at", [UNUSABLE])
    return None if UNUSABLE in at else (at[0], at[1])


def _roads(notes: Notes, path: Path, board: Any) -> None:
    names = _site_names(board)
    at = {site["id"]: _point(site) for _, site in usable(board.get("sites")) if "id" in site}
    path = (*path, "roads")
    good: dict[frozenset[str], int] = {}
    for i, road in usable(board.get("roads")):
        if UNUSABLE in road:
            continue
        one, other = road
        if [unknown(notes, (*path, i, j), end, names, "site") for j, end in enumerate(road)] != [False, False]:
            continue
        if one == other:
            notes.add((*path, i), f"a road from {one} to itself")
        elif frozenset(road) in good:
            notes.add((*path, i), f"the road from {one} to {other} is there already")
        else:
            good[frozenset(road)] = i
    _crossings(notes, path, good, at)
    _reachable(notes, path, names, good)


def _crossings(
    notes: Notes, path: Path, roads: dict[frozenset[str], int], at: dict[str, tuple[int, int] | None]
) -> None:
    """Straight roads that cross, and roads that run over a third site."""
    drawn = [(sorted(road), i) for road, i in roads.items() if all(at.get(end) for end in road)]
    for (first, _), (second, i) in combinations(drawn, 2):
        if not set(first) & set(second) and _cross(*(at[end] for end in (*first, *second))):
            notes.add(
                (*path, i), f"the road from {second[0]} to {second[1]} crosses the one from {first[0]} to {first[1]}"
            )
    for (one, other), i in drawn:
        for site, point in at.items():
            if point and site not in (one, other) and _on(point, at[one], at[other]):
                notes.add((*path, i), f"the road from {one} to {other} runs over {site}")


def _side(a: Any, b: Any, c: Any) -> int:
    turn: int = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return int(turn > 0) - int(turn < 0)


def _cross(a: Any, b: Any, c: Any, d: Any) -> bool:
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _on(point: Any, a: Any, b: Any) -> bool:
    between = all(min(a[k], b[k]) <= point[k] <= max(a[k], b[k]) for k in (0, 1))
    return between and _side(a, b, point) == 0


def _reachable(notes: Notes, path: Path, names: list[str], roads: Iterable[frozenset[str]]) -> None:
    import networkx as nx

    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(names)
    graph.add_edges_from((min(road), max(road)) for road in roads)
    parts = sorted(nx.connected_components(graph), key=len, reverse=True)
    for part in parts[1:]:
        shown = ", ".join(one for one in names if one in part)
        notes.add(path, f"no road leads from the rest of the board to {shown}")


def _areas(notes: Notes, path: Path, board: Any, kind: str) -> None:
    names = _site_names(board)
    size = board.get("size", [UNUSABLE])
    for i, area in usable(board.get(kind)):
        sites = list(usable(area.get("sites")))
        for j, site in sites:
            unknown(notes, (*path, i, "sites", j), site, names, "site")
        twice(notes, (*path, i, "sites"), (((j,), site) for j, site in sites), "the site")
        for j, point in usable(area.get("area")):
            if UNUSABLE not in point and UNUSABLE not in size and (point[0] > size[0] or point[1] > size[1]):
                notes.add((*path, i, "area", j), f"this corner lies outside the board, which is {size[0]} by {size[1]}")


# --- can it be played?


def _fulfillable(notes: Notes, side: str, board: Any, data: Any) -> None:
    """An objective that nobody can fulfil on a board is told at the objective."""
    names = _site_names(board)
    roofs = get(data, "roofs", "each", default=99)
    ways: dict[str, set[str]] = {one: set() for one in names}
    for _, road in usable(board.get("roads")):
        if UNUSABLE not in road and set(road) <= ways.keys():
            ways[road[0]].add(road[1])
            ways[road[1]].add(road[0])
    district = {site["id"]: site.get("district") for _, site in usable(board.get("sites")) if "id" in site}
    grey = [one["id"] for _, one in usable(board.get("districts")) if one.get("grey") and "id" in one]
    on = {
        kind: {site for _, area in usable(board.get(f"{kind}s")) for _, site in usable(area.get("sites"))} & set(names)
        for kind in ("park", "lake")
    }
    borders = {frozenset((district[a], district[b])) for a in ways for b in ways[a] if district[a] != district[b]}
    districts = sum(1 for _ in usable(board.get("districts")))
    for i, card in usable(get(data, "objectives", "cards")):
        kind, count = card.get("kind"), card.get("count", 1)
        why: str | None = None
        if kind in ("park", "lake") and len(on[kind]) < count:
            why = f"only {len(on[kind])} sites are on a {kind}, not {count}"
        elif kind == "adjacent" and max(map(len, _groups(ways)), default=0) < count:
            why = f"no {count} sites are joined by roads"
        elif kind == "colour" and not _apart(ways, count):
            why = f"no {count} sites can all have one colour without being neighbours"
        elif kind == "grey" and len(grey) != 2:
            why = f"there are {len(grey)} grey districts, not 2"
        elif kind == "grey" and "counts" in card and UNUSABLE not in card["counts"]:
            sizes = sorted((sum(where == one for where in district.values()) for one in grey), reverse=True)
            wanted = sorted(card["counts"], reverse=True)
            if any(have < want for have, want in zip(sizes, wanted, strict=True)):
                why = f"the grey districts have {sizes[0]} and {sizes[1]} sites, not {wanted[0]} and {wanted[1]}"
        elif kind == "borders" and len(borders) < count:
            why = f"there are {len(borders)} borders with a road across, not {count}"
        elif kind == "heights":
            tallest = max((1 + len(around) for around in ways.values()), default=0)
            if max((one for _, one in usable(card.get("levels"))), default=0) > tallest:
                why = f"no building can be higher than {tallest} floors"
        elif kind == "double" and sum(len(around) >= 2 for around in ways.values()) < count:
            why = f"fewer than {count} sites have the two roads that a building with two roofs needs"
        need = _roofs_needed(card, districts, len(get(data, "floors", "colours", default={})))
        if why is None and need > roofs:
            why = f"it takes {need} roofs, and a player has {roofs}"
        if why:
            notes.add(("objectives", "cards", i), f"nobody can fulfil {card.get('id')!r} on the {side} board: {why}")


def _roofs_needed(card: Any, districts: int, colours: int) -> int:
    """The fewest roofs with which an objective can be fulfilled."""
    count: int = card.get("count", 1)
    needed: dict[str, int] = {
        "colours": colours,
        "districts": districts,
        "grey": sum(one for _, one in usable(card.get("counts"))),
        "borders": 2 * count,
        "double": 2 * count,
        "heights": sum(1 for _ in usable(card.get("levels"))),
    }
    return needed.get(card.get("kind", ""), count)


def _groups(ways: dict[str, set[str]]) -> list[set[str]]:
    import networkx as nx

    return [*nx.connected_components(nx.Graph(ways))] if ways else []


def _apart(ways: dict[str, set[str]], count: int, taken: frozenset[str] = frozenset()) -> bool:
    """Whether so many sites can be found no two of which are neighbours."""
    if count <= 0:
        return True
    free = [site for site in ways if site not in taken]
    # The one with the fewest ways out blocks least; one of it and its neighbours is always in a largest such set.
    first = min(free, key=lambda site: len(ways[site] - taken), default=None)
    if first is None:
        return False
    return any(_apart(ways, count - 1, taken | {one} | ways[one]) for one in (first, *sorted(ways[first] - taken)))
