"""Laws that hold in every state.

They are told from the rulebook anew, not with the code that plays: they look at towers, stocks and cards as they lie
there. A state built by hand or read from a file must keep all of them; after every action they are checked in
verification. There most of a state is as it was, and what an action makes of the rest the laws of steps say: so each law
names what it reads, after which actions it follows from the laws of steps (`follows_on`; a comment says why; dealing, they
say, leaves the table alone), and what else is left to ask after an action.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import attrgetter

from towerup.kernel import counts
from towerup.kernel.counts import FIELD
from towerup.kernel.invariants import StateLaws, Told

from .actions import Action, Back, Deal, Decline, Found, Place, Reveal, Take
from .edition import Objective
from .generating import legal_actions
from .objectives import RULE_OF_KIND, OwnRoofs, holds, may_fulfil
from .plots import Plot
from .scoring import outcome
from .setup import ANY_COLOUR, Setup
from .state import (
    ANOTHER,
    COLOUR,
    EXTRA,
    ROOF,
    ROOF_BITS,
    ROOFS,
    Cause,
    Phase,
    State,
    floors_of,
    roof_at,
)

STATE_LAWS: StateLaws[State] = StateLaws()
"""What holds in every state, told apart from the code that plays: `law.broken_by(state)` finds each breach."""

_law, _after = STATE_LAWS.law, STATE_LAWS.after

_DEAL, _REVEAL_START, _PLACE, _TURN, _REVEAL, _BACK, _OVER = Phase
_ALL_BUT_DEAL = (Reveal, Place, Take, Back, Found, Decline)
_ALL = (Deal, *_ALL_BUT_DEAL)
_ANY_MARK = EXTRA | ANOTHER
_UNITS = (0, *(counts.unit(colour) for colour in range(COLOUR)))
"""A floor by the colour of its tower, as it is packed."""


def roofs_on_board(state: State) -> list[int]:
    """How many roofs of each seat are on the board."""
    placed = [0] * (ROOF + 1)
    for tower in state.towers:
        roofs = tower >> ROOFS
        while roofs:
            placed[roofs & ROOF] += 1
            roofs >>= ROOF_BITS
    return placed[1 : 1 + len(state.setup.seats)]


def roofs_on_top(state: State, seat: int) -> int:
    """How many buildings have a roof of this player on top."""
    return sum(roof_at(tower, floors_of(tower)) == seat + 1 for tower in state.towers if tower)


def own_roofs(state: State, seat: int) -> OwnRoofs:
    """A player's roofs as the objectives see them."""
    towers = state.towers
    sites = [site for site, tower in enumerate(towers) if tower >> ROOFS and _levels(tower, seat)]
    return _own_roofs_on(state, seat, sites)


def _own_roofs_on(state: State, seat: int, sites: Iterable[int]) -> OwnRoofs:
    """A player's roofs, which are on these sites."""
    towers = state.towers
    return {site: (towers[site] & COLOUR) - 1 for site in sites}, lambda site: _levels(towers[site], seat)


def _levels(tower: int, seat: int) -> list[int]:
    """The levels at which a building has a roof of this player."""
    roofs, level, levels = tower >> ROOFS, 1, []
    while roofs:
        if roofs & ROOF == seat + 1:
            levels.append(level)
        roofs >>= ROOF_BITS
        level += 1
    return levels


# --- the box


# The laws of steps say of every floor that an action moves where it goes, and that none else moves.
@_law("TU-BOX-01", reads=("setup", "container", "players.stock", "towers"), follows_on=_ALL)
def floors_accounted_for(state: State) -> Told:
    """Every floor of each colour is in the container, in a stock, or on the board."""
    edition = state.setup.edition
    built = [0] * (COLOUR + 1)
    for tower in state.towers:
        built[tower & COLOUR] += floors_of(tower)
    seen = built[1 : 1 + len(edition.colours)]
    for place in (state.container, *(player.stock for player in state.players)):
        for index in range(len(seen)):
            seen[index] += (place >> (counts.WIDTH * index)) & FIELD
    if tuple(seen) == edition.floors:
        return ()
    return [
        f"{found} {colour} floors, but the box has {boxed}"
        for colour, found, boxed in zip(edition.colours, seen, edition.floors, strict=True)
        if found != boxed
    ]


# What founding builds and costs is a roof.
@_law("TU-BOX-02", reads=("setup", "players.roofs", "towers"), follows_on=(Deal, Place, Found))
def roofs_accounted_for(state: State) -> Told:
    """Every roof of a player is in hand or on the board."""
    all_roofs = state.setup.edition.roofs
    return [
        f"{roof} has {player.roofs} roofs in hand and {placed} on the board, not {all_roofs} in all"
        for roof, player, placed in zip(state.setup.seats, state.players, roofs_on_board(state), strict=True)
        if player.roofs + placed != all_roofs
    ]


# The laws of steps say of every card where it goes, and what comes next.
@_law(
    "TU-BOX-03",
    "TU-SETUP-02",
    "TU-SETUP-11",
    "TU-TAKE-05",
    reads=("setup", "phase", "market", "pile", "discards", "starting"),
    follows_on=_ALL,
)
def cards_accounted_for(state: State) -> Told:
    """Every stock card is in the pile, the market or the discards (or, in setup, revealed for a starting floor), and the
    market is full except while it waits for a card.
    """
    edition, phase = state.setup.edition, state.phase
    if phase < _PLACE:
        return _cards_in_setup(state)
    pile, market, discards = state.pile, state.market, state.discards
    kinds = edition.kinds
    wrong: list[str | tuple[str, str]] = []
    if len(pile) != len(kinds) or len(discards) != len(kinds):
        return ["the pile or the discards do not count cards by kind"]
    for kind, boxed in enumerate(edition.cards_of_kind):
        seen = pile[kind] + market.count(kind) + discards[kind]
        if seen != boxed:
            wrong.append(f"{seen} cards {kinds[kind].id}, but the deck has {boxed}")
    wanted = edition.market - (phase is _REVEAL)
    if len(market) != wanted:
        wrong.append(("TU-TAKE-05", f"{len(market)} cards in the market, not {wanted}"))
    if phase is _PLACE and any(discards):
        wrong.append("there are discards before anybody has taken a card")
    return wrong


def _cards_in_setup(state: State) -> Told:
    edition = state.setup.edition
    if len(state.pile) != len(edition.cards):
        return ["the pile does not count printed cards"]
    drawn = [
        (card, card.count - left) for card, left in zip(edition.cards, state.pile, strict=True) if left != card.count
    ]
    if any(number < 0 for _, number in drawn):
        return ["the pile has more of some card than the deck"]
    wrong: list[str | tuple[str, str]] = []
    if any(state.discards):
        wrong.append("there are discards before anybody has taken a card")
    bottoms = sorted(card.bottom for card, number in drawn for _ in range(number))
    shown = sorted("any" if colour == ANY_COLOUR else edition.colours[colour] for colour in state.starting)
    if bottoms != shown:
        wrong.append(
            f"the cards revealed have the bottoms {', '.join(bottoms)}, the starting floors are {', '.join(shown)}"
        )
    if len(state.starting) >= state.setup.starting_floors:
        wrong.append(
            f"{len(state.starting)} cards are revealed, and another is to come, "
            f"but only {state.setup.starting_floors} are wanted"
        )
    if len(state.market) != min(len(state.starting), edition.market):
        wrong.append(("TU-SETUP-02", f"{len(state.market)} cards in the market after {len(state.starting)} reveals"))
    for kind in dict.fromkeys(state.market):
        name = edition.kinds[kind].id
        if state.market.count(kind) > sum(number for card, number in drawn if card.kind.id == name):
            wrong.append(("TU-SETUP-02", f"a card {name} is in the market that was not revealed"))
    return wrong


# Only taking makes the market wait, and then the card taken is in the pile if no other is.
@_law("TU-TAKE-06", reads=("phase", "pile"), follows_on=(Place, Take, Back, Found, Decline))
def a_wanted_card_is_there(state: State) -> Told:
    """While the market waits for a card, the pile has one: the discards have been reshuffled if it was empty."""
    phase = state.phase
    if (phase is _REVEAL or phase is _REVEAL_START) and not any(state.pile):
        return ["a card is to be revealed, but the draw pile is empty"]
    return ()


# Where cards go is told in order.
@_law("TU-BOX-05", reads=("market",), follows_on=(Deal, Take, Reveal))
def no_order_is_kept(state: State) -> Told:
    """Cards lie in one order only, so that tables which look the same are the same state."""
    if [*state.market] != sorted(state.market):
        return ["the market is not in order"]
    return ()


@_law(
    "TU-BOX-04",
    reads=("setup", "towers", "plots", "painted", "players.present", "players.doubled", "players.levels"),
)  # fmt: skip
def indexes_follow_from_the_table(state: State) -> Told:
    """What is carried along for speed is what follows from roads, towers and roofs."""
    setup, towers = state.setup, state.towers
    wrong: list[str] = []
    painted = [0] * (COLOUR + 1)
    for site, tower in enumerate(towers):
        painted[tower & COLOUR] |= 1 << site
    if state.painted != tuple(painted[1 : 1 + setup.colours]):
        wrong.append("the sites by colour are not those of the towers")
    wrong += [
        f"the plot on {setup.board.names[site]} does not tell what stands around it"
        for site in range(len(towers))
        if not _tells_what_stands_around(setup, towers, site, state.plots[site])
    ]
    for seat, player in enumerate(state.players):
        present = doubled = levels = 0
        for site, tower in enumerate(towers):
            for level in _levels(tower, seat) if tower >> ROOFS else ():
                doubled |= present & 1 << site
                present |= 1 << site
                levels |= 1 << level
        if (player.present, player.doubled, player.levels) != (present, doubled, levels):
            wrong.append(f"the presence of {setup.seats[seat]} is not that of the roofs")
    return wrong


def _tells_what_stands_around(setup: Setup, towers: tuple[int, ...], site: int, plot: Plot | None) -> bool:
    """Whether a plot has the price, the colours and the foundings of its site; on no plot there is nothing to found."""
    if towers[site]:
        return plot is None
    plots = setup.space.plots
    price, taken, offer = 0, 0, plots.bare[site]
    for neighbour in setup.neighbours[site]:
        tower = towers[neighbour]
        if tower:
            unit = _UNITS[tower & COLOUR]
            price += unit
            taken |= unit
            try:
                offer = offer[1][neighbour]
            except KeyError:  # this way around the site it has not been built yet
                so_far = [towers[one] if one <= neighbour else 0 for one in range(len(towers))]
                offer = plots.beside((0, 0, offer), site, neighbour, (tower & COLOUR) - 1, so_far)[2]
    if not price or not plot:
        return not price and plot is None
    # Each colour that is taken is out of the set of those allowed; offers are made once for each set of neighbours.
    return plot == (price, setup.guard ^ taken * counts.GUARD, offer)


@_after(indexes_follow_from_the_table, Deal)
def _there_are_no_indexes_yet(before: State, action: Deal, after: State) -> Told:
    """The board is as empty as it was."""
    empty = after.plots.count(None) == len(after.towers) and after.painted == (0,) * after.setup.colours
    for player in after.players:
        empty = empty and not (player.present or player.doubled or player.levels)
    return () if empty else indexes_follow_from_the_table(after)


@_after(indexes_follow_from_the_table, Place, Found)
def _indexes_follow_the_step(before: State, action: Place | Found, after: State) -> Told:
    """Plots are other than they were only around the new building, and one player has one roof more, or nobody."""
    setup, towers = after.setup, after.towers
    index = setup.board.index
    site = index[action.site]
    colour = towers[site] & COLOUR
    unit = _UNITS[colour]
    painted, plots = [*before.painted], [*before.plots]
    painted[colour - 1] |= 1 << site
    plots[site] = None
    for neighbour in setup.neighbours[site]:
        if not towers[neighbour]:
            # A floor more to pay, a colour less to choose from, a building more to put the roof on.
            price, allowed, (_, onward) = plots[neighbour] or (0, setup.guard, setup.space.plots.bare[neighbour])
            plots[neighbour] = price + unit, allowed & ~(unit * counts.GUARD), onward.get(site, ({}, {}))
    if tuple(painted) != after.painted or tuple(plots) != after.plots:
        return indexes_follow_from_the_table(after)
    roof = index[action.roof] if type(action) is Found else None
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if old is new:
            continue
        present, doubled, levels = old.present, old.doubled, old.levels
        if seat == before.seat and roof is not None:
            doubled |= present & 1 << roof
            present |= 1 << roof
            levels |= 1 << floors_of(towers[roof])
        if new.present != present or new.doubled != doubled or new.levels != levels:
            return indexes_follow_from_the_table(after)
    return ()


# --- setup


# The setup stays, and so do players and places for chips.
@_law("TU-SETUP-01", "TU-SETUP-08", "TU-SETUP-10", reads=("setup", "phase", "players.chips"), follows_on=_ALL_BUT_DEAL)
def the_setup_fits(state: State) -> Told:
    """Board, objectives, chips and starting floors are those for this number of players."""
    setup, edition = state.setup, state.setup.edition
    players = len(setup.seats)
    wrong: list[str | tuple[str, str]] = []
    if players not in setup.board.players or setup.board not in edition.boards:
        wrong.append(f"the {setup.board.name} board is not for {players} players")
    if (
        len(state.players) != players
        or len(set(setup.seats)) != players
        or not {*setup.seats} <= {*edition.roof_colours}
    ):
        wrong.append(f"{len(state.players)} players with the roofs {', '.join(setup.seats)}")
    dealt = 0 if state.phase is _DEAL else edition.objectives_in_play
    known = {objective.id for objective in edition.objectives}
    if len(known.intersection(setup.objectives)) != dealt or len(setup.objectives) != dealt:
        wrong.append(("TU-SETUP-08", f"{len(setup.objectives)} objectives, not {dealt}"))
    if not _places_for_chips(state):
        wrong.append(("TU-SETUP-08", "a player has not just one place for a chip of each objective"))
    if not edition.market <= setup.starting_floors <= edition.most_starting_floors[players]:
        wrong.append(("TU-SETUP-10", f"{setup.starting_floors} starting floors with {players} players"))
    return wrong


@_law(
    "TU-BOX-04", "TU-SETUP-01", "TU-SETUP-03", "TU-SETUP-09", "TU-STOCK-01", "TU-STOCK-03", "TU-STAR-01", "TU-STAR-05",
    "TU-MOVE-02", "TU-TAKE-05", "TU-TURN-01",
    reads=("setup",),
)  # fmt: skip
def the_tables_follow_from_the_box(state: State) -> Told:
    """What a setup holds ready for play follows from the edition, the number of players and the rulings."""
    setup, edition, players = state.setup, state.setup.edition, len(state.setup.seats)
    board, colours = setup.board, len(edition.colours)
    joined: list[set[int]] = [set() for _ in board.sites]
    for road in board.roads:
        one, other = map(board.index.__getitem__, road)
        joined[one].add(other)
        joined[other].add(one)
    wanted = (
        ("TU-BOX-04", "neighbours", tuple(tuple(sorted(sites)) for sites in joined)),
        ("TU-BOX-04", "neighbour_masks", tuple(sum(1 << site for site in sites) for sites in joined)),
        ("TU-BOX-04", "everywhere", (1 << len(joined)) - 1),
        ("TU-SETUP-01", "colours", colours),
        ("TU-SETUP-01", "units", tuple(counts.pack([0] * colour + [1]) for colour in range(colours))),
        ("TU-SETUP-01", "paint", (0, *(counts.pack([0] * colour + [1]) for colour in range(colours)))),
        ("TU-SETUP-01", "guard", counts.pack([counts.GUARD] * colours)),
        ("TU-SETUP-01", "full", counts.pack([counts.MOST_OF_ONE] * colours)),
        ("TU-SETUP-01", "kinds", edition.kinds),
        ("TU-SETUP-01", "no_cards", bytes(len(edition.kinds))),
        ("TU-SETUP-03", "kind_of_card", tuple(edition.kind_numbers[card.kind.id] for card in edition.cards)),
        ("TU-SETUP-03", "bottoms", tuple(_colour_number(edition.colours, card.bottom) for card in edition.cards)),
        ("TU-SETUP-09", "chips", tuple(sorted(edition.chips[players], reverse=True))),
        ("TU-STOCK-01", "stock_limit", edition.stock_limit),
        ("TU-STOCK-03", "limit_every_turn", setup.rulings.stock_limit == "every_turn"),
        ("TU-STAR-01", "stars_by_column", tuple(
            len([star for star in edition.stars if star <= column]) for column in range(len(edition.worth))
        )),
        ("TU-STAR-05", "may_decline_extra", setup.rulings.extra_turn == "optional"),
        ("TU-MOVE-02", "track_end", len(edition.worth) - 1),
        ("TU-TAKE-05", "market", edition.market),
        ("TU-TURN-01", "following", tuple((seat + 1) % players for seat in range(players))),
    )  # fmt: skip
    return [
        (rule, f"{table} is {getattr(setup, table)!r:.80}, not {value!r:.80}")
        for rule, table, value in wanted
        if getattr(setup, table) != value
    ]


_TABLES = attrgetter(
    "neighbours", "neighbour_masks", "everywhere", "colours", "units", "paint", "guard", "full", "kinds", "no_cards",
    "kind_of_card", "bottoms", "chips", "stock_limit", "limit_every_turn", "stars_by_column", "may_decline_extra",
    "track_end", "market", "following",
)  # fmt: skip


@_after(the_tables_follow_from_the_box, Deal)
def _the_tables_are_the_same(before: State, action: Deal, after: State) -> Told:
    return () if _TABLES(before.setup) == _TABLES(after.setup) else the_tables_follow_from_the_box(after)


def _colour_number(colours: tuple[str, ...], bottom: str) -> int:
    return colours.index(bottom) if bottom in colours else ANY_COLOUR


# The laws of steps say of every action in setup that it changes nothing of this but the board, and that by one floor.
@_law(
    "TU-SETUP-07",
    "TU-SETUP-13",
    "TU-SETUP-05",
    reads=(
        "setup",
        "phase",
        "seat",
        "run",
        "towers",
        "ending",
        "players.stock",
        "players.vehicles",
        "players.chips",
        "players.cone",
        "players.roofs",
    ),
    follows_on=_ALL,
)
def before_play_all_is_as_dealt(state: State) -> Told:
    """Until the first turn every player has the starting stock, all roofs, vehicles at the start and no cone; the board has
    single floors without roofs; it is the first player who acts.
    """
    if state.phase >= _TURN:
        return ()
    setup = state.setup
    wrong: list[str | tuple[str, str]] = []
    for roof, player in zip(setup.seats, state.players, strict=True):
        if counts.unpack(player.stock, setup.colours) != (1,) * setup.colours:
            wrong.append(f"{roof} does not have one floor of each colour")
        if any(player.vehicles) or any(player.chips) or player.cone is not None or player.roofs != setup.edition.roofs:
            wrong.append(f"{roof} has vehicles, chips, a cone or roofs that are not as at the start")
    if any(floors_of(tower) > 1 or tower >> ROOFS for tower in state.towers if tower):
        wrong.append(("TU-SETUP-05", "a building has more than one floor, or a roof"))
    if state.seat != 0 or state.run or state.ending:
        wrong.append(("TU-SETUP-13", "it is not the first player's move, or an extra turn or the end is marked"))
    if state.phase is not _PLACE and any(state.towers):
        wrong.append("a floor stands on the board before the cards for it are revealed")
    return wrong


# The laws of steps say which starting floors are left, and that they stay while play goes on.
@_law(
    "TU-SETUP-03",
    "TU-SETUP-04",
    "TU-SETUP-12",
    reads=("setup", "phase", "starting", "towers"),
    follows_on=_ALL,
)
def starting_floors_are_for_setup(state: State) -> Told:
    """Starting floors are to be placed exactly while that is going on, and no more than the game has."""
    phase, starting = state.phase, state.starting
    if phase is _PLACE:
        if not starting:
            return ["a starting floor is to be placed, but none is left"]
        if len(starting) + sum(map(bool, state.towers)) > state.setup.starting_floors:
            return [f"placed and still to be placed are more than {state.setup.starting_floors} starting floors"]
    elif starting and phase is not _REVEAL_START:
        return ["starting floors are left to place, but play has begun"]
    return ()


# --- the board


@_law("TU-FOUND-03", "TU-SETUP-06", reads=("setup", "towers"), follows_on=(Deal,))
def no_neighbours_of_one_colour(state: State) -> Told:
    """Two buildings joined by a road never have the same colour."""
    towers, neighbours = state.towers, state.setup.neighbours
    wrong: list[str] = []
    for site, tower in enumerate(towers):
        if tower:
            colour = tower & COLOUR
            for neighbour in neighbours[site]:
                if towers[neighbour] & COLOUR == colour and site < neighbour:
                    names, called = state.setup.board.names, state.setup.edition.colours
                    wrong.append(f"{names[site]} and {names[neighbour]} are both {called[colour - 1]}")
    return wrong


@_after(no_neighbours_of_one_colour, Place, Found)
def _no_new_neighbour_of_one_colour(before: State, action: Place | Found, after: State) -> Told:
    setup, towers = after.setup, after.towers
    site = setup.board.index[action.site]
    colour = towers[site] & COLOUR
    for neighbour in setup.neighbours[site]:
        if towers[neighbour] & COLOUR == colour:
            return no_neighbours_of_one_colour(after)
    return ()


# What founding builds is a floor of a colour on a site and on each neighbour, and a roof on one of them.
@_law("TU-ROOF-02", "TU-FOUND-05", reads=("setup", "towers"), follows_on=(Deal, Place, Found))
def roofs_sit_on_floors(state: State) -> Told:
    """A level has one roof at most, and no roof is above the building or a stranger's."""
    seats, colours = len(state.setup.seats), state.setup.colours
    wrong: list[str | tuple[str, str]] = []
    for site, tower in enumerate(state.towers):
        if not tower:
            continue
        height = floors_of(tower)
        name = state.setup.board.names[site]
        if not (1 <= tower & COLOUR <= colours and height):
            wrong.append(("TU-FOUND-05", f"{name} has floors of no colour, or a colour and no floors"))
        roofs = tower >> ROOFS
        if roofs >> (ROOF_BITS * height):
            wrong.append(f"{name} has a roof above its {height} floors")
        while roofs:
            if roofs & ROOF > seats:
                wrong.append(f"{name} has a roof of nobody who plays")
            roofs >>= ROOF_BITS
    return wrong


# What founding builds is one building and one roof.
@_law(
    "TU-ROOF-01",
    "TU-TURN-04",
    "TU-SETUP-12",
    reads=("setup", "phase", "towers"),
    follows_on=(Deal, Take, Back, Found, Decline),
)
def a_roof_for_every_founding(state: State) -> Told:
    """Buildings are the starting floors and one for every roof placed."""
    if state.phase < _TURN:
        return ()
    setup, edition = state.setup, state.setup.edition
    buildings = len(state.towers) - state.towers.count(0)
    started = buildings - sum(roofs_on_board(state))
    if started == setup.starting_floors:
        return ()
    # A starting floor is left out only where it has no site or its colour has run out.
    plenty = min(edition.floors) >= len(setup.seats) + setup.starting_floors
    # So many have a site whatever their colours: each closes its own and its neighbours' at most.
    fit = -(-len(state.towers) // (1 + max(map(len, setup.neighbours))))
    always_fit = min(setup.starting_floors, fit) if plenty else 1
    if not always_fit <= started <= setup.starting_floors:
        return [
            f"{buildings} buildings and {buildings - started} roofs placed, with {setup.starting_floors} starting floors"
        ]
    return ()


@_after(a_roof_for_every_founding, Reveal)
def _no_founding_by_chance(before: State, action: Reveal, after: State) -> Told:
    return a_roof_for_every_founding(after) if before.phase < _TURN else ()


# What founding builds is a floor for the site and for each neighbour built on; a starting floor is free, but then all
# buildings are starting floors.
@_law("TU-FOUND-05", "TU-FOUND-02", "TU-ROOF-03", reads=("setup", "towers"), follows_on=(Deal, Place, Found))
def floors_were_paid(state: State) -> Told:
    """A building has a floor of its own and one for each neighbour founded after it: so as many floors as buildings and
    roads between them, less the roads between two starting floors.
    """
    towers, neighbours = state.towers, state.setup.neighbours
    floors = buildings = ends = 0
    wrong: list[str] = []
    for site, tower in enumerate(towers):
        if tower:
            around = 0
            for neighbour in neighbours[site]:
                if towers[neighbour]:
                    around += 1
            height = floors_of(tower)
            floors += height
            buildings += 1
            ends += around
            if height > 1 + around:
                name = state.setup.board.names[site]
                wrong.append(f"{name} has {height} floors, but only {around} neighbours that can have paid")
    started = buildings - sum(roofs_on_board(state))
    most = buildings + ends // 2
    # Starting floors cannot be told from others, but there are few: not more roads than pairs of them are free.
    if not most - started * (started - 1) // 2 <= floors <= most:
        wrong.append(
            f"{floors} floors on the board, but {buildings} buildings and {ends // 2} roads between them make {most}"
        )
    return wrong


# --- players


# What a card gives is no more than any card can.
@_law("TU-STOCK-01", "TU-STOCK-03", reads=("setup", "players.stock", "seat", "phase", "run"), follows_on=(Deal, Take))
def stocks_within_the_limit(state: State) -> Told:
    """A stock over the limit belongs to the one whose turn it is, and only until the end of the turn; floors are put back
    exactly when there are too many.
    """
    setup, phase = state.setup, state.phase
    limit = setup.stock_limit
    wrong: list[str | tuple[str, str]] = []
    for seat, player in enumerate(state.players):
        held = player.stock % FIELD
        if held > limit and held > limit + _turns_before_the_limit(state, seat) * setup.edition.most_choices:
            wrong.append(f"{setup.seats[seat]} has {held} floors in stock")
    if phase is _BACK:
        held = counts.total(state.players[state.seat].stock)
        if held <= limit:
            wrong.append(f"{setup.seats[state.seat]} is to put back floors, but has only {held}")
        if state.run & ANOTHER and not setup.limit_every_turn:
            wrong.append(("TU-STOCK-03", "floors are put back although another turn follows in the same run"))
    return wrong


def _turns_before_the_limit(state: State, seat: int) -> int:
    """How many cards at most a player can have taken since the limit last held for them."""
    if seat != state.seat:
        return 0
    turns = 1 if state.phase is _REVEAL or state.phase is _BACK else 0
    if not state.setup.limit_every_turn and (state.run & EXTRA or turns):
        turns += len(state.setup.edition.stars)
    return turns


# The end of the track stops them.
@_law("TU-MOVE-02", "TU-MOVE-03", reads=("setup", "players.vehicles"), follows_on=(Deal, Take, Found))
def vehicles_on_their_tracks(state: State) -> Told:
    """A vehicle is between the start and the end of its track."""
    setup = state.setup
    end = len(setup.edition.worth) - 1
    wrong: list[str] = []
    for seat, player in enumerate(state.players):
        vehicles = player.vehicles
        if min(vehicles) < 0 or max(vehicles) > end or len(vehicles) != setup.colours:
            wrong.append(f"a vehicle of {setup.seats[seat]} is off its track: {vehicles}")
    return wrong


# An extra turn is marked exactly when it is earned, and each star column earns one only once.
@_law(
    "TU-STAR-01",
    "TU-STAR-02",
    "TU-STAR-03",
    "TU-STAR-04",
    "TU-TURN-05",
    "TU-TURN-03",
    reads=("setup", "players.vehicles", "seat", "run", "phase"),
    follows_on=_ALL,
)
def extra_turns_were_earned(state: State) -> Told:
    """Whoever is in an extra turn, or has earned one, has brought all vehicles to a star column for each."""
    run = state.run
    if not run:
        return ()
    wrong: list[str | tuple[str, str]] = []
    if run & ~_ANY_MARK:
        wrong.append(f"{run} is no mark of extra turns")
    earned = (run & EXTRA) + (run & ANOTHER) // ANOTHER
    hindmost = min(state.players[state.seat].vehicles)
    columns = sum(star <= hindmost for star in state.setup.edition.stars)
    if earned > columns:
        wrong.append(f"{earned} extra turns, but all vehicles have reached {columns} star columns")
    if run & ANOTHER and state.phase not in (_REVEAL, _BACK):
        wrong.append(("TU-TURN-05", "another turn is marked, but nothing is left to do before it"))
    if state.phase is _OVER:
        wrong.append("an extra turn is marked, but the game is over")
    return wrong


def _places_for_chips(state: State) -> bool:
    """Whether every player has a place for a chip of each objective. If not, it is a law of setup that is broken."""
    number = len(state.setup.objectives)
    return all(len(player.chips) == number for player in state.players)


@lru_cache(maxsize=512)
def _objectives(setup: Setup) -> tuple[Objective, ...]:
    """The objectives in play, looked up once for each setup."""
    return tuple(map(setup.edition.objective, setup.objectives))


# A starting floor has no roof.
@_law(
    "TU-GOAL-01",
    "TU-GOAL-03",
    "TU-GOAL-04",
    *RULE_OF_KIND.values(),
    reads=("setup", "players.chips", "towers"),
    follows_on=(Place,),
)
def chips_for_fulfilled_objectives(state: State) -> Told:
    """A player holds a chip of an objective exactly if it is fulfilled."""
    setup, edition = state.setup, state.setup.edition
    wrong: list[tuple[str, str]] = []
    for seat, player in enumerate(state.players if _places_for_chips(state) else ()):
        roofs = own_roofs(state, seat)
        for objective, chip in zip(_objectives(setup), player.chips, strict=True):
            fulfilled = holds(edition, setup.board, objective, setup.rulings, roofs)
            if fulfilled != bool(chip):
                has, is_ = "has" if chip else "has no", "" if fulfilled else "not "
                wrong.append((
                    RULE_OF_KIND[objective.kind],
                    f"{setup.seats[seat]} {has} chip of {objective.id}, which is {is_}fulfilled",
                ))  # fmt: skip
    return wrong


@_after(chips_for_fulfilled_objectives, Found)
def _chips_for_the_new_roof(before: State, action: Found, after: State) -> Told:
    """The others have what they had. The founder fulfils what was fulfilled before, and maybe more, for nothing is gone."""
    setup, seat = after.setup, before.seat
    board, site = setup.board, setup.board.index[action.roof]
    old, chips = before.players[seat], after.players[seat].chips
    present = old.present | 1 << site
    level, first, buildings = floors_of(after.towers[site]), present != old.present, present.bit_count()
    roofs: OwnRoofs | None = None
    for number, objective in enumerate(_objectives(setup)):
        fulfilled = old.chips[number] > 0
        if not fulfilled and may_fulfil(board, objective, site, level, first, buildings):
            roofs = roofs or _own_roofs_on(after, seat, _sites_of(present))
            fulfilled = holds(setup.edition, board, objective, setup.rulings, roofs)
        if fulfilled != (chips[number] > 0):
            return chips_for_fulfilled_objectives(after)
    return ()


def _sites_of(mask: int) -> list[int]:
    """The sites of a mask."""
    sites = []
    while mask:
        site = mask.bit_length() - 1
        sites.append(site)
        mask ^= 1 << site
    return sites


# A new chip is the highest that was left.
@_law("TU-GOAL-02", "TU-SETUP-09", reads=("setup", "players.chips"), follows_on=(Deal, Found))
def chips_from_the_highest(state: State) -> Told:
    """The chips handed out of an objective are its highest."""
    if not _places_for_chips(state):
        return ()
    wrong: list[str] = []
    highest = sorted(state.setup.edition.chips[len(state.players)], reverse=True)
    for number, objective in enumerate(state.setup.objectives):
        held = sorted((player.chips[number] for player in state.players if player.chips[number]), reverse=True)
        if held != highest[: len(held)]:
            wrong.append(f"chips of {objective} worth {held} are out, not {highest[: len(held)]}")
    return wrong


# --- the end


# What brings the end is marked, and nothing else.
@_law("TU-END-01", "TU-END-04", "TU-END-09", reads=("setup", "players.roofs", "ending"), follows_on=(Deal, Take, Found))
def the_end_has_a_cause(state: State) -> Told:
    """The end is coming if somebody has no roof left, and a last roof is named as its cause only if it was placed."""
    setup, ending = state.setup, state.ending
    if ending is None:
        out = [setup.seats[seat] for seat, player in enumerate(state.players) if not player.roofs]
        return [f"{out[0]} has no roof left, but the end is not coming"] if out else ()
    wrong: list[str | tuple[str, str]] = []
    if ending.cause is not Cause.SHORTAGE and state.players[ending.seat].roofs:
        wrong.append(f"{setup.seats[ending.seat]} is said to have placed the last roof, but has some left")
    if ending.cause is Cause.BOTH and setup.rulings.second_trigger == "first_decides":
        wrong.append(("TU-END-09", "two causes of the end are marked, but the first decides"))
    return wrong


@_law(
    "TU-END-02", "TU-END-03", "TU-END-05", "TU-END-07", "TU-END-10",
    reads=("setup", "players.cone", "ending", "seat", "phase", "towers"),
    follows_on=(Deal,),
)  # fmt: skip
def cones_after_last_turns(state: State) -> Told:
    """A cone is set for exactly those who have had their last turn, within its row and the roofs on the board."""
    setup, ending = state.setup, state.ending
    if ending is None:
        for player in state.players:
            if player.cone is not None:
                return ["a cone is set, but the end is not coming"]
        return ()
    wrong: list[str | tuple[str, str]] = []
    cones = [player.cone is not None for player in state.players]
    if cones not in _possible_cones(state):
        done = ", ".join(roof for roof, cone in zip(setup.seats, cones, strict=True) if cone) or "nobody"
        now = "the game is over" if state.phase is _OVER else f"{setup.seats[state.seat]} plays"
        wrong.append(
            (
                "TU-END-02" if ending.cause is Cause.LAST_ROOF else "TU-END-05",
                f"the cones of {done} are set, while {now}",
            )
        )
    if any(cones):
        for roof, player, placed in zip(setup.seats, state.players, roofs_on_board(state), strict=True):
            if player.cone is not None and not 0 <= player.cone <= min(placed, len(setup.edition.cone)):
                wrong.append(
                    ("TU-END-07", f"the cone of {roof} counts {player.cone} roofs, with {placed} on the board")
                )
    return wrong


def _possible_cones(state: State) -> list[list[bool]]:
    """Who can have set the cone, seat by seat, now that the end is coming."""
    ending, players = state.ending, len(state.players)
    assert ending is not None
    if state.phase is _OVER:
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


# The game ends after the last turn.
@_law("TU-TURN-03", reads=("phase", "ending", "players.cone"), follows_on=_ALL)
def over_is_over(state: State) -> Told:
    """The game is over only when the end has come and everyone has set the cone."""
    if state.phase is _OVER and (state.ending is None or any(player.cone is None for player in state.players)):
        return ["the game is over, but not everyone has had the last turn"]
    return ()


@_law(
    "TU-TURN-02", "TU-END-06", "TU-TURN-05",
    reads=(
        "setup", "phase", "seat", "run", "plots", "painted", "container", "market", "pile", "starting", "ending",
        "players.stock", "players.roofs",
    ),
)  # fmt: skip
def somebody_can_go_on(state: State) -> Told:
    """Unless the game is over there is something legal to do; on a turn a card can always be taken."""
    if state.phase is _PLACE and not state.starting:
        return ()  # another law's business
    if state.phase is _BACK and not 0 < counts.total(state.players[state.seat].stock) - state.setup.stock_limit < len(
        state.setup.space.backs
    ):
        return ()
    return _can_go_on_with(state, legal_actions(state))


@STATE_LAWS.of_offer(somebody_can_go_on)
def _can_go_on_with(state: State, legal: Sequence[Action]) -> Told:
    phase = state.phase
    if phase is _TURN:
        for action in legal:
            if type(action) is Take:
                return ()
        return [("TU-END-06" if state.ending else "TU-TURN-02", "no card can be taken")]
    if bool(legal) == (phase is _OVER):
        return [("TU-TURN-02" if legal else "TU-TURN-05", f"{len(legal)} legal actions in phase {phase.name}")]
    return ()


@_law(
    "TU-FINAL-01", "TU-FINAL-02", "TU-FINAL-03", "TU-FINAL-04", "TU-END-01", "TU-END-04",
    reads=(
        "setup", "phase", "ending", "players.stock", "players.vehicles", "players.chips", "players.cone",
    ),
)  # fmt: skip
def the_richest_win(state: State) -> Told:
    """There is an outcome exactly when the game is over. It tells each player's Millions of vehicles, cone and chips and the
    floors in stock; those with the most Millions, then the most floors, win; it says what decided, and what brought
    the end about.
    """
    if state.phase is _OVER and not _is_worth_something(state):
        return ()
    result = outcome(state)
    if result is None:
        return () if state.phase is not _OVER else ["the game is over, but there is no outcome"]
    ending = state.ending
    if state.phase is not _OVER or ending is None:
        return ["there is an outcome before the end"]
    setup, edition = state.setup, state.setup.edition
    wrong: list[str | tuple[str, str]] = []
    rank = []
    for roof, player, score in zip(setup.seats, state.players, result.scores, strict=True):
        vehicles = [edition.worth[steps] for steps in player.vehicles]
        cone = edition.cone[player.cone - 1] if player.cone else 0
        total = sum(vehicles) + cone + sum(player.chips)
        floors = sum(counts.unpack(player.stock, setup.colours))
        rank.append((total, floors))
        chips = {id: chip for id, chip in zip(setup.objectives, player.chips, strict=True) if chip}
        sources = (roof, dict(zip(edition.colours, vehicles, strict=True)), cone, chips, total)
        if (score.roof, score.vehicles, score.cone, score.chips, score.total) != sources:
            wrong.append(f"{roof} has {total} Millions in all, not those of {score}")
        if score.stock != floors:
            wrong.append(("TU-FINAL-03", f"{roof} has {floors} floors in stock, not {score.stock}"))
    best = max(rank)
    winners = tuple(seat for seat, own in enumerate(rank) if own == best)
    decided, rule = "Millions", "TU-FINAL-02"
    if sum(total == best[0] for total, _ in rank) > 1:
        decided, rule = ("floors in stock", "TU-FINAL-03") if len(winners) == 1 else ("shared victory", "TU-FINAL-04")
    if (result.winners, result.decided_by) != (winners, decided):
        wrong.append((rule, f"{result.decided_by} make {result.winners} win with Millions and floors {rank}"))
    causes = {Cause.LAST_ROOF: "last roof", Cause.SHORTAGE: "shortage", Cause.BOTH: "last roof and shortage"}
    if (result.cause, result.ended_by) != (causes[ending.cause], ending.seat):
        rule = "TU-END-04" if ending.cause is Cause.SHORTAGE else "TU-END-01"
        wrong.append((rule, f"the end is told to have come by {result.cause} of seat {result.ended_by}"))
    return wrong


def _is_worth_something(state: State) -> bool:
    """Whether vehicles, cones and chips are where they have a worth. If not, other laws are broken."""
    row = len(state.setup.edition.cone)
    return (
        not vehicles_on_their_tracks(state)
        and _places_for_chips(state)
        and all(0 <= (player.cone or 0) <= row for player in state.players)
    )
