"""Laws that hold from every state to the next.

A second telling of what each action does, from the rulebook and the edition, beside the code that plays.
"""

from __future__ import annotations

from operator import attrgetter, sub
from typing import Any, Final

from towerup.kernel import counts
from towerup.kernel.counts import FIELD, WIDTH
from towerup.kernel.invariants import Told, TransitionLaws

from .actions import Action, Back, Deal, Decline, Found, Place, Reveal, Take
from .cards import Kind
from .retelling import roofs_on_top
from .setup import ANY_COLOUR, Setup
from .state import (
    ANOTHER,
    COLOUR,
    EXTRA,
    FLOORS,
    MOST_FLOORS,
    ROOF_BITS,
    ROOFS,
    Cause,
    Ending,
    Phase,
    Player,
    State,
    floors_of,
)

TRANSITION_LAWS: TransitionLaws[State, Action] = TransitionLaws()
"""What holds across every step: `law.broken_by(before, action, after)` finds each breach."""

_law = TRANSITION_LAWS.law

_DEAL, _REVEAL_START, _PLACE, _TURN, _REVEAL, _BACK, _OVER = Phase
_ALL_BUT_DEAL = (Reveal, Place, Take, Back, Found, Decline)


def _named(setup: Setup, packed: int) -> str:
    """Floors by colour, in words."""
    held = zip(setup.edition.colours, counts.unpack(packed, setup.colours), strict=True)
    return ", ".join(f"{count} {colour}" for colour, count in held if count) or "nothing"


def _packed(setup: Setup, floors: tuple[str, ...]) -> int:
    """Floors told by colour, counted."""
    colours = setup.edition.colours
    packed = 0
    for colour in floors:
        packed += 1 << (WIDTH * colours.index(colour))
    return packed


def _kind(setup: Setup, card: str) -> Kind:
    edition = setup.edition
    return edition.kinds[edition.kind_numbers[card]]


# --- setup


@_law("TU-SETUP-08", "TU-SETUP-07", on=(Deal,))
def a_deal_only_names_objectives(before: State, action: Deal, after: State) -> Told:
    """Dealing chooses the objectives and changes nothing else."""
    old, new = before.setup, after.setup
    wrong: list[str | tuple[str, str]] = []
    if sorted(new.objectives) != sorted(action.objectives):
        wrong.append(f"{', '.join(new.objectives)} are in play")
    if (new.edition, new.seats, new.starting_floors, new.rulings) != (
        old.edition,
        old.seats,
        old.starting_floors,
        old.rulings,
    ):
        wrong.append("the rest of the setup has changed")
    if _rest_of_the_table(before) != _rest_of_the_table(after):
        wrong.append(("TU-SETUP-07", "something on the table has changed"))
    return wrong


_TABLE = attrgetter("seat", "run", "towers", "container", "market", "pile", "discards", "ending", "starting")


def _rest_of_the_table(state: State) -> tuple[Any, ...]:
    """All that dealing leaves alone."""
    players = [(one.stock, one.vehicles, one.roofs, any(one.chips), one.cone) for one in state.players]
    return (*_TABLE(state), players)


@_law("TU-SETUP-08", "TU-SETUP-03", on=_ALL_BUT_DEAL, about=("setup", "starting"))
def the_setup_stays(before: State, action: Action, after: State) -> Told:
    """Once the objectives are dealt, what was agreed for the game stays; once play has begun, no starting floors come."""
    if before.setup != after.setup:
        return ["the setup has changed"]
    if before.phase >= _TURN and before.starting != after.starting:
        return [("TU-SETUP-03", "the starting floors to be placed have changed in play")]
    return ()


@_law("TU-SETUP-03", "TU-SETUP-02", "TU-SETUP-11", "TU-SETUP-12", on=(Reveal,))
def cards_revealed_in_setup(before: State, action: Reveal, after: State) -> Told:
    """A card revealed in setup joins the market while that has room, and its bottom is a starting floor to place. After the
    last of them all cards that are not in the market are in the pile again.
    """
    if before.phase is not _REVEAL_START:
        return ()
    setup, edition = before.setup, before.setup.edition
    if action.card not in edition.card_numbers:
        return [f"{action.card} is no card with a bottom"]
    kind, bottom = action.card.split("/")
    shown = ANY_COLOUR if bottom == "any" else edition.colours.index(bottom)
    wrong: list[str | tuple[str, str]] = []
    if len(before.market) < edition.market:
        if after.market != tuple(sorted((*before.market, edition.kind_numbers[kind]))):
            wrong.append(("TU-SETUP-02", f"{kind} did not come into the market"))
    elif after.market != before.market:
        wrong.append(("TU-SETUP-02", "the market was full and has changed"))
    revealed = (*before.starting, shown)
    if len(revealed) < setup.starting_floors:
        if after.starting != revealed or after.phase is not _REVEAL_START:
            wrong.append("the next card for a starting floor is not asked for")
        left = [*before.pile]
        left[edition.card_numbers[action.card]] -= 1
        if [*after.pile] != left:
            wrong.append(("TU-SETUP-02", f"the pile did not lose just {action.card}"))
    else:
        passed = len(revealed) - len(after.starting)
        if revealed[passed:] != after.starting:
            wrong.append("the starting floors to be placed are not those revealed")
        elif _left_out(after, revealed[:passed]):
            wrong.append(("TU-SETUP-12", "a starting floor that has a legal site was left out"))
        unseen = [boxed - after.market.count(kind) for kind, boxed in enumerate(edition.cards_of_kind)]
        if [*after.pile] != unseen:
            wrong.append(("TU-SETUP-11", "not all cards but the market went back into the pile"))
        if after.phase is not (_PLACE if after.starting else _TURN):
            wrong.append(f"{after.phase.name} comes with {len(after.starting)} starting floors to place")
    if after.discards != before.discards:
        wrong.append(("TU-SETUP-02", "a card was discarded"))
    return wrong


@_law("TU-SETUP-03", "TU-SETUP-04", "TU-SETUP-05", "TU-SETUP-12", "TU-SETUP-13", on=(Place,))
def starting_floors_placed(before: State, action: Place, after: State) -> Told:
    """A starting floor is the next one's colour, on an empty site; it costs nobody anything, and nothing else moves. Those
    without a legal site are passed over.
    """
    setup = before.setup
    site, colour = setup.board.index[action.site], setup.edition.colours.index(action.colour)
    wrong: list[str | tuple[str, str]] = []
    if before.starting[:1] not in ((colour,), (ANY_COLOUR,)):
        wrong.append(f"{action.colour} is not the next colour")
    towers = list(before.towers)
    if towers[site]:
        wrong.append(("TU-SETUP-05", f"{action.site} was not empty"))
    towers[site] = after.towers[site]
    if tuple(towers) != after.towers or floors_of(towers[site]) != 1 or towers[site] >> ROOFS:
        wrong.append(("TU-SETUP-05", "more than one floor was placed"))
    if (towers[site] & COLOUR) - 1 != colour:
        wrong.append(f"the floor on {action.site} is not {action.colour}")
    if before.players != after.players:
        wrong.append(("TU-SETUP-05", "something before a player has changed"))
    if after.container != before.container - (1 << (WIDTH * colour)) or not counts.count(before.container, colour):
        wrong.append(("TU-SETUP-05", "the floor did not come out of the container"))
    passed = before.starting[1 : len(before.starting) - len(after.starting)]
    if before.starting[1 + len(passed) :] != after.starting:
        wrong.append("the rest of the starting floors has changed")
    if _left_out(after, passed):
        wrong.append(("TU-SETUP-12", "a starting floor that has a legal site was left out"))
    if after.phase is not (_PLACE if after.starting else _TURN):
        wrong.append("play begins too early or too late")
    return wrong


def _left_out(state: State, passed: tuple[int, ...]) -> bool:
    """Whether one of these starting floors could have been placed."""
    return any(_may_stand(state, site, wanted) for wanted in passed for site in range(len(state.towers)))


def _may_stand(state: State, site: int, wanted: int) -> bool:
    towers = state.towers
    around = {towers[neighbour] & COLOUR for neighbour in state.setup.neighbours[site]}
    colours = range(state.setup.colours) if wanted == ANY_COLOUR else (wanted,)
    return not towers[site] and any(
        colour + 1 not in around and counts.count(state.container, colour) for colour in colours
    )


# --- turns

_COURSE: Final[dict[tuple[Phase, type[Any]], tuple[Phase, ...]]] = {
    (_DEAL, Deal): (_REVEAL_START,),
    (_REVEAL_START, Reveal): (_REVEAL_START, _PLACE, _TURN),
    (_PLACE, Place): (_PLACE, _TURN),
    (_TURN, Take): (_REVEAL,),
    (_TURN, Found): (_TURN, _BACK, _OVER),
    (_TURN, Decline): (_TURN, _BACK, _OVER),
    (_REVEAL, Reveal): (_TURN, _BACK, _OVER),
    (_BACK, Back): (_TURN, _OVER),
}
"""What an action can lead to, by what was wanted."""


@_law("TU-TURN-05", "TU-TURN-02", "TU-TAKE-05", "TU-STOCK-03")
def the_course_of_a_turn(before: State, action: Action, after: State) -> Told:
    """Only what is wanted is done: an action of its kind, and what comes next is what can come of it."""
    course = _COURSE.get((before.phase, type(action)), ())
    if after.phase in course:
        return ()
    kind = type(action).__name__
    if not course:
        return [("TU-TURN-02", f"{kind} was done when {before.phase.name} was wanted")]
    rule = "TU-STOCK-03" if after.phase is _BACK else "TU-TAKE-05" if type(action) is Take else "TU-TURN-05"
    return [(rule, f"{after.phase.name} comes after {kind} when {before.phase.name} was wanted")]


@_law("TU-TURN-01", "TU-TURN-02", "TU-SETUP-14")
def turns_pass_clockwise(before: State, action: Action, after: State) -> Told:
    """The first player begins. The turn passes to the left when it is over and stays where it is otherwise."""
    if before.phase < _TURN:
        return [("TU-SETUP-14", "the first player does not begin")] if after.seat != 0 else ()
    wanted = before.seat
    if after.phase is _TURN and not after.run & EXTRA:
        wanted = (wanted + 1) % len(before.players)
    if after.seat != wanted:
        return [f"the turn went from {before.setup.seats[before.seat]} to seat {after.seat}"]
    return ()


@_law("TU-STOCK-03", "TU-TURN-05", on=(Found, Reveal, Back, Decline))
def floors_are_put_back_in_time(before: State, action: Action, after: State) -> Told:
    """At the end of a turn floors are put back if there are too many, and only then."""
    if before.phase < _TURN:
        return ()
    setup = before.setup
    held = after.players[before.seat].stock % FIELD
    too_many = held > setup.edition.stock_limit and (
        setup.rulings.stock_limit == "every_turn" or not _another_turn_earned(before, action, after)
    )
    if (after.phase is _BACK) != too_many:
        return [f"{setup.seats[before.seat]} has {held} floors, and {after.phase.name} comes next"]
    return ()


@_law(
    "TU-FOUND-01", "TU-FOUND-02", "TU-FOUND-05", "TU-ROOF-01", "TU-ROOF-03", "TU-TURN-04", "TU-BOX-04",
    on=(Found,),
)  # fmt: skip
def what_founding_builds(before: State, action: Found, after: State) -> Told:
    """A founding puts one floor on an empty site, one on every building joined to it by a road (there is at least one),
    and one roof on one of these; every older floor and roof stays.
    """
    setup, own = before.setup, before.seat + 1
    index = setup.board.index
    old, new = before.towers, after.towers
    site, roofed = index[action.site], index[action.roof]
    placed = [site, *[neighbour for neighbour in setup.neighbours[site] if old[neighbour]]]
    wrong: list[str | tuple[str, str]] = []
    if old[site]:
        wrong.append(f"{action.site} was not empty")
    if len(placed) == 1:
        wrong.append(("TU-FOUND-02", f"{action.site} touches no older building"))
    if roofed not in placed:
        wrong.append(("TU-ROOF-01", f"no floor was placed on {action.roof}"))
    wanted = [*old]
    wanted[site] = setup.edition.colours.index(action.colour) + 1
    for number in placed:
        wanted[number] += 1 << FLOORS
    wanted[roofed] += own << (ROOFS + ROOF_BITS * (((wanted[roofed] >> FLOORS) & MOST_FLOORS) - 1))
    if tuple(wanted) != new:
        wrong += [
            (_rule_of_wrong_building(was, now, should), f"the building on {name} is not what the founding makes of it")
            for name, was, now, should in zip(setup.board.names, old, new, wanted, strict=True)
            if now != should
        ]
    return wrong


def _rule_of_wrong_building(was: int, now: int, wanted: int) -> str:
    """What is wrong about a building after a founding: its floors, its colour, an older roof, or the roof just placed."""
    if (was & COLOUR and was & COLOUR != now & COLOUR) or floors_of(now) != floors_of(wanted):
        return "TU-FOUND-05"
    if now & COLOUR != wanted & COLOUR:
        return "TU-FOUND-01"
    older = (1 << (ROOF_BITS * floors_of(was))) - 1
    return "TU-ROOF-03" if (now >> ROOFS) & older != (was >> ROOFS) & older else "TU-ROOF-01"


@_law("TU-TURN-04", "TU-BOX-02", on=(Deal, Reveal, Take, Back, Decline), about=("towers",))
def only_foundings_build(before: State, action: Action, after: State) -> Told:
    """Nothing but a founding, or a starting floor, changes the board."""
    return ["the board has changed without a founding"] if before.towers != after.towers else ()


@_law("TU-FOUND-05", "TU-FOUND-04", "TU-FOUND-06", "TU-FOUND-07", on=(Found,))
def what_founding_costs(before: State, action: Found, after: State) -> Told:
    """A founding costs the new floor, a floor of its colour for each neighbouring building, and a roof, all the founder's."""
    setup, seat, towers = before.setup, before.seat, before.towers
    old, new = before.players[seat], after.players[seat]
    price = 1 << (WIDTH * setup.edition.colours.index(action.colour))
    for neighbour in setup.neighbours[setup.board.index[action.site]]:
        if towers[neighbour]:
            price += 1 << (WIDTH * ((towers[neighbour] & COLOUR) - 1))
    wrong: list[str | tuple[str, str]] = []
    if old.stock - new.stock != price:
        now, then = _named(setup, new.stock), _named(setup, old.stock)
        wrong.append(f"the stock was {then} and is {now}, the price is {_named(setup, price)}")
    elif not counts.covers(old.stock, price, setup.guard):
        wrong.append(("TU-FOUND-06", f"{_named(setup, price)} was paid out of {_named(setup, old.stock)}"))
    if new.roofs != old.roofs - 1 or old.roofs < 1:
        wrong.append(("TU-FOUND-07", f"roofs in hand went from {old.roofs} to {new.roofs}"))
    if before.container != after.container:
        wrong.append(("TU-FOUND-04", "the container has changed"))
    return wrong


@_law("TU-TAKE-02", "TU-TAKE-01", "TU-TAKE-03", "TU-TAKE-08", "TU-TAKE-09", on=(Take,))
def what_a_card_gives(before: State, action: Take, after: State) -> Told:
    """A card gives its printed floors as far as there are any, then as many freely chosen floors as it has multicolour
    ones and printed ones that were lacking, as far as there are any (replacements may be declined under that ruling).
    """
    setup, seat, container = before.setup, before.seat, before.container
    guard, number = setup.guard, setup.edition.kind_numbers[action.card]
    kind = setup.edition.kinds[number]
    wrong: list[str | tuple[str, str]] = []
    if number not in before.market:
        wrong.append(("TU-TAKE-01", f"{action.card} was not in the market"))
    given = kind.printed
    if ((container | guard) - given) & guard != guard:
        given = counts.pack(map(min, counts.unpack(given, setup.colours), counts.unpack(container, setup.colours)))
    left = container - given
    lacking = counts.total(kind.printed) - counts.total(given) if given != kind.printed else 0
    chosen = _packed(setup, action.floors) if action.floors else 0
    number_chosen = len(action.floors)
    if ((left | guard) - chosen) & guard != guard:
        wrong.append(("TU-TAKE-09", f"{', '.join(action.floors)} were not all there to be chosen"))
    most = min(kind.wild + lacking, left % FIELD)
    if number_chosen != most:
        least = min(kind.wild, left % FIELD) if setup.rulings.replacement == "may_decline" else most
        if not least <= number_chosen <= most:
            rule = "TU-TAKE-08" if lacking else "TU-TAKE-03"
            wrong.append((rule, f"{number_chosen} floors were chosen, not {least} to {most}"))
    if after.players[seat].stock != before.players[seat].stock + given + chosen:
        stock = _named(setup, after.players[seat].stock)
        wrong.append(f"the stock is {stock}, after {_named(setup, given + chosen)} came to it")
    if after.container != left - chosen:
        wrong.append("the container did not give what the stock gained")
    return wrong


@_law("TU-TAKE-05", "TU-TAKE-06", "TU-TAKE-07", "TU-BOX-03", on=(Take, Reveal))
def where_cards_go(before: State, action: Take | Reveal, after: State) -> Told:
    """A card taken goes from the market to the discards, a card revealed from the pile to the market; an empty pile is made
    of the discards only when a card is wanted.
    """
    if before.phase < _TURN:
        return ()
    market, pile, discards = before.market, before.pile, before.discards
    kind = before.setup.edition.kind_numbers.get(action.card)
    if kind is None:
        return [f"{action.card} is no kind of card"]
    if type(action) is Take:
        if kind not in market:
            return ()  # another law's business
        place = market.index(kind)
        market = market[:place] + market[place + 1 :]
        discards = discards[:kind] + bytes((discards[kind] + 1,)) + discards[kind + 1 :]
        if not any(pile):
            pile, discards = discards, pile
    else:
        if not pile[kind]:
            return [f"{action.card} was revealed, but none was in the pile"]
        market = tuple(sorted((*market, kind)))
        pile = pile[:kind] + bytes((pile[kind] - 1,)) + pile[kind + 1 :]
    if market == after.market and pile == after.pile and discards == after.discards:
        return ()
    if market == after.market and type(action) is Take:
        return [("TU-TAKE-06", "pile and discards are not what taking this card makes of them")]
    return ["market, pile and discards are not what this action makes of them"]


@_law("TU-BOX-03", "TU-TAKE-06", on=(Place, Back, Found, Decline), about=("market", "pile", "discards"))
def cards_stay_otherwise(before: State, action: Action, after: State) -> Told:
    """Nothing but taking and revealing moves a card."""
    if (before.market, before.pile, before.discards) != (after.market, after.pile, after.discards):
        return ["a card has moved"]
    return ()


@_law("TU-STOCK-02", on=(Back,))
def what_is_put_back(before: State, action: Back, after: State) -> Told:
    """Floors put back go from one's own stock into the container, until the stock is just at the limit."""
    setup, seat = before.setup, before.seat
    floors = _packed(setup, action.floors)
    old, new = before.players[seat].stock, after.players[seat].stock
    wrong: list[str] = []
    if old - new != floors or not counts.covers(old, floors, setup.guard):
        wrong.append("the stock did not lose what was put back")
    if after.container - before.container != floors:
        wrong.append("the container did not gain what was put back")
    if counts.total(new) != setup.edition.stock_limit:
        wrong.append(f"{counts.total(new)} floors are left in stock")
    return wrong


@_law("TU-BOX-01", "TU-STOCK-02", on=(Reveal, Decline), about=("players.stock", "container"))
def floors_stay_where_they_are(before: State, action: Action, after: State) -> Told:
    """Neither a card revealed nor an extra turn declined moves a floor."""
    for old, new in zip(before.players, after.players, strict=True):
        if old is not new and old.stock != new.stock:
            return ["a stock has changed"]
    return ["the container has changed"] if before.container != after.container else ()


# --- vehicles and stars


@_law("TU-MOVE-01", "TU-MOVE-02", "TU-MOVE-03", "TU-TAKE-04", on=(Found, Take))
def vehicles_move_as_they_should(before: State, action: Found | Take, after: State) -> Told:
    """A founding moves the vehicle of the roofed building's colour by that building's floors; a card moves those it shows, a
    step for each; the end of the track stops them.
    """
    setup, seat = before.setup, before.seat
    old, new = before.players[seat].vehicles, after.players[seat].vehicles
    end = len(setup.edition.worth) - 1
    if isinstance(action, Found):
        tower = after.towers[setup.board.index[action.roof]]
        moved = (tower & COLOUR) - 1
        wanted = (*old[:moved], min(old[moved] + floors_of(tower), end), *old[moved + 1 :])
        rule = "TU-MOVE-01"
    else:
        steps = _kind(setup, action.card).vehicles
        if old is new and not any(steps):
            return ()
        wanted = tuple([min(here + more, end) for here, more in zip(old, steps, strict=True)])
        rule = "TU-TAKE-04"
    if new == wanted:
        return ()
    if min(map(sub, new, old)) < 0:
        rule = "TU-MOVE-03"
    elif max(new) > end:
        rule = "TU-MOVE-02"
    return [(rule, f"vehicles went from {old} to {new}, not {wanted}")]


@_law("TU-MOVE-03", on=(Deal, Reveal, Place, Back, Decline), about=("players.vehicles",))
def vehicles_stay_otherwise(before: State, action: Action, after: State) -> Told:
    """Nothing but a founding or a card moves a vehicle, and only that of the one whose turn it is."""
    for old, new in zip(before.players, after.players, strict=True):
        if old.vehicles is not new.vehicles and old.vehicles != new.vehicles:
            return [f"vehicles went from {old.vehicles} to {new.vehicles}"]
    return ()


def _columns(setup: Setup, player: Player) -> int:
    """How many star columns all vehicles of a player have reached."""
    hindmost = min(player.vehicles)
    return len([star for star in setup.edition.stars if star <= hindmost])


def _another_turn_earned(before: State, action: Action, after: State) -> bool:
    """Whether another turn was waiting, or has been earned by this action."""
    if type(action) is Decline:
        return False
    if before.run & ANOTHER:
        return True
    old, new = before.players[before.seat], after.players[before.seat]
    if old.vehicles is new.vehicles or min(old.vehicles) == min(new.vehicles):
        return False
    return _columns(before.setup, new) > _columns(before.setup, old)


@_law("TU-STAR-01", "TU-STAR-02", "TU-STAR-03", "TU-STAR-04", "TU-STAR-05", "TU-STAR-06")
def an_extra_turn_exactly_when_earned(before: State, action: Action, after: State) -> Told:
    """One more turn follows exactly if the number of star columns that all vehicles have reached grew, by however many."""
    if before.phase < _TURN:
        return ["an extra turn is marked before the first turn"] if after.run else ()
    earned = _another_turn_earned(before, action, after)
    run, phase = after.run, after.phase
    if phase is _REVEAL or phase is _BACK:
        if run == (before.run & EXTRA | ANOTHER if earned else before.run & EXTRA):
            return ()
        if bool(run & ANOTHER) != earned:
            return ["another turn is marked wrongly"]
        return [("TU-STAR-04", "whether this turn is an extra one has changed")]
    if run != (EXTRA if earned else 0):
        return [f"an extra turn was {'' if earned else 'not '}earned, and phase {phase.name} comes with run {run}"]
    if earned and (phase is not _TURN or after.seat != before.seat):
        return ["the extra turn does not follow at once"]
    return ()


@_law("TU-STAR-05", on=(Decline,))
def extra_turns_are_declined_only_where_they_may_be(before: State, action: Decline, after: State) -> Told:
    """An extra turn is declined only if it is one, and only under the ruling that lets it be declined."""
    if not before.run & EXTRA:
        return ["a turn was declined that is no extra turn"]
    if before.setup.rulings.extra_turn != "optional":
        return ["an extra turn was declined, but it must be played"]
    return ()


# --- objectives


@_law("TU-GOAL-01", "TU-GOAL-02", "TU-GOAL-03", on=_ALL_BUT_DEAL, about=("players.chips",))
def chips_are_kept(before: State, action: Action, after: State) -> Told:
    """A chip once taken is kept; only a founding brings one, to the founder, and it is the highest that was left."""
    wrong: list[str | tuple[str, str]] = []
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if old.chips is not new.chips and old.chips != new.chips:
            wrong += _wrong_chips(before, action, seat, new.chips)
    return wrong


def _wrong_chips(before: State, action: Action, seat: int, now: tuple[int, ...]) -> list[tuple[str, str]]:
    setup = before.setup
    highest = sorted(setup.edition.chips[len(before.players)], reverse=True)
    if len(now) != len(setup.objectives):
        return [("TU-GOAL-03", f"{setup.seats[seat]} has {len(now)} places for chips")]
    wrong: list[tuple[str, str]] = []
    for number, (had, has) in enumerate(zip(before.players[seat].chips, now, strict=True)):
        if had == has:
            continue
        out = sum(1 for player in before.players if player.chips[number])
        told = f"the chip of {setup.objectives[number]} of {setup.seats[seat]} went from {had} to {has}"
        if had:
            wrong.append(("TU-GOAL-03", told))
        elif type(action) is not Found or seat != before.seat:
            wrong.append(("TU-GOAL-01", told))
        elif has != highest[out]:
            wrong.append(("TU-GOAL-02", told))
    return wrong


# --- the end


@_law("TU-END-01", "TU-END-04", "TU-END-09", on=(Found, Take))
def what_brings_the_end(before: State, action: Found | Take, after: State) -> Told:
    """The end is brought about by a last roof, or by a card that could not be had as printed; the first of them decides."""
    wanted = before.ending
    rule = "TU-END-09"
    if isinstance(action, Found):
        if wanted is None and not after.players[before.seat].roofs:
            wanted, rule = Ending(Cause.LAST_ROOF, before.seat), "TU-END-01"
    elif _was_short(before, action.card):
        if wanted is None:
            wanted, rule = Ending(Cause.SHORTAGE, before.seat), "TU-END-04"
        elif wanted.cause is Cause.LAST_ROOF and before.setup.rulings.second_trigger == "shortage_adds_turn":
            wanted = Ending(Cause.BOTH, wanted.seat)
    if after.ending is wanted or after.ending == wanted:
        return ()
    if wanted is None and after.ending is not None:
        rule = "TU-END-04" if after.ending.cause is Cause.SHORTAGE else "TU-END-01"
    return [(rule, f"the end is marked as {after.ending}, not {wanted}")]


@_law("TU-END-01", "TU-END-09", on=(Deal, Reveal, Place, Back, Decline), about=("ending",))
def nothing_else_brings_the_end(before: State, action: Action, after: State) -> Told:
    """Only a founding or a card taken can bring the end about; and a cause once there stays."""
    if before.ending != after.ending:
        return [
            (
                "TU-END-09" if before.ending else "TU-END-01",
                f"the end was marked as {before.ending}, and is as {after.ending}",
            )
        ]
    return ()


def _was_short(before: State, card: str) -> bool:
    """Whether the container lacked a floor that the card shows."""
    setup, container = before.setup, before.container
    kind = _kind(setup, card)
    guard = setup.guard
    if ((container | guard) - kind.printed) & guard != guard:
        return True
    short_of_any = container % FIELD < kind.printed % FIELD + kind.wild
    return short_of_any and setup.rulings.empty_container == "shortage"


@_law("TU-END-02", "TU-END-03", "TU-END-05", "TU-END-07", "TU-END-10", on=(Reveal, Back, Found, Decline))
def cones_are_set_in_time(before: State, action: Action, after: State) -> Told:
    """When the last turn of a player is over, that player's cone is set."""
    ending = after.ending
    if ending is None or after.players[before.seat].cone is not None or not _counts_now(before, after):
        return ()
    rule = (
        "TU-END-05"
        if ending.cause is not Cause.LAST_ROOF
        else "TU-END-02"
        if ending.seat == before.seat
        else "TU-END-03"
    )
    return [(rule, f"the last turn of {before.setup.seats[before.seat]} is over, but no cone is set")]


@_law("TU-END-08", "TU-END-02", "TU-END-03", "TU-END-05", "TU-END-07", "TU-END-10", about=("players.cone",))
def cones_are_set_once(before: State, action: Action, after: State) -> Told:
    """A cone is set only when the last turn of its owner is over, at the number of roofs on top then (the row's length at
    most), and never changes.
    """
    wrong: list[tuple[str, str]] = []
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if old.cone == new.cone:
            continue
        told = f"the cone of {before.setup.seats[seat]} went from {old.cone} to {new.cone}"
        if old.cone is not None:
            wrong.append(("TU-END-08", told))
        elif seat != before.seat or not _counts_now(before, after):
            late = after.ending is not None and after.ending.cause is Cause.SHORTAGE
            wrong.append(("TU-END-05" if late else "TU-END-03", f"{told}, but no last turn is over"))
        elif new.cone != min(roofs_on_top(after, seat), len(before.setup.edition.cone)):
            wrong.append(("TU-END-07", f"{told}, with {roofs_on_top(after, seat)} roofs on top"))
    return wrong


def _counts_now(before: State, after: State) -> bool:
    """Whether the player who acted has just finished the last turn of all."""
    return after.ending is not None and _run_is_over(before, after) and not _plays_again(after, before.seat)


def _run_is_over(before: State, after: State) -> bool:
    """Whether the turns of the player who acted are over, extra turns and all."""
    return before.phase >= _TURN and (after.phase is _OVER or (after.phase is _TURN and not after.run & EXTRA))


def _plays_again(after: State, seat: int) -> bool:
    """Whether a player whose turns are just over will have another: only the one who caused a shortage, and only if nobody
    has had a last turn since.
    """
    ending = after.ending
    if ending is None or ending.cause is Cause.LAST_ROOF or ending.seat != seat:
        return False
    return all(player.cone is None for other, player in enumerate(after.players) if other != seat)


@_law("TU-TURN-03", "TU-END-03", "TU-END-05")
def the_game_ends_after_the_last_turn(before: State, action: Action, after: State) -> Told:
    """The game is over exactly when everyone has set the cone and nobody is owed a turn: after a last roof the last to play
    is the one on the right of who placed it, after a shortage the one who caused it.
    """
    if after.phase is _OVER:
        for player in after.players:
            if player.cone is None:
                return ["the game is over before everyone has set the cone"]
        ending = after.ending
        if ending is not None:
            last = (ending.seat - (ending.cause is Cause.LAST_ROOF)) % len(after.players)
            if before.seat != last:
                rule = "TU-END-03" if ending.cause is Cause.LAST_ROOF else "TU-END-05"
                return [(rule, f"the game is over after seat {before.seat} has played, but seat {last} plays last")]
        return ()
    for player in after.players:
        if player.cone is None:
            return ()
    ending = after.ending
    if ending is not None and ending.cause is Cause.BOTH and after.seat == ending.seat:
        return ()
    return ["everyone has set the cone, but the game goes on"]


# --- and nothing else


@_law("TU-TURN-01", "TU-BOX-01", on=_ALL_BUT_DEAL, about=("players",))
def the_others_are_left_alone(before: State, action: Action, after: State) -> Told:
    """Nothing before another player changes."""
    seat, olds, news = before.seat, before.players, after.players
    if olds[:seat] == news[:seat] and olds[seat + 1 :] == news[seat + 1 :]:
        return ()
    return [f"something before another player than {before.setup.seats[seat]} has changed"]
