"""Coverage: which rules a step applied, and which rare events it showed.

A witness for each kind of action looks at the state before and the state after, never into the code between them. Most
steps are ordinary, and millions of them are looked at: so each witness first asks the few questions that tell an
ordinary step, and only then looks closely.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from towerup.kernel.coverage import Coverage

from .actions import Build, Corner, Draw, Grow, Pass, Place, Remove, Roll, Shift, Swap, Tax, Walk
from .board import NO_CELL
from .cards import Kind
from .following import leading_towers, wealth
from .reserves import floors_out
from .scoring import outcome
from .state import Cause, Phase, State
from .walking import connected

Told = tuple[str, ...]
"""The ids of rules and the names of events. A tuple, and for ordinary steps one of a few that are made once."""

EVENTS: dict[str, str] = {
    # setup
    "own starting corner": "A player chooses the round space to start on.",
    "floor in the centre": "A floor of the start goes on a cell of the centre.",
    # rent
    "rent for a group": "Rent is paid for several constructions at once.",
    "rent of a chain": "Rent is paid for a construction that does not adjoin the one beside the pawn.",
    "rent with a skyscraper": "Rent is paid for a group with a skyscraper in it.",
    "rent of the last money": "A rent takes all the money that a player has.",
    "rent owed in another's turn": "A card moves somebody else's pawn, and its owner pays rent.",
    # building
    "nothing to build": "The black die leads to nothing that can be built, and the turn is over.",
    "no floor to build with": "A player has no floor left, and none can be borrowed.",
    "borrowed floor": "A floor of a colour that nobody plays is built.",
    "floor beyond the box": "A floor is built that the box does not have, where the ruling allows it.",
    "growth that could raze nothing": "A player could reach a construction of their own whose growth could raze nothing.",
    "passed": "A futile growth is chosen, and nothing is built, where the ruling allows it.",
    "full board": "A floor is built on the last empty cell.",
    # growing
    "two floors razed": "Three floors raze a construction of two.",
    "razed beside the architect's cell": "Something is razed while the architect still protects another construction in reach.",
    "skyscraper by joining": "In the variant two floors join one, move on and become a skyscraper.",
    "joined under the architect": "Two floors join the construction that the architect stands on, where the ruling allows it.",
    # cards
    "known order": "All cards have been seen, and the next one is known before it is drawn.",
    "no target": "There is nothing with which the card could be followed.",
    "another card for want of a target": "A card cannot be followed, and another one is drawn, where the ruling says so.",
    "card moves a pawn onto a round space": "A card moves a pawn onto a round space.",
    "card by a card": "A card moves a pawn onto a round space, and its owner draws a card, where the ruling says so.",
    "several richest": "A card moves one of several richest players.",
    "richest is oneself": "A card moves the pawn of the one who drew it, who is the richest.",
    "several poorest": "Several poorest players receive a gift.",
    "tax on oneself": "The player chosen for a tax is the one who chooses.",
    "tax of nothing": "A tax is to be paid by a player without skyscrapers.",
    "tax that cannot be paid": "A tax is more than the player has.",
    "several leaders": "One of several players with the most skyscrapers loses one.",
    "unlike constructions swapped": "Constructions of different size change places.",
    "skyscraper swapped": "A skyscraper changes places with another construction.",
    "own skyscraper removed": "A player removes a skyscraper of their own.",
    "architect in the way": "A card could be followed in one more way if the architect were not there.",
    # the end
    "end by last skyscraper": "The last skyscraper ends the game.",
    "end by unpaid rent": "A rent that cannot be paid ends the game.",
    "end by unpaid tax": "A tax that cannot be paid ends the game, where the ruling says so.",
    "bank pays the rest": "Cash and bonus of the bankrupt do not cover the debt.",
    "bankrupt wins": "The one who could not pay is the richest in the end.",
    "shared victory": "Several have the most money.",
}  # fmt: skip


def _ids(listed: str) -> Told:
    return tuple(f"PS-{id}" for id in listed.split())


FORBIDDING = frozenset(
    _ids("FORM-01 FORM-02 SETUP-03 SETUP-04 SETUP-05 SETUP-09 TURN-01 TURN-02 TURN-03 TURN-04")
    + _ids("BUILD-01 BUILD-02 BUILD-03 BUILD-05 BUILD-07 GROW-01 GROW-02 GROW-03 GROW-04 TOWER-02")
    + _ids("EXPERT-01 EXPERT-02 EXPERT-03 CARD-01 CARD-02 CARD-04 CARD-07")
    + _ids("ACTION-01 ACTION-02 ACTION-04 ACTION-07 ACTION-08 ACTION-09 ACTION-10 ACTION-11 ACTION-12 ACTION-13")
)

ALWAYS: dict[type[Any], Told] = {
    Corner: _ids("SETUP-03 SETUP-06"),
    Place: (),
    Roll: (),
    Build: _ids("BOX-01 TURN-01 TURN-02 BUILD-01 BUILD-02 BUILD-03 BUILD-04"),
    Grow: _ids("BOX-01 BOX-04 TURN-01 TURN-02 BUILD-01 BUILD-02 BUILD-03 GROW-01 GROW-02 GROW-03 GROW-05"),
    Pass: _ids("BUILD-05"),
    Draw: _ids("CARD-01 BOX-03 BOX-06 PAWN-03"),
    Walk: _ids("ACTION-02 CARD-07 CARD-06 PAWN-01 CARD-05 CARD-02"),
    Tax: _ids("ACTION-05 CARD-05 CARD-02"),
    Remove: _ids("CARD-05 CARD-02"),
    Swap: _ids("CARD-05 CARD-02"),
    Shift: _ids("ACTION-11 CARD-05 CARD-02"),
}

_CORNER, _PLACE, _ROLL, _BUILD, _DRAW, _CARD, _THROW, _OVER = Phase
_NOTHING: Told = ()


def _move(state: State, action: Any) -> Any:
    """The action with its names looked up: by identity if it comes from the space, which is quicker, else by value."""
    space = state.setup.space
    return space.moves_by_id.get(id(action)) or space.moves[action]


# --- setup

_TABLE_LAID = _ids("SETUP-01 SETUP-02 SETUP-03")
"""What lies on the table when the first piece is placed."""


def _of_corner(before: State, action: Corner, after: State) -> Told:
    return ("own starting corner",)


def _of_place(before: State, action: Place, after: State) -> Told:
    if before.phase is _CARD:
        told = ["PS-ACTION-09", "PS-BOX-01", "PS-CARD-05", "PS-CARD-02"]
        _tell_floor(told, before, before.drawer)
        if not after.setup.everywhere & ~(after.ones | after.twos | after.towers):
            told.append("full board")
        return tuple(told)
    told = ["PS-SETUP-06"]
    placed, players = (before.ones | before.towers).bit_count(), len(before.owned)
    if not placed:
        told += _TABLE_LAID
        if players == 2:
            told.append("PS-SETUP-09")
    if placed < players:
        told += ("PS-SETUP-04", "PS-BOX-02")
    else:
        told += ("PS-SETUP-05", "PS-BOX-01")
        if action.cell in before.setup.board.centre:
            told.append("floor in the centre")
    if after.phase is _ROLL:
        told += ("PS-SETUP-07", "PS-SETUP-08")
    return tuple(told)


# --- dice, pawns, rent

_FREE = _ids("TURN-04 PAWN-01 PAWN-02 BOX-05")
_RENT = _ids("TURN-04 PAWN-01 RENT-01 RENT-02 RENT-03 BOX-04 BOX-05 BOX-07")
_ROUND = _ids("TURN-04 PAWN-01 PAWN-03 BOX-05")
_PAID_BY_DICE = _ids("ACTION-04 BOX-07 CARD-05 TURN-04 CARD-02")


def _of_roll(before: State, action: Roll, after: State) -> Told:
    if before.phase is _THROW:
        if action.black is not None:
            return _PAID_BY_DICE
        told = [*_ids("ACTION-01 CARD-06 PAWN-01 CARD-05 CARD-02")]
        _tell_walk(told, before, after, before.drawer)
        return tuple(told)
    seat = before.seat
    if after.phase is _DRAW:
        return _ROUND
    quiet = after.cash is before.cash
    if quiet and after.phase is _BUILD:
        return _FREE
    told = [*_FREE] if quiet and after.phase is not _OVER else [*_RENT]
    if not quiet or after.phase is _OVER:
        _tell_rent(told, before, after, seat)
    if after.phase is _ROLL:
        told += ("PS-BUILD-06", "PS-TURN-01", "nothing to build")
        if _lacks_floor(before, seat):
            told += ("PS-BUILD-07", "no floor to build with")
        reached = before.setup.reach[before.architect][action.black or 0]
        if reached & before.owned[seat] & (before.ones | before.twos):
            told += ("PS-BUILD-05", "growth that could raze nothing")
        if reached & (before.towers | ~before.owned[seat] & (before.ones | before.twos)):
            told += ("PS-BUILD-02",)
    return tuple(told)


def _tell_walk(told: list[str], before: State, after: State, who: int) -> None:
    """Where a card has moved a pawn to."""
    setup = before.setup
    if setup.beside[after.pawns[who]] == NO_CELL:
        told.append("card moves a pawn onto a round space")
        if after.phase is _DRAW:
            told.append("card by a card")
    elif after.cash is not before.cash or after.phase is _OVER:
        told += ("PS-RENT-01", "PS-RENT-02", "PS-RENT-03", "PS-BOX-07")
        _tell_rent(told, before, after, who)
        if who != before.seat:
            told.append("rent owed in another's turn")
    else:
        told.append("PS-PAWN-02")


def _tell_rent(told: list[str], before: State, after: State, who: int) -> None:
    """A rent was due: what for, and whether it could be paid."""
    setup = before.setup
    cell = setup.beside[after.pawns[who]]
    owned = next(cells for cells in before.owned if cells >> cell & 1)
    beside = setup.neighbour_masks[cell] & owned | 1 << cell
    group = connected(setup, owned, cell)
    if beside != 1 << cell:
        told.append("rent for a group")
    if group != beside and setup.whole_group:
        told.append("rent of a chain")
    if (group if setup.whole_group else beside) & before.towers:
        told.append("rent with a skyscraper")
    if after.phase is _OVER:
        told.append("PS-END-02")
        _tell_final(told, after)
    elif not after.cash[who] and before.cash[who]:
        told += ("PS-END-02", "rent of the last money")


# --- building


def _lacks_floor(state: State, seat: int) -> bool:
    """Whether the reserve of a player is empty and nothing can be borrowed."""
    setup = state.setup
    if setup.floors_without_end or floors_out(state.owned[seat], state.ones, state.twos) < setup.floors:
        return False
    out = [floors_out(cells, state.ones, state.twos) for cells in state.owned]
    return sum(max(0, number - setup.floors) for number in out) >= setup.spare


def _tell_floor(told: list[str], before: State, seat: int) -> None:
    """Where the floor came from that was built, if not from the reserve."""
    setup = before.setup
    out = [floors_out(cells, before.ones, before.twos) for cells in before.owned]
    if out[seat] >= setup.floors:
        told.append("PS-BUILD-07")
        borrowed = sum(max(0, number - setup.floors) for number in out)
        told.append("borrowed floor" if borrowed < setup.spare else "floor beyond the box")


def _out_of_own(state: State, seat: int) -> bool:
    return floors_out(state.owned[seat], state.ones, state.twos) >= state.setup.floors


def _of_build(before: State, action: Build, after: State) -> Told:
    seat, setup = before.seat, before.setup
    growing = setup.reach[before.architect][before.die] & before.owned[seat] & (before.ones | before.twos)
    full = after.setup.everywhere == after.ones | after.twos | after.towers
    if not growing and not full and not _out_of_own(before, seat):
        return _NOTHING
    told: list[str] = []
    if growing and _futile(before, growing):
        told += ("PS-BUILD-05", "growth that could raze nothing")
    if full:
        told.append("full board")
    _tell_floor(told, before, seat)
    return tuple(told)


def _futile(state: State, growing: int) -> int:
    """Those of one's own constructions whose growth could raze nothing (joining aside, which is rare)."""
    reach, others = state.setup.reach, ~state.owned[state.seat] & ~(1 << state.architect)
    low, lower, futile = state.ones & others, (state.ones | state.twos) & others, 0
    for cell in range(growing.bit_length()):
        if growing >> cell & 1 and not (reach[cell][3] & lower if state.twos >> cell & 1 else reach[cell][2] & low):
            futile |= 1 << cell
    return futile


def _of_grow(before: State, action: Grow, after: State) -> Told:
    seat, setup, move = before.seat, before.setup, _move(before, action)
    told: list[str] = []
    if after.towers != before.towers:
        told += ("PS-TOWER-01", "PS-BOX-02")
    if before.twos >> move.raze & 1:
        told.append("two floors razed")
    start, floors = move.cell, 3 if before.twos >> move.cell & 1 else 2
    if action.join is not None:
        told += ("PS-EXPERT-01", "PS-EXPERT-02", "skyscraper by joining")
        start, floors = move.join, 3
        if move.join == before.architect:
            told += ("PS-EXPERT-03", "joined under the architect")
    elif setup.expert and floors == 2 and setup.reach[move.cell][2] & before.ones & before.owned[seat]:
        told.append("PS-EXPERT-01")
        if before.owned[seat] & before.ones & setup.reach[move.cell][2] & 1 << before.architect:
            told.append("PS-EXPERT-03")
    reached = setup.reach[start][floors]
    if reached >> before.architect & 1:
        told.append("PS-GROW-04")
        if not before.owned[seat] >> before.architect & 1 and not before.towers >> before.architect & 1:
            told.append("razed beside the architect's cell")
    if reached & before.towers & ~before.owned[seat]:
        told.append("PS-TOWER-02")
    if _out_of_own(before, seat):
        _tell_floor(told, before, seat)
    if after.phase is _OVER:
        told.append("PS-END-01")
        _tell_final(told, after)
    return tuple(told)


_PASSED: Told = ("passed", "PS-TURN-01")


def _of_pass(before: State, action: Pass, after: State) -> Told:
    return _PASSED


# --- cards


def _of_draw(before: State, action: Draw, after: State) -> Told:
    setup, drawer = before.setup, before.drawer
    card = setup.edition.card_numbers[action.card]
    kind = setup.kinds[card]
    told: list[str] = []
    if not any(before.unseen):
        told.append("known order")
    if kind is Kind.POOREST:
        rich = wealth(before)
        told += ("PS-ACTION-03", "PS-CARD-07", "PS-BOX-07", "PS-CARD-05")
        if rich.count(min(rich)) > 1:
            told.append("several poorest")
    elif kind is Kind.OWN_TAX:
        told += ("PS-ACTION-06", "PS-CARD-05")
        _tell_tax(told, before, after, drawer, setup.cards[card].amount)
    elif after.phase is _ROLL or after.phase is _DRAW:
        told += ("PS-CARD-03", "no target")
        if after.phase is _DRAW:
            told.append("another card for want of a target")
        else:
            told.append("PS-CARD-05")
    elif after.phase is _CARD and kind not in (Kind.RICHEST, Kind.TAX, Kind.FLOOR):
        told.append("PS-CARD-04")
    if after.phase is _OVER:
        _tell_final(told, after)
    return tuple(told)


def _tell_tax(told: list[str], before: State, after: State, who: int, amount: int) -> None:
    due = amount * (before.owned[who] & before.towers).bit_count()
    told.append("PS-BOX-07" if due else "tax of nothing")
    if due > before.cash[who]:
        told += ("PS-CARD-08", "tax that cannot be paid")


def _of_walk(before: State, action: Walk, after: State) -> Told:
    who, rich = before.setup.seats.index(action.player), wealth(before)
    told: list[str] = []
    if rich.count(max(rich)) > 1:
        told.append("several richest")
    if who == before.drawer:
        told.append("richest is oneself")
    _tell_walk(told, before, after, who)
    return tuple(told)


def _of_tax(before: State, action: Tax, after: State) -> Told:
    who = before.setup.seats.index(action.player)
    told: list[str] = []
    if who == before.drawer:
        told.append("tax on oneself")
    _tell_tax(told, before, after, who, before.setup.cards[before.card].amount)
    if after.phase is _OVER:
        _tell_final(told, after)
    return tuple(told)


def _of_remove(before: State, action: Remove, after: State) -> Told:
    kind, cell = before.setup.kinds[before.card], _move(before, action).cell
    told = ["PS-BOX-02" if before.towers >> cell & 1 else "PS-BOX-01"]
    open_to_card = before.owned[before.drawer]
    if kind is Kind.LEADER:
        told.append("PS-ACTION-07")
        open_to_card = leading_towers(before)
        numbers = [(cells & before.towers).bit_count() for cells in before.owned]
        if numbers.count(max(numbers)) > 1:
            told.append("several leaders")
    elif kind is Kind.RAZE:
        told.append("PS-ACTION-12")
        open_to_card = before.ones | before.twos
    else:
        told.append("PS-ACTION-13")
        if before.towers >> cell & 1:
            told.append("own skyscraper removed")
    _tell_architect(told, before, open_to_card)
    return tuple(told)


def _tell_architect(told: list[str], before: State, open_to_card: int) -> None:
    """Whether the architect keeps a card from something that it could touch else."""
    if open_to_card >> before.architect & 1:
        told += ("PS-CARD-04", "architect in the way")


def _of_swap(before: State, action: Swap, after: State) -> Told:
    own = before.setup.kinds[before.card] is Kind.SWAP
    told = ["PS-ACTION-08" if own else "PS-ACTION-10"]
    if (before.ones, before.twos, before.towers) != (after.ones, after.twos, after.towers):
        told.append("unlike constructions swapped")
    move = _move(before, action)
    if (before.towers >> move.one | before.towers >> move.other) & 1:
        told += ("skyscraper swapped", "PS-TOWER-02")
    _tell_architect(told, before, before.ones | before.twos if own else ~before.owned[before.drawer])
    return tuple(told)


def _of_shift(before: State, action: Shift, after: State) -> Told:
    told: list[str] = []
    _tell_architect(told, before, before.owned[before.drawer] & (before.ones | before.twos))
    return tuple(told)


# --- the end


def _tell_final(told: list[str], after: State) -> None:
    result, ending = outcome(after), after.ending
    assert result is not None
    assert ending is not None
    told += ("PS-TURN-03", "PS-FINAL-01", "PS-FINAL-03")
    told.append(
        {
            Cause.LAST_SKYSCRAPER: "end by last skyscraper",
            Cause.RENT: "end by unpaid rent",
            Cause.TAX: "end by unpaid tax",
        }[ending.cause]
    )
    if ending.cause is not Cause.LAST_SKYSCRAPER:
        told.append("PS-FINAL-02")
        if result.scores[ending.seat].paid < ending.debt:
            told.append("bank pays the rest")
        if ending.seat in result.winners:
            told.append("bankrupt wins")
    if len(result.winners) > 1:
        told += ("PS-FINAL-04", "shared victory")


_WITNESSES: dict[type[Any], Callable[[State, Any, State], Told]] = {
    Corner: _of_corner,
    Place: _of_place,
    Roll: _of_roll,
    Build: _of_build,
    Grow: _of_grow,
    Pass: _of_pass,
    Draw: _of_draw,
    Walk: _of_walk,
    Tax: _of_tax,
    Remove: _of_remove,
    Swap: _of_swap,
    Shift: _of_shift,
}


def notable(before: State, action: Any, after: State) -> Told:
    """The rules that this step applied beside those that such an action always applies, and the rare events it shows."""
    return _WITNESSES[type(action)](before, action, after)


COVERAGE = Coverage(
    always=ALWAYS,
    notable=notable,
    events=EVENTS,
    only_forbidding=frozenset(_ids("FORM-01 FORM-02")),
    forbidding=FORBIDDING,
)
"""What a campaign counts."""
