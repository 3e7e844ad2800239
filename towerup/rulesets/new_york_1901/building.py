"""Building, demolishing and rebuilding, and the action card Construction Boom.

FR “Construction d'1 gratte-ciel”, “Démolir et reconstruire”, “Règles des différentes technologies”, “Cartes Action”.
"""

from __future__ import annotations

from .acquiring import may_boom, second_lot, use_card
from .dealing import fill_market
from .ending import few_tiles_left, level_at
from .placing import Placement
from .setup import Setup
from .space import BoomMove, BuildMove, RebuildMove
from .state import BOOM_CARD, Contents, Phase, State, made_of

_AFTER, _BOOM = Phase.AFTER, Phase.BOOM
_GOLD = 3


def build(state: State, move: BuildMove) -> State:
    """A tile is built on free cells of one's own lots."""
    contents = state.__dict__.copy()
    placement, seat = move.placement, state.seat
    placed = [*state.placed]
    placed[seat] = tuple(sorted((*placed[seat], placement.number)))
    contents["placed"] = tuple(placed)
    free, touched = [*state.free], [*state.touched]
    free[seat] &= ~placement.cells
    # NY-BUILD-05: workers on lots that are touched now come back, as no lot that is touched has one.
    touched[seat] |= placement.lots
    contents["free"], contents["touched"] = tuple(free), tuple(touched)
    _raise(state.setup, contents, placement)
    return made_of(contents)


def rebuild(state: State, move: RebuildMove) -> State:
    """Buildings of one's own go out of the game, and a tile is built in their place."""
    setup, seat, placement = state.setup, state.seat, move.placement
    placements, footprint = setup.placements, move.placement.cells
    # NY-REBUILD-01
    kept = [number for number in state.placed[seat] if not placements[number].cells & footprint]
    kept.append(placement.number)
    contents = state.__dict__.copy()
    placed, free, touched = [*state.placed], [*state.free], [*state.touched]
    placed[seat] = tuple(sorted(kept))
    freed = free[seat]
    for number in state.placed[seat]:
        freed |= placements[number].cells
    now = 0
    for number in kept:
        freed &= ~placements[number].cells
        # NY-REBUILD-04: workers go on the lots that nothing touches any more.
        now |= placements[number].lots
    free[seat], touched[seat] = freed, now
    contents["placed"], contents["free"], contents["touched"] = tuple(placed), tuple(free), tuple(touched)
    _raise(setup, contents, placement)
    return made_of(contents)


def _raise(setup: Setup, contents: Contents, placement: Placement) -> None:
    """The new building counts: its tile, its points, the technology they open; then what comes after it."""
    seat, bit = contents["seat"], 1 << placement.tile
    # NY-BOX-01, NY-TECH-02
    if placement.height:
        contents["legends"] &= ~bit
    else:
        left = [*contents["left"]]
        left[seat] &= ~bit
        contents["left"] = tuple(left)
    # NY-BUILD-06, NY-REBUILD-05
    points = [*contents["points"]]
    points[seat] += placement.points
    if setup.prestige and placement.technology == _GOLD:
        points[seat] += setup.prestige * older_neighbours(setup, contents["placed"], seat, placement)
    contents["points"] = tuple(points)
    # NY-TECH-03
    if setup.at_once:
        contents["level"] = level_at(setup, points[seat])
    triggered = few_tiles_left(setup, contents, seat)
    # NY-CARD-06, NY-CARD-08
    if contents["phase"] is not _BOOM and (
        (not triggered and may_boom(setup, contents, seat)) or second_lot(setup, contents, seat)
    ):
        contents["phase"] = _AFTER
        contents["grab"] = second_lot(setup, contents, seat)
    else:
        fill_market(setup, contents)


def older_neighbours(setup: Setup, placed: tuple[tuple[int, ...], ...], seat: int, placement: Placement) -> int:
    """How many buildings of others beside a new one are of an older technology."""
    # NY-CHALLENGE-04
    placements, around = setup.placements, placement.around
    return sum(
        placements[number].technology < _GOLD and bool(placements[number].cells & around)
        for other, numbers in enumerate(placed)
        if other != seat
        for number in numbers
    )


def boom(state: State, move: BoomMove) -> State:
    """Construction Boom: a second building is to be built."""
    contents = use_card(state, BOOM_CARD)
    # NY-CARD-01, NY-CARD-09: whoever goes on to the next card leaves out what the last one still allowed.
    contents["grab"] = False
    contents["phase"] = _BOOM
    return made_of(contents)
