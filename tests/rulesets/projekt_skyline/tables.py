"""Tables for tests, told in short words: `G1` is one floor of green, `G2` two floors, `G#` a skyscraper."""

from __future__ import annotations

from typing import Any

from towerup.rulesets.projekt_skyline import (
    Construction,
    Rulings,
    State,
    apply,
    explain,
    legal_actions,
    parse_action,
    position,
)

COLOURS = {"G": "green", "R": "red", "B": "blue", "Y": "yellow"}
CENTRE = {"G": "C3", "R": "D3", "B": "C4", "Y": "D4"}


def table(pieces: str, architect: str, players: str = "GR", **more: Any) -> State:
    """A table with these pieces (`B2:G1 C5:R2`), and a skyscraper of each player in the centre unless `bare` says not.

    `seats` are `cash` and `pawn` by seat, as far as they matter; `seat` is whose turn it is.
    """
    rulings, colours = Rulings(**more.pop("rulings", {})), [COLOURS[one] for one in players]
    built = {} if more.pop("bare", False) else {CENTRE[one]: Construction(COLOURS[one], 3) for one in players}
    for piece in pieces.split():
        cell, _, what = piece.partition(":")
        built[cell] = Construction(COLOURS[what[0]], {"1": 1, "2": 2, "#": 3}[what[1]])
    seats = dict(zip(colours, more.pop("seats", []), strict=False))
    return position(
        more.pop("edition", "standard"),
        colours,
        constructions=built,
        architect=architect,
        cash={colour: one["cash"] for colour, one in seats.items() if "cash" in one},
        pawns={colour: one["pawn"] for colour, one in seats.items() if "pawn" in one},
        turn=colours[more.pop("seat", 0)],
        rulings=rulings,
        **more,
    )


def does(state: State, text: str) -> State:
    """The state after an action in notation."""
    return apply(state, parse_action(state, text))


def legal(state: State) -> set[str]:
    """The legal actions in notation."""
    return {str(action) for action in legal_actions(state)}


def broken(state: State, text: str, **by: Any) -> set[str]:
    """The rules that an action in notation breaks."""
    return {one.id for one in explain(state, parse_action(state, text), **by)}


def on(state: State, cell: str) -> str:
    """What stands on a cell, in short words; empty if nothing does."""
    there = state.constructions.get(cell)
    return "" if there is None else f"{there.owner[0].upper()}{'12#'[there.floors - 1]}"


def cash(state: State) -> tuple[int, ...]:
    """The money of each player, seat by seat."""
    return tuple(player.cash for player in state.players)
