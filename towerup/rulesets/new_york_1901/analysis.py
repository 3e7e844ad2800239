"""What can be told of a move, and by which choices one arrives at it: for tables of moves, menus and players."""

from __future__ import annotations

from collections.abc import Mapping

from towerup.kernel.analysis import Analysis, Choice, Column, Points, Value

from .actions import Acquire, Action, Build, Deal, Give, Rebuild
from .evaluation import SPREAD, evaluate
from .play import apply
from .scoring import Outcome, scores
from .state import State


def columns(state: State) -> tuple[Column, ...]:
    """What a table of moves tells of each."""
    return (
        Column(
            "type",
            str,
            "what is done: deal, shift, grab, acquire, build, rebuild, boom, give or end",
            in_notation=True,
        ),
        Column("card", str, "the land card that is dealt", in_notation=True),
        Column("lot", str, "the lot that is acquired or given back", in_notation=True),
        Column("tile", str, "the tile that is built", in_notation=True),
        Column("cells", str, "the cells that it covers", in_notation=True),
        Column("technology", str, "the technology of what is built"),
        Column("points", int, "the points that it brings at once"),
        Column("demolished", int, "how many buildings of one's own are demolished"),
        Column("workers", int, "by how many one's free workers change"),
        Column("streets", int, "how many of the streets in play the building is on"),
        Column("score", int, "by how much one's points change if the game ended now"),
        Column("ends_game", bool, "whether the game is over then"),
    )


def describe(state: State, action: Action) -> Mapping[str, Value | Mapping[str, int]]:
    """The value of every column for a legal action, as the one whose turn it is sees it."""
    after = apply(state, action)
    seat, setup = state.seat, state.setup
    old, new = state.players[seat], after.players[seat]
    built = action if isinstance(action, Build | Rebuild) else None
    on = [] if built is None else [setup.board.street_cells[one] for one in setup.streets]
    return {
        "type": type(action).__name__.lower(),
        "card": action.card if isinstance(action, Deal) else None,
        "lot": action.lot if isinstance(action, Acquire | Give) else None,
        "tile": built.tile if built else None,
        "cells": " ".join(built.cells) if built else None,
        "technology": setup.edition.tiles[built.tile].technology.word if built else None,
        "points": new.points - old.points if built else None,
        "demolished": len(old.buildings) + 1 - len(new.buildings) if built else None,
        "workers": after.free_workers(seat) - state.free_workers(seat),
        "streets": sum(not cells.isdisjoint(built.cells) for cells in on) if built else None,
        "score": scores(after)[seat].total - scores(state)[seat].total,
        "ends_game": after.is_over,
    }


def choices(state: State, action: Action) -> tuple[Choice, ...]:
    """What to do; then which tile and where; or which land card, and for which lot."""
    what = Choice("action", type(action).__name__.lower())
    if isinstance(action, Build | Rebuild):
        return what, Choice("tile", action.tile), Choice("cells", " ".join(action.cells))
    if isinstance(action, Acquire):
        return what, Choice("land", state.setup.board.card_of[action.lot]), Choice("lot", action.lot)
    if isinstance(action, Give):
        return what, Choice("lot", action.lot)
    if isinstance(action, Deal):
        return what, Choice("land", action.card)
    return (what,)


def points(outcome: Outcome) -> tuple[Points, ...]:
    """Seat by seat the points in the end, then what breaks ties."""
    return tuple((score.total, score.legendary, score.gold) for score in outcome.scores)


ANALYSIS = Analysis(columns, describe, choices, points, evaluate, SPREAD)
"""What New York 1901 offers to those who analyse it."""
