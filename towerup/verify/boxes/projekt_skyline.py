"""Boxes of Projekt Skyline: boards of any shape, dice, sums and action cards, always such that they can be played."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from hypothesis import strategies as st

from towerup.kernel.canonical import decode, encode
from towerup.rulesets.projekt_skyline.actions import (
    Action,
    Build,
    Corner,
    Draw,
    Grow,
    Pass,
    Place,
    Remove,
    Roll,
    Shift,
    Swap,
    Tax,
    Walk,
)
from towerup.rulesets.projekt_skyline.box.board import CORNERS, Board
from towerup.rulesets.projekt_skyline.box.cards import ALWAYS_FOLLOWED, PARAMETERS, Kind
from towerup.rulesets.projekt_skyline.box.edition import SHELF, Edition
from towerup.rulesets.projekt_skyline.state import State

LEANINGS = (Grow, Build, Pass)
"""Climbers raze and end games, settlers fill the board and run out of floors, idlers let others go on."""

COLOURS = ("green", "red", "blue", "yellow", "white")
_MADE = "reconstructed"


@st.composite
def cards(draw: st.DrawFn, kinds: st.SearchStrategy[Kind]) -> dict[str, Any]:
    """An action card of one of these kinds, with what must be told of it."""
    kind = draw(kinds)
    card: dict[str, Any] = {"title": f"A card of the kind {kind}", "kind": str(kind), "count": draw(st.integers(1, 2))}
    told = PARAMETERS.get(kind)
    if told == "amount":
        card["amount"] = draw(st.integers(0, 12)) * 5
    elif told == "steps":
        card["steps"] = draw(st.lists(st.integers(1, 6), min_size=1, max_size=3, unique=True))
    return card


@st.composite
def editions(draw: st.DrawFn) -> Edition:
    """An edition that can be played, with a board, dice, money and cards of its own."""
    columns, rows = draw(st.integers(2, 5)), draw(st.integers(2, 5))
    cells = Board(columns, rows, (), CORNERS[0]).cells
    most = draw(st.integers(2, min(4, len(cells) // 2)))
    players = sorted(draw(st.sets(st.integers(2, most))) | {most})
    starting = draw(st.integers(1, min(3, len(cells) // most - 1)))
    centre = draw(st.permutations(cells))[: draw(st.integers(most, min(len(cells), most + 3)))]
    skyscrapers = st.integers(2, 5)
    summary = draw(st.sets(st.sampled_from(players)))
    face = st.integers(1, 6)
    deck = [
        draw(cards(st.sampled_from(ALWAYS_FOLLOWED))),
        *draw(st.lists(cards(st.sampled_from(Kind)), min_size=1, max_size=8)),
    ]
    data = {
        "format": "towerup-edition",
        "version": 1,
        "game": "projekt-skyline",
        "name": "drawn",
        "title": "An edition drawn for a test",
        "board": {
            "provenance": _MADE,
            "columns": columns,
            "rows": rows,
            "centre": centre,
            "start": draw(st.sampled_from(CORNERS)),
        },
        "pieces": {
            "provenance": _MADE,
            "colours": list(COLOURS[: draw(st.integers(most, len(COLOURS)))]),
            "floors": draw(st.integers(starting, starting + 5)),
        },
        "skyscrapers": {
            "provenance": _MADE,
            "players": {str(number): draw(skyscrapers) for number in players},
            "summary": {str(number): draw(skyscrapers) for number in sorted(summary)},
        },
        "dice": {
            "provenance": _MADE,
            "white": draw(st.lists(face, min_size=1, max_size=6)),
            "black": draw(st.lists(face, min_size=1, max_size=6)),
        },
        "money": {
            "provenance": _MADE,
            "start": draw(st.integers(0, 40)) * 5,
            "rents": draw(st.lists(st.integers(0, 10).map(lambda fives: fives * 5), min_size=3, max_size=3)),
            "bonus": draw(st.integers(0, 20)) * 5,
        },
        "start": {"provenance": _MADE, "floors": starting},
        "cards": {"provenance": _MADE, "cards": [card | {"id": f"card-{n}"} for n, card in enumerate(deck, start=1)]},
    }
    return _edition_of(encode(data))


@lru_cache(maxsize=128)
def _edition_of(data: bytes) -> Edition:
    """The edition with these contents, checked once: a failing game is tried again and again with the same box."""
    return SHELF.from_data(decode(data))


def options(edition: Edition, players: int) -> st.SearchStrategy[dict[str, Any]]:
    """Whether the variant for experts is played."""
    return st.fixed_dictionaries({"expert": st.booleans()})


def strange_actions(state: State) -> st.SearchStrategy[Action]:
    """Growths that raze far away, swaps of one cell or of three, numbers that no die shows, names that no edition has."""
    setup, edition = state.setup, state.setup.edition
    cell, space = st.sampled_from([*setup.board.cells, "Z9", ""]), st.sampled_from([*setup.board.spaces, "N"])
    player, number = st.sampled_from([*edition.colours, "mauve", "any"]), st.integers(-1, 7)
    card = st.sampled_from([*(card.id for card in edition.cards), "fire"])
    return st.one_of(
        st.builds(Corner, space),
        st.builds(Place, cell),
        st.builds(Roll, number, st.none() | number),
        st.builds(Build, cell),
        st.builds(Grow, cell, cell, st.none() | cell),
        st.just(Pass()),
        st.builds(Draw, card),
        st.builds(Walk, player, number),
        st.builds(Tax, player),
        st.builds(Remove, cell),
        st.builds(Swap, st.lists(cell, max_size=3)),
        st.builds(Shift, cell, cell),
    )
