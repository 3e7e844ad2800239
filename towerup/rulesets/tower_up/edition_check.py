"""Checking an edition file: every mistake at once, at its place, in a player's words.

First the shape of the file, then what the parts say of each other, then whether it can be played. A file that says
`whole = true` claims to be the whole game and is held to the numbers that the rulebooks state.
"""

from __future__ import annotations

import difflib
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from towerup.kernel import counts
from towerup.kernel.places import nearest, places
from towerup.kernel.shapes import UNUSABLE, Notes, Path, list_of, map_of, name, number, one_of, table, text, truth

from .cards import ANY
from .edition import PROVENANCES, Problem
from .objectives import KINDS

_NUMBER = number(1, 254)
_PROVENANCE = one_of(*PROVENANCES)
_PLAYERS = one_of("2", "3", "4")
_COORDINATE = number(0, 100_000)
_POINT = list_of(_COORDINATE, 2, 2)
_AREA = table({"name": text, "sites": list_of(name, 1)}, {"area": list_of(_POINT)})

_SHAPE = table(
    {
        "format": one_of("towerup-edition"),
        "version": one_of(1),
        "name": name,
        "title": text,
        "floors": table({"provenance": _PROVENANCE, "colours": map_of(name, number(1, counts.MOST_OF_ONE))}),
        "roofs": table({"provenance": _PROVENANCE, "colours": list_of(name, 2, 7), "each": number(1, 99)}),
        "stock": table({"provenance": _PROVENANCE, "limit": _NUMBER}),
        "market": table({"provenance": _PROVENANCE, "cards": _NUMBER}),
        "track": table(
            {"provenance": _PROVENANCE, "worth": list_of(number(0, 999), 2), "stars": list_of(number(1, 999))}
        ),
        "cone": table({"provenance": _PROVENANCE, "worth": list_of(number(0, 999), 1)}),
        "chips": table({"provenance": _PROVENANCE, "players": map_of(_PLAYERS, list_of(number(1, 99), 2, 4))}),
        "starting_floors": table({"provenance": _PROVENANCE, "most": map_of(_PLAYERS, _NUMBER)}),
        "objectives": table(
            {
                "provenance": _PROVENANCE,
                "in_play": number(1, 10),
                "cards": list_of(
                    table(
                        {"id": name, "title": text, "kind": one_of(*KINDS)},
                        {
                            "start": truth,
                            "count": number(1, 20),
                            "colour": name,
                            "counts": list_of(number(1, 20), 2, 2),
                            "levels": list_of(number(1, 20), 1),
                        },
                    ),
                    1,
                ),
            }
        ),
        "deck": table(
            {
                "provenance": _PROVENANCE,
                "cards": list_of(
                    table(
                        {"floors": list_of(name, 1, 9), "bottom": name},
                        {"vehicles": list_of(name, 0, 9), "count": number(1, 99)},
                    ),
                    1,
                ),
            }
        ),
        "boards": map_of(
            name,
            table(
                {
                    "provenance": _PROVENANCE,
                    "players": list_of(one_of(2, 3, 4), 1, 3),
                    "size": _POINT,
                    "districts": list_of(table({"id": name, "name": text}, {"grey": truth, "sites": _NUMBER}), 1),
                    "sites": list_of(table({"id": name, "district": name, "at": _POINT}), 2, 200),
                    "roads": list_of(list_of(name, 2, 2), 1),
                },
                {"parks": list_of(_AREA), "lakes": list_of(_AREA)},
            ),
        ),
    },
    {"notes": text, "whole": truth},
)


def problems_of(toml: str) -> tuple[Problem, ...]:
    """Every mistake in the text of an edition file, in the order of the file."""
    try:
        raw = tomllib.loads(toml)
    except tomllib.TOMLDecodeError as error:
        return (Problem(f"not TOML: {error}", ""),)
    notes = Notes()
    usable = _SHAPE(notes, (), raw)
    for check in (_box, _track, _players, _objectives, _deck, _boards, _whole):
        check(notes, usable)
    index = places(toml)
    found = [Problem(message, _shown(path), nearest(index, path)) for path, message in dict.fromkeys(notes.found)]
    return tuple(sorted(found, key=lambda one: (one.place.line if one.place else 0, one.path)))


def _shown(path: Path) -> str:
    """A path as a person would point at it: `boards.full.sites, entry 3, district`."""
    shown = ""
    for step in path:
        if isinstance(step, int):
            shown += f", entry {step + 1}"
        else:
            shown += f".{step}" if shown and "entry" not in shown else f", {step}" if shown else step
    return shown


def _get(data: Any, *path: str, default: Any = None) -> Any:
    """A part of the usable data, or the default where it is missing."""
    for step in path:
        if not isinstance(data, dict) or step not in data:
            return default
        data = data[step]
    return data


def _usable(entries: Any) -> Iterator[tuple[int, Any]]:
    """The entries of a list that are in order, with their places."""
    for index, entry in enumerate(entries or []):
        if entry is not UNUSABLE:
            yield index, entry


def _twice(notes: Notes, path: Path, named: Iterable[tuple[Path, str]], what: str) -> None:
    """A name that is given twice is told at its second place (capitals do not tell names apart)."""
    seen: dict[str, str] = {}
    for where, one in named:
        if one.lower() in seen:
            notes.add((*path, *where), f"{what} {one!r} is there already")
        seen.setdefault(one.lower(), one)


def _unknown(notes: Notes, path: Path, one: str, known: Iterable[str], what: str) -> bool:
    """Notes a name that is not known."""
    known = list(known)
    if one in known:
        return False
    near = difflib.get_close_matches(one, known, n=3)
    shown = f"near it: {', '.join(near)}" if near else f"there is {', '.join(known[:8]) or 'none'}"
    notes.add(path, f"there is no {what} {one!r}; {shown}")
    return True


# --- what the parts say of each other


def _box(notes: Notes, data: Any) -> None:
    colours = _get(data, "floors", "colours", default={})
    if colours and not 2 <= len(colours) <= 6:
        notes.add(("floors", "colours"), f"2 to 6 colours of floors are wanted, not {len(colours)}")
    if ANY in colours:
        notes.add(("floors", "colours", ANY), f"{ANY!r} means a multicolour floor and cannot be a colour's name")
    if sum(colours.values()) > counts.MOST_IN_ALL:
        notes.add(("floors", "colours"), f"{sum(colours.values())} floors in all, but {counts.MOST_IN_ALL} is the most")
    most = max(map(int, _get(data, "chips", "players", default={})), default=2)
    for colour, count in colours.items():
        if count <= most:
            notes.add(
                ("floors", "colours", colour),
                f"{count} {colour} floors are too few: each of {most} players starts with one, and one is wanted to start",
            )
    roofs = [(i, one) for i, one in _usable(_get(data, "roofs", "colours"))]
    _twice(notes, ("roofs", "colours"), (((i,), one) for i, one in roofs), "the roof colour")
    if roofs and len(roofs) < most:
        notes.add(("roofs", "colours"), f"{len(roofs)} roof colours for {most} players")
    limit = _get(data, "stock", "limit", default=len(colours))
    if limit < len(colours):
        notes.add(("stock", "limit"), f"a stock starts with {len(colours)} floors, one of each colour: more than the limit")


def _track(notes: Notes, data: Any) -> None:
    worth, stars = _get(data, "track", "worth", default=[]), _get(data, "track", "stars", default=[])
    for part, values in (("track", worth), ("cone", _get(data, "cone", "worth", default=[]))):
        clean = [(i, one) for i, one in _usable(values)]
        for (_, before), (i, after) in zip(clean, clean[1:], strict=False):
            if after < before:
                notes.add((part, "worth", i), f"{after} Millions after {before}: going on must not lose money")
    before = 0
    for i, star in _usable(stars):
        if star <= before:
            notes.add(("track", "stars", i), f"star columns go forward: {star} after {before}")
        if worth and star >= len(worth):
            notes.add(("track", "stars", i), f"a star after {star} steps, but the track has {len(worth) - 1}")
        before = star


def _players(notes: Notes, data: Any) -> None:
    chips = _get(data, "chips", "players", default={})
    most = _get(data, "starting_floors", "most", default={})
    market = _get(data, "market", "cards", default=1)
    deck = _deck_size(data)
    for players, values in chips.items():
        held = [one for _, one in _usable(values)]
        if len(held) != int(players):
            notes.add(("chips", "players", players), f"{players} players can each take one: {players} chips, not {len(held)}")
        if held != sorted(held, reverse=True):
            notes.add(("chips", "players", players), "chips are listed from the highest down")
    for players in sorted(chips.keys() ^ most.keys()):
        missing = "starting_floors" if players in chips else "chips"
        notes.add((missing,), f"nothing is said for {players} players, whom another part provides for")
    for players, floors in most.items():
        if floors < market:
            notes.add(
                ("starting_floors", "most", players), f"each of the {market} market cards gives a starting floor, not {floors}"
            )
        if deck and floors > deck:
            notes.add(("starting_floors", "most", players), f"{floors} starting floors, but the deck has {deck} cards")
    if deck and market > deck:
        notes.add(("market", "cards"), f"{market} cards in the market, but the deck has {deck}")
    sides = [
        (("boards", side, "players", i), players)
        for side, board in _get(data, "boards", default={}).items()
        for i, players in _usable(board.get("players"))
    ]
    for players in sorted(chips):
        played_on = [path for path, number_ in sides if number_ == int(players)]
        if not played_on:
            notes.add(("boards",), f"no board is for {players} players")
        for path in played_on[1:]:
            notes.add(path, f"another board is for {players} players already")
    for path, number_ in sides:
        if chips and str(number_) not in chips:
            notes.add(path, f"there are no chips for {number_} players")


def _deck_size(data: Any) -> int:
    return sum(card.get("count", 1) for _, card in _usable(_get(data, "deck", "cards")))


def _objectives(notes: Notes, data: Any) -> None:
    cards = list(_usable(_get(data, "objectives", "cards")))
    path: Path = ("objectives", "cards")
    _twice(notes, path, (((i, "id"), card["id"]) for i, card in cards if "id" in card), "the objective")
    in_play = _get(data, "objectives", "in_play", default=0)
    if cards and len(cards) < in_play:
        notes.add(("objectives", "in_play"), f"{in_play} objectives are in play, but there are {len(cards)}")
    start = sum(card.get("start", False) for _, card in cards)
    if cards and start != in_play:
        notes.add(path, f"{start} START objectives, but a game has {in_play}")
    for i, card in cards:
        if "kind" not in card:
            continue
        for told in ("count", "colour", "counts", "levels"):
            wanted = told in KINDS[card["kind"]]
            wrong_already = any(where[:4] == (*path, i, told) for where, _ in notes.found)
            if wanted and told not in card and not wrong_already:
                notes.add((*path, i), f"an objective of the kind {card['kind']!r} needs {told!r}")
            if told in card and not wanted:
                notes.add((*path, i, told), f"an objective of the kind {card['kind']!r} has no {told!r}")
        if "colour" in card:
            _unknown(notes, (*path, i, "colour"), card["colour"], _get(data, "floors", "colours", default={}), "colour")


def _deck(notes: Notes, data: Any) -> None:
    colours = list(_get(data, "floors", "colours", default={}))
    if not colours:
        return
    for i, card in _usable(_get(data, "deck", "cards")):
        path: Path = ("deck", "cards", i)
        floors = [one for _, one in _usable(card.get("floors"))]
        for j, one in _usable(card.get("floors")):
            _unknown(notes, (*path, "floors", j), one, [*colours, ANY], "colour")
        for j, one in _usable(card.get("vehicles")):
            _unknown(notes, (*path, "vehicles", j), one, colours, "colour")
        if floors and "bottom" in card and card["bottom"] not in floors:
            notes.add((*path, "bottom"), f"the bottom, {card['bottom']}, is not one of the card's own floors")


# --- boards


def _boards(notes: Notes, data: Any) -> None:
    for side, board in _get(data, "boards", default={}).items():
        path: Path = ("boards", side)
        _districts(notes, path, board)
        _sites(notes, path, board)
        _roads(notes, path, board)
        for kind in ("parks", "lakes"):
            _areas(notes, (*path, kind), board, kind)
        _fulfillable(notes, side, board, data)


def _site_names(board: Any) -> list[str]:
    return [site["id"] for _, site in _usable(board.get("sites")) if "id" in site]


def _districts(notes: Notes, path: Path, board: Any) -> None:
    districts = list(_usable(board.get("districts")))
    _twice(notes, (*path, "districts"), (((i, "id"), one["id"]) for i, one in districts if "id" in one), "the district")
    found = Counter(site.get("district") for _, site in _usable(board.get("sites")))
    for i, one in districts:
        if "id" in one and not found[one["id"]]:
            notes.add((*path, "districts", i), f"district {one['id']} has no site")
        elif "sites" in one and "id" in one and one["sites"] != found[one["id"]]:
            notes.add(
                (*path, "districts", i, "sites"), f"district {one['id']} has {found[one['id']]} sites, not {one['sites']}"
            )


def _sites(notes: Notes, path: Path, board: Any) -> None:
    sites = list(_usable(board.get("sites")))
    path = (*path, "sites")
    _twice(notes, path, (((i, "id"), site["id"]) for i, site in sites if "id" in site), "the site")
    districts = [one["id"] for _, one in _usable(board.get("districts")) if "id" in one]
    size = board.get("size", [0, 0])
    taken: dict[tuple[int, int], str] = {}
    for i, site in sites:
        if "district" in site:
            _unknown(notes, (*path, i, "district"), site["district"], districts, "district")
        at = _point(site)
        if at is None:
            continue
        if UNUSABLE not in size and (at[0] > size[0] or at[1] > size[1]):
            notes.add((*path, i, "at"), f"site {site.get('id')} lies outside the board, which is {size[0]} by {size[1]}")
        if at in taken:
            notes.add((*path, i, "at"), f"site {site.get('id')} lies where {taken[at]} is")
        taken.setdefault(at, site.get("id", "another"))


def _point(site: Any) -> tuple[int, int] | None:
    at = site.get("at", [UNUSABLE])
    return None if UNUSABLE in at else (at[0], at[1])


def _roads(notes: Notes, path: Path, board: Any) -> None:
    names = _site_names(board)
    at = {site["id"]: _point(site) for _, site in _usable(board.get("sites")) if "id" in site}
    path = (*path, "roads")
    good: dict[frozenset[str], int] = {}
    for i, road in _usable(board.get("roads")):
        if UNUSABLE in road:
            continue
        one, other = road
        if [_unknown(notes, (*path, i, j), end, names, "site") for j, end in enumerate(road)] != [False, False]:
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
            notes.add((*path, i), f"the road from {second[0]} to {second[1]} crosses the one from {first[0]} to {first[1]}")
    for (one, other), i in drawn:
        for site, point in at.items():
            if point and site not in (one, other) and _on(point, at[one], at[other]):
                notes.add((*path, i), f"the road from {one} to {other} runs over {site}")


def _side(a: Any, b: Any, c: Any) -> int:
    turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (turn > 0) - (turn < 0)


def _cross(a: Any, b: Any, c: Any, d: Any) -> bool:
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _on(point: Any, a: Any, b: Any) -> bool:
    between = all(min(a[k], b[k]) <= point[k] <= max(a[k], b[k]) for k in (0, 1))
    return between and _side(a, b, point) == 0


def _reachable(notes: Notes, path: Path, names: list[str], roads: Iterable[frozenset[str]]) -> None:
    import networkx as nx

    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(names)
    graph.add_edges_from(tuple(road) for road in roads)
    parts = sorted(nx.connected_components(graph), key=len, reverse=True)
    for part in parts[1:]:
        shown = ", ".join(one for one in names if one in part)
        notes.add(path, f"no road leads from the rest of the board to {shown}")


def _areas(notes: Notes, path: Path, board: Any, kind: str) -> None:
    names = _site_names(board)
    size = board.get("size", [UNUSABLE])
    for i, area in _usable(board.get(kind)):
        sites = list(_usable(area.get("sites")))
        for j, site in sites:
            _unknown(notes, (*path, i, "sites", j), site, names, "site")
        _twice(notes, (*path, i, "sites"), (((j,), site) for j, site in sites), "the site")
        for j, point in _usable(area.get("area")):
            if UNUSABLE not in point and UNUSABLE not in size and (point[0] > size[0] or point[1] > size[1]):
                notes.add((*path, i, "area", j), f"this corner lies outside the board, which is {size[0]} by {size[1]}")


# --- can it be played?


def _fulfillable(notes: Notes, side: str, board: Any, data: Any) -> None:
    """An objective that nobody can fulfil on a board is told at the objective."""
    names = _site_names(board)
    roofs = _get(data, "roofs", "each", default=99)
    ways: dict[str, set[str]] = {one: set() for one in names}
    for _, road in _usable(board.get("roads")):
        if UNUSABLE not in road and set(road) <= ways.keys():
            ways[road[0]].add(road[1])
            ways[road[1]].add(road[0])
    district = {site["id"]: site.get("district") for _, site in _usable(board.get("sites")) if "id" in site}
    grey = [one["id"] for _, one in _usable(board.get("districts")) if one.get("grey") and "id" in one]
    on = {
        kind: {site for _, area in _usable(board.get(f"{kind}s")) for _, site in _usable(area.get("sites"))} & set(names)
        for kind in ("park", "lake")
    }
    borders = {frozenset((district[a], district[b])) for a in ways for b in ways[a] if district[a] != district[b]}
    districts = sum(1 for _ in _usable(board.get("districts")))
    for i, card in _usable(_get(data, "objectives", "cards")):
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
            if max((one for _, one in _usable(card.get("levels"))), default=0) > tallest:
                why = f"no building can be higher than {tallest} floors"
        elif kind == "double" and sum(len(around) >= 2 for around in ways.values()) < count:
            why = f"fewer than {count} sites have the two roads that a building with two roofs needs"
        need = _roofs_needed(card, districts, len(_get(data, "floors", "colours", default={})))
        if why is None and need > roofs:
            why = f"it takes {need} roofs, and a player has {roofs}"
        if why:
            notes.add(("objectives", "cards", i), f"nobody can fulfil {card.get('id')!r} on the {side} board: {why}")


def _roofs_needed(card: Any, districts: int, colours: int) -> int:
    """The fewest roofs with which an objective can be fulfilled."""
    count = card.get("count", 1)
    return {
        "colours": colours,
        "districts": districts,
        "grey": sum(one for _, one in _usable(card.get("counts"))),
        "borders": 2 * count,
        "double": 2 * count,
        "heights": sum(1 for _ in _usable(card.get("levels"))),
    }.get(card.get("kind"), count)


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


# --- the whole game


def _whole(notes: Notes, data: Any) -> None:
    """The numbers that the rulebooks state, for an edition that claims to be the whole game."""
    if not _get(data, "whole", default=False):
        return
    stated: list[tuple[Path, str, Any, Any]] = [
        (("floors", "colours"), "colours of floors", len(_get(data, "floors", "colours", default={})), 4),
        (("floors", "colours"), "floors in all", sum(_get(data, "floors", "colours", default={}).values()), 120),
        (("roofs", "colours"), "roof colours", len(_get(data, "roofs", "colours", default=[])), 4),
        (("roofs", "each"), "roofs a player", _get(data, "roofs", "each"), 10),
        (("stock", "limit"), "floors as the stock limit", _get(data, "stock", "limit"), 10),
        (("market", "cards"), "cards in the market", _get(data, "market", "cards"), 3),
        (("cone", "worth"), "places for the cone", len(_get(data, "cone", "worth", default=[])), 7),
        (("objectives", "cards"), "objectives", len(_get(data, "objectives", "cards", default=[])), 10),
        (("objectives", "in_play"), "objectives in a game", _get(data, "objectives", "in_play"), 3),
        (("deck", "cards"), "stock cards", _deck_size(data), 44),
        (("chips", "players"), "chips", _get(data, "chips", "players"), {"2": [7, 3], "3": [7, 5, 3], "4": [7, 5, 3, 3]}),
        (("starting_floors", "most"), "starting floors", _get(data, "starting_floors", "most"), {"2": 7, "3": 7, "4": 5}),
        (
            ("boards",),
            "sides of the board, by players",
            sorted(sorted(board.get("players", [])) for board in _get(data, "boards", default={}).values()),
            [[2], [3, 4]],
        ),
    ]
    for side, board in _get(data, "boards", default={}).items():
        districts = [one for _, one in _usable(board.get("districts"))]
        grey = sum(one.get("grey", False) for one in districts)
        stated.append((("boards", side, "districts"), "districts", len(districts), 5))
        stated.append((("boards", side, "districts"), "grey districts", grey, 2))
    for path, what, found, right in stated:
        if found is not None and found != right:
            notes.add(path, f"{what}: {found}, but the whole game has {right} (leave out whole = true for another game)")
