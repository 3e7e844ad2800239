"""Checking the boards of an edition file: sites, roads, districts, parks and lakes, and whether they can be played on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations
from typing import Any

import networkx as nx

from towerup.kernel.edition_files import all_read, get, many, twice, unknown, usable
from towerup.kernel.shapes import UNUSABLE, Notes, Path

from .edition_parts import colours_of


def check_boards(notes: Notes, data: Any) -> None:
    for side, board in get(data, "boards", default={}).items():
        path: Path = ("boards", side)
        _sites(notes, path, board)
        roads = _roads(notes, path, board)
        for kind in ("parks", "lakes"):
            _areas(notes, (*path, kind), board, kind)
        # The rest is judged only by what could be read: one wrong name should not be told as three mistakes.
        read = _read(notes, path, board)
        if {"sites", "districts"} <= read:
            _districts(notes, path, board)
        if "roads" in read:
            _reachable(notes, path, board, roads)
        _fulfillable(notes, side, board, data, read)
        if {"roads", "sites"} <= read:
            _ends(notes, side, board, data)
        _crossings(notes, path, board, roads)


def _read(notes: Notes, path: Path, board: Any) -> set[str]:
    """The parts of a board whose names are all known; for `sites` and `roads` also which district each site is in."""
    read = {part for part in ("parks", "lakes") if not notes.within(*path, part)}
    sites, districts = board.get("sites"), board.get("districts")
    if all_read(notes, (*path, "districts"), districts, "name", "sites") and all("id" in one for one in districts):
        read.add("districts")
    if all_read(notes, (*path, "sites"), sites, "at") and all({"id", "district"} <= site.keys() for site in sites):
        read.add("sites")
        if board.get("roads") and not any(
            where[:3] == (*path, "roads")
            and len(where) > 3
            and (where[4:] or board["roads"][int(where[3])] is UNUSABLE)
            for where, _ in notes.found
        ):
            read.add("roads")
    return read


def _site_names(board: Any) -> list[str]:
    """The names of the sites; none if some cannot be read, for then it cannot be told which names are wrong."""
    sites = board.get("sites", [UNUSABLE])
    return [] if any(site is UNUSABLE or "id" not in site for site in sites) else [site["id"] for site in sites]


def _districts(notes: Notes, path: Path, board: Any) -> None:
    found = Counter(site["district"] for _, site in usable(board.get("sites")))
    for i, one in usable(board.get("districts")):
        if not found[one["id"]]:
            notes.add((*path, "districts", i), f"district {one['id']} has no site")
        elif "sites" in one and one["sites"] != found[one["id"]]:
            notes.add(
                (*path, "districts", i, "sites"),
                f"district {one['id']} has {many(found[one['id']], 'site')}, not {one['sites']}",
            )


def _sites(notes: Notes, path: Path, board: Any) -> None:
    sites = list(usable(board.get("sites")))
    listed = board.get("districts")
    named = (((i, "id"), one["id"]) for i, one in usable(listed) if "id" in one)
    twice(notes, (*path, "districts"), named, "the district")
    known = listed is not None and UNUSABLE not in listed and all("id" in one for one in listed)
    path = (*path, "sites")
    twice(notes, path, (((i, "id"), site["id"]) for i, site in sites if "id" in site), "the site")
    districts = [one["id"] for _, one in usable(listed) if "id" in one]
    size = board.get("size", [UNUSABLE])
    taken: dict[tuple[int, int], str] = {}
    for i, site in sites:
        if "district" in site and known:
            unknown(notes, (*path, i, "district"), site["district"], districts, "district")
        at = _point(site)
        if at is None:
            continue
        called = f"site {site['id']}" if "id" in site else "this site"
        if UNUSABLE not in size and (at[0] > size[0] or at[1] > size[1]):
            notes.add((*path, i, "at"), f"{called} lies outside the board, which is {size[0]} by {size[1]}")
        if at in taken:
            notes.add((*path, i, "at"), f"{called} lies where {taken[at]} is")
        taken.setdefault(at, site.get("id", "another"))


def _point(site: Any) -> tuple[int, int] | None:
    at = site.get("at", [UNUSABLE])
    return None if UNUSABLE in at else (at[0], at[1])


def _roads(notes: Notes, path: Path, board: Any) -> dict[frozenset[str], int]:
    """The roads that are in order, with their places in the list."""
    names = _site_names(board)
    path = (*path, "roads")
    good: dict[frozenset[str], int] = {}
    for i, road in usable(board.get("roads")):
        if UNUSABLE in road or not names:
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
    return good


def _crossings(notes: Notes, path: Path, board: Any, roads: dict[frozenset[str], int]) -> None:
    """Straight roads that cross, and roads that run over a third site."""
    at = {site["id"]: _point(site) for _, site in usable(board.get("sites")) if "id" in site}
    path = (*path, "roads")
    drawn = [(sorted(road), i) for road, i in roads.items() if all(at.get(end) for end in road)]
    for (first, _), (second, i) in combinations(drawn, 2):
        if not set(first) & set(second) and _cross(*(at[end] for end in (*first, *second))):
            notes.add(
                (*path, i), f"the road from {second[0]} to {second[1]} crosses the one from {first[0]} to {first[1]}"
            )
    for (one, other), i in drawn:
        for site, point in at.items():
            if point and point not in (at[one], at[other]) and _on(point, at[one], at[other]):
                notes.add((*path, i), f"the road from {one} to {other} runs over {site}")


def _side(a: Any, b: Any, c: Any) -> int:
    turn: int = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return int(turn > 0) - int(turn < 0)


def _cross(a: Any, b: Any, c: Any, d: Any) -> bool:
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _on(point: Any, a: Any, b: Any) -> bool:
    between = all(min(a[k], b[k]) <= point[k] <= max(a[k], b[k]) for k in (0, 1))
    return between and _side(a, b, point) == 0


def _reachable(notes: Notes, path: Path, board: Any, roads: Iterable[frozenset[str]]) -> None:
    names = _site_names(board)
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(names)
    graph.add_edges_from((min(road), max(road)) for road in roads)
    parts = sorted(nx.connected_components(graph), key=len, reverse=True)
    for part in parts[1:]:
        cut_off = [one for one in names if one in part]
        shown = ", ".join(cut_off[:8]) + (f" and {len(cut_off) - 8} more" if cut_off[8:] else "")
        notes.add((*path, "sites", names.index(cut_off[0])), f"no road leads from the rest of the board to {shown}")


def _areas(notes: Notes, path: Path, board: Any, kind: str) -> None:
    names = _site_names(board)
    size = board.get("size", [UNUSABLE])
    named = (((i, "name"), one["name"]) for i, one in usable(board.get(kind)) if "name" in one)
    twice(notes, path, named, f"the {kind.removesuffix('s')}")
    for i, area in usable(board.get(kind)):
        sites = list(usable(area.get("sites")))
        for j, site in sites if names else ():
            unknown(notes, (*path, i, "sites", j), site, names, "site")
        twice(notes, (*path, i, "sites"), (((j,), site) for j, site in sites), "the site")
        for j, point in usable(area.get("area")):
            if UNUSABLE not in point and UNUSABLE not in size and (point[0] > size[0] or point[1] > size[1]):
                notes.add((*path, i, "area", j), f"this corner lies outside the board, which is {size[0]} by {size[1]}")


# --- can it be played?


_NEEDS = {
    "colours": {"sites"},
    "park": {"parks", "sites"},
    "districts": {"districts", "sites"},
    "lake": {"lakes", "sites"},
    "adjacent": {"roads"},
    "colour": {"roads"},
    "grey": {"districts", "sites"},
    "borders": {"roads"},
    "double": {"roads"},
    "heights": {"roads"},
}
"""The parts of a board that must have been read to say whether an objective of a kind can be fulfilled."""


def _fulfillable(notes: Notes, side: str, board: Any, data: Any, read: set[str]) -> None:
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
    districts = len(set(district.values()))
    colours = len(colours_of(notes, data))
    for i, card in usable(get(data, "objectives", "cards")):
        kind, count = card.get("kind", ""), card.get("count", 1)
        if not _NEEDS.get(kind, {"a kind"}) <= read:
            continue
        why: str | None = None
        need = _roofs_needed(card, districts, colours)
        if need > roofs:
            why = f"it takes {need} roofs, and a player has {roofs}"
        elif kind == "colours" and len(names) < colours:
            why = f"there are {colours} colours, and only {many(len(names), 'site')}"
        elif kind in ("park", "lake") and len(on[kind]) < count:
            why = f"only {many(len(on[kind]), 'site')} on a {kind}, not {count}"
        elif kind == "adjacent" and max(map(len, _groups(ways)), default=0) < count:
            why = f"no {count} sites are joined by roads"
        elif kind == "colour" and not _apart(ways, count):
            why = f"no {count} sites can all have one colour without being neighbours"
        elif kind == "grey" and len(grey) != 2:
            why = f"{many(len(grey), 'grey district')}, not 2"
        elif kind == "grey" and "counts" in card and UNUSABLE not in card["counts"]:
            sizes = sorted((sum(where == one for where in district.values()) for one in grey), reverse=True)
            wanted = sorted(card["counts"], reverse=True)
            if any(have < want for have, want in zip(sizes, wanted, strict=True)):
                why = f"the grey districts have {sizes[0]} and {sizes[1]} sites, not {wanted[0]} and {wanted[1]}"
        elif kind == "borders" and len(borders) < count:
            why = f"{many(len(borders), 'border')} with a road across, not {count}"
        elif kind == "heights":
            tallest = max((1 + len(around) for around in ways.values()), default=0)
            if max((one for _, one in usable(card.get("levels"))), default=0) > tallest:
                why = f"no building can be higher than {tallest} floors"
        elif kind == "double" and sum(len(around) >= 2 for around in ways.values()) < count:
            why = f"fewer than {count} sites have the two roads that a building with two roofs needs"
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
        "heights": len({one for _, one in usable(card.get("levels"))}),
    }
    return needed.get(card.get("kind", ""), count)


def _groups(ways: dict[str, set[str]]) -> list[set[str]]:
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(ways)
    graph.add_edges_from((one, other) for one, others in ways.items() for other in others)
    return [*nx.connected_components(graph)]


def _apart(ways: dict[str, set[str]], count: int) -> bool:
    """Whether so many sites can be found no two of which are neighbours."""
    if len(ways) >= 4 * count:
        return True  # Any map can be painted in four colours.

    @cache
    def most(free: frozenset[str]) -> int:
        if not free:
            return 0
        # The one with the fewest ways out blocks least; one of it and its neighbours is always in a largest such set.
        first = min(sorted(free), key=lambda site: len(ways[site] & free))
        return 1 + max(most(free - ways[one] - {one}) for one in (first, *(ways[first] & free)))

    return most(frozenset(ways)) >= count


def _ends(notes: Notes, side: str, board: Any, data: Any) -> None:
    """A box with which no game can end is told at its roofs: nobody can place them all, and no floors can run out."""
    each, limit = get(data, "roofs", "each"), get(data, "stock", "limit")
    colours = get(data, "floors", "colours", default={})
    players = [one for _, one in usable(board.get("players"))]
    if not (each and limit and colours and players) or notes.within("floors", "colours"):
        return
    cards = [card.get("floors", []) for _, card in usable(get(data, "deck", "cards"))]
    # A building has a floor of its own and one for each road at most; stocks hold the limit when a turn begins.
    away = max(players) * limit + len(board["sites"]) + len(board["roads"])
    enough = all(
        count - away >= max((floors.count(colour) for floors in cards), default=0) for colour, count in colours.items()
    )
    if enough and each >= len(board["sites"]):
        notes.add(
            ("roofs", "each"),
            f"no game on the {side} board would end: nobody can place {each} roofs on {many(len(board['sites']), 'site')}, "
            "and there are too many floors to run out",
        )
