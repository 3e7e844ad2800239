"""Moving the architect and building; growing, razing, skyscrapers; the variant for experts.

FR “3. Déplacer l'architecte et construire un plancher”, “4. Déplacer une construction et démanteler une construction d'un
adversaire”, “Comment les gratte-ciel entrent-ils en jeu ?”, “Variante pour joueurs expérimentés”; FR-S “Tour de jeu”.
"""

from __future__ import annotations

from .ending import built_all, next_turn
from .reserves import has_floor
from .space import NOT_JOINED, BuildMove, GrowMove, PassMove, cells_of
from .state import State, made_of


def something_to_build(state: State, die: int) -> bool:
    """Whether the one whose turn it is can build anything with this black die."""
    setup, seat, ones, twos = state.setup, state.seat, state.ones, state.twos
    # PS-BUILD-01
    reached = setup.reach[state.architect][die]
    # PS-BUILD-07
    if not has_floor(setup, state.owned, ones, twos, seat):
        return False
    # PS-BUILD-02, PS-BUILD-03
    if reached & ~(ones | twos | state.towers):
        return True
    return any(can_raze(state, cell) for cell in cells_of(reached & state.owned[seat] & (ones | twos)))


def can_raze(state: State, cell: int) -> bool:
    """Whether an own construction of one or two floors could raze something if it grew."""
    setup, ones, twos = state.setup, state.ones, state.twos
    own = state.owned[state.seat]
    # PS-GROW-02, PS-GROW-04
    others = ~own & ~(1 << state.architect)
    reach = setup.reach
    # PS-GROW-01, PS-GROW-03
    if twos >> cell & 1:
        return bool(reach[cell][3] & (ones | twos) & others)
    if reach[cell][2] & ones & others:
        return True
    # PS-EXPERT-02
    return setup.expert and any(reach[join][3] & (ones | twos) & others for join in cells_of(joinable(state, cell)))


def joinable(state: State, cell: int) -> int:
    """The own constructions of one floor that a construction grown to two floors here may join."""
    setup = state.setup
    # PS-EXPERT-01
    near = setup.reach[cell][2] & state.ones & state.owned[state.seat]
    # PS-EXPERT-03
    return near if setup.rulings.architect_joined == "allowed" else near & ~(1 << state.architect)


def build(state: State, move: BuildMove) -> State:
    """A floor is built on an empty cell, the architect stands on it, and the turn is over."""
    seat, owned, bit = state.seat, state.owned, 1 << move.cell
    contents = state.__dict__.copy()
    # PS-BUILD-04, PS-BOX-01
    contents["owned"] = (*owned[:seat], owned[seat] | bit, *owned[seat + 1 :])
    contents["ones"] = state.ones | bit
    contents["architect"] = move.cell
    next_turn(state.setup, contents)
    return made_of(contents)


def grow(state: State, move: GrowMove) -> State:
    """An own construction grows, moves, maybe joins another and moves on, and razes an opponent's."""
    setup, seat, ones, twos = state.setup, state.seat, state.ones, state.twos
    source, target = 1 << move.cell, 1 << move.raze
    owned = [*state.owned]
    # PS-GROW-05: the floors of what is razed go back to their owner's reserve.
    for victim, cells in enumerate(owned):
        if cells & target:
            owned[victim] = cells ^ target
    owned[seat] = owned[seat] ^ source | target
    gone = source | target
    # PS-EXPERT-01, PS-EXPERT-02
    if move.join != NOT_JOINED:
        joined = 1 << move.join
        owned[seat] ^= joined
        gone |= joined
    contents = state.__dict__.copy()
    # PS-TOWER-01, PS-BOX-01, PS-BOX-02
    if twos & source or move.join != NOT_JOINED:
        contents["towers"] = state.towers | target
        contents["twos"] = twos & ~gone
    else:
        # PS-GROW-01
        contents["twos"] = twos & ~gone | target
    contents["ones"] = ones & ~gone
    contents["owned"] = tuple(owned)
    # PS-GROW-05
    contents["architect"] = move.raze
    # PS-END-01
    if not built_all(setup, contents, seat):
        next_turn(setup, contents)
    return made_of(contents)


def pass_by(state: State, move: PassMove) -> State:
    """Nothing is built (only under the ruling that lets a futile growth be chosen)."""
    # PS-BUILD-05
    contents = state.__dict__.copy()
    next_turn(state.setup, contents)
    return made_of(contents)
