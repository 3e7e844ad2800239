"""Playing: what is legal, why something is not, and what it does. Every kind of action has these three functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import resources
from itertools import chain
from typing import Any

from towerup.kernel.actors import Actor, named
from towerup.kernel.rules import Catalogue, IllegalAction, Objection, Objections, Violation, violations

from .actions import Action, Back, Deal, Decline, Found, Place, Reveal, Take
from .forms import objections_to_form
from .founding import found, foundings, objections_to_found
from .starting import (
    deal,
    deals,
    objections_to_deal,
    objections_to_place,
    objections_to_reveal_start,
    objections_to_reveal_without_bottom,
    place,
    places,
    reveal_start,
    reveals_at_start,
)
from .state import Phase, State, prompt
from .taking import (
    objections_to_put_back,
    objections_to_refill,
    objections_to_take,
    put_back,
    put_backs,
    refill,
    refills,
    take,
    takes,
)
from .turns import decline, declines, objections_to_decline


@cache
def catalogue() -> Catalogue:
    """The rules and rulings of Tower Up: `catalogue()["TU-FOUND-03"]` is a `Rule`."""
    return Catalogue.from_toml(resources.files(__package__) / "rules.toml")


# --- what is offered

_OFFERS: dict[Phase, tuple[Callable[[State], Iterator[Action]], ...]] = {
    Phase.DEAL: (deals,),
    Phase.REVEAL_START: (reveals_at_start,),
    Phase.PLACE: (places,),
    # There is always a card to take, and there is no passing (TU-TURN-02, TU-END-06).
    Phase.TURN: (takes, foundings, declines),
    Phase.REVEAL: (refills,),
    Phase.BACK: (put_backs,),
    Phase.OVER: (),
}


def legal_actions(state: State) -> tuple[Action, ...]:
    """Every action that is legal now, for chance as for players, in a stable order; none when the game is over."""
    return tuple(chain.from_iterable(offers(state) for offers in _OFFERS[state.phase]))


def chance_weights(state: State) -> tuple[int, ...]:
    """The weight of each legal action when chance acts: how many unseen cards are such. Empty when a player acts."""
    if state.phase is Phase.DEAL:
        return (1,) * len(legal_actions(state))
    if state.phase in (Phase.REVEAL, Phase.REVEAL_START):
        return tuple(state.pile[action.card] for action in legal_actions(state) if isinstance(action, Reveal))
    return ()


def chances(state: State) -> tuple[tuple[Action, int], ...]:
    """What chance can bring now, with weights. Empty if a player acts or the game is over."""
    weights = chance_weights(state)
    return tuple(zip(legal_actions(state), weights, strict=True)) if weights else ()


# --- what objections there are


def _objections_to_reveal(state: State, action: Reveal, seat: int) -> Objections:
    if "/" in action.card:
        return objections_to_reveal_start(state, action, seat)
    if state.phase is Phase.REVEAL_START:
        return objections_to_reveal_without_bottom(state, action, seat)
    return objections_to_refill(state, action, seat)


_OBJECTIONS: dict[type[Any], Callable[[State, Any, int], Objections]] = {
    Deal: objections_to_deal,
    Reveal: _objections_to_reveal,
    Place: objections_to_place,
    Take: objections_to_take,
    Found: objections_to_found,
    Decline: objections_to_decline,
    Back: objections_to_put_back,
}


def objections(state: State, action: object, by: Actor | None = None) -> Objections:
    """What speaks against an action, the most basic first; nothing if it is legal. `by` is who claims to do it."""
    form = list(objections_to_form(state, action))
    if form and form[0].rule == "TU-FORM-01":
        yield form[0]
        return
    if state.phase is Phase.OVER:
        yield Objection("TU-TURN-03", "the game is over")
        return
    if by is not None and (by != state.actor or type(by) is not type(state.actor)):
        who = named(by, state.setup.seats)
        yield Objection("TU-TURN-01", f"{who} cannot act: the table waits for {prompt(state)}")
    # Out of turn or not, the rest is about what lies before the one who claims to act.
    seat = by if type(by) is int and 0 <= by < len(state.players) else state.seat
    yield from form or _OBJECTIONS[type(action)](state, action, seat)


def explain(state: State, action: object, by: Actor | None = None) -> tuple[Violation, ...]:
    """Every rule that the action breaks now, the most basic first; empty exactly if it is legal.

    You can ask about anything, also about what is no action of this game. `by` is who claims to do it, if that matters.
    """
    return violations(catalogue(), objections(state, action, by))


# --- what it does


def _reveal(state: State, action: Reveal) -> State:
    return reveal_start(state, action) if state.phase is Phase.REVEAL_START else refill(state, action)


_EFFECTS: dict[type[Any], Callable[[State, Any], State]] = {
    Deal: deal,
    Reveal: _reveal,
    Place: place,
    Take: take,
    Found: found,
    Decline: decline,
    Back: put_back,
}


def apply(state: State, action: Action, by: Actor | None = None) -> State:
    """The state after the action; `state` itself does not change. Raises `IllegalAction` with every broken rule."""
    for _ in objections(state, action, by):
        raise IllegalAction(action, explain(state, action, by))
    return _EFFECTS[type(action)](state, action)
