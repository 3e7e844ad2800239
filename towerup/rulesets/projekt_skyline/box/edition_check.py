"""Checking an edition file: every mistake at once, at its place, in a player's words.

First the shape of the file, then what the parts say of each other, then whether it can be played. A file that says
`whole = true` claims to be the whole game and is held to the numbers that the rulebook states.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from towerup.kernel.edition_files import all_read, get, many, mistakes, twice, unknown, usable
from towerup.kernel.editions import PROVENANCES, Problem
from towerup.kernel.places import Place
from towerup.kernel.shapes import UNUSABLE, Notes, Path, list_of, map_of, name, number, one_of, table, text, truth

from .board import COLUMNS, CORNERS, MOST_STEPS, Board
from .cards import ALWAYS_FOLLOWED, PARAMETERS, Kind

_PROVENANCE = one_of(*PROVENANCES)
_PLAYERS = one_of("2", "3", "4")
_SUM = number(0, 100_000)
_LINES = number(2, len(COLUMNS))
_DIE = list_of(number(1, MOST_STEPS), 1, 20)
_MOST_CARDS = 99

_SHAPE = table(
    {
        "format": one_of("towerup-edition"),
        "version": one_of(1),
        "game": one_of("projekt-skyline"),
        "name": name,
        "title": text,
        "board": table(
            {
                "provenance": _PROVENANCE,
                "columns": _LINES,
                "rows": _LINES,
                "centre": list_of(name, 2),
                "start": one_of(*CORNERS),
            }
        ),
        "pieces": table({"provenance": _PROVENANCE, "colours": list_of(name, 2, 7), "floors": number(1, 99)}),
        "skyscrapers": table(
            {"provenance": _PROVENANCE, "players": map_of(_PLAYERS, number(2, 99))},
            {"summary": map_of(_PLAYERS, number(2, 99))},
        ),
        "dice": table({"provenance": _PROVENANCE, "white": _DIE, "black": _DIE}),
        "money": table({"provenance": _PROVENANCE, "start": _SUM, "rents": list_of(_SUM, 3, 3), "bonus": _SUM}),
        "start": table({"provenance": _PROVENANCE, "floors": number(1, 20)}),
        "cards": table(
            {
                "provenance": _PROVENANCE,
                "cards": list_of(
                    table(
                        {"id": name, "title": text, "kind": one_of(*map(str, Kind))},
                        {
                            "count": number(1, _MOST_CARDS),
                            "amount": _SUM,
                            "steps": list_of(number(1, MOST_STEPS), 1, 9),
                        },
                    ),
                    1,
                    50,
                ),
            }
        ),
    },
    {"notes": text, "whole": truth},
)


def problems_in(raw: dict[str, Any], index: Mapping[Path, Place]) -> tuple[Problem, ...]:
    """Every mistake in the data of an edition, with its place where the index knows it."""
    # The whole game's numbers come first, so that what is misshapen is not counted as well.
    return mistakes(raw, index, _SHAPE, (_whole, _board, _pieces, _players, _cards))


def _most_players(data: Any) -> int:
    """The most players that the edition is for, as far as it can be told."""
    return max(map(int, get(data, "skyscrapers", "players", default={})), default=2)


def _cells(data: Any) -> Board | None:
    columns, rows = get(data, "board", "columns"), get(data, "board", "rows")
    return Board(columns, rows, (), CORNERS[0]) if columns and rows else None


def _board(notes: Notes, data: Any) -> None:
    path: Path = ("board", "centre")
    listed, board, most = get(data, "board", "centre"), _cells(data), _most_players(data)
    centre = list(usable(listed))
    twice(notes, path, (((i,), cell) for i, cell in centre), "the cell")
    if board is not None:
        for i, cell in centre:
            unknown(notes, (*path, i), cell, board.cells, "cell")
    if listed is not None and len(listed) < most:
        notes.add(path, f"{many(len(listed), 'cell')} in the centre for the first skyscrapers of {most} players")


def _pieces(notes: Notes, data: Any) -> None:
    listed, most = get(data, "pieces", "colours"), _most_players(data)
    colours = list(usable(listed))
    twice(notes, ("pieces", "colours"), (((i,), one) for i, one in colours), "the colour")
    for i, colour in colours:
        if colour != colour.lower():
            notes.add(("pieces", "colours", i), f"write the colour in small letters: {colour.lower()}")
    if listed is not None and len(listed) < most:
        notes.add(("pieces", "colours"), f"{many(len(listed), 'colour')} for {most} players")
    floors, start = get(data, "pieces", "floors"), get(data, "start", "floors")
    if floors is not None and start is not None and floors < start:
        notes.add(
            ("pieces", "floors"), f"{many(floors, 'floor')} of a colour, but each player places {start} at the start"
        )


def _players(notes: Notes, data: Any) -> None:
    offered, summary = get(data, "skyscrapers", "players"), get(data, "skyscrapers", "summary", default={})
    told = [path for path, _ in notes.found if path[:2] == ("skyscrapers", "players")]
    if offered is not None and not offered and not told:
        notes.add(("skyscrapers", "players"), "skyscrapers for 2, 3 or 4 players are wanted, and there are none")
    for players in summary if offered and not told else ():
        if players not in offered:
            notes.add(("skyscrapers", "summary", players), f"the edition is not for {players} players")
    board, floors, most = _cells(data), get(data, "start", "floors"), _most_players(data)
    if board is not None and floors is not None:
        placed = most * (1 + floors)
        if placed > len(board.cells):
            notes.add(
                ("start", "floors"),
                f"{most} players place {placed} pieces at the start, but the board has only {len(board.cells)} cells",
            )


def _cards(notes: Notes, data: Any) -> None:
    path: Path = ("cards", "cards")
    listed = get(data, "cards", "cards")
    cards = list(usable(listed))
    twice(notes, path, (((i, "id"), card["id"]) for i, card in cards if "id" in card), "the card")
    for i, card in cards:
        if "kind" not in card:
            continue
        for told in ("amount", "steps"):
            wanted = PARAMETERS.get(Kind(card["kind"])) == told
            if wanted and told not in card and not notes.within(*path, i, told):
                notes.add((*path, i), f"a card of the kind {card['kind']!r} needs {told!r}")
            if told in card and not wanted:
                notes.add((*path, i, told), f"a card of the kind {card['kind']!r} has no {told!r}")
        steps = (((j,), str(one)) for j, one in usable(card.get("steps")))
        twice(notes, (*path, i, "steps"), steps, "the number of steps")
    if not _are_counted(notes, listed):
        return
    number_of_cards = sum(card.get("count", 1) for _, card in cards)
    if number_of_cards > _MOST_CARDS:
        notes.add(path, f"{number_of_cards} cards in all, but {_MOST_CARDS} is the most")
    if not any(Kind(card["kind"]) in ALWAYS_FOLLOWED for _, card in cards):
        always = ", ".join(ALWAYS_FOLLOWED)
        notes.add(path, f"there must be a card that can always be followed, of one of the kinds {always}")


def _are_counted(notes: Notes, cards: Any) -> bool:
    """Whether it can be told how many cards there are of each kind."""
    if not all_read(notes, ("cards", "cards"), cards, "id", "title", "amount", "steps"):
        return False
    return all("kind" in card for card in cards)


# --- the whole game


def _whole(notes: Notes, data: Any) -> None:
    """The numbers that the rulebook states, for an edition that claims to be the whole game."""
    if not get(data, "whole", default=False):
        return
    wrong = {path[:length] for path, _ in notes.found for length in range(1, len(path) + 1)}
    cards = get(data, "cards", "cards")
    counted = _are_counted(notes, cards)
    by_players = get(data, "skyscrapers", "players", default={})
    stated: list[tuple[Path, str, Any, Any]] = [
        (("board", "columns"), "columns of cells", get(data, "board", "columns"), 6),
        (("board", "rows"), "rows of cells", get(data, "board", "rows"), 6),
        (("board", "centre"), "cells in the centre", _length(get(data, "board", "centre")), 4),
        (("pieces", "colours"), "colours", _length(get(data, "pieces", "colours")), 4),
        (("pieces", "floors"), "floors of a colour", get(data, "pieces", "floors"), 13),
        (("dice", "white"), "faces of the white die", _faces(get(data, "dice", "white")), "1 2 3 4 5 6"),
        (("dice", "black"), "faces of the black die", _faces(get(data, "dice", "black")), "1 2 3 4 5 6"),
        (("money", "start"), "money to start with", get(data, "money", "start"), 700),
        (("money", "rents"), "rents", _faces(get(data, "money", "rents")), "10 20 100"),
        (("money", "bonus"), "bonus for a skyscraper", get(data, "money", "bonus"), 100),
        (("start", "floors"), "floors placed at the start", get(data, "start", "floors"), 3),
    ]
    for players, right in (("2", 7), ("3", 5), ("4", 5)):
        path: Path = ("skyscrapers", "players", players)
        stated.append((path, f"skyscrapers with {players} players", by_players.get(players, "none"), right))
    if counted:
        total = sum(card.get("count", 1) for card in cards)
        stated.append((("cards", "cards"), "action cards", total, 20))
        missing = [word for word in Kind if word not in {card["kind"] for card in cards}]
        stated.append((("cards", "cards"), "kinds of card that are missing", ", ".join(missing) or "none", "none"))
    for where, what, found, right in stated:
        # What is missing or misshapen was told as that.
        if found is None or found == right or where in wrong or get(data, *map(str, where[:2])) is None:
            continue
        notes.add(where, f"{what}: {found}, but the whole game has {right} (leave out whole = true for another game)")


def _length(entries: list[Any] | None) -> int | None:
    return None if entries is None else len(entries)


def _faces(numbers: list[Any] | None) -> str | None:
    return None if numbers is None or UNUSABLE in numbers else " ".join(map(str, sorted(numbers)))
