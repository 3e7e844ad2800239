"""Coverage: which rules a step applied, and which rare events it showed.

A witness for each kind of action looks at the state before and the state after, never into the code between them. Most
steps are ordinary, and millions of them are looked at: so each witness first asks the few questions that tell an
ordinary step, and only then looks closely.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from towerup.kernel.coverage import Coverage

from .acquiring import workers_free
from .actions import Acquire, Boom, Build, Deal, End, Give, Grab, Rebuild, Shift
from .challenges import Kind
from .generating import legal_actions
from .placing import Placement
from .scoring import outcome
from .state import BOOM_CARD, Cause, Phase, State

Told = tuple[str, ...]
"""The ids of rules and the names of events. A tuple, and for ordinary steps one of a few that are made once."""

EVENTS: dict[str, str] = {
    # setup
    "two without a district": "Two play, and a district is not used.",
    "experts": "Experts play, without starting buildings.",
    "starting card from the market": "A starting card is taken from the market, where the ruling says so.",
    "starting card from the pile": "The market does not show a starting card that should come from it.",
    # land
    "second lot": "Two lots are acquired in a turn.",
    "grab after a first lot": "Land Grab is used after a lot was acquired, where the ruling allows it.",
    "second lot after building": "The second lot of a Land Grab is acquired after the building.",
    "second lot with a freed worker": "The second lot of a Land Grab is acquired with a worker that the building has freed.",
    "second lot left out": "The second lot of a Land Grab could be acquired, and is not.",
    "second lot left out for a boom": "Construction Boom is used, and leaves out the second lot of a Land Grab.",
    "second lot out of reach": "There is no worker for the second lot of a Land Grab.",
    "last worker": "A lot is acquired with the last free worker.",
    "no building after acquiring": "A turn ends after acquiring a lot, and nothing was built.",
    "lot given back": "Nothing else can be done, and a lot is given back.",
    "lot given back in a last turn": "A lot is given back when the end has been brought about.",
    "shift before giving back": "Market Shift is used in a turn in which a lot must be given back, where the ruling allows it.",
    "boom wasted": "Construction Boom is used, and nothing is built with it, where the ruling allows it.",
    "turn passed": "A player without a free worker builds nothing, where the ruling allows it.",
    # cards
    "deeper layer": "All cards above are dealt, and those that were put under the pile come.",
    "known card": "The next card is known before it is dealt.",
    "shift with a short pile": "Market Shift is used with too few cards in the pile, where the ruling allows it.",
    "last card": "The last card of the pile is dealt.",
    # building
    "several lots": "A building stands on several lots.",
    "several districts": "A building stands in several districts.",
    "lot shared": "A building shares a lot with another of its owner.",
    "lot not filled": "A building leaves cells of its lots free.",
    "no worker comes back": "A building stands only on lots that needed no worker.",
    "several workers come back": "A building frees several workers.",
    "over a street": "A tile lies over a street, where the ruling allows it.",
    "tile turned over": "A tile is built turned over.",
    "beside a park only": "A building has a side on a park, and none on a street.",
    "on several streets": "A building is on several streets.",
    "building without a worker": "A player without a free worker builds without acquiring a lot.",
    "legendary": "A legendary is built.",
    "the tallest legendary": "The tallest of all legendaries is built.",
    "silver reached": "A building opens silver.",
    "gold reached": "A building opens gold.",
    "newly opened technology": "The second building of a turn is of a technology that the first has opened.",
    "technology opens too late": "The second building may not be of a technology that the first has opened, by the ruling.",
    # rebuilding
    "starting building replaced by bronze": "Bronze replaces the starting building.",
    "several buildings replaced": "Several buildings are demolished for one.",
    "buildings apart replaced": "Buildings that do not adjoin each other are demolished for one.",
    "smaller than before": "The new building is smaller than what was demolished for it.",
    "workers on bare lots": "Workers go on lots that a demolition has laid bare.",
    "legendary by rebuilding": "A legendary replaces older buildings.",
    "boom after rebuilding": "Construction Boom is used after rebuilding.",
    # challenges during play
    "prestige": "Gold Prestige brings points.",
    "prestige for a starting building": "Gold Prestige brings a point for a starting building.",
    # the end
    "end by tiles": "A player has only a few tiles left.",
    "end by the market": "The market cannot be filled.",
    "end with a legendary counted": "A legendary counts among what is built, by the ruling, and brings about the end.",
    "end by a second building": "The second building of a turn brings about the end.",
    "boom forbidden by the end": "Construction Boom is not used, because the first building has brought about the end.",
    "street tied": "Nobody scores for a street in play.",
    "challenge scored": "The challenge brings points at the end.",
    "tie broken by a legendary": "Of several with the most points the one with the tallest legendary wins.",
    "tie broken by gold": "Of several with the most points and no legendary the one with most gold wins.",
    "shared victory": "Several win.",
}  # fmt: skip


def _ids(listed: str) -> Told:
    return tuple(f"NY-{id}" for id in listed.split())


FORBIDDING = frozenset(
    _ids(
        "FORM-01 FORM-02 SETUP-03 BOX-03 BOX-05 TURN-01 TURN-02 TURN-03 TURN-04 TURN-05 TURN-08 LAND-01 LAND-02 LAND-04"
    )
    + _ids(
        "BUILD-01 BUILD-02 BUILD-03 BUILD-04 BUILD-07 BUILD-08 TECH-01 TECH-02 TECH-03 REBUILD-01 REBUILD-02 REBUILD-03 REBUILD-04"
    )
    + _ids("CARD-01 CARD-02 CARD-03 CARD-04 CARD-05 CARD-06 CARD-07 CARD-08 CARD-09 CARD-10")
)

ALWAYS: dict[type[Any], Told] = {
    Deal: _ids("BOX-05 BOX-03"),
    Shift: _ids("CARD-01 CARD-02 CARD-03 BOX-05 BOX-06"),
    Grab: _ids("CARD-01 CARD-04 CARD-10 BOX-06"),
    Acquire: _ids("LAND-01 LAND-02 LAND-03 LAND-04 BOX-02 BOX-03 BOX-04 TURN-02"),
    Build: _ids("BUILD-01 BUILD-02 BUILD-03 BUILD-04 BUILD-05 BUILD-06 BUILD-07 BUILD-08 TECH-01 BOX-01 BOX-04"),
    Rebuild: _ids(
        "REBUILD-01 REBUILD-02 REBUILD-03 REBUILD-04 REBUILD-05 BUILD-01 BUILD-02 BUILD-03 BUILD-06 BUILD-07 BUILD-08 "
        "TECH-01 BOX-01 TURN-02"
    ),
    Boom: _ids("CARD-01 CARD-06 CARD-07 BOX-06"),
    Give: _ids("TURN-05 TURN-06 BOX-02 BOX-05"),
    End: (),
}

_OPEN, _TURN, _RENEW, _GRAB, _BUILD, _AFTER, _BOOM, _FILL, _OVER = Phase


def _passed(told: list[str], before: State, after: State) -> None:
    """What is to be told when a turn may be over: the next one's comes, or the end."""
    if after.phase is _OVER:
        _tell_final(told, after)
    elif after.seat != before.seat:
        told.append("NY-TURN-01")
    if after.ending is not None:
        told.append("NY-END-03")
        if before.ending is None:
            told += ("NY-END-01", "end by tiles") if after.ending.cause is Cause.TILES else (
                "NY-END-02", "end by the market",
            )  # fmt: skip


def _of_deal(before: State, action: Deal, after: State) -> Told:
    phase = before.phase
    told: list[str] = ["NY-SETUP-04" if phase is _OPEN else "NY-CARD-02" if phase is _RENEW else "NY-TURN-07"]
    if len(before.pile) > 1 and len(after.pile) < len(before.pile):
        told.append("deeper layer")
    if sum(map(bool, before.pile[0])) == 1:
        told.append("known card")
    if not after.pile:
        told.append("last card")
    if phase is _OPEN:
        _tell_start(told, before, after)
    elif phase is _FILL and after.phase is not _FILL:
        _passed(told, before, after)
    return tuple(told)


def _tell_start(told: list[str], before: State, after: State) -> None:
    setup = before.setup
    if sum(after.market) <= sum(before.market):
        market = after.market
        told += ("NY-SETUP-02", "starting card from the market")
        gone = 1 + sum(before.market) - sum(market)
        if gone < len(setup.starts):
            told.append("starting card from the pile")
    if after.phase is _TURN:
        told += _ids("SETUP-01 SETUP-05 SETUP-06 BOX-06")
        told += ("NY-EXPERT-01", "NY-EXPERT-02", "experts") if setup.expert else ("NY-SETUP-02",)
        if len(setup.seats) in setup.edition.without:
            told += ("NY-SETUP-03", "two without a district")


def _of_shift(before: State, action: Shift, after: State) -> Told:
    told: list[str] = []
    if sum(map(sum, before.pile)) < before.setup.edition.market:
        told.append("shift with a short pile")
    if before.setup.rulings.given_back == "cards_first" and not _workers(before, before.seat):
        legal = legal_actions(before)
        if type(legal[-1]) is Give:
            told += ("NY-TURN-05", "shift before giving back")
    return tuple(told)


def _of_grab(before: State, action: Grab, after: State) -> Told:
    return ("grab after a first lot",) if before.phase is _BUILD else ()


def _workers(state: State, seat: int) -> int:
    return workers_free(state.setup, state.lots[seat], state.touched[seat])


def _of_acquire(before: State, action: Acquire, after: State) -> Told:
    seat, phase = before.seat, before.phase
    told: list[str] = ["NY-TURN-03"] if phase is _TURN else ["NY-CARD-04", "NY-CARD-05"]
    if not _workers(after, seat):
        told.append("last worker")
        if after.grab:
            told.append("second lot out of reach")
    if before.grab:
        told.append("second lot")
        if phase is _AFTER:
            told.append("second lot after building")
            # Before the building the first lot had taken a worker; was it the last?
            if _workers(before, seat) == 1:
                told.append("second lot with a freed worker")
    if after.phase is not _BUILD:
        _passed(told, before, after)
    return tuple(told)


def _placement(before: State, action: Build | Rebuild) -> Placement:
    space = before.setup.space
    move: Any = space.moves_by_id.get(id(action)) or space.moves[action]
    placement: Placement = move.placement
    return placement


def _tell_building(told: list[str], before: State, after: State, new: Placement) -> None:
    setup, seat = before.setup, before.seat
    if new.lots & (new.lots - 1):
        told.append("several lots")
        if new.districts & (new.districts - 1):
            told.append("several districts")
    if new.mirrored:
        told.append("tile turned over")
    if new.spans:
        told.append("over a street")
    if not new.streets:
        told.append("beside a park only")
    elif new.streets & (new.streets - 1):
        told.append("on several streets")
    if any(after.free[seat] & cells for lot, cells in enumerate(setup.board.lot_cells) if new.lots >> lot & 1):
        told.append("lot not filled")
    if new.height:
        told += ("NY-TECH-02", "legendary")
        if new.height == len(setup.edition.legendaries):
            told.append("the tallest legendary")
    for least, name in ((setup.silver, "silver reached"), (setup.gold, "gold reached")):
        if before.points[seat] < least <= after.points[seat]:
            told.append(name)
            if setup.at_once:
                told.append("NY-TECH-03")
            elif after.phase in (_AFTER, _BOOM):
                told += ("NY-TECH-03", "technology opens too late")
    if setup.prestige and after.points[seat] - before.points[seat] > new.points:
        told += ("NY-CHALLENGE-04", "prestige")
        starts = (one for one in setup.starts if one.cells & new.around)
        if any(one.number in numbers for one in starts for n, numbers in enumerate(after.placed) if n != seat):
            told.append("prestige for a starting building")
    if after.ending is not None and before.ending is None and after.ending.cause is Cause.TILES:
        told += ("NY-END-01", "end by tiles")
        if before.phase is _BOOM:
            told.append("end by a second building")
        elif before.cards[seat] & BOOM_CARD:
            told += ("NY-CARD-08", "boom forbidden by the end")
        if after.left[seat].bit_count() > setup.edition.unbuilt:
            told.append("end with a legendary counted")
    if after.phase is not _AFTER:
        _passed(told, before, after)


def _of_build(before: State, action: Build, after: State) -> Told:
    seat, new = before.seat, _placement(before, action)
    told: list[str] = ["NY-TURN-02"]
    if before.phase is _TURN:
        told += ("NY-TURN-04", "building without a worker")
    elif before.phase is _BOOM:
        told.append("NY-CARD-06")
        if before.setup.at_once and new.technology > 1:
            # Without the points of the first building of this turn it would not have been open.
            told += _opened_just_now(before, new)
    freed = _workers(after, seat) - _workers(before, seat)
    if not freed:
        told.append("no worker comes back")
    elif freed > 1:
        told.append("several workers come back")
    if new.lots & before.touched[seat]:
        told.append("lot shared")
    _tell_building(told, before, after, new)
    return tuple(told)


def _opened_just_now(before: State, new: Placement) -> Told:
    """Whether a technology is open only since the dearest building that its owner may have built in this turn."""
    setup, seat = before.setup, before.seat
    least = setup.gold if new.technology == 3 else setup.silver
    gained = min(setup.placements[number].points for number in before.placed[seat])
    return ("NY-TECH-03", "newly opened technology") if before.points[seat] - gained < least else ()


def _of_rebuild(before: State, action: Rebuild, after: State) -> Told:
    seat, new, placements = before.seat, _placement(before, action), before.setup.placements
    gone = [placements[number] for number in before.placed[seat] if placements[number].cells & new.cells]
    told: list[str] = []
    if new.technology == 1:
        told.append("starting building replaced by bronze")
    if len(gone) > 1:
        told.append("several buildings replaced")
        if not any(one.cells & other.around for one in gone for other in gone):
            told.append("buildings apart replaced")
    if new.size < sum(one.size for one in gone):
        told.append("smaller than before")
    if new.height:
        told.append("legendary by rebuilding")
    if before.touched[seat] & ~after.touched[seat]:
        told += ("NY-BOX-02", "workers on bare lots")
    if new.lots & ~before.touched[seat]:
        told.append("NY-BUILD-05")
    _tell_building(told, before, after, new)
    return tuple(told)


def _of_boom(before: State, action: Boom, after: State) -> Told:
    # Only rebuilding leaves the market full behind it, but for a building without a worker.
    if before.grab:
        return ("NY-CARD-09", "second lot left out for a boom")
    full = sum(before.market) == before.setup.edition.market
    return ("boom after rebuilding",) if full else ()


def _of_give(before: State, action: Give, after: State) -> Told:
    told = ["lot given back" if before.ending is None else "lot given back in a last turn"]
    _passed(told, before, after)
    return tuple(told)


def _of_end(before: State, action: End, after: State) -> Told:
    told: list[str] = []
    if before.phase is _TURN:
        told += ("NY-TURN-04", "turn passed")
    elif before.phase is _BUILD:
        told += ("NY-TURN-02", "no building after acquiring")
    elif before.phase is _BOOM:
        told += ("NY-CARD-07", "boom wasted")
    if before.grab and _workers(before, before.seat):
        told += ("NY-CARD-09", "second lot left out")
    if after.phase is _FILL:
        told.append("NY-TURN-07")
    _passed(told, before, after)
    return tuple(told)


# --- the end

_RULE_OF_CHALLENGE = {kind: f"NY-CHALLENGE-{number:02}" for number, kind in enumerate(Kind, start=2)}
_BY_DISTRICT = (Kind.GOLD_TYCOON, Kind.BIG_DEVELOPER, Kind.REAL_ESTATE_MOGUL)


def _tell_final(told: list[str], after: State) -> None:
    result, setup = outcome(after), after.setup
    assert result is not None
    told += ("NY-TURN-08", "NY-FINAL-01", "NY-FINAL-02", "NY-FINAL-03")
    if sum(score.streets for score in result.scores) < setup.edition.street_points * len(setup.streets):
        told.append("street tied")
    challenge = setup.challenge_card
    if challenge is not None:
        told.append(_RULE_OF_CHALLENGE[challenge.kind])
        if challenge.kind in _BY_DISTRICT:
            told.append("NY-CHALLENGE-01")
        if any(score.challenge for score in result.scores):
            told.append("challenge scored")
    most = max(score.total for score in result.scores)
    best = [score for score in result.scores if score.total == most]
    if len(best) > 1:
        told.append("NY-FINAL-04")
        if len(result.winners) > 1:
            told.append("shared victory")
        else:
            told.append("tie broken by a legendary" if any(one.legendary for one in best) else "tie broken by gold")


_WITNESSES: dict[type[Any], Callable[[State, Any, State], Told]] = {
    Deal: _of_deal,
    Shift: _of_shift,
    Grab: _of_grab,
    Acquire: _of_acquire,
    Build: _of_build,
    Rebuild: _of_rebuild,
    Boom: _of_boom,
    Give: _of_give,
    End: _of_end,
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
