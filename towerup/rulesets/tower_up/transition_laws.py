"""Laws that hold from every state to the next.

A second telling of what each action does, by names and plain counts, beside the code that plays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from towerup.kernel import counts
from towerup.kernel.invariants import TransitionLaw

from .actions import Action, Back, Deal, Decline, Found, Place, Reveal, Take
from .ending import roofs_on_top
from .setup import ANY_COLOUR
from .state import ANOTHER, COLOUR, EXTRA, ROOFS, Cause, Ending, Phase, Player, State, floors_of, roof_at

TRANSITION_LAWS: list[TransitionLaw[State, Action]] = []

_Check = Callable[[State, Action, State], Iterator[str]]


def _law(*rules: str) -> Callable[[_Check], _Check]:
    """Enters a function into the laws; its name and docstring are the law's."""

    def enter(check: _Check) -> _Check:
        statement = " ".join((check.__doc__ or "").split())
        TRANSITION_LAWS.append(TransitionLaw(check.__name__, rules, statement, check))
        return check

    return enter


def _by_colour(state: State, packed: int) -> Counter[str]:
    """Floors by colour, as plain counts."""
    colours = state.setup.edition.colours
    return Counter(dict(zip(colours, counts.unpack(packed, len(colours)), strict=True)))


def _stocks_minus(before: State, after: State, seat: int) -> Counter[str]:
    """What a stock gained (negative: lost), by colour."""
    gained = _by_colour(after, after.players[seat].stock)
    gained.subtract(_by_colour(before, before.players[seat].stock))
    return Counter({colour: count for colour, count in gained.items() if count})


def _columns(state: State, player: Player) -> int:
    """How many star columns all vehicles of a player have reached."""
    return sum(all(steps >= star for steps in player.vehicles) for star in state.setup.edition.stars)


def _on_top(state: State, seat: int) -> int:
    return min(roofs_on_top(state.towers, seat), len(state.setup.edition.cone))


# --- setup


@_law("TU-SETUP-08")
def a_deal_only_names_objectives(before: State, action: Action, after: State) -> Iterator[str]:
    """Dealing chooses the objectives and changes nothing else."""
    same = (before.setup.edition, before.setup.seats, before.setup.starting_floors, before.setup.rulings)
    if isinstance(action, Deal):
        if set(after.setup.objectives) != set(action.objectives):
            yield f"{', '.join(after.setup.objectives)} are in play"
        if (after.setup.edition, after.setup.seats, after.setup.starting_floors, after.setup.rulings) != same:
            yield "the rest of the setup has changed"
    elif after.setup != before.setup:
        yield "the setup has changed"


@_law("TU-SETUP-02", "TU-SETUP-03", "TU-SETUP-11")
def cards_revealed_in_setup(before: State, action: Action, after: State) -> Iterator[str]:
    """A card revealed in setup joins the market while that has room, and its bottom is a starting floor to place. After the
    last of them all cards that are not in the market are in the pile again.
    """
    if not isinstance(action, Reveal) or before.phase is not Phase.REVEAL_START:
        return
    edition = before.setup.edition
    kind, bottom = action.card.split("/")
    shown = ANY_COLOUR if bottom == "any" else edition.colours.index(bottom)
    joined = Counter(after.market) - Counter(before.market)
    names = [one.id for one in edition.kinds]
    if len(before.market) < edition.market:
        if joined != Counter([names.index(kind)]):
            yield f"{kind} did not come into the market"
    elif after.market != before.market:
        yield "the market was full and has changed"
    revealed = (*before.starting, shown)
    if len(revealed) < before.setup.starting_floors:
        if after.starting != revealed or after.phase is not Phase.REVEAL_START:
            yield "the next card for a starting floor is not asked for"
    else:
        if revealed[len(revealed) - len(after.starting) :] != after.starting:
            yield "the starting floors to be placed are not those revealed"
        if sum(after.pile) != edition.deck_size - len(after.market):
            yield "the extra cards did not go back into the pile"


@_law("TU-SETUP-03", "TU-SETUP-04", "TU-SETUP-05", "TU-SETUP-12", "TU-SETUP-13")
def starting_floors_placed(before: State, action: Action, after: State) -> Iterator[str]:
    """A starting floor is the next one's colour, on an empty site; it costs nobody anything, and nothing else moves. Those
    without a legal site are passed over.
    """
    if not isinstance(action, Place):
        return
    setup = before.setup
    site, colour = setup.board.index[action.site], setup.edition.colours.index(action.colour)
    if before.starting[0] not in (colour, ANY_COLOUR):
        yield f"{action.colour} is not the next colour"
    towers = list(before.towers)
    if towers[site]:
        yield f"{action.site} was not empty"
    towers[site] = after.towers[site]
    if tuple(towers) != after.towers or floors_of(towers[site]) != 1 or towers[site] >> ROOFS:
        yield "more than one floor was placed"
    if (towers[site] & COLOUR) - 1 != colour:
        yield f"the floor on {action.site} is not {action.colour}"
    if before.players != after.players:
        yield "something before a player has changed"
    passed = before.starting[1 : len(before.starting) - len(after.starting)]
    if before.starting[1 + len(passed) :] != after.starting:
        yield "the rest of the starting floors has changed"
    for wanted in passed:
        if any(_may_stand(after, place, wanted) for place in range(len(after.towers))):
            yield "a starting floor that has a legal site was left out"
    if (after.phase is Phase.TURN) != (not after.starting):
        yield "play begins too early or too late"


def _may_stand(state: State, site: int, wanted: int) -> bool:
    towers = state.towers
    around = {towers[neighbour] & COLOUR for neighbour in state.setup.neighbours[site]}
    colours = range(state.setup.colours) if wanted == ANY_COLOUR else (wanted,)
    return not towers[site] and any(
        colour + 1 not in around and counts.count(state.container, colour) for colour in colours
    )


# --- turns


@_law("TU-TURN-01", "TU-TURN-02", "TU-SETUP-14")
def turns_pass_clockwise(before: State, action: Action, after: State) -> Iterator[str]:
    """The first player begins. The turn passes to the left when it is over and stays where it is otherwise."""
    if before.phase in (Phase.DEAL, Phase.REVEAL_START, Phase.PLACE):
        if after.seat != 0:
            yield "the first player does not begin"
        return
    ends = after.phase is Phase.TURN and not after.run & EXTRA
    wanted = (before.seat + 1) % len(before.players) if ends else before.seat
    if after.seat != wanted:
        yield f"the turn went from {before.setup.seats[before.seat]} to {before.setup.seats[after.seat]}"


@_law("TU-TURN-05", "TU-STOCK-03", "TU-TAKE-05")
def things_in_their_order(before: State, action: Action, after: State) -> Iterator[str]:
    """After a card is taken the market is refilled; then floors are put back, if there are too many; then the next turn."""
    if isinstance(action, Take):
        if after.phase is not Phase.REVEAL:
            yield "the market is not refilled next"
        return
    if before.phase in (Phase.DEAL, Phase.REVEAL_START, Phase.PLACE):
        return
    setup = before.setup
    held = counts.total(after.players[before.seat].stock)
    limit_now = setup.rulings.stock_limit == "every_turn" or not _another_turn_earned(before, action, after)
    too_many = held > setup.edition.stock_limit and limit_now
    if (after.phase is Phase.BACK) != too_many:
        yield f"{setup.seats[before.seat]} has {held} floors, and {after.phase.name} comes next"


@_law("TU-TURN-04", "TU-FOUND-01", "TU-FOUND-02", "TU-FOUND-05", "TU-ROOF-01", "TU-ROOF-03", "TU-BOX-04")
def what_founding_builds(before: State, action: Action, after: State) -> Iterator[str]:
    """A founding puts one floor on an empty site, one on every building joined to it by a road (there is at least one),
    and one roof on one of these; every older floor and roof stays. Nothing else changes the board.
    """
    if isinstance(action, Place):
        return
    if not isinstance(action, Found):
        if before.towers != after.towers:
            yield "the board has changed without a founding"
        return
    board, seat = before.setup.board, before.seat
    old, new = before.towers, after.towers
    site = board.index[action.site]
    paid = [board.index[name] for name in board.graph[action.site] if old[board.index[name]]]
    if old[site]:
        yield f"{action.site} was not empty"
    if not paid:
        yield f"{action.site} touches no older building"
    for number, name in enumerate(board.names):
        grown = 1 if number == site or number in paid else 0
        top = floors_of(new[number])
        if top != floors_of(old[number]) + grown:
            yield f"{name} went from {floors_of(old[number])} to {top} floors"
        if old[number] and new[number] & COLOUR != old[number] & COLOUR:
            yield f"{name} changed its colour"
        if any(roof_at(old[number], level) != roof_at(new[number], level) for level in range(1, top + 1 - grown)):
            yield f"an older roof in {name} has changed"
        roof = roof_at(new[number], top) if grown else 0
        if roof != (seat + 1 if name == action.roof else 0):
            yield f"a roof of seat {roof - 1} is on the floor just placed on {name}"
    if before.setup.edition.colours[(new[site] & COLOUR) - 1] != action.colour:
        yield f"the building on {action.site} is not {action.colour}"


@_law("TU-FOUND-04", "TU-FOUND-05", "TU-FOUND-06", "TU-FOUND-07")
def what_founding_costs(before: State, action: Action, after: State) -> Iterator[str]:
    """A founding costs the new floor, a floor of its colour for each neighbouring building, and a roof, all the founder's."""
    if not isinstance(action, Found):
        return
    board, colours, seat = before.setup.board, before.setup.edition.colours, before.seat
    towers = before.towers
    price = Counter([action.colour])
    for name in board.graph[action.site]:
        tower = towers[board.index[name]]
        if tower:
            price[colours[(tower & COLOUR) - 1]] += 1
    lost = Counter({colour: -count for colour, count in _stocks_minus(before, after, seat).items()})
    if lost != price:
        yield f"the stock lost {dict(lost)}, the price is {dict(price)}"
    if after.players[seat].roofs != before.players[seat].roofs - 1 or before.players[seat].roofs < 1:
        yield f"roofs in hand went from {before.players[seat].roofs} to {after.players[seat].roofs}"
    if before.container != after.container:
        yield "the container has changed"


@_law("TU-TAKE-01", "TU-TAKE-02", "TU-TAKE-03", "TU-TAKE-08", "TU-TAKE-09")
def what_a_card_gives(before: State, action: Action, after: State) -> Iterator[str]:
    """A card gives its printed floors as far as there are any, then as many freely chosen floors as it has multicolour
    ones and printed ones that were lacking, as far as there are any (replacements may be declined under that ruling).
    """
    if not isinstance(action, Take):
        return
    setup, edition, seat = before.setup, before.setup.edition, before.seat
    number = [kind.id for kind in edition.kinds].index(action.card)
    if number not in before.market:
        yield f"{action.card} was not in the market"
    kind = edition.kinds[number]
    container = _by_colour(before, before.container)
    printed = _by_colour(before, kind.printed)
    given = printed & container
    left = container - given
    lacking = sum(printed.values()) - sum(given.values())
    chosen = Counter(action.floors)
    if chosen - left:
        yield f"{', '.join(action.floors)} were not all there to be chosen"
    most = min(kind.wild + lacking, sum(left.values()))
    least = min(kind.wild, sum(left.values())) if setup.rulings.replacement == "may_decline" else most
    if not least <= sum(chosen.values()) <= most:
        yield f"{sum(chosen.values())} floors were chosen, not {least} to {most}"
    if _stocks_minus(before, after, seat) != given + chosen:
        yield f"the stock gained {dict(_stocks_minus(before, after, seat))}, not {dict(given + chosen)}"
    if _by_colour(after, after.container) + given + chosen != +container:
        yield "the container did not give what the stock gained"


@_law("TU-TAKE-05", "TU-TAKE-06", "TU-TAKE-07", "TU-BOX-03")
def where_cards_go(before: State, action: Action, after: State) -> Iterator[str]:
    """A card taken goes from the market to the discards, a card revealed from the pile to the market; an empty pile is made
    of the discards only when a card is wanted. Nothing else moves cards.
    """
    if before.phase in (Phase.DEAL, Phase.REVEAL_START):
        return
    kinds = [kind.id for kind in before.setup.edition.kinds]
    market, pile, discards = list(before.market), list(before.pile), list(before.discards)
    if isinstance(action, Take):
        market.remove(kinds.index(action.card))
        discards[kinds.index(action.card)] += 1
        if not any(pile):
            pile, discards = discards, [0] * len(discards)
    elif isinstance(action, Reveal):
        market.append(kinds.index(action.card))
        pile[kinds.index(action.card)] -= 1
    if (sorted(market), pile, discards) != (list(after.market), list(after.pile), list(after.discards)):
        yield "market, pile and discards are not what this action makes of them"


@_law("TU-STOCK-02")
def what_is_put_back(before: State, action: Action, after: State) -> Iterator[str]:
    """Floors put back go from one's own stock into the container, until the stock is just at the limit."""
    if not isinstance(action, Back):
        return
    seat, named = before.seat, Counter(action.floors)
    if _stocks_minus(before, after, seat) != Counter({colour: -count for colour, count in named.items()}):
        yield "the stock did not lose what was put back"
    if _by_colour(after, after.container) - _by_colour(before, before.container) != named:
        yield "the container did not gain what was put back"
    if counts.total(after.players[seat].stock) != before.setup.edition.stock_limit:
        yield f"{counts.total(after.players[seat].stock)} floors are left in stock"


# --- vehicles and stars


@_law("TU-MOVE-01", "TU-MOVE-02", "TU-MOVE-03", "TU-TAKE-04")
def vehicles_move_as_they_should(before: State, action: Action, after: State) -> Iterator[str]:
    """A founding moves the vehicle of the roofed building's colour by that building's floors; a card moves those it shows, a
    step for each; the end of the track stops them. Nothing else moves a vehicle.
    """
    setup, edition, seat = before.setup, before.setup.edition, before.seat
    steps = [0] * setup.colours
    if isinstance(action, Found):
        tower = after.towers[setup.board.index[action.roof]]
        steps[(tower & COLOUR) - 1] = floors_of(tower)
    elif isinstance(action, Take):
        steps = [*next(kind for kind in edition.kinds if kind.id == action.card).vehicles]
    wanted = [
        min(here + more, len(edition.worth) - 1)
        for here, more in zip(before.players[seat].vehicles, steps, strict=True)
    ]
    if list(after.players[seat].vehicles) != wanted:
        yield f"vehicles went from {before.players[seat].vehicles} to {after.players[seat].vehicles}, not {tuple(wanted)}"


def _another_turn_earned(before: State, action: Action, after: State) -> bool:
    """Whether another turn was waiting, or has been earned by this action."""
    if isinstance(action, Decline):
        return False
    grew = _columns(after, after.players[before.seat]) > _columns(before, before.players[before.seat])
    return grew or bool(before.run & ANOTHER)


@_law("TU-STAR-01", "TU-STAR-02", "TU-STAR-03", "TU-STAR-04", "TU-STAR-05", "TU-STAR-06")
def an_extra_turn_exactly_when_earned(before: State, action: Action, after: State) -> Iterator[str]:
    """One more turn follows exactly if the number of star columns that all vehicles have reached grew, by however many."""
    if before.phase in (Phase.DEAL, Phase.REVEAL_START, Phase.PLACE):
        return
    earned = _another_turn_earned(before, action, after)
    if after.phase in (Phase.REVEAL, Phase.BACK):
        if bool(after.run & ANOTHER) != earned:
            yield "another turn is marked wrongly"
        if after.run & EXTRA != before.run & EXTRA:
            yield "whether this turn is an extra one has changed"
    elif bool(after.run & EXTRA) != earned or after.run & ANOTHER:
        yield f"an extra turn was {'' if earned else 'not '}earned, and phase {after.phase.name} comes with run {after.run}"
    elif earned and (after.phase is not Phase.TURN or after.seat != before.seat):
        yield "the extra turn does not follow at once"


# --- objectives


@_law("TU-GOAL-01", "TU-GOAL-02", "TU-GOAL-03")
def chips_are_kept(before: State, action: Action, after: State) -> Iterator[str]:
    """A chip once taken is kept; only a founding brings one, to the founder, and it is the highest that was left."""
    highest = sorted(before.setup.edition.chips[len(before.players)], reverse=True)
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        for number, (had, has) in enumerate(zip(old.chips, new.chips, strict=True) if old.chips else ()):
            if had == has:
                continue
            out = sum(1 for player in before.players if player.chips[number])
            if had or not isinstance(action, Found) or seat != before.seat or has != highest[out]:
                yield f"the chip of {before.setup.objectives[number]} of {before.setup.seats[seat]} went from {had} to {has}"


# --- the end


@_law("TU-END-01", "TU-END-04", "TU-END-09")
def what_brings_the_end(before: State, action: Action, after: State) -> Iterator[str]:
    """The end is brought about by a last roof, or by a card that could not be had as printed; the first of them decides."""
    setup, seat = before.setup, before.seat
    wanted = before.ending
    if isinstance(action, Found) and not after.players[seat].roofs and wanted is None:
        wanted = Ending(Cause.LAST_ROOF, seat)
    if isinstance(action, Take) and _was_short(before, action):
        if wanted is None:
            wanted = Ending(Cause.SHORTAGE, seat)
        elif wanted.cause is Cause.LAST_ROOF and setup.rulings.second_trigger == "shortage_adds_turn":
            wanted = Ending(Cause.BOTH, wanted.seat)
    if after.ending != wanted:
        yield f"the end is marked as {after.ending}, not {wanted}"


def _was_short(before: State, action: Take) -> bool:
    """Whether the container lacked a floor that the card shows."""
    kind = next(kind for kind in before.setup.edition.kinds if kind.id == action.card)
    container, printed = _by_colour(before, before.container), _by_colour(before, kind.printed)
    if printed - container:
        return True
    short_of_any = sum(container.values()) < sum(printed.values()) + kind.wild
    return short_of_any and before.setup.rulings.empty_container == "shortage"


@_law("TU-END-02", "TU-END-03", "TU-END-05", "TU-END-07", "TU-END-08", "TU-END-10")
def cones_are_set_once(before: State, action: Action, after: State) -> Iterator[str]:
    """A cone is set exactly when the last turn of its owner is over, at the number of roofs on top then (the row's length
    at most), and never changes.
    """
    setup = before.setup
    run_over = before.phase in (Phase.TURN, Phase.REVEAL, Phase.BACK) and (
        after.is_over or (after.phase is Phase.TURN and not after.run & EXTRA)
    )
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if old.cone is not None:
            if new.cone != old.cone:
                yield f"the cone of {setup.seats[seat]} went from {old.cone} to {new.cone}"
            continue
        done = run_over and seat == before.seat and after.ending is not None and not _plays_again(after, seat)
        wanted = _on_top(after, seat) if done else None
        if new.cone != wanted:
            yield f"the cone of {setup.seats[seat]} is {new.cone}, not {wanted}"


def _plays_again(after: State, seat: int) -> bool:
    """Whether a player whose turns are just over will have another: only the one who caused a shortage, and only if nobody
    has had a last turn since.
    """
    ending = after.ending
    if ending is None or ending.cause is Cause.LAST_ROOF or ending.seat != seat:
        return False
    return all(player.cone is None for other, player in enumerate(after.players) if other != seat)


@_law("TU-END-03", "TU-END-05", "TU-TURN-03")
def the_game_ends_after_the_last_turn(before: State, action: Action, after: State) -> Iterator[str]:
    """The game is over exactly when everyone has set the cone and nobody is owed a turn."""
    ending = after.ending
    everyone = all(player.cone is not None for player in after.players)
    if after.is_over and not everyone:
        yield "the game is over before everyone has set the cone"
    if everyone and not after.is_over:
        owed = ending is not None and ending.cause is Cause.BOTH and after.seat == ending.seat
        if not owed:
            yield "everyone has set the cone, but the game goes on"


# --- and nothing else


@_law("TU-TURN-01", "TU-BOX-01")
def the_others_are_left_alone(before: State, action: Action, after: State) -> Iterator[str]:
    """Nothing before another player changes, and nothing before anybody by chance (but the cone, once a turn is over)."""
    chance = isinstance(action, Deal | Reveal)
    if isinstance(action, Deal):
        return
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if seat != before.seat and old != new:
            yield f"something before {before.setup.seats[seat]} has changed"
        if chance and (old.stock, old.vehicles, old.roofs, old.chips) != (
            new.stock,
            new.vehicles,
            new.roofs,
            new.chips,
        ):
            yield f"chance changed something before {before.setup.seats[seat]}"
    if chance and before.container != after.container:
        yield "chance changed the container"
