"""Generating: every legal action of a state, in the order of the action space.

Written apart from the judge (`judging.py`): the two share the data of state and edition, not their logic. That they
agree is a property which the tests check everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress

from .acquiring import may_boom, workers_free
from .actions import Action
from .board import numbers_of
from .placing import Placement
from .space import Space
from .state import GRAB_CARD, SHIFT_CARD, Phase, State

_GOLD = 3


def legal_actions(state: State) -> tuple[Action, ...]:
    """Every action that is legal now, for chance as for players, in a stable order; none when the game is over."""
    return _GENERATORS[state.phase](state)


def chances(state: State) -> tuple[tuple[Action, int], ...]:
    """What chance can bring now, with weights; empty if a player is to decide or the game is over."""
    weights = chance_weights(state)
    return tuple(zip(legal_actions(state), weights, strict=True)) if weights else ()


def chance_weights(state: State) -> tuple[int, ...]:
    """The weight of each legal action where chance is to act; else empty."""
    if state.phase in _DEALT:
        # NY-BOX-05: each card of the layer on top is as likely as any other.
        return tuple(filter(None, state.pile[0]))
    return ()


def _deal(state: State) -> tuple[Action, ...]:
    # NY-BOX-05
    return tuple(compress(state.setup.space.deals, state.pile[0]))


def _turn(state: State) -> tuple[Action, ...]:
    """All that a turn can begin with."""
    setup, seat, cards = state.setup, state.seat, state.cards[state.seat]
    space = setup.space
    actions: list[Action] = []
    rebuilds = _rebuilds(state)
    if workers_free(setup, state.lots[seat], state.touched[seat]) > 0:
        # NY-CARD-02, NY-CARD-03
        if cards & SHIFT_CARD and _enough_for_a_shift(state):
            actions.append(space.shift)
        if _may_grab(state):
            actions.append(space.grab)
        # NY-TURN-03
        actions += _acquires(state, -1)
        return tuple(actions + rebuilds)
    # NY-TURN-04
    builds = _builds(state)
    nothing = not builds and not rebuilds
    # NY-TURN-05
    if cards & SHIFT_CARD and _enough_for_a_shift(state) and (setup.shift_first or not nothing):
        actions.append(space.shift)
    if nothing:
        gives = space.gives
        actions += [gives[lot] for lot in numbers_of(state.lots[seat] & ~state.touched[seat])]
        return tuple(actions)
    actions += builds
    actions += rebuilds
    if setup.may_pass:
        actions.append(space.end)
    return tuple(actions)


def _may_grab(state: State) -> bool:
    """Whether there is all that Land Grab needs but a worker."""
    # NY-CARD-04
    small = state.setup.small_cards
    return bool(state.cards[state.seat] & GRAB_CARD and state.pile and any(state.market[card] for card in small))


def _enough_for_a_shift(state: State) -> bool:
    # NY-CARD-03
    setup = state.setup
    if setup.rulings.short_pile == "old_cards_come_round":
        return bool(state.pile)
    return sum(map(sum, state.pile)) >= setup.edition.market


def _acquires(state: State, among: int) -> list[Action]:
    """Every free lot, of those in a mask, for which there is a card in the market."""
    setup = state.setup
    # NY-LAND-01
    wanted = 0
    for lots in compress(setup.board.card_lots, state.market):
        wanted |= lots
    # NY-LAND-02
    for lots in state.lots:
        wanted &= ~lots
    wanted &= among & setup.in_play
    acquires, actions = setup.space.acquires, list[Action]()
    while wanted:
        lowest = wanted & -wanted
        actions.append(acquires[lowest.bit_length() - 1])
        wanted ^= lowest
    return actions


def _buildable(state: State) -> int:
    """The tiles that the one whose turn it is may build now, as a mask."""
    setup, seat = state.setup, state.seat
    # NY-TECH-01, NY-BUILD-07
    tiles = state.left[seat] & setup.tiles_by_level[state.level]
    # NY-TECH-02
    if state.level == _GOLD and setup.legendary_placements.isdisjoint(state.placed[seat]):
        tiles |= state.legends
    return tiles


def _builds(state: State) -> list[Action]:
    """Every tile wherever it fits on free cells of one's own lots."""
    free = state.free[state.seat]
    if not free:
        return []
    # NY-BUILD-01, NY-BUILD-04
    fits = state.setup.fits.of(free)
    tiles = _buildable(state)
    actions: list[Action] = []
    if len(fits) == 1:
        builds, tiles = fits[0].builds, tiles & fits[0].tiles
        while tiles:
            lowest = tiles & -tiles
            actions += builds[lowest.bit_length() - 1]
            tiles ^= lowest
        return actions
    fitting = 0
    for fit in fits:
        fitting |= fit.tiles
    tiles &= fitting
    while tiles:
        lowest = tiles & -tiles
        tile = lowest.bit_length() - 1
        for fit in fits:
            actions += fit.builds[tile]
        tiles ^= lowest
    return actions


def _rebuilds(state: State) -> list[Action]:
    """Every tile wherever it fits in place of older buildings of one's own, and on free cells beside them."""
    setup, seat = state.setup, state.seat
    placements = setup.placements
    own = [placements[number] for number in state.placed[seat]]
    tiles, free = _buildable(state), state.free[seat]
    actions: list[Action] = []
    for technology in range(1, state.level + 1):
        of_technology = tiles & setup.tiles_of_technology[technology]
        # NY-REBUILD-02, NY-REBUILD-03
        replaced = [one for one in own if one.technology < technology]
        if not of_technology or not replaced:
            continue
        covered = 0
        for one in replaced:
            covered |= one.cells
        found = setup.fits.beside(free | covered, covered)
        while of_technology:
            lowest = of_technology & -of_technology
            tile = lowest.bit_length() - 1
            for fit in found:
                if fit.tiles & lowest:
                    actions += [
                        rebuild
                        for placement, rebuild in fit.rebuilds[tile]
                        # NY-REBUILD-01
                        if placement.cells & covered
                        and _enough_workers(state, own, replaced, placement)
                        and (not setup.adjacent_only or _in_one_piece(replaced, placement))
                    ]
            of_technology ^= lowest
    return actions


def _in_one_piece(older: list[Placement], placement: Placement) -> bool:
    """Whether the buildings under a new one adjoin each other, from one to the next."""
    # NY-REBUILD-01
    under = [one for one in older if one.cells & placement.cells]
    near, rest = under[0].around, under[1:]
    while rest:
        reached = [one for one in rest if one.cells & near]
        if not reached:
            return False
        for one in reached:
            near |= one.around
        rest = [one for one in rest if one not in reached]
    return True


def _enough_workers(state: State, own: list[Placement], older: list[Placement], placement: Placement) -> bool:
    """Whether the lots that nothing would touch any more can all have a worker."""
    # NY-REBUILD-04
    seat, cells, workers = state.seat, placement.cells, state.setup.edition.workers
    lots, unbuilt = state.lots[seat], state.lots[seat] & ~state.touched[seat]
    emptied = unbuilt
    for one in older:
        if one.cells & cells:
            emptied |= one.lots
    # At most these lots are left without a building; mostly that is few enough.
    if (emptied & ~placement.lots).bit_count() <= workers:
        return True
    touched = placement.lots
    for one in own:
        if not one.cells & cells:
            touched |= one.lots
    return (lots & ~touched).bit_count() <= workers


def _grab(state: State) -> tuple[Action, ...]:
    # NY-CARD-04
    return tuple(_acquires(state, state.setup.small_lots))


def _build(state: State) -> tuple[Action, ...]:
    """The second lot of a Land Grab, every building, or nothing more."""
    setup, seat, actions = state.setup, state.seat, list[Action]()
    # NY-CARD-10
    if setup.grab_later and _may_grab(state) and workers_free(setup, state.lots[seat], state.touched[seat]) > 0:
        actions.append(setup.space.grab)
    second = _second(state)
    # NY-CARD-09
    lost = setup.compulsory and bool(second)
    actions += second
    if not lost or setup.freed_worker:
        actions += _builds(state)
    if not lost:
        actions.append(setup.space.end)
    return tuple(actions)


def _second(state: State) -> list[Action]:
    # NY-CARD-05
    seat = state.seat
    if state.grab and workers_free(state.setup, state.lots[seat], state.touched[seat]) > 0:
        return _acquires(state, state.setup.small_lots)
    return []


def _after(state: State) -> tuple[Action, ...]:
    """The second lot of a Land Grab, a Construction Boom, or nothing more."""
    setup, space = state.setup, state.setup.space
    actions = _second(state)
    # NY-CARD-09
    if state.grab and setup.compulsory:
        return tuple(actions)
    # NY-CARD-06, NY-CARD-07
    if may_boom(setup, state.__dict__, state.seat) and (setup.may_waste or _builds(state)):
        actions.append(space.boom)
    actions.append(space.end)
    return tuple(actions)


def _boom(state: State) -> tuple[Action, ...]:
    # NY-CARD-07
    return (*_builds(state), state.setup.space.end) if state.setup.may_waste else tuple(_builds(state))


def _nothing(state: State) -> tuple[Action, ...]:
    return ()


# By phase: OPEN, TURN, RENEW, GRAB, BUILD, AFTER, BOOM, FILL, OVER.
_GENERATORS: tuple[Callable[[State], tuple[Action, ...]], ...] = (
    _deal, _turn, _deal, _grab, _build, _after, _boom, _deal, _nothing,
)  # fmt: skip

_DEALT = (Phase.OPEN, Phase.RENEW, Phase.FILL)


def action_space(state: State) -> Space:
    """All actions of the state's edition, numbered."""
    return state.setup.space
