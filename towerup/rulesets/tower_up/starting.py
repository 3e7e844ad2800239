"""The start of a game: the objectives dealt, the market revealed, the starting floors placed.

FR “MISE EN PLACE” 3 to 8, “VARIANTE”; PL “PRZYGOTOWANIE DO GRY”, “WARIANT ZAAWANSOWANY”. All cards that decide the colours of
starting floors are revealed first, then the first player places the floors in that order (ruling `starting_floors`).
Until then the draw pile is counted by printed card, because bottoms matter; afterwards by kind.
"""

from __future__ import annotations

from functools import lru_cache

from towerup.kernel.counts import FIELD

from .setup import ANY_COLOUR, Setup, setup_for
from .space import DealMove, PlaceMove, RevealStartMove
from .state import FLOOR, Phase, Player, State, changed


@lru_cache(maxsize=512)
def first_state(setup: Setup) -> State:
    """The table before anything is revealed: board empty, every player with stock, roofs and vehicles at the start."""
    edition, players = setup.edition, len(setup.seats)
    # TU-SETUP-07, TU-BOX-01, TU-BOX-02
    one_of_each = sum(setup.units)
    player = Player(
        stock=one_of_each,
        vehicles=(0,) * setup.colours,
        roofs=edition.roofs,
        chips=(0,) * len(setup.objectives),
        cone=None,
        present=0,
        doubled=0,
        levels=0,
    )
    # TU-SETUP-13, TU-SETUP-14: seat 0 is the first player, who places and begins.
    return State(
        setup=setup,
        phase=Phase.REVEAL_START if setup.objectives else Phase.DEAL,
        seat=0,
        run=0,
        towers=(0,) * len(setup.board.sites),
        plots=(None,) * len(setup.board.sites),
        painted=(0,) * setup.colours,
        players=(player,) * players,
        container=sum(count * one for count, one in zip(edition.floors, setup.units, strict=True))
        - players * one_of_each,
        market=(),
        pile=bytes(card.count for card in edition.cards),
        discards=bytes(len(edition.kinds)),
        ending=None,
        starting=(),
    )


def deal(state: State, move: DealMove) -> State:
    """The objectives are drawn."""
    # TU-SETUP-08
    old = state.setup
    return first_state(setup_for(old.edition, old.seats, move.objectives, old.starting_floors, old.rulings))


def reveal_start(state: State, move: RevealStartMove) -> State:
    """A card is revealed for the market or, once that is full, for one more starting floor."""
    setup = state.setup
    market = state.market
    # TU-SETUP-02
    if len(market) < setup.market:
        market = tuple(sorted((*market, setup.kind_of_card[move.card])))
    # TU-SETUP-03, TU-SETUP-04
    starting = (*state.starting, setup.bottoms[move.card])
    if len(starting) < setup.starting_floors:
        pile = bytearray(state.pile)
        pile[move.card] -= 1
        return changed(state, market=market, pile=bytes(pile), starting=starting)
    # The extra cards go back into the pile, and bottoms are forgotten: what is not in the market is unseen.
    # TU-SETUP-11, TU-BOX-03
    unseen = list(setup.edition.cards_of_kind)
    for kind in market:
        unseen[kind] -= 1
    starting = _to_be_placed(setup, state.painted, state.container, starting)
    phase = Phase.PLACE if starting else Phase.TURN
    return changed(state, phase=phase, market=market, pile=bytes(unseen), starting=starting)


def place(state: State, move: PlaceMove) -> State:
    """A starting floor goes on its site; nobody pays for it. On to the next one, or to the first turn."""
    setup = state.setup
    site, colour = move.site, move.colour
    towers, plots, painted = list(state.towers), list(state.plots), list(state.painted)
    # TU-SETUP-05
    towers[site] = FLOOR | (colour + 1)
    painted[colour] |= 1 << site
    plots[site] = None
    beside = setup.space.plots.beside
    for neighbour in setup.neighbours[site]:
        if not towers[neighbour]:
            plots[neighbour] = beside(plots[neighbour], neighbour, site, colour, towers)
    # TU-BOX-01
    container = state.container - setup.units[colour]
    now_painted = tuple(painted)
    starting = _to_be_placed(setup, now_painted, container, state.starting[1:])
    return changed(
        state,
        phase=Phase.PLACE if starting else Phase.TURN,
        towers=tuple(towers),
        plots=tuple(plots),
        painted=now_painted,
        container=container,
        starting=starting,
    )


def _to_be_placed(setup: Setup, painted: tuple[int, ...], container: int, starting: tuple[int, ...]) -> tuple[int, ...]:
    """The starting floors still to be placed, from the first that has a legal site; others stay in the container."""
    # TU-SETUP-12
    while starting and not _has_site(setup, painted, container, starting[0]):
        starting = starting[1:]
    return starting


def _has_site(setup: Setup, painted: tuple[int, ...], container: int, wanted: int) -> bool:
    everywhere = setup.everywhere
    # TU-SETUP-04
    for colour in range(setup.colours) if wanted == ANY_COLOUR else (wanted,):
        if container & (FIELD * setup.units[colour]) and closed_sites(setup, painted, colour) != everywhere:
            return True
    return False


def closed_sites(setup: Setup, painted: tuple[int, ...], colour: int) -> int:
    """The mask of the sites where no starting floor of this colour may stand: built on, or beside one of the colour."""
    # TU-SETUP-05, TU-SETUP-06
    closed = sum(painted)
    same = painted[colour]
    while same:
        site = same & -same
        closed |= setup.neighbour_masks[site.bit_length() - 1]
        same ^= site
    return closed
