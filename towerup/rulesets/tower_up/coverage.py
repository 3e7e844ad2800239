"""Coverage: which rules a step applied, and which rare events it showed.

A witness for each kind of action looks at the state before and the state after, never into the code between them. Most
steps are ordinary, and millions of them are looked at: so each witness first asks the few questions that tell an
ordinary step, mostly whether something is still the same object, and only then looks closely.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from towerup.kernel.counts import FIELD
from towerup.kernel.coverage import Coverage

from .actions import Back, Deal, Decline, Found, Place, Reveal, Take
from .cards import left_after_printed
from .ending import is_triggering_turn
from .generating import legal_actions
from .objectives import RULE_OF_KIND
from .scoring import outcome
from .setup import ANY_COLOUR
from .space import FoundMove, PlaceMove, TakeMove
from .state import ANOTHER, EXTRA, FLOORS, MOST_FLOORS, ROOF_BITS, ROOFS, Cause, Phase, State

Told = tuple[str, ...]
"""The ids of rules and the names of events. A tuple, and for ordinary steps one of a few that are made once."""

EVENTS: dict[str, str] = {
    # starting floors
    "starting floor of any colour": "A card with a multicolour bottom lets the first player choose a starting floor's colour.",
    "starting floor passed over": "A starting floor has no legal site, or no floor of its colour is left, and stays in the container.",
    # cards and floors
    "reshuffle": "The draw pile is empty when a card is wanted, and the discards become the new pile.",
    "market all alike": "Three market cards or more, and all of them show the same.",
    "replacement floors": "A colour on the card has run out, and another one is taken instead.",
    "replacement declined": "A colour on the card has run out, and the player goes without a replacement that is to be had.",
    "container emptied": "The last floor of the container is taken.",
    "empty container": "The container cannot give as many floors as the card shows, of whatever colour.",
    "multicolour floor not to be had": "A multicolour floor is shown, and the container is empty.",
    "trimmed stock": "Floors above the limit of the stock are put back.",
    "trimmed before an extra turn": "Floors are put back although an extra turn follows at once.",
    "over the limit into an extra turn": "A stock above the limit is kept into an extra turn, where the ruling allows it.",
    # vehicles and stars
    "capped vehicle": "A roof moves a vehicle to the end of its track, and steps are lost.",
    "vehicle capped by a card": "A vehicle on a card moves one that is at the end of its track, or passes it, and a step is lost.",
    "extra turn by a card": "A vehicle on a card completes a star column.",
    "two star columns at once": "One move completes two star columns or more, and brings one extra turn.",
    "extra turn within an extra turn": "An extra turn brings a further one.",
    "extra turn after the last roof": "Placing the last roof completes a star column: one more turn before counting.",
    "extra turn in a last turn": "A last turn completes a star column.",
    "extra turn declined": "An extra turn is given up, where the ruling allows it.",
    # roofs and objectives
    "roof on a fifth floor": "A roof goes on the fifth floor of a building, or higher.",
    "two objectives in one founding": "One roof fulfils two objectives or more.",
    "second chip of an objective": "The second player to fulfil an objective takes the next chip.",
    "third chip of an objective": "The third player, or a later one, fulfils an objective.",
    # the end
    "end by last roof": "A last roof brings the end about.",
    "end by shortage": "A shortage brings the end about.",
    "last roof after last roof": "In the last turns after a last roof somebody else places theirs.",
    "last roof after shortage": "In the last turns after a shortage somebody places their last roof.",
    "shortage after last roof": "In the last turns after a last roof floors run short.",
    "shortage after shortage": "In the last turns after a shortage floors run short again.",
    "turn added by a shortage": "A shortage after a last roof gives the one who placed it a last turn, where the ruling says so.",
    "counted roof covered": "A roof whose owner has counted it already is covered.",
    "no roof on top": "A player counts, and has no roof on top of any building.",
    "cone on its last place": "A player has as many roofs on top as the cone's row has places, or more.",
    "more roofs on top than places": "A player has more roofs on top than the cone's row has places.",
    # ties
    "tie broken by floors": "Several have the most Millions, and one of them more floors in stock than the others.",
    "shared victory": "Several have the most Millions and as many floors in stock.",
    "tie of three": "Three players or more have the most Millions.",
}  # fmt: skip


def _ids(listed: str) -> Told:
    return tuple(f"TU-{id}" for id in listed.split())


FORBIDDING = frozenset(
    _ids("FORM-01 FORM-02 SETUP-02 SETUP-03 SETUP-04 SETUP-05 SETUP-06 SETUP-08 TURN-01 TURN-02 TURN-03 TURN-05")
    + _ids("TAKE-01 TAKE-03 TAKE-05 TAKE-07 TAKE-08 TAKE-09 STOCK-02")
    + _ids("FOUND-01 FOUND-02 FOUND-03 FOUND-04 FOUND-06 FOUND-07 ROOF-01 STAR-05")
)

ALWAYS: dict[type[Any], Told] = {
    Deal: _ids("SETUP-08"),
    Reveal: _ids("BOX-05"),
    Place: _ids("BOX-01 SETUP-01 SETUP-03 SETUP-05 SETUP-13 SETUP-14"),
    Take: _ids("BOX-01 BOX-03 TURN-01 TURN-02 TURN-05 TAKE-01 TAKE-05"),
    Back: _ids("BOX-01 TURN-05 STOCK-01 STOCK-02 STOCK-03"),
    Found: _ids("BOX-01 BOX-02 BOX-04 TURN-01 TURN-02 TURN-04 ROOF-01 ROOF-02 MOVE-01 MOVE-03")
    + _ids("FOUND-01 FOUND-02 FOUND-03 FOUND-04 FOUND-05 FOUND-06"),
    Decline: _ids("TURN-01 STAR-05"),
}

_TURN, _REVEAL, _OVER = Phase.TURN, Phase.REVEAL, Phase.OVER
_ROOF_ON_TOP = ROOFS - ROOF_BITS
"""Where the roof of the topmost floor is, but for so many times ROOF_BITS as there are floors: nothing is above it."""
_NOTHING: Told = ()


def _move(state: State, action: Any) -> Any:
    """The action with its names looked up: by identity if it comes from the space, which is quicker, else by value."""
    space = state.setup.space
    return space.moves_by_id.get(id(action)) or space.moves[action]


# --- setup

_TABLE_LAID: Told = ("TU-SETUP-01", "TU-SETUP-07", "TU-SETUP-08", "TU-SETUP-09", "TU-SETUP-14")
"""What lies on the table when the first card is revealed: board, belongings, objectives, chips, and who begins."""


def _of_deal(before: State, action: Deal, after: State) -> Told:
    return _NOTHING


def _of_setup_card(before: State, after: State) -> Told:
    setup = before.setup
    told = ["TU-SETUP-03"]
    if not before.starting:
        told += _TABLE_LAID
    if len(before.market) < setup.market:
        told.append("TU-SETUP-02")
    if len(before.starting) + 1 == setup.starting_floors:
        told.append("TU-SETUP-10")
        if setup.starting_floors > setup.market:
            told.append("TU-SETUP-11")
        if len(after.starting) < setup.starting_floors:
            told += ("TU-SETUP-12", "starting floor passed over")
    return tuple(told)


def _of_place(before: State, action: Place, after: State) -> Told:
    move: PlaceMove = _move(before, action)
    told: list[str] = []
    if before.starting[0] == ANY_COLOUR:
        told += ("TU-SETUP-04", "starting floor of any colour")
    if before.painted[move.colour]:
        told += ("TU-SETUP-06", "TU-BOX-04")
    if len(before.starting) - len(after.starting) > 1:
        told += ("TU-SETUP-12", "starting floor passed over")
    return tuple(told)


# --- taking a card


@cache
def _shown(card: str) -> tuple[Told, int]:
    """The rules that a card of this name applies by what it shows, and how many steps its vehicles go."""
    floors, _, vehicles = card.partition("-v")
    told = [rule for rule, shown in (("TU-TAKE-02", floors.strip("x")), ("TU-TAKE-03", "x" in floors)) if shown]
    return (*told, *(("TU-TAKE-04", "TU-MOVE-03") if vehicles else ())), len(vehicles)


def _of_take(before: State, action: Take, after: State) -> Told:
    shown, steps = _shown(action.card)
    seat = before.seat
    capped = False
    if steps:
        capped = sum(after.players[seat].vehicles) < sum(before.players[seat].vehicles) + steps
    move: TakeMove = _move(before, action)
    alike = move.kind in after.market
    if not (after.run or capped or alike) and after.ending is None and after.container and after.pile is before.pile:
        return shown
    told = [*shown]
    if alike:
        told.append("TU-TAKE-07")
    if not any(before.pile):
        told += ("TU-TAKE-06", "reshuffle")
    if capped:
        told += ("TU-MOVE-02", "vehicle capped by a card")
    if before.run & EXTRA:
        told.append("TU-STAR-05")
    if after.run & ANOTHER:
        told.append("extra turn by a card")
        if steps > 1:
            told.append("TU-STAR-06")
        _tell_star(told, before, after)
    if after.ending is not None or not after.container:
        _tell_shortage(told, before, move, after)
    if before.ending is not None:
        if not before.players[seat].roofs:
            told.append("TU-FOUND-07")
        if not is_triggering_turn(seat, before.players, before.ending) and not any(
            type(one) is Found for one in legal_actions(before)
        ):
            told.append("TU-END-06")
    return tuple(told)


def _tell_shortage(told: list[str], before: State, move: TakeMove, after: State) -> None:
    """Whether the container could give what the card shows, and what followed if it could not."""
    setup = before.setup
    kind = setup.kinds[move.kind]
    left, short = left_after_printed(before.container, kind.printed, setup.colours)
    there = left % FIELD
    if before.container and not after.container:
        told.append("container emptied")
    if there < kind.wild + short:
        told.append("empty container")
    if short:
        told.append("TU-TAKE-08")
        if move.size > kind.wild:
            told.append("replacement floors")
        if move.size < min(kind.wild + short, there):
            told.append("replacement declined")
    without = there < kind.wild
    if without:
        told.append("multicolour floor not to be had")
    if not short and not without:
        return
    told.append("TU-TAKE-09")
    if before.ending is None or after.ending != before.ending:
        told.append("TU-END-04")  # if only a multicolour floor is not to be had, a ruling says what comes of it
    if not short and setup.rulings.empty_container != "shortage":
        return
    if before.ending is None:
        told.append("end by shortage")
        return
    told.append("TU-END-09")
    told.append("shortage after shortage" if before.ending.cause is Cause.SHORTAGE else "shortage after last roof")
    if after.ending != before.ending:
        told.append("turn added by a shortage")


# --- refilling the market, putting floors back, declining


def _of_reveal(before: State, action: Reveal, after: State) -> Told:
    if before.phase is not _REVEAL:
        return _of_setup_card(before, after)
    market = after.market
    if after.ending is None and not after.run and market[0] != market[-1]:
        return _NOTHING
    told: list[str] = []
    if len(market) > 2 and market[0] == market[-1]:
        told.append("market all alike")
    _tell_limit(told, before, after)
    _tell_end(told, before, after)
    return tuple(told)


_TRIMMED: Told = ("trimmed stock",)


def _of_back(before: State, action: Back, after: State) -> Told:
    if after.ending is None and not before.run & ANOTHER:
        return _TRIMMED
    told = [*_TRIMMED]
    if before.run & ANOTHER:
        told.append("trimmed before an extra turn")
    _tell_end(told, before, after)
    return tuple(told)


def _of_decline(before: State, action: Decline, after: State) -> Told:
    told = ["extra turn declined"]
    _tell_end(told, before, after)
    return tuple(told)


# --- founding

_ORDINARY: tuple[Told, ...] = (), ("TU-GOAL-03",), ("TU-ROOF-03",), ("TU-ROOF-03", "TU-GOAL-03")


def _of_found(before: State, action: Found, after: State) -> Told:
    setup, seat, towers = before.setup, before.seat, before.towers
    old, new = before.players[seat], after.players[seat]
    move: FoundMove = _move(before, action)
    covers = 0
    for neighbour in setup.neighbours[move.site]:
        tower = towers[neighbour]
        if tower and tower >> (_ROOF_ON_TOP + ROOF_BITS * ((tower >> FLOORS) & MOST_FLOORS)):
            covers = 2
            break
    # An objective that was fulfilled stays so, and brings no second chip.
    ordinary = _ORDINARY[covers + any(old.chips)]
    if (
        after.ending is None
        and not before.run
        and not after.run
        and new.chips is old.chips
        and setup.track_end not in new.vehicles
        and new.levels < 1 << 5
    ):
        return ordinary
    told = [*ordinary]
    now = after.towers[move.roof]
    height = (now >> FLOORS) & MOST_FLOORS
    if sum(new.vehicles) < sum(old.vehicles) + height:
        told += ("TU-MOVE-02", "capped vehicle")
    if height >= 5:
        told.append("roof on a fifth floor")
    if new.chips != old.chips:
        _tell_chips(told, before, after)
    if before.run & EXTRA:
        told.append("TU-STAR-05")
    stars = setup.stars_by_column
    starred = stars[min(new.vehicles)] > stars[min(old.vehicles)]
    if starred:
        _tell_star(told, before, after)
    if not new.roofs:
        if starred:
            told.append("extra turn after the last roof")
        if before.ending is None:
            told += ("TU-END-01", "end by last roof")
        else:
            after_shortage = before.ending.cause is Cause.SHORTAGE
            told += ("TU-END-09", "last roof after shortage" if after_shortage else "last roof after last roof")
    if before.ending is not None and covers and _covers_counted(before, move):
        told += ("TU-END-08", "counted roof covered")
    _tell_limit(told, before, after)
    _tell_end(told, before, after)
    return tuple(told)


def _on_top(towers: tuple[int, ...], seat: int) -> int:
    """How many buildings have a roof of this player on top."""
    own = seat + 1
    return sum([tower >> (_ROOF_ON_TOP + ROOF_BITS * ((tower >> FLOORS) & MOST_FLOORS)) == own for tower in towers])


def _covers_counted(before: State, move: FoundMove) -> bool:
    """Whether a roof that its owner has counted is covered by what this founding pays."""
    players = before.players
    for neighbour in before.setup.neighbours[move.site]:
        tower = before.towers[neighbour]
        owner = tower >> (_ROOF_ON_TOP + ROOF_BITS * ((tower >> FLOORS) & MOST_FLOORS)) if tower else 0
        if owner and players[owner - 1].cone is not None:
            return True
    return False


def _tell_chips(told: list[str], before: State, after: State) -> None:
    setup, seat = before.setup, before.seat
    old, new = before.players[seat], after.players[seat]
    told += ("TU-GOAL-01", "TU-GOAL-02", "TU-SETUP-09")
    if _on_top(after.towers, seat) < new.present.bit_count():
        told.append("TU-GOAL-04")  # a covered roof is presence as well
    taken = [number for number, chip in enumerate(new.chips) if chip != old.chips[number]]
    told += [RULE_OF_KIND[setup.edition.objective(setup.objectives[number]).kind] for number in taken]
    gone = [sum([player.chips[number] > 0 for player in before.players]) for number in taken]
    if 1 in gone:
        told.append("second chip of an objective")
    if max(gone) > 1:
        told.append("third chip of an objective")
    if len(taken) > 1:
        told.append("two objectives in one founding")


# --- what follows an action


def _tell_star(told: list[str], before: State, after: State) -> None:
    """An extra turn has been earned."""
    setup, seat = before.setup, before.seat
    was, now = min(before.players[seat].vehicles), min(after.players[seat].vehicles)
    told.append("TU-STAR-01")
    if now in setup.edition.stars:
        told.append("TU-STAR-02")
    if setup.stars_by_column[now] - setup.stars_by_column[was] > 1:
        told += ("TU-STAR-03", "two star columns at once")
    if before.run & EXTRA:
        told += ("TU-STAR-04", "extra turn within an extra turn")
    ending = before.ending
    if ending is not None and not is_triggering_turn(seat, before.players, ending):
        told.append("extra turn in a last turn")
        if ending.cause is not Cause.LAST_ROOF:
            told.append("TU-END-10")


def _tell_limit(told: list[str], before: State, after: State) -> None:
    """Whether an extra turn begins with more floors in stock than a turn may end with."""
    if after.run & EXTRA and after.phase is _TURN and after.players[after.seat].stock % FIELD > after.setup.stock_limit:
        told += ("TU-STOCK-03", "over the limit into an extra turn")


def _tell_end(told: list[str], before: State, after: State) -> None:
    """While the end is coming: whether somebody counts, whether turns pass on, whether the game is over."""
    ending, seat = after.ending, before.seat
    if ending is None:
        return
    new = after.players[seat]
    if new.cone is not None and before.players[seat].cone is None:
        told.append("TU-END-07")
        if ending.cause is Cause.LAST_ROOF and seat == ending.seat:
            told.append("TU-END-02")
        if ending.cause is not Cause.SHORTAGE and seat != ending.seat:
            told.append("TU-END-03")
        if ending.cause is not Cause.LAST_ROOF:
            told.append("TU-END-10")
        on_top, places = _on_top(after.towers, seat), len(after.setup.edition.cone)
        if not on_top:
            told.append("no roof on top")
        if on_top >= places:
            told.append("cone on its last place")
        if on_top > places:
            told.append("more roofs on top than places")
    over = after.phase is _OVER
    if ending.cause is not Cause.LAST_ROOF and (over or after.seat != seat):
        told.append("TU-END-05")
    if over:
        _tell_final(told, after)


def _tell_final(told: list[str], after: State) -> None:
    result = outcome(after)
    assert result is not None
    told += ("TU-TURN-03", "TU-FINAL-01", "TU-FINAL-02")
    totals = [score.total for score in result.scores]
    tied = totals.count(max(totals))
    if tied > 1:
        told.append("TU-FINAL-03")
        if len(result.winners) == 1:
            told.append("tie broken by floors")
        else:
            told += ("TU-FINAL-04", "shared victory")
    if tied > 2:
        told.append("tie of three")


_WITNESSES: dict[type[Any], Callable[[State, Any, State], Told]] = {
    Deal: _of_deal,
    Reveal: _of_reveal,
    Place: _of_place,
    Take: _of_take,
    Back: _of_back,
    Found: _of_found,
    Decline: _of_decline,
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
