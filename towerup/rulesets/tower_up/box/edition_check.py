"""Checking an edition file: every mistake at once, at its place, in a player's words.

First the shape of the file, then what the parts say of each other, then whether it can be played. A file that says
`whole = true` claims to be the whole game and is held to the numbers that the rulebooks state.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping
from typing import Any

from towerup.kernel import edition_files
from towerup.kernel.edition_files import all_read, get, many, mistakes, twice, unknown, usable
from towerup.kernel.editions import PROVENANCES, Problem
from towerup.kernel.places import Place
from towerup.kernel.shapes import UNUSABLE, Notes, Path, list_of, map_of, name, number, one_of, table, text, truth

from .board_check import check_boards
from .cards import ANY
from .edition import OBJECTIVE_FIELDS
from .edition_parts import colours_of

MOST_OF_A_COLOUR = 63
"""The floors of one colour, at most."""
MOST_FLOORS = 126
"""The floors in a box, at most."""

_NUMBER = number(1, MOST_FLOORS)
_MOST_OF_A_KIND = 127
_PROVENANCE = one_of(*PROVENANCES)
_PLAYERS = one_of("2", "3", "4")
_COORDINATE = number(0, 100_000)
_POINT = list_of(_COORDINATE, 2, 2)
_AREA = table({"name": text, "sites": list_of(name, 1)}, {"area": list_of(_POINT, 3)})

_SHAPE = table(
    {
        "format": one_of("towerup-edition"),
        "version": one_of(1),
        "name": name,
        "title": text,
        "floors": table({"provenance": _PROVENANCE, "colours": map_of(name, number(1, MOST_OF_A_COLOUR))}),
        "roofs": table({"provenance": _PROVENANCE, "colours": list_of(name, 2, 7), "each": number(1, 99)}),
        "stock": table({"provenance": _PROVENANCE, "limit": _NUMBER}),
        "market": table({"provenance": _PROVENANCE, "cards": _NUMBER}),
        "track": table(
            {"provenance": _PROVENANCE, "worth": list_of(number(0, 999), 2, 100), "stars": list_of(number(1, 999))}
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
                        {"id": name, "title": text, "kind": one_of(*OBJECTIVE_FIELDS)},
                        {
                            "start": truth,
                            "count": number(1, 20),
                            "colour": name,
                            "counts": list_of(number(1, 20), 2, 2),
                            "levels": list_of(number(1, 20), 1),
                        },
                    ),
                    1,
                    20,
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
                    "roads": list_of(list_of(name, 2, 2), 1, 600),
                },
                {"parks": list_of(_AREA), "lakes": list_of(_AREA)},
            ),
        ),
    },
    {"game": one_of("tower-up"), "notes": text, "whole": truth},
)


def problems_of(toml: str) -> tuple[Problem, ...]:
    """Every mistake in the text of an edition file, in the order of the file."""
    return edition_files.problems_of(toml, problems_in)


def problems_in(raw: dict[str, Any], index: Mapping[Path, Place]) -> tuple[Problem, ...]:
    """Every mistake in the data of an edition, with its place where the index knows it."""
    # The whole game's numbers come first, so that what is misshapen is not counted as well.
    checks = (_whole, _box, _track, _players, _objectives, _deck, check_boards)
    return mistakes(raw, index, _SHAPE, checks)


# --- what the parts say of each other


def _box(notes: Notes, data: Any) -> None:
    colours = get(data, "floors", "colours", default={})
    names = colours_of(notes, data)
    if get(data, "floors", "colours") is not None and not 2 <= len(names) <= 6:
        notes.add(("floors", "colours"), f"2 to 6 colours of floors are wanted, not {len(names)}")
    for colour in colours:
        if colour == ANY:
            notes.add(("floors", "colours", ANY), f"{ANY!r} means a multicolour floor and cannot be a colour's name")
        elif colour != colour.lower():
            # Cards are named by the colours' letters, and capitals do not tell names apart.
            notes.add(("floors", "colours", colour), f"write the colour in small letters: {colour.lower()}")
    if sum(colours.values()) > MOST_FLOORS:
        notes.add(("floors", "colours"), f"{sum(colours.values())} floors in all, but {MOST_FLOORS} is the most")
    most = max(map(int, _player_numbers(notes, data, "chips", "players")), default=2)
    for colour, count in colours.items():
        if count <= most:
            notes.add(
                ("floors", "colours", colour),
                f"{count} {colour} floors are too few: each of {most} players starts with one, and one is wanted to start",
            )
    roofs = [(i, one) for i, one in usable(get(data, "roofs", "colours"))]
    twice(notes, ("roofs", "colours"), (((i,), one) for i, one in roofs), "the roof colour")
    if roofs and len(get(data, "roofs", "colours")) < most:
        notes.add(("roofs", "colours"), f"{many(len(roofs), 'roof colour')} for {most} players")
    limit = get(data, "stock", "limit", default=len(names))
    if limit < len(names):
        notes.add(
            ("stock", "limit"),
            f"a stock starts with {len(names)} floors, one of each colour: more than the limit of {limit}",
        )


def _track(notes: Notes, data: Any) -> None:
    worth, stars = get(data, "track", "worth", default=[]), get(data, "track", "stars", default=[])
    for part, values in (("track", worth), ("cone", get(data, "cone", "worth", default=[]))):
        clean = [(i, one) for i, one in usable(values)]
        for (_, before), (i, after) in itertools.pairwise(clean):
            if after < before:
                notes.add((part, "worth", i), f"{after} Millions after {before}: going on must not lose money")
    before = 0
    for i, star in usable(stars):
        if star <= before:
            notes.add(("track", "stars", i), f"star columns go forward: {star} after {before}")
        if worth and star >= len(worth):
            notes.add(
                ("track", "stars", i), f"a star after {many(star, 'step')}, but the track has only {len(worth) - 1}"
            )
        before = star


def _players(notes: Notes, data: Any) -> None:
    chips = get(data, "chips", "players", default={})
    most = get(data, "starting_floors", "most", default={})
    market = get(data, "market", "cards", default=1)
    deck = _deck_size(notes, data)
    offered = _player_numbers(notes, data, "chips", "players")
    starting = _player_numbers(notes, data, "starting_floors", "most")
    if get(data, "chips", "players") is not None and not offered:
        notes.add(("chips", "players"), "chips for 2, 3 or 4 players are wanted, and there are none")
    for players, held in chips.items():
        if UNUSABLE in held:
            continue
        if len(held) != int(players):
            notes.add(
                ("chips", "players", players), f"{players} players can each take one: {players} chips, not {len(held)}"
            )
        if held != sorted(held, reverse=True):
            notes.add(("chips", "players", players), "chips are listed from the highest down")
    if offered and get(data, "starting_floors", "most") is not None:
        for players in sorted(offered - starting):
            notes.add(("starting_floors", "most"), f"nothing is said for {players} players, who have chips")
        for players in sorted(starting - offered):
            notes.add(("starting_floors", "most", players), f"there are no chips for {players} players")
    for players, floors in most.items():
        if floors < market:
            notes.add(
                ("starting_floors", "most", players),
                f"{many(floors, 'starting floor')} at most, but each of the {market} market cards gives one",
            )
        if deck and floors > deck:
            notes.add(
                ("starting_floors", "most", players),
                f"{floors} starting floors, but the deck has only {many(deck, 'card')}",
            )
    if deck and market > deck:
        notes.add(("market", "cards"), f"{market} cards in the market, but the deck has only {deck}")
    sides = [
        (("boards", side, "players", i), players)
        for side, board in get(data, "boards", default={}).items()
        for i, players in usable(board.get("players"))
    ]
    for players in sorted(offered):
        played_on = [path for path, number_ in sides if number_ == int(players)]
        if not played_on and not _boards_unread(notes, data):
            notes.add(("boards",), f"no board is for {players} players")
        for path in played_on[1:]:
            notes.add(path, f"a board for {players} players is there already")
    for path, number_ in sides:
        if offered and str(number_) not in offered:
            notes.add(path, f"there are no chips for {number_} players")


def _player_numbers(notes: Notes, data: Any, *path: str) -> set[str]:
    """The numbers of players that a part provides for, also where what it provides is wrong: that was told already."""
    told = {str(where[2]) for where, _ in notes.found if where[:2] == path and len(where) > 2}
    return {*get(data, *path, default={}), *(told & {"2", "3", "4"})}


def _boards_unread(notes: Notes, data: Any) -> bool:
    """Whether it cannot be told for how many players the boards are."""
    boards = get(data, "boards")
    return (
        boards is None
        or any(path[0] == "boards" and len(path) == 2 and path[1] not in boards for path, _ in notes.found if path)
        or any("players" not in board or UNUSABLE in board["players"] for board in boards.values())
    )


def _deck_size(notes: Notes, data: Any) -> int | None:
    """The number of cards, as far as it can be told."""
    cards = get(data, "deck", "cards")
    if not all_read(notes, ("deck", "cards"), cards, "floors", "vehicles", "bottom"):
        return None
    return sum(int(card.get("count", 1)) for card in cards)


def _objectives(notes: Notes, data: Any) -> None:
    path: Path = ("objectives", "cards")
    listed, in_play = get(data, "objectives", "cards"), get(data, "objectives", "in_play")
    cards, colours = list(usable(listed)), colours_of(notes, data)
    harmless = ("id", "title", "kind", "count", "colour", "counts", "levels")
    if in_play is not None and all_read(notes, path, listed, *harmless):
        start = sum(card.get("start", False) for _, card in cards)
        if len(cards) < in_play:
            notes.add(("objectives", "in_play"), f"{in_play} objectives are in play, but there are only {len(cards)}")
        elif start != in_play:
            notes.add(path, f"{many(start, 'START objective')}, but a game has {in_play}")
    twice(notes, path, (((i, "id"), card["id"]) for i, card in cards if "id" in card), "the objective")
    for i, card in cards:
        if "kind" not in card:
            continue
        for told in ("count", "colour", "counts", "levels"):
            wanted = told in OBJECTIVE_FIELDS[card["kind"]]
            if wanted and told not in card and not notes.within(*path, i, told):
                notes.add((*path, i), f"an objective of the kind {card['kind']!r} needs {told!r}")
            if told in card and not wanted:
                notes.add((*path, i, told), f"an objective of the kind {card['kind']!r} has no {told!r}")
        levels = (((j,), str(one)) for j, one in usable(card.get("levels")))
        twice(notes, (*path, i, "levels"), levels, "the level")
        if "colour" in card and colours:
            unknown(notes, (*path, i, "colour"), card["colour"], colours, "colour")


def _deck(notes: Notes, data: Any) -> None:
    colours = colours_of(notes, data)
    of_kind: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for i, card in usable(get(data, "deck", "cards")):
        path: Path = ("deck", "cards", i)
        floors, vehicles = card.get("floors", [UNUSABLE]), card.get("vehicles", [])
        if colours:
            for j, one in usable(floors):
                unknown(notes, (*path, "floors", j), one, [*colours, ANY], "colour")
            for j, one in usable(vehicles):
                unknown(notes, (*path, "vehicles", j), one, colours, "colour")
        if UNUSABLE not in floors and "bottom" in card and card["bottom"] not in floors:
            notes.add((*path, "bottom"), f"the bottom, {card['bottom']}, is not one of the card's own floors")
        if UNUSABLE not in (*floors, *vehicles):
            kind = (tuple(sorted(floors)), tuple(sorted(vehicles)))
            of_kind[kind] += card.get("count", 1)
            if of_kind[kind] > _MOST_OF_A_KIND:
                notes.add(path, f"{of_kind[kind]} cards that show the same, but {_MOST_OF_A_KIND} is the most")


# --- the whole game


def _whole(notes: Notes, data: Any) -> None:
    """The numbers that the rulebooks state, for an edition that claims to be the whole game."""
    if not get(data, "whole", default=False):
        return
    wrong = {path[:length] for path, _ in notes.found for length in range(1, len(path) + 1)}
    colours, boards = get(data, "floors", "colours", default={}), get(data, "boards", default={})
    chips, most = get(data, "chips", "players", default={}), get(data, "starting_floors", "most", default={})
    stated: list[tuple[Path, str, Any, Any]] = [
        (("floors", "colours"), "colours of floors", len(colours), 4),
        (("floors", "colours"), "floors in all", sum(colours.values()), 120),
        (("roofs", "colours"), "roof colours", len(get(data, "roofs", "colours", default=[])), 4),
        (("roofs", "each"), "roofs a player", get(data, "roofs", "each"), 10),
        (("stock", "limit"), "floors as the stock limit", get(data, "stock", "limit"), 10),
        (("market", "cards"), "cards in the market", get(data, "market", "cards"), 3),
        (("cone", "worth"), "places for the cone", len(get(data, "cone", "worth", default=[])), 7),
        (("objectives", "cards"), "objectives", len(get(data, "objectives", "cards", default=[])), 10),
        (("objectives", "in_play"), "objectives in a game", get(data, "objectives", "in_play"), 3),
        (("deck", "cards"), "stock cards", _deck_size(notes, data), 44),
    ]
    for players, right, floors in (("2", [7, 3], 7), ("3", [7, 5, 3], 7), ("4", [7, 5, 3, 3], 5)):
        path: Path = ("chips", "players", players)
        stated.append((path, f"chips for {players} players", _listed(chips.get(players)), _listed(right)))
        path = ("starting_floors", "most", players)
        stated.append((path, f"most starting floors with {players} players", most.get(players, "none"), floors))
    for side, board in boards.items():
        path = ("boards", side, "districts")
        districts = board.get("districts")
        stated.append((path, "districts", districts and len(districts), 5))
        if all_read(notes, path, districts, "id", "name", "sites"):
            stated.append((path, "grey districts", sum(one.get("grey", False) for one in districts), 2))
    if not _boards_unread(notes, data):
        sides = sorted(" or ".join(map(str, sorted(board["players"]))) for board in boards.values())
        stated.append((("boards",), "boards for players", " and ".join(sides) or "none", "2 and 3 or 4"))
    for path, what, found, right in stated:
        # What is missing or misshapen was told as that; the length of a list is known all the same.
        misshapen = path in wrong and path[0] in ("floors", "chips", "starting_floors")
        if found is None or found == right or get(data, *map(str, path[:2])) is None or misshapen:
            continue
        notes.add(path, f"{what}: {found}, but the whole game has {right} (leave out whole = true for another game)")


def _listed(numbers: list[int] | None) -> str:
    return "-".join(map(str, numbers or [])) or "none"
