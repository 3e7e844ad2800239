"""The table by name: a state to read, to write as JSON, and to build by hand.

A `Table` is what lies on the table in a player's words and is unchecked; `state_of` turns it into a `State` or refuses it
with every reason, and `table_of` goes the other way. So building a position by hand is a checked act, and there is one
way in: `position(...)` and JSON both come through here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from towerup.kernel.naming import TableNames
from towerup.kernel.rules import Finding, ImpossiblePosition, violations

from .reserves import floors_out
from .setup import Setup
from .state import BANK, NO_CARD, NO_DIE, NOWHERE, Cause, Ending, Phase, State

MOST = 10_000_000
"""No sum of money is more."""


@attrs.frozen
class Construction:
    """A construction: whose it is, and how many floors it has; 3 is a skyscraper."""

    owner: str
    floors: int = 1


@attrs.frozen
class Seat:
    """What belongs to a player: money, where the pawn is, and what is in the reserve; `borrowed` floors are on the board."""

    colour: str
    cash: int
    pawn: str | None
    floors: int
    borrowed: int
    skyscrapers: int


@attrs.frozen
class Ended:
    """How the game has ended: why (`last skyscraper`, `unpaid rent`, `unpaid tax`), through which seat, and a debt.

    The creditor is a seat; None is the bank, or nobody where there is no debt.
    """

    cause: str
    seat: int
    debt: int = 0
    creditor: int | None = None


@attrs.frozen
class Table:
    """All that lies on the table, by name.

    `phase` says what is wanted: corner, place, roll, build, draw, card, throw or over. `unseen` counts the cards that nobody
    has seen, `used` are those under them in their order. `spare` are floors of colours that nobody plays.
    """

    phase: str
    seat: int
    constructions: Mapping[str, Construction]
    seats: Sequence[Seat]
    spare: int
    unseen: Mapping[str, int]
    used: Sequence[str] = ()
    architect: str | None = None
    die: int | None = None
    card: str | None = None
    drawer: int | None = None
    ending: Ended | None = None


_PHASES = {phase.name.lower(): phase for phase in Phase}
_CAUSES = {cause.words: cause for cause in Cause}
CARD_PHASES = (Phase.DRAW, Phase.CARD, Phase.THROW)
"""While these last there is somebody who draws or follows a card."""


def table_of(state: State) -> Table:
    """What the state shows, by name."""
    setup, board = state.setup, state.setup.board
    ids = [card.id for card in setup.cards]
    seats = tuple(_seat(state, number) for number in range(len(setup.seats)))
    return Table(
        phase=state.phase.name.lower(),
        seat=state.seat,
        constructions={name: made for cell, name in enumerate(board.names) if (made := construction_on(state, cell))},
        seats=seats,
        # Where floors are without end, more may be out than the box has.
        spare=max(0, setup.spare - sum(seat.borrowed for seat in seats)),
        unseen={id: count for id, count in zip(ids, state.unseen, strict=True) if count},
        used=tuple(ids[number] for number in state.used),
        architect=None if state.architect == NOWHERE else board.names[state.architect],
        die=state.die or None,
        card=None if state.card == NO_CARD else ids[state.card],
        drawer=state.drawer if state.phase in CARD_PHASES else None,
        ending=_ended(state.ending),
    )


def construction_on(state: State, cell: int) -> Construction | None:
    """What stands on a cell."""
    for seat, cells in enumerate(state.owned):
        if cells >> cell & 1:
            floors = 1 if state.ones >> cell & 1 else 2 if state.twos >> cell & 1 else 3
            return Construction(state.setup.seats[seat], floors)
    return None


def _seat(state: State, number: int) -> Seat:
    setup, owned = state.setup, state.owned[number]
    out = floors_out(owned, state.ones, state.twos)
    pawn = state.pawns[number]
    return Seat(
        colour=setup.seats[number],
        cash=state.cash[number],
        pawn=None if pawn == NOWHERE else setup.board.spaces[pawn],
        floors=max(0, setup.floors - out),
        borrowed=max(0, out - setup.floors),
        skyscrapers=setup.skyscrapers - (owned & state.towers).bit_count(),
    )


def _ended(ending: Ending | None) -> Ended | None:
    if ending is None:
        return None
    creditor = None if ending.creditor == BANK else ending.creditor
    return Ended(ending.cause.words, ending.seat, ending.debt, creditor)


def state_of(setup: Setup, table: Table) -> State:
    """The state that the table shows; raises ImpossiblePosition with every reason why no game can reach it."""
    from .invariants import impossibilities
    from .playing import catalogue

    reader = _Reader(setup)
    state = reader.state(table)
    found = reader.wrong or _wrong_reserves(state, table) or impossibilities(state)
    if found:
        raise ImpossiblePosition(violations(catalogue(), found))
    return state


def _wrong_reserves(state: State, table: Table) -> list[Finding]:
    """Reserves follow from the board; a table that tells other ones is wrong."""
    right = table_of(state)
    found: list[Finding] = []
    for told, seat in zip(table.seats, right.seats, strict=True):
        if (told.floors, told.borrowed) != (seat.floors, seat.borrowed):
            found.append(
                Finding(
                    "PS-BOX-01",
                    f"{seat.colour} has {seat.floors} floors in the reserve and {seat.borrowed} borrowed ones, by what stands "
                    f"on the board, not {told.floors} and {told.borrowed}",
                )
            )
        if told.skyscrapers != seat.skyscrapers:
            found.append(
                Finding(
                    "PS-BOX-02",
                    f"{seat.colour} has {seat.skyscrapers} skyscrapers in the reserve, not {told.skyscrapers}",
                )
            )
    if table.spare != right.spare:
        found.append(Finding("PS-BOX-01", f"{right.spare} floors are left to be borrowed, not {table.spare}"))
    return found


class _Reader(TableNames[Setup]):
    """Looks up the names on a table, and remembers every one that does not fit this setup."""

    rule = "PS-FORM-02"

    def state(self, table: Table) -> State:
        setup, board = self.setup, self.setup.board
        ids = [card.id for card in setup.cards]
        last = len(setup.seats) - 1
        phase = Phase(self.number(table.phase, list(_PHASES), "phase"))
        seat = self.whole(table.seat, 0, last, "seat")
        drawer = seat
        if (table.drawer is not None) != (phase in CARD_PHASES):
            self.note("drawer: the seat that draws is told exactly while a card is drawn or followed")
        elif table.drawer is not None:
            drawer = self.whole(table.drawer, 0, last, "drawer")
        if len(table.seats) != len(setup.seats):
            self.note(f"seats: {len(table.seats)} of them, but the game is set up for {len(setup.seats)}")
        owned, (ones, twos, towers) = self.constructions(table.constructions)
        seats = [table.seats[n] if n < len(table.seats) else None for n in range(len(setup.seats))]
        return State(
            setup,
            phase,
            seat,
            drawer,
            tuple(owned),
            ones,
            twos,
            towers,
            tuple(self.whole(one.cash, 0, MOST, f"seat {n}, cash") if one else 0 for n, one in enumerate(seats)),
            tuple(self.pawn(n, one) for n, one in enumerate(seats)),
            NOWHERE if table.architect is None else self.number(table.architect, board.names, "architect"),
            NO_DIE if table.die is None else self.whole(table.die, 1, 99, "die"),
            NO_CARD if table.card is None else self.number(table.card, ids, "card"),
            self.unseen(table.unseen, ids),
            bytes(self.number(card, ids, "used") for card in table.used),
            self.ending(table.ending),
        )

    def constructions(self, told: Mapping[str, Construction]) -> tuple[list[int], list[int]]:
        """The masks of owners and of sizes."""
        setup = self.setup
        owned, sizes = [0] * len(setup.seats), [0, 0, 0]
        for name, one in told.items():
            bit = 1 << self.number(name, setup.board.names, "constructions")
            owned[self.number(one.owner, setup.seats, f"construction on {name}")] |= bit
            sizes[self.whole(one.floors, 1, 3, f"construction on {name}, floors") - 1] |= bit
        return owned, sizes

    def pawn(self, number: int, seat: Seat | None) -> int:
        setup = self.setup
        if seat is None:
            return NOWHERE
        if seat.colour != setup.seats[number]:
            self.note(f"seat {number} is {setup.seats[number]}, not {seat.colour!r}")
        where = f"seat {number} ({setup.seats[number]})"
        for what in ("floors", "borrowed", "skyscrapers"):
            self.whole(getattr(seat, what), 0, MOST, f"{where}, {what}")
        return NOWHERE if seat.pawn is None else self.number(seat.pawn, setup.board.spaces, f"{where}, pawn")

    def unseen(self, told: Mapping[str, int], ids: Sequence[str]) -> bytes:
        counts = [0] * len(ids)
        for card, count in told.items():
            counts[self.number(card, ids, "unseen")] = self.whole(count, 0, 99, f"unseen, {card}")
        return bytes(counts)

    def ending(self, ended: Ended | None) -> Ending | None:
        if ended is None:
            return None
        last = len(self.setup.seats) - 1
        cause = list(_CAUSES.values())[self.number(ended.cause, list(_CAUSES), "ending, cause")]
        creditor = BANK if ended.creditor is None else self.whole(ended.creditor, 0, last, "ending, creditor")
        return Ending(
            cause,
            self.whole(ended.seat, 0, last, "ending, seat"),
            self.whole(ended.debt, 0, MOST, "ending, debt"),
            creditor,
        )


def position(
    setup: Setup,
    constructions: Mapping[str, Construction],
    seats: Sequence[Mapping[str, Any]],
    *,
    architect: str | None,
    phase: str = "roll",
    seat: int = 0,
    die: int | None = None,
    card: str | None = None,
    drawer: int | None = None,
    used: Sequence[str] = (),
    unseen: Mapping[str, int] | None = None,
    ending: Ended | None = None,
) -> State:
    """A state built by hand, checked; raises ImpossiblePosition with every reason why no game can reach it.

    What follows from the rest need not be told: reserves, the cards that nobody has seen, and who draws if it is the one
    whose turn it is. `seats` are `cash` and `pawn` by seat, as far as they matter: the money of the start, and the round
    space of the start (or for the one who draws or follows a card the next one, whichever fits).
    """
    _check_forms(setup, constructions, seats, used, unseen, ending)
    board = setup.board
    usual = {"cash": setup.edition.money, "pawn": board.start}
    if phase == "build" and seat in range(len(seats)) and "pawn" not in seats[seat]:
        # Who builds is on no round space.
        seats = [*seats[:seat], {**seats[seat], "pawn": board.spaces[1]}, *seats[seat + 1 :]]
    deck = {one.id: count for one, count in zip(setup.cards, setup.deck, strict=True)}
    if unseen is None:
        gone = [*used, *([card] if card is not None else [])]
        unseen = {id: count - gone.count(id) for id, count in deck.items() if count > gone.count(id)}
    full = [
        _full_seat(setup, colour, {**usual, **told}, constructions)
        for colour, told in zip(setup.seats, seats, strict=True)
    ]
    in_cards = phase in {one.name.lower() for one in CARD_PHASES}
    table = Table(
        phase=phase,
        seat=seat,
        constructions=constructions,
        seats=full,
        spare=max(0, setup.spare - sum(one.borrowed for one in full)),
        unseen=unseen,
        used=used,
        architect=architect,
        die=die,
        card=card,
        drawer=seat if in_cards and drawer is None else drawer,
        ending=ending,
    )
    return state_of(setup, table)


def _full_seat(setup: Setup, colour: str, told: Mapping[str, Any], constructions: Mapping[str, Construction]) -> Seat:
    own = [one.floors for one in constructions.values() if one.owner == colour]
    out = sum(floors for floors in own if floors < 3)
    return Seat(
        colour,
        told["cash"],
        told["pawn"],
        floors=max(0, setup.floors - out),
        borrowed=max(0, out - setup.floors),
        skyscrapers=max(0, setup.skyscrapers - own.count(3)),
    )


def _check_forms(
    setup: Setup, constructions: object, seats: object, used: object, unseen: object, ending: object
) -> None:
    """What cannot even be read as a table is refused here, in words."""
    wrong: list[str] = []
    if not isinstance(constructions, Mapping) or not all(_is_construction(one) for one in constructions.values()):
        wrong.append('constructions are a mapping from cells to Construction(...), as {"C4": Construction("red", 2)}')
    if not isinstance(seats, Sequence) or not all(isinstance(told, Mapping) for told in seats):
        wrong.append('seats are a list of mappings, as [{"cash": 300}, {}]')
    elif len(seats) != len(setup.seats):
        wrong.append(f"seats: {len(seats)} of them, but the game is set up for {len(setup.seats)}")
    else:
        wrong += [
            f"seat {number}: {key!r} is not known; known are cash, pawn"
            for number, told in enumerate(seats)
            for key in told
            if key not in ("cash", "pawn")
        ]
    if isinstance(used, str) or not isinstance(used, Sequence) or not all(isinstance(one, str) for one in used):
        wrong.append(f"used is a list of cards, not {used!r:.60}")
    if unseen is not None and not (
        isinstance(unseen, Mapping) and all(type(count) is int for count in unseen.values())
    ):
        wrong.append(f"unseen is a mapping from cards to numbers, not {unseen!r:.60}")
    if ending is not None and not isinstance(ending, Ended):
        wrong.append(f'ending is None or Ended(...), as Ended("unpaid rent", 0, 120, 1), not {ending!r:.60}')
    if wrong:
        from .playing import catalogue

        raise ImpossiblePosition(violations(catalogue(), [Finding("PS-FORM-02", message) for message in wrong]))


def _is_construction(one: object) -> bool:
    return isinstance(one, Construction) and isinstance(one.owner, str) and type(one.floors) is int


def summary(state: State) -> str:
    """One line about a state, for a debugger or a prompt."""
    from .judging import wanted_now

    built = (state.ones | state.twos | state.towers).bit_count()
    variant = ", variant for experts" if state.setup.expert else ""
    return (
        f"<State {state.setup.edition.name}, {len(state.setup.seats)} players{variant}, {built} constructions: "
        f"waits for {wanted_now(state)}>"
    )
