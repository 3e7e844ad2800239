"""Generating: every legal action of a state, in the order of the action space.

Written apart from the judge (`judging.py`): the two share the data of state and edition, not their logic. That they
agree is a property which the tests check everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress

from .actions import Action
from .building import joinable
from .cards import Kind
from .following import leading_towers, wealth
from .space import Space, cells_of
from .state import Phase, State


def legal_actions(state: State) -> tuple[Action, ...]:
    """Every action that is legal now, for chance as for players, in a stable order; none when the game is over."""
    return _GENERATORS[state.phase](state)


def chances(state: State) -> tuple[tuple[Action, int], ...]:
    """What chance can bring now, with weights; empty if a player is to decide or the game is over."""
    weights = chance_weights(state)
    return tuple(zip(legal_actions(state), weights, strict=True)) if weights else ()


def chance_weights(state: State) -> tuple[int, ...]:
    """The weight of each legal action where chance is to act; else empty."""
    phase, setup = state.phase, state.setup
    if phase is Phase.ROLL:
        # PS-TURN-04
        return setup.roll_weights
    if phase is Phase.DRAW:
        # PS-CARD-01: each unseen card is as likely as any other.
        return tuple(filter(None, state.unseen)) or (1,)
    if phase is Phase.THROW:
        return setup.throw_weights if setup.kinds[state.card] is Kind.THROW else setup.roll_weights
    return ()


def _corner(state: State) -> tuple[Action, ...]:
    # PS-SETUP-03
    return state.setup.space.corners


def _place(state: State) -> tuple[Action, ...]:
    """The next piece on every free cell; the first of each player in the centre."""
    setup = state.setup
    free = setup.everywhere & ~(state.ones | state.towers)
    # PS-SETUP-04, PS-SETUP-05
    if (state.ones | state.towers).bit_count() < len(setup.seats):
        free &= setup.board.centre_mask
    places = setup.space.places
    return tuple([places[cell] for cell in cells_of(free)])


def _roll(state: State) -> tuple[Action, ...]:
    return state.setup.space.rolls


def _build(state: State) -> tuple[Action, ...]:
    """A floor on every empty cell that the architect can reach, every growth that razes, maybe passing."""
    setup, ones, twos, architect = state.setup, state.ones, state.twos, state.architect
    space, reach, own = setup.space, setup.reach, state.owned[state.seat]
    # PS-BUILD-01, PS-BUILD-07: there is a floor to build with, or nobody would have been asked.
    reached = reach[architect][state.die]
    builds, grows = space.builds, space.grows
    # PS-BUILD-02, PS-BUILD-04
    actions: list[Action] = [builds[cell] for cell in cells_of(reached & ~(ones | twos | state.towers))]
    # PS-GROW-02, PS-GROW-04
    others = ~own & ~(1 << architect)
    # PS-GROW-03
    low, lower = ones & others, (ones | twos) & others
    # PS-BUILD-03, PS-GROW-01
    growing, able = reached & own & (ones | twos), 0
    for cell in cells_of(growing):
        targets = reach[cell][3] & lower if twos >> cell & 1 else reach[cell][2] & low
        if targets:
            grown = grows[cell]
            actions += [grown[raze] for raze in cells_of(targets)]
            able |= 1 << cell
    # PS-EXPERT-01, PS-EXPERT-02, PS-EXPERT-03
    for cell in cells_of(growing & ones) if setup.expert else ():
        for join in cells_of(joinable(state, cell)):
            for raze in cells_of(reach[join][3] & lower):
                actions.append(space.joins[cell][join][raze])
                able |= 1 << cell
    # PS-BUILD-05
    if setup.may_pass and growing & ~able:
        actions.append(space.passing)
    return tuple(actions)


def _draw(state: State) -> tuple[Action, ...]:
    # PS-CARD-01, PS-BOX-06
    draws = state.setup.space.draws
    return tuple(compress(draws, state.unseen)) or (draws[state.used[0]],)


def _throw(state: State) -> tuple[Action, ...]:
    # PS-ACTION-01, PS-ACTION-04
    space = state.setup.space
    return space.throws if state.setup.kinds[state.card] is Kind.THROW else space.rolls


def _card(state: State) -> tuple[Action, ...]:
    """Every way to follow the card that was drawn."""
    return _FOLLOWING[state.setup.kinds[state.card]](state)


def _free(state: State) -> int:
    """The cells that a card may touch: all but the one with the architect on it."""
    # PS-CARD-04
    return state.setup.everywhere & ~(1 << state.architect)


def _walks(state: State) -> tuple[Action, ...]:
    # PS-ACTION-02, PS-CARD-07
    setup, rich = state.setup, wealth(state)
    most = max(rich)
    steps = setup.cards[state.card].steps
    colours = sorted(setup.colour_of[seat] for seat, own in enumerate(rich) if own == most)
    return tuple([setup.space.walks[colour][one] for colour in colours for one in steps])


def _taxes(state: State) -> tuple[Action, ...]:
    # PS-ACTION-05
    taxes = state.setup.space.taxes
    return tuple([taxes[colour] for colour in sorted(state.setup.colour_of)])


def _leaders(state: State) -> tuple[Action, ...]:
    # PS-ACTION-07
    return _removes(state, leading_towers(state))


def _razes(state: State) -> tuple[Action, ...]:
    # PS-ACTION-12
    return _removes(state, state.ones | state.twos)


def _own_removes(state: State) -> tuple[Action, ...]:
    # PS-ACTION-13
    return _removes(state, state.owned[state.drawer])


def _removes(state: State, cells: int) -> tuple[Action, ...]:
    removes = state.setup.space.removes
    return tuple([removes[cell] for cell in cells_of(cells & _free(state))])


def _swaps(state: State) -> tuple[Action, ...]:
    # PS-ACTION-08
    low = (state.ones | state.twos) & _free(state)
    own = state.owned[state.drawer]
    return _pairs(state, [low & own, low & ~own])


def _swaps_of_others(state: State) -> tuple[Action, ...]:
    # PS-ACTION-10
    free = _free(state)
    return _pairs(state, [cells & free for seat, cells in enumerate(state.owned) if seat != state.drawer])


def _pairs(state: State, parties: list[int]) -> tuple[Action, ...]:
    """Every swap of two cells that belong to two different parties."""
    swaps = state.setup.space.swaps
    whole = sum(parties)
    offered: list[Action] = []
    for one in cells_of(whole):
        bit = 1 << one
        mine = next(party for party in parties if party & bit)
        # Each pair once, from its lower cell.
        offered += [swaps[one][other] for other in cells_of(whole & ~mine & -bit)]
    return tuple(offered)


def _floors(state: State) -> tuple[Action, ...]:
    # PS-ACTION-09
    places = state.setup.space.places
    empty = state.setup.everywhere & ~(state.ones | state.twos | state.towers)
    return tuple([places[cell] for cell in cells_of(empty)])


def _shifts(state: State) -> tuple[Action, ...]:
    # PS-ACTION-11
    shifts, low = state.setup.space.shifts, state.ones | state.twos
    empty = [*cells_of(state.setup.everywhere & ~(low | state.towers))]
    own = state.owned[state.drawer] & low & _free(state)
    return tuple([shifts[cell][to] for cell in cells_of(own) for to in empty])


def _nothing(state: State) -> tuple[Action, ...]:
    return ()


# By phase: CORNER, PLACE, ROLL, BUILD, DRAW, CARD, THROW, OVER.
_GENERATORS: tuple[Callable[[State], tuple[Action, ...]], ...] = (
    _corner, _place, _roll, _build, _draw, _card, _throw, _nothing,
)  # fmt: skip

_FOLLOWING: dict[Kind, Callable[[State], tuple[Action, ...]]] = {
    Kind.RICHEST: _walks,
    Kind.TAX: _taxes,
    Kind.LEADER: _leaders,
    Kind.SWAP: _swaps,
    Kind.FLOOR: _floors,
    Kind.SWAP_OTHERS: _swaps_of_others,
    Kind.SHIFT: _shifts,
    Kind.RAZE: _razes,
    Kind.REMOVE: _own_removes,
}


def action_space(state: State) -> Space:
    """All actions of the state's edition, numbered."""
    return state.setup.space
