"""The start of a game: pawns, skyscrapers in the centre, floors, the architect.

FR “(setup)”, “Deux règles spéciales”; FR-S “préparation”, “Tours préliminaires de placement”.
"""

from __future__ import annotations

from functools import lru_cache

from .setup import Setup
from .space import CornerMove, PlaceMove
from .state import NO_CARD, NO_DIE, NOWHERE, Phase, State, made_of


@lru_cache(maxsize=512)
def first_state(setup: Setup) -> State:
    """The table before anything is placed."""
    edition, players = setup.edition, len(setup.seats)
    # PS-SETUP-03
    own = setup.rulings.starting_corner == "own"
    start = NOWHERE if own else setup.board.space_index[setup.board.start]
    return State(
        setup=setup,
        phase=Phase.CORNER if own else Phase.PLACE,
        # PS-SETUP-06
        seat=setup.placers[0],
        drawer=setup.placers[0],
        owned=(0,) * players,
        ones=0,
        twos=0,
        towers=0,
        # PS-SETUP-02
        cash=(edition.money,) * players,
        pawns=(start,) * players,
        architect=NOWHERE,
        die=NO_DIE,
        card=NO_CARD,
        # PS-SETUP-09, PS-BOX-03
        unseen=setup.deck,
        used=b"",
        ending=None,
    )


def corner(state: State, move: CornerMove) -> State:
    """A pawn is put on the round space that its owner has chosen."""
    setup, seat, pawns = state.setup, state.seat, state.pawns
    contents = state.__dict__.copy()
    # PS-SETUP-03
    contents["pawns"] = now = (*pawns[:seat], move.space, *pawns[seat + 1 :])
    chosen = len(now) - now.count(NOWHERE)
    # PS-SETUP-06
    contents["seat"] = contents["drawer"] = setup.placers[chosen % len(now)]
    contents["phase"] = Phase.CORNER if chosen < len(now) else Phase.PLACE
    return made_of(contents)


def place(state: State, move: PlaceMove) -> State:
    """A skyscraper or a floor is placed; after the last one the architect is put on it and play begins."""
    setup, seat, owned, bit = state.setup, state.seat, state.owned, 1 << move.cell
    contents = state.__dict__.copy()
    placed = (state.ones | state.towers).bit_count() + 1
    contents["owned"] = (*owned[:seat], owned[seat] | bit, *owned[seat + 1 :])
    # PS-SETUP-04, PS-SETUP-05, PS-BOX-01, PS-BOX-02
    size = "towers" if placed <= len(owned) else "ones"
    contents[size] |= bit
    if placed < len(setup.placers):
        # PS-SETUP-06
        contents["seat"] = contents["drawer"] = setup.placers[placed]
    else:
        # PS-SETUP-07, PS-SETUP-08
        contents["architect"] = move.cell
        contents["seat"] = contents["drawer"] = setup.beginner
        contents["phase"] = Phase.ROLL
    return made_of(contents)
