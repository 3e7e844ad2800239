"""What somebody who points at a thing on the table might want to do with it."""

from __future__ import annotations

from towerup.rulesets.tower_up.actions import Found, Place, Take
from towerup.rulesets.tower_up.playing import findings
from towerup.rulesets.tower_up.state import Phase, State
from towerup.view.parts import Attempt, easiest

POINTS = {"site": ("site",), "card": ("card",)}
"""What one can point at, and the choices in a menu that such a thing can be."""


def attempts(state: State, what: str, which: str) -> tuple[Attempt, ...]:
    """On a site: a building, or a starting floor, of each colour. With a card: to take it. With all else: nothing."""
    setup = state.setup
    if what == "site" and which in setup.board.index:
        placing = state.phase is Phase.PLACE
        # On the new building itself a roof can always go, so all that is wrong is wrong with the site and the colour.
        return tuple(
            Attempt(colour, Place(which, colour) if placing else Found(which, colour, which))
            for colour in setup.edition.colours
        )
    if what == "card":
        takes = [one for one in setup.space.actions if isinstance(one, Take) and one.card == which]
        take = easiest(takes, lambda one: findings(state, one))  # whichever floors one chooses with it
        return () if take is None else (Attempt("take it", take),)
    return ()
