"""What is legal, said a third time: by brute force over lots and over every way a tile can lie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ..actions import Acquire, Action, Boom, Build, Deal, End, Give, Grab, Rebuild, Shift
from ..state import Phase, State
from .collection import offered, weighted
from .facts import (
    GOLD,
    built_on,
    card_for,
    ended_by,
    fronts,
    idle_workers,
    in_one_piece,
    in_pile,
    is_legendary,
    lot_at,
    lots_in_play,
    lots_under,
    small_card_shown,
    technology,
    under,
    ways,
    ways_by_cell,
)  # fmt: skip

DEALT = (Phase.OPEN, Phase.RENEW, Phase.FILL)

# --- single rules, so that what breaks one of them is named


@offered("NY-BUILD-01")
def builders_are_offered_their_own_lots(state: State, actions: Sequence[Action]) -> bool:
    """A building is offered only where all its cells are of lots of the player."""
    own = {*state.player.lots}
    return all(lots_under(state.setup.board, one.cells) <= own for one in _builds(actions))


@offered("NY-BUILD-02", "NY-BUILD-08")
def tiles_are_offered_as_they_can_lie(state: State, actions: Sequence[Action]) -> bool:
    """A tile is offered on cells that it can cover; turned over only where it may be."""
    mirrored = state.setup.rulings.mirrored == "allowed"
    known = ways(state.setup)
    return all(not known.get((one.tile, frozenset(one.cells)), True) or mirrored for one in _builds(actions)) and all(
        (one.tile, frozenset(one.cells)) in known for one in _builds(actions)
    )


@offered("NY-BUILD-03")
def buildings_are_offered_on_a_street_or_park(state: State, actions: Sequence[Action]) -> bool:
    """A building is offered only with a side on a street or a park."""
    return all(fronts(state.setup.board, one.cells) for one in _builds(actions))


@offered("NY-BUILD-04")
def builds_are_offered_on_empty_cells(state: State, actions: Sequence[Action]) -> bool:
    """Building is offered only where nothing stands."""
    return not any(under(state, one) for one in actions if isinstance(one, Build))


@offered("NY-BUILD-07")
def tiles_are_offered_once(state: State, actions: Sequence[Action]) -> bool:
    """A tile that a player has built is not offered again."""
    ready = {*state.player.tiles, *state.legendaries}
    return all(one.tile in ready for one in _builds(actions))


@offered("NY-TECH-01", "NY-TECH-03")
def tiles_are_offered_of_open_technologies(state: State, actions: Sequence[Action]) -> bool:
    """No tile is offered of a technology that is not open."""
    return all(technology(state.setup, one.tile) <= state.technology for one in _builds(actions))


@offered("NY-TECH-02")
def nobody_is_offered_a_second_legendary(state: State, actions: Sequence[Action]) -> bool:
    """Who has a legendary is offered no other."""
    has = any(is_legendary(state.setup, one.tile) for one in state.player.buildings)
    return not has or not any(is_legendary(state.setup, one.tile) for one in _builds(actions))


@offered("NY-REBUILD-02")
def rebuilds_are_offered_for_older_buildings(state: State, actions: Sequence[Action]) -> bool:
    """A rebuilding is offered only in place of older buildings."""
    setup = state.setup
    return all(
        technology(setup, gone.tile) < technology(setup, one.tile)
        for one in actions
        if isinstance(one, Rebuild)
        for gone in under(state, one)
        if technology(setup, gone.tile) < GOLD
    )


@offered("NY-REBUILD-03")
def no_rebuild_is_offered_for_gold(state: State, actions: Sequence[Action]) -> bool:
    """No rebuilding of gold or of a legendary is offered."""
    rebuilds = [one for one in actions if isinstance(one, Rebuild)]
    return not any(technology(state.setup, gone.tile) == GOLD for one in rebuilds for gone in under(state, one))


@offered("NY-REBUILD-04")
def rebuilds_are_offered_with_enough_workers(state: State, actions: Sequence[Action]) -> bool:
    """No rebuilding is offered that leaves more bare lots than workers."""
    rebuilds = [one for one in actions if isinstance(one, Rebuild)]
    return all(_lots_laid_open(state, one) <= state.setup.edition.workers for one in rebuilds)


@offered("NY-LAND-01", "NY-BOX-04")
def lots_are_offered_for_cards_in_the_market(state: State, actions: Sequence[Action]) -> bool:
    """A lot is offered only for a card of its district and size."""
    board = state.setup.board
    return all(card_for(board, one.lot) in state.market for one in actions if isinstance(one, Acquire))


@offered("NY-LAND-02", "NY-SETUP-03")
def free_lots_are_offered(state: State, actions: Sequence[Action]) -> bool:
    """A lot is offered only if it is in play and nobody has it."""
    owned = {lot for player in state.players for lot in player.lots}
    free = lots_in_play(state.setup.edition, len(state.players)) - owned
    return all(one.lot in free for one in actions if isinstance(one, Acquire))


@offered("NY-LAND-04")
def lots_are_offered_to_free_workers(state: State, actions: Sequence[Action]) -> bool:
    """No lot is offered without a free worker."""
    return idle_workers(state, state.seat) > 0 or not any(isinstance(one, Acquire) for one in actions)


# --- every kind of action in full


@offered("NY-BUILD-01", "NY-TURN-04", "NY-CARD-06", "NY-TURN-03", "NY-CARD-09")
def exactly_the_possible_buildings_are_offered(state: State, actions: Sequence[Action]) -> bool:
    """Building is offered after a lot, without a free worker, and with Construction Boom: every tile wherever it may stand."""
    rulings = state.setup.rulings
    lot_first = rulings.land_grab == "before_building" and _must_acquire(state)
    no_worker = state.phase is Phase.TURN and idle_workers(state, state.seat) == 0
    due = no_worker or state.phase is Phase.BOOM or (state.phase is Phase.BUILD and not lot_first)
    return _offered(actions, Build) == ({*buildings(state)} if due else set())


@offered("NY-REBUILD-01", "NY-REBUILD-02", "NY-REBUILD-04", "NY-TURN-02")
def exactly_the_possible_rebuildings_are_offered(state: State, actions: Sequence[Action]) -> bool:
    """Rebuilding is offered when a turn begins: every newer tile wherever it may stand in place of older buildings."""
    return _offered(actions, Rebuild) == ({*rebuildings(state)} if state.phase is Phase.TURN else set())


@offered("NY-LAND-01", "NY-CARD-04", "NY-CARD-05", "NY-TURN-03")
def exactly_the_free_lots_are_offered(state: State, actions: Sequence[Action]) -> bool:
    """With a free worker every free lot is offered that the market has a card for; with Land Grab those of two cells."""
    return _offered(actions, Acquire) == {*_lots(state)}


@offered("NY-CARD-02", "NY-CARD-01", "NY-CARD-03")
def exactly_a_possible_shift_is_offered(state: State, actions: Sequence[Action]) -> bool:
    """Market Shift is offered when a turn begins, with cards enough; not where a lot must be given back, unless as ruled."""
    rulings = state.setup.rulings
    least = state.setup.edition.market if rulings.short_pile == "not_playable" else 1
    can = state.phase is Phase.TURN and "shift" in state.player.cards and in_pile(state) >= least
    return (Shift() in actions) == (can and (rulings.given_back == "cards_first" or not must_give_back(state)))


@offered("NY-CARD-04", "NY-CARD-10")
def exactly_a_possible_grab_is_offered(state: State, actions: Sequence[Action]) -> bool:
    """Land Grab is offered when a turn begins, or after a lot as ruled, with a worker, a pile and a card for two cells."""
    later = state.phase is Phase.BUILD and state.setup.rulings.grab_moment == "also_after_a_lot"
    needs = idle_workers(state, state.seat) > 0 and in_pile(state) > 0 and small_card_shown(state)
    can = "grab" in state.player.cards and (state.phase is Phase.TURN or later)
    return (Grab() in actions) == (can and needs)


@offered("NY-CARD-06", "NY-CARD-07", "NY-CARD-08", "NY-CARD-09")
def exactly_a_possible_boom_is_offered(state: State, actions: Sequence[Action]) -> bool:
    """Construction Boom is offered after a building that did not trigger the end, if something can be built, or it may be wasted."""
    can = state.phase is Phase.AFTER and "boom" in state.player.cards and not ended_by(state, state.seat)
    wasted = state.setup.rulings.empty_boom == "may_be_wasted"
    lot_first = state.setup.rulings.second_lot != "optional" and state.second_lot and any(True for _ in _lots(state))
    possible = can and not lot_first and (wasted or any(True for _ in buildings(state)))
    return (Boom() in actions) == possible


@offered("NY-TURN-05")
def exactly_bare_lots_are_given_back(state: State, actions: Sequence[Action]) -> bool:
    """A lot is given back where nothing else can be done: any lot without a building."""
    unbuilt = {*state.player.lots} - built_on(state, state.seat) if must_give_back(state) else set()
    return _offered(actions, Give) == {*map(Give, unbuilt)}


@offered("NY-TURN-04", "NY-CARD-07", "NY-CARD-09", "NY-TURN-02")
def a_turn_can_be_ended_exactly_when_it_may_be(state: State, actions: Sequence[Action]) -> bool:
    """After a lot or a building, unless a second lot must be acquired; without a worker, or with a wasted Boom, as ruled."""
    rulings = state.setup.rulings
    can = {
        Phase.BUILD: not _must_acquire(state),
        Phase.AFTER: not _must_acquire(state),
        Phase.BOOM: rulings.empty_boom == "may_be_wasted",
        Phase.TURN: rulings.no_worker == "may_pass"
        and idle_workers(state, state.seat) == 0
        and not must_give_back(state),
    }
    return (End() in actions) == can.get(state.phase, False)


@offered("NY-BOX-05", "NY-SETUP-04", "NY-TURN-07")
def exactly_the_cards_on_top_are_dealt(state: State, actions: Sequence[Action]) -> bool:
    """When a card is due it can be any of the top layer of the pile."""
    return _offered(actions, Deal) == ({*map(Deal, state.pile[0])} if state.phase in DEALT else set())


@offered("NY-TURN-08", "NY-TURN-05", "NY-CARD-07")
def nothing_is_offered_exactly_when_the_game_is_over(state: State, actions: Sequence[Action]) -> bool:
    """There is something to do until the game is over, and nothing after that; and nothing is offered twice."""
    return (not actions) == (state.phase is Phase.OVER) and len({*actions}) == len(actions)


@weighted("NY-BOX-05", "NY-SETUP-04", "NY-TURN-07")
def every_card_on_top_is_as_likely(state: State, chances: Sequence[tuple[Action, int]]) -> bool:
    """A card weighs as much as there are of it in the top layer, and nothing else is chance."""
    top = state.pile[0] if state.phase in DEALT else {}
    return dict(chances) == {Deal(card): number for card, number in top.items()}


# --- what the rulebook allows


def _offered(actions: Sequence[Action], kind: type[Action]) -> set[Action]:
    return {action for action in actions if isinstance(action, kind)}


def _builds(actions: Sequence[Action]) -> list[Build | Rebuild]:
    return [action for action in actions if isinstance(action, Build | Rebuild)]


def _lots(state: State) -> Iterator[Acquire]:
    second = state.phase in (Phase.BUILD, Phase.AFTER) and state.second_lot
    begins = state.phase in (Phase.TURN, Phase.GRAB)
    if (begins or second) and idle_workers(state, state.seat) > 0:
        owned = {lot for player in state.players for lot in player.lots}
        for lot in lots_in_play(state.setup.edition, len(state.players)) - owned:
            card = card_for(state.setup.board, lot)
            if card in state.market and (state.phase is Phase.TURN or card.endswith("-2")):
                yield Acquire(lot)


def _must_acquire(state: State) -> bool:
    """Whether the second lot of a Land Grab must be acquired, and can be."""
    return state.setup.rulings.second_lot == "compulsory" and state.second_lot and any(True for _ in _lots(state))


def must_give_back(state: State) -> bool:
    """Whether a player who begins a turn can neither acquire nor build nor rebuild."""
    stuck = state.phase is Phase.TURN and idle_workers(state, state.seat) == 0
    return stuck and not any(True for _ in buildings(state)) and not any(True for _ in rebuildings(state))


@lru_cache(maxsize=8)
def _sites(state: State) -> tuple[tuple[str, frozenset[str]], ...]:
    """Every tile that may be built now, wherever it may lie on one's own lots."""
    setup, player = state.setup, state.player
    ready = {*player.tiles}
    if not any(is_legendary(setup, one.tile) for one in player.buildings):
        ready |= {*state.legendaries}
    ready = {tile for tile in ready if technology(setup, tile) <= state.technology}
    own = {cell for cell, lot in lot_at(setup.board).items() if lot in player.lots}
    may_turn_over = setup.rulings.mirrored == "allowed"
    begin = ways_by_cell(setup.edition, setup.rulings.street_spanning == "across")
    return tuple(
        (tile, cells)
        for cell in own
        for tile, cells, mirrored in begin.get(cell, ())
        if tile in ready and cells <= own and (may_turn_over or not mirrored)
    )


def buildings(state: State) -> Iterator[Build]:
    """Every building where nothing stands."""
    covered = {cell for one in state.player.buildings for cell in one.cells}
    yield from (Build(tile, cells) for tile, cells in _sites(state) if not cells & covered)


def rebuildings(state: State) -> Iterator[Rebuild]:
    """Every building in place of older ones."""
    setup = state.setup
    covered = {cell for one in state.player.buildings for cell in one.cells}
    for tile, cells in _sites(state):
        if cells.isdisjoint(covered):
            continue
        rebuild = Rebuild(tile, cells)
        gone = under(state, rebuild)
        older = all(technology(setup, one.tile) < technology(setup, tile) for one in gone)
        apart = setup.rulings.demolished == "adjacent_only" and not in_one_piece(setup.board, gone)
        if older and not apart and _lots_laid_open(state, rebuild) <= setup.edition.workers:
            yield rebuild


def _lots_laid_open(state: State, rebuild: Rebuild) -> int:
    """How many lots have no building after a rebuilding."""
    gone = under(state, rebuild)
    left = {cell for one in state.player.buildings if one not in gone for cell in one.cells}
    return len({*state.player.lots} - lots_under(state.setup.board, left | {*rebuild.cells}))
