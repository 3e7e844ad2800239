"""What can be told of a move, and by which choices one arrives at it: for tables of moves, menus and players."""

from __future__ import annotations

from collections.abc import Mapping

from towerup.kernel.analysis import Analysis, Choice, Column, Points, Value

from .acquiring import workers_free
from .actions import Acquire, Action, Build, Deal, Give, Rebuild
from .evaluation import SPREAD, evaluate
from .playing import apply
from .scoring import Outcome, scores
from .space import BuildMove, RebuildMove
from .state import State
from .tiles import Technology


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
    move = setup.space.moves[action]
    placement = move.placement if isinstance(move, BuildMove | RebuildMove) else None
    built = placement is not None
    streets = None
    if placement is not None:
        streets = sum(placement.streets >> street & 1 for street in setup.street_numbers)
    return {
        "type": type(action).__name__.lower(),
        "card": action.card if isinstance(action, Deal) else None,
        "lot": action.lot if isinstance(action, Acquire | Give) else None,
        "tile": action.tile if isinstance(action, Build | Rebuild) else None,
        "cells": " ".join(action.cells) if isinstance(action, Build | Rebuild) else None,
        "technology": Technology(placement.technology).word if placement is not None else None,
        "points": after.points[seat] - state.points[seat] if built else None,
        "demolished": len(state.placed[seat]) + 1 - len(after.placed[seat]) if built else None,
        "workers": _workers(after, seat) - _workers(state, seat),
        "streets": streets,
        "score": scores(after)[seat].total - scores(state)[seat].total,
        "ends_game": after.is_over,
    }


def _workers(state: State, seat: int) -> int:
    return workers_free(state.setup, state.lots[seat], state.touched[seat])


def choices(state: State, action: Action) -> tuple[Choice, ...]:
    """What to do; then which tile and where; or which land card, and for which lot."""
    what = Choice("action", type(action).__name__.lower())
    if isinstance(action, Build | Rebuild):
        return what, Choice("tile", action.tile), Choice("cells", " ".join(action.cells))
    if isinstance(action, Acquire):
        board = state.setup.board
        card = board.cards[board.card_of[board.lot_index[action.lot]]]
        return what, Choice("land", card), Choice("lot", action.lot)
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
