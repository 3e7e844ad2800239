"""Laws that hold in every state.

They are told from the rulebook anew, not with the code that plays: they look at cells, money and cards as they lie there.
A state built by hand or read from a file must keep all of them; after every action they are checked in verification.
There most of a state is as it was, and what an action makes of the rest the laws of steps say: so each law names what it
reads, and after which actions it follows from the laws of steps (`follows_on`; a comment says why).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import gcd

from towerup.kernel.invariants import StateLaws, Told

from .actions import Action, Build, Corner, Draw, Grow, Pass, Place, Remove, Roll, Shift, Swap, Tax, Walk
from .board import CORNERS, MOST_STEPS, Board
from .cards import Kind
from .generating import legal_actions
from .offer_laws import what_is_legal_is_what_the_rulebook_allows
from .retelling import borrowed, cell_beside, debt_at, far, may_build, may_follow
from .scoring import outcome
from .setup import Setup
from .state import BANK, NO_CARD, NO_DIE, NOWHERE, Cause, Phase, State

STATE_LAWS: StateLaws[State] = StateLaws()

_law = STATE_LAWS.law

_CORNER, _PLACE, _ROLL, _BUILD, _DRAW, _CARD, _THROW, _OVER = Phase
_ALL = (Corner, Place, Roll, Build, Grow, Pass, Draw, Walk, Tax, Remove, Swap, Shift)
_BOARD = ("owned", "ones", "twos", "towers")


def _name(state: State, cell: int) -> str:
    return state.setup.board.names[cell]


# --- the box


# The laws of steps say of every construction where it goes, and that none else moves.
@_law("PS-BOX-01", "PS-BOX-02", "PS-TOWER-01", "PS-BOX-04", reads=("setup", *_BOARD), follows_on=_ALL)
def every_construction_has_an_owner_and_a_size(state: State) -> Told:
    """What stands on a cell of the board belongs to one player and has one floor, two floors, or is a skyscraper."""
    wrong: list[str | tuple[str, str]] = []
    if len(state.owned) != len(state.setup.seats):
        wrong.append(f"{len(state.owned)} owners, but {len(state.setup.seats)} players")
    for masks, what in ((state.owned, "two owners"), ((state.ones, state.twos, state.towers), "two sizes")):
        if sum(masks).bit_count() != sum(mask.bit_count() for mask in masks) or min(masks) < 0:
            wrong.append(("PS-TOWER-01" if what == "two sizes" else "PS-BOX-01", f"a construction has {what}"))
    built = state.ones | state.twos | state.towers
    everyones = 0
    for cells in state.owned:
        everyones |= cells
    if everyones != built:
        wrong.append("a construction has no owner, or an owner's has no size")
    if (everyones | built) >> (state.setup.board.columns * state.setup.board.rows):
        wrong.append(("PS-BOX-04", "something stands beyond the board"))
    return wrong


# The laws of steps let nobody build without a piece to build with.
@_law("PS-BOX-02", "PS-BOX-01", "PS-SETUP-01", "PS-BUILD-07", reads=("setup", *_BOARD), follows_on=_ALL)
def nobody_has_more_pieces_than_there_are(state: State) -> Told:
    """No player has more skyscrapers on the board than they took, and no more floors are borrowed than nobody plays with."""
    setup, edition = state.setup, state.setup.edition
    players = len(setup.seats)
    wrong: list[str | tuple[str, str]] = []
    taken = skyscrapers_taken(setup)
    for colour, cells in zip(setup.seats, state.owned, strict=False):
        if (cells & state.towers).bit_count() > taken:
            wrong.append(
                f"{colour} has {(cells & state.towers).bit_count()} skyscrapers on the board, but took {taken}"
            )
    spare = edition.floors * (len(edition.colours) - players)
    if setup.rulings.out_of_floors == "nothing_built" and borrowed(state) > spare:
        wrong.append(("PS-BUILD-07", f"{borrowed(state)} floors are borrowed, but there are only {spare}"))
    return wrong


def skyscrapers_taken(setup: Setup) -> int:
    """How many skyscrapers each player has taken."""
    edition, players = setup.edition, len(setup.seats)
    if setup.rulings.skyscrapers == "summary" and players in edition.skyscrapers_of_summary:
        return edition.skyscrapers_of_summary[players]
    return edition.skyscrapers[players]


def _in_game(setup: Setup) -> list[int]:
    """How many of each card are in the game."""
    out = {Kind.SWAP_OTHERS} if len(setup.seats) == 2 else set()
    return [0 if card.kind in out else card.count for card in setup.edition.cards]


# The laws of steps say of every card where it goes.
@_law(
    "PS-BOX-03", "PS-SETUP-09", "PS-BOX-06", "PS-CARD-05",
    reads=("setup", "unseen", "used", "card"), follows_on=_ALL,
)  # fmt: skip
def cards_accounted_for(state: State) -> Told:
    """Every card in the game is unseen, under the pile, or being followed."""
    cards = state.setup.edition.cards
    if len(state.unseen) != len(cards):
        return [("PS-BOX-06", "the unseen cards are not counted card by card")]
    wrong: list[str | tuple[str, str]] = []
    for number, (card, boxed) in enumerate(zip(cards, _in_game(state.setup), strict=True)):
        seen = state.unseen[number] + state.used.count(number) + (state.card == number)
        if seen != boxed:
            rule = "PS-SETUP-09" if not boxed else "PS-BOX-03"
            wrong.append((rule, f"{seen} cards {card.id}, but {boxed} are in the game"))
    if any(number >= len(cards) for number in state.used):
        wrong.append("a card is under the pile that is none")
    return wrong


# The laws of steps say what every action makes of everybody's money, and let nobody pay more than there is.
@_law("PS-BOX-07", "PS-SETUP-02", "PS-RENT-02", reads=("setup", "cash"), follows_on=_ALL)
def money_is_there(state: State) -> Told:
    """Nobody has less than nothing, money comes in whole notes, and it comes only from where it can come."""
    setup, edition = state.setup, state.setup.edition
    wrong: list[str | tuple[str, str]] = []
    if len(state.cash) != len(setup.seats):
        return [f"money of {len(state.cash)} players, but there are {len(setup.seats)}"]
    wrong += [f"{colour} has {cash}" for colour, cash in zip(setup.seats, state.cash, strict=True) if cash < 0]
    note = gcd(edition.money, *edition.rents, *(card.amount for card in edition.cards))
    if note and any(cash % note for cash in state.cash):
        wrong.append(("PS-RENT-02", f"all sums are multiples of {note}, but the players have {state.cash}"))
    dealt = edition.money * len(setup.seats)
    kinds = {card.kind for card, count in zip(edition.cards, _in_game(setup), strict=True) if count and card.amount}
    if sum(state.cash) > dealt and not kinds & {Kind.POOREST, Kind.DICE}:
        wrong.append(f"{sum(state.cash)} in all, but {dealt} was dealt, and no card brings more")
    if sum(state.cash) < dealt and not kinds & {Kind.TAX, Kind.OWN_TAX}:
        wrong.append(f"{sum(state.cash)} in all, but {dealt} was dealt, and no card takes any")
    return wrong


# --- setup


@_law(
    "PS-BOX-04", "PS-BOX-05", "PS-SETUP-01", "PS-SETUP-06", "PS-SETUP-08", "PS-SETUP-09", "PS-TURN-01", "PS-TURN-04",
    "PS-RENT-02", "PS-RENT-03", "PS-BUILD-01", "PS-BUILD-05", "PS-BUILD-07", "PS-CARD-03", "PS-CARD-06", "PS-GROW-01",
    reads=("setup",),
)  # fmt: skip
def the_tables_follow_from_the_box(state: State) -> Told:
    """What a setup holds ready for play follows from the edition, the players and the rulings."""
    setup, edition, rulings, players = state.setup, state.setup.edition, state.setup.rulings, len(state.setup.seats)
    board, cells = edition.board, range(edition.board.columns * edition.board.rows)
    order = list(_placing(setup))
    faces = [(one, other) for one in sorted({*edition.white}) for other in sorted({*edition.black})]
    wanted = (
        ("PS-BOX-04", "neighbour_masks", tuple(ends[1] for ends in _by_distance(board))),
        ("PS-BOX-04", "everywhere", sum(1 << cell for cell in cells)),
        ("PS-BOX-05", "ring", 2 * (board.columns + board.rows) + len(CORNERS)),
        ("PS-BOX-05", "beside", tuple(
            -1 if (cell := cell_beside(board, space)) is None else cell
            for space in range(2 * (board.columns + board.rows) + len(CORNERS))
        )),
        ("PS-BUILD-01", "reach", _by_distance(board)),
        ("PS-SETUP-01", "skyscrapers", skyscrapers_taken(setup)),
        ("PS-SETUP-01", "floors", edition.floors),
        ("PS-SETUP-01", "colour_of", tuple(edition.colours.index(colour) for colour in setup.seats)),
        ("PS-SETUP-01", "seat_of", tuple(
            setup.seats.index(colour) if colour in setup.seats else -1 for colour in edition.colours
        )),
        ("PS-SETUP-06", "placers", tuple(order)),
        ("PS-SETUP-08", "beginner", order[-1] if rulings.who_begins == "last_placer" else order[0]),
        ("PS-SETUP-09", "deck", bytes(_in_game(setup))),
        ("PS-TURN-01", "following", tuple((seat + 1) % players for seat in range(players))),
        ("PS-TURN-04", "roll_weights", tuple(edition.white.count(a) * edition.black.count(b) for a, b in faces)),
        ("PS-TURN-04", "throw_weights", tuple(edition.white.count(one) for one in sorted({*edition.white}))),
        ("PS-RENT-02", "rents", edition.rents),
        ("PS-RENT-03", "whole_group", rulings.rent == "group"),
        ("PS-BUILD-05", "may_pass", rulings.futile_growth == "may_pass"),
        ("PS-BUILD-07", "spare", edition.floors * len([one for one in edition.colours if one not in setup.seats])),
        ("PS-BUILD-07", "floors_without_end", rulings.out_of_floors == "as_many_as_needed"),
        ("PS-CARD-03", "draws_another", rulings.no_target == "draw_another"),
        ("PS-CARD-06", "owner_draws", rulings.corner_by_card == "owner_draws"),
        ("PS-SETUP-01", "cards", edition.cards),
        ("PS-SETUP-01", "kinds", tuple(card.kind for card in edition.cards)),
    )  # fmt: skip
    return [
        (rule, f"{table} is {getattr(setup, table)!r:.80}, not {value!r:.80}")
        for rule, table, value in wanted
        if getattr(setup, table) != value
    ]


@lru_cache(maxsize=64)
def _by_distance(board: Board) -> tuple[tuple[int, ...], ...]:
    """For each cell and each number of steps, the cells that are so far away: on a full rectangle a move with one turn at
    most, and over no cell twice, can end on just these.
    """
    cells = range(board.columns * board.rows)
    return tuple(
        tuple(sum(1 << b for b in cells if a != b and far(board, a, b) == steps) for steps in range(MOST_STEPS + 1))
        for a in cells
    )


def _placing(setup: Setup) -> Iterator[int]:
    """The seats in the order in which they place: round by round, from the first player to the right, or to and fro."""
    players = len(setup.seats)
    for number in range(1 + setup.edition.starting_floors):
        for turn in range(players):
            if setup.rulings.setup_direction == "counter_clockwise":
                yield -turn % players
            else:
                yield turn if number % 2 == 0 else players - 1 - turn


@_law(
    "PS-SETUP-02", "PS-SETUP-03", "PS-SETUP-04", "PS-SETUP-05", "PS-SETUP-06", "PS-SETUP-07",
    reads=("setup", "phase", "seat", "cash", "pawns", "architect", "unseen", "used", *_BOARD),
)  # fmt: skip
def before_play_all_is_as_laid_out(state: State) -> Told:
    """Until the first turn money, cards and pawns are as at the start; first every player has a skyscraper in the centre,
    then floors; and it is the move of the one who is next.
    """
    if state.phase >= _ROLL:
        return ()
    setup, edition, board = state.setup, state.setup.edition, state.setup.board
    wrong: list[str | tuple[str, str]] = []
    if state.cash != (edition.money,) * len(setup.seats):
        wrong.append(f"the players have {state.cash}")
    if state.used or [*state.unseen] != _in_game(setup):
        wrong.append(("PS-SETUP-02", "a card has been drawn before the first turn"))
    if state.architect != NOWHERE:
        wrong.append(("PS-SETUP-07", "the architect is on the board before the last floor"))
    order = list(_placing(setup))
    placed = (state.ones | state.twos | state.towers).bit_count()
    if state.phase is _PLACE and placed < len(order):
        for seat, (colour, cells) in enumerate(zip(setup.seats, state.owned, strict=True)):
            if cells.bit_count() != order[:placed].count(seat):
                wrong.append(("PS-SETUP-06", f"{colour} has placed {cells.bit_count()} of {placed} pieces"))
            if (cells & state.towers).bit_count() != min(1, cells.bit_count()):
                wrong.append(("PS-SETUP-04", f"{colour} has not placed one skyscraper and then floors"))
        if state.seat != order[placed]:
            wrong.append(("PS-SETUP-06", f"{setup.seats[state.seat]} is to place piece {placed + 1}"))
    elif placed:
        wrong.append(("PS-SETUP-05", f"{placed} pieces are on the board, and the first turn has not come"))
    if state.twos or [one for one in board.cells(state.towers) if one not in board.centre]:
        wrong.append(("PS-SETUP-04", "there are two floors on a cell, or a skyscraper outside the centre"))
    return wrong + _pawns_at_the_start(state, order)


def _pawns_at_the_start(state: State, order: Sequence[int]) -> list[str | tuple[str, str]]:
    setup, board = state.setup, state.setup.board
    if setup.rulings.starting_corner == "together":
        if state.phase is _CORNER or any(pawn != board.spaces.index(board.start) for pawn in state.pawns):
            return [("PS-SETUP-03", f"not all pawns are on {board.start}")]
        return []
    corners = {board.spaces.index(name) for name in CORNERS}
    chosen = [seat for seat, pawn in enumerate(state.pawns) if pawn in corners]
    waiting = [seat for seat, pawn in enumerate(state.pawns) if pawn == NOWHERE]
    if len(chosen) + len(waiting) < len(state.pawns):
        return [("PS-SETUP-03", "a pawn is on no round space before the first turn")]
    if (state.phase is _CORNER) != bool(waiting):
        return [("PS-SETUP-03", f"{len(waiting)} pawns wait for a round space")]
    if waiting and {*chosen} != {*order[: len(chosen)]}:
        return [("PS-SETUP-06", "round spaces are not chosen in the order of placing")]
    if waiting and state.seat != order[len(chosen)]:
        return [("PS-SETUP-06", f"{setup.seats[state.seat]} is to choose a round space")]
    return []


# --- the course of play


# Where the architect goes the laws of steps say, and that nothing removes what it stands on.
@_law(
    "PS-SETUP-07", "PS-BUILD-04", "PS-GROW-05", "PS-CARD-04",
    reads=("setup", "phase", "architect", *_BOARD),
)  # fmt: skip
def the_architect_stands_on_a_construction(state: State) -> Told:
    """From the first turn on the architect stands on a construction."""
    if state.phase < _ROLL:
        return ()
    if state.architect >= 0 and (state.ones | state.twos | state.towers) >> state.architect & 1:
        return ()
    where = "nowhere" if state.architect < 0 else _name(state, state.architect)
    return [f"the architect is on {where}, where no construction is"]


@_law(
    "PS-BOX-05", "PS-PAWN-01", "PS-PAWN-03", "PS-SETUP-03",
    reads=("setup", "phase", "seat", "drawer", "pawns"),
)  # fmt: skip
def pawns_are_where_they_can_be(state: State) -> Told:
    """Every pawn is on the street; who draws or follows a card is on a round space, who builds on no such."""
    setup, pawns = state.setup, state.pawns
    if state.phase < _ROLL:
        return ()
    spaces = 2 * (setup.board.columns + setup.board.rows) + len(CORNERS)
    if len(pawns) != len(setup.seats) or min(pawns) < 0 or max(pawns) >= spaces:
        return ["a pawn is not on the street"]
    if state.phase is _BUILD and cell_beside(setup.board, pawns[state.seat]) is None:
        return [("PS-PAWN-03", f"{setup.seats[state.seat]} builds, with the pawn on a round space")]
    if _DRAW <= state.phase <= _THROW and cell_beside(setup.board, pawns[state.drawer]) is not None:
        return [("PS-PAWN-03", f"{setup.seats[state.drawer]} has a card, with the pawn on no round space")]
    return ()


@_law(
    "PS-TURN-02", "PS-CARD-02", "PS-CARD-06", "PS-TURN-03", "PS-TURN-04",
    reads=("setup", "phase", "seat", "drawer", "die", "card", "ending"),
)  # fmt: skip
def what_is_marked_fits_what_is_wanted(state: State) -> Told:
    """A black die is marked just while somebody builds, a card just while it is followed, and an end just when it is over."""
    setup, phase = state.setup, state.phase
    wrong: list[str | tuple[str, str]] = []
    if (phase is _BUILD) != (state.die != NO_DIE) or (phase is _BUILD and state.die not in setup.edition.black):
        wrong.append(("PS-TURN-04", f"the black die shows {state.die} in phase {phase.name}"))
    if (phase is _CARD or phase is _THROW) != (state.card != NO_CARD):
        wrong.append(f"card {state.card} is being followed in phase {phase.name}")
    elif state.card != NO_CARD:
        kind = setup.edition.cards[state.card].kind
        at_once = kind in (Kind.POOREST, Kind.OWN_TAX)
        if at_once or (phase is _THROW) != (kind in (Kind.THROW, Kind.DICE)):
            wrong.append(("PS-CARD-02", f"a card of the kind {kind.word} in phase {phase.name}"))
    if not (0 <= state.seat < len(setup.seats) and 0 <= state.drawer < len(setup.seats)):
        wrong.append(f"seat {state.seat} and drawer {state.drawer} with {len(setup.seats)} players")
    elif state.drawer != state.seat:
        if not _DRAW <= phase <= _THROW:
            wrong.append(f"another than {setup.seats[state.seat]} is marked as drawing in phase {phase.name}")
        elif setup.rulings.corner_by_card == "no_card":
            wrong.append(("PS-CARD-06", "another draws than the one whose turn it is"))
    if (phase is _OVER) != (state.ending is not None):
        wrong.append(("PS-TURN-03", f"the end is {state.ending} in phase {phase.name}"))
    return wrong


# --- the end


@_law("PS-END-01", "PS-TURN-03", reads=("setup", "phase", "ending", "seat", "architect", *_BOARD))
def the_last_skyscraper_ends_the_game(state: State) -> Told:
    """While the game goes on nobody has built all skyscrapers; if that ended it, the one whose turn it is has just done so."""
    setup, taken = state.setup, skyscrapers_taken(state.setup)
    ended = state.ending is not None and state.ending.cause is Cause.LAST_SKYSCRAPER
    for seat, cells in enumerate(state.owned):
        has_all = (cells & state.towers).bit_count() >= taken
        just_ended = ended and state.ending is not None and state.ending.seat == seat
        if has_all != just_ended:
            told = "has built all skyscrapers, and the game goes on" if has_all else "has not built all skyscrapers"
            return [f"{setup.seats[seat]} {told}"]
    if ended and state.ending is not None:
        if state.ending.seat != state.seat or not state.owned[state.seat] & state.towers & (
            1 << max(0, state.architect)
        ):
            return ["the last skyscraper is not one that was built just now"]
        if state.ending.debt or state.ending.creditor != BANK:
            return ["a debt is marked, but a skyscraper ended the game"]
    return ()


@_law(
    "PS-END-02", "PS-CARD-08", "PS-TURN-03", "PS-CARD-06",
    reads=("setup", "phase", "ending", "seat", "cash", "pawns", *_BOARD),
)  # fmt: skip
def a_debt_ends_the_game(state: State) -> Told:
    """A debt that ended the game is more than the debtor's money, and is what was owed: the rent where the pawn is, or the
    tax, where a ruling ends the game for that.
    """
    ending, setup = state.ending, state.setup
    if ending is None or ending.cause is Cause.LAST_SKYSCRAPER:
        return ()
    wrong: list[str | tuple[str, str]] = []
    who = setup.seats[ending.seat]
    if ending.debt <= state.cash[ending.seat]:
        wrong.append(f"{who} owes {ending.debt} and has {state.cash[ending.seat]}: that can be paid")
    if ending.cause is Cause.RENT:
        pawn = state.pawns[ending.seat]
        owed = None if pawn == NOWHERE else debt_at(state, ending.seat, pawn)
        if owed != (ending.creditor, ending.debt):
            wrong.append(f"{who} is said to owe {ending.debt} to seat {ending.creditor}, but owes {owed}")
        moved_by_card = any(card.kind is Kind.RICHEST for card in setup.edition.cards)
        if ending.seat != state.seat and not moved_by_card and setup.rulings.corner_by_card == "no_card":
            wrong.append(("PS-CARD-06", f"{who} owes a rent in the turn of another"))
        return wrong
    if setup.rulings.unpaid_tax == "pays_what_there_is":
        wrong.append(("PS-CARD-08", "a tax has ended the game"))
    towers = (state.owned[ending.seat] & state.towers).bit_count()
    taxes = {card.amount * towers for card in setup.edition.cards if card.kind in (Kind.TAX, Kind.OWN_TAX)}
    if ending.debt not in taxes or ending.creditor != BANK:
        wrong.append(("PS-CARD-08", f"a tax of {ending.debt} on {towers} skyscrapers, owed to seat {ending.creditor}"))
    return wrong


@_law(
    "PS-TURN-02", "PS-BUILD-05", "PS-BUILD-06", "PS-CARD-03", "PS-TURN-03",
    reads=(
        "setup", "phase", "seat", "drawer", "die", "card", "architect", "cash", "pawns", "unseen", "used", "ending", *_BOARD,
    ),
)  # fmt: skip
def somebody_can_go_on(state: State) -> Told:
    """Unless the game is over there is something legal to do."""
    if _is_unfit_to_go_on(state):
        return ()  # another law's business
    return _can_go_on_with(state, legal_actions(state))


def _is_unfit_to_go_on(state: State) -> bool:
    """Whether something is marked so wrongly that what is legal cannot even be asked."""
    phase = state.phase
    if phase < _ROLL:
        return bool(before_play_all_is_as_laid_out(state))
    if phase is _DRAW and not any(state.unseen) and not state.used:
        return True
    return bool(what_is_marked_fits_what_is_wanted(state) or the_architect_stands_on_a_construction(state))


@STATE_LAWS.of_offer(somebody_can_go_on)
def _can_go_on_with(state: State, legal: Sequence[Action]) -> Told:
    phase = state.phase
    if bool(legal) == (phase is not _OVER):
        if phase is _BUILD and len(legal) == 1 and type(legal[0]) is Pass:
            return [("PS-BUILD-05", "there is nothing to do but to pass")]
        return ()
    rule = {_OVER: "PS-TURN-03", _BUILD: "PS-BUILD-06", _CARD: "PS-CARD-03"}.get(phase, "PS-TURN-02")
    return [(rule, f"{len(legal)} legal actions in phase {phase.name}")]


@_law(
    "PS-CARD-02", "PS-SETUP-03", "PS-CARD-04", "PS-CARD-07", "PS-ACTION-02", "PS-ACTION-05", "PS-ACTION-07", "PS-ACTION-09",
    "PS-ACTION-12", "PS-ACTION-13",
    reads=(
        "setup", "phase", "seat", "drawer", "die", "card", "architect", "cash", "pawns", "unseen", "used", "ending", *_BOARD,
    ),
)  # fmt: skip
def what_is_seldom_asked_is_offered_whole(state: State) -> Told:
    """Where somebody chooses a round space, or follows a card that asks for one thing, just what the rulebook allows is on
    offer.
    """
    # Elsewhere that is asked now and then; this comes up so seldom, and in so many ways, that it is asked whenever it does.
    # To list all pairs of cells that can be swapped would take too long.
    if state.phase not in (_CORNER, _CARD) or _is_unfit_to_go_on(state):
        return ()
    if state.phase is _CARD and state.setup.edition.cards[state.card].kind in _OF_TWO_CELLS:
        return ()
    if every_construction_has_an_owner_and_a_size(state) or pawns_are_where_they_can_be(state):
        return ()
    if cards_accounted_for(state):
        return ()
    return [*what_is_legal_is_what_the_rulebook_allows(state)]


_OF_TWO_CELLS = (Kind.SWAP, Kind.SWAP_OTHERS, Kind.SHIFT)


# A roll and a draw ask for what can be done, and what comes of them the laws of steps say.
@_law(
    "PS-BUILD-06", "PS-CARD-03",
    reads=(
        "setup", "phase", "seat", "drawer", "die", "card", "architect", "cash", "pawns", "unseen", "used", "ending", *_BOARD,
    ),
    follows_on=_ALL,
)  # fmt: skip
def what_is_asked_for_can_be_done(state: State) -> Told:
    """Somebody is asked to build only if something can be built, and to follow a card only if it can be followed."""
    if _is_unfit_to_go_on(state):
        return ()
    if state.phase is _BUILD and not may_build(state, state.seat, state.die):
        return [f"{state.setup.seats[state.seat]} is to build with a {state.die}, but there is nothing to build"]
    if state.phase is _CARD and not may_follow(state, state.drawer, state.setup.edition.cards[state.card].kind):
        return [("PS-CARD-03", f"{state.setup.edition.cards[state.card].id} cannot be followed")]
    return ()


@_law(
    "PS-FINAL-01", "PS-FINAL-02", "PS-FINAL-03", "PS-FINAL-04", "PS-END-01", "PS-END-02",
    reads=("setup", "phase", "ending", "cash", "owned", "towers"),
)  # fmt: skip
def the_richest_win(state: State) -> Told:
    """There is an outcome exactly when the game is over. Everybody has the cash and the bonus for skyscrapers; a debt is paid
    as far as it can be, and the creditor has all of it; those with the most money win; and it says what ended the game.
    """
    if (state.phase is _OVER) != (state.ending is not None):
        return ()  # another law's business
    result = outcome(state)
    ending = state.ending
    if result is None or ending is None:
        if (result is None) != (ending is None):
            return ["there is an outcome before the end, or an end without outcome"]
        return ()
    wrong: list[str | tuple[str, str]] = []
    totals = []
    for seat, (colour, score) in enumerate(zip(state.setup.seats, result.scores, strict=True)):
        bonus = state.setup.edition.bonus * (state.owned[seat] & state.towers).bit_count()
        if (score.colour, score.cash, score.skyscrapers) != (colour, state.cash[seat], bonus):
            wrong.append(f"{colour} has {state.cash[seat]} and a bonus of {bonus}, not those of {score}")
        money = state.cash[seat] + bonus
        if seat == ending.seat:
            money = max(0, money - ending.debt)
        if seat == ending.creditor:
            money += ending.debt
        totals.append(money)
        if score.total != money:
            wrong.append(("PS-FINAL-02", f"{colour} has {money} in all, not {score.total}"))
    winners = tuple(seat for seat, money in enumerate(totals) if money >= max(totals))
    if result.winners != winners:
        rule = "PS-FINAL-03" if len(winners) == 1 else "PS-FINAL-04"
        wrong.append((rule, f"{result.winners} are said to win with {totals}"))
    causes = {Cause.LAST_SKYSCRAPER: "last skyscraper", Cause.RENT: "unpaid rent", Cause.TAX: "unpaid tax"}
    if (result.cause, result.ended_by) != (causes[ending.cause], ending.seat):
        rule = "PS-END-01" if ending.cause is Cause.LAST_SKYSCRAPER else "PS-END-02"
        wrong.append((rule, f"the end is told to have come by {result.cause} of seat {result.ended_by}"))
    return wrong
