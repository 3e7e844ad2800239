"""Editions: the box as data. Board, pieces, dice, money and action cards, each with its provenance.

Nothing about the board or the deck is in code. An edition is read from a TOML file (docs/editions-projekt-skyline.md
describes the format); every mistake in a file is named at its place, all in one go, before anything is built.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import attrs

from towerup.kernel.edition_files import identity
from towerup.kernel.editions import Box, Shelf

from .board import Board
from .cards import KINDS, Card


@attrs.frozen(eq=False, repr=False, slots=False)
class Edition(Box):
    """A box. Two editions are equal when their contents are, whatever their files looked like (see `digest`)."""

    board: Board
    colours: tuple[str, ...]
    floors: int
    skyscrapers: Mapping[int, int]
    skyscrapers_of_summary: Mapping[int, int]
    white: tuple[int, ...]
    black: tuple[int, ...]
    money: int
    rents: tuple[int, ...]
    bonus: int
    starting_floors: int
    cards: tuple[Card, ...]

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that it is for, in order."""
        return tuple(sorted(self.skyscrapers))

    @cached_property
    def card_numbers(self) -> dict[str, int]:
        """The number of each card by its name."""
        return {card.id: number for number, card in enumerate(self.cards)}

    @cached_property
    def deck_size(self) -> int:
        """How many action cards there are."""
        return sum(card.count for card in self.cards)

    @cached_property
    def faces(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The different faces of the white and of the black die, in order."""
        return tuple(sorted({*self.white})), tuple(sorted({*self.black}))

    def summary(self) -> Mapping[str, str]:
        """How large it is in a few words each, for a list of editions."""
        return {
            "players": ", ".join(map(str, self.players)),
            "cells": str(len(self.board.names)),
            "cards": str(self.deck_size),
        }

    def contents(self) -> Mapping[str, str]:
        """What each part holds, in words, by the part's name."""
        board = self.board
        return {
            "board": f"{board.columns} columns and {board.rows} rows of cells, {len(board.spaces)} spaces of street; "
            f"centre {' '.join(board.centre)}; pawns start on {board.start}",
            "pieces": f"{self.floors} floors each of {', '.join(self.colours)}",
            "skyscrapers": "; ".join(f"{n} players {each}" for n, each in sorted(self.skyscrapers.items()))
            + "".join(
                f"; {n} players {each} by the summary" for n, each in sorted(self.skyscrapers_of_summary.items())
            ),
            "dice": f"white {' '.join(map(str, self.white))}; black {' '.join(map(str, self.black))}",
            "money": f"{self.money} to start; rents {', '.join(map(str, self.rents))}; bonus {self.bonus}",
            "start": f"1 skyscraper and {self.starting_floors} floors each",
            "cards": f"{self.deck_size}: " + ", ".join(f"{card.count} {card.id}" for card in self.cards),
        }


def _card(raw: dict[str, Any]) -> Card:
    told: dict[str, Any] = {key: tuple(sorted(one)) if isinstance(one, list) else one for key, one in raw.items()}
    return Card(**{"count": 1, **told, "kind": KINDS[raw["kind"]]})


def _by_players(raw: Mapping[str, int]) -> dict[int, int]:
    return {int(players): each for players, each in raw.items()}


def _built(raw: dict[str, Any]) -> Edition:
    """The edition of a file in which no mistake was found."""
    board = raw["board"]
    contents: dict[str, Any] = {
        "board": Board(board["columns"], board["rows"], tuple(board["centre"]), board["start"]),
        "colours": tuple(raw["pieces"]["colours"]),
        "floors": raw["pieces"]["floors"],
        "skyscrapers": _by_players(raw["skyscrapers"]["players"]),
        "skyscrapers_of_summary": _by_players(raw["skyscrapers"].get("summary", {})),
        "white": tuple(raw["dice"]["white"]),
        "black": tuple(raw["dice"]["black"]),
        "money": raw["money"]["start"],
        "rents": tuple(raw["money"]["rents"]),
        "bonus": raw["money"]["bonus"],
        "starting_floors": raw["start"]["floors"],
        "cards": tuple(_card(one) for one in raw["cards"]["cards"]),
    }
    return Edition(**identity(raw, contents), **contents)


SHELF = Shelf(__package__, Edition, _built)
"""The editions of Projekt Skyline."""

SHIPPED = SHELF.names
shipped_edition, load_edition, read_edition = SHELF.shipped, SHELF.load, SHELF.read
edition_from_toml, edition_from_data = SHELF.from_toml, SHELF.from_data
