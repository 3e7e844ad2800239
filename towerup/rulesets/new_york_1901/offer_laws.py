"""Laws over what is on offer: the legal actions, told a third time.

Judge and generator agree on what is legal; if both had misread the rulebook alike, only this would tell. Written by names
and squares, straight from the rulebook, for reading rather than for speed: these laws are asked where judge and generator are
compared, not after every action.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from towerup.kernel.invariants import StateLaws, Told
from towerup.kernel.numbers import is_number

from .actions import Acquire, Action, Boom, Build, Deal, End, Give, Grab, Rebuild, Shift
from .board import Board
from .edition import Edition
from .generating import chance_weights, legal_actions
from .retelling import Facts, beside, bits, every_placement, squares_of, word_at
from .state import State
from .table import Seat, Table, table_of

OFFER_LAWS: StateLaws[State] = StateLaws()

_RULE_OF_TYPE: dict[type[Action], str] = {
    Deal: "NY-BOX-05",
    Shift: "NY-CARD-02",
    Grab: "NY-CARD-04",
    Acquire: "NY-LAND-01",
    Build: "NY-BUILD-01",
    Rebuild: "NY-REBUILD-02",
    Boom: "NY-CARD-06",
    Give: "NY-TURN-05",
    End: "NY-TURN-04",
}

_LEVELS = ("start", "bronze", "silver", "gold")


@OFFER_LAWS.law(
    "NY-TURN-02", "NY-TURN-03", "NY-TURN-04", "NY-TURN-05", "NY-TURN-08", "NY-LAND-01", "NY-LAND-02", "NY-LAND-04",
    "NY-BUILD-01", "NY-BUILD-02", "NY-BUILD-03", "NY-BUILD-04", "NY-BUILD-07", "NY-BUILD-08", "NY-TECH-01", "NY-TECH-02",
    "NY-REBUILD-01", "NY-REBUILD-02", "NY-REBUILD-03", "NY-REBUILD-04", "NY-CARD-01", "NY-CARD-02", "NY-CARD-03",
    "NY-CARD-04", "NY-CARD-05", "NY-CARD-06", "NY-CARD-07", "NY-CARD-08", "NY-CARD-09", "NY-CARD-10", "NY-SETUP-03", "NY-BOX-05",
    "NY-FORM-01", "NY-FORM-02",
)  # fmt: skip
def what_is_legal_is_what_the_rulebook_allows(state: State) -> Told:
    """The legal actions are those that the rulebook allows, every one of them and no other."""
    offered, allowed = set(legal_actions(state)), set(allowed_actions(state))
    for action in sorted(offered ^ allowed, key=str)[:5]:
        wrong = "is offered and is not allowed" if action in offered else "is allowed and is not offered"
        yield _RULE_OF_TYPE[type(action)], f"{action} {wrong}"


@OFFER_LAWS.law("NY-BOX-05", "NY-SETUP-04", "NY-TURN-07")
def chance_is_fair(state: State) -> Told:
    """Each card of the layer on top of the pile is as likely as any other."""
    table = table_of(state)
    weights = dict(zip(map(str, legal_actions(state)), chance_weights(state), strict=False))
    wanted: dict[str, int] = {}
    if table.phase in ("open", "renew", "fill"):
        wanted = {f"deal {card}": count for card, count in table.pile[0].items()}
    if weights != wanted:
        yield f"chance weighs {weights}, not {wanted}"


@lru_cache(maxsize=64)
def _ways(edition: Edition, across: bool) -> tuple[tuple[Facts, frozenset[str]], ...]:
    """Every way in which a tile can lie, with the names of the cells under it."""
    names = edition.board.names
    return tuple(
        (one, frozenset(names[number] for number in bits(one.cells)))
        for one in every_placement(edition, across)
        if edition.tiles[one.tile] is not edition.start
    )


@lru_cache(maxsize=64)
def _lot_at(board: Board) -> dict[str, str]:
    """The lot of each cell by name."""
    return {name: word_at(board, square) for name, square in zip(board.names, squares_of(board), strict=True)}


@lru_cache(maxsize=64)
def _on_the_edge(board: Board) -> frozenset[str]:
    """The cells with a side on a street or a park."""
    fronts = {"*", *(street.sign for street in board.streets)}
    return frozenset(
        name
        for name, square in zip(board.names, squares_of(board), strict=True)
        if any(word_at(board, other) in fronts for other in beside(square))
    )


def allowed_actions(state: State) -> Iterator[Action]:
    """Every action that the rulebook allows now."""
    table, rulings = table_of(state), state.setup.rulings
    me = table.seats[state.seat]
    if table.phase in ("open", "renew", "fill"):
        yield from map(Deal, table.pile[0])
    elif table.phase == "turn":
        yield from _beginning(state, table, me)
    elif table.phase == "grab":
        yield from _lots(state, table, "2")
    elif table.phase == "build":
        if rulings.grab_moment == "also_after_a_lot" and me.workers and _can_grab(table, me):
            yield Grab()
        second = [*_lots(state, table, "2")] if table.second_lot and me.workers else []
        must = bool(second) and rulings.second_lot == "compulsory"
        yield from second
        if not must or rulings.land_grab == "freed_worker":
            yield from _buildings(state, me)
        if not must:
            yield End()
    elif table.phase == "after":
        second = [*_lots(state, table, "2")] if table.second_lot else []
        yield from second
        if second and rulings.second_lot == "compulsory":
            return
        wasted = rulings.empty_boom == "may_be_wasted"
        if "boom" in me.cards and (wasted or any(True for _ in _buildings(state, me))):
            ended = table.ending is not None and table.ending.seat == state.seat
            yield from () if ended else (Boom(),)
        yield End()
    elif table.phase == "boom":
        yield from _buildings(state, me)
        if rulings.empty_boom == "may_be_wasted":
            yield End()


def _beginning(state: State, table: Table, me: Seat) -> Iterator[Action]:
    setup = state.setup
    in_pile = sum(sum(layer.values()) for layer in table.pile)
    least = setup.edition.market if setup.rulings.short_pile == "not_playable" else 1
    rebuilt = [*_rebuildings(state, me)]
    if me.workers:
        yield from _lots(state, table, "23")
        if _can_grab(table, me):
            yield Grab()
    else:
        built = [*_buildings(state, me)]
        if not built and not rebuilt:
            touched = {_lot_at(setup.board)[cell] for one in me.buildings for cell in one.cells}
            yield from (Give(lot) for lot in me.lots if lot not in touched)
            if setup.rulings.given_back == "nothing_else":
                return
        yield from built
        if (built or rebuilt) and setup.rulings.no_worker == "may_pass":
            yield End()
    yield from rebuilt
    if "shift" in me.cards and in_pile >= least:
        yield Shift()


def _can_grab(table: Table, me: Seat) -> bool:
    """Whether a player has Land Grab, there is a pile, and the market shows a card for two cells."""
    return "grab" in me.cards and bool(table.pile) and any(card.endswith("-2") for card in table.market)


def _lots(state: State, table: Table, sizes: str) -> Iterator[Action]:
    """Every free lot of one of these sizes for which there is a card in the market."""
    board = state.setup.board
    owned = {lot for seat in table.seats for lot in seat.lots}
    words = [*_lot_at(board).values()]
    for lot in {*words} - owned:
        size = str(words.count(lot))
        district = next(
            one.id for one in board.districts if lot.startswith(one.sign) and is_number(lot[len(one.sign) :])
        )
        if size in sizes and table.market.get(f"{district}-{size}"):
            yield Acquire(lot)


def _sites(state: State, me: Seat) -> Iterator[tuple[str, int, frozenset[str]]]:
    """Every tile that may be built now, with its technology, wherever it may lie on one's own lots."""
    setup = state.setup
    edition, table = setup.edition, table_of(state)
    newest = _LEVELS.index(table.technology)
    ready = {*me.tiles}
    if not {one.tile for one in me.buildings} & {one.id for one in edition.legendaries}:
        ready |= {*table.legendaries}
    lot_at, lots, edge = _lot_at(setup.board), {*me.lots}, _on_the_edge(setup.board)
    own = frozenset(cell for cell, lot in lot_at.items() if lot in lots)
    for one, cells in _ways(edition, setup.rulings.street_spanning == "across"):
        tile = edition.tiles[one.tile]
        turned_over = one.mirrored and setup.rulings.mirrored == "rotated_only"
        if cells <= own and tile.id in ready and tile.technology <= newest and cells & edge and not turned_over:
            yield tile.id, int(tile.technology), cells


def _buildings(state: State, me: Seat) -> Iterator[Action]:
    """Every building where nothing stands."""
    covered = {cell for one in me.buildings for cell in one.cells}
    yield from (Build(tile, cells) for tile, _, cells in _sites(state, me) if not cells & covered)


def _touching(board: Board, groups: list[set[str]]) -> bool:
    """Whether these sets of cells become one if those that share a side are joined, again and again."""
    at = dict(zip(board.names, squares_of(board), strict=True))
    first, *rest = groups
    while rest:
        sides = {square for cell in first for square in beside(at[cell])}
        near = [one for one in rest if sides & {at[cell] for cell in one}]
        if not near:
            return False
        first = first.union(*near)
        rest = [one for one in rest if one not in near]
    return True


def _rebuildings(state: State, me: Seat) -> Iterator[Action]:
    """Every building in place of older ones."""
    setup = state.setup
    technologies = {tile.id: int(tile.technology) for tile in setup.edition.tiles}
    lot_at = _lot_at(setup.board)
    for tile, technology, cells in _sites(state, me):
        gone = [one for one in me.buildings if {*one.cells} & cells]
        if gone and all(technologies[one.tile] < technology for one in gone):
            left = {cell for one in me.buildings if one not in gone for cell in one.cells} | cells
            bare = {*me.lots} - {lot_at[cell] for cell in left}
            apart = setup.rulings.demolished == "adjacent_only" and not _touching(
                setup.board, [{*one.cells} for one in gone]
            )
            if len(bare) <= setup.edition.workers and not apart:
                yield Rebuild(tile, cells)
