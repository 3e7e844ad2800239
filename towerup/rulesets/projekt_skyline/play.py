"""Playing: what is legal, why something is not, and what it does. Every kind of action has these three functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import resources
from itertools import chain
from typing import Any

from towerup.kernel.actors import Actor, named
from towerup.kernel.rules import Catalogue, IllegalAction, Objection, Objections, Violation, violations

from .actions import Action, Build, Corner, Draw, Grow, Pass, Place, Remove, Roll, Shift, Swap, Tax, Walk
from .box.cards import Kind
from .building import (
    build,
    builds,
    grow,
    growths,
    objections_to_build,
    objections_to_grow,
    objections_to_pass,
    pass_turn,
    passes,
)
from .following import (
    draw,
    draws,
    objections_to_draw,
    objections_to_place_for_card,
    objections_to_remove,
    objections_to_shift,
    objections_to_swap,
    objections_to_tax,
    objections_to_walk,
    place_for_card,
    remove,
    roll_for_card,
    shift,
    swap,
    tax,
    walk,
    ways_to_follow,
    weight_of_draw,
)
from .forms import objections_to_form
from .starting import (
    choose_corner,
    corners,
    objections_to_corner,
    objections_to_place_at_start,
    place_at_start,
    places_at_start,
)
from .state import Phase, State, prompt
from .turns import not_now
from .walking import objections_to_roll, roll, rolls, weights_of_rolls


@cache
def catalogue() -> Catalogue:
    """The rules and rulings of Projekt Skyline: `catalogue()["PS-RENT-03"]` is a `Rule`."""
    return Catalogue.from_toml(resources.files(__package__) / "rules.toml")


# --- what is offered

_OFFERS: dict[Phase, tuple[Callable[[State], Iterator[Action]], ...]] = {
    Phase.CORNER: (corners,),
    Phase.PLACE: (places_at_start,),
    Phase.ROLL: (rolls,),
    Phase.BUILD: (builds, growths, passes),
    Phase.DRAW: (draws,),
    Phase.CARD: (ways_to_follow,),
    Phase.THROW: (rolls,),
    Phase.OVER: (),
}


def legal_actions(state: State) -> tuple[Action, ...]:
    """Every action that is legal now, for chance as for players, in a stable order; none when the game is over."""
    return tuple(chain.from_iterable(offers(state) for offers in _OFFERS[state.phase]))


def chance_weights(state: State) -> tuple[int, ...]:
    """The weight of each legal action when chance acts. Empty when a player acts."""
    if state.phase is Phase.DRAW:
        return tuple(weight_of_draw(state, action) for action in draws(state))
    if state.phase in (Phase.ROLL, Phase.THROW):
        return tuple(weights_of_rolls(state).values())
    return ()


def chances(state: State) -> tuple[tuple[Action, int], ...]:
    """What chance can bring now, with weights. Empty if a player acts or the game is over."""
    weights = chance_weights(state)
    return tuple(zip(legal_actions(state), weights, strict=True)) if weights else ()


# --- what objections there are


def _objections_to_place(state: State, action: Place, seat: int) -> Objections:
    if state.phase is Phase.PLACE:
        yield from objections_to_place_at_start(state, action, seat)
    elif state.phase is Phase.CARD and state.followed and state.followed.kind is Kind.FLOOR:
        yield from objections_to_place_for_card(state, action, seat)
    else:
        yield not_now(state)


_OBJECTIONS: dict[type[Any], Callable[[State, Any, int], Objections]] = {
    Corner: objections_to_corner,
    Place: _objections_to_place,
    Roll: objections_to_roll,
    Build: objections_to_build,
    Grow: objections_to_grow,
    Pass: objections_to_pass,
    Draw: objections_to_draw,
    Walk: objections_to_walk,
    Tax: objections_to_tax,
    Remove: objections_to_remove,
    Swap: objections_to_swap,
    Shift: objections_to_shift,
}


def objections(state: State, action: object, by: Actor | None = None) -> Objections:
    """What speaks against an action, the most basic first; nothing if it is legal. `by` is who claims to do it."""
    if by is not None and (by != state.actor or type(by) is not type(state.actor)):
        who = named(by, state.setup.seats)
        yield Objection("PS-TURN-01", f"{who} cannot act: the table waits for {prompt(state)}")
    # Out of turn or not, the rest is about what belongs to the one who claims to act.
    seat = by if type(by) is int and 0 <= by < len(state.players) else _deciding(state)
    form = list(objections_to_form(state, action))
    yield from form or _OBJECTIONS[type(action)](state, action, seat)


def _deciding(state: State) -> int:
    """The seat that an action is taken for: whoever follows a card, else the one whose turn it is."""
    return state.drawer if state.phase is Phase.CARD and state.drawer is not None else state.seat


def explain(state: State, action: object, by: Actor | None = None) -> tuple[Violation, ...]:
    """Every rule that the action breaks now, the most basic first; empty exactly if it is legal.

    You can ask about anything, also about what is no action of this game. `by` is who claims to do it, if that matters.
    """
    return violations(catalogue(), objections(state, action, by))


# --- what it does


def _place(state: State, action: Place) -> State:
    return place_at_start(state, action) if state.phase is Phase.PLACE else place_for_card(state, action)


def _roll(state: State, action: Roll) -> State:
    return roll(state, action) if state.phase is Phase.ROLL else roll_for_card(state, action)


_EFFECTS: dict[type[Any], Callable[[State, Any], State]] = {
    Corner: choose_corner,
    Place: _place,
    Roll: _roll,
    Build: build,
    Grow: grow,
    Pass: pass_turn,
    Draw: draw,
    Walk: walk,
    Tax: tax,
    Remove: remove,
    Swap: swap,
    Shift: shift,
}


def apply(state: State, action: Action, by: Actor | None = None) -> State:
    """The state after the action; `state` itself does not change. Raises `IllegalAction` with every broken rule."""
    for _ in objections(state, action, by):
        raise IllegalAction(action, explain(state, action, by))
    return _EFFECTS[type(action)](state, action)
