"""Judging: one action on its own, against the rules by name.

Each judge goes through all rules that bear on its kind of action and reports every one that is broken, in words, with the
names of cells and players. Written apart from the generator (`generating.py`): it counts columns and rows and looks at
single cells, never at prepared sets of cells that can be reached or lists of actions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from towerup.kernel.rules import Finding

from .cards import Kind
from .setup import NOBODY, Setup
from .space import (
    NOT_JOINED,
    BuildMove,
    CornerMove,
    DrawMove,
    GrowMove,
    Move,
    PassMove,
    PlaceMove,
    RemoveMove,
    RollMove,
    ShiftMove,
    SwapMove,
    TaxMove,
    ThrowMove,
    WalkMove,
)
from .state import Phase, State

_CORNER, _PLACE, _ROLL, _BUILD, _DRAW, _CARD, _THROW, _OVER = Phase

Findings = list[Finding]


def judge(state: State, move: Move, seat: int) -> Findings:
    """Every rule that this move of this seat breaks now; empty if it is legal (whose turn it is, is judged apart)."""
    return JUDGES[type(move)](state, move, seat)


# --- what stands on a cell


class Standing(NamedTuple):
    """A construction: whose it is, and how many floors it has (3: a skyscraper)."""

    owner: int
    floors: int


EMPTY = Standing(NOBODY, 0)


def standing(state: State, cell: int) -> Standing:
    """What stands on a cell."""
    for owner, cells in enumerate(state.owned):
        if cells >> cell & 1:
            return Standing(owner, 1 if state.ones >> cell & 1 else 2 if state.twos >> cell & 1 else 3)
    return EMPTY


def _far(setup: Setup, one: int, other: int) -> int:
    """How many cells a move with one turn at most takes from one to the other: columns and rows between them."""
    (column, row), (other_column, other_row) = setup.board.places[one], setup.board.places[other]
    return abs(column - other_column) + abs(row - other_row)


# --- words


def _many(count: int, thing: str) -> str:
    return f"{count or 'no'} {thing}{'' if count == 1 else 's'}"


def _what(state: State, cell: int) -> str:
    """What stands on a cell, in words."""
    there = standing(state, cell)
    if there is EMPTY:
        return "nothing"
    size = ("one floor", "two floors", "a skyscraper")[there.floors - 1]
    return f"{size} of {state.setup.seats[there.owner]}"


def wanted_now(state: State) -> str:
    """What the table waits for, in words."""
    setup, phase = state.setup, state.phase
    who = setup.seats[state.drawer if _DRAW <= phase <= _THROW else state.seat]
    if phase is _CORNER:
        return f"{who} to choose a round space"
    if phase is _PLACE:
        first = (state.ones | state.towers).bit_count() < len(setup.seats)
        return f"{who} to place {'a skyscraper' if first else 'a floor'}"
    if phase is _ROLL:
        return f"the dice to be rolled for {who}"
    if phase is _BUILD:
        return f"{who} to build with a black {state.die}"
    if phase is _DRAW:
        return f"a card to be drawn for {who}"
    if phase is _CARD:
        return f"{who} to follow the card {setup.cards[state.card].id}"
    if phase is _THROW:
        dice = "the white die" if setup.kinds[state.card] is Kind.THROW else "both dice"
        return f"{dice} to be rolled for {who}, who follows the card {setup.cards[state.card].id}"
    return "nothing: the game is over"


def _out_of_place(state: State) -> Finding:
    """The action is of a kind that is not wanted now."""
    if state.phase is _OVER:
        return Finding("PS-TURN-03", "the game is over")
    if state.phase is _CARD or state.phase is _THROW:
        return Finding("PS-CARD-02", f"a card must be followed first: the table waits for {wanted_now(state)}")
    return Finding("PS-TURN-02", f"something else comes first: the table waits for {wanted_now(state)}")


# --- setup


def _judge_corner(state: State, move: CornerMove, seat: int) -> Findings:
    if state.phase is _CORNER:
        return []
    if state.phase is _PLACE:
        return [Finding("PS-SETUP-03", "all pawns are on their round spaces already")]
    return [_out_of_place(state)]


def _judge_place(state: State, move: PlaceMove, seat: int) -> Findings:
    setup = state.setup
    name = setup.board.names[move.cell]
    for_card = state.phase is _CARD and setup.kinds[state.card] is Kind.FLOOR
    if state.phase is not _PLACE and not for_card:
        return [_out_of_place(state)]
    broken: Findings = []
    first = state.phase is _PLACE and (state.ones | state.towers).bit_count() < len(setup.seats)
    if first and name not in setup.board.centre:
        broken.append(Finding("PS-SETUP-04", f"{name} is not in the centre, which is {', '.join(setup.board.centre)}"))
    if standing(state, move.cell) is not EMPTY:
        told = f"{name} is not free: it has {_what(state, move.cell)}"
        if for_card:
            broken.append(Finding("PS-ACTION-09", told))
        elif first:
            broken.append(Finding("PS-SETUP-04", told))
        else:
            broken.append(Finding("PS-SETUP-05", told))
    return broken


# --- dice


def _judge_roll(state: State, move: RollMove, seat: int) -> Findings:
    if state.phase is _ROLL:
        return []
    if state.phase is _THROW:
        if state.setup.kinds[state.card] is Kind.DICE:
            return []
        return [Finding("PS-ACTION-01", "the card asks for the white die alone")]
    return [_out_of_place(state)]


def _judge_throw(state: State, move: ThrowMove, seat: int) -> Findings:
    if state.phase is _THROW:
        if state.setup.kinds[state.card] is Kind.THROW:
            return []
        return [Finding("PS-ACTION-04", "the card asks for both dice")]
    if state.phase is _ROLL:
        return [Finding("PS-TURN-04", "both dice are rolled at the beginning of a turn")]
    return [_out_of_place(state)]


# --- building


def _judge_build(state: State, move: BuildMove, seat: int) -> Findings:
    if state.phase is not _BUILD:
        return [_out_of_place(state)]
    broken = _too_far(state, move.cell)
    there = standing(state, move.cell)
    if there is not EMPTY:
        if there.owner != seat:
            broken.append(_not_ones_own(state, move.cell))
        elif there.floors < 3:
            broken.append(_must_move(state, move.cell, there.floors, seat))
        if there.floors == 3:
            broken.append(_on_a_skyscraper(state, move.cell))
    if not _has_floor(state, seat):
        broken.append(_no_floor(state, seat))
    return broken


def _must_move(state: State, cell: int, floors: int, seat: int) -> Finding:
    """A floor built on one's own construction would make it grow."""
    name, what = state.setup.board.names[cell], _what(state, cell)
    if _razes(state, cell, floors, seat):
        return Finding("PS-GROW-01", f"{name} has {what}, which would grow and must move: grow {name} raze …")
    instead = (
        "to choose it is to pass" if state.setup.may_pass else "it is no target (ruling futile_growth is must_build)"
    )
    return Finding("PS-BUILD-05", f"{name} has {what}, which could raze nothing if it grew: {instead}")


def _too_far(state: State, cell: int) -> Findings:
    """The architect cannot come here with this die."""
    setup = state.setup
    far = _far(setup, state.architect, cell)
    if far == state.die:
        return []
    here, there = setup.board.names[state.architect], setup.board.names[cell]
    return [
        Finding("PS-BUILD-01", f"from {here} to {there} it is {_many(far, 'cell')}; the black die shows {state.die}")
    ]


def _not_ones_own(state: State, cell: int) -> Finding:
    return Finding("PS-BUILD-02", f"{state.setup.board.names[cell]} has {_what(state, cell)}")


def _on_a_skyscraper(state: State, cell: int) -> Finding:
    return Finding("PS-BUILD-03", f"{state.setup.board.names[cell]} has {_what(state, cell)}")


def _no_floor(state: State, seat: int) -> Finding:
    return Finding("PS-BUILD-07", f"{state.setup.seats[seat]} has no floor left, and none can be borrowed")


def _has_floor(state: State, seat: int) -> bool:
    setup = state.setup
    if setup.floors_without_end or _floors_of(state, seat) < setup.floors:
        return True
    built = [_floors_of(state, one) for one in range(len(setup.seats))]
    return sum(count - setup.floors for count in built if count > setup.floors) < setup.spare


def _floors_of(state: State, seat: int) -> int:
    """The floors of a player on the board."""
    own = state.owned[seat]
    return (own & (state.ones | state.twos)).bit_count() + (own & state.twos).bit_count()


def _judge_grow(state: State, move: GrowMove, seat: int) -> Findings:
    if state.phase is not _BUILD:
        return [_out_of_place(state)]
    setup = state.setup
    broken = _too_far(state, move.cell)
    there = standing(state, move.cell)
    if there is EMPTY:
        broken.append(
            Finding(
                "PS-GROW-01", f"{setup.board.names[move.cell]} is empty: nothing grows there, but a floor may be built"
            )
        )
    else:
        if there.owner != seat:
            broken.append(_not_ones_own(state, move.cell))
        if there.floors == 3:
            broken.append(_on_a_skyscraper(state, move.cell))
    if not _has_floor(state, seat):
        broken.append(_no_floor(state, seat))
    if move.join != NOT_JOINED:
        broken += _wrong_join(state, move, seat, there.floors)
        return broken + _wrong_razing(state, move.join, move.raze, 3, seat, "PS-EXPERT-02")
    if there.floors not in (1, 2):
        return broken  # nothing grows here, so nothing can be said of how far it would move
    return broken + _wrong_razing(state, move.cell, move.raze, there.floors + 1, seat, "PS-GROW-01")


def _wrong_join(state: State, move: GrowMove, seat: int, floors: int) -> Findings:
    """What is wrong about joining an own construction on the way."""
    setup = state.setup
    names = setup.board.names
    broken: Findings = []
    if not setup.expert:
        broken.append(Finding("PS-EXPERT-01", "nothing is joined but in the variant for experts"))
    if floors == 2:
        broken.append(
            Finding("PS-EXPERT-01", f"{names[move.cell]} has two floors: only one floor that grows to two can join")
        )
    joined = standing(state, move.join)
    if joined.owner != seat or joined.floors != 1:
        broken.append(
            Finding(
                "PS-EXPERT-01",
                f"{names[move.join]} has {_what(state, move.join)}: only one floor of one's own is joined",
            )
        )
    far = _far(setup, move.cell, move.join)
    if far != 2:
        broken.append(
            Finding("PS-EXPERT-01", f"from {names[move.cell]} to {names[move.join]} it is {_many(far, 'cell')}, not 2")
        )
    if move.join == state.architect and setup.rulings.architect_joined == "not_allowed":
        broken.append(Finding("PS-EXPERT-03", f"the architect stands on {names[move.join]}"))
    return broken


def _wrong_razing(state: State, cell: int, raze: int, floors: int, seat: int, distance: str) -> Findings:
    """What is wrong about a construction of so many floors moving from a cell onto another; `distance` is the rule for that."""
    setup = state.setup
    names = setup.board.names
    broken: Findings = []
    far = _far(setup, cell, raze)
    if far != floors:
        broken.append(
            Finding(
                distance,
                f"from {names[cell]} to {names[raze]} it is {_many(far, 'cell')}; {floors} floors move {floors}",
            )
        )
    there = standing(state, raze)
    if there is EMPTY or there.owner == seat:
        whose = "is empty" if there is EMPTY else f"has {_what(state, raze)}"
        broken.append(Finding("PS-GROW-02", f"{names[raze]} {whose}: only an opponent's construction is razed"))
    elif there.floors == 3:
        broken.append(
            Finding("PS-TOWER-02", f"{names[raze]} has {_what(state, raze)}, which is never razed by building")
        )
    elif there.floors >= floors:
        broken.append(Finding("PS-GROW-03", f"{names[raze]} has {_what(state, raze)}, no lower than {floors} floors"))
    if raze == state.architect:
        broken.append(Finding("PS-GROW-04", f"the architect stands on {names[raze]}"))
    return broken


def _judge_pass(state: State, move: PassMove, seat: int) -> Findings:
    if state.phase is not _BUILD:
        return [_out_of_place(state)]
    if not state.setup.may_pass:
        return [Finding("PS-BUILD-05", "who can build must build (ruling futile_growth is must_build)")]
    cells = range(len(state.setup.board.names))
    for cell in cells:
        there = standing(state, cell)
        own_low = there.owner == seat and there.floors < 3
        if (
            own_low
            and _far(state.setup, state.architect, cell) == state.die
            and not _razes(state, cell, there.floors, seat)
        ):
            return []
    return [Finding("PS-BUILD-05", "every construction that the architect can reach could raze something if it grew")]


def _razes(state: State, cell: int, floors: int, seat: int) -> bool:
    """Whether a construction here could raze anything, or join something and raze then."""
    cells = range(len(state.setup.board.names))
    if any(not _wrong_razing(state, cell, raze, floors + 1, seat, "PS-GROW-01") for raze in cells):
        return True
    for join in cells:
        way = GrowMove(cell, cell, join)
        if not _wrong_join(state, way, seat, floors) and any(
            not _wrong_razing(state, join, raze, 3, seat, "PS-EXPERT-02") for raze in cells
        ):
            return True
    return False


# --- action cards


def _judge_draw(state: State, move: DrawMove, seat: int) -> Findings:
    setup = state.setup
    card = setup.cards[move.card].id
    if state.phase is not _DRAW:
        return [_out_of_place(state)]
    if not setup.deck[move.card]:
        return [Finding("PS-SETUP-09", f"{card} is not in the game with two players")]
    if state.unseen[move.card]:
        return []
    if sum(state.unseen):
        return [Finding("PS-CARD-01", f"every card {card} has been seen, and unseen cards lie on top")]
    if state.used[0] == move.card:
        return []
    return [
        Finding("PS-CARD-01", f"all cards have been seen: the next one is {setup.cards[state.used[0]].id}, not {card}")
    ]


def _asked(state: State, *kinds: Kind) -> Kind | None:
    """The kind of the card that is being followed, if it is one of these."""
    kind = state.setup.kinds[state.card] if state.phase is _CARD else None
    return kind if kind in kinds else None


def _protected(state: State, *cells: int) -> Findings:
    """The architect stands on one of the cells that a card is to touch."""
    return [
        Finding("PS-CARD-04", f"the architect stands on {state.setup.board.names[cell]}")
        for cell in cells
        if cell == state.architect
    ]


def _judge_walk(state: State, move: WalkMove, seat: int) -> Findings:
    setup = state.setup
    broken = _nobody(setup, move.colour)
    if _asked(state, Kind.RICHEST) is None:
        return [_out_of_place(state), *broken]
    who, steps = setup.seat_of[move.colour], setup.cards[state.card].steps
    if move.steps not in steps:
        offered = " or ".join(map(str, steps))
        broken.append(Finding("PS-ACTION-02", f"the card lets a pawn move {offered} spaces, not {move.steps}"))
    if who != NOBODY:
        own = _fortune(state, who)
        richer = [other for other in range(len(setup.seats)) if _fortune(state, other) > own]
        if richer:
            more = f"{setup.seats[richer[0]]} has {_fortune(state, richer[0])}"
            counted = ", skyscrapers counted" if setup.rulings.richest == "fortune" else ""
            broken.append(
                Finding("PS-CARD-07", f"{setup.seats[who]} has {own}{counted}, and is not the richest: {more}")
            )
    return broken


def _fortune(state: State, seat: int) -> int:
    """How rich a player is, by the ruling `richest`."""
    fortune = state.cash[seat]
    if state.setup.rulings.richest == "fortune":
        fortune += state.setup.edition.bonus * (state.owned[seat] & state.towers).bit_count()
    return fortune


def _nobody(setup: Setup, colour: int) -> Findings:
    """A colour that nobody plays."""
    if setup.seat_of[colour] != NOBODY:
        return []
    return [
        Finding("PS-FORM-02", f"nobody plays {setup.edition.colours[colour]}; players are {', '.join(setup.seats)}")
    ]


def _judge_tax(state: State, move: TaxMove, seat: int) -> Findings:
    broken = _nobody(state.setup, move.colour)
    return broken if _asked(state, Kind.TAX) is not None else [_out_of_place(state), *broken]


def _judge_remove(state: State, move: RemoveMove, seat: int) -> Findings:
    kind = _asked(state, Kind.LEADER, Kind.RAZE, Kind.REMOVE)
    if kind is None:
        return [_out_of_place(state)]
    setup, there = state.setup, standing(state, move.cell)
    name, told = setup.board.names[move.cell], _what(state, move.cell)
    broken: Findings = []
    if kind is Kind.LEADER:
        if there.floors != 3:
            broken.append(Finding("PS-ACTION-07", f"{name} has {told}, not a skyscraper"))
        else:
            numbers = [(cells & state.towers).bit_count() for cells in state.owned]
            if numbers[there.owner] < max(numbers):
                leader = setup.seats[numbers.index(max(numbers))]
                broken.append(Finding("PS-ACTION-07", f"{leader} has more skyscrapers than the owner of {name}"))
    elif kind is Kind.RAZE:
        if there.floors not in (1, 2):
            broken.append(Finding("PS-ACTION-12", f"{name} has {told}, not one or two floors"))
    elif there.owner != seat:
        broken.append(Finding("PS-ACTION-13", f"{name} has {told}, nothing of {setup.seats[seat]}"))
    return broken + _protected(state, move.cell)


def _judge_swap(state: State, move: SwapMove, seat: int) -> Findings:
    kind = _asked(state, Kind.SWAP, Kind.SWAP_OTHERS)
    if kind is None:
        return [_out_of_place(state)]
    names = state.setup.board.names
    one, other = standing(state, move.one), standing(state, move.other)
    broken: Findings = []
    told = f"{names[move.one]} has {_what(state, move.one)}, {names[move.other]} {_what(state, move.other)}"
    nobodys = one is EMPTY or other is EMPTY
    if kind is Kind.SWAP:
        if nobodys or (one.owner == seat) == (other.owner == seat):
            broken.append(Finding("PS-ACTION-08", f"one's own and an opponent's are swapped, but {told}"))
        if 3 in (one.floors, other.floors):
            broken.append(Finding("PS-ACTION-08", f"no skyscraper is swapped, but {told}"))
    elif nobodys or one.owner == other.owner or seat in (one.owner, other.owner):
        broken.append(Finding("PS-ACTION-10", f"constructions of two opponents are swapped, but {told}"))
    return broken + _protected(state, move.one, move.other)


def _judge_shift(state: State, move: ShiftMove, seat: int) -> Findings:
    if _asked(state, Kind.SHIFT) is None:
        return [_out_of_place(state)]
    names = state.setup.board.names
    there = standing(state, move.cell)
    broken: Findings = []
    if there.owner != seat or there.floors == 3:
        broken.append(
            Finding(
                "PS-ACTION-11",
                f"{names[move.cell]} has {_what(state, move.cell)}: one or two floors of one's own are moved",
            )
        )
    if standing(state, move.to) is not EMPTY:
        broken.append(Finding("PS-ACTION-11", f"{names[move.to]} is not empty: it has {_what(state, move.to)}"))
    return broken + _protected(state, move.cell)


JUDGES: dict[type[Any], Callable[[State, Any, int], Findings]] = {
    CornerMove: _judge_corner,
    PlaceMove: _judge_place,
    RollMove: _judge_roll,
    ThrowMove: _judge_throw,
    BuildMove: _judge_build,
    GrowMove: _judge_grow,
    PassMove: _judge_pass,
    DrawMove: _judge_draw,
    WalkMove: _judge_walk,
    TaxMove: _judge_tax,
    RemoveMove: _judge_remove,
    SwapMove: _judge_swap,
    ShiftMove: _judge_shift,
}
