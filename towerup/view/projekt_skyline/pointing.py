"""What somebody who points at a thing on the table might want to do with it."""

from __future__ import annotations

from collections.abc import Iterator

from towerup.rulesets.projekt_skyline.actions import Action, Build, Corner, Grow, Place, Remove, Shift, Swap
from towerup.rulesets.projekt_skyline.box.board import CORNERS
from towerup.rulesets.projekt_skyline.box.cards import Kind
from towerup.rulesets.projekt_skyline.play import objections
from towerup.rulesets.projekt_skyline.space import action_space
from towerup.rulesets.projekt_skyline.state import Phase, State
from towerup.view.parts import Attempt, easiest

POINTS = {"cell": ("cell", "with"), "space": ("space",)}
"""What one can point at, and the choices in a menu that such a thing can be."""

_CARDS: dict[Kind, tuple[str, type[Action]]] = {
    Kind.LEADER: ("remove", Remove),
    Kind.RAZE: ("remove", Remove),
    Kind.REMOVE: ("remove", Remove),
    Kind.FLOOR: ("place a floor", Place),
    Kind.SHIFT: ("move what stands there", Shift),
    Kind.SWAP: ("swap", Swap),
    Kind.SWAP_OTHERS: ("swap", Swap),
}
"""What the cards that are about cells ask for."""


def attempts(state: State, what: str, which: str) -> tuple[Attempt, ...]:
    """On a cell: what is wanted now, be it to build, to grow, or what a card asks for. On a round space: to start there."""
    if what == "space" and which in CORNERS:
        return (Attempt("start here", Corner(which)),) if state.phase is Phase.CORNER else ()
    if what != "cell" or which not in state.setup.board.cells:
        return ()
    if state.phase is Phase.PLACE:
        return (Attempt("place", Place(which)),)
    if state.phase is Phase.CARD and state.followed is not None:
        asked = _CARDS.get(state.followed.kind)
        return () if asked is None else tuple(_easiest(state, which, *asked))
    there = state.constructions.get(which)
    own = there is not None and there.owner == state.player.colour
    return tuple(_easiest(state, which, "grow", Grow) if own else [Attempt("build", Build(which))])


def _easiest(state: State, cell: str, label: str, kind: type[Action]) -> Iterator[Attempt]:
    """Of all that could be done so with a cell, what has the least against it."""
    offered = [one for one in action_space(state) if isinstance(one, kind) and cell in _begins(one)]
    action = easiest(offered, lambda one: [*objections(state, one)])
    if action is not None:
        yield Attempt(label, action)


def _begins(action: Action) -> tuple[str, ...]:
    """The cells that an action begins with."""
    if isinstance(action, Swap):
        return action.cells
    return (action.cell,) if isinstance(action, Build | Grow | Place | Remove | Shift) else ()
