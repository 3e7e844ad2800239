"""What somebody who points at a thing on the table might want to do with it."""

from __future__ import annotations

from towerup.rulesets.tower_up.actions import Found, Place, Take
from towerup.rulesets.tower_up.playing import findings
from towerup.rulesets.tower_up.state import Phase, State
from towerup.view.parts import Attempt


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
        if takes:
            # Of all the floors one might choose with it, those that have the least against them.
            return (Attempt("take it", min(takes, key=lambda one: len(findings(state, one)))),)
    return ()
