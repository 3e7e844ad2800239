"""Judging: one action on its own, against the rules by name.

Each judge goes through all rules that bear on its kind of action and reports every one that is broken, in words, with the
names of lots, cells and tiles. Written apart from the generator (`generating.py`): it looks at one placement, at lots and at
single buildings, never at prepared lists of what fits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from towerup.kernel.rules import Finding

from .board import SMALL, numbers_of
from .placing import Placement
from .space import (
    AcquireMove,
    BoomMove,
    BuildMove,
    DealMove,
    EndMove,
    GiveMove,
    GrabMove,
    Move,
    RebuildMove,
    ShiftMove,
)
from .state import BOOM_CARD, GRAB_CARD, SHIFT_CARD, Phase, State
from .tiles import Technology

_OPEN, _TURN, _RENEW, _GRAB, _BUILD, _AFTER, _BOOM, _FILL, _OVER = Phase
_DEALT = (_OPEN, _RENEW, _FILL)

Findings = list[Finding]


def judge(state: State, move: Move, seat: int) -> Findings:
    """Every rule that this move of this seat breaks now; empty if it is legal (whose turn it is, is judged apart)."""
    return JUDGES[type(move)](state, move, seat)


# --- words


def _many(count: int, thing: str) -> str:
    return f"{count or 'no'} {thing}{'' if count == 1 else 's'}"


def _not_theirs(state: State, mask: int, seat: int) -> str:
    *names, last = [state.setup.board.lots[lot] for lot in numbers_of(mask)]
    which = f"{', '.join(names)} and {last} do" if names else f"{last} does"
    return f"{which} not belong to {state.setup.seats[seat]}"


def _tile(state: State, placement: Placement) -> str:
    tile = state.setup.edition.tiles[placement.tile]
    return tile.id if tile.technology else "the starting building"


def wanted_now(state: State) -> str:
    """What the table waits for, in words."""
    who, phase = state.setup.seats[state.seat], state.phase
    if phase in _DEALT:
        why = {_OPEN: "for the start", _RENEW: "for a Market Shift", _FILL: f"after the turn of {who}"}[phase]
        return f"the market to be dealt {why}"
    if phase is _OVER:
        return "nothing: the game is over"
    second = "" if not state.grab else "to acquire a second lot, "
    if _must_take_second(state, state.seat):
        either = phase is _BUILD and state.setup.rulings.land_grab == "freed_worker"
        return f"{who} to acquire a second lot{', or to build first' if either else ''}"
    doing = {
        _TURN: "to begin a turn",
        _GRAB: "to acquire the first of two lots",
        _BUILD: f"{second}to build, or to end the turn",
        _AFTER: f"{second}to go on after building, or to end the turn",
        _BOOM: "to build a second building",
    }
    return f"{who} {doing[phase]}"


def _out_of_place(state: State) -> Finding:
    """The action is of a kind that is not wanted now."""
    if state.phase is _OVER:
        return Finding("NY-TURN-08", "the game is over")
    return Finding("NY-TURN-02", f"something else is wanted: the table waits for {wanted_now(state)}")


# --- what a player has


def _workers(state: State, seat: int) -> int:
    """The free workers of a player: those that are on no lot, and a lot without a building of its owner has one."""
    built = 0
    for number in state.placed[seat]:
        built |= state.setup.placements[number].lots
    return state.setup.edition.workers - (state.lots[seat] & ~built).bit_count()


def _level(state: State, seat: int) -> int:
    """The newest technology that a player may build."""
    setup = state.setup
    if setup.rulings.technology == "next_turn" and seat == state.seat:
        return state.level
    points = state.points[seat]
    return 1 + (points >= setup.silver) + (points >= setup.gold)


def _has_card(state: State, seat: int, card: int, title: str) -> Findings:
    if state.cards[seat] & card:
        return []
    return [Finding("NY-CARD-01", f"{state.setup.seats[seat]} has used {title} already")]


# --- land cards


def _judge_deal(state: State, move: DealMove, seat: int) -> Findings:
    if state.phase not in _DEALT:
        return [_out_of_place(state)]
    card = state.setup.board.cards[move.card]
    if not any(layer[move.card] for layer in state.pile):
        return [Finding("NY-BOX-03", f"there is no {card} in the pile")]
    if not state.pile[0][move.card]:
        return [Finding("NY-BOX-05", f"every {card} lies under other cards that come first")]
    return []


def _judge_shift(state: State, move: ShiftMove, seat: int) -> Findings:
    if state.phase is not _TURN:
        if state.phase in (_GRAB, _BUILD, _AFTER, _BOOM):
            return [Finding("NY-CARD-02", "Market Shift is used at the start of a turn, before anything else")]
        return [_out_of_place(state)]
    broken = _has_card(state, seat, SHIFT_CARD, "Market Shift")
    cards, market = sum(sum(layer) for layer in state.pile), state.setup.edition.market
    if state.setup.rulings.short_pile == "not_playable" and cards < market:
        broken.append(Finding("NY-CARD-03", f"{_many(cards, 'card')} in the pile; Market Shift needs {market}"))
    elif not cards:
        broken.append(Finding("NY-CARD-03", "the pile is empty"))
    if state.setup.rulings.given_back == "nothing_else" and _must_give(state, seat):
        broken.append(Finding("NY-TURN-05", "a lot must be given back, and nothing else is done in this turn"))
    return broken


def _judge_grab(state: State, move: GrabMove, seat: int) -> Findings:
    phase, later = state.phase, state.setup.rulings.grab_moment == "also_after_a_lot"
    if phase is _GRAB:
        return _has_card(state, seat, GRAB_CARD, "Land Grab") or [_out_of_place(state)]
    if phase in (_AFTER, _BOOM) or (phase is _BUILD and not later):
        told = "before anything is built" if later else "at the start of a turn, before a lot is acquired"
        return [Finding("NY-CARD-10", f"Land Grab is used {told}")]
    if phase is not _TURN and phase is not _BUILD:
        return [_out_of_place(state)]
    broken = _has_card(state, seat, GRAB_CARD, "Land Grab")
    if _workers(state, seat) < 1:
        broken.append(Finding("NY-CARD-04", f"{state.setup.seats[seat]} has no free worker"))
    if not state.pile:
        broken.append(Finding("NY-CARD-04", "the pile is empty"))
    if not any(count and name.endswith(f"-{SMALL}") for name, count in _market(state)):
        broken.append(Finding("NY-CARD-04", f"no card in the market is for a lot of {SMALL} cells"))
    return broken


def _market(state: State) -> Iterator[tuple[str, int]]:
    return zip(state.setup.board.cards, state.market, strict=True)


def _judge_acquire(state: State, move: AcquireMove, seat: int) -> Findings:
    phase, setup, lot = state.phase, state.setup, move.lot
    if phase is _BUILD or phase is _AFTER:
        if not state.grab:
            return [Finding("NY-CARD-05", _no_more_lots(state))]
    elif phase is not _TURN and phase is not _GRAB:
        return [_out_of_place(state)]
    broken: Findings = []
    board = setup.board
    card = board.card_of[lot]
    if not state.market[card]:
        shown = ", ".join(name for name, count in _market(state) if count) or "nothing"
        broken.append(Finding("NY-LAND-01", f"{board.lots[lot]} needs {board.cards[card]}; in the market is {shown}"))
    if not setup.in_play >> lot & 1:
        district = board.districts[board.district_of[lot]].id
        broken.append(Finding("NY-SETUP-03", f"{district} is not used with {len(setup.seats)} players"))
    for owner, lots in enumerate(state.lots):
        if lots >> lot & 1:
            broken.append(Finding("NY-LAND-02", f"{board.lots[lot]} belongs to {setup.seats[owner]}"))
    if _workers(state, seat) < 1:
        broken.append(Finding("NY-LAND-04", f"{setup.seats[seat]} has no free worker"))
    if (phase is not _TURN) and board.sizes[lot] != SMALL:
        broken.append(Finding("NY-CARD-04", f"{board.lots[lot]} has {board.sizes[lot]} cells; Land Grab takes {SMALL}"))
    return broken


def _no_more_lots(state: State) -> str:
    if state.phase is _BUILD:
        return "one lot is acquired in a turn, two with Land Grab, and no more"
    if state.setup.rulings.land_grab == "before_building":
        return "after building no lot is acquired (ruling land_grab)"
    return "after building a lot is acquired only as the second of a Land Grab, with a free worker and a card for it"


def _judge_give(state: State, move: GiveMove, seat: int) -> Findings:
    if state.phase is not _TURN:
        return [_out_of_place(state)]
    broken: Findings = []
    name = state.setup.board.lots[move.lot]
    if not state.lots[seat] >> move.lot & 1:
        broken.append(Finding("NY-TURN-05", f"{name} does not belong to {state.setup.seats[seat]}"))
    elif any(state.setup.placements[number].lots >> move.lot & 1 for number in state.placed[seat]):
        broken.append(Finding("NY-TURN-05", f"{name} has a building on it"))
    workers = _workers(state, seat)
    if workers > 0:
        broken.append(Finding("NY-TURN-05", f"{state.setup.seats[seat]} has {_many(workers, 'free worker')}"))
    elif not broken and _could_build(state, seat, rebuilding=None):
        broken.append(Finding("NY-TURN-05", "something can be built or rebuilt"))
    return broken


def _must_give(state: State, seat: int) -> bool:
    """Whether a player can do nothing in this turn but give back a lot."""
    return _workers(state, seat) < 1 and not _could_build(state, seat, rebuilding=None)


# --- building


def _wrong_tile(state: State, placement: Placement, seat: int) -> Iterator[Finding]:
    """What is against building this tile at all."""
    setup, name = state.setup, _tile(state, placement)
    if placement.technology > _level(state, seat):
        word = Technology(placement.technology).word
        least = setup.silver if placement.technology == Technology.SILVER else setup.gold
        if state.points[seat] >= least:
            told = f"{name} is {word}, which is open from the next turn on (ruling technology is next_turn)"
            yield Finding("NY-TECH-03", told)
        else:
            yield Finding("NY-TECH-01", f"{name} is {word}, which takes {least} points, not {state.points[seat]}")
    if placement.height:
        if not state.legends >> placement.tile & 1:
            yield Finding("NY-TECH-02", f"{name} has been built")
        for number in state.placed[seat]:
            if setup.placements[number].height:
                yield Finding("NY-TECH-02", f"{setup.seats[seat]} has a legendary already")
    elif not state.left[seat] >> placement.tile & 1:
        yield Finding("NY-BUILD-07", f"{setup.seats[seat]} has built {name} already")


def _wrong_site(state: State, placement: Placement, seat: int) -> Iterator[Finding]:
    """What is against a building here, whatever stands there."""
    others = placement.lots & ~state.lots[seat]
    if others:
        yield Finding("NY-BUILD-01", _not_theirs(state, others, seat))
    if placement.mirrored and state.setup.rulings.mirrored == "rotated_only":
        yield Finding("NY-BUILD-02", f"{_tile(state, placement)} would have to be turned over for that")
    if not placement.fronts:
        yield Finding("NY-BUILD-03", "no side of it would be on a street or a park")


def _under(state: State, placement: Placement, seat: int) -> list[Placement]:
    """The buildings of a player under the footprint of a new one."""
    own = (state.setup.placements[number] for number in state.placed[seat])
    return [one for one in own if one.cells & placement.cells]


def _against_building(state: State, placement: Placement, seat: int) -> Iterator[Finding]:
    yield from _wrong_tile(state, placement, seat)
    yield from _wrong_site(state, placement, seat)
    for one in _under(state, placement, seat):
        yield Finding("NY-BUILD-04", f"{_tile(state, one)} stands there: nothing is demolished when building")


def _against_rebuilding(state: State, placement: Placement, seat: int) -> Iterator[Finding]:
    yield from _wrong_site(state, placement, seat)
    yield from _wrong_tile(state, placement, seat)
    under = _under(state, placement, seat)
    if not under:
        yield Finding("NY-REBUILD-01", f"no building of {state.setup.seats[seat]} stands there")
    for one in under:
        if one.technology == Technology.GOLD:
            yield Finding("NY-REBUILD-03", f"{_tile(state, one)} is gold or legendary and is never demolished")
        elif one.technology >= placement.technology:
            yield Finding("NY-REBUILD-02", f"{_tile(state, one)} is not older than {_tile(state, placement)}")
    if under and state.setup.rulings.demolished == "adjacent_only":
        group = under[:1]
        for one in group:
            group += [other for other in under if other not in group and other.cells & one.around]
        if len(group) < len(under):
            yield Finding("NY-REBUILD-01", "the buildings under it do not adjoin each other (ruling demolished)")
    kept = placement.lots
    for number in state.placed[seat]:
        one = state.setup.placements[number]
        if one not in under:
            kept |= one.lots
    needed, workers = (state.lots[seat] & ~kept).bit_count(), state.setup.edition.workers
    if needed > workers:
        yield Finding(
            "NY-REBUILD-04", f"{_many(needed, 'lot')} would be without a building, but there are {workers} workers"
        )


def _could_build(state: State, seat: int, rebuilding: bool | None) -> bool:
    """Whether a player can build anything; by rebuilding or not, if that is asked."""
    setup, lots, level = state.setup, state.lots[seat], _level(state, seat)
    by_lot, elsewhere = setup.space.placements.by_lot, ~lots
    standing = [setup.placements[number] for number in state.placed[seat]]
    tiles = state.left[seat]
    if not any(one.height for one in standing):
        tiles |= state.legends
    # For each technology what it can neither spare nor replace: most of what could be tried is out of the question.
    gold, silver, bronze, start = (sum(one.cells for one in standing if one.technology == n) for n in (3, 2, 1, 0))
    silver |= gold
    bronze |= silver
    occupied = bronze | start
    in_the_way = (occupied, bronze, silver, gold)
    for lot in numbers_of(lots):
        for touched, by_tile in by_lot[lot]:
            if touched & elsewhere:
                continue
            for tile, placements in by_tile:
                if not tiles & tile or placements[0].technology > level:
                    continue
                for placement in placements:
                    if placement.cells & in_the_way[placement.technology]:
                        continue
                    # Where something of one's own stands it is a matter of rebuilding, and elsewhere of building.
                    rebuilds = bool(placement.cells & occupied)
                    if rebuilding in (None, rebuilds):
                        against = _against_rebuilding if rebuilds else _against_building
                        if not next(against(state, placement, seat), None):
                            return True
    return False


def _judge_build(state: State, move: BuildMove, seat: int) -> Findings:
    phase = state.phase
    broken: Findings = []
    if phase is _TURN:
        workers = _workers(state, seat)
        if workers > 0:
            told = f"{state.setup.seats[seat]} has {_many(workers, 'free worker')} and acquires a lot first"
            broken.append(Finding("NY-TURN-03", told))
    elif phase is _AFTER:
        return [Finding("NY-CARD-06", f"a second building in a turn takes Construction Boom{_about_boom(state, seat)}")]
    elif phase is not _BUILD and phase is not _BOOM:
        return [_out_of_place(state)]
    elif phase is _BUILD and state.setup.rulings.land_grab == "before_building" and _must_take_second(state, seat):
        broken.append(Finding("NY-CARD-09", "the second lot comes first: it can still be acquired (ruling second_lot)"))
    broken += _against_building(state, move.placement, seat)
    return broken


def _about_boom(state: State, seat: int) -> str:
    """What is the matter with Construction Boom, for who would build a second time without it."""
    if not state.cards[seat] & BOOM_CARD:
        return f", which {state.setup.seats[seat]} has used"
    if state.ending is not None and state.ending.seat == seat:
        return ", which is not used when the first building has brought about the end"
    return ", and before that the second lot is acquired" if _must_take_second(state, seat) else ": boom comes first"


def _must_take_second(state: State, seat: int) -> bool:
    """Whether a second lot can be acquired and, by the ruling, must be."""
    if state.setup.rulings.second_lot == "optional" or not state.grab or _workers(state, seat) < 1:
        return False
    return any(count and name.endswith(f"-{SMALL}") for name, count in _market(state))


def _judge_rebuild(state: State, move: RebuildMove, seat: int) -> Findings:
    phase = state.phase
    if phase is _BOOM:
        return [Finding("NY-CARD-06", "nothing is demolished with Construction Boom")]
    if phase is _BUILD:
        return [Finding("NY-TURN-02", "who has acquired a lot in this turn does not demolish in it")]
    if phase is not _TURN:
        return [_out_of_place(state)]
    return [*_against_rebuilding(state, move.placement, seat)]


def _judge_boom(state: State, move: BoomMove, seat: int) -> Findings:
    if state.phase is not _AFTER:
        if state.phase in (_TURN, _GRAB, _BUILD):
            return [Finding("NY-CARD-06", "Construction Boom is used after a first building")]
        return [_out_of_place(state)]
    broken = _has_card(state, seat, BOOM_CARD, "Construction Boom")
    if state.ending is not None and state.ending.seat == seat:
        broken.append(Finding("NY-CARD-08", "the first building has brought about the end of the game"))
    if _must_take_second(state, seat):
        broken.append(Finding("NY-CARD-09", "the second lot can still be acquired, and must be first"))
    may_be_wasted = state.setup.rulings.empty_boom == "may_be_wasted"
    if not broken and not may_be_wasted and not _could_build(state, seat, rebuilding=False):
        broken.append(Finding("NY-CARD-07", "there is nothing that could be built"))
    return broken


def _judge_end(state: State, move: EndMove, seat: int) -> Findings:
    phase = state.phase
    if phase is _BUILD or phase is _AFTER:
        if _must_take_second(state, seat):
            return [Finding("NY-CARD-09", "the second lot can still be acquired, and must be (ruling second_lot)")]
        return []
    if phase is _BOOM and state.setup.rulings.empty_boom == "may_be_wasted":
        return []
    if phase is _GRAB:
        return [Finding("NY-CARD-05", "Land Grab has been used: a lot is to be acquired")]
    if phase is _BOOM:
        return [Finding("NY-CARD-07", "Construction Boom has been used: a building is to be built")]
    if phase is not _TURN:
        return [_out_of_place(state)]
    workers = _workers(state, seat)
    if workers > 0:
        return [Finding("NY-TURN-03", f"{state.setup.seats[seat]} has {_many(workers, 'free worker')}")]
    if _must_give(state, seat):
        return [Finding("NY-TURN-05", "nothing can be built: a lot must be given back")]
    if state.setup.rulings.no_worker == "must_build":
        return [Finding("NY-TURN-04", "without a free worker something is built or rebuilt (ruling no_worker)")]
    return []


JUDGES: dict[type[Any], Callable[[State, Any, int], Findings]] = {
    DealMove: _judge_deal,
    ShiftMove: _judge_shift,
    GrabMove: _judge_grab,
    AcquireMove: _judge_acquire,
    BuildMove: _judge_build,
    RebuildMove: _judge_rebuild,
    BoomMove: _judge_boom,
    GiveMove: _judge_give,
    EndMove: _judge_end,
}
