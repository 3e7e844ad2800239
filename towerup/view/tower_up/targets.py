"""What you can point at on the table, and what you might want to do with it."""

from __future__ import annotations

from towerup.rulesets.tower_up.actions import Action, Found, Place, Reveal, Take
from towerup.rulesets.tower_up.play import objections
from towerup.rulesets.tower_up.space import action_space
from towerup.rulesets.tower_up.state import Phase, State
from towerup.view.parts import Attempt, easiest

POINTS = {"site": ("site",), "card": ("card",)}
"""What you can point at, and the choices in a menu that such a thing can be."""


def building_on(state: State, site: str, colour: str) -> Place | Found:
    """The action of building on a site in a colour: a starting floor in setup, a founding later.

    The roof goes on the new building itself. That is always possible, so all objections are to the site and the colour.
    """
    return Place(site, colour) if state.phase is Phase.PLACE else Found(site, colour, site)


def attempts(state: State, what: str, which: str) -> tuple[Attempt, ...]:
    """With a site: build there in each colour. With a card: take it. With anything else: nothing."""
    if what == "site" and which in state.box.neighbours:
        return tuple(Attempt(colour, building_on(state, which, colour)) for colour in state.setup.edition.colours)
    if what == "card":
        # Taking a card with these floors or with those is the same attempt: the one with the fewest objections is shown.
        takes = [one for one in action_space(state) if isinstance(one, Take) and one.card == which]
        take = easiest(takes, lambda one: tuple(objections(state, one)))
        return () if take is None else (Attempt("take it", take),)
    return ()


def about(state: State, action: Action) -> frozenset[tuple[str, str]]:
    """The site or card that you would point at to do this."""
    if isinstance(action, Found | Place):
        return frozenset({("site", action.site)})
    return frozenset({("card", action.card)}) if isinstance(action, Take | Reveal) else frozenset()
