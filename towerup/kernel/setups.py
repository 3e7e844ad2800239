"""Setups: what is agreed before a game of any kind. Which players, which box, which rulings; what else is a game's own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .editions import AnyBox, Box, EditionError, Shelf
from .rulings import AnyRulings


class SetupError(ValueError):
    """A game that cannot be set up like this. The message says what would be right, and which rule of the game says so, if one does."""

    def __init__(self, message: str, rule: str | None = None) -> None:
        super().__init__(f"{message} ({rule})" if rule else message)
        self.rule = rule


def box_of(shelf: Shelf[AnyBox], edition: str | Path | AnyBox) -> AnyBox:
    """The edition that is wished for; a file with mistakes raises EditionError, all else that is none SetupError."""
    try:
        return shelf.load(edition)
    except EditionError:
        raise
    except ValueError as error:
        raise SetupError(str(error)) from None


def players_of(edition: Box, players: Any, colours: str = "colours", rule: str | None = None) -> int:
    """The number of players, given as such or as the colours of all. `rule` is the game's rule about it."""
    offered = ", ".join(map(str, edition.players))
    if isinstance(players, bool) or not isinstance(players, int | Sequence) or isinstance(players, str):
        raise SetupError(f"players is a number ({offered}) or the {colours} in turn order, not {players!r}", rule)
    number = players if isinstance(players, int) else len(players)
    if number not in edition.players:
        raise SetupError(f"edition {edition.name} is for {offered} players, not {number}", rule)
    return number


def rulings_of(defaults: AnyRulings, rulings: object) -> AnyRulings:
    """The rulings that are wished for; the defaults if none are."""
    if rulings is None:
        return defaults
    if not isinstance(rulings, type(defaults)):
        raise SetupError(f"rulings are a Rulings(...), not {rulings!r}")
    return rulings
