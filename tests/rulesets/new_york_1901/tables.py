"""Tables for tests, told in short words, on the board of the whole game: brown starts in red on R12, green in blue on B10."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from towerup.rulesets.new_york_1901.actions import Action
from towerup.rulesets.new_york_1901.box.edition import load_edition
from towerup.rulesets.new_york_1901.notation import parse_action
from towerup.rulesets.new_york_1901.play import apply, explain, legal_actions
from towerup.rulesets.new_york_1901.positions import position
from towerup.rulesets.new_york_1901.rulings import Rulings
from towerup.rulesets.new_york_1901.state import State


def table(*seats: Mapping[str, Any], **more: Any) -> State:
    """A table with what these players have, the first of two at the turn; the others have what all start with."""
    players, edition = more.pop("players", max(2, len(seats))), more.pop("edition", "standard")
    colours = load_edition(edition).colours
    theirs: dict[str, Any] = {}
    for colour, things in zip(colours, seats, strict=False):
        for what, value in things.items():
            theirs.setdefault(what, {})[colour] = value
    return position(edition, players, rulings=Rulings(**more.pop("rulings", {})), **theirs, **more)


def has(lots: str = "", cards: str = "boom shift grab", points: int | None = None, **buildings: str) -> dict[str, Any]:
    """What a player has: lots, action cards, and buildings as `bronze_row_2="a1 b1"`."""
    told: dict[str, Any] = {"lots": lots.split(), "cards": cards.split()}
    told["buildings"] = {tile.replace("_", "-"): cells for tile, cells in buildings.items()}
    return told if points is None else told | {"points": points}


def does(state: State, *texts: str) -> State:
    """The state after some actions in notation."""
    for text in texts:
        state = apply(state, parse_action(state, text))
    return state


def offered(state: State) -> tuple[Action, ...]:
    return legal_actions(state)


def can(state: State, text: str) -> bool:
    """Whether an action in notation is legal."""
    return parse_action(state, text) in legal_actions(state)


def legal(state: State) -> set[str]:
    """The legal actions in notation."""
    return {str(action) for action in legal_actions(state)}


def verbs(state: State) -> set[str]:
    """What sorts of things can be done."""
    return {text.split()[0] for text in legal(state)}


def broken(state: State, text: str, **by: Any) -> set[str]:
    """The rules that an action in notation breaks."""
    return {one.id for one in explain(state, parse_action(state, text), **by)}
