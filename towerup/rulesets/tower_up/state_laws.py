"""Laws that hold in every state.

They are told from the rulebook anew, not with the code that plays: they look at towers, stocks and cards as they lie
there. A state built by hand or read from a file must keep all of them; after every action they are checked in
verification.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from towerup.kernel import counts
from towerup.kernel.invariants import StateLaw

from .generating import legal_actions
from .objectives import RULE_OF_KIND, OwnRoof, holds
from .scoring import outcome
from .setup import ANY_COLOUR
from .state import (
    ANOTHER,
    COLOUR,
    EXTRA,
    ROOF_BITS,
    ROOFS,
    Cause,
    Phase,
    State,
    floors_of,
    indexes_of,
    presence_of,
    roof_at,
)

STATE_LAWS: list[StateLaw[State]] = []

_BEFORE_PLAY = (Phase.DEAL, Phase.REVEAL_START, Phase.PLACE)


Check = Callable[[State], Iterator[str]]


def law_maker(laws: list[StateLaw[State]]) -> Callable[..., Callable[[Check], Check]]:
    """A decorator that enters functions into a list of laws; a function's name and docstring are the law's."""

    def law(*rules: str) -> Callable[[Check], Check]:
        def enter(check: Check) -> Check:
            laws.append(StateLaw(check.__name__, rules, " ".join((check.__doc__ or "").split()), check))
            return check

        return enter

    return law


_law = law_maker(STATE_LAWS)


def roofs_on_board(state: State) -> list[int]:
    """How many roofs of each seat are on the board."""
    placed = [0] * len(state.players)
    for tower in state.towers:
        roofs = tower >> ROOFS
        while roofs:
            seat = (roofs & 0b111) - 1
            if 0 <= seat < len(placed):
                placed[seat] += 1
            roofs >>= ROOF_BITS
    return placed


def own_roofs(state: State, seat: int) -> list[OwnRoof]:
    """A player's roofs as the objectives see them."""
    names, colours = state.setup.board.names, state.setup.edition.colours
    return [
        OwnRoof(names[site], level, colours[(tower & COLOUR) - 1])
        for site, tower in enumerate(state.towers)
        if tower >> ROOFS
        for level in range(1, floors_of(tower) + 1)
        if roof_at(tower, level) == seat + 1
    ]


# --- the box


@_law("TU-BOX-01")
def floors_accounted_for(state: State) -> Iterator[str]:
    """Every floor of each colour is in the container, in a stock, or on the board."""
    edition = state.setup.edition
    seen = [*counts.unpack(state.container, len(edition.colours))]
    for player in state.players:
        for index in range(len(seen)):
            seen[index] += counts.count(player.stock, index)
    for tower in state.towers:
        if tower:
            seen[(tower & COLOUR) - 1] += floors_of(tower)
    for colour, found, boxed in zip(edition.colours, seen, edition.floors, strict=True):
        if found != boxed:
            yield f"{found} {colour} floors, but the box has {boxed}"


@_law("TU-BOX-02")
def roofs_accounted_for(state: State) -> Iterator[str]:
    """Every roof of a player is in hand or on the board."""
    for roof, player, placed in zip(state.setup.seats, state.players, roofs_on_board(state), strict=True):
        if player.roofs + placed != state.setup.edition.roofs:
            yield f"{roof} has {player.roofs} roofs in hand and {placed} on the board, not {state.setup.edition.roofs} in all"


@_law("TU-BOX-03", "TU-SETUP-02", "TU-SETUP-11", "TU-TAKE-05")
def cards_accounted_for(state: State) -> Iterator[str]:
    """Every stock card is in the pile, the market or the discards (or, in setup, revealed for a starting floor), and the
    market is full except while it waits for a card.
    """
    edition, phase = state.setup.edition, state.phase
    if phase in (Phase.DEAL, Phase.REVEAL_START):
        yield from _cards_in_setup(state)
        return
    for kind, (name, boxed) in enumerate(zip(edition.kinds, edition.cards_of_kind, strict=True)):
        seen = state.pile[kind] + state.market.count(kind) + state.discards[kind]
        if seen != boxed:
            yield f"{seen} cards {name.id}, but the deck has {boxed}"
    wanted = edition.market - (phase is Phase.REVEAL)
    if len(state.market) != wanted:
        yield f"{len(state.market)} cards in the market, not {wanted}"


def _cards_in_setup(state: State) -> Iterator[str]:
    edition = state.setup.edition
    drawn = [
        (card, card.count - left) for card, left in zip(edition.cards, state.pile, strict=True) if left != card.count
    ]
    if any(number < 0 for _, number in drawn):
        yield "the pile has more of some card than the deck"
        return
    if any(state.discards):
        yield "there are discards before anybody has taken a card"
    bottoms = sorted(card.bottom for card, number in drawn for _ in range(number))
    shown = sorted("any" if colour == ANY_COLOUR else edition.colours[colour] for colour in state.starting)
    if bottoms != shown:
        yield f"the cards revealed have the bottoms {', '.join(bottoms)}, the starting floors are {', '.join(shown)}"
    if len(state.starting) >= state.setup.starting_floors:
        yield f"{len(state.starting)} cards are revealed, and another is to come, but only {state.setup.starting_floors} are wanted"
    if len(state.market) != min(len(state.starting), edition.market):
        yield f"{len(state.market)} cards in the market after {len(state.starting)} reveals"
    for kind, name in enumerate(edition.kinds):
        if state.market.count(kind) > sum(number for card, number in drawn if card.kind == name):
            yield f"a card {name.id} is in the market that was not revealed"


@_law("TU-TAKE-06")
def a_wanted_card_is_there(state: State) -> Iterator[str]:
    """While the market waits for a card, the pile has one: the discards have been reshuffled if it was empty."""
    if state.phase in (Phase.REVEAL, Phase.REVEAL_START) and not any(state.pile):
        yield "a card is to be revealed, but the draw pile is empty"


@_law("TU-BOX-05")
def no_order_is_kept(state: State) -> Iterator[str]:
    """Cards lie in one order only, so that tables which look the same are the same state."""
    if list(state.market) != sorted(state.market):
        yield "the market is not in order"


@_law("TU-BOX-04")
def indexes_follow_from_the_table(state: State) -> Iterator[str]:
    """What is carried along for speed is what follows from roads, towers and roofs."""
    setup = state.setup
    plots, painted = indexes_of(setup, state.towers)
    if state.painted != painted:
        yield "the sites by colour are not those of the towers"
    for name, carried, told in zip(setup.board.names, state.plots, plots, strict=True):
        # The offers are one for each set of neighbours built on, so that being the same is being equal.
        if (carried and (*carried[:2], id(carried[2]))) != (told and (*told[:2], id(told[2]))):
            yield f"the plot on {name} does not tell what stands around it"
    for seat, player in enumerate(state.players):
        if (player.present, player.doubled, player.levels) != presence_of(state.towers, seat):
            yield f"the presence of {setup.seats[seat]} is not that of the roofs"


# --- setup


@_law("TU-SETUP-01", "TU-SETUP-08", "TU-SETUP-09", "TU-SETUP-10", "TU-SETUP-14")
def the_setup_fits(state: State) -> Iterator[str]:
    """Board, objectives, chips and starting floors are those for this number of players."""
    setup, edition = state.setup, state.setup.edition
    players = len(setup.seats)
    if players not in setup.board.players:
        yield f"the {setup.board.name} board is not for {players} players"
    if len(state.players) != players or len(set(setup.seats)) != players:
        yield f"{len(state.players)} players with the roofs {', '.join(setup.seats)}"
    dealt = 0 if state.phase is Phase.DEAL else edition.objectives_in_play
    if len(set(setup.objectives)) != dealt or len(setup.objectives) != dealt:
        yield f"{len(setup.objectives)} objectives, not {dealt}"
    if sorted(setup.chips, reverse=True) != sorted(edition.chips[players], reverse=True):
        yield f"the chips are {setup.chips}, not those for {players} players"
    if not edition.market <= setup.starting_floors <= edition.most_starting_floors[players]:
        yield f"{setup.starting_floors} starting floors with {players} players"


@_law("TU-SETUP-07", "TU-SETUP-13")
def before_play_all_is_as_dealt(state: State) -> Iterator[str]:
    """Until the first turn every player has the starting stock, all roofs, vehicles at the start and no cone; the board has
    single floors without roofs; it is the first player who acts.
    """
    if state.phase not in _BEFORE_PLAY:
        return
    setup = state.setup
    for roof, player in zip(setup.seats, state.players, strict=True):
        if any(counts.count(player.stock, index) != 1 for index in range(setup.colours)):
            yield f"{roof} does not have one floor of each colour"
        if any(player.vehicles) or any(player.chips) or player.cone is not None or player.roofs != setup.edition.roofs:
            yield f"{roof} has vehicles, chips, a cone or roofs that are not as at the start"
    if any(floors_of(tower) > 1 or tower >> ROOFS for tower in state.towers):
        yield "a building has more than one floor, or a roof"
    if state.seat != 0 or state.run or state.ending:
        yield "it is not the first player's move, or an extra turn or the end is marked"
    if state.phase is not Phase.PLACE and any(state.towers):
        yield "a floor stands on the board before the cards for it are revealed"


@_law("TU-SETUP-03", "TU-SETUP-04", "TU-SETUP-12")
def starting_floors_are_for_setup(state: State) -> Iterator[str]:
    """Starting floors are to be placed exactly while that is going on, and the next of them has a site."""
    if state.phase is Phase.PLACE:
        if not state.starting:
            yield "a starting floor is to be placed, but none is left"
        elif len(state.starting) + sum(map(bool, state.towers)) > state.setup.starting_floors:
            yield f"placed and still to be placed are more than {state.setup.starting_floors} starting floors"
    elif state.starting and state.phase is not Phase.REVEAL_START:
        yield "starting floors are left to place, but play has begun"


# --- the board


@_law("TU-FOUND-03", "TU-SETUP-06")
def no_neighbours_of_one_colour(state: State) -> Iterator[str]:
    """Two buildings joined by a road never have the same colour."""
    towers, names = state.towers, state.setup.board.names
    for site, around in enumerate(state.setup.neighbours):
        colour = towers[site] & COLOUR
        for neighbour in around if colour else ():
            if site < neighbour and towers[neighbour] & COLOUR == colour:
                yield f"{names[site]} and {names[neighbour]} are both {state.setup.edition.colours[colour - 1]}"


@_law("TU-ROOF-02")
def roofs_sit_on_floors(state: State) -> Iterator[str]:
    """A level has one roof at most, and no roof is above the building or a stranger's."""
    seats = len(state.players)
    for name, tower in zip(state.setup.board.names, state.towers, strict=True):
        height = floors_of(tower)
        if tower and not (1 <= tower & COLOUR <= state.setup.colours and height):
            yield f"{name} has floors of no colour, or a colour and no floors"
        if tower >> (ROOFS + ROOF_BITS * height):
            yield f"{name} has a roof above its {height} floors"
        if any(roof_at(tower, level) > seats for level in range(1, height + 1)):
            yield f"{name} has a roof of nobody who plays"


@_law("TU-ROOF-01", "TU-TURN-04", "TU-SETUP-12")
def a_roof_for_every_founding(state: State) -> Iterator[str]:
    """Buildings are the starting floors and one for every roof placed."""
    setup = state.setup
    buildings = sum(map(bool, state.towers))
    started = buildings - sum(roofs_on_board(state))
    # A starting floor is left out only where it has no site or its colour has run out.
    plenty = min(setup.edition.floors) >= len(setup.seats) + setup.starting_floors
    always_fit = min(setup.starting_floors, setup.always_fit) if plenty else 1
    if state.phase not in _BEFORE_PLAY and not always_fit <= started <= setup.starting_floors:
        yield f"{buildings} buildings and {buildings - started} roofs placed, with {setup.starting_floors} starting floors"


@_law("TU-FOUND-05", "TU-FOUND-02", "TU-ROOF-03")
def floors_were_paid(state: State) -> Iterator[str]:
    """A building has a floor of its own and one for each neighbour founded after it: so as many floors as buildings and
    roads between them, less the roads between two starting floors.
    """
    towers, names = state.towers, state.setup.board.names
    floors = buildings = ends = 0
    for site, tower in enumerate(towers):
        if tower:
            built_around = sum(1 for neighbour in state.setup.neighbours[site] if towers[neighbour])
            floors += floors_of(tower)
            buildings += 1
            ends += built_around
            if floors_of(tower) > 1 + built_around:
                yield f"{names[site]} has {floors_of(tower)} floors, but only {built_around} neighbours that can have paid"
    started = buildings - sum(roofs_on_board(state))
    most = buildings + ends // 2
    # Starting floors cannot be told from others, but there are few: not more roads than pairs of them are free.
    if not most - started * (started - 1) // 2 <= floors <= most:
        yield f"{floors} floors on the board, but {buildings} buildings and {ends // 2} roads between them make {most}"


# --- players


@_law("TU-STOCK-01", "TU-STOCK-03")
def stocks_within_the_limit(state: State) -> Iterator[str]:
    """A stock over the limit belongs to the one whose turn it is, and only until the end of the turn; floors are put back
    exactly when there are too many.
    """
    setup = state.setup
    limit, most = setup.stock_limit, setup.edition.most_choices
    for seat, (roof, player) in enumerate(zip(setup.seats, state.players, strict=True)):
        held = counts.total(player.stock)
        turns = 0
        if seat == state.seat and state.phase in (Phase.REVEAL, Phase.BACK):
            turns = 1
        if seat == state.seat and not setup.limit_every_turn and (state.run & EXTRA or turns):
            turns += len(setup.edition.stars)
        if held > limit + turns * most:
            yield f"{roof} has {held} floors in stock"
    held = counts.total(state.players[state.seat].stock)
    if state.phase is Phase.BACK and held <= limit:
        yield f"{setup.seats[state.seat]} is to put back floors, but has only {held}"
    if state.phase is Phase.BACK and state.run & ANOTHER and not setup.limit_every_turn:
        yield "floors are put back although another turn follows in the same run"


@_law("TU-MOVE-02", "TU-MOVE-03")
def vehicles_on_their_tracks(state: State) -> Iterator[str]:
    """A vehicle is between the start and the end of its track."""
    end = len(state.setup.edition.worth) - 1
    for roof, player in zip(state.setup.seats, state.players, strict=True):
        if not all(0 <= steps <= end for steps in player.vehicles):
            yield f"a vehicle of {roof} is off its track: {player.vehicles}"


@_law("TU-STAR-01", "TU-STAR-02", "TU-STAR-03", "TU-STAR-04")
def extra_turns_were_earned(state: State) -> Iterator[str]:
    """Whoever is in an extra turn, or has earned one, has brought all vehicles to a star column for each."""
    earned = (state.run & EXTRA) + (state.run & ANOTHER) // ANOTHER
    hindmost = min(state.players[state.seat].vehicles)
    columns = sum(star <= hindmost for star in state.setup.edition.stars)
    if earned > columns:
        yield f"{earned} extra turns, but all vehicles have reached {columns} star columns"
    if state.run & ANOTHER and state.phase not in (Phase.REVEAL, Phase.BACK):
        yield "another turn is marked, but nothing is left to do before it"
    if state.phase is Phase.OVER and state.run:
        yield "an extra turn is marked, but the game is over"


@_law("TU-GOAL-01", "TU-GOAL-03", "TU-GOAL-04", *RULE_OF_KIND.values())
def chips_for_fulfilled_objectives(state: State) -> Iterator[str]:
    """A player holds a chip of an objective exactly if it is fulfilled."""
    setup, edition = state.setup, state.setup.edition
    for seat, player in enumerate(state.players):
        roofs = own_roofs(state, seat)
        for id, chip in zip(setup.objectives, player.chips, strict=True):
            fulfilled = holds(edition, setup.board, edition.objective(id), setup.rulings, roofs)
            if fulfilled != bool(chip):
                rule = RULE_OF_KIND[edition.objective(id).kind]
                yield f"{setup.seats[seat]} {'has' if chip else 'has no'} chip of {id} ({rule}), which is {'' if fulfilled else 'not '}fulfilled"


@_law("TU-GOAL-02", "TU-SETUP-09")
def chips_from_the_highest(state: State) -> Iterator[str]:
    """The chips handed out of an objective are its highest."""
    highest = sorted(state.setup.edition.chips[len(state.players)], reverse=True)
    for number, objective in enumerate(state.setup.objectives):
        held = sorted((player.chips[number] for player in state.players if player.chips[number]), reverse=True)
        if held != highest[: len(held)]:
            yield f"chips of {objective} worth {held} are out, not {highest[: len(held)]}"


# --- the end


@_law("TU-END-01", "TU-END-04", "TU-END-09")
def the_end_has_a_cause(state: State) -> Iterator[str]:
    """The end is coming if somebody has no roof left, and a last roof is named as its cause only if it was placed."""
    setup, ending = state.setup, state.ending
    out = [roof for roof, player in zip(setup.seats, state.players, strict=True) if not player.roofs]
    if out and ending is None:
        yield f"{out[0]} has no roof left, but the end is not coming"
    if ending and ending.cause is not Cause.SHORTAGE and state.players[ending.seat].roofs:
        yield f"{setup.seats[ending.seat]} is said to have placed the last roof, but has some left"
    if ending and ending.cause is Cause.BOTH and setup.rulings.second_trigger == "first_decides":
        yield "two causes of the end are marked, but the first decides"


@_law("TU-END-02", "TU-END-03", "TU-END-05", "TU-END-07", "TU-END-10")
def cones_after_last_turns(state: State) -> Iterator[str]:
    """A cone is set for exactly those who have had their last turn, within its row and the roofs on the board."""
    setup, ending = state.setup, state.ending
    cones = [player.cone is not None for player in state.players]
    if ending is None:
        if any(cones):
            yield "a cone is set, but the end is not coming"
    elif cones not in _possible_cones(state):
        done = ", ".join(roof for roof, cone in zip(setup.seats, cones, strict=True) if cone) or "nobody"
        yield f"the cones of {done} are set, while {'the game is over' if state.is_over else setup.seats[state.seat] + ' plays'}"
    for roof, player, placed in zip(setup.seats, state.players, roofs_on_board(state), strict=True):
        if player.cone is not None and not 0 <= player.cone <= min(placed, len(setup.edition.cone)):
            yield f"the cone of {roof} counts {player.cone} roofs, with {placed} on the board"


def _possible_cones(state: State) -> list[list[bool]]:
    """Who can have set the cone, seat by seat, now that the end is coming."""
    ending, players = state.ending, len(state.players)
    assert ending is not None
    if state.is_over:
        return [[True] * players]
    # How many of the others, from the left of the one who brought the end about, are done.
    done = (state.seat - ending.seat - 1) % players
    others = [0 < (seat - ending.seat) % players <= done for seat in range(players)]
    begun = [False] * players
    after = {
        Cause.LAST_ROOF: (True,) if state.seat != ending.seat else (),
        Cause.SHORTAGE: (False,),
        Cause.BOTH: (False, True),
    }[ending.cause]
    possible = [[*others[: ending.seat], own, *others[ending.seat + 1 :]] for own in after]
    if state.seat == ending.seat:
        possible.append(begun)
    return possible


@_law("TU-TURN-03")
def over_is_over(state: State) -> Iterator[str]:
    """The game is over only when the end has come and everyone has set the cone."""
    if state.is_over and (state.ending is None or any(player.cone is None for player in state.players)):
        yield "the game is over, but not everyone has had the last turn"


@_law("TU-TURN-02", "TU-END-06", "TU-TURN-05")
def somebody_can_go_on(state: State) -> Iterator[str]:
    """Unless the game is over there is something legal to do; on a turn a card can always be taken."""
    if state.phase is Phase.PLACE and not state.starting:
        return  # another law's business
    if state.phase is Phase.BACK and not 0 < counts.total(
        state.players[state.seat].stock
    ) - state.setup.stock_limit < len(state.setup.space.backs):
        return
    legal = legal_actions(state)
    if bool(legal) == state.is_over:
        yield f"{len(legal)} legal actions in phase {state.phase.name}"
    if state.phase is Phase.TURN and not any(type(action).__name__ == "Take" for action in legal):
        yield "no card can be taken"


@_law("TU-FINAL-01", "TU-FINAL-02", "TU-FINAL-03", "TU-FINAL-04")
def the_richest_win(state: State) -> Iterator[str]:
    """The final scores are the worth of vehicles, cone and chips; the winners have the most Millions, then the most
    floors.
    """
    result = outcome(state)
    if (result is not None) != state.is_over:
        yield "there is an outcome before the end, or none after it"
    if result is None:
        return
    edition = state.setup.edition
    rank = []
    for player, score in zip(state.players, result.scores, strict=True):
        total = sum(edition.worth[steps] for steps in player.vehicles) + sum(player.chips)
        total += edition.cone[player.cone - 1] if player.cone else 0
        if total != score.total:
            yield f"{score.roof} has {total} Millions, not {score.total}"
        rank.append((total, counts.total(player.stock)))
    best = max(rank)
    if result.winners != tuple(seat for seat, own in enumerate(rank) if own == best):
        yield f"the winners are {result.winners} with Millions and floors {rank}"
