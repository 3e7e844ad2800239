"""Playing: what is legal, why something is not, and what it does. Every kind of action has these three functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import resources
from typing import Any

from towerup.kernel.actors import Actor, named
from towerup.kernel.rules import Catalogue, IllegalAction, Objection, Objections, Violation, violations

from .actions import Acquire, Action, Boom, Build, Deal, End, Give, Grab, Rebuild, Shift
from .building import build, builds, objections_to_build
from .cards import boom, booms, grab, grabs, objections_to_boom, objections_to_grab, objections_to_shift, shift, shifts
from .forms import objections_to_form
from .land import acquire, acquires, give, objections_to_acquire, objections_to_give
from .rebuilding import could_build, objections_to_rebuild, rebuild, rebuilds
from .state import DEALING, Phase, State, prompt
from .turns import deal, deals, end, objections_to_deal, objections_to_end


@cache
def catalogue() -> Catalogue:
    """The rules and rulings of New York 1901: `catalogue()["NY-LAND-01"]` is a `Rule`."""
    return Catalogue.from_toml(resources.files(__package__) / "rules.toml")


# --- what is offered


def legal_actions(state: State) -> tuple[Action, ...]:
    """Every action that is legal now, for chance as for players, in a stable order; none when the game is over."""
    return tuple(_OFFERS[state.phase](state))


def _turn(state: State) -> Iterator[Action]:
    """What a turn can begin with."""
    rulings, rebuildings = state.setup.rulings, [*rebuilds(state)]
    if state.free_workers(state.seat) > 0:
        # A lot is acquired, with action cards before it; or something is rebuilt (NY-TURN-02, NY-TURN-03).
        yield from shifts(state)
        yield from grabs(state)
        yield from acquires(state)
        yield from rebuildings
        return
    buildings = [*builds(state)]
    nothing = not buildings and not rebuildings
    # Without a free worker something is built; a lot is given back if nothing can be (NY-TURN-04, NY-TURN-05).
    if not nothing or rulings.given_back == "cards_first":
        yield from shifts(state)
    if nothing:
        yield from map(Give, state.bare_lots(state.seat))
        return
    yield from buildings
    yield from rebuildings
    if rulings.no_worker == "may_pass":
        yield End()


def _after_a_lot(state: State) -> Iterator[Action]:
    """The second lot of a Land Grab, every building, or the end of the turn."""
    yield from grabs(state)
    second = [*acquires(state)]
    # Where it is compulsory the second lot is not lost while it can be acquired (NY-CARD-09).
    must_acquire = bool(second) and state.setup.rulings.second_lot == "compulsory"
    yield from second
    if not must_acquire or state.setup.rulings.land_grab == "freed_worker":
        yield from builds(state)
    if not must_acquire:
        yield End()


def _after_a_building(state: State) -> Iterator[Action]:
    """The second lot of a Land Grab, a Construction Boom, or the end of the turn."""
    second = [*acquires(state)]
    yield from second
    # One card is done completely before the next, or may be left out, as ruled (NY-CARD-01, NY-CARD-09).
    if not second or state.setup.rulings.second_lot == "optional":
        yield from booms(state)
    if not second or state.setup.rulings.second_lot != "compulsory":
        yield End()


def _second_building(state: State) -> Iterator[Action]:
    """Every building; nothing, if Construction Boom may be wasted (NY-CARD-07)."""
    yield from builds(state)
    if state.setup.rulings.empty_boom == "may_be_wasted":
        yield End()


_OFFERS: dict[Phase, Callable[[State], Iterator[Action]]] = {
    Phase.OPEN: deals,
    Phase.TURN: _turn,
    Phase.RENEW: deals,
    Phase.GRAB: acquires,
    Phase.BUILD: _after_a_lot,
    Phase.AFTER: _after_a_building,
    Phase.BOOM: _second_building,
    Phase.FILL: deals,
    Phase.OVER: lambda state: iter(()),
}


def chance_weights(state: State) -> tuple[int, ...]:
    """The weight of each legal action when chance acts: how many such cards the top layer of the pile has (NY-BOX-05)."""
    if state.phase not in DEALING:
        return ()
    return tuple(state.pile[0][action.card] for action in deals(state))


def chances(state: State) -> tuple[tuple[Action, int], ...]:
    """What chance can bring now, with weights. Empty if a player acts or the game is over."""
    weights = chance_weights(state)
    return tuple(zip(legal_actions(state), weights, strict=True)) if weights else ()


# --- what objections there are


def _must_give(state: State, seat: int) -> bool:
    """Whether a player can do nothing in this turn but give back a lot (NY-TURN-05)."""
    return state.phase is Phase.TURN and state.free_workers(seat) < 1 and not could_build(state, seat)


def _objections_to_shift(state: State, action: Shift, seat: int) -> Objections:
    return objections_to_shift(state, action, seat, _must_give(state, seat))


def _objections_to_give(state: State, action: Give, seat: int) -> Objections:
    return objections_to_give(state, action, seat, not _must_give(state, seat))


def _objections_to_end(state: State, action: End, seat: int) -> Objections:
    return objections_to_end(state, action, seat, not _must_give(state, seat))


def _objections_to_boom(state: State, action: Boom, seat: int) -> Objections:
    can_build = state.phase is Phase.AFTER and could_build(state, seat, rebuilding=False)
    return objections_to_boom(state, action, seat, can_build)


_OBJECTIONS: dict[type[Any], Callable[[State, Any, int], Objections]] = {
    Deal: objections_to_deal,
    Shift: _objections_to_shift,
    Grab: objections_to_grab,
    Acquire: objections_to_acquire,
    Build: objections_to_build,
    Rebuild: objections_to_rebuild,
    Boom: _objections_to_boom,
    Give: _objections_to_give,
    End: _objections_to_end,
}


def objections(state: State, action: object, by: Actor | None = None) -> Objections:
    """What speaks against an action, the most basic first; nothing if it is legal. `by` is who claims to do it."""
    if by is not None and (by != state.actor or type(by) is not type(state.actor)):
        who = named(by, state.setup.seats)
        yield Objection("NY-TURN-01", f"{who} cannot act: the table waits for {prompt(state)}")
    # Out of turn or not, the rest is about what belongs to the one who claims to act.
    seat = by if type(by) is int and 0 <= by < len(state.players) else state.seat
    form = list(objections_to_form(state, action))
    yield from form or _OBJECTIONS[type(action)](state, action, seat)


def explain(state: State, action: object, by: Actor | None = None) -> tuple[Violation, ...]:
    """Every rule that the action breaks now, the most basic first; empty exactly if it is legal.

    You can ask about anything, also about what is no action of this game. `by` is who claims to do it, if that matters.
    """
    return violations(catalogue(), objections(state, action, by))


# --- what it does

_EFFECTS: dict[type[Any], Callable[[State, Any], State]] = {
    Deal: deal,
    Shift: shift,
    Grab: grab,
    Acquire: acquire,
    Build: build,
    Rebuild: rebuild,
    Boom: boom,
    Give: give,
    End: end,
}


def apply(state: State, action: Action, by: Actor | None = None) -> State:
    """The state after the action; `state` itself does not change. Raises `IllegalAction` with every broken rule."""
    for _ in objections(state, action, by):
        raise IllegalAction(action, explain(state, action, by))
    return _EFFECTS[type(action)](state, action)
