"""Understanding: from anything a user hands in to a move, or to what is wrong with its form and its names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from towerup.kernel import counts
from towerup.kernel.naming import ActionNames, meant
from towerup.kernel.rules import Finding

from .actions import Back, Deal, Decline, Found, Place, Reveal, Take
from .setup import Setup
from .space import BackMove, DealMove, DeclineMove, FoundMove, Move, PlaceMove, RevealMove, RevealStartMove, TakeMove


def understand(setup: Setup, action: object) -> Move | list[Finding]:
    """The move that this action names, or why it names none."""
    move = setup.space.known(action)
    # TU-FORM-01
    return meant(action, _Names(setup), _READERS, "TU-FORM-01") if move is None else move


class _Names(ActionNames[Setup]):
    """Sites, colours and cards by name."""

    # TU-FORM-02
    rule = "TU-FORM-02"

    def site(self, name: object) -> int:
        return self.find(name, self.setup.board.names, "site")

    def colour(self, name: object) -> int:
        return self.find(name, self.setup.edition.colours, "colour")

    def kind(self, name: object) -> int:
        return self.find(name, [kind.id for kind in self.setup.edition.kinds], "card")

    def floors(self, names: Iterable[object]) -> int:
        """Colours packed; more of one than any box has is as many as it cannot have."""
        held = [0] * self.setup.colours
        for name in names:
            held[self.colour(name)] += 1
        return counts.pack(min(count, counts.MOST_OF_ONE) for count in held)


def _read_deal(names: _Names, action: Deal) -> Move:
    known = [objective.id for objective in names.setup.edition.objectives]
    for name in action.objectives:
        names.find(name, known, "objective")
    return DealMove(tuple(action.objectives))


def _read_reveal(names: _Names, action: Reveal) -> Move:
    printed = [card.id for card in names.setup.edition.cards]
    if isinstance(action.card, str) and "/" in action.card:
        return RevealStartMove(names.find(action.card, printed, "card"))
    return RevealMove(names.kind(action.card))


def _read_place(names: _Names, action: Place) -> Move:
    return PlaceMove(names.site(action.site), names.colour(action.colour))


def _read_take(names: _Names, action: Take) -> Move:
    return TakeMove(names.kind(action.card), names.floors(action.floors), len(action.floors))


def _read_back(names: _Names, action: Back) -> Move:
    return BackMove(names.floors(action.floors), len(action.floors))


def _read_found(names: _Names, action: Found) -> Move:
    return FoundMove(names.site(action.site), names.colour(action.colour), names.site(action.roof))


def _read_decline(names: _Names, action: Decline) -> Move:
    return DeclineMove()


_READERS: dict[type[Any], Callable[[_Names, Any], Move]] = {
    Deal: _read_deal,
    Reveal: _read_reveal,
    Place: _read_place,
    Take: _read_take,
    Back: _read_back,
    Found: _read_found,
    Decline: _read_decline,
}
