"""Drawing: varied games for a campaign, and things that are no legal action whatever the state."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs

from towerup.kernel.invalid_inputs import Unhashable
from towerup.kernel.random_games import random_rulings

from .actions import Action, Build, Corner, Draw, Grow, Pass, Place, Remove, Roll, Shift, Swap, Tax, Walk
from .edition import Edition, load_edition
from .generating import legal_actions
from .playing import new_game
from .rulings import DEFAULTS, Rulings
from .state import State

STRESS_EDITIONS = ("hamlet", "square", "village")
"""Small boxes, made for tests, which show often what the whole game shows hardly ever, or never: full boards, floors that
run out, cards with which nothing can be done, a known order of the pile."""


def random_game(
    chooser: random.Random,
    players: int,
    edition: str | Path | Edition = "standard",
    rulings: Rulings | None = None,
) -> State:
    """A game about to begin, drawn: its colours, whether the variant is played and, if none are given, its rulings."""
    box = load_edition(edition)
    return new_game(
        chooser.sample(box.colours, players),
        edition=box,
        expert=chooser.random() < 0.4,
        # Small boxes are there to show what is rare, other readings among it.
        rulings=random_rulings(chooser, DEFAULTS, 1 / 2 if box.name in STRESS_EDITIONS else 1 / 3)
        if rulings is None
        else rulings,
    )


# --- what is never legal


class _Building(Build):
    """A class of the user's own is no action of ours, whatever it inherits."""


_NO_ACTIONS: tuple[object, ...] = (
    None, True, 7, float("nan"), "pass", "build C4", b"", Build, Pass, ("grow", "C4", "C6"),
    {"type": "pass"}, [Pass()], State, Unhashable(), _Building("A1"),
)  # fmt: skip
"""Things that have not the form of an action (PS-FORM-01)."""

_NO_NAMES: tuple[Any, ...] = (
    "", "Z99", "a1", "A0", "A10", "AA1", "N1", "greem", " green", "mauve", "tower", "nw", None, 7, -1, True, ("A1",), ["A1"],
)  # fmt: skip
"""Things that are not the name of a cell, a colour, a card or a round space in any edition."""

_NO_NUMBERS: tuple[Any, ...] = (0, -1, 99, 1.0, True, "1", None, (1,))
"""Things that no die shows and no card has as its steps."""


def _misnamed(name: Any, cell: str, colour: str, steps: int) -> tuple[Action, ...]:
    """Every action with an unknown name in one place and good names in the others (PS-FORM-02)."""
    return (
        Corner(name), Place(name), Build(name), Grow(name, cell), Grow(cell, name), Draw(name), Walk(name, steps),
        Tax(name), Remove(name), Swap([cell, name]), Shift(name, cell), Shift(cell, name), Grow(cell, cell, name or "?"),
    )  # fmt: skip


def _misnumbered(number: Any, colour: str, white: int) -> tuple[Action, ...]:
    """Every action with a number in it that means nothing (PS-FORM-02)."""
    walked = () if number == 99 else (Walk(colour, number),)
    rolled = () if number is None else (Roll(white, number),)
    return (Roll(number, 1), Roll(number), *walked, *rolled)


def _shouted(action: Action) -> Action:
    """The same action with a name in small letters or capitals, whichever is wrong; of dice, a face that is none."""
    if isinstance(action, Roll):
        return Roll(0, action.black)
    if isinstance(action, Pass):
        return Build("pass")
    if isinstance(action, Swap):
        return Swap([action.cells[0].lower(), action.cells[1]])
    field = attrs.fields(type(action))[0].name
    return attrs.evolve(action, **{field: getattr(action, field).swapcase()})


def invalid_inputs(chooser: random.Random, state: State) -> Sequence[object]:
    """A few things that cannot be done, whatever the state: what is no action, unknown names, and far too much or little."""
    setup, edition = state.setup, state.setup.edition
    cell, colour = chooser.choice(setup.board.names), chooser.choice(edition.colours)
    white, black = edition.faces
    legal = legal_actions(state)
    beyond = f"{'ABCDEFGHI'[setup.board.columns - 1]}{setup.board.rows + 1}"
    return [
        None,
        *map(str, legal[-1:]),
        chooser.choice(_NO_ACTIONS),
        # All names must be known, and in the right case.
        *map(_shouted, legal[-1:]),
        *_misnamed(chooser.choice((*_NO_NAMES, beyond)), cell, colour, 1),
        *_misnumbered(chooser.choice((*_NO_NUMBERS, max(white) + 1)), colour, white[0]),
        Roll(white[0], max(black) + 1),
        *(Tax(one) for one in edition.colours if one not in setup.seats),
        Swap([cell]),
        Swap([cell, cell]),
        Swap([]),
        Shift(cell, cell),
        Grow(cell, cell),
        Grow(cell, chooser.choice(setup.board.names), cell),
    ]
