"""Laws that hold from every state to the next.

A second telling of what each action does, from the rulebook and the edition, beside the code that plays.
"""

from __future__ import annotations

from towerup.kernel.invariants import Told, TransitionLaws
from towerup.kernel.numbers import is_number

from .actions import Acquire, Action, Boom, Build, Deal, End, Give, Grab, Rebuild, Shift
from .placing import Placement
from .retelling import adjoin, bare_lots, buildings, idle_workers, open_technology, prestige, tiles_to_build
from .state import BOOM_CARD, GRAB_CARD, SHIFT_CARD, Cause, Ending, Phase, State

TRANSITION_LAWS: TransitionLaws[State, Action] = TransitionLaws()

_law = TRANSITION_LAWS.law

_OPEN, _TURN, _RENEW, _GRAB, _BUILD, _AFTER, _BOOM, _FILL, _OVER = Phase
_CARD_OF: dict[type[Action], int] = {Boom: BOOM_CARD, Shift: SHIFT_CARD, Grab: GRAB_CARD}


def _lot(state: State, name: str) -> int:
    return state.setup.board.lots.index(name)


def _card(state: State, lot: str) -> int:
    """The kind of card that is good for a lot, by the plan."""
    board = state.setup.board
    size = sum(row.count(lot) for row in board.plan)
    district = next(one for one in board.districts if lot.startswith(one.sign) and is_number(lot[len(one.sign) :]))
    return board.cards.index(f"{district.id}-{size}")


def _new(before: State, action: Build | Rebuild) -> Placement:
    """The building that an action builds."""
    setup = before.setup
    tile = [one.id for one in setup.edition.tiles].index(action.tile)
    cells = sum(1 << setup.board.names.index(cell) for cell in action.cells)
    return setup.placements[setup.space.placements.numbers[tile, cells]]


def _changed(cards: bytes, card: int, by: int) -> bytes:
    """The cards with more or fewer of one kind."""
    return bytes(count + (by if number == card else 0) for number, count in enumerate(cards))


# --- setup and turns


@_law("NY-SETUP-01", about=("setup",))
def the_setup_stays(before: State, action: Action, after: State) -> Told:
    """What was agreed for the game stays."""
    return ["the setup has changed"] if before.setup != after.setup else ()


_COURSE: dict[type[Action], tuple[Phase, ...]] = {
    Deal: (_OPEN, _RENEW, _FILL),
    Shift: (_TURN,),
    Grab: (_TURN, _BUILD),
    Acquire: (_TURN, _GRAB, _BUILD, _AFTER),
    Build: (_TURN, _BUILD, _BOOM),
    Rebuild: (_TURN,),
    Boom: (_AFTER,),
    Give: (_TURN,),
    End: (_TURN, _BUILD, _AFTER, _BOOM),
}
"""When an action of each kind can be wanted."""


@_law(
    "NY-TURN-02", "NY-TURN-01", "NY-TURN-07", "NY-TURN-08", "NY-END-03", "NY-SETUP-04", "NY-SETUP-06", "NY-CARD-02",
    "NY-CARD-05", "NY-CARD-06", "NY-CARD-07", "NY-CARD-08", "NY-CARD-09", "NY-TURN-03", "NY-TURN-04",
    "NY-TURN-06",
)  # fmt: skip
def what_comes_next(before: State, action: Action, after: State) -> Told:
    """Only what is wanted is done, and what comes next is what must come of it: more in the same turn, cards for the market,
    the turn of the player on the left, or the end.
    """
    kind = type(action)
    if before.phase not in _COURSE[kind]:
        rule = "NY-TURN-08" if before.phase is _OVER else "NY-TURN-02"
        return [(rule, f"{kind.__name__} was done when {before.phase.name} was wanted")]
    phase, seat, grab = _next(before, action, after)
    if (after.phase, after.seat, after.grab) == (phase, seat, grab):
        return ()
    rule = "NY-TURN-01" if after.phase is phase and after.seat != seat else _RULE_OF_NEXT.get(kind, "NY-TURN-02")
    if _OVER in (phase, after.phase):
        rule = "NY-END-03"
    elif kind in (Build, Rebuild, Acquire) and grab != after.grab:
        rule = "NY-CARD-05"
    elif _FILL in (phase, after.phase):
        rule = "NY-TURN-07"
    return [
        (
            rule,
            f"{after.phase.name} of seat {after.seat} ({after.grab}) comes, not {phase.name} of seat {seat} ({grab})",
        )
    ]


_RULE_OF_NEXT: dict[type[Action], str] = {
    Deal: "NY-TURN-07", Shift: "NY-CARD-02", Grab: "NY-CARD-05", Acquire: "NY-CARD-05", Build: "NY-CARD-06",
    Rebuild: "NY-CARD-06", Boom: "NY-CARD-06", Give: "NY-TURN-06", End: "NY-TURN-07",
}  # fmt: skip


def _next(before: State, action: Action, after: State) -> tuple[Phase, int, bool]:
    """What is wanted after an action, of whom, and whether a second lot may still be acquired."""
    setup, seat = before.setup, before.seat
    lacks = sum(after.market) < setup.edition.market and bool(after.pile)
    if isinstance(action, Deal):
        if lacks:
            return before.phase, seat, False
        return (_TURN, seat, False) if before.phase is not _FILL else (*_over_to_the_left(after, seat), False)
    if isinstance(action, Shift):
        return _RENEW, seat, False
    if isinstance(action, Grab):
        return (_GRAB, seat, False) if before.phase is _TURN else (_BUILD, seat, True)
    if isinstance(action, Boom):
        return _BOOM, seat, False
    if isinstance(action, Acquire) and before.phase is not _AFTER:
        return _BUILD, seat, before.phase is _GRAB
    if isinstance(action, Build | Rebuild | Acquire) and before.phase is not _BOOM:
        small = [count for name, count in zip(setup.board.cards, after.market, strict=True) if name.endswith("-2")]
        second = (
            before.grab
            and not isinstance(action, Acquire)
            and setup.rulings.land_grab == "freed_worker"
            and any(small)
            and idle_workers(after, seat) > 0
        )
        ended_now = after.ending is not None and after.ending.seat == seat
        if second or (after.cards[seat] & BOOM_CARD and not ended_now):
            return _AFTER, seat, second
    if lacks:
        return _FILL, seat, False
    return (*_over_to_the_left(after, seat), False)


def _over_to_the_left(after: State, seat: int) -> tuple[Phase, int]:
    following = (seat + 1) % len(after.setup.seats)
    if after.ending is not None and after.ending.seat == following:
        return _OVER, seat
    return _TURN, following


@_law("NY-END-01", "NY-END-02", "NY-TURN-06", "NY-END-03")
def the_end_is_brought_about_once(before: State, action: Action, after: State) -> Told:
    """A building that leaves its owner only four tiles brings about the end, or a market that cannot be filled; then it stays."""
    setup, seat = before.setup, before.seat
    wanted = before.ending
    if wanted is None:
        if isinstance(action, Build | Rebuild) and tiles_to_build(after, seat) <= setup.edition.unbuilt:
            wanted = Ending(Cause.TILES, seat)
        elif (after.seat != seat or after.phase is _OVER) and sum(after.market) < setup.edition.market:
            wanted = Ending(Cause.MARKET, seat)
    if after.ending == wanted:
        return ()
    rule = (
        "NY-END-02" if Cause.MARKET in {one.cause for one in (wanted, after.ending) if one is not None} else "NY-END-01"
    )
    return [(rule, f"the end is {after.ending}, not {wanted}")]


@_law("NY-TECH-03", "NY-TECH-01", "NY-EXPERT-02")
def a_technology_opens_when_it_is_reached(before: State, action: Action, after: State) -> Told:
    """At once, or where the ruling says so when the next turn of the player begins."""
    setup = before.setup
    wanted = open_technology(setup, after.points[after.seat])
    if after.seat == before.seat and setup.rulings.technology == "next_turn":
        wanted = before.level
    return [] if after.level == wanted else [f"technology {after.level} is marked, not {wanted}"]


# --- cards


@_law("NY-CARD-01", "NY-BOX-06", "NY-CARD-02", "NY-CARD-04", "NY-CARD-06")
def an_action_card_is_used_up(before: State, action: Action, after: State) -> Told:
    """Using an action card takes it from the one whose turn it is; nothing else does."""
    wanted = [*before.cards]
    wanted[before.seat] &= ~_CARD_OF.get(type(action), 0)
    return [f"action cards went from {before.cards} to {after.cards}"] if [*after.cards] != wanted else ()


@_law(
    "NY-CARD-01",
    "NY-CARD-03",
    "NY-CARD-04",
    "NY-CARD-08",
    "NY-CARD-07",
    "NY-CARD-10",
    "NY-TURN-05",
    on=(Shift, Grab, Boom),
)
def an_action_card_can_be_used(before: State, action: Shift | Grab | Boom, after: State) -> Told:
    """Who uses an action card has it, and what it needs is there."""
    setup, seat = before.setup, before.seat
    wrong: list[str | tuple[str, str]] = []
    if not before.cards[seat] & _CARD_OF[type(action)]:
        wrong.append(f"{setup.seats[seat]} has used that card before")
    cards = sum(map(sum, before.pile))
    if isinstance(action, Shift):
        least = setup.edition.market if setup.rulings.short_pile == "not_playable" else 1
        if cards < least:
            wrong.append(("NY-CARD-03", f"{cards} cards were in the pile"))
    if isinstance(action, Grab) and before.phase is _BUILD and setup.rulings.grab_moment == "first":
        wrong.append(("NY-CARD-10", "Land Grab was used after a lot had been acquired"))
    if isinstance(action, Grab):
        small = [count for name, count in zip(setup.board.cards, before.market, strict=True) if name.endswith("-2")]
        if not cards or not any(small) or idle_workers(before, seat) < 1:
            wrong.append(("NY-CARD-04", f"{cards} cards in the pile, {idle_workers(before, seat)} workers, {small}"))
    if isinstance(action, Boom) and before.ending is not None and before.ending.seat == seat:
        wrong.append(("NY-CARD-08", "the first building has brought about the end"))
    return wrong


@_law("NY-CARD-09", "NY-CARD-07", "NY-CARD-05", on=(End, Build, Boom))
def what_must_be_done_first_is_done(before: State, action: End | Build | Boom, after: State) -> Told:
    """Where the second lot is compulsory it is not lost while it can be acquired; and what Construction Boom is for is built,
    unless it may be wasted.
    """
    setup, seat = before.setup, before.seat
    if isinstance(action, End) and before.phase is _BOOM and setup.rulings.empty_boom == "not_playable":
        return [("NY-CARD-07", "Construction Boom was used, and nothing was built with it")]
    if setup.rulings.second_lot == "optional" or not before.grab:
        return ()
    small = [count for name, count in zip(setup.board.cards, before.market, strict=True) if name.endswith("-2")]
    loses = not isinstance(action, Build) or setup.rulings.land_grab == "before_building"
    if loses and any(small) and idle_workers(before, seat) > 0:
        return [f"{setup.seats[seat]} has lost a second lot"]
    return ()


@_law("NY-BOX-05", "NY-BOX-03", "NY-SETUP-04", "NY-TURN-07", "NY-SETUP-02", on=(Deal,))
def a_card_is_dealt_from_the_top(before: State, action: Deal, after: State) -> Told:
    """A card of the top layer comes into the market; what lies deeper stays where it is."""
    setup = before.setup
    card = setup.board.cards.index(action.card)
    if not before.pile or not before.pile[0][card]:
        return [f"{action.card} does not lie on top of the pile"]
    top = _changed(before.pile[0], card, -1)
    market, pile = _changed(before.market, card, 1), ((top,) if any(top) else ()) + before.pile[1:]
    cards = sum(market) + sum(map(sum, pile))
    lots = sum(owned.bit_count() for owned in before.lots)
    if before.phase is _OPEN and sum(market) == setup.edition.market and cards + lots > setup.in_play.bit_count():
        # Now the starting cards are taken, from the market if they lie there.
        for seat in range(len(setup.seats)):
            start = _card(before, setup.board.lots[before.lots[seat].bit_length() - 1])
            if market[start]:
                market = _changed(market, start, -1)
            else:
                pile = (_changed(pile[0], start, -1), *pile[1:])
        pile = tuple(layer for layer in pile if any(layer))
    if (after.market, after.pile) != (market, pile):
        return [f"market and pile are {after.market!r} and {after.pile!r}, not {market!r} and {pile!r}"]
    return ()


@_law("NY-CARD-02", "NY-BOX-05", on=(Shift,))
def the_market_goes_under_the_pile(before: State, action: Shift, after: State) -> Told:
    """Its cards are a layer of their own below all others: in which order they lie nobody knows."""
    if any(after.market) or after.pile != (*before.pile, before.market):
        return [f"market and pile are {after.market!r} and {after.pile!r} after a Market Shift"]
    return ()


@_law("NY-TURN-07", "NY-BOX-03", on=(Grab, Build, Rebuild, Boom, End), about=("market", "pile", "lots"))
def land_stays(before: State, action: Action, after: State) -> Told:
    """Land cards and lots change hands by nothing but acquiring and giving back."""
    if (before.market, before.pile, before.lots) != (after.market, after.pile, after.lots):
        return ["a land card or a lot has moved"]
    return ()


# --- lots


@_law("NY-LAND-03", "NY-LAND-01", "NY-LAND-02", "NY-LAND-04", "NY-CARD-04", "NY-BOX-02", "NY-BOX-03", on=(Acquire,))
def a_lot_is_acquired(before: State, action: Acquire, after: State) -> Told:
    """A card of the lot's district and size leaves the market; the lot, which was free, is the player's, with a worker on it."""
    setup, seat = before.setup, before.seat
    lot, card = _lot(before, action.lot), _card(before, action.lot)
    wrong: list[str | tuple[str, str]] = []
    if any(lots >> lot & 1 for lots in before.lots):
        wrong.append(("NY-LAND-02", f"{action.lot} was not free"))
    if not before.market[card]:
        return [("NY-LAND-01", f"no card for {action.lot} was in the market"), *wrong]
    if idle_workers(before, seat) < 1:
        wrong.append(("NY-LAND-04", f"{setup.seats[seat]} had no free worker"))
    if before.phase is not _TURN and setup.board.cards[card].endswith("-3"):
        wrong.append(("NY-CARD-04", f"{action.lot} has three cells"))
    lots = [*before.lots]
    lots[seat] |= 1 << lot
    if [*after.lots] != lots or after.market != _changed(before.market, card, -1) or after.pile != before.pile:
        wrong.append(f"not just {action.lot} and its card have gone to {setup.seats[seat]}")
    return wrong


@_law("NY-TURN-06", "NY-TURN-05", "NY-BOX-02", "NY-BOX-05", on=(Give,))
def a_lot_is_given_back(before: State, action: Give, after: State) -> Told:
    """A lot without a building goes back, by a player without a free worker, and its card lies below the pile."""
    setup, seat = before.setup, before.seat
    lot, card = _lot(before, action.lot), _card(before, action.lot)
    wrong: list[str | tuple[str, str]] = []
    if not bare_lots(before.lots[seat], buildings(before, seat)) >> lot & 1 or idle_workers(before, seat) > 0:
        wrong.append(("NY-TURN-05", f"{setup.seats[seat]} may not give back {action.lot}"))
    lots = [*before.lots]
    lots[seat] &= ~(1 << lot)
    pile = (*before.pile, _changed(bytes(len(before.market)), card, 1))
    if [*after.lots] != lots or (after.market, after.pile) != (before.market, pile):
        wrong.append(f"not just {action.lot} and its card have gone back")
    return wrong


# --- buildings


@_law(
    "NY-BUILD-04", "NY-BUILD-01", "NY-BUILD-02", "NY-BUILD-03", "NY-BUILD-07", "NY-BUILD-08", "NY-TECH-01", "NY-TECH-02",
    "NY-REBUILD-01", "NY-REBUILD-02", "NY-REBUILD-03", "NY-REBUILD-04", "NY-BOX-01", "NY-BOX-02", "NY-TURN-03",
    "NY-TURN-04", "NY-BUILD-05", on=(Build, Rebuild),
)  # fmt: skip
def a_building_is_built(before: State, action: Build | Rebuild, after: State) -> Told:
    """A tile that lies ready, of a technology that is open, stands on lots of its owner then, with a side on a street or park.
    Building covers nothing; rebuilding replaces older buildings, at least one, and leaves a worker for every bare lot.
    """
    setup, seat = before.setup, before.seat
    new, old = _new(before, action), buildings(before, seat)
    under = [one for one in old if one.cells & new.cells]
    wrong: list[str | tuple[str, str]] = []
    if isinstance(action, Build):
        if under:
            wrong.append(f"{len(under)} buildings were demolished by building")
        if before.phase is _TURN and idle_workers(before, seat) > 0:
            wrong.append(("NY-TURN-03", f"{setup.seats[seat]} has built before acquiring a lot"))
    else:
        if not under:
            wrong.append(("NY-REBUILD-01", "nothing was demolished"))
        elif setup.rulings.demolished == "adjacent_only" and not adjoin(under):
            wrong.append(("NY-REBUILD-01", "buildings were demolished that do not adjoin each other"))
        for one in under:
            if one.technology >= new.technology or one.technology == 3:
                rule = "NY-REBUILD-03" if one.technology == 3 else "NY-REBUILD-02"
                wrong.append((rule, f"{setup.edition.tiles[one.tile].id} was demolished for {action.tile}"))
    kept = [one for one in old if one not in under]
    bare = bare_lots(before.lots[seat], [*kept, new]).bit_count()
    if bare > setup.edition.workers:
        wrong.append(("NY-REBUILD-04", f"{bare} lots are bare, and there are {setup.edition.workers} workers"))
    if new.lots & ~before.lots[seat]:
        wrong.append(("NY-BUILD-01", f"{action.tile} stands on lots of others"))
    if not new.fronts:
        wrong.append(("NY-BUILD-03", f"{action.tile} has no side on a street or a park"))
    if new.spans and setup.rulings.street_spanning == "never":
        wrong.append(("NY-BUILD-08", f"{action.tile} reaches over a street"))
    if new.mirrored and setup.rulings.mirrored == "rotated_only":
        wrong.append(("NY-BUILD-02", f"{action.tile} was turned over"))
    placed = [*before.placed]
    placed[seat] = tuple(sorted([*(one.number for one in kept), new.number]))
    if [*after.placed] != placed:
        wrong.append(("NY-REBUILD-01", f"buildings went from {before.placed} to {after.placed}"))
    return wrong + _wrong_tile(before, action, after, new)


def _wrong_tile(before: State, action: Build | Rebuild, after: State, new: Placement) -> list[str | tuple[str, str]]:
    """What is wrong about the tile that was built."""
    setup, seat = before.setup, before.seat
    wrong: list[str | tuple[str, str]] = []
    if new.technology > before.level:
        wrong.append(("NY-TECH-01", f"{action.tile} was built with {before.points[seat]} points"))
    left, legends = [*before.left], before.legends
    if new.height:
        if not legends >> new.tile & 1 or any(one.height for one in buildings(before, seat)):
            wrong.append(("NY-TECH-02", f"{setup.seats[seat]} may not build {action.tile}"))
        legends &= ~(1 << new.tile)
    else:
        if not left[seat] >> new.tile & 1:
            wrong.append(("NY-BUILD-07", f"{setup.seats[seat]} has not got {action.tile}"))
        left[seat] &= ~(1 << new.tile)
    if ([*after.left], after.legends) != (left, legends):
        wrong.append(("NY-BOX-01", f"not just {action.tile} has left the tiles that lie ready"))
    return wrong


@_law("NY-BUILD-06", "NY-REBUILD-05", "NY-CHALLENGE-04")
def points_are_scored_by_building(before: State, action: Action, after: State) -> Told:
    """Who builds scores the points of the tile, and with Gold Prestige those for older neighbours; nobody ever loses any."""
    points = [*before.points]
    rule = "NY-BUILD-06"
    if isinstance(action, Build | Rebuild):
        new = _new(before, action)
        extra = prestige(before, before.seat, new)
        points[before.seat] += new.points + extra
        rule = "NY-CHALLENGE-04" if extra else "NY-REBUILD-05" if isinstance(action, Rebuild) else rule
    if [*after.points] != points:
        return [(rule, f"points went from {before.points} to {after.points}, not {tuple(points)}")]
    return ()


@_law(
    "NY-BUILD-04", "NY-BOX-01", on=(Deal, Shift, Grab, Acquire, Boom, Give, End), about=("placed", "left", "legends"),
)  # fmt: skip
def buildings_stay(before: State, action: Action, after: State) -> Told:
    """Nothing but building and rebuilding changes what stands on the board and which tiles lie ready."""
    if (before.placed, before.left, before.legends) != (after.placed, after.left, after.legends):
        return ["a building or a tile has moved"]
    return ()


@_law("NY-LAND-03", "NY-LAND-02", on=(Deal, Shift), about=("lots",))
def lots_stay(before: State, action: Action, after: State) -> Told:
    """Cards that are dealt give nobody a lot."""
    return ["a lot has changed hands"] if before.lots != after.lots else ()
