"""Stock cards: what they show, and what can be had for them.

FR “PRENDRE 1 CARTE”, “PÉNURIE DE MATÉRIEL”; PL “WEŹ 1 KARTĘ”, “BRAK KOMPONENTÓW”. A *kind* of card is what its icons
show: coloured floors, multicolour floors, vehicles. A printed *card* also has the floor at its bottom, which matters
only for the starting floors.
"""

from __future__ import annotations

import attrs

from towerup.kernel import counts

ANY = "any"
"""The name of a multicolour floor in edition files and at a card's bottom."""


def letters(colours: tuple[str, ...]) -> dict[str, str]:
    """A letter for each colour: its first, or if that is taken its last that is free (brown beside black is n)."""
    given: dict[str, str] = {}
    for colour in colours:
        candidates = [*reversed(colour[1:])] if colour[0] in given.values() else [colour[0]]
        candidates += [*colour, *"abcdefghijklmnopqrstuwyz"]
        given[colour] = next(letter for letter in candidates if letter not in {*given.values(), "x", "v", "-"})
    return given


@attrs.frozen(cache_hash=True)
class Kind:
    """What a card shows: floors by colour (packed), multicolour floors, and steps for each vehicle."""

    id: str
    printed: int
    wild: int
    vehicles: tuple[int, ...]

    @property
    def icons(self) -> int:
        """How many floors it shows, of any kind."""
        return counts.total(self.printed) + self.wild


def kind_id(colours: tuple[str, ...], floors: tuple[str, ...], vehicles: tuple[str, ...]) -> str:
    """The name of a kind: a letter a floor (x: any colour), then v and a letter a vehicle, as `x-vbb`."""
    letter = letters(colours)
    shown = [letter[colour] for colour in colours for _ in range(floors.count(colour))]
    shown += ["x"] * floors.count(ANY)
    moved = [letter[colour] for colour in colours for _ in range(vehicles.count(colour))]
    return "".join(shown) + (f"-v{''.join(moved)}" if moved else "")


@attrs.frozen
class Card:
    """A printed card: its kind, the colour at its bottom (`any` for multicolour), and how many there are of it."""

    kind: Kind
    bottom: str
    count: int

    @property
    def id(self) -> str:
        """The name of the printed card: its kind and its bottom, as `bgw/black`."""
        return f"{self.kind.id}/{self.bottom}"


def left_after_printed(container: int, printed: int, colours: int) -> tuple[int, int]:
    """What the container holds once the printed colours are taken, and how many printed floors it lacked."""
    # TU-TAKE-09
    left = short = 0
    for index in range(colours):
        rest = counts.count(container, index) - counts.count(printed, index)
        if rest > 0:
            left += rest * counts.unit(index)
        else:
            short -= rest
    return left, short
