"""Laws that hold in every state.

They are told from the rulebook anew, not with the code that plays: they look at lots, buildings and cards as they lie there.
A state built by hand or read from a file must keep all of them; after every action they are checked in verification.
There most of a state is as it was, and what an action makes of the rest the laws of steps say: so each law names what it
reads, and after which actions it follows from the laws of steps (`follows_on`; a comment says why).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import attrs

from towerup.kernel.invariants import StateLaws, Told

from .actions import Acquire, Action, Boom, Build, Deal, End, Give, Grab, Rebuild, Shift
from .board import Board
from .challenges import Kind
from .edition import Edition
from .generating import legal_actions
from .placing import placements_for
from .retelling import (
    Facts,
    bare_lots,
    buildings,
    cards_left,
    challenge_bonus,
    district_of,
    every_placement,
    open_technology,
    street_bonus,
    tiles_to_build,
)
from .scoring import outcome
from .setup import Setup
from .state import Cause, Phase, State

STATE_LAWS: StateLaws[State] = StateLaws()

_law = STATE_LAWS.law

_OPEN, _TURN, _RENEW, _GRAB, _BUILD, _AFTER, _BOOM, _FILL, _OVER = Phase
_ALL = (Deal, Shift, Grab, Acquire, Build, Rebuild, Boom, Give, End)
_ESTATE = ("lots", "placed")
_THREE_CARDS = 0b111
"""All action cards of a player."""


# --- the box


@_law(
    "NY-BOX-04", "NY-BUILD-02", "NY-BUILD-03", "NY-BUILD-08", "NY-SETUP-02", "NY-SETUP-03", "NY-SETUP-05", "NY-EXPERT-01",
    "NY-EXPERT-02", "NY-TURN-01", "NY-TECH-01", "NY-BOX-03", "NY-FINAL-01", "NY-CHALLENGE-01", "NY-CHALLENGE-03",
    "NY-CHALLENGE-04", "NY-TECH-03", "NY-TURN-04", "NY-TURN-05", "NY-REBUILD-01", "NY-REBUILD-02", "NY-TECH-02", "NY-CARD-05", "NY-CARD-07", "NY-CARD-09", "NY-CARD-10", "NY-LAND-01",
    reads=("setup",),
)  # fmt: skip
def the_tables_follow_from_the_box(state: State) -> Told:
    """What a setup holds ready for play follows from the edition, the players and the rulings."""
    across = state.setup.rulings.street_spanning == "across"
    return [*_wrong_tables(state.setup), *_wrong_placements(state.setup.edition, across)]


def _wrong_tables(setup: Setup) -> list[tuple[str, str]]:
    edition, rulings, players = setup.edition, setup.rulings, len(setup.seats)
    board, across = edition.board, rulings.street_spanning == "across"
    out = edition.without.get(players)
    in_play = sum(1 << n for n, lot in enumerate(board.lots) if board.districts[district_of(board, lot)].id != out)
    sizes = _sizes(board)
    thresholds = edition.expert_thresholds if setup.expert else edition.thresholds
    numbers, tiles = range(len(edition.own)), edition.tiles
    starts = [one.start for character in setup.characters for one in board.districts if one.id == character]
    prestige = [one.points for one in edition.challenges if one.kind is Kind.GOLD_PRESTIGE]
    wanted = (
        ("NY-BUILD-08", "placements over streets", setup.space.placements.across, across),
        ("NY-BUILD-02", "tiles turned over, and over streets", (setup.fits.mirrored, setup.fits.across), (
            rulings.mirrored == "allowed", across
        )),
        ("NY-BOX-04", "sizes of lots", board.sizes, sizes),
        ("NY-LAND-01", "cards of lots", board.card_of, tuple(
            2 * district_of(board, lot) + size - 2 for lot, size in zip(board.lots, sizes, strict=True)
        )),
        ("NY-BOX-03", "deck", [*setup.deck], cards_left(setup, ())),
        ("NY-SETUP-03", "in_play", setup.in_play, in_play),
        ("NY-SETUP-02", "starts", [one.lots for one in setup.starts], [] if setup.expert else [
            1 << board.lots.index(lot) for lot in starts
        ]),
        ("NY-SETUP-05", "street_numbers", {board.streets[n].id for n in setup.street_numbers}, {*setup.streets}),
        ("NY-SETUP-05", "streets in play", len({*setup.streets}), edition.streets_in_play),
        ("NY-EXPERT-02", "silver and gold", (setup.silver, setup.gold), thresholds),
        ("NY-TURN-01", "following", setup.following, tuple((seat + 1) % players for seat in range(players))),
        ("NY-TECH-01", "tiles_by_level", setup.tiles_by_level, tuple(
            sum(1 << n for n in numbers if edition.own[n].technology <= level) for level in range(4)
        )),
        ("NY-TECH-01", "legendaries", setup.legendaries, sum(
            1 << len(numbers) + n for n in range(len(edition.legendaries))
        )),
        ("NY-REBUILD-02", "tiles_of_technology", setup.tiles_of_technology, tuple(
            sum(1 << n for n, tile in enumerate(tiles) if tile.technology == technology) for technology in range(4)
        )),
        ("NY-TECH-02", "legendary_placements", setup.legendary_placements, _legendary(edition, across)),
        ("NY-CARD-05", "small_lots", setup.small_lots, sum(1 << n for n, size in enumerate(sizes) if size == 2)),
        ("NY-CARD-05", "small_cards", [board.cards[n] for n in setup.small_cards], [
            f"{one.id}-2" for one in board.districts
        ]),
        ("NY-CHALLENGE-01", "challenge_card", setup.challenge_card, (
            None if setup.challenge is None else {one.id: one for one in edition.challenges}[setup.challenge]
        )),
        ("NY-CHALLENGE-04", "prestige", setup.prestige, (
            sum(prestige) if setup.challenge == Kind.GOLD_PRESTIGE.word else 0
        )),
        ("NY-TECH-03", "at_once", setup.at_once, rulings.technology == "at_once"),
        ("NY-TURN-04", "may_pass", setup.may_pass, rulings.no_worker == "may_pass"),
        ("NY-REBUILD-01", "adjacent_only", setup.adjacent_only, rulings.demolished == "adjacent_only"),
        ("NY-TURN-05", "shift_first", setup.shift_first, rulings.given_back == "cards_first"),
        ("NY-CARD-10", "grab_later", setup.grab_later, rulings.grab_moment == "also_after_a_lot"),
        ("NY-CARD-09", "compulsory", setup.compulsory, rulings.second_lot == "compulsory"),
        ("NY-CARD-07", "may_waste", setup.may_waste, rulings.empty_boom == "may_be_wasted"),
        ("NY-CARD-05", "freed_worker", setup.freed_worker, rulings.land_grab == "freed_worker"),
    )  # fmt: skip
    return [
        (rule, f"{what}: {found!r:.80}, not {right!r:.80}") for rule, what, found, right in wanted if found != right
    ]


@lru_cache(maxsize=64)
def _sizes(board: Board) -> tuple[int, ...]:
    """How many cells each lot has, by the plan."""
    return tuple(sum(row.count(lot) for row in board.plan) for lot in board.lots)


@lru_cache(maxsize=64)
def _legendary(edition: Edition, across: bool) -> frozenset[int]:
    """The numbers of all placements of legendaries."""
    tiles = edition.tiles
    return frozenset(n for n, one in enumerate(placements_for(edition, across).all) if tiles[one.tile].height)


_RULE_OF_FACT = {
    "lots": "NY-BOX-04", "spans": "NY-BUILD-08", "fronts": "NY-BUILD-03", "mirrored": "NY-BUILD-02", "streets": "NY-FINAL-01",
    "districts": "NY-CHALLENGE-01", "around": "NY-CHALLENGE-04", "irregular": "NY-CHALLENGE-03",
}  # fmt: skip


@lru_cache(maxsize=64)
def _wrong_placements(edition: Edition, across: bool) -> tuple[tuple[str, str], ...]:
    """Where the placements of an edition are not all ways in which its tiles can lie, or something else is held of one."""
    wanted = {(one.tile, one.cells): one for one in every_placement(edition, across)}
    found = {(one.tile, one.cells): one for one in placements_for(edition, across).all}
    wrong = [("NY-BUILD-02", f"{len({*wanted} ^ {*found})} placements are missing or too many")] * (
        wanted.keys() != found.keys()
    )
    for key in wanted.keys() & found.keys():
        for field in attrs.fields(Facts):
            if getattr(wanted[key], field.name) != getattr(found[key], field.name):
                rule = _RULE_OF_FACT.get(field.name, "NY-BUILD-02")
                wrong.append((rule, f"{field.name} of {edition.tiles[key[0]].id} is {getattr(found[key], field.name)}"))
                break
        if len(wrong) > 5:
            break
    return tuple(wrong)


# The laws of steps say of every tile where it goes.
@_law("NY-BOX-01", "NY-BUILD-07", "NY-TECH-02", reads=("setup", "placed", "left", "legends"), follows_on=_ALL)
def tiles_accounted_for(state: State) -> Told:
    """A tile is built once: what stands does not lie ready, no tile stands twice, and a legendary stands at most once."""
    setup = state.setup
    own = len(setup.edition.own)
    wrong: list[str | tuple[str, str]] = []
    if len(state.placed) != len(setup.seats) or len(state.left) != len(setup.seats):
        return ["not everybody has tiles"]
    legends: list[int] = []
    for seat, colour in enumerate(setup.seats):
        tiles = [one.tile for one in buildings(state, seat)]
        if len({*tiles}) < len(tiles):
            wrong.append(f"a tile of {colour} stands twice")
        wrong += [("NY-BUILD-07", f"{colour} has built {setup.edition.tiles[tile].id} and has it still")
                  for tile in tiles if state.left[seat] >> tile & 1]  # fmt: skip
        if state.left[seat] >> own or state.left[seat] < 0:
            wrong.append(f"{colour} has tiles that are not theirs")
        mine = [one.tile for one in buildings(state, seat) if one.height]
        legends += mine
        if len(mine) > 1:
            wrong.append(("NY-TECH-02", f"{colour} has {len(mine)} legendaries"))
    every = [*range(own, own + len(setup.edition.legendaries))]
    ready = [tile for tile in every if state.legends >> tile & 1]
    if sorted(legends + ready) != every or state.legends & ((1 << own) - 1):
        wrong.append(("NY-TECH-02", "a legendary is there twice, or not at all"))
    return wrong


# The laws of steps let nobody acquire without a worker, or lay bare more lots than there are workers for.
@_law("NY-BOX-02", "NY-REBUILD-04", "NY-LAND-04", reads=("setup", *_ESTATE), follows_on=_ALL)
def a_worker_for_every_bare_lot(state: State) -> Told:
    """No player has more lots without a building than workers."""
    workers = state.setup.edition.workers
    return [
        f"{colour} has {bare.bit_count()} lots without a building, but {workers} workers"
        for seat, colour in enumerate(state.setup.seats)
        if (bare := bare_lots(state.lots[seat], buildings(state, seat))).bit_count() > workers
    ]


# The laws of steps say who gets which lot.
@_law("NY-LAND-02", "NY-SETUP-03", reads=("setup", "lots"), follows_on=_ALL)
def a_lot_has_one_owner(state: State) -> Told:
    """No lot belongs to two players, and none of a district that is not in play to anybody."""
    setup = state.setup
    wrong: list[str | tuple[str, str]] = []
    if len(state.lots) != len(setup.seats):
        return ["not everybody has lots"]
    out = setup.edition.without.get(len(setup.seats))
    for number, lot in enumerate(setup.board.lots):
        owners = [colour for colour, lots in zip(setup.seats, state.lots, strict=True) if lots >> number & 1]
        if len(owners) > 1:
            wrong.append(f"{lot} belongs to {' and '.join(owners)}")
        if owners and setup.board.districts[district_of(setup.board, lot)].id == out:
            wrong.append(("NY-SETUP-03", f"{lot} belongs to {owners[0]}, but {out} is not in play"))
    if any(lots >> len(setup.board.lots) for lots in state.lots):
        wrong.append("a lot is owned that there is not")
    return wrong


# The laws of steps say of every card where it goes.
@_law("NY-BOX-03", "NY-SETUP-02", "NY-EXPERT-01", reads=("setup", "phase", "lots", "market", "pile"), follows_on=_ALL)
def land_cards_accounted_for(state: State) -> Told:
    """For each district and size there are as many cards in market and pile as free lots; starting cards may lie there still
    while the market is dealt for the start, where they come from it.
    """
    setup, names = state.setup, state.setup.board.cards
    if len(state.market) != len(names) or any(len(layer) != len(names) for layer in state.pile):
        return ["cards are not counted kind by kind"]
    lots = state.lots
    if state.phase is _OPEN and _starting_cards_wait(state):
        lots = (0,) * len(lots)
    wanted = cards_left(setup, lots)
    return [
        ("NY-SETUP-02" if state.phase is _OPEN else "NY-BOX-03", f"{found} cards {name}, but {right} are right")
        for number, (name, right) in enumerate(zip(names, wanted, strict=True))
        if (found := state.market[number] + sum(layer[number] for layer in state.pile)) != right
    ]


def _starting_cards_wait(state: State) -> bool:
    """Whether the starting cards are still to be taken from the market."""
    setup = state.setup
    dealt = sum(state.market) + sum(map(sum, state.pile))
    return setup.rulings.starting_card == "from_the_market" and dealt == sum(cards_left(setup, ()))


@_law("NY-BOX-06", "NY-CARD-01", reads=("setup", "cards"))
def three_action_cards(state: State) -> Told:
    """Each player has at most the three action cards."""
    if len(state.cards) != len(state.setup.seats) or any(not 0 <= one <= _THREE_CARDS for one in state.cards):
        return [f"action cards are {state.cards}"]
    return ()


@_law(
    "NY-BOX-05", "NY-SETUP-04", "NY-TURN-07", "NY-CARD-02", reads=("setup", "phase", "market", "pile", "grab", "seat")
)
def the_market_is_as_large_as_it_can_be(state: State) -> Told:
    """While somebody begins a turn the market is full, or the pile empty; and chance deals only while it is not."""
    full = state.setup.edition.market
    shown, phase = sum(state.market), state.phase
    wrong: list[str | tuple[str, str]] = []
    if any(not any(layer) for layer in state.pile):
        wrong.append("a layer of the pile has no cards")
    if shown > full:
        wrong.append(("NY-TURN-07", f"{shown} cards in the market"))
    if phase in (_OPEN, _RENEW, _FILL):
        if shown >= full or not state.pile:
            wrong.append(("NY-TURN-07", f"a card is to be dealt to a market of {shown}"))
    elif phase is _BUILD and shown >= full:
        wrong.append(("NY-TURN-07", "the market is full, though a lot has been acquired in this turn"))
    elif phase in (_TURN, _GRAB) and shown < full and state.pile:
        wrong.append(("NY-TURN-07", f"{shown} cards in the market when a turn begins"))
    return wrong


# --- what stands on the board


# The laws of steps say where a building may stand, and what becomes of what was under it.
@_law(
    "NY-BUILD-01", "NY-BUILD-03", "NY-BUILD-04", "NY-BUILD-02", "NY-BUILD-08", "NY-REBUILD-01", reads=("setup", *_ESTATE), follows_on=_ALL,
)  # fmt: skip
def buildings_stand_where_they_may(state: State) -> Told:
    """Every building stands on lots of its owner, on cells that no other building stands on, with a side on a street or park."""
    setup = state.setup
    names = setup.edition.tiles
    wrong: list[str | tuple[str, str]] = []
    covered = 0
    for seat, colour in enumerate(setup.seats):
        for one in buildings(state, seat):
            name = f"{names[one.tile].id} of {colour}"
            if one.lots & ~state.lots[seat]:
                wrong.append(f"{name} stands on lots of others")
            if one.cells & covered:
                wrong.append(("NY-BUILD-04", f"{name} stands on another building"))
            if not one.fronts and one.technology:
                wrong.append(("NY-BUILD-03", f"{name} has no side on a street or a park"))
            if one.spans and setup.rulings.street_spanning == "never":
                wrong.append(("NY-BUILD-08", f"{name} reaches over a street"))
            if one.mirrored and setup.rulings.mirrored == "rotated_only":
                wrong.append(("NY-BUILD-02", f"{name} has been turned over"))
            covered |= one.cells
    return wrong


@_law("NY-BUILD-05", "NY-BUILD-01", reads=("setup", "free", "touched", *_ESTATE))
def free_cells_and_touched_lots_follow(state: State) -> Told:
    """Cells of a player's lots are free where nothing of theirs stands, and lots are touched where something does."""
    setup = state.setup
    if len(state.free) != len(setup.seats) or len(state.touched) != len(setup.seats):
        return ["not everybody has cells"]
    wrong: list[str | tuple[str, str]] = []
    for seat, colour in enumerate(setup.seats):
        standing = buildings(state, seat)
        cells = touched = 0
        for lot, mask in enumerate(setup.board.lot_cells):
            if state.lots[seat] >> lot & 1:
                cells |= mask
        for one in standing:
            cells &= ~one.cells
            touched |= one.lots
        if (cells, touched) != (state.free[seat], state.touched[seat]):
            wrong.append(f"{colour} has other free cells or touched lots than is held")
        if list(state.placed[seat]) != sorted({*state.placed[seat]}):
            wrong.append(("NY-BUILD-01", f"the buildings of {colour} are not in order"))
    return wrong


@_law("NY-SETUP-02", "NY-EXPERT-01", reads=("setup", "placed"))
def starting_buildings_stand_where_they_started(state: State) -> Told:
    """A starting building stands on the lot of its owner's character, and for experts there is none."""
    setup = state.setup
    board = setup.board
    wrong: list[str | tuple[str, str]] = []
    for seat, (colour, character) in enumerate(zip(setup.seats, setup.characters, strict=True)):
        start = next(one.start for one in board.districts if one.id == character)
        elsewhere = [
            one
            for one in buildings(state, seat)
            if not one.technology and (setup.expert or one.lots != 1 << board.lots.index(start))
        ]
        if elsewhere:
            wrong.append(("NY-EXPERT-01" if setup.expert else "NY-SETUP-02", f"{colour} did not start there"))
    return wrong


# --- the course of play


@_law(
    "NY-SETUP-01", "NY-SETUP-02", "NY-SETUP-06", "NY-EXPERT-01", "NY-BOX-06",
    reads=("setup", "phase", "seat", "points", "cards", "left", "legends", "lots", "placed", "pile"),
)  # fmt: skip
def before_play_all_is_as_laid_out(state: State) -> Told:
    """Until the market lies there nobody has points, all have all their tiles and cards, and nothing but what all start with."""
    if state.phase is not _OPEN:
        return ()
    setup, wrong = state.setup, list[str | tuple[str, str]]()
    every = (1 << len(setup.edition.own)) - 1
    if any(state.points) or any(one != every for one in state.left):
        wrong.append("somebody has points, or lacks a tile, before the first turn")
    if any(one != _THREE_CARDS for one in state.cards):
        wrong.append(("NY-BOX-06", "somebody lacks an action card before the first turn"))
    if state.seat != 0:
        wrong.append(("NY-SETUP-06", f"{setup.seats[state.seat]} is to begin"))
    if len(state.pile) > 1:
        wrong.append("the pile lies in layers before the first turn")
    for seat, (colour, character) in enumerate(zip(setup.seats, setup.characters, strict=True)):
        start = next(one.start for one in setup.board.districts if one.id == character)
        lots = 0 if setup.expert else 1 << setup.board.lots.index(start)
        if state.lots[seat] != lots or len(state.placed[seat]) != (not setup.expert):
            wrong.append(("NY-EXPERT-01" if setup.expert else "NY-SETUP-02", f"{colour} does not start as all do"))
    return wrong


@_law(
    "NY-TECH-01", "NY-TECH-03", "NY-EXPERT-02", "NY-TURN-02", "NY-CARD-05",
    reads=("setup", "phase", "seat", "points", "level", "grab"),
)  # fmt: skip
def what_is_marked_fits_what_is_wanted(state: State) -> Told:
    """The technology marked is that of the points of the one whose turn it is; a second lot is marked only in a turn."""
    setup = state.setup
    if not 0 <= state.seat < len(setup.seats) or len(state.points) != len(setup.seats) or min(state.points) < 0:
        return [("NY-TURN-02", f"seat {state.seat} and points {state.points}")]
    level = open_technology(setup, state.points[state.seat])
    wrong: list[str | tuple[str, str]] = []
    late = setup.rulings.technology == "next_turn" and state.phase in (_AFTER, _BOOM, _FILL, _OVER)
    if state.level > level or state.level < 1 or (state.level < level and not late):
        wrong.append(f"technology {state.level} is marked with {state.points[state.seat]} points")
    if state.grab and state.phase not in (_BUILD, _AFTER):
        wrong.append(("NY-CARD-05", f"a second lot may be acquired in phase {state.phase.name}"))
    if state.grab and state.phase is _AFTER and setup.rulings.land_grab == "before_building":
        wrong.append(("NY-CARD-05", "a second lot may be acquired after building"))
    return wrong


# --- the end


@_law(
    "NY-END-01", "NY-END-02", "NY-END-03", "NY-TURN-08",
    reads=("setup", "phase", "seat", "ending", "left", "placed", "market", "pile"),
)  # fmt: skip
def the_end_is_brought_about_and_comes(state: State) -> Told:
    """Nobody has only four tiles left, and the market lacks no cards when a turn begins, unless the end has been brought
    about; the game is over exactly when the one who did that would be next.
    """
    setup, ending = state.setup, state.ending
    wrong: list[str | tuple[str, str]] = []
    least = setup.edition.unbuilt
    few = [seat for seat in range(len(setup.seats)) if tiles_to_build(state, seat) <= least]
    lacking = sum(state.market) < setup.edition.market and not state.pile
    if ending is None:
        wrong += [f"{setup.seats[seat]} has {tiles_to_build(state, seat)} tiles left" for seat in few]
        if state.phase is _TURN and lacking:
            wrong.append(("NY-END-02", f"{sum(state.market)} cards in the market when a turn begins"))
        if state.phase is _OVER:
            wrong.append(("NY-TURN-08", "the game is over, but nothing has brought about the end"))
        return wrong
    if not 0 <= ending.seat < len(setup.seats):
        return [("NY-END-03", f"seat {ending.seat} has brought about the end")]
    if ending.cause is Cause.TILES and ending.seat not in few:
        wrong.append(f"{setup.seats[ending.seat]} has {tiles_to_build(state, ending.seat)} tiles left")
    mine = state.seat == ending.seat
    if ending.cause is Cause.MARKET and mine:
        wrong.append(("NY-END-02", f"{setup.seats[state.seat]} goes on after the end was brought about"))
    if mine and state.phase in (_OPEN, _TURN, _RENEW, _GRAB, _BUILD, _BOOM, _OVER):
        wrong.append(("NY-END-03", f"{setup.seats[state.seat]} has another turn"))
    following = (state.seat + 1) % len(setup.seats)
    if state.phase is _OVER and following != ending.seat:
        wrong.append(("NY-END-03", f"the game is over, but {setup.seats[following]} has one more turn"))
    return wrong


@_law(
    "NY-TURN-02", "NY-TURN-05", "NY-CARD-07", "NY-TURN-08",
    reads=(
        "setup", "phase", "seat", "level", "grab", "lots", "placed", "free", "touched", "left", "legends", "points", "cards",
        "market", "pile", "ending",
    ),
)  # fmt: skip
def somebody_can_go_on(state: State) -> Told:
    """Unless the game is over there is something legal to do."""
    if the_market_is_as_large_as_it_can_be(state) or what_is_marked_fits_what_is_wanted(state):
        return ()  # another law's business
    return _can_go_on_with(state, legal_actions(state))


@STATE_LAWS.of_offer(somebody_can_go_on)
def _can_go_on_with(state: State, legal: Sequence[Action]) -> Told:
    if bool(legal) == (state.phase is not _OVER):
        return ()
    rule = {_OVER: "NY-TURN-08", _BOOM: "NY-CARD-07", _TURN: "NY-TURN-05"}.get(state.phase, "NY-TURN-02")
    return [(rule, f"{len(legal)} legal actions in phase {state.phase.name}")]


@_law(
    "NY-FINAL-01", "NY-FINAL-02", "NY-FINAL-03", "NY-FINAL-04", "NY-CHALLENGE-01", "NY-CHALLENGE-02", "NY-CHALLENGE-03",
    "NY-CHALLENGE-04", "NY-CHALLENGE-05", "NY-CHALLENGE-06", "NY-CHALLENGE-07", "NY-CHALLENGE-08", "NY-CHALLENGE-09",
    "NY-END-01", "NY-END-02", "NY-REBUILD-05",
    reads=("setup", "phase", "ending", "points", "placed", "cards"),
)  # fmt: skip
def the_most_points_win(state: State) -> Told:
    """There is an outcome exactly when the game is over: everybody has the points of the track, of streets, of the challenge
    and of unused cards; the most win, and ties are broken by legendaries, then by gold.
    """
    if (state.phase is _OVER) and state.ending is None:
        return ()  # another law's business
    result = outcome(state)
    if result is None or state.phase is not _OVER or state.ending is None:
        return (
            ["there is an outcome before the end, or an end without outcome"]
            if (result is None) != (state.phase is not _OVER)
            else ()
        )
    setup = state.setup
    streets, challenge = street_bonus(state), challenge_bonus(state)
    wrong: list[str | tuple[str, str]] = []
    ranks = []
    rule_of_challenge = "NY-CHALLENGE-01" if setup.challenge is None else _RULE_OF_CHALLENGE[setup.challenge]
    for seat, (colour, score) in enumerate(zip(setup.seats, result.scores, strict=True)):
        unused = setup.edition.unused_card * len([bit for bit in (1, 2, 4) if state.cards[seat] & bit])
        own = buildings(state, seat)
        tallest = max([one.height for one in own] or [0])
        gold = len([one for one in own if one.technology == 3 and not one.height])
        total = state.points[seat] + streets[seat] + challenge[seat] + unused
        ranks.append((total, tallest, gold))
        for rule, what, found, right in (
            ("NY-FINAL-03", "colour", score.colour, colour),
            ("NY-REBUILD-05", "track", score.track, state.points[seat]),
            ("NY-FINAL-01", "streets", score.streets, streets[seat]),
            (rule_of_challenge, "challenge", score.challenge, challenge[seat]),
            ("NY-FINAL-02", "cards", score.cards, unused),
            ("NY-FINAL-04", "legendary and gold", (score.legendary, score.gold), (tallest, gold)),
            ("NY-FINAL-03", "total", score.total, total),
        ):
            if found != right:
                wrong.append((rule, f"{what} of {colour}: {found}, not {right}"))
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
    if result.winners != winners:
        best = [rank[0] for rank in ranks]
        rule = "NY-FINAL-04" if best.count(max(best)) > 1 else "NY-FINAL-03"
        wrong.append((rule, f"{result.winners} are said to win with {ranks}"))
    told = {Cause.TILES: "few tiles unbuilt", Cause.MARKET: "market not filled"}[state.ending.cause]
    if (result.cause, result.ended_by) != (told, state.ending.seat):
        wrong.append(("NY-END-01", f"the end is told to have come by {result.cause} of seat {result.ended_by}"))
    return wrong


_RULE_OF_CHALLENGE = {kind.word: f"NY-CHALLENGE-{number:02}" for number, kind in enumerate(Kind, start=2)}
"""The rule of each challenge."""
