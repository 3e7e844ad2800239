"""Checking an edition file: every mistake at once, at its place, in a player's words.

First the shape of the file, then what the parts say of each other, then whether it can be played. A file that says
`whole = true` claims to be the whole game and is held to the numbers that the rulebooks state.
"""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Mapping
from typing import Any

from towerup.kernel import counts
from towerup.kernel.places import Place, nearest, places
from towerup.kernel.shapes import Notes, Path, list_of, map_of, name, number, one_of, table, text, truth

from .board_check import check_boards
from .cards import ANY
from .edition import PROVENANCES, Problem
from .edition_parts import get, twice, unknown, usable
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
    return problems_in(raw, places(toml))


def problems_in(raw: dict[str, Any], index: Mapping[Path, Place]) -> tuple[Problem, ...]:
    """Every mistake in the data of an edition, with its place where the index knows it."""
    notes = Notes()
    usable = _SHAPE(notes, (), raw)
    for check in (_box, _track, _players, _objectives, _deck, check_boards, _whole):
        check(notes, usable)
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


# --- what the parts say of each other


def _box(notes: Notes, data: Any) -> None:
    colours = get(data, "floors", "colours", default={})
    if colours and not 2 <= len(colours) <= 6:
        notes.add(("floors", "colours"), f"2 to 6 colours of floors are wanted, not {len(colours)}")
    if ANY in colours:
        notes.add(("floors", "colours", ANY), f"{ANY!r} means a multicolour floor and cannot be a colour's name")
    if sum(colours.values()) > counts.MOST_IN_ALL:
        notes.add(("floors", "colours"), f"{sum(colours.values())} floors in all, but {counts.MOST_IN_ALL} is the most")
    most = max(map(int, get(data, "chips", "players", default={})), default=2)
    for colour, count in colours.items():
        if count <= most:
            notes.add(
                ("floors", "colours", colour),
                f"{count} {colour} floors are too few: each of {most} players starts with one, and one is wanted to start",
            )
    roofs = [(i, one) for i, one in usable(get(data, "roofs", "colours"))]
    twice(notes, ("roofs", "colours"), (((i,), one) for i, one in roofs), "the roof colour")
    if roofs and len(roofs) < most:
        notes.add(("roofs", "colours"), f"{len(roofs)} roof colours for {most} players")
    limit = get(data, "stock", "limit", default=len(colours))
    if limit < len(colours):
        notes.add(
            ("stock", "limit"), f"a stock starts with {len(colours)} floors, one of each colour: more than the limit"
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
            notes.add(("track", "stars", i), f"a star after {star} steps, but the track has {len(worth) - 1}")
        before = star


def _players(notes: Notes, data: Any) -> None:
    chips = get(data, "chips", "players", default={})
    most = get(data, "starting_floors", "most", default={})
    market = get(data, "market", "cards", default=1)
    deck = _deck_size(data)
    for players, values in chips.items():
        held = [one for _, one in usable(values)]
        if len(held) != int(players):
            notes.add(
                ("chips", "players", players), f"{players} players can each take one: {players} chips, not {len(held)}"
            )
        if held != sorted(held, reverse=True):
            notes.add(("chips", "players", players), "chips are listed from the highest down")
    for players in sorted(chips.keys() ^ most.keys()):
        missing = "starting_floors" if players in chips else "chips"
        notes.add((missing,), f"nothing is said for {players} players, whom another part provides for")
    for players, floors in most.items():
        if floors < market:
            notes.add(
                ("starting_floors", "most", players),
                f"each of the {market} market cards gives a starting floor, not {floors}",
            )
        if deck and floors > deck:
            notes.add(("starting_floors", "most", players), f"{floors} starting floors, but the deck has {deck} cards")
    if deck and market > deck:
        notes.add(("market", "cards"), f"{market} cards in the market, but the deck has {deck}")
    sides = [
        (("boards", side, "players", i), players)
        for side, board in get(data, "boards", default={}).items()
        for i, players in usable(board.get("players"))
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
    return sum(card.get("count", 1) for _, card in usable(get(data, "deck", "cards")))


def _objectives(notes: Notes, data: Any) -> None:
    cards = list(usable(get(data, "objectives", "cards")))
    path: Path = ("objectives", "cards")
    twice(notes, path, (((i, "id"), card["id"]) for i, card in cards if "id" in card), "the objective")
    in_play = get(data, "objectives", "in_play", default=0)
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
            unknown(notes, (*path, i, "colour"), card["colour"], get(data, "floors", "colours", default={}), "colour")


def _deck(notes: Notes, data: Any) -> None:
    colours = list(get(data, "floors", "colours", default={}))
    if not colours:
        return
    for i, card in usable(get(data, "deck", "cards")):
        path: Path = ("deck", "cards", i)
        floors = [one for _, one in usable(card.get("floors"))]
        for j, one in usable(card.get("floors")):
            unknown(notes, (*path, "floors", j), one, [*colours, ANY], "colour")
        for j, one in usable(card.get("vehicles")):
            unknown(notes, (*path, "vehicles", j), one, colours, "colour")
        if floors and "bottom" in card and card["bottom"] not in floors:
            notes.add((*path, "bottom"), f"the bottom, {card['bottom']}, is not one of the card's own floors")


# --- the whole game


def _whole(notes: Notes, data: Any) -> None:
    """The numbers that the rulebooks state, for an edition that claims to be the whole game."""
    if not get(data, "whole", default=False):
        return
    stated: list[tuple[Path, str, Any, Any]] = [
        (("floors", "colours"), "colours of floors", len(get(data, "floors", "colours", default={})), 4),
        (("floors", "colours"), "floors in all", sum(get(data, "floors", "colours", default={}).values()), 120),
        (("roofs", "colours"), "roof colours", len(get(data, "roofs", "colours", default=[])), 4),
        (("roofs", "each"), "roofs a player", get(data, "roofs", "each"), 10),
        (("stock", "limit"), "floors as the stock limit", get(data, "stock", "limit"), 10),
        (("market", "cards"), "cards in the market", get(data, "market", "cards"), 3),
        (("cone", "worth"), "places for the cone", len(get(data, "cone", "worth", default=[])), 7),
        (("objectives", "cards"), "objectives", len(get(data, "objectives", "cards", default=[])), 10),
        (("objectives", "in_play"), "objectives in a game", get(data, "objectives", "in_play"), 3),
        (("deck", "cards"), "stock cards", _deck_size(data), 44),
        (
            ("chips", "players"),
            "chips",
            get(data, "chips", "players"),
            {"2": [7, 3], "3": [7, 5, 3], "4": [7, 5, 3, 3]},
        ),
        (
            ("starting_floors", "most"),
            "starting floors",
            get(data, "starting_floors", "most"),
            {"2": 7, "3": 7, "4": 5},
        ),
        (
            ("boards",),
            "sides of the board, by players",
            sorted(sorted(board.get("players", [])) for board in get(data, "boards", default={}).values()),
            [[2], [3, 4]],
        ),
    ]
    for side, board in get(data, "boards", default={}).items():
        districts = [one for _, one in usable(board.get("districts"))]
        grey = sum(one.get("grey", False) for one in districts)
        stated.append((("boards", side, "districts"), "districts", len(districts), 5))
        stated.append((("boards", side, "districts"), "grey districts", grey, 2))
    for path, what, found, right in stated:
        if found is not None and found != right:
            notes.add(
                path, f"{what}: {found}, but the whole game has {right} (leave out whole = true for another game)"
            )
