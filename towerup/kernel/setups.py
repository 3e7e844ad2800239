"""Setups: what is agreed before a game of any kind. Which players, which box, which rulings; what else is a game's own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .editions import AnyBox, Box, EditionError, Shelf
from .rulings import AnyRulings


class SetupError(ValueError):
    """A game that cannot be set up so; the message says what would be right."""


def box_of(shelf: Shelf[AnyBox], edition: str | Path | AnyBox) -> AnyBox:
    """The edition that is wished for; a file with mistakes raises EditionError, all else that is none SetupError."""
    try:
        return shelf.load(edition)
    except EditionError:
        raise
    except ValueError as error:
        raise SetupError(str(error)) from None


def players_of(edition: Box, players: Any, colours: str = "colours") -> int:
    """How many players are wished for, by their number or as the colours of all; as many as the edition is for."""
    offered = ", ".join(map(str, edition.players))
    if isinstance(players, bool) or not isinstance(players, int | Sequence) or isinstance(players, str):
        raise SetupError(f"players is a number ({offered}) or the {colours} in turn order, not {players!r}")
    number = players if isinstance(players, int) else len(players)
    if number not in edition.players:
        raise SetupError(f"edition {edition.name} is for {offered} players, not {number}")
    return number


def rulings_of(defaults: AnyRulings, rulings: object) -> AnyRulings:
    """The rulings that are wished for; the defaults if none are."""
    if rulings is None:
        return defaults
    if not isinstance(rulings, type(defaults)):
        raise SetupError(f"rulings are a Rulings(...), not {rulings!r}")
    return rulings
