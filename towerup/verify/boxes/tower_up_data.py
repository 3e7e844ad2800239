"""The data of made-up editions of Tower Up: small planar boards, decks, tracks and objectives, always such that they can be played."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

COLOURS = ("black", "grey", "white", "brown")
_MADE = "reconstructed"


@st.composite
def boards(draw: st.DrawFn, players: tuple[int, ...]) -> dict[str, Any]:
    """A planar, connected board: a grid with some streets left out and at most one diagonal in a block."""
    width, height = draw(st.integers(2, 4)), draw(st.integers(2, 4))
    points = [(x, y) for y in range(height) for x in range(width)]
    straight = [((x, y), (x + dx, y + dy)) for x, y in points for dx, dy in ((1, 0), (0, 1))]
    streets = [(a, b) for a, b in straight if b in points]
    for x, y in points:
        if (x + 1, y + 1) in points:
            diagonal = draw(st.sampled_from([None, ((x, y), (x + 1, y + 1)), ((x + 1, y), (x, y + 1))]))
            streets += [diagonal] if diagonal else []
    order = draw(st.permutations(streets))
    kept = draw(st.integers(0, len(order)))
    chosen = _spanning(order) | set(order[:kept])
    districts = draw(st.integers(2, min(5, len(points))))
    names = {point: f"{'ABCDE'[n % districts]}{n // districts + 1}" for n, point in enumerate(points)}
    sites = list(names.values())
    some = st.lists(st.sampled_from(sites), min_size=1, unique=True)
    return {
        "provenance": _MADE,
        "players": list(players),
        "size": [100 * width, 100 * height],
        "districts": [{"id": "ABCDE"[n], "name": f"Quarter {n}", "grey": n < 2} for n in range(districts)],
        "sites": [
            {"id": name, "district": name[0], "at": [100 * x + 50, 100 * y + 50]} for (x, y), name in names.items()
        ],
        "roads": [[names[a], names[b]] for a, b in streets if (a, b) in chosen],
        "parks": [{"name": "Park", "sites": draw(some)}],
        "lakes": [{"name": "Lake", "sites": draw(some)}],
    }


def _spanning(streets: list[tuple[Any, Any]]) -> set[tuple[Any, Any]]:
    """Enough of the streets that every site can be reached."""
    group: dict[Any, set[Any]] = {point: {point} for street in streets for point in street}
    kept = set()
    for a, b in streets:
        if group[a] is not group[b]:
            group[a] |= group[b]
            for point in group[b]:
                group[point] = group[a]
            kept.add((a, b))
    return kept


@st.composite
def cards(draw: st.DrawFn, colours: tuple[str, ...]) -> dict[str, Any]:
    """A stock card with one to four floors and at most two vehicles, of any colours."""
    floors = draw(st.lists(st.sampled_from((*colours, "any")), min_size=1, max_size=4))
    vehicles = draw(st.lists(st.sampled_from(colours), max_size=2))
    card = {"floors": floors, "bottom": draw(st.sampled_from(floors)), "count": draw(st.integers(1, 2))}
    return card | ({"vehicles": vehicles} if vehicles else {})


_OBJECTIVES: list[dict[str, Any]] = [
    {"id": "colours", "title": "All colours", "kind": "colours"},
    {"id": "park", "title": "On the park", "kind": "park", "count": 1},
    {"id": "districts", "title": "All quarters", "kind": "districts"},
    {"id": "lake", "title": "On the lake", "kind": "lake", "count": 1},
    {"id": "adjacent", "title": "Two adjacent", "kind": "adjacent", "count": 2},
    {"id": "colour", "title": "Two black", "kind": "colour", "colour": "black", "count": 2},
    {"id": "grey", "title": "Both grey quarters", "kind": "grey", "counts": [1, 1]},
    {"id": "borders", "title": "Across a border", "kind": "borders", "count": 1},
    {"id": "double", "title": "Twice in one building", "kind": "double", "count": 1},
    {"id": "heights", "title": "At heights 1 and 2", "kind": "heights", "levels": [1, 2]},
]


@st.composite
def edition_data(draw: st.DrawFn) -> dict[str, Any]:
    """The data of an edition that can be played, in the form of an edition file, with its own board, deck, tracks and chips."""
    colours = COLOURS[: draw(st.integers(2, 4))]
    players = tuple(draw(st.lists(st.integers(2, 4), min_size=1, max_size=3, unique=True).map(sorted)))
    deck = draw(st.lists(cards(colours), min_size=3, max_size=8))
    size = sum(card["count"] for card in deck)
    market = draw(st.integers(1, 3))
    worth = sorted(draw(st.lists(st.integers(0, 20), min_size=2, max_size=8)))
    stars = sorted(draw(st.sets(st.integers(1, len(worth) - 1), max_size=3)))
    roofs = draw(st.integers(5, 6))
    in_play = draw(st.integers(1, 3))
    # One colour can always run out, so every game can end: two stocks of two floors, four sites and three roads hold 11.
    floors = {colour: draw(st.integers(5, 15 if n else 10)) for n, colour in enumerate(colours)}
    return {
        "format": "towerup-edition",
        "version": 1,
        "name": "drawn",
        "title": "An edition drawn for a test",
        "floors": {"provenance": _MADE, "colours": floors},
        "roofs": {"provenance": _MADE, "colours": ["blue", "yellow", "orange", "green"], "each": roofs},
        "stock": {"provenance": _MADE, "limit": draw(st.integers(len(colours), 8))},
        "market": {"provenance": _MADE, "cards": market},
        "track": {"provenance": _MADE, "worth": worth, "stars": stars},
        "cone": {"provenance": _MADE, "worth": [1, 3, 6][: draw(st.integers(1, 3))]},
        "chips": {"provenance": _MADE, "players": {str(number): [7, 5, 3, 3][:number] for number in players}},
        "starting_floors": {
            "provenance": _MADE,
            "most": {str(number): draw(st.integers(market, min(size, market + 3))) for number in players},
        },
        "objectives": {
            "provenance": _MADE,
            "in_play": in_play,
            "cards": [one | {"start": n < in_play} for n, one in enumerate(draw(st.permutations(_OBJECTIVES)))],
        },
        "deck": {"provenance": _MADE, "cards": deck},
        "boards": {"town": draw(boards(players))},
    }
