"""The engine of Tower Up: the same game as the rulebook's, as functions over flat arrays of whole numbers.

`box` is a read-only array made once per setup, and `state` an array that `play` changes in place. `out` is an array that
an answer is written into. `tower_up_packing` fills them from a rulebook's state and reads them back. An action is its
number in the action space of the setup.

The source runs as it is on lists, and compiled by numba on arrays. So it keeps to what C has: whole numbers, loops, calls.
It has no recursion, because a compiled recursive function that numba loads from its cache crashes. It checks nothing:
`positions` does that before it calls.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Cells: TypeAlias = Any
"""A list of whole numbers, or an array of them."""

NONE = -1

# What the table waits for. In the first three chance acts.
DEAL, REVEAL_START, REVEAL, PLACE, TURN, BACK, OVER = range(7)
# Who acts, where it is not a seat.
BY_CHANCE = -1
BY_NOBODY = -2
# What triggered the end.
NO_CAUSE, LAST_ROOF, SHORTAGE, BOTH = range(4)

# The most that an edition can have.
MOST_COLOURS = 6
MOST_IN_PLAY = 10
MOST_WORDS = 4
WORD = 62
"""How many sites a word of a mask has bits for. Compiled, a word is a signed number of 64 bits."""

# Counts of floors by colour are one number: seven bits for each colour, the highest of which is clear (there are 63 at most).
BITS = 7
ALL = 127
"""The bits of a colour. Counts modulo this are how many floors there are in all (126 at most): 128 modulo 127 is 1."""

# --- the state

PHASE, SEAT, EXTRA_TURN, ANOTHER_TURN, CAUSE, CAUSED_BY, TURNS_LEFT = range(7)
CONTAINER = 7
"""Counts of the floors in the container."""
PILED = CONTAINER + 1
"""How many cards are in the pile."""
OBJECTIVES = PILED + 1
"""The objectives in play, by their places in the edition; NONE until they are dealt."""
COLOUR_MASKS = OBJECTIVES + MOST_IN_PLAY
"""For each colour the mask of the sites with a building of that colour."""
PLAYERS = COLOUR_MASKS + MOST_COLOURS * MOST_WORDS
"""The players: blocks of PLAYER_SIZE, seat by seat. What depends on the box comes behind them."""

# A player's block.
STOCK = 0
"""Counts of the floors in stock."""
VEHICLES = STOCK + 1
"""Steps, by colour."""
HINDMOST = VEHICLES + MOST_COLOURS
"""How far all vehicles have come."""
ROOFS = HINDMOST + 1
"""Roofs in hand."""
CONE = ROOFS + 1
"""The number of roofs counted; NONE until they are."""
LEVELS = CONE + 1
"""The mask of the levels that the player has a roof at, so far as objectives can name them."""
CHIPS = LEVELS + 1
"""What the chip of each objective in play is worth; 0 for none."""
PRESENT = CHIPS + MOST_IN_PLAY
"""The mask of the sites with a roof of the player."""
PRESENT_IN = PRESENT + MOST_WORDS
"""How many sites these are."""
TWICE = PRESENT_IN + 1
"""The mask of the sites with two or more."""
PLAYER_SIZE = TWICE + MOST_WORDS

# --- the box

(
    # How many there are.
    N_PLAYERS,
    N_COLOURS,
    N_SITES,
    N_WORDS,
    N_CARDS,
    N_PRINTED,
    N_IN_PLAY,
    N_DISTRICTS,
    N_BORDERS,
    N_MARKET,
    N_STARTING,
    N_STARS,
    N_DEALS,
    GUARDS,  # the highest bit of each colour in counts
    STOCK_LIMIT,
    TRACK_END,
    CONE_END,
    # Rulings.
    MAY_DECLINE_TURN,
    LIMIT_WHOLE_RUN,
    MAY_DECLINE_FLOORS,
    EMPTY_IS_SHORTAGE,
    SECOND_TRIGGER,
    CONE_AT_ONCE,
    BORDER_READING,
    # The first action number of each kind. Deals are first, and declining is last.
    FIRST_PRINTED,
    FIRST_REVEAL,
    FIRST_PLACE,
    FIRST_FOUND,
    FIRST_BACK,
    DECLINE,
    # Where the parts of the state begin that depend on the box.
    AT_MARKET,  # cards in order; N_CARDS in an empty place
    AT_STARTING,  # colours of starting floors, N_COLOURS for any; NONE in an empty place
    AT_PILE,  # counts of cards, or of printed cards until the starting floors are known
    AT_DISCARDS,  # counts of cards
    AT_COLOUR,  # the colour of the building on each site, or NONE
    AT_FLOORS,  # its floors, or 0
    AT_PRICE,  # for each empty site counts of the colours of neighbouring buildings; 0 for a site with a building
    AT_ROOFS,  # for each level of each site the seat whose roof is there, plus 1; or 0
    # Where the tables of the box begin.
    T_WORTH,
    T_STARS,
    T_CONE,
    T_CHIPS,
    T_CARDS,
    T_PRINTED,
    T_DEALS,
    T_OBJECTIVES,
    T_SITES,
    T_AROUND,
    T_FOUND,
    T_SETS,
    T_SET_FIRST,
    T_PARKS,
    T_LAKES,
    T_DISTRICTS,
    T_GREYS,
    T_BORDERS,
    T_AT_BORDER,
    HEADER_SIZE,
) = range(58)

# Readings of rulings that have more than two.
FIRST_DECIDES, SHORTAGE_ADDS_TURN, SHORTAGE_ADDS_ROUND = range(3)
JOINED_BY_ROAD, BOTH_AT_BORDER, ANY_OF_DISTRICTS = range(3)

# A row of T_CARDS: counts of its floors, multicolour floors, counts of its vehicles, copies in the deck, action numbers.
CARD_FLOORS, CARD_MULTICOLOUR, CARD_VEHICLES, CARD_COPIES, CARD_FIRST, CARD_BEHIND, CARD_SIZE = range(7)

# A row of T_PRINTED: the card, and the colour at its bottom (N_COLOURS for any).
PRINTED_CARD, PRINTED_BOTTOM, PRINTED_SIZE = range(3)

# A row of T_OBJECTIVES. COUNTED is a number of buildings or borders, or a mask of levels. FEWEST is the smallest number of
# buildings to be present in with which it can be fulfilled at all.
KIND, COUNTED, COUNTED_TOO, COLOUR, FEWEST, OBJECTIVE_SIZE = range(6)
COLOURS, PARK, DISTRICTS, LAKE, ADJACENT, ONE_COLOUR, GREY, BORDERS, DOUBLE, HEIGHTS = range(10)

# A row of T_SITES: its bit in a mask, its district, its part of T_AROUND (itself and its neighbours), roofs and actions.
SITE_WORD, SITE_BIT, SITE_DISTRICT, SITE_AROUND, SITE_WIDTH, SITE_ROOFS, SITE_FOUND, SITE_SIZE = range(8)

# A row of `scores`.
SCORE_VEHICLES = 0
SCORE_CHIPS = SCORE_VEHICLES + MOST_COLOURS
SCORE_CONE = SCORE_CHIPS + MOST_IN_PLAY
SCORE_STOCK = SCORE_CONE + 1
SCORE_TOTAL = SCORE_STOCK + 1
SCORE_WINS = SCORE_TOTAL + 1
SCORE_SIZE = SCORE_WINS + 1


# --- what is legal


def actor(box: Cells, state: Cells) -> int:
    """Returns the seat that decides, BY_CHANCE or BY_NOBODY."""
    phase = state[PHASE]
    if phase <= REVEAL:
        return BY_CHANCE
    if phase == OVER:
        return BY_NOBODY
    return int(state[SEAT])


def legal(box: Cells, state: Cells, out: Cells) -> int:
    """Writes the numbers of the legal actions, from the lowest. Returns how many there are."""
    phase = state[PHASE]
    if phase == TURN:
        count = takes(box, state, out)
        count = foundings(box, state, out, count)
        if state[EXTRA_TURN] and box[MAY_DECLINE_TURN]:
            out[count] = box[DECLINE]
            count += 1
        return count
    if phase == REVEAL:
        return reveals(state, box[AT_PILE], box[N_CARDS], box[FIRST_REVEAL], out)
    if phase == BACK:
        return put_backs(box, state, out)
    if phase == PLACE:
        return places(box, state, out)
    if phase == REVEAL_START:
        return reveals(state, box[AT_PILE], box[N_PRINTED], box[FIRST_PRINTED], out)
    if phase == DEAL:
        for deal in range(box[N_DEALS]):
            out[deal] = deal
        return int(box[N_DEALS])
    return 0


def weights(box: Cells, state: Cells, out: Cells) -> int:
    """Writes the weight of each legal action of chance. Returns how many there are; 0 if chance does not act."""
    phase, count = state[PHASE], 0
    if phase == DEAL:
        for deal in range(box[N_DEALS]):
            out[deal] = 1
        count = int(box[N_DEALS])
    elif phase <= REVEAL:
        pile = box[AT_PILE]
        for card in range(pile, pile + box[N_PRINTED]):
            if state[card]:
                out[count] = state[card]
                count += 1
    return count


def reveals(state: Cells, pile: int, cards: int, first: int, out: Cells) -> int:
    """Writes the cards that are left in the pile."""
    count = 0
    for card in range(cards):
        if state[pile + card]:
            out[count] = first + card
            count += 1
    return count


def places(box: Cells, state: Cells, out: Cells) -> int:
    """Writes the sites for the next starting floor, for each colour it may have."""
    sites, first, count = box[N_SITES], box[FIRST_PLACE], 0
    for colour in range(box[N_COLOURS]):
        if may_start(box, state, colour):
            for site in range(sites):
                if is_free(box, state, site, colour):
                    out[count] = first + colour * sites + site
                    count += 1
    return count


def may_start(box: Cells, state: Cells, colour: int) -> bool:
    """Returns whether the next starting floor may have this colour."""
    start = state[box[AT_STARTING]]
    return bool(start in (colour, box[N_COLOURS]) and state[CONTAINER] >> BITS * colour & ALL)


def is_free(box: Cells, state: Cells, site: int, colour: int) -> bool:
    """Returns whether a site is empty and has no neighbour of this colour."""
    return bool(state[box[AT_FLOORS] + site] == 0 and state[box[AT_PRICE] + site] >> BITS * colour & ALL == 0)


def covers(box: Cells, have: int, need: int) -> bool:
    """Returns whether counts have as many of each colour as others, or more: then no colour borrows its highest bit."""
    return bool(((have | box[GUARDS]) - need) & box[GUARDS] == box[GUARDS])


def common(box: Cells, have: int, need: int) -> int:
    """Returns counts of what is needed and there."""
    both = 0
    for shift in range(0, BITS * box[N_COLOURS], BITS):
        both += min(have >> shift & ALL, need >> shift & ALL) << shift
    return both


def takes(box: Cells, state: Cells, out: Cells) -> int:
    """Writes every way to take a card: for each kind of card in the market the sets of chosen floors."""
    container, first_set, sets, count, before = state[CONTAINER], box[T_SET_FIRST], box[T_SETS], 0, NONE
    for place in range(box[AT_MARKET], box[AT_MARKET] + box[N_MARKET]):
        kind = state[place]
        if kind == before:
            continue
        before = kind
        card = box[T_CARDS] + kind * CARD_SIZE
        printed, first = box[card + CARD_FLOORS], box[card + CARD_FIRST]
        least = most = box[card + CARD_MULTICOLOUR]
        if not covers(box, container, printed):
            there = common(box, container, printed)
            most += (printed - there) % ALL
            printed = there
        if most == 0:
            out[count] = first
            count += 1
            continue
        left = container - printed
        floors = left % ALL
        most = min(most, floors)
        least = min(least, floors) if box[MAY_DECLINE_FLOORS] else most
        for row in range(box[first_set + least], box[first_set + most + 1]):
            if covers(box, left, box[sets + row]):
                out[count] = first + row
                count += 1
    return count


def foundings(box: Cells, state: Cells, out: Cells, count: int) -> int:
    """Writes the foundings that the stock allows, by site, colour and roof, behind `count` others."""
    player = PLAYERS + state[SEAT] * PLAYER_SIZE
    if state[player + ROOFS] == 0:
        return count
    stock, guards, at_price, at_floors = state[player + STOCK], box[GUARDS], box[AT_PRICE], box[AT_FLOORS]
    guarded, shifts = stock | guards, range(0, BITS * box[N_COLOURS], BITS)
    for site in range(box[N_SITES]):
        price = state[at_price + site]
        # As `covers` does, without the call: this is asked most often.
        if price == 0 or (guarded - price) & guards != guards:
            continue
        row = box[T_SITES] + site * SITE_SIZE
        number, around, width = box[row + SITE_FOUND], box[row + SITE_AROUND], box[row + SITE_WIDTH]
        for shift in shifts:
            if stock >> shift & ALL and price >> shift & ALL == 0:
                for at in range(width):
                    roof = box[around + at]
                    if roof == site or state[at_floors + roof]:
                        out[count] = number + at
                        count += 1
            number += width
    return count


def put_backs(box: Cells, state: Cells, out: Cells) -> int:
    """Writes the sets of just as many floors as are over the limit."""
    stock, count = state[PLAYERS + state[SEAT] * PLAYER_SIZE + STOCK], 0
    first = box[T_SET_FIRST] + stock % ALL - box[STOCK_LIMIT]
    for row in range(box[first], box[first + 1]):
        if covers(box, stock, box[box[T_SETS] + row]):
            # The first set is the empty one, which nobody puts back.
            out[count] = box[FIRST_BACK] + row - 1
            count += 1
    return count


# --- what an action does


def play(box: Cells, state: Cells, number: int) -> None:
    """Plays a legal action, in place."""
    phase = state[PHASE]
    if phase == TURN:
        if number < box[FIRST_FOUND]:
            take(box, state, number)
        elif number < box[FIRST_BACK]:
            found(box, state, number)
        else:
            end_action(box, state)
    elif phase == REVEAL:
        card = number - box[FIRST_REVEAL]
        state[box[AT_PILE] + card] -= 1
        state[PILED] -= 1
        into_market(box, state, card)
        end_action(box, state)
    elif phase == BACK:
        put_back(box, state, number)
    elif phase == PLACE:
        place(box, state, number)
    elif phase == REVEAL_START:
        reveal_start(box, state, number - box[FIRST_PRINTED])
    else:
        for slot in range(box[N_IN_PLAY]):
            state[OBJECTIVES + slot] = box[box[T_DEALS] + number * box[N_IN_PLAY] + slot]
        state[PHASE] = REVEAL_START


def step(box: Cells, state: Cells, number: int, out: Cells) -> int:
    """Plays a legal action in place, and writes what is legal then. Returns how many actions that are."""
    play(box, state, number)
    return legal(box, state, out)


def into_market(box: Cells, state: Cells, card: int) -> None:
    """Puts a card into the market, which has an empty place, in its order."""
    place = box[AT_MARKET] + box[N_MARKET] - 1
    while place > box[AT_MARKET] and state[place - 1] > card:
        state[place] = state[place - 1]
        place -= 1
    state[place] = card


def reveal_start(box: Cells, state: Cells, printed: int) -> None:
    """Reveals a printed card for the market and for the colour of a starting floor, or for the colour alone."""
    row, pile, market = box[T_PRINTED] + printed * PRINTED_SIZE, box[AT_PILE], box[AT_MARKET]
    state[pile + printed] -= 1
    state[PILED] -= 1
    if state[market + box[N_MARKET] - 1] == box[N_CARDS]:
        into_market(box, state, box[row + PRINTED_CARD])
    last = box[AT_STARTING]
    while state[last] != NONE:
        last += 1
    state[last] = box[row + PRINTED_BOTTOM]
    if last + 1 < box[AT_STARTING] + box[N_STARTING]:
        return
    # From now on the pile counts cards without their bottoms.
    for one in range(box[N_PRINTED]):
        state[pile + one] = 0
    state[PILED] = -box[N_MARKET]
    for card in range(box[N_CARDS]):
        copies = box[box[T_CARDS] + card * CARD_SIZE + CARD_COPIES]
        state[pile + card] = copies
        state[PILED] += copies
    for one in range(market, market + box[N_MARKET]):
        state[pile + state[one]] -= 1
    next_starting_floor(box, state)


def place(box: Cells, state: Cells, number: int) -> None:
    """Puts a starting floor on its site."""
    colour = (number - box[FIRST_PLACE]) // box[N_SITES]
    state[CONTAINER] -= 1 << BITS * colour
    build(box, state, (number - box[FIRST_PLACE]) % box[N_SITES], colour)
    drop_starting_floor(box, state)
    next_starting_floor(box, state)


def next_starting_floor(box: Cells, state: Cells) -> None:
    """Goes on to the next starting floor that has a site, or to the first turn."""
    while state[box[AT_STARTING]] != NONE:
        if has_place(box, state):
            state[PHASE] = PLACE
            return
        drop_starting_floor(box, state)
    state[PHASE] = TURN


def has_place(box: Cells, state: Cells) -> bool:
    """Returns whether there is a site for the next starting floor."""
    for colour in range(box[N_COLOURS]):
        if may_start(box, state, colour):
            for site in range(box[N_SITES]):
                if is_free(box, state, site, colour):
                    return True
    return False


def drop_starting_floor(box: Cells, state: Cells) -> None:
    """Takes the next starting floor off the list."""
    last = box[AT_STARTING] + box[N_STARTING] - 1
    for one in range(box[AT_STARTING], last):
        state[one] = state[one + 1]
    state[last] = NONE


def build(box: Cells, state: Cells, site: int, colour: int) -> None:
    """Puts a first floor on an empty site. Its empty neighbours have one more to pay."""
    at_floors, at_price, row, unit = box[AT_FLOORS], box[AT_PRICE], box[T_SITES] + site * SITE_SIZE, 1 << BITS * colour
    state[box[AT_COLOUR] + site] = colour
    state[at_floors + site] = 1
    state[at_price + site] = 0
    state[COLOUR_MASKS + colour * MOST_WORDS + box[row + SITE_WORD]] |= box[row + SITE_BIT]
    for at in range(box[row + SITE_AROUND], box[row + SITE_AROUND] + box[row + SITE_WIDTH]):
        if state[at_floors + box[at]] == 0:
            state[at_price + box[at]] += unit


def take(box: Cells, state: Cells, number: int) -> None:
    """Takes the floors of a card, moves the vehicles it shows, and discards it."""
    player, place, last = PLAYERS + state[SEAT] * PLAYER_SIZE, box[AT_MARKET], box[AT_MARKET] + box[N_MARKET] - 1
    while number >= box[box[T_CARDS] + state[place] * CARD_SIZE + CARD_BEHIND]:
        place += 1
    kind = state[place]
    card = box[T_CARDS] + kind * CARD_SIZE
    chosen = box[box[T_SETS] + number - box[card + CARD_FIRST]]
    printed, short = box[card + CARD_FLOORS], False
    if not covers(box, state[CONTAINER], printed):
        printed, short = common(box, state[CONTAINER], printed), True
    state[player + STOCK] += printed + chosen
    state[CONTAINER] -= printed + chosen

    vehicles = box[card + CARD_VEHICLES]
    if vehicles:
        for colour in range(box[N_COLOURS]):
            steps = vehicles >> BITS * colour & ALL
            at = player + VEHICLES + colour
            state[at] = min(state[at] + steps, box[TRACK_END])
        look_at_stars(box, state, player)

    # The card goes to the discards, and an empty pile is made of them.
    for one in range(place, last):
        state[one] = state[one + 1]
    state[last] = box[N_CARDS]
    state[box[AT_DISCARDS] + kind] += 1
    if state[PILED] == 0:
        reshuffle(box, state)
    state[PHASE] = REVEAL
    if short or (box[EMPTY_IS_SHORTAGE] and chosen % ALL < box[card + CARD_MULTICOLOUR]):
        shortage(box, state)


def reshuffle(box: Cells, state: Cells) -> None:
    """Makes the empty pile of the discards."""
    pile, discards = box[AT_PILE], box[AT_DISCARDS]
    for card in range(box[N_CARDS]):
        state[pile + card] = state[discards + card]
        state[PILED] += state[discards + card]
        state[discards + card] = 0


def put_back(box: Cells, state: Cells, number: int) -> None:
    """Puts floors from the stock back into the container."""
    chosen = box[box[T_SETS] + number - box[FIRST_BACK] + 1]
    state[PLAYERS + state[SEAT] * PLAYER_SIZE + STOCK] -= chosen
    state[CONTAINER] += chosen
    end_action(box, state)


def found(box: Cells, state: Cells, number: int) -> None:
    """Founds a building, pays the neighbours, places the roof, scores it, and takes chips."""
    player, at_floors = PLAYERS + state[SEAT] * PLAYER_SIZE, box[AT_FLOORS]
    site = box[box[T_FOUND] + number - box[FIRST_FOUND]]
    row = box[T_SITES] + site * SITE_SIZE
    around, width = box[row + SITE_AROUND], box[row + SITE_WIDTH]
    choice = number - box[row + SITE_FOUND]
    colour, roof = choice // width, box[around + choice % width]
    state[player + STOCK] -= state[box[AT_PRICE] + site] + (1 << BITS * colour)
    for at in range(around, around + width):
        if state[at_floors + box[at]]:
            state[at_floors + box[at]] += 1
    build(box, state, site, colour)

    level = state[at_floors + roof]
    place_roof(box, state, roof, level)
    at = player + VEHICLES + state[box[AT_COLOUR] + roof]
    state[at] = min(state[at] + level, box[TRACK_END])
    look_at_stars(box, state, player)
    take_chips(box, state, player)
    state[player + ROOFS] -= 1
    if state[player + ROOFS] == 0:
        last_roof_placed(box, state)
    end_action(box, state)


def place_roof(box: Cells, state: Cells, site: int, level: int) -> None:
    """Puts a roof of the player whose turn it is on a floor."""
    player, row = PLAYERS + state[SEAT] * PLAYER_SIZE, box[T_SITES] + site * SITE_SIZE
    word, bit = box[row + SITE_WORD], box[row + SITE_BIT]
    state[box[AT_ROOFS] + box[row + SITE_ROOFS] + level - 1] = state[SEAT] + 1
    if state[player + PRESENT + word] & bit:
        state[player + TWICE + word] |= bit
    else:
        state[player + PRESENT + word] |= bit
        state[player + PRESENT_IN] += 1
    if level < WORD:
        state[player + LEVELS] |= 1 << level


def look_at_stars(box: Cells, state: Cells, player: int) -> None:
    """Gives another turn if all vehicles have now reached a star column that not all had reached before."""
    before, now = state[player + HINDMOST], box[TRACK_END]
    for vehicle in range(player + VEHICLES, player + VEHICLES + box[N_COLOURS]):
        now = min(now, state[vehicle])
    if now > before:
        state[player + HINDMOST] = now
        for star in range(box[T_STARS], box[T_STARS] + box[N_STARS]):
            if before < box[star] <= now:
                state[ANOTHER_TURN] = 1


# --- turns and the end


def end_action(box: Cells, state: Cells) -> None:
    """What comes after an action and its refill: floors to put back, an extra turn, the next player, or the end."""
    player = PLAYERS + state[SEAT] * PLAYER_SIZE
    limit_applies = state[ANOTHER_TURN] == 0 or box[LIMIT_WHOLE_RUN] == 0
    if limit_applies and state[player + STOCK] % ALL > box[STOCK_LIMIT]:
        state[PHASE] = BACK
        return
    state[PHASE] = TURN
    if state[ANOTHER_TURN]:
        state[EXTRA_TURN] = 1
        state[ANOTHER_TURN] = 0
        return
    state[EXTRA_TURN] = 0
    if state[CAUSE] != NO_CAUSE:
        end_last_turn(box, state, player)
        if state[TURNS_LEFT] == 0:
            state[PHASE] = OVER
            return
    state[SEAT] = (state[SEAT] + 1) % box[N_PLAYERS]


def last_roof_placed(box: Cells, state: Cells) -> None:
    """A last roof triggers the end: this turn, and one for every opponent. The first trigger decides who still plays."""
    if state[CAUSE] == NO_CAUSE:
        trigger(state, LAST_ROOF, box[N_PLAYERS])


def shortage(box: Cells, state: Cells) -> None:
    """A shortage triggers the end: this turn, and one for everybody. After a last roof it depends on the ruling."""
    if state[CAUSE] == NO_CAUSE:
        trigger(state, SHORTAGE, box[N_PLAYERS] + 1)
    elif state[CAUSE] == LAST_ROOF and box[SECOND_TRIGGER] == SHORTAGE_ADDS_TURN:
        state[CAUSE] = BOTH
        state[TURNS_LEFT] += 1
    elif state[CAUSE] == LAST_ROOF and box[SECOND_TRIGGER] == SHORTAGE_ADDS_ROUND:
        trigger(state, BOTH, box[N_PLAYERS] + 1)


def trigger(state: Cells, cause: int, turns: int) -> None:
    """The end is coming, through the player whose turn it is, with so many turns left."""
    state[CAUSE] = cause
    state[CAUSED_BY] = state[SEAT]
    state[TURNS_LEFT] = turns


def end_last_turn(box: Cells, state: Cells, player: int) -> None:
    """A player's turn ends while the end is coming. The cone of a player with no turn or no roof left is set, once."""
    state[TURNS_LEFT] -= 1
    plays_again = state[TURNS_LEFT] >= box[N_PLAYERS]
    at_once = state[player + ROOFS] == 0 and box[CONE_AT_ONCE]
    if (at_once or not plays_again) and state[player + CONE] == NONE:
        state[player + CONE] = min(roofs_on_top(box, state, state[SEAT] + 1), box[CONE_END])


def roofs_on_top(box: Cells, state: Cells, roof: int) -> int:
    """Returns the number of buildings with this roof on top."""
    count = 0
    for site in range(box[N_SITES]):
        floors = state[box[AT_FLOORS] + site]
        if floors and state[box[AT_ROOFS] + box[box[T_SITES] + site * SITE_SIZE + SITE_ROOFS] + floors - 1] == roof:
            count += 1
    return count


# --- objectives


def take_chips(box: Cells, state: Cells, player: int) -> None:
    """Gives a player the highest chip left of each objective now fulfilled, once each."""
    for slot in range(box[N_IN_PLAY]):
        if state[player + CHIPS + slot] == 0 and fulfilled(box, state, player, state[OBJECTIVES + slot]):
            taken = 0
            for seat in range(box[N_PLAYERS]):
                if state[PLAYERS + seat * PLAYER_SIZE + CHIPS + slot]:
                    taken += 1
            state[player + CHIPS + slot] = box[box[T_CHIPS] + taken]


def fulfilled(box: Cells, state: Cells, player: int, objective: int) -> bool:
    """Returns whether a player fulfils an objective."""
    row, present = box[T_OBJECTIVES] + objective * OBJECTIVE_SIZE, player + PRESENT
    kind, counted = box[row + KIND], box[row + COUNTED]
    if state[player + PRESENT_IN] < box[row + FEWEST]:
        return False
    if kind == COLOURS:
        for colour in range(box[N_COLOURS]):
            if not meet(box, state, present, state, COLOUR_MASKS + colour * MOST_WORDS):
                return False
        return True
    if kind == DISTRICTS:
        for district in range(box[N_DISTRICTS]):
            if not meet(box, state, present, box, box[T_DISTRICTS] + district * MOST_WORDS):
                return False
        return True
    if kind == PARK:
        return bool(in_both(box, state, present, box, box[T_PARKS]) >= counted)
    if kind == LAKE:
        return bool(in_both(box, state, present, box, box[T_LAKES]) >= counted)
    if kind == ONE_COLOUR:
        mask = COLOUR_MASKS + box[row + COLOUR] * MOST_WORDS
        return bool(in_both(box, state, present, state, mask) >= counted)
    if kind == DOUBLE:
        return bool(in_both(box, state, present, state, player + TWICE) >= counted)
    if kind == HEIGHTS:
        return bool(state[player + LEVELS] & counted == counted)
    if kind == GREY:
        first = in_both(box, state, present, box, box[T_GREYS])
        second = in_both(box, state, present, box, box[T_GREYS] + MOST_WORDS)
        return bool(min(first, second) >= counted and max(first, second) >= box[row + COUNTED_TOO])
    if kind == ADJACENT:
        return connected(box, state, player, counted)
    return across_borders(box, state, player, counted)


def meet(box: Cells, one: Cells, mask: int, other: Cells, other_mask: int) -> bool:
    """Returns whether a site is in both of two masks."""
    for word in range(box[N_WORDS]):  # noqa: SIM110  # numba compiles no generators
        if one[mask + word] & other[other_mask + word]:
            return True
    return False


def in_both(box: Cells, one: Cells, mask: int, other: Cells, other_mask: int) -> int:
    """Returns how many sites are in two masks."""
    count = 0
    for word in range(box[N_WORDS]):
        left = one[mask + word] & other[other_mask + word]
        while left:
            left &= left - 1
            count += 1
    return count


def sites_in(box: Cells, state: Cells, mask: int, sites: int) -> list[int]:
    """Returns the sites in a mask of the state, of which there are so many."""
    found_sites = [0] * sites
    count = 0
    for site in range(box[N_SITES]):
        row = box[T_SITES] + site * SITE_SIZE
        if state[mask + box[row + SITE_WORD]] & box[row + SITE_BIT]:
            found_sites[count] = site
            count += 1
    return found_sites


def connected(box: Cells, state: Cells, player: int, counted: int) -> bool:
    """Returns whether so many of a player's buildings are joined to one group by roads between them."""
    waiting = [0] * box[N_SITES]
    unseen = [0] * box[N_SITES]
    mine = sites_in(box, state, player + PRESENT, state[player + PRESENT_IN])
    for site in mine:
        unseen[site] = 1
    for start in mine:
        if unseen[start] == 0:
            continue
        unseen[start] = 0
        waiting[0] = start
        seen = 1
        done = 0
        while done < seen:
            row = box[T_SITES] + waiting[done] * SITE_SIZE
            done += 1
            for at in range(box[row + SITE_AROUND], box[row + SITE_AROUND] + box[row + SITE_WIDTH]):
                if unseen[box[at]]:
                    unseen[box[at]] = 0
                    waiting[seen] = box[at]
                    seen += 1
        if seen >= counted:
            return True
    return False


def across_borders(box: Cells, state: Cells, player: int, counted: int) -> bool:
    """Returns whether a player is present on both sides of so many different borders, no building counted twice.

    Goes through the pairs of buildings across a border like an odometer: `chosen` has the pair at each depth.
    """
    mine = sites_in(box, state, player + PRESENT, state[player + PRESENT_IN])
    size = len(mine) * len(mine)
    ones, others, borders, pairs = [0] * size, [0] * size, [0] * size, 0
    for first in range(len(mine)):
        for second in range(first + 1, len(mine)):
            border = border_between(box, mine[first], mine[second])
            if border:
                ones[pairs], others[pairs], borders[pairs] = mine[first], mine[second], border
                pairs += 1
    chosen = [0] * (counted + 1)
    depth, pair = 0, 0
    while True:
        if pair == pairs:
            if depth == 0:
                return False
            depth -= 1
            pair = chosen[depth] + 1
            continue
        free = True
        for place in range(depth):
            before = chosen[place]
            if borders[before] == borders[pair] or (
                ones[before] == ones[pair]
                or ones[before] == others[pair]
                or others[before] == ones[pair]
                or others[before] == others[pair]
            ):
                free = False
        if free:
            chosen[depth] = pair
            depth += 1
            if depth == counted:
                return True
        pair += 1


def border_between(box: Cells, one: int, other: int) -> int:
    """Returns the border that two sites lie on both sides of, as the ruling reads it; 0 for none."""
    row, other_row = box[T_SITES] + one * SITE_SIZE, box[T_SITES] + other * SITE_SIZE
    border = box[box[T_BORDERS] + box[row + SITE_DISTRICT] * box[N_DISTRICTS] + box[other_row + SITE_DISTRICT]]
    if border == 0 or box[BORDER_READING] == ANY_OF_DISTRICTS:
        return int(border)
    if box[BORDER_READING] == BOTH_AT_BORDER:
        first = box[box[T_AT_BORDER] + one * box[N_BORDERS] + border - 1]
        second = box[box[T_AT_BORDER] + other * box[N_BORDERS] + border - 1]
        return int(border) if first and second else 0
    for at in range(box[row + SITE_AROUND], box[row + SITE_AROUND] + box[row + SITE_WIDTH]):
        if box[at] == other:
            return int(border)
    return 0


# --- the final score


def scores(box: Cells, state: Cells, out: Cells) -> int:
    """Writes a row of SCORE_SIZE for each seat. Returns the number of winners; 0 while the game goes on."""
    most = NONE
    for seat in range(box[N_PLAYERS]):
        player, row = PLAYERS + seat * PLAYER_SIZE, seat * SCORE_SIZE
        total = 0
        for colour in range(box[N_COLOURS]):
            worth = box[box[T_WORTH] + state[player + VEHICLES + colour]]
            out[row + SCORE_VEHICLES + colour] = worth
            total += worth
        for slot in range(box[N_IN_PLAY]):
            out[row + SCORE_CHIPS + slot] = state[player + CHIPS + slot]
            total += state[player + CHIPS + slot]
        cone = state[player + CONE]
        out[row + SCORE_CONE] = box[box[T_CONE] + cone - 1] if cone > 0 else 0
        out[row + SCORE_STOCK] = state[player + STOCK] % ALL
        out[row + SCORE_TOTAL] = total + out[row + SCORE_CONE]
        most = max(most, out[row + SCORE_TOTAL])
    largest = NONE
    for row in range(0, box[N_PLAYERS] * SCORE_SIZE, SCORE_SIZE):
        if out[row + SCORE_TOTAL] == most:
            largest = max(largest, out[row + SCORE_STOCK])
    winners = 0
    for row in range(0, box[N_PLAYERS] * SCORE_SIZE, SCORE_SIZE):
        wins = state[PHASE] == OVER and out[row + SCORE_TOTAL] == most and out[row + SCORE_STOCK] == largest
        out[row + SCORE_WINS] = 1 if wins else 0
        winners += out[row + SCORE_WINS]
    return winners


# --- play-outs


def draw(random: Cells, below: int) -> int:
    """Returns a whole number from 0, below a bound, of Marsaglia's xorshift128: `random` has its four words of 32 bits."""
    word = random[0] ^ (random[0] << 11 & 0xFFFFFFFF)
    last = random[3]
    random[0] = random[1]
    random[1] = random[2]
    random[2] = last
    random[3] = last ^ (last >> 19) ^ word ^ (word >> 8)
    return int((random[3] * below) >> 32)


def chance(box: Cells, state: Cells, random: Cells) -> int:
    """Returns an action of chance, drawn by its weight."""
    if state[PHASE] == DEAL:
        return draw(random, box[N_DEALS])
    pile, first = box[AT_PILE], box[FIRST_REVEAL] if state[PHASE] == REVEAL else box[FIRST_PRINTED]
    left, card = draw(random, state[PILED]), 0
    while left >= state[pile + card]:
        left -= state[pile + card]
        card += 1
    return int(first + card)


def playout(box: Cells, state: Cells, random: Cells, most_steps: int, out: Cells) -> int:
    """Plays on in place until the game is over, or so many steps are made: chance by weight, players at random.

    Returns the number of steps.
    """
    for step in range(most_steps):
        phase = state[PHASE]
        if phase == OVER:
            return step
        if phase <= REVEAL:
            play(box, state, chance(box, state, random))
        else:
            play(box, state, out[draw(random, legal(box, state, out))])
    return most_steps
