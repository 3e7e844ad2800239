"""Stock cards: the floors and vehicles they show.

FR “44 CARTES stock”, PL “44 KARTY ZAOPATRZENIA”. A printed card also has a floor at its bottom, which matters for the starting floors only.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from towerup.kernel.frozen import Counts

ANY = "any"
"""The name of a multicolour floor in edition files and at a card's bottom."""


@attrs.frozen
class Card:
    """What a card shows: floors by colour, multicolour floors, and steps for vehicles by colour."""

    id: str
    floors: Counts
    multicolour: int
    vehicles: Counts

    @property
    def icons(self) -> int:
        """How many floors it shows, multicolour ones included."""
        return self.floors.total + self.multicolour


@attrs.frozen
class PrintedCard:
    """A card with the colour of the floor at its bottom (`any` for multicolour), and how many of it are in the deck."""

    card: Card
    bottom: str
    count: int

    @property
    def id(self) -> str:
        """What it shows and its bottom, as `bgw/black`."""
        return f"{self.card.id}/{self.bottom}"


def make_card(colours: Sequence[str], floors: Sequence[str], vehicles: Sequence[str]) -> Card:
    """The card that shows these floors and vehicles. Its id has a letter a floor (x: any colour), then v and a letter a vehicle: `x-vbb`."""
    letter = letters(colours)
    shown = [letter[colour] for colour in colours for _ in range(floors.count(colour))] + ["x"] * floors.count(ANY)
    moved = [letter[colour] for colour in colours for _ in range(vehicles.count(colour))]
    return Card(
        id="".join(shown) + (f"-v{''.join(moved)}" if moved else ""),
        floors=Counts.of(colour for colour in colours for _ in range(floors.count(colour))),
        multicolour=floors.count(ANY),
        vehicles=Counts.of(colour for colour in colours for _ in range(vehicles.count(colour))),
    )


def letters(colours: Sequence[str]) -> dict[str, str]:
    """A letter for each colour: its first, or if that is taken its last that is free (brown beside black is n)."""
    given: dict[str, str] = {}
    for colour in colours:
        candidates = [*reversed(colour[1:])] if colour[0] in given.values() else [colour[0]]
        candidates += [*colour, *"abcdefghijklmnopqrstuwyz"]
        given[colour] = next(letter for letter in candidates if letter not in {*given.values(), "x", "v", "-"})
    return given
