"""Editions: the box as data. Board, pieces, dice, money and action cards, each with its provenance.

An edition is read from a TOML file (docs/editions-projekt-skyline.md describes the format). Every mistake in a file is named
at its place, all in one go, before anything is built.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import attrs

from towerup.kernel.edition_files import identity
from towerup.kernel.editions import Box, Shelf
from towerup.kernel.frozen import FrozenDict

from .board import Board
from .cards import Card, Kind


@attrs.frozen(eq=False, repr=False, slots=False)
class Edition(Box):
    """A box. Two editions are equal when their contents are, whatever their files looked like (see `digest`)."""

    board: Board
    colours: tuple[str, ...]
    floors: int
    skyscrapers: FrozenDict[int, int]
    skyscrapers_of_summary: FrozenDict[int, int]
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
    def cards_by_id(self) -> FrozenDict[str, Card]:
        """The cards by name, in the order of the file."""
        return FrozenDict({card.id: card for card in self.cards})

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """Every number of steps that a card offers."""
        return tuple(sorted({steps for card in self.cards for steps in card.steps}))

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
            "cells": str(len(self.board.cells)),
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
    given: dict[str, Any] = {key: tuple(sorted(one)) if isinstance(one, list) else one for key, one in raw.items()}
    return Card(**{"count": 1, **given, "kind": Kind(raw["kind"])})


def _by_players(raw: Mapping[str, int]) -> FrozenDict[int, int]:
    return FrozenDict({int(players): each for players, each in raw.items()})


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
    return Edition(**identity(raw, {**contents, "cards": tuple(map(_digested, contents["cards"]))}), **contents)


def _digested(card: Card) -> dict[str, Any]:
    """A card as the digest is made of it: its kind by its number in the rulebook."""
    return {**attrs.asdict(card), "kind": [*Kind].index(card.kind)}


SHELF: Shelf[Edition] = Shelf(__package__.rpartition(".")[0], Edition, _built, check="box.edition_check")
"""The editions of Projekt Skyline."""


def load_edition(source: object) -> Edition:
    """An edition by name, by the path of its file, or as it is. Raises `EditionError` with every mistake in a file."""
    return SHELF.load(source)  # type: ignore[arg-type]  # anything may be asked for; the shelf refuses what is none
