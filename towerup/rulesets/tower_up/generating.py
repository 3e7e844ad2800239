"""Generating: every legal action of a state, in the order of the action space.

Written apart from the judge (`judging.py`): the two share the data of state and edition, not their logic. That they
agree is a property which the tests check everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress

from towerup.kernel.counts import FIELD

from .actions import Action
from .cards import left_after_printed
from .setup import ANY_COLOUR
from .space import Space
from .starting import closed_sites
from .state import EXTRA, Phase, State

_TURN = Phase.TURN


def legal_actions(state: State) -> tuple[Action, ...]:
    """Every action that is legal now, for chance as for players, in a stable order; none when the game is over."""
    phase = state.phase
    if phase is _TURN:
        return _turn(state)
    return _GENERATORS[phase](state)


def chances(state: State) -> tuple[tuple[Action, int], ...]:
    """What chance can bring now, with weights; empty if a player is to decide or the game is over."""
    weights = chance_weights(state)
    return tuple(zip(legal_actions(state), weights, strict=True)) if weights else ()


def chance_weights(state: State) -> tuple[int, ...]:
    """The weight of each legal action where chance is to act: how many unseen cards are such; else empty."""
    return _WEIGHTS[state.phase](state)


def _turn(state: State) -> tuple[Action, ...]:
    """Take any card of the market in any way, or found wherever the stock allows; maybe decline an extra turn."""
    setup = state.setup
    # TU-TURN-02, TU-END-06: there is always a card to take, and there is no passing.
    space, guard, container = setup.space, setup.guard, state.container
    if ((container | guard) - setup.plenty) & guard == guard:
        takes = space.market_takes.get(state.market) or space.takes_of_market(state.market)
        actions: list[Action] = list(takes)
    else:
        actions = [action for kind in dict.fromkeys(state.market) for action in _takes_when_short(state, kind)]
    player = state.players[state.seat]
    # The guard bits of the colours in stock: adding 63 carries into a colour's bit unless there is none of it.
    held = (player.stock + setup.full) & guard
    # Founding takes a floor of one colour and pays floors of others: at least two colours, and a roof.
    # TU-FOUND-04, TU-FOUND-06, TU-FOUND-07
    if held & (held - 1) and player.roofs:
        # What each colour lacks of 63, so that a price which the stock cannot pay carries into a guard bit.
        lack = setup.full - player.stock
        # TU-FOUND-01, TU-FOUND-02, TU-FOUND-03
        for cost, allowed, offer in filter(None, state.plots):
            if not (lack + cost) & guard:
                actions += offer[0][held & allowed]
    # TU-STAR-05
    if setup.may_decline_extra and state.run & EXTRA:
        actions.append(space.decline)
    return tuple(actions)


def _takes_when_short(state: State, kind: int) -> list[Action]:
    """The ways to take a card when some colour may run out: printed floors first, then choices from what is left."""
    setup = state.setup
    shown = setup.kinds[kind]
    # TU-TAKE-03, TU-TAKE-08, TU-TAKE-09
    left, short = left_after_printed(state.container, shown.printed, setup.colours)
    there = left % FIELD
    most = min(shown.wild + short, there)
    least = min(shown.wild, there) if setup.rulings.replacement == "may_decline" else most
    guard = setup.guard
    return [
        action
        for size in range(least, most + 1)
        for floors, action in setup.space.takes[kind][size]
        if ((left | guard) - floors) & guard == guard
    ]


def _back(state: State) -> tuple[Action, ...]:
    """Every way to put back just what is over the limit."""
    setup = state.setup
    guard, stock = setup.guard, state.players[state.seat].stock
    # TU-STOCK-02
    over = stock % FIELD - setup.stock_limit
    return tuple([action for floors, action in setup.space.backs[over] if ((stock | guard) - floors) & guard == guard])


def _place(state: State) -> tuple[Action, ...]:
    """The next starting floor on every site where it may stand, in every colour it may have."""
    setup = state.setup
    # TU-SETUP-03, TU-SETUP-04, TU-SETUP-05, TU-SETUP-06
    wanted = state.starting[0]
    actions: list[Action] = []
    for colour in range(setup.colours) if wanted == ANY_COLOUR else (wanted,):
        if state.container & (FIELD * setup.units[colour]):
            places: list[Action] = list(setup.space.places[colour])
            closed = closed_sites(setup, state.painted, colour)
            while closed:
                site = closed.bit_length() - 1
                del places[site]  # from the last to the first, so that the others keep their places
                closed ^= 1 << site
            actions += places
    return tuple(actions)


def _reveal(state: State) -> tuple[Action, ...]:
    return (*compress(state.setup.space.reveals, state.pile),)


def _reveal_start(state: State) -> tuple[Action, ...]:
    return tuple(compress(state.setup.space.printed_reveals, state.pile))


def _deal(state: State) -> tuple[Action, ...]:
    return state.setup.space.deals


def _nothing(state: State) -> tuple[Action, ...]:
    return ()


# By phase: DEAL, REVEAL_START, PLACE, TURN, REVEAL, BACK, OVER.
_GENERATORS: tuple[Callable[[State], tuple[Action, ...]], ...] = (
    _deal, _reveal_start, _place, _turn, _reveal, _back, _nothing,
)  # fmt: skip


def _unseen(state: State) -> tuple[int, ...]:
    # TU-BOX-05: chance knows how many, not in which order.
    return tuple(filter(None, state.pile))


def _all_alike(state: State) -> tuple[int, ...]:
    return (1,) * len(state.setup.space.deals)


def _none(state: State) -> tuple[int, ...]:
    return ()


_WEIGHTS: tuple[Callable[[State], tuple[int, ...]], ...] = (
    _all_alike, _unseen, _none, _none, _unseen, _none, _none,
)  # fmt: skip


def action_space(state: State) -> Space:
    """All actions of the state's edition and board, numbered."""
    return state.setup.space
